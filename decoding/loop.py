"""decode(): the one round loop. Plain decoding is the same loop with an empty draft, so a comparison compares one thing.

    settings -> propose -> read -> verdict -> keep -> observe -> yield

Knows rounds; caches are track.py's business, distributions accept.py's, guessing the drafters'.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from random import SystemRandom
from typing import Any, Callable, Iterator, NamedTuple, Sequence

import mlx.core as mx

from .accept import NO_DRAFT, Draft, HostVerdict, Verdict, judge, penalised
from .drafters.base import Ask, Drafter
from .draws import Draws
from .errors import PromptError, SettingsError
from .prompt import Messages, Prompt, render
from .text import StopWatch
from .types import Event, Finish, FinishReason, Prefill, Round, Settings, Source, Stats

AskSettings = Callable[[], Settings]


def decode(
    pair: Any,
    prompt: str | Messages | Sequence[int],
    settings: Settings | AskSettings = Settings(),
    max_tokens: int = 256,
    ignore_end: bool = False,
    *,
    stop: Sequence[str] = (),
    system: str | None = None,
    raw: bool = False,
    thinking: bool | None = None,
    detail: int = 0,
) -> Iterator[Event]:
    """Decode one reply: Prefill and Round events, then one Finish. Closing the iterator between any two is safe: the pair's
    caches hold what was yielded, and the next call goes on from what they hold.

    `settings` may be a function: it is asked once a round, and what it returns holds from that round on. `detail` asks for the
    best few of p and q at every tested position. Raises PromptError or SettingsError before anything is read.
    """
    rendered = render(pair.tokenizer, prompt, system=system, raw=raw, thinking=thinking)
    ask = settings if callable(settings) else lambda: settings
    limit = _limit(pair, rendered, max_tokens)
    _check(pair, ask())
    return _Reply(pair, rendered, ask, limit, frozenset() if ignore_end else frozenset(pair.end_tokens), stop, detail).run()


def _limit(pair: Any, prompt: Prompt, max_tokens: int) -> int:
    """The most tokens this reply may have: what was asked for, and what fits into the model's context."""
    if max_tokens < 1:
        raise SettingsError(f"max_tokens must be at least 1, not {max_tokens}")
    bad = [token for token in prompt.tokens if not 0 <= token < pair.width]
    if bad:
        raise PromptError(f"token id {bad[0]} is not in the vocabulary: ids go from 0 to {pair.width - 1}")
    if pair.context is None:
        return max_tokens
    if len(prompt.tokens) >= pair.context:
        raise PromptError(
            f"the prompt has {len(prompt.tokens)} tokens and {pair.name} reads at most {pair.context}: shorten it or clear the chat"
        )
    return min(max_tokens, pair.context - len(prompt.tokens))


def _check(pair: Any, settings: Settings) -> None:
    pair.drafter(settings)  # raises SettingsError for a name that is not there
    if wrong := _beyond(pair, settings):
        raise SettingsError(wrong)


def _beyond(pair: Any, settings: Settings) -> str | None:
    """What is wrong with a bias on a token that the target does not have: it would be written outside the row of logits."""
    bad = [token for token in settings.logit_bias if token >= pair.width]
    return f"logit_bias names token {bad[0]}, but ids go from 0 to {pair.width - 1}" if bad else None


@dataclass(frozen=True)
class _Ahead:
    """A plain round whose pass was queued before the host knew the token before it: with no draft there is nothing to wait for."""

    settings: Settings
    verdict: Verdict


