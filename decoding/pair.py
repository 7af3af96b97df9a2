"""Find and load a target and what can draft for it: every check, every reason, before anything heavy is read.

    pair = load()                                     # the embedded pair
    pair = load("org/target", drafter="org/drafter")  # folders, hub names, or names of the drafter table

Knows folders, configs and mlx-lm's loaders; nothing of rounds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Callable, Iterable, Mapping, Sequence

from mlx_lm.utils import load_tokenizer

from .adaptive.draft_length import Pace
from .drafters import BY_NAME, RECORDS, WITH_FILES
from .drafters.base import Drafter
from .drafters.recognise import in_target_folder, recognise, why_not
from .drafters.record import Loading
from .drafters.weights import whole_model
from .errors import CANNOT_LOAD, NOT_WITH_KV_BITS, LoadError, PairError, SettingsError, one_line
from .find import source
from .find.checkpoint import Checkpoint
from .find.vocabulary import Agreement
from .track import Track
from .types import Settings

DRAFT_BITS = (4, 8)
Tell = Callable[[str], None]  # told what is being loaded, a line each


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
    pace: Pace = field(default_factory=Pace)
    recommended: Mapping[str, float] = field(default_factory=dict)  # the sampling that the target's makers recommend

    @property
    def drafter_path(self) -> str | None:
        """The folder of the default drafter's model, None where it needs none."""
        return self.path(Settings(drafter=self.default_drafter))

    def path(self, settings: Settings) -> str | None:
        """The folder of the drafter in force under these settings, for hybrid of the one that it falls back on; None if it has none."""
        hybrid = settings.drafter == "hybrid"
        return self.paths.get(self.drafters["hybrid"].fallback(settings.fallback) if hybrid else settings.drafter)

    def drafter(self, settings: Settings) -> Drafter:
        """Who is in force under these settings. Raises SettingsError that says what there is."""
        found = self.drafters.get(settings.drafter)
        if found is None:
            why = self.unavailable.get(settings.drafter, f"there is no drafter {settings.drafter!r}")
            raise SettingsError(f"{why} (here: {', '.join(self.drafters)})")
        return found

    @property
    def remarks(self) -> list[str]:
        """What a person should know of how the loaded drafters were read, a line each."""
        loaded = {drafter.name: drafter for drafter in self.drafters.values()}
        return [f"{name}: {drafter.remark}" for name, drafter in loaded.items() if drafter.remark]

    @property
    def listeners(self) -> list[Drafter]:
        """The loaded drafters that listen to the target."""
        found = {id(drafter): drafter for drafter in self.drafters.values() if drafter.places}  # one may have two names
        return list(found.values())

    def listen(self) -> None:
        """Tap the target at every place that a drafter listens to."""
        if places := [place for drafter in self.listeners for place in drafter.places]:
            self.target.listen(tuple(dict.fromkeys(places)))

    def learn_anew(self) -> None:
        """Forget what drafting was seen to pay: auto and adaptive k begin as in a new process."""
        pace = Pace()
        self.memory = pace, BY_NAME["auto"].make(self.drafters, pace)

    @property
    def memory(self) -> tuple[Pace, Drafter]:
        """What auto and adaptive k have learnt; put back later, they go on from there."""
        return self.pace, self.drafters["auto"]

    @memory.setter
    def memory(self, learnt: tuple[Pace, Drafter]) -> None:
        self.pace, self.drafters["auto"] = learnt

    def reset(self) -> None:
        """Forget all caches."""
        self.target.reset()
        for drafter in self.drafters.values():
            drafter.reset()


def load(
    model: str | None = None,
    drafter: str | Sequence[str] | None = None,
    kv_bits: int | None = None,
    progress: Tell | None = None,
    beside: Pair | None = None,
    draft_bits: int | None = None,
    trust_remote_code: bool = False,
) -> Pair:
    """Load a pair. `model`: a folder or hub name, None for the embedded target. `drafter`: a name of the table, a folder or hub
    name, or several of them, the last in force; None chooses (`model` on the embedded pair, else `lookup`). `kv_bits` quantises
    the target's attention cache. `beside` is a pair that this one takes the place of: whole models that both hold are handed over,
    not read again, and it still works if this fails. `draft_bits` quantises drafters as they are loaded. `trust_remote_code` runs the
    Python of a tokenizer that is made of it. Raises LoadError or PairError, one line that says what to do."""
    tell = progress or (lambda _: None)
    wanted = [drafter] if isinstance(drafter, str) else list(drafter or [])
    if kv_bits not in (None, 2, 3, 4, 6, 8):
        raise LoadError(f"kv-bits must be 2, 3, 4, 6 or 8, not {kv_bits}")
    if draft_bits not in (None, *DRAFT_BITS):
        raise LoadError(f"draft-bits must be {' or '.join(map(str, DRAFT_BITS))}, not {draft_bits}")
    target = _target_folder(model, tell)
    found, refused = _drafters(wanted, target, model is None, tell)
    held = _models(beside) if beside else {}
    read = partial(_tokenizer, trusted=trust_remote_code)
    tokenizer = beside.tokenizer if beside and beside.target_path == str(target.folder) else read(target.folder)
    agreed = {_key(other): _check(other, target, tokenizer, kv_bits, read) for other in found.values()}
    pair = _target(target, tokenizer, kv_bits, tell, held)
    loadings = [Loading(one, target, pair.target, one.kind, vocabulary=agreed[_key(one)], bits=draft_bits) for one in found.values()]
    names = _add_drafters(pair, loadings, tell, held, refused)
    by_wish = {name: names[_key(other)] for name, other in found.items() if _key(other) in names}
    pair.default_drafter = _default(pair, wanted, by_wish)
    pair.listen()  # last: from here on a model that was handed over says what it hears to this pair
    return pair


