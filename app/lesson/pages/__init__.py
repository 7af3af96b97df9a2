"""One idea a file. Their order is in ../table.py."""
