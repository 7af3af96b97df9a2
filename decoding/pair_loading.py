"""`load` finds and loads a pair: every check, with its reason, before anything heavy is read.

    pair = load()                                     # the embedded pair
    pair = load("org/target", drafter="org/drafter")  # folders, hub names, or names of drafters

target/target_loading.py reads a target by itself; `requested` finds out which drafters a request means.
"""

from __future__ import annotations

import copy
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Collection, Iterable, Mapping, NamedTuple, Sequence

from .checkpoints import complete_files, model_config, model_folder
from .checkpoints.checkpoint import Checkpoint
from .checkpoints.memory_footprint import footprint
from .checkpoints.published_table import known_drafter
from .checkpoints.recognition import WITH_FILES, in_target_folder, recognise, why_not
from .checkpoints.vocabularies import Vocabulary, compare_vocabularies
from .cpu.unpack import unpacking
from .drafters import BY_NAME, DEFAULT_DRAFTER, RECORDS, load_drafter
from .drafters.base import Drafter, Loading
from .errors import LoadError, PairError
from .hosts import Hosts, hosts_of
from .pair import Key, Pair, Progress
from .target.sequence_state import SequenceState
from .target.target_loading import logits_width, read_tokenizer, target_checkpoint
from .types import DRAFT_BITS, KV_BITS, UNPACK
from .weights import changes_models, keep_resident, usable_bits, whole_model

if TYPE_CHECKING:
    from .cluster import Cluster


def load(
    model: str | None = None,
    drafter: str | Sequence[str] | None = None,
    kv_bits: int | None = None,
    progress: Progress | None = None,
    beside: Pair | None = None,
    draft_bits: int | None = None,
    trust_remote_code: bool = False,
    hosts: Sequence[str] | str | None = None,
    hostfile: str | None = None,
    any_vocabulary: bool = False,
    unpack: str | None = None,
) -> Pair:
    """Load a pair.

    `model`: a folder or hub name, None for the embedded target. `drafter`: a drafter's name, a folder or hub name, or several of
    them, the last in force; None chooses (`model` on the embedded pair, else `lookup`). `kv_bits` quantises the target's attention
    cache, `draft_bits` the drafters. `unpack`: whether a CPU holds quantised weights as float32, which is several times as fast: "auto" (as None)
    where memory allows, "always" or "never"; the pair's `forms` say what was done. `progress` is called with a line for each step. `beside` is a
    pair that this one replaces: whole models that both hold are taken over instead of read again; where the target stays, so do its caches, and
    the drafters that both hold with theirs. It still works if this call fails. `trust_remote_code` runs the
    Python file that some tokenizers consist of. `hosts`, this machine first, or an mlx.launch `hostfile`: shard the target over
    them. If one is lost, this process ends: mlx may wait for it for ever. `any_vocabulary`: a whole
    model of another family may draft the tokens that both have. Raises LoadError or PairError, one line that says what to do.
    """
    progress = progress or (lambda line: None)
    names = [drafter] if isinstance(drafter, str) else list(drafter or [])
    _check_options(kv_bits, draft_bits, unpack)
    asked = hosts_of(hosts, hostfile)
    target = target_checkpoint(model, progress)
    checkpoints, refused, left_out = requested(names, target, model is None, progress)
    models = _models(beside) if beside else {}
    read = partial(_read_tokenizer, progress, trust_remote_code)
    tokenizer = beside.tokenizer if beside and beside.target_path == str(target.folder) else read(target.folder)
    compare = partial(compare_vocabularies, target.folder, tokenizer, load_tokenizer=read, by_strings=any_vocabulary)
    distinct = {_key(checkpoint): checkpoint for checkpoint in checkpoints.values()}  # one may be asked for by two names
    vocabularies = {key: _check(checkpoint, target, kv_bits, asked, compare) for key, checkpoint in distinct.items()}
    cluster = _cluster(target, asked, progress) if asked else None
    staying = beside if beside and (beside.target_path, beside.target.kv_bits, beside.cluster) == (str(target.folder), kv_bits, cluster) else None
    with unpacking(unpack or UNPACK[0]) as forms:
        if cluster and not staying:
            models[target.folder] = cluster.model(model, target, kv_bits, beside)
        pair = _pair_of(target, tokenizer, kv_bits, progress, models, cluster, staying and staying.target)
        loadings = _loadings(pair, target, distinct, vocabularies, models, draft_bits)
        _add_drafters(pair, loadings, progress, refused, left_out, staying)
    known = (beside.forms if beside else {}) | forms
    pair.forms = {key: known[key] for key in (_key(target), *distinct) if key in known}
    loaded = {name: _name(checkpoint, distinct.values()) for name, checkpoint in checkpoints.items()}
    pair.default_drafter = _default(pair, names, loaded)
    if not names:
        not_loaded = {*(refused or ()), *(kind for kind in left_out if target.unreadable)}
        pair.notes = tuple(pair.unavailable[kind] for kind in WITH_FILES if kind in not_loaded)
    if kv_bits and changes_models():
        pair.notes += ("kv-bits: on a CPU a prompt is read several times as slowly with a quantised cache, which only saves memory",)
    if any(loading.bits != draft_bits for loading in loadings):
        pair.notes += ("draft-bits is left out: on a CPU drafters are several times as fast in float32",)
    keep_resident()
    pair.tap_target()  # last: from here on a model that was taken over reports its hidden states to this pair
    return pair


