"""What auto and adaptive k choose, with costs that are written down instead of timed: which drafter, when it makes trials, what it starts with, and
the line that says why. Hybrid takes lookup where it is sure, else whoever the knob says, or whoever is there."""

import json
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Callable

import mlx.core as mx
import pytest

from specdeck.decoding import Drafter, DraftRequest, PairError, Round, Settings, load
from specdeck.decoding.adaptive import RateEstimator
from specdeck.decoding.drafters.auto import LOOKUP, SHORT_MATCH, AutoDrafter, Offer
from specdeck.decoding.drafters.base import NoDrafter
from specdeck.decoding.drafters.lookup import LookupDrafter
from specdeck.decoding.rules.draws import Draws
from specdeck.decoding.target.sequence_state import prefill_chunk
from tests.helpers import checkpoints, kinds, toys
from tests.helpers.everyday import everyday
from tests.helpers.toys import PLAIN, Priced, round_of


def auto_pair(target, drafters: dict, costs: dict[str, float], width: int = toys.WIDTH, wider: float = 0.05):
    pair = toys.make_pair(target, drafters, width)
    pair.estimator = Priced(costs, wider)
    return pair


def priced_pair(kind: str, guess: dict[str, float], text: list[int] | None = None, wider: float = 0.05):
    """A pair whose "right" says `text` and whose "stranger" is another model, under these prices."""
    right = toys.Right()
    right.texts, right.name = [text or []], "right"
    return auto_pair(toys.toy(kind), {"right": right, "stranger": toys.toy_drafter(kind)}, guess, wider=wider)


