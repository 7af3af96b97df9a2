"""What fits: a drafter to a target, and a pair into this machine's memory."""

from dataclasses import dataclass
from pathlib import Path
from typing import Collection, Sequence

from specdeck.decoding import Memory, may_unpack
from specdeck.decoding.checkpoints import Footprint, agreement_of, guessed, made_for_another, objection, trained_without_thinking
from specdeck.decoding.errors import CANNOT_LOAD, OTHER_VOCABULARY

from ..engine.messages import Machine
from .disk import Item

WORK = (128 << 20, 0.05)  # working memory: at least so many bytes, at least this share of the weights; a rule of thumb
TIGHT = 0.85  # share of the memory above which other programs are affected


@dataclass(frozen=True, slots=True)
class DraftFit:
    """Whether it can draft here, in a few words for a column and in one line. `doubt`: it can, with the reservation in the
    line."""

    ok: bool
    word: str
    line: str
    doubt: bool = False


def draft_fit(item: Item, target: Item | None, kv_bits: int | None = None) -> DraftFit:
    """Whether this can draft for that target. `kv_bits`: of the target's cache."""
    if item.found is None or item.trouble:
        return DraftFit(False, CANNOT_LOAD.short, item.trouble or "it cannot be read")
    if target is None or target.found is None or target.trouble:
        return DraftFit(False, "no target", "choose a target first: enter loads one, ^l only shows its drafters")
    if item.folder == target.folder:
        return DraftFit(False, "the target", "a model that drafts for itself saves no time")
    if reason := objection(item.found, target.found, kv_bits):
        return DraftFit(False, reason.short, reason.line)
    if item.found.whole:
        return _model(item, target)
    if another := made_for_another(item.name, target.name):
        return DraftFit(True, "another's", f"its sizes match the target's, but {another}", doubt=True)
    if guess := guessed(item.found):
        return DraftFit(True, "assumptions", f"its sizes match the target's, but {guess}", doubt=True)
    thinking = "; it was trained without thinking" if trained_without_thinking(item.folder) else ""
    return DraftFit(True, "made for it", f"its sizes match the target's{thinking}")


def _model(item: Item, target: Item) -> DraftFit:
    if item.vocabulary is None or target.vocabulary is None:
        return DraftFit(True, "vocabulary?", "its files do not show its vocabulary: that is checked when it is loaded", doubt=True)
    same = item.vocabulary == target.vocabulary
    agreed = None if same else agreement_of(target.vocabulary, item.vocabulary)
    if not same and not (agreed and agreed.enough):
        figure = f" ({agreed.words})" if agreed else ""
        return DraftFit(False, OTHER_VOCABULARY.short, f"its vocabulary differs from the target's{figure}: choose a drafter of the same family, or start with --any-vocabulary")
    if item.larger_than(target):
        return DraftFit(True, "larger", "it is larger than the target: drafting will be slower than plain decoding", doubt=True)
    if agreed:
        return DraftFit(True, f"{agreed.agreed / agreed.total:.1%} of ids", f"its vocabulary {agreed.words}; it drafts only those tokens")
    return DraftFit(True, "same vocabulary", "it has the target's vocabulary")


@dataclass(frozen=True, slots=True)
class Plan:
    """A pair's memory, in bytes. `adds`: the bytes that are not loaded yet. `gives`: the bytes that unloading everything outside the pair would free.
    `budget`: the bytes that models may use on this machine. `room`: the bytes that they may use in addition now."""

    weights: int
    cache: int
    work: int
    adds: int
    gives: int
    budget: int
    room: int
    tokens: int
    sure: bool  # the cache's size is known
    kv_bits: int | None = None  # bits of the target's cache, if it is quantised
    packed: int = 0  # what quantised matrices that a CPU keeps packed would take as float32

    @property
    def need(self) -> int:
        return self.weights + self.cache + self.work

    @property
    def share(self) -> float:
        return self.need / self.budget if self.budget else 1.0

    @property
    def word(self) -> str:
        """"fits", "tight", "too big", or "not beside" what is in memory now."""
        if self.need > self.budget:
            return "too big"
        if self.room < self.adds <= self.room + self.gives:
            return "not beside"
        return "tight" if self.share > TIGHT or self.adds > self.room else "fits"

    @property
    def alone(self) -> str:
        """The word once what is in memory beside the pair is unloaded: "fits", "tight" or "too big"."""
        return "tight" if self.word == "not beside" else self.word


def plan(items: Sequence[Item], loaded: Collection[Path], on_disk: Sequence[Item], machine: Machine, memory: Memory) -> Plan:
    """The memory of a target and its drafters, the target first. `loaded`: folders that are in memory now, whose items are in
    `on_disk`."""
    taken, packed = _held(items, loaded, machine, memory)
    taken[0] = taken[0].with_kv_bits(machine.kv_bits).shared(machine.hosts)
    fresh = [part for item, part in zip(items, taken) if item.folder not in loaded]
    kept = {item.folder for item in items}
    left = [_as_loaded(item, machine).total for item in on_disk if item.folder in loaded and item.folder not in kept]
    weights = sum(part.weights for part in taken)
    work = max(WORK[0], int(WORK[1] * weights))
    budget = machine.budget or memory.total
    room = budget - machine.in_use
    if not machine.own and memory.free is not None:
        room = min(room, memory.free)
    return Plan(
        weights=weights,
        cache=sum(part.cache or 0 for part in taken),
        work=work,
        adds=sum(part.total for part in fresh) + (work if fresh else 0),
        gives=sum(left),
        budget=budget,
        room=max(0, room),
        tokens=taken[0].tokens,
        sure=all(part.cache is not None for part in taken),
        kv_bits=machine.kv_bits,
        packed=packed,
    )


def _held(items: Sequence[Item], loaded: Collection[Path], machine: Machine, memory: Memory) -> tuple[list[Footprint], int]:
    """Return the models' footprints in the form in which they are held. The second value is the float32 size of the matrices that a CPU
    keeps packed."""
    free, held, packed = memory.usable, [], 0
    for item in items:
        part = item.footprint(machine.wide)
        if item.folder in loaded:
            part = _as_loaded(item, machine)
        elif not machine.wide:
            part = part if item is items[0] else part.with_draft_bits(machine.draft_bits)
        else:
            if item is not items[0] and not may_unpack(part.unpacked.weights, free, machine.unpack):
                part = part.with_draft_bits(machine.draft_bits)
            part = part.unpacked if may_unpack(4 * part.packed[1] // (machine.hosts if item is items[0] else 1), free, machine.unpack) else part
            free -= part.weights
        packed += 4 * part.packed[1] if machine.wide else 0
        held.append(part)
    return held, packed


def _as_loaded(item: Item, machine: Machine) -> Footprint:
    """The footprint of a model that is in memory."""
    part = item.footprint(machine.wide)
    return part.unpacked if machine.wide and str(item.folder) not in machine.packed else part
