"""The chat's verbs: ask, regenerate, branch at a token, measure plain decoding, stop; and room in the target's context. What cannot be done is
a Refusal, one line."""

import random
from functools import partial

from specdeck.decoding.drafters import FALLBACKS
from specdeck.decoding.types import TOKEN_CHARACTERS

from ..chat.conversation import Chat
from ..chat.entries import Asked, Branched, Shown
from ..chat.reply import ENOUGH, Reply
from ..chat.speed import plain_settings
from ..chat.wording import Choice
from ..deck import DETAIL, Deck
from ..drawing.figures import counted
from ..engine.messages import Message
from ..engine.session import Job, NextReply, ReplyPace, measure_plain, write_reply
from ..notices import Refusal
from ..records.export import folder_name
from ..samples import ANYWHERE, COPIES, OFFERED, Sample
from .changing_settings import change_settings, draft
from .loading import ready_pair, require_idle

MEASURE = 48  # tokens of a measured baseline
ADVISED = ("temperature", "repetition_penalty", "penalty_context")  # the settings that advice changes


def send(deck: Deck, prompt: str) -> None:
    """Send a prompt as the next turn. Refused while the engine is busy, and where it does not fit the context."""
    if not prompt.strip():
        raise Refusal("type a prompt first")
    require_idle(deck)
    _end_sample(deck)
    _ask(deck, prompt)


def _end_sample(deck: Deck) -> None:
    """The drafter that was in force before a sample's, for a prompt of the person's own."""
    before, deck.wants.returns_to = deck.wants.returns_to, None
    if before and deck.pair and before in deck.pair.drafters:
        change_settings(deck, drafter=before)


def samples_here(deck: Deck) -> list[tuple[Sample, str]]:
    """The prompts to offer, each with the drafter to take for it if that is loaded; of the embedded pair its own are known before."""
    load, pair, embedded = deck.engine.loading, deck.pair, deck.embedded
    own = FALLBACKS if load and embedded and not load.drafters else ()
    drafters, default = (own, "") if load or pair is None else (pair.drafters, pair.default)
    offered = OFFERED if embedded else ANYWHERE
    best = [one.best_drafter if embedded else "lookup" if one.workload in COPIES else default for one in offered]
    return [(one, name if name in drafters else "") for one, name in zip(offered, best)]


def take_sample(deck: Deck, sample: Sample, best: str) -> str | None:
    """Ask a sample prompt, for this reply with the drafter `best`, if that is loaded; returns a line if the drafter was switched for it. While
    the models load, the switch waits until they are there."""
    require_idle(deck)
    _end_sample(deck)
    before = deck.settings.drafter
    deck.wants.drafter = best if best and deck.engine.loading else None
    switched = deck.pair is not None and best in deck.pair.drafters and before != best
    if switched:
        draft(deck, best)
        deck.wants.returns_to = before
    _ask(deck, sample.prompt)
    return f"drafter {best} for this prompt, {before} for the next (d changes it)" if switched else None


def regenerate(deck: Deck, same: bool = False) -> str | None:
    """Write the last reply again as another branch of its turn: above temperature 0 with a new seed, unless the person fixed one or wants
    the `same`. Returns a line where the text will be the same."""
    if not deck.chat.turns:
        raise Refusal("there is no reply to regenerate yet")
    require_idle(deck)
    at, anew = len(deck.chat.turns) - 1, not same and deck.settings.temperature > 0
    if not anew:
        _seed_of_last(deck)
    _ask(deck, deck.chat.turns[at].prompt, at, anew=anew)
    if same:
        return f"the same seed: {deck.settings.seed}"
    if deck.settings.temperature > 0 and deck.wants.seed is not None:
        return f"seed {deck.wants.seed} is fixed, so the draws are the same; /seed off draws a new one for every reply"
    return None


