"""Blocks: a conversation as stacked pieces of wrapped text, the last of which grows as tokens arrive. The owners in a block's
flow are indices of its reply's tokens."""

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Iterable, Literal, Sequence

from ..drawing.clean_text import one_line
from ..drawing.figures import counted
from ..drawing.wrapping import NOBODY, Flow
from .conversation import Chat
from .reply import Reply
from .slow_motion import Look, Moment, guess_looks
from .wording import figures, reading_words

Kind = Literal["prompt", "name", "thought", "thinking", "reply", "note", "mark", "gap"]
INDENT = {"prompt": 2}
UNREAD = "the turns above are not sent to the target any more (/drop 0 sends them again)"
SPECIAL = re.compile(r"<[|｜].*[|｜]>|</s>|<eos>|<end_of_turn>|<turn[|]>")  # the usual tokens that end a turn
GHOST = -2  # owner of what is no token: a guess that did not stand
GUESSES: dict[Look, int] = {"ghost": GHOST, "pending": -3, "accepted": -4, "dropped": -5, "plain": -6}  # owners of guesses by their looks
LOOKS_OF_GUESSES = {owner: look for look, owner in GUESSES.items()}


@dataclass
class Block:
    """A piece of the conversation. `reply`: the reply whose tokens own its text."""

    kind: Kind
    flow: Flow
    reply: Reply | None = None
    taken: int = 0  # tokens of the reply that are in the flow or in an earlier block
    branches: list[Reply] = field(default_factory=list)  # of a note: all branches of its reply

    @property
    def replied(self) -> Reply:
        """The reply of a block of a kind that has one."""
        assert self.reply, f"a {self.kind} block has a reply"
        return self.reply


class Blocks:
    """All blocks at one width. `show` updates them and lays out only what is new."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.ghosts = False  # rejected guesses are drawn
        self._played: tuple[Reply, Moment] | None = None  # the last round of this reply is played: its tokens are not there yet
        self.list: list[Block] = []
        self.settled = 0  # lines, from the top, that the last `show` did not change
        self._starts: list[int] = []
        self._last = 0  # index of the last turn's first block: only the last turn grows
        self._key: object = None

    @property
    def placed(self) -> Iterable[tuple[int, Block]]:
        """The blocks, each with its first line."""
        return zip(self._starts, self.list)

    @property
    def height(self) -> int:
        """Lines of all blocks."""
        return self._starts[-1] + len(self.list[-1].flow.lines) if self.list else 0

    def at(self, line: int) -> tuple[Block, int]:
        """The block that holds a line, and the line's number within it."""
        index = bisect_right(self._starts, line) - 1
        return self.list[index], line - self._starts[index]

    def resize(self, width: int) -> None:
        if width != self.width:
            self.width = width
            for block in self.list:
                block.flow.resize(width - INDENT.get(block.kind, 0))
            self._count(0)

    def show(self, chat: Chat, target: str, ghosts: bool = False, played: tuple[Reply, Moment] | None = None) -> None:
        """Bring the blocks up to date with the chat. `played`: a reply whose last round is played, and the moment of it."""
        shapes = [(reply.job, reply.opened, reply.thinking > 0, reply.thought) for reply in (turn.reply for turn in chat.turns)]
        key = (id(chat), target, ghosts, chat.unread, shapes)  # which blocks there are; new tokens only make them grow
        self.ghosts, self._played = ghosts, played
        if key != self._key:
            self._rebuild(chat, target)
            self._key = key
        elif self.list:
            grows = next(i for i in range(self._last, len(self.list)) if self.list[i].kind in ("thought", "thinking", "reply"))
            self.settled = self._starts[grows] + self.list[grows].flow.settled  # its last line may grow, or lose its cursor
            self._fill(self._last)

    def _rebuild(self, chat: Chat, target: str) -> None:
        self.list, self.settled = [], 0
        for number, turn in enumerate(chat.turns):
            if number:
                self._add("gap")
            if number and number == chat.unread:
                self._add("mark", text=UNREAD)
                self._add("gap")
            self._last = len(self.list)
            if turn.prompt:
                self._add("prompt", text=turn.prompt)
                self._add("gap")
                self._add("name", text=(turn.asked.target if turn.asked else "") or target)
            if turn.reply.thinking:
                self._add("thought", turn.reply)
                if turn.reply.opened:
                    self._add("thinking", turn.reply)
            self._add("reply", turn.reply).taken = turn.reply.thinking
            if turn.prompt:
                self._add("note", turn.reply).branches = turn.branches
        self._fill(0)

    def _fill(self, first: int) -> None:
        for block in self.list[first:]:
            if block.kind in ("thinking", "reply"):
                _append_tokens(block, self.ghosts, self._played[1] if self._played and self._played[0] is block.reply else None)
            elif block.kind == "thought":
                self._say(block, thought(block.replied))
            elif block.kind == "note":
                self._say(block, note(block.replied, block.branches))
        self._count(first)

    def _add(self, kind: Kind, reply: Reply | None = None, text: str = "") -> Block:
        block = Block(kind, Flow(self.width - INDENT.get(kind, 0)), reply)
        block.flow.add(text)
        self.list.append(block)
        return block

    def _say(self, block: Block, text: str) -> None:
        if text != block.flow.source():
            block.flow = Flow(block.flow.width)
            block.flow.add(text)

    def _count(self, first: int) -> None:
        """Number the lines again from a block on; those before it are unchanged."""
        line = self._starts[first] if 0 < first < len(self._starts) else 0
        del self._starts[first:]
        for block in self.list[first:]:
            self._starts.append(line)
            line += len(block.flow.lines)


