"""The subcommands, one file each. They read the engine's stream of events and decide nothing about a token."""
