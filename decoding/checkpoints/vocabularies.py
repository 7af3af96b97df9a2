"""How the vocabulary of a drafter that is a whole model agrees with the target's. They are compared by ids, from their tokenizer.json files or from
loaded tokenizers, or by strings. Raises PairError where they share too little.
"""

from __future__ import annotations

import hashlib
import json
import re
from array import array
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping, NamedTuple

from ..errors import OTHER_VOCABULARY, PairError
from .bounded_reading import TOKENIZER_LARGEST, parse, read_regular
from .checkpoint import Checkpoint
from .model_folder import known_as


def compare_vocabularies(
    target: Checkpoint, tokenizer: Any, drafter: Checkpoint, load_tokenizer: Callable[[Checkpoint], Any], by_strings: bool = False
) -> Vocabulary | None:
    """How the drafter's token ids agree with the target's, None where they are the same. Where fewer than ENOUGH of the target's ordinary ids agree,
    `by_strings` asks for what the two share by their strings. Raises PairError where that is not asked for, or not enough. `tokenizer` is the
    target's; `load_tokenizer` reads the drafter's if the files differ."""
    try:
        here, there = (read_regular(one.folder / "tokenizer.json", TOKENIZER_LARGEST) for one in (target, drafter))
        if here == there:
            return None
    except OSError:  # whoever needs a file that cannot be read says why
        pass
    theirs = load_tokenizer(drafter)
    ours_by_name, theirs_by_name = tokenizer.get_vocab(), theirs.get_vocab()
    if ours_by_name == theirs_by_name:
        return None
    unknown_id = theirs.unk_token_id if theirs.unk_token_id is not None else min(theirs.eos_token_ids, default=0)
    agreed = agreement(TokenMap.of(ours_by_name, tokenizer.get_added_vocab().values()), TokenMap.of(theirs_by_name), unknown_id)
    shared = SharedStrings(tokenizer, theirs, unknown_id) if by_strings and not agreed.enough else agreed
    if shared.enough:
        return shared
    raise PairError(
        f"{known_as(drafter.folder)} cannot draft for {known_as(target.folder)}: their vocabularies differ: it {agreed.words}, "
        f"{agreed.ordinary:.1%} of the ids that are not special, and {ENOUGH:.0%} are needed; choose a drafter of the same family, "
        "or let it draft the tokens that both have (--any-vocabulary)",
        OTHER_VOCABULARY,
    )


# Compares two vocabularies: on which token ids they agree, and how a drafter works with another vocabulary than the target's. Families pad and extend
# a vocabulary in many ways: special tokens have other names, ids exist in one model only. A drafter may guess the ids on which both agree; it never
# guesses others. Where the context has another id, it reads its own id for the same token, or its unknown token's. This changes only its guesses, so
# the target's verdict stays exact.

IDS = 1 << 24  # ids of a vocabulary are below this: the largest has some 300,000 tokens
ENOUGH = 0.99  # share of the target's ordinary ids that must agree; a drafter with less is of another family


@dataclass(frozen=True)
class Agreement:
    """`agreed` of the target's `total` ids mean the same token in the drafter. `ordinary`: the share among ids that are not special. `silenced`:
    ids that the drafter must not guess. `read_as`: the target's id -> the drafter's id for the same token. It is `unknown_id` for tokens that the
    drafter does not have."""

    agreed: int
    total: int
    ordinary: float
    silenced: tuple[int, ...]
    read_as: Mapping[int, int]

    @property
    def enough(self) -> bool:
        """Whether the drafter can work beside this target."""
        return self.ordinary >= ENOUGH

    @property
    def words(self) -> str:
        """The agreement in figures, for messages."""
        return f"agrees in {self.agreed:,} of {self.total:,} ids"

    def read(self, token: int) -> list[int]:
        """The drafter's id, in a list, for one of the target's tokens."""
        return [self.read_as.get(token, token)]


