"""Core attention: every query takes a weighted average of the values.

Sources
  [1] Vaswani et al., Attention Is All You Need, 2017, arXiv:1706.03762:
      eq. 1, footnote 4, §3.2.3
  [2] Dao-AILab/flash-attention, README, "2.1: Change behavior of causal flag"
  [3] PyTorch, pull request 131060: a query with no key to see yields zeros

Symbols
  H query heads, G key/value heads, T queries, S keys
  d    width of queries and keys ([1]: d_k)
  d_v  width of values; in most models equal to d
  M    the mask as numbers to add: 0 where a query may attend, -inf elsewhere

Types: float32 in, float32 out (so for any float); integers become float64.
"""

import math

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]
BoolArray = npt.NDArray[np.bool_]


def softmax(scores: Array, axis: int = -1) -> Array:
    """Weights >= 0 that sum to 1 along `axis` and keep the scores' order.

    Subtracting the largest score changes no weight, and exp() cannot overflow.
    Where all scores are -inf the weights are 0, as in [2] and [3].
    """
    x = _as_float("scores", scores)
    lowest = np.finfo(x.dtype).min  # finite: -inf minus -inf would be NaN
    exps = np.exp(x - x.max(axis, keepdims=True, initial=lowest))
    total = exps.sum(axis, keepdims=True)
    return exps / np.where(total == 0, 1, total)


def causal_mask(T: int, S: int) -> BoolArray:
    """Which keys each query may see: its own and all before it.

    Shapes: -> (T, S), True = may attend.
    The T queries are the last T of the S tokens, so query i stands at
    position S - T + i: the triangle hangs from the bottom right corner.
    With T > S the first T - S queries see nothing. Source: [2].
    """
    query_position = np.arange(S - T, S)[:, None]  # (T, 1)
    key_position = np.arange(S)[None, :]  # (1, S)
    return key_position <= query_position


def prefix_lm_mask(T: int, S: int, prefix: int) -> BoolArray:
    """A causal mask whose first `prefix` keys are open to every query.

    Shapes: -> (T, S), True = may attend.
    """
    if not 0 <= prefix <= S:
        raise ValueError(
            f"prefix is {prefix}; with {S} keys it must be 0 to {S}"
        )
    return causal_mask(T, S) | (np.arange(S) < prefix)


def mask_to_bias(mask: Array | BoolArray) -> Array:
    """The mask M to add: True becomes 0 and False -inf; floats stay."""
    m = np.asarray(mask)
    if m.dtype.kind == "b":
        return np.where(m, 0.0, -np.inf)
    if m.dtype.kind == "f":
        return m.astype(np.float64)
    needed = "bool (True = may attend) or float"
    raise ValueError(f"mask has type {m.dtype}; it must be {needed}")


def attention_weights(
    q: Array, k: Array, *, causal=False, mask=None, scale=None
) -> Array:
    """What share each query takes from each key: softmax(QKᵀ · scale + M).

    Shapes: q (..., H, T, d), k (..., G, S, d) -> (..., H, T, S)
    `mask` broadcasts to the result. It is boolean (True = may attend) or
    floating point (added to the scores). With `causal`, a key must pass both.
    `scale` is 1/√d unless given.
    Raises ValueError for what does not fit. Source: [1] eq. 1, §3.2.3.
    """
    q, k = _as_float("q", q), _as_float("k", k)
    _check_queries_and_keys(q, k)
    (H, T, d), S = q.shape[-3:], k.shape[-2]
    factor = d**-0.5 if scale is None else float(scale)
    scores = q @ repeat_kv(k, H).mT * factor  # (..., H, T, S)
    M = mask_to_bias(causal_mask(T, S)) if causal else np.zeros((T, S))
    if mask is not None:
        _check_mask(np.shape(mask), scores.shape)
        M = M + mask_to_bias(mask)
    return softmax(scores + M.astype(scores.dtype))