def late(pair, prompt: list[int], tokens: int = 40, replies: int = 4, **settings) -> list[Round]:
    """The second half of the rounds of some replies, all of which say the same."""
    rounds, said = [], set()
    for _ in range(replies):
        pair.target.reset()
        reply = toys.reply(pair, prompt, Settings(drafter="auto", **settings), tokens)
        rounds += reply.rounds
        said.add(tuple(reply.tokens))
        assert len(said) == 1 and reply.finish.error is None
    return rounds[len(rounds) // 2 :]


@everyday("kind, guess", [(kind, guess) for kind in toys.KINDS for guess in (0.05, 3.0)], ("recurrent", 0.05), ("trimmable", 3.0))
def test_auto_comes_to_what_pays_a_drafter_or_plain_decoding_and_the_text_is_plain_decodings(kind, guess):
    reference = toys.reference(kind, PLAIN, 48)
    pair = priced_pair(kind, {"right": guess, "stranger": guess}, reference.sequence)
    rounds = late(pair, list(reference.prompt), replies=8, lookup_min=30)
    drafts = [round_.drafter for round_ in rounds if round_.draft]
    assert drafts.count("right") > 0.7 * len(drafts) and len(drafts) > 0.5 * len(rounds) if guess < 1 else len(drafts) < 0.15 * len(rounds)
    assert pair.estimator.outcomes.tallies, "they were tried"
    assert toys.reply(pair, list(reference.prompt), Settings(drafter="auto"), 40).tokens == list(reference.tokens[:40])


def test_a_drafter_is_not_judged_by_a_draft_for_which_it_first_had_to_read():
    """The reading takes longer than the target's pass; all later drafts cost next to nothing."""
    reference = toys.reference("trimmable", PLAIN, 48)
    pair = priced_pair("trimmable", {"right": 0.02, "stranger": 0.02}, reference.sequence)
    pair.estimator.reads = 8.0
    rounds = toys.reply(pair, list(reference.prompt), Settings(drafter="auto", lookup_min=30), 40).rounds
    assert sum(r.drafter == "right" for r in rounds if r.draft) > 0.6 * len(rounds)


def test_lookup_is_scored_while_another_drafts_and_taken_when_the_text_repeats():
    """A chain that goes round and round: lookup is right about all of it, and free."""
    table = mx.eye(6)[mx.array([1, 2, 3, 4, 5, 0])] * 9
    pair = auto_pair(kinds.Chain(table), {"stranger": kinds.Chain(mx.zeros((6, 6)))}, {"stranger": 0.2, "lookup": 0.0}, 6)
    rounds = late(pair, [0], 120, 1, k=5, lookup_min=4)
    assert sum(round_.drafter == "lookup" and bool(round_.draft) for round_ in rounds) >= 0.8 * len(rounds)
    estimator, scored = RateEstimator(), round_of(0, 0, 3)
    auto = AutoDrafter({}, lambda: estimator)
    auto._shadow = [*scored.tokens[:2], 99]
    auto.learn(scored)
    assert estimator.outcomes.of(LOOKUP) == (2, 3)


def test_adaptive_k_widens_where_guesses_stand_and_narrows_where_they_fall():
    reference = toys.reference("trimmable", PLAIN, 48)

    def widths(name: str, guess: float, wider: float) -> list[int]:
        pair, settings = priced_pair("trimmable", {name: guess}, reference.sequence, wider), Settings(drafter=name, k=8, adaptive_k=True)
        return [len(round_.draft) for _ in range(4) for round_ in toys.reply(pair, list(reference.prompt), settings, 40).rounds]

    good, bad = widths("right", 0.05, 0.05), widths("stranger", 0.3, 0.3)
    assert min(good) <= 3 and min(good[-9:-1]) >= 5, "from a first fall to wide again"
    assert sum(width == 0 for width in bad[-40:]) > 25 and any(bad[-40:]), "mostly plain, and tried again now and then"


def test_auto_drafts_the_opening_match_that_lookup_alone_would():
    """A match short enough to count only as a reply opens is there once: to ask for it is to spend it."""
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


def test_what_was_seldom_tested_is_offered_with_hope_and_lookup_as_it_is():
    estimator, request = RateEstimator(), SimpleNamespace(room=4)
    for width in range(1, 6):
        estimator.costs.passes.learn(width, 1.0)
    for name in ("model", LOOKUP):
        estimator.costs.drafting(name).learn(4, 0.0)
        estimator.score(name, 1, 2)
    estimator.learn(round_of(0, 0))
    auto = AutoDrafter({}, lambda: estimator)
    assert auto._offer("model", request, []).rate > estimator.best("model", 4)[1]
    assert auto._offer(LOOKUP, request, [1, 2, 3, 4]).rate == estimator.best(LOOKUP, 4)[1]
    assert auto._offer(LOOKUP, request, []).width == 0


def test_what_was_learnt_is_where_the_next_process_starts_and_the_note_says_so():
    table = 9 * mx.eye(8)[mx.array([1, 2, 3, 4, 5, 6, 7, 0])]
    costs = {"model": 0.05, "stranger": 0.05}
    made = lambda: auto_pair(kinds.Chain(table), {"model": kinds.Chain(table), "stranger": kinds.Chain(mx.zeros((8, 8)))}, costs, 8)  # noqa: E731
    first, settings = made(), Settings(drafter="auto", k=4, lookup_min=9999)
    toys.reply(first, [0], settings, 200), first.estimator.begin()
    for by, teacher in (("reply", "earlier replies"), ("bench", "bench")):
        second = made()
        second.estimator.recall(json.loads(json.dumps(first.estimator.kept() | {"by": by})))
        assert second.estimator.rate("model", 4) == pytest.approx(first.estimator.rate("model", 4) / first.estimator.costs.conditions.slowdown, rel=0.2)
        assert second.estimator.acceptance("stranger", 4) == pytest.approx(first.estimator.acceptance("stranger", 4))
        rounds = toys.reply(second, [0], settings, 40).rounds
        assert rounds[0].drafter == "model" and rounds[0].note.endswith(f", by {teacher} on this machine")
        assert not any("tries" in (round_.note or "") for round_ in rounds)


@pytest.mark.parametrize("tokens", [4, 8, 40])  # a reply that ends while an arm is new, and one that comes to a choice
def test_with_an_estimator_that_knows_nothing_auto_begins_as_in_a_new_pair(tokens):
    reference, costs = toys.reference("trimmable", PLAIN, 48), {"right": 0.05, "stranger": 3.0}
    pair, choices = priced_pair("trimmable", costs, reference.sequence), []
    for _ in range(2):
        pair.reset()
        pair.estimator = Priced(costs)
        rounds = toys.reply(pair, list(reference.prompt), Settings(drafter="auto", lookup_min=30), tokens).rounds
        choices.append([(round_.drafter, round_.draft, round_.note) for round_ in rounds])
    assert choices[0] == choices[1]


def test_guesses_after_a_short_match_are_counted_apart():
    reference = toys.reference("trimmable", PLAIN, 40)
    pair = auto_pair(toys.toy("trimmable"), {}, {"lookup": 0.0})
    toys.reply(pair, list(reference.sequence) + list(reference.sequence[:2]), Settings(drafter="auto", lookup_min=2), 30)
    assert pair.estimator.kept()["outcomes"].keys() >= {LOOKUP, SHORT_MATCH}


def test_the_line_says_what_was_compared():
    estimator = RateEstimator()
    for guesses, seconds in ((0, 0.5), (2, 0.6), (4, 0.75)):
        estimator.costs.passes.learn(guesses + 1, seconds)
    auto = AutoDrafter({}, lambda: estimator)
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


ADDED = {  # seconds that a token of depth adds to a pass, by its width
    "nothing": lambda width: 0.0,
    "the same": lambda width: 1e-3,
    "by token": lambda width: 3e-4 * width,
    "both": lambda width: 1e-4 + 3e-4 * width,
    "to drafts": lambda width: 1e-3 * (width > 1),
    "steeply": lambda width: 2e-5 * width**2,
}


class Writer:
    """Says given texts without any model: a target whose pass takes `price(width, depth)` seconds, with plain decoding, lookup and `auto`."""

    def __init__(self, price: Callable[[int, int], float]) -> None:
        self.price, self.estimator = price, RateEstimator()
        self.drafters: dict[str, Drafter] = {"none": NoDrafter(), "lookup": LookupDrafter()}
        self.drafters["auto"] = AutoDrafter(self.drafters, lambda: self.estimator)

    def seconds(self, name: str, prompt: list[int], text: list[int], k: int) -> float:
        """Of a reply to this prompt that says this text, with this drafter."""
        return sum(round_.seconds for round_ in self.rounds(name, prompt, text, k))

    def rounds(self, name: str, prompt: list[int], text: list[int], k: int) -> list[Round]:
        """Of such a reply."""
        settings, sequence, left, rounds = Settings(drafter=name, k=k, seed=1), list(prompt), list(text), []
        self.estimator.begin(len(prompt))
        for drafter in self.drafters.values():
            drafter.begin(sequence, -1)
        while left:
            request = DraftRequest(sequence, min(k, len(left) - 1), settings, Draws(1, 0, 0, 9), mx.array([]), lambda *asked: None)
            draft = self.drafters[name].propose(request) if request.room else None
            guesses = draft.tokens.tolist() if draft else []
            accepted = next((i for i, guess in enumerate(guesses) if guess != left[i]), len(guesses))
            tokens, left = left[: accepted + 1], left[accepted + 1 :]
            made = round_of(len(guesses), accepted)
            made = replace(made, settings=settings, drafter=draft.drafter if draft else "none", tokens=tuple(tokens), draft_q=(None,) * made.tested)
            rounds.append(replace(made, draft_seconds=0.0, verify_seconds=self.price(len(guesses) + 1, len(sequence)), host_seconds=0.0))
            sequence.extend(tokens)
            self.estimator.learn(rounds[-1])
            for drafter in self.drafters.values():
                drafter.learn(rounds[-1])
        return rounds


@pytest.mark.parametrize("added", ADDED.values(), ids=ADDED)
def test_after_a_jump_in_depth_a_reply_is_as_fast_as_if_all_passes_had_been_so_deep(added):
    """From its first choice on; some passes were timed after 200 and after 2,000 tokens."""

    def seconds_after(price) -> float:
        writer, rng = Writer(price), Random(1)
        for depth in (200, 2000, 200, 8000):
            prompt, text = edited(rng, 0)
            seconds = writer.seconds("auto", [*(rng.randrange(10**4, 10**6) for _ in range(depth)), *prompt], text, 8)
        return seconds

    price = lambda width, depth: 1 + 0.05 * (width - 1) + depth * added(width)  # noqa: E731
    assert seconds_after(price) <= 1.01 * seconds_after(lambda width, depth: price(width, 8100))


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
        arms = {name: sum(Writer(lambda width, depth: PASSES[width]).seconds(name, *text, k) for text in texts) for name in ("none", "lookup", "auto")}
        assert min(arms["none"], arms["lookup"]) >= 0.97 * arms["auto"], arms


@pytest.mark.parametrize("k", [4, 8])
def test_after_copied_texts_auto_does_not_go_on_copying_in_vain(k):
    rng, arms = Random(5), Counter()
    writers = {name: Writer(lambda width, depth: PASSES[width]) for name in ("none", "lookup", "auto")}
    for _ in range(5):
        copied, asked = edited(rng, 0), question(rng)
        for name, writer in writers.items():
            writer.seconds(name, *copied, k)
            arms[name] += writer.seconds(name, *asked, k)
    assert min(arms["none"], arms["lookup"]) >= 0.97 * arms["auto"], arms


# -- hybrid ------------------------------------------------------------------------------------------------------------------


COPYING = [*range(40, 70), 90, 91, 92, *range(40, 46)]  # lookup has a guess at first
HYBRID = Settings(drafter="hybrid", k=4)
said = partial(toys.said, count=20, prompt=COPYING)


def test_lookup_where_it_is_sure_and_else_any_of_the_others(targets, tmp_path):
    """The fallback may change every round; where it is not loaded, as the default, a model, or is no drafter to ask, the one that is steps in."""
    folders = {kind: str(getattr(checkpoints, kind)(tmp_path / kind)) for kind in ("mtp", "dflash", "eagle3")}
    pair = load(str(targets["qwen3_5"]), [*folders.values(), "hybrid"])
    assert pair.default_drafter == "hybrid" and pair.drafter_path == folders["mtp"] and HYBRID.lookup_min == 4
    plain = said(pair, replace(HYBRID, drafter="none"), count=40)
    turn, names = iter(range(99)), ("mtp", "dflash", "none", "auto", "hybrid", "nobody", "eagle3")
    for least, drafters in ((30, {"mtp", "dflash", "none", "eagle3"}), (4, {"lookup", "mtp"})):
        pair.reset()
        reply = said(pair, lambda least=least: replace(HYBRID, fallback=names[next(turn) % 7] if least > 4 else "model", lookup_min=least), count=40)
        assert reply.tokens == plain.tokens and reply.finish.error is None and {r.drafter for r in reply.rounds} >= drafters
    for changes, who, most in (({"lookup_min": 6}, "lookup", 4), ({"lookup_min": 7}, "mtp", 4), ({"k": 8, "lookup_max": 3}, "lookup", 3)):
        pair.reset()
        first = said(pair, replace(HYBRID, **changes)).rounds[0]
        assert (first.drafter, len(first.draft) <= most, first.note) == (who, True, None)


def test_with_a_head_in_the_targets_folder_hybrid_and_auto_have_it(tmp_path):
    target = str(checkpoints.sidecar(checkpoints.target(tmp_path / "target")))
    assert all("mtp" in load(target, name).drafters for name in ("hybrid", "auto")) and "mtp" not in load(target, "lookup").drafters


def test_with_nobody_to_fall_back_on_hybrid_is_refused(targets):
    with pytest.raises(PairError, match="nothing is loaded to fall back on"):
        load(str(targets["qwen3_5"]), "hybrid")


def test_with_adaptive_k_it_rests_where_neither_pays_and_tries_each_again():
    """Guesses that cost three passes and are hardly ever right; lookup matches two tokens everywhere."""
    pair = toys.make_pair(toys.toy("trimmable"), {"stranger": toys.toy_drafter("trimmable")})
    pair.estimator = Priced({"stranger": 3.0, "lookup": 3.0})
    settings = Settings(drafter="hybrid", fallback="stranger", k=6, adaptive_k=True, temperature=0.8, seed=1, lookup_min=2)
    toys.reply(pair, toys.letters("abcabdabeabf"), replace(settings, drafter="none", k=0, adaptive_k=False), 30)
    rounds = toys.reply(pair, toys.letters("abcabdabeabf"), settings, 160).rounds[40:]
    drafted = [round_.drafter for round_ in rounds if round_.draft]
    assert 0 < len(drafted) < 0.3 * len(rounds) and set(drafted) == {"stranger", "lookup"}
