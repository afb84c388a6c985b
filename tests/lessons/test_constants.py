"""The shapes must reproduce the published parameter counts: that checks every width at once."""

from collections.abc import Iterator
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from datetime import date
from pathlib import Path

import pytest

from lessons import constants
from lessons.constants import (
    A100_SXM_80GB,
    ACCELERATORS,
    B200_HGX,
    DEEPSEEK_V3,
    GB200,
    H100_SXM,
    LLAMA_3_8B,
    LLAMA_3_70B,
    MI300X,
    MI355X,
    MISTRAL_7B_V0_1,
    MIXTRAL_8X7B,
    MODELS,
    RTX_5090,
    TPU7X,
    TPU_V5P,
    TRAINIUM2,
    Accelerator,
    Experts,
    LatentAttention,
    ModelShape,
    Source,
)

PAGE = Path(__file__).parents[2] / "docs" / "constants.md"
RECORDS = [*ACCELERATORS, *MODELS]
# Narrower formats to the right; "fp16" stands beside "bf16", "int8" beside "fp8".
FLOATS = ("fp32", "tf32", "bf16", "fp8", "fp4")
FORMATS = {*FLOATS, "fp16", "int8"}
TINY = ModelShape(
    name="tiny",
    layers=2,
    model_width=4,
    query_heads=2,
    kv_heads=1,
    head_width=3,
    mlp_width=5,
    vocabulary=7,
    context=11,
    source=Source("none", "https://example.org", "nowhere"),
    vector_parameters=8,
    final_norm_parameters=4,
)

each_record = pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
each_model = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
each_accelerator = pytest.mark.parametrize("chip", ACCELERATORS, ids=lambda chip: chip.name)


def sources(record: object) -> Iterator[Source]:
    """The sources within a record, at any depth."""
    if isinstance(record, Source):
        yield record
    elif is_dataclass(record):
        for field in fields(record):
            yield from sources(getattr(record, field.name))


# Where and when


@each_record
def test_every_number_says_where_and_when_it_was_read(record):
    found = list(sources(record))
    assert found
    for source in found:
        assert source.title
        assert source.where
        assert source.url.startswith("https://")
        assert date(2026, 1, 1) <= date.fromisoformat(source.read) <= date(2100, 1, 1)


@each_record
def test_every_field_with_numbers_has_a_source_beside_it(record):
    beside = {field.name for field in fields(record) if field.type is Source}
    expected = {"peak_source", "memory_source"} if isinstance(record, Accelerator) else {"source"}
    assert beside == expected


@each_record
def test_the_page_links_every_source(record):
    page = PAGE.read_text()
    assert [source.url for source in sources(record) if f"({source.url})" not in page] == []


def test_names_are_unique_and_every_record_is_listed():
    names = [record.name for record in RECORDS]
    assert len(set(names)) == len(names)
    exported = [getattr(constants, name) for name in constants.__all__]
    named = [value.name for value in exported if isinstance(value, ModelShape | Accelerator)]
    assert sorted(named) == sorted(names)


def test_records_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        LLAMA_3_8B.layers = 1
    with pytest.raises(TypeError):
        H100_SXM.dense_flops_per_s["bf16"] = 1.0


# Models


@each_model
def test_shapes_give_the_published_parameter_count(model):
    published = model.published_parameters
    assert published is not None
    assert abs(model.parameters - published.value) <= published.rounding


@pytest.mark.parametrize(
    "model",
    [model for model in MODELS if model.published_active_parameters],
    ids=lambda model: model.name,
)
def test_shapes_give_the_published_active_count(model):
    published = model.published_active_parameters
    counted = model.active_parameters
    if model is MIXTRAL_8X7B:  # the only one that counts the input embedding
        counted += model.embedding_parameters
    assert abs(counted - published.value) <= published.rounding


@pytest.mark.parametrize("model", [LLAMA_3_8B, LLAMA_3_70B])
def test_llama_counted_in_another_order(model):
    attention = model.model_width * model.head_width * (2 * model.query_heads + 2 * model.kv_heads)
    layer = attention + 3 * model.model_width * model.mlp_width + 2 * model.model_width
    tables = 2 * model.vocabulary * model.model_width
    assert model.parameters == tables + model.layers * layer + model.model_width


def test_a_dense_model_counted_by_hand():
    # queries and output 2 × 4 × 6, keys and values 2 × 4 × 3; three matrices 4 × 5; 8 more.
    layer = 48 + 24 + 60 + 8
    assert TINY.parameters == 2 * 28 + 2 * layer + 4
    assert TINY.active_parameters == 28 + 2 * layer + 4
    assert replace(TINY, tied_embeddings=True).parameters == 28 + 2 * layer + 4
    assert replace(TINY, mlp_matrices=2).parameters == TINY.parameters - 2 * 20
    assert replace(TINY, learned_positions=True).parameters == TINY.parameters + 11 * 4


def test_a_mixture_counted_by_hand():
    experts = Experts(
        count=3,
        per_token=2,
        shared=1,
        dense_layers=1,
        dense_mlp_width=9,
        vector_parameters=6,
        router_bias=True,
    )
    model = replace(TINY, experts=experts)
    # one layer with an MLP of 3 × 4 × 9, one with experts of 60 + 6 and a router of 3 × (4 + 1)
    rest = 28 + 4 + 2 * (48 + 24 + 8) + 108 + 15
    assert model.parameters == 28 + rest + 4 * 66
    assert model.active_parameters == rest + 3 * 66


