"""Folds what happened into the deck: the results of jobs, a replay's entries, and the answers of background work."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Sequence

from specdeck.decoding import built_kernels
from specdeck.decoding.checkpoints import known_as
from specdeck.decoding.errors import SpecdeckError
from specdeck.decoding.types import Event, Finish, Round, Settings, Stats

from .actions import choosing_models, saving
from .chat.drafter_health import explains_choice
from .chat.entries import Asked, Entry
from .chat.reply import ENOUGH, Reply
from .chat.slow_motion import live_round
from .chat.speed import HELD, Baseline
from .compare.race import Compared, Cut, Explained, RaceEvent
from .compare.result import is_plain
from .compare.sampling import Drawn, Place, Verdicts
from .compare.timed_replies import JobProgress
from .deck import NO_MODEL, Deck, LoadState
from .engine.messages import Failed, Loaded, Machine, Measured, Probed, Progress
from .engine.session import Job
from .engine.this_machine import doubt
from .models.measurements import Measurement
from .records import comparisons

if TYPE_CHECKING:
    from .lesson.recordings import Recorded


def pump(deck: Deck) -> bool:
    """Fold all that was reported since the last call; True if there was anything."""
    results = deck.session.drain()
    for job, result in results:  # the last one of a job is None, or why it failed
        if isinstance(result, Progress):
            deck.engine.doing = result.text
        elif isinstance(result, Failed):
            _failed(deck, job, result)
        elif receive := RECEIVERS.get(job.name):
            receive(deck, job, result)
    recorded = deck.replay.drain() if deck.replay else []
    for entry in recorded:
        _add_entry(deck, entry)
    if deck.replay and deck.replay.over:
        replay, deck.replay = deck.replay, None
        if replay.shown_before:
            deck.show_chat(replay.shown_before)
    deck.tell(deck.journal.flush(), "error")
    deck.view.tidy(deck.chat)
    catalogue = deck.catalogue
    answers = catalogue.background.drain()
    deck.notices += [notice for answer in answers if (notice := answer())]
    if answers or catalogue.awaited:
        choosing_models.continue_downloads(deck)
    # a scan asks mlx-lm what it can build, and only the engine's thread may be the first to load mlx
    engine_is_up = deck.pair is not None or deck.engine.trouble is not None or deck.engine.loading is None
    if catalogue.wanted and catalogue.stale and not catalogue.scanning and engine_is_up:
        catalogue.scan()
    return bool(results or recorded or answers)


# The pair


def _loaded(deck: Deck, job: Job, report: Loaded | None) -> None:
    if report is None:
        return
    another = deck.pair is None or deck.pair.target_path != report.target_path
    if another:
        deck.speed.baseline = None
    _forget_findings(deck)
    if deck.replay is None and deck.chat.reply and deck.chat.reply.phase == "waiting":
        deck.chat.answered_by(report.target)
    deck.pair, deck.engine = report, LoadState(loaded=deck.engine.loading, doing="")
    deck.tell(report.advice)
    taken = report.recommended.items() if deck.wants.as_recommended and another else ()
    sampling = {name: value for name, value in taken if name not in deck.wants.given}
    deck.session.settings = replace(deck.session.settings, drafter=_first_drafter(deck, report), **sampling)
    deck.catalogue.suggestion = ""
    deck.catalogue.hold(report, report.machine)


def _first_drafter(deck: Deck, report: Loaded) -> str:
    """The pair's default, or what a sample wanted that was picked meanwhile."""
    wanted, deck.wants.drafter, deck.wants.returns_to = deck.wants.drafter, None, None
    if wanted not in report.drafters or wanted == report.default:
        return report.default
    deck.wants.returns_to = report.default
    deck.tell(f"drafter {wanted} for this prompt, {report.default} for the next (d changes it)", "information")
    return wanted


def _unloaded(deck: Deck, job: Job, report: Machine | None) -> None:
    if report is None:
        return
    deck.pair = deck.engine.loaded = deck.speed.baseline = deck.engine.trouble = None
    _forget_findings(deck)
    deck.engine.doing = NO_MODEL
    deck.catalogue.hold(None, report)


def _forget_findings(deck: Deck) -> None:
    """Forget what was measured with another pair."""
    deck.contest, deck.lesson.live = deck.contest.for_another_pair(), None
    if deck.lesson.course:
        deck.lesson.course.forget_live()


