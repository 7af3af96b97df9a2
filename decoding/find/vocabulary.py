"""On which ids two vocabularies agree, and what that means for a drafter of the one beside a target of the other.

Families pad and extend one vocabulary in many ways: special tokens with other names, ids that only one of two has. A drafter can work
beside a target wherever they agree on the ids that it proposes: on all others it is silenced, and where the context holds one of them it
reads a stand-in. Its guesses alone are changed, so the target's verdict stays exact. Knows maps from tokens to ids; nothing of models.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Collection, Iterable, Mapping

ENOUGH = 0.99  # of the target's ordinary ids: below, the drafter is of another family


@dataclass(frozen=True)
class Agreement:
    """`agreed` of the target's `total` ids mean the same in the drafter, and the share `ordinary` of those that are not special.
    `silenced`: ids that the drafter must not propose; `read_as`: id of the target -> the drafter's id for the same token, or its
    stand-in for tokens that it does not know."""

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
        """In figures."""
        return f"agrees in {self.agreed:,} of {self.total:,} ids"

    def read(self, tokens: Iterable[int]) -> list[int]:
        """The target's ids as the drafter reads them."""
        return [self.read_as.get(token, token) for token in tokens]


def agreement(ours: Mapping[str, int], theirs: Mapping[str, int], special: Collection[str], stand_in: int) -> Agreement:
    """Between the target's map and the drafter's. `special`: the target's tokens that are not text; `stand_in`: the drafter's unknown or
    end-of-text token."""
    differ = {id_: token for token, id_ in ours.items() if theirs.get(token) != id_}
    odd = {token for token in differ.values() if token not in special}
    ordinary = len(ours) - sum(token in ours for token in special)
    unknown = {id_ for token, id_ in theirs.items() if ours.get(token) != id_}
    read_as = {id_: theirs.get(token, stand_in) for id_, token in differ.items()}
    share = 1 - len(odd) / ordinary if ordinary > 0 else 0.0
    return Agreement(len(ours) - len(differ), len(ours), share, tuple(sorted(unknown | differ.keys())), read_as)
