"""Core attention: values by hand, the loop as oracle, edges, refusals, laws and known traps."""

import re
from math import e

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.architecture.core_attention import (
    attention_by_loop,
    attention_weights,
    causal_mask,
    effective_keys,
    mask_to_bias,
    prefix_lm_mask,
    repeat_kv,
    scaled_dot_product_attention,
    softmax,
)

# Four tokens, one head, d = 4, d_v = 2: the example of the lesson.
Q = np.array([[[1, 1, 0, 0], [1, 1, 1, 1], [0, 0, 1, 1], [1, 1, 1, 1]]])
K = np.array([[[1, 1, 0, 0], [1, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 0]]])
V = np.array([[[8, 0], [0, 8], [4, 4], [-8, 0]]])
SCORES = np.array([[1, 1, 0, 0], [1, 2, 1, 0], [0, 1, 1, 0], [1, 2, 1, 0]])
TRIANGLE = np.tri(4, dtype=bool)
OUTPUT = [[8, 0], [2.152, 5.848], [2.932, 5.068], [1.781, 5.062]]

law = settings(max_examples=40, deadline=None, derandomize=True, database=None)
sizes = st.integers(1, 6)
seeds = st.integers(0, 2**32 - 1)


def random_qkv(seed, H=1, G=1, T=4, S=4, d=3, d_v=3, batch=()):
    rng = np.random.default_rng(seed)
    shapes = ((*batch, H, T, d), (*batch, G, S, d), (*batch, G, S, d_v))
    return tuple(2 * rng.standard_normal(shape) for shape in shapes)


def assert_same(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=1e-10, atol=1e-12)


def test_weights_by_hand_are_exact():
    expected = [
        [1, 0, 0, 0],
        [1 / (1 + e), e / (1 + e), 0, 0],
        [1 / (1 + 2 * e), e / (1 + 2 * e), e / (1 + 2 * e), 0],
        [e / (1 + e) ** 2, e**2 / (1 + e) ** 2, e / (1 + e) ** 2, 1 / (1 + e) ** 2],
    ]
    assert_same(attention_weights(Q, K, causal=True)[0], expected)


def test_numbers_printed_in_the_lesson():
    weights = attention_weights(Q, K, causal=True)[0]
    np.testing.assert_allclose(weights[2, :3], [0.155, 0.422, 0.422], atol=1e-3)
    np.testing.assert_allclose(weights[3], [0.197, 0.534, 0.197, 0.072], atol=1e-3)
    output = scaled_dot_product_attention(Q, K, V, causal=True)
    np.testing.assert_allclose(output[0], OUTPUT, atol=1e-3)


def test_without_a_mask_every_row_reads_all_keys():
    row = np.exp([0, 1, 1, 0])
    assert_same(attention_weights(Q, K)[0, 2], row / row.sum())


@pytest.mark.parametrize(("T", "S"), [(4, 4), (2, 4), (1, 4), (3, 2), (1, 1)])
def test_causal_mask_lets_a_query_see_up_to_its_own_position(T, S):
    expected = [[j <= S - T + i for j in range(S)] for i in range(T)]
    np.testing.assert_array_equal(causal_mask(T, S), expected)


def test_prefix_lm_mask_opens_columns_not_rows():
    mask = prefix_lm_mask(5, 5, prefix=2)
    assert causal_mask(5, 5).sum() == 15
    assert mask.sum() == 16
    np.testing.assert_array_equal(mask[0], [True, True, False, False, False])
    np.testing.assert_array_equal(prefix_lm_mask(5, 5, prefix=0), causal_mask(5, 5))
    assert prefix_lm_mask(2, 5, prefix=5).all()


def test_effective_keys_by_hand():
    weights = np.array([[1, 0, 0, 0], [0.25] * 4, [0.5, 0.5, 0, 0], [0, 0, 0, 0]])
    np.testing.assert_allclose(effective_keys(weights), [1, 4, 2, 0])


