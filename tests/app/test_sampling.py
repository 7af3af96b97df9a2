"""The test of equal distributions: what is drawn, what a person sees of it, and that the fault it is for is found."""

import random
from collections import Counter
from dataclasses import replace
from itertools import chain, cycle
from types import SimpleNamespace

import mlx.core as mx
import pytest

from specdeck.budget import Budget
from specdeck.compare.equality_test import CLEAR, CONFIRMED, ENDED, LOOKS, Apart, EqualityTest, Fresh, equality_test, tokens_at
from specdeck.compare.sampling import FAULTS, LEAST_DRAWS, SIDES, WARM, Drawn, Sampling, continuation, draw, shortcut_effect
from specdeck.decoding.rules import RULES, draws
from specdeck.decoding.rules.acceptance_rule import RuleVerdict
from specdeck.decoding.rules.probabilistic import Probabilistic
from specdeck.decoding.types import Settings
from specdeck.engine.engine import Engine
from specdeck.samples import sample
from specdeck.screens.sampling import MOST, histograms
from tests.helpers import distribution, toys
from tests.helpers.everyday import everyday
from tests.helpers.fake import Take, round_of
from tests.helpers.play import opened, press, shows, until


@pytest.mark.parametrize("rule, fault", [*((rule, None) for rule in RULES), *(("probabilistic", fault) for fault in FAULTS)])
def test_every_rule_passes_and_one_with_a_fault_is_found(rule, fault, monkeypatch):
    """By the first token of 400 rounds on toy logits, beside as many of the target's law."""
    if fault == "every guess accepted":
        monkeypatch.setattr(draws, "leading", lambda agree: mx.array(agree.size, mx.int32))
    elif fault:  # p - q is not cut at 0
        monkeypatch.setattr(mx, "maximum", lambda a, b: a + (0 * a if isinstance(b, int) else b))
        monkeypatch.setattr(draws, "draw", lambda weights, numbers, draw=draws.draw: draw(mx.abs(weights), numbers))
    settings = Settings(temperature=0.8, rule=rule)
    law = distribution.law(settings, 0, [])
    plain = [(token,) for token in random.Random(0).choices(range(len(law)), law, k=400)]
    drafted = distribution.rows(distribution.drafted_round(settings, 10_000 + at, distribution.TARGET) for at in range(400))
    found = equality_test(plain, [written[:1] for _, written, _ in drafted])
    assert found.verdict == ("different" if fault else "equal") and (not fault or found.at[0].distance > 2 * found.at[0].expected)


class Drawing:
    """An engine that writes the same continuations for ever, each in a second."""

    pair = SimpleNamespace(token_texts={token: f"t{token}" for token in range(9)})

    def __init__(self, *events) -> None:
        self.events, self.asked, self.now, self.stops_after = events, [], 0.0, 10**9

    def decode(self, prompt, settings, max_tokens, **options):
        if "detail" in options:  # the reply in which the place is chosen
            return
        self.now += 1.0
        self.asked.append((settings.k, settings.seed, max_tokens))
        yield from (event(settings) for event in self.events)

    def halted(self) -> bool:
        return len(self.asked) > self.stops_after

    def drawn(self, sampling: Sampling) -> Sampling:
        """The test, once all is drawn."""
        for event in draw(self, sampling, (), None, lambda: self.now):
            sampling.apply(event)
        sampling.apply(None)
        return sampling


def one(settings):
    return round_of(0, Take((" a", " b", " c", " d"), 1, " e"), settings)


def a_test(seed: int = 7, draws: int = 400, k: int = 1, tokens: int = 1, seconds: float = 0) -> Sampling:
    return Sampling("hi", Settings(k=k), seed, draws, tokens, Budget(seconds))


