"""Mixture of experts: values by hand, the dense sum as oracle, edges, refusals, laws, traps."""

import re
from math import e

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lessons.architecture.core_attention import softmax
from lessons.architecture.moe_basics import (
    Routing,
    affinities,
    close_groups,
    dispatch,
    experts_touched,
    gate_matrix,
    moe_by_dense_sum,
    moe_layer,
    sigmoid,
    swiglu,
    top_k_route,
)
from lessons.constants import DEEPSEEK_V3, EXPERT_MODELS, MIXTRAL_8X7B

# Four tokens of width 2; A doubles, B swaps, C changes the sign: the example of the lesson.
X = np.array([[2, 0], [0, 2], [1, 1], [-1, 0]])
W_ROUTER = np.array([[1, 0, -1], [0, 1, 0]])
EXPERTS = [lambda v: 2 * v, lambda v: v[:, ::-1], lambda v: -v]
HALVES = [lambda v: v / 2]
ROW = np.array([[2.0, 1, 0, -1]])
RULES = ["softmax_top_k", "top_k_softmax", "sigmoid_top_k"]

law = settings(max_examples=40, deadline=None, derandomize=True, database=None)
seeds = st.integers(0, 2**32 - 1)
rules = st.sampled_from(RULES)


def random_mlps(rng, E, D=3, F=5):
    def one():
        W_gate, W_up = rng.standard_normal((2, D, F))
        W_down = rng.standard_normal((F, D))
        return lambda v: swiglu(v, W_gate, W_up, W_down)

    return [one() for _ in range(E)]


def assert_same(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=1e-10, atol=1e-12)


def by_hand():
    return top_k_route(X @ W_ROUTER, 2, "top_k_softmax")


def test_routing_by_hand_is_exact():
    routing = by_hand()
    np.testing.assert_array_equal(routing.experts, [[0, 1], [1, 0], [0, 1], [2, 1]])
    far, near = e**2 / (e**2 + 1), e / (e + 1)
    expected = [[far, 1 - far], [far, 1 - far], [0.5, 0.5], [near, 1 - near]]
    assert_same(routing.weights, expected)


def test_dispatch_by_hand():
    sent = dispatch(by_hand(), 3)
    np.testing.assert_array_equal(sent.token, [0, 1, 2, 0, 1, 2, 3, 3])
    np.testing.assert_array_equal(sent.load, [3, 4, 1])
    expected = [0.881, 0.119, 0.5, 0.119, 0.881, 0.5, 0.269, 0.731]
    np.testing.assert_allclose(sent.weight, expected, atol=1e-3)


def test_layer_by_hand():
    routed = [[3.523, 0.238], [1.762, 0.477], [1.5, 1.5], [0.731, -0.269]]
    np.testing.assert_allclose(moe_layer(X, by_hand(), EXPERTS), routed, atol=1e-3)
    whole = [[4.523, 0.238], [1.762, 1.477], [2, 2], [0.231, -0.269]]
    np.testing.assert_allclose(moe_layer(X, by_hand(), EXPERTS, HALVES), whole, atol=1e-3)


def test_gate_matrix_by_hand():
    expected = [[0.881, 0.119, 0], [0.119, 0.881, 0], [0.5, 0.5, 0], [0, 0.269, 0.731]]
    np.testing.assert_allclose(gate_matrix(by_hand(), 3), expected, atol=1e-3)


@pytest.mark.parametrize(
    ("rule", "options", "weights"),
    [
        ("softmax_top_k", {}, [0.644, 0.237]),
        ("softmax_top_k", {"renormalise": True}, [0.731, 0.269]),
        ("top_k_softmax", {}, [0.731, 0.269]),
        ("top_k_softmax", {"renormalise": True}, [0.731, 0.269]),
        ("sigmoid_top_k", {}, [0.881, 0.731]),
        ("sigmoid_top_k", {"renormalise": True}, [0.546, 0.454]),
        ("sigmoid_top_k", {"renormalise": True, "scale": 2.5}, [1.366, 1.134]),
        ("softmax_top_k", {"scale": 16}, [10.303, 3.790]),
    ],
)
def test_rules_on_one_row(rule, options, weights):
    routing = top_k_route(ROW, 2, rule, **options)
    np.testing.assert_array_equal(routing.experts, [[0, 1]])
    np.testing.assert_allclose(routing.weights[0], weights, atol=1e-3)


def test_llama_4_takes_one_sigmoid():
    routing = top_k_route(ROW, 1, "sigmoid_top_k")
    np.testing.assert_allclose(routing.weights, [[0.881]], atol=1e-3)