def test_repeat_kv_gives_each_query_head_its_group():
    np.testing.assert_array_equal(
        repeat_kv(np.array([[[1]], [[2]]]), 6).ravel(), [1, 1, 1, 2, 2, 2]
    )


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(
    "shape",
    [
        {"T": 1, "S": 1},
        {"T": 1, "S": 7},
        {"T": 7, "S": 1},
        {"T": 3, "S": 5, "d_v": 1},
        {"T": 5, "S": 3, "d": 1},
        {"H": 4, "G": 4, "T": 6, "S": 6},
        {"H": 6, "G": 2, "T": 2, "S": 9, "d": 8, "d_v": 5},
        {"H": 8, "G": 1, "T": 4, "S": 4},
    ],
)
def test_loop_and_fast_form_agree(shape, causal):
    q, k, v = random_qkv(0, **shape)
    T, S = q.shape[1], k.shape[1]
    rng = np.random.default_rng(1)
    for mask in (None, rng.random((T, S)) < 0.5, rng.standard_normal((q.shape[0], T, S))):
        for scale in (None, 0.0, 0.7):
            options = {"causal": causal, "mask": mask, "scale": scale}
            fast = scaled_dot_product_attention(q, k, v, **options)
            assert_same(fast, attention_by_loop(q, k, v, **options))


def test_batch_axes_in_front_are_independent():
    q, k, v = random_qkv(0, H=4, G=2, T=3, S=5, batch=(2, 3))
    together = scaled_dot_product_attention(q, k, v, causal=True)
    assert together.shape == (2, 3, 4, 3, 3)
    for index in np.ndindex(2, 3):
        assert_same(together[index], attention_by_loop(q[index], k[index], v[index], causal=True))


def test_one_query_over_a_cache_sees_every_key():
    q, k, v = random_qkv(0, T=1, S=6)
    alone = scaled_dot_product_attention(q, k, v, causal=True)
    assert_same(alone, scaled_dot_product_attention(q, k, v))


def test_more_queries_than_keys_leaves_the_first_rows_zero():
    q, k, v = random_qkv(0, T=5, S=2)
    output = scaled_dot_product_attention(q, k, v, causal=True)
    assert not output[:, :3].any()
    assert_same(output[:, 3:], scaled_dot_product_attention(q[:, 3:], k, v, causal=True))


@pytest.mark.parametrize("mask", [np.zeros((4, 4), bool), np.full((4, 4), -np.inf)])
def test_a_query_with_no_key_gets_zeros(mask):
    assert not attention_weights(Q, K, mask=mask).any()
    assert not scaled_dot_product_attention(Q, K, V, mask=mask).any()


def test_no_keys_at_all_gives_zeros_and_no_queries_give_nothing():
    assert not scaled_dot_product_attention(Q, K[:, :0], V[:, :0], causal=True).any()
    assert scaled_dot_product_attention(Q[:, :0], K, V, causal=True).shape == (1, 0, 2)


def test_huge_scores_do_not_overflow():
    assert_same(softmax(np.array([1e4, 1e4, -1e4])), [0.5, 0.5, 0])
    assert_same(softmax(np.array([-1e300, -1e300])), [0.5, 0.5])


def test_causal_and_mask_must_both_let_a_key_pass():
    not_first = np.array([False, True, True, True])
    both = attention_weights(Q, K, causal=True, mask=not_first)
    assert_same(both, attention_weights(Q, K, mask=TRIANGLE & not_first))
    assert not both[0, 0].any()


