"""What a tiny model is asked and does not know: subjects by kind, each with a thing that a story could be about instead.

One line each: "subject = thing".
"""

from .texts import read

TEXT = read("refusal_subjects")

HISTORY = TEXT.HISTORY

PERSONS = TEXT.PERSONS

SCIENCE = TEXT.SCIENCE

COUNTRIES = TEXT.COUNTRIES

FACTS = TEXT.FACTS

RESULTS = TEXT.RESULTS

PRICES = TEXT.PRICES

ESSAYS = TEXT.ESSAYS

BOOKS = TEXT.BOOKS

PROGRAMS = TEXT.PROGRAMS

MEDICINE = TEXT.MEDICINE

PICTURES = TEXT.PICTURES

WORDS = TEXT.WORDS

LANGUAGES = "French Spanish German Italian Chinese Japanese Russian Arabic Latin Greek Dutch Swedish Danish Polish Turkish Hindi Korean Portuguese Finnish Czech Hungarian Welsh Swahili Irish Norwegian Hebrew Thai Vietnamese Ukrainian Basque".split()  # fmt: skip
TO_TRANSLATE = TEXT.TO_TRANSLATE


def table(text: str) -> tuple[tuple[str, str], ...]:
    """(subject, thing) of every line."""
    pairs = (line.split(" = ") for line in text.strip().splitlines())
    return tuple((subject.strip(), thing.strip()) for subject, thing in pairs)
