"""`specdeck lesson` opens the lesson. `--html DIR` writes it as a static page, to read, hand out and print, and loads no model."""

import argparse
import os
from pathlib import Path

from specdeck.decoding.errors import LoadError

from ..drawing.clean_text import one_line
from ..records import files
from . import playground
from .command_table import parse

FILE = "lesson.html"


def main(args: argparse.Namespace) -> int:
    """Open the lesson, or write the page into a new file."""
    if args.html is None:
        return playground.main(parse("playground", ["--lesson"]))
    folder = Path(os.path.expanduser(args.html))
    try:
        folder.absolute().mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise LoadError(f"--html {args.html!r}: the folder cannot be made: {getattr(error, 'strerror', None) or error}") from None
    place = files.free_place(folder / FILE)
    from ..lesson.course import Course
    from ..lesson.handout import handout
    from ..lesson.pages import PAGES
    from ..lesson.recordings import Recordings

    print(one_line(f"saved {files.save(place, handout(Course(PAGES, Recordings())), shared=True)}"))
    return 0