def test_sides_are_drawn_in_turn_with_seeds_of_their_own():
    engine, sampling, other = Drawing(one, one), a_test(50, 2, k=2, tokens=9), Drawing(one, one)
    other.drawn(a_test(51, 20, k=2, tokens=9))
    assert (sampling.tokens, sampling.drafted.temperature) == (2, WARM), "no more tokens than a draft holds; at 0 there is nothing to draw"
    engine.stops_after = 5
    assert engine.drawn(sampling).result() is None, "little says nothing"
    sides, seeds, tokens = zip(*engine.asked[:4])
    assert sides == (0, 2, 0, 2) and tokens == (2, 3, 2, 3) and sampling.drawn == 2
    assert len({*seeds}) == 4 and not {*seeds} & {seed for _, seed, _ in other.asked}, "a test with the next seed has other draws"
    assert {len(ids) for ids in chain(*sampling.sides.values())} == {2} and sampling.names[0] == "t0"


@pytest.mark.parametrize("seconds, draws, stops, count, cut", [
    (60, 200, None, 31, "31 of 200 draws a side in 60 s"), (5, 200, None, LEAST_DRAWS, "20 of 200 draws a side in 5 s"), (0, 200, None, 200, ""), (600, 30, None, 30, ""),
    (0, 200, 2 * LEAST_DRAWS + 10, LEAST_DRAWS + 5, ""),
])  # fmt: skip
def test_drawing_ends_when_its_time_is_over_or_a_person_stops_it_with_what_was_drawn_for_a_result(seconds, draws, stops, count, cut):
    engine, sampling = Drawing(one), a_test(50, draws, seconds=seconds)
    engine.stops_after = stops or engine.stops_after
    for number, event in enumerate(draw(engine, sampling, (), None, lambda: engine.now)):
        if number == 5 and seconds == 60:
            assert sampling.doing == "4 of 200: continuations a side, at most, about 52 s left" and sampling.result() is None
        sampling.apply(event)
    sampling.apply(None)
    assert (sampling.drawn, sampling.cut, sampling.result().draws) == (count, cut, count)


def test_a_continuation_without_its_test_is_its_first_draft():
    plain, drafted = round_of(0, Take((), 0, " x"), Settings(k=0)), one(Settings(k=4))
    rejected = round_of(0, Take((" a", " b"), 0, " e"), Settings(k=4))
    for events, most, tested, untested, missed in (
        ((drafted,), 3, (0, 1), (0, 1, 2), False),
        ((plain, drafted), 4, (0, 0, 1), (0, 0, 1, 2), False),  # a drafter that could not guess at once
        ((plain, plain), 4, (0, 0), (0, 0), False),  # nobody guessed
        ((rejected, drafted), 2, (0, 0), (0, 1), True),
        ((plain, rejected), 2, (0, 0), (0, 0), False),
    ):
        assert continuation((event for event in events), most) == (tested, untested, missed)


def test_rows_hold_every_continuation():
    sampling = Sampling("hi", Settings(), seed=1)
    for at in range(200):
        sampling.apply(Drawn(dict(zip(SIDES, (((2 * at) % 17,), ((2 * at + 1) % 17,), (0,), (1,)))), {token: f"t{token}" for token in range(17)}))
    rows = sampling.shares(0, "drafted", 5)
    assert len(rows) == 6 and rows[-1][0] == "12 others"
    assert [round(sum(shares), 6) for shares in zip(*(row[1:] for row in rows))] == [1, 1]
    assert Counter(text for text, *_ in sampling.shares(0, "every guess accepted", 5))["t0"] == 1
    assert sampling.result() is None
    for width in (54, 100):
        assert max(line.cell_length for line in histograms(sampling, 0, "drafted", width, 5)[:-1]) <= width


EQUAL, DIFFERENT, SURELY, UNSETTLED = (
    EqualityTest((Apart(seen, 0.1, least),), 0, p, 100) for seen, least, p in ((0.1, 0.3, 0.5), (0.2, 0.3, 0.0005), (0.4, 0.3, 0.0005), (0.15, 0.3, 0.005))
)


