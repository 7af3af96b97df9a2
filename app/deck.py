"""The deck: all that the playground knows, in one place.

Holds the settings in force, the pair, the chat, and folds what the session reports. No widgets, no threads: a screen calls a verb of
actions/ or `pump`, then draws what is here.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Sequence

from specdeck.decoding.types import Settings, Stats

from .chat.conversation import Chat, Reply
from .chat.entries import Asked, Branched, Entry, Shown, renumber
from .chat.selection import View
from .compare.result import Comparison, is_plain
from .compare.trials import Contest
from .engine.endpoint import Endpoint
from .engine.messages import Counted, Ended, Failed, Load, Loaded, Machine, Measured, Progress, Report, Tried, Unloaded, Wrote
from .lesson.course import Course
from .lesson.rehearsal import Rehearsal
from .models.catalogue import Shelf
from .models.disk import known_as
from .models.jobs import Errands
from .models.measurements import Measurement
from .notices import Notice
from .records import comparisons
from .records.journal import Journal
from .records.replay import Replay

ENOUGH = 16  # plain tokens from which a pace can be told
DETAIL = 5  # best tokens of target and drafter that a reply records at every place
NO_MODEL = "no model is loaded: F5 chooses one"


@dataclass(frozen=True, slots=True)
class Baseline:
    """Plain decoding's pace, measured on this machine in this session."""

    tokens_per_second: float
    tokens: int
    turn: int  # the turn whose prompt it was measured on