def _target_folder(model: str | None, tell: Tell) -> Checkpoint:
    folder = source.embedded("target") if model is None else source.find(model, tell)
    try:
        target = recognise(folder)
    except LoadError:
        source.check_config(source.read_config(folder), folder)  # a type that mlx-lm lacks is the first thing to say
        raise
    if not target.whole:
        raise LoadError(f"{folder} holds a drafter ({target.kind}), not a model: give it with --drafter, beside its target")
    source.check_folder(folder)
    return target


def _drafters(
    wanted: list[str], target: Checkpoint, embedded: bool, tell: Tell
) -> tuple[dict[str, Checkpoint], dict[str, str] | None]:
    """What was asked for and has files, by the name it was asked for. Where nothing with files is named: what comes with the target,
    its heads only if they may come into force; and by kind why others that come with it are refused, None where files were named."""
    named = [name for name in wanted if name in WITH_FILES or name not in BY_NAME]
    if not named:
        own = {kind: one for kind in _unasked(wanted) if (one := _own(kind, target, embedded))}
        refused = {kind: reason.line for kind, one in own.items() if (reason := why_not(one, target))}
        return {kind: one for kind, one in own.items() if kind not in refused}, refused
    places = {name: recognise(source.find(name, tell)) for name in named if name not in WITH_FILES}
    found = {name: places.get(name) or _own(name, target, embedded) for name in named}
    for name in set(WITH_FILES) - {one.kind for one in places.values()}:
        if name in found and not found[name]:
            raise PairError(BY_NAME[name].not_loaded)
    return {name: one for name, one in found.items() if one}, None


def _unasked(wanted: list[str]) -> list[str]:
    """The kinds of drafter that are loaded with their target where no files are asked for, what comes into force last."""
    they_may_draft = not wanted or any(BY_NAME[name].composed for name in wanted)
    whens = ["if it may draft"] * they_may_draft + ["always"]
    return [kind for when in whens for kind, files in WITH_FILES.items() if files.unasked == when]


def _own(kind: str, target: Checkpoint, embedded: bool) -> Checkpoint | None:
    """The drafter of this kind that comes with the target, if one does."""
    folder = WITH_FILES[kind].embedded
    if embedded and folder and source.embedded(folder).is_dir():
        return recognise(source.embedded(folder))
    return in_target_folder(kind, target)


def _check(
    found: Checkpoint, target: Checkpoint, tokenizer: Any, kv_bits: int | None, read: Callable[[Path], Any]
) -> Agreement | None:
    """How the vocabulary of a whole model agrees with the target's, None where it is the same. Raises PairError if these cannot work
    together, before anything heavy is read."""
    if reason := why_not(found, target, kv_bits):
        raise PairError(reason.line, reason)
    if not found.whole:
        return None
    source.check_folder(found.folder)
    return source.compare_vocabularies(target.folder, tokenizer, found.folder, read)


def _models(pair: Pair) -> dict[Path, Any]:
    """The whole models that a pair holds, by folder."""
    models = {Path(path): pair.drafters[name].model for name, path in pair.paths.items()}
    return {path: model for path, model in models.items() if model is not None} | {Path(pair.target_path): pair.target.model}


