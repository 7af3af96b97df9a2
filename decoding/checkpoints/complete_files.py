"""Checks before weights are read, by names, headers and config. A model's files must be complete and of types that mlx reads.

Raises LoadError, one line that says what to do.
"""

import importlib.util
import re
from fnmatch import fnmatch
from pathlib import Path
from typing import Mapping

from ..errors import EIGHT_BIT_FLOATS, INCOMPLETE, LoadError
from .bounded_reading import IRREGULAR, read_json_object, read_regular
from .checkpoint import SIDECARS, Checkpoint, Config, Tensor, listed, read_headers, read_index, table, text_part, understood

TAKE_ANOTHER = "take a bf16 or a quantised MLX version"


def check_model(checkpoint: Checkpoint, tokenizer: bool = True) -> None:
    """Raise LoadError unless mlx-lm can build this whole model, and its files are complete and readable. `tokenizer`: check
    the tokenizer's files too."""
    folder = checkpoint.folder
    with understood(folder):
        check_shards(folder)
        check_described(checkpoint)
        if tokenizer:
            check_tokenizer(folder)


def check_described(checkpoint: Checkpoint) -> None:
    """Raise LoadError for what config and headers alone show, for checkpoints whose files are not on disk."""
    kind, where = checkpoint.config.get("model_type"), checkpoint.folder
    if not kind:
        raise LoadError(f"{where}/config.json names no model_type: it is not a language model")
    if model_module(checkpoint.config) is None:
        raise LoadError(f"{where}: mlx-lm has no model type {kind!r}: try a newer mlx-lm, or another model")
    if not checkpoint.tensors:
        raise LoadError(f"{where} holds no model*.safetensors: is the download complete?")
    _check_quantisation(checkpoint)
    check_sizes(checkpoint)


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
    """Raise LoadError where the config names far more layers, or far wider ones, than there are weights for. Otherwise mlx-lm would build them all
    before it misses any. `target`: of a drafter, whose config may name the target's sizes."""
    config, tensors = checkpoint.config, checkpoint.tensors.values()
    largest = 16 * max((size for tensor in tensors for size in tensor.shape), default=0)  # 16 numbers of 2 bits are packed in one
    layers = 2 * max((int(number) + 1 for tensor in tensors for number in re.findall(r"\.(\d{1,9})(?=\.)", tensor.name)), default=0) + 8
    limits = dict.fromkeys(_LAYERS, layers) | dict.fromkeys(_SIZES, max(largest, layers))
    for section in (config, text_part(config)) if tensors else ():
        for name, most in limits.items():
            for size in listed(section.get(name)):  # Gemma 3n and OpenELM list some by layer
                if isinstance(size, int) and size > most and (target is None or size != target.text.get(name)):
                    raise LoadError(f"{checkpoint.folder / 'config.json'}: {name} is {size:,}, more than the weights beside it can fill: download it again")


def check_shards(folder: Path) -> None:
    """Raise LoadError if a file of weights that the folder's index names is missing. It may be missing if its tensors were folded into another."""
    there = {*SIDECARS, *(file.name for file in folder.glob("model*.safetensors"))}
    gone = {tensor: file for tensor, file in read_index(folder).items() if fnmatch(file, "model*.safetensors") and file not in there}
    if gone and not gone.keys() <= read_headers(folder).keys():
        missing = sorted({*gone.values()})
        count = "1 file of weights is" if len(missing) == 1 else f"{len(missing)} files of weights are"
        raise LoadError(f"{folder} is incomplete: {count} missing ({', '.join(missing[:2])}{', …' * (len(missing) > 2)}): download it again", INCOMPLETE)


def tokenizer_code(folder: Path) -> str | None:
    """The name of the Python file that implements this folder's tokenizer, None if it needs none."""
    classes = table(read_json_object(folder / "tokenizer_config.json"), "auto_map").get("AutoTokenizer")
    first = next((name for name in listed(classes) if name), None)
    return f"{str(first).partition('.')[0]}.py" if first else None


