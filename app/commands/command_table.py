"""The table of commands and their options, and the reading of a command line. Flags take precedence over the environment, then the config file, then
the defaults."""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from pathlib import PurePath
from typing import Any, Callable, Iterator, NoReturn, Sequence

from specdeck.decoding.errors import LoadError, SettingsError
from specdeck.decoding.types import MLX_LM

from .. import __version__
from ..budget import DRAWN_TOKENS, DRAWS, SECONDS
from ..drawing.clean_text import one_line
from ..drawing.figures import size
from ..settings import config
from ..settings.setting_table import BY_FIELD, REAL, SETTINGS, TEXT, TRUTH, WHOLE, Kind, Setting, nearest, text_of
from ..terminal.streams import own_stderr

HELP = ("-h", "--help", "--help-all")
USUAL_RUNS, VISITORS, ROOM = 3, 8, 30
EACH = 0.25e9  # bytes of memory of a visitor's process with the embedded pair
WORKLOADS = ("story", "echo", "edit", "open", "qa")


def _numbers(kind: Callable[[str], Any], like: str) -> Callable[[str], list[Any]]:
    def read(text: str) -> list[Any]:
        try:
            return [kind(part) for part in text.split(",")]
        except ValueError:
            raise argparse.ArgumentTypeError(f"{text!r} is not a list of numbers like {like}") from None

    return read


def _named(text: str) -> str:
    """The name of a place. A shell makes an empty one of a variable that is not set, and something else would be run."""
    if not text:
        raise argparse.ArgumentTypeError("it is empty: name one, or leave it out")
    return text


def _picture(text: str) -> str:
    if (end := PurePath(_named(text)).suffix.lower()) in (".png", ".jpg", ".jpeg", ".gif", ".webp", ".pdf"):
        raise argparse.ArgumentTypeError(f"a picture is written as SVG, not as {end}: name it {PurePath(text).stem}.svg")
    return text


