"""What auto chooses among, by costs that are written down: drafters of another vocabulary, lookup with a memory, and both ways to end drafts;
and the line that says why."""

import mlx.core as mx
import pytest

from specdeck.decoding import Settings
from specdeck.decoding.adaptive.draft_length import Pace
from specdeck.decoding.adaptive.early_or_fixed import ENOUGH, EVERY, TRIAL, EarlyOrFixed
from specdeck.decoding.adaptive.early_stop import EarlyStop
from specdeck.decoding.drafters.auto import AutoDrafter
from specdeck.decoding.drafters.auto_reasons import Yield, took, tries
from specdeck.decoding.drafters.lookup_memory import LookupMemory
from tests import kinds, toys
from tests.decoding.test_auto import PLAIN, Priced
from tests.decoding.test_shared_strings import permuted, translating


def auto_pair(target, drafters: dict, costs: dict[str, float], width: int = toys.WIDTH):
    pair = toys.make_pair(target, drafters, width)
    pair.pace = Priced(costs)
    pair.drafters["auto"] = AutoDrafter(pair.drafters, pair.pace)
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


@pytest.mark.parametrize("best", [False, True])
def test_the_way_that_brought_more_for_its_seconds_is_used_and_the_other_tried(best):
    ways, used = EarlyOrFixed(), []
    for _ in range(8 * EVERY):
        used.append(ways.fixed)
        ways.learn(ways.fixed, 3, 1.0 if ways.fixed == best else 1.2)
    assert used[:EVERY] == [False] * (EVERY - TRIAL) + [True] * TRIAL
    assert sum(used[-EVERY:]) == (EVERY - TRIAL if best else TRIAL)
    assert best or sum(used) == 8 * TRIAL
    assert ways.mean(best) == pytest.approx((3, 1.0))


def test_a_few_lucky_rounds_change_no_way():
    ways = EarlyOrFixed()
    assert not any(ways.learn(True, 9, 1.0) for _ in range(ENOUGH - 1)) and ways.learn(True, 9, 1.0) and ways.in_use


def test_drafts_of_a_fixed_length_are_taken_where_they_bring_more_and_the_note_says_so(monkeypatch):
    """Planted: drafts that end themselves do so after one guess of a drafter that is always right."""
    monkeypatch.setattr(Pace, "early_stop", lambda self, drafter, most: EarlyStop([2.0] * (most - 1), lambda own: own))
    table = 9 * mx.eye(8)[mx.array([3, 0, 5, 2, 7, 6, 1, 4])]
    pair = auto_pair(kinds.Chain(table), {"model": kinds.Chain(table)}, {"model": 0.05}, 8)
    rounds = toys.reply(pair, [0], Settings(drafter="auto", k=6, lookup_min=9999), 1200).rounds
    model = [round_ for round_ in rounds if round_.drafter == "model"]
    assert sum(len(round_.draft) == 6 for round_ in model[-EVERY:]) >= EVERY - TRIAL - 1, "all but a trial and the end of the reply"
    notes = [round_.note for round_ in rounds if round_.note and "fixed length" in round_.note]
    assert len(notes) == 1 and notes[0].startswith("auto took model, fixed length: ") and ", early end 2.0 at 1.1" in notes[0]


def test_the_line_says_what_was_compared():
    lookup, model, plain = Yield("lookup", 3.1, 0.6), Yield("model", 2.4, 0.75), Yield("none", 1.0, 0.5)
    assert took(lookup, model, 0.5) == "auto took lookup: 3.1 tokens a round at 1.2 passes, model 2.4 at 1.5"
    assert took(plain, lookup, 0.5) == "auto took plain decoding: 1.0 tokens a round at 1.0 passes, lookup 3.1 at 1.2"
    assert took(model, None, 0.5) == "auto took model: 2.4 tokens a round at 1.5 passes"
    assert tries("none") == "auto tries plain decoding: it is not measured yet"


def test_its_figures_are_those_that_the_choice_was_made_by():
    table = 9 * mx.eye(8)[mx.array([1, 2, 3, 4, 5, 6, 7, 0])]
    pair = auto_pair(kinds.Chain(table), {"model": kinds.Chain(table), "stranger": kinds.Chain(mx.zeros((8, 8)))}, {"model": 0.05, "stranger": 0.05}, 8)
    auto, seen = pair.drafters["auto"], []
    choose = auto._choose
    auto._choose = lambda offers: seen.append((offers, auto._pace.costs.round("none", 0))) or choose(offers)
    rounds = toys.reply(pair, [0], Settings(drafter="auto", k=4, lookup_min=9999), 200).rounds
    notes = [(round_, offers, plain) for round_, (offers, plain) in zip(rounds, seen) if round_.note and "took model:" in round_.note]
    assert notes
    for round_, offers, plain in notes:
        tokens, passes = (float(round_.note.split()[i]) for i in (3, 8))
        assert tokens / (passes * plain) == pytest.approx(offers["model"].rate, rel=0.06), "as far as one decimal goes"
