"""Mixture of experts: a router sends each token to a few of many MLPs.

Sources
  [1] Jiang et al., Mixtral of Experts, 2024, arXiv:2401.04088: §2.1
  [2] DeepSeek-AI, DeepSeek-V3 Technical Report, 2024, arXiv:2412.19437:
      eqs. 12–16 and node-limited routing, §2.1.2
  [3] deepseek-ai/DeepSeek-V3, inference/model.py: Gate and MoE

Symbols
  T tokens, D model width, F width of one expert, E experts, k for each token
  g    gate weights ([1]: G(x); [2]: g), 0 for an expert that is not chosen
  s    affinities of tokens to experts, b selection bias (both as in [2])

An expert is any function of a bundle of tokens, (n, D) -> (n, D).
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from lessons.architecture.core_attention import softmax

Array = npt.NDArray[np.floating]
IntArray = npt.NDArray[np.integer]
Expert = Callable[[Array], Array]


class Routing(NamedTuple):
    """Where each token goes, best expert first. Shapes: both (T, k)."""

    experts: IntArray
    weights: Array


class Dispatch(NamedTuple):
    """The T·k visits of tokens to experts, in the order of the experts."""

    token: IntArray  # (T·k,) which row of x
    weight: Array  # (T·k,)
    load: IntArray  # (E,) how many visits each expert gets


def sigmoid(x: Array) -> Array:
    """1 / (1 + e^-x), exact to rounding also where it is nearly 0."""
    return np.exp(-np.logaddexp(0, -x))


def affinities(logits: Array, rule: str) -> Array:
    """What the k largest are taken of, and the weights are made from."""
    if rule == "softmax_top_k":
        return softmax(logits)
    if rule == "sigmoid_top_k":
        return sigmoid(logits)
    if rule == "top_k_softmax":
        return logits
    needed = "softmax_top_k, top_k_softmax or sigmoid_top_k"
    raise ValueError(f"rule is {rule!r}; it must be {needed}")


def top_k_route(
    logits: Array, k: int, rule="softmax_top_k", *, renormalise=False,
    bias=None, groups=1, open_groups=1, scale=1.0,
) -> Routing:  # fmt: skip
    """The k experts of each token, and the weight of each in the sum.

    Shapes: logits (T, E), bias (E,) -> experts and weights (T, k)
    `rule` names what is done in which order. `bias` is added for choosing
    alone. Of several `groups` of neighbours, only the best `open_groups` take
    part. `renormalise` makes the weights sum to 1, `scale` multiplies them.
    Ties go to the lower index. Raises ValueError for what does not fit.
    Source: [1] §2.1; [2] eqs. 13–16.
    """
    z = _as_float("logits", logits)
    if np.isnan(z).any():
        raise ValueError("logits hold NaN; each must be a number or infinite")
    b = np.zeros(z.shape[1]) if bias is None else _as_float("bias", bias, 1)
    _check_sizes(z.shape[1], k, len(b), groups, open_groups)
    s = affinities(z, rule)
    choice = close_groups(s + b, k, groups, open_groups)
    experts = np.argsort(-choice, axis=1, kind="stable")[:, :k]
    weights = np.take_along_axis(s, experts, axis=1)  # without the bias
    if rule == "top_k_softmax":
        weights = softmax(weights)
    if renormalise:
        total = weights.sum(axis=1, keepdims=True)
        weights = weights / np.where(total == 0, 1, total)
    return Routing(experts, weights * weights.dtype.type(scale))


def close_groups(choice: Array, k: int, groups: int, open_groups: int) -> Array:
    """The same numbers, with -inf in all but the best groups of experts.

    Shapes: (T, E) -> (T, E). A group is as good as the sum of its best
    k // open_groups numbers. Source: [2] node-limited routing; [3] Gate,
    which without a bias takes the best number of each group alone.
    """
    T, E = choice.shape
    by_group = choice.reshape(T, groups, E // groups)
    best = np.sort(by_group, axis=2)[:, :, -max(1, k // open_groups) :]
    order = np.argsort(-best.sum(axis=2), axis=1, kind="stable")
    is_open = np.zeros((T, groups), dtype=bool)
    np.put_along_axis(is_open, order[:, :open_groups], True, axis=1)
    return np.where(is_open[:, :, None], by_group, -np.inf).reshape(T, E)


def dispatch(routing: Routing, E: int) -> Dispatch:
    """Sort the visits by expert, so that each expert's lie side by side.

    Raises ValueError where the routing names an expert that is not there.
    """
    _check_routing(routing, E)
    T, k = routing.experts.shape
    visits = routing.experts.reshape(T * k).astype(np.intp)
    order = np.argsort(visits, kind="stable")
    load = np.bincount(visits, minlength=E)
    return Dispatch(order // k, routing.weights.reshape(T * k)[order], load)


def moe_layer(
    x: Array, routing: Routing, experts: Sequence[Expert], shared=()
) -> Array:
    """Σ g_e · expert_e(x) over the chosen experts, plus every shared expert.

    Shapes: x (T, D) -> (T, D). Each expert runs once, on its own tokens.
    Raises ValueError for what does not fit. Source: [2] eq. 12, [3] MoE.
    """
    x = _as_float("x", x)
    _check_rows(len(x), routing)
    sent = dispatch(routing, len(experts))
    bundles = np.split(x[sent.token], np.cumsum(sent.load)[:-1])
    results = [
        run(bundle) for run, bundle in zip(experts, bundles, strict=True)
    ]
    weighted = sent.weight[:, None] * np.concatenate(results)
    out = np.zeros((len(x), weighted.shape[1]), weighted.dtype)
    np.add.at(out, sent.token, weighted)  # combine: a token has k visits
    return out + sum(run(x) for run in shared)


def moe_by_dense_sum(
    x: Array, routing: Routing, experts: Sequence[Expert], shared=()
) -> Array:
    """The same: every expert on every token, most of them times 0.

    Shapes: x (T, D) -> (T, D). Source: [1] §2.1.
    """
    x = _as_float("x", x)
    _check_rows(len(x), routing)
    gates = gate_matrix(routing, len(experts))
    out = sum(run(x) for run in shared)
    for e, run in enumerate(experts):
        out = out + gates[:, e, None] * run(x)
    return out


def gate_matrix(routing: Routing, E: int) -> Array:
    """The weights g of all experts, 0 where not chosen. Shapes: -> (T, E)."""
    _check_routing(routing, E)
    gates = np.zeros((len(routing.weights), E), routing.weights.dtype)
    np.put_along_axis(gates, routing.experts, routing.weights, axis=1)
    return gates


def swiglu(x: Array, W_gate: Array, W_up: Array, W_down: Array) -> Array:
    """What an expert is in most models: (SiLU(x W_gate) · x W_up) W_down.

    Shapes: x (n, D), W_gate and W_up (D, F), W_down (F, D) -> (n, D)
    SiLU(z) is z · sigmoid(z). Source: [1] §2.1; [3] Expert.
    """
    z = x @ W_gate
    return (z * sigmoid(z) * (x @ W_up)) @ W_down


def experts_touched(E: int, k: int, T: int) -> float:
    """How many experts T tokens are expected to visit between them.

    Each token picks k of E, all sets of k alike and independently of others:
    an expert is missed by all with probability (1 - k/E)^T. T may be an array.
    """
    return E * (1 - (1 - k / E) ** T)


def _as_float(name: str, x: npt.ArrayLike, axes: int = 2) -> Array:
    array = np.asarray(x)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} has type {array.dtype}; it must be real")
    if array.ndim != axes:
        raise ValueError(
            f"{name} has shape {array.shape}; it must have {axes} axes"
        )
    return array if array.dtype.kind == "f" else array.astype(np.float64)


def _check_sizes(E: int, k: int, biases: int, groups: int, open_: int) -> None:
    if biases != E:
        raise ValueError(f"bias has {biases} values; {E} experts need {E}")
    if groups < 1 or E % groups:
        raise ValueError(
            f"groups is {groups}; {E} experts need a divisor of {E}"
        )
    if not 1 <= open_ <= groups:
        raise ValueError(f"open_groups is {open_}; it must be 1 to {groups}")
    most = E // groups * open_
    if not 1 <= k <= most:
        raise ValueError(
            f"k is {k}; with {most} experts open it must be 1 to {most}"
        )


def _check_routing(routing: Routing, E: int) -> None:
    chosen = routing.experts
    if chosen.size and not 0 <= chosen.min() <= chosen.max() < E:
        worst = chosen.min() if chosen.min() < 0 else chosen.max()
        raise ValueError(
            f"routing names expert {worst}; there are {E}, counted from 0"
        )
    in_order = np.sort(chosen, axis=1)
    if (twice := in_order[:, 1:] == in_order[:, :-1]).any():
        expert = in_order[:, 1:][twice][0]
        raise ValueError(f"routing names expert {expert} twice for one token")


def _check_rows(T: int, routing: Routing) -> None:
    if len(routing.experts) != T:
        raise ValueError(f"routing has {len(routing.experts)} rows; x has {T}")
