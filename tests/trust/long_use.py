"""Long use: hundreds of turns over all drafters, switched in the middle of replies, a context that is filled again and again, one very
long reply; all on toys, beside plain decoding of the same conversation.

    python -m tests.trust.long_use --turns 300 --reply 10000 [--kind trimmable]

A text may differ from plain's only where two best logits are nearer to each other than rounding: those places are counted.
"""

from __future__ import annotations

import argparse
import gc
import sys
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Iterator

import mlx.core as mx

from specdeck.decoding import PromptError, Settings, decode
from specdeck.decoding.types import Finish, Round
from tests.helpers import toys

CONTEXT = 400  # tokens of a conversation, so that it is full every few turns
PLAIN = Settings(drafter="none", k=0)
RULES = ("probabilistic", "match", "coupled")
TIE = toys.QUANTISED_GAP


@dataclass
class Log:
    """`active`: bytes that mlx holds after each turn; `peak`: at most within it; `resident`: of the process. `full`: how often the
    context was."""

    turns: int = 0
    tokens: int = 0
    drafted: int = 0
    accepted: int = 0
    switches: int = 0
    full: int = 0
    ties: int = 0
    drafters: set[str] = field(default_factory=set)
    active: list[int] = field(default_factory=list)
    peak: list[int] = field(default_factory=list)
    resident: list[int] = field(default_factory=list)

    def flat(self) -> bool:
        """Whether the last third of the turns held no more than the third before it, give or take a cache's step."""
        third = len(self.active) // 3
        return third == 0 or all(max(held[-third:]) <= 1.1 * max(held[third : 2 * third]) + (1 << 20) for held in (self.active, self.peak))


class Switching:
    """Settings that change every few rounds: who drafts, how much, under which rule."""

    def __init__(self, names: list[str], rng: Random, log: Log) -> None:
        self._names, self._rng, self._log = names, rng, log
        self._settings = PLAIN

    def __call__(self) -> Settings:
        if self._rng.random() < 0.3:
            rng = self._rng
            self._settings = Settings(rng.choice(self._names), rng.choice((1, 2, 4, 7, 16)), rng.random() < 0.2, rule=rng.choice(RULES))
            self._log.switches += 1
        return self._settings


def conversation(kind: str, turns: int, seed: int, tokens: int = 40) -> Log:
    """A conversation of so many turns. Raises AssertionError where a text is not plain decoding's."""
    rng, log = Random(seed), Log()
    plain, drafted = toys.make_pair(toys.as_loaded(kind), {}, context=CONTEXT), toys.full_pair(kind)
    drafted.context = CONTEXT
    names = [name for name in drafted.drafters if name not in ("right-soft",)]
    messages: list[dict[str, str]] = []
    for _ in range(turns):
        messages.append({"role": "user", "content": "".join(rng.choices(toys.LETTERS[:20], k=rng.randint(3, 30)))})
        wanted = None
        while wanted is None:
            try:
                wanted = written(decode(plain, messages, PLAIN, max_tokens=tokens), Log())
            except PromptError:  # the context is full: the oldest turns are sent no more
                assert len(messages) > 2
                log.full += 1
                messages = messages[2:]
        reply(drafted, messages, wanted, Switching(names, rng, log), tokens, log)
        messages.append({"role": "assistant", "content": drafted.tokenizer.decode(wanted)})
        log.turns += 1
        look(log)
    return log


def one_reply(kind: str, tokens: int, seed: int) -> Log:
    """One reply of so many tokens, beyond every context. Raises AssertionError where it is not plain decoding's."""
    rng, log = Random(seed), Log()
    messages = [{"role": "user", "content": "tell us a tale"}]
    wanted = written(decode(toys.make_pair(toys.as_loaded(kind), {}), messages, PLAIN, max_tokens=tokens), Log())
    drafted = toys.full_pair(kind)
    reply(drafted, messages, wanted, Switching(list(drafted.drafters), rng, log), tokens, log)
    log.turns = 1
    look(log)
    return log


def reply(pair: Any, messages: list[dict[str, str]], wanted: list[int], settings: Switching, tokens: int, log: Log) -> None:
    """A reply under switching settings, which is the one wanted up to a tie; after one it goes on from the text wanted."""
    prompt = list(pair.tokenizer.apply_chat_template(messages))
    pair.drafters["right"].texts = pair.drafters["right-soft"].texts = [prompt + wanted]
    written_so_far: list[int] = []
    while len(written_so_far) < len(wanted):
        rest = len(wanted) - len(written_so_far)
        got = written(decode(pair, [*prompt, *written_so_far], settings, max_tokens=rest), log)
        at = len(written_so_far)
        same = next((i for i, (a, b) in enumerate(zip(got, wanted[at:])) if a != b), len(got))
        if same == len(got):
            assert len(got) == rest, (len(got), rest)
            return
        gap = gap_of(pair, [*prompt, *wanted[: at + same]])
        assert gap < TIE, f"after {at + same} tokens of {messages[-1]['content']!r}: {got[same]} for {wanted[at + same]}, {gap:.3g} apart"
        log.ties += 1
        written_so_far = wanted[: at + same + 1]


def gap_of(pair: Any, sequence: list[int]) -> float:
    """How far the two best logits after a sequence are from each other."""
    fresh = toys.sequence_state(pair.target.model)
    fresh.follow(sequence)
    logits = fresh.read()
    row = mx.sort((logits[0] if isinstance(logits, tuple) else logits).reshape(-1, pair.width)[-1])
    return (row[-1] - row[-2]).item()


def written(events: Iterator[Any], log: Log) -> list[int]:
    """The tokens of a reply; what was drafted is counted."""
    ids: list[int] = []
    for event in events:
        if isinstance(event, Round):
            ids += event.tokens
            log.drafted, log.accepted = log.drafted + len(event.draft), log.accepted + event.accepted
            log.drafters.add(event.drafter)
        assert not isinstance(event, Finish) or event.error is None, event
    log.tokens += len(ids)
    return ids


def look(log: Log) -> None:
    """How much is held now."""
    gc.collect()
    mx.clear_cache()
    log.active.append(mx.get_active_memory())
    log.peak.append(mx.get_peak_memory())
    mx.reset_peak_memory()
    statm = Path("/proc/self/statm")
    log.resident.append(int(statm.read_text().split()[1]) * 4096 if statm.exists() else 0)


def main() -> int:
    """All kinds of toys, or one."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--turns", type=int, default=300)
    parser.add_argument("--reply", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kind", action="append")
    args = parser.parse_args()
    bad = 0
    for kind in args.kind or toys.KINDS:
        for what, make in (("conversation", lambda: conversation(kind, args.turns, args.seed)), ("reply", lambda: one_reply(kind, args.reply, args.seed))):
            try:
                log = make()
            except AssertionError as error:
                bad += 1
                print(f"{kind} {what}: {error}", flush=True)
                continue
            bad += not log.flat()
            third = max(1, len(log.active) // 3)
            print(
                f"{kind} {what}: {log.turns} turns, {log.tokens} tokens, {log.switches} switches over {len(log.drafters)} drafters, "
                f"{log.accepted} of {log.drafted} accepted, {log.full} times full, {log.ties} ties; mlx "
                f"{max(log.active[:third]) >> 10} -> {max(log.active[-third:]) >> 10} KiB, at most {max(log.peak[:third]) >> 10} -> "
                f"{max(log.peak[-third:]) >> 10} KiB, process {log.resident[third - 1] >> 20} -> {log.resident[-1] >> 20} MiB"
                f"{'' if log.flat() else ' NOT FLAT'}",
                flush=True,
            )
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
