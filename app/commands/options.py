"""The options that all commands share, with the same names everywhere, and the checks that need no model."""

import argparse
import codecs
import os
import re
import secrets
import shlex
import sys
from contextlib import contextmanager, suppress
from dataclasses import fields
from difflib import get_close_matches
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, Callable, Iterable, Iterator, NoReturn, Sequence

from specdeck.decoding.checkpoints import is_hub_name, models_below
from specdeck.decoding.drafters import FALLBACKS, NAMES
from specdeck.decoding.errors import LoadError, PromptError, SettingsError
from specdeck.decoding.types import ADAPTIVE_K, MLX_LM, Settings

from ..budget import SECONDS
from ..drawing.clean_text import one_line
from ..settings import config, paths
from ..settings.setting_table import ON_OFF, SETTINGS, TRUTH, text_of
from ..terminal.streams import complain, own_stderr
from . import NEAR

SEED_BITS = 32  # of a drawn seed: readable, and exact in every JSON reader

_UNSAID = object()
_NEGATIVE = re.compile(r"-(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")

RARE = frozenset(row.field for row in SETTINGS if row.rare) | {"stop", "raw", "a_drafter", "a_k", "a_rule", "lesson"}  # only --help-all lists them


# what these options name; as a shell makes of a variable that is not set, the name may be empty, and something else would be run
NAMED_PLACES = dict.fromkeys(("hostfile", "svg", "card", "trace", "report"), "file") | {"html": "folder", "hosts": "host"}


