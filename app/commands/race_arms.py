"""The sides that --arm asks for, as 'drafter=lookup k=8': the keys are the options of specdeck run, and what an arm leaves out the common options
say."""

from __future__ import annotations

import argparse
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Callable, Sequence

from specdeck.decoding.checkpoints import model_finding
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.errors import PairError, SettingsError
from specdeck.decoding.types import ADAPTIVE_K, MLX_LM, PLAIN, Settings

from ..compare.race import LETTERS, Sides
from ..compare.result import is_plain, with_rule
from ..settings.setting_table import BIASES, SETTINGS, TEXTS, TRUTH
from . import options

if TYPE_CHECKING:
    from specdeck.decoding import Pair

ROWS = {row.name: row for row in SETTINGS if row.name == "drafter" or row.group in ("drafting", "sampling") and row.name not in ("seed", "recommended")}
Fields = dict[str, Any]  # of Settings


def arm(text: str, common: Settings) -> Fields:
    """What an arm sets otherwise than the common options. Raises SettingsError, one line."""
    fields: Fields = {}
    try:
        for key, is_, value in (word.partition("=") for word in shlex.split(text)):
            if (row := ROWS.get(key)) is None:
                raise SettingsError(f"{key!r} is no setting: choose one of {', '.join(ROWS)}")
            if not is_ and row.kind is not TRUTH:
                raise SettingsError(f"{key} has no value: write {key}={row.takes}")
            try:
                given = row.kind.read(value or "true") if row.kind is TRUTH else row.kind.read(value) if row.kind is BIASES else row.kind.flag(value)
            except (ValueError, KeyError, argparse.ArgumentTypeError):
                raise SettingsError(f"{key} must be {'a text' if row.kind is TEXTS else row.kind.what}, not {value!r}") from None
            fields[row.field] = dict(given) if row.kind is BIASES else given
        if not fields:
            raise SettingsError("it names no setting, as drafter=lookup k=8 does")
        if (drafter := fields.get("drafter")) not in (None, MLX_LM):
            fields["drafter"] = options.check_drafter(drafter)
        if drafter == "auto" and "k" not in fields:
            fields |= {"k": ADAPTIVE_K, "adaptive_k": True}
        if drafter == PLAIN:
            fields["k"] = 0
        replace(common, **fields)
    except (SettingsError, ValueError) as error:
        raise SettingsError(f"arm {text!r}: {error}") from None
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
        folder = str(model_finding.find(name, tell).folder)
        name = next((known for known, path in pair.paths.items() if path == folder), name)
    if name not in pair.drafters:
        raise PairError(pair.unavailable.get(name, f"drafter {name}: it is not loaded"))
    return options.with_drafter(settings, pair, name)
