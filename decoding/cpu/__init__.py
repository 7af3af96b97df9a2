"""What only a CPU needs: a fast matrix product (blas.py, before mlx is imported) and `tune(model)` (tune.py) for every model that is
loaded. The rest of the package stands behind these two."""
