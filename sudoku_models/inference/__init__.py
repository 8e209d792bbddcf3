"""Inference: propagation, relaxation, search, and how strong each method is."""