def test_bias_by_hand():
    s = np.array([[0.9, 0.8, 0.5, 0.4]])
    z, b = np.log(s / (1 - s)), np.array([0, -0.5, 0.2, 0])
    plain = top_k_route(z, 2, "sigmoid_top_k", renormalise=True)
    np.testing.assert_array_equal(plain.experts, [[0, 1]])
    assert_same(plain.weights, [[9 / 17, 8 / 17]])
    steered = top_k_route(z, 2, "sigmoid_top_k", bias=b, renormalise=True)
    np.testing.assert_array_equal(steered.experts, [[0, 2]])
    assert_same(steered.weights, [[9 / 14, 5 / 14]])


def test_groups_by_hand():
    choice = np.array([[0.9, 0.1, 0.6, 0.5, 0.2, 0.2]])
    closed = close_groups(choice, 2, groups=3, open_groups=1)
    inf = np.inf  # two best together: 1.0, 1.1, 0.4
    np.testing.assert_array_equal(closed, [[-inf, -inf, 0.6, 0.5, -inf, -inf]])
    by_best = close_groups(choice, 1, groups=3, open_groups=1)
    np.testing.assert_array_equal(by_best, [[0.9, 0.1, -inf, -inf, -inf, -inf]])


def test_deepseek_v3_uses_four_of_eight_groups():
    rng = np.random.default_rng(0)
    z, b = rng.standard_normal((50, 256)), rng.standard_normal(256)
    options = {"bias": b, "groups": 8, "open_groups": 4, "renormalise": True, "scale": 2.5}
    routing = top_k_route(z, 8, "sigmoid_top_k", **options)
    s = 1 / (1 + np.exp(-z))
    for token, chosen in enumerate(routing.experts):
        sums = s[token] + b
        best_two = [sum(sorted(group)[-2:]) for group in sums.reshape(8, 32)]
        opened = np.argsort(best_two)[-4:]
        candidates = [i for i in range(256) if i // 32 in opened]
        expected = sorted(candidates, key=lambda i: -sums[i])[:8]
        np.testing.assert_array_equal(chosen, expected)
    assert_same(routing.weights.sum(axis=1), np.full(50, 2.5))


def test_swiglu_by_hand():
    one, x = np.ones((1, 1)), np.array([[2.0]])
    assert_same(swiglu(x, one, one, one), [[4 / (1 + e**-2)]])
    assert_same(swiglu(x, one, 3 * one, one / 2), [[6 / (1 + e**-2)]])


def test_sigmoid_is_exact_at_both_ends():
    x = np.array([-800.0, -40, -17, 0, 40, 800])
    assert_same(sigmoid(x), [0, e**-40, e**-17 / (1 + e**-17), 0.5, 1, 1])
    assert sigmoid(np.array([-40.0]))[0] == pytest.approx(e**-40, rel=1e-12)


@pytest.mark.parametrize(
    ("T", "touched"), [(0, 0), (1, 8), (16, 101.96), (64, 222.44), (256, 255.92)]
)
def test_experts_touched_as_printed(T, touched):
    assert experts_touched(256, 8, T) == pytest.approx(touched, abs=0.005)


def test_experts_touched_takes_arrays_and_all_of_all():
    np.testing.assert_array_equal(experts_touched(4, 4, np.array([1, 2])), [4, 4])


@pytest.mark.parametrize("T", [1, 16, 64])
def test_experts_touched_agrees_with_routing(T):
    rng = np.random.default_rng(T)
    loads = [dispatch(top_k_route(rng.standard_normal((T, 64)), 4), 64).load for _ in range(200)]
    measured = np.mean([np.count_nonzero(load) for load in loads])
    assert measured == pytest.approx(experts_touched(64, 4, T), rel=0.02)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("shared", [0, 1, 2])
@pytest.mark.parametrize(
    ("T", "E", "k"), [(1, 1, 1), (1, 8, 2), (7, 4, 1), (5, 4, 4), (20, 16, 4), (0, 3, 2)]
)
def test_dispatch_equals_the_dense_sum(rule, shared, T, E, k):
    rng = np.random.default_rng(0)
    x, z = rng.standard_normal((T, 3)), rng.standard_normal((T, E))
    mlps, always = random_mlps(rng, E), random_mlps(rng, shared)
    for options in ({}, {"renormalise": True, "bias": rng.standard_normal(E)}):
        routing = top_k_route(z, k, rule, **options)
        assert_same(moe_layer(x, routing, mlps, always), moe_by_dense_sum(x, routing, mlps, always))


def test_an_expert_runs_once_and_only_on_its_tokens():
    seen = []

    def watched(index):
        def run(v):
            seen.append((index, len(v)))
            return EXPERTS[index](v)

        return run

    moe_layer(X, by_hand(), [watched(i) for i in range(3)])
    assert seen == [(0, 3), (1, 4), (2, 1)]


def test_ties_go_to_the_lower_index():
    routing = top_k_route(np.zeros((2, 5)), 3)
    np.testing.assert_array_equal(routing.experts, [[0, 1, 2]] * 2)


def test_ties_of_many_experts_and_of_groups_go_to_the_lower_index():
    z = np.random.default_rng(0).integers(0, 3, (20, 64)).astype(float)
    best = [sorted(range(64), key=lambda e, row=row: -row[e])[:6] for row in z]
    np.testing.assert_array_equal(top_k_route(z, 6).experts, best)
    kept = close_groups(z, 1, groups=64, open_groups=6)
    np.testing.assert_array_equal([np.flatnonzero(np.isfinite(row)) for row in kept], np.sort(best))
    sent = dispatch(top_k_route(np.zeros((40, 2)), 2), 2)
    np.testing.assert_array_equal(sent.token, [*range(40), *range(40)])


def test_a_group_counts_by_as_many_as_a_token_has_there_rounded_down():
    choice = np.array([[5, 0, 0, 4, 4, 0]])
    kept = close_groups(choice, k=3, groups=2, open_groups=2)
    assert np.isfinite(kept).all()
    kept = close_groups(choice, k=1, groups=2, open_groups=1)
    np.testing.assert_array_equal(np.isneginf(kept[0]), [False] * 3 + [True] * 3)
    kept = close_groups(np.tile(choice, 2), k=3, groups=4, open_groups=2)
    np.testing.assert_array_equal(
        np.isneginf(kept[0]), [False] * 3 + [True] * 3 + [False] * 3 + [True] * 3
    )


def test_all_experts_is_plain_softmax():
    assert_same(gate_matrix(top_k_route(ROW, 4), 4), softmax(ROW))


def test_affinities_that_vanish_leave_zeros_not_nan():
    routing = top_k_route(np.full((1, 3), -1e5), 2, "sigmoid_top_k", renormalise=True)
    np.testing.assert_array_equal(routing.weights, [[0, 0]])


def test_float32_stays_and_lists_become_float64():
    x, z = X.astype(np.float32), (X @ W_ROUTER).astype(np.float32)
    for rule in RULES:
        routing = top_k_route(z, 2, rule, renormalise=True, scale=np.float64(2.5))
        assert routing.weights.dtype == np.float32
        assert gate_matrix(routing, 3).dtype == np.float32
        assert moe_layer(x, routing, EXPERTS, HALVES).dtype == np.float32
    assert top_k_route([[2, 1, 0]], 2).weights.dtype == np.float64


def test_arguments_are_not_changed():
    z, b, x = ROW.copy(), np.arange(4.0), np.ones((1, 2))
    routing = top_k_route(z, 2, bias=b, groups=2, open_groups=1)
    before = [array.copy() for array in routing]
    moe_layer(x, routing, [EXPERTS[0]] * 4, HALVES)
    np.testing.assert_array_equal(z, ROW)
    np.testing.assert_array_equal(b, np.arange(4.0))
    np.testing.assert_array_equal(x, np.ones((1, 2)))
    for array, copy in zip(routing, before, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 0}, "k is 0; with 4 experts open it must be 1 to 4"),
        ({"k": 5}, "k is 5; with 4 experts open it must be 1 to 4"),
        (
            {"k": 3, "groups": 2, "open_groups": 1},
            "k is 3; with 2 experts open it must be 1 to 2",
        ),
        ({"groups": 3}, "groups is 3; 4 experts need a divisor of 4"),
        ({"groups": 0}, "groups is 0; 4 experts need a divisor of 4"),
        ({"groups": 2, "open_groups": 3}, "open_groups is 3; it must be 1 to 2"),
        ({"groups": 2, "open_groups": 0}, "open_groups is 0; it must be 1 to 2"),
        ({"bias": np.zeros(3)}, "bias has 3 values; 4 experts need 4"),
        ({"bias": np.zeros((1, 4))}, "bias has shape (1, 4); it must have 1 axes"),
        ({"logits": np.zeros(4)}, "logits has shape (4,); it must have 2 axes"),
        ({"logits": ROW * 1j}, "logits has type complex128; it must be real"),
        (
            {"rule": "softmax"},
            "rule is 'softmax'; it must be softmax_top_k, top_k_softmax or sigmoid_top_k",
        ),
    ],
)
def test_what_does_not_fit_is_refused_in_words(options, message):
    arguments = {"logits": ROW, "k": 2, **options}
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        top_k_route(**arguments)


