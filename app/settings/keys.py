"""The table of keys: what each does on every screen, its name in [keys] of config.toml, the /command that does the same.

One letter means one thing on every screen, or nothing (tests/test_house.py holds it). The screens' bindings, the last line,
the help and remapping are made of the table.
"""

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Iterable, Mapping

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS, Keys, _character_to_key, key_to_character

from .config import ConfigError

MODIFIERS = {"ctrl", "shift", "alt", "meta", "super", "hyper"}
_NAMED = {key.value for key in Keys} | set(KEY_NAME_REPLACEMENTS.values())  # slash, minus …
GUESS = "answer the question; the next step shows the answer"
_SHORT = {"escape": "esc", "full_stop": "."}  # beside Textual's names


@dataclass(frozen=True, slots=True)
class Key:
    """`keys` in Textual's names, with commas; `action` of the screen; `name` in the last line and, with the screen's, in [keys]; `help`: what
    it does. Of two keys of one command the first shows both, `shown`, and the second is clicked."""

    screen: str
    keys: str
    action: str
    name: str
    help: str = ""
    hidden: bool = False  # not in the last line
    shown: str | None = None
    command: str = ""  # the /command that does the same
    needs_reply: bool = False  # does nothing in an empty chat
    urgent: bool = False  # before what has the focus
    means: str = ""  # what its letter means on every screen, if more than its name

    @property
    def id(self) -> str:
        """Its name in [keys]."""
        return f"{'app' if self.screen == 'tabs' else self.screen}.{self.name.lower().replace(' ', '-')}"

    @property
    def written(self) -> str:
        """How a list of commands writes it: ^N, F2, esc, [ ]."""
        if self.shown:
            return self.shown.upper() if self.screen == "app" else self.shown
        first = self.keys.split(",")[0]
        return _SHORT.get(first) or (f"^{first[-1].upper()}" if first.startswith("ctrl+") else first.upper() if len(first) > 1 and first[0] == "f" else first)