def _append_tokens(block: Block, ghosts: bool, moment: Moment | None) -> None:
    """Add the reply's new tokens to the flow. Newlines at the start of a reply are not drawn. `moment`: of its last round, of which the
    guesses are drawn in place of the tokens."""
    reply = block.replied
    first, end = (0, reply.thinking) if block.kind == "thinking" else (reply.thinking, len(reply.tokens))
    whole, end = end, min(end, len(reply.tokens) - len(reply.rounds[-1].tokens)) if moment else end
    for index in range(max(block.taken, first), end):
        text = reply.tokens[index].text
        if ghosts and reply.tokens[index].source == "recovered":
            _add_rejected(block.flow, ghost(reply, index), text)
        block.flow.add(text if block.flow.pieces else text.lstrip("\n"), index)
    block.taken = max(block.taken, end)
    block.flow.draft(_guesses(reply, moment) if moment and first <= end < whole else ())


def _guesses(reply: Reply, moment: Moment) -> list[tuple[str, int]]:
    """The guesses of the last round that are there at this moment, and the owners that stand for their looks."""
    step = reply.rounds[-1]
    return [(_guess(text), GUESSES[look]) for text, look in zip(step.guesses, guess_looks(step, moment))]


def _guess(text: str) -> str:
    """A guess on one line; what would end the reply in words."""
    return " (end)" if SPECIAL.fullmatch(text) else one_line(text)


def _add_rejected(flow: Flow, guesses: str, after: str) -> None:
    """Add rejected guesses, with blanks around them that are no part of the text."""
    if flow.pieces and not flow.pieces[-1][0][-1:].isspace():
        flow.add(" ", NOBODY, ghost=True)
    flow.add(guesses.strip(), GHOST, ghost=True)
    if not after[:1].isspace():
        flow.add(" ", NOBODY, ghost=True)


def ghost(reply: Reply, index: int) -> str:
    """The rejected guesses before a recovered token, on one line; nothing follows a guess that would have ended the reply."""
    step = reply.rounds[reply.tokens[index].round]
    guesses = step.guesses[step.accepted :]
    end = next((at + 1 for at, guess in enumerate(guesses) if SPECIAL.fullmatch(guess)), len(guesses))
    return "".join(map(_guess, guesses[:end]))


def thought(reply: Reply) -> str:
    """The one line that stands for folded thinking."""
    doing = "thought for" if reply.thought else "thinking,"
    mark, way = ("▾", "folds") if reply.opened else ("▸", "opens")
    return f"{mark} {doing} {counted(reply.thinking, 'token')} (t {way})"


def note(reply: Reply, branches: Sequence[Reply] = ()) -> str:
    """The line under a reply: its progress, or its figures once it is over."""
    if reply.phase == "waiting":
        return "waiting for the first round"
    if reply.live and reply.prefill and reply.prefill.done < reply.prefill.total:
        return reading_words(reply.prefill)
    branch = [f"branch {number} of {len(branches)} (< >)" for number, other in enumerate(branches, 1) if other is reply]
    return "" if reply.live else "\n" + "  ·  ".join(branch + figures(reply))