def try_advice(deck: Deck) -> str:
    """Write the last reply, which repeats itself, again with what helps, as a branch, with the same seed."""
    if (advice := deck.last.advice) is None:
        raise Refusal("nothing to try: the last reply does not repeat itself, or was written with what helps")
    require_idle(deck)
    at, (settings, words) = len(deck.chat.turns) - 1, advice
    change_settings(deck, **{name: getattr(settings, name) for name in ADVISED})
    _seed_of_last(deck)
    _ask(deck, deck.chat.turns[at].prompt, at, anew=False)
    return f"writing it again with {words}"


def _seed_of_last(deck: Deck) -> None:
    """Put the seed of the last reply that is shown into force, for another with the same draws."""
    if deck.chat.asked and deck.chat.asked.settings.seed is not None:
        change_settings(deck, seed=deck.chat.asked.settings.seed)


def edit(deck: Deck, at: int, prompt: str) -> None:
    """Ask another prompt in turn number `at`, from 0, as a branch of it. The old prompt and the turns after it stay, as another
    branch."""
    if not prompt.strip():
        raise Refusal("type a prompt first")
    require_idle(deck)
    _ask(deck, prompt, at)
    deck.view.editing = None


def edit_message(deck: Deck) -> str:
    """Put a sent message back into the prompt: the message of the selected token, else the last message."""
    turns, place = deck.chat.turns, deck.view.cursor
    if not turns:
        raise Refusal("there is no message to edit yet")
    require_idle(deck)
    at = next((at for at, turn in enumerate(turns) if place and turn.reply is place[0]), len(turns) - 1)
    deck.view.editing, deck.view.unanswered, deck.view.cursor = at, turns[at].prompt, None
    return f"editing message {at + 1}: enter sends it as a branch, esc cancels"


def branch(deck: Deck, choice: Choice) -> None:
    """Continue the last reply from the cursor's position with a token that the person chose; the old text stays as another
    branch."""
    reply, at = branching(deck)
    ends = deck.pair is not None and choice.id in deck.pair.ends
    chosen = None if ends else choice.id
    deck.enter(Branched(deck.next_job(), reply.job, at, chosen, choice.text, choice.chance, deck.session.clock()))
    deck.view.cursor = None
    if not ends:
        _generate(deck, deck.chat.turns[-1].reply.ids, reply.asked.max_tokens if reply.asked else None)


def branching(deck: Deck) -> tuple[Reply, int]:
    """The reply and the position to branch at. Raises Refusal if it cannot be branched."""
    place = deck.view.cursor
    if place is None:
        raise Refusal("pick a token of the last reply first: left and right, or a click")
    require_idle(deck)
    if place[0] is not deck.chat.reply:
        raise Refusal("only the last reply can continue from another token")
    if not deck.wrote(place[0]):
        raise Refusal(f"{place[0].asked.target if place[0].asked else 'another target'} wrote this reply, whose tokens the loaded target does not have: r writes it anew")
    ready_pair(deck)  # a target that still loads has other tokens
    return place


def next_branch(deck: Deck, by: int = 1, of: Reply | None = None) -> None:
    """Show another branch: of this reply's turn, else of the selected token's, else of the last turn that has branches."""
    branching = [turn for turn in deck.chat.turns if turn.branches]
    if not branching:
        raise Refusal("there are no branches: r, e, or c on a token makes one")
    require_idle(deck)
    of = of or (deck.view.cursor[0] if deck.view.cursor else None)
    turn = next((turn for turn in branching if turn.reply is of), branching[-1])
    at = next(i for i, reply in enumerate(turn.branches) if reply is turn.reply)
    deck.enter(Shown(turn.branches[(at + by) % len(turn.branches)].job, deck.session.clock()))
    deck.view.tidy(deck.chat)


def fold_thought(deck: Deck) -> None:
    """Open or fold the thinking of the last reply, if there is any."""
    if (reply := deck.chat.reply) and reply.thinking:
        reply.opened = not reply.opened