KEYS: tuple[Key, ...] = (
    Key("app", "ctrl+t", "next_tab", "Tabs", "the next tab; F2 to F5 or /chat, /compare, /lesson, /models open one"),
    Key("app", "ctrl+p", "command_palette", "Commands", "every command, by name"),
    Key("app", "f1,question_mark", "guide", "Help", "this help; ? opens it outside the prompt", shown="f1", command="help"),
    Key("app", "ctrl+q", "quit", "Quit", "leave", urgent=True, command="quit"),
    Key("tabs", "f2", "tab('Chat')", "Chat", command="chat"),
    Key("tabs", "f3", "tab('Compare')", "Compare", command="compare"),
    Key("tabs", "f4", "tab('Lesson')", "Lesson", command="lesson"),
    Key("tabs", "f5", "tab('Models')", "Models", command="models"),

    Key("chat", "escape", "escape", "Stop", command="stop"),
    Key("chat", "space", "do('pause')", "Pause", command="pause"),
    Key("chat", "n", "do('try')", "Try", command="try"),
    Key("chat", "less_than_sign,comma", "next_branch(-1)", "Branch before", shown="< >", command="branches"),
    Key("chat", "c", "branch", "Continue", command="branch", needs_reply=True),
    Key("chat", "e", "do('edit')", "Edit", command="edit", needs_reply=True),
    Key("chat", "r", "do('again')", "Again", command="again", needs_reply=True, means="run again"),
    Key("chat", "b", "do('baseline')", "Baseline", command="baseline", needs_reply=True),
    Key("chat", "d", "drafters", "Drafter", command="draft"),
    Key("chat", "full_stop,z", "slow_motion", "Slow motion", "play a round in slow motion: the selected token's, or the last with a rejected guess",
        hidden=True, command="slow-motion"),
    Key("chat", "right", "one_round", "One round", "while a reply is paused: write one round", hidden=True, command="step"),
    Key("chat", "greater_than_sign", "next_branch(1)", "Branch after", hidden=True, command="branches"),
    Key("chat", "left_square_bracket", "k(-1)", "k", shown="[ ]", command="k"),
    Key("chat", "right_square_bracket", "k(1)", "k up", hidden=True, command="k"),
    Key("chat", "minus", "temperature(-1)", "T", shown="- =", command="temp"),
    Key("chat", "equals_sign", "temperature(1)", "T up", hidden=True, command="temp"),
    Key("chat", "g", "view('ghosts')", "Ghosts", command="ghosts", needs_reply=True),
    Key("chat", "l", "view('split')", "Legend", command="legend"),
    Key("chat", "v", "mode", "Colours", command="colours"),
    Key("chat", "i", "panel", "Panel", command="panel"),
    Key("chat", "R", "rules", "Rule", command="rule"),
    Key("chat", "p", "do('plain')", "Plain", command="plain"),
    Key("chat", "y", "copy_reply", "Copy", command="copy", needs_reply=True),
    Key("chat", "V", "view('markdown')", "Markdown", hidden=True, command="markdown"),
    Key("chat", "t", "thought", "Thinking", hidden=True, command="thought"),
    Key("chat", "m", "do('recommended')", "Recommended", hidden=True, command="recommended"),
    Key("chat", "ctrl+n", "do('new')", "New chat", hidden=True, command="new"),
    Key("chat", "ctrl+o", "do('drop')", "Drop", hidden=True, command="drop"),
    Key("chat", "ctrl+s", "do('save')", "Save", hidden=True, command="save"),

    Key("compare", "enter", "run", "Run", help="run both sides on the prompt, one after the other"),
    Key("compare", "escape", "escape", "Stop", hidden=True, help="stop; otherwise switch between prompt and texts"),
    Key("compare", "s", "sweep", "Sweep", help="run side B with other values of k on the same prompt; repeat for a median"),
    Key("compare", "B", "best", "Find best", help="measure all drafters and useful k on the same prompt; enter takes the fastest"),
    Key("compare", "T", "test", "Test", help="test by sampling whether plain and drafted decoding follow one distribution"),
    Key("compare", "d", "drafter", "Drafter", help="the drafter of this side"),
    Key("compare", "left_square_bracket", "k(-1)", "Shorter drafts", shown="[ ]", help="fewer or more guesses per round"),
    Key("compare", "right_square_bracket", "k(1)", "Longer drafts", hidden=True, shown="]", help="more guesses per round"),
    Key("compare", "minus", "temperature(-1)", "Cooler", shown="- =", help="a lower or higher temperature on this side"),
    Key("compare", "equals_sign", "temperature(1)", "Warmer", hidden=True, help="a higher temperature on this side"),
    Key("compare", "p", "plain", "Plain", help="switch this side between plain decoding and the current drafter"),
    Key("compare", "r", "replay", "Race", hidden=True, help="replay the race from the start", means="run again"),
    Key("compare", "space", "pause", "Pause", hidden=True, help="pause or continue the race"),
    Key("compare", "comma", "step(-1)", "Step back", hidden=True, help="one round earlier"),
    Key("compare", "full_stop", "step(1)", "Step", hidden=True, help="one round later"),
    Key("compare", "z", "slow_motion", "Slow motion", hidden=True, help="play the current round of side B in slow motion"),
    Key("compare", "f", "pace", "Pace", hidden=True, help="replay slower than measured, as measured, or faster"),
    Key("compare", "N", "runs", "Runs", hidden=True, help="number of runs per side; the median counts"),
    Key("compare", "R", "rule", "Rule", hidden=True, help="the next acceptance rule on this side"),
    Key("compare", "M", "against", "mlx-lm", hidden=True, help="race against mlx-lm's own generator on this pair, and back to plain decoding"),
    Key("compare", "C", "card", "Card", help="save the result as one picture for sharing: SVG, 1200x630"),
    Key("compare", "x", "svg", "SVG", help="save this screen as a picture"),
    Key("compare", "j", "json", "JSON", hidden=True, help="save the comparison as JSON, as specdeck compare --json prints it"),

    Key("lesson", "space,pagedown", "forward", "Step", help="the next step"),
    Key("lesson", "backspace,pageup", "back", "Back", help="the previous step"),
    Key("lesson", "0", "guess(0)", "Guess", shown="0-9", help=GUESS),
    *(Key("lesson", str(n), f"guess({n})", f"Guess {n}", GUESS, hidden=True) for n in range(1, 10)),
    Key("lesson", "greater_than_sign", "page(1)", "Next page", hidden=True, help="the next page"),
    Key("lesson", "less_than_sign", "page(-1)", "Previous page", hidden=True, help="the previous page"),
    Key("lesson", "a", "autoplay", "Auto", help="advance automatically; any other key stops it"),
    Key("lesson", "left", "turn('position', -1)", "Left", hidden=True, help="the previous position of the draft, or slider"),
    Key("lesson", "right", "turn('position', 1)", "Right", hidden=True, help="the next position of the draft, or slider"),
    Key("lesson", "up", "look(-1)", "Up", hidden=True, help="scroll up where the terminal is too small for words and picture"),
    Key("lesson", "down", "look(1)", "Down", hidden=True, help="scroll down: the words, then the picture"),
    Key("lesson", "minus", "turn('temperature', -1)", "Less", hidden=True, help="the same round at a lower temperature; a slider to the left"),
    Key("lesson", "equals_sign", "turn('temperature', 1)", "More", hidden=True, help="the same round at a higher temperature; a slider to the right"),
    Key("lesson", "R", "turn('rule', 1)", "Rule", hidden=True, help="the same round under the next rule"),
    Key("lesson", "w", "nudge('p', 1)", "More p", hidden=True, help="raise the target's probability of the selected token"),
    Key("lesson", "W", "nudge('p', -1)", "Less p", hidden=True, help="lower the target's probability of the selected token"),
    Key("lesson", "q", "nudge('q', 1)", "More q", hidden=True, help="raise the drafter's probability of the selected token"),
    Key("lesson", "Q", "nudge('q', -1)", "Less q", hidden=True, help="lower the drafter's probability of the selected token"),
    Key("lesson", "r", "live", "Live", help="run this page's example on the loaded pair", means="run again"),
    Key("lesson", "T", "test", "Test", hidden=True, help="test on the loaded pair whether plain and drafted decoding follow one distribution"),
    Key("lesson", "escape", "stop", "Stop", hidden=True, help="stop the run"),
    Key("lesson", "home", "again", "Start again", hidden=True, help="start again at the first page and forget your answers"),

    Key("models", "enter", "load", "Load", hidden=True, help="load this model as the target; in the hub's list, download it"),
    Key("models", "ctrl+d", "draft", "Draft", help="use this as the drafter"),
    Key("models", "ctrl+l", "side", "Side", hidden=True, help="show drafters for this target without loading it; again: for the loaded target"),
    Key("models", "ctrl+u", "unload", "Unload", help="unload this; on the target, unload the whole pair"),
    Key("models", "slash", "ask", "Search", help="search the hub, or type a folder to list"),
    Key("models", "ctrl+g", "download", "Download", hidden=True, help="download the selected model, or continue a stopped download"),
    Key("models", "ctrl+f", "offer", "Published", hidden=True, help="list the published drafters for this target"),
    Key("models", "ctrl+k", "check", "Check", help="check what the selected model can draft for, without downloading its weights"),
    Key("models", "escape", "escape", "Stop", hidden=True, help="stop the download and keep what has arrived; otherwise back to the list"),
    Key("models", "ctrl+b", "panel", "Details", hidden=True, help="show the pair's details, which a narrow terminal hides"),
    Key("models", "ctrl+r", "scan", "Look again", hidden=True, help="scan the disk again"),
    Key("models", "ctrl+x", "forget", "Forget folder", hidden=True, help="stop listing the folder that this model came from"),
)  # fmt: skip

