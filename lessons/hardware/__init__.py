"""From chips to kernels: what the memory of a GPU asks of an algorithm."""
