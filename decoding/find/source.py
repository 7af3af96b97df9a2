"""Finds model folders (the embedded pair, a local folder, the hub's cache or the hub) and reads what their config files say.

Reads configs and vocabularies, no weights. Raises LoadError and PairError, one line that says what to do.
"""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path
from typing import Any, Callable, Collection, Mapping

from specdeck import assets
from specdeck.decoding.errors import OTHER_VOCABULARY, LoadError, PairError, SettingsError, one_line
from specdeck.decoding.types import Settings

from .json_object import read_json_object
from .shared_strings import SharedStrings, Vocabulary
from .vocabulary import ENOUGH, Agreement, agreement

_MEDIA_TOKEN = re.compile(r"(image|audio|video|vision|boi|eoi|boa|eoa)_(\w+_)?token_(id|index)")
_WHOLE = {  # fields of a config, or of a section of it, that must be whole numbers if they exist
    "hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads", "head_dim", "intermediate_size", "vocab_size",
    "max_position_embeddings", "sliding_window", "block_size", "mask_token_id", "num_target_layers", "target_hidden_size",
    "linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim", "conv_kernel_size", "conv_group_size", "selector_rank",
    "selector_top_k", "markov_rank",
}  # fmt: skip
_TOKENIZER_FILES = ("tokenizer", "special_tokens", "added_tokens", "vocab", "merges", "chat_template", "tekken", "spiece")
TOKENIZER_LARGEST = 1 << 28  # bytes of one of its files; the largest vocabularies have some tens of millions
_WHOLE_LISTS = {"target_layer_ids", "eagle_aux_hidden_state_layer_ids"}
_BY_LAYER = {"intermediate_size", "num_attention_heads", "num_key_value_heads"}  # a list by layer in Gemma 3n, OpenELM
_HUB_NAME = re.compile(r"[A-Za-z0-9][\w.-]*/[\w.-]+")


def embedded(role: str) -> Path:
    """The folder of a model of the embedded pair; `role`: "target", "drafter", "mtp" or "dflash". It need not exist."""
    return assets.MODELS / role


def is_hub_name(text: str) -> bool:
    """Whether this text has the form org/model."""
    return bool(_HUB_NAME.fullmatch(text))


def find(name: str, tell: Callable[[str], None]) -> Path:
    """The folder of a model, given as a folder or a hub name; downloaded if it is not on disk. `tell` is called with a line for each step
    of a download. Raises LoadError."""
    path = Path(os.path.expanduser(name))
    if os.path.isdir(path):  # os.path: a name that is too long is no folder, and no error
        return path.resolve()
    if os.path.exists(path):
        raise LoadError(f"{name} is a file: give the folder that holds config.json and the safetensors")
    if not is_hub_name(name):
        raise LoadError(f"there is no folder {name}, and it is not a hub name (org/model)")
    tell(f"downloading {name}")
    from .hub_download import fetch

    return fetch(name, lambda done, total: tell(f"downloading {name}: {100 * done // total} %"))


def check_folder(folder: Path) -> Path:
    """Return the folder if it holds a model that mlx-lm can build, with weights. Raises LoadError."""
    check_config(read_config(folder), folder)
    if not list(folder.glob("model*.safetensors")):
        raise LoadError(f"{folder} holds no model*.safetensors: is the download complete?")
    return folder


def check_config(config: Mapping[str, Any], where: Path) -> None:
    """Raise LoadError unless mlx-lm can build the model of this config; `where` is its folder, for the error."""
    kind = config.get("model_type")
    if not kind:
        raise LoadError(f"{where}/config.json names no model_type: it is not a language model")
    if not _known(config):
        raise LoadError(f"{where}: mlx-lm has no model type {kind!r}: try a newer mlx-lm, or another model")


def read_config(folder: Path) -> dict[str, Any]:
    """The folder's config.json, with end tokens and suppressed tokens from generation_config.json where that has any. Raises LoadError."""
    config = read_json_object(folder / "config.json", f"{folder} holds no model: there is no config.json in it")
    _check_numbers(config, folder)
    if (folder / "generation_config.json").exists():
        generation = read_json_object(folder / "generation_config.json", "")
        config |= {name: generation[name] for name in ("eos_token_id", "suppress_tokens") if generation.get(name) is not None}
    _check_ids(config, folder)
    return config


def recommended(folder: Path) -> dict[str, float]:
    """The sampling that the model's makers recommend in generation_config.json, by names of Settings; empty if they name none, or greedy
    decoding. Values out of a setting's range are left out, since a downloaded file can hold anything."""
    file = folder / "generation_config.json"
    generation = read_json_object(file, "") if file.exists() else {}
    if generation.get("do_sample") is False:
        return {}
    return {name: generation[name] for name in ("temperature", "top_p", "top_k", "min_p") if name in generation and _is_setting(name, generation[name])}


