"""Compares two vocabularies: on which token ids they agree, and how a drafter with one can work beside a target with the other.

Families pad and extend a vocabulary in many ways: special tokens have other names, ids exist in one model only. A drafter may guess the
ids on which both agree; it never guesses others, and where the context has one, it reads the same token's id of its own or a stand-in.
This changes only its guesses, so the target's verdict stays exact. Knows maps from tokens to ids; nothing of models.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Collection, Iterable, Mapping

ENOUGH = 0.99  # share of the target's ordinary ids that must agree; a drafter with less is of another family


@dataclass(frozen=True)
class Agreement:
    """`agreed` of the target's `total` ids mean the same token in the drafter, and the share `ordinary` of the ids that are not special.
    `silenced`: ids that the drafter must not guess. `read_as`: the target's id -> the drafter's id for the same token, or its stand-in
    for tokens that it does not have."""

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

    def read(self, tokens: Iterable[int]) -> list[int]:
        """Translate the target's ids to the drafter's."""
        return [self.read_as.get(token, token) for token in tokens]


def agreement(ours: Mapping[str, int], theirs: Mapping[str, int], special: Collection[str], stand_in: int) -> Agreement:
    """The agreement of the target's map from tokens to ids (`ours`) with the drafter's (`theirs`). `special`: the target's tokens that are
    not text; `stand_in`: the id of the drafter's unknown or end-of-text token."""
    differ = {id_: token for token, id_ in ours.items() if theirs.get(token) != id_}
    odd = {token for token in differ.values() if token not in special}
    ordinary = len(ours) - sum(token in ours for token in special)
    unknown = {id_ for token, id_ in theirs.items() if ours.get(token) != id_}
    read_as = {id_: theirs.get(token, stand_in) for id_, token in differ.items()}
    share = 1 - len(odd) / ordinary if ordinary > 0 else 0.0
    return Agreement(len(ours) - len(differ), len(ours), share, tuple(sorted(unknown | differ.keys())), read_as)
