"""The chat's verbs: ask, regenerate, branch at a token, measure plain decoding, stop; and room in the target's context. What cannot be done is
a Refusal, one line."""

import random
from functools import partial

from specdeck.decoding.drafters import FALLBACKS
from specdeck.decoding.types import TOKEN_CHARACTERS

from ..app_state import DETAIL, AppState
from ..chat.conversation import Chat
from ..chat.entries import Asked, Branched, Shown
from ..chat.reply import ENOUGH, Reply
from ..chat.speed import plain_settings
from ..chat.wording import Choice
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


def send(state: AppState, prompt: str) -> None:
    """Send a prompt as the next turn. Refused while the engine is busy, and where it does not fit the context."""
    if not prompt.strip():
        raise Refusal("type a prompt first")
    require_idle(state)
    _end_sample(state)
    _ask(state, prompt)


def _end_sample(state: AppState) -> None:
    """The drafter that was in force before a sample's, for a prompt of the person's own."""
    before, state.reply_options.returns_to = state.reply_options.returns_to, None
    if before and state.pair and before in state.pair.drafters:
        change_settings(state, drafter=before)


def samples_here(state: AppState) -> list[tuple[Sample, str]]:
    """Return the prompts to offer, each with its drafter, or "" if that is not loaded. The embedded pair's own drafters are known before it loads."""
    load, pair, embedded = state.engine.loading, state.pair, state.embedded
    own = FALLBACKS if load and embedded and not load.drafters else ()
    drafters, default = (own, "") if load or pair is None else (pair.drafters, pair.default)
    offered = OFFERED if embedded else ANYWHERE
    best = [one.best_drafter if embedded else "lookup" if one.workload in COPIES else default for one in offered]
    return [(one, name if name in drafters else "") for one, name in zip(offered, best)]


def take_sample(state: AppState, sample: Sample, best: str) -> str | None:
    """Ask a sample prompt, and use the drafter `best` for this reply if it is loaded. Return a line if the drafter was switched. While the models
    load, the switch waits until they are there."""
    require_idle(state)
    _end_sample(state)
    before = state.settings.drafter
    state.reply_options.drafter = best if best and state.engine.loading else None
    switched = state.pair is not None and best in state.pair.drafters and before != best
    if switched:
        draft(state, best)
        state.reply_options.returns_to = before
    _ask(state, sample.prompt)
    return f"drafter {best} for this prompt, {before} for the next (d changes it)" if switched else None


def regenerate(state: AppState, same: bool = False) -> str | None:
    """Write the last reply again as another branch of its turn. Above temperature 0 it gets a new seed, unless the person fixed a seed or wants the
    `same`. Returns a line where the text will be the same."""
    if not state.chat.turns:
        raise Refusal("there is no reply to regenerate yet")
    require_idle(state)
    at, anew = len(state.chat.turns) - 1, not same and state.settings.temperature > 0
    if not anew:
        _seed_of_last(state)
    _ask(state, state.chat.turns[at].prompt, at, anew=anew)
    if same:
        return f"the same seed: {state.settings.seed}"
    if state.settings.temperature > 0 and state.reply_options.seed is not None:
        return f"seed {state.reply_options.seed} is fixed, so the draws are the same; /seed off draws a new one for every reply"
    return None


def try_advice(state: AppState) -> str:
    """Write the last reply, which repeats itself, again with what helps, as a branch, with the same seed."""
    if (advice := state.last_reply.advice) is None:
        raise Refusal("nothing to try: the last reply does not repeat itself, or was written with what helps")
    require_idle(state)
    at, (settings, words) = len(state.chat.turns) - 1, advice
    change_settings(state, **{name: getattr(settings, name) for name in ADVISED})
    _seed_of_last(state)
    _ask(state, state.chat.turns[at].prompt, at, anew=False)
    return f"writing it again with {words}"


def _seed_of_last(state: AppState) -> None:
    """Put the seed of the last reply that is shown into force, for another with the same draws."""
    if state.chat.asked and state.chat.asked.settings.seed is not None:
        change_settings(state, seed=state.chat.asked.settings.seed)


def edit(state: AppState, at: int, prompt: str) -> None:
    """Ask another prompt in turn number `at`, from 0, as a branch of it. The old prompt and the turns after it stay, as another
    branch."""
    if not prompt.strip():
        raise Refusal("type a prompt first")
    require_idle(state)
    _ask(state, prompt, at)
    state.view.editing = None


def edit_message(state: AppState) -> str:
    """Put a sent message back into the prompt: the message of the selected token, else the last message."""
    turns, place = state.chat.turns, state.view.cursor
    if not turns:
        raise Refusal("there is no message to edit yet")
    require_idle(state)
    at = next((at for at, turn in enumerate(turns) if place and turn.reply is place[0]), len(turns) - 1)
    state.view.editing, state.view.unanswered, state.view.cursor = at, turns[at].prompt, None
    return f"editing message {at + 1}: enter sends it as a branch, esc cancels"


