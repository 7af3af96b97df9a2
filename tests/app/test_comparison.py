"""What a comparison says: figures worked out by hand, and the sentence for every case."""

import math
import xml.etree.ElementTree as ET
from dataclasses import replace
from types import SimpleNamespace

import pytest
from textual.content import Content

from specdeck.compare.result import Comparison, LogitStep, Run, Speed, best_two, headline, median, ratio
from specdeck.compare.result_card import HEIGHT, WIDTH, comparison_card
from specdeck.compare.result_words import (
    acceptance_words,
    best_words,
    doubt_words,
    payoff_words,
    same_text_words,
    why_texts_differ,
)
from specdeck.decoding.types import Settings, Stats
from specdeck.engine import this_machine
from specdeck.widgets.comparison_panels import near, relative_pace, verdicts
from tests.helpers.fake import TAKES, FakeSession, round_of
from tests.helpers.play import compared, person, playing, told, until

PLAIN, DRAFTED = Settings(drafter="none", k=0), Settings()


def run(settings: Settings = DRAFTED, ids=range(30), seconds: float = 1.0, rounds: int = 10, drafted: int = 40, accepted: int = 20, reason: str = "length", probe: float | None = None) -> Run:
    """A run of so many rounds; plain ones drafted nothing."""
    drafted, accepted = (0, 0) if settings.k == 0 else (drafted, accepted)
    stats = Stats(rounds=rounds, drafted=drafted, accepted=accepted, emitted=len(ids), decode_seconds=seconds)
    return Run(settings, SimpleNamespace(ids=tuple(ids), stats=stats, telling=stats, loop=None, only_loops=False, reason=reason, failure=None, probe=probe, crowd=None))


def against(b: Run, a: Run | None = None, **fields) -> Comparison:
    """B against plain decoding: 30 tokens in 30 rounds and 3 seconds, 0.1 s a step."""
    a = a or run(PLAIN, seconds=3.0, rounds=30)
    return Comparison(a, b, (ratio(b.rate, a.rate),), 0.1, **fields)


def test_figures_by_hand():
    found = against(run(seconds=2.0))  # 10 rounds of 0.2 s: 2 plain steps each; 3 tokens each
    assert found.speedup == pytest.approx(1.5)
    assert found.block_cost(found.b) == pytest.approx(2.0) and found.break_even(found.b) == pytest.approx(0.25)
    assert found.break_even(found.a) is None and found.first_difference is None and found.gap is None
    assert payoff_words(found, found.b) == "a round costs 2.00 plain steps and yields 3.00 tokens: drafting pays"
    assert acceptance_words(found, found.b) == "50% accepted/drafted (20 of 40); break-even at 25% accepted/drafted"
    dear = against(run(seconds=6.0))  # 6 plain steps a round for 4 guesses
    assert acceptance_words(dear, dear.b).endswith("; break-even at over 100% accepted/drafted")


@pytest.mark.parametrize(
    "slow, why",
    [
        (run(seconds=3.5, accepted=10), "25% of the drafted guesses are accepted and break-even is 62%"),
        (run(seconds=6.0), "even with every guess accepted (5.0 tokens per round) a round would cost too much"),
        (run(seconds=3.0, ids=range(18), drafted=40, accepted=38), "the reply ended in the middle of its last draft"),
    ],
)
def test_a_loss_says_why(slow, why):
    assert "drafting is slower here, because " + why in payoff_words(against(slow), slow)


def test_the_end_of_a_short_reply_is_a_step_that_was_saved_too():
    short = run(ids=range(7), rounds=3, seconds=0.72, accepted=5, reason="stop")  # 3 rounds for what plain decoding takes 8 steps
    found = against(short, run(PLAIN, ids=range(7), rounds=8, seconds=0.8, reason="stop"))
    assert found.speedup > 1 and payoff_words(found, short) == "a round costs 2.40 plain steps and yields 2.33 tokens, and the end of turn: drafting pays"
    cut = run(ids=range(7), rounds=3, seconds=0.72, accepted=5)
    assert "drafting is slower here" in payoff_words(against(cut), cut)


