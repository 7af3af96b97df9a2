"""The commands, one file each: thin readers of the engine's stream of events. None of them decides anything about a token."""
