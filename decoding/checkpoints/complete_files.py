"""Checks that a model's files are complete and of types that mlx reads, by names, headers and config, before weights are read.

Raises LoadError, one line that says what to do.
"""

import importlib.util
import os
import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Iterator, Mapping

from ..errors import EIGHT_BIT_FLOATS, INCOMPLETE, LoadError
from .bounded_reading import LARGEST, TOKENIZER_LARGEST, read_json_object, read_regular
from .checkpoint import (
    SIDECARS,
    Checkpoint,
    Config,
    Tensor,
    indexed_files,
    listed,
    read_headers,
    read_index,
    table,
    text_part,
    understood,
)

READABLE = ("F32", "F16", "BF16", "F8_E4M3", "F8_E8M0", "U8", "U16", "U32", "U64", "I8", "I16", "I32", "I64", "BOOL", "C64")  # by mlx
_INTEGERS = ("U8", "U16", "U32", "U64", "I8", "I16", "I32", "I64", "BOOL")
TAKE_ANOTHER = "take a bf16 or a quantised MLX version"


def check_model(checkpoint: Checkpoint, tokenizer: bool = True) -> None:
    """Raise LoadError unless mlx-lm can build this whole model, and its files are complete and readable; the tokenizer's if asked for."""
    folder = checkpoint.folder
    with understood(folder):
        check_type(checkpoint)
        if not list(folder.glob("model*.safetensors")):
            raise LoadError(f"{folder} holds no model*.safetensors: is the download complete?")
        check_shards(folder)
        check_described(checkpoint)
        if tokenizer:
            check_tokenizer(folder)


def check_described(checkpoint: Checkpoint) -> None:
    """Raise LoadError for what config and headers alone show, for checkpoints whose files are not on disk."""
    with understood(checkpoint.folder):
        check_type(checkpoint)
        check_quantisation(checkpoint.config, checkpoint.folder)
        check_numbers(checkpoint)
        check_sizes(checkpoint)


def check_type(checkpoint: Checkpoint) -> None:
    """Raise LoadError unless mlx-lm has this model's type."""
    kind, where = checkpoint.config.get("model_type"), checkpoint.folder
    if not kind:
        raise LoadError(f"{where}/config.json names no model_type: it is not a language model")
    if model_module(checkpoint.config) is None:
        raise LoadError(f"{where}: mlx-lm has no model type {kind!r}: try a newer mlx-lm, or another model")


def model_module(config: Config) -> Path | None:
    """The file of mlx-lm that builds what this config describes, None if there is none."""
    from mlx_lm.utils import MODEL_ARCHITECTURE_REMAPPING, MODEL_REMAPPING

    kind = config["model_type"]
    remapped = [MODEL_ARCHITECTURE_REMAPPING.get((kind, name)) for name in listed(config.get("architectures"))]
    kind = next((name for name in remapped if name), MODEL_REMAPPING.get(kind, kind))
    try:
        spec = importlib.util.find_spec(f"mlx_lm.models.{kind}")
    except ImportError:  # of "a.b", where a is no package
        return None
    return Path(spec.origin or "") if spec else None


_LAYERS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers")
_SIZES = (
    "hidden_size", "intermediate_size", "moe_intermediate_size", "vocab_size", "num_attention_heads", "num_key_value_heads", "head_dim",
    "num_experts", "num_local_experts", "n_routed_experts",
)  # fmt: skip


def check_sizes(checkpoint: Checkpoint, target: Checkpoint | None = None) -> None:
    """Raise LoadError where the config names far more layers, or far wider ones, than there are weights for: mlx-lm would build them all
    before it misses any. `target`: of a drafter, whose config may name the target's sizes."""
    config, tensors = checkpoint.config, checkpoint.tensors.values()
    largest = 16 * max((size for tensor in tensors for size in tensor.shape), default=0)  # 16 numbers of 2 bits are packed in one
    layers = 2 * max((int(number) + 1 for tensor in tensors for number in re.findall(r"\.(\d{1,9})(?=\.)", tensor.name)), default=0) + 8
    for section in (config, text_part(config)) if tensors else ():
        for name in (*_LAYERS, *_SIZES):
            most = layers if name in _LAYERS else max(largest, layers)
            for size in listed(section.get(name)):  # Gemma 3n and OpenELM list some by layer
                if isinstance(size, int) and size > most and (target is None or size != target.text.get(name)):
                    raise LoadError(f"{checkpoint.folder / 'config.json'}: {name} is {size:,}, more than the weights beside it can fill: download it again")