def test_latent_attention_counted_by_hand():
    latent = LatentAttention(query_rank=5, kv_rank=6, rope_width=1)
    # D 4, H 2, d 3: 4 × 5 and 5 × 2 × (3 + 1); 4 × (6 + 1); 6 × 2 × 6; 6 × 4; norms 5 + 6
    assert latent.parameters(4, 2, 3) == 20 + 40 + 28 + 72 + 24 + 11
    assert replace(TINY, latent=latent).attention_parameters == 195
    assert replace(TINY, latent=latent).cached_numbers_per_token == 2 * 7


@pytest.mark.parametrize(
    ("model", "numbers"),
    [(LLAMA_3_8B, 2 * 32 * 8 * 128), (LLAMA_3_70B, 2 * 80 * 8 * 128), (DEEPSEEK_V3, 61 * 576)],
)
def test_cached_numbers_per_token(model, numbers):
    assert model.cached_numbers_per_token == numbers


@each_model
def test_heads_share_keys_evenly_and_windows_fit(model):
    assert model.query_heads % model.kv_heads == 0
    assert model.windowed_layers <= model.layers
    assert (model.window is None) == (model.windowed_layers == 0)
    assert model.window is None or model.window < model.context
    if model.experts:
        assert 0 < model.experts.per_token < model.experts.count
        assert (model.experts.dense_layers == 0) == (model.experts.dense_mlp_width == 0)


@each_model
def test_sizes_are_sane(model):
    assert 10 <= model.layers <= 130
    assert 500 <= model.model_width <= 20_000
    assert model.head_width in {64, 128}
    assert 30_000 <= model.vocabulary <= 300_000
    assert 1024 <= model.context <= 2**17
    assert model.active_parameters <= model.parameters


def test_score_matrix_of_one_layer_at_full_context():
    score_bytes = LLAMA_3_8B.query_heads * LLAMA_3_8B.context**2 * 2
    assert score_bytes == 4_294_967_296
    assert LLAMA_3_8B.layers * score_bytes > H100_SXM.memory_bytes


def test_what_is_not_known_is_absent():
    assert TRAINIUM2.link is None
    assert "tf32" not in RTX_5090.dense_flops_per_s
    assert MISTRAL_7B_V0_1.published_active_parameters is None


# Accelerators


@each_accelerator
def test_units_are_those_of_the_names(chip):
    assert set(chip.dense_flops_per_s) <= FORMATS
    assert "bf16" in chip.dense_flops_per_s
    assert all(1e13 <= peak <= 2e16 for peak in chip.dense_flops_per_s.values())
    assert 1e10 <= chip.memory_bytes <= 5e11
    assert 2e11 <= chip.bandwidth_bytes_per_s <= 1e13
    if chip.link:
        assert 3e10 <= chip.link.bytes_per_s <= 1e12
        assert (chip.link.to_one_peer_bytes_per_s or 0) <= chip.link.bytes_per_s


@each_accelerator
def test_a_narrower_format_is_never_slower(chip):
    peaks = [chip.dense_flops_per_s[name] for name in FLOATS if name in chip.dense_flops_per_s]
    assert peaks == sorted(peaks)


@pytest.mark.parametrize(
    ("chip", "ratios"),
    [
        # Bekman: int8 is twice bf16, which is twice tf32.
        (A100_SXM_80GB, {"tf32": 0.5, "int8": 2}),
        # The Blackwell data sheet prints 4.5, 9 and 18, and 5, 10 and 20.
        (B200_HGX, {"fp8": 2, "int8": 2, "fp4": 4}),
        (GB200, {"fp8": 2, "int8": 2, "fp4": 4, "tf32": 0.5}),
        # Google: 8-bit floats run at the rate of bf16 before TPU7x, where they double it.
        (TPU_V5P, {"fp8": 1, "int8": 2}),
        (TPU7X, {"fp8": 2}),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_ratios_that_a_source_states(chip, ratios):
    peaks = chip.dense_flops_per_s
    assert {name: peaks[name] / peaks["bf16"] for name in ratios} == pytest.approx(ratios)


@pytest.mark.parametrize(
    ("chip", "clock_hz", "multiply_adds"),
    # Bekman, how to calculate theoretical TFLOPS: per clock and core, times cores.
    [
        (A100_SXM_80GB, 1.41e9, 256 * 432),
        (H100_SXM, 1.83e9, 512 * 528),
        (MI300X, 2.1e9, 256 * 1216),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_peaks_follow_from_clock_and_cores(chip, clock_hz, multiply_adds):
    assert chip.dense_flops_per_s["bf16"] == pytest.approx(2 * clock_hz * multiply_adds, rel=1e-3)


@pytest.mark.parametrize("chip", [MI300X, MI355X], ids=lambda chip: chip.name)
def test_seven_peers_share_an_amd_chips_links(chip):
    assert chip.link.bytes_per_s == 7 * chip.link.to_one_peer_bytes_per_s


@pytest.mark.parametrize(
    ("chip", "both_ways_gb_per_s"), [(A100_SXM_80GB, 600), (H100_SXM, 900), (B200_HGX, 1800)]
)
def test_links_count_one_direction(chip, both_ways_gb_per_s):
    assert 2 * chip.link.bytes_per_s == both_ways_gb_per_s * 1e9


def test_flops_per_byte():
    assert H100_SXM.flops_per_byte("bf16") == pytest.approx(989.4 / 3.35)
    with pytest.raises(KeyError):
        H100_SXM.flops_per_byte("fp4")
