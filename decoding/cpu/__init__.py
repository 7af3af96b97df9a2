"""Optimisations for CPUs. `blas` loads a fast matrix product before mlx is imported. `unpack` makes float32 of quantised weights. `tune` applies
`tune(model)` to every loaded model."""