class TokenMap(NamedTuple):
    """A vocabulary in the form that is compared. `tokens`: per id the hash of its token, 0 if it has none. `special`: the special ids,
    which are not text."""

    tokens: array[int]
    special: frozenset[int]

    @classmethod
    def of(cls, vocabulary: Mapping[str, int], special: Iterable[int] = ()) -> TokenMap:
        """From token -> id. Raises PairError for an id that no model has."""
        if strange := next((id_ for id_ in vocabulary.values() if not 0 <= id_ < IDS), None):
            raise PairError(f"the vocabulary has a token with the id {strange}, which no model has: download its tokenizer again")
        tokens = array("q", bytes(8 * (max(vocabulary.values(), default=-1) + 1)))
        for token, id_ in vocabulary.items():
            tokens[id_] = hash(token) or 1
        return cls(tokens, frozenset(special))

    def unlike(self, other: TokenMap) -> set[int]:
        """The ids whose tokens the other does not have at the same place."""
        there = other.tokens
        return {id_ for id_, token in enumerate(self.tokens) if token and (id_ >= len(there) or token != there[id_])}


def agreement(ours: TokenMap, theirs: TokenMap, unknown_id: int = 0) -> Agreement:
    """The agreement of the target's tokens with the drafter's. `unknown_id`: the id of the drafter's unknown or end-of-text token."""
    differ, named = ours.unlike(theirs), sum(map(bool, ours.tokens))
    ordinary = named - len(ours.special)
    share = 1 - len(differ - ours.special) / ordinary if ordinary > 0 else 0.0
    ids = {token: id_ for id_, token in enumerate(theirs.tokens)}
    read_as = {id_: ids.get(ours.tokens[id_], unknown_id) for id_ in differ}
    return Agreement(named - len(differ), named, share, tuple(sorted(differ | theirs.unlike(ours))), read_as)


# The same from tokenizer.json files alone, before any tokenizer is loaded. A family of models shares one map.

_DIGESTS: dict[str, str | None] = {}  # a file's digest -> its token map's digest
_MAPS: dict[str, TokenMap] = {}  # a token map's digest -> the map


def vocabulary_of(folder: Path) -> str | None:
    """The digest of a folder's token map; None if it has no tokenizer.json that can be read."""
    file = folder / "tokenizer.json"
    try:
        return _read(file, file.stat().st_mtime_ns)
    except OSError:
        return None


@cache
def _read(file: Path, changed: int) -> str | None:
    return vocabulary_digest(read_regular(file, TOKENIZER_LARGEST))


def vocabulary_digest(content: bytes) -> str | None:
    """A digest of the token map, equal for every tokenizer.json with the same map. None for an unknown layout, which is compared
    when it is loaded."""
    file = hashlib.sha256(content).hexdigest()
    if file not in _DIGESTS:
        try:
            tokenizer = parse(content)
            listed, added = tokenizer["model"]["vocab"], tokenizer.get("added_tokens") or ()
            tokens = listed if isinstance(listed, dict) else {piece[0]: i for i, piece in enumerate(listed)}
            tokens |= {token["content"]: token["id"] for token in added}
            digest = _DIGESTS[file] = hashlib.sha256(json.dumps(sorted(tokens.items())).encode()).hexdigest()
            _MAPS[digest] = TokenMap.of(tokens, (token["id"] for token in added))
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError, PairError):
            _DIGESTS[file] = None
    return _DIGESTS[file]


@cache  # it takes some 30 ms, and every pair of rows asks
def agreement_of(ours: str, theirs: str) -> Agreement | None:
    """How a drafter's ids agree with a target's, by the digests of their token maps. None if one of them was not read."""
    return agreement(_MAPS[ours], _MAPS[theirs]) if {ours, theirs} <= _MAPS.keys() else None


# What two vocabularies share by the strings of their tokens, where their ids have nothing in common. The method is token-level intersection. Source:
# Timor et al. 2025, "Accelerating LLM Inference with Lossless Speculative Decoding Algorithms for Heterogeneous Vocabularies". A drafter of another
# family guesses the tokens that both have. It reads every other token of the context as its own tokenizer cuts that token's text. Both changes touch
# its guesses only.

