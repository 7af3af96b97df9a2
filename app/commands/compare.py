"""`specdeck compare`: two settings on one prompt and seed, one after the other, both from cold caches.

Side A is plain decoding unless --a-… says otherwise; the common options are side B. Runs alternate; the speed-up is the median of
the runs' ratios. Timed runs record no detail: where texts differ, side A is run once more for its two best logits.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

from specdeck.app.compare.result_card import comparison_card
from specdeck.app.records.run_json import comparison_json
from specdeck.decoding.errors import SettingsError
from specdeck.decoding.types import PLAIN, Settings

from . import options, picture_file
from .printed_results import compare_report
from .signals import catching
from .trial_runner import TrialRunner


def parser() -> argparse.ArgumentParser:
    """The common options (side B) and side A's own."""
    parser = options.Parser(
        prog="specdeck compare", description="Decode one prompt twice, plain (A) and drafted (B), and report the speed-up."
    )
    options.add_prompt(parser)
    parser.add_argument("--runs", metavar="N", type=int, default=3, help="runs per side, alternating; the median counts (default 3)")
    group = parser.add_argument_group("side A (default: plain decoding)")
    group.add_argument("--a-drafter", metavar="NAME|PATH", help="drafter of side A")
    group.add_argument("--a-k", metavar="N", type=int, help="maximum tokens per draft on side A")
    group.add_argument("--a-rule", metavar="RULE", help="acceptance rule of side A")
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
    if args.runs < 1:
        raise SettingsError(f"runs must be at least 1, not {args.runs}")
    picture_file.check("card", args.card)
    with catching() as signals:
        runner = TrialRunner(args, options.read_prompt(args.prompt), signals)
        runner.load(a, b)
        result = runner.run()
    try:
        print(json.dumps(comparison_json(result, runner.pair), allow_nan=False) if args.json else compare_report(result), flush=True)
    finally:  # each is written even if the other cannot be
        if args.card:
            picture_file.write("card", args.card, comparison_card(result, runner.prompt, runner.pair.name).svg())
    return 0


def _side_a(args: argparse.Namespace, b: Settings) -> Settings:
    """Side A's settings: plain decoding with the changes of --a-…. --a-k alone keeps side B's drafter."""
    if args.a_drafter is not None:
        options.check_drafter(args.a_drafter)
    plain = args.a_drafter is None and args.a_k is None
    drafter = args.a_drafter or (PLAIN if plain else b.drafter)
    k = 0 if plain else b.k if args.a_k is None else args.a_k
    return replace(b, drafter=drafter, k=k, rule=args.a_rule or b.rule)
