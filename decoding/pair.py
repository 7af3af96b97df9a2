"""Find and load a target and what can draft for it: every check, every reason, before anything heavy is read.

    pair = load()                                     # the embedded pair
    pair = load("org/target", drafter="org/drafter")  # folders, hub names, or names of the drafter table

Knows folders, configs and mlx-lm's loaders; nothing of rounds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Sequence

import mlx.core as mx
from mlx.utils import tree_map
from mlx_lm.utils import load_model, load_tokenizer

from . import source
from .drafters import HybridDrafter, LookupDrafter, ModelDrafter, NoDrafter
from .drafters.base import Drafter, Listener
from .errors import LoadError, PairError, SettingsError
from .track import Track
from .types import Settings

Progress = Callable[[str], None]
NAMES = ("none", "model", "lookup", "hybrid", "mtp", "assistant", "dflash", "auto")
_LATER = {name: f"this version has no {name} drafter yet: choose none, model, lookup or hybrid" for name in NAMES[4:]}


@dataclass
class Pair:
    """A target and the drafters loaded for it. Decodes any number of prompts; what its caches hold is reused.

    `drafters`: name -> Drafter, what can be switched to; `unavailable`: name -> why not. `width`: the target's logits are so many;
    `context`: the longest sequence it reads, None if its config names none.
    """

    target: Track
    tokenizer: Any
    name: str
    target_path: str
    width: int
    context: int | None
    end_tokens: tuple[int, ...]
    drafters: dict[str, Drafter] = field(default_factory=dict)
    unavailable: dict[str, str] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)  # drafter name -> folder
    default_drafter: str = "none"

    @property
    def drafter_path(self) -> str | None:
        """The folder of the default drafter's model, None where it needs none."""
        return self.paths.get("model" if self.default_drafter == "hybrid" else self.default_drafter)

    def drafter(self, settings: Settings) -> Drafter:
        """Who is in force under these settings. Raises SettingsError that says what there is."""
        found = self.drafters.get(settings.drafter)
        if found is None:
            why = self.unavailable.get(settings.drafter, f"there is no drafter {settings.drafter!r}")
            raise SettingsError(f"{why} (here: {', '.join(self.drafters)})")
        return found

    @property
    def listeners(self) -> list[Listener]:
        """The loaded drafters that listen to the target."""
        return [drafter for drafter in self.drafters.values() if hasattr(drafter, "places")]

    def reset(self) -> None:
        """Forget all caches."""
        self.target.reset()
        for drafter in self.drafters.values():
            drafter.reset()


def load(
    model: str | None = None,
    drafter: str | Sequence[str] | None = None,
    kv_bits: int | None = None,
    progress: Progress | None = None,
) -> Pair:
    """Load a pair. `model`: a folder or hub name, None for the embedded target. `drafter`: a name of the table, a folder or hub
    name, or several of them, the last in force; None chooses (`model` on the embedded pair, else `lookup`). `kv_bits` quantises
    the target's attention cache. Raises LoadError or PairError, one line that says what to do."""
    tell = progress or (lambda _: None)
    wanted = [drafter] if isinstance(drafter, str) else list(drafter or [])
    for name in wanted:
        if name in _LATER:
            raise PairError(_LATER[name])
    if kv_bits not in (None, 2, 3, 4, 6, 8):
        raise LoadError(f"kv-bits must be 2, 3, 4, 6 or 8, not {kv_bits}")
    embedded = model is None
    folder = source.embedded("target") if embedded else source.find(model, tell)
    folders = _drafter_folders(wanted, embedded, tell)
    tokenizer = _tokenizer(folder)
    for other in folders:
        source.check_vocabulary(folder, tokenizer, other, _tokenizer)
    pair = _target(folder, tokenizer, kv_bits, tell)
    _add_drafters(pair, folders, tell)
    pair.default_drafter = _default(pair, wanted, folders, embedded)
    return pair


