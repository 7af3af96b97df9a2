"""A session without a thread or a model: it carries out the same jobs on a clock that it owns, as far as a test lets it."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, Callable, Iterator, Sequence

from specdeck.chat.reply import Reply
from specdeck.compare.sampling import Drawn
from specdeck.compare.timed_replies import JobProgress
from specdeck.decoding.errors import SpecdeckError
from specdeck.decoding.types import Event, Finish, Prefill, Round, Settings, Stats
from specdeck.engine.messages import Failed, Load, Loaded, Machine, Measured, Message, Probed
from specdeck.engine.session import Job, RoundGate

PAIR = Loaded("toy-target", "/toy/target", ("none", "model", "lookup", "hybrid"), {"mtp": "toy-target has no prediction heads"}, "model", falling_back=("hybrid",))
TEXT = tuple("I found 2 buses from Fresno to Sacramento : one at 8:15 for $40 and one at 10:45 for $38 . Which one do you prefer ?".split())
LUCK = (4, 1, 3, 0, 4, 2)  # guesses that stand, round by round, where k lets so many be made
PLAIN_SECONDS, GUESS_SECONDS, PASS_SECONDS = 0.030, 0.004, 0.034


@dataclass(frozen=True)
class Take:
    """A recorded round: the draft's texts, how many were accepted, and the text of the target's own token."""

    guesses: tuple[str, ...]
    accepted: int
    own: str


TAKES = (
    Take((" is", " your", " destin", "ation"), 0, "What"),
    Take((" is", " your", " destin", "ation"), 4, "?"),
    Take((" I", " found", " 1", " bus"), 2, " 3"),
    Take((" buses", " from", " Fresno", " to"), 4, " Sacramento"),
    Take((":", "\n", "-", " the"), 3, " one"),
    Take((" at", " 7", ":", "30"), 1, " 8"),
    Take((":", "15", " for", " $"), 4, "40"),
    Take(("\n", "-", " one", " at"), 4, " 10"),
    Take((":", "45", ",", " also"), 2, " for"),
    Take((" $", "40", ".", " Which"), 1, "38"),
    Take((".", " Which", " one", " do"), 4, " you"),
    Take((" prefer", "?", "", ""), 1, "?"),
)


def round_of(index: int, take: Take, settings: Settings) -> Round:
    """The event that a recorded round was."""
    plain = settings.drafter == "none" or settings.k == 0
    guesses = () if plain else take.guesses[: settings.k]
    accepted = min(take.accepted, len(guesses))
    own = "plain" if not guesses else "bonus" if accepted == len(guesses) else "recovered"
    tested = min(len(guesses), accepted + 1)
    return Round(
        index=index,
        settings=settings,
        drafter="none" if plain else settings.drafter,
        draft=tuple(range(len(guesses))),
        accepted=accepted,
        tokens=tuple(range(accepted + 1)),
        sources=("accepted",) * accepted + (own,),
        p=(0.81,) * accepted + (0.62,),
        q=(0.74,) * accepted + (None,),
        u=(0.42 if settings.temperature and settings.rule == "probabilistic" else None,) * tested,
        read=len(guesses) + 1,
        draft_seconds=0.002,
        verify_seconds=0.012,
        draft_p=((0.81,) * accepted + (0.08,))[:tested],
        draft_q=(0.74,) * tested,
        top_p=tuple(((at, 0.81), (90, 0.1), (91, 0.05)) for at in range(accepted)) + (((accepted, 0.62), (50 + accepted, 0.08)),),
        top_q=tuple(((at if at < accepted else 50 + at, 0.74), (91, 0.2)) for at in range(tested)),
    )


def written(take: Take, event: Round, at: float = 0.0) -> Round:
    """The round with its texts and the texts of its best tokens."""
    names = dict(enumerate((*take.guesses[: event.accepted], take.own))) | {90: " else", 91: " other"}
    if event.accepted < len(event.draft):
        names[50 + event.accepted] = take.guesses[event.accepted]
    return replace(event, texts=(*take.guesses[: event.accepted], take.own), guesses=take.guesses[: len(event.draft)], names=names, at=at)


def events_of(settings: Settings, began: float, most: int, text: tuple[str, ...] = TEXT, slow: float = 1.0) -> list[Event]:
    """A timed reply under settings: LUCK guesses stand, a guess and a pass take their time, `slow` times as long."""
    plain = settings.drafter == "none" or settings.k == 0
    at, done, index = began + 0.2, 0, 0
    events: list[Event] = [Prefill("target", 0, 12, 0, 0.0, at=began), Prefill("target", 12, 12, 0, 0.2, at=at)]
    stats = Stats(prompt_seconds=0.2)
    text = text[:most]
    while done < len(text):
        k = 0 if plain else settings.k
        right = min(k, LUCK[index % len(LUCK)], len(text) - done - 1)
        guesses = [f" {word}" for word in text[done : done + right]] + [" no"] * (k - right)
        take = Take(tuple(guesses), right, f" {text[done + right]}")
        event, places = round_of(index, take, settings), range(done, done + right + 1)  # of the words, which are their ids
        best = tuple(((place, 0.51), (900, 0.49)) for place in places)
        event = replace(event, tokens=tuple(places), top_p=best, top_q=(), logit_type="bfloat16", logit_steps=(2**-5,) * len(best))
        at += (PLAIN_SECONDS if plain else PASS_SECONDS + GUESS_SECONDS * k) * slow
        events.append(replace(written(take, event, at), names={900: " other"} | {place: text[place] for place in places}))
        stats = stats.add(event)
        done, index = done + len(event.tokens), index + 1
    stats = replace(stats, decode_seconds=at - began - 0.2, peak_memory_bytes=(5 if plain else 6) * 2**30)
    return [*events, Finish("stop", None, stats, at=at)]


class FakeEngine:
    """What jobs see of a session without a model: it decodes what the session holds."""

    pair = SimpleNamespace(token_texts={1: " one", 2: " two", 3: " three"}, reset=lambda: None)  # whose tokens are called by their numbers
    failed = crowd = None

    def __init__(self, session: FakeSession) -> None:
        self._session = session

    def load(self, asked: Load) -> None:
        """It is there."""

    def release(self) -> None:
        """Nothing is held."""

    def unload(self) -> Machine:
        """It is gone."""
        return Machine()

    def describe(self) -> Loaded:
        """The session's pair."""
        return self._session.pair

    def probe(self) -> None:
        """The machine's speed is unknown."""

    def beyond(self, messages, thinking, kept, tokens):
        """Any prompt will do."""
        return messages

    def halted(self) -> bool:
        """Whether the running job was stopped."""
        return self._session.job.number <= self._session.stopped

    def decode(self, prompt, settings, **options):
        """The takes, where settings may change in the middle; else a timed reply, or a continuation for a test of distributions."""
        session, tokens = self._session, options["max_tokens"]
        if self.halted():
            yield Finish("interrupted", None, Stats(), at=session.time)
        elif callable(settings):
            yield from self._takes(settings)
        elif options.get("ignore_end"):
            yield Finish("length", None, Stats(emitted=tokens, decode_seconds=tokens / 24.0), at=session.time)
        elif session.job.name == "test":
            yield from self._drawn(settings, tokens)
        else:
            session.timed.append(SimpleNamespace(prompt=prompt, settings=settings, **options))
            yield from self._timed(settings, tokens)

    def _takes(self, settings):
        session, stats, index = self._session, Stats(), 0
        yield Prefill("target", 12, 12, 0, 0.03, at=session.time)
        while index < session.length and not session.ended and not self.halted():
            take = session.takes[index % len(session.takes)]
            event = replace(round_of(index, take, settings()), note=session.notes.get(index))
            session.time += session.pause
            index, stats = index + 1, stats.add(event)
            yield written(take, event, session.time)
        reason = "interrupted" if self.halted() else session.ended or "stop"
        yield Finish(reason, None, replace(stats, decode_seconds=0.05 * index), at=session.time)

    def _timed(self, settings, most):
        session, name = self._session, settings.drafter
        for event in events_of(settings, session.time, most, session.texts.get(name, TEXT), session.slow.get(name, 1.0)):
            if self.halted():
                yield Finish("interrupted", None, Stats(), at=session.time)
                return
            session.time = event.at
            yield event
        session.tried += 1

    def _drawn(self, settings, most):
        """Both sides of one distribution, the guesses of another; the first one is judged as it should be."""
        rng = random.Random(settings.seed)
        p, q = (5, 3, 2), (0, 3, 7)
        (first, *rest), guesses = (tuple(rng.choices((1, 2, 3), weights, k=most)) for weights in (p, q))
        stands = rng.random() * q[guesses[0] - 1] < p[guesses[0] - 1]
        if settings.drafter == "none":
            yield replace(round_of(0, TAKES[0], settings), tokens=(first, *rest), draft=(), accepted=0)
        else:
            yield replace(round_of(0, TAKES[0], settings), tokens=(guesses[0] if stands else 1, *rest), draft=guesses, accepted=int(stands))