def branch(state: AppState, choice: Choice) -> None:
    """Continue the last reply from the cursor's position with a token that the person chose. The old text stays as another branch."""
    reply, at = branching(state)
    ends = state.pair is not None and choice.id in state.pair.ends
    chosen = None if ends else choice.id
    state.add_entry(Branched(state.next_job(), reply.job, at, chosen, choice.text, choice.chance, state.session.clock()))
    state.view.cursor = None
    if not ends:
        _generate(state, state.chat.turns[-1].reply.ids, reply.asked.max_tokens if reply.asked else None)


def branching(state: AppState) -> tuple[Reply, int]:
    """The reply and the position to branch at. Raises Refusal if it cannot be branched."""
    place = state.view.cursor
    if place is None:
        raise Refusal("pick a token of the last reply first: left and right, or a click")
    require_idle(state)
    if place[0] is not state.chat.reply:
        raise Refusal("only the last reply can continue from another token")
    if not state.wrote(place[0]):
        raise Refusal(f"{place[0].asked.target if place[0].asked else 'another target'} wrote this reply, whose tokens the loaded target does not have: r writes it anew")
    ready_pair(state)  # a target that still loads has other tokens
    return place


def next_branch(state: AppState, by: int = 1, of: Reply | None = None) -> None:
    """Show another branch: of this reply's turn, else of the selected token's, else of the last turn that has branches."""
    branching = [turn for turn in state.chat.turns if turn.branches]
    if not branching:
        raise Refusal("there are no branches: r, e, or c on a token makes one")
    require_idle(state)
    of = of or (state.view.cursor[0] if state.view.cursor else None)
    turn = next((turn for turn in branching if turn.reply is of), branching[-1])
    at = next(i for i, reply in enumerate(turn.branches) if reply is turn.reply)
    state.add_entry(Shown(turn.branches[(at + by) % len(turn.branches)].job, state.session.clock()))
    state.view.tidy(state.chat)


def fold_thought(state: AppState) -> None:
    """Open or fold the thinking of the last reply."""
    if (reply := state.chat.reply) is None or not reply.thinking:
        raise Refusal("the last reply shows no thinking: /think on asks for it, if the model supports it")
    reply.opened = not reply.opened


def measure(state: AppState) -> str:
    """Measure plain decoding on the last prompt, for the speed-up."""
    if not state.chat.turns:
        raise Refusal("ask something first: plain decoding is measured on your last prompt")
    ready_pair(state)
    if (reply := state.chat.turns[-1].reply).undrafted:
        raise Refusal("no round of this reply drafted, so it has no speed-up: d chooses a drafter, r writes it again")
    state.speed.measuring, state.speed.measured_on, state.speed.unasked = True, state.basis, False
    kept = reply.ids if state.wrote(reply) else ()
    asked = NextReply(state.chat.messages(), MEASURE, _thinking(state), kept)
    state.session.submit(Job("measure", partial(measure_plain, asked=asked, settings=plain_settings(reply)), state.next_job()))
    return "measuring plain decoding on your last prompt"


def measure_unasked(state: AppState) -> None:
    """While the engine is idle, measure plain decoding once on the prompt of a drafted reply. Any command of the person ends
    it."""
    reply = state.chat.reply
    if state.busy or state.engine.loading or not state.pair or not reply or reply.phase != "done" or reply.stats.emitted < ENOUGH:
        return
    if reply.stats.drafted and not state.last_reply.recorded and state.last_reply.baseline is None and state.speed.measured_on != state.basis:
        measure(state)
        state.speed.unasked = True


def pause(state: AppState) -> None:
    """Hold the reply that is being written before its next round, or let it go on."""
    gate = state.session.gate
    if gate.paused:
        gate.resume()
    elif state.writing:
        gate.pause()
    else:
        raise Refusal("no reply is being written that could pause")


def set_pace(state: AppState, pace: ReplyPace) -> str:
    state.session.gate.set_pace(pace)
    return f"replies are written at {pace.words}"


def stop(state: AppState) -> None:
    """Stop what is running, if anything is: the job, or a replay at its end."""
    if state.busy:
        state.stop_job()


def clear(state: AppState) -> str | None:
    """Start a new conversation with the system prompt that the playground was opened with. A system prompt that was set later ends with its
    conversation. The old conversation stays on disk."""
    before, state.engine.trouble = state.chat.system, None
    stop(state)
    state.begin(Chat(state.reply_options.system))
    if state.reply_options.system:
        return "a new conversation; the system prompt that specdeck was opened with applies"
    return "a new conversation, without the system prompt of the last" if before else None


def set_system(state: AppState, text: str | None) -> str:
    state.chat.system = text
    return "no system prompt from the next reply on" if text is None else "the system prompt applies from the next reply of this conversation on"