def test_runs_on_both_sides_of_plain_do_not_tell_and_give_no_reason():
    slow, plain = run(seconds=3.2), run(PLAIN, seconds=3.0, rounds=30)
    unclear = "the runs do not tell whether drafting pays: their speed-ups go from 0.76 to 1.09"
    found = Comparison(plain, slow, (1.09, 0.9375, 0.76), 0.1)
    assert payoff_words(found, slow) == f"a round costs 3.20 plain steps and yields 3.00 tokens; {unclear}"
    assert "accepted/drafted, break-even at" in Content("\n").join(verdicts(replace(found, ratios=(1.04, 0.9375, 0.99)))).plain, "both figures stay"
    assert payoff_words(Comparison(slow, plain, (1 / 1.09, 1 / 0.9375, 1 / 0.76), 0.1), slow).endswith(unclear), "side A against a plain side B"
    for ratios in ((0.9375,), (0.96, 0.9375, 0.76)):
        assert "drafting is slower here, because" in payoff_words(Comparison(plain, slow, ratios, 0.1), slow), "one run, or all slower"
    other = Comparison(run(seconds=3.0), slow, (1.09, 0.9375, 0.76), 0.1)
    assert "drafting is slower here, because" in payoff_words(other, slow), "the runs are not against plain decoding"
    fast = run(seconds=2.0)
    assert "do not tell" in payoff_words(Comparison(plain, fast, (0.9, 1.5, 3.0), 0.1), fast)


WARM = Settings(temperature=0.8)


@pytest.mark.parametrize(
    "a, b, told",
    [
        (PLAIN, DRAFTED, None),
        (WARM, WARM, "same distribution, different text"),
        (Settings(temperature=0.8, rule="coupled"), Settings(temperature=0.8, rule="coupled"), None),
        (Settings(temperature=0.8, rule="coupled"), WARM, "same distribution, different text"),
        (Settings(temperature=0.8, rule="coupled"), Settings(temperature=0.7, rule="coupled"), "different text: the temperatures differ"),
        (Settings(), WARM, "different text: the temperatures differ"),
    ],
)
def test_texts_that_may_differ_are_told_from_those_that_must_not(a, b, told):
    assert (why_texts_differ(a, b) or (None,))[0] == told


def test_a_speed_up_of_a_busy_machine_is_marked_and_the_reason_stands_in_place_of_what_would_follow_from_it():
    busy = against(run(seconds=2.0, probe=1.5), run(PLAIN, seconds=3.0, rounds=30, probe=1.0))
    assert "B is 1.50x? as fast as A" in relative_pace(busy).plain
    said = [line.plain for line in verdicts(busy)]
    assert said == [doubt_words(busy), "B  50% accepted/drafted (20 of 40); break-even at 25% accepted/drafted"]
    assert said[0] == "doubtful: the machine was busy: its speed changed by 50% meanwhile. Measure again when nothing else runs"
    card = comparison_card(busy, "hi", "toy-target", busy=3.0)
    assert card.headline == "doubtful" and not card.spread and card.facts[0].startswith("1.50x?: the machine was busy") and "load 3 before it began" in " ".join(card.facts)
    calm = against(run(seconds=2.0, probe=1.05), run(PLAIN, seconds=3.0, rounds=30, probe=1.0))
    faster = against(run(seconds=1.5, probe=1.5), run(PLAIN, seconds=3.0, rounds=30, probe=1.0))
    assert headline([faster, calm, busy]) is calm and headline([busy, faster]) is faster, "the fastest that can be believed"
    assert "?" not in relative_pace(calm).plain and "drafting pays" in next(verdicts(calm)).plain and doubt_words(calm) == ""


def test_what_is_as_fast_in_the_digits_that_are_shown_is_not_called_slower():
    assert "B is 1.00x as fast as A" in relative_pace(against(run(seconds=3.01))).plain
    assert "B is slower than A: 0.99x" in relative_pace(against(run(seconds=3.03))).plain


@pytest.mark.parametrize("failure, words", [
    (None, "lookup drafted nothing: it had no guess, or plain decoding was faster"),
    ("drafter lookup failed and is off for this reply", "drafter lookup failed and is off for this reply"),
])  # fmt: skip
def test_a_side_that_drafted_nothing_says_why(failure, words):
    side = run(Settings(drafter="lookup"), drafted=0, accepted=0)
    side.reply.failure = failure
    assert [line.plain for line in verdicts(against(side))] == [f"B  {words}"]


def test_above_temperature_0_a_difference_is_not_told_by_logits_without_their_noise():
    warm, other = Settings(temperature=0.8, rule="coupled"), [*range(12), 99, *range(13, 30)]
    found = Comparison(run(warm), run(warm, ids=other), (1.0,), 0.1, best=((12, 0.7), (99, 0.1)))
    assert same_text_words(found) == "differs from token 13 on" and near(found, {}) == ""


def test_a_k_that_is_always_faster_is_named_beside_one_that_is_faster_now_and_then():
    speeds = [Speed.of(Settings(k=k), [(10.0, 10.0 * ratio) for ratio in ratios]) for k, ratios in ((2, (1.3, 1.4, 1.5)), (4, (0.9, 1.5, 1.8)))]
    assert best_words(speeds) == "only k 2 is faster than A in every turn"
    assert best_words(speeds[1:]) == "no k is faster than A beyond the spread"


