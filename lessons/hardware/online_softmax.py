"""Online softmax: the softmax of scores that never have to be seen at once.

Sources
  [1] Milakov and Gimelshein, Online normalizer calculation for softmax, 2018,
      arXiv:1805.02867: algorithms 1 to 3, theorem 1, eq. 4
  [2] FlashInfer, Attention States and Recursive Attention
  [3] Dao-AILab/flash-attention, csrc/flash_attn/src/softmax.h

Symbols
  S    scores of one query ([1]: V)
  m    the largest score seen so far, -inf before the first
  ell  sum of exp(score - m) over the scores seen so far ([1]: d)
  lse  log-sum-exp, m + ln(ell): the log of the sum of exp(score)

Types: float32 in, float32 out (so for any float); integers become float64.
"""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]
State = tuple[Array, Array]


class CountedReads:
    """A row of scores that counts how often an element is read."""

    def __init__(self, scores: npt.ArrayLike) -> None:
        self.scores = np.asarray(scores)
        self.reads = 0

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, j: int) -> np.floating:
        self.reads += 1
        return self.scores[j]


def naive_softmax(x: Array | CountedReads) -> Array:
    """The definition as it stands: sum the exponentials, divide by the sum.

    Shapes: (S,) -> (S,). Source: [1] algorithm 1.
    """
    S, ell = len(x), 0.0
    for j in range(S):
        ell = ell + np.exp(x[j])
    return np.array([np.exp(x[i]) / ell for i in range(S)])


def safe_softmax(x: Array | CountedReads) -> Array:
    """Find the largest score, sum relative to it, divide.

    Shapes: (S,) -> (S,). Source: [1] algorithm 2.
    """
    S, m, ell = len(x), -np.inf, 0.0
    for k in range(S):
        m = np.maximum(m, x[k])
    for j in range(S):
        ell = ell + np.exp(x[j] - m)
    return np.array([np.exp(x[i] - m) / ell for i in range(S)])


def online_normalizer(x: Array | CountedReads) -> State:
    """The largest score m and the sum of exp(x - m), in a single pass.

    Shapes: (S,) -> (), (). Source: [1] algorithm 3, lines 1 to 6.
    """
    m, ell = -np.inf, 0.0
    for j in range(len(x)):
        score = x[j]
        m_new = np.maximum(m, score)  # NaN stays NaN
        if m_new != -np.inf:  # else nothing has been seen but -inf
            ell = ell * np.exp(m - m_new) + np.exp(score - m_new)
        m = m_new
    return m, ell


def online_softmax(x: Array | CountedReads) -> Array:
    """A pass for m and ell, a pass for the weights.

    Shapes: (S,) -> (S,). Source: [1] algorithm 3.
    """
    m, ell = online_normalizer(x)
    return np.array([np.exp(x[i] - m) / ell for i in range(len(x))])


def chunk_state(scores: npt.ArrayLike) -> State:
    """What a chunk has to remember of its scores: (m, ell).

    Shapes: (..., S) -> (...), (...). S may be 0, any score may be -inf; a
    chunk with nothing else has the state (-inf, 0).
    Raises ValueError for scores that are +inf or NaN.
    """
    x = _as_scores(scores)
    m = x.max(axis=-1, initial=-np.inf)
    return m, np.exp(x - _reference(m)[..., None]).sum(axis=-1)


def merge(a: State, b: State) -> State:
    """The state of two chunks together, from their states alone.

    Associative and commutative; (-inf, 0) changes nothing.
    Shapes: (...), (...) each; they broadcast. Source: [1] eq. 4.
    """
    (m_a, ell_a), (m_b, ell_b) = a, b
    m = np.maximum(m_a, m_b)
    reference = _reference(m)
    return m, ell_a * np.exp(m_a - reference) + ell_b * np.exp(m_b - reference)


def logsumexp(state: State) -> Array:
    """The state in one number: the log of the sum of exp(score).

    -inf if nothing was seen. Shapes: (...), (...) -> (...)
    """
    m, ell = state
    with np.errstate(divide="ignore"):  # the log of 0 is meant to be -inf
        return _reference(m) + np.log(ell)


def attention_state(scores: npt.ArrayLike, v: Array) -> State:
    """The output of a chunk of keys as if there were no other, and its lse.

    Shapes: scores (..., T, S), v (..., S, d_v) -> (..., T, d_v), (..., T)
    Without any visible key: zeros and -inf.
    Raises ValueError for what does not fit. Source: [2].
    """
    x, v = _as_scores(scores), np.asarray(v)
    if x.ndim < 2:
        needed = "(..., queries, keys)"
        raise ValueError(f"scores have shape {x.shape}; they must be {needed}")
    if v.ndim < 2 or v.shape[-2] != x.shape[-1]:
        needed = f"{x.shape[-1]} rows of values"
        raise ValueError(
            f"v has shape {v.shape}; scores of shape {x.shape} need {needed}"
        )
    lse = logsumexp(chunk_state(x))
    return np.exp(x - _reference(lse)[..., None]) @ v, lse


def merge_attention_states(a: State, b: State) -> State:
    """The output and lse of two chunks of keys together.

    Each output counts by its share exp(lse) of the sum, whatever its length.
    Shapes: outputs (..., d_v) and lse (...) in, the same out. Source: [2].
    Raises ValueError if an output and its lse do not belong together.
    """
    (out_a, lse_a), (out_b, lse_b) = _checked("a", a), _checked("b", b)
    lse = logsumexp(merge((lse_a, 1.0), (lse_b, 1.0)))
    share_a = np.exp(lse_a - _reference(lse))[..., None]
    share_b = np.exp(lse_b - _reference(lse))[..., None]
    return share_a * out_a + share_b * out_b, lse


def _reference(m: Array) -> Array:
    """What to subtract: m, or 0 where m is -inf, as in [3].

    -inf minus -inf would be NaN; -inf minus 0 is -inf, and its exp is 0.
    """
    return np.where(np.isneginf(m), 0, m)


def _as_scores(scores: npt.ArrayLike) -> Array:
    x = np.asarray(scores)
    if x.dtype.kind not in "biuf":
        raise ValueError(f"scores have type {x.dtype}; they must be real")
    x = x if x.dtype.kind == "f" else x.astype(np.float64)
    if not (x < np.inf).all():
        wrong = x[~(x < np.inf)].flat[0]
        raise ValueError(f"scores hold {wrong}; each must be finite or -inf")
    return x


def _checked(name: str, state: State) -> State:
    out, lse = np.asarray(state[0]), np.asarray(state[1])
    if out.shape[:-1] != lse.shape or not out.ndim:
        raise ValueError(
            f"{name} has an output of shape {out.shape} with an lse of shape "
            f"{lse.shape}; an output (..., d_v) needs an lse (...)"
        )
    return out, _as_scores(lse)