def _read_tokenizer(progress: Progress, trusted: bool, folder: Path) -> Any:
    progress(f"reading the tokenizer of {model_folder.shown(folder)}")  # one of 262,144 tokens takes seconds
    return read_tokenizer(folder, trusted)


def _check_options(kv_bits: int | None, draft_bits: int | None, unpack: str | None) -> None:
    if unpack not in (None, *UNPACK):
        raise LoadError(f"unpack must be {', '.join(UNPACK[:-1])} or {UNPACK[-1]}, not {unpack!r}")
    if kv_bits not in (None, *KV_BITS):
        raise LoadError(f"kv-bits must be 2, 3, 4, 6 or 8, not {kv_bits}")
    if draft_bits not in (None, *DRAFT_BITS):
        raise LoadError(f"draft-bits must be 4 or 8, not {draft_bits}")


def _check(
    checkpoint: Checkpoint, target: Checkpoint, kv_bits: int | None, hosts: Hosts | None, compare: Callable[[Path], Vocabulary | None]
) -> Vocabulary | None:
    """How the vocabulary of a drafter that is a whole model agrees with the target's, None where they are the same. Raises PairError
    where the two cannot work together, before any weights are read."""
    if not checkpoint.whole:
        complete_files.check_shards(checkpoint.folder)
    if reason := why_not(checkpoint, target, kv_bits):
        raise PairError(reason.line, reason)
    if hosts and WITH_FILES[checkpoint.kind].reads_keys:
        raise PairError(f"{checkpoint.kind}: it reads the target's keys and values, of which each host has only a part: name another drafter")
    if not checkpoint.whole:
        complete_files.check_sizes(checkpoint.config, checkpoint.tensors.values(), checkpoint.folder, target.config)
        return None
    complete_files.check_model(checkpoint)
    return compare(checkpoint.folder)


def _models(pair: Pair) -> dict[Path, Any]:
    """The whole models that a pair holds, by folder."""
    models = {Path(path): pair.drafters[name].model for name, path in pair.paths.items()}
    whole = {} if pair.cluster else {Path(pair.target_path): pair.target.model}
    return {path: model for path, model in models.items() if model is not None} | whole


def _cluster(target: Checkpoint, hosts: Hosts, progress: Progress) -> Cluster:
    from .cluster import check_shardable, cluster_of

    check_shardable(target.folder)  # before any host is started
    return cluster_of(hosts, progress)


def _pair_of(
    target: Checkpoint, tokenizer: Any, kv_bits: int | None, progress: Progress, models: dict[Path, Any], cluster: Cluster | None,
    state: SequenceState | None,
) -> Pair:  # fmt: skip
    """A pair of this target and the drafters that need no files; its state is an earlier pair's where one is given. A model that `models`
    holds is removed from it: two states of one model would get each other's hidden states."""
    progress(_loading_words("target", target.folder))
    model = models.pop(target.folder) if target.folder in models else state.model if state else whole_model(target.folder)
    end_tokens = tuple(sorted(tokenizer.eos_token_ids))
    width = logits_width(SequenceState(model, kv_bits), target.folder, kv_bits)
    pair = Pair(
        target=state or (cluster.sequence_state if cluster else SequenceState)(model, kv_bits, model_config.suppressed(target.config, end_tokens, width)),
        tokenizer=tokenizer,
        name=model_folder.known_as(target.folder),
        target_path=str(target.folder),
        width=width,
        context=model_config.context(target.config),
        end_tokens=end_tokens,
        recommended=model_config.recommended(target.folder),
        cluster=cluster,
    )
    _make_drafters(pair, composed=False)
    return pair