class Formatter(argparse.HelpFormatter):
    """Texts of several lines as they are written, and an option's names once, with what it takes."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if "\n" in text else super()._fill_text(text, width, indent)

    def _format_action_invocation(self, action: argparse.Action) -> str:
        if not action.option_strings or action.nargs == 0:
            return super()._format_action_invocation(action)
        return f"{', '.join(reversed(action.option_strings))} {self._format_args(action, action.dest.upper())}"


class _HelpAll(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        assert isinstance(parser, Parser), "only Parser adds it"
        parser.rare = frozenset()
        parser.print_help()
        parser.exit()


class Parser(argparse.ArgumentParser):
    """argparse with one-line errors (exit 2), without abbreviated names, and with a short --help. Options without a flag come from the
    environment or the config file; raises ConfigError."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, allow_abbrev=False, formatter_class=Formatter, **kwargs)
        self._words: Sequence[str] = ()  # those that are parsed
        self.rare = RARE  # the destinations of options that help leaves out
        self.add_argument("--help-all", action=_HelpAll, nargs=0, help="the help with all options")

    def format_help(self) -> str:
        """The help without rare options."""
        named = " ".join(_named(action) for action in self._actions if not action.option_strings)
        self.usage = self.usage or f"%(prog)s {named} [options]".replace("  ", " ")
        words = {action: action.help for action in self._actions if action.dest in self.rare}
        for action in words:
            action.help = argparse.SUPPRESS
        try:
            return super().format_help()
        finally:
            for action, help in words.items():
                action.help = help

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Flags first, then environment and config file, then defaults."""
        self._words = words
        settable = {name: action for action in self._actions if (name := _name(action)) in config.OPTIONS}
        valued = [action for action in self._actions if action.option_strings and action.nargs is None]
        unsaid = argparse.Namespace(**{action.dest: _UNSAID for action in (*settable.values(), *valued) if not _adds(action)})
        said = self.parse_args(self._joined(words), unsaid)
        for action in self._actions:  # argparse drops the "--" of --option=-- and leaves a list
            if action.nargs is None and action.option_strings and not _adds(action) and isinstance(getattr(said, action.dest, None), list):
                self.error(f"argument {action.option_strings[-1]}: '--' is no value")
            if action.option_strings and action.dest in NAMED_PLACES and getattr(said, action.dest, None) == "":
                way_out = "" if action.required else ", or leave it out"
                self.error(f"argument {action.option_strings[-1]}: it is empty: name a {NAMED_PLACES[action.dest]}{way_out}")
        stored = config.load() if settable else config.Config()
        said.sources = {}  # of the values that no flag gave: where they come from
        said.defaulted = {action.dest for action in valued if getattr(said, action.dest) is _UNSAID}  # what nobody asked for
        for name, action in settable.items():
            if getattr(said, action.dest) in (_UNSAID, None):
                value = stored.values.get(name, action.default)
                several = isinstance(action, argparse._ExtendAction) and isinstance(value, (int, float))  # bench's -k takes a list
                setattr(said, action.dest, [value] if several else value)
                if name in stored.sources:
                    said.sources[action.dest] = stored.sources[name]
                    said.defaulted.discard(action.dest)
        for action in valued:
            if getattr(said, action.dest) is _UNSAID:
                setattr(said, action.dest, action.default)
        return said

    def _joined(self, words: Sequence[str]) -> list[str]:
        """`--option -1e-1` as `--option=-1e-1`: argparse takes a negative number with an exponent for an option. Switches take no value, and
        after "--" there are no options."""
        switches = {flag for action in self._actions if action.nargs == 0 for flag in action.option_strings}
        joined: list[str] = []
        for word in words:
            before = joined[-1] if joined and "--" not in joined else ""
            if _NEGATIVE.fullmatch(word) and before.startswith("--") and "=" not in before and before not in switches:
                joined[-1] += f"={word}"
            else:
                joined.append(word)
        return joined

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or own_stderr()).write(message)  # argparse would hide that nothing can be written

    def error(self, message: str) -> NoReturn:
        with suppress(OSError):
            print(f"{self.prog}: {one_line(message)} ({self._hint(message)})", file=own_stderr(), flush=True)
        sys.exit(2)

    def _hint(self, message: str) -> str:
        """What to do about an error of argparse's: the nearest option for one that there is not."""
        if hint := self._dash_hint(message):
            return hint
        _, unknown, words = message.partition("unrecognized arguments: ")
        if unknown and not words.startswith("-") and self._has_prompt:
            return "put the prompt in quotes"
        typed = next((word.partition("=")[0] for word in words.split() if word.startswith("--")), "")
        flags = {flag.lstrip("-"): flag for flag in self._option_string_actions if flag.startswith("--") and flag != typed}
        near = get_close_matches(typed.lstrip("-"), flags, 1, NEAR)
        return f"did you mean {flags[near[0]]}?" if near else "--help-all lists the options"

    def _dash_hint(self, message: str) -> str:
        """What to do where a prompt or a value that begins with a dash was taken for an option; "" where none was."""
        words = [*takewhile(lambda word: word != "--", self._words)]
        for before, word in zip(["", *words], words):
            if not self._is_no_option(word):
                continue
            if before.startswith("--") and before in message and message.endswith("expected one argument"):
                return f"write {shlex.quote(f'{before}={word}')}"
            if self._has_prompt and (message.endswith("required: PROMPT") or word[2:] in message.partition("argument")[2]):
                return "a prompt that begins with - goes after --"
        return ""

    def _is_no_option(self, word: str) -> bool:
        """Whether a word begins with one dash and is neither an option nor one with its value."""
        action = self._option_string_actions.get(word[:2])
        whole = word in self._option_string_actions or (action is not None and action.nargs != 0 and " " not in word)
        return len(word) > 1 and word[0] == "-" != word[1] and not whole

    @property
    def _has_prompt(self) -> bool:
        return any(action.dest == "prompt" for action in self._actions)


def _named(action: argparse.Action) -> str:
    """What the usage says of an argument without a flag."""
    name = str(action.metavar or action.dest)
    return f"[{name}]" if action.nargs in ("*", "?") else name


def _name(action: argparse.Action) -> str:
    """An option's name in the config: its flag without dashes."""
    return action.option_strings[-1].lstrip("-") if action.option_strings else ""


def _adds(action: argparse.Action) -> bool:
    """Whether an option is repeatable: argparse would append to the config's values."""
    return isinstance(action, argparse._AppendAction)


