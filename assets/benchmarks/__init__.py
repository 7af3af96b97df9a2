"""Performance targets, each measured by a file of its own. Run: python -m assets.benchmarks --help"""
