"""Online softmax: values by hand, two forms, edges, refusals, laws and known traps."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.architecture.core_attention import (
    causal_mask,
    mask_to_bias,
    scaled_dot_product_attention,
    softmax,
)
from lessons.constants import DEEPSEEK_V3, LLAMA_3_8B
from lessons.hardware.online_softmax import (
    CountedReads,
    attention_state,
    chunk_state,
    logsumexp,
    merge,
    merge_attention_states,
    naive_softmax,
    online_normalizer,
    online_softmax,
    safe_softmax,
)

# Four scores whose exponentials are 2, 8, 4, 16: the example of the lesson.
LN2 = np.log(2)
ROW = LN2 * np.array([1, 3, 2, 4])
V = np.array([(15, 0), (0, 15), (15, 15), (30, 0)])
EMPTY = (-np.inf, 0.0)
FORMS = [naive_softmax, safe_softmax, online_softmax]

law = settings(max_examples=60, deadline=None, derandomize=True, database=None)
seeds = st.integers(0, 2**32 - 1)
finite = st.floats(-700, 700)
scores_with_holes = st.lists(finite | st.just(-np.inf), max_size=8)


def assert_same(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=1e-10, atol=1e-12)


def two_chunks(row=ROW, v=V):
    return tuple(attention_state(row[None, part], v[part]) for part in np.s_[:2, 2:])


def test_states_by_hand():
    states = [online_normalizer(ROW[:seen]) for seen in range(5)]
    assert states[0] == EMPTY
    assert_same([m / LN2 for m, _ in states[1:]], [1, 3, 3, 4])
    assert_same([ell for _, ell in states[1:]], [1, 1.25, 1.75, 1.875])
    assert_same([ell * np.exp(m) for m, ell in states[1:]], [2, 10, 14, 30])


@pytest.mark.parametrize("form", FORMS)
def test_weights_by_hand(form):
    assert_same(15 * form(ROW), [1, 4, 2, 8])


def test_two_chunks_by_hand():
    a, b = chunk_state(ROW[:2]), chunk_state(ROW[2:])
    assert_same(a, (3 * LN2, 1.25))
    assert_same(b, (4 * LN2, 1.25))
    assert_same(merge(a, b), (4 * LN2, 1.875))
    assert_same(logsumexp(merge(a, b)), np.log(30))


def test_outputs_by_hand():
    a, b = two_chunks()
    assert_same(a[0], [(3, 12)])
    assert_same(b[0], [(27, 3)])
    assert_same([a[1][0], b[1][0]], np.log([10, 20]))
    output, lse = merge_attention_states(a, b)
    assert_same(output, [(19, 6)])
    assert_same(lse, np.log([30]))


@pytest.mark.parametrize(("order", "rises"), [((4, 1, 3, 2), 1), ((3, 1, 4, 2), 2)])
def test_other_orders_end_in_the_same_state(order, rises):
    row = LN2 * np.array(order)
    assert (np.diff(np.maximum.accumulate([0, *row])) > 0).sum() == rises
    assert_same(online_normalizer(row), (4 * LN2, 1.875))


@pytest.mark.parametrize(
    ("form", "reads"),
    [(naive_softmax, 2), (safe_softmax, 3), (online_softmax, 2), (online_normalizer, 1)],
)
def test_reads_are_those_of_the_paper(form, reads):
    row = CountedReads(ROW)
    form(row)
    assert row.reads == reads * len(ROW)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("S", [1, 2, 7, 100])
def test_all_forms_agree_with_the_softmax_of_core_attention(form, S):
    row = np.random.default_rng(S).standard_normal(S)
    assert_same(form(row), softmax(row))


@pytest.mark.parametrize("S", [0, 1, 2, 50])
def test_loop_and_array_form_of_the_state_agree(S):
    rows = 3 * np.random.default_rng(S).standard_normal((3, S))
    m, ell = chunk_state(rows)
    for i, row in enumerate(rows):
        assert_same(online_normalizer(row), (m[i], ell[i]))


@pytest.mark.parametrize("sizes", [(40,), (1,) * 40, (1, 13, 2, 24), (39, 0, 1)])
def test_chunks_of_keys_equal_causal_attention(sizes):
    S = sum(sizes)
    q, k, v = np.random.default_rng(0).standard_normal((3, 2, S, 8))
    scores = q @ k.mT / np.sqrt(8) + mask_to_bias(causal_mask(S, S))
    merged = np.zeros((2, S, 8)), np.full((2, S), -np.inf)
    for piece in np.split(np.arange(S), np.cumsum(sizes)[:-1]):
        state = attention_state(scores[..., piece], v[:, piece])
        merged = merge_attention_states(merged, state)
    assert_same(merged[0], scaled_dot_product_attention(q, k, v, causal=True))
    assert_same(merged[1], np.log(np.exp(scores).sum(axis=-1)))


@pytest.mark.parametrize("scores", [[], [-np.inf], [-np.inf] * 3])
def test_a_chunk_that_saw_nothing(scores):
    assert chunk_state(scores) == EMPTY
    assert online_normalizer(np.array(scores)) == EMPTY
    assert logsumexp(chunk_state(scores)) == -np.inf
    output, lse = attention_state(np.reshape(scores, (1, -1)), np.ones((len(scores), 2)))
    np.testing.assert_array_equal(output, [[0, 0]])
    assert lse == [-np.inf]


def test_empty_states_merge_without_nan():
    seen = chunk_state(ROW)
    assert merge(EMPTY, EMPTY) == EMPTY
    assert merge(seen, EMPTY) == merge(EMPTY, seen) == seen
    empty = np.zeros((1, 2)), np.array([-np.inf])
    a, _ = two_chunks()
    for pair in ((a, empty), (empty, a)):
        output, lse = merge_attention_states(*pair)
        assert_same(output, a[0])
        assert_same(lse, a[1])
    output, lse = merge_attention_states(empty, empty)
    np.testing.assert_array_equal(output, empty[0])
    np.testing.assert_array_equal(lse, empty[1])


def test_scores_far_apart_do_not_overflow():
    assert_same(chunk_state([1e4, 1e4, -1e4]), (1e4, 2))
    assert_same(merge((0.0, 1.0), (1e4, 1.0)), (1e4, 1))
    for form in (safe_softmax, online_softmax):
        assert_same(form(np.array([-1e4, 1e4])), [0, 1])
        assert_same(form(np.array([-1e4, -1e4])), [0.5, 0.5])


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_floating_point_types_stay(dtype):
    row, v = ROW.astype(dtype), V.astype(dtype)
    for form in FORMS:
        assert form(row).dtype == dtype
    a, b = chunk_state(row[:2]), chunk_state(row[2:])
    for x in (*online_normalizer(row), *a, *merge(a, b), logsumexp(a)):
        assert x.dtype == dtype
    for x in merge_attention_states(*two_chunks(row, v)):
        assert x.dtype == dtype


def test_integers_and_lists_become_float64():
    assert chunk_state([1, 2])[1].dtype == np.float64
    assert online_softmax(np.array([0, 0])).dtype == np.float64


def test_arguments_are_not_changed():
    a, b = two_chunks()
    before = [x.copy() for x in (*a, *b)]
    merge_attention_states(a, b)
    merge(a, b)
    for x, copy in zip((*a, *b), before, strict=True):
        np.testing.assert_array_equal(x, copy)


@pytest.mark.parametrize("wrong", ["inf", "nan"])
def test_scores_that_are_no_scores_are_refused(wrong):
    message = f"scores hold {wrong}; each must be finite or -inf"
    with pytest.raises(ValueError, match=f"^{message}$"):
        chunk_state([0, float(wrong)])
    a, (out, lse) = two_chunks()
    with pytest.raises(ValueError, match=f"^{message}$"):
        merge_attention_states(a, (out, lse + float(wrong)))


@pytest.mark.parametrize(("scores", "kind"), [([1j], "complex128"), (["1"], "<U1")])
def test_scores_that_are_not_real_are_refused(scores, kind):
    with pytest.raises(ValueError, match=f"^scores have type {kind}; they must be real$"):
        chunk_state(scores)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_pass_does_not_lose_a_nan(place):
    row = np.array([1.0, 2.0, 3.0])
    row[place] = np.nan
    for form in (safe_softmax, online_softmax):
        assert np.isnan(form(row)).all()


@pytest.mark.parametrize(
    ("scores", "v", "message"),
    [
        ((1, 4), (3, 2), "v has shape (3, 2); scores of shape (1, 4) need 4 rows of values"),
        ((4,), (4, 2), "scores have shape (4,); they must be (..., queries, keys)"),
        ((1, 4), (4,), "v has shape (4,); scores of shape (1, 4) need 4 rows of values"),
    ],
)
def test_values_that_do_not_fit_are_refused_in_words(scores, v, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        attention_state(np.ones(scores), np.ones(v))


def test_an_output_without_its_lse_is_refused_in_words():
    a, b = two_chunks()
    message = (
        "b has an output of shape (1, 2) with an lse of shape (2,); "
        "an output (..., d_v) needs an lse (...)"
    )
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        merge_attention_states(a, (b[0], np.zeros(2)))


@law
@given(scores_with_holes, scores_with_holes, scores_with_holes)
def test_merge_is_associative(a, b, c):
    a, b, c = map(chunk_state, (a, b, c))
    left, right = merge(merge(a, b), c), merge(a, merge(b, c))
    assert left[0] == right[0]
    np.testing.assert_allclose(left[1], right[1], rtol=1e-12)


@law
@given(scores_with_holes, scores_with_holes)
def test_merge_is_commutative_to_the_last_bit(a, b):
    a, b = chunk_state(a), chunk_state(b)
    assert merge(a, b) == merge(b, a)


@law
@given(scores_with_holes)
def test_an_empty_chunk_is_the_identity(scores):
    state = chunk_state(scores)
    assert merge(state, EMPTY) == merge(EMPTY, state) == state


@law
@given(scores_with_holes, scores_with_holes)
def test_the_merge_of_states_is_the_state_of_both(a, b):
    m, ell = merge(chunk_state(a), chunk_state(b))
    both = chunk_state(a + b)
    assert m == both[0]
    np.testing.assert_allclose(ell, both[1], rtol=1e-12)


@law
@given(st.lists(finite, min_size=1, max_size=20))
def test_the_sum_lies_between_one_and_the_count(scores):
    _, ell = online_normalizer(np.array(scores))
    assert 1 <= ell <= len(scores)


@law
@given(st.lists(finite, min_size=1, max_size=8), finite)
def test_a_common_shift_moves_m_and_the_lse_alone(scores, shift):
    m, ell = chunk_state(scores)
    m_shifted, ell_shifted = chunk_state(np.array(scores) + shift)
    np.testing.assert_allclose(m_shifted, m + shift, atol=1e-9)
    np.testing.assert_allclose(ell_shifted, ell, rtol=1e-9)


@law
@given(scores_with_holes, scores_with_holes)
def test_an_lse_with_sum_one_is_the_same_state(a, b):
    a, b = chunk_state(a), chunk_state(b)
    by_lse = merge((logsumexp(a), 1.0), (logsumexp(b), 1.0))
    np.testing.assert_allclose(logsumexp(by_lse), logsumexp(merge(a, b)), atol=1e-12)


@law
@given(seeds, st.integers(1, 12), st.integers(1, 4))
def test_any_cut_and_any_order_give_the_same_output(seed, S, chunks):
    rng = np.random.default_rng(seed)
    scores, v = 5 * rng.standard_normal((2, S)), rng.standard_normal((S, 3))
    scores[:, rng.random(S) < 0.3] = -np.inf
    pieces = np.split(np.arange(S), np.sort(rng.integers(0, S + 1, chunks - 1)))
    states = [attention_state(scores[:, piece], v[piece]) for piece in pieces]
    while len(states) > 1:
        a, b = (states.pop(rng.integers(len(states))) for _ in range(2))
        states.append(merge_attention_states(a, b))
    assert_same(states[0][0], softmax(scores) @ v)


@pytest.mark.parametrize(("dtype", "limit"), [(np.float16, 11.09), (np.float32, 88.72)])
def test_trap_naive_form_overflows(dtype, limit):
    assert np.log(np.float64(np.finfo(dtype).max)) == pytest.approx(limit, abs=0.005)
    row = np.array([limit + 0.5, limit - 0.5], dtype=dtype)
    with np.errstate(over="ignore", invalid="ignore"):
        assert np.isnan(naive_softmax(row)[0])
    for form in (safe_softmax, online_softmax):
        np.testing.assert_allclose(form(row), [0.731, 0.269], atol=0.01)


def test_trap_naive_form_underflows():
    row = np.full(2, -50, dtype=np.float16)
    with np.errstate(invalid="ignore"):
        assert np.isnan(naive_softmax(row)).all()
    assert_same(online_softmax(row), [0.5, 0.5])


def test_trap_merge_as_written_of_two_empty_chunks():
    with np.errstate(invalid="ignore"):
        assert np.isnan(np.exp(np.float64(-np.inf) - np.float64(-np.inf)))


def test_trap_log_of_one_plus_exp_overflows():
    a, b = np.float32(0), np.float32(100)
    with np.errstate(over="ignore"):
        assert np.isinf(a + np.log(1 + np.exp(b - a)))
    assert logsumexp(merge((a, np.float32(1)), (b, np.float32(1)))) == 100


def test_trap_wrong_merges():
    (o_a, lse_a), (o_b, lse_b) = two_chunks()
    (m_a, ell_a), (m_b, ell_b) = chunk_state(ROW[:2]), chunk_state(ROW[2:])
    sum_a, sum_b, factor = ell_a * o_a, ell_b * o_b, np.exp(m_a - m_b)
    assert_same((factor * sum_a + sum_b) / (factor * ell_a + ell_b), [(19, 6)])
    assert_same((o_a + o_b) / 2, [(15, 7.5)])
    assert_same(np.exp(-lse_b) * o_a + np.exp(-lse_a) * o_b, [(2.85, 0.9)])
    assert_same((factor * sum_a + sum_b) / (ell_a + ell_b), [(14.25, 4.5)])
    assert_same((sum_a + sum_b) / (factor * ell_a + ell_b), [(20, 10)])
    output, _ = merge_attention_states((o_a, lse_a / LN2), (o_b, lse_b / LN2))
    np.testing.assert_allclose(output, [(20.55, 5.42)], atol=0.01)


def test_trap_inverse_factor():
    (m_a, ell_a), (m_b, ell_b) = chunk_state(ROW[:2]), chunk_state(ROW[2:])
    assert_same(ell_a / np.exp(m_a - m_b) + ell_b, 3.75)


def test_trap_base_2_lse_in_a_natural_merge():
    new, cached = 64, 3072
    due = 1 / (1 + cached / new)
    given_to_it = 1 / (1 + (cached / new) ** (1 / LN2))
    assert due == pytest.approx(0.020326, rel=0.01)  # published
    assert given_to_it == pytest.approx(0.003719, rel=0.01)  # published


def test_trap_natural_lse_in_a_base_2_merge():
    a, b = ((np.array([o]), np.log(z) * LN2) for o, z in ((0, 2), (10, 8)))
    assert merge_attention_states(a, b)[0][0] == pytest.approx(7.2330317, abs=5e-8)


def test_trap_a_float16_sum_stops_at_2048():
    m, ell = online_normalizer(np.zeros(8192, np.float16))
    assert (m, ell) == (0, 2048)
    assert chunk_state(np.zeros(8192, np.float16))[1] == 8192


def test_trap_the_maximum_kept_but_exponentials_of_the_new_one():
    kept, (m, ell) = 3 * LN2, chunk_state(ROW[2:])
    right = merge((kept, 1.25), (kept, ell * np.exp(m - kept)))
    assert_same(logsumexp(right), np.log(30))
    wrong = merge((kept, 1.25), (kept, ell))
    assert_same(logsumexp(wrong), np.log(20))


def test_sizes_printed_in_the_lesson():
    assert DEEPSEEK_V3.latent.head(DEEPSEEK_V3.head_width) == 192
    assert LLAMA_3_8B.query_heads * (LLAMA_3_8B.head_width + 1) * 4 == 16_512
    assert (1 / np.arange(1, 65)).sum() == pytest.approx(4.74, abs=0.005)


def test_shares_printed_in_the_lesson():
    rng = np.random.default_rng(0)
    q, k = rng.standard_normal((32, 192)), rng.standard_normal((3072 + 64, 192))
    parts = np.split(q @ k.T / np.sqrt(192), [3072], axis=1)
    old, late = (logsumexp(chunk_state(part)) for part in parts)
    due, misread = (1 / (1 + np.exp((old - late) / unit)) for unit in (1, LN2))
    assert due.mean() == pytest.approx(0.0207, abs=5e-5)
    assert misread.mean() == pytest.approx(0.0039, abs=5e-5)


def test_a_float16_sum_one_by_one_and_in_chunks():
    x = np.random.default_rng(0).standard_normal(8192).astype(np.float16)
    _, exact = chunk_state(x.astype(np.float64))
    assert exact / online_normalizer(x)[1] == pytest.approx(1.36, abs=0.005)
    m, ell = chunk_state(x.reshape(-1, 128))
    state = m[0], ell[0]
    for j in range(1, len(m)):
        state = merge(state, (m[j], ell[j]))
    assert exact / state[1] == pytest.approx(1, abs=0.005)


def test_rises_printed_in_the_lesson():
    maxima = np.random.default_rng(1).standard_normal((64, 128)).max(axis=1)
    assert (np.diff(np.maximum.accumulate(maxima)) > 0).sum() == 4
    rising = maxima + 0.5 * np.arange(64)
    assert (np.diff(np.maximum.accumulate(rising)) > 0).sum() == 44
