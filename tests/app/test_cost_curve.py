"""The cost curve of a race: what it predicts is what was measured, and its knee follows from the costs."""

from dataclasses import replace

import pytest

from specdeck.chat.reply import reply_of
from specdeck.commands.compare import best_k
from specdeck.compare.cost_curve import cost_curve
from specdeck.compare.result import Comparison, Run
from specdeck.decoding.types import Round, Settings
from specdeck.records.html_page import curve_svg
from tests.helpers.fake import GUESS_SECONDS, PASS_SECONDS, PLAIN_SECONDS, events_of

WORDS = tuple(f"w{at}" for at in range(400))


def run(words: int = 400, **settings) -> Run:
    asked = Settings(**settings)
    events = events_of(asked, 0.0, words, WORDS)
    timed = {True: (GUESS_SECONDS * asked.k, PASS_SECONDS), False: (0.0, PLAIN_SECONDS)}
    return Run(asked, reply_of([replace(event, draft_seconds=timed[bool(event.draft)][0], verify_seconds=timed[bool(event.draft)][1]) if isinstance(event, Round) else event for event in events]))


@pytest.mark.parametrize("k", [2, 4, 8])
@pytest.mark.parametrize("words", [400, 11])
def test_at_the_k_of_the_race_the_prediction_is_the_measured_pace(k, words):
    """Of a short reply, too, whose end cuts the last draft."""
    plain, drafted = run(words, drafter="none", k=0), run(words, k=k)
    curve = cost_curve([plain, drafted])
    assert curve.passes == {1: PLAIN_SECONDS, k + 1: PASS_SECONDS}
    [one] = curve.predicted
    assert (one.side, one.live) == (1, (k, drafted.rate)) and one.rates[k] == pytest.approx(drafted.rate, rel=0.05) and max(one.rates) == k


def test_the_knee_is_where_a_wider_pass_costs_more_than_it_yields():
    drafted = run(k=8)
    steep = {width: 0.03 + GUESS_SECONDS * (width > 4) * 50 for width in range(1, 17)}
    [one] = cost_curve([drafted], steep).predicted
    assert one.knee == 3 and max(one.rates) == 8, "a pass over four tokens costs what one over one does"
    [flat] = cost_curve([drafted], dict.fromkeys(range(1, 17), 0.03)).predicted
    assert flat.knee > 3


@pytest.mark.parametrize("settings, passes, said", [
    ({"k": 8}, None, "k=4 should be best of 1 to 8 here, about 2.1x"), ({"k": 8}, {1: 1.0, 2: 9.0, 9: 9.0}, "no k up to 8 should pay here"),
    ({"k": 4, "adaptive_k": True}, None, ""), ({"k": 4, "drafter": "lookup"}, None, ""),
])  # fmt: skip
def test_the_command_names_the_knee_of_the_same_curve(settings, passes, said):
    plain = run(drafter="none", k=0)
    assert "".join(best_k(Comparison(plain, run(**settings), (2.0,), plain.round_seconds), passes)).startswith(f"k         {said}" if said else "")


def test_passes_that_were_timed_while_the_machine_was_slower_are_brought_to_the_pace_of_the_race():
    sides = [run(drafter="none", k=0), run(k=4)]
    timed = {1: PLAIN_SECONDS, 5: PASS_SECONDS, 9: 2 * PASS_SECONDS}
    slow = cost_curve(sides, {width: 3 * seconds for width, seconds in timed.items()})
    assert slow.passes == pytest.approx(timed) and slow.predicted[0].rates == pytest.approx(cost_curve(sides, timed).predicted[0].rates)


def test_sides_that_drafted_nothing_have_no_curve_and_the_picture_holds_the_live_point():
    assert cost_curve([run(drafter="none", k=0)]).predicted == []
    sides = [run(drafter="none", k=0), run(k=4), run(k=4, adaptive_k=True)]
    drawn = curve_svg(cost_curve(sides), sides[0].rate)
    assert drawn.count('class="knee"') == 2 and drawn.count('r="5"') == 1 and drawn.count("<svg") == 2 and "nan" not in drawn
    assert drawn.count(">B, C</text>") == 1 and drawn.count(">B</text>") == 1, "the ends of two equal lines share a label; only B has a live point"