def check_shards(folder: Path) -> None:
    """Raise LoadError if a file of weights is missing that the folder's index, or the numbering of its files, lists."""
    missing = sorted({name for name in _promised(folder) if not os.path.isfile(folder / name)})
    lacks = {tensor for tensor, file in read_index(folder).items() if not os.path.isfile(folder / file)} if missing else set()
    if missing and not (lacks and lacks <= read_headers(folder).keys()):  # else they were folded into files that are there
        names = ", ".join(missing[:2]) + (", …" if len(missing) > 2 else "")
        count = "1 file of weights is" if len(missing) == 1 else f"{len(missing)} files of weights are"
        raise LoadError(f"{folder} is incomplete: {count} missing ({names}): download it again", INCOMPLETE)


def tokenizer_code(folder: Path) -> str | None:
    """The name of the Python file that implements this folder's tokenizer, None if it needs none."""
    file = folder / "tokenizer_config.json"
    classes = table(read_json_object(file, "") if file.exists() else {}, "auto_map").get("AutoTokenizer")
    first = next((name for name in listed(classes) if name), None)
    return f"{str(first).partition('.')[0]}.py" if first else None


_TOKENIZER = ("tokenizer", "special_tokens", "added_tokens", "vocab", "merges", "chat_template", "tekken", "spiece", "tiktoken")  # its files' names begin so


def check_tokenizer(folder: Path) -> None:
    """Raise LoadError if the folder holds no tokenizer in any form, or a pipe, a device or far too large a file in the place of one: the libraries
    that read it would wait for ever, or take all memory."""
    files = ("tokenizer.json", "tokenizer.model", "tekken.json", "tiktoken.model", "vocab.json", "spiece.model")
    if not any((folder / name).exists() for name in files) and not list(folder.glob("*.tiktoken")) and not tokenizer_code(folder):
        raise LoadError(f"{folder} holds no tokenizer (no {files[0]}): is the download complete?", INCOMPLETE)
    for file in [file for file in folder.iterdir() if file.name.startswith(_TOKENIZER) and file.exists() and not file.is_dir()]:
        if not file.is_file() or file.stat().st_size > TOKENIZER_LARGEST:
            raise LoadError(f"{file} cannot be read: it is not a regular file of at most {TOKENIZER_LARGEST:,} bytes: download the model again")


def _promised(folder: Path) -> Iterator[str]:
    named = [name for name in indexed_files(folder) if fnmatch(name, "model*.safetensors") and Path(name).name == name]  # mlx-lm's
    read = [name for name in named if name not in SIDECARS]
    if any(os.path.isfile(folder / name) for name in read):
        yield from read
    for file in folder.glob("model-*-of-*.safetensors"):
        if shard := re.fullmatch(r"model-\d+-of-(\d+)\.safetensors", file.name):
            yield from (f"model-{at:0{len(shard[1])}}-of-{shard[1]}.safetensors" for at in range(1, min(int(shard[1]), 9999) + 1))


_METHODS = ("bitnet", "mxfp4", "mxfp8", "fp8", "compressed-tensors", "modelopt", "awq", "gptq")  # of other tools, that mlx-lm reads
_FORMATS = ("nvfp4-pack-quantized", "mxfp4-pack-quantized", "pack-quantized")  # of compressed-tensors


def check_quantisation(config: Config, where: Path) -> None:
    """Raise LoadError if the weights are quantised in a way that mlx-lm cannot read."""
    if settings := table(config, "quantization"):
        for layer, own in [("", settings), *((f"{layer} is ", own) for layer, own in settings.items() if isinstance(own, Mapping))]:
            for name, known in (("bits", (2, 3, 4, 5, 6, 8)), ("mode", ("affine", "mxfp4", "mxfp8", "nvfp4"))):
                if own.get(name) is not None and own[name] not in known:
                    raise LoadError(f"{where}: {layer}quantised with {name} {own[name]!r}, which mlx does not know: {TAKE_ANOTHER}")
        return
    settings = table(config, "quantization_config") or table(table(config, "text_config"), "quantization_config")
    method = settings.get("quant_method")
    if method is not None and method not in _METHODS:
        raise LoadError(f"{where}: quantised by {method!r}, which mlx-lm does not read: {TAKE_ANOTHER}")
    if method == "compressed-tensors" and settings.get("format") not in _FORMATS:
        raise LoadError(f"{where}: compressed-tensors of the format {settings.get('format')!r}, which mlx-lm does not read: {TAKE_ANOTHER}")


