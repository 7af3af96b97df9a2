"""Choosing by what was measured: the arithmetic by laws, and the choices with costs that are written down instead of timed."""

from dataclasses import replace
from itertools import count

import pytest

from specdeck.decoding import Settings
from specdeck.decoding.adaptive import Curve, Outcomes, RateEstimator
from specdeck.decoding.drafters.auto import AutoDrafter
from specdeck.decoding.target.sequence_state import prefill_chunk
from tests.helpers import kinds, toys
from tests.helpers.priced import PLAIN, Priced

TWO_KINDS_AND_THE_OTHERS_LONG = [pytest.param(kind, marks=() if kind in ("trimmable", "recurrent") else pytest.mark.long) for kind in toys.KINDS]


def priced_pair(kind: str, guess: dict[str, float], text: list[int] | None = None, wider: float = 0.05):
    """A pair whose "right" says `text` and whose "stranger" is another model, under these prices."""
    right = toys.Right()
    right.texts = [text or []]
    pair = toys.make_pair(toys.toy(kind), {"right": right, "stranger": toys.toy_drafter(kind)})
    right.name = "right"
    pair.estimator = Priced(guess, wider)
    pair.drafters["auto"] = AutoDrafter(pair.drafters, pair.estimator)
    return pair


def test_a_curve_is_straight_between_what_was_measured():
    curve = Curve()
    assert curve.at(3) is None
    curve.learn(2, 4.0)
    assert curve.at(2) == curve.at(9) == 4.0 and curve.at(3, through_zero=True) == 6.0
    for seconds in (10.0, 10.0, 99.0):
        curve.learn(4, seconds)
    assert curve.at(3) == 7.0 and curve.at(5) == 13.0 and curve.at(1, through_zero=True) == 2.0
    curve.learn(2, 6.0)
    assert curve.at(2) == 5.0, "what was asked for is not what stays"


def test_a_larger_size_takes_no_less_time():
    """The first pass of a process takes longer than all later ones, and may be the only one over a single token."""
    curve = Curve()
    curve.learn(1, 20.0), curve.learn(5, 11.0), curve.learn(9, 15.0)
    assert [curve.at(size) for size in (1, 3, 5, 7, 9)] == [11.0, 11.0, 11.0, 13.0, 15.0]
    for _ in range(3):
        curve.learn(1, 6.0)
    assert [curve.at(size) for size in (1, 3, 5)] == [6.0, 8.5, 11.0]


def test_a_curve_of_all_timings_gives_each_measured_size_as_it_was_measured():
    """As doctor's, whose table of passes stands above its curve."""
    curve = Curve(memory=None)
    curve.learn(1, 4.0), curve.learn(3, 12.0), curve.learn(5, 10.0), curve.learn(9, 18.0)
    assert [curve.at(size) for size in (1, 2, 3, 4, 5, 7, 9, 10)] == [4.0, 8.0, 12.0, 11.0, 10.0, 14.0, 18.0, 20.0]
    falling = Curve(memory=None)
    falling.learn(1, 4.0), falling.learn(3, 2.0)
    assert falling.at(9) == 2.0, "no size takes less than nothing"


def test_acceptance_is_what_was_seen_and_the_expectation_follows_from_it():
    estimator = RateEstimator()
    assert estimator.expected("x", 2) == 1 + 0.5 + 0.25
    for _ in range(300):
        estimator.score("x", 1, 2)  # always right first, never second
    assert estimator.acceptance("x", 0) > 0.95 and estimator.acceptance("x", 1) < 0.05
    assert estimator.expected("x", 4) == pytest.approx(2, abs=0.1)
    for _ in range(300):
        estimator.score("x", 0, 1)
    assert estimator.acceptance("x", 0) < 0.05, "what is long past counts no more"


def test_rounds_of_a_text_end_where_it_ends():
    estimator, sure = RateEstimator(), RateEstimator(fading=1.0)
    assert [estimator.rounds("x", 0, tokens) for tokens in (0, 1, 7)] == [0, 1, 7]
    assert estimator.rounds("x", 1, 2) == 1 + 0.5 * 1  # one guess, right half the time, and then nothing is left
    assert estimator.rounds("x", 2, 3) == 1 + 0.5 * 1.5 + 0.25 * 1 + 0.25 * 0  # after 1, 2 and 3 tokens
    for _ in range(10**5):
        sure.score("x", 4, 4)
    assert sure.rounds("x", 4, 11) == pytest.approx(3, abs=0.001)
    assert 1000 / sure.rounds("x", 3, 1000) == pytest.approx(sure.expected("x", 3), rel=0.01)


