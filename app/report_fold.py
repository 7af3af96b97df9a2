"""Folds what happened into the deck: the engine's reports, a replay's entries, and the answers of background work.

Knows the deck and every kind of report; nothing of screens, threads or mlx.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from specdeck.decoding.stats import built_kernels
from specdeck.decoding.types import Round, Settings, Stats

from .actions import finding_models
from .chat.chosen_drafter import explains_choice
from .chat.context_used import became_nearly_full
from .chat.entries import Asked, Branched, Entry, Shown
from .chat.reply import Reply
from .chat.speed import ENOUGH, Baseline
from .compare.result import Comparison, is_plain
from .deck import NO_MODEL, Deck
from .engine.messages import Counted, DrawingEnded, Drawn, Failed, Loaded, Measured, Progress, Report, Tried, Unloaded
from .engine.reply_reports import Ended, Wrote
from .models.disk import known_as
from .models.measurements import Measurement
from .notices import Notice
from .records import comparisons


def pump(deck: Deck) -> bool:
    """Fold all that was reported since the last call; True if there was anything."""
    reports = deck.endpoint.drain()
    for report in reports:
        _apply(deck, report)
    if deck.replay and deck.replay.over:
        deck.replay = None
    deck.complain(deck.journal.flush(deck.endpoint.clock()))
    deck.view.tidy(deck.chat)
    answers = deck.runner.drain()
    deck.notices += [notice for answer in answers if (notice := deck.catalogue.apply(answer))]
    finding_models.scan_if_stale(deck)
    return bool(reports or answers)


def _apply(deck: Deck, report: Report | Entry) -> None:
    if isinstance(report, Progress):
        deck.doing = report.text
    elif isinstance(report, Loaded):
        _loaded(deck, report)
    elif isinstance(report, Unloaded):
        _unloaded(deck, report)
    elif isinstance(report, Failed):
        _failed(deck, report)
    elif isinstance(report, Measured):
        _measured(deck, report)
    elif isinstance(report, (Counted, Tried)):
        _recorded_live(deck, report) if deck.live_recording else _tried(deck, report)
    elif isinstance(report, (Drawn, DrawingEnded)):
        if deck.sampling:
            deck.sampling.apply(report)
    elif deck.contest.add_first_run(report):
        return
    elif isinstance(report, (Asked, Branched, Shown)) or (deck.chat.reply and report.job == deck.chat.reply.job):
        _entered(deck, report)


# The pair


def _loaded(deck: Deck, report: Loaded) -> None:
    if deck.pair and deck.pair.target_path != report.target_path:
        deck.baseline = None
    _forget_findings(deck)
    deck.pair, deck.loaded, deck.loading, deck.doing, deck.trouble = report, deck.loading, None, "", None
    if report.advice:
        deck.notices.append(Notice(report.advice, "warning"))
    sampling = report.recommended if deck.as_recommended else {}
    deck.session.settings = replace(deck.session.settings, drafter=_first_drafter(deck, report), **sampling)
    deck.machine = report.machine
    deck.catalogue.hold(deck.pair, deck.machine)


def _first_drafter(deck: Deck, report: Loaded) -> str:
    """The pair's default, or what a sample wanted that was picked meanwhile."""
    wanted, deck.wanted_drafter = deck.wanted_drafter, None
    if wanted not in report.drafters or wanted == report.default:
        return report.default
    deck.notices.append(Notice(f"drafter {wanted}, which does well on this prompt (d changes it)", "information"))
    return wanted


def _unloaded(deck: Deck, report: Unloaded) -> None:
    deck.pair = deck.loaded = deck.baseline = None
    _forget_findings(deck)
    deck.doing, deck.machine = NO_MODEL, report.machine
    deck.catalogue.hold(deck.pair, deck.machine)


def _forget_findings(deck: Deck) -> None:
    """Forget what was measured with another pair."""
    deck.contest, deck.live_recording, deck.sampling = deck.contest.for_another_pair(), None, None
    if deck.course:
        deck.course.recordings.forget()


def _failed(deck: Deck, report: Failed) -> None:
    deck.trouble, deck.doing, deck.measuring, deck.loading = report.reason, "", False, None
    if deck.sampling:
        deck.sampling.running = False
    if deck.contest.running or deck.live_recording:
        deck.contest.cancel()
        deck.live_recording = None
        deck.stop_job()
    kept = ". The pair loaded before stays in use" if report.what == "load" and deck.pair else ""
    deck.notices.append(Notice(report.reason + kept, "error"))
    if deck.chat.reply and deck.chat.reply.live:
        deck.unanswered = deck.chat.turns[-1].prompt if not deck.chat.reply.tokens else ""
        deck.enter(report)


