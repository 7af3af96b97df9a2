"""Colours that can be read."""

import pytest
from textual.color import Color
from textual.widgets import OptionList

from specdeck.settings import themes
from tests.helpers.colours import contrast
from tests.helpers.play import person, playing, until


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


@pytest.mark.parametrize("theme", ["dark", "ansi-dark", "ansi-light"])
def test_the_highlighted_row_of_a_list_is_seen_in_a_terminals_own_colours(theme):
    @person
    async def story():
        async with playing() as pilot:
            pilot.app.theme = theme
            await pilot.press("tab", "d")
            await until(pilot, lambda: bool(pilot.app.screen.query(OptionList)))
            await pilot.pause()
            style = pilot.app.screen.query_one(OptionList).get_component_rich_style("option-list--option-highlighted")
            assert bool(style.reverse) is theme.startswith("ansi")

    story()
