"""The deck: all that the playground knows, in one place, and the verbs that change it.

Holds the settings in force, the pair, the chat; sends commands to a session and folds its reports. No widgets, no threads:
a screen calls a verb or `pump`, then draws what is here. A verb that cannot be done raises Refusal, one line for the person.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Sequence

from specdeck.decoding.errors import SettingsError
from specdeck.decoding.rules import rule_after
from specdeck.decoding.types import Settings, Stats

from .chat.conversation import Chat, Reply, fold
from .chat.entries import Asked, Branched, Entry, Shown, renumber
from .chat.explain import Choice
from .chat.view import View
from .compare.result import Comparison, is_plain
from .compare.stored import StoredComparison
from .compare.trials import Contest
from .engine.endpoint import Endpoint
from .engine.messages import (
    Counted,
    Ended,
    Failed,
    Generate,
    Load,
    Loaded,
    Machine,
    Measure,
    Measured,
    Progress,
    Report,
    Tried,
    Unload,
    Unloaded,
    Wrote,
)  # fmt: skip
from .errors import Notice, Refusal
from .lesson.course import Course
from .lesson.rehearsal import Rehearsal
from .models.catalogue import Shelf
from .models.disk import known_as
from .models.jobs import Errands
from .models.measurements import Measurement
from .records import comparisons
from .records.journal import Journal
from .records.replay import Replay

ENOUGH = 16  # plain tokens from which a pace can be told
MEASURE = 48  # tokens of a measured baseline
DETAIL = 5  # best tokens of target and drafter that a reply records at every place
NO_MODEL = "no model is loaded: F5 chooses one"
BUSY = "the engine is busy: esc stops it"
WARMEST = 2.0  # beyond this temperature every text is noise


@dataclass(frozen=True, slots=True)
class Baseline:
    """Plain decoding's pace, measured on this machine in this session."""

    tokens_per_second: float
    tokens: int
    turn: int  # the turn whose prompt it was measured on


