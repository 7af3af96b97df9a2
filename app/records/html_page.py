"""Replies and conversations as a page of HTML to send, to a person who has nothing installed, and what every such page is made of. Tokens have the
colours of their origins; the card of each, with its round, p, q, u and the best five, opens under the pointer, or where it is tapped.

A page needs nothing but a browser: no script, no file beside it, fonts that every system has; light or dark as the reader's system is, light on paper.
"""

from html import escape
from itertools import groupby
from pathlib import Path
from typing import Sequence

from textual.content import Content

from specdeck.decoding.checkpoints import read_regular

from .. import __version__
from ..chat.conversation import Chat
from ..chat.reply import Reply, Token
from ..chat.why_this_token import Choice, best, draw, why
from ..chat.wording import figures, place
from ..drawing.animated_svg import pieces
from ..drawing.clean_text import clean, one_line
from ..drawing.content_pieces import LOOKS
from ..drawing.figures import counted, probability
from ..settings.themes import DARK, LIGHT, ORIGINS

COLOURS = ("background", "foreground", "surface", "panel", "primary", "accent", "success", "warning", *(f"origin-{name}" for name in ORIGINS))  # of the style sheet
BEST = 5  # tokens of a card, of the target and of the drafter
LEGEND = {"accepted": "accepted draft", "recovered": "the target's own, at the first miss", "bonus": "its own, after a whole draft", "plain": "its own, without a draft"}
MADE_BY = f'<p class="faint">Made by specdeck {__version__}, a playground for speculative decoding on MLX.</p>\n'


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


def conversation_page(chat: Chat) -> str:
    """Prompts and replies with the figures of each."""
    page, parts = HtmlPage(), [asked_html(chat.system)] if chat.system else []
    for turn in chat.turns:
        target = turn.asked.target if turn.asked else ""
        parts.append(f"<h2>You</h2>\n{asked_html(turn.prompt)}<h2>{said(target or 'target')}</h2>\n{reply_html(page, turn.reply)}")
        parts.append(f'<p class="faint">{said("; ".join(figures(turn.reply)))}</p>\n')
    return page.whole("A conversation with specdeck", f"<h1>A conversation</h1>\n{legend_html(page)}{''.join(parts)}{MADE_BY}", "replies")


def said(text: str, most: int | None = None) -> str:
    """A person's or a model's words on one line."""
    return escape(one_line(text, most))


def asked_html(prompt: str) -> str:
    return f'<p class="asked">{escape(clean(prompt.strip()))}</p>\n'


def switch_html(name: str, words: str) -> str:
    return f'<input type="checkbox" id="{name}"><label for="{name}">{words}</label>'


def legend_html(page: HtmlPage) -> str:
    looks = "&ensp; ".join(page.text(Content.styled(words, LOOKS[source])) for source, words in LEGEND.items())
    switch = switch_html("ghosts", "rejected guesses")
    return f'<p>{looks}<br>{switch}<span class="faint">Point at a token, or tap it: its round, p, q, u and the best five.</span></p>\n'


def reply_html(page: HtmlPage, reply: Reply, explained: Reply | None = None, ends: Sequence[float] = ()) -> str:
    """The text of a reply. `explained`: one of the same text, with the best tokens to show; `ends`: when each round comes, in seconds."""
    text, thought = "", reply.thinking
    for (round_, thinks), tokens in groupby(range(len(reply.tokens)), lambda at: (reply.tokens[at].round, at < thought)):
        begun, held = f' style="--s:{ends[round_]:.2f}s"' if ends else "", ""
        for at in tokens:
            held += _guesses(reply, at) + _token(page, reply, at, explained or reply)
        text += f'<span class="r"{begun}>{held}</span>'
        if thinks and held and (round_ == reply.tokens[thought - 1].round):
            text = f"<details><summary>thought for {counted(thought, 'token')}</summary>{text}</details>"
    return f'<div class="reply">{text}</div>\n'


def _guesses(reply: Reply, at: int) -> str:
    """Those that the target rejected in the round whose own token this is."""
    token = reply.tokens[at]
    rejected = reply.rounds[token.round].guesses[reply.rounds[token.round].accepted :] if token.source == "recovered" else ()
    return f'<span class="g">{escape(clean("".join(rejected)))}</span>' if rejected else ""


def _token(page: HtmlPage, reply: Reply, at: int, explained: Reply) -> str:
    token = reply.tokens[at]
    shown = clean(token.text).replace("\n", "⏎\n" if token.text.isspace() else "\n")
    return f'<span class="t" tabindex="0">{page.text(Content.styled(shown or "·", LOOKS[token.source]))}<span class="c">{_card(reply, token, explained, at)}</span></span>'


def _card(reply: Reply, token: Token, explained: Reply, at: int) -> str:
    u = draw(reply, token)
    drawn = "" if u is None else f", u {probability(u)}"
    parts = [f"<b>'{said(token.name, 40)}'</b><em>{said(place(reply, token))}{drawn}<br>{said(why(reply, token))}</em>"]
    for look, who, choices in zip(("", ' class="d"'), ("target", "drafter"), best(explained, explained.tokens[at])):
        if choices:
            parts.append(f"<span>{who}{''.join(_choice(choice, look, choice.id == token.id) for choice in choices[:BEST])}</span>")
    return "".join(parts)


def _choice(choice: Choice, look: str, chosen: bool) -> str:
    words = f"{probability(choice.chance):4} {said(choice.text, 20)}"
    return f'<i{look} style="--p:{round(100 * (choice.chance or 0))}">{f"<u>{words}</u>" if chosen else words}</i>'
