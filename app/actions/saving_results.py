"""Saving a comparison's result: as one picture for sharing, and as `compare --json` prints it. What cannot be done is a Refusal, one
line.
"""

from __future__ import annotations

import json

from specdeck.app.compare.result import Comparison
from specdeck.app.compare.result_card import comparison_card
from specdeck.app.deck import Deck
from specdeck.app.notices import Refusal
from specdeck.app.records.run_json import comparison_json
from specdeck.app.records.without_paths import NamedWithoutPaths

from . import saving


def save_card(deck: Deck) -> str:
    """Save the picture; says where."""
    comparison, origin = _finished(deck), deck.contest.origin
    when, name = (origin.when.date(), origin.name) if origin else (None, deck.pair.target)
    return saving.put("card", "svg", comparison_card(comparison, deck.contest.prompt, name, when).svg())


def save_json(deck: Deck) -> str:
    """Save the JSON; says where."""
    result = comparison_json(_finished(deck), NamedWithoutPaths(deck.contest.origin or deck.pair))
    return saving.put("compare", "json", json.dumps(result, indent=1) + "\n")


def _finished(deck: Deck) -> Comparison:
    if deck.contest.comparison is None:
        raise Refusal("there is no comparison to save yet: enter runs both sides")
    return deck.contest.comparison
