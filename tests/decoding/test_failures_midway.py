"""When something breaks or stops half way: the text stays exact, the reason is said, the next reply is whole. And what a round's details say."""

from dataclasses import replace
from itertools import cycle

import mlx.core as mx
import pytest

from specdeck.decoding import Prefill, Settings, SettingsError, accept, decode
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.logits import likeliest
from specdeck.decoding.rules.draws import NO_TOKENS, Draws
from specdeck.decoding.target.backbone import FINAL
from specdeck.decoding.target.sequence_state import SequenceState
from specdeck.decoding.types import RULES
from tests.helpers import kinds, toys
from tests.helpers.kinds import SOME
from tests.helpers.toys import PLAIN, Priced, check_says

pytestmark = pytest.mark.long

COPY = Settings(drafter="copy")


class Failing(toys.Right):
    """Right now and then, and raises in one of its methods from the n-th call on."""

    name = "failing"

    def __init__(self, method: str, after: int) -> None:
        super().__init__()
        self.places = (FINAL,) if method == "receive_hidden" else ()
        self.calls, self.after, right = 0, after, getattr(self, method)

        def failing(*args):
            self.calls += 1
            if self.calls > self.after:
                raise RuntimeError("out of luck")
            return right(*args)

        setattr(self, method, failing)


METHODS = ["begin", "join", "receive_hidden", "propose", "observe", "learn", "joining", "will_not_draft"]


@pytest.mark.parametrize("kind", SOME)
@pytest.mark.parametrize("name, method", zip(("failing", "hybrid") * 4, METHODS))
def test_a_drafter_that_raises_is_off_for_the_reply_and_the_text_stays_exact(kind, method, name):
    """Whatever it is asked for, alone or behind another; in the next reply it is on again."""
    reference, at_once = toys.reference(kind, PLAIN), method in ("begin", "joining", "will_not_draft")
    drafter = Failing(method, after=0 if at_once else 2)
    drafter.texts = [] if method in ("joining", "will_not_draft") else [reference.sequence]  # it never drafts where it knows no text
    pair = toys.make_pair(toys.toy(kind), {"failing": drafter})
    settings = Settings(drafter="failing" if at_once else name, fallback="failing", lookup_min=30)
    reply = check_says(pair, reference, settings, 30, "drafter failing failed and is off for this reply: RuntimeError: out of luck")
    assert drafter.calls == drafter.after + 1 and sum(bool(round_.note) for round_ in reply.rounds) <= 1, "it is not asked again"
    drafter.after, drafter.texts = 10**6, [reference.sequence]
    assert check_says(pair, reference, settings, 30).finish.stats.accepted > 0


@pytest.mark.parametrize("name", ["mtp", "dflash"])
@pytest.mark.parametrize("under", ["", "hybrid"])
def test_a_head_that_fails_while_it_reads_hidden_states_begins_anew(monkeypatch, name, under):
    """Also where what failed is the drafter above it: its rows are gone, and it does not take later ones for them."""
    reference, pair = toys.reference("trimmable", PLAIN), toys.full_pair("trimmable")
    head, settings = pair.drafters[name], Settings(drafter=under or name, fallback=name, lookup_min=30)
    with monkeypatch.context() as patch:
        patch.setattr(head, "_read", lambda rows, start: 1 / 0)
        check_says(pair, reference, settings, 20, f"drafter {name} failed and is off for this reply: ZeroDivisionError")
    assert {entry.offset for entry in head._cache} == {head._waiting.start - head._cached_start}, "what it has read is in its cache"
    check_says(pair, reference, settings, 20)


