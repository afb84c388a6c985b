"""Shapes of models without experts, each with its source."""

from dataclasses import replace

from lessons.constants.model_shape import ModelShape, Published
from lessons.constants.source import Source

LITGPT = Source(
    "LitGPT, litgpt/config.py",
    "https://github.com/Lightning-AI/litgpt/blob/main/litgpt/config.py",
    "the entry of that name, each citing the model's config.json; a head "
    "width that is not given is model width / query heads",
)
NANOGPT = Source(
    "nanoGPT, model.py",
    "https://github.com/karpathy/nanoGPT/blob/master/model.py",
    "from_pretrained; the modules for which weights have a bias",
)
GPT_2_SIZES = Source(
    "GPT-2, DEVELOPERS.md, and nanoGPT, model.py",
    "https://github.com/openai/gpt-2/blob/master/DEVELOPERS.md",
    "names of the downloads: 124M, 355M, 774M; 1558M in nanoGPT",
)
LLAMA_405B_NAME = Source(
    "Llama 3.1 405B",
    "https://huggingface.co/meta-llama/Llama-3.1-405B",
    "the model's name, which is cut off and not rounded",
)
GEMMA_3_REPORT = Source(
    "Gemma 3 Technical Report",
    "https://arxiv.org/abs/2503.19786",
    "Table 1, as quoted: 25.6B without embeddings, 1.4B of embeddings",
)


def weights_index(repository: str, where: str) -> Source:
    """The list of a model's weight files, which prints their total size."""
    return Source(
        f"{repository}: index of the weights, as quoted",
        f"https://huggingface.co/{repository}",
        f"total_size {where}",
    )


def parameter_count(repository: str) -> Source:
    """The number of weights that Hugging Face shows beside a model."""
    return Source(
        f"{repository}: number of parameters, as quoted",
        f"https://huggingface.co/{repository}",
        "safetensors metadata, in public lists of models",
    )


def gpt_2(
    name: str, layers: int, model_width: int, heads: int, millions: int
) -> ModelShape:
    """A GPT-2: biases everywhere, a plain MLP, positions in a table."""
    D, F = model_width, 4 * model_width
    norms, attention, mlp = 2 * 2 * D, 3 * D + D, F + D
    return ModelShape(
        name=name,
        layers=layers,
        model_width=D,
        query_heads=heads,
        kv_heads=heads,
        head_width=D // heads,
        mlp_width=F,
        mlp_matrices=2,
        vocabulary=50257,
        context=1024,
        tied_embeddings=True,
        learned_positions=True,
        vector_parameters=norms + attention + mlp,
        final_norm_parameters=2 * D,
        source=NANOGPT,
        published_parameters=Published(millions * 1e6, 0.5e6, GPT_2_SIZES),
    )


GPT_2_SMALL = gpt_2("GPT-2 small", 12, 768, 12, millions=124)
GPT_2_MEDIUM = gpt_2("GPT-2 medium", 24, 1024, 16, millions=355)
GPT_2_LARGE = gpt_2("GPT-2 large", 36, 1280, 20, millions=774)
GPT_2_XL = gpt_2("GPT-2 XL", 48, 1600, 25, millions=1558)

LLAMA_2_7B = ModelShape(
    name="Llama 2 7B",
    layers=32,
    model_width=4096,
    query_heads=32,
    kv_heads=32,
    head_width=128,
    mlp_width=11008,
    vocabulary=32000,
    context=4096,
    vector_parameters=2 * 4096,
    final_norm_parameters=4096,
    source=LITGPT,
    published_parameters=Published(
        6_738_415_616,
        0,
        weights_index(
            "meta-llama/Llama-2-7b-hf",
            "13,476,839,424 bytes in fp16, of which 32 × 64 × 4 are tables "
            "of rotary frequencies",
        ),
    ),
)

LLAMA_2_70B = ModelShape(
    name="Llama 2 70B",
    layers=80,
    model_width=8192,
    query_heads=64,
    kv_heads=8,
    head_width=128,
    mlp_width=28672,
    vocabulary=32000,
    context=4096,
    vector_parameters=2 * 8192,
    final_norm_parameters=8192,
    source=LITGPT,
    published_parameters=Published(
        68_976_648_192,
        0,
        weights_index(
            "meta-llama/Llama-2-70b-hf",
            "137,953,316,864 bytes in fp16, of which 80 × 64 × 4 are tables "
            "of rotary frequencies",
        ),
    ),
)

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
    vector_parameters=2 * 4096,
    final_norm_parameters=4096,
    source=LITGPT,
    published_parameters=Published(
        8_030_261_248,
        0,
        weights_index(
            "meta-llama/Meta-Llama-3-8B", "16,060,522,496 bytes in bf16"
        ),
    ),
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
    vector_parameters=2 * 8192,
    final_norm_parameters=8192,
    source=LITGPT,
    published_parameters=Published(
        70_553_706_496,
        0,
        weights_index(
            "meta-llama/Llama-3.1-70B",
            "141,107,412,992 bytes in bf16; 3.1 has the shape of 3",
        ),
    ),
)

