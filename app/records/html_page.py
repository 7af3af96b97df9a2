"""Styled texts as one page of HTML that needs nothing but a browser: no script, no file beside it, fonts that every system has; light or dark
as the reader's system is, light on paper."""

from html import escape
from pathlib import Path

from textual.content import Content

from specdeck.decoding.checkpoints import read_regular

from ..drawing.animated_svg import pieces
from ..settings.themes import DARK, LIGHT, ORIGINS

COLOURS = ("background", "foreground", "surface", "panel", "primary", "accent", "success", "warning", *(f"origin-{name}" for name in ORIGINS))  # of the style sheet


class HtmlPage:
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

    def whole(self, title: str, body: str, kind: str = "") -> str:
        """The page, once all texts of its body were turned. `kind`: a class of the style sheet."""
        return (
            '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
            f'<title>{escape(title)}</title>\n<style>{self._css()}</style></head><body class="{kind}">\n{body}</body></html>\n'
        )

    def _css(self) -> str:
        rules = [
            f":root{{{';'.join(f'--{name}:{theme[name]}' for name in COLOURS)}}}\n"
            + "".join(f".{name}{{{looks[at]}}}\n" for looks, name in self._classes.items())
            for at, theme in enumerate(self._themes)
        ]
        page, media, paper = read_regular(Path(__file__).with_name("html_page.css")).decode().partition("@media print")
        return f"\n{page}{rules[0]}@media screen and (prefers-color-scheme: dark) {{\n{rules[1]}}}\n{media}{paper}"
