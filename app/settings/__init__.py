"""Config file, keys, themes, and where they lie."""
