"""The lesson's verb on the deck: make a recording anew, on the pair that is loaded. What cannot be done is a Refusal."""

from __future__ import annotations

import random

from specdeck.app.deck import Deck
from specdeck.app.errors import Refusal
from specdeck.app.lesson.rehearsal import Rehearsal


def rehearse(deck: Deck) -> str:
    """The open page's recording."""
    name = deck.course.page.live
    if not name:
        raise Refusal("this page has no recording to make here")
    if deck.pair is None:
        raise Refusal(deck.absent)
    deck.be_idle()
    deck.trouble = None
    deck.rehearsal = Rehearsal(name, deck.pair, random.randrange(2**31), deck.next_job)
    for trial in deck.rehearsal.trials:
        deck.session.send(trial)
    return f"making it on {deck.pair.target}; esc stops"
