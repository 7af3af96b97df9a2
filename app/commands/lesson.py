"""`specdeck lesson --html DIR`: the lesson as one static page, to read, hand out and print. No model is loaded."""

import argparse
import os
from pathlib import Path

from specdeck.decoding.errors import LoadError

from ..drawing.clean_text import one_line
from ..records import files
from . import options

FILE = "lesson.html"


def parser() -> options.Parser:
    parser = options.Parser(
        prog="specdeck lesson", description="Write the lesson as one static page of HTML, to read, hand out and print. F4 opens it in the playground."
    )
    parser.add_argument("--html", metavar="DIR", required=True, help=f"the folder for the page, {FILE}; made where it does not exist")
    return parser


def main(args: argparse.Namespace) -> int:
    """Write the page, into a new file."""
    folder = os.path.expanduser(args.html)
    if os.path.isfile(folder):
        raise LoadError(f"--html {args.html!r} is a file, not a folder")
    try:
        Path(folder).absolute().mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise LoadError(f"--html {args.html!r}: the folder cannot be made: {getattr(error, 'strerror', None) or error}") from None
    if os.path.exists(os.path.join(folder, FILE)):
        raise LoadError(f"{os.path.join(args.html, FILE)} exists already: choose another folder")
    place = files.free_place(os.path.join(args.html, FILE))
    from ..lesson.course import Course
    from ..lesson.handout import handout
    from ..lesson.pages import PAGES
    from ..lesson.recordings import Recordings

    print(one_line(f"saved {files.save(place, handout(Course(PAGES, Recordings())), shared=True)}"))
    return 0
