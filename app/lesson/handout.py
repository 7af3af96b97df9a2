"""The lesson as one static page of HTML, to read and to print without specdeck: each step's words, picture, question and answer, made by the
functions that draw the screen.

No script, and fonts that every system has; light or dark as the reader's system is, light on paper.
"""

from html import escape
from pathlib import Path
from typing import Iterator, Sequence

from textual.content import Content

from specdeck.decoding.checkpoints import read_regular

from ..drawing.animated_svg import pieces
from ..settings.themes import DARK, LIGHT
from .course import Course, Page, Step, say
from .round_pictures import fitted

COLUMNS, ROWS = 84, 24  # of a picture: on A4 its letters are 9 points high


class _Handout:
    """Turns texts into HTML; each look, light and dark, becomes a class."""

    def __init__(self) -> None:
        self._themes = [theme.to_color_system().generate() | theme.variables for theme in (LIGHT, DARK)]
        self._classes: dict[tuple[str, str], str] = {}

    def text(self, content: Content) -> str:
        return "".join(self._piece(text, light, dark) for (text, light), (_, dark) in zip(*(pieces(content, theme) for theme in self._themes)))

    def _piece(self, text: str, *themes: dict[str, str]) -> str:
        light, dark = (";".join(f"{name}:{value}" for name, value in look.items()) for look in themes)
        if not light and not dark:
            return escape(text, quote=False)
        name = self._classes.setdefault((light, dark), f"s{len(self._classes)}")
        return f'<span class="{name}">{escape(text, quote=False)}</span>'

    def css(self) -> str:
        """The style sheet, once all texts were turned."""
        rules = [
            "".join(f".{name}{{{looks[at]}}}\n" for looks, name in self._classes.items())
            + f"body{{background:{theme['background']};color:{theme['foreground']}}}\npre{{background:{theme['surface']}}}\n"
            + f".question{{border-color:{theme['accent']}}}\n.answer{{color:{theme['success']}}}\n"
            for at, theme in enumerate(self._themes)
        ]
        page, media, paper = read_regular(Path(__file__).with_name("handout.css")).decode().partition("@media print")
        return f"\n{page}{rules[0]}@media screen and (prefers-color-scheme: dark) {{\n{rules[1]}}}\n{media}{paper}"


def handout(course: Course) -> str:
    """The page: the lesson with the course's recordings, from its beginning to its end."""
    made = _Handout()
    sections = [_section(made, page, number, course) for number, page in enumerate(course.pages, 1)]
    contents = "".join(f'<li><a href="#{page.name}">{escape(page.title)}</a></li>' for page in course.pages)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>How speculative decoding works</title>\n<style>{made.css()}</style></head><body>\n<h1>How speculative decoding works</h1>\n"
        "<p>The lesson of specdeck, on recorded rounds of a small pair of models. Each question is answered below it: guess first.</p>\n"
        f"<nav><ol>{contents}</ol></nav>\n{''.join(sections)}</body></html>\n"
    )


def _section(made: _Handout, page: Page, number: int, course: Course) -> str:
    steps = page.build(course)
    before: Sequence[Step | None] = (None, *steps)
    body = "".join("".join(_step(made, step, last)) for step, last in zip(steps, before))
    return f'<section class="page" id="{page.name}"><h2>{number}. {escape(page.title)}</h2>\n{body}</section>\n'


def _step(made: _Handout, step: Step, before: Step | None) -> Iterator[str]:
    """The answer to the step before, the words, the picture, the question."""
    yield '<div class="step">'
    if before and before.question:
        yield f'<p class="answer">The answer: {escape(before.question.right)}</p>\n'
    yield f"<p>{made.text(say(step.words))}</p>\n"
    if lines := [fitted(line, COLUMNS) for line in step.picture(COLUMNS, ROWS)]:
        yield f"<pre>{chr(10).join(made.text(line) for line in lines)}</pre>\n"
    if step.question:
        numbered = (choice if choice == str(digit) else f"{digit}) {choice}" for digit, choice in zip(step.question.digits, step.question.choices))
        choices = "".join(f"<li>{escape(choice)}</li>" for choice in numbered)
        yield f'<div class="question"><strong>{escape(step.question.ask)}</strong><ol>{choices}</ol></div>\n'
    yield "</div>\n"
