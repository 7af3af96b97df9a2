"""The one thread that owns the models: commands in, reports out."""