def add_group(options: argparse._ActionsContainer, group: str, **defaults: object) -> None:
    """Add the flags of one group of the table; a default given here is told in the flag's help."""
    for row in SETTINGS:
        if row.group == group:
            default = defaults.get(row.field)
            help = row.help.format(default=default) if row.field in defaults else row.help
            if row.kind is TRUTH:  # what config.toml may set is None while no flag sets it
                options.add_argument(row.flag, *row.flags, dest=row.field, action="store_true", default=None if row.stored else False, help=help)
            else:
                kind: dict[str, Any] = {"type": row.kind.flag} if row.kind.flag else {}
                kind |= {"choices": ("on", "off")} if row.kind is ON_OFF else {}
                kind |= {"action": "append"} if row.repeats else {}
                options.add_argument(*row.flags, row.flag, dest=row.field, metavar=row.takes or None, default=default, help=help, **kind)


def add_models(parser: argparse.ArgumentParser) -> None:
    """Add --model, --drafter, --kv-bits and the other options about what is loaded."""
    add_group(parser.add_argument_group("models"), "models")


def add_settings(parser: argparse.ArgumentParser, temperature: str | None = None) -> None:
    """Add the options of drafting and sampling; what is not given keeps the default of Settings. `temperature`: what the help says of it
    where a command has another default."""
    for name in ("drafting", "sampling"):
        add_group(parser.add_argument_group(name), name)
    for action in parser._actions:
        if action.dest == "temperature" and temperature:
            action.help = temperature


def add_reply(parser: argparse.ArgumentParser, most: int = 256) -> None:
    """Add the options that bound and frame a reply; `most` is the default of --max-tokens."""
    group = parser.add_argument_group("reply")
    add_group(group, "reply", max_tokens=most)
    add_template(group)


def add_budget(options: argparse._ActionsContainer, job: str) -> None:
    """Add --seconds, with the job's own default."""
    add_group(options, "budget", seconds=SECONDS[job])


def add_against(options: argparse._ActionsContainer, words: str) -> None:
    """Add --against with this help."""
    options.add_argument("--against", choices=(MLX_LM,), help=words)


def add_template(options: argparse._ActionsContainer) -> None:
    """Add --system and --thinking, to a parser or to a group of its options."""
    add_group(options, "template")


def add_prompt(parser: argparse.ArgumentParser) -> None:
    """Add the prompt and the options of a single reply."""
    parser.add_argument("prompt", metavar="PROMPT", help="one user message; - reads stdin")
    group = parser.add_argument_group("prompt and output")
    group.add_argument("--stop", metavar="STRING", type=text_of, action="append", default=[], help="end before this string; repeatable")
    group.add_argument("--raw", action="store_true", help="give the prompt to the model as it is, without its chat template")
    add_json(parser)


def add_json(options: argparse._ActionsContainer) -> None:
    options.add_argument("--json", action="store_true", help="one JSON object on stdout and nothing else")


def settings_of(args: argparse.Namespace) -> Settings:
    """The Settings that the options ask for, with a seed. load() decides what a PATH drafts as. Raises SettingsError."""
    given = given_of(args)
    given["drafter"] = args.drafter[-1] if args.drafter else Settings().drafter
    given["logit_bias"] = dict(given.get("logit_bias", []))
    given.setdefault("seed", secrets.randbits(SEED_BITS))
    with told_from(args, "fallback"):
        if given.get("fallback", "model") not in FALLBACKS:
            raise SettingsError(f"fallback {given['fallback']!r} is unknown: choose one of {', '.join(FALLBACKS)}")
    for name in sources(args).keys() & given.keys():
        with told_from(args, name):
            Settings(**{name: given[name]})
    if given["drafter"] == "auto" and "k" not in given:  # it chooses the draft length too, and 8 is a better limit for it than 4
        given = {"k": ADAPTIVE_K, "adaptive_k": True} | given
    return Settings(**given)


