"""What a drafter of a loaded pair guessed first in a reply, and from which distribution: to be held against its definition."""

from __future__ import annotations

from typing import Sequence

import mlx.core as mx

from specdeck.decoding import Pair, Settings
from tests.helpers import toys


def first_draft(pair: Pair, settings: Settings, prompt: Sequence[int]) -> tuple[list[int], list[int], mx.array]:
    """The sequence before the first draft of a reply, the `settings.k` guesses, and the q (k, V) that they were drawn from."""
    found, drafter = [], pair.drafters[settings.drafter]
    propose = drafter.propose

    def watched(ask):
        draft = propose(ask)
        if len(draft):
            found.append((list(ask.sequence), draft.tokens.tolist(), draft.q))
        return draft

    drafter.propose = watched
    toys.reply(pair, list(prompt), settings, settings.k + 3, ignore_end=True)
    drafter.propose = propose
    return found[0]
