"""Vocabularies that are not the target's."""

from __future__ import annotations

import json
import shutil

import mlx.core as mx
from mlx.utils import tree_flatten, tree_unflatten

from specdeck.decoding.checkpoints.model_folder import embedded
from specdeck.decoding.checkpoints.vocabularies import SharedStrings
from specdeck.decoding.drafters.model import TranslatingDrafter
from tests.helpers import kinds
from tests.helpers.kinds import LETTERS, WIDTH

PERMUTED = [(7 * i + 3) % WIDTH for i in range(WIDTH)]  # the drafter's id of each of the target's


def another_vocabulary(folder, ordinary, special=("<|im_end|>",)):
    """The embedded drafter, with so many ordinary tokens of its vocabulary and some special ones called otherwise."""
    shutil.copytree(embedded("drafter"), folder)
    tokenizer_file = json.loads((folder / "tokenizer.json").read_text())
    by_id = sorted(tokenizer_file["model"]["vocab"], key=tokenizer_file["model"]["vocab"].get)
    renamed = {token: f"{token}~" for token in (*by_id[3000 : 3000 + ordinary], *special)}
    tokenizer_file["model"]["vocab"] = {renamed.get(token, token): id_ for token, id_ in tokenizer_file["model"]["vocab"].items()}
    tokenizer_file["model"]["merges"] = [merge for merge in tokenizer_file["model"]["merges"] if not _touches(merge, renamed)]
    for token in tokenizer_file["added_tokens"]:
        token["content"] += "~" * (token["content"] in special)
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer_file))
    config = folder / "tokenizer_config.json"
    text = config.read_text()
    for token in special:
        text = text.replace(token, token + "~")
    config.write_text(text)
    return folder


def permuted(model):
    """The same model with its tokens in other places."""
    places = mx.argsort(mx.array(PERMUTED))
    copy = kinds.trimmable()
    moved = [(name, w[places] if "embed" in name or "lm_head" in name else w) for name, w in tree_flatten(model.parameters())]
    copy.update(tree_unflatten(moved))
    return copy


def translating(model, lacking: str = "") -> TranslatingDrafter:
    """The model behind a vocabulary of permuted letters, of which some are lacking: it has other words at their places."""
    tokens = [""] * WIDTH
    for letter, place in zip(LETTERS, PERMUTED):
        tokens[place] = f"{letter}{letter}" if letter in lacking else letter
    return TranslatingDrafter(model, "model", None, SharedStrings(Words(*LETTERS), Words(*tokens), PERMUTED[0]))


def _touches(merge, renamed):
    left, right = merge.split(" ") if isinstance(merge, str) else merge
    return bool({left, right, left + right} & renamed.keys())


class Words:
    """A tokenizer of these tokens, by id; it encodes a text letter by letter."""

    def __init__(self, *tokens: str, special: tuple[str, ...] = ()) -> None:
        self.tokens, self.special = tokens, special

    def get_vocab(self) -> dict[str, int]:
        return {token: i for i, token in enumerate(self.tokens)}

    def get_added_vocab(self) -> dict[str, int]:
        return {token: i for token, i in self.get_vocab().items() if token in self.special}

    def encode(self, text: str, add_special_tokens: bool = True) -> list[int]:
        assert not add_special_tokens
        return [self.tokens.index(letter) for letter in text if letter in self.tokens]
