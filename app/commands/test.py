"""`specdeck test`: does drafted decoding follow plain decoding's distribution? Short continuations of one prompt, counted. Two planted faults
are tested too: a test that cannot find them shows nothing."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from textwrap import wrap
from typing import Any, Mapping

from specdeck.decoding.errors import SettingsError
from specdeck.decoding.types import Settings

from ..budget import MORE, Budget
from ..compare.equality_test import EqualityTest
from ..compare.result import is_plain
from ..compare.result_words import side_words
from ..compare.sampling import FAULTS, LEAST_DRAWS, SIDES, Sampling, Side, draw
from ..drawing.clean_text import one_line
from ..drawing.figures import probability
from ..terminal.signals import Interrupted, Signals, catching
from ..terminal.streams import ProgressLine, complain
from . import options
from .options import load_engine, recommended, with_drafter

ROWS, BAR = 8, 24  # tokens shown, and columns of the longest bar
WIDTH, INDENT = 79, "  "  # of the sentences


def main(args: argparse.Namespace) -> int:
    """Check, load, draw, report; nothing on stdout unless enough was drawn."""
    settings = options.settings_of(args)
    options.check(args)
    if args.draws < LEAST_DRAWS:
        raise SettingsError(f"draws must be at least {LEAST_DRAWS}, not {args.draws}: fewer would show nothing")
    if args.temperature == 0 and "temperature" not in args.sources:  # one of config.toml was meant for replies
        raise SettingsError("temperature must be above 0 for this test: at 0 specdeck compare shows whether the texts are the same, up to ties of two logits")
    with catching() as signals:
        prompt = options.read_prompt(args.prompt)
        sampling, pair = sample(prompt, settings, args, signals)
        found: dict[Side, EqualityTest] = {side: test for side in SIDES[1:] if (test := sampling.result(side))}
        print(json.dumps(sampling_json(sampling, pair, found), allow_nan=False) if args.json else sampling_report(sampling, found), flush=True)
        return signals.exit_code


def sample(prompt: str, settings: Settings, args: argparse.Namespace, signals: Signals) -> tuple[Sampling, Any]:
    """Draw continuations, and return them with the pair that drew them. After a signal, return the continuations so far, with a line on stderr.
    Raises SettingsError if nothing would be drafted, and Interrupted if they are too few for a result."""
    progress, none = ProgressLine(), f"the test was ended before each side had {LEAST_DRAWS} continuations: nothing was kept"
    try:
        engine = load_engine(args, progress, signals)
        settings = recommended(with_drafter(settings, engine.pair), engine.pair, args)
        if is_plain(settings):
            raise SettingsError("nothing would be drafted: choose a drafter and k of at least 1")
        assert settings.seed is not None, "settings_of() draws one"
        seconds = 0 if "draws" not in args.defaulted and "seconds" in args.defaulted else args.seconds
        sampling = Sampling(prompt, settings, settings.seed, args.draws, args.tokens, Budget(seconds))
        if sampling.tokens < args.tokens and "tokens" not in args.defaulted:
            complain(f"{sampling.tokens} of {args.tokens} tokens: a draft of k={settings.k} tests no more (-k {args.tokens} does)")
        for event in draw(engine, sampling, ({"role": "user", "content": prompt},), options.thinking_of(args)):
            sampling.apply(event)
            progress.say(sampling.doing)
    except Interrupted:
        progress.clear()
        complain(none)
        raise
    sampling.apply(None)
    progress.clear()
    if sampling.result() is None:
        complain(none)
        signals.raise_if_caught()
    if signals.caught is not None:
        complain(f"the test was ended after {sampling.drawn} of at most {sampling.draws} continuations a side")
    elif sampling.cut:
        complain(f"{sampling.cut} ({MORE})")
    return sampling, engine.pair


def sampling_json(sampling: Sampling, pair: Any, found: Mapping[Side, EqualityTest]) -> dict[str, Any]:
    """Return the object of `test --json`. It holds the tests of the drafted side and of the planted faults, each at its most conspicuous token. It
    also holds the place, and the continuations as token ids."""
    tests = {}
    for side, test in found.items():
        name, here = side.replace(" ", "_"), test.at[test.widest]
        tests[name] = {"distance": here.distance, "expected": here.expected, "p_value": test.p_value, "draws": test.draws}
        tests[name] |= {"fresh_draws": test.fresh.draws, "fresh_p_value": test.fresh.p_value} if test.fresh else {}
        tests[name] |= {"verdict": test.verdict, "token": test.widest + 1, "least_difference": here.least}
    ids = {side.replace(" ", "_"): drawn for side, drawn in sampling.sides.items()}
    settings = {"settings": asdict(replace(sampling.drafted, seed=sampling.seed)), "tokens": sampling.tokens}
    place = {"token": len(sampling.place.kept) + 1, "text": sampling.place.text, "effect": sampling.place.effect} if sampling.place else None
    return {"model": pair.name, "model_path": pair.target_path, **settings, **tests, "budget_seconds": sampling.budget.seconds, "place": place, "continuations": ids}


def sampling_report(sampling: Sampling, found: Mapping[Side, EqualityTest]) -> str:
    """The histograms of the token at which the sides differ most, and the results of all tests."""
    position = sampling.widest()
    heads = f"{f'token {position + 1}':16}{'plain':{BAR + 7}}drafted"
    rows = sampling.shares(position, "drafted", ROWS)
    longest = max(share for _, *both in rows for share in both)
    bars = [f"{one_line(text, 14):16}" + "".join(f"{'#' * round(share / longest * BAR)} {probability(share)}".ljust(BAR + 7) for share in both).rstrip() for text, *both in rows]
    what = f"{sampling.drawn} continuations a side, {sampling.tokens} tokens each; seed {sampling.seed}"
    return "\n".join([
        *wrap(f"plain against {side_words(sampling.drafted)}: {what}", WIDTH), *wrap(sampling.place_words, WIDTH),
        "", heads, *bars, "",
        *_found("drafted", found["drafted"]),
        *(line for fault in FAULTS for line in _found(f"planted fault, {fault}", found[fault])),
        *wrap(sampling.why_unfound("--draws and --seconds ask for more"), WIDTH),
    ])  # fmt: skip


def _found(side: str, found: EqualityTest) -> list[str]:
    """What was found of one side in lines of WIDTH: the words first, the statistic below."""
    said = wrap(f"{side}: {found.sentence}", WIDTH, subsequent_indent=INDENT)
    return [*said, *wrap(found.statistic(found.widest), WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)]
