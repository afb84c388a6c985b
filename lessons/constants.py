"""Published model shapes and accelerators: where each was read, and when."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ModelShape:
    """The sizes of a decoder-only transformer, in the course's notation."""

    name: str
    layers: int  # L
    model_width: int  # D
    query_heads: int  # H
    kv_heads: int  # G
    head_width: int  # d
    mlp_width: int  # F
    vocabulary: int  # V, rows of the embedding table
    context: int  # tokens
    source: str
    checked: str


@dataclass(frozen=True)
class Accelerator:
    """One device as its vendor sells it."""

    name: str
    memory_bytes: float
    source: str
    checked: str


LLAMA_3_8B = ModelShape(
    name="Llama 3 8B",
    layers=32,
    model_width=4096,
    query_heads=32,
    kv_heads=8,
    head_width=128,
    mlp_width=14336,
    vocabulary=128256,
    context=8192,
    source="Lightning-AI/litgpt, litgpt/config.py, Llama-3-8B, citing the "
    "config.json of meta-llama/Meta-Llama-3-8B; head_width is model_width / "
    "query_heads",
    checked="2026-11-30",
)

LLAMA_3_70B = ModelShape(
    name="Llama 3 70B",
    layers=80,
    model_width=8192,
    query_heads=64,
    kv_heads=8,
    head_width=128,
    mlp_width=28672,
    vocabulary=128256,
    context=8192,
    source="Lightning-AI/litgpt, litgpt/config.py, Llama-3-70B, citing the "
    "config.json of meta-llama/Meta-Llama-3-70B; head_width is model_width / "
    "query_heads",
    checked="2026-11-30",
)

H100_SXM = Accelerator(
    name="H100 SXM",
    memory_bytes=80e9,  # the vendor's label
    source="stas00/ml-engineering, compute/accelerator/README.md, memory table",
    checked="2026-11-30",
)
