"""From tokens to logits: the parts of a language model, long contexts too."""
