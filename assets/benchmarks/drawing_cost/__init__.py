"""Measures the cost of drawing; run it with python -m assets.benchmarks.drawing_cost."""
