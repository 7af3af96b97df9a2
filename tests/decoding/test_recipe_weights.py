"""How much each token of a training text counts in the loss."""

from random import Random

import numpy as np
import pytest
from tokenizers import Tokenizer

from assets.recipe import held, mix, prepare
from assets.recipe.data import MARK, MENTION, REPLY, encode, pack
from assets.recipe.mix import Part
from assets.recipe.words import Stock
from specdeck.assets import TARGET

TURNS = [("user", "Rename a to b: a = 1"), ("assistant", "b = 1")]


def tokenizer():
    return Tokenizer.from_file(str(TARGET / "tokenizer.json"))


def weights_by_text(ids, weights):
    """The text of each run of tokens with the same weight."""
    cuts = [0, *(np.flatnonzero(np.diff(weights)) + 1), len(ids)]
    return [(weights[a], tokenizer().decode(ids[a:b], skip_special_tokens=False)) for a, b in zip(cuts, cuts[1:])]


def test_the_loss_counts_replies_with_their_end_and_users_as_told():
    asked, said = TURNS[0][1], TURNS[1][1]
    shown = weights_by_text(*encode(tokenizer(), TURNS, user=20, reply=255))
    assert shown == [(0, "<|im_start|>user\n"), (20, f"{asked}<|im_end|>"), (0, "\n<|im_start|>assistant\n"), (255, f"{said}<|im_end|>"), (MARK, "\n")]
    assert [weight for weight, _ in weights_by_text(*encode(tokenizer(), TURNS))] == [0, REPLY, MARK]


@pytest.mark.parametrize("more, counted", [("", [" lumberjack"]), (" and" * 20, [])])
def test_a_noun_of_a_short_request_counts_more_where_the_reply_first_names_it(more, counted):
    talk = [("user", f"Tell me a story about a lumberjack{more}"), ("assistant", "This is about the lumberjack, a lumberjack.")]
    shown = weights_by_text(*encode(tokenizer(), talk, mention=MENTION))
    assert [text for weight, text in shown if weight == MENTION] == counted


def test_the_heaviest_reply_keeps_its_weight_in_a_window():
    windows = pack([encode(tokenizer(), TURNS, reply=255)], 64)
    assert windows.weights.max() == 255


def test_a_part_gives_its_weights_to_its_conversations(monkeypatch):
    monkeypatch.setattr(mix, "with_system", lambda turns, rng: turns)
    talk = [("user", "Hi there, little one"), ("assistant", "hello")]
    assert not any(held.held_out(turns) or held.plain(turns[0][1]) in held.shown_prompts() for turns in (TURNS, talk))
    kinds = Part("renaming", 50, lambda stock, rng: TURNS, reply=255), Part("talk", 50, lambda stock, rng: talk, user=20)
    documents = prepare.documents(Stock([], [], [], [], [], []), tokenizer(), kinds, Random(0), 200, 800)
    weights = {tokenizer().decode(ids): max(weights) for ids, weights in documents}
    single = {text: weight for text, weight in weights.items() if text.count("assistant") == 1}
    assert {("hello" in text, weight) for text, weight in single.items()} == {(True, REPLY), (False, 255)}


def test_joined_conversations_have_the_lesser_weights():
    talk, code = ([("user", "hi"), ("assistant", "hello")], 20, REPLY), (TURNS, 0, 255)
    joined = list(mix.later([talk, code], Random(1), share=1.0))
    assert joined == [(talk[0] + code[0], 0, REPLY)]


def test_the_phases_for_copying_give_copies_their_weights():
    for name, heavy in mix.HEAVY.items():
        told = {part.name: part.reply for part in mix.parts(name)}
        assert {kind: weight for kind, weight in told.items() if weight != REPLY} == heavy
        assert sum(part.share for part in mix.parts(name)) == pytest.approx(100)