def scaled_dot_product_attention(
    q: Array, k: Array, v: Array, *, causal=False, mask=None, scale=None
) -> Array:
    """Each query's average of the values: softmax(QKᵀ · scale + M)V.

    Shapes: q (..., H, T, d), k (..., G, S, d), v (..., G, S, d_v)
        -> (..., H, T, d_v)
    Query head h reads key/value head h // (H // G). The options are those of
    `attention_weights`. A query that may see no key gets zeros.
    Raises ValueError for what does not fit. Source: [1] eq. 1.
    """
    weights = attention_weights(q, k, causal=causal, mask=mask, scale=scale)
    v = _as_float("v", v)
    _check_values(np.shape(k), v.shape)
    return weights @ repeat_kv(v, H=weights.shape[-3])


def attention_by_loop(
    q: Array, k: Array, v: Array, *, causal=False, mask=None, scale=None
) -> Array:
    """The same, one head, one query and one key at a time.

    Shapes: q (H, T, d), k (G, S, d), v (G, S, d_v) -> (H, T, d_v)
    """
    (H, T, d), (G, S, d_v) = q.shape, v.shape
    factor = 1 / math.sqrt(d) if scale is None else scale
    M = np.zeros((H, T, S)) + (0 if mask is None else mask_to_bias(mask))
    out = np.zeros((H, T, d_v))
    for h, i in np.ndindex(H, T):
        g = h // (H // G)
        seen = [j for j in range(S) if not causal or j <= S - T + i]
        scores = [q[h, i] @ k[g, j] * factor + M[h, i, j] for j in seen]
        largest = max(scores, default=-math.inf)
        if largest == -math.inf:
            continue  # nothing to attend to: the row stays 0
        exps = [math.exp(score - largest) for score in scores]
        for j, e in zip(seen, exps, strict=True):
            out[h, i] += e / sum(exps) * v[g, j]
    return out


def effective_keys(weights: Array) -> Array:
    """How many keys a row of weights is spread over: e to its entropy.

    1 when one key has all the weight, S when all S share it equally, 0 for a
    row of zeros. Shapes: (..., S) -> (...)
    """
    log_weights = np.log(weights, out=np.zeros_like(weights), where=weights > 0)
    entropy = -(weights * log_weights).sum(axis=-1)  # (...), in nats
    return np.where(weights.any(axis=-1), np.exp(entropy), 0)


def repeat_kv(x: Array, H: int) -> Array:
    """A key (or value) head for each of the H query heads.

    Shapes: (..., G, S, d) -> (..., H, S, d)
    """
    G = x.shape[-3]
    return np.repeat(x, H // G, axis=-3)


def _as_float(name: str, x: npt.ArrayLike) -> Array:
    array = np.asarray(x)
    kind = array.dtype.kind
    if kind not in "biuf":
        raise ValueError(f"{name} has type {array.dtype}; it must be real")
    return array if kind == "f" else array.astype(np.float64)


def _check_queries_and_keys(q: Array, k: Array) -> None:
    for name, shape in (("q", q.shape), ("k", k.shape)):
        if len(shape) < 3 or shape[-1] == 0:
            needed = "(..., heads, tokens, width)"
            raise ValueError(f"{name} has shape {shape}; it must be {needed}")
    batch, G, width = k.shape[:-3], k.shape[-3], k.shape[-1]
    needed_batch, H, d = q.shape[:-3], q.shape[-3], q.shape[-1]
    if batch != needed_batch:
        raise ValueError(f"k has batch axes {batch}; q needs {needed_batch}")
    if width != d:
        raise ValueError(f"k has width {width}; a dot product with q needs {d}")
    if G == 0 or H % G:
        raise ValueError(
            f"k has {G} heads; {H} query heads need a divisor of {H}"
        )


def _check_values(k_shape: tuple[int, ...], v_shape: tuple[int, ...]) -> None:
    if v_shape[:-1] != k_shape[:-1]:
        needed = f"({', '.join(map(str, k_shape[:-1]))}, any width)"
        raise ValueError(f"v has shape {v_shape}; this k needs {needed}")


def _check_mask(shape: tuple[int, ...], needed: tuple[int, ...]) -> None:
    try:
        fits = np.broadcast_shapes(shape, needed) == needed
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"mask has shape {shape}; it must broadcast to {needed}"
        )
