"""What the options say: the settings, the prompt, the pair to load, and the checks that need no model. Imports mlx when a pair is loaded,
not before; prints nothing but progress and warnings on stderr."""

from __future__ import annotations

import argparse
import codecs
import os
import secrets
import sys
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterable, Sequence

from specdeck.decoding import BEFORE_EXIT
from specdeck.decoding.checkpoints import is_hub_name, models_below
from specdeck.decoding.drafters import FALLBACKS, NAMES
from specdeck.decoding.errors import LoadError, PairError, PromptError, SettingsError
from specdeck.decoding.types import ADAPTIVE_K, Settings

from ..engine import garbage_collection
from ..settings import config, paths
from ..settings.setting_table import text_of
from ..terminal import streams
from ..terminal.signals import Signals, signals_blocked
from ..terminal.streams import ProgressLine, complain
from .command_table import naming_source

if TYPE_CHECKING:
    from ..engine.engine import Engine

SEED_BITS = 32  # of a drawn seed: readable, and exact in every JSON reader


def settings_of(args: argparse.Namespace) -> Settings:
    """The Settings that the options ask for, with a seed. load() decides what a PATH drafts as. Raises SettingsError."""
    given = {"drafter": Settings().drafter, "seed": secrets.randbits(SEED_BITS)} | fields_of(args)
    with naming_source(args, "fallback"):
        if given.get("fallback", "model") not in FALLBACKS:
            raise SettingsError(f"fallback {given['fallback']!r} is unknown: choose one of {', '.join(FALLBACKS)}")
    for name in args.sources.keys() & given.keys():
        with naming_source(args, name):
            Settings(**{name: given[name]})
    return Settings(**given)


def fields_of(args: argparse.Namespace) -> dict[str, Any]:
    """The settings that were given, as Settings takes them, with the last drafter. `auto` chooses the draft length too, and 8 is a better limit
    for it than 4."""
    given = given_of(args)
    if "drafter" in given:
        given["drafter"] = given["drafter"][-1]
    if "logit_bias" in given:
        given["logit_bias"] = dict(given["logit_bias"])
    return given if given.get("drafter") != "auto" or "k" in given else {"k": ADAPTIVE_K, "adaptive_k": True} | given


def given_of(args: argparse.Namespace) -> dict[str, Any]:
    """The settings that a flag, the configuration or the environment gave, as they were given."""
    values = {field.name: getattr(args, field.name, None) for field in fields(Settings)}
    return {name: value for name, value in values.items() if value not in (None, [])}


LOADING = ("kv_bits", "draft_bits", "unpack", "trust_remote_code", "any_vocabulary", "hosts", "hostfile")


def loading_of(args: argparse.Namespace) -> dict[str, Any]:
    """The options of loading a pair beside its models, by the names that `decoding.load` has for them."""
    return {name: getattr(args, name) for name in LOADING}


def lookup_texts_of(args: argparse.Namespace, tell: Callable[[str], object] = complain) -> Callable[[], Iterable[tuple[str, str]]] | None:
    """What reads the texts that --memory names; None if it names none. `tell` gets a line about what is read otherwise than it was meant."""
    if not args.memory:
        return None
    from ..records.history import lookup_texts  # some 25 ms of the first token

    return partial(lookup_texts, tuple(args.memory), paths.conversations(), tell)


def check(args: argparse.Namespace) -> None:
    """Every check that needs no model: folders without a model, unknown names, values that make no sense."""
    if args.model is not None:
        with naming_source(args, "model"):
            args.model = _place(args.model, "model")
    with naming_source(args, "drafter"):
        args.drafter = args.drafter and [check_drafter(drafter) for drafter in args.drafter]
    with naming_source(args, "memory"):
        for name in args.memory or []:
            if name != config.HISTORY and not os.path.isfile(os.path.expanduser(name)):
                raise SettingsError(f"memory {name!r} is no file: name a text file, or history for the replies of earlier conversations")
    if args.hosts or args.hostfile:
        from specdeck.decoding import hosts_of

        hosts_of(args.hosts, args.hostfile)
    if "" in getattr(args, "stop", []):
        raise SettingsError("stop must not be empty: it would end every text at once")


def check_drafter(text: str) -> str:
    """Return a drafter's name in the engine: a kind, a folder with a model, or a model's name."""
    if text not in NAMES and "/" not in text and not os.path.exists(text) and _named(text) is None:
        raise SettingsError(f"drafter {text!r} is unknown: choose {', '.join(NAMES)}, a folder or a hub name (org/name)")
    return text if text in NAMES else _place(text, "drafter")


LONGEST = 1 << 26  # bytes on stdin, which may never end: more than any model reads


