"""The widgets, one per file. They draw what the app state holds and post messages; they import the engine's values and figures, never
mlx."""
