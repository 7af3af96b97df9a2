"""Reads what a model's config files say, and checks it: a downloaded file can hold anything. Raises LoadError, one line that
says what to do."""

import importlib.util
import math
import re
from pathlib import Path
from typing import Any, Callable, Collection, Mapping

from ..errors import LoadError, SettingsError, one_line
from ..types import Settings
from .bounded_reading import read_json_object
from .checkpoint import table


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
    if model_module(config) is None:
        raise LoadError(f"{where}: mlx-lm has no model type {kind!r}: try a newer mlx-lm, or another model")


def read_config(folder: Path) -> dict[str, Any]:
    """The folder's config.json, with end tokens and suppressed tokens from generation_config.json where that has any. Raises LoadError."""
    below = "" if (folder / "config.json").exists() else models_below(folder)
    config = read_json_object(folder / "config.json", f"{folder} holds no model: there is no config.json in it{below}")
    check_fields(config, folder)
    if (folder / "generation_config.json").exists():
        generation = read_json_object(folder / "generation_config.json", "")
        config |= {name: generation[name] for name in ("eos_token_id", "suppress_tokens") if generation.get(name) is not None}
    _check_ids(config, folder)
    return config


LISTED = 12  # folders that an error names


def models_below(folder: Path) -> str:
    """The models in this folder's folders, or in those of owners in it, as the end of an error that asks for one of them; empty where there
    are none."""
    found = sorted(str(file.parent.relative_to(folder)) for pattern in ("*/config.json", "*/*/config.json") for file in folder.glob(pattern))
    if not found:
        return ""
    more = f" and {len(found) - LISTED} more" if len(found) > LISTED else ""
    return f"; its folders {', '.join(found[:LISTED])}{more} have one: name {folder / found[0]}"


def recommended(folder: Path) -> dict[str, float]:
    """The sampling that the model's makers recommend in generation_config.json, by names of Settings; empty if they name none, or greedy
    decoding. Values out of a setting's range are left out, since a downloaded file can hold anything."""
    file = folder / "generation_config.json"
    generation = read_json_object(file, "") if file.exists() else {}
    if generation.get("do_sample") is False:
        return {}
    named = {name: generation[name] for name in ("temperature", "top_p", "top_k", "min_p") if name in generation}
    return {name: value for name, value in named.items() if _is_setting(name, value)}


def _is_setting(name: str, value: Any) -> bool:
    try:
        Settings(**{name: value})
    except SettingsError:
        return False
    return True


def suppressed(config: Mapping[str, Any], end_tokens: Collection[int], width: int) -> tuple[int, ...]:
    """Ids of tokens that the model must not emit: those that the config suppresses, and placeholders for images and sounds, which belong in
    prompts only. End tokens and values that are no ids below `width` are left out."""
    media = re.compile(r"(image|audio|video|vision|boi|eoi|boa|eoa)_(\w+_)?token_(id|index)")
    candidates = [token for name, token in config.items() if media.fullmatch(name)] + _listed(config.get("suppress_tokens"))
    ids = {token for token in candidates if isinstance(token, int) and not isinstance(token, bool) and 0 <= token < width}
    return tuple(sorted(ids - set(end_tokens)))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def context(config: Mapping[str, Any]) -> int | None:
    """The longest sequence that the config states, in tokens, None if it states none."""
    text = table(config, "text_config")
    return config.get("max_position_embeddings") or text.get("max_position_embeddings") or config.get("n_positions")  # GPT-2's name


_INTEGERS = {  # fields of a config, or of a section of it, that must be whole numbers if they exist
    "hidden_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads", "head_dim", "intermediate_size", "vocab_size",
    "max_position_embeddings", "sliding_window", "block_size", "mask_token_id", "num_target_layers", "target_hidden_size",
    "linear_num_value_heads", "linear_key_head_dim", "linear_value_head_dim", "conv_kernel_size", "conv_group_size", "selector_rank",
    "selector_top_k", "markov_rank", "swa_window_size", "n_positions",
}  # fmt: skip
_INTEGER_LISTS = {"target_layer_ids", "layer_ids", "eagle_aux_hidden_state_layer_ids"}
_BY_LAYER = {"intermediate_size", "num_attention_heads", "num_key_value_heads"}  # a list by layer in Gemma 3n, OpenELM
_REALS = {"rope_theta", "rope_local_base_freq", "rms_norm_eps", "layer_norm_eps", "norm_eps", "final_logit_softcapping", "output_multiplier", "input_embedding_scale"}
_TABLES = {
    "text_config", "dflash_config", "eagle_config", "transformer_layer_config", "mtp_assistant_config", "mlx_lm_extra_tensors", "rope_parameters", "rope_scaling",
    "sliding_attention", "full_attention", "quantization", "quantization_config",
}  # fmt: skip
_TEXTS = {"model_type"}
_KINDS: tuple[tuple[Collection[str], str, Callable[[Any], bool]], ...] = (
    (_BY_LAYER, "a whole number, or a list of them", lambda value: _is_integer(value) or _are(value, _is_integer)),
    (_INTEGERS, "a whole number", lambda value: _is_integer(value)),
    (_INTEGER_LISTS, "a list of whole numbers", lambda value: _are(value, _is_integer)),
    ({"layer_types"}, "a list of texts", lambda value: _are(value, lambda kind: isinstance(kind, str))),
    (_REALS, "a number", lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)),
    (_TEXTS, "a text", lambda value: isinstance(value, str)),
    (_TABLES, "a table", lambda value: isinstance(value, Mapping)),
)
_FIELDS = {name: (what, fine) for names, what, fine in reversed(_KINDS) for name in names}


def check_fields(config: Mapping[str, Any], where: Path) -> None:
    """Raise LoadError where a field of a config, or of a table in it, is not of its kind, since a downloaded config can hold anything; None is as
    if it were not there. `where` is its folder, for the error."""
    todo = [config, *(value for value in config.values() if isinstance(value, Mapping))]
    for section in todo:
        for name in _FIELDS.keys() & section.keys():
            what, fine = _FIELDS[name]
            if section[name] is not None and not fine(section[name]):
                raise LoadError(f"{where / 'config.json'}: {name} should be {what}, not {one_line(repr(section[name]))[:40]}")
        todo += [section[name] for name in _TABLES & section.keys() if section is not config and section[name]]


def _are(value: Any, fine: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(fine, value))


def _check_ids(config: Mapping[str, Any], folder: Path) -> None:
    """Raise LoadError where the end tokens or the suppressed ones are no token ids."""
    for name in ("eos_token_id", "suppress_tokens"):
        if not all(isinstance(token, int) and not isinstance(token, bool) for token in _listed(config.get(name))):
            raise LoadError(f"{folder}: {name} should be a token id or a list of them, not {one_line(repr(config[name]))[:40]}")


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31


def model_module(config: Mapping[str, Any]) -> Path | None:
    """The file of mlx-lm that builds what this config describes, None if there is none."""
    from mlx_lm.utils import MODEL_ARCHITECTURE_REMAPPING, MODEL_REMAPPING

    kind = config["model_type"]
    remapped = [MODEL_ARCHITECTURE_REMAPPING.get((kind, name)) for name in _listed(config.get("architectures")) if isinstance(name, str)]
    kind = next((name for name in remapped if name), MODEL_REMAPPING.get(kind, kind))
    try:
        spec = importlib.util.find_spec(f"mlx_lm.models.{kind}")
    except ImportError:  # of "a.b", where a is no package
        return None
    return Path(spec.origin or "") if spec else None
