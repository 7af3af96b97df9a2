"""A conversation, the fold of its entries: the turns, each a prompt with its reply and the branches of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Iterable

from specdeck.decoding.types import Event

from ..engine.messages import Failed, Measured, Message
from .entries import Asked, Branched, Entry, Shown
from .reply import Reply, Token


@dataclass
class Turn:
    """A prompt (empty if only the text is shown) and its reply. `branches`: all replies, the shown reply among them, if the turn was written again,
    edited or continued by hand. `later`: the turns after a hidden branch, by its job."""

    prompt: str
    reply: Reply
    branches: list[Reply] = field(default_factory=list)
    asked: Asked | None = None
    later: dict[int, list[Turn]] = field(default_factory=dict, compare=False)

    def branch(self, job: int) -> Reply:
        """The reply of this job. Raises ValueError if there is none."""
        for reply in self.branches or [self.reply]:
            if reply.job == job:
                return reply
        raise ValueError(f"there is no reply {job} to continue from")

    def add(self, reply: Reply) -> None:
        """Add a branch and show it. Branches without any text are dropped."""
        known = [branch for branch in self.branches or [self.reply] if branch.tokens or self.later.get(branch.job)]
        self.branches = [*known, reply] if known else []
        self.show(reply)

    def show(self, reply: Reply) -> None:
        """Show a branch, with the prompt that it answers."""
        self.reply = reply
        if reply.asked:
            self.asked, self.prompt = reply.asked, reply.asked.prompt


@dataclass
class Chat:
    """The system prompt and the turns. `unread`: so many turns at the beginning are no longer sent to the target; `entries`:
    everything that happened, in order."""

    system: str | None = None
    turns: list[Turn] = field(default_factory=list)
    unread: int = 0
    entries: list[Entry] = field(default_factory=list)

    def apply(self, entry: Entry) -> None:
        """Apply the next entry. Raises ValueError for an entry that cannot come here."""
        if isinstance(entry, Asked):
            self._ask(entry)
        elif not self.turns:
            raise ValueError("it belongs to no prompt")
        elif not isinstance(entry, Measured):
            self._continue(entry)
        self.entries.append(entry)

    def _ask(self, asked: Asked) -> None:
        self.system, self.unread = asked.system, asked.unread
        reply = Reply(asked.job, asked=asked)
        if not asked.again or not self.turns:
            self.turns.append(Turn(asked.prompt, reply, asked=asked))
            return
        at = len(self.turns) - 1 if asked.turn is None else asked.turn
        if not 0 <= at < len(self.turns):
            raise ValueError(f"there is no turn {at} to ask again")
        self._set_aside(at)
        self.turns[at].add(reply)

    def answered_by(self, target: str) -> None:
        """Name the target that answers the last prompt, now that it is loaded. Before that, it had the name that was asked for."""
        turn = self.turns[-1]
        if (before := turn.asked) is not None:
            turn.asked = turn.reply.asked = replace(before, target=target)
            self.entries[self.entries.index(before)] = turn.asked

    def _set_aside(self, at: int) -> None:
        """Keep the turns after this one with the branch of it that is shown."""
        turn = self.turns[at]
        turn.later[turn.reply.job], self.turns = self.turns[at + 1 :], self.turns[: at + 1]

    def _show(self, job: int) -> None:
        holds = (at for at, turn in enumerate(self.turns) if any(reply.job == job for reply in turn.branches or [turn.reply]))
        at = next(holds, len(self.turns) - 1)
        turn, reply = self.turns[at], self.turns[at].branch(job)
        self._set_aside(at)
        turn.show(reply)
        self.turns += turn.later.pop(job, [])
        self.unread = self.turns[-1].asked.unread if self.turns[-1].asked else 0  # how many its last prompt left out

    def _continue(self, entry: Branched | Shown | Failed | Event) -> None:
        turn = self.turns[-1]
        if isinstance(entry, Shown):
            self._show(entry.job)
        elif isinstance(entry, Branched):
            self._branch(turn, entry)
        elif isinstance(entry, Failed):
            turn.reply.phase, turn.reply.failure = "failed", entry.reason
        else:
            turn.reply.apply(entry)

    def _branch(self, turn: Turn, entry: Branched) -> None:
        reply = turn.branch(entry.of)
        if not 0 <= entry.at_token <= len(reply.tokens):
            raise ValueError(f"reply {entry.of} has no token {entry.at_token}")
        chosen = None if entry.token is None else Token(entry.text, "chosen", 0, 0, entry.p, None, entry.token)
        turn.branches = turn.branches or [reply]
        turn.show(reply.branch(entry.job, entry.at_token, chosen))
        turn.branches.append(turn.reply)

    @property
    def asked(self) -> Asked | None:
        """What the last reply answers, and how it was to be written."""
        return self.turns[-1].asked if self.turns else None

    @property
    def reply(self) -> Reply | None:
        """The last reply."""
        return self.turns[-1].reply if self.turns else None

    def messages(self) -> tuple[Message, ...]:
        """The messages for the last turn's reply, with the system prompt that it was asked with. A prompt without an answer, which was too long or
        stopped, is left out. Templates refuse two user messages in a row. A prompt that was too long would stay too long."""
        asking: tuple[Message, ...] = ({"role": "user", "content": self.turns[-1].prompt},) if self.turns else ()
        as_asked = replace(self, system=self.asked.system, unread=self.asked.unread) if self.asked else self
        return as_asked.said(len(self.turns) - 1) + asking

    def said(self, upto: int | None = None) -> tuple[Message, ...]:
        """The system prompt and the turns that were answered, those before number `upto`."""
        said: list[Message] = [{"role": "system", "content": self.system}] if self.system else []
        for turn in self.turns[self.unread : upto]:
            if turn.reply.tokens:
                answer = turn.reply.opening + turn.reply.text  # with the marker of the thought that the template opened, to be read again as it was written
                said += [{"role": "user", "content": turn.prompt}, {"role": "assistant", "content": answer}]
        return tuple(said)


def fold(entries: Iterable[Entry]) -> Chat:
    chat = Chat()
    for entry in entries:
        chat.apply(entry)
    return chat
