"""RoPE: values by hand, the loop as oracle, both layouts, conversion, refusals, laws, traps."""

import re
from math import pi, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.architecture.core_attention import scaled_dot_product_attention
from lessons.architecture.rope import (
    bfloat16,
    interleaved_pairs,
    rope_angles,
    rope_by_loop,
    rope_frequencies,
    rope_interleaved,
    rope_split_half,
    split_half_order,
    split_half_pairs,
    to_interleaved,
    to_split_half,
    to_split_half_by_column,
)

# The example of the lesson: d = 4, 90° and 30° a token.
ANGLES = np.deg2rad(np.outer(np.arange(4), [90, 30]))
VERY = np.tile([1.0, 0, 1, 0], (4, 1))

law = settings(max_examples=40, deadline=None, derandomize=True, database=None)
seeds = st.integers(0, 2**32 - 1)
widths = st.integers(1, 8).map(lambda pairs: 2 * pairs)
bases = st.floats(2, 1e7)
places = st.integers(0, 100_000)
layouts = pytest.mark.parametrize(
    ("rope", "pairs"),
    [(rope_interleaved, interleaved_pairs), (rope_split_half, split_half_pairs)],
)


def assert_same(actual, expected, atol=1e-12):
    np.testing.assert_allclose(actual, expected, rtol=1e-10, atol=atol)


def refused(message):
    return pytest.raises(ValueError, match=f"^{re.escape(message)}$")


def random(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape)


def test_neighbours_by_hand():
    turned = rope_interleaved(np.array([[1, 2, 3, 4]]), ANGLES[1:2])
    assert_same(turned, [[-2, 1, 1.5 * sqrt(3) - 2, 1.5 + 2 * sqrt(3)]])
    np.testing.assert_allclose(turned, [[-2, 1, 0.598, 4.964]], atol=1e-3)


def test_halves_by_hand():
    turned = rope_split_half(np.array([[1, 2, 3, 4]]), ANGLES[1:2])
    assert_same(turned, [[-3, sqrt(3) - 2, 1, 1 + 2 * sqrt(3)]])
    np.testing.assert_allclose(turned, [[-3, -0.268, 1, 4.464]], atol=1e-3)


def test_scores_by_hand_have_one_number_a_diagonal():
    turned = rope_interleaved(VERY, ANGLES)
    by_distance = np.array([2, sqrt(3) / 2, -0.5, 0])
    distance = np.abs(np.subtract.outer(np.arange(4), np.arange(4)))
    assert_same(turned @ turned.T, by_distance[distance])


@pytest.mark.parametrize(
    ("d", "base", "expected"),
    [(2, 10_000, [1]), (4, 10_000, [1, 0.01]), (6, 1e6, [1, 0.01, 1e-4]), (4, 1, [1, 1])],
)
def test_frequencies_by_hand(d, base, expected):
    assert_same(rope_frequencies(d, base), expected)


def test_angles_are_positions_times_frequencies():
    assert_same(rope_angles([0, 1, 7], 4, 10_000), [[0, 0], [1, 0.01], [7, 0.07]])


def test_pairs_and_order_of_six_components():
    assert interleaved_pairs(6) == [(0, 1), (2, 3), (4, 5)]
    assert split_half_pairs(6) == [(0, 3), (1, 4), (2, 5)]
    np.testing.assert_array_equal(split_half_order(6), [0, 2, 4, 1, 3, 5])


def test_conversion_by_hand_stays_within_each_head():
    weights = np.arange(8)[None]
    np.testing.assert_array_equal(to_split_half(weights, 2), [[0, 2, 1, 3, 4, 6, 5, 7]])
    np.testing.assert_array_equal(to_split_half(weights, 1), [[0, 2, 4, 6, 1, 3, 5, 7]])
    np.testing.assert_array_equal(to_split_half(weights, 4), weights)
    np.testing.assert_array_equal(to_split_half(weights[0], 2), [0, 2, 1, 3, 4, 6, 5, 7])


def test_bfloat16_rounds_to_nearest_and_ties_to_even():
    given = [0, 1, 256, 257, 258, 259, 2049, 15_962, -257, 0.1]
    expected = [0, 1, 256, 256, 258, 260, 2048, 15_936, -256, 0.10009765625]
    np.testing.assert_array_equal(bfloat16(given), np.float32(expected))
    assert bfloat16(257).shape == ()


