"""The command line: finds the command, exits with its code, turns every error into one line on stderr. No command opens the
playground. Imports neither mlx nor textual, so `--help` and `--version` are quick. Exit codes: 0 done, 1 failed, 2 usage, 130
interrupted, 143 terminated.
"""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import NoReturn, Sequence

from specdeck.decoding.errors import LoadError, SpecdeckError, reason_of

from .commands.command_table import COMMANDS, parse
from .engine import garbage_collection
from .terminal.signals import Interrupted
from .terminal.streams import clear_progress, complain, kept_from_libraries, own_stderr

INTEL = "this Python is for Intel Macs: specdeck needs Apple silicon and a Python made for it (brew install python, or uv venv --seed --python 3.13 .venv)"
NO_ROOM = {errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EIO}


def program() -> NoReturn:
    """The command as a process of its own. `main` has written everything when it returns. Python's own end is left out. It waits for threads, aborts
    in mlx's threads in every second run, and prints a traceback at a signal."""
    if sys.platform == "darwin" and os.uname().machine == "x86_64":  # on an Intel Mac, and under Rosetta on others: there is no mlx
        complain(INTEL)
        _leave(1)
    try:
        code = main()
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 1
    _leave(code)


def _leave(code: int) -> NoReturn:
    for stream in (sys.stdout, own_stderr()):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit code (usage errors, --help and --version raise SystemExit, as argparse does)."""
    _open_streams()
    if argv is None:  # a process of its own, and not a call from another program
        garbage_collection.pause()
    with kept_from_libraries(process=argv is None):
        return _answer(list(sys.argv[1:] if argv is None else argv))


def _answer(words: list[str]) -> int:
    name = words.pop(0) if words and not words[0].startswith("-") else "playground"
    if name not in (*COMMANDS, "playground"):
        complain(f"no command {name!r}: there are {', '.join(COMMANDS)}; alone, specdeck opens the playground, --help lists all")
        return 2
    try:
        try:
            args = parse(name, words)
            try:
                os.getcwd()  # libraries ask for it while they are imported
            except FileNotFoundError:
                raise LoadError("the working directory was deleted: change to another one") from None
            os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")  # libraries do what nobody would see
            os.environ.setdefault("HF_HUB_DISABLE_PROGRESS_BARS", "1")
            return import_module(f"specdeck.commands.{name}").main(args)
        finally:
            clear_progress()
            sys.stdout.flush()  # an error of this can still be reported
    except SpecdeckError as error:
        complain(error)
        return error.exit_code
    except Interrupted as signal:
        return signal.exit_code
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _drop_stdout()  # the pipe's reader has closed it: nothing to print
        return 1
    except SystemExit:
        raise
    except BaseException as error:  # a panic of a library's is no Exception
        if os.environ.get("SPECDECK_DEBUG"):
            raise
        if isinstance(error, OSError) and error.filename is None and error.errno in NO_ROOM:  # of stdout: files that we opened have their names
            _drop_stdout()
            complain(f"the output cannot be written: {error.strerror}")
        else:
            complain(f"{reason_of(error)} (SPECDECK_DEBUG=1 shows where)")
        return 1


def _drop_stdout() -> None:
    """Write nothing more to stdout, also when the interpreter ends."""
    sys.stdout = open(os.devnull, "w")


def _open_streams() -> None:
    """Make stdout and stderr accept every character, and open closed ones on the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))
    for stream, errors in ((sys.stdout, "replace"), (sys.stderr, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)


if __name__ == "__main__":
    program()