def test_mask_may_differ_by_head_and_broadcast_over_batch():
    q, k, _ = random_qkv(0, H=2, G=1, T=3, S=3, batch=(2,))
    by_head = np.stack([np.tri(3, dtype=bool), np.ones((3, 3), bool)])
    weights = attention_weights(q, k, mask=by_head)
    assert_same(weights[:, 0], attention_weights(q, k, causal=True)[:, 0])
    assert_same(weights[:, 1], attention_weights(q, k)[:, 1])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floating_point_types_stay(dtype):
    q, k, v = (array.astype(dtype) for array in (Q, K, V))
    mask, scale = np.zeros((4, 4)), np.float64(0.5)
    assert softmax(q).dtype == dtype
    assert effective_keys(attention_weights(q, k)).dtype == dtype
    output = scaled_dot_product_attention(q, k, v, causal=True, mask=mask, scale=scale)
    assert output.dtype == dtype
    np.testing.assert_allclose(output[0], OUTPUT, atol=1e-2)


def test_integers_and_lists_become_float64():
    assert softmax([0, 0]).dtype == np.float64
    output = scaled_dot_product_attention(Q.tolist(), K.tolist(), V.tolist(), causal=True)
    assert output.dtype == np.float64
    assert softmax(np.array([True, False])).sum() == 1