class Deck:
    """State, and the fold of what happens."""

    def __init__(self, session: Endpoint, max_tokens: int = 512, system: str | None = None, thinking: bool | None = None) -> None:
        self.session = session
        self.replay: Replay | None = None  # the recording that is being played, in the session's place
        self.chat = Chat(system)
        self.view = View()
        self.contest = Contest(self.next_job)
        self.journal = Journal(None)
        self.course: Course | None = None  # how far the lesson is
        self.rehearsal: Rehearsal | None = None  # what of the lesson is made anew
        self.picture: Callable[[], str] | None = None  # the screen as SVG, where there is one
        self.max_tokens = max_tokens
        self.thinking = thinking
        self.detail = DETAIL
        self.as_recommended = False  # every target that is loaded sets the sampling that its makers recommend
        self.pair: Loaded | None = None
        self.loading: Load | None = None  # what is being loaded
        self.loaded: Load | None = None  # what made the pair
        self.doing = "starting"  # what the engine is busy with, until it is ready
        self.trouble: str | None = None  # why the last command failed
        self.measuring = False
        self.unanswered = ""  # a prompt that the engine refused, for the person to change and send again
        self.machine = Machine()
        self._over = 0.0  # when the last reply ended, seconds since 1970
        self.baseline: Baseline | None = None
        self.notices: list[Notice] = []
        self.shelf = Shelf(Errands(), self.notices)
        self.previous = session.settings.drafter  # what /plain goes back to
        self.seed = session.settings.seed  # what the person fixed; None draws one per reply
        self.job = 0  # the last one that was asked for

    # What is so

    @property
    def settings(self) -> Settings:
        """The settings in force from the next round on."""
        return self.endpoint.settings

    @property
    def endpoint(self) -> Endpoint:
        """Where reports come from: a recording while it plays, else the session."""
        return self.replay or self.session

    @property
    def busy(self) -> bool:
        """A reply is being written, a baseline measured, settings tried or a recording played."""
        trying = self.contest.running or self.rehearsal is not None
        return self.measuring or trying or self.replay is not None or bool(self.chat.reply and self.chat.reply.live)

    @property
    def decoding(self) -> bool:
        """The engine is at it, so that whatever else is done takes its time."""
        return self.busy and self.replay is None

    @property
    def absent(self) -> str:
        """Why there is no pair to do something with."""
        return "the models are still loading" if self.loading else NO_MODEL

    @property
    def drafting(self) -> tuple[str, ...]:
        """What load is to be asked for so that the drafters in memory stay. A head in the target's own folder goes by its name."""
        paths = self.pair.paths if self.pair else {}
        return tuple(dict.fromkeys(name.partition(":")[0] if path == self.pair.target_path else path for name, path in paths.items()))

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
        return reply.rate.now(self.endpoint.clock()) if reply and reply.rate and reply.phase == "writing" else None

    # What happened

    def pump(self) -> bool:
        """Fold what the session reports; True if there was anything."""
        reports = self.endpoint.drain()
        for report in reports:
            self._apply(report)
        if self.replay and self.replay.over:
            self.replay = None
        self._complain(self.journal.flush(self.endpoint.clock()))
        self.view.tidy(self.chat)
        engine_is_up = self.pair is not None or self.trouble is not None or self.loading is None
        return self.shelf.pump(self.pair, self.machine, engine_is_up) or bool(reports)

    def _apply(self, report: Report | Entry) -> None:
        if isinstance(report, Progress):
            self.doing = report.text
        elif isinstance(report, Loaded):
            self._loaded(report)
        elif isinstance(report, Unloaded):
            self._unloaded(report)
        elif isinstance(report, Failed):
            self._failed(report)
        elif isinstance(report, Measured):
            self._measured(report)
        elif isinstance(report, (Counted, Tried)):
            self._rehearsed(report) if self.rehearsal else self._tried(report)
        elif isinstance(report, (Asked, Branched, Shown)) or (self.chat.reply and report.job == self.chat.reply.job):
            self.enter(report)

    def enter(self, entry: Entry) -> None:
        """Something happened in the conversation: it is so from now on, and it is written down."""
        reply = self.chat.reply
        if isinstance(entry, Wrote) and entry.event.note and all(step.event.note != entry.event.note for step in reply.steps):
            self.notices.append(Notice(entry.event.note, "warning"))
        self.chat.apply(entry)
        if self.replay is None:
            self._complain(self.journal.write(entry, self.chat))
        if isinstance(entry, Ended):
            self._ended(reply)

    def _complain(self, trouble: str | None) -> None:
        if trouble:
            self.notices.append(Notice(trouble, "error"))

    def _ended(self, reply: Reply) -> None:
        if reply.failure:
            self.notices.append(Notice(reply.failure, "error"))
        stats = reply.stats
        if stats.drafted == 0 and stats.emitted >= ENOUGH and stats.tokens_per_second:
            self.baseline = Baseline(stats.tokens_per_second, stats.emitted, len(self.chat.turns))
        self._over = time.time()
        self._remember(reply)

    def _remember(self, reply: Reply) -> None:
        """Keep the figures of a reply that was long enough, written under the same settings to its end; of what nobody guessed
        there is the baseline."""
        stats = reply.stats
        if self.pair is None or self.replay or stats.emitted < ENOUGH or not stats.drafted or any(step.before for step in reply.steps):
            return
        plain = self.baseline and self.baseline.turn == len(self.chat.turns) and self.baseline.tokens_per_second
        self._measurement(reply.steps[0].event.settings, stats, plain or None)

    def _measurement(self, settings: Settings, stats: Stats, plain: float | None) -> None:
        path = self.pair.paths.get(settings.drafter)
        drafter = known_as(Path(path)) if path else settings.drafter
        figures = stats.emitted, stats.tokens_per_second, plain, stats.acceptance_rate
        measurement = Measurement(self._over, self.pair.target, drafter, settings.k, settings.temperature, settings.rule, *figures)
        if trouble := self.shelf.past.add(measurement):
            self.notices.append(Notice(trouble, "warning"))

    def _rehearsed(self, report: Counted | Tried) -> None:
        """The lesson's recording goes on; once all is made it takes the place of the one that was bundled."""
        if not self.rehearsal.apply(report):
            self.rehearsal = None
        elif self.rehearsal.over:
            rehearsal, self.rehearsal = self.rehearsal, None
            self.course.material.renew(rehearsal.name, rehearsal.entries())

    def _tried(self, report: Counted | Tried) -> None:
        """A comparison goes on; side B's figures are kept, with plain decoding's where that was side A."""
        before = self.contest.comparison
        for trial in self.contest.apply(report):
            self.session.send(trial)
        found = self.contest.comparison
        if found and not before and found.b.stats.drafted and found.b.stats.emitted >= ENOUGH:
            self._over = time.time()
            self._measurement(found.b.settings, found.b.stats, found.a.rate if is_plain(found.a.settings) else None)
        if found and not self.contest.running:
            self._write_down(found)

    def _write_down(self, found: Comparison) -> None:
        """A comparison, beside the conversations; with its sweep, once there is one."""
        contest, pair, folder = self.contest, self.pair, self.journal.folder
        if folder is None or pair is None:
            return
        asked = Asked(
            0, contest.prompt, 0.0, system=self.chat.system, target=pair.target, target_path=pair.target_path,
            max_tokens=self.max_tokens, thinking=self.thinking,
        )  # fmt: skip
        try:
            contest.path = comparisons.write(folder, contest.path, asked, found, contest.found(pair.paths))
        except OSError as error:
            self.notices.append(Notice(f"this comparison is not written down: {error.strerror or error}", "warning"))

    def _loaded(self, report: Loaded) -> None:
        if self.pair and self.pair.target_path != report.target_path:
            self.baseline = None
        self._begin_anew()
        self.pair, self.loaded, self.loading, self.doing, self.trouble = report, self.loading, None, "", None
        if report.advice:
            self.notices.append(Notice(report.advice, "warning"))
        sampling = report.recommended if self.as_recommended else {}
        self.session.settings = replace(self.session.settings, drafter=report.default, **sampling)
        self.machine = report.machine

    def _begin_anew(self) -> None:
        """What was found out about the pair before is not so of this one."""
        self.contest, self.rehearsal = self.contest.anew(), None
        if self.course:
            self.course.material.forget()

    def _unloaded(self, report: Unloaded) -> None:
        self.pair = self.loaded = self.baseline = None
        self._begin_anew()
        self.doing, self.machine = NO_MODEL, report.machine

    def _failed(self, report: Failed) -> None:
        self.trouble, self.doing, self.measuring, self.loading = report.reason, "", False, None
        if self.contest.running or self.rehearsal:
            self.contest.drop()
            self.rehearsal = None
            self.stop_job()
        kept = " The pair loaded before works on" if report.what == "load" and self.pair else ""
        self.notices.append(Notice(report.reason + ("." + kept if kept else ""), "error"))
        if self.chat.reply and self.chat.reply.live:
            self.unanswered = self.chat.turns[-1].prompt if not self.chat.reply.tokens else ""
            self.enter(report)

    def _measured(self, report: Measured) -> None:
        self.measuring = False
        self.enter(report)
        if report.tokens >= ENOUGH:
            self.baseline = Baseline(report.tokens_per_second, report.tokens, len(self.chat.turns))
            self._remember(self.chat.reply)

    # For the verbs in actions/

    def next_job(self) -> int:
        """A number for one more job of the session."""
        self.job += 1
        return self.job

    def stop_job(self) -> None:
        """End what goes on, in the session or in a replay."""
        self.endpoint.stop(self.job)

    def begin(self, chat: Chat) -> None:
        """Another conversation; what was written down of this one stays."""
        self.journal.begin()
        self.show_chat(chat)

    def show_chat(self, chat: Chat) -> None:
        """The conversation that is looked at."""
        self.chat = chat
        self.view.tidy(chat)

    def owned(self, entries: Sequence[Entry]) -> list[Entry]:
        """A recording's entries as jobs of this session."""
        owned = renumber(entries, self.job)
        self.job = max((entry.job for entry in owned if not isinstance(entry, Failed)), default=self.job)
        return owned
