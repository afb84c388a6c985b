"""From tokens to logits: the parts of a language model, and attention for long contexts."""