@layouts
@law
@given(seeds, widths, st.lists(places, min_size=1, max_size=5), bases)
def test_fast_form_equals_the_loop(rope, pairs, seed, d, positions, base):
    x = random(seed, 2, len(positions), d)
    angles = rope_angles(positions, d, base)
    assert_same(rope(x, angles), rope_by_loop(x, angles, pairs(d)))


@law
@given(seeds, widths, st.lists(places, min_size=1, max_size=5), bases)
def test_layouts_are_one_computation_in_two_orders(seed, d, positions, base):
    x, angles = random(seed, len(positions), d), rope_angles(positions, d, base)
    order = split_half_order(d)
    halves = rope_split_half(x[:, order], angles)
    np.testing.assert_array_equal(halves, rope_interleaved(x, angles)[:, order])


@layouts
@law
@given(seeds, widths, places, places, places, bases)
def test_score_depends_on_the_distance_alone(rope, pairs, seed, d, m, n, shift, base):
    q, k = random(seed, 2, 1, d)

    def score(m, n):
        turned = [rope(x, rope_angles([at], d, base)) for x, at in ((q, m), (k, n))]
        return (turned[0] * turned[1]).sum()

    np.testing.assert_allclose(score(m + shift, n + shift), score(m, n), atol=1e-8)
    relative = rope(q, rope_angles([m - n], d, base))
    np.testing.assert_allclose((relative * k).sum(), score(m, n), atol=1e-8)


@layouts
@law
@given(seeds, widths, places, bases)
def test_lengths_are_kept_and_the_negative_angle_undoes(rope, pairs, seed, d, m, base):
    x, angles = random(seed, 1, d), rope_angles([m], d, base)
    turned = rope(x, angles)
    assert_same(np.linalg.norm(turned), np.linalg.norm(x))
    assert_same(rope(turned, -angles), x)


@layouts
@law
@given(seeds, widths)
def test_position_zero_turns_nothing(rope, pairs, seed, d):
    x = random(seed, 1, d)
    np.testing.assert_array_equal(rope(x, rope_angles([0], d)), x)


@law
@given(seeds, st.integers(1, 4), widths)
def test_conversion_equals_its_slow_form_and_is_undone(seed, heads, d):
    weights = random(seed, 3, heads * d)
    converted = to_split_half(weights, heads)
    np.testing.assert_array_equal(converted, to_split_half_by_column(weights, heads))
    np.testing.assert_array_equal(to_interleaved(converted, heads), weights)


@law
@given(seeds, st.sampled_from([(1, 1), (4, 2), (6, 3), (8, 2)]), widths, bases)
def test_converted_weights_give_the_same_attention(seed, heads, d, base):
    H, G = heads
    model = Model(seed, H, G, d, base)
    halves = model.run(rope_split_half, *model.converted())
    assert_same(halves, model.run(rope_interleaved, model.W_Q, model.W_K, model.W_V))


class Model:
    """Random weights in the layout of neighbours, and a text to read."""

    def __init__(self, seed, H=8, G=2, d=16, base=10_000.0, T=12, D=24):
        rng = np.random.default_rng(seed)
        self.H, self.G, self.d = H, G, d
        self.x = rng.standard_normal((T, D))
        self.W_Q, self.W_K, self.W_V = (
            rng.standard_normal((D, n * d)) / sqrt(D) for n in (H, G, G)
        )
        self.angles = rope_angles(np.arange(T), d, base)

    def converted(self):
        return to_split_half(self.W_Q, self.H), to_split_half(self.W_K, self.G), self.W_V

    def run(self, rope, W_Q, W_K, W_V):
        T = len(self.x)
        q, k, v = ((self.x @ W).reshape(T, -1, self.d).swapaxes(0, 1) for W in (W_Q, W_K, W_V))
        return scaled_dot_product_attention(
            rope(q, self.angles), rope(k, self.angles), v, causal=True
        )

    def error_by_token(self, *weights):
        right = self.run(rope_interleaved, self.W_Q, self.W_K, self.W_V)
        return np.abs(self.run(rope_split_half, *weights) - right).max(axis=(0, 2))


@layouts
@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_type_is_kept(rope, pairs, dtype):
    x = np.ones((2, 3, 4), dtype)
    turned = rope(x, rope_angles([0, 1, 2], 4))
    assert turned.dtype == dtype
    np.testing.assert_array_equal(x, np.ones((2, 3, 4)))


@layouts
@pytest.mark.parametrize("dtype", [np.int64, np.uint8, np.bool_])
def test_what_is_no_float_becomes_float64(rope, pairs, dtype):
    assert rope(np.ones((1, 4), dtype), ANGLES[:1]).dtype == np.float64