@pytest.mark.parametrize("name", ["hybrid", "auto"])
def test_a_drafter_that_fails_behind_another_is_named_and_the_other_goes_on(monkeypatch, name):
    """It raises, or gives no numbers; lookup still drafts."""
    numbers = toys.near_copy(toys.toy("trimmable"), kinds.KINDS["trimmable"])
    numbers.lm_head.weight = numbers.lm_head.weight * float("nan")
    failing = ModelDrafter(toys.toy_drafter("copy:trimmable"), "model")
    monkeypatch.setattr(failing, "propose", lambda request: 1 / 0)
    for model, reason in ((failing, "ZeroDivisionError"), (numbers, "not numbers")):
        pair = toys.make_pair(toys.toy("trimmable"), {"model": model})
        pair.estimator = Priced({"model": 0.02})  # auto's choice is the test's, not the machine's
        reply = toys.reply(pair, [1, 2, 3, 1, 2, 3, 1, 2, 3, 1], Settings(drafter=name, k=4, lookup_min=1, temperature=0.8, seed=1), 60, detail=2)
        assert len(reply.tokens) == 60 and reply.finish.error.startswith("drafter model failed") and reason in reply.finish.error
        wrong = [round_ for round_ in reply.rounds if round_.drafter == "model"]
        assert len(wrong) == (model is numbers) and all({*round_.q, *round_.draft_q} == {None} and not round_.top_q for round_ in wrong)
        assert any(round_.drafter == "lookup" for round_ in reply.rounds[wrong[0].index if wrong else 0 :])


def test_the_first_of_several_errors_is_told_and_a_drafter_that_is_not_there_is_plain(monkeypatch):
    reference, pair = toys.reference("trimmable", PLAIN), toys.make_pair(toys.toy("trimmable"), {"first": toys.Right()})
    pair.drafters["first"].name, asked = "first", iter(["none", "none", "first", "first"])
    monkeypatch.setattr(pair.drafters["first"], "propose", lambda request: (_ for _ in ()).throw(MemoryError("no room")))
    with pytest.raises(SettingsError, match="whole number"):
        decode(pair, [1, 2, 3], PLAIN, 5.5)
    error = "drafter first failed and is off for this reply: out of memory: try a smaller model or a shorter prompt"
    check_says(pair, reference, lambda: Settings(drafter=next(asked, "nobody")), 40, error)
    asked = iter(["lookup"] * 4)
    reply = check_says(pair, reference, lambda: Settings(drafter=next(asked, "nobody")), 40, "there is no drafter 'nobody'")
    assert {round_.drafter for round_ in reply.rounds[3:]} == {"none"}


class Breaking:
    """A model that raises in the middle of a forward once: some layers have read, others have not."""

    def __init__(self, model):
        self.model, self.left = model, 10**6

    def __getattr__(self, name):
        return getattr(self.model, name)

    def __call__(self, tokens, cache=None):
        self.left -= 1
        logits = self.model(tokens, cache=cache)
        if self.left == 0:
            raise MemoryError("no room")
        return logits


@pytest.mark.parametrize("kind", toys.KINDS)
def test_a_model_that_breaks_leaves_no_half_read_cache(kind):
    """A target ends the reply. A drafter, here behind hybrid, is off for the reply; in the next it guesses as if nothing had been."""
    reference, hybrid = toys.reference(kind, PLAIN), Settings(drafter="hybrid", fallback="copy", lookup_min=30)
    target, drafter = Breaking(toys.toy(kind)), Breaking(toys.toy_drafter(f"copy:{kind}"))
    pair = toys.make_pair(target, {"copy": drafter})
    unbroken = check_says(pair, reference, COPY, 30)
    for calls in (1, 2, 4):
        pair.reset()
        target.left = calls
        with pytest.raises(MemoryError):
            toys.reply(pair, list(reference.prompt), COPY, 30)
        check_says(pair, reference, COPY, 30)
    for calls in (2, 7):
        pair.reset()
        drafter.left = calls
        check_says(pair, reference, hybrid, 40, "drafter copy failed and is off for this reply: out of memory")
        assert [round_.draft for round_ in check_says(pair, reference, COPY, 30).rounds] == [round_.draft for round_ in unbroken.rounds]


@pytest.mark.parametrize("kind", SOME)
@pytest.mark.parametrize("events", (1, 3, 5))
def test_a_reading_that_is_closed_half_way_is_taken_up_again(kind, events, monkeypatch):
    prefill = SequenceState.prefill
    monkeypatch.setattr(SequenceState, "prefill", lambda self, upto, checkpoint=-1: prefill(self, upto, checkpoint, chunk=20))
    pair, prompt = toys.full_pair(kind), toys.random_prompt(2, 90)
    whole = toys.reply(pair, prompt, COPY, 20).tokens
    pair.reset()
    stream = decode(pair, prompt, COPY, 20)
    assert all(isinstance(next(stream), Prefill) for _ in range(events))
    stream.close()
    held = pair.target.length
    assert held >= min(20 * (events - 1), 80)
    again = toys.reply(pair, prompt, COPY, 20)
    assert again.prefills[0].cached == held and again.tokens == whole