class Deck:
    """State and verbs."""

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
        self._job = 0

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
            self._enter(report)

    def _enter(self, entry: Entry) -> None:
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
        told = Measurement(self._over, self.pair.target, drafter, settings.k, settings.temperature, settings.rule, *figures)
        if trouble := self.shelf.past.add(told):
            self.notices.append(Notice(trouble, "warning"))

    def _rehearsed(self, report: Counted | Tried) -> None:
        """The lesson's recording goes on; once all is made it takes the place of the one that was bundled."""
        if not self.rehearsal.apply(report):
            self.rehearsal = None
        elif self.rehearsal.over:
            made, self.rehearsal = self.rehearsal, None
            self.course.material.renew(made.name, made.entries())

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
        self.session.settings = replace(self.session.settings, drafter=report.default)
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
            self.endpoint.stop(self._job)
        kept = " The pair loaded before works on" if report.what == "load" and self.pair else ""
        self.notices.append(Notice(report.reason + ("." + kept if kept else ""), "error"))
        if self.chat.reply and self.chat.reply.live:
            self.unanswered = self.chat.turns[-1].prompt if not self.chat.reply.tokens else ""
            self._enter(report)

    def _measured(self, report: Measured) -> None:
        self.measuring = False
        self._enter(report)
        if report.tokens >= ENOUGH:
            self.baseline = Baseline(report.tokens_per_second, report.tokens, len(self.chat.turns))
            self._remember(self.chat.reply)

    # What a person may do

    def load(self, model: str | None = None, drafters: tuple[str, ...] = ()) -> None:
        """Load a pair; the one that is there works on until the new one is."""
        if self.loading is not None:
            raise Refusal("the models are still loading")
        self.loading = Load(model, drafters)
        self.doing = "loading"
        self.session.send(self.loading)

    def unload(self) -> None:
        """Let go of the pair, for its memory."""
        if self.pair is None:
            raise Refusal(self.absent)
        if self.busy or self.loading:
            raise Refusal(BUSY if self.busy else self.absent)
        self.session.send(Unload())
        self.doing = "letting go of the models"

    def load_drafter(self, place: str) -> None:
        """Load one more drafter, a folder or hub name; it comes into force when it is there."""
        self.load((self.loaded or Load()).model, (*self.drafting, place))

    def send(self, prompt: str) -> None:
        """Ask something."""
        if not prompt.strip():
            raise Refusal("type a prompt first")
        self.be_idle()
        self.change(seed=random.randrange(2**31) if self.seed is None else self.seed)
        self._ask(prompt)

    def regenerate(self) -> None:
        """Write the last reply again, with the same seed."""
        if not self.chat.turns:
            raise Refusal("there is no reply to write again yet")
        self.be_idle()
        self._ask(self.chat.turns[-1].prompt, again=True)
        self.view.tidy(self.chat)

    def branch(self, choice: Choice) -> None:
        """Let the last reply go on from the cursor's place with a token that the person chose; the old text is kept beside it."""
        reply, at = self.branching()
        ends = self.pair is not None and choice.id in self.pair.ends
        chosen = None if ends else choice.id
        self._enter(Branched(self.next_job(), reply.job, at, chosen, choice.text, choice.chance, self.session.clock()))
        self.view.cursor = None
        if not ends:
            self._generate(tuple(each.id for each in self.chat.reply.tokens))

    def branching(self) -> tuple[Reply, int]:
        """The place to branch at; Refusal where that cannot be."""
        place = self.view.cursor
        if place is None:
            raise Refusal("pick a token of the last reply first: left and right, or a click")
        self.be_idle()
        if place[0] is not self.chat.reply:
            raise Refusal("only the last reply can go on from a token")
        return place

    def next_branch(self, by: int) -> None:
        """Show another branch of the last reply."""
        turn = self.chat.turns[-1] if self.chat.turns else None
        if turn is None or not turn.branches:
            raise Refusal("this reply has no branches: c on a token makes one")
        self.be_idle()
        at = next(i for i, reply in enumerate(turn.branches) if reply is turn.reply)
        self._enter(Shown(turn.branches[(at + by) % len(turn.branches)].job, self.session.clock()))
        self.view.tidy(self.chat)

    def measure(self) -> None:
        """Measure plain decoding on the last prompt, so that a speed-up can be told."""
        if not self.chat.turns:
            raise Refusal("ask something first: plain decoding is measured on your last prompt")
        self.be_idle()
        self.measuring, self.trouble = True, None
        self.session.send(Measure(self.next_job(), self.chat.messages(), MEASURE, self.thinking))

    def stop(self) -> bool:
        """End what is being written or played; False if nothing is."""
        busy = self.busy
        if busy:
            self.endpoint.stop(self._job)
        return busy

    def clear(self) -> None:
        """Begin another conversation; the system prompt stays, and so does what was written down of this one."""
        self.stop()
        self._begin(Chat(self.chat.system))

    def play(self, entries: Sequence[Entry], speed: float = 1.0) -> None:
        """Show a recording as it happened, in place of the conversation; what was written down of that stays."""
        self.be_idle()
        self._begin(Chat())
        self.replay = Replay(self.session, self._own(entries), speed)

    def play_again(self) -> None:
        """Show the last reply as it was written."""
        self.be_idle()
        record = self.chat.record()
        last = max((at for at, entry in enumerate(record) if isinstance(entry, Asked)), default=None)
        if last is None:
            raise Refusal("there is no reply to play yet: name a trace")
        self.chat = fold(record[:last])
        self.replay = Replay(self.session, record[last:])
        self.view.tidy(self.chat)

    def open(self, entries: Sequence[Entry], path: Path) -> None:
        """Go on with a conversation that was written down. Raises TraceError, and all is as it was."""
        self.be_idle()
        self.journal.resume(path)
        self._show(fold(self._own(entries)))

    def show(self, kept: StoredComparison, path: Path) -> None:
        """Look at a comparison that was written down."""
        self.be_idle()
        self.contest.recall(kept, path)

    def _begin(self, chat: Chat) -> None:
        self.journal.begin()
        self._show(chat)

    def _show(self, chat: Chat) -> None:
        self.chat = chat
        self.view.tidy(chat)

    def _own(self, entries: Sequence[Entry]) -> list[Entry]:
        """A recording's entries as jobs of this session."""
        owned = renumber(entries, self._job)
        self._job = max((entry.job for entry in owned if not isinstance(entry, Failed)), default=self._job)
        return owned

    def be_idle(self) -> None:
        """Refuse what needs the engine while it is busy."""
        if self.replay:
            raise Refusal("a recording is playing: esc shows its end")
        if self.busy:
            raise Refusal(BUSY)

    def change(self, **fields: object) -> None:
        """Change settings from the next round on. A value out of range is refused and changes nothing."""
        if self.replay:
            self.be_idle()
        self.session.settings = self.checked(self.settings, fields)

    def checked(self, settings: Settings, fields: dict[str, object]) -> Settings:
        """Settings with other values; Refusal for one that is out of range."""
        try:
            settings = replace(settings, **fields)
        except SettingsError as error:
            raise Refusal(str(error)) from None
        if settings.temperature > WARMEST:
            raise Refusal(f"temperature must be at most {WARMEST:g}, not {settings.temperature:g} (0 is greedy)")
        return settings

    def can_draft(self, name: str) -> None:
        """Refuse a drafter that is not there, with the reason."""
        if self.pair is None:
            raise Refusal(self.absent)
        if name in self.pair.unavailable:
            raise Refusal(f"drafter {name} cannot draft here: {self.pair.unavailable[name]}")
        if name not in self.pair.drafters:
            raise Refusal(f"no drafter is called {name!r}: choose one of {', '.join(self.pair.drafters)}")

    def draft(self, name: str) -> None:
        """Switch the drafter; one that is not there says why."""
        self.can_draft(name)
        if self.settings.drafter != "none":
            self.previous = self.settings.drafter
        self.change(drafter=name, k=self.settings.k or 4)

    def toggle_plain(self) -> None:
        """Plain decoding, or back to the drafter before."""
        self.draft("none" if self.settings.drafter != "none" else self.previous)

    def next_rule(self) -> None:
        """The next acceptance rule of the list."""
        self.change(rule=rule_after(self.settings.rule))

    def fix_seed(self, seed: int | None) -> None:
        """One seed for every reply, or (None) a new one for each."""
        self.change(seed=seed)
        self.seed = seed

    def set_system(self, text: str) -> None:
        """The system prompt, from the next reply on; empty for none."""
        self.chat.system = text or None

    def next_job(self) -> int:
        """A number for one more job of the session."""
        self._job += 1
        return self._job

    def _ask(self, prompt: str, again: bool = False) -> None:
        pair, settings = self.pair or Loaded("", "", ()), self.settings
        self._enter(
            Asked(
                self.next_job(), prompt, self.session.clock(), settings, self.chat.system, pair.target, pair.target_path,
                pair.path(settings), self.max_tokens, self.thinking, again=again,
            )
        )  # fmt: skip
        self._generate()

    def _generate(self, kept: tuple[int, ...] = ()) -> None:
        self.trouble = None
        self.session.send(Generate(self._job, self.chat.messages(), self.max_tokens, self.thinking, kept, self.detail))
