"""The lesson's verb: run the open page's example on the loaded pair."""

import random
from functools import partial

from ..deck import Deck
from ..engine.session import Job
from ..lesson.recordings import LiveRecording, record, takes_for
from ..notices import Refusal
from .loading import ready_pair


def run_example(deck: Deck) -> str:
    """Start recording the open page's example; returns what to show. Raises Refusal."""
    assert deck.lesson.course is not None, "the lesson is open"
    if not deck.lesson.course.page.live:
        raise Refusal("this page has no example to run here")
    pair = ready_pair(deck)
    name, budget = deck.lesson.course.page.recording, deck.budget("lesson")
    takes = takes_for(name, pair, random.randrange(2**31))
    deck.lesson.live = LiveRecording(name)
    deck.session.submit(Job("recording", partial(record, takes=takes, target=pair.target, budget=budget), deck.next_job()))
    return f"running this page's example on {pair.target}; esc stops"