NAMED, PICTURE = Kind(str, "a name", _named), Kind(str, "a name", _picture)
WHOLES, REALS = (Kind(lambda value: value if isinstance(value, list) else [value], "numbers", _numbers(kind, like)) for kind, like in ((int, "2,4,8"), (float, "0,0.8")))


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its line in the list of commands, the beginning of its help, and its options. Only one of the options in `apart` may be given."""

    line: str
    about: str
    rows: tuple[Setting, ...]
    apart: tuple[str, ...] = ()


def _own(name: str, kind: Kind, takes: str, help: str, **more: Any) -> Setting:
    """An option of some commands alone, which config.toml cannot set."""
    return Setting(name, kind, **{"group": "options", "takes": takes, "help": help, "stored": False, "rare": False} | more)


def _rows(*groups: str, **defaults: Any) -> tuple[Setting, ...]:
    """The rows of these groups of the table, each with the default that is given for it."""
    rows = [replace(row, kind=NAMED) if row.name in ("hosts", "hostfile") else row for row in SETTINGS if row.group in groups]
    return tuple(replace(row, default=defaults[row.field], help=row.help.format(default=defaults[row.field])) if row.field in defaults else row for row in rows)


def _titled(group: str, *rows: Setting) -> tuple[Setting, ...]:
    """These rows under another title."""
    return tuple(replace(row, group=group) for row in rows)


def _seconds(job: str) -> Setting:
    return replace(_rows("budget", seconds=SECONDS[job])[0], group="options")


PROMPT = _own("prompt", TEXT, "PROMPT", "one user message; - reads stdin", flagless=True)
JSON = _own("json", TRUTH, "", "one JSON object on stdout and nothing else")
RAW = _own("raw", TRUTH, "", "give the prompt to the model as it is, without its chat template", rare=True)
OUTPUT = (_own("stop", Kind(str, "a text", text_of), "STRING", "end before this string; repeatable", repeats=True, rare=True, default=()), RAW, JSON)
SAMPLED = _rows("models", "drafting", "sampling")
LESSON = _own("lesson", TRUTH, "", "open the lesson first", rare=True)
TEMPLATE = tuple(BY_FIELD[name] for name in ("system", "thinking", "template_var"))

COMMANDS = {
    "run": Command(
        "stream one reply, coloured by the origin of each token", "Stream one reply; accepted drafts are underlined on a terminal.",
        (PROMPT, *OUTPUT, _own("trace", NAMED, "FILE", "record the reply in a new file, for specdeck replay FILE"), *SAMPLED, *_rows("reply", max_tokens=256)),
    ),
    "compare": Command(
        "compare plain and drafted decoding of one prompt", "Decode one prompt plainly (A) and drafted (B), and report the speed-up.",
        (
            PROMPT, *OUTPUT, _own("runs", WHOLE, "N", "runs per side; the median counts (default 3)", default=USUAL_RUNS, least=1),
            _own("best", TRUTH, "", "find the fastest loaded drafter and k, too"),
            _own("card", PICTURE, "FILE", "write the result into a new file too: SVG, 1200x630"),
            _own("html", NAMED, "FILE", "write the race into a new file too: a page for browsers"), _seconds("compare"),
            _own("arm", Kind(str, "a text", text_of), "SETTINGS", "a side, like 'drafter=lookup k=8'; up to 4 sides", repeats=True, default=()),
            *_titled(
                "side A (default: plain decoding)",
                _own("against", TEXT, MLX_LM, "side A: mlx-lm's own generator on the same pair, instead of plain decoding", among=(MLX_LM,)),
                _own("a-drafter", TEXT, "NAME|PATH", "drafter of side A", rare=True), _own("a-k", WHOLE, "N", "maximum tokens per draft on side A", rare=True),
                _own("a-rule", TEXT, "RULE", "acceptance rule of side A", rare=True),
            ), *SAMPLED, *_rows("reply", max_tokens=256),
        ),
    ),
    "test": Command(
        "test by sampling whether drafted decoding keeps the target's distribution",
        "Test by sampling whether drafted decoding follows plain decoding's distribution: short continuations of one prompt.",
        (
            PROMPT, _own("draws", WHOLE, "N", f"continuations per side at most (default {DRAWS}); fewer where the test is decided earlier", default=DRAWS),
            _own("tokens", WHOLE, "N", f"tokens per continuation, at most k (default {DRAWN_TOKENS}; 1: only the next token)", default=DRAWN_TOKENS, least=1),
            RAW, *_titled("options", *TEMPLATE), _seconds("test"), JSON,
            *(replace(row, help="above 0 (default 0.8)") if row.name == "temperature" else row for row in SAMPLED),
        ),
    ),
    "bench": Command(
        "measure the speed-up of every drafter on this machine", "Measure every drafter against plain decoding. Ctrl+C ends early and keeps the finished measurements.",
        (
            replace(BY_FIELD["k"], group="options", kind=WHOLES, repeats=True, takes="N[,N…]", help="maximum tokens per draft (default 2,4,8)"),
            replace(BY_FIELD["temperature"], group="options", kind=REALS, repeats=True, takes="T[,T…]", help="default 0,0.8"),
            _own("workload", TEXT, "NAME", f"{', '.join(WORKLOADS)}; repeatable (default: all)", repeats=True, default=WORKLOADS),
            _own("prompts", WHOLE, "N", "prompts per workload (default 3; 0: all)", default=3, least=0),
            _own("runs", WHOLE, "N", "number of turns; the median counts (default 3)", default=USUAL_RUNS, least=1), _seconds("bench"),
            _own("against", TEXT, MLX_LM, "measure mlx-lm's own generators too, on the same pair, prompts and k", among=(MLX_LM,)), JSON,
            *(row for row in SAMPLED if row.name not in ("k", "temperature")), *_rows("reply", max_tokens=96),
        ),
    ),
    "replay": Command(
        "replay a recorded reply, without a model", "Replay a trace: the same rounds, computed by no model. On a terminal the playground loads its models meanwhile.",
        (
            _own("trace", TEXT, "FILE", "a trace: specdeck run PROMPT --trace FILE, or /save in the playground", flagless=True),
            _own("speed", REAL, "X", "replay speed: 2 is twice as fast (default 1)", default=1.0),
            _own("svg", PICTURE, "FILE", "draw the final screen into a new file instead"),
            _own("html", NAMED, "FILE", "write the conversation into a new file instead: a page for browsers"), JSON,
        ), ("svg", "html", "json"),
    ),
    "lesson": Command(
        "open the lesson, or write it as a page to hand out", "Open the lesson in the playground, or write it as one static page of HTML, to read, hand out and print.",
        (_own("html", NAMED, "DIR", "the folder for the page, lesson.html; made where it does not exist"),),
    ),
    "web": Command(
        "the playground in a browser, for you or a whole room",
        "The playground in a browser. Each visitor has a process of their own, and a state that is deleted when they leave.\n"
        "The playground's options, such as --model, hold for every visitor; specdeck --help lists them.\n\n"
        "The address that is printed has a token, which a browser shows once and keeps as a cookie: nobody else gets in.\n"
        "On 127.0.0.1 a visitor may do whatever you may. With --host or --public-url beyond this machine visitors are guests:\n"
        "they cannot read or write files here, nor search for, add or download models; what they save goes to their browser.",
        (
            _own("host", NAMED, "ADDRESS", "where to listen (default 127.0.0.1; 0.0.0.0: on every network)", default="127.0.0.1"),
            _own("port", WHOLE, "N", "port to listen on (default 8000; 0: a free one)", default=8000, least=0),
            _own("public-url", TEXT, "URL", "the address that visitors open, where another server forwards it", default=""),
            _own("visitors", WHOLE, "N", f"most visitors at a time (default {VISITORS}, with --lesson {ROOM}); the next one waits. Each has the models in memory: some {size(EACH)} with the embedded pair", least=1),
            _own("no-token", TRUTH, "", "let in whoever reaches the port, not only who opens the address with the printed token"), replace(LESSON, rare=False),
        ),
    ),
    "paths": Command(
        "print where config and conversations are stored", "Print where specdeck stores its config and its data.",
        (_own("keys", TRUTH, "", "list the names of all keys, for [keys] in config.toml"), JSON),
    ),
    "models": Command(
        "list the models on this machine, which can draft for which, and why not",
        "List the models on this machine (the embedded pair, the hub's cache, folders named in the playground), which can draft for which, and why not.",
        (
            _own("folders", TEXT, "PATH", "a model's folder, or a folder of models, to list as well", flagless=True, repeats=True, default=()),
            _own("suggest", TRUTH, "", "list published pairs that fit this machine instead, the most usable first; needs no network"), JSON,
        ),
    ),
    "doctor": Command(
        "measure the cost of a pass here, and suggest what would make it faster", "Measure the cost of a pass on this machine and suggest what would make it faster.",
        (
            JSON, _own("report", NAMED, "FILE", f"measure much more, in up to {SECONDS['report'] / 60:.0f} minutes, and write it into a new file, for an issue"),
            _own("context", WHOLES, "N[,N…]", "also time passes after so many tokens, and predict the best k there", repeats=True, default=(), least=65),
            _seconds("doctor"), *_rows("models"),
        ), ("json", "report"),
    ),
}  # fmt: skip

PLAYGROUND = Command(
    "",
    "A playground for speculative decoding on MLX. With no command: the playground, on the embedded models.\n"
    "  specdeck --model mlx-community/Qwen3-8B-4bit --drafter mlx-community/Qwen3-0.6B-4bit\n"
    "commands (specdeck COMMAND --help says more):\n" + "\n".join(f"  {name:10} {command.line}" for name, command in COMMANDS.items()),
    (_own("version", TRUTH, "", "print the version"), *SAMPLED, *_rows("reply", max_tokens=512), LESSON),
)

ARM = "compare --arm"
ARMS = Command("", "", tuple(row for row in SETTINGS if row.name == "drafter" or row.group in ("drafting", "sampling") and row.name not in ("seed", "recommended")))


class Parser(argparse.ArgumentParser):
    """argparse with errors of one line that says what to do (exit code 2), and without abbreviated names."""

    def __init__(self, name: str, words: Sequence[str]) -> None:
        self.command = {"playground": PLAYGROUND, ARM: ARMS, **COMMANDS}[name]
        self.options = [*takewhile(lambda word: word != "--", words)]
        prog = "specdeck" if name == "playground" else f"specdeck {name}"
        named = [f"[{row.takes}]" if row.repeats else row.takes for row in self.command.rows if row.flagless]
        about = self.command.about if "\n" in self.command.about else textwrap.fill(self.command.about, 78)
        usage = " ".join([prog, *named, *["[COMMAND]"] * (name == "playground"), "[options]"])
        super().__init__(prog, usage, about, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, add_help=False)
        self.flags = {flag: row for row in self.command.rows if not row.flagless for flag in (row.flag, *row.flags)}
        self._add_rows()

    def _add_rows(self) -> None:
        """An argument for each row. No option has a default here: what is not given is left out. Rare ones only --help-all lists."""
        self.add_argument("-h", "--help", action="store_true", help="show this help")
        self.add_argument("--help-all", action="store_true", help="the help with all options")
        groups: dict[str, Any] = {"options": self}
        for row in self.command.rows:
            group = groups.get(row.group) or groups.setdefault(row.group, self.add_argument_group(row.group))
            kind: dict[str, Any] = {"action": "store_true"} if row.kind is TRUTH else {"type": row.kind.flag, "metavar": row.takes}
            if row.repeats:
                kind |= {"nargs": "*"} if row.flagless else {"action": "extend" if row.kind in (WHOLES, REALS) else "append"}
            help = argparse.SUPPRESS if row.rare and "--help-all" not in self.options else row.help + "".join(f" (also {flag})" for flag in row.flags)
            named = {} if row.flagless else {"dest": row.field}
            group.add_argument(row.field if row.flagless else row.flag, help=help, default=argparse.SUPPRESS, **named, **kind)
            if row.flags:
                group.add_argument(*row.flags, help=argparse.SUPPRESS, default=argparse.SUPPRESS, **named, **kind)

    def error(self, message: str) -> NoReturn:
        with suppress(OSError):
            print(f"{self.prog}: {one_line(message)} ({self._hint(message)})", file=own_stderr(), flush=True)
        sys.exit(2)

    def _hint(self, message: str) -> str:
        """What to do: the option nearest to an unknown one; how a value or a prompt is written."""
        _, unknown, rest = message.partition("unrecognized arguments: ")
        typed = next((word.partition("=")[0] for word in rest.split() if word.startswith("--")), "")
        if near := nearest(typed.lstrip("-"), {flag.lstrip("-"): flag for flag in self.flags if flag.startswith("--")}):
            return f"did you mean {near}?"
        if self.command is ARMS:
            return "an arm is written like 'drafter=lookup k=8'"
        if message.endswith("expected one argument"):
            return "a value that begins with - is written --option=-value"
        asks, dashed = any(row.name == "prompt" for row in self.command.rows), any(re.match(r"-[^-]\D", word) for word in self.options)
        if asks and ((unknown and not rest.startswith("--")) or dashed or message.endswith("required: PROMPT")):
            return "put the prompt in quotes, and after -- if it begins with -"
        return "--help-all lists the options"


def parse(name: str, words: Sequence[str]) -> argparse.Namespace:
    """The words' values for a command. `sources`: where the values without a flag come from; `defaulted`: the fields that nobody set. Prints the
    help where it is asked for. Raises ConfigError, and SettingsError for a value out of its row's range."""
    parser = Parser(name, words)
    if any(word in HELP for word in parser.options):
        print(parser.format_help(), end="", flush=True)
        sys.exit(0)
    said, rest = parser.parse_known_args(words)
    unknown = rest
    if name == "web":  # whose others are the playground's, for each visitor
        theirs = Parser("playground", rest)
        unknown, parser.flags = theirs.parse_known_args(rest)[1], theirs.flags | parser.flags
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    given, rows = vars(said), parser.command.rows
    if given.get("version"):
        print(f"specdeck {__version__}", flush=True)
        sys.exit(0)
    if empty := [row.flag for row in rows if not row.flagless and given.get(row.field) in ([], [[]])]:  # argparse drops the "--" of --option=--
        parser.error(f"argument {empty[0]}: '--' is no value")
    if len(clash := [f"--{option}" for option in parser.command.apart if option in given]) > 1:
        parser.error(f"argument {clash[1]}: not allowed with argument {clash[0]}")
    stored = config.load() if any(row.stored for row in rows) else config.Config()
    unsaid = {row.field: row for row in rows if row.field not in given}
    filed = {field: [stored.values[row.name]] if row.kind in (WHOLES, REALS) else stored.values[row.name] for field, row in unsaid.items() if row.stored and row.name in stored.values}
    args = argparse.Namespace(**{row.field: False if row.kind is TRUTH and not row.stored else row.default for row in rows} | filed | given, playground=rest)
    args.sources, args.defaulted = {field: stored.sources[unsaid[field].name] for field in filed}, unsaid.keys() - filed.keys()
    for row in rows:
        with naming_source(args, row.field):
            row.check(getattr(args, row.field))
    return args


@contextmanager
def naming_source(args: argparse.Namespace, field: str) -> Iterator[None]:
    """Let an error within say where the value of this field comes from, if no flag gave it."""
    try:
        yield
    except (SettingsError, LoadError) as error:
        if field not in args.sources:
            raise
        raise type(error)(f"{args.sources[field]}: {error}") from None
