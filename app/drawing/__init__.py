"""Text to strips of terminal cells."""
