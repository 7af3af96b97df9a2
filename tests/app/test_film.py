"""The film of the README: what its CSS shows at a time is what was on the screen then, each line once."""

import asyncio
import re
from xml.etree import ElementTree

import pytest
from rich.segment import Segment
from rich.style import Style

from assets.pictures import minute, shoot, stage
from assets.pictures.film import Film
from tests.helpers.play import person

SHOTS = {0.0: ("one", "<two>"), 1.0: ("one", "three"), 2.5: ("four", "three"), 3.0: ("one", "<two>")}
SECONDS = 4.0


def film() -> Film:
    """Two rows and a caption."""
    made = Film(10, 2, "#000000", "#ffffff")
    for at, words in SHOTS.items():
        made.add(at, [[Segment(word, Style(underline=True))] for word in words], f"at {at}")
    return made


def shown(svg: str, at: float) -> list[str]:
    """The lines that the keyframes leave visible at a time, as an animation with step-end holds them."""
    lines = []
    for group in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}g"):
        name = group.get("class").split()[0]
        frames = re.findall(r"([\d.]+)%\{visibility:(\w+)\}", svg.split(f"@keyframes {name}{{")[1].split("}}")[0] + "}")
        held = [how for percent, how in frames if float(percent) * SECONDS / 100 <= at]
        if (held[-1] if held else "hidden") == "visible":
            lines.append("".join(group.itertext()))
    return lines


def test_every_moment_shows_the_screen_of_that_moment_each_line_is_written_once_and_one_frame_stands_where_nothing_moves():
    made = film()
    made.add(3.5, [[Segment("half")]], "too few lines")  # not laid out yet
    svg = made.svg(SECONDS, 1.2)
    for began, words in SHOTS.items():
        for at in (began, began + 0.4):
            assert shown(svg, at) == [*sorted(words, key=words.index), f"at {began}"]
    assert svg.count(">one<") == 2 and svg.count(">three<") == 1, "once for every time it comes"
    still = ["".join(group.itertext()) for group in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}g") if "still" in group.get("class")]
    assert still == ["one", "three", "at 1.0"]


def test_what_stands_too_long_is_cut():
    made = film()
    made.add(60.0, [[Segment("late")], [Segment("one")]], "late")
    assert made.cut(2.0) == 7.0 and [at for at, _ in made.shots] == [0.0, 1.0, 2.5, 3.0, 5.0] and made.when("late") == 5.0


@pytest.mark.long
@person
async def test_the_recorders_take_a_picture_and_the_first_seconds_of_the_film(tmp_path, monkeypatch):
    monkeypatch.setattr(shoot, "HERE", tmp_path)
    await shoot.lesson()
    assert "Lesson" in (tmp_path / "lesson.svg").read_text()
    async with stage.opened() as pilot:
        camera = minute.Camera(pilot)
        rolling = asyncio.create_task(camera.roll())
        await camera.open()
        await stage.until(pilot, lambda: len(camera.film.shots) > 1)
        rolling.cancel()
        assert minute.OPENING in camera.film.svg(camera.film.cut(minute.LONGEST), 0.0)
