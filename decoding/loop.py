"""decode(): the one round loop. Plain decoding is the same loop with an empty draft, so a comparison compares one thing.

    settings -> propose -> read -> verdict -> roll back -> observe -> yield

Caches are elsewhere (target/sequence_state.py). So are distributions (logits.py), the verdict (accept.py) and guessing (drafters/).
`round.py` has a round's settings, clock, look-ahead and guard. `text/end_of_reply.py` finds the reply's end.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any, Callable, Generator, Iterator, Mapping, Sequence

import mlx.core as mx

from .accept import NO_DRAFT, Draft, HostVerdict, Outcome, judge, outcome
from .drafters.base import Drafter, DraftRequest
from .errors import SettingsError
from .logits import penalised
from .pair import Pair
from .round import AskSettings, DrafterGuard, LookAhead, RoundClock, RoundSettings, check_bias
from .rules.draws import Draws
from .text.end_of_reply import EndOfReply, ReplyText
from .text.prompt import Messages, RenderedPrompt, render
from .types import PLAIN, Event, Finish, Prefill, Round, Settings, Stats


def decode(
    pair: Pair,
    prompt: str | Messages | Sequence[int],
    settings: Settings | AskSettings = Settings(),
    max_tokens: int = 256,
    ignore_end: bool = False,
    *,
    stop: Sequence[str] = (),
    system: str | None = None,
    raw: bool = False,
    thinking: bool | None = None,
    variables: Mapping[str, Any] = {},
    detail: int = 0,
    kept: Sequence[int] = (),
    halted: Callable[[], bool] = lambda: False,
) -> Generator[Event]:
    """Decode one reply: Prefill and Round events, then one Finish. The iterator may be closed between any two events. The pair's caches then hold
    what was yielded, and the next call reuses it.

    `prompt`: a user message, a list of messages with role and content, or token ids. `system`, `raw`, `thinking` and `variables` are as in
    prompt.render. `settings` may be a function. It is called as the reply begins and before each round, which goes by what it returns. `stop`:
    strings that end the reply; `ignore_end`: end-of-turn tokens do not. `detail`: how many of the likeliest tokens a Round lists for p and q at every
    tested position. `kept`: ids of the reply's first tokens, which are read and not decoded. `halted`: asked between two events; once true, the reply
    ends as interrupted. Raises PromptError or SettingsError before anything is read.
    """
    ask = settings if callable(settings) else lambda: settings
    first = ask()
    rendered, end = opened(
        pair, prompt, first, max_tokens, ignore_end, stop=stop, system=system, raw=raw, thinking=thinking, variables=variables, kept=kept
    )
    pair.drafter(first)  # raises SettingsError where no drafter of that name is loaded
    return _Reply(pair, rendered, ask, end, detail, halted).run()


def opened(
    pair: Pair, prompt: str | Messages | Sequence[int], settings: Settings, max_tokens: int = 256, ignore_end: bool = False,
    *, stop: Sequence[str] = (), kept: Sequence[int] = (), **framing: Any,
) -> tuple[RenderedPrompt, EndOfReply]:  # fmt: skip
    """What a reply begins with, and where it will end; the arguments are those of `decode`, `framing` those of prompt.render. Raises PromptError
    or SettingsError."""
    pair.refuse_by_length(prompt)
    rendered = render(pair.tokenizer, prompt, **framing).followed_by(kept)
    limit = pair.most_tokens(rendered.tokens, max_tokens)
    check_bias(settings, pair.width)
    return rendered, EndOfReply(limit, () if ignore_end else pair.end_tokens, ReplyText(pair.tokenizer, stop, kept))


class _Reply:
    """The state of one reply. `sequence` holds the prompt, the emitted tokens and an end-of-turn token. The target and the drafters hold
    this same list object."""

    def __init__(self, pair: Pair, prompt: RenderedPrompt, ask: AskSettings, end: EndOfReply, detail: int, halted: Callable[[], bool]) -> None:
        self.pair, self.prompt, self.end, self.detail, self.halted = pair, prompt, end, detail, halted
        self.target, self.plain = pair.target, pair.drafters[PLAIN]
        self._drafters, self._hidden_state_readers = pair.distinct, pair.hidden_state_readers
        self.sequence = list(prompt.tokens)
        self.errors: list[str] = []
        self._guard = DrafterGuard(self._report)
        self._ahead = LookAhead(pair.target, detail)
        self._settings = RoundSettings(ask, pair.width, self._report)

    def run(self) -> Generator[Event]:
        """The events of the reply. An exception in the middle of a forward leaves half-written caches, so all of them are reset."""
        try:
            yield from self._run()
        except GeneratorExit:  # closed between two events, where no forward is under way
            raise
        except BaseException:
            self.pair.reset()
            raise

    def _run(self) -> Iterator[Event]:
        stats, seconds = Stats(), 0.0
        mx.reset_peak_memory()
        for event in self._until_halted(self._prefill()):
            stats = stats.add(event)
            yield event
        if not self.end.reason:
            start = time.perf_counter()
            for event in self._until_halted(self._turns()):
                stats = stats.add(event)
                yield event
            seconds = time.perf_counter() - start
        stats = replace(stats, decode_seconds=seconds, peak_memory_bytes=mx.get_peak_memory())
        yield Finish(self.end.reason or "stop", next(iter(self.errors), None), stats, self.end.text.flush(), time.perf_counter())

    def _until_halted(self, events: Iterator[Prefill | Round]) -> Iterator[Prefill | Round]:
        """These events, and an early end of the reply once `halted` says so."""
        while not self.halted():
            if (event := next(events, None)) is None:
                return
            yield event
        self.end.reason = self.end.reason or "interrupted"

    def _turns(self) -> Iterator[Prefill | Round]:
        index = 0
        while not self.end.reason:
            settings = self._settings()
            drafter = self._drafter(settings)
            yield from self._join(drafter, settings)
            round_ = self._round(index, settings, drafter)
            self.pair.estimator.learn(round_)  # adaptive k and auto choose by its times and outcome
            for drafter in self._drafters:
                self._guard.call(drafter, drafter.learn, round_)
            yield round_
            index += 1
            if index % 256 == 0:
                mx.clear_cache()

    def _round(self, index: int, settings: Settings, drafter: Drafter) -> Round:
        """Propose, read and judge, all queued on the device; only then wait for the verdict."""
        base, clock = len(self.sequence), RoundClock()
        draws = self._draws(settings, index, base)
        draft = self._propose(drafter, settings, draws)
        clock.drafted(draft)
        read, passes = len(self.target.unread) + len(draft), self.target.passes
        ahead, verdict = self._ahead.take(draft, settings)
        verdict = verdict or judge(draft, self.target.read(draft.tokens), settings, draws, self._before(settings), self.detail)
        passes = self.target.passes - passes
        clock.built(draft, verdict)
        if not len(draft) and self.end.left >= 2 and self._guard.call(drafter, drafter.will_not_draft, settings):  # the next round will have none either
            self._ahead.queue(verdict, settings, self._draws(settings, index + 1, base + 1), self._before(settings))
        on_host = self._checked(verdict.settle(), self.pair.drafters.get(draft.drafter, drafter))
        clock.verified()
        emitted, texts = self._emit(base, on_host)
        guesses, names = self.pair.token_texts.of_round(on_host.draft, emitted.tokens, texts, (*on_host.top_p, *on_host.top_q))
        return Round(
            index, settings, draft.drafter, on_host.draft, **emitted._asdict(), read=read + ahead, passes=passes + ahead,
            **clock.seconds(), top_p=on_host.top_p, top_q=on_host.top_q, note=draft.note, copied_from=draft.copied_from,
            logit_type=on_host.logit_type, logit_steps=on_host.logit_steps, texts=texts, guesses=guesses, names=names, at=time.perf_counter(),
        )  # fmt: skip

    def _checked(self, verdict: HostVerdict, drafter: Drafter) -> HostVerdict:
        """The verdict without NaN. Raises LoadError where the target gave NaN. A drafter that gave NaN is out, and its q is left out. `drafter`:
        who made the draft."""
        verdict.check_target()
        self._guard.call(drafter, verdict.check_drafter)
        return replace(verdict, q=(None,) * len(verdict.q), own_q=None, top_q=()) if self._guard.is_out(drafter) else verdict

    def _emit(self, base: int, verdict: HostVerdict) -> tuple[Outcome, tuple[str, ...]]:
        """Append the accepted guesses and the own token to the sequence. Then bring the caches and every drafter up to date. Returns the texts
        of the tokens too."""
        taken = self.end.cut(verdict.tokens)
        emitted = outcome(verdict, taken.count, taken.ended)
        self.sequence.extend(verdict.tokens[: taken.count])
        accepted = base + emitted.accepted  # up to there the sequence was read with the draft
        self.target.roll_back(accepted if verdict.draft else len(self.sequence))
        self._pass_on()
        for drafter in self._drafters:
            self._guard.call(drafter, drafter.observe, accepted)
        return emitted, taken.texts

    def _draws(self, settings: Settings, index: int, base: int) -> Draws:
        assert settings.seed is not None, "RoundSettings gives every round a seed"
        return Draws(settings.seed, index, base, self.pair.width)

    def _propose(self, drafter: Drafter, settings: Settings, draws: Draws) -> Draft:
        room = min(settings.k, self.end.left - 1)
        if settings.adaptive_k and room > 0 and not drafter.composed:  # such a drafter asks for each drafter that it asks
            room = self.pair.estimator.draft_length(drafter.name, room, drafter.stops_early)
        if room < 1:
            return NO_DRAFT
        estimator = self.pair.estimator if settings.adaptive_k else None
        request = DraftRequest(self.sequence, room, settings, draws, self._before(settings), self._ask, self.target.suppressed, estimator)
        draft = self._ask(drafter, request)
        if draft is None:
            return Draft(note=next(reversed(self.errors), None))
        if len(draft):
            mx.async_eval(draft.tokens)
        return draft

    def _ask(self, drafter: Drafter, request: DraftRequest) -> Draft | None:
        """A drafter's draft; None if it fails, and is then out, or failed before."""
        return self._guard.call(drafter, drafter.propose, request)

    def _prefill(self) -> Iterator[Prefill]:
        """Read the prompt up to its last token with the target and the drafter in force. The first round reads the last token."""
        checkpoint = min(self.prompt.stable, len(self.sequence) - 1)
        cached = self.target.follow(self.sequence)
        self.pair.estimator.begin(len(self.sequence))
        for drafter in self._drafters:
            self._guard.call(drafter, drafter.begin, self.sequence, checkpoint)
        yield from self._progress("target", self.target.prefill(len(self.sequence) - 1, checkpoint), cached)
        settings = self._settings()
        yield from self._join(self._drafter(settings), settings)

    def _join(self, drafter: Drafter, settings: Settings) -> Iterator[Prefill]:
        """Let the drafters that will draft read a long unread stretch now, with progress events. Otherwise they would read it silently
        inside their next draft."""
        for reader in self._guard.call(drafter, drafter.joining, settings) or ():
            reading = self._guard.call(reader, reader.join, settings)
            steps = iter(partial(self._guard.call, reader, next, reading, None), None)
            cached = next(steps, None)
            if cached is not None:
                yield from self._progress(reader.name, steps, cached)

    def _progress(self, who: str, reading: Iterator[int], cached: int) -> Iterator[Prefill]:
        """One Prefill before reading and one after each chunk. The last event counts the prompt's last token as done, which the
        first round reads."""
        start, total = time.perf_counter(), len(self.sequence)
        opening, chosen = (self.prompt.opening, self.end.text.chosen) if who == "target" else ("", None)
        yield Prefill(who, cached, total, cached, 0.0, opening, chosen, start)
        for done in chain(reading, [total]):
            self._pass_on()
            if done < total - 1 or done == total:
                now = time.perf_counter()
                yield Prefill(who, done, total, cached, now - start, opening, at=now)

    def _pass_on(self) -> None:
        """Hand the target's new hidden states to the drafters that read them."""
        if self._hidden_state_readers:
            start, rows = self.target.take_hidden()
            for drafter in self._hidden_state_readers:
                self._guard.call(drafter, drafter.receive_hidden, start, rows)

    def _drafter(self, settings: Settings) -> Drafter:
        """The drafter of the next round. At k = 0 it is the plain drafter. So it is where the named drafter is not loaded, or
        failed in this reply."""
        try:
            drafter = self.pair.drafter(settings)
        except SettingsError as error:
            self._report(str(error))
            drafter = self.plain
        return self.plain if settings.k == 0 or self._guard.is_out(drafter) else drafter

    def _before(self, settings: Settings) -> mx.array:
        """The last tokens (m,) that penalties count; empty where no penalty is on."""
        recent = self.sequence[-settings.penalty_context :] if penalised(settings) else []
        return mx.array(recent, mx.uint32)

    def _report(self, error: str) -> None:
        """Keep an error for the Finish event, which carries the first one: later ones may follow from it."""
        if error not in self.errors:
            self.errors.append(error)
