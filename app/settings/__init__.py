"""The config file, the table of settings, themes, and the paths of stored files."""
