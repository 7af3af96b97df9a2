"""The share of the target's context that a conversation takes, and the warning while there is still time to act."""

from __future__ import annotations

from .conversation import Chat
from .reply import Reply

NEARLY = 0.75  # share of the context above which a warning is shown
WAYS = "ctrl+o leaves the oldest turns out, ctrl+n begins a new chat"


def share_used(chat: Chat, limit: int | None) -> float | None:
    """The share of the context that the conversation takes, 0 to 1, from the last prompt and reply; None if unknown."""
    return _share(chat, chat.reply, limit)


def nearly_full(chat: Chat, limit: int | None) -> str:
    """What to do about a nearly full context, for the status line; empty below NEARLY."""
    share = share_used(chat, limit)
    return f"context {share:.0%} full: ^O drops oldest turns, ^N new chat" if share is not None and share >= NEARLY else ""


def became_nearly_full(chat: Chat, limit: int | None) -> str:
    """The warning when the last reply has passed NEARLY; else empty."""
    before = _share(chat, chat.turns[-2].reply, limit) if len(chat.turns) > 1 else None
    share = share_used(chat, limit)
    if share is None or share < NEARLY or (before or 0) >= NEARLY:
        return ""
    return f"this conversation fills {share:.0%} of the {limit:,} tokens that the target can read: {WAYS}"


def _share(chat: Chat, reply: Reply | None, limit: int | None) -> float | None:
    if limit is None or reply is None or not reply.prompt_tokens or (reply.asked and reply.asked.unread != chat.unread):
        return None
    return min((reply.prompt_tokens + len(reply.tokens)) / limit, 1.0)