def test_arguments_are_not_changed():
    q, k, v = random_qkv(0)
    mask = np.zeros((4, 4))
    before = [array.copy() for array in (q, k, v, mask)]
    scaled_dot_product_attention(q, k, v, causal=True, mask=mask)
    for array, copy in zip((q, k, v, mask), before, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize(
    ("q_shape", "k_shape", "v_shape", "message"),
    [
        ((8, 4, 16), (6, 4, 16), (6, 4, 16), "k has 6 heads; 8 query heads need a divisor of 8"),
        ((2, 4, 16), (0, 4, 16), (0, 4, 16), "k has 0 heads; 2 query heads need a divisor of 2"),
        ((1, 4, 16), (1, 4, 8), (1, 4, 8), "k has width 8; a dot product with q needs 16"),
        (
            (4, 16),
            (1, 4, 16),
            (1, 4, 16),
            "q has shape (4, 16); it must be (..., heads, tokens, width)",
        ),
        (
            (1, 4, 16),
            (4, 16),
            (4, 16),
            "k has shape (4, 16); it must be (..., heads, tokens, width)",
        ),
        (
            (1, 4, 0),
            (1, 4, 0),
            (1, 4, 2),
            "q has shape (1, 4, 0); it must be (..., heads, tokens, width)",
        ),
        (
            (2, 1, 4, 16),
            (3, 1, 4, 16),
            (3, 1, 4, 16),
            "k has batch axes (3,); q needs (2,)",
        ),
        (
            (2, 4, 16),
            (2, 5, 16),
            (2, 4, 16),
            "v has shape (2, 4, 16); this k needs (2, 5, any width)",
        ),
        (
            (2, 4, 16),
            (2, 5, 16),
            (1, 5, 16),
            "v has shape (1, 5, 16); this k needs (2, 5, any width)",
        ),
    ],
)
def test_shapes_that_do_not_fit_are_refused_in_words(q_shape, k_shape, v_shape, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        scaled_dot_product_attention(np.ones(q_shape), np.ones(k_shape), np.ones(v_shape))


@pytest.mark.parametrize(
    ("mask", "message"),
    [
        (np.ones((3, 4), bool), "mask has shape (3, 4); it must broadcast to (1, 4, 4)"),
        (np.ones((2, 4, 4), bool), "mask has shape (2, 4, 4); it must broadcast to (1, 4, 4)"),
        (
            np.tri(4, dtype=np.int64),
            "mask has type int64; it must be bool (True = may attend) or float",
        ),
    ],
)
def test_masks_that_do_not_fit_are_refused_in_words(mask, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        scaled_dot_product_attention(Q, K, V, mask=mask)


@pytest.mark.parametrize(("position", "name"), list(enumerate("qkv")))
def test_what_is_not_a_real_number_is_refused(position, name):
    arrays = [Q, K, V]
    arrays[position] = arrays[position] * 1j
    message = f"{name} has type complex128; it must be real"
    with pytest.raises(ValueError, match=f"^{message}$"):
        scaled_dot_product_attention(*arrays)


@pytest.mark.parametrize("prefix", [-1, 6])
def test_prefix_longer_than_the_text_is_refused(prefix):
    message = f"prefix is {prefix}; with 5 keys it must be 0 to 5"
    with pytest.raises(ValueError, match=f"^{message}$"):
        prefix_lm_mask(5, 5, prefix)


@law
@given(seeds, sizes, sizes)
def test_rows_are_shares(seed, T, S):
    q, k, v = random_qkv(seed, T=T, S=S)
    weights = attention_weights(q, k)
    assert (weights >= 0).all()
    assert_same(weights.sum(axis=-1), np.ones((1, T)))
    output = scaled_dot_product_attention(q, k, v)
    assert (output <= v.max(axis=1, keepdims=True) + 1e-12).all()
    assert (output >= v.min(axis=1, keepdims=True) - 1e-12).all()


@law
@given(seeds, sizes, st.floats(-1e3, 1e3))
def test_softmax_ignores_a_common_shift(seed, S, shift):
    scores = np.random.default_rng(seed).standard_normal((2, S))
    np.testing.assert_allclose(softmax(scores + shift), softmax(scores), rtol=1e-9)


@law
@given(seeds, sizes)
def test_softmax_works_along_any_axis(seed, S):
    scores = np.random.default_rng(seed).standard_normal((3, S))
    assert_same(softmax(scores.T, axis=0), softmax(scores).T)


@law
@given(seeds, sizes)
def test_without_a_mask_permuting_the_tokens_permutes_the_outputs(seed, T):
    q, k, v = random_qkv(seed, T=T, S=T)
    order = np.random.default_rng(seed).permutation(T)
    shuffled = scaled_dot_product_attention(q[:, order], k[:, order], v[:, order])
    assert_same(shuffled, scaled_dot_product_attention(q, k, v)[:, order])


@law
@given(seeds, sizes, sizes)
def test_the_order_of_keys_with_their_values_does_not_matter(seed, T, S):
    q, k, v = random_qkv(seed, T=T, S=S)
    order = np.random.default_rng(seed).permutation(S)
    shuffled = scaled_dot_product_attention(q, k[:, order], v[:, order])
    assert_same(shuffled, scaled_dot_product_attention(q, k, v))


@law
@given(seeds, st.sampled_from([(1, 1), (4, 1), (4, 2), (4, 4), (6, 3)]), sizes, sizes)
def test_shared_heads_equal_repeated_heads(seed, heads, T, S):
    H, G = heads
    q, k, v = random_qkv(seed, H=H, G=G, T=T, S=S)
    shared = scaled_dot_product_attention(q, k, v, causal=True)
    repeated = scaled_dot_product_attention(q, repeat_kv(k, H), repeat_kv(v, H), causal=True)
    assert_same(shared, repeated)


@law
@given(seeds, st.integers(2, 6), st.data())
def test_a_causal_row_does_not_depend_on_later_tokens(seed, S, data):
    T = data.draw(st.integers(1, S))
    i = data.draw(st.integers(0, T - 1))
    q, k, v = random_qkv(seed, T=T, S=S)
    later = slice(S - T + i + 1, S)
    before = scaled_dot_product_attention(q, k, v, causal=True)[:, i]
    k[:, later], v[:, later] = 5, -1e6
    assert_same(scaled_dot_product_attention(q, k, v, causal=True)[:, i], before)


@law
@given(seeds, sizes, st.integers(1, 6))
def test_chunk_by_chunk_over_a_cache_equals_all_at_once(seed, T, chunk):
    q, k, v = random_qkv(seed, H=2, T=T, S=T)
    parts = [
        scaled_dot_product_attention(
            q[:, i : i + chunk], k[:, : i + chunk], v[:, : i + chunk], causal=True
        )
        for i in range(0, T, chunk)
    ]
    at_once = scaled_dot_product_attention(q, k, v, causal=True)
    assert_same(np.concatenate(parts, axis=1), at_once)


@law
@given(seeds, sizes, sizes)
def test_boolean_mask_equals_its_bias(seed, T, S):
    q, k, v = random_qkv(seed, T=T, S=S)
    mask = np.random.default_rng(seed).random((T, S)) < 0.6
    by_bias = scaled_dot_product_attention(q, k, v, mask=mask_to_bias(mask))
    assert_same(scaled_dot_product_attention(q, k, v, mask=mask), by_bias)


@law
@given(seeds, st.floats(0.01, 2))
def test_scaling_the_queries_equals_scaling_the_scores(seed, scale):
    q, k, _ = random_qkv(seed)
    assert_same(attention_weights(q * scale, k, scale=1), attention_weights(q, k, scale=scale))


@law
@given(seeds, sizes)
def test_effective_keys_lie_between_one_and_all(seed, S):
    q, k, _ = random_qkv(seed, S=S)
    keys = effective_keys(attention_weights(q, k))
    assert (keys >= 1 - 1e-9).all()
    assert (keys <= S + 1e-9).all()
    assert_same(effective_keys(attention_weights(q, k, scale=0)), np.full((1, 4), S))


def test_trap_no_division_by_the_root():
    last = attention_weights(Q, K, causal=True, scale=1)[0, 3]
    np.testing.assert_allclose(last, [0.105, 0.776, 0.105, 0.014], atol=1e-3)


def test_trap_root_of_the_model_width():
    D = 384
    blurred = attention_weights(Q, K, causal=True, scale=D**-0.5)[0, 3]
    np.testing.assert_allclose(blurred, [0.249, 0.276, 0.249, 0.225], atol=1e-3)

    rng = np.random.default_rng(0)
    q, k = rng.standard_normal((8, 64, 64)), rng.standard_normal((8, 256, 64))
    assert (q @ k.swapaxes(1, 2) * D**-0.5).std() == pytest.approx(0.408, abs=0.005)
    assert effective_keys(attention_weights(q, k)).mean() == pytest.approx(158, abs=1)
    wrong = effective_keys(attention_weights(q, k, scale=D**-0.5)).mean()
    assert wrong == pytest.approx(236, abs=1)


def test_trap_scores_times_mask():
    np.testing.assert_allclose(
        softmax(SCORES * TRIANGLE)[0], [0.475, 0.175, 0.175, 0.175], atol=1e-3
    )


def test_trap_mask_after_the_softmax_unless_renormalised():
    after = softmax(SCORES) * TRIANGLE
    np.testing.assert_allclose(after.sum(axis=1), [0.366, 0.731, 0.866, 1], atol=1e-3)
    right = attention_weights(Q, K, causal=True)[0]
    assert_same(after / after.sum(axis=1, keepdims=True), right)


def test_trap_softmax_over_the_queries():
    columns = softmax(np.where(TRIANGLE, SCORES, -np.inf), axis=0)
    np.testing.assert_allclose(columns.sum(axis=1), [0.297, 0.719, 0.765, 2.219], atol=1e-3)


def test_trap_top_left_mask_with_a_cache():
    top_left = np.tri(1, 4, dtype=bool)
    wrong = scaled_dot_product_attention(Q[:, 3:], K, V, mask=top_left)
    np.testing.assert_array_equal(wrong, V[:, :1])
    right = scaled_dot_product_attention(Q[:, 3:], K, V, causal=True)
    np.testing.assert_allclose(right[0, 0], [1.781, 5.062], atol=1e-3)


def test_trap_lowest_finite_number_averages_all_values():
    fill = np.full((4, 4), np.finfo(np.float64).min)
    output = scaled_dot_product_attention(Q, K, V, mask=fill)
    np.testing.assert_allclose(output[0], [[1, 3]] * 4)