class _Reply:
    """One reply in the making. `sequence` is the prompt and all that was emitted; tracks and drafters follow this very list."""

    def __init__(
        self, pair: Any, prompt: Prompt, ask: AskSettings, limit: int, ends: frozenset[int], stop: Sequence[str], detail: int
    ) -> None:
        self.pair, self.prompt, self.ask, self.ends, self.detail = pair, prompt, ask, ends, detail
        self.target, self.plain, self._listeners = pair.target, pair.drafters["none"], pair.listeners
        self.sequence = list(prompt.tokens)
        self.left = limit
        self.error: str | None = None
        self.over: FinishReason | None = None
        self._failed: set[str] = set()
        self._seed = SystemRandom().getrandbits(62)
        self._watch = StopWatch(pair.tokenizer, stop)
        self._ahead: _Ahead | None = None
        self._asked: Settings | None = None

    def run(self) -> Iterator[Event]:
        """The loop; what breaks in the middle of a forward leaves caches that are good for nothing, so they are forgotten."""
        try:
            yield from self._run()
        except GeneratorExit:  # closed between two events, where everything is whole
            raise
        except BaseException:
            self.pair.reset()
            raise

    def _run(self) -> Iterator[Event]:
        stats, index = Stats(), 0
        mx.reset_peak_memory()
        for event in self._prefill():
            stats = stats.add(event)
            yield event
        start = time.perf_counter()
        while not self.over:
            settings = self._settings()
            drafter = self._drafter(settings)
            yield from self._join(drafter, settings)
            round_ = self._round(index, settings, drafter)
            self._learn(round_)
            stats = stats.add(round_)
            yield round_
            index += 1
            if index % 256 == 0:
                mx.clear_cache()
        seconds = time.perf_counter() - start
        yield Finish(self.over, self.error, replace(stats, decode_seconds=seconds, peak_memory_bytes=mx.get_peak_memory()))

    def _round(self, index: int, settings: Settings, drafter: Drafter) -> Round:
        """Propose, read, judge, and only then wait. A round that ends plain queues the next pass before it waits.

        A GPU takes the whole queue, and the draft is waited for when the pass is in it. On a CPU a long queue blocks, and a pass
        begins while it is built (cpu/eager_layers.py): there the draft is waited for first.
        """
        base, ahead, self._ahead = len(self.sequence), self._ahead, None
        t0 = time.perf_counter()
        draws = Draws(settings.seed, index, base, self.pair.width)
        draft, queues = self._propose(drafter, settings, draws), mx.default_device().type == mx.DeviceType.gpu
        t1 = time.perf_counter() if queues else _drafted(draft)
        passes, read = self.target.passes, len(self.target.unread) + len(draft)
        if ahead and not len(draft) and ahead.settings == settings:
            verdict = ahead.verdict
        else:
            verdict = judge(draft, self.target.read(draft.tokens), settings, draws, self._before(settings), self.detail)
        passes = self.target.passes - passes
        if not len(draft):
            if self._will_not_draft(drafter, settings):
                self._queue_next(index + 1, settings, verdict)
        elif queues:
            mx.async_eval(verdict.arrays())
            t1 = _drafted(draft)
        settled = verdict.settle()
        t2 = time.perf_counter()
        told = self._tell(base, settled)
        early = 1 if ahead else 0  # this round's pass over its first token was made in the round before
        return Round(
            index, settings, draft.drafter, settled.draft, **told._asdict(), read=read + early, passes=passes + early,
            draft_seconds=t1 - t0, verify_seconds=t2 - t1, top_p=settled.top_p, top_q=settled.top_q, note=draft.note,
            host_seconds=time.perf_counter() - t2,
        )  # fmt: skip

    def _tell(self, base: int, settled: HostVerdict) -> _Told:
        """Emit what the verdict let stand and tell everyone; the Round's fields from `accepted` to `u`, and the tested p and q."""
        said = settled.draft[: settled.accepted] + (settled.own,)
        count, ended = self._cut(said)
        accepted = min(settled.accepted, count)
        self.sequence.extend(said[:count])
        self.target.keep(base + accepted if settled.draft else len(self.sequence))
        self._pass_on()
        for drafter in self.pair.drafters.values():
            self._guarded(drafter, drafter.observe, base + accepted)
        tokens = said[: count - ended]
        own_source: Source = "plain" if not settled.draft else "bonus" if settled.accepted == len(settled.draft) else "recovered"
        sources = (("accepted",) * settled.accepted + (own_source,))[: len(tokens)]
        p = (settled.p[: settled.accepted] + (settled.own_p,))[: len(tokens)]
        q = (settled.q[: settled.accepted] + (settled.own_q,))[: len(tokens)]
        return _Told(accepted, tokens, sources, p, q, settled.u[:count], settled.p[:count], settled.q[:count])

    def _cut(self, said: Sequence[int]) -> tuple[int, bool]:
        """How many of these tokens the reply takes, and whether the last of them is an end of turn; sets `over` where it ends."""
        for count, token in enumerate(said, start=1):
            if token in self.ends:
                self.over = "stop"
                return count, True
            self.left -= 1
            self.over = "stop" if self._watch.push(token) else "length" if self.left == 0 else None
            if self.over:
                return count, False
        return len(said), False

    def _queue_next(self, index: int, settings: Settings, verdict: Verdict) -> None:
        """Let the target read its own token while the host has yet to see it, as mlx-lm's generator does."""
        if self.left < 2:
            return
        own, before = verdict.own, self._before(settings)
        before = mx.concatenate([before, own.astype(before.dtype)]) if before.size else before
        draws = Draws(settings.seed, index, len(self.sequence) + 1, self.pair.width)
        ahead = judge(NO_DRAFT, self.target.step(own, certain=True), settings, draws, before, self.detail)
        mx.async_eval(ahead.arrays())
        self._ahead = _Ahead(settings, ahead)

    def _will_not_draft(self, drafter: Drafter, settings: Settings) -> bool:
        """Whether the next round will be plain too, as far as can be known before its first token is."""
        return bool(self._guarded(drafter, drafter.will_not_draft, settings))

    def _learn(self, round_: Round) -> None:
        """What the round took and yielded, for whoever chooses by that."""
        self.pair.pace.learn(round_)
        for drafter in self.pair.drafters.values():
            self._guarded(drafter, drafter.learn, round_)

    def _propose(self, drafter: Drafter, settings: Settings, draws: Draws) -> Draft:
        room = min(settings.k, self.left - 1)
        if settings.adaptive_k and room > 0:
            room = self.pair.pace.width(drafter.name, room)
        if room < 1:
            return NO_DRAFT
        ask = Ask(self.sequence, room, settings, draws, self._before(settings), self.target.suppressed)
        draft = self._guarded(drafter, drafter.propose, ask)
        if draft is None:
            return Draft(note=self.error)
        if len(draft):
            mx.async_eval(draft.tokens)
        return draft

    def _prefill(self) -> Iterator[Prefill]:
        """Read the prompt but for its last token, on the target and on the drafter in force."""
        checkpoint = min(self.prompt.stable, len(self.sequence) - 1)
        held = self.target.follow(self.sequence)
        self.pair.pace.begin(self.sequence)
        for drafter in self.pair.drafters.values():
            self._guarded(drafter, drafter.begin, self.sequence, checkpoint)
        yield from self._progress("target", self.target.prefill(len(self.sequence) - 1, checkpoint), held)
        settings = self._settings()
        yield from self._join(self._drafter(settings), settings)

    def _join(self, drafter: Drafter, settings: Settings) -> Iterator[Prefill]:
        """A drafter that has long to read before it can guess reads it now, in the open."""
        reading = self._reading(drafter, settings)
        held = next(reading, None)
        if held is not None:
            yield from self._progress(drafter.name, reading, held)

    def _reading(self, drafter: Drafter, settings: Settings) -> Iterator[int]:
        try:
            yield from drafter.join(settings)
        except Exception as error:
            self._fail(drafter, error)

    def _progress(self, who: str, reading: Iterator[int], cached: int) -> Iterator[Prefill]:
        """One Prefill a chunk, and at least one; the prompt's last token counts as done, for the first round reads it."""
        start, total = time.perf_counter(), len(self.sequence)
        yield Prefill(who, cached, total, cached, 0.0)
        for done in reading:
            self._pass_on()
            if done < total - 1:
                yield Prefill(who, done, total, cached, time.perf_counter() - start)
        yield Prefill(who, total, total, cached, time.perf_counter() - start)

    def _pass_on(self) -> None:
        """Let the drafters that listen hear what the target said."""
        if self._listeners:
            start, heard = self.target.hear()
            for drafter in self._listeners:
                self._guarded(drafter, drafter.hear, start, heard)

    def _settings(self) -> Settings:
        """What is in force now, with the seed of this reply where none was asked for, and without a bias that cannot be."""
        asked = self.ask()
        if asked is not self._asked:
            self._asked = self._resolved = asked
            if wrong := _beyond(self.pair, asked):
                self.error, self._resolved = wrong, replace(asked, logit_bias={})
            if asked.seed is None:
                self._resolved = replace(self._resolved, seed=self._seed)
        return self._resolved

    def _drafter(self, settings: Settings) -> Drafter:
        """Who is to guess: nobody at k = 0, or where the name is not there or has failed in this reply."""
        try:
            drafter = self.pair.drafter(settings)
        except SettingsError as error:
            self.error, drafter = str(error), self.plain
        return self.plain if settings.k == 0 or drafter.name in self._failed else drafter

    def _guarded(self, drafter: Drafter, call: Callable, *args: Any) -> Any:
        """Call a drafter. One that raises is out for the rest of the reply, and the reply goes on plain and says why."""
        if drafter.name in self._failed:
            return None
        try:
            return call(*args)
        except Exception as error:  # whatever a drafter raises, the text is the target's
            self._fail(drafter, error)
            return None

    def _fail(self, drafter: Drafter, error: Exception) -> None:
        self._failed.add(drafter.name)
        self.error = f"drafter {drafter.name} failed and is off for this reply: {type(error).__name__}: {error}"
        drafter.reset()

    def _before(self, settings: Settings) -> mx.array:
        """The tokens that penalties look back on, empty where none is on."""
        recent = self.sequence[-settings.penalty_context :] if penalised(settings) else []
        return mx.array(recent, mx.uint32)


def _drafted(draft: Draft) -> float:
    """When the draft is there; it alone is waited for: mx.eval would queue behind the pass."""
    if len(draft):
        draft.tokens.tolist()
    return time.perf_counter()


class _Told(NamedTuple):
    """The fields of a Round that the verdict gives, in the Round's order."""

    accepted: int
    tokens: tuple[int, ...]
    sources: tuple[Source, ...]
    p: tuple[float, ...]
    q: tuple[float | None, ...]
    u: tuple[float | None, ...]
    draft_p: tuple[float, ...]
    draft_q: tuple[float | None, ...]
