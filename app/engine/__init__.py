"""The one thread that owns models: commands in, reports out."""