@pytest.mark.parametrize("tests, fresh, draws, said", [
    ((EQUAL, SURELY, SURELY), None, 100, "the two histograms agree"),
    ((EQUAL, SURELY, DIFFERENT), None, 400, "the two histograms agree"),  # a fault is barely found
    ((UNSETTLED, SURELY, SURELY), None, 400, "not settled by 100 draws a side"),
    ((EQUAL, EQUAL, EQUAL), None, 400, "the two histograms agree"),  # no fault is found
    ((DIFFERENT, SURELY, SURELY), 0.02, 150, "the distributions differ: differences this large come by chance in fewer than 1 of 1000 tests; 50 fresh draws a side confirm it (2 of 100)"),
    ((DIFFERENT, SURELY, SURELY), 0.3, 400, "not settled by 100 draws a side: differences this large come by chance in fewer than 1 of 1000 tests; 300 fresh draws a side do not confirm it (3 of 10)"),
])  # fmt: skip
def test_drawing_ends_when_both_faults_would_surely_be_seen_or_fresh_draws_confirm_a_difference(tests, fresh, draws, said, monkeypatch):
    looks = cycle(tests) if fresh is None else chain(tests, cycle((*tests, replace(EQUAL, p_value=fresh))))
    monkeypatch.setattr("specdeck.compare.sampling.equality_test", lambda a, b: next(looks))
    sampling = Drawing(one).drawn(a_test())
    assert sampling.drawn == draws and sampling.result().sentence.startswith(said) and (fresh is None or sampling.result().sentence == said)
    assert (sampling.why_unfound("m draws more") == "") is (tests[2] is not EQUAL)
    sampling.sides = dict.fromkeys(SIDES, [(1,)] * draws)
    assert ("guessed nothing there" in sampling.why_unfound("m draws more")) is (tests[2] is EQUAL), "more draws would not help"
    assert fresh or bool(Drawing(one).drawn(a_test(seconds=60)).cut) is (draws == 400), "of a test that is decided nothing is cut"
    assert replace(DIFFERENT, fresh=Fresh()).sentence.endswith("but no fresh draws were made to confirm them")


class Chances(Drawing):
    """An engine that draws plain continuations of one token, and drafted ones with other chances in its first draws."""

    def __init__(self, drafted: float, until: int) -> None:
        super().__init__()
        self.drafted, self.until = drafted, until

    def decode(self, prompt, settings, max_tokens, **options):
        if "detail" not in options:
            self.asked.append(settings)
            chance = self.drafted if settings.k and len(self.asked) <= 2 * self.until else 0.5
            yield replace(round_of(0, Take((), 0, " a"), settings), tokens=(int(random.Random(settings.seed).random() < chance),))


@pytest.mark.long
@pytest.mark.parametrize("until, verdict", [(1000, "different"), (25, None)], ids=["a fault", "an unlucky start"])
def test_a_fault_is_found_by_every_seed_and_an_unlucky_start_is_none(until, verdict):
    found = [Chances(0.95, until).drawn(a_test(seed, 100)).result() for seed in range(20)]
    different = sum(test.verdict == "different" for test in found)
    assert different == 20 if verdict else different <= 20 * CONFIRMED * 3
    assert verdict or sum(test.fresh.draws > 0 for test in found) > 10, "the start was unlucky enough to be looked into"


@pytest.mark.parametrize("p, q, effect", [
    ({1: 0.5, 2: 0.5}, {1: 1.0}, 0.25), ({1: 0.5, 2: 0.5}, {1: 0.5, 2: 0.5}, 0.0), ({1: 0.9, 2: 0.1}, {1: 1.0}, 0.09), ({1: 1.0}, {2: 1.0}, 0.0),
])
def test_the_effect_of_the_famous_fault_by_hand(p, q, effect):
    assert shortcut_effect(p, q) == pytest.approx(effect)


