"""Colours: the palette of origins in each theme. The attributes that carry the meaning (underline, bold) are in the tcss.

Okabe-Ito hues, darkened on light grounds until text reaches a contrast of 4.5. In `mono` all origins share the foreground.
"""

from dataclasses import replace
from typing import Any

from textual.color import Color
from textual.theme import Theme

from .config import ConfigError

ORIGINS = ("accepted", "recovered", "bonus", "plain", "rejected", "faint")
CONFIDENCES = ("sure", "likely", "unsure", "unlikely")


def _meanings(*colours: str) -> dict[str, str]:
    """Return the colours of the origins, and of the target's confidence from sure to unlikely. The confidence colours have one hue that no
    origin has."""
    names = [*(f"origin-{name}" for name in ORIGINS), *(f"confidence-{name}" for name in CONFIDENCES)]
    return dict(zip(names, colours, strict=True))


def _theme(name: str, origins: dict[str, str], edge: str, accent: str, surface: str, dark: bool = True, **colours: Any) -> Theme:
    """`edge`: of borders, and of scrollbars, which stay in the background."""
    variables = dict.fromkeys(("border", "border-blurred", "scrollbar", "scrollbar-hover", "scrollbar-active"), edge)
    variables |= dict.fromkeys(("scrollbar-background", "scrollbar-background-hover", "scrollbar-background-active"), surface)
    variables |= origins | {"footer-key-foreground": accent}
    return Theme(name, accent=accent, warning=accent, surface=surface, dark=dark, variables=variables, **colours)


ON_DARK = _meanings("#56B4E9", "#E69F00", "#F0E442", "#DDE3EC", "#CC79A7", "#9AA4B2", "#D5D2E6", "#B9A9F2", "#A98BFF", "#C77DFF")
ON_LIGHT = _meanings("#005A8F", "#8F4700", "#635600", "#1F2328", "#8A2D65", "#585F69", "#55506B", "#5B4A9E", "#6A35C9", "#7A1FD1")
ON_MONO = _meanings(*["#E6E6E6"] * 5, "#A6A6A6", *["#E6E6E6"] * 4)
ON_ANSI = _meanings("ansi_blue", "ansi_yellow", "ansi_magenta", "ansi_default", "ansi_magenta", "ansi_default", "ansi_default", "ansi_cyan", "ansi_green", "ansi_yellow")

DARK = _theme("dark", ON_DARK, edge="#2B3542", primary="#56B4E9", secondary="#009E73", accent="#E69F00", error="#F2777A", success="#3CC796",
              foreground="#DDE3EC", background="#0D1117", surface="#141A22", panel="#1D2530")  # fmt: skip
LIGHT = _theme("light", ON_LIGHT, edge="#C9C4B6", dark=False, primary="#005A8F", secondary="#00664A", accent="#8F4700", error="#A8232E", success="#00664A",
               foreground="#1F2328", background="#FBFAF7", surface="#F3F1EB", panel="#E7E4DB")  # fmt: skip
MONO = _theme("mono", ON_MONO, edge="#4A4A4A", primary="#E6E6E6", secondary="#E6E6E6", accent="#FFFFFF", error="#FFFFFF", success="#FFFFFF",
              foreground="#E6E6E6", background="#000000", surface="#111111", panel="#222222")  # fmt: skip

OURS = (DARK, LIGHT, MONO)
ANSI = ("ansi-dark", "ansi-light")
NAMES = tuple(theme.name for theme in OURS) + ANSI
GROUNDS = ("background", "surface", "panel", "foreground")  # of a theme: all of them are nearly grey
NEARLY_GREY = 32  # between the largest and the smallest of red, green and blue, of 255


def in_256_colours(theme: Theme) -> Theme:
    """The theme for a terminal of 256 colours, among which few but greys are dark or pale. Its nearly grey grounds, edges and text would be drawn
    navy, teal or yellow. They become grey, as bright as before. A confidence keeps its hue."""
    colours = {name: Color.parse(colour).rgb for name, colour in theme.variables.items()}
    greyed = {name for name, rgb in colours.items() if max(rgb) - min(rgb) < NEARLY_GREY and not name.startswith("confidence-")}
    variables = {name: _grey(colour) if name in greyed else colour for name, colour in theme.variables.items()}
    return replace(theme, variables=variables, **{name: _grey(getattr(theme, name)) for name in GROUNDS})


def _grey(colour: str) -> str:
    level = round(255 * Color.parse(colour).hsl.l)
    return Color(level, level, level).hex


def known(name: str) -> str:
    """The name, if a theme has it. Raises ConfigError."""
    if name not in NAMES:
        raise ConfigError(f"theme {name!r} is unknown: choose one of {', '.join(NAMES)}")
    return name
