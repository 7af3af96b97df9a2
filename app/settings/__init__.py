"""The config file, key bindings, themes, and the paths of stored files."""
