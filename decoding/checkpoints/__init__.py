"""What is there and what fits: folders, hub, checkpoint formats, memory. No module here imports mlx at its top."""
