"""The verbs of the compare screen, on the deck's contest. What cannot be done is a Refusal, one line."""

from __future__ import annotations

import random
from dataclasses import replace

from specdeck.app.compare.result import is_plain
from specdeck.app.compare.sampling import DRAWS, TOKENS, Sampling
from specdeck.app.compare.trials import Letter
from specdeck.app.deck import Deck
from specdeck.app.engine.messages import Message, Trial
from specdeck.app.notices import Refusal
from specdeck.decoding import rules
from specdeck.decoding.types import Settings

from . import changing_settings, guards

MOST = 256  # tokens of a reply


def compare(deck: Deck, prompt: str) -> None:
    """Run both sides on a prompt; without one, on the last prompt."""
    prompt = prompt if prompt.strip() else last_prompt(deck)
    _be_ready(deck)
    if not prompt:
        raise Refusal("type a prompt first")
    force = replace(deck.settings, seed=random.randrange(2**31) if deck.seed is None else deck.seed)
    _send(deck, deck.contest.begin(prompt, _messages(deck, prompt), force, min(deck.max_tokens, MOST), deck.thinking))


def sweep(deck: Deck) -> None:
    """Run side B with other values of k, on the prompt of the last comparison."""
    _be_ready(deck)
    if deck.contest.comparison is None:
        raise Refusal("compare first: the sweep of k uses the same prompt")
    if deck.contest.origin:
        raise Refusal("this is an earlier comparison: enter runs it again, then k can be swept")
    if is_plain(deck.contest.comparison.b.settings):
        raise Refusal("side B was plain decoding: it has no k to sweep")
    _send(deck, deck.contest.begin_sweep())


def sample(deck: Deck, prompt: str = "", draws: int = DRAWS, tokens: int = TOKENS) -> None:
    """Draw continuations plainly and as side B would, to test whether both follow one distribution. The rule is the chat's unless one
    was chosen for side B. With no prompt, on the last one."""
    prompt = prompt if prompt.strip() else last_prompt(deck)
    _be_ready(deck)
    if not prompt:
        raise Refusal("type a prompt first")
    drafted = replace(side(deck, "b"), rule=deck.contest.changes["b"].get("rule", deck.settings.rule))
    if is_plain(drafted):
        raise Refusal("side B is plain decoding: choose a drafter for it first (d), there is nothing to test")
    deck.sampling = Sampling(deck.next_job(), prompt, drafted, random.randrange(2**31), draws, tokens)
    deck.session.send(deck.sampling.command(_messages(deck, prompt), deck.thinking))


def last_prompt(deck: Deck) -> str:
    """The prompt that was last compared, else last asked; empty if there is none."""
    return deck.contest.prompt or (deck.chat.turns[-1].prompt if deck.chat.turns else "")


def side(deck: Deck, letter: Letter) -> Settings:
    """A side's settings in the next comparison."""
    return deck.contest.side(letter, deck.settings)


def rule_after(deck: Deck, letter: Letter) -> str:
    """The acceptance rule after a side's, in the order of the list."""
    return rules.rule_after(side(deck, letter).rule)


def change(deck: Deck, letter: Letter, **fields: object) -> None:
    """Change a side from the next comparison on. A value out of range is refused and changes nothing."""
    changing_settings.checked(side(deck, letter), fields)
    if "drafter" in fields:
        changing_settings.can_draft(deck, fields["drafter"])
    deck.contest.change(letter, **fields)


def _be_ready(deck: Deck) -> None:
    guards.loaded_pair(deck)
    guards.require_idle(deck)
    deck.trouble = None


def _messages(deck: Deck, prompt: str) -> tuple[Message, ...]:
    system = ({"role": "system", "content": deck.chat.system},) if deck.chat.system else ()
    return (*system, {"role": "user", "content": prompt})


def _send(deck: Deck, trials: list[Trial]) -> None:
    for trial in trials:
        deck.session.send(trial)