# The conversation


def _entered(deck: Deck, entry: Entry) -> None:
    reply = deck.chat.reply
    if isinstance(entry, Wrote) and _warns(entry.event) and all(step.event.note != entry.event.note for step in reply.steps):
        deck.notices.append(Notice(entry.event.note, "warning"))
    deck.enter(entry)
    if isinstance(entry, Ended):
        _ended(deck, reply)


def _warns(round_: Round) -> bool:
    """Whether its note is a warning; why a drafter was chosen stands in the panel."""
    return bool(round_.note) and not explains_choice(round_)


def _ended(deck: Deck, reply: Reply) -> None:
    if reply.failure:
        deck.notices.append(Notice(reply.failure, "error"))
    stats = reply.stats
    if stats.drafted == 0 and stats.emitted >= ENOUGH and stats.tokens_per_second:
        _take_baseline(deck, stats.tokens_per_second, stats.emitted, built_kernels(reply.rounds))
    deck.ended_at = time.time()
    _remember(deck, reply)
    if words := became_nearly_full(deck.chat, deck.pair.context if deck.pair else None):
        deck.notices.append(Notice(words, "warning"))


# Figures


def _measured(deck: Deck, report: Measured) -> None:
    if report.job == deck.job:  # not one that a command has ended
        deck.measuring = False
    deck.enter(report)
    if report.tokens >= ENOUGH and deck.measured_on == deck.basis:
        _take_baseline(deck, report.tokens_per_second, report.tokens, report.built_kernels)
        _remember(deck, deck.chat.reply)


def _take_baseline(deck: Deck, pace: float, tokens: int, built: bool) -> None:
    """Store plain decoding's pace on the last prompt, unless kernels were being compiled; then it is measured again, once."""
    if built and deck.compiled_on != deck.basis:
        deck.compiled_on, deck.measured_on = deck.basis, None
    elif not built:
        deck.baseline = Baseline(pace, tokens, deck.basis, time.time())


def _remember(deck: Deck, reply: Reply) -> None:
    """Store the figures of a reply that was long enough and written under the same settings to its end. A reply without drafts is
    the baseline and no measurement."""
    stats = reply.stats
    if deck.pair is None or deck.replay or stats.emitted < ENOUGH or not stats.drafted or any(step.before for step in reply.steps):
        return
    _store(deck, reply.steps[0].event.settings, stats, deck.plain_pace)


def _store(deck: Deck, settings: Settings, stats: Stats, plain: float | None) -> None:
    path = deck.pair.paths.get(settings.drafter)
    drafter = known_as(Path(path)) if path else settings.drafter
    figures = stats.emitted, stats.tokens_per_second, plain, stats.acceptance_rate
    measurement = Measurement(deck.ended_at, deck.pair.target, drafter, settings.k, settings.temperature, settings.rule, *figures)
    if trouble := deck.catalogue.measurements.add(measurement):
        deck.notices.append(Notice(trouble, "warning"))


# Trials


def _recorded_live(deck: Deck, report: Counted | Tried) -> None:
    """Collect a trial of the lesson's recording; once all are there, the recording replaces the bundled one."""
    if not deck.live_recording.apply(report):
        deck.live_recording = None
    elif deck.live_recording.over:
        live_recording, deck.live_recording = deck.live_recording, None
        deck.course.recordings.renew(live_recording.name, live_recording.entries())


def _tried(deck: Deck, report: Counted | Tried) -> None:
    """Collect a trial of the comparison. At its end store side B's figures, with side A's pace where that was plain decoding."""
    before = deck.contest.comparison
    for trial in deck.contest.apply(report):
        deck.session.send(trial)
    found = deck.contest.comparison
    if found and not before and found.b.stats.drafted and found.b.stats.emitted >= ENOUGH:
        deck.ended_at = time.time()
        _store(deck, found.b.settings, found.b.stats, found.a.rate if is_plain(found.a.settings) else None)
    if found and not deck.contest.running:
        _write_down(deck, found)


def _write_down(deck: Deck, found: Comparison) -> None:
    """Store the comparison beside the conversations; again after its sweep of k."""
    contest, pair, folder = deck.contest, deck.pair, deck.journal.folder
    if folder is None or pair is None:
        return
    asked = Asked(
        0, contest.prompt, 0.0, system=deck.chat.system, target=pair.target, target_path=pair.target_path,
        max_tokens=deck.max_tokens, thinking=deck.thinking,
    )  # fmt: skip
    try:
        contest.path = comparisons.write(folder, contest.path, asked, found, contest.figures(pair.paths))
    except OSError as error:
        deck.notices.append(Notice(f"this comparison could not be saved: {error.strerror or error}", "warning"))