def _drafter_folders(wanted: list[str], embedded: bool, tell: Progress) -> list[Path]:
    """Folders of the model drafters to load, in the order named; `model` alone is the embedded one, beside the embedded target."""
    named = [name for name in wanted if name not in NAMES or (embedded and name == "model")]
    if embedded and not named:
        named = ["model"]
    found = [source.embedded("drafter") if name == "model" else source.find(name, tell) for name in named]
    return list(dict.fromkeys(found))


def _target(folder: Path, tokenizer: Any, kv_bits: int | None, tell: Progress) -> Pair:
    tell(f"loading target {folder.name}")
    model, config = _model(folder)
    return Pair(
        target=Track(model, kv_bits),
        tokenizer=tokenizer,
        name=_shown_name(folder),
        target_path=str(folder),
        width=_width(model),
        context=source.context(config),
        end_tokens=tuple(sorted(tokenizer.eos_token_ids)),
        drafters={"none": NoDrafter(), "lookup": LookupDrafter()},
        unavailable=dict(_LATER),
    )


def _add_drafters(pair: Pair, folders: list[Path], tell: Progress) -> None:
    for folder in folders:
        tell(f"loading drafter {folder.name}")
        name = "model" if len(folders) == 1 else f"model:{_label(folder, folders)}"
        model, config = _model(folder)
        pair.drafters[name] = ModelDrafter(model, name, source.context(config))
        pair.paths[name] = str(folder)
    if len(folders) > 1:  # `model` alone means the last one
        pair.drafters["model"], pair.paths["model"] = pair.drafters[name], pair.paths[name]
    if folders:
        pair.drafters["hybrid"] = HybridDrafter(pair.drafters)
    else:
        why = "no drafter model is loaded: add --drafter with a folder or hub name of a smaller model with this vocabulary"
        pair.unavailable |= {"model": f"model: {why}", "hybrid": f"hybrid: {why}"}


def _label(folder: Path, folders: list[Path]) -> str:
    """The folder's name, with its parent's where two share it."""
    shared = sum(other.name == folder.name for other in folders) > 1
    return f"{folder.parent.name}/{folder.name}" if shared else folder.name


def _default(pair: Pair, wanted: list[str], folders: list[Path], embedded: bool) -> str:
    if not wanted:
        return "model" if embedded else "lookup"
    last = wanted[-1]
    name = last if last in NAMES else next(n for n, p in reversed(pair.paths.items()) if n != "model" or len(folders) == 1)
    if name not in pair.drafters:
        raise PairError(pair.unavailable[name])
    return name


def _tokenizer(folder: Path) -> Any:
    config = source.read_config(folder)
    try:
        return load_tokenizer(folder, eos_token_ids=config.get("eos_token_id"))
    except Exception as error:  # transformers raises a dozen kinds
        raise LoadError(f"{folder}: the tokenizer cannot be read: {source.one_line(error)}") from error


def _model(folder: Path) -> tuple[Any, dict]:
    try:
        model, config = load_model(folder, lazy=True)
        _prepare(model)
    except Exception as error:  # a truncated file, a missing tensor, an unknown architecture: mlx raises many kinds
        raise LoadError(f"{folder}: the model cannot be loaded: {source.one_line(error)}") from error
    return model, config


def _prepare(model: Any) -> None:
    """Evaluate the weights; on a CPU in float32, the only type whose matrix products are fast there."""
    if mx.default_device().type == mx.DeviceType.cpu:
        floats = (mx.float16, mx.bfloat16)
        model.update(tree_map(lambda a: a.astype(mx.float32) if a.dtype in floats else a, model.parameters()))
    mx.eval(model.parameters())


def _width(model: Any) -> int:
    """How many logits the model gives, by a forward that is never evaluated."""
    return model(mx.array([[0]])).shape[-1]


def _shown_name(folder: Path) -> str:
    return "specdeck-target" if folder == source.embedded("target") else source.hub_name(folder) or folder.name
