"""Optimisations for CPUs: a fast matrix product (blas, loaded before mlx is imported), quantised weights as float32 (unpack), and for every loaded
model `tune(model)` (tune)."""
