"""Saving a comparison's result: as one picture for sharing, and as `compare --json` prints it. What cannot be done is a Refusal, one
line.
"""

from __future__ import annotations

import json

from ..compare.result import Comparison
from ..compare.result_card import comparison_card
from ..compare.stored import ComparedPair
from ..deck import Deck
from ..engine.messages import Loaded
from ..notices import Refusal
from ..records.run_json import comparison_json
from ..records.without_paths import NamedWithoutPaths
from . import saving


def save_card(deck: Deck) -> str:
    """Save the picture; says where."""
    (comparison, pair), origin = _finished(deck), deck.contest.origin
    when = origin.when.date() if origin else None
    return saving.put("card", "svg", comparison_card(comparison, deck.contest.prompt, pair.name, when).svg())


def save_json(deck: Deck) -> str:
    """Save the JSON; says where."""
    comparison, pair = _finished(deck)
    result = comparison_json(comparison, NamedWithoutPaths(pair))
    return saving.put("compare", "json", json.dumps(result, indent=1) + "\n")


def _finished(deck: Deck) -> tuple[Comparison, ComparedPair | Loaded]:
    """The comparison, and the pair that it was made with."""
    comparison, pair = deck.contest.comparison, deck.contest.origin or deck.pair
    if comparison is None or pair is None:
        raise Refusal("there is no comparison to save yet: enter runs both sides")
    return comparison, pair
