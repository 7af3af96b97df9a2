"""The subcommands by name, each with what it does in a line: the command line finds them here, and the help lists them."""

COMMANDS = {
    "run": "stream one reply, coloured by who wrote each token",
    "compare": "plain against drafted decoding of one prompt",
    "bench": "the workloads by the drafters: what drafting buys on this machine",
    "replay": "a recorded reply again, without a model",
    "paths": "where config and conversations lie",
    "models": "what is on this machine, what can draft for what, and why not",
    "doctor": "what this machine offers, what a pass costs, what would make it faster",
}