def _loading_words(role: str, folder: Path) -> str:
    """What is being loaded: the role and the model's name, the role once where the folder is named for it."""
    name = model_folder.shown(folder)
    return f"loading the {role}" if name == role else f"loading {role} {name}"


def _make_drafters(pair: Pair, composed: bool) -> None:
    """Add the drafters that need no files: those composed of others, or the rest."""
    for record in RECORDS:
        if record.make and record.composed == composed:
            if why := record.why_unavailable(pair.paths):
                pair.unavailable[record.name] = why
            else:
                pair.drafters[record.name] = record.make(pair.drafters, pair.estimator)


def _loadings(
    pair: Pair, target: Checkpoint, distinct: Mapping[Key, Checkpoint], vocabularies: Mapping[Key, Vocabulary | None],
    models: dict[Path, Any], bits: int | None,
) -> list[Loading]:  # fmt: skip
    """What to load, with a model of `models` where one is held as it is wanted: a drafter that is to be quantised is read again."""
    usable = {key: bits and usable_bits(bits, footprint(checkpoint, 0, wide=True).weights) for key, checkpoint in distinct.items()}
    return [
        Loading(
            checkpoint, target, pair.target, _name(checkpoint, distinct.values()),
            model=models.pop(checkpoint.folder, None) if checkpoint.whole and usable[key] is None else None,
            vocabulary=vocabularies[key], bits=usable[key], width=pair.width,
        )
        for key, checkpoint in distinct.items()
    ]  # fmt: skip


def _add_drafters(
    pair: Pair, loadings: Iterable[Loading], progress: Progress, refused: dict[str, str] | None, left_out: Mapping[str, str],
    staying: Pair | None,
) -> None:  # fmt: skip
    """Load these drafters, then make those composed of others. Of several of a kind the kind alone names the last. `refused`: why
    drafters that came with the target unasked cannot be used; one that fails to load is added to it. None: such a failure is raised.
    `left_out`: how to load what came with the target and was not asked for. `staying`: a pair whose drafters are taken over."""
    for loading in loadings:
        folder, kind = _key(loading.checkpoint)
        progress(_loading_words("drafter", folder))
        try:
            drafter = _taken_over(loading, staying) or load_drafter(loading)
        except LoadError as error:
            if refused is None:
                raise
            refused[kind] = str(error)
            continue
        pair.drafters |= {loading.name: drafter, kind: drafter}
        pair.paths |= {loading.name: str(folder), kind: str(folder)}
        pair.loadings[loading.name] = loading
        thinkless = pair.tokenizer.has_thinking and not drafter.trained_with_thinking
        known = known_drafter(loading.checkpoint, loading.target, loading.bits, drafter.remark, thinkless)
        pair.known |= {loading.name: known, kind: known}
    missing = [kind for kind in WITH_FILES if kind not in pair.drafters]
    pair.unavailable = {kind: (refused or {}).get(kind) or left_out.get(kind) or BY_NAME[kind].unavailable for kind in missing}
    _make_drafters(pair, composed=True)


def _taken_over(loading: Loading, pair: Pair | None) -> Drafter | None:
    """The drafter that this pair, which has the same target state, loaded from the same files with the same options: a copy, for its name may
    be another now. None if it has none."""
    if pair is None:
        return None
    for name, before in pair.loadings.items():
        options = [(_key(one.checkpoint), one.bits, type(one.vocabulary)) for one in (before, loading)]
        if options[0] == options[1]:
            drafter = copy.copy(pair.drafters[name])
            drafter.name = loading.name
            return drafter
    return None


def _key(checkpoint: Checkpoint) -> Key:
    return checkpoint.folder, checkpoint.kind


