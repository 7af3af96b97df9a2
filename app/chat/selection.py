"""The selection in the chat: the token under cursor or mouse, the picked round, and how tokens are coloured.

Part of the deck. Knows replies and positions in them; nothing of cells or colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .conversation import Chat
from .reply import Reply, Token
from .slow_motion import Moment

Place = tuple[Reply, int]  # a reply and the index of a token, or of a round
Mode = Literal["origin", "confidence"]
MODES: tuple[Mode, ...] = ("origin", "confidence")


@dataclass
class View:
    """`mode`: what colours mean; `split`: the target's own tokens in three classes; `ghosts`: rejected guesses are shown in the
    text."""

    cursor: Place | None = None  # the token that keys or a click picked
    pointed: Place | None = None  # the token under the mouse
    picked: Place | None = None  # the round that was clicked in the strip
    mode: Mode = "origin"
    split: bool = False
    ghosts: bool = False
    markdown: bool = False  # finished replies are shown as Markdown
    played: tuple[Reply, Moment] | None = None  # the reply whose last round is played in its text, and the moment of it
    editing: int | None = None  # the turn whose message is in the prompt, to be asked otherwise

    @property
    def place(self) -> Place | None:
        """The token to explain: the one under the mouse, else the cursor's."""
        return self.pointed or self.cursor

    @property
    def token(self) -> Token | None:
        """The token to explain."""
        return self.place[0].tokens[self.place[1]] if self.place else None

    @property
    def round(self) -> Place | None:
        """The round to show in full: the explained token's, else the picked one."""
        if self.place and self.place[0].steps:
            reply, index = self.place
            return reply, reply.tokens[index].round
        return self.picked

    def tidy(self, chat: Chat) -> None:
        """Forget places in replies that are no longer in the chat."""
        shown = {id(turn.reply) for turn in chat.turns}
        for name in ("cursor", "pointed", "picked"):
            place = getattr(self, name)
            if place and id(place[0]) not in shown:
                setattr(self, name, None)
        if self.editing is not None and self.editing >= len(chat.turns):
            self.editing = None

    def next_mode(self) -> Mode:
        """Switch between colours by origin and by the target's confidence."""
        self.mode = MODES[(MODES.index(self.mode) + 1) % len(MODES)]
        return self.mode


def beside(chat: Chat, place: Place | None, by: int) -> Place | None:
    """The token `by` places further, across the replies of the chat. From no place: the last token, or the last reply's first
    one."""
    replies = [turn.reply for turn in chat.turns if turn.reply.tokens]
    if not replies:
        return None
    if place is None:
        return replies[-1], 0 if by > 0 else len(replies[-1].tokens) - 1
    number = next((i for i, reply in enumerate(replies) if reply is place[0]), len(replies) - 1)
    index = place[1] + by
    while index < 0 and number > 0:
        number -= 1
        index += len(replies[number].tokens)
    while index >= len(replies[number].tokens) and number + 1 < len(replies):
        index -= len(replies[number].tokens)
        number += 1
    return replies[number], min(max(index, 0), len(replies[number].tokens) - 1)
