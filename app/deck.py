"""The deck: all that the playground knows, in one place, and the verbs that change it.

Holds the settings in force, the pair, the chat; sends commands to a session and folds its reports. No widgets, no threads:
a screen calls a verb or `pump`, then draws what is here. A verb that cannot be done raises Refusal, one line for the person.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Callable, Literal, Protocol

from decoding.errors import SettingsError
from decoding.types import RULES, Settings

from .chat import Chat, Reply, Token, Turn
from .messages import Command, Ended, Failed, Generate, Load, Loaded, Measure, Measured, Progress, Reading, Report, Wrote
from .view import View
from .why import Choice

ENOUGH = 16  # plain tokens from which a pace can be told
MEASURE = 48  # tokens of a measured baseline
DETAIL = 5  # best tokens of target and drafter that a reply records at every place
WARMEST = 2.0  # beyond this temperature every text is noise


class Refusal(Exception):
    """What was asked cannot be done; the message says why, in one line."""


class Engine(Protocol):
    """The session's side that the deck uses."""

    settings: Settings
    clock: Callable[[], float]

    def send(self, command: Command) -> None:
        """Queue a command."""

    def stop(self, job: int) -> None:
        """End a job within one round."""

    def drain(self) -> list[Report]:
        """What has happened since."""


@dataclass(frozen=True, slots=True)
class Baseline:
    """Plain decoding's pace, measured on this machine in this session."""

    tokens_per_second: float
    tokens: int
    turn: int  # the turn whose prompt it was measured on


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to tell the person once."""

    text: str
    kind: Literal["information", "warning", "error"] = "information"


class Deck:
    """State and verbs."""

    def __init__(self, session: Engine, max_tokens: int = 512, system: str | None = None, thinking: bool | None = None) -> None:
        self.session = session
        self.chat = Chat(system)
        self.view = View()
        self.max_tokens = max_tokens
        self.thinking = thinking
        self.detail = DETAIL
        self.pair: Loaded | None = None
        self.loading: Load | None = None  # what is being loaded
        self.loaded: Load | None = None  # what made the pair
        self.doing = "starting"  # what the engine is busy with, until it is ready
        self.trouble: str | None = None  # why the last command failed
        self.measuring = False
        self.baseline: Baseline | None = None
        self.notices: list[Notice] = []
        self.previous = session.settings.drafter  # what /plain goes back to
        self.seed = session.settings.seed  # what the person fixed; None draws one per reply
        self._job = 0

    # What is so

    @property
    def settings(self) -> Settings:
        """The settings in force from the next round on."""
        return self.session.settings

    @property
    def busy(self) -> bool:
        """A reply is being written or a baseline measured."""
        return self.measuring or bool(self.chat.reply and self.chat.reply.live)

    @property
    def speed_up(self) -> float | None:
        """The last reply's pace over plain decoding's; None unless both were measured here."""
        pace = self.pace
        return pace / self.baseline.tokens_per_second if pace and self.baseline else None

    @property
    def pace(self) -> float | None:
        """Tokens a second of the last reply, from its first to its last."""
        reply = self.chat.reply
        if reply is None or reply.rate is None:
            return None
        return reply.stats.tokens_per_second or reply.rate.overall()

    def now(self) -> float | None:
        """Tokens a second over the last second of the reply being written."""
        reply = self.chat.reply
        return reply.rate.now(self.session.clock()) if reply and reply.rate and reply.phase == "writing" else None

    # What happened

    def pump(self) -> bool:
        """Fold what the session reports; True if there was anything."""
        reports = self.session.drain()
        for report in reports:
            self._take(report)
        self.view.tidy(self.chat)
        return bool(reports)

    def _take(self, report: Report) -> None:
        reply = self.chat.reply
        if isinstance(report, Progress):
            self.doing = report.text
        elif isinstance(report, Loaded):
            self._loaded(report)
        elif isinstance(report, Failed):
            self._failed(report)
        elif isinstance(report, Measured):
            self._measured(report)
        elif reply is not None and report.job == reply.job:
            self._take_reply(reply, report)

    def _take_reply(self, reply: Reply, report: Reading | Wrote | Ended) -> None:
        if isinstance(report, Reading):
            reply.read(report)
        elif isinstance(report, Wrote):
            if report.event.note and not any(step.event.note == report.event.note for step in reply.steps):
                self.notices.append(Notice(report.event.note, "warning"))
            reply.write(report)
        else:
            reply.end(report)
            self._ended(reply)

    def _ended(self, reply: Reply) -> None:
        if reply.failure:
            self.notices.append(Notice(reply.failure, "error"))
        stats = reply.stats
        if stats.drafted == 0 and stats.emitted >= ENOUGH and stats.tokens_per_second:
            self.baseline = Baseline(stats.tokens_per_second, stats.emitted, len(self.chat.turns))

    def _loaded(self, report: Loaded) -> None:
        if self.pair and self.pair.target_path != report.target_path:
            self.baseline = None
        self.pair, self.loaded, self.loading, self.doing, self.trouble = report, self.loading, None, "", None
        if report.advice:
            self.notices.append(Notice(report.advice, "warning"))
        self.session.settings = replace(self.settings, drafter=report.default)

    def _failed(self, report: Failed) -> None:
        self.trouble, self.doing, self.measuring, self.loading = report.reason, "", False, None
        kept = " The pair loaded before works on" if report.what == "load" and self.pair else ""
        self.notices.append(Notice(report.reason + ("." + kept if kept else ""), "error"))
        if self.chat.reply and self.chat.reply.live:
            self.chat.reply.fail(report.reason)

    def _measured(self, report: Measured) -> None:
        self.measuring = False
        if report.tokens >= ENOUGH:
            self.baseline = Baseline(report.tokens_per_second, report.tokens, len(self.chat.turns))

    # What a person may do

    def load(self, model: str | None = None, drafters: tuple[str, ...] = ()) -> None:
        """Load a pair; the one that is there works on until the new one is."""
        if self.loading is not None:
            raise Refusal("the models are still loading")
        self.loading = Load(model, drafters)
        self.doing = "loading"
        self.session.send(self.loading)

    def load_drafter(self, place: str) -> None:
        """Load one more drafter, a folder or hub name; it comes into force when it is there."""
        asked = self.loaded or Load()
        self.load(asked.model, (*asked.drafters, place))

    def send(self, prompt: str) -> None:
        """Ask something."""
        if not prompt.strip():
            raise Refusal("type a prompt first")
        if self.busy:
            raise Refusal("a reply is being written: esc stops it")
        self.chat.turns.append(Turn(prompt, Reply(self._next_job())))
        self.change(seed=random.randrange(2**31) if self.seed is None else self.seed)
        self._generate()

    def regenerate(self) -> None:
        """Write the last reply again, with the same seed."""
        if not self.chat.turns:
            raise Refusal("there is no reply to write again yet")
        if self.busy:
            raise Refusal("a reply is being written: esc stops it")
        self.chat.turns[-1] = Turn(self.chat.turns[-1].prompt, Reply(self._next_job()))
        self.view.tidy(self.chat)
        self._generate()

    def branch(self, choice: Choice) -> None:
        """Let the last reply go on from the cursor's place with a token that the person chose; the old text is kept beside it."""
        reply, at = self.branching()
        ends = self.pair is not None and choice.id in self.pair.ends
        chosen = None if ends else Token(choice.text, "chosen", 0, 0, choice.chance, None, choice.id)
        turn = self.chat.turns[-1]
        turn.branches = turn.branches or [reply]
        turn.reply = reply.branch(self._next_job(), at, chosen)
        turn.branches.append(turn.reply)
        self.view.cursor = None
        if not ends:
            self._generate(tuple(each.id for each in turn.reply.tokens))

    def branching(self) -> tuple[Reply, int]:
        """The place to branch at; Refusal where that cannot be."""
        place = self.view.cursor
        if place is None:
            raise Refusal("pick a token of the last reply first: left and right, or a click")
        if self.busy:
            raise Refusal("a reply is being written: esc stops it")
        if place[0] is not self.chat.reply:
            raise Refusal("only the last reply can go on from a token")
        return place

    def next_branch(self, by: int) -> None:
        """Show another branch of the last reply."""
        turn = self.chat.turns[-1] if self.chat.turns else None
        if turn is None or not turn.branches:
            raise Refusal("this reply has no branches: c on a token makes one")
        if self.busy:
            raise Refusal("a reply is being written: esc stops it")
        at = next(i for i, reply in enumerate(turn.branches) if reply is turn.reply)
        turn.reply = turn.branches[(at + by) % len(turn.branches)]
        self.view.tidy(self.chat)

    def measure(self) -> None:
        """Measure plain decoding on the last prompt, so that a speed-up can be told."""
        if not self.chat.turns:
            raise Refusal("ask something first: plain decoding is measured on your last prompt")
        if self.busy:
            raise Refusal("a reply is being written: esc stops it")
        self.measuring, self.trouble = True, None
        self.session.send(Measure(self._next_job(), self.chat.messages(), MEASURE, self.thinking))

    def stop(self) -> bool:
        """End what is being written; False if nothing is."""
        busy = self.busy
        if busy:
            self.session.stop(self._job)
        return busy

    def clear(self) -> None:
        """Forget the conversation; the system prompt stays."""
        self.stop()
        self.chat = Chat(self.chat.system)
        self.view.tidy(self.chat)

    def change(self, **fields: object) -> None:
        """Change settings from the next round on. A value out of range is refused and changes nothing."""
        try:
            settings = replace(self.settings, **fields)
        except SettingsError as error:
            raise Refusal(str(error)) from None
        if settings.temperature > WARMEST:
            raise Refusal(f"temperature must be at most {WARMEST:g}, not {settings.temperature:g} (0 is greedy)")
        self.session.settings = settings

    def draft(self, name: str) -> None:
        """Switch the drafter; one that is not there says why."""
        if self.pair is None:
            raise Refusal("the models are still loading")
        if name in self.pair.unavailable:
            raise Refusal(f"drafter {name} cannot draft here: {self.pair.unavailable[name]}")
        if name not in self.pair.drafters:
            raise Refusal(f"no drafter is called {name!r}: choose one of {', '.join(self.pair.drafters)}")
        if self.settings.drafter != "none":
            self.previous = self.settings.drafter
        self.change(drafter=name, k=self.settings.k or 4)

    def toggle_plain(self) -> None:
        """Plain decoding, or back to the drafter before."""
        self.draft("none" if self.settings.drafter != "none" else self.previous)

    def next_rule(self) -> None:
        """The next acceptance rule of the list."""
        self.change(rule=RULES[(RULES.index(self.settings.rule) + 1) % len(RULES)])

    def fix_seed(self, seed: int | None) -> None:
        """One seed for every reply, or (None) a new one for each."""
        self.change(seed=seed)
        self.seed = seed

    def set_system(self, text: str) -> None:
        """The system prompt, from the next reply on; empty for none."""
        self.chat.system = text or None

    def _next_job(self) -> int:
        self._job += 1
        return self._job

    def _generate(self, kept: tuple[int, ...] = ()) -> None:
        self.trouble = None
        self.session.send(Generate(self._job, self.chat.messages(), self.max_tokens, self.thinking, kept, self.detail))