def test_a_round_costs_its_draft_its_pass_and_the_host():
    estimator = RateEstimator()
    assert estimator.costs.round("x", 2) is None and estimator.rate("x", 2) is None
    estimator.costs.passes.learn(1, 1.0), estimator.costs.passes.learn(3, 2.0), estimator.costs.drafting("x").learn(2, 0.5)
    assert estimator.costs.round("x", 2) == 2.5 and estimator.costs.round("none", 0) == 1.0 and estimator.costs.round("x", 1) == 1.75
    estimator.costs.host.learn(3, 0.25)
    assert estimator.costs.round("x", 2) == 2.75 and estimator.rate("x", 2) == estimator.expected("x", 2) / 2.75


def test_the_hosts_work_is_part_of_a_round():
    rounds = toys.reply(toys.make_pair(toys.toy("trimmable"), {}), [1, 2, 3], PLAIN, 8).rounds
    estimator = RateEstimator()
    for round_ in rounds:
        estimator.learn(replace(round_, verify_seconds=2.0))
    assert all(round_.host_seconds > 0 for round_ in rounds) and estimator.costs.round("none", 0) > 2.0


def test_what_is_read_before_a_first_draft_is_not_the_price_of_the_next():
    """Of a reply's first draft, and of one that takes over; a price that includes it is better than none."""
    pair = toys.make_pair(toys.toy("trimmable"), {"copy": toys.toy_drafter("copy:trimmable")})
    drafted = next(r for r in toys.reply(pair, [1, 2, 3], Settings(drafter="copy", k=3, seed=1), 40).rounds if len(r.draft) == 3)
    estimator = RateEstimator()

    def learn(*seconds: float, drafter: str = "a") -> None:
        for took in seconds:
            estimator.learn(replace(drafted, drafter=drafter, draft_seconds=took, verify_seconds=1.0))

    estimator.begin()
    learn(9.0)
    assert estimator.costs.draft("a", 3) == 9.0
    learn(1.0, 1.0, 1.0)
    for _ in range(8):
        estimator.begin()
        learn(9.0)
        learn(9.0, drafter="b")
        learn(9.0)
    assert estimator.costs.draft("a", 3) == 1.0 and estimator.costs.draft("b", 3) == 9.0


def test_outcomes_add_up_and_fade():
    outcomes = Outcomes()
    outcomes.add("x", 1, 2), outcomes.add("x", 3, 3), outcomes.add("y", 0, 1)
    assert outcomes.at("x", 0) == (2, 2) and outcomes.at("x", 1) == (1, 2) and outcomes.of("x") == (4, 5)
    assert outcomes.at("x", 7) == outcomes.of("z") == (0, 0)
    outcomes.fade(0.5, "x")
    assert outcomes.of("x") == (2, 2.5) and outcomes.of("y") == (0, 1)


def test_a_reply_begins_with_what_the_last_one_taught():
    estimator = RateEstimator()
    for _ in range(300):
        estimator.score("x", 1, 2)
    before = estimator.acceptance("x", 0), estimator.acceptance("x", 1)
    estimator.begin()
    assert (estimator.acceptance("x", 0), estimator.acceptance("x", 1)) == before


def test_hope_is_for_what_was_seldom_tested():
    estimator, round_ = RateEstimator(), toys.reply(toys.make_pair(toys.toy("trimmable"), {}), [1, 2, 3], Settings(drafter="none", k=0), 2).rounds[0]
    hope = lambda name: estimator.acceptance(name, 0, hopeful=True) - estimator.acceptance(name, 0)  # noqa: E731
    assert hope("new") == 0, "before the first round there is nothing to be missed"
    for _ in range(50):
        estimator.learn(round_)
        estimator.score("old", 1, 2)
    assert hope("new") > 2 * hope("old") > 0


def test_who_takes_over_is_not_timed_by_what_it_had_to_read_first():
    estimator = RateEstimator()
    pair = toys.make_pair(toys.toy("trimmable"), {"one": toys.toy_drafter("trimmable"), "two": toys.toy_drafter("trimmable")})
    first = {name: toys.reply(pair, [1, 2, 3], Settings(drafter=name, k=2), 4).rounds[0] for name in ("one", "two")}
    for name, seconds in (("one", 9.0), ("one", 1.0), ("two", 9.0), ("two", 2.0), ("one", 9.0), ("one", 1.0)):
        estimator.learn(replace(first[name], draft_seconds=seconds, verify_seconds=1.0))
    assert estimator.costs.draft("one", 2) == 1.0 and estimator.costs.draft("two", 2) == 2.0


