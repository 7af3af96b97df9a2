"""The chat screen: lays out widgets, binds keys, and draws the deck thirty times a second."""

import math
import time
from bisect import bisect_left
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Callable, Mapping

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, TextArea

from ..actions import changing_settings, chatting, context_room
from ..actions.loading import can_stop
from ..actions.slash_commands import completions
from ..chat.token_places import Place
from ..deck import Deck
from ..drawing.clean_text import one_line
from ..engine.round_gate import ReplyPace
from ..notices import Refusal
from ..widgets.empty_chat import EmptyChat, Samples
from ..widgets.prompt_field import AFTERWARDS, Completions, Prompt
from ..widgets.reply_panel import ReplyPanel
from ..widgets.round_strip import Rounds
from ..widgets.screen_header import SLOWED, Chip
from ..widgets.statistics_panel import Summary
from ..widgets.status import Status
from ..widgets.textual_widgets import TextStatic
from ..widgets.transcript import Transcript
from .name_lists import choices_box
from .slow_motion import open_slow_motion
from .tab import CHAT, COLOURS, TabScreen

if TYPE_CHECKING:
    from ..widgets.rendered_chat import RenderedChat

GLANCE = 0.5  # seconds between updates of the figures while a reply is written: drawing takes the engine's time
DRAFT_LENGTH = Binding.Group("k", compact=True)

VERBS: Mapping[str, Callable[[Deck], str | None]] = {  # what keys do on the conversation
    "pause": chatting.pause, "go_on": chatting.pause, "again": chatting.regenerate, "baseline": chatting.measure, "try": chatting.try_advice,
    "edit": chatting.edit_message, "plain": changing_settings.toggle_plain, "recommended": changing_settings.take_recommended,
    "new": chatting.clear, "drop": context_room.leave_out,
}  # fmt: skip
NOW: Mapping[tuple[str, ...], Callable[[Deck], object]] = {  # keys that do something only while this is so
    ("stop",): can_stop,
    ("cancel_edit",): lambda deck: deck.view.editing is not None,
    ("do", "pause"): lambda deck: deck.writing and not deck.held,
    ("do", "go_on"): lambda deck: deck.held,
    ("do", "try"): lambda deck: deck.advice,
    ("next_branch",): lambda deck: any(turn.branches for turn in deck.chat.turns),
}  # fmt: skip


