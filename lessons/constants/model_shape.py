"""The sizes of a decoder-only transformer, and what follows from them."""

from dataclasses import dataclass

from lessons.constants.source import Source


@dataclass(frozen=True)
class Published:
    """A number as others print it; `rounding` is how far it may be off."""

    value: float
    rounding: float
    source: Source


@dataclass(frozen=True, kw_only=True)
class LatentAttention:
    """Attention whose keys and values are expanded from one latent vector."""

    query_rank: int
    kv_rank: int  # width of the latent that is cached
    rope_width: int  # of each query, and of the one key that is shared

    def parameters(self, D: int, H: int, d: int) -> int:
        """Matrices of a layer with H heads of width d, and the two norms."""
        queries = D * self.query_rank + self.query_rank * H * self.head(d)
        latent = D * (self.kv_rank + self.rope_width)
        keys_and_values = self.kv_rank * H * 2 * d
        norms = self.query_rank + self.kv_rank
        return queries + latent + keys_and_values + H * d * D + norms

    def head(self, d: int) -> int:
        """Width of a query: a part without position and one with it."""
        return d + self.rope_width


@dataclass(frozen=True, kw_only=True)
class Experts:
    """The mixture that stands in place of an MLP."""

    count: int  # E, routed
    per_token: int  # k
    shared: int = 0  # run for every token
    dense_layers: int = 0  # the first layers have one MLP instead
    dense_mlp_width: int = 0
    vector_parameters: int = 0  # biases of one expert
    router_bias: bool = False


@dataclass(frozen=True, kw_only=True)
class ModelShape:
    """The sizes of a decoder-only transformer, in the course's notation.

    `vector_parameters` counts the weights of a layer that are no matrix:
    norms, biases, sinks. Where `latent` is set, every head has keys and
    values of its own and `head_width` is their width.
    """

    name: str
    layers: int  # L
    model_width: int  # D
    query_heads: int  # H
    kv_heads: int  # G
    head_width: int  # d
    mlp_width: int  # F, of one expert in a mixture
    vocabulary: int  # V, rows of the embedding table
    context: int  # tokens
    source: Source
    vector_parameters: int
    final_norm_parameters: int
    mlp_matrices: int = 3  # 2 without a gate
    tied_embeddings: bool = False
    learned_positions: bool = False
    window: int | None = None  # tokens that a windowed layer sees
    windowed_layers: int = 0
    experts: Experts | None = None
    latent: LatentAttention | None = None
    published_parameters: Published | None = None
    published_active_parameters: Published | None = None

    @property
    def embedding_parameters(self) -> int:
        """Of one table: V rows of width D."""
        return self.vocabulary * self.model_width

    @property
    def attention_parameters(self) -> int:
        """Of one layer: the matrices for queries, keys, values, output."""
        D, H, d = self.model_width, self.query_heads, self.head_width
        if self.latent:
            return self.latent.parameters(D, H, d)
        return D * d * (2 * H + 2 * self.kv_heads)

    @property
    def parameters(self) -> int:
        """Every weight, tied embeddings counted once."""
        routed = self.experts.count if self.experts else 0
        tables = 1 if self.tied_embeddings else 2
        positions = self.context * self.model_width
        return (
            tables * self.embedding_parameters
            + (positions if self.learned_positions else 0)
            + self._layers(routed)
            + self.final_norm_parameters
        )

    @property
    def active_parameters(self) -> int:
        """What one token is multiplied by: without experts not chosen.

        The input embedding is looked up and left out, unless the output
        uses the same table; so are learned positions.
        """
        routed = self.experts.per_token if self.experts else 0
        return (
            self.embedding_parameters
            + self._layers(routed)
            + self.final_norm_parameters
        )

    @property
    def cached_numbers_per_token(self) -> int:
        """Keys and values of one token in all layers, windows ignored."""
        if self.latent:
            return self.layers * (self.latent.kv_rank + self.latent.rope_width)
        return 2 * self.layers * self.kv_heads * self.head_width

    def _layers(self, routed: int) -> int:
        """All layers, with so many routed experts counted in each."""
        layer = self.attention_parameters + self.vector_parameters
        return self.layers * layer + self._mlps(routed)

    def _mlps(self, routed: int) -> int:
        D = self.model_width
        mlp = self.mlp_matrices * D * self.mlp_width
        if self.experts is None:
            return self.layers * mlp
        e = self.experts
        router = e.count * (D + e.router_bias)
        mixture = (routed + e.shared) * (mlp + e.vector_parameters) + router
        dense = self.mlp_matrices * D * e.dense_mlp_width
        return (self.layers - e.dense_layers) * mixture + e.dense_layers * dense
