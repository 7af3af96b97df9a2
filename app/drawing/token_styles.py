"""How a token is drawn, by its source and by the target's confidence: Textual styles of the theme's colours."""

from __future__ import annotations

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
