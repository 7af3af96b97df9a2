"""`python -m specdeck`: the command line."""

import sys

if not sys.flags.safe_path:
    sys.path.pop(0)  # the working directory, where a stranger's mlx.py may lie

from .cli import program  # noqa: E402

program()
