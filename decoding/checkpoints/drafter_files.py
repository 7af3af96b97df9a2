"""How checkpoints of a kind of drafter are told from others, by config and tensors, never by names of folders."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Iterator, Literal, Mapping

from ..errors import Reason
from .checkpoint import Checkpoint, Tensor, table

Config = Mapping[str, Any]
Tensors = Mapping[str, Tensor]

NAME_PREFIX = re.compile(r"^((model|logit_head)\.)*")  # some checkpoints have one on every name, early ones of SpecForge on the head's


@dataclass(frozen=True)
class Marks:
    """`pattern`: a regular expression for architectures, model types or a block drafter's `projector_type`; `tensors`: prefixes of names of
    tensors that only this kind has."""

    pattern: str
    tensors: tuple[str, ...] = ()

    def on(self, config: Config, tensors: Tensors) -> bool:
        """Whether a checkpoint with this config and these tensors has one of the marks."""
        named = [*_names(config.get("architectures")), *(str(config.get(field)) for field in ("model_type", "speculators_model_type"))]
        named.append(str(table(config, "dflash_config").get("projector_type")))
        bare = (NAME_PREFIX.sub("", name) for name in tensors)
        return any(re.search(self.pattern, name, re.IGNORECASE) for name in named) or any(name.startswith(self.tensors) for name in bare)


def _names(architectures: object) -> list[str]:
    return [str(name) for name in architectures] if isinstance(architectures, list) else [str(architectures)] * bool(architectures)


@dataclass(frozen=True, kw_only=True)
class DrafterFiles:
    """How checkpoints of one kind of drafter are recognised and checked against a target.

    `is_one(config, tensors)`: whether a checkpoint is of this kind. `objections(checkpoint, target, kv_bits)`: why it cannot draft for
    this target with a cache of that many bits (None: not quantised), the one to show first. `needs`: what a person must load where no
    such drafter is loaded.
    """

    is_one: Callable[[Config, Tensors], bool]
    objections: Callable[[Checkpoint, Checkpoint, int | None], Iterable[Reason]] = lambda checkpoint, target, kv_bits: ()
    needs: str = ""
    tensors: Callable[[Tensors], Tensors] = lambda tensors: tensors
    """Maps the tensors to the names that the network has."""
    config: Callable[[Config], Config] = lambda config: config
    """Maps the config to the fields that `objections` and the network expect."""
    prefixes: tuple[str, ...] = ()
    """Prefixes of its tensors' names where they lie in a target's own folder."""
    beside: Callable[[Config], bool] = lambda config: True
    """Whether tensors with these prefixes in the folder of a target with this config are of this kind."""
    embedded: str | None = None
    """The subfolder of the embedded pair's folder with the drafter of this kind that comes with the embedded target."""
    reads_keys: bool = False
    """Whether it reads the target's keys and values, of which each host of a sharded target has only a part."""
    unasked: Literal["never", "if it may draft", "always"] = "never"
    """Whether a drafter of this kind that comes with the target is loaded where the request names no files: never, if it may come into
    force (no drafter is named, or one that uses others), or always."""


# Published kinds of drafter that are not supported: recognised so that they are refused by name, before they are downloaded or read.
#
# Their tensors and config fields resemble those of supported drafters; taken for these, they would draft badly or fail.

_NOT_SUPPORTED = Reason("not-supported", "not supported")


@dataclass(frozen=True)
class UnsupportedKind:
    """A kind that is not supported; `words` name it in the error."""

    words: str
    marks: Marks

    def objections(self, checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None) -> Iterator[Reason]:
        """The one objection: that this kind is not supported."""
        yield _NOT_SUPPORTED.saying(f"it is {self.words}: not supported yet")


UNSUPPORTED = {
    "eagle": UnsupportedKind("an EAGLE drafter, not an EAGLE-3 head", Marks("eagle(?!_?3)")),
    "medusa": UnsupportedKind("a set of Medusa heads", Marks("medusa", ("medusa_head.",))),
    "laguna": UnsupportedKind("a Laguna block drafter", Marks("laguna.*(dflash|dspark)|(dflash|dspark).*laguna")),
    "muse": UnsupportedKind("a Muse Glimmer assistant", Marks("muse_?glimmer_?assistant")),
}


def unsupported(config: Config) -> str:
    """The kind of drafter that this config names, if no target can make it work; empty if none."""
    if config.get("transformer_layer_config") and Marks("dflash_?2").on(config, {}):
        return "a DFlash2 drafter in the speculators format"
    return next((kind.words for kind in UNSUPPORTED.values() if kind.marks.on(config, {})), "")
