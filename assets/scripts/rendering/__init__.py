"""What drawing costs; run it with python -m assets.scripts.rendering."""
