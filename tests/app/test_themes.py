"""Colours that can be read."""

import pytest
import rich.color
from rich.color import EIGHT_BIT_PALETTE, ColorSystem
from textual.color import Color
from textual.widgets import OptionList

from specdeck.settings import themes
from tests.helpers.play import contrast, opened, until


@pytest.mark.parametrize("theme", themes.OURS, ids=lambda theme: theme.name)
def test_every_origin_and_every_confidence_can_be_read_and_have_colours_of_their_own(theme):
    origins, ramp = [[theme.variables[f"{kind}-{name}"] for name in names] for kind, names in (("origin", themes.ORIGINS), ("confidence", themes.CONFIDENCES))]
    for colour in origins + ramp:
        assert all(contrast(Color.parse(colour), Color.parse(ground)) >= 4.5 for ground in (theme.background, theme.surface)), colour
    if theme.name != "mono":
        assert len(set(ramp)) == 4 and not set(ramp) & set(origins)


def drawn_in_256_colours(colour: str) -> tuple[int, int, int]:
    """What Textual's renderer makes of a colour there."""
    number = rich.color.Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).number
    return tuple(EIGHT_BIT_PALETTE[number])


@pytest.mark.parametrize("theme", [themes.in_256_colours(theme) for theme in themes.OURS], ids=lambda theme: theme.name)
def test_in_256_colours_the_grounds_are_greys_that_differ_and_every_origin_can_be_read(theme):
    """As in a Mac's Terminal before macOS 26. The grounds of the dark theme would be black and navy, the light one's would be yellow."""
    grounds = [drawn_in_256_colours(colour) for colour in (theme.background, theme.surface, theme.panel, theme.foreground, theme.variables["border"])]
    assert all(max(ground) == min(ground) for ground in grounds) and len(set(grounds)) == len(grounds)
    for origin in themes.ORIGINS:
        ink = Color(*drawn_in_256_colours(theme.variables[f"origin-{origin}"]))
        assert all(contrast(ink, Color(*ground)) >= 4.5 for ground in grounds[:2]), origin


@opened
async def test_the_highlighted_row_of_a_list_is_seen_in_a_terminals_own_colours(pilot):
    await pilot.press("tab", "d")
    await until(pilot, lambda: bool(pilot.app.screen.query(OptionList)))
    rows = pilot.app.screen.query_one(OptionList)
    for theme in ("dark", "ansi-dark", "ansi-light"):
        pilot.app.theme = theme
        await until(pilot, lambda: bool(rows.get_component_rich_style("option-list--option-highlighted").reverse) is theme.startswith("ansi"))
