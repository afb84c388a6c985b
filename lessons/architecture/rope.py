"""Rotary position embedding: queries and keys turned by their position.

Sources
  [1] Su et al., RoFormer: Enhanced Transformer with Rotary Position
      Embedding, 2021, arXiv:2104.09864
  [2] ZhuiyiTechnology/roformer, README: the pairs are neighbours
  [4] Hugging Face Transformers, models/llama: the pairs are half a head
      apart (modeling_llama.py); from the layout of [2] to this one, head by
      head (convert_llama_weights_to_hf.py)

Symbols
  d     width of a head, even; it holds d/2 pairs of components
  p     a pair, counted from 0
  b     the base; pair p turns by θ_p = b^(-2p/d) radians a token
  m, n  positions of a query and of a key, counted from 0

Types: float32 in, float32 out (so for any float); integers become float64.
Angles stay in the type they have until their cosine and sine are taken.
"""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]
IntArray = npt.NDArray[np.integer]


def rope_frequencies(d: int, base: float = 10_000.0) -> Array:
    """How far each pair turns from one token to the next, in radians.

    Shapes: -> (d/2,), from 1 for pair 0 down to nearly 1/base.
    Raises ValueError for an odd width or a base that is not above 0.
    Source: [1], with the pairs counted from 0.
    """
    if d < 2 or d % 2:
        raise ValueError(f"d is {d}; pairs need an even width of at least 2")
    if not (base > 0 and math.isfinite(base)):
        raise ValueError(f"base is {base}; it must be above 0 and finite")
    return base ** (-2 * np.arange(d // 2) / d)


def rope_angles(
    positions: npt.ArrayLike, d: int, base: float = 10_000.0
) -> Array:
    """The angle of every pair at every position, in radians.

    Shapes: positions (T,) -> (T, d/2). Positions are absolute: new tokens
    after S cached ones stand at S, S + 1, …
    """
    m = np.asarray(positions)
    if m.ndim != 1:
        raise ValueError(f"positions has shape {m.shape}; it must be (tokens,)")
    return np.outer(m, rope_frequencies(d, base))


def rope_interleaved(x: Array, angles: Array) -> Array:
    """Turn the pairs (0, 1), (2, 3), …: components that are neighbours.

    Shapes: x (..., T, d), angles (T, d/2) -> (..., T, d)
    Raises ValueError for what does not fit. Source: [2].
    """
    x, cos, sin = _checked(x, angles)
    left, right = x[..., 0::2], x[..., 1::2]  # (..., T, d/2)
    turned = np.empty_like(x)
    turned[..., 0::2] = left * cos - right * sin
    turned[..., 1::2] = left * sin + right * cos
    return turned


def rope_split_half(x: Array, angles: Array) -> Array:
    """Turn the pairs (0, d/2), (1, d/2 + 1), …: half a head apart.

    Shapes: x (..., T, d), angles (T, d/2) -> (..., T, d)
    Raises ValueError for what does not fit. Source: [4].
    """
    x, cos, sin = _checked(x, angles)
    left, right = np.split(x, 2, axis=-1)  # (..., T, d/2)
    return np.concatenate(
        [left * cos - right * sin, left * sin + right * cos], axis=-1
    )


def rope_by_loop(
    x: Array, angles: Array, pairs: Sequence[tuple[int, int]]
) -> Array:
    """The same for any list of pairs, one 2 × 2 rotation at a time.

    Shapes: x (..., T, d), angles (T, d/2), d/2 pairs -> (..., T, d)
    """
    turned = np.array(x, dtype=np.float64)
    for t, row in zip(range(turned.shape[-2]), angles, strict=True):
        for pair, angle in zip(pairs, row, strict=True):
            c, s = math.cos(angle), math.sin(angle)
            rotation = np.array([[c, s], [-s, c]])  # for row vectors
            turned[..., t, pair] = x[..., t, pair] @ rotation
    return turned


def interleaved_pairs(d: int) -> list[tuple[int, int]]:
    """Which components form pair p: (2p, 2p + 1)."""
    return [(2 * p, 2 * p + 1) for p in range(d // 2)]


def split_half_pairs(d: int) -> list[tuple[int, int]]:
    """Which components form pair p: (p, p + d/2)."""
    return [(p, p + d // 2) for p in range(d // 2)]


def split_half_order(d: int) -> IntArray:
    """Where to take each component from: the even ones, then the odd ones.

    If x is laid out in neighbours, x[..., order] is laid out in halves.
    Shapes: -> (d,)
    """
    return np.concatenate([np.arange(0, d, 2), np.arange(1, d, 2)])


def to_split_half(weights: Array, heads: int) -> Array:
    """Reorder the columns of W_Q or W_K inside each head: [2] to [4].

    Shapes: weights (..., heads · d) -> the same; a bias (heads · d,) is taken
    as well. `heads` is H for W_Q and G for W_K. W_V is not to be converted.
    Raises ValueError if heads of even width do not fit. Source: [4].
    """
    d = _head_width(weights, heads)
    neighbours = weights.reshape(*weights.shape[:-1], heads, d // 2, 2)
    return neighbours.swapaxes(-1, -2).reshape(weights.shape)


def to_interleaved(weights: Array, heads: int) -> Array:
    """The way back: columns laid out in halves become neighbours.

    Shapes and errors as for `to_split_half`.
    """
    d = _head_width(weights, heads)
    halves = weights.reshape(*weights.shape[:-1], heads, 2, d // 2)
    return halves.swapaxes(-1, -2).reshape(weights.shape)


def to_split_half_by_column(weights: Array, heads: int) -> Array:
    """The same as `to_split_half`, one head and one column at a time."""
    d = _head_width(weights, heads)
    converted = np.empty_like(weights)
    for head in range(heads):
        for new, old in enumerate(split_half_order(d)):
            converted[..., head * d + new] = weights[..., head * d + old]
    return converted


def bfloat16(x: npt.ArrayLike) -> npt.NDArray[np.float32]:
    """The nearest numbers of 8 significant bits, ties to even, as float32.

    For finite numbers; float64 is first rounded to float32.
    """
    bits = np.asarray(x, dtype=np.float32).view(np.uint32)
    last_kept = (bits >> np.uint32(16)) & np.uint32(1)
    rounded = bits + np.uint32(0x7FFF) + last_kept
    return (rounded & np.uint32(0xFFFF0000)).view(np.float32)


def _checked(x: Array, angles: Array) -> tuple[Array, Array, Array]:
    """The input as floats; cosine and sine of the angles in its type."""
    array = np.asarray(x)
    kind = array.dtype.kind
    if kind not in "biuf":
        raise ValueError(f"x has type {array.dtype}; it must be real")
    if array.ndim < 2 or array.shape[-1] < 2 or array.shape[-1] % 2:
        needed = "(..., tokens, even width)"
        raise ValueError(f"x has shape {array.shape}; it must be {needed}")
    (T, d), shape = array.shape[-2:], np.shape(angles)
    if shape != (T, d // 2):
        needed = f"({T}, {d // 2})"
        raise ValueError(f"angles has shape {shape}; this x needs {needed}")
    kept = array if kind == "f" else array.astype(np.float64)
    cos, sin = np.cos(angles), np.sin(angles)
    return kept, cos.astype(kept.dtype), sin.astype(kept.dtype)


def _head_width(weights: Array, heads: int) -> int:
    columns = weights.shape[-1]
    if heads < 1 or columns % (2 * heads):
        raise ValueError(
            f"weights has {columns} columns; {heads} heads of even width "
            "do not fit"
        )
    return columns // heads
