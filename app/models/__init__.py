"""What could be loaded, what fits into memory, what was downloaded."""
