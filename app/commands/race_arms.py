"""The sides that --arm asks for, as 'drafter=lookup k=8': the keys are the options of specdeck run, and what an arm leaves out the common options
say."""

from __future__ import annotations

import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Sequence

from specdeck.decoding.checkpoints import find
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.errors import PairError, SettingsError
from specdeck.decoding.types import MLX_LM, PLAIN, Settings

from ..compare.race import LETTERS, Sides
from ..compare.result import is_plain, with_rule
from . import options
from .command_table import ARM, Parser

if TYPE_CHECKING:
    from specdeck.decoding import Pair

Fields = dict[str, Any]  # of Settings


def arm(text: str, common: Settings) -> Fields:
    """What an arm sets otherwise than the common options, each key an option of its own. Raises SettingsError, and SystemExit as argparse does."""
    try:
        words = [f"-{word}" if len(word.partition("=")[0]) == 1 else f"--{word}" for word in shlex.split(text)]
    except ValueError as error:
        raise SettingsError(f"arm {text!r}: {error}") from None
    fields = options.fields_of(Parser(ARM, words).parse_args(words))
    if not fields:  # empty, as a shell makes one of a variable that is not set, or "help"
        raise SettingsError(f"arm {text!r} names no setting: write it like 'drafter=lookup k=8'")
    if (drafter := fields.get("drafter")) not in (None, MLX_LM):
        fields["drafter"] = options.check_drafter(drafter)
    if drafter == PLAIN:
        fields["k"] = 0
    replace(common, **fields)
    return fields


def arms(texts: Sequence[str], common: Settings) -> list[Fields]:
    """All sides: plain decoding is the first of them, beside four others only if it is one of these. Raises SettingsError."""
    if len(texts) > len(LETTERS):
        raise SettingsError(f"{len(texts)} arms are too many: a race has up to {len(LETTERS)}")
    found = [arm(text, common) for text in texts]
    plain = [one for one in found if is_plain(replace(common, **one))][:1]
    others = [one for one in found if one not in plain]
    return [*(plain or ([{"drafter": PLAIN, "k": 0}] if len(found) < len(LETTERS) else [])), *others]


def sides(found: Sequence[Fields], common: Settings, pair: Pair, rule: str | None, tell: Callable[[str], None]) -> Sides:
    """The sides on the pair that was loaded for them. `common`: the settings that arms change; `rule`: the one that was asked for. Raises PairError
    for a drafter that is not there."""
    made: dict[Any, Settings] = {}
    for letter, fields in zip(LETTERS, found):
        made[letter] = _loaded(with_rule(replace(common, **fields), fields.get("rule", rule)), pair, tell)
    return made


def _loaded(settings: Settings, pair: Pair, tell: Callable[[str], None]) -> Settings:
    """The settings with the name under which their drafter is loaded."""
    name = settings.drafter
    if name == MLX_LM:
        return settings if "model" in pair.drafters else replace(settings, k=0)
    if name not in pair.drafters and name not in NAMES:
        folder = str(find(name, tell).folder)
        name = next((known for known, path in pair.paths.items() if path == folder), name)
    if name not in pair.drafters:
        raise PairError(pair.unavailable.get(name, f"drafter {name}: it is not loaded"))
    return options.with_drafter(settings, pair, name)