def given_of(args: argparse.Namespace) -> dict[str, Any]:
    """The settings that a flag, the configuration or the environment gave, as they were given."""
    values = {field.name: getattr(args, field.name, None) for field in fields(Settings)}
    return {name: value for name, value in values.items() if value is not None}


def sources(args: argparse.Namespace) -> dict[str, str]:
    """Where the values that no flag gave come from, by their field."""
    return getattr(args, "sources", {})


@contextmanager
def told_from(args: argparse.Namespace, field: str) -> Iterator[None]:
    """Let an error within say where the value of this field comes from, if no flag gave it."""
    try:
        yield
    except (SettingsError, LoadError) as error:
        if field not in sources(args):
            raise
        raise type(error)(f"{sources(args)[field]}: {error}") from None


LOADING = ("kv_bits", "draft_bits", "unpack", "trust_remote_code", "any_vocabulary", "hosts", "hostfile")


def loading_of(args: argparse.Namespace) -> dict[str, Any]:
    """The options of loading a pair beside its models, by the names that `decoding.load` has for them."""
    return {name: getattr(args, name) for name in LOADING}


def lookup_texts_of(args: argparse.Namespace, tell: Callable[[str], object] = complain) -> Callable[[], Iterable[tuple[str, str]]] | None:
    """What reads the texts that --memory names; None if it names none. `tell` gets a line about what is read otherwise than it was meant."""
    if not args.memory:
        return None
    from ..records.history_index import lookup_texts  # some 25 ms of the first token

    return partial(lookup_texts, tuple(args.memory), paths.conversations(), tell)


def check(args: argparse.Namespace) -> None:
    """Every check that needs no model: folders without a model, unknown names, values that make no sense."""
    if args.model is not None:
        with told_from(args, "model"):
            _check_place(args.model, "model")
    for drafter in args.drafter or []:
        with told_from(args, "drafter"):
            check_drafter(drafter)
    for name in args.memory or []:
        if name != config.HISTORY and not os.path.isfile(os.path.expanduser(name)):
            with told_from(args, "memory"):
                raise SettingsError(f"memory {name!r} is no file: name a text file, or history for the replies of earlier conversations")
    for row in SETTINGS:
        with told_from(args, row.field):
            row.check(getattr(args, row.field, None))
    if args.hosts or args.hostfile:
        from specdeck.decoding import hosts_of

        hosts_of(args.hosts, args.hostfile)
    if "" in getattr(args, "stop", []):
        raise SettingsError("stop must not be empty: it would end every text at once")


def check_drafter(text: str) -> None:
    """Check that a drafter is a known name, a folder with a model, or looks like a hub name."""
    if text in NAMES:
        return
    if "/" not in text and not os.path.exists(text):
        raise SettingsError(f"drafter {text!r} is unknown: choose {', '.join(NAMES)}, a folder or a hub name (org/name)")
    _check_place(text, "drafter")


LONGEST = 1 << 26  # bytes on stdin, which may never end: more than any model reads


def read_prompt(text: str) -> str:
    """The prompt, from stdin for `-` (without the newline that shells append). Raises PromptError if it is empty or endless."""
    if text == "-":
        from ..records.named_files import from_utf8  # a reply on the embedded models starts without it

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


def _check_place(text: str, what: str) -> None:
    from ..records.named_files import closed  # as above

    folder = os.path.expanduser(text)  # os.path: a name that is too long, or of an unknown user, is not a folder and raises no error
    if reason := closed(folder):
        raise LoadError(f"{what} {text!r} may not be read: {reason}")
    if os.path.isdir(folder):
        if not os.path.isfile(os.path.join(folder, "config.json")):
            raise LoadError(f"{what} {text!r}: no model in that folder (config.json is missing){models_below(Path(folder))}")
    elif os.path.exists(folder):
        raise LoadError(f"{what} {text!r} is a file: name the folder that holds config.json and the weights")
    elif not is_hub_name(text):
        raise LoadError(f"{what} {text!r}: no such folder, and not a hub name (org/name)")