def check_numbers(checkpoint: Checkpoint) -> None:
    """Raise LoadError if mlx cannot read a tensor's type, or would take packed numbers for weights."""
    config, where, by_name = checkpoint.config, checkpoint.folder, checkpoint.tensors
    for tensor in by_name.values():
        if tensor.dtype not in READABLE:
            raise LoadError(f"{where}: {not_readable(tensor)}")
    matrices = [tensor for tensor in by_name.values() if tensor.name.endswith(".weight") and len(tensor.shape) > 1]
    floats = next((tensor for tensor in matrices if tensor.dtype == "F8_E4M3"), None)
    if floats and not _reads_8_bit_floats(config):
        words = f"{floats.name} holds 8-bit floats, which mlx-lm does not read for this model type"
        raise LoadError(f"{where}: {words}: {TAKE_ANOTHER}", EIGHT_BIT_FLOATS)
    packed = next((name for name in by_name if name.endswith(".weight_packed")), None)
    if packed and not any("weight_packed" in code for code in _code(config)):
        raise LoadError(f"{where}: {packed} is packed by another tool, which mlx-lm does not read for this model type: {TAKE_ANOTHER}")
    if config.get("quantization_config") and not config.get("quantization"):
        return  # packed by another tool: mlx-lm unpacks it
    for name in [name for name in unscaled_integers(by_name) if len(by_name[name].shape) > 1][:1]:
        raise LoadError(f"{where}: {no_weights(name, by_name[name])}")


def not_readable(tensor: Tensor) -> str:
    """That mlx cannot read a tensor's type."""
    return f"{tensor.name} holds {tensor.dtype} numbers, which mlx does not read: {TAKE_ANOTHER}"


def no_weights(name: str, tensor: Tensor) -> str:
    """That a tensor of whole numbers without scales holds no weights."""
    return f"{name} holds whole numbers ({tensor.dtype}) without scales, which are no weights: {TAKE_ANOTHER}"


def unscaled_integers(tensors: Mapping[str, Tensor]) -> list[str]:
    """The names of the weights that are whole numbers and have no scales beside them."""
    names = [name for name in tensors if name.endswith(".weight") and tensors[name].dtype in _INTEGERS]
    return [name for name in names if f"{name.removesuffix('weight')}scales" not in tensors]


def _reads_8_bit_floats(config: Config) -> bool:
    """Whether mlx-lm's module of this model type converts them, or keeps them packed (mxfp8). Others take the raw bytes for numbers;
    some even multiply these by the scales."""
    return any("from_fp8" in code or ("scale_inv" in code and "view(mx.uint32)" in code) for code in _code(config))


def _code(config: Config) -> Iterator[str]:
    """The source of mlx-lm's modules of this model type and of its text part's."""
    for section in [section for section in (config, table(config, "text_config")) if section.get("model_type")]:
        module = model_module(section)
        if module and module.is_file():
            yield read_regular(module).decode("utf-8")


Seen = dict[Path, tuple[int, int]]


def seen(folder: Path) -> Seen:
    """Size and modification time of every file of weights and of the config in this folder, for `check_unchanged`."""
    files = [*folder.glob("*.safetensors"), *folder.glob("*/*.safetensors"), folder / "config.json"]
    return {file: (at.st_size, at.st_mtime_ns) for file in files if file.is_file() and (at := file.stat())}


def check_unchanged(folder: Path, before: Seen) -> None:
    """Raise LoadError if a file changed since `before`, the result of `seen`."""
    after = seen(folder)
    if changed := sorted(file.name for file in before.keys() | after.keys() if before.get(file) != after.get(file)):
        raise LoadError(f"{folder}: {changed[0]} changed while it was read: load it again once nothing writes there (a download?)")


# Says which file of a tokenizer is damaged, for an error that names it: the libraries that read these files name none.

TEKKEN = "tekken.json"  # Mistral's
_OBJECTS = ("tokenizer.json", TEKKEN, "vocab.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json")


def damage(folder: Path) -> str | None:
    """The first file of this folder's tokenizer that holds no JSON object, and what to do; None if each does."""
    for name in _OBJECTS:
        file = folder / name
        if not file.is_file() or file.stat().st_size > LARGEST:
            continue
        try:
            read_json_object(file, "")
        except LoadError as error:
            return str(error)
    return None


def needs_mistral_common(folder: Path) -> str | None:
    """What to do where only Mistral's own library could read the tokenizer, which is not installed; None elsewhere."""
    if not (folder / TEKKEN).is_file() or (folder / "tokenizer.json").is_file() or importlib.util.find_spec("mistral_common"):
        return None
    return f"only mistral-common reads {folder / TEKKEN}: pip install mistral-common, or take a version of the model with a tokenizer.json"