def _target(found: Checkpoint, tokenizer: Any, kv_bits: int | None, tell: Tell, held: dict[Path, Any]) -> Pair:
    """A pair of this target and the drafters that need no files. A model is taken out of `held` where it is there: two who track
    the same one would hear each other."""
    tell(f"loading target {source.shown(found.folder)}")
    model = held.pop(found.folder) if found.folder in held else whole_model(found.folder)[0]
    ends = tuple(sorted(tokenizer.eos_token_ids))
    width = _width(Track(model, kv_bits), found.folder, kv_bits)
    pair = Pair(
        target=Track(model, kv_bits, source.suppressed(found.config, ends, width)),
        tokenizer=tokenizer,
        name=_shown_name(found.folder),
        target_path=str(found.folder),
        width=width,
        context=source.context(found.config),
        end_tokens=ends,
        recommended=source.recommended(found.folder),
    )
    _make(pair, composed=False)
    return pair


def _make(pair: Pair, composed: bool) -> None:
    """Add the drafters that need no files: those made of others, or the rest."""
    for record in RECORDS:
        if record.make and record.composed == composed:
            if why := record.why_missing(pair.paths):
                pair.unavailable[record.name] = why
            else:
                pair.drafters[record.name] = record.make(pair.drafters, pair.pace)


def _add_drafters(
    pair: Pair, loadings: Iterable[Loading], tell: Tell, held: dict[Path, Any], refused: dict[str, str] | None
) -> dict[tuple[Path, str], str]:
    """Load these; the name that each goes by. Two of a kind are told apart by their folders, and the kind alone means the last. One
    that nobody asked for never stops its target: where it cannot be loaded, it is `refused` like those that are in there already."""
    names, wanted = {}, {_key(loading.found): loading for loading in loadings}  # one may be asked for by two names
    found = [loading.found for loading in wanted.values()]
    for one in found:
        tell(f"loading drafter {source.shown(one.folder)}")
        alike = [other.folder for other in found if other.kind == one.kind]
        name = one.kind if len(alike) == 1 else f"{one.kind}:{_label(one.folder, alike)}"
        model = held.pop(one.folder, None) if one.whole and wanted[_key(one)].bits is None else None
        try:
            loaded = WITH_FILES[one.kind].load(replace(wanted[_key(one)], name=name, model=model))
        except LoadError as error:
            if refused is None:
                raise
            refused[one.kind] = str(error)
            continue
        pair.drafters |= {name: loaded, one.kind: loaded}
        pair.paths |= {name: str(one.folder), one.kind: str(one.folder)}
        names[_key(one)] = name
    missing = [kind for kind in WITH_FILES if kind not in pair.drafters]
    pair.unavailable = {kind: (refused or {}).get(kind) or BY_NAME[kind].not_loaded for kind in missing}
    _make(pair, composed=True)
    return names


def _key(found: Checkpoint) -> tuple[Path, str]:
    return found.folder, found.kind


def _label(folder: Path, folders: list[Path]) -> str:
    """The folder's name, with its parent's where two share it."""
    name, names = source.shown(folder), [source.shown(other) for other in folders]
    return f"{folder.parent.name}/{name}" if names.count(name) > 1 else name


def _default(pair: Pair, wanted: list[str], names: dict[str, str]) -> str:
    """Who is in force first: what was asked for last; where nothing was, the last that came with the target, else lookup."""
    if not wanted:
        return next(reversed(names.values()), "lookup")
    name = names.get(wanted[-1], wanted[-1])
    if name not in pair.drafters:
        raise PairError(pair.unavailable[name])
    return name


def _tokenizer(folder: Path, trusted: bool = False) -> Any:
    config = source.read_config(folder)
    try:
        return load_tokenizer(folder, {"trust_remote_code": trusted}, eos_token_ids=config.get("eos_token_id"))
    except Exception as error:  # transformers raises a dozen kinds
        if not trusted and (code := source.tokenizer_code(folder)):
            raise LoadError(
                f"{folder}: its tokenizer is Python of its own ({code}), which is not run here: --trust-remote-code runs it with all "
                "your rights, which only a model whose makers you trust should have"
            ) from error
        raise LoadError(f"{folder}: the tokenizer cannot be read: {one_line(error)}") from error


def _width(track: Track, folder: Path, kv_bits: int | None) -> int:
    """How many logits the target gives, by a trial of its cache. Raises LoadError where that cannot be quantised."""
    try:
        width = track.width()
    except Exception as error:  # whatever a model's own code raises
        why = "kv-bits: the cache of this target cannot be quantised" if kv_bits else "mlx-lm cannot run this model"
        raise LoadError(f"{folder}: {why}: {one_line(error)}", NOT_WITH_KV_BITS if kv_bits else CANNOT_LOAD) from error
    if kv_bits and not track.quantised:
        why = "no layer of this target keeps all its keys, so there is nothing to quantise: leave out --kv-bits"
        raise LoadError(f"{folder}: kv-bits: {why}", NOT_WITH_KV_BITS)
    return width


def _shown_name(folder: Path) -> str:
    return "specdeck-target" if folder == source.embedded("target") else source.shown(folder)
