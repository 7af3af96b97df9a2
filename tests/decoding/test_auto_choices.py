"""What auto chooses among, by costs that are written down: drafters of another vocabulary, lookup with a memory; when it makes trials, what it
starts with, and the line that says why."""

import json
import re
from collections import Counter
from random import Random

import mlx.core as mx
import pytest

from specdeck.decoding import Settings
from specdeck.decoding.adaptive import RateEstimator
from specdeck.decoding.drafters.auto import LOOKUP, SHORT_MATCH, AutoDrafter, Offer
from specdeck.decoding.drafters.lookup import LookupMemory
from tests.helpers import kinds, toys
from tests.helpers.priced import PLAIN, Priced, Writer
from tests.helpers.vocabularies import permuted, translating


def auto_pair(target, drafters: dict, costs: dict[str, float], width: int = toys.WIDTH):
    pair = toys.make_pair(target, drafters, width)
    pair.estimator = Priced(costs)
    pair.drafters["auto"] = AutoDrafter(pair.drafters, pair.estimator)
    return pair


def late_drafts(pair, prompt: list[int], tokens: int, replies: int = 4, **settings) -> list:
    """Of the rounds of some replies the drafts of the second half."""
    rounds = []
    for _ in range(replies):
        pair.target.reset()
        rounds += toys.reply(pair, prompt, Settings(drafter="auto", **settings), tokens).rounds
    return [round_ for round_ in rounds[len(rounds) // 2 :] if round_.draft]


def test_a_drafter_of_another_vocabulary_is_among_them():
    reference = toys.reference("trimmable", PLAIN, 40)
    model = translating(permuted(toys.toy("trimmable")))
    pair = auto_pair(toys.toy("trimmable"), {"model": model, "stranger": toys.toy_drafter("trimmable")}, {"model": 0.05, "stranger": 0.05})
    drafts = late_drafts(pair, list(reference.prompt), 40, lookup_min=30)
    assert sum(round_.drafter == "model" for round_ in drafts) > 0.7 * len(drafts) > 0


def test_lookup_with_a_memory_is_among_them():
    reference = toys.reference("trimmable", PLAIN, 40)
    pair = auto_pair(toys.toy("trimmable"), {"stranger": toys.toy_drafter("trimmable")}, {"stranger": 3.0, "lookup": 0.0})
    pair.drafters["lookup"].memory = LookupMemory([("notes", reference.sequence)])
    drafts = late_drafts(pair, list(reference.prompt), 40)
    assert sum(round_.copied_from == "notes" for round_ in drafts) > 0.8 * len(drafts) > 0


def learnt_estimator() -> RateEstimator:
    """A estimator that knows plain decoding (1 s a round), a good drafter (2 s for four guesses, always right) and one that is hardly known."""
    estimator = RateEstimator()
    estimator.costs.passes.learn(1, 1.0), estimator.costs.passes.learn(5, 1.2)
    for drafter, seconds in (("model", 0.8), ("mtp", 0.8)):
        estimator.costs.drafting(drafter).learn(4, seconds), estimator.costs.drafting(drafter, reads=True).learn(4, 4 + seconds)
    for _ in range(40):
        estimator.score("model", 4, 4)
    estimator.score("mtp", 3, 4)
    return estimator


@pytest.mark.parametrize("lengths, emitted, trial", [((200, 400), 0, True), ((6, 8, 7), 5, False), ((6, 200), 190, False), ((), 0, True)])
def test_a_trial_is_made_only_where_the_rest_of_the_reply_can_repay_it(lengths, emitted, trial):
    estimator = learnt_estimator()
    estimator._lengths.extend(lengths)
    estimator._emitted = emitted
    auto, good = AutoDrafter({}, estimator), Offer(4, 2.4, 2.4)
    offers = {"none": Offer(0, 1.0, 1.0), "model": good, "mtp": Offer(4, 2.9, 2.2), "dflash": Offer(4, None)}
    assert auto._trial_pays("model", offers), "the best by what is known needs no trial"
    assert auto._trial_pays("mtp", offers) is trial and auto._trial_pays("dflash", offers) is trial
    assert not auto._trial_pays("none", offers), "no optimism makes it the fastest"
    assert auto._trial_pays("dflash", {"none": Offer(0, None), "dflash": Offer(4, None)}), "nothing is measured yet"


def test_what_was_learnt_is_where_the_next_process_starts_and_the_note_says_so():
    table = 9 * mx.eye(8)[mx.array([1, 2, 3, 4, 5, 6, 7, 0])]
    costs = {"model": 0.05, "stranger": 0.05}
    made = lambda: auto_pair(kinds.Chain(table), {"model": kinds.Chain(table), "stranger": kinds.Chain(mx.zeros((8, 8)))}, costs, 8)  # noqa: E731
    first, settings = made(), Settings(drafter="auto", k=4, lookup_min=9999)
    toys.reply(first, [0], settings, 200), first.estimator.begin()
    second = made()
    second.estimator.recall(json.loads(json.dumps(first.estimator.kept())))
    assert second.estimator.rate("model", 4) == pytest.approx(first.estimator.rate("model", 4) / first.estimator.costs.slowdown.factor, rel=0.2)
    assert second.estimator.acceptance("stranger", 0) == pytest.approx(first.estimator.acceptance("stranger", 0)) and second.estimator.rest == first.estimator.rest
    rounds = toys.reply(second, [0], settings, 40).rounds
    assert rounds[0].drafter == "model" and rounds[0].note.endswith(", by earlier replies on this machine")
    assert not any("tries" in (round_.note or "") for round_ in rounds)
    third = made()
    third.estimator.recall(first.estimator.kept() | {"by": "bench"})
    assert toys.reply(third, [0], settings, 40).rounds[0].note.endswith(", by bench on this machine")


def test_guesses_after_a_short_match_are_counted_apart():
    reference = toys.reference("trimmable", PLAIN, 40)
    pair = auto_pair(toys.toy("trimmable"), {}, {"lookup": 0.0})
    toys.reply(pair, list(reference.sequence) + list(reference.sequence[:2]), Settings(drafter="auto", lookup_min=2), 30)
    assert pair.estimator.kept()["outcomes"].keys() >= {LOOKUP, SHORT_MATCH}


def test_the_line_says_what_was_compared():
    estimator = RateEstimator()
    for guesses, seconds in ((0, 0.5), (2, 0.6), (4, 0.75)):
        estimator.costs.passes.learn(guesses + 1, seconds)
    auto = AutoDrafter({}, estimator)
    offers = {"none": Offer(0, 2.0), "lookup": Offer(2, 3.1 / 0.6), "model": Offer(4, 2.4 / 0.75), "mtp": Offer(4, None)}
    for name in ("lookup", "model"):
        estimator.costs.drafting(name).learn(1, 0.0)

    def why(arm: str, *names: str) -> str:
        auto._arm = arm
        return auto._why({name: offers[name] for name in names})

    assert why("lookup", *offers) == "auto took lookup: 2.58x plain (3.1 tokens in the time of 1.2); next model: 1.60x plain (2.4 tokens in the time of 1.5)"
    assert why("none", "none", "lookup") == "auto took plain decoding: 1.00x; next lookup: 2.58x plain (3.1 tokens in the time of 1.2)"
    assert why("model", "model", "mtp") == "auto took model: 1.60x plain (2.4 tokens in the time of 1.5)"
    assert why("mtp", *offers) == "auto tries mtp: it is not measured yet"


def test_its_figures_are_those_that_the_choice_was_made_by():
    table = 9 * mx.eye(8)[mx.array([1, 2, 3, 4, 5, 6, 7, 0])]
    pair = auto_pair(kinds.Chain(table), {"model": kinds.Chain(table), "stranger": kinds.Chain(mx.zeros((8, 8)))}, {"model": 0.05, "stranger": 0.05}, 8)
    auto, seen = pair.drafters["auto"], []
    choose = auto._choose
    auto._choose = lambda offers: seen.append((offers, auto._estimator.costs.round("none", 0))) or choose(offers)
    rounds = toys.reply(pair, [0], Settings(drafter="auto", k=4, lookup_min=9999), 200).rounds
    notes = [(round_, offers, plain) for round_, (offers, plain) in zip(rounds, seen) if round_.note and "took model:" in round_.note]
    assert notes
    for round_, offers, plain in notes:
        tokens, passes = map(float, re.search(r"\(([\d.]+) tokens in the time of ([\d.]+)\)", round_.note).groups())
        assert tokens / (passes * plain) == pytest.approx(offers["model"].rate, rel=0.06), "as far as one decimal goes"


PASSES = dict(zip(range(1, 10), (55, 70, 79, 77, 86, 88, 90, 91, 95)))  # milliseconds, by width: SmolLM2-135M in float32 on one core


def edited(rng: Random, opening: int) -> tuple[list[int], list[int]]:
    """A prompt and its reply: a text with every twelfth token another one, after an opening that quotes four tokens twice and goes on otherwise."""
    source = [rng.randrange(100, 9000) for _ in range(70)]
    copy = [token if i % 12 else rng.randrange(9000, 9999) for i, token in enumerate(source, start=1)]
    false = [quoted for at in rng.sample(range(60), opening) for quoted in (*source[at : at + 4], rng.randrange(9999))]
    return [*source, 1, 2, 3], [*false, *copy]


def question(rng: Random) -> tuple[list[int], list[int]]:
    """A prompt and its reply, which quotes now and then and never for long."""
    source = [rng.randrange(100, 9000) for _ in range(70)]
    words = [[rng.randrange(9999) for _ in range(9)] + source[at : at + 4] for at in rng.sample(range(60), 8)]
    return source, [token for part in words for token in part]


@pytest.mark.parametrize("k", [4, 8])
def test_on_an_edit_auto_does_not_sit_out_the_beginning(k):
    """A miss or two of lookup say little about a copy that holds: .97 of the best arm in the first reply of all, by simulated costs."""
    for opening in (0, 1, 2):
        texts = [edited(Random(seed), opening) for seed in range(8)]
        arms = {name: sum(Writer(PASSES).seconds(name, *text, k) for text in texts) for name in ("none", "lookup", "auto")}
        assert min(arms["none"], arms["lookup"]) >= 0.97 * arms["auto"], arms


@pytest.mark.parametrize("k", [4, 8])
def test_after_copied_texts_auto_does_not_go_on_copying_in_vain(k):
    rng, arms = Random(5), Counter()
    writers = {name: Writer(PASSES) for name in ("none", "lookup", "auto")}
    for _ in range(5):
        copied, asked = edited(rng, 0), question(rng)
        for name, writer in writers.items():
            writer.seconds(name, *copied, k)
            arms[name] += writer.seconds(name, *asked, k)
    assert min(arms["none"], arms["lookup"]) >= 0.97 * arms["auto"], arms
