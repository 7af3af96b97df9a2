"""The bars: ratios that specdeck is to reach, each measured by a small file of its own. Run: python -m assets.scripts.bars --help"""
