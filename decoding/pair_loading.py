"""`load` finds and loads a pair: every check, with its reason, before anything heavy is read.

    pair = load()                                     # the embedded pair
    pair = load("org/target", drafter="org/drafter")  # folders, hub names, or names of drafters

`resolve` finds out what a request means; then the target is loaded, and its drafters one by one.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Mapping, Sequence

from .checkpoints import complete_files, find, model_folder
from .checkpoints.checkpoint import WHOLE, Checkpoint, understood
from .checkpoints.memory import footprint
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

    `model`: a folder or hub name, None for the embedded target. `drafter`: a drafter's name, a folder or hub name, or several of them, the last in
    force. None chooses `model` on the embedded pair, else `lookup`. `kv_bits` quantises the target's attention cache, `draft_bits` the drafters.
    `unpack`: whether a CPU holds quantised weights as float32, which is several times as fast. It is "auto" (as None) where memory allows, "always"
    or "never". The pair's `forms` say what was done. `progress` is called with a line for each step. `beside` is a pair that this one replaces. A
    target that both hold is taken over instead of read again. Where it is loaded in the same way, its caches and the drafters that both hold are
    taken over too. The drafters keep their caches. The pair `beside` still works if this call fails. `trust_remote_code` runs the Python file that
    some tokenizers consist of. `hosts`, this machine first, or an mlx.launch `hostfile`: shard the target over them. If one is lost, this process
    ends: mlx may wait for it for ever. `any_vocabulary`: a whole model of another family may draft the tokens that both have. Raises LoadError or
    PairError, one line that says what to do.
    """
    for name, bits, known in (("kv-bits", kv_bits, KV_BITS), ("draft-bits", draft_bits, DRAFT_BITS), ("unpack", unpack, UNPACK)):
        if bits not in (None, *known):
            raise LoadError(f"{name} must be one of {', '.join(map(str, known))}, not {bits!r}")
    options = Options(kv_bits, draft_bits, unpack or UNPACK[0], trust_remote_code, any_vocabulary, hosts_of(hosts, hostfile))
    progress = progress or (lambda line: None)
    request = resolve(model, [drafter] if isinstance(drafter, str) else list(drafter or []), progress)
    return _Loader(request, options, progress, beside).load()


@dataclass(frozen=True)
class Options:
    """How a pair is loaded; `load` describes the fields."""

    kv_bits: int | None
    draft_bits: int | None
    unpack: str
    trust_remote_code: bool
    any_vocabulary: bool
    hosts: Hosts | None


@dataclass(frozen=True)
class Request:
    """What a model and drafters that were asked for mean. `model`: as it was given. `drafters`: name in the request -> the checkpoint, in its order.
    `unasked`: the request names no files, so these came with the target. Then it is no error if one cannot draft. `unavailable`: kind -> why there is
    no drafter of it, for kinds with files. `notes`: of these, what a person should know."""

    model: str | None
    target: Checkpoint
    names: Sequence[str]
    drafters: Mapping[str, Checkpoint]
    unasked: bool
    unavailable: dict[str, str]
    notes: list[str]

    @property
    def distinct(self) -> dict[Key, Checkpoint]:
        """The drafters' checkpoints, each once: one may be asked for by two names."""
        return {key_of(checkpoint): checkpoint for checkpoint in self.drafters.values()}

    def label(self, checkpoint: Checkpoint) -> str:
        """The drafter's name in the pair, which is its kind. Where several are of one kind, the folder's name follows. Where two folders share a
        name, the parent folder's name precedes it."""
        names = [model_folder.shown(folder) for folder, kind in self.distinct if kind == checkpoint.kind]
        if len(names) == 1:
            return checkpoint.kind
        name = model_folder.shown(checkpoint.folder)
        return f"{checkpoint.kind}:{f'{checkpoint.folder.parent.name}/' if names.count(name) > 1 else ''}{name}"


def key_of(checkpoint: Checkpoint) -> Key:
    """What tells one checkpoint from another: its folder and kind."""
    return checkpoint.folder, checkpoint.kind


