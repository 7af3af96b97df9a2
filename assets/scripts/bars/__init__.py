"""The bars: performance targets, each measured by a file of its own. Run: python -m assets.scripts.bars --help"""