def read_prompt(text: str) -> str:
    """The prompt, from stdin for `-` (without the newline that shells append). Raises PromptError if it is empty or endless."""
    if text == "-":
        from ..records.files import from_utf8  # a reply on the embedded models starts without it

        said = sys.stdin.buffer.read(LONGEST + 1)
        if len(said) > LONGEST:
            raise PromptError(f"the prompt on stdin is longer than {LONGEST:,} bytes, which no model reads: shorten it")
        text, strange = from_utf8(said.removeprefix(codecs.BOM_UTF8).removesuffix(b"\n"))
        if strange:
            complain(f"the prompt on stdin {strange}")
    text = text_of(text)
    if not text.strip():
        raise PromptError("the prompt is empty: say something to the model")
    return text


def thinking_of(args: argparse.Namespace) -> bool | None:
    """True, False, or None for the template's own default."""
    return None if args.thinking is None else args.thinking == "on"


def _named(text: str) -> str | None:
    from ..models.disk import NamedFolders  # as above

    return NamedFolders(paths.named_folders()).place(text)


def _place(text: str, what: str) -> str:
    """A folder or a model's name by which the engine finds it. Raises LoadError where it can be neither."""
    from ..records.files import closed  # as above

    folder = os.path.expanduser(text)  # os.path: a name that is too long, or of an unknown user, is not a folder and raises no error
    if reason := closed(folder):
        raise LoadError(f"{what} {text!r} may not be read: {reason}")
    if os.path.isfile(os.path.join(folder, "config.json")):
        return text
    if os.path.exists(folder):
        raise LoadError(f"{what} {text!r}: no model in that folder (config.json is missing){models_below(Path(folder))}")
    if (found := _named(text)) is None and not is_hub_name(text):
        raise LoadError(f"{what} {text!r}: no such folder, and not a hub name (org/name)")
    return found or text


# The pair that the options name.

def load_engine(args: argparse.Namespace, progress: ProgressLine, signals: Signals | None = None, drafters: Sequence[str] | None = None) -> Engine:
    """Load what the options name, and begin every reply with their settings. Once loaded, a signal ends a reply after its round. `drafters` replaces
    --drafter. Raises LoadError with the reason."""
    progress.say("loading the engine …")
    BEFORE_EXIT.append(lambda reason: progress.clear())
    streams.tell_native_aborts()  # first: mlx and the BLAS may end the process while they are imported
    with signals_blocked():
        from specdeck.decoding.text import takes

        from ..engine.engine import Engine
        from ..engine.messages import Load

    variables = dict(getattr(args, "template_var", None) or ())
    framing = {name: getattr(args, name) for name in ("system", "raw", "stop") if hasattr(args, name)} | {"variables": variables}
    halted = (lambda: bool(signals.caught)) if signals else (lambda: False)
    engine = Engine(lookup_texts_of(args), framing=framing, halted=halted, progress=progress.say, **loading_of(args))
    pair = engine.load(Load(args.model, tuple((args.drafter if drafters is None else drafters) or ())))
    if signals:
        signals.gentle = True
    garbage_collection.resume()
    progress.clear()
    thinking = getattr(args, "thinking", None) != "off"
    for remark in pair.remarks + (pair.remarks_on_thinking if thinking else []):
        complain(remark)
    if not getattr(args, "raw", True) and not pair.tokenizer.has_chat_template:
        complain(f"{pair.name} has no chat template: the prompt is used as it is (as with --raw)")
    if unread := [name for name in variables if not takes(pair.tokenizer, name)]:
        complain(f"the chat template of {pair.name} reads no variable {' or '.join(unread)}: left out")
    return engine


def recommended(settings: Settings, pair: Any, args: argparse.Namespace) -> Settings:
    """The settings with the sampling that the target's makers recommend, for --recommended, unless an option says otherwise."""
    if not args.recommended:
        return settings
    if not pair.recommended:
        complain(f"{pair.name} recommends no sampling: what is set stays as it is")
    given = given_of(args)
    return replace(settings, **{name: value for name, value in pair.recommended.items() if name not in given})


def with_drafter(settings: Settings, pair: Any, name: str | None = None) -> Settings:
    """The settings with this drafter (None: the pair's default) and the fallback that it really has. Raises PairError if the drafter is not
    loaded."""
    name = name or pair.default_drafter
    delegate = pair.drafters[name].delegate(settings)
    if delegate and settings.fallback not in pair.drafters:
        if settings.fallback != Settings().fallback:
            raise PairError(f"fallback {pair.unavailable.get(settings.fallback, f'{settings.fallback}: no drafter of that name is loaded')}")
        settings = replace(settings, fallback=delegate)
        complain(f"no model is loaded to draft where lookup has no guess: {name} falls back on {settings.fallback}")
    return replace(settings, drafter=name)