LLAMA_3_1_8B = replace(LLAMA_3_8B, name="Llama 3.1 8B", context=131072)
LLAMA_3_1_70B = replace(LLAMA_3_70B, name="Llama 3.1 70B", context=131072)

LLAMA_3_1_405B = ModelShape(
    name="Llama 3.1 405B",
    layers=126,
    model_width=16384,
    query_heads=128,
    kv_heads=8,
    head_width=128,
    mlp_width=53248,
    vocabulary=128256,
    context=131072,
    vector_parameters=2 * 16384,
    final_norm_parameters=16384,
    source=LITGPT,
    published_parameters=Published(405e9, 1e9, LLAMA_405B_NAME),
)

LLAMA_3_2_1B = ModelShape(
    name="Llama 3.2 1B",
    layers=16,
    model_width=2048,
    query_heads=32,
    kv_heads=8,
    head_width=64,
    mlp_width=8192,
    vocabulary=128256,
    context=131072,
    tied_embeddings=True,
    vector_parameters=2 * 2048,
    final_norm_parameters=2048,
    source=LITGPT,
    published_parameters=Published(
        1_235_814_400, 0, parameter_count("meta-llama/Llama-3.2-1B")
    ),
)

MISTRAL_7B_V0_1 = ModelShape(
    name="Mistral 7B v0.1",
    layers=32,
    model_width=4096,
    query_heads=32,
    kv_heads=8,
    head_width=128,
    mlp_width=14336,
    vocabulary=32000,
    context=32768,
    window=4096,
    windowed_layers=32,
    vector_parameters=2 * 4096,
    final_norm_parameters=4096,
    source=LITGPT,
    published_parameters=Published(
        7_241_732_096,
        0,
        weights_index(
            "mistralai/Mistral-7B-v0.1", "14,483,464,192 bytes in bf16"
        ),
    ),
)

MISTRAL_7B_V0_3 = replace(
    MISTRAL_7B_V0_1,
    name="Mistral 7B v0.3",
    vocabulary=32768,
    window=None,
    windowed_layers=0,
    published_parameters=Published(
        7_248_023_552,
        0,
        weights_index(
            "mistralai/Mistral-7B-v0.3", "14,496,047,104 bytes in bf16"
        ),
    ),
)

QWEN3_8B = ModelShape(
    name="Qwen3-8B",
    layers=36,
    model_width=4096,
    query_heads=32,
    kv_heads=8,
    head_width=128,
    mlp_width=12288,
    vocabulary=151936,
    context=40960,
    vector_parameters=2 * 4096 + 2 * 128,  # norms; those of q and k
    final_norm_parameters=4096,
    source=LITGPT,
    published_parameters=Published(
        8_190_735_360,
        0,
        weights_index("Qwen/Qwen3-8B", "16,381,470,720 bytes in bf16"),
    ),
)

QWEN3_32B = ModelShape(
    name="Qwen3-32B",
    layers=64,
    model_width=5120,
    query_heads=64,
    kv_heads=8,
    head_width=128,
    mlp_width=25600,
    vocabulary=151936,
    context=40960,
    vector_parameters=2 * 5120 + 2 * 128,
    final_norm_parameters=5120,
    source=LITGPT,
    published_parameters=Published(
        32_762_123_264,
        0,
        weights_index("Qwen/Qwen3-32B", "65,524,246,528 bytes in bf16"),
    ),
)

GEMMA_3_27B = ModelShape(
    name="Gemma 3 27B",
    layers=62,
    model_width=5376,
    query_heads=32,
    kv_heads=16,
    head_width=128,
    mlp_width=21504,
    vocabulary=262144,
    context=131072,
    tied_embeddings=True,
    window=1024,
    windowed_layers=52,
    vector_parameters=4 * 5376 + 2 * 128,
    final_norm_parameters=5376,
    source=LITGPT,
    published_parameters=Published(27.0e9, 0.1e9, GEMMA_3_REPORT),
)

OLMO_2_7B = ModelShape(
    name="OLMo 2 7B",
    layers=32,
    model_width=4096,
    query_heads=32,
    kv_heads=32,
    head_width=128,
    mlp_width=11008,
    vocabulary=100352,
    context=4096,
    vector_parameters=2 * 4096 + 2 * 32 * 128,  # q and k over all heads
    final_norm_parameters=4096,
    source=LITGPT,
    published_parameters=Published(
        7_298_617_344, 0, parameter_count("allenai/OLMo-2-1124-7B")
    ),
)

DENSE_MODELS = (
    GPT_2_SMALL,
    GPT_2_MEDIUM,
    GPT_2_LARGE,
    GPT_2_XL,
    LLAMA_2_7B,
    LLAMA_2_70B,
    LLAMA_3_8B,
    LLAMA_3_70B,
    LLAMA_3_1_8B,
    LLAMA_3_1_70B,
    LLAMA_3_1_405B,
    LLAMA_3_2_1B,
    MISTRAL_7B_V0_1,
    MISTRAL_7B_V0_3,
    QWEN3_8B,
    QWEN3_32B,
    GEMMA_3_27B,
    OLMO_2_7B,
)