def check_tokenizer(folder: Path) -> None:
    """Raise LoadError if the folder holds no tokenizer in any form. Also raise it for a pipe in place of one of its files: a library
    would wait on it."""
    files = ("tokenizer.json", "tokenizer.model", "tekken.json", "tiktoken.model", "vocab.json", "spiece.model")
    if not any((folder / name).exists() for name in files) and not list(folder.glob("*.tiktoken")) and not tokenizer_code(folder):
        raise LoadError(f"{folder} holds no tokenizer (no {files[0]}): is the download complete?", INCOMPLETE)
    if pipe := next((folder / name for name in (*files, *_OBJECTS, "merges.txt", "chat_template.jinja") if (folder / name).is_fifo()), None):
        raise LoadError(f"{pipe} cannot be read: {IRREGULAR}")


_METHODS = (None, "bitnet", "mxfp4", "mxfp8", "fp8", "compressed-tensors", "modelopt", "awq", "gptq")  # of other tools, that mlx-lm reads
_FORMATS = ("nvfp4-pack-quantized", "mxfp4-pack-quantized", "pack-quantized")  # of compressed-tensors


def _check_quantisation(checkpoint: Checkpoint) -> None:
    """Raise LoadError if mlx-lm does not read how the weights are quantised, for this type of model or any."""
    config, where = checkpoint.config, checkpoint.folder
    settings = table(config, "quantization_config") or table(table(config, "text_config"), "quantization_config")
    method, form = settings.get("quant_method"), settings.get("format")
    if not config.get("quantization") and (method not in _METHODS or (method == "compressed-tensors" and form not in _FORMATS)):
        raise LoadError(f"{where}: quantised by {method!r}{f' in the format {form!r}' if form else ''}, which mlx-lm does not read: {TAKE_ANOTHER}")
    # The module's source shows what it converts or keeps packed. Other modules take the raw bytes for numbers, and some even multiply these
    # by the scales.
    code = _code(config)
    reads_floats = any("from_fp8" in text or ("scale_inv" in text and "view(mx.uint32)" in text) for text in code)
    reads_packed = any("weight_packed" in text for text in code)
    for tensor in checkpoint.tensors.values():
        if tensor.dtype == "F8_E4M3" and tensor.name.endswith(".weight") and not reads_floats:
            words = f"{tensor.name} holds 8-bit floats, which mlx-lm does not read for this model type"
            raise LoadError(f"{where}: {words}: {TAKE_ANOTHER}", EIGHT_BIT_FLOATS)
        if tensor.name.endswith(".weight_packed") and not reads_packed:
            raise LoadError(f"{where}: {tensor.name} is packed by another tool, which mlx-lm does not read for this model type: {TAKE_ANOTHER}")
    if (trouble := no_weights(checkpoint.tensors)) and (config.get("quantization") or not settings):  # else mlx-lm unpacks it
        raise LoadError(f"{where}: {trouble}")


def no_weights(tensors: Mapping[str, Tensor]) -> str | None:
    """Says that a matrix of whole numbers has no scales, so that mlx would compute with them as they are. None where each has scales."""
    for name, tensor in tensors.items():
        whole = name.endswith(".weight") and len(tensor.shape) > 1 and tensor.dtype.startswith(("U", "I"))
        if whole and f"{name.removesuffix('weight')}scales" not in tensors:
            return f"{name} holds whole numbers ({tensor.dtype}) without scales, which are no weights: {TAKE_ANOTHER}"
    return None


def _code(config: Config) -> list[str]:
    """The source of mlx-lm's modules of this model type and of its text part's."""
    sections = [section for section in (config, table(config, "text_config")) if section.get("model_type")]
    files = [file for section in sections if (file := model_module(section)) and file.is_file()]
    return [read_regular(file).decode("utf-8") for file in files]


# Says which file of a tokenizer is damaged, for an error that names it. The libraries that read these files name none.

_OBJECTS = ("tokenizer.json", "tekken.json", "vocab.json", "tokenizer_config.json", "special_tokens_map.json", "added_tokens.json")


def damage(folder: Path) -> str | None:
    """The first file of this folder's tokenizer that holds no JSON object, and what to do; None if each does."""
    for name in _OBJECTS:
        try:
            read_json_object(folder / name)
        except LoadError as error:
            return str(error)
    return None
