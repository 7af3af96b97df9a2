"""A draft head over the most frequent tokens: it computes their logits and no others, and the text stays the target's."""

from dataclasses import replace

import mlx.core as mx
import mlx.nn as nn
import pytest
from mlx_lm.models.cache import KVCache

from specdeck.decoding import LoadError, Settings, load
from specdeck.decoding.drafters.frequent_head import FrequentHead
from specdeck.decoding.drafters.guesses import Guesses
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.types import RULES
from tests.helpers import distribution as d
from tests.helpers import heads, kinds, toys

PLAIN = Settings(drafter="none", k=0)


class Headed(nn.Module):
    """A Chain whose table is an output head: row t of `table` (V, V) holds the logits of what follows token t."""

    def __init__(self, table: mx.array) -> None:
        super().__init__()
        self.width = table.shape[0]
        self.lm_head = nn.Linear(*table.shape, bias=False)
        self.lm_head.weight = table.T

    def make_cache(self) -> list[KVCache]:
        return [KVCache()]

    def __call__(self, tokens: mx.array, cache: list[KVCache]) -> mx.array:
        nothing = mx.zeros((1, 1, tokens.shape[1], 1))
        cache[0].update_and_fetch(nothing, nothing)
        return self.lm_head(mx.eye(self.width)[tokens])


def finite(row: mx.array) -> set[int]:
    return {token for token, logit in enumerate(row.tolist()) if logit != -float("inf")}


@pytest.mark.parametrize("kind, bits", [("trimmable", None), ("trimmable", 8), ("sliding", None), ("sliding", 8), ("recurrent", None)])
def test_its_logits_are_the_whole_heads_at_the_frequent_tokens_and_nothing_elsewhere(kind, bits):
    """Untied and tied heads, plain and quantised: gemma's is its embedding."""
    model = kinds.KINDS[kind](seed=50)
    if bits:
        nn.quantize(model, group_size=32, bits=bits, class_predicate=lambda path, layer: hasattr(layer, "to_quantized") and layer.weight.shape[-1] == 32)
    tokens, frequent = mx.array([[1, 5, 2, 5]]), FrequentHead(model, 6)
    frequent.enough = 0.0
    frequent.begin([9, 9, 9, 20, 20, 11])
    row, whole = frequent.model(tokens)[0, -1], model(tokens)[0, -1]
    assert finite(row) == {9, 20, 11, 0, 1, 2}, "the counted ones, then the lowest ids"
    assert all(row[token].item() == pytest.approx(whole[token].item(), abs=1e-5) for token in finite(row))


def test_tokens_are_counted_once_and_chosen_as_a_reply_begins():
    frequent = FrequentHead(Headed(mx.zeros((10, 10))), 3)
    frequent.enough = 0.0
    chosen = lambda: finite(frequent.model(mx.array([[0]]), frequent.model.make_cache())[0, -1])  # noqa: E731
    assert chosen() == {*range(10)}, "nothing is chosen yet"
    first = [7, 7]
    frequent.begin(first)
    first += [8, 8, 8]
    assert chosen() == {0, 1, 7}, "not in the middle of a reply"
    frequent.begin([7, 7, 8, 8, 8, 5])
    assert frequent._counts == {7: 2, 8: 3, 5: 1} and chosen() == {5, 7, 8}
    frequent.begin([7, 7, 8, 8, 8, 9, 9])
    assert frequent._counts == {7: 2, 8: 3, 5: 1, 9: 2} and chosen() == {7, 8, 9}


def test_all_rows_are_read_until_the_choice_holds_what_replies_say():
    frequent = FrequentHead(Headed(mx.zeros((10, 10))), 3)
    whole = []
    for reply in ([7, 8, 9, 7, 8, 9], [7, 8, 9] * 60, [7, 8, 9] * 60, [0, 1, 2] * 60):
        sequence = [5]
        frequent.begin(sequence)
        whole.append(frequent._rows.taken is None)
        sequence += reply
    frequent.begin([5])
    assert whole + [frequent._rows.taken is None] == [True, True, False, False, True], "the second reply was the first that it held"


@pytest.mark.parametrize("kind", ["trimmable", "recurrent"])
def test_every_guess_is_a_frequent_token_and_the_text_is_the_targets(kind):
    reference, target = toys.reference(kind, PLAIN, 40), toys.toy(kind)
    drafter = ModelDrafter(target if kind == "trimmable" else toys.toy_drafter(f"copy:{kind}"), draft_vocab=20)
    pair = toys.make_pair(toys.as_loaded(kind), {"model": drafter})
    drafter._frequent.enough = 0.0
    for _ in range(2):
        reply = toys.reply(pair, list(reference.prompt), Settings(k=4), 40)
        assert reply.tokens == list(reference.tokens) and reply.finish.stats.drafted > 10
    assert {token for round_ in reply.rounds for token in round_.draft} <= {*drafter._frequent._rows.taken}
    assert drafter.remark == f"drafts the 20 most frequent of {toys.WIDTH} tokens, once they cover 95% of the replies"
    assert "lm_head" in drafter.model and type(drafter.model.lm_head) is nn.Linear


def three_of_five(table: mx.array) -> ModelDrafter:
    """The first three of five tokens, whatever the text is."""
    drafter = ModelDrafter(Headed(table), draft_vocab=3)
    drafter._frequent.enough = 0.0
    return drafter


@pytest.mark.long
@pytest.mark.parametrize("rule", RULES)
def test_three_of_five_tokens_leave_the_text_the_targets(rule):
    """8,000 tokens a rule: neighbours and threes are as often as the target's transitions say."""
    assert max(d.chain_misfits(rule, 8000, drafter=three_of_five)) < 1


@pytest.mark.long
def test_a_q_that_says_the_others_could_have_been_drawn_would_show(monkeypatch):
    """Planted: the guess is drawn from the frequent tokens, and q spreads a part of itself over all."""
    draft = Guesses.draft

    def over_all(self):
        whole = draft(self)
        return replace(whole, q=0.1 * whole.q + 0.9 / whole.q.shape[-1]) if whole.q is not None else whole

    monkeypatch.setattr(Guesses, "draft", over_all)
    assert max(d.chain_misfits("probabilistic", 8000, drafter=three_of_five)) >= 1


def test_it_is_for_a_model_and_a_head_and_off_unless_asked_for(tmp_path):
    target, head = heads.target_folder(tmp_path / "target", "qwen3_5"), heads.mtp_folder(tmp_path / "head")
    pair = load(str(target), [str(target), str(head)], draft_vocab=30)
    width = pair.width
    words = f"drafts the 30 most frequent of {width:,} tokens, once they cover 95% of the replies"
    assert pair.remarks[:1] == [f"model: {words}"] and words in pair.drafters["mtp"].remark
    for name in ("model", "mtp"):
        pair.drafters[name]._frequent.enough = 0.0
        rounds = toys.reply(pair, [1, 2, 3, 4], Settings(drafter=name), 24).rounds
        assert {token for round_ in rounds for token in round_.draft} <= {*pair.drafters[name]._frequent._rows.taken}
    assert all(drafter.remark is None or "frequent" not in drafter.remark for drafter in load(str(target), [str(target), str(head)]).drafters.values())


def test_what_it_cannot_do_is_refused():
    with pytest.raises(LoadError, match="draft-vocab must be at least 1 token, not 0"):
        load(draft_vocab=0)
    odd = kinds.trimmable()
    odd.lm_head = nn.Bilinear(2, 2, 2)
    with pytest.raises(LoadError, match="this model's output head is no plain or quantised matrix"):
        FrequentHead(odd, 4)
