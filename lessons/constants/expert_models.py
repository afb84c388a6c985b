"""Shapes of models that route each token to a few experts, with sources."""

from dataclasses import replace

from lessons.constants.dense_models import LITGPT, weights_index
from lessons.constants.model_shape import (
    Experts,
    LatentAttention,
    ModelShape,
    Published,
)
from lessons.constants.source import Source

MIXTRAL_NEWS = Source(
    "Mistral AI, Mixtral of experts, as quoted",
    "https://mistral.ai/news/mixtral-of-experts/",
    "46.7B in total; 12.9B per token, which counts the input embedding",
)
QWEN3_NAME = Source(
    "Qwen3-235B-A22B",
    "https://huggingface.co/Qwen/Qwen3-235B-A22B",
    "the model's name: 22B active",
)
DEEPSEEK_CONFIGS = Source(
    "DeepSeek-V3, inference/configs",
    "https://huggingface.co/deepseek-ai/DeepSeek-V3/blob/main/inference/configs/config_671B.json",
    "config_671B.json for V3 and config_236B.json for V2, read in copies; "
    "context 128K from the README for V3, as quoted for V2",
)
DEEPSEEK_README = Source(
    "DeepSeek-V3, README",
    "https://github.com/deepseek-ai/DeepSeek-V3",
    "Model Downloads, and the first table of the evaluation for V2",
)
KIMI_README = Source(
    "Kimi K2, README",
    "https://github.com/MoonshotAI/Kimi-K2",
    "Model Summary",
)
KIMI_PROVIDER = Source(
    "Kimi K2, README, and NVIDIA Megatron Bridge, Kimi K2 provider",
    "https://docs.nvidia.com/nemo/megatron-bridge/latest/apidocs/bridge/bridge.models.kimi.kimi_provider.html",
    "Model Summary; from the provider, the dense MLP's width. Ranks and "
    "vocabulary from copies of config.json",
)
GPT_OSS_CODE = Source(
    "gpt-oss, gpt_oss/torch/model.py",
    "https://github.com/openai/gpt-oss/blob/main/gpt_oss/torch/model.py",
    "ModelConfig; the modules for biases and sinks. Context from "
    "config.json, as quoted",
)
GPT_OSS_20B_PAGE = Source(
    "NVIDIA Megatron Bridge: GPT OSS",
    "https://docs.nvidia.com/nemo/megatron-bridge/latest/models/llm/gpt-oss.html",
    "GPT OSS 20B; the rest as in gpt_oss/torch/model.py",
)
GPT_OSS_CARD = Source(
    "gpt-oss-120b & gpt-oss-20b Model Card",
    "https://arxiv.org/abs/2508.10925",
    "Table 1, as quoted",
)

DEEPSEEK_LATENT = LatentAttention(query_rank=1536, kv_rank=512, rope_width=64)

MIXTRAL_8X7B = ModelShape(
    name="Mixtral 8x7B",
    layers=32,
    model_width=4096,
    query_heads=32,
    kv_heads=8,
    head_width=128,
    mlp_width=14336,
    vocabulary=32000,
    context=32768,
    vector_parameters=2 * 4096,
    final_norm_parameters=4096,
    experts=Experts(count=8, per_token=2),
    source=LITGPT,
    published_parameters=Published(46.7e9, 0.05e9, MIXTRAL_NEWS),
    published_active_parameters=Published(12.9e9, 0.05e9, MIXTRAL_NEWS),
)

QWEN3_235B_A22B = ModelShape(
    name="Qwen3-235B-A22B",
    layers=94,
    model_width=4096,
    query_heads=64,
    kv_heads=4,
    head_width=128,
    mlp_width=1536,
    vocabulary=151936,
    context=40960,
    vector_parameters=2 * 4096 + 2 * 128,
    final_norm_parameters=4096,
    experts=Experts(count=128, per_token=8),
    source=LITGPT,
    published_parameters=Published(
        235_093_634_560,
        0,
        weights_index("Qwen/Qwen3-235B-A22B", "470,187,269,120 bytes in bf16"),
    ),
    published_active_parameters=Published(22e9, 0.5e9, QWEN3_NAME),
)