IN_THE_PROMPT = (  # what the chat's widgets do with keys, for the help
    ("enter", "send"),
    ("shift+enter, ctrl+j", "new line"),
    ("up", "recall the last prompt, in an empty prompt"),
    ("esc", "stop the reply; otherwise switch between prompt and text"),
    ("tab", "go to the next part of the screen"),
    ("left, right", "select a token to see why it is there; up and down change the line"),
    (". or z", "play the round of the selected token in slow motion, or the last one with a rejected guess"),
    ("space", "pause the reply, or go on; while it is paused, . or right writes one round (with no token selected)"),
    ("end", "follow the text again after scrolling up"),
    ("alt+key", "alt with a key does what the key does outside the prompt: alt+b, alt+r"),
    ("/", "begin a command, from anywhere"),
    ("[ ] and - =", "in an empty prompt during a reply: k and temperature"),
    ("ctrl+c", "pressed twice during a reply: stop it"),
)
COMMON = (("ctrl+c", "copy the selected text"),)


def bindings(screen: str) -> list[Binding]:
    return [
        Binding(row.keys, row.action, row.name, show=not row.hidden, key_display=row.shown, priority=row.urgent, tooltip=row.help, id=row.id)
        for row in KEYS if row.screen == screen
    ]  # fmt: skip


def of_command(command: str) -> list[Key]:
    return [row for row in KEYS if row.command == command]


def keymap(asked: Mapping[str, str], bindings: Iterable[Binding]) -> dict[str, str]:
    """Names to keys, for Textual. Raises ConfigError for an unknown name or key, and for a key with two meanings."""
    by_name = {binding.id: binding for binding in bindings if binding.id}
    for name, keys in asked.items():
        if name not in by_name:
            near = get_close_matches(name, by_name, 3, 0.3) or sorted(by_name)[:3]
            raise ConfigError(f"[keys]: nothing is called {name!r}; there are {', '.join(near)} … (specdeck paths --keys lists them)")
        for key in keys.split(","):
            if not _known(key):
                raise ConfigError(f"[keys]: {name} = {keys!r}: {key.strip()!r} is not a key; keys are written like ctrl+y, f6, space, left, p")
    mapped = {name: ",".join(_plain(key) for key in keys.split(",")) for name, keys in asked.items()}
    _check_clashes(mapped, by_name)
    return mapped


def remapped(command: str, mapped: Mapping[str, str]) -> str:
    """A /command's keys that the person set; "" if none was."""
    return " ".join(mapped[row.id] for row in KEYS if row.command == command and row.id in mapped)


def _check_clashes(mapped: Mapping[str, str], by_name: Mapping[str, Binding]) -> None:
    """Check that a key has one meaning per screen; a key of all screens counts on each."""
    for name in mapped:
        where = name.partition(".")[0]
        for other, binding in by_name.items():
            near = other.partition(".")[0]
            if other != name and (near == where or "app" in (near, where)):
                keys = {_plain(key) for key in mapped.get(other, binding.key).split(",")}
                if both := keys & set(mapped[name].split(",")):
                    raise ConfigError(f"[keys]: {sorted(both)[0]} would be both {name} and {other}: give {other} a different key")


def _known(key: str) -> bool:
    *modifiers, last = _plain(key).split("+")
    return set(modifiers) <= MODIFIERS and (last in _NAMED or (key_to_character(last) or "\0").isprintable())


def _plain(key: str) -> str:
    """Textual's name of a key: some characters have names."""
    key = key.strip()
    return _character_to_key(key) if len(key) == 1 else key
