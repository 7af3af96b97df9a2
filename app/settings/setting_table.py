"""The table of settings. It makes the flags, config.toml, the environment, the help, and the prompt's /commands.

A new sampling setting is a field of the engine's Settings with its range. Its arithmetic is in the engine, and its row is here.
"""

import argparse
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Callable, Mapping

from specdeck.decoding.checkpoints import parse
from specdeck.decoding.drafters import NAMES
from specdeck.decoding.errors import SettingsError
from specdeck.decoding.rules import RULES
from specdeck.decoding.types import DRAFT_BITS, KV_BITS, UNPACK, Settings


def _reader(make: Callable[[Any], Any], *kinds: type) -> Callable[[Any], Any]:
    """What takes a value of one of these kinds. Raises ValueError for others, and for a truth value."""

    def read(value: Any) -> Any:
        if isinstance(value, bool) or not isinstance(value, kinds):
            raise ValueError
        return make(value)

    return read


_whole, _real, _text = _reader(int, int, str), _reader(float, int, float, str), _reader(str, str)


def _texts(value: Any) -> list[str]:
    return [_text(part) for part in (value.split(",") if isinstance(value, str) else value)]


def _truth(value: Any) -> bool:
    return value if isinstance(value, bool) else {"true": True, "1": True, "false": False, "0": False}[value]


def _biases(value: Any) -> list[tuple[int, float]]:
    """A TOML table, or the environment's ID=VALUE,ID=VALUE."""
    pairs = value.items() if isinstance(value, dict) else [pair.split("=") for pair in value.split(",")]
    return [(_whole(token), _real(bias)) for token, bias in pairs]


def _bias(text: str) -> tuple[int, float]:
    token, equals, value = text.partition("=")
    try:
        return int(token), float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form ID=VALUE, like 42=-1.5") from None


def _values(value: Any) -> list[tuple[str, Any]]:
    """A TOML table, or the environment's NAME=VALUE,NAME=VALUE."""
    try:
        return list(value.items()) if isinstance(value, dict) else [named_value(pair) for pair in value.split(",")]
    except argparse.ArgumentTypeError as error:
        raise ValueError from error


def named_value(text: str) -> tuple[str, Any]:
    """A name and its value: a number, true, false or null where JSON reads it so, else a text."""
    name, equals, value = text.partition("=")
    if not (equals and name.isidentifier()):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form NAME=VALUE, like preserve_thinking=true")
    try:
        return name, parse(value)
    except ValueError:
        return name, text_of(value)


NEAR = 0.7  # of difflib's 1: how much alike an unknown and a known name must be for a guess


def nearest(unknown: str, names: Mapping[str, str]) -> str:
    """What the name that is most like an unknown one stands for; "" if none is like it."""
    return next((names[near] for near in get_close_matches(unknown, names, 1, NEAR)), "")


def text_of(word: str) -> str:
    """A word of the command line as text. Bytes that the locale cannot read are taken for UTF-8, as in a C locale, or replaced."""
    try:
        given = word.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # a surrogate that stands for no byte
        given = word.encode("utf-8", "replace")
    return given.decode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Kind:
    """The type of a value, and how it is read from TOML or the environment. `flag`: how it is read from a flag's text."""

    read: Callable[[Any], Any]
    what: str
    flag: Callable[[str], Any] = str


