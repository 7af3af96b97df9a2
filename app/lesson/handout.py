"""The lesson as one static page of HTML, to read and to print without specdeck. It has each step's words, picture, question and answer. The functions
that draw the screen draw them."""

from html import escape
from typing import Iterator

from ..budget import COURSE_MINUTES, MORE_MINUTES
from ..compare.result import Comparison, Run
from ..records.html_page import ABOUT, HtmlPage, RacePage, asked_html
from .course import Course, Step, say
from .round_pictures import fitted

TITLE = "How speculative decoding works"
FIRST = "greedy"  # the recording that races first: the best tokens of each place are in it
COLUMNS, ROWS = 84, 24  # of a picture: on A4 its letters are 9 points high


def handout(course: Course) -> str:
    """The page: the lesson with the course's recordings, from its beginning to its end."""
    made, sections = HtmlPage(), []
    a, b = (Run(turn.asked.settings, turn.reply) for turn in course.recordings.turns(FIRST) if turn.asked)
    race = RacePage([Comparison(a, b, (b.rate / a.rate,), a.round_seconds)], course.recordings.turns(FIRST)[0].prompt, "")
    for number, page in enumerate(course.pages, 1):
        steps = page.build(course)
        body = "".join(text for step, before in zip(steps, (None, *steps)) for text in _step(made, step, before))
        sections.append(f'<section class="page" id="{page.name}"><h2>{number}. {escape(page.title)}</h2>\n{body}</section>\n')
    course_pages = sum(not page.more for page in course.pages)
    links = [f'<li><a href="#{page.name}">{escape(page.title)}</a></li>' for page in course.pages]
    return made.whole(
        TITLE,
        f"<h1>{TITLE}</h1>\n"
        "<p>The lesson of specdeck, on recorded rounds of a small pair of models. Each question is answered below it: guess first.</p>\n"
        f'<div class="race"><p>First a race: the same target, plain and with a drafter. {ABOUT}</p>\n{asked_html(race.prompt)}{race.html(made)}</div>\n'
        f"<nav><p>The course, {COURSE_MINUTES} minutes:</p><ol>{''.join(links[:course_pages])}</ol>\n"
        f'<p>More, {MORE_MINUTES} minutes:</p><ol start="{course_pages + 1}">{"".join(links[course_pages:])}</ol></nav>\n'
        f"{''.join(sections[:course_pages])}<h1>More</h1>\n{''.join(sections[course_pages:])}",
    )


def _step(made: HtmlPage, step: Step, before: Step | None) -> Iterator[str]:
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
