"""Core attention: every query takes a weighted average of the values, softmax(QKᵀ/√d + M)V.

Sources
  [1] Vaswani et al., Attention Is All You Need, 2017, arXiv:1706.03762: eq. 1, footnote 4, §3.2.3
  [2] Dao-AILab/flash-attention, README, "2.1: Change behavior of causal flag"
  [3] PyTorch, pull request 131060: a query with no key to attend to yields zeros

Symbols
  H query heads, G key/value heads, T queries, S keys, d head width ([1]: d_k)
  M    the mask as numbers to add: 0 where a query may attend, -inf where it may not
  d_v  width of a value; in most models equal to d

Types: floating point stays what it is (float32 in, float32 out), integers become float64.
"""

import math

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]
BoolArray = npt.NDArray[np.bool_]


def softmax(scores: Array, axis: int = -1) -> Array:
    """Positive weights that sum to 1 along `axis` and keep the order of the scores.

    Subtracting the largest score changes no weight and keeps exp() from overflowing.
    Where all scores are -inf there is nothing to weigh: the weights are 0, as in [2] and [3].
    """
    x = _as_float("scores", scores)
    largest = x.max(axis=axis, keepdims=True, initial=-np.inf)
    exps = np.exp(x - np.where(np.isneginf(largest), 0, largest))  # -inf - -inf would be NaN
    total = exps.sum(axis=axis, keepdims=True)
    return exps / np.where(total == 0, 1, total)


def causal_mask(T: int, S: int) -> BoolArray:
    """Which keys each query may see: itself and everything before it.

    Shapes: -> (T, S), True = may attend.
    The T queries are the last T of the S tokens, so query i stands at position S - T + i and the
    triangle hangs from the bottom right corner. With T > S the first T - S rows see nothing.
    Source: [2].
    """
    query_position = np.arange(S - T, S)[:, None]  # (T, 1)
    key_position = np.arange(S)[None, :]  # (1, S)
    return key_position <= query_position


def prefix_lm_mask(T: int, S: int, prefix: int) -> BoolArray:
    """A causal mask whose first `prefix` keys are open to every query.

    Shapes: -> (T, S), True = may attend.
    """
    if not 0 <= prefix <= S:
        raise ValueError(f"prefix is {prefix}; it must be between 0 and the {S} keys")
    return causal_mask(T, S) | (np.arange(S) < prefix)


def mask_to_bias(mask: Array | BoolArray) -> Array:
    """The mask M as numbers to add: a boolean one becomes 0 and -inf, a float one stays."""
    m = np.asarray(mask)
    if m.dtype.kind not in "bf":
        raise ValueError(f"mask has type {m.dtype}; it must be bool (True = may attend) or float")
    return np.where(m, 0.0, -np.inf) if m.dtype.kind == "b" else m.astype(np.float64)


def attention_weights(
    q: Array,
    k: Array,
    *,
    causal: bool = False,
    mask: Array | BoolArray | None = None,
    scale: float | None = None,
) -> Array:
    """What share each query takes from each key: softmax(QKᵀ · scale + M), row by row.

    Shapes: q (..., H, T, d), k (..., G, S, d) -> (..., H, T, S), to which `mask` must broadcast.
    `mask` is boolean (True = may attend) or floating point (added to the scores); with `causal`
    as well a key must pass both. `scale` is 1/√d unless given.
    Raises ValueError for shapes that do not fit. Source: [1] eq. 1 and §3.2.3.
    """
    queries, keys = _as_float("q", q), _as_float("k", k)
    _check_queries_and_keys(queries, keys)
    H, T, d = queries.shape[-3:]
    S = keys.shape[-2]
    factor = d**-0.5 if scale is None else float(scale)
    scores = queries @ np.swapaxes(repeat_kv(keys, H), -1, -2) * factor  # (..., H, T, S)
    bias = mask_to_bias(causal_mask(T, S)) if causal else np.zeros((T, S))
    if mask is not None:
        _check_mask(np.shape(mask), scores.shape)
        bias = bias + mask_to_bias(mask)
    return softmax(scores + bias.astype(scores.dtype))


