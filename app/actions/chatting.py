"""The chat's verbs: ask, write again, go on from a token, measure plain decoding, stop. What cannot be done is a Refusal, one line."""

from __future__ import annotations

import random

from specdeck.app.chat.conversation import Chat, Reply
from specdeck.app.chat.entries import Asked, Branched, Shown
from specdeck.app.chat.why_this_token import Choice
from specdeck.app.deck import Deck
from specdeck.app.engine.messages import Generate, Loaded, Measure
from specdeck.app.notices import Refusal

from .guards import be_idle
from .steering import change

MEASURE = 48  # tokens of a measured baseline


def send(deck: Deck, prompt: str) -> None:
    """Ask something."""
    if not prompt.strip():
        raise Refusal("type a prompt first")
    be_idle(deck)
    change(deck, seed=random.randrange(2**31) if deck.seed is None else deck.seed)
    _ask(deck, prompt)


def regenerate(deck: Deck) -> None:
    """Write the last reply again, with the same seed."""
    if not deck.chat.turns:
        raise Refusal("there is no reply to write again yet")
    be_idle(deck)
    _ask(deck, deck.chat.turns[-1].prompt, again=True)
    deck.view.tidy(deck.chat)


def branch(deck: Deck, choice: Choice) -> None:
    """Let the last reply go on from the cursor's place with a token that the person chose; the old text is kept beside it."""
    reply, at = branching(deck)
    ends = deck.pair is not None and choice.id in deck.pair.ends
    chosen = None if ends else choice.id
    deck.enter(Branched(deck.next_job(), reply.job, at, chosen, choice.text, choice.chance, deck.session.clock()))
    deck.view.cursor = None
    if not ends:
        _generate(deck, deck.chat.reply.ids)


def branching(deck: Deck) -> tuple[Reply, int]:
    """The place to branch at; Refusal where that cannot be."""
    place = deck.view.cursor
    if place is None:
        raise Refusal("pick a token of the last reply first: left and right, or a click")
    be_idle(deck)
    if place[0] is not deck.chat.reply:
        raise Refusal("only the last reply can go on from a token")
    return place


def next_branch(deck: Deck, by: int) -> None:
    """Show another branch of the last reply."""
    turn = deck.chat.turns[-1] if deck.chat.turns else None
    if turn is None or not turn.branches:
        raise Refusal("this reply has no branches: c on a token makes one")
    be_idle(deck)
    at = next(i for i, reply in enumerate(turn.branches) if reply is turn.reply)
    deck.enter(Shown(turn.branches[(at + by) % len(turn.branches)].job, deck.session.clock()))
    deck.view.tidy(deck.chat)


def measure(deck: Deck) -> None:
    """Measure plain decoding on the last prompt, so that a speed-up can be told."""
    if not deck.chat.turns:
        raise Refusal("ask something first: plain decoding is measured on your last prompt")
    be_idle(deck)
    deck.measuring, deck.trouble = True, None
    deck.session.send(Measure(deck.next_job(), deck.chat.messages(), MEASURE, deck.thinking))


def stop(deck: Deck) -> bool:
    """End what is being written or played; False if nothing is."""
    busy = deck.busy
    if busy:
        deck.stop_job()
    return busy


def clear(deck: Deck) -> None:
    """Begin another conversation; the system prompt stays, and so does what was written down of this one."""
    stop(deck)
    deck.begin(Chat(deck.chat.system))


def set_system(deck: Deck, text: str) -> None:
    """The system prompt, from the next reply on; empty for none."""
    deck.chat.system = text or None


def _ask(deck: Deck, prompt: str, again: bool = False) -> None:
    pair, settings = deck.pair or Loaded("", "", ()), deck.settings
    deck.enter(
        Asked(
            deck.next_job(), prompt, deck.session.clock(), settings, deck.chat.system, pair.target, pair.target_path,
            pair.path(settings), deck.max_tokens, deck.thinking, again=again,
        )
    )  # fmt: skip
    _generate(deck)


def _generate(deck: Deck, kept: tuple[int, ...] = ()) -> None:
    deck.trouble = None
    deck.session.send(Generate(deck.job, deck.chat.messages(), deck.max_tokens, deck.thinking, kept, deck.detail))