@pytest.mark.long
@pytest.mark.parametrize("fault", ["none", *FAULTS])
def test_both_famous_faults_are_found_in_the_engine_and_none_where_there_is_none(fault, monkeypatch):
    def shortcut(self, guesses, q, shaped, p, numbers):
        accepted = draws.leading(numbers.tests(guesses.size) * draws.at(q, guesses) < draws.at(p[: guesses.size], guesses))
        return RuleVerdict(accepted if fault == "own token from p" else mx.array(guesses.size), draws.draw(p[accepted][None], numbers.own())[0])

    if fault != "none":
        monkeypatch.setattr(Probabilistic, "judge", shortcut)
    engine, sampling = Engine(pair=toys.full_pair("trimmable")), Sampling("", Settings(drafter="sliding", temperature=0.8), seed=6, draws=400, tokens=1)
    for event in draw(engine, sampling, [1, 5, 9, 3, 7], None):
        sampling.apply(event)
    sampling.apply(None)
    assert sampling.place.effect > 0.1 and sampling.place.kept
    assert sampling.place_words in [line.plain for line in histograms(sampling, 0, "drafted", 70, MOST)], "the reason is not cut where there is room"
    assert sampling.result().verdict == ("equal" if fault == "none" else "different") and (fault != "none" or sampling.why_unfound("") == "")


@everyday("size", [(60, 20), (200, 50)], (60, 20), ids=str)
@opened
async def test_it_is_run_from_compare_and_the_planted_fault_is_found(pilot, session, state, size):
    pilot.app.say("hello there")
    session.play()
    await press(pilot, "f3 tab T", "ONE DISTRIBUTION?  model, k=4, T=0.8, probabilistic")
    session.draw_continuations(7)
    await shows(pilot, "7 continuations a side", "drawing both in turn", "token 1 of 2")
    await press(pilot, "right", "token 2 of 2")
    pilot.app.screen.position = None
    session.draw_continuations()
    await shows(pilot, "✓ the two histograms agree")
    await shows(pilot, f"token {state.contest.sampling.widest() + 1} of 2")  # it opens where the sides differ most
    at = state.contest.sampling.widest("every guess accepted")
    await press(pilot, "f", "✗ the distributions differ", f"token {at + 1} of 2")
    await press(pilot, "right", f"token {(at + 1) % 2 + 1} of 2")
    assert pilot.app.screen.query_one(".sampling").max_scroll_y == 0, "it fits"
    await press(pilot, "n", "token 1 of 1")
    await pilot.press("escape")
    await until(pilot, lambda: not state.busy and pilot.app.screen.TAB.label == "Compare")


@opened
async def test_the_lesson_tests_its_own_rule_whatever_the_chat_has_and_a_plain_side_is_refused(pilot, session, state):
    pilot.app.say("/drafter none")
    pilot.app.say("/rule match")
    await press(pilot, "f4 T", "ONE DISTRIBUTION?  model, k=4, T=0.8, probabilistic", sample("story").prompt)
    await pilot.press("escape")
    await until(pilot, lambda: not state.busy)
    await press(pilot, "f3 h i tab T", "there is nothing to test")


# The test of two samples: how often it errs on equal distributions, and that it finds unequal ones.

P = {1: 0.5, 2: 0.3, 3: 0.15, 4: 0.05}


def some(shares: dict[int, float], rng: random.Random, count: int = 150, tokens: int = 3) -> list[tuple[int, ...]]:
    """Continuations of independent tokens, some of which end early."""
    drawn = [tuple(rng.choices(list(shares), list(shares.values()), k=tokens)) for _ in range(count)]
    return [ids[: ids.index(4)] if 4 in ids else ids for ids in drawn]


@pytest.mark.long
def test_equal_distributions_are_called_different_as_often_as_the_p_value_says():
    rng = random.Random(5)
    found = [equality_test(some(P, rng), some(P, rng), shuffles=199, seed=n).p_value for n in range(200)]
    for bound in (0.05, 0.25, 0.5):
        share = sum(p <= bound for p in found) / len(found)
        assert abs(share - bound) < 4 * (bound * (1 - bound) / len(found)) ** 0.5, "p-values are uniform under equality"


