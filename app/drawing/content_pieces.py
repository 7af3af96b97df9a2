"""What several widgets draw, as Textual content: a token's look by source and confidence, and clickable words. Bars in eighths of a cell, columns and
large digits are here too."""

from typing import Sequence

from textual.content import Content
from textual.renderables.digits import DIGITS, DIGITS3X3_BOLD
from textual.style import Style

LOOKS = {
    "accepted": "$origin-accepted underline",
    "own": "$origin-recovered bold",
    "recovered": "$origin-recovered bold",
    "bonus": "$origin-bonus bold reverse",
    "plain": "$origin-plain",
    "chosen": "$foreground bold underline",
    "ghost": "$origin-rejected strike",
    "dropped": "$origin-rejected strike dim",
    "pending": "$origin-faint italic",
    "sure": "$confidence-sure",
    "likely": "$confidence-likely underline",
    "unsure": "$confidence-unsure bold",
    "unlikely": "$confidence-unlikely bold reverse",
}
EIGHTHS = " ▏▎▍▌▋▊▉█"
HEIGHTS = "▁▂▃▄▅▆▇█"
PLACES, COLUMN = 7, 4  # columns that are drawn, and cells of each


def faint(words: str) -> Content:
    """Words of less weight than what they stand beside."""
    return Content.styled(words, "$origin-faint")


def link(words: str, action: str, look: str = "$origin-faint") -> Content:
    """The words in a style; a click runs the action, as "screen.do('baseline')"."""
    return Content.styled(words, look).stylize(Style.from_meta({"@click": action}))


def bar(share: float, width: int, look: str) -> Content:
    """A share (0 to 1) as a bar of `width` cells; the rest is dotted."""
    full, rest = divmod(round(min(max(share, 0.0), 1.0) * width * 8), 8)
    drawn = "█" * full + (EIGHTHS[rest] if rest else "")
    return Content.assemble((drawn, look), ("·" * (width - len(drawn)), "$origin-faint"))


def large(text: str) -> list[str]:
    """Digits and their signs, three lines high."""
    lines = ["", "", ""]
    for character in text:
        place = DIGITS.find(character)
        piece = DIGITS3X3_BOLD[3 * place : 3 * place + 3] if place >= 0 else [" ", " ", character]
        lines = [line + part.ljust(3 if place >= 0 else 1) for line, part in zip(lines, piece)]
    return lines


def column(share: float) -> str:
    """A share (0 to 1) as a column of one cell."""
    return HEIGHTS[min(len(HEIGHTS) - 1, int(share * len(HEIGHTS)))]


def columns(shares: Sequence[float], look: str, words: str) -> Content:
    """Return the first PLACES shares (0 to 1) as columns on one line, with their per cent below. `words` explain them and end the first line. As much
    of a longer list is left out as an ellipsis says."""
    shown = shares[:PLACES]
    drawn = "".join(f"{column(share) * 2:<{COLUMN}}" for share in shown)
    below = "".join(f"{share * 100:<{COLUMN}.0f}" for share in shown)
    return Content.assemble((drawn, look), (words, "$origin-faint"), f"\n{below}", ("…%" if len(shares) > PLACES else "%", "$origin-faint"))