DEEPSEEK_V2 = ModelShape(
    name="DeepSeek-V2",
    layers=60,
    model_width=5120,
    query_heads=128,
    kv_heads=128,
    head_width=128,
    mlp_width=1536,
    vocabulary=102400,
    context=131072,
    vector_parameters=2 * 5120,
    final_norm_parameters=5120,
    latent=DEEPSEEK_LATENT,
    experts=Experts(
        count=160,
        per_token=6,
        shared=2,
        dense_layers=1,
        dense_mlp_width=12288,
    ),
    source=DEEPSEEK_CONFIGS,
    published_parameters=Published(236e9, 0.5e9, DEEPSEEK_README),
    published_active_parameters=Published(21e9, 0.5e9, DEEPSEEK_README),
)

DEEPSEEK_V3 = ModelShape(
    name="DeepSeek-V3",
    layers=61,
    model_width=7168,
    query_heads=128,
    kv_heads=128,
    head_width=128,
    mlp_width=2048,
    vocabulary=129280,
    context=131072,
    vector_parameters=2 * 7168,
    final_norm_parameters=7168,
    latent=DEEPSEEK_LATENT,
    experts=Experts(
        count=256,
        per_token=8,
        shared=1,
        dense_layers=3,
        dense_mlp_width=18432,
        router_bias=True,
    ),
    source=DEEPSEEK_CONFIGS,
    published_parameters=Published(671e9, 0.5e9, DEEPSEEK_README),
    published_active_parameters=Published(37e9, 0.5e9, DEEPSEEK_README),
)

KIMI_K2 = ModelShape(
    name="Kimi K2",
    layers=61,
    model_width=7168,
    query_heads=64,
    kv_heads=64,
    head_width=128,
    mlp_width=2048,
    vocabulary=163840,
    context=131072,
    vector_parameters=2 * 7168,
    final_norm_parameters=7168,
    latent=DEEPSEEK_LATENT,
    experts=Experts(
        count=384,
        per_token=8,
        shared=1,
        dense_layers=1,
        dense_mlp_width=18432,
        router_bias=True,
    ),
    source=KIMI_PROVIDER,
    published_parameters=Published(1e12, 0.5e12, KIMI_README),
    published_active_parameters=Published(32e9, 0.5e9, KIMI_README),
)

GPT_OSS_120B = ModelShape(
    name="gpt-oss-120b",
    layers=36,
    model_width=2880,
    query_heads=64,
    kv_heads=8,
    head_width=64,
    mlp_width=2880,
    vocabulary=201088,
    context=131072,
    window=128,
    windowed_layers=18,
    # norms; biases of queries, keys, values and of the output; sinks
    vector_parameters=2 * 2880 + (64 + 2 * 8) * 64 + 2880 + 64,
    final_norm_parameters=2880,
    experts=Experts(
        count=128,
        per_token=4,
        vector_parameters=2 * 2880 + 2880,
        router_bias=True,
    ),
    source=GPT_OSS_CODE,
    published_parameters=Published(116.83e9, 0.005e9, GPT_OSS_CARD),
    published_active_parameters=Published(5.13e9, 0.005e9, GPT_OSS_CARD),
)

GPT_OSS_20B = replace(
    GPT_OSS_120B,
    name="gpt-oss-20b",
    layers=24,
    windowed_layers=12,
    experts=Experts(
        count=32,
        per_token=4,
        vector_parameters=2 * 2880 + 2880,
        router_bias=True,
    ),
    source=GPT_OSS_20B_PAGE,
    published_parameters=Published(20.91e9, 0.005e9, GPT_OSS_CARD),
    published_active_parameters=Published(3.61e9, 0.005e9, GPT_OSS_CARD),
)

EXPERT_MODELS = (
    MIXTRAL_8X7B,
    QWEN3_235B_A22B,
    DEEPSEEK_V2,
    DEEPSEEK_V3,
    KIMI_K2,
    GPT_OSS_20B,
    GPT_OSS_120B,
)
