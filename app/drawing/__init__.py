"""Text to strips of terminal cells. Knows Rich's cells, no screens."""
