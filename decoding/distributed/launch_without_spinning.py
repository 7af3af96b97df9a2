"""Runs mlx.launch so that it sleeps while its ranks print nothing. Run as a script, with mlx.launch's arguments.

mlx.launch waits until a rank has printed something or takes input, and a rank always takes input: it would keep a core busy for as long as the
hosts are joined.
"""

import select

from mlx._distributed_utils import launch

PAUSE = 0.05  # seconds that a word to the ranks may wait


def wait_for_output(readable: list[int], writable: list[int], exceptional: list[int], seconds: float) -> tuple[list[int], list[int], list[int]]:
    """select.select for mlx.launch: does not return at once because something can be written."""
    ready, _, failed = select.select(readable, [], exceptional, min(seconds, PAUSE))
    return ready, writable, failed


if __name__ == "__main__":
    launch.__dict__["select"] = wait_for_output
    launch.main()