def _number(kind: Callable[[str], Any], what: str) -> Callable[[str], Any]:
    """What reads a flag's number, in place of argparse's words for a type."""

    def read(text: str) -> Any:
        try:
            return kind(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be {what}, not {text!r}") from None

    return read


WHOLE, REAL = (Kind(read, what, _number(kind, what)) for read, kind, what in ((_whole, int, "a whole number"), (_real, float, "a number")))
TEXT, TEXTS = Kind(_text, "a text"), Kind(_texts, "a text or a list of texts")
TRUTH, ON_OFF = Kind(_truth, "true or false"), Kind({word: word for word in ("on", "off")}.__getitem__, "on or off")
BIASES = Kind(_biases, "a table of token ids and numbers", _bias)
VALUES = Kind(_values, "a table of names and values", named_value)
PROSE = Kind(_text, "a text", text_of)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `name` is its key in config.toml, its flag without dashes and, with underscores, its field of the engine's Settings."""

    name: str
    kind: Kind
    group: str = ""  # of the flag, in the help; "" for none
    takes: str = ""  # what follows the flag and the command
    help: str = ""  # of the flag
    flags: tuple[str, ...] = ()  # older names of the flag
    repeats: bool = False
    flagless: bool = False  # a word of the command line by itself
    default: Any = None  # where no flag, environment or file gives a value
    rare: bool = True  # only --help-all lists the flag
    stored: bool = True  # config.toml and the environment may set it
    least: int | None = None  # the range, where the engine's Settings do not check it
    among: tuple[int | str, ...] = ()
    command: str = ""  # its /command
    says: str = ""  # what the command does
    words: str = ""  # its name in a sentence
    unset: float = 1.0  # what None stands for

    @property
    def field(self) -> str:
        return self.name.replace("-", "_")

    @property
    def flag(self) -> str:
        return f"-{self.name}" if len(self.name) == 1 else f"--{self.name}"

    @property
    def variable(self) -> str:
        """The environment's name for it, without the prefix."""
        return self.field.upper()

    def of(self, settings: Settings) -> str:
        """The value in force, as a number."""
        value = getattr(settings, self.field)
        return f"{self.unset if value is None else value:g}"

    @property
    def plain_number(self) -> bool:
        """Whether its command only sets a number of the engine's Settings, without words or a list of its own."""
        return self.group == "sampling" and self.kind in (WHOLE, REAL) and self.name not in ("temperature", "seed")

    def check(self, value: Any) -> None:
        """Raise SettingsError for a value, or one of several, out of the row's range; None is no value."""
        for one in value if isinstance(value, (list, tuple)) else [] if value is None else [value]:
            if self.among and one not in self.among:
                names = " or ".join(map(str, self.among)) if len(self.among) <= 2 else "one of " + ", ".join(map(str, self.among))
                raise SettingsError(f"{self.name} must be {names}, not {one}")
            if self.least is not None and one < self.least:
                raise SettingsError(f"{self.name} must be at least {self.least}, not {one}")


SETTINGS: tuple[Setting, ...] = (
    Setting("model", TEXT, "models", "M", "target: a folder or a hub name (default: embedded)", rare=False),
    Setting("drafter", TEXTS, "models", "NAME|PATH", f"{', '.join(NAMES)}, a folder or a hub name; repeatable, the last is in force", ("--draft-model",),
            repeats=True, rare=False, command="draft", says="drafter: what guesses the next tokens"),
    Setting("any-vocabulary", TRUTH, "models", "", "let a model of another family draft the tokens that both have", stored=False),
    Setting("kv-bits", WHOLE, "models", "N", "quantise the target's cache to N bits", among=KV_BITS),
    Setting("memory", TEXTS, "models", "FILE|history",
            "a text file that lookup may also copy from; history: the replies of all earlier conversations. Repeatable", repeats=True),
    Setting("draft-bits", WHOLE, "models", "N", "quantise drafters to N bits as they are loaded: 4 or 8; on a CPU only where memory for float32 is short", among=DRAFT_BITS),
    Setting("unpack", TEXT, "models", "WORD", "whether a CPU holds quantised weights as float32, which is several times as fast: auto (default, where memory allows), always, never", among=UNPACK),
    Setting("hosts", TEXT, "models", "H,H…", "shard the target over these hosts, by ssh; the first is this machine, 127.0.0.1", stored=False),
    Setting("hostfile", TEXT, "models", "FILE", "the same, with a hostfile of mlx.distributed_config", stored=False),
    Setting("trust-remote-code", TRUTH, "models", "", "run the Python file that is the tokenizer of some models (Kimi), with all your rights", stored=False),

    Setting("k", WHOLE, "drafting", "N", "guesses in a draft, at most (default 4; 0: plain)", ("--num-draft-tokens",), rare=False,
            command="k", says="most guesses per round; 0 is plain decoding, auto chooses in each round"),
    Setting("adaptive-k", TRUTH, "drafting", "", "choose the draft length anew each round; end a draft where one more guess does not pay"),
    Setting("rule", TEXT, "drafting", "RULE", f"acceptance rule: {', '.join(RULES)}", rare=False,
            command="rule", says="acceptance rule"),
    Setting("lookup-min", WHOLE, "drafting", "N", "tokens that must match before lookup guesses"),
    Setting("lookup-max", WHOLE, "drafting", "N", "maximum tokens per lookup draft"),
    Setting("fallback", TEXT, "drafting", "NAME", "drafter that hybrid uses where lookup has no match"),

    Setting("recommended", TRUTH, "sampling", "", "the sampling that the model's makers recommend, unless an option says otherwise",
            command="recommended", says="the sampling settings that the model recommends"),
    Setting("temperature", REAL, "sampling", "T", "0 (default) always takes the likeliest token", ("--temp",), rare=False,
            command="temp", says="temperature; 0 is greedy"),
    Setting("top-p", REAL, "sampling", "P", "draw from the likeliest tokens that together have probability P (default 1: from all)",
            command="top-p", says="keep the likeliest tokens up to this total probability; 1 keeps all"),
    Setting("top-k", WHOLE, "sampling", "N", "draw from the N likeliest tokens (default 0: from all)",
            command="top-k", says="keep the N likeliest tokens; 0 keeps all"),
    Setting("min-p", REAL, "sampling", "P", "draw from tokens of at least P times the likeliest one's probability (default 0: from all)",
            command="min-p", says="keep tokens at least this likely relative to the best; 0 keeps all"),
    Setting("repetition-penalty", REAL, "sampling", "X", "weaken the last 20 tokens by the factor X",
            command="penalty", says="repetition penalty; 1 is off", words="repetition penalty"),
    Setting("presence-penalty", REAL, "sampling", "X", "subtract X from the logit of every one of the last 20 tokens"),
    Setting("frequency-penalty", REAL, "sampling", "X", "the same, once for each time that the token occurs there"),
    Setting("logit-bias", BIASES, "sampling", "ID=VALUE", "add VALUE to the logit of the token ID; repeatable", repeats=True),
    Setting("seed", WHOLE, "sampling", "N", "random seed (default: a new one, shown above T 0)", rare=False,
            command="seed", says="seed of every reply; off for a new one each time"),

    Setting("max-tokens", WHOLE, "reply", "N", "most tokens of a reply (default {default})", rare=False, least=1, command="max", says="most tokens of a reply"),
    Setting("seconds", WHOLE, "budget", "N", "seconds in all, about (default {default}; 0: no bound)", rare=False, stored=False, least=0,
            command="seconds", says="about how many seconds a comparison, a sweep, a search, a test or a lesson's example takes; 0: no bound"),

    Setting("system", PROSE, "reply", "TEXT", "the system message",
            command="system", says="system prompt of this conversation; off for none"),
    Setting("thinking", ON_OFF, "reply", "on|off", "the model's thinking, where its chat template supports it", among=("on", "off"), command="think", says="thinking, if the model supports it"),
    Setting("template-var", VALUES, "reply", "NAME=VALUE", "a variable of the chat template, such as preserve_thinking=true or reasoning_effort=low; repeatable", repeats=True,
            command="var", says="a variable of the model's chat template"),

    Setting("theme", TEXT),
    Setting("history", TRUTH),
    Setting("notify", TRUTH),
    Setting("copy-on-select", TRUTH),
)  # fmt: skip

BY_FIELD = {setting.field: setting for setting in SETTINGS}
BY_COMMAND = {setting.command: setting for setting in SETTINGS if setting.command}
