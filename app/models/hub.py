"""Searching the hub, and checking a model there before it is downloaded. Blocks while the hub answers; knows nothing of threads
or screens."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from functools import cached_property
from pathlib import Path
from typing import Any, Mapping

from specdeck.decoding.checkpoints import (
    PATTERNS,
    SIDECARS,
    Tensor,
    asked,
    beside_model,
    bits,
    checkpoint_from,
    complete_files,
    download_error,
    parse,
    sidecars,
    small_file,
    understood,
    vocabulary_digest,
    with_sidecar,
)
from specdeck.decoding.errors import LoadError

from .disk import Item, item_of
from .published import Published, PublishedPair, described_by_name

MOST = 40  # models listed
AT_ONCE = 8  # headers requested at a time
PATIENCE = 10.0  # seconds to wait for the hub's first answer


@dataclass(frozen=True)
class Listed:
    """A model on the hub, or a pair. `size`: bytes of its tensors, None where the hub does not say. `gated`: terms must be accepted. `published`: its
    row in the table of published drafters, if it comes from there. `pair`: the pair that is listed in place of one model."""

    name: str
    size: int | None
    downloads: int = 0
    gated: bool = False
    published: Published | None = None
    pair: PublishedPair | None = None

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The model, or the target and the drafter of a pair, as far as known before the hub is asked."""
        return self.pair.items if self.pair else (self.published.item if self.published else described_by_name(self.name, self.size or 0),)


@dataclass
class Search:
    """A search of the hub, and its answer. `trouble`: why it could not be searched."""

    text: str = ""
    searching: bool = False
    found: tuple[Listed, ...] = ()
    trouble: str = ""


def search(text: str) -> tuple[Listed, ...]:
    """Models with safetensors files whose name matches, the most downloaded first. Raises LoadError."""
    from huggingface_hub import HfApi, constants, get_session

    try:
        get_session().head(constants.ENDPOINT, timeout=PATIENCE)  # without a network the search itself would retry for half a minute
        found = HfApi().list_models(search=text, filter="safetensors", sort="downloads", limit=MOST, expand=["downloads", "safetensors", "gated"])
        return tuple(Listed(one.id, _size(one.safetensors), one.downloads or 0, bool(one.gated)) for one in found)
    except Exception as error:  # errors of the hub's client and of the network
        raise LoadError(f"the hub cannot be searched: {download_error(error)}") from error


def _size(safetensors: object) -> int | None:
    """Bytes of the tensors. The hub counts parameters by type, and of a quantised matrix its packed words."""
    counts = getattr(safetensors, "parameters", None)
    return sum(bits(dtype) * count for dtype, count in counts.items()) // 8 if counts else None


def check(name: str) -> Item:
    """The model as an item, from its config, vocabulary and headers alone: some megabytes. One that cannot be loaded has its
    trouble. Raises LoadError if the hub cannot say."""
    from huggingface_hub import HfApi

    try:
        hub = asked(name)
        within = f"{hub.inner}/".lstrip("/")
        files = {file.rfilename: file.size or 0 for file in HfApi().model_info(hub.repo, revision=hub.revision, files_metadata=True).siblings or ()}
        files = {file.removeprefix(within): bytes_ for file, bytes_ in files.items() if file.startswith(within)}
        size = sum(bytes_ for file, bytes_ in files.items() if any(fnmatch(file, pattern) for pattern in PATTERNS))
        weights = sorted(file for file in files if fnmatch(file, "model*.safetensors") and file not in SIDECARS)
        config = parse(small_file(name, "config.json")) if "config.json" in files else {}
        sidecar = [file for file in sidecars(config) if file in files][:1]
        tensors, _ = with_sidecar(_headers(name, weights), beside_model(_headers(name, sidecar).values()))
        tokens = vocabulary_digest(small_file(name, "tokenizer.json")) if "tokenizer.json" in files else None
    except Exception as error:  # errors of the hub's client, of the network, and of json
        raise LoadError(f"{name} cannot be checked: {download_error(error)}") from error
    return _judged(name, size, config, tensors, tokens)


def _judged(name: str, size: int, config: dict[str, Any], tensors: Mapping[str, Tensor], tokens: str | None) -> Item:
    try:
        with understood(Path(name)):
            found = checkpoint_from(Path(name), config, tensors)
            if not tensors:
                raise LoadError(f"{name} holds no model*.safetensors")
            if found.whole:
                complete_files.check_described(found)
            return item_of(name, size, "hub", found, tokens if found.whole else None)
    except LoadError as error:
        return Item(name, Path(name), size, "hub", None, str(error))


def _headers(name: str, files: list[str]) -> dict[str, Tensor]:
    from huggingface_hub import HfApi

    with ThreadPoolExecutor(AT_ONCE, "headers") as pool:
        hub = asked(name)
        headers = list(pool.map(lambda file: HfApi().parse_safetensors_file_metadata(hub.repo, f"{hub.inner}/{file}".lstrip("/"), revision=hub.revision), files))
    return {
        tensor: Tensor(tensor, tuple(one.shape), one.dtype, Path(name) / file)
        for file, header in zip(files, headers)
        for tensor, one in header.tensors.items()
    }
