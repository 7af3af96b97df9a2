"""The chat screen: lays out widgets, binds keys, and draws the app state thirty times a second."""

import math
import time
from bisect import bisect_left
from functools import partial
from operator import attrgetter

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import TextArea

from ..actions import changing_settings, chatting
from ..actions.loading import can_stop
from ..actions.slash_commands import completions
from ..drawing.clean_text import one_line
from ..engine.session import ReplyPace
from ..notices import Refusal
from ..widgets.empty_chat import EmptyChat, Samples
from ..widgets.prompt_field import AFTERWARDS, Completions, Prompt
from ..widgets.reply_panel import ReplyPanel, Summary
from ..widgets.round_strip import Rounds
from ..widgets.screen_header import SLOWED, Chip
from ..widgets.status import Status
from ..widgets.text_static import TextStatic
from ..widgets.transcript import RenderedChat, Transcript
from .base import CHAT, COLOURS, PromptScreen, hidden
from .slow_motion import open_slow_motion

GLANCE = 0.5  # seconds between updates of the figures while a reply is written: drawing takes the engine's time
DRAFT_LENGTH = Binding.Group("k", compact=True)


class ChatScreen(PromptScreen):
    """The text, and beside it a panel: how fast, why, and which round."""

    TAB = CHAT
    CHIPS = True
    DEFAULT_CLASSES = "-empty"  # as it begins, so that its first frame is styled once less
    HELP = f"""
Chat with the target, see which model wrote each token and why, and change the drafting in the middle of a reply.
{COLOURS}
In the prompt, enter sends, shift+enter or ctrl+j begins a new line, up recalls the last prompt, `/` begins a command. During a reply \
`[ ] - = space .` act at once in an empty prompt. tab goes to the text, where left and right select a token and single letters act; words typed there go to the prompt. \
esc stops what is running.
"""
    BINDING_GROUP_TITLE = "Chat, outside the prompt"
    BINDINGS = [
        Binding("escape", "do('stop')", "Stop", id="chat.stop"),
        Binding("escape", "cancel_edit", "Cancel edit", id="chat.stop"),
        Binding("tab", "switch('text')", "Text", id="chat.leave"),
        Binding("tab", "switch('prompt')", "Back", id="chat.leave"),
        Binding("tab", "app.focus_next", "Next", show=False),
        Binding("space", "do('pause')", "Pause", id="chat.pause", tooltip="hold the reply before its next round; everything can be changed meanwhile"),
        Binding("space", "do('go_on')", "Go on", id="chat.pause"),
        Binding("r", "do('again')", "Again", id="chat.again", tooltip="write the reply again, as a branch"),
        Binding("n", "do('try')", "Try", id="chat.try", tooltip="write a reply that repeats itself again with what helps"),
        Binding("left_square_bracket", "app.step('k', -1)", "shorter drafts", id="chat.k", group=DRAFT_LENGTH),
        Binding("right_square_bracket", "app.step('k', 1)", "longer drafts", id="chat.k-up", group=DRAFT_LENGTH),
        hidden("minus", "app.step('temperature', -1)", "lower temperature", "chat.t"),
        hidden("equals_sign", "app.step('temperature', 1)", "higher temperature", "chat.t-up"),
        hidden("d", "app.open('drafters')", "Drafter", "chat.drafter", "another drafter"),
        hidden("p", "do('plain')", "Plain", "chat.plain", "switch between plain decoding and the drafter"),
        hidden("R", "app.open('rules')", "Rule", "chat.rule", "another acceptance rule"),
        hidden("c", "app.open('tokens')", "Continue", "chat.continue", "from the selected token with another one"),
        Binding("less_than_sign,comma", "do('earlier_branch')", "Branches", id="chat.branch-before", key_display="< >", tooltip="the branch before; > the next"),
        hidden("greater_than_sign", "do('later_branch')", "Next branch", "chat.branch-after"),
        hidden("e", "do('edit')", "Edit", "chat.edit", "edit the selected or the last message, as a branch"),
        hidden("b", "do('baseline')", "Baseline", "chat.baseline", "measure plain decoding on the last prompt"),
        Binding("full_stop,z", "slow_motion", "Slow motion", id="chat.slow-motion", show=False,
                tooltip="of the selected token's round, or the last with a rejected guess; of a paused reply: write one round"),
        hidden("g", "do('ghosts')", "Ghosts", "chat.ghosts", "rejected guesses, struck through"),
        hidden("l", "do('legend')", "Legend", "chat.legend", "the target's own tokens as recovered, bonus and plain"),
        hidden("v", "do('colours')", "Colours", "chat.colours", "by origin, or by the target's confidence"),
        hidden("V", "do('markdown')", "Markdown", "chat.markdown", "finished replies as Markdown"),
        hidden("i", "panel", "Panel", "chat.panel", "the figures beside the text"),
        hidden("t", "do('thinking')", "Thinking", "chat.thinking", "show or hide it"),
        hidden("y", "copy_reply", "Copy", "chat.copy", "the last reply"),
        hidden("m", "do('recommended')", "Recommended", "chat.recommended", "the sampling that the model's makers recommend"),
        hidden("ctrl+n", "do('new')", "New chat", "chat.new-chat"),
        hidden("ctrl+o", "do('drop')", "Drop", "chat.drop", "leave out the oldest turns"),
        hidden("ctrl+s", "app.save", "Save", "chat.save", "the conversation as a trace"),
    ]  # fmt: skip

    VERBS = {
        "stop": chatting.stop, "pause": chatting.pause, "go_on": chatting.pause, "again": chatting.regenerate, "try": chatting.try_advice,
        "earlier_branch": partial(chatting.next_branch, by=-1), "later_branch": chatting.next_branch, "edit": chatting.edit_message,
        "plain": changing_settings.toggle_plain, "recommended": changing_settings.take_recommended, "baseline": chatting.measure,
        "ghosts": lambda state: state.view.toggle("ghosts"), "legend": lambda state: state.view.toggle("split"), "colours": lambda state: state.view.toggle("confidence"),
        "markdown": lambda state: state.view.toggle("markdown"), "thinking": chatting.fold_thought, "new": chatting.clear, "drop": chatting.leave_out,
    }  # fmt: skip
    NOW = {
        ("do", "stop"): can_stop,
        ("cancel_edit",): lambda state: state.view.editing is not None,
        ("do", "pause"): lambda state: state.writing and not state.held,
        ("do", "go_on"): lambda state: state.held,
        ("do", "again"): lambda state: state.chat.turns and not state.writing,
        ("do", "try"): lambda state: state.last_reply.advice,
        ("do", "thinking"): lambda state: state.chat.reply and state.chat.reply.thinking,
        ("do", "earlier_branch"): lambda state: any(turn.branches for turn in state.chat.turns),
        ("do", "later_branch"): lambda state: any(turn.branches for turn in state.chat.turns),
    }  # fmt: skip

    AT_ONCE = frozenset({"do('ghosts')", "do('legend')", "do('colours')", "do('markdown')", "do('thinking')", "panel"})

    _figures_drawn = 0.0  # when the figures were drawn
    _waiting: str | None = None  # what was in the prompt before a message was put there to edit; None while none is there

    def body(self) -> ComposeResult:
        with Horizontal(id="middle"):
            with Vertical(id="text"):
                yield TextStatic(id="system")
                yield EmptyChat(id="empty")
                yield Transcript(id="transcript")
                yield RenderedChat(id="rendered")
            yield ReplyPanel(id="panel")
        yield Summary(id="summary")
        yield Status(id="status")
        prompt = Prompt(id="prompt")
        yield Completions(prompt, id="completions")
        yield prompt

    def on_mount(self) -> None:
        self.query_one(Prompt).complete = lambda text: completions(self.state, text)
        self.draw()

    # Drawing

    @property
    def moving(self) -> bool:
        """Also while the show plays, and until keys in the prompt are letters again."""
        return super().moving or bool(self.state.show and self.state.show.playback.playing) or time.time() < self.state.speed.ended_at + AFTERWARDS + 0.1

    @property
    def has_text(self) -> bool:
        return bool(self.state.chat.turns)

    def follow(self) -> None:
        """Draw the text in every frame, its figures twice a second and at the end."""
        self.draw(figures=not self.state.busy or time.monotonic() - self._figures_drawn >= GLANCE)

    def draw(self, figures: bool = True) -> None:
        """Draw the text. If they are due, also the figures: the status, and the panel or the summary line, whichever is shown."""
        self._give_back()
        state, view, prompt, system = self.state, self.state.view, self.query_one(Prompt), self.query_one("#system", TextStatic)
        if self._waiting is not None and view.editing is None:  # the message is gone, with another conversation or branch
            self.action_cancel_edit()
        prompt.steers_until = math.inf if state.writing else state.speed.ended_at + AFTERWARDS
        super().draw()
        view.play(state.chat.reply if state.writing else None, state.session.clock())
        rendered = view.markdown and not state.writing
        for name, so in (("showing", state.show), ("empty", not state.chat.turns), ("inspecting", view.place), ("rendered", rendered)):
            self.set_class(bool(so), f"-{name}")
        system.display = bool(state.chat.system)
        system.put(Content.assemble(("system prompt  ", "bold"), one_line(state.chat.system or "")))
        self.query_one(EmptyChat).show(state)
        self.query_one(Transcript).show(state.chat, state.pair.target if state.pair else "target", view)
        if rendered:
            self.query_one(RenderedChat).show(state.chat)
        self.query_one(ReplyPanel).inspect(view)
        if figures:
            self._figures_drawn = time.monotonic()
            self.query_one(Status).show(state, view)
            for shown in (self.query_one(Summary), self.query_one(ReplyPanel)):
                if shown.display:
                    shown.show(state)

    def _give_back(self) -> None:
        """Put a refused prompt back into the field, unless something was typed since. Or put a message there to edit, and keep what was typed
        for later."""
        text, self.state.view.unanswered = self.state.view.unanswered, ""
        prompt = self.query_one(Prompt)
        if not text or (prompt.text and self.state.view.editing is None):
            return
        if self.state.view.editing is not None and self._waiting is None:
            self._waiting = prompt.text
        prompt.fill(text)
        prompt.focus()

    # What the keys do

    def action_do(self, verb: str) -> None:
        super().action_do(verb)
        if verb in ("new", "stop"):  # there is nothing to do in the text any more
            self.action_switch("prompt")

    def action_switch(self, name: str) -> None:
        """Go to the prompt, without a selected token, or to the text."""
        self.state.view.cursor = None
        rendered = self.query_one(RenderedChat)
        (self.query_one(Prompt) if name == "prompt" else rendered if rendered.display else self.query_one(Transcript)).focus()
        self.draw()

    def action_slow_motion(self) -> None:
        """Play the round of the selected token; else the last one with a rejected guess, or the last of all. Of a reply that is paused,
        write one round more."""
        if self.state.held:
            self.state.session.gate.step()
            return
        picked, reply = self.state.view.round, self.state.chat.reply
        rejecting = [at for at, step in enumerate(reply.rounds) if "recovered" in step.sources] if reply else []
        reply, index = picked or (reply, (rejecting or [len(reply.rounds) - 1 if reply else -1])[-1])
        self.app.attempt(lambda _: open_slow_motion(self.app, reply, index))

    def action_copy_reply(self) -> None:
        reply = self.state.chat.reply
        if reply is None or not reply.tokens:
            self.app.refuse(Refusal("there is no reply to copy yet"))
        else:
            self.app.copy_to_clipboard(reply.text)

    def action_cancel_edit(self) -> None:
        waiting, self.state.view.editing, self._waiting = self._waiting, None, None
        self.query_one(Prompt).fill(waiting or "")
        self.draw()

    # Messages from widgets

    @on(events.Key)
    @on(events.MouseDown)
    def _end_show(self) -> bool:
        """Any key or click ends the show; returns whether one was played."""
        played, self.state.show = self.state.show is not None, None
        if played:
            self.draw()
        return played

    @on(Prompt.Submitted)
    def _submitted(self, event: Prompt.Submitted) -> None:
        """Carry out a command, ask a prompt, or send the message that is edited."""
        if self._end_show():
            return
        editing, command = self.state.view.editing, event.text.startswith("/")
        if not command:
            self.state.view.cursor = None  # the selected token is of an earlier reply
        if editing is None or command:
            self.carry_out(event.text, self.app.say)
        else:
            self.carry_out(event.text, lambda text: self.app.attempt(chatting.edit, editing, text))
        self._give_back()
        self.query_one(Transcript).scroll_end(animate=False)

    @on(TextArea.Changed, "#prompt")
    @on(Prompt.Choosing)
    def _complete(self) -> None:
        prompt = self.query_one(Prompt)
        if prompt.text and self._end_show() and prompt.text.isspace():
            prompt.fill("")
        self.query_one(Completions).show()

    @on(Prompt.Recalled)
    def _recalled(self, event: Prompt.Recalled) -> None:
        turns = self.state.chat.turns
        self._end_show()
        if turns and event.key == "up":
            self.query_one(Prompt).fill(turns[-1].prompt)
        elif not turns:
            self.query_one(Samples).focus()

    @on(Samples.SampleChosen)
    def _sampled(self, event: Samples.SampleChosen) -> None:
        self.query_one(Prompt).focus()
        self.app.attempt(chatting.take_sample, event.sample, event.drafter)

    @on(Rounds.RoundPicked)
    def _round_picked(self, event: Rounds.RoundPicked) -> None:
        if event.reply is not self.state.chat.reply:  # an earlier one's rounds are there while one of its tokens is selected
            self.query_one(Transcript).pick((event.reply, bisect_left(event.reply.tokens, event.index, key=attrgetter("round"))))
            return
        view, place = self.state.view, (event.reply, event.index)
        view.cursor, view.picked = None, None if view.picked == place else place
        self.draw()

    @on(Transcript.BranchesClicked)
    def _walk(self, event: Transcript.BranchesClicked) -> None:
        self.app.attempt(chatting.next_branch, of=event.reply)

    @on(Chip.Pressed)
    async def _pressed(self, event: Chip.Pressed) -> None:
        if event.chip.id == SLOWED:
            self.app.attempt(chatting.set_pace, ReplyPace())
        elif event.chip.id in ("k", "temperature"):
            self.app.action_step(event.chip.id, event.step)
        else:
            await self.run_action({"drafter": "app.open('drafters')", "rule": "app.open('rules')"}[event.chip.id or ""])
