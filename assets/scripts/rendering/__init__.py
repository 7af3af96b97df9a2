"""Measures the cost of drawing; run it with python -m assets.scripts.rendering."""