def test_a_difference_is_named_with_its_gap():
    other = run(ids=[*range(12), 99, *range(13, 30)])
    found = against(other, best=((12, 0.5), (99, 0.49)))
    assert found.first_difference == 12 and found.gap == pytest.approx(0.0202, abs=1e-4)
    assert same_text_words(found) == "differs from token 13 on; side A's two best logits there are 0.02 apart"
    assert same_text_words(against(run())) == "the same 30 tokens on both sides"
    assert against(other, best=((12, 1.0), (99, 0.0))).gap is None
    warm = run(Settings(drafter="none", k=0, temperature=0.5), seconds=3.0, rounds=30)  # p is of logits over the temperature
    assert against(other, warm, best=((12, 0.5), (99, 0.49))).gap == pytest.approx(0.0101, abs=1e-4)


@pytest.mark.parametrize("second, step, words", [
    (0.5, 0.125, "equal, an exact tie of bfloat16: a wider pass rounds differently"),
    (0.5 * math.exp(-0.125), 0.125, "0.12 apart, one step of bfloat16: a wider pass rounds differently"),
    (0.5 * math.exp(-1), 0.125, "1 apart, 8 steps of bfloat16"),
    (0.5 * math.exp(-0.02), 2**-19, "0.02 apart, 10,486 steps of bfloat16"),
])  # fmt: skip
def test_a_gap_is_told_in_steps_of_the_logits_type(second, step, words):
    """Also on the screen, where it is the same words."""
    found = against(run(ids=[*range(12), 99, *range(13, 30)]), best=((12, 0.5), (99, second)), step=LogitStep("bfloat16", step))
    assert same_text_words(found) == f"differs from token 13 on; side A's two best logits there are {words}"
    assert near(found, {}).endswith(f"; logits {words}")


def test_the_best_two_at_a_place_are_counted_over_rounds():
    rounds = [round_of(index, take, DRAFTED) for index, take in enumerate(TAKES[:3])]
    assert [best_two(rounds, at)[0] for at in (0, 5, 6, 9)] == [rounds[0].top_p[0][:2], rounds[1].top_p[4][:2], rounds[2].top_p[0][:2], ()]


def test_the_median_run_is_one_that_was_made():
    runs = [run(seconds=s) for s in (3.0, 1.0, 2.0, 4.0)]
    assert median(runs) is runs[0] and median(runs[:3]) is runs[2]


@pytest.mark.parametrize("ratios, speed_up, how", [((1.77, 1.84, 1.91), "1.84x (1.77-1.91)", "the median of 3 runs a side"), ((1.84,), "1.84x", "one run a side")])
def test_a_card_has_the_spread_behind_its_speed_up(ratios, speed_up, how):
    card = comparison_card(Comparison(run(PLAIN, seconds=1.84), run(), ratios, 0.1), "hi", "toy").svg()
    words = " ".join(" ".join(ET.fromstring(card).itertext()).split())
    assert words.startswith(f"{speed_up} model, k=4 against plain") and f"{how}, in turn, each from cold caches; 30 tokens" in words


def read(text: str) -> str:
    """All words of a card; it is well-formed, of the size of a link's preview, and nothing begins outside of it."""
    root = ET.fromstring(text)
    assert (root.get("width"), root.get("height")) == (str(WIDTH), str(HEIGHT)) == ("1200", "630")
    for item in root.iter():
        if item.get("x"):
            assert 0 <= float(item.get("x")) <= WIDTH and 0 <= float(item.get("y")) <= HEIGHT
    return "\n".join(root.itertext())


def test_a_comparison_is_saved_as_a_card(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    @person
    async def story():
        session = FakeSession()
        async with playing(session) as pilot:
            await pilot.press("f3", "tab", "C")
            await until(pilot, lambda: "no comparison to save" in told(pilot))
            await compared(pilot, session, "a <bus> & more")
            await pilot.press("C")
            await until(pilot, lambda: len(list(tmp_path.glob("specdeck-card-*.svg"))) == 1)

    story()
    [card] = tmp_path.glob("*.svg")
    words = read(card.read_text())
    for word in ("2.03x", "model, k=4 against plain", "67.5 tok/s", "33.3 tok/s", "the same 27 tokens", "59% accepted/drafted", "toy-target", "core", "a <bus> & more", "median of 3 runs a side"):
        assert word in words, word


def test_a_mac_is_called_by_its_chip(monkeypatch):
    """platform.processor() is "arm" there, for all of them."""
    monkeypatch.setattr(this_machine.sys, "platform", "darwin")
    monkeypatch.setattr(this_machine, "_told_by", lambda *command: "Apple M3 Max")
    assert this_machine.processor() == "Apple M3 Max" and this_machine.machine_words().startswith("Apple M3 Max, ")