class _Loader:
    """Loads what a request means."""

    def __init__(self, request: Request, options: Options, progress: Progress, beside: Pair | None) -> None:
        self.request, self.options, self.progress, self.beside = request, options, progress, beside
        self.target, self.place = request.target, str(request.target.folder)
        self.tokenizer = beside.tokenizer if beside and beside.target_path == self.place else self._read_tokenizer(self.target)

    def load(self) -> Pair:
        """The pair, every check done before its weights are read."""
        request, options = self.request, self.options
        with understood(self.target.folder):
            self.end_tokens = tuple(sorted(self.tokenizer.eos_token_ids))
            vocabularies = {key: self._check(checkpoint) for key, checkpoint in request.distinct.items()}
        cluster = None
        if options.hosts:
            from .cluster import cluster_of

            cluster = cluster_of(options.hosts, self.progress)
        with unpacking(options.unpack) as forms:
            pair = self._pair(cluster)
            loadings = {key: self._loading(pair, checkpoint, vocabularies[key]) for key, checkpoint in request.distinct.items()}
            for key, loading in loadings.items():
                self._add(pair, key, loading)
            pair.unavailable = {kind: why for kind, why in request.unavailable.items() if kind not in pair.drafters}
            _make_drafters(pair, composed=True)
        known = {**(self.beside.forms if self.beside else {}), **forms}
        pair.forms = {key: known[key] for key in (key_of(self.target), *loadings) if key in known}
        pair.default_drafter = self._default(pair)
        pair.notes = tuple(request.notes)
        if options.kv_bits and changes_models():
            pair.notes += ("kv-bits: on a CPU a prompt is read several times as slowly with a quantised cache, which only saves memory",)
        if any(loading.bits != options.draft_bits for loading in loadings.values()):
            pair.notes += ("draft-bits is left out: on a CPU drafters are several times as fast in float32",)
        keep_resident()
        pair.tap_target()  # last: from here on a model that was taken over reports its hidden states to this pair
        return pair

    def _read_tokenizer(self, checkpoint: Checkpoint) -> Any:
        self.progress(f"reading the tokenizer of {model_folder.known_as(checkpoint.folder)}")  # one of 262,144 tokens takes seconds
        return read_tokenizer(checkpoint, self.options.trust_remote_code)

    def _check(self, checkpoint: Checkpoint) -> Vocabulary | None:
        """How the vocabulary of a drafter that is a whole model agrees with the target's. None where they are the same. Raises PairError where the
        two cannot work together."""
        if not checkpoint.whole:
            complete_files.check_shards(checkpoint.folder)
        if reason := why_not(checkpoint, self.target, self.options.kv_bits):
            raise PairError(reason.line, reason)
        if self.options.hosts and WITH_FILES[checkpoint.kind].reads_keys:
            raise PairError(f"{checkpoint.kind}: it reads the target's keys and values, of which each host has only a part: name another drafter")
        if not checkpoint.whole:
            complete_files.check_sizes(checkpoint, self.target)
            return None
        complete_files.check_model(checkpoint)
        return compare_vocabularies(self.target, self.tokenizer, checkpoint, self._read_tokenizer, self.options.any_vocabulary)

    def _pair(self, cluster: Cluster | None) -> Pair:
        """A pair of the target and the drafters that need no files. This target's model is taken over from the pair `beside`. So is its state where
        it was loaded in the same way."""
        target, kv_bits, before = self.target, self.options.kv_bits, self.beside
        same = before and (before.target_path, before.target.kv_bits, before.cluster) == (self.place, kv_bits, cluster)
        self.staying = before if same else None
        again = before and not before.cluster and not cluster and before.target_path == self.place
        part = cluster.model(self.request.model, target, kv_bits, before, self.progress) if cluster and not same else None
        self.progress(f"loading target {model_folder.known_as(target.folder)}")
        state = self.staying and self.staying.target
        model = part or (before.target.model if before and (same or again) else whole_model(target.folder))
        width = logits_width(SequenceState(model, kv_bits), target.folder, kv_bits)
        pair = Pair(
            target=state or (cluster.sequence_state if cluster else SequenceState)(model, kv_bits, target.suppressed(self.end_tokens, width)),
            tokenizer=self.tokenizer,
            name=model_folder.known_as(target.folder),
            target_path=self.place,
            width=width,
            context=target.context,
            end_tokens=self.end_tokens,
            recommended=target.recommended,
            cluster=cluster,
        )
        _make_drafters(pair, composed=False)
        return pair

    def _loading(self, pair: Pair, checkpoint: Checkpoint, vocabulary: Vocabulary | None) -> Loading:
        """What to load."""
        bits = self.options.draft_bits and usable_bits(self.options.draft_bits, footprint(checkpoint, 0, wide=True).weights)
        return Loading(checkpoint, self.target, pair.target, self.request.label(checkpoint), vocabulary, bits, pair.width)

    def _add(self, pair: Pair, key: Key, loading: Loading) -> None:
        """Load this drafter into the pair. Of several of a kind the kind alone names the last. One that came with the target unasked and fails
        to load is noted."""
        folder, kind = key
        self.progress(f"loading drafter {model_folder.known_as(folder)}")
        try:
            drafter = self._taken_over(key, loading) or load_drafter(loading)
        except LoadError as error:
            if not self.request.unasked:
                raise
            self.request.unavailable[kind] = str(error)
            self.request.notes.extend(() if self.request.names else [str(error)])
            return
        known = known_drafter(loading.checkpoint, self.target, loading.bits, drafter.remark, pair.tokenizer.has_thinking)
        pair.loadings[key] = loading
        for name in (loading.name, kind):
            pair.drafters[name], pair.paths[name], pair.known[name] = drafter, str(folder), known

    def _taken_over(self, key: Key, loading: Loading) -> Drafter | None:
        """The drafter that the pair `beside` loaded from the same files with the same options, if its target stays. It is a copy, because its name
        may be another now. None if it has none."""
        before = self.staying.loadings.get(key) if self.staying else None
        if not self.staying or not before or (before.bits, type(before.vocabulary)) != (loading.bits, type(loading.vocabulary)):
            return None
        drafter = copy.copy(self.staying.drafters[before.name])
        drafter.name = loading.name
        return drafter

    def _default(self, pair: Pair) -> str:
        """The drafter in force first: the last one named. Where none was named, it is the last that came with the target, else lookup."""
        labels = {name: self.request.label(checkpoint) for name, checkpoint in self.request.drafters.items()}
        if not self.request.names:
            return next((name for name in reversed(labels.values()) if name in pair.drafters), DEFAULT_DRAFTER)
        last = self.request.names[-1]
        name = labels.get(last, last)
        if name not in pair.drafters:
            raise PairError(pair.unavailable[name])
        return name


