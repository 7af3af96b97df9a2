"""Records the lesson's traces from the embedded pair: python -m assets.scripts.record [NAME ...]

Each trace holds a few replies to a prompt that demonstrates one thing. What it must demonstrate is checked, so that a newly trained pair
cannot spoil a page unnoticed. For pages that show seconds, the run with the median rate of several is kept. Paths are left out.
"""

from __future__ import annotations

import json
import sys
import time
from datetime import date
from typing import Callable, Iterator, Sequence

from specdeck import assets
from specdeck.app.chat.conversation import Chat, fold
from specdeck.app.chat.entries import Asked, Entry
from specdeck.app.chat.reply import Reply
from specdeck.app.chat.why_this_token import missed
from specdeck.app.compare.processor_name import machine_words
from specdeck.app.engine.reporter import reporter_of
from specdeck.app.lesson.pages.one_token import seconds
from specdeck.app.lesson.pages.residual import Shares
from specdeck.app.lesson.recorded_prompts import KINDS, STORY, TAKES, WIDTHS, Take, median_run
from specdeck.app.records import trace
from specdeck.decoding import Settings, decode, load

RUNS = 5  # of which the middle one counts


class Recorder:
    """Records replies of the embedded pair."""

    def __init__(self) -> None:
        self.pair = load(drafter=["lookup", *KINDS])
        list(decode(self.pair, STORY, Settings(), max_tokens=16))  # the first passes of a process are slow

    def record(self, takes: Sequence[Take]) -> list[Entry]:
        """The entries of all these replies, each decoded from empty caches."""
        entries: list[Entry] = []
        for job, take in enumerate(takes, 1):
            runs = [self._run(job, take) for _ in range(RUNS if take.timed else 1)]
            entries += median_run(runs, lambda run: run[-1].event.stats.tokens_per_second)
        return entries

    def _run(self, job: int, take: Take) -> list[Entry]:
        self.pair.reset()
        entries: list[Entry] = [Asked(job, take.prompt, time.perf_counter(), take.settings, target=self.pair.name, max_tokens=take.max_tokens)]
        entries += self._tell(job, take)
        return entries

    def _tell(self, job: int, take: Take) -> Iterator[Entry]:
        reporter = reporter_of(self.pair.tokenizer, job)
        for event in decode(self.pair, take.prompt, take.settings, max_tokens=take.max_tokens, detail=take.detail):
            yield reporter.report(event, time.perf_counter())


# What each must show


def greedy(chat: Chat) -> bool:
    """Whether it has a fully accepted draft and a partly accepted one, an accepted end of turn with an untested guess behind it, and a pass
    over five tokens costs less than three plain ones."""
    plain, drafted = (turn.reply for turn in chat.turns)
    events = [step.event for step in drafted.steps if len(step.event.draft) == 4]
    last = drafted.steps[-1]
    shown = any(e.accepted == 4 for e in events) and any(1 <= e.accepted < 3 for e in events)
    shown = shown and last.event.accepted == len(last.event.tokens) + 1 < len(last.guesses)
    return shown and plain_twin(chat) and seconds(drafted, 5) < 3 * seconds(plain, 1)


def plain_twin(chat: Chat) -> bool:
    """Whether two replies have the same text of some length, the first by plain decoding, the second in about half the passes."""
    plain, drafted = (turn.reply for turn in chat.turns)
    return plain.text == drafted.text and len(plain.tokens) > 12 and plain.stats.target_passes > 1.8 * drafted.stats.target_passes


def warm(chat: Chat) -> bool:
    """Whether the first round has a guess that is certain to be accepted, one accepted by chance, and a miss with several likely replacements."""
    event, reply = chat.reply.steps[0].event, chat.reply
    ratios = [p / q for p, q in zip(event.draft_p, event.draft_q)]
    if not (len(ratios) == event.accepted + 1 == 3 and ratios[0] >= 1 > ratios[1] and ratios[2] < 1):
        return False
    p, q = dict(event.top_p[2]), dict(event.top_q[2])
    left, spent = [token for token in p if p[token] > q.get(token, 0.0)], [token for token in q if q[token] > p.get(token, 0.0)]
    return len(left) >= 2 <= len(spent) and missed(reply, reply.tokens[2]) != reply.tokens[2].text and biased(p, q) > 0.11


def biased(p: Shares, q: Shares) -> float:
    """By how much a token's share is off if a missed guess is replaced by a draw from p and not from the residual."""
    missing = 1 - sum(min(share, q.get(token, 0.0)) for token, share in p.items())
    return max(abs(min(share, q.get(token, 0.0)) + missing * share - share) for token, share in p.items())


def warmth(chat: Chat) -> bool:
    """Whether temperatures and rules differ in the number of accepted guesses."""
    return len({first(turn.reply) for turn in chat.turns}) > 2


def first(reply: Reply) -> int:
    """How many guesses of a reply's first round were accepted."""
    return reply.steps[0].event.accepted


def widths(chat: Chat) -> bool:
    """Whether most guesses are accepted on one prompt and few on the other."""
    rates = [turn.reply.stats.acceptance_rate or 0.0 for turn in chat.turns]
    return min(rates[1:4]) > 0.5 > 0.3 > max(rates[len(WIDTHS) + 3 :])


def lookup(chat: Chat) -> bool:
    """Whether lookup drafts copied text and does not draft open text."""
    copied, open_ = (turn.reply.stats for turn in chat.turns)
    return copied.tokens_per_round > 3 > 1.5 > open_.tokens_per_round


def kinds(chat: Chat) -> bool:
    """Whether every drafter made drafts, and all texts are the same."""
    return len({turn.reply.text for turn in chat.turns}) == 1 and all(turn.reply.stats.accepted for turn in chat.turns)


def show(chat: Chat) -> bool:
    """Whether both replies have the same text, the second in less time."""
    plain, drafted = (turn.reply for turn in chat.turns)
    return plain_twin(chat) and drafted.stats.tokens_per_second > 1.3 * plain.stats.tokens_per_second


SHOWS: dict[str, Callable[[Chat], bool]] = {
    "greedy": greedy, "warm": warm, "same": plain_twin, "warmth": warmth, "widths": widths, "lookup": lookup, "kinds": kinds, "show": show,
}  # fmt: skip


def main(names: Sequence[str]) -> int:
    """Record the named traces, or all; returns 1 if one does not demonstrate what it must."""
    recorder, code = Recorder(), 0
    for name in names or TAKES:
        entries = recorder.record(TAKES[name])
        good = SHOWS[name](fold(entries))
        text = trace.dump(entries)
        print(f"{name:8} {len(text) / 1e3:6.1f} kB {'' if good else '  does not show what it must: try another seed or prompt'}")
        if good:
            (assets.TRACES / f"{name}.jsonl").write_text(text, encoding="utf-8", newline="\n")
            if name == "show":
                assets.SHOW_ORIGIN.write_text(json.dumps({"machine": machine_words(), "date": f"{date.today():%Y-%m-%d}"}) + "\n", encoding="utf-8")
        code |= not good
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
