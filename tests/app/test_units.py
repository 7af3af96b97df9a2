"""Rates that do not lie, text that a terminal cannot obey, colours that can be read."""

import unicodedata

import pytest
from textual.color import Color

from specdeck.chat.reply import LEAST, Rate
from specdeck.drawing.clean_text import clean, one_line
from specdeck.settings import themes
from tests.helpers.colours import contrast


def test_a_burst_shows_no_absurd_rate():
    rate = Rate(began=0.0)
    for _ in range(8):
        rate.add(1, at=0.001)
    assert rate.now(0.002) is None and rate.overall() is None
    assert rate.now(1.0) == pytest.approx(8)


def test_the_running_rate_forgets_and_the_whole_does_not():
    rate = Rate(began=0.0)
    rate.add(10, at=LEAST)
    rate.add(30, at=3.0)
    assert rate.now(3.0) == 30
    assert rate.overall() == pytest.approx(40 / 3)


def test_nothing_that_a_terminal_obeys_is_left():
    every = "".join(map(chr, range(0x20000)))
    left = {letter for letter in clean(every) if unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp")} - set("\n\t")
    assert not left
    assert not set("\u202a\u202e\u2066\u2069\u200f") & set(clean(every))


def test_one_line_is_one_line():
    assert one_line("a\nb\tc") == "a⏎b⇥c" and one_line("abcdef", 4) == "abc…"


@pytest.mark.parametrize("theme", themes.OURS, ids=lambda theme: theme.name)
@pytest.mark.parametrize("origin", themes.ORIGINS)
def test_every_origin_can_be_read_on_every_ground(theme, origin):
    ink = Color.parse(theme.variables[f"origin-{origin}"])
    for ground in (theme.background, theme.surface):
        assert contrast(ink, Color.parse(ground)) >= 4.5


@pytest.mark.parametrize("theme", themes.OURS, ids=lambda theme: theme.name)
def test_the_confidence_has_a_ramp_of_its_own_that_can_be_read(theme):
    ramp = [theme.variables[f"confidence-{name}"] for name in themes.CONFIDENCES]
    for colour in ramp:
        assert all(contrast(Color.parse(colour), Color.parse(ground)) >= 4.5 for ground in (theme.background, theme.surface))
    if theme.name != "mono":
        assert len(set(ramp)) == 4 and not set(ramp) & {theme.variables[f"origin-{name}"] for name in themes.ORIGINS}
