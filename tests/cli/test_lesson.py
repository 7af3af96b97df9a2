"""`specdeck lesson --html DIR`: the page says what the screen says, and needs nothing but a browser."""

from __future__ import annotations

import re
import stat
from html import unescape

from specdeck.lesson.course import Course, say
from specdeck.lesson.handout import COLUMNS, ROWS
from specdeck.lesson.pages import PAGES
from specdeck.lesson.recordings import Recordings
from specdeck.lesson.round_pictures import fitted
from tests.helpers.pages import Read


def page_of(cli, folder) -> str:
    """The page that the command writes."""
    done = cli("lesson", "--html", str(folder))
    assert done.code == 0 and done.out == f"saved {folder / 'lesson.html'}\n"
    return (folder / "lesson.html").read_text(encoding="utf-8")


def test_every_page_has_its_words_pictures_questions_and_answers_for_whoever_the_umask_lets(cli, tmp_path, umask):
    umask(0o022)
    text = unescape(re.sub(r"</?span[^>]*>", "", page_of(cli, tmp_path / "new" / "folder")))
    course = Course(PAGES, Recordings())
    for page, section in zip(PAGES, text.split('<section class="page"')[1:], strict=True):
        pieces, at = [page.title], 0
        for step in page.build(course):
            pieces += [say(step.words).plain, "\n".join(fitted(line, COLUMNS).plain for line in step.picture(COLUMNS, ROWS))]
            pieces += [step.question.ask, *step.question.choices, f"The answer: {step.question.right}"] if step.question else []
            assert not step.todo or step.todo not in section, "paper has no keys"
        for piece in pieces:
            at = section.index(piece, at)
    places = [tmp_path / "new", tmp_path / "new/folder", tmp_path / "new/folder/lesson.html"]
    assert [stat.S_IMODE(place.stat().st_mode) for place in places] == [0o755, 0o755, 0o644], "it is handed out, as by a web server"


def test_it_is_one_whole_page_without_scripts_or_files_beside_it_and_is_not_written_over(cli, tmp_path):
    page = page_of(cli, tmp_path)
    assert Read(page).text and "http" not in page and "@import" not in page and len(page) < 400_000
    assert 0 < page.index('class="t"') < page.index("<nav>"), "the first picture is a race"
    assert "@media screen and (prefers-color-scheme: dark)" in page and "@media print" in page
    for place, why in ((tmp_path, "lesson.html exists already: choose another name\n"), *((tmp_path / name, f"{name}': the folder cannot be made") for name in ("lesson.html", "lesson.html/below"))):
        assert cli("lesson", "--html", str(place)).refused(why)