def scaled_dot_product_attention(
    q: Array,
    k: Array,
    v: Array,
    *,
    causal: bool = False,
    mask: Array | BoolArray | None = None,
    scale: float | None = None,
) -> Array:
    """Each query's weighted average of the values: softmax(QKᵀ · scale + M)V.

    Shapes: q (..., H, T, d), k (..., G, S, d), v (..., G, S, d_v) -> (..., H, T, d_v)
    G divides H: query head h reads key/value head h // (H // G).
    `causal`, `mask` and `scale` as in `attention_weights`. A query that may see no key gets zeros.
    Raises ValueError for shapes that do not fit. Source: [1] eq. 1.
    """
    weights = attention_weights(q, k, causal=causal, mask=mask, scale=scale)  # (..., H, T, S)
    values = _as_float("v", v)
    _check_values(np.shape(k), values)
    return weights @ repeat_kv(values, H=weights.shape[-3])


def attention_by_loop(
    q: Array,
    k: Array,
    v: Array,
    *,
    causal: bool = False,
    mask: Array | BoolArray | None = None,
    scale: float | None = None,
) -> Array:
    """The same answer in float64, one head, one query and one key at a time.

    Shapes: q (H, T, d), k (G, S, d), v (G, S, d_v) -> (H, T, d_v)
    """
    (H, T, d), (G, S, d_v) = q.shape, v.shape
    factor = 1 / math.sqrt(d) if scale is None else scale
    bias = np.broadcast_to(0.0 if mask is None else mask_to_bias(mask), (H, T, S))
    out = np.zeros((H, T, d_v))
    for h, i in np.ndindex(H, T):
        g = h // (H // G)
        seen = [j for j in range(S) if not causal or j <= S - T + i]
        scores = [float(q[h, i] @ k[g, j]) * factor + bias[h, i, j] for j in seen]
        largest = max(scores, default=-math.inf)
        if largest == -math.inf:
            continue  # nothing to attend to: the row stays 0
        exps = [math.exp(score - largest) for score in scores]
        for j, e in zip(seen, exps, strict=True):
            out[h, i] += v[g, j] * e / sum(exps)
    return out


def effective_keys(weights: Array) -> Array:
    """How many keys a row of weights is spread over: e to its entropy in nats (its perplexity).

    1 when one key has all the weight, S when all S share it equally, 0 for a row of zeros.
    Shapes: (..., S) -> (...)
    """
    log_weights = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    entropy = -(weights * log_weights).sum(axis=-1)
    return np.where(weights.any(axis=-1), np.exp(entropy), 0)


def repeat_kv(x: Array, H: int) -> Array:
    """One key (or value) head for each of the H query heads: (..., G, S, d) -> (..., H, S, d)."""
    G = x.shape[-3]
    return np.repeat(x, H // G, axis=-3)


def _as_float(name: str, x: npt.ArrayLike) -> Array:
    array = np.asarray(x)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} has type {array.dtype}; it must hold real numbers")
    return array if array.dtype.kind == "f" else array.astype(np.float64)


def _check_queries_and_keys(q: Array, k: Array) -> None:
    for name, shape in (("q", q.shape), ("k", k.shape)):
        if len(shape) < 3 or shape[-1] == 0:
            raise ValueError(f"{name} has shape {shape}; it must be (..., heads, tokens, width)")
    if q.shape[:-3] != k.shape[:-3]:
        raise ValueError(f"k has batch axes {k.shape[:-3]}; q has {q.shape[:-3]}: make them equal")
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(f"k has width {k.shape[-1]}; a dot product with q needs {q.shape[-1]}")
    H, G = q.shape[-3], k.shape[-3]
    if G == 0 or H % G:
        raise ValueError(f"k has {G} heads; {H} query heads need a divisor of {H}")


def _check_values(key_shape: tuple[int, ...], v: Array) -> None:
    if v.shape[:-1] != key_shape[:-1]:
        needed = f"({', '.join(map(str, key_shape[:-1]))}, any width)"
        raise ValueError(f"v has shape {v.shape}; one value for each key needs {needed}")


def _check_mask(mask_shape: tuple[int, ...], score_shape: tuple[int, ...]) -> None:
    try:
        fits = np.broadcast_shapes(mask_shape, score_shape) == score_shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"mask has shape {mask_shape}; it must broadcast to {score_shape}")