def _failed(deck: Deck, job: Job, report: Failed) -> None:
    """Say why, and end what the job was for; where it was stopped for another one, that goes on."""
    deck.engine.trouble, last = report.reason, job.number in (0, deck.job)
    if last:
        deck.speed.measuring = deck.contest.running = False
        deck.lesson.live = None
        if deck.contest.sampling:
            deck.contest.sampling.running = False
    if report.what in ("engine", "load", "unload"):
        deck.engine.doing, deck.engine.loading = "", None
    if report.what == "load":
        deck.wants.drafter = None  # a sample's, for the pair that did not come
    kept = ". The pair loaded before stays in use" if report.what == "load" and deck.pair else ""
    deck.tell(report.reason + kept, "error")
    unanswerable = last and report.what == "reply" or deck.pair is None  # after another failure the loaded pair still answers
    if deck.replay is None and unanswerable and deck.chat.reply and deck.chat.reply.live:
        turn = deck.chat.turns[-1]
        if not turn.reply.tokens:  # it did not begin: its prompt goes back where it was typed, as a branch of its turn where it was asked as one
            deck.view.unanswered = turn.prompt
            if turn.asked and turn.asked.again:
                deck.view.editing = len(deck.chat.turns) - 1
        deck.enter(report)


# The conversation


def _replied(deck: Deck, job: Job, result: Event | Probed | None) -> None:
    """An event of a reply; ignored unless it is the chat's last reply."""
    if isinstance(result, Probed):
        _probed(deck, result)
    elif result is not None and deck.chat.reply and job.number == deck.chat.reply.job:
        _add_entry(deck, result)
    elif isinstance(result, Finish):
        deck.speed.ended = None


def _add_entry(deck: Deck, entry: Entry) -> None:
    reply = deck.chat.reply
    if isinstance(entry, Round) and reply and not explains_choice(entry) and sum(round_.note == entry.note for round_ in reply.rounds) == 1:
        deck.tell(entry.note)  # said once it may be a drafter's wait for one pass; why a drafter was chosen stands in the panel
    deck.enter(entry)
    if deck.writing and isinstance(entry, Round) and reply:
        reply.slowed = reply.slowed or not deck.session.gate.pace.full
        deck.view.live_round = live_round(reply, deck.session.gate, deck.session.clock())
    if isinstance(entry, Finish) and reply:
        _ended(deck, reply)


def _ended(deck: Deck, reply: Reply) -> None:
    deck.tell(reply.failure, "error")
    stats, reply.held = reply.stats, not deck.replay and deck.session.gate.held > HELD
    if stats.drafted == 0 and stats.emitted >= ENOUGH and stats.tokens_per_second and not (reply.held or deck.last.recorded or deck.replay):
        _take_baseline(deck, stats.tokens_per_second, stats.emitted, built_kernels(reply.rounds))
    if not deck.replay:
        deck.speed.ended_at = reply.ended_at = time.time()
        deck.speed.ended = reply
        deck.session.gate.go_on()  # a pause that came in the frame in which the reply ended would hold the next one
    deck.catalogue.suggestion = choosing_models.suggestion(deck)
    _remember(deck, reply)


# Figures


def _measured(deck: Deck, job: Job, report: Measured | None) -> None:
    if job.number == deck.job:  # unless a command has ended it
        deck.speed.measuring = False
    if report is None or deck.speed.measured_on != deck.basis:
        return  # another conversation was begun or opened meanwhile
    deck.enter(replace(report, job=job.number))
    if report.tokens >= ENOUGH and (reply := deck.chat.reply):
        taken = _take_baseline(deck, report.tokens_per_second, report.tokens, report.built_kernels, report.probes, report.crowd)
        if not taken and not deck.speed.unasked:
            why = "mlx compiled kernels" if report.built_kernels else "the machine was busy"
            deck.tell(f"{why} during the measurement, so it does not count: b measures again")
        _remember(deck, reply)


def _take_baseline(deck: Deck, pace: float, tokens: int, built: bool, probes: Sequence[float] = (), crowd: float | None = None) -> bool:
    """Store plain decoding's pace on the last prompt, unless kernels were being compiled or the machine was busy meanwhile; then
    it is measured again, once or twice. Returns whether it was stored."""
    busy, basis = doubt(probes, crowds=[crowd]) is not None, deck.basis
    assert basis is not None, "a reply was written"
    if (built or busy) and deck.speed.discarded.count(basis) < (1 if built else 2):
        deck.speed.discarded.append(basis)
        deck.speed.measured_on = None
        return False
    if not built:
        deck.speed.baseline = Baseline(pace, tokens, basis, time.time(), sum(probes) / len(probes) if probes else None, busy)
    return not built


