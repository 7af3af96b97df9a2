"""The lesson's verb: run the open page's example on the loaded pair."""

import random

from ..deck import Deck
from ..lesson.recordings import LiveRecording
from ..notices import Refusal
from .loading import ready_pair


def run_example(deck: Deck) -> str:
    """Start recording the open page's example; returns what to show. Raises Refusal."""
    assert deck.lesson.course is not None, "the lesson is open"
    if not deck.lesson.course.page.live:
        raise Refusal("this page has no example to run here")
    pair = ready_pair(deck)
    deck.lesson.live = LiveRecording(deck.lesson.course.page.recording, pair, random.randrange(2**31), deck.next_job, deck.budget("lesson"))
    for trial in deck.lesson.live.trials:
        deck.session.send(trial)
    return f"running this page's example on {pair.target}; esc stops"