def _ask(state: AppState, prompt: str, at: int | None = None, anew: bool = True) -> None:
    """Ask a prompt as a new turn, or as a branch of turn `at`. `anew`: with a new seed, unless the person fixed one."""
    chat, pair = state.chat, state.next_pair
    require_room(state, (*chat.said(at), {"role": "user", "content": prompt}))
    if anew:
        change_settings(state, seed=random.randrange(2**31) if state.reply_options.seed is None else state.reply_options.seed)
    settings, unread = state.settings, chat.unread if at is None else min(chat.unread, at)
    state.add_entry(
        Asked(
            state.next_job(), prompt, state.session.clock(), settings, chat.system, pair.target, folder_name(pair.path(settings)),
            state.reply_options.max_tokens, state.reply_options.thinking, again=at is not None, turn=at, unread=unread,
        )
    )  # fmt: skip
    state.view.tidy(chat)
    _generate(state)


def _generate(state: AppState, kept: tuple[int, ...] = (), most: int | None = None) -> None:
    state.engine.trouble = None
    load, loaded = state.engine.loading, state.engine.loaded
    waits_for = load if load and loaded and load.model != loaded.model else None  # another target: the loaded one answers if it fails
    asked = NextReply(state.chat.messages(), most or state.reply_options.max_tokens, _thinking(state), kept, DETAIL, waits_for)
    state.session.submit(Job("reply", partial(write_reply, source=state.session, asked=asked), state.job))


def _thinking(state: AppState) -> bool | None:
    """Whether the last reply was asked to think."""
    return state.chat.asked.thinking if state.chat.asked else state.reply_options.thinking


# Room in the target's context. A conversation takes part of it; what does not fit is refused, or the oldest turns are left out.

NEARLY = 0.75  # share of the context above which the status line warns
WAYS = "ctrl+o leaves the oldest turns out, ctrl+n begins a new chat"


def nearly_full(chat: Chat, limit: int | None) -> str:
    """Say on the status line how to free a nearly full context. Return "" below NEARLY, and where the last reply gives no measure of it."""
    reply = chat.reply
    if limit is None or reply is None or not reply.prompt_tokens or (reply.asked and reply.asked.unread != chat.unread):
        return ""
    share = min((reply.prompt_tokens + len(reply.tokens) - reply.kept) / limit, 1.0)  # kept tokens were read with the prompt
    return f"context {share:.0%} full: ^O drops oldest turns, ^N new chat" if share >= NEARLY else ""


AIM = 0.5  # share of the context that a conversation takes after its oldest turns are left out


def require_room(state: AppState, messages: tuple[Message, ...]) -> None:
    """Refuse messages that exceed the target's context, before they enter the conversation. While the models are loading they
    cannot be counted; then the engine refuses later."""
    limit = _limit(state)
    if state.pair is None or limit is None or (tokens := _count(state, messages, limit)) is None or tokens < limit:
        return
    system = tuple(message for message in messages[:-1] if message["role"] == "system")
    reads = f"than the {limit:,} tokens that {state.pair.target} reads"
    if (_count(state, (*system, messages[-1]), limit) or tokens) >= limit:
        raise Refusal(f"this prompt is longer {reads}: shorten it")
    raise Refusal(f"the conversation and this prompt are longer {reads}: {WAYS}")


def leave_out(state: AppState, number: int | None = None) -> str:
    """Stop sending so many of the oldest turns; None: as many as bring the conversation down to AIM. They stay on the screen."""
    require_idle(state)
    chat, limit = state.chat, _limit(state)
    if number is not None:
        if not 0 <= number <= len(chat.turns):
            raise Refusal(f"the conversation has {counted(len(chat.turns), 'turn')}: name a number from 0 to {len(chat.turns)}")
        chat.unread = number
    elif len(chat.turns) <= chat.unread:
        raise Refusal("there is no turn to leave out")
    else:
        chat.unread += 1
        while chat.unread < len(chat.turns) - 1 and limit is not None and (state.session.count(chat.said(), state.reply_options.thinking) or 0) > AIM * limit:
            chat.unread += 1
    if not chat.unread:
        return "the whole conversation is sent again"
    return f"no longer sent: {counted(chat.unread, 'turn')}, the oldest of {len(chat.turns)}"


def _limit(state: AppState) -> int | None:
    return state.pair.context if state.pair and not state.engine.loading else None


def _count(state: AppState, messages: tuple[Message, ...], limit: int) -> int | None:
    """Return the number of tokens of the messages. A huge text is counted only at its beginning, enough to know that it is too long. The screen waits
    for the count."""
    *before, last = messages
    return state.session.count((*before, {**last, "content": last["content"][: limit * TOKEN_CHARACTERS]}), state.reply_options.thinking)