def measure(deck: Deck) -> str:
    """Measure plain decoding on the last prompt, for the speed-up."""
    if not deck.chat.turns:
        raise Refusal("ask something first: plain decoding is measured on your last prompt")
    ready_pair(deck)
    deck.speed.measuring, deck.speed.measured_on, deck.speed.unasked = True, deck.basis, False
    reply = deck.chat.turns[-1].reply
    kept = reply.ids if deck.wrote(reply) else ()
    asked = NextReply(deck.chat.messages(), MEASURE, _thinking(deck), kept)
    deck.session.submit(Job("measure", partial(measure_plain, asked=asked, settings=plain_settings(reply)), deck.next_job()))
    return "measuring plain decoding on your last prompt"


def measure_unasked(deck: Deck) -> None:
    """While the engine is idle, measure plain decoding once on the prompt of a drafted reply. Any command of the person ends
    it."""
    reply = deck.chat.reply
    if deck.busy or deck.engine.loading or not deck.pair or not reply or reply.phase != "done" or reply.stats.emitted < ENOUGH:
        return
    if reply.stats.drafted and not deck.last.recorded and deck.last.baseline is None and deck.speed.measured_on != deck.basis:
        measure(deck)
        deck.speed.unasked = True


def pause(deck: Deck) -> None:
    """Hold the reply that is being written before its next round, or let it go on."""
    gate = deck.session.gate
    if gate.paused:
        gate.go_on()
    elif deck.writing:
        gate.pause()


def set_pace(deck: Deck, pace: ReplyPace) -> str:
    deck.session.gate.set_pace(pace)
    return f"replies are written at {pace.words}"


def stop(deck: Deck) -> None:
    """Stop what is running, if anything is: the job, or a replay at its end."""
    if deck.busy:
        deck.stop_job()


def clear(deck: Deck) -> str | None:
    """Start a new conversation with the system prompt that the playground was opened with; a system prompt that was set later ends with its
    conversation. The old conversation stays on disk."""
    before, deck.engine.trouble = deck.chat.system, None
    stop(deck)
    deck.begin(Chat(deck.wants.system))
    if deck.wants.system:
        return "a new conversation; the system prompt that specdeck was opened with applies"
    return "a new conversation, without the system prompt of the last" if before else None


def set_system(deck: Deck, text: str | None) -> str:
    deck.chat.system = text
    return "no system prompt from the next reply on" if text is None else "the system prompt applies from the next reply of this conversation on"


def _ask(deck: Deck, prompt: str, at: int | None = None, anew: bool = True) -> None:
    """Ask a prompt as a new turn, or as a branch of turn `at`. `anew`: with a new seed, unless the person fixed one."""
    chat, pair = deck.chat, deck.next_pair
    require_room(deck, (*chat.said(at), {"role": "user", "content": prompt}))
    if anew:
        change_settings(deck, seed=random.randrange(2**31) if deck.wants.seed is None else deck.wants.seed)
    settings, unread = deck.settings, chat.unread if at is None else min(chat.unread, at)
    deck.enter(
        Asked(
            deck.next_job(), prompt, deck.session.clock(), settings, chat.system, pair.target, folder_name(pair.path(settings)),
            deck.wants.max_tokens, deck.wants.thinking, again=at is not None, turn=at, unread=unread,
        )
    )  # fmt: skip
    deck.view.tidy(chat)
    _generate(deck)


def _generate(deck: Deck, kept: tuple[int, ...] = (), most: int | None = None) -> None:
    deck.engine.trouble = None
    load, loaded = deck.engine.loading, deck.engine.loaded
    waits_for = load if load and loaded and load.model != loaded.model else None  # another target: the loaded one answers if it fails
    asked = NextReply(deck.chat.messages(), most or deck.wants.max_tokens, _thinking(deck), kept, DETAIL, waits_for)
    deck.session.submit(Job("reply", partial(write_reply, source=deck.session, asked=asked), deck.job))


def _thinking(deck: Deck) -> bool | None:
    """Whether the last reply was asked to think."""
    return deck.chat.asked.thinking if deck.chat.asked else deck.wants.thinking


# Room in the target's context: what a conversation takes of it, refusing what does not fit, leaving its oldest turns out

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
