"""Inference serving: memory, batches and requests around a running model."""
