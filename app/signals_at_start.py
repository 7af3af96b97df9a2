"""A signal to end while nothing else catches it: the command ends at once, with the signal's code and without a word.

Python's own answer to Ctrl+C, an exception wherever the program happens to be, prints a traceback from the middle of an import or of a
library's end. Loaded before all else of the command, so it imports next to nothing.
"""

import os
import signal
import sys
from types import FrameType


def end_at_once() -> None:
    """If this process is the command: let SIGINT and SIGTERM end it at once, until somebody catches them. Other programs that import
    this package keep what they have."""
    if _is_the_command():
        signal.signal(signal.SIGINT, _end)
        signal.signal(signal.SIGTERM, _end)


def _is_the_command() -> bool:
    """Whether this is the script `specdeck`, or `python -m specdeck`, whose first word is `-m` while the package is imported."""
    first = sys.argv[0] if getattr(sys, "argv", None) else ""
    return first == "-m" or os.path.basename(first) == "specdeck"


def _end(signum: int, _frame: FrameType | None) -> None:
    os._exit(128 + signum)