def _make_drafters(pair: Pair, composed: bool) -> None:
    """Add the drafters that need no files: those composed of others, or the rest."""
    for record in RECORDS:
        if record.make and record.composed == composed:
            if why := record.why_unavailable(pair.paths):
                pair.unavailable[record.name] = why
            else:
                pair.drafters[record.name] = record.make(pair.drafters, lambda: pair.estimator)


# Which drafters a request means. A request names drafters by drafter name, folder or hub name. Where it names no files, it means the
# target's own drafters.


def resolve(model: str | None, names: Sequence[str], progress: Progress) -> Request:
    """What a model and these names, each a drafter's, a folder or a hub name, mean. Raises LoadError where a folder cannot be found or read,
    PairError where a named kind of drafter has no files."""
    target = target_checkpoint(model, progress)
    bundled: dict[str, Checkpoint] = {}  # the drafters that come with the target: beside the embedded one, or in the target's own folder
    for kind, files in WITH_FILES.items():
        beside = model_folder.embedded(files.embedded) if model is None and files.embedded else None
        if found := recognise(beside) if beside and beside.is_dir() else in_target_folder(kind, target):
            bundled[kind] = found
    unavailable = {kind: BY_NAME[kind].unavailable for kind in WITH_FILES}
    unavailable |= {kind: f"{kind}: {COMES_WITH_IT} (F5, or --drafter {kind} before the last one)" for kind in bundled}
    torn = [kind for kind, files in WITH_FILES.items() if target.unreadable and files.prefixes]
    unavailable |= {kind: f"{kind}: {target.unreadable}" for kind in torn}
    with_files = [name for name in names if name in WITH_FILES or name not in BY_NAME]
    if with_files:
        places = {name: find(name, progress) for name in with_files if name not in WITH_FILES}
        asked = {name: checkpoint for name in with_files if (checkpoint := places.get(name) or bundled.get(name))}
        kinds = {checkpoint.kind for checkpoint in places.values()}
        for name in with_files:
            if name not in asked and name not in kinds:  # a kind may be named beside a folder that holds one
                raise PairError(unavailable[name])
        return Request(model, target, names, asked, False, unavailable, [])
    may_draft = not names or any(BY_NAME[name].composed for name in names)
    unasked = {kind: bundled[kind] for kind in sorted(bundled, key=WHOLE.__eq__) if may_draft or kind == WHOLE}  # the one to put in force last
    refused = {kind: reason.line for kind, checkpoint in unasked.items() if (reason := why_not(checkpoint, target))}
    unavailable |= refused
    notes = [] if names else [unavailable[kind] for kind in WITH_FILES if kind in refused or kind in torn]
    return Request(model, target, names, {kind: unasked[kind] for kind in unasked if kind not in refused}, True, unavailable, notes)


COMES_WITH_IT = "it comes with this target and other drafters were asked for: choose it too"