class FakeSession:
    """Carries out jobs as far as a test says, on a clock that it owns: `play` lets rounds happen, and `run_trial` timed replies; nothing happens by
    itself."""

    def __init__(self, settings: Settings = Settings(), pair: Loaded | None = PAIR, takes: Sequence[Take] = TAKES) -> None:
        self.settings = settings
        self.gate = RoundGate()
        self.gate.wait = lambda *_: None  # a test says when the next round comes
        self.pair = pair
        self.takes = tuple(takes)
        self.length = len(self.takes)  # rounds of a reply
        self.sent: list[Any] = []  # what was asked of each job; its name, where it was asked nothing
        self.texts: dict[str, tuple[str, ...]] = {}  # what a drafter's timed replies write, where it is not TEXT
        self.slow: dict[str, float] = {}  # how many times as long a drafter's rounds take
        self.notes: dict[int, str] = {}  # of rounds, by index
        self.time = 100.0
        self.pause = 0.05  # seconds of a round of a reply
        self.changed: Callable[[Any], Any] = lambda result: result  # what a test makes of a result that comes at once
        self.ended = ""  # why a reply ends before its last take
        self.timed: list[SimpleNamespace] = []  # the replies that were timed
        self.tried = 0  # timed replies that have ended
        self.job = Job("", lambda engine: ())
        self.stopped = 0
        self._engine = FakeEngine(self)
        self._running: Iterator[Any] | None = None
        self._results: list[tuple[Job, Any]] = []

    def clock(self) -> float:
        """The time, which only the session moves."""
        return self.time

    def count(self, messages: Sequence[Message], thinking: bool | None) -> int | None:
        """A token a word, once there is a pair."""
        return sum(len(message["content"].split()) for message in messages) if self.pair else None

    def submit(self, job: Job) -> None:
        """Loads and measures at once; a reply waits for `play` after its prompt, what is timed for `run_trial`."""
        asked = getattr(job.run, "keywords", {})
        self.sent.append(asked.get("asked") or asked.get("terms") or job.name)
        if job.name == "load" and not self.pair:
            return
        if job.name not in ("load", "unload"):
            self.job = job
        running = iter(job.run(self._engine))
        if job.name in ("load", "unload", "measure"):
            self._results += [(job, self.changed(result)) for result in running] + [(job, None)]
            return
        self._running = running
        if job.name == "reply":
            self._go_on(lambda result: isinstance(result, Prefill))

    def stop(self, number: int) -> None:
        """The running job ends."""
        self.stopped = max(self.stopped, number)
        if self.job.number <= number:
            self._go_on(lambda result: False)

    @property
    def trying(self) -> bool:
        """Whether something is timed or drawn that is not over."""
        return self._running is not None and self.job.name != "reply"

    @property
    def drawing(self) -> Any:
        """What a test of distributions draws, while it does."""
        return self.job.run.keywords["sampling"] if self._running is not None and self.job.name == "test" else None

    def run_trial(self) -> None:
        """The next timed reply, from beginning to end."""
        before = self.tried
        self._go_on(lambda result: self.tried > before and isinstance(result, JobProgress))

    def draw_continuations(self, count: int | None = None) -> None:
        """So many of each side of the drawing, None: all."""
        for _ in range(count or 1):
            self._go_on(lambda result: count is not None and isinstance(result, Drawn))

    def drain(self) -> list[tuple[Job, Any]]:
        """What happened since."""
        results, self._results = self._results, []
        return results

    def tell(self, result: Any) -> None:
        """Report something of the test's own, of the running job."""
        name = {Loaded: "load", Machine: "unload", Measured: "measure", Probed: "reply"}.get(type(result), self.job.name)
        self._results.append((Job(name, self.job.run, getattr(result, "job", self.job.number)), result))

    def fail(self, what: str, reason: str) -> None:
        """The engine could not."""
        self._running = None
        self.tell(Failed(what, reason))

    def play(self, rounds: int | None = None, seconds: float = 0.05) -> None:
        """Let rounds of a reply happen, `seconds` apart; None: to its end."""
        self.pause = seconds
        if rounds is None:
            self._go_on(lambda result: False)
        for _ in range(rounds or 0):
            self._go_on(lambda result: isinstance(result, (Round, Finish)))

    def end(self, reason: str) -> None:
        """The reply ends here, for this reason."""
        self.ended = reason
        self.play()
        self.ended = ""

    def _go_on(self, enough: Callable[[Any], bool]) -> None:
        """Carry the running job on until it reports this, or to its end."""
        while self._running is not None:
            try:
                result = next(self._running)
            except StopIteration:
                self._running = None
                self.tell(None)
                return
            except SpecdeckError as error:
                self.fail(self.job.name, str(error))
                return
            self.tell(result)
            if enough(result):
                return


FOUR = Take((" a", " b", " c", " d"), 2, " x")


def reply_of(settings: Settings, take: Take = FOUR, **fields: object) -> Reply:
    """A reply of one round."""
    event = replace(round_of(0, take, settings), **fields)
    reply = Reply(1)
    reply.apply(written(take, event))
    return reply
