"""The deck: the playground's state in one place, and what follows from it. A screen calls a verb of actions/ and draws what is here;
apply_reports.py applies the engine's reports."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Callable, Sequence

from specdeck import assets
from specdeck.decoding import built_kernels
from specdeck.decoding.checkpoints import known_as
from specdeck.decoding.cpu import blas
from specdeck.decoding.drafters import FALLBACKS
from specdeck.decoding.types import Finish, Settings

from . import samples
from .budget import SECONDS, Budget
from .chat.conversation import Chat
from .chat.entries import Asked, Branched, Entry, Shown, renumber, without_folders
from .chat.reply import Reply
from .chat.speed import HELD, Basis, ChatSpeed, basis, out_of_loop, slower
from .chat.token_places import View
from .compare.contest import Contest
from .engine.messages import Failed, Load, Loaded, Measured
from .engine.session import EventSource
from .engine.this_machine import doubt
from .models.catalogue import Catalogue
from .notices import Notice
from .records.journal import Journal

if TYPE_CHECKING:
    from .lesson.course import Course
    from .lesson.recordings import LiveRecording
    from .records.replay import RecordedRace, Replay

DETAIL = 5  # best tokens of target and drafter that a reply records at every position
NO_MODEL = "no model is loaded: F5 chooses one"


@dataclass
class Wants:
    """What a person wants of the next replies, beside the settings of the session."""

    max_tokens: int
    system: str | None  # what a new conversation begins with
    thinking: bool | None
    seed: int | None  # the person's fixed seed; None draws one per reply
    previous: str  # the drafter that /plain returns to
    as_recommended: bool = False  # each loaded target sets the sampling that its makers recommend
    given: frozenset[str] = frozenset()  # settings that an option gave: a recommendation leaves them as they are
    drafter: str | None = None  # to put in force when the load in progress is done
    seconds: int | None = None  # that what is measured takes, about; None: each job's own; 0: no bound
    returns_to: str | None = None  # the drafter before a sample's, in force again with the next prompt of the person's own


@dataclass
class LoadState:
    """What the engine was told to load, and what became of it."""

    loading: Load | None = None  # the load in progress
    loaded: Load | None = None  # the load that brought the pair
    doing: str = "starting"  # what it does until it is ready
    since: float | None = None  # when the load in progress was asked for, of the session's clock
    trouble: str | None = None  # why the last command failed


@dataclass
class Lesson:
    """The lesson as far as it was opened."""

    course: Course | None = None  # the progress through it
    file: Path | None = None  # keeps that progress
    live: LiveRecording | None = None  # the recording that is being made here


@dataclass
class Person:
    """Who sits at the screen."""

    guest: bool = False  # a visitor of `specdeck web` from elsewhere, who reads, writes and downloads nothing on this machine
    deliver: Callable[[str, str], object] | None = None  # sends a guest's browser a file, by its name and text
    picture: Callable[[], str] | None = None  # draws the screen as SVG, if there is a screen


class Deck:
    """The state, and questions about it."""

    def __init__(self, session: EventSource, max_tokens: int = 512, system: str | None = None, thinking: bool | None = None) -> None:
        self.session = session
        self.replay: Replay | None = None  # the recording that is being played, in the session's place
        self.engine = LoadState()
        self.pair: Loaded | None = None
        self.wants = Wants(max_tokens, system, thinking, session.settings.seed, session.settings.drafter)
        self.chat = Chat(system)
        self.view = View()
        self.speed = ChatSpeed()
        self.journal = Journal(None)
        self.contest = Contest()
        self.lesson = Lesson()
        self.catalogue = Catalogue()
        self.show: RecordedRace | None = None  # plays in the empty chat until a key is pressed
        self.person = Person()
        self.notices: list[Notice] = []
        self.job = 0  # number of the last job
        self.stopped = 0  # number of the last job when one was stopped
        self._recorded: range = range(0)  # the jobs of the conversation that was read last

    # Questions

    @property
    def next_pair(self) -> Loaded:
        """The pair that will answer the next prompt; of one that still loads only the name and the folder that were asked for are known."""
        load = self.engine.loading
        if load is None:
            return self.pair or Loaded("", "", ())
        folder = Path(load.model).expanduser() if load.model else assets.TARGET
        return Loaded(known_as(folder), str(folder), ()) if folder.is_dir() else Loaded(load.model or "", "", ())

    @property
    def embedded(self) -> bool:
        """Whether the embedded target will answer the next prompt: samples, figures and recordings that came with it are of that one."""
        return self.next_pair.target_path == str(assets.TARGET)

    @property
    def samples(self) -> list[tuple[samples.Sample, str]]:
        """The prompts to offer, each with the drafter to take for it if that is loaded; of the embedded pair its own are known before."""
        load, pair, embedded = self.engine.loading, self.pair, self.embedded
        own = FALLBACKS if load and embedded and not load.drafters else ()
        drafters, default = (own, "") if load or pair is None else (pair.drafters, pair.default)
        return [(one, samples.drafter_for(one, embedded, drafters, default)) for one in (samples.OFFERED if embedded else samples.ANYWHERE)]

    @property
    def another_target_loads(self) -> bool:
        """Whether the load in progress brings another target than the loaded one, which answers if a load fails."""
        load, loaded = self.engine.loading, self.engine.loaded
        return load is not None and loaded is not None and load.model != loaded.model

    @property
    def settings(self) -> Settings:
        """The settings in force from the next round on."""
        return self.endpoint.settings

    @property
    def endpoint(self) -> EventSource | Replay:
        """The source of events: a recording while it plays, else the session."""
        return self.replay or self.session

    @property
    def busy(self) -> bool:
        """Whether a reply is written, a baseline measured, a trial running or a recording played."""
        trying = self.contest.running or self.lesson.live is not None or bool(self.contest.sampling and self.contest.sampling.running)
        return self.speed.measuring or trying or self.replay is not None or bool(self.chat.reply and self.chat.reply.live)

    @property
    def writing(self) -> bool:
        """Whether a reply is being decoded."""
        return self.replay is None and bool(self.chat.reply and self.chat.reply.live)

    def budget(self, job: str) -> Budget:
        """What a measurement of this kind may take."""
        return Budget(SECONDS[job] if self.wants.seconds is None else self.wants.seconds)

    @property
    def stopping(self) -> bool:
        """Whether the running job was told to stop: it ends after the round or the chunk of the prompt that is being computed."""
        return self.decoding and self.stopped == self.job

    @property
    def held(self) -> bool:
        """Whether a reply is paused between two rounds."""
        return self.writing and self.session.gate.paused

    @property
    def decoding(self) -> bool:
        """Whether the engine is decoding, so that other work slows it down."""
        return self.busy and self.replay is None

    @property
    def loading_words(self) -> str:
        """What the engine loads or why it holds nothing, and for how many seconds it has been loading."""
        seconds = 0 if self.engine.since is None else int(self.session.clock() - self.engine.since)
        return f"{self.engine.doing}, {seconds} s" if self.engine.loading and seconds else self.engine.doing

    @property
    def absent(self) -> str:
        """Why no pair is loaded."""
        return "the models are still loading" if self.engine.loading else NO_MODEL

    @property
    def drafting(self) -> tuple[str, ...]:
        """The drafters to name in a load so that those in memory stay. A head in the target's own folder goes by its name."""
        if self.pair is None:
            return ()
        target, paths = self.pair.target_path, self.pair.paths
        return tuple(dict.fromkeys(name.partition(":")[0] if path == target else path for name, path in paths.items()))

    @property
    def basis(self) -> Basis | None:
        """The prompt of the last reply, on which plain decoding is to be measured."""
        return basis(self.chat, self.pair.target_path if self.pair else "")

    @property
    def plain_pace(self) -> float | None:
        """Plain decoding's tokens per second on the last prompt; None unless it was measured on that very prompt."""
        return self.speed.baseline.tokens_per_second if self.speed.baseline and self.speed.baseline.basis == self.basis else None

    @property
    def speed_up(self) -> float | None:
        """The last reply's pace over plain decoding's. None unless both were measured in this session, on this prompt, with all
        kernels compiled and no wait between rounds."""
        reply, pace, plain = self.chat.reply, self.pace, self.plain_pace
        counts = reply and not self.recorded and not reply.held and not reply.only_loops and not built_kernels(reply.rounds)
        return pace / plain if counts and pace and plain else None

    @property
    def machine_was_busy(self) -> bool:
        """Whether the machine's speed changed too much between the last reply and plain decoding's measurement, or during that, so that their
        quotient is uncertain; or whether it is more than can be."""
        baseline, probe = self.speed.baseline, self.chat.reply.probe if self.chat.reply else None
        return baseline is not None and (baseline.busy or doubt((baseline.probe, probe)) is not None or self.speed_up_is_impossible)

    @property
    def waited(self) -> bool:
        """Whether the last reply waited between rounds, so that its pace is compared with nothing."""
        reply = self.chat.reply
        return reply is not None and (reply.held or (self.writing and self.session.gate.held > HELD))

    @property
    def speed_up_is_impossible(self) -> bool:
        """Whether the last reply's speed-up is more than can be."""
        reply = self.chat.reply
        return reply is not None and doubt((), self.speed_up, reply.telling.tokens_per_round) is not None

    @property
    def recorded(self) -> bool:
        """Whether the last reply was not written here by the loaded target: it was read from a file, and timed in another session, perhaps on
        another machine; or another target is loaded since."""
        reply = self.chat.reply
        return reply is not None and (reply.job in self._recorded or not self.wrote(reply))

    def wrote(self, reply: Reply) -> bool:
        """Whether the loaded target wrote this reply, as far as that is known: an older recording may name none."""
        asked, pair = reply.asked, self.pair
        return asked is None or pair is None or not asked.target or asked.target == pair.target

    @property
    def slower(self) -> str | None:
        """Why the last reply was slower than plain decoding; None if it was not."""
        plain, speed_up, reply = self.plain_pace, self.speed_up, self.chat.reply
        if plain is None or speed_up is None or speed_up >= 1 or self.machine_was_busy or reply is None or reply.live:
            return None
        return slower(reply, plain, bool(self.pair and self.pair.advice) and blas.is_slow())

    @property
    def advice(self) -> tuple[Settings, str] | None:
        """The settings to write the last reply again with, and a word for them, where it repeats itself."""
        reply = self.chat.reply
        looped = reply and reply.loop and not reply.live and reply.rounds and not self.recorded
        return out_of_loop(reply.rounds[-1].settings) if reply and looped else None

    def known_as(self, drafter: str) -> str:
        """A drafter's name in measurements: that of its model, where it has one."""
        path = self.pair.paths.get(drafter) if self.pair else None
        return known_as(Path(path)) if path else drafter

    @property
    def pace(self) -> float | None:
        """Tokens per second of the last reply, from its first token to its last, or to its loop."""
        reply = self.chat.reply
        if reply is None or reply.rate is None:
            return None
        return reply.telling.tokens_per_second or reply.rate.overall()

    def now(self) -> float | None:
        """Tokens per second over the last second of the reply being written; None if there is none."""
        reply = self.chat.reply
        if reply is None or reply.rate is None or reply.phase != "writing":
            return None
        return reply.rate.now(self.endpoint.clock() - (0.0 if self.replay else self.session.gate.held))

    def play_live_round(self) -> None:
        """Bring the round that is played in the text to its present moment."""
        live = self.view.live_round
        moment = live.moment(self.session.clock()) if live and self.writing and live.reply is self.chat.reply else None
        self.view.played = (live.reply, moment) if live and moment else None

    # State changes that several verbs share

    def enter(self, entry: Entry) -> None:
        """Apply an entry to the conversation and write it to disk."""
        if isinstance(entry, (Failed, Finish)):
            entry = without_folders(entry, self.catalogue.paths)
        self.chat.apply(entry)
        if self.replay is None:
            self.complain(self.journal.write(entry, self.chat))

    def complain(self, trouble: str | None) -> None:
        """Show an error, if there is one."""
        if trouble:
            self.notices.append(Notice(trouble, "error"))

    def next_job(self) -> int:
        self.job += 1
        return self.job

    def stop_job(self) -> None:
        """Stop the running job, or show a replay's end."""
        self.stopped = self.stopped if self.replay else self.job
        self.endpoint.stop(self.job)

    def begin(self, chat: Chat) -> None:
        """Start a new conversation; the old one stays on disk, and a recording that plays is left."""
        self.replay = None
        self.journal.close()
        self.show_chat(chat)

    def show_chat(self, chat: Chat) -> None:
        """Show another conversation, without what was selected or edited in the one before."""
        self.chat, self.view.editing = chat, None
        self.view.tidy(chat)

    def owned(self, entries: Sequence[Entry]) -> list[Entry]:
        """A recording's entries with job numbers of this session."""
        owned, before = renumber(entries, self.job), self.job
        self.job = max((entry.job for entry in owned if isinstance(entry, (Asked, Branched, Shown, Measured))), default=self.job)
        self._recorded = range(before + 1, self.job + 1)
        return owned

    def take_as_live(self) -> None:
        """Show the conversation that was read last as the session that wrote it did."""
        self._recorded = range(0)