class ChatScreen(TabScreen):
    """The text, and beside it a panel: how fast, why, and which round."""

    TAB = CHAT
    CHIPS = True
    HELP = f"""
Chat with the target, see which model wrote each token and why, and change the drafting in the middle of a reply.
{COLOURS}
In the prompt, enter sends, shift+enter or ctrl+j begins a new line, up recalls the last prompt, `/` begins a command. During a reply \
`[ ] - = space .` act at once in an empty prompt. esc stops a reply, else goes to the text, where left and right select a token and single keys act.
"""
    BINDING_GROUP_TITLE = "Chat, outside the prompt"
    BINDINGS = [
        Binding("escape", "stop", "Stop", id="chat.stop"),
        Binding("escape", "cancel_edit", "Cancel edit", id="chat.stop"),
        Binding("escape", "switch('text')", "Text", id="chat.stop"),
        Binding("escape", "switch('prompt')", "Prompt", id="chat.stop"),
        Binding("space", "do('pause')", "Pause", id="chat.pause", tooltip="hold the reply before its next round; everything can be changed meanwhile"),
        Binding("space", "do('go_on')", "Go on", id="chat.pause"),
        Binding("r", "do('again')", "Again", id="chat.again", tooltip="write the reply again, as a branch"),
        Binding("n", "do('try')", "Try", id="chat.try", tooltip="write a reply that repeats itself again with what helps"),
        Binding("left_square_bracket", "app.step('k', -1)", "shorter drafts", id="chat.k", group=DRAFT_LENGTH),
        Binding("right_square_bracket", "app.step('k', 1)", "longer drafts", id="chat.k-up", group=DRAFT_LENGTH),
        Binding("minus", "app.step('temperature', -1)", "lower temperature", id="chat.t", show=False),
        Binding("equals_sign", "app.step('temperature', 1)", "higher temperature", id="chat.t-up", show=False),
        Binding("d", "app.open('drafters')", "Drafter", id="chat.drafter", show=False, tooltip="another drafter"),
        Binding("p", "do('plain')", "Plain", id="chat.plain", show=False, tooltip="switch between plain decoding and the drafter"),
        Binding("R", "app.open('rules')", "Rule", id="chat.rule", show=False, tooltip="another acceptance rule"),
        Binding("c", "branch", "Continue", id="chat.continue", show=False, tooltip="from the selected token with another one"),
        Binding("less_than_sign,comma", "next_branch(-1)", "Branches", id="chat.branch-before", key_display="< >", tooltip="the branch before; > the next"),
        Binding("greater_than_sign", "next_branch(1)", "Next branch", id="chat.branch-after", show=False),
        Binding("e", "do('edit')", "Edit", id="chat.edit", show=False, tooltip="edit the selected or the last message, as a branch"),
        Binding("b", "do('baseline')", "Baseline", id="chat.baseline", show=False, tooltip="measure plain decoding on the last prompt"),
        Binding("full_stop,z", "slow_motion", "Slow motion", id="chat.slow-motion", show=False,
                tooltip="of the selected token's round, or the last with a rejected guess; of a paused reply: write one round"),
        Binding("g", "view('ghosts')", "Ghosts", id="chat.ghosts", show=False, tooltip="rejected guesses, struck through"),
        Binding("l", "view('split')", "Legend", id="chat.legend", show=False, tooltip="the target's own tokens as recovered, bonus and plain"),
        Binding("v", "mode", "Colours", id="chat.colours", show=False, tooltip="by origin, or by the target's confidence"),
        Binding("V", "markdown", "Markdown", id="chat.markdown", show=False, tooltip="finished replies as Markdown"),
        Binding("i", "panel", "Panel", id="chat.panel", show=False, tooltip="the figures beside the text"),
        Binding("t", "thought", "Thinking", id="chat.thinking", show=False, tooltip="show or hide it"),
        Binding("y", "copy_reply", "Copy", id="chat.copy", show=False, tooltip="the last reply"),
        Binding("m", "do('recommended')", "Recommended", id="chat.recommended", show=False, tooltip="the sampling that the model's makers recommend"),
        Binding("ctrl+n", "do('new')", "New chat", id="chat.new-chat", show=False),
        Binding("ctrl+o", "do('drop')", "Drop", id="chat.drop", show=False, tooltip="leave out the oldest turns"),
        Binding("ctrl+s", "app.save", "Save", id="chat.save", show=False, tooltip="the conversation as a trace"),
    ]  # fmt: skip

    _figures_drawn = 0.0  # when the figures were drawn
    _waiting = ""  # what was in the prompt before a message was put there to edit
    _edits = False  # whether a message is there
    _bound: object = None  # what the last line was made for
    _rendered: "RenderedChat | None" = None  # made when it is first shown

    def body(self) -> ComposeResult:
        with Horizontal(id="middle"):
            with Vertical(id="text"):
                yield TextStatic(id="system")
                yield EmptyChat(id="empty")
                yield Transcript(id="transcript")
            yield ReplyPanel(id="panel")
        yield Summary(id="summary")
        yield Status(id="status")
        yield Completions(id="completions")
        yield Prompt(id="prompt")

    def on_mount(self) -> None:
        prompt = self.query_one(Prompt)
        prompt.complete = lambda text: completions(self.deck, text)
        prompt.focus()
        self.draw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key does something where the conversation stands now."""
        if not super().check_action(action, parameters):
            return False
        if action == "switch":
            typing = isinstance(self.focused, Prompt)
            return typing and bool(self.deck.chat.turns) if parameters == ("text",) else not typing
        now = NOW.get((action,)) or NOW.get((action, *map(str, parameters)))
        return now is None or bool(now(self.deck))

    # Drawing

    def _refresh_keys(self) -> None:
        """The last line anew, where what its keys do has changed."""
        bound = [bool(now(self.deck)) for now in NOW.values()], bool(self.deck.chat.turns), time.time() < self.query_one(Prompt).steers_until
        if bound != self._bound:
            self._bound = bound
            self.refresh_bindings()

    def draw(self) -> None:
        self._give_back()
        self._draw_text()
        self._draw_figures()

    def follow(self) -> None:
        """Draw the text in every frame, its figures twice a second and at the end."""
        self._draw_text()
        self._give_back()
        if not self.deck.busy or time.monotonic() - self._figures_drawn >= GLANCE:
            self._draw_figures()

    def _give_back(self) -> None:
        """Put a refused prompt back into the field, unless something was typed since; or put a message there to edit, and keep
        what was typed for later."""
        text, self.deck.view.unanswered = self.deck.view.unanswered, ""
        if not text:
            return
        prompt = self.query_one(Prompt)
        if self.deck.view.editing is not None:
            self._waiting = self._waiting if self._edits else prompt.text
            self._edits = True
        elif prompt.text:
            return
        prompt.fill(text)
        prompt.focus()

    @property
    def moving(self) -> bool:
        """Also while the show plays, and until keys in the prompt are letters again."""
        return super().moving or bool(self.deck.show and self.deck.show.playback.playing) or time.time() < self.deck.speed.ended_at + AFTERWARDS + 0.1

    def _draw_empty(self) -> None:
        """The race, or what else an empty chat shows."""
        race = self.deck.show
        self.set_class(race is not None, "-showing")
        if race:
            race.playback.tick(self.deck.session.clock())
            self.query_one(EmptyChat).play(race)
        elif not self.deck.chat.turns:
            self.query_one(EmptyChat).show(self.deck)

    def _draw_text(self) -> None:
        self._draw_empty()
        deck, view = self.deck, self.deck.view
        if self._edits and view.editing is None:  # the message is gone, with another conversation or branch
            self.action_cancel_edit()
        deck.play_live_round()
        self.set_class(not deck.chat.turns, "-empty")
        self.set_class(view.place is not None, "-inspecting")
        super().draw()
        self._draw_system(deck.chat.system)
        self.query_one(Transcript).show(deck.chat, deck.pair.target if deck.pair else "target", view)
        self.set_class(view.markdown and not deck.writing, "-rendered")
        if self._rendered and self.has_class("-rendered"):
            self._rendered.show(deck.chat)
        self.query_one(ReplyPanel).inspect(view)
        prompt = self.query_one(Prompt)
        prompt.steers_until = math.inf if deck.writing else deck.speed.ended_at + AFTERWARDS
        prompt.cursor_blink = prompt.blinks and not deck.decoding

    def _draw_system(self, system: str | None) -> None:
        line = self.query_one("#system", TextStatic)
        line.display = bool(system)
        line.put(Content.assemble(("system prompt  ", "bold"), one_line(system or "")))

    def _draw_figures(self) -> None:
        """Draw the status, and whichever of the panel and the summary line is shown."""
        self._figures_drawn = time.monotonic()
        self._refresh_keys()
        self.query_one(Status).show(self.deck, self.deck.view)
        if (summary := self.query_one(Summary)).display:
            summary.show(self.deck)
        if (panel := self.query_one(ReplyPanel)).display:
            panel.show(self.deck)

    # What the keys do

    def action_do(self, name: str) -> None:
        self.app.attempt(lambda: VERBS[name](self.deck))
        if name == "new":  # there is no text any more to be in
            self.query_one(Prompt).focus()

    def action_stop(self) -> None:
        chatting.stop(self.deck)
        self.query_one(Prompt).focus()
        self.draw()  # "stopping" at once: the engine answers after its pass

    def action_switch(self, name: str) -> None:
        """Go to the prompt, without a selected token, or to the text."""
        self.deck.view.cursor = None
        text = self._rendered if self._rendered and self._rendered.display else self.query_one(Transcript)
        (text if name == "text" else self.query_one(Prompt)).focus()
        self.draw()

    def action_view(self, name: str) -> None:
        """Show or hide one of the view's additions: `split`, `ghosts`."""
        setattr(self.deck.view, name, not getattr(self.deck.view, name))
        self.draw()

    async def action_markdown(self) -> None:
        """Show finished replies as Markdown, or as tokens."""
        from ..widgets.rendered_chat import RenderedChat

        self.deck.view.markdown = not self.deck.view.markdown
        if self._rendered is None:
            self._rendered = RenderedChat(id="rendered")
            await self.query_one("#text").mount(self._rendered)
        self.draw()

    def action_mode(self) -> None:
        """Colour by origin, or by the target's confidence."""
        self.deck.view.next_mode()
        self.draw()

    def action_branch(self) -> None:
        """Choose another token at the selected position."""
        ends = self.deck.pair.ends if self.deck.pair else ()
        self.app.attempt(lambda: self.app.choose(choices_box(*chatting.branching(self.deck), ends), partial(chatting.branch, self.deck)))

    def action_next_branch(self, by: int) -> None:
        self.app.attempt(lambda: chatting.next_branch(self.deck, by))

    def action_slow_motion(self) -> None:
        """Play the round of the selected token; else the last one with a rejected guess, or the last of all. Of a reply that is paused,
        write one round more."""
        if self.deck.held:
            chatting.step(self.deck)
            return
        picked, reply = self.deck.view.round, self.deck.chat.reply
        rejecting = [at for at, step in enumerate(reply.rounds) if "recovered" in step.sources] if reply else []
        reply, index = picked or (reply, (rejecting or [len(reply.rounds) - 1 if reply else -1])[-1])
        self.app.attempt(lambda: open_slow_motion(self.app, reply, index))

    def action_thought(self) -> None:
        reply = self.deck.chat.reply
        if reply and reply.thinking:
            reply.opened = not reply.opened
            self.draw()

    def action_panel(self) -> None:
        self.toggle_class("-panel")
        self.draw()

    def action_copy_reply(self) -> None:
        reply = self.deck.chat.reply
        if reply is None or not reply.tokens:
            self.app.refuse(Refusal("there is no reply to copy yet"))
        else:
            self.app.copy_to_clipboard(reply.text)

    def action_cancel_edit(self) -> None:
        self.deck.view.editing, self._edits = None, False
        self.query_one(Prompt).fill(self._waiting)
        self._waiting = ""
        self.draw()

    # Messages from widgets

    @on(events.Key)
    @on(events.MouseDown)
    def _end_show(self) -> bool:
        """Any key or click ends the show; returns whether one was played."""
        played, self.deck.show = self.deck.show is not None, None
        if played:
            self.draw()
        return played

    @on(Prompt.Submitted)
    def _submitted(self, event: Prompt.Submitted) -> None:
        if self._end_show():
            return
        self.carry_out(self.query_one(Prompt), event.text, self._say)
        self._give_back()
        self.query_one(Transcript).scroll_end(animate=False)

    def _say(self, text: str) -> bool:
        """Carry out a command, ask a prompt, or send the message that is edited; False if it was refused."""
        editing = self.deck.view.editing
        if editing is None or text.startswith("/"):
            return self.app.say(text)
        if sent := self.app.attempt(lambda: chatting.edit(self.deck, editing, text)):
            self.action_cancel_edit()
        return sent

    @on(TextArea.Changed, "#prompt")
    @on(Prompt.Choosing)
    def _complete(self) -> None:
        prompt = self.query_one(Prompt)
        if prompt.text and self._end_show() and prompt.text.isspace():
            prompt.fill("")
        self.query_one(Completions).show(prompt.offered, prompt.chosen)

    @on(Completions.CompletionClicked)
    def _completed(self, event: Completions.CompletionClicked) -> None:
        prompt = self.query_one(Prompt)
        prompt.fill(event.completion.line)
        prompt.focus()

    @on(Prompt.Recalled)
    def _recalled(self, event: Prompt.Recalled) -> None:
        turns = self.deck.chat.turns
        self._end_show()
        if turns and event.key == "up":
            self.query_one(Prompt).fill(turns[-1].prompt)
        elif not turns:
            self.query_one(Samples).focus()

    @on(OptionList.OptionSelected, "#samples")
    def _sampled(self, event: OptionList.OptionSelected) -> None:
        self.query_one(Prompt).focus()
        sample, drafter = self.deck.samples[event.option_index]
        self.app.attempt(lambda: chatting.take_sample(self.deck, sample, drafter))

    @on(Transcript.Pointed)
    def _on_pointed(self, event: Transcript.Pointed) -> None:
        self.deck.view.pointed = event.place
        self.draw()

    @on(Transcript.Picked)
    def _clicked(self, event: Transcript.Picked) -> None:
        self._pick(event.place)

    def action_move(self, tokens: int = 0, lines: int = 0) -> None:
        """Move the cursor."""
        place = self.query_one(Transcript).moved(self.deck.view.cursor, tokens, lines)
        if place is not None:
            self._pick(place)

    def _pick(self, place: Place) -> None:
        """Select the token to explain, wherever the mouse is."""
        self.deck.view.cursor, self.deck.view.pointed, self.deck.view.markdown = place, None, False
        self.draw()
        self.query_one(Transcript).reveal(place)

    @on(Rounds.RoundPicked)
    def _on_picked(self, event: Rounds.RoundPicked) -> None:
        if event.reply is not self.deck.chat.reply:  # an earlier one's rounds are there while one of its tokens is selected
            self._pick((event.reply, bisect_left(event.reply.tokens, event.index, key=attrgetter("round"))))
            return
        view, place = self.deck.view, (event.reply, event.index)
        view.cursor, view.picked = None, None if view.picked == place else place
        self.draw()

    @on(Status.Clicked)
    def _legend(self) -> None:
        self.action_view("split")

    @on(Transcript.BranchesClicked)
    def _walk(self, event: Transcript.BranchesClicked) -> None:
        self.app.attempt(lambda: chatting.next_branch(self.deck, 1, event.reply))

    @on(Transcript.Folded)
    def _folded(self, event: Transcript.Folded) -> None:
        event.reply.opened = not event.reply.opened
        self.draw()

    @on(Chip.Pressed)
    async def _pressed(self, event: Chip.Pressed) -> None:
        if event.chip.id == SLOWED:
            self.app.attempt(lambda: chatting.set_pace(self.deck, ReplyPace()))
        elif event.chip.id in ("k", "temperature"):
            self.app.action_step(event.chip.id, event.step)
        else:
            await self.run_action({"drafter": "app.open('drafters')", "rule": "app.open('rules')"}[event.chip.id or ""])
