"""The terminal: what is drawn on it and how often, its signals, and that it is gone."""