def _is_setting(name: str, value: Any) -> bool:
    try:
        Settings(**{name: value})
    except SettingsError:
        return False
    return True


def suppressed(config: Mapping[str, Any], ends: Collection[int], width: int) -> tuple[int, ...]:
    """Ids of tokens that the model must not emit: those that the config suppresses, and placeholders for images and sounds, which belong in
    prompts only. End tokens (`ends`) and values that are no ids below `width` are left out."""
    candidates = [token for name, token in config.items() if _MEDIA_TOKEN.fullmatch(name)] + _listed(config.get("suppress_tokens"))
    ids = {token for token in candidates if isinstance(token, int) and not isinstance(token, bool) and 0 <= token < width}
    return tuple(sorted(ids - set(ends)))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def context(config: Mapping[str, Any]) -> int | None:
    """The longest sequence that the config states, in tokens, None if it states none."""
    text = config.get("text_config") or {}
    return config.get("max_position_embeddings") or text.get("max_position_embeddings")


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


def check_tokenizer_files(folder: Path) -> None:
    """Raise LoadError for a file of the tokenizer that is a pipe or a device, which a reader would wait for, or far too large."""
    for file in [folder / name for name in os.listdir(folder) if name.startswith(_TOKENIZER_FILES)]:
        if file.exists() and not file.is_file():
            raise LoadError(f"{file} is not a file")
        if file.is_file() and file.stat().st_size > TOKENIZER_LARGEST:
            raise LoadError(f"{file} is too large to be of a tokenizer: download it again")


def tokenizer_code(folder: Path) -> str | None:
    """The name of the Python file that implements this folder's tokenizer, None if it needs none."""
    file = folder / "tokenizer_config.json"
    named = (read_json_object(file, "") if file.exists() else {}).get("auto_map")
    classes = named.get("AutoTokenizer") if isinstance(named, dict) else None
    first = next((str(name) for name in classes if name), None) if isinstance(classes, list) else classes
    return f"{str(first).partition('.')[0]}.py" if first else None


def hub_name(folder: Path) -> str | None:
    """org/name of a folder in the hub's cache, None for other folders."""
    for parent in folder.parents:
        if parent.name.startswith("models--"):
            return parent.name.removeprefix("models--").replace("--", "/", 1)
    return None


def shown(folder: Path) -> str:
    """The name to show for a folder: its hub name in the hub's cache, where folders are named by commits; else the folder's own name."""
    return hub_name(folder) or folder.name


def _check_numbers(config: Mapping[str, Any], folder: Path) -> None:
    """Raise LoadError where a field that is used as a number is none, since a downloaded config can hold anything."""
    for section in (config, *(value for value in config.values() if isinstance(value, dict))):
        for name in _WHOLE & section.keys():
            by_layer = name in _BY_LAYER and isinstance(section[name], list) and all(map(_whole, section[name]))
            if not _whole(section[name]) and section[name] is not None and not by_layer:
                raise LoadError(f"{folder / 'config.json'}: {name} should be a whole number, not {one_line(repr(section[name]))[:40]}")
        for name in _WHOLE_LISTS & section.keys():
            if not isinstance(section[name], (list, type(None))) or not all(map(_whole, section[name] or ())):
                raise LoadError(f"{folder / 'config.json'}: {name} should be a list of whole numbers, not {one_line(repr(section[name]))[:40]}")


def _check_ids(config: Mapping[str, Any], folder: Path) -> None:
    """Raise LoadError where the end tokens or the suppressed ones are no token ids."""
    for name in ("eos_token_id", "suppress_tokens"):
        if not all(isinstance(token, int) and not isinstance(token, bool) for token in _listed(config.get(name))):
            raise LoadError(f"{folder}: {name} should be a token id or a list of them, not {one_line(repr(config[name]))[:40]}")


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def _known(config: Mapping[str, Any]) -> bool:
    return model_module(config) is not None


def model_module(config: Mapping[str, Any]) -> Path | None:
    """The file of mlx-lm that builds what this config describes, None if there is none."""
    from mlx_lm.utils import MODEL_ARCHITECTURE_REMAPPING, MODEL_REMAPPING

    kind = config["model_type"]
    names = config.get("architectures") or ()
    remapped = [MODEL_ARCHITECTURE_REMAPPING.get((kind, name)) for name in ([names] if isinstance(names, str) else names)]
    kind = next((name for name in remapped if name), MODEL_REMAPPING.get(kind, kind))
    try:
        spec = importlib.util.find_spec(f"mlx_lm.models.{kind}")
    except ImportError:  # of "a.b", where a is no package
        return None
    return Path(spec.origin or "") if spec else None