def _name(checkpoint: Checkpoint, loaded: Collection[Checkpoint]) -> str:
    """The drafter's kind; of several of a kind, followed by the folder's name, with its parent's where two folders share theirs."""
    folders = [other.folder for other in loaded if other.kind == checkpoint.kind]
    if len(folders) == 1:
        return checkpoint.kind
    name, names = model_folder.shown(checkpoint.folder), [model_folder.shown(folder) for folder in folders]
    label = f"{checkpoint.folder.parent.name}/{name}" if names.count(name) > 1 else name
    return f"{checkpoint.kind}:{label}"


def _default(pair: Pair, names: Sequence[str], loaded: Mapping[str, str]) -> str:
    """The drafter in force first: the last one named; where none was, the last that came with the target, else lookup."""
    if not names:
        return next((name for name in reversed(list(loaded.values())) if name in pair.drafters), DEFAULT_DRAFTER)
    name = loaded.get(names[-1], names[-1])
    if name not in pair.drafters:
        raise PairError(pair.unavailable[name])
    return name


# Which drafters a request means: those named by drafter, folder or hub name; where no files are named, those that come with the target.

class Requested(NamedTuple):
    """`checkpoints`: name in the request -> the drafter's checkpoint, in the order of the request. `refused`: kind -> why a drafter
    that comes with the target cannot draft for it; None where the request names files, for then such a drafter is an error. `left_out`:
    kind -> how to load a drafter that comes with the target and that this request leaves out."""

    checkpoints: dict[str, Checkpoint]
    refused: dict[str, str] | None
    left_out: dict[str, str]


def requested(names: Sequence[str], target: Checkpoint, embedded: bool, progress: Callable[[str], None]) -> Requested:
    """What these names, each a drafter's, a folder or a hub name, mean beside this target; `embedded`: it is the embedded target.
    Raises LoadError where a folder cannot be found or read, PairError where a named kind of drafter has no files."""
    with_files = [name for name in names if name in WITH_FILES or name not in BY_NAME]
    left_out = {kind: why for kind in WITH_FILES if (why := _left_out(target, kind, embedded))}
    if not with_files:
        return Requested(*_unasked(names, target, embedded), left_out)
    places = {name: recognise(model_folder.find(name, progress)) for name in with_files if name not in WITH_FILES}
    checkpoints = {name: places.get(name) or _that_comes_with(target, name, embedded) for name in with_files}
    for name in set(WITH_FILES) - {checkpoint.kind for checkpoint in places.values()}:
        if name in checkpoints and not checkpoints[name]:
            raise PairError(left_out.get(name) or BY_NAME[name].unavailable)
    return Requested({name: checkpoint for name, checkpoint in checkpoints.items() if checkpoint}, None, left_out)


def _left_out(target: Checkpoint, kind: str, embedded: bool) -> str | None:
    """What to say of the drafter of this kind that comes with the target where it is not loaded; None if there is none."""
    if target.unreadable and WITH_FILES[kind].prefixes and WITH_FILES[kind].beside(target.config):
        return f"{kind}: {target.unreadable}"
    if _that_comes_with(target, kind, embedded):
        return f"{kind}: it comes with this target and other drafters were asked for: choose it too (F5, or --drafter {kind} before the last one)"
    return None


def _unasked(names: Sequence[str], target: Checkpoint, embedded: bool) -> tuple[dict[str, Checkpoint], dict[str, str]]:
    """The drafters that come with the target and are loaded without being named, the one to put in force last."""
    they_may_draft = not names or any(BY_NAME[name].composed for name in names)
    conditions = ["if it may draft"] * they_may_draft + ["always"]
    kinds = [kind for condition in conditions for kind, files in WITH_FILES.items() if files.unasked == condition]
    checkpoints = {kind: checkpoint for kind in kinds if (checkpoint := _that_comes_with(target, kind, embedded))}
    refused = {kind: reason.line for kind, checkpoint in checkpoints.items() if (reason := why_not(checkpoint, target))}
    return {kind: checkpoint for kind, checkpoint in checkpoints.items() if kind not in refused}, refused


def _that_comes_with(target: Checkpoint, kind: str, embedded: bool) -> Checkpoint | None:
    """The drafter of this kind that comes with the target: beside the embedded one, or in the target's own folder. None if there is none."""
    folder = WITH_FILES[kind].embedded
    if embedded and folder and model_folder.embedded(folder).is_dir():
        return recognise(model_folder.embedded(folder))
    return in_target_folder(kind, target)
