"""`specdeck compare`: two settings on one prompt and seed, one after the other, both from cold caches.

Side A is plain decoding unless --a-… or --against says otherwise; the common options are side B. Runs alternate; the speed-up
is the quotient of the median runs' rates. Timed runs record no detail: where texts differ, side A is run once more for its two best logits.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

from specdeck.decoding.errors import SettingsError
from specdeck.decoding.types import PLAIN, Settings

from ..compare.best import Best, elsewhere
from ..compare.best import options as best_options
from ..compare.result import is_plain
from ..compare.result_card import comparison_card
from ..models.disk import taken_elsewhere
from ..records.export import comparison_json
from ..terminal.signals import catching
from . import options, picture_file
from .printed_results import compare_report
from .trial_runner import TrialRunner


def parser() -> options.Parser:
    """The common options (side B) and side A's own."""
    parser = options.Parser(
        prog="specdeck compare", description="Decode one prompt twice, plain (A) and drafted (B), and report the speed-up."
    )
    options.add_prompt(parser)
    parser.add_argument("--runs", metavar="N", type=int, default=3, help="runs per side, alternating; the median counts (default 3)")
    group = parser.add_argument_group("side A (default: plain decoding)")
    options.add_against(group)
    group.add_argument("--a-drafter", metavar="NAME|PATH", help="drafter of side A")
    group.add_argument("--a-k", metavar="N", type=int, help="maximum tokens per draft on side A")
    group.add_argument("--a-rule", metavar="RULE", help="acceptance rule of side A")
    parser.add_argument("--best", action="store_true", help="find the fastest loaded drafter and k, too")
    parser.add_argument("--card", metavar="FILE", help="also write the result as one picture for sharing: SVG, 1200x630")
    options.add_models(parser)
    options.add_settings(parser)
    options.add_reply(parser)
    return parser


def main(args: argparse.Namespace) -> int:
    """Check, load, run both sides, report; nothing on stdout unless both sides finished."""
    b = options.settings_of(args)
    a = _side_a(args, b)
    options.check(args)
    if args.best and not is_plain(a):
        raise SettingsError("--best is against plain decoding: leave the options of side A out")
    if args.runs < 1:
        raise SettingsError(f"runs must be at least 1, not {args.runs}")
    picture_file.check("card", args.card)
    with catching() as signals:
        runner = TrialRunner(args, options.read_prompt(args.prompt), signals)
        runner.load(a, b)
        result = runner.run()
        best = runner.search() if args.best else None
    found = comparison_json(result, runner.pair) | (_best_json(best, runner) if best else {})
    lines = [f"best      {line}" for line in _best_lines(best, runner)] if best else []
    try:
        print(json.dumps(found, allow_nan=False) if args.json else "\n".join([compare_report(result, runner.pair.known), *lines]), flush=True)
    finally:  # each is written even if the other cannot be
        if args.card:
            picture_file.write("card", args.card, comparison_card(result, runner.prompt, runner.pair.name).svg())
    return 0


def _best_lines(best: Best, runner: TrialRunner) -> list[str]:
    """What is fastest, the options that choose it, and what does the same elsewhere."""
    other = elsewhere(best.settings, taken_elsewhere(runner.pair.paths.get(best.settings.drafter) if best.settings else None))
    return [*filter(None, (best.line, f"specdeck: {best_options(best.settings)}", other))]


def _best_json(best: Best, runner: TrialRunner) -> dict[str, object]:
    settings, speed = best.settings, best.speed
    choice = {"drafter": settings.drafter, "k": settings.k, "adaptive_k": settings.adaptive_k} if settings else {"drafter": PLAIN, "k": 0, "adaptive_k": False}
    figures = {"speedup": speed.times, "spread": list(speed.spread)} if speed else {"speedup": 1.0, "spread": []}
    return {"best": choice | figures | {"lines": _best_lines(best, runner)}}


def _side_a(args: argparse.Namespace, b: Settings) -> Settings:
    """Side A's settings: plain decoding with the changes of --a-…. --a-k alone keeps side B's drafter."""
    if args.against:
        if (args.a_drafter, args.a_k, args.a_rule) != (None, None, None):
            raise SettingsError("against and the options of side A choose the same side: give one")
        return replace(b, drafter=args.against)
    if args.a_drafter is not None:
        options.check_drafter(args.a_drafter)
    plain = args.a_drafter is None and args.a_k is None
    drafter = args.a_drafter or (PLAIN if plain else b.drafter)
    k = 0 if plain else b.k if args.a_k is None else args.a_k
    return replace(b, drafter=drafter, k=k, rule=args.a_rule or b.rule)
