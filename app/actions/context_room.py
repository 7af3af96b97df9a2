"""Room in the target's context: what a conversation takes of it, refusing what does not fit, leaving its oldest turns out."""

from specdeck.decoding.types import TOKEN_CHARACTERS

from ..chat.conversation import Chat
from ..deck import Deck
from ..drawing.figures import counted
from ..engine.messages import Message
from ..notices import Refusal
from .loading import require_idle

NEARLY = 0.75  # share of the context above which the status line warns
WAYS = "ctrl+o leaves the oldest turns out, ctrl+n begins a new chat"


def nearly_full(chat: Chat, limit: int | None) -> str:
    """What to do about a nearly full context, for the status line; empty below NEARLY, and where the last reply does not tell."""
    reply = chat.reply
    if limit is None or reply is None or not reply.prompt_tokens or (reply.asked and reply.asked.unread != chat.unread):
        return ""
    share = min((reply.prompt_tokens + len(reply.tokens) - reply.kept) / limit, 1.0)  # kept tokens were read with the prompt
    return f"context {share:.0%} full: ^O drops oldest turns, ^N new chat" if share >= NEARLY else ""


AIM = 0.5  # share of the context that a conversation takes after its oldest turns are left out


def require_room(deck: Deck, messages: tuple[Message, ...]) -> None:
    """Refuse messages that exceed the target's context, before they enter the conversation. While the models are loading they
    cannot be counted; then the engine refuses later."""
    limit = _limit(deck)
    if deck.pair is None or limit is None or (tokens := _count(deck, messages, limit)) is None or tokens < limit:
        return
    system = tuple(message for message in messages[:-1] if message["role"] == "system")
    reads = f"than the {limit:,} tokens that {deck.pair.target} reads"
    if (_count(deck, (*system, messages[-1]), limit) or tokens) >= limit:
        raise Refusal(f"this prompt is longer {reads}: shorten it")
    raise Refusal(f"the conversation and this prompt are longer {reads}: {WAYS}")


def leave_out(deck: Deck, number: int | None = None) -> str:
    """Stop sending so many of the oldest turns; None: as many as bring the conversation down to AIM. They stay on the screen."""
    require_idle(deck)
    chat, limit = deck.chat, _limit(deck)
    if number is not None:
        if not 0 <= number <= len(chat.turns):
            raise Refusal(f"the conversation has {counted(len(chat.turns), 'turn')}: name a number from 0 to {len(chat.turns)}")
        chat.unread = number
    elif len(chat.turns) <= chat.unread:
        raise Refusal("there is no turn to leave out")
    else:
        chat.unread += 1
        while chat.unread < len(chat.turns) - 1 and limit is not None and (deck.session.count(chat.said(), deck.wants.thinking) or 0) > AIM * limit:
            chat.unread += 1
    if not chat.unread:
        return "the whole conversation is sent again"
    return f"no longer sent: {counted(chat.unread, 'turn')}, the oldest of {len(chat.turns)}"


def _limit(deck: Deck) -> int | None:
    return deck.pair.context if deck.pair and not deck.engine.loading else None


def _count(deck: Deck, messages: tuple[Message, ...], limit: int) -> int | None:
    """Tokens of the messages. Of a huge text only the beginning is counted, enough to know that it is too long: the screen waits
    for this."""
    *before, last = messages
    return deck.session.count((*before, {**last, "content": last["content"][: limit * TOKEN_CHARACTERS]}), deck.wants.thinking)