def _probed(deck: Deck, report: Probed) -> None:
    """Date the reply that ended by the machine's speed; where that has changed since plain decoding was measured, it is measured again."""
    reply = deck.speed.ended
    if reply is None:
        return
    reply.probe, reply.crowd = report.seconds, report.crowd
    if deck.speed.baseline and deck.speed.baseline.probe is None:
        deck.speed.baseline = replace(deck.speed.baseline, probe=report.seconds)
    if reply is deck.chat.reply and deck.last.plain_pace and deck.last.machine_was_busy and reply.stats.drafted:
        deck.speed.baseline, deck.speed.measured_on = None, None
        _remember(deck, reply)


def _remember(deck: Deck, reply: Reply) -> None:
    """Store the figures of a reply that was long enough and had the same settings to its end. Not stored: a reply without drafts, which is the
    baseline, and a reply that waited for kernels or was held."""
    stats = reply.telling
    if deck.pair is None or deck.replay or stats.emitted < ENOUGH or not stats.drafted or reply.held or reply.only_loops or not deck.wrote(reply):
        return
    if built_kernels(reply.rounds) or len({round_.settings for round_ in reply.own_rounds}) > 1:
        return
    _store(deck, reply.rounds[0].settings, stats, None if deck.last.machine_was_busy else deck.last.plain_pace, reply.ended_at)


def _store(deck: Deck, settings: Settings, stats: Stats, plain: float | None, ended_at: float) -> None:
    assert deck.pair is not None, "it decoded"
    path = deck.pair.paths.get(settings.drafter)
    drafter = known_as(Path(path)) if path else settings.drafter
    figures = stats.tokens_per_second, plain, stats.acceptance_rate, settings.adaptive_k
    measurement = Measurement(ended_at, deck.pair.target, drafter, settings.k, settings.temperature, *figures)
    deck.tell(deck.catalogue.measurements.add(measurement))


# Races, tests, and recordings of the lesson


def _recorded_live(deck: Deck, job: Job, result: JobProgress | Recorded | None) -> None:
    """Once all replies of the lesson's page are there, they replace the bundled recording."""
    live = deck.lesson.live
    if live is None:
        return
    if isinstance(result, JobProgress):
        live.doing = f"{result.doing} (esc stops)"
    elif result is not None:
        assert deck.lesson.course is not None, "the lesson began the recording"
        if result.entries:
            deck.lesson.course.renew(live.name, result)
        else:
            deck.tell("nothing was guessed on this page's text, so its recording stays: load another drafter (F5), then r")
    else:
        deck.lesson.live = None


def _drawn(deck: Deck, job: Job, result: Place | Drawn | Verdicts | None) -> None:
    if deck.contest.sampling:
        deck.contest.sampling.apply(result)


def _raced(deck: Deck, job: Job, result: RaceEvent | None) -> None:
    """Apply what is measured. At the comparison store the other sides' figures, with side A's pace if it decoded plainly and is not doubtful."""
    contest = deck.contest
    if isinstance(result, Cut):
        deck.tell(result.words, "information")
    elif isinstance(result, Explained):
        try:
            deck.tell(saving.save_race(deck, result.replies), "information")
        except SpecdeckError as error:
            deck.tell(str(error), "error")
    elif result is not None:
        before = contest.comparison
        contest.apply(result)
        if isinstance(result, Compared) and before is None:
            for found, b in ((found, found.b) for found in result.comparisons):
                plain = found.a.rate if is_plain(found.a.settings) and not found.doubtful else None
                if not found.only_loops and b.stats.drafted and b.stats.emitted >= ENOUGH and not built_kernels(b.reply.rounds):
                    _store(deck, b.settings, b.stats, plain, time.time())
    else:
        contest.running = False
        if contest.comparison and job.name != "page":
            _write_down(deck)


def _write_down(deck: Deck) -> None:
    """Store the comparison beside the conversations, with what it was asked with; again after its sweep of k."""
    contest, pair, folder = deck.contest, deck.pair, deck.journal.folder
    if folder is None or pair is None:
        return
    terms = contest.terms
    system = next((message["content"] for message in terms.messages if message["role"] == "system"), None)
    asked = Asked(0, contest.prompt, 0.0, system=system, target=pair.target, max_tokens=terms.max_tokens, thinking=terms.thinking)
    try:
        contest.path = comparisons.write(folder, contest.path, asked, contest.runs_shown, contest.figures({name: known_as(Path(path)) for name, path in pair.paths.items()}))
    except OSError as error:
        deck.tell(f"this comparison could not be saved: {error.strerror or error}")


RECEIVERS: dict[str, Callable[[Deck, Job, Any], None]] = {
    "load": _loaded, "unload": _unloaded, "reply": _replied, "measure": _measured, "test": _drawn, "recording": _recorded_live,
    "comparison": _raced, "sweep": _raced, "search": _raced, "page": _raced,
}  # fmt: skip
