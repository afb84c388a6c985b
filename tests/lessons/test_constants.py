"""The shapes must reproduce the published parameter counts: that checks every width at once."""

from dataclasses import FrozenInstanceError
from datetime import date

import pytest

from lessons import constants
from lessons.constants import H100_SXM, LLAMA_3_8B, LLAMA_3_70B, Accelerator, ModelShape

RECORDS = [v for v in vars(constants).values() if isinstance(v, ModelShape | Accelerator)]


def llama_parameters(m: ModelShape) -> int:
    """Untied embeddings, grouped-query attention, gated MLP, two norms a layer, one at the end."""
    attention = m.model_width * m.head_width * (2 * m.query_heads + 2 * m.kv_heads)
    layer = attention + 3 * m.model_width * m.mlp_width + 2 * m.model_width
    return 2 * m.vocabulary * m.model_width + m.layers * layer + m.model_width


@pytest.mark.parametrize(
    ("model", "parameters"), [(LLAMA_3_8B, 8_030_261_248), (LLAMA_3_70B, 70_553_706_496)]
)
def test_shapes_give_the_published_parameter_count(model, parameters):
    assert llama_parameters(model) == parameters


@pytest.mark.parametrize("model", [LLAMA_3_8B, LLAMA_3_70B])
def test_heads_fill_the_model_width_and_share_keys_evenly(model):
    assert model.query_heads * model.head_width == model.model_width
    assert model.query_heads % model.kv_heads == 0


def test_score_matrix_of_one_layer_at_full_context():
    score_bytes = LLAMA_3_8B.query_heads * LLAMA_3_8B.context**2 * 2
    assert score_bytes == 4_294_967_296
    assert LLAMA_3_8B.layers * score_bytes > H100_SXM.memory_bytes


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_every_record_says_where_and_when_it_was_read(record):
    assert record.source
    assert date.fromisoformat(record.checked) <= date(2100, 1, 1)


def test_records_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        LLAMA_3_8B.layers = 1