def test_a_guess_at_what_follows_the_end_is_not_judged():
    """Who guessed the end of a reply saved nothing, and who missed it lost nothing."""
    pair = toys.make_pair(toys.toy("trimmable"), {"copy": toys.toy_drafter("copy:trimmable")})
    drafted = next(r for r in toys.reply(pair, [1, 2, 3], Settings(drafter="copy", k=4, seed=1), 40).rounds if len(r.draft) == 4)
    chances = (0.5,) * 4
    for tokens, accepted, tested, counted in (
        ((5, 6, 7), 2, 3, (2, 3)),  # in the middle of a reply: the third was wrong
        ((5, 6), 2, 3, (2, 2)),  # the own token was the end
        ((5,), 2, 3, (1, 1)),  # the second guess was the end
        ((), 0, 1, (0, 0)),
    ):
        estimator = RateEstimator()
        estimator.begin()
        estimator.learn(replace(drafted, drafter="a", tokens=tokens, accepted=accepted, draft_p=chances[:tested]))
        assert estimator._outcomes.of("a") == counted


@pytest.mark.parametrize("kind", TWO_KINDS_AND_THE_OTHERS_LONG)
def test_auto_comes_to_the_drafter_that_pays_and_the_text_is_plain_decodings(kind):
    reference = toys.reference(kind, PLAIN, 48)
    pair = priced_pair(kind, {"right": 0.05, "stranger": 0.05}, reference.sequence)
    rounds = []
    for _ in range(6):
        pair.target.reset()
        reply = toys.reply(pair, list(reference.prompt), Settings(drafter="auto", lookup_min=30), 40)
        assert reply.tokens == list(reference.tokens[:40]) and reply.finish.error is None
        rounds += reply.rounds
    late = [r for r in rounds[len(rounds) // 2 :] if r.draft]
    assert sum(r.drafter == "right" for r in late) > 0.7 * len(late)


def test_a_drafter_is_not_judged_by_a_draft_for_which_it_first_had_to_read():
    """The reading takes longer than the target's pass; all later drafts cost next to nothing."""
    reference = toys.reference("trimmable", PLAIN, 48)
    pair = priced_pair("trimmable", {"right": 0.02, "stranger": 0.02}, reference.sequence)
    pair.estimator.reads = 8.0
    rounds = toys.reply(pair, list(reference.prompt), Settings(drafter="auto", lookup_min=30), 40).rounds
    assert sum(r.drafter == "right" for r in rounds if r.draft) > 0.6 * len(rounds)


@pytest.mark.parametrize("kind", TWO_KINDS_AND_THE_OTHERS_LONG)
def test_auto_comes_back_to_plain_where_no_drafter_pays(kind):
    reference = toys.reference(kind, PLAIN, 48)
    pair = priced_pair(kind, {"right": 3.0, "stranger": 3.0}, reference.sequence)
    rounds = []
    for _ in range(8):
        pair.target.reset()
        rounds += toys.reply(pair, list(reference.prompt), Settings(drafter="auto", lookup_min=30), 40).rounds
    late = rounds[len(rounds) // 2 :]
    assert sum(not r.draft for r in late) > 0.85 * len(late) and any(r.draft for r in rounds)


def test_every_change_of_drafter_says_why():
    reference = toys.reference("trimmable", PLAIN, 48)
    pair = priced_pair("trimmable", {"right": 0.05, "stranger": 0.05}, reference.sequence)
    rounds = toys.reply(pair, list(reference.prompt), Settings(drafter="auto", lookup_min=30), 40).rounds
    drafted = [r for r in rounds if r.settings.k and len(r.draft)]
    changes = [b for a, b in zip(drafted, drafted[1:]) if a.drafter != b.drafter]
    assert changes and all(r.note and r.note.startswith(f"auto took {r.drafter}: ") or r.note == f"auto tries {r.drafter}: it is not measured yet" for r in changes)
    assert all(" took " in r.note or " tries " in r.note for r in rounds if r.note)


def test_lookup_is_scored_while_another_drafts_and_taken_when_the_text_repeats():
    """A chain that goes round and round: lookup is right about all of it, and free."""
    import mlx.core as mx

    table = mx.eye(6)[mx.array([1, 2, 3, 4, 5, 0])] * 9
    pair = toys.make_pair(kinds.Chain(table), {"stranger": kinds.Chain(mx.zeros((6, 6)))}, 6)
    pair.estimator = Priced({"stranger": 0.2, "lookup": 0.0})
    pair.drafters["auto"] = AutoDrafter(pair.drafters, pair.estimator)
    rounds = toys.reply(pair, [0], Settings(drafter="auto", k=5, lookup_min=4), 120).rounds
    assert sum(r.drafter == "lookup" for r in rounds[len(rounds) // 2 :]) >= 0.8 * (len(rounds) // 2)


def test_adaptive_k_widens_where_guesses_stand_and_narrows_where_they_fall():
    reference = toys.reference("trimmable", PLAIN, 48)
    good = priced_pair("trimmable", {"right": 0.05}, reference.sequence)
    rounds = [
        r for _ in range(4)
        for r in toys.reply(good, list(reference.prompt), Settings(drafter="right", k=8, adaptive_k=True), 40).rounds
    ]  # fmt: skip
    assert min(len(r.draft) for r in rounds) <= 3 and min(len(r.draft) for r in rounds[-9:-1]) >= 5, "from a first fall to wide again"
    bad = priced_pair("trimmable", {"stranger": 0.3}, wider=0.3)
    replies = [toys.reply(bad, list(reference.prompt), Settings(drafter="stranger", k=8, adaptive_k=True), 40) for _ in range(4)]
    widths = [len(r.draft) for reply in replies for r in reply.rounds]
    assert sum(width == 0 for width in widths[-40:]) > 25 and any(widths[-40:]), "mostly plain, and tried again now and then"
    assert replies[-1].tokens == list(reference.tokens[:40])


@pytest.mark.long
@pytest.mark.parametrize("rule, temperature", [("probabilistic", 0.0), ("coupled", 0.8), ("match", 0.0)])
@pytest.mark.parametrize("kind", toys.KINDS)
def test_auto_and_adaptive_k_are_exact_on_every_cache(kind, rule, temperature):
    settings = replace(PLAIN, rule=rule, temperature=temperature, seed=5)
    reference = toys.reference(kind, settings, 48)
    pair, turn = toys.full_pair(kind), count()
    pair.drafters["right"].texts = pair.drafters["right-soft"].texts = [reference.sequence]
    names = ("auto", "copy", "auto", "mtp", "hybrid")
    ask = lambda: replace(settings, drafter=names[next(turn) % 5], k=1 + next(turn) % 8, adaptive_k=next(turn) % 2 == 0, fallback="copy", lookup_min=1)  # noqa: E731, E501
    for _ in range(3):
        reply = toys.reply(pair, list(reference.prompt), ask, 40)
        assert reply.tokens == list(reference.tokens[:40]) and reply.finish.error is None


def test_auto_drafts_the_opening_match_that_lookup_alone_would():
    """A match short enough to count only as a reply opens is there once: to ask for it is to spend it."""
    import mlx.core as mx

    table = mx.eye(10)[mx.array([*range(1, 10), 0])] * 9
    drafts = []
    for name in ("lookup", "auto"):
        pair = toys.make_pair(kinds.Chain(table), {}, 10)
        rounds = toys.reply(pair, list(range(10)), Settings(drafter=name, k=4, lookup_min=4), 7).rounds
        drafts.append([(r.drafter, r.draft) for r in rounds])
    assert drafts[0] == drafts[1] and drafts[0][2] == ("lookup", (2, 3, 4, 5))


def test_a_drafter_that_auto_asks_late_reads_what_it_missed_in_chunks(monkeypatch):
    pair = toys.make_pair(toys.toy("trimmable"), {"model": toys.toy_drafter("copy:trimmable")})
    auto, state, asked, widths = pair.drafters["auto"], pair.drafters["model"].state, count(), []
    monkeypatch.setattr(state, "_forward", lambda tokens, forward=state._forward: (widths.append(tokens.size), forward(tokens))[1])
    monkeypatch.setattr(auto, "_choose", lambda offers: setattr(auto, "_arm", "none" if next(asked) < 300 else "model"))
    reply = toys.reply(pair, toys.letters("abcabdabeabf"), Settings(drafter="auto"), 400)
    assert "model" in {round_.drafter for round_ in reply.rounds} and sum(widths) > 300 and max(widths) <= prefill_chunk(1e9)
