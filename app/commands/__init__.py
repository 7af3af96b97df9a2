"""The subcommands, one file each, and their lines in the help. They read the engine's stream of events and decide nothing about a token."""

COMMANDS = {
    "run": "stream one reply, coloured by the origin of each token",
    "compare": "compare plain and drafted decoding of one prompt",
    "test": "test by sampling whether drafted decoding keeps the target's distribution",
    "bench": "measure the speed-up of every drafter on this machine",
    "replay": "replay a recorded reply, without a model",
    "lesson": "write the lesson as a page to read, hand out and print",
    "web": "the playground in a browser, for you or a whole room",
    "paths": "print where config and conversations are stored",
    "models": "list the models on this machine, which can draft for which, and why not",
    "doctor": "measure the cost of a pass here, and suggest what would make it faster",
}

NEAR = 0.7  # of difflib's 1: how much alike a command or an option that is not there and one that is must be, or no guess is made