@layouts
def test_angles_keep_their_precision_when_x_has_little(rope, pairs):
    angles = rope_angles([4095], 4, base=500_000)
    x = np.array([[1.0, 0.5, -0.5, 1.0]])
    turned = rope(x.astype(np.float16), angles)
    np.testing.assert_allclose(turned, rope(x, angles), atol=2e-3)


def test_the_loop_refuses_tokens_without_angles():
    with pytest.raises(ValueError, match="zip"):
        rope_by_loop(np.ones((2, 4)), ANGLES[:1], interleaved_pairs(4))


@layouts
def test_no_tokens_are_no_error(rope, pairs):
    assert rope(np.ones((2, 0, 4)), rope_angles([], 4)).shape == (2, 0, 4)


@layouts
@pytest.mark.parametrize(
    ("x", "angles", "message"),
    [
        (np.ones(4), ANGLES[:1], "x has shape (4,); it must be (..., tokens, even width)"),
        (np.ones((1, 3)), ANGLES[:1], "x has shape (1, 3); it must be (..., tokens, even width)"),
        (np.ones((1, 0)), ANGLES[:1], "x has shape (1, 0); it must be (..., tokens, even width)"),
        (np.ones((3, 4)), ANGLES, "angles has shape (4, 2); this x needs (3, 2)"),
        (np.ones((4, 6)), ANGLES, "angles has shape (4, 2); this x needs (4, 3)"),
        (np.ones((4, 4)), ANGLES[0], "angles has shape (2,); this x needs (4, 2)"),
        (np.ones((4, 4)) * 1j, ANGLES, "x has type complex128; it must be real"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(rope, pairs, x, angles, message):
    with refused(message):
        rope(x, angles)


@pytest.mark.parametrize("d", [3, 1, 0, -2])
def test_odd_widths_are_refused(d):
    with refused(f"d is {d}; pairs need an even width of at least 2"):
        rope_frequencies(d)


@pytest.mark.parametrize("base", [0, -10_000, float("inf"), float("nan")])
def test_impossible_bases_are_refused(base):
    with refused(f"base is {base}; it must be above 0 and finite"):
        rope_frequencies(4, base)


def test_positions_with_a_batch_axis_are_refused():
    with refused("positions has shape (1, 3); it must be (tokens,)"):
        rope_angles([[0, 1, 2]], 4)


@pytest.mark.parametrize("convert", [to_split_half, to_interleaved, to_split_half_by_column])
@pytest.mark.parametrize("heads", [-1, 0, 3, 8])
def test_heads_that_do_not_fit_are_refused(convert, heads):
    with refused(f"weights has 8 columns; {heads} heads of even width do not fit"):
        convert(np.ones((2, 8)), heads)


def test_numbers_at_real_size():
    for base, longest, turn in ((1e4, 54_410, 50), (5e5, 2_559_196, 35), (1e6, 5_063_256, 34)):
        waves = 2 * pi / rope_frequencies(128, base)
        assert waves[0] == pytest.approx(2 * pi)
        assert waves[-1] == pytest.approx(longest, abs=1)
        assert (waves <= 8192).sum() == turn
    moved = (split_half_order(128) != np.arange(128)).sum()
    assert 40 * moved == 5040


def test_equal_vectors_first_rise_from_distance_11_to_12():
    score = np.cos(np.outer(np.arange(65), rope_frequencies(128))).sum(axis=1)
    assert (np.flatnonzero(np.diff(score) > 0) + 1)[0] == 12


def test_a_key_turned_ahead_is_scored_highest_at_that_distance():
    ones = np.ones((1, 128))
    key = rope_interleaved(ones, rope_angles([16], 128, 5e5))
    queries = rope_interleaved(np.repeat(ones, 65, axis=0), rope_angles(np.arange(65), 128, 5e5))
    assert np.argmax(queries @ key[0]) == 16


@pytest.mark.parametrize("base", [1e4, 5e5])
@pytest.mark.parametrize("distance", [0, 1, 16, 2048])
def test_correlation_with_the_wrong_layout_is_the_overlap_of_two_rotations(base, distance):
    rng, angles = np.random.default_rng(0), rope_angles([distance], 128, base)
    q, k = rng.standard_normal((2, 2000, 1, 128))
    right = (rope_interleaved(q, angles) * k).sum((1, 2))
    wrong = (rope_split_half(q, angles) * k).sum((1, 2))
    units = np.eye(128)[:, None]
    overlap = (rope_interleaved(units, angles) * rope_split_half(units, angles)).sum() / 128
    assert np.corrcoef(right, wrong)[0, 1] == pytest.approx(overlap, abs=0.06)


def test_numbers_of_the_formats():
    places, frequencies = np.arange(8192), rope_frequencies(128, 5e5)
    assert len(np.unique(bfloat16(places))) == 897
    assert len(np.unique(places.astype(np.float16))) == 4097
    assert len(np.unique(bfloat16(places[-32:]))) == 2
    error = np.abs(np.outer(places, bfloat16(frequencies).astype(float) - frequencies))
    assert error.max() == pytest.approx(14.65, abs=0.01)
    assert np.float16(2049) == 2048


def test_trap_layout_not_converted_is_right_for_the_first_token_only():
    model = Model(0)
    error = model.error_by_token(model.W_Q, model.W_K, model.W_V)
    assert error[0] == 0
    assert error[1:].min() > 0.05


def test_trap_columns_permuted_across_heads():
    model = Model(0)
    error = model.error_by_token(
        to_split_half(model.W_Q, 1), to_split_half(model.W_K, 1), model.W_V
    )
    assert error[0] == 0
    assert error[1:].min() > 0.1


def test_trap_keys_permuted_with_the_quotient_of_head_counts():
    model = Model(0)
    wrong = to_split_half(model.W_K, model.H // model.G)
    assert model.error_by_token(model.converted()[0], wrong, model.W_V)[1:].min() > 0.05
    lucky = Model(0, H=4, G=2)  # as in Llama 2 70B, where 64 / 8 = 8
    wrong = to_split_half(lucky.W_K, lucky.H // lucky.G)
    assert_same(lucky.error_by_token(lucky.converted()[0], wrong, lucky.W_V), np.zeros(12))


def test_trap_values_permuted_fails_at_once():
    model = Model(0)
    Q, K, V = model.converted()
    assert model.error_by_token(Q, K, to_split_half(V, model.G)).min() > 0.5


def last_output(q, k, v, turn_q, turn_k, turn_v):
    return scaled_dot_product_attention(turn_q(q), turn_k(k), turn_v(v), causal=True)[:, -1]


def test_trap_turning_the_query_only_or_the_values_too():
    q, k, v = random(0, 3, 2, 6, 8)

    def at(positions):
        return lambda x: rope_interleaved(x, rope_angles(positions, 8))

    def unturned(x):
        return x

    here, later, moved = np.arange(6), np.arange(6) + 1000, [-9, 1, 2, 3, 4, 5]

    def change(other, way):
        outputs = [
            last_output(q, k, v, *(at(m) if turned else unturned for turned in way))
            for m in (here, other)
        ]
        return np.abs(outputs[1] - outputs[0]).max()

    q_and_k, q_only, all_three = (True, True, False), (True, False, False), (True, True, True)
    assert change(later, q_and_k) < 1e-9
    assert change(moved, q_and_k) > 0.1
    assert change(later, q_only) > 0.1
    assert change(moved, q_only) == 0
    assert change(later, all_three) > 0.1


def test_trap_angles_along_the_heads_cancel():
    q, k = random(0, 2, 4, 6, 8)
    angles = rope_angles(np.arange(4), 8)
    turned = [rope_interleaved(x.swapaxes(0, 1), angles).swapaxes(0, 1) for x in (q, k)]
    assert_same(turned[0] @ turned[1].mT, q @ k.mT)


def test_trap_position_zero_for_every_new_token():
    q, k, v = random(0, 3, 2, 10, 16)
    at_once_angles = rope_angles(np.arange(10), 16)
    turned_q, turned_k = (rope_split_half(x, at_once_angles) for x in (q, k))
    wanted = scaled_dot_product_attention(turned_q, turned_k, v, causal=True)[:, 9:]

    def last_token_at(position):
        angles = rope_angles([position], 16)
        cache = np.concatenate([turned_k[:, :9], rope_split_half(k[:, 9:], angles)], axis=1)
        return scaled_dot_product_attention(
            rope_split_half(q[:, 9:], angles), cache, v, causal=True
        )

    assert_same(last_token_at(9), wanted)
    assert np.abs(last_token_at(0) - wanted).max() > 0.1


def test_trap_exponent_without_its_minus():
    assert_same(rope_frequencies(4)[1], 0.01)
    assert 10_000 ** (2 * 1 / 4) == 100