def test_the_distance_that_is_expected_under_equality_is_the_one_that_comes():
    rng = random.Random(6)
    found = [here for n in range(60) for here in equality_test(some(P, rng), some(P, rng), shuffles=199, seed=n).at]
    seen, expected = (sum(values) / len(found) for values in zip(*((here.distance, here.expected) for here in found)))
    assert seen == pytest.approx(expected, rel=0.1)


@pytest.mark.parametrize("count", [100, 400])
def test_a_difference_of_the_size_that_it_states_is_found(count):
    rng, moved = random.Random(count), 0.0
    for n in range(12):
        plain = some({1: 0.5, 2: 0.5}, rng, count, 1)
        moved = equality_test(plain, plain, seed=n).at[0].least
        assert equality_test(plain, some({1: 0.5 + moved, 2: 0.5 - moved}, rng, count, 1), seed=n).verdict == "different"
    assert 0.1 < moved < 0.5


def alarmed(a: list[tuple[int, ...]], b: list[tuple[int, ...]], seed: int) -> bool:
    """Whether they are called different; few shuffles tell those that are far from it."""
    return equality_test(a, b, 100, seed).p_value < 0.1 and equality_test(a, b, 1200, seed).verdict == "different"


@pytest.mark.long
def test_looking_several_times_gives_no_more_false_alarms_than_it_says():
    rng, tests, alarms = random.Random(11), 300, 0
    for n in range(tests):
        a, b = some(P, rng, 80, 2), some(P, rng, 80, 2)
        alarms += any(alarmed(a[: round(80 * look)], b[: round(80 * look)], n) for look in LOOKS)
    assert alarms <= tests * CLEAR + 3 * (tests * CLEAR) ** 0.5


def test_rare_tokens_count_together_and_drown_nothing_and_an_early_end_is_a_difference():
    rng = random.Random(12)
    tail = dict.fromkeys(range(10, 310), 0.3 / 300)
    plain, moved = (some({1: one, 2: 0.7 - one} | tail, rng, 400, 1) for one in (0.35, 0.53))
    assert equality_test(plain, moved).verdict == "different" and equality_test(plain, moved).at[0].expected < 0.06
    assert equality_test(some(P, rng), [ids[:1] for ids in some(P, rng)]).verdict == "different"


def test_counts_and_distances_by_hand():
    assert tokens_at([(1, 2), (1,), (3, 2)], 1) == Counter({2: 2, ENDED: 1})
    assert equality_test([(1,)] * 3 + [(2,)], [(1,)] + [(2,)] * 3, shuffles=1).at[0].distance == 0.5
    assert equality_test([(1,)] * 2, [(2,)] * 7, shuffles=1).at[0].distance == 1
    copies = equality_test([(1,), (2,)], [(1,), (2,)], shuffles=100)
    assert (copies.at[0].distance, copies.p_value, copies.verdict) == (0, 1, "equal")
    found = equality_test([(1,), (1,)], [(2,), (2,)], shuffles=100)
    assert found.at[0].distance == 1 and 0.25 < found.p_value < 0.45, "of six ways to deal four out to two sides two are as far apart"


@pytest.mark.parametrize("p, words, figure", [
    (1 / 2001, "the distributions differ: differences this large come by chance in fewer than 1 of 1000 tests", "p <.001"),
    (2 / 1001, "not settled by 200 draws a side: differences this large come by chance in fewer than 1 of 100 tests", "p .002"),
    (0.03, "the two histograms agree: differences this large come by chance in 3 of 100 tests", "p .030"),
    (0.41, "the two histograms agree: differences this large come by chance in 4 of 10 tests", "p .410"),
])  # fmt: skip
def test_what_was_found_is_said_in_words_and_in_figures(p, words, figure):
    found = EqualityTest((Apart(0.1, 0.05, 0.12),), 0, p, 200)
    assert found.sentence == words
    assert found.statistic(0) == f"total variation distance .10, equal distributions give .05; {figure}; a distance of .12 is seen in 99 of 100 tests"
