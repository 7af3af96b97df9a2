"""How a token is drawn, by its source and by the target's confidence, and words that can be clicked: Textual styles of the theme's colours."""

from textual.content import Content
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


def link(words: str, action: str, look: str = "$origin-faint") -> Content:
    """The words in a style; a click runs the action, as "screen.do('baseline')"."""
    return Content.styled(words, look).stylize(Style.from_meta({"@click": action}))
