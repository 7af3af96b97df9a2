"""How the vocabulary of a drafter that is a whole model agrees with the target's, from their folders and tokenizers: by ids, or by strings.

Raises PairError where they share too little.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

from ..errors import OTHER_VOCABULARY, PairError
from .model_folder import shown
from .shared_strings import SharedStrings, Vocabulary
from .vocabulary import ENOUGH, Agreement, agreement


def _same_content(one: Path, other: Path) -> bool:
    """Whether both files hold the same; False where one cannot be read, for whoever needs it says why."""
    try:
        return one.read_bytes() == other.read_bytes()
    except OSError:
        return False


def compare_vocabularies(
    target: Path, tokenizer: Any, drafter: Path, load_tokenizer: Callable[[Path], Any], by_strings: bool = False
) -> Vocabulary | None:
    """How the drafter's token ids agree with the target's, None where they are the same. Where fewer than ENOUGH of the target's ordinary
    ids agree: what the two share by their strings if that is asked for, and enough; else raises PairError. `tokenizer` is the target's;
    `load_tokenizer` reads the drafter's if the files differ."""
    if _same_content(target / "tokenizer.json", drafter / "tokenizer.json"):
        return None
    drafter_tokenizer = load_tokenizer(drafter)
    ours, theirs = tokenizer.get_vocab(), drafter_tokenizer.get_vocab()
    if ours == theirs:
        return None
    agreed = agreement(ours, theirs, tokenizer.get_added_vocab(), _stand_in(drafter_tokenizer))
    if not agreed.enough and by_strings:
        shared = SharedStrings(tokenizer, drafter_tokenizer, _stand_in(drafter_tokenizer))
        if shared.enough:
            return shared
    if not agreed.enough:
        raise PairError(f"{shown(drafter)} cannot draft for {shown(target)}: {hardly_agrees(agreed)}", OTHER_VOCABULARY)
    return agreed


def _stand_in(tokenizer: Any) -> int:
    """The id that a drafter reads in place of a token it does not know."""
    return tokenizer.unk_token_id if tokenizer.unk_token_id is not None else min(tokenizer.eos_token_ids, default=0)


def hardly_agrees(agreed: Agreement) -> str:
    """The error of a drafter whose vocabulary differs too much."""
    return (
        f"their vocabularies differ: it {agreed.words}, and in {100 * agreed.ordinary:.1f} % of the ordinary ones, where {ENOUGH:.0%} are "
        "needed; choose a drafter of the same family, or let it draft the tokens that both have (--any-vocabulary)"
    )
