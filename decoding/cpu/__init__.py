"""Optimisations for CPUs. blas: a fast matrix product, loaded before mlx is imported. unpack: quantised weights as float32. tune: `tune(model)`
for every loaded model."""