ENOUGH_SHARED = 0.1  # share of the target's tokens; a drafter with less hardly ever has the next one
_SPECIAL = b"\0"  # before a special token's name
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")


class SharedStrings:
    """`guesses`: the target's id -> the drafter's id, for tokens with the same bytes. `unknown_id`: what the drafter reads for a token that none of
    its own can write. A part of a character is such a token."""

    def __init__(self, ours: Any, theirs: Any, unknown_id: int) -> None:
        self._encoded, self._unknown_id = theirs.encode, unknown_id
        self._before = "\n" if _marks_spaces(theirs.get_vocab()) else ""  # such a tokenizer puts a space before a text, which may be within a word
        self._bytes = token_bytes(ours)
        here, there = ({content: id_ for id_, content in contents.items()} for contents in (self._bytes, token_bytes(theirs)))
        self.guesses = {id_: there[content] for content, id_ in here.items() if content in there}
        self._pieces: dict[int, list[int]] = {id_: [other] for id_, other in self.guesses.items()}

    @property
    def enough(self) -> bool:
        """Whether the drafter can work beside this target."""
        return len(self.guesses) >= ENOUGH_SHARED * len(self._bytes)

    @property
    def words(self) -> str:
        """The figures, for messages."""
        return f"is another one: it drafts the {len(self.guesses):,} of {len(self._bytes):,} tokens that both have"

    def read(self, token: int) -> list[int]:
        """The drafter's ids, at least one, for one of the target's tokens."""
        if token not in self._pieces:
            text = self._bytes.get(token, b"").removeprefix(_SPECIAL).decode("utf-8", "ignore")
            before, both = (list(self._encoded(whole, add_special_tokens=False)) for whole in (self._before, self._before + text))
            within = both[len(before) :] if both[: len(before)] == before else list(self._encoded(text, add_special_tokens=False))
            self._pieces[token] = within or [self._unknown_id]
        return self._pieces[token]


Vocabulary = Agreement | SharedStrings


def token_bytes(tokenizer: Any) -> dict[int, bytes]:
    """The bytes of each token's text, by id. A special token has a mark before its name, so that no text equals it. Byte tokens come first: of two
    tokens with one text, such as "." and "<0x2E>", the tokenizer writes the last."""
    vocabulary, special = tokenizer.get_vocab(), set(tokenizer.get_added_vocab())
    # Llama 2's vocabulary has the letter Ġ, of Maltese, beside its ▁; a byte-level one writes ▁ with three other letters
    byte_level = any(token.startswith("Ġ") for token in vocabulary) and not _marks_spaces(vocabulary)
    letters = BYTE_LETTERS if byte_level else None
    in_order = sorted(vocabulary.items(), key=lambda entry: (byte_of(entry[0]) is None, entry[1]))
    return {id_: _SPECIAL + token.encode() if token in special else _bytes_of(token, letters) for token, id_ in in_order}


def _marks_spaces(vocabulary: Iterable[str]) -> bool:
    """Whether tokens are written as SentencePiece writes them, with ▁ for a space."""
    return any(token.startswith("▁") for token in vocabulary)


def _bytes_of(token: str, letters: dict[str, int] | None) -> bytes:
    if letters is not None:
        return bytes(letters[letter] for letter in token) if letters.keys() >= {*token} else token.encode()
    return byte_of(token) or token.replace("▁", " ").encode()


def byte_of(token: str) -> bytes | None:
    """The byte that a token such as "<0x2E>" stands for, None for another token."""
    found = _BYTE.fullmatch(token) if token.startswith("<0x") else None
    return bytes([int(found[1], 16)]) if found else None


# The letters that byte-level tokenizers write for the bytes: printable ones for themselves, the others from 256 on.
_SHOWN = (*range(33, 127), *range(161, 173), *range(174, 256))
BYTE_LETTERS = {chr(byte): byte for byte in _SHOWN} | {chr(256 + at): byte for at, byte in enumerate(sorted({*range(256)} - {*_SHOWN}))}