@pytest.mark.parametrize("drafter", ["copy", "lookup", "right"])
def test_the_targets_context_ends_the_reply_and_the_drafters_only_its_drafts(drafter):
    reference, pair = toys.reference("trimmable", PLAIN), toys.full_pair("trimmable")
    pair.drafters["right"].texts = [reference.sequence]
    settings = Settings(drafter=drafter, k=8, lookup_min=1)
    if drafter == "copy":
        pair.drafters["copy"] = ModelDrafter(toys.toy_drafter("copy:trimmable"), "copy", context=30)
        rounds = check_says(pair, reference, settings, 40).rounds
        assert any("context" in (round_.note or "") for round_ in rounds) and any(round_.draft for round_ in rounds)
    pair.context = len(reference.prompt) + 9
    reply = toys.reply(pair, list(reference.prompt), settings, 40)
    assert reply.tokens == list(reference.tokens[:9]) and reply.finish.reason == "length" and pair.target.length <= pair.context
    toys.check_rounds(reply.rounds, 9)


# -- the details of a round ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("temperature", [0.0, 0.8])
def test_details_agree_with_what_was_emitted(rule, temperature):
    """The best few of p at each tested position and the own token's; of q at the tested ones; both as the round's p and q say. Also of a plain round
    that was queued, the second of two."""
    names, settings = cycle(("copy", "none", "none")), Settings(rule=rule, temperature=temperature, seed=4)
    reply = toys.reply(toys.full_pair("trimmable"), toys.random_prompt(1), lambda: replace(settings, drafter=next(names)), 40, detail=toys.WIDTH + 5)
    for r in reply.rounds:
        assert len(r.top_p) == r.accepted + 1 and len(r.top_q) == (r.tested if r.draft else 0)
        for tokens, chances, tops in ((r.tokens, r.p, r.top_p), (r.tokens, r.q, r.top_q), (r.draft, r.draft_q, r.top_q), (r.draft, r.draft_p, r.top_p)):
            for token, chance, top in zip(tokens, chances, tops):
                best = [share for _, share in top]
                assert dict(top)[token] == pytest.approx(chance, abs=1e-5) and sum(best) == pytest.approx(1, abs=1e-4)
                assert best == sorted(best, reverse=True) and len(dict(top)) == len(top) == toys.WIDTH
        if rule == "probabilistic" and temperature:
            assert [u * q < p for u, q, p in zip(r.u, r.draft_q, r.draft_p)] == [i < r.accepted for i in range(r.tested)]


@pytest.mark.parametrize("width, count", [(4096, 1), (5003, 5), (1700, 40), (30, 30)])
def test_the_best_few_of_a_large_vocabulary(width, count):
    """Some rows with one sure token, some with all alike, the best at either end."""
    ids = mx.arange(width)
    rows = mx.stack([*(mx.random.normal((width,), key=mx.random.key(i)) * 4 for i in range(5)), ids * 0.0, (ids == 7) * 200.0, ids / 50, -ids / 50])
    for row, found in zip(rows.tolist(), likeliest(rows, count).tolist(), strict=True):
        assert len({*found}) == count and sorted(row)[-count:] == sorted(row[token] for token in found)


@pytest.mark.parametrize("name", ["float32", "float16", "bfloat16"])
def test_details_tell_the_step_of_the_logits_type(name):
    """A step more is another number of that type, and a third of one is none."""
    kind = getattr(mx, name)
    logits = mx.stack([mx.random.normal((50,), key=mx.random.key(i)) * scale for i, scale in enumerate((0.01, 1, 30))]).astype(kind)
    draft, best = accept.Draft("x", mx.argmax(logits[:2], axis=-1), mx.softmax(-logits[:2].astype(mx.float32), axis=-1)), logits.max(axis=-1)
    settled = accept.judge(draft, logits, Settings(), Draws(1, 0, 9, 50), NO_TOKENS, 2).settle()
    steps = mx.array(settled.logit_steps).astype(kind)
    assert settled.logit_type == name and settled.accepted == 2 and steps.size == 3
    assert mx.all(best + steps != best) and mx.all(best + (steps / 3).astype(kind) == best)
