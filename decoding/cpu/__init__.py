"""Optimisations for CPUs: a fast matrix product (blas.py, loaded before mlx is imported) and `tune(model)` (tune.py), called for every
loaded model. Code outside this package uses only these two."""