@pytest.mark.parametrize("form", [moe_layer, moe_by_dense_sum])
@pytest.mark.parametrize(
    ("x", "experts", "message"),
    [
        (X[:3], EXPERTS, "routing has 4 rows; x has 3"),
        (X, EXPERTS[:2], "routing names expert 2; there are 2, counted from 0"),
        (X[0], EXPERTS, "x has shape (2,); it must have 2 axes"),
    ],
)
def test_a_layer_refuses_a_routing_that_does_not_fit(form, x, experts, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        form(x, by_hand(), experts)


def test_an_expert_named_twice_is_refused():
    routing = Routing(np.array([[0, 1], [2, 2]]), np.full((2, 2), 0.5))
    for form in (dispatch, gate_matrix):
        with pytest.raises(ValueError, match=r"^routing names expert 2 twice for one token$"):
            form(routing, 3)


@pytest.mark.parametrize("rule", RULES)
def test_logits_that_are_no_numbers_are_refused(rule):
    with pytest.raises(ValueError, match=r"^logits hold NaN; each must be a number or infinite$"):
        top_k_route(np.array([[0, np.nan, 1]]), 1, rule)


def test_a_negative_expert_is_refused():
    routing = Routing(np.array([[-1]]), np.array([[1.0]]))
    for form in (dispatch, gate_matrix):
        with pytest.raises(ValueError, match=r"^routing names expert -1; there are 3"):
            form(routing, 3)


@law
@given(seeds, st.integers(1, 6), st.integers(1, 8), st.data())
def test_either_order_of_softmax_and_top_k_agrees_if_renormalised(seed, T, E, data):
    k = data.draw(st.integers(1, E))
    z = 3 * np.random.default_rng(seed).standard_normal((T, E))
    first = top_k_route(z, k, "softmax_top_k", renormalise=True)
    last = top_k_route(z, k, "top_k_softmax")
    np.testing.assert_array_equal(first.experts, last.experts)
    assert_same(first.weights, last.weights)


@law
@given(seeds, rules, st.integers(2, 8), st.floats(-5, 5))
def test_a_common_bias_changes_nothing(seed, rule, E, shift):
    z = np.random.default_rng(seed).standard_normal((3, E))
    plain, shifted = top_k_route(z, 2, rule), top_k_route(z, 2, rule, bias=np.full(E, shift))
    assert_same(gate_matrix(shifted, E), gate_matrix(plain, E))


@law
@given(seeds, rules, st.integers(2, 8))
def test_a_bias_never_changes_the_weight_of_who_is_chosen(seed, rule, E):
    rng = np.random.default_rng(seed)
    z, b = rng.standard_normal((3, E)), rng.standard_normal(E)
    routing = top_k_route(z, 2, rule, bias=b)
    expected = np.take_along_axis(affinities(z, rule), routing.experts, axis=1)
    assert_same(routing.weights, softmax(expected) if rule == "top_k_softmax" else expected)


@law
@given(seeds, rules, st.integers(1, 6), st.integers(2, 8))
def test_loads_count_every_visit(seed, rule, T, E):
    z = np.random.default_rng(seed).standard_normal((T, E))
    routing = top_k_route(z, 2, rule)
    sent = dispatch(routing, E)
    assert sent.load.sum() == 2 * T
    np.testing.assert_array_equal(sent.load, (gate_matrix(routing, E) > 0).sum(axis=0))
    np.testing.assert_array_equal(np.bincount(sent.token, minlength=T), np.full(T, 2))


@law
@given(seeds, rules)
def test_a_token_does_not_depend_on_its_batch(seed, rule):
    rng = np.random.default_rng(seed)
    x, z, mlps = rng.standard_normal((5, 3)), rng.standard_normal((5, 4)), random_mlps(rng, 4)
    together = moe_layer(x, top_k_route(z, 2, rule), mlps)
    for t in range(5):
        alone = moe_layer(x[[t]], top_k_route(z[[t]], 2, rule), mlps)
        assert_same(alone[0], together[t])


@law
@given(seeds, rules)
def test_the_order_of_the_experts_does_not_matter(seed, rule):
    rng = np.random.default_rng(seed)
    x, z, mlps = rng.standard_normal((5, 3)), rng.standard_normal((5, 4)), random_mlps(rng, 4)
    order = rng.permutation(4)
    shuffled = moe_layer(x, top_k_route(z[:, order], 2, rule), [mlps[i] for i in order])
    assert_same(shuffled, moe_layer(x, top_k_route(z, 2, rule), mlps))


@law
@given(seeds, st.sampled_from([(1, 1), (2, 1), (4, 2), (4, 3), (8, 8)]), st.integers(1, 3))
def test_only_open_groups_are_visited(seed, groups, k):
    count, opened = groups
    z = np.random.default_rng(seed).standard_normal((4, 24))
    routing = top_k_route(z, k, groups=count, open_groups=opened)
    visited = routing.experts // (24 // count)
    assert all(len(set(row)) <= opened for row in visited.tolist())


@law
@given(st.integers(1, 64), st.integers(1, 500), st.data())
def test_experts_touched_lies_between_k_and_all(E, T, data):
    k = data.draw(st.integers(1, E))
    touched = experts_touched(E, k, T)
    assert min(k, E) - 1e-9 <= touched <= min(E, k * T) + 1e-9


def test_trap_weights_left_in_the_order_of_the_tokens():
    routing = by_hand()
    sent = dispatch(routing, 3)
    assert not np.allclose(sent.weight, routing.weights.ravel())


def test_trap_assignment_in_place_of_adding():
    sent = dispatch(by_hand(), 3)
    bundles = np.split(X[sent.token], np.cumsum(sent.load)[:-1])
    results = np.concatenate([run(v) for run, v in zip(EXPERTS, bundles, strict=True)])
    out = np.zeros((4, 2))
    out[sent.token] += sent.weight[:, None] * results
    assert not np.allclose(out, moe_layer(X, by_hand(), EXPERTS))


def test_trap_softmax_over_all_is_short_by_what_the_others_hold():
    rng = np.random.default_rng(0)
    for E, kept in ((128, 0.29), (256, 0.19)):
        weights = top_k_route(rng.standard_normal((1000, E)), 8).weights
        assert weights.sum(axis=1).mean() == pytest.approx(kept, abs=0.01)


def test_trap_bias_in_the_weight():
    s, b = np.array([0.9, 0.5]), np.array([0, 0.2])
    assert_same((s + b) / (s + b).sum(), [0.5625, 0.4375])
    tiny, large = np.float32(3e-8), np.float32(12)
    assert (tiny + large) - large == 0


def test_trap_closed_groups_set_to_zero():
    choice = np.array([[-0.1, -0.2, -0.4, -0.7]])
    closed = close_groups(choice, 2, groups=2, open_groups=1)
    np.testing.assert_array_equal(np.argsort(-closed, kind="stable")[0, :2], [0, 1])
    zeroed = np.where(np.isneginf(closed), 0, closed)
    np.testing.assert_array_equal(np.argsort(-zeroed, kind="stable")[0, :2], [2, 3])


def test_trap_weight_on_the_input():
    one, x, g = np.ones((1, 1)), np.array([[2.0]]), 0.731
    assert (g * swiglu(x, one, one, one)).item() == pytest.approx(2.575, abs=1e-3)
    assert swiglu(g * x, one, one, one).item() == pytest.approx(1.735, abs=1e-3)


def test_trap_shared_expert_inside_the_weighted_sum():
    weighted = moe_layer(X, by_hand(), EXPERTS) + by_hand().weights[:, [0]] * (X / 2)
    assert not np.allclose(weighted, moe_layer(X, by_hand(), EXPERTS, HALVES))


def test_sizes_printed_in_the_lesson():
    assert MIXTRAL_8X7B.parameters == 46_702_792_704
    mix = DEEPSEEK_V3.experts
    expert = 3 * DEEPSEEK_V3.model_width * DEEPSEEK_V3.mlp_width
    routed = (DEEPSEEK_V3.layers - mix.dense_layers) * mix.count * expert
    assert expert == 44_040_192
    assert routed / DEEPSEEK_V3.parameters == pytest.approx(0.974, abs=5e-4)
    more = experts_touched(256, 8, 64) - 8
    read = DEEPSEEK_V3.active_parameters + 58 * more * expert
    assert read == pytest.approx(584.4e9, abs=0.1e9)
    ratios = [round(shape.parameters / shape.active_parameters, 1) for shape in EXPERT_MODELS]
    assert ratios == [3.7, 10.9, 11.3, 18.3, 32.4, 5.8, 22.8]
