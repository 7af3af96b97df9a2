"""The chat screen: lays out widgets, binds keys, and draws the deck thirty times a second."""

from __future__ import annotations

import time

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, Static, TextArea

from specdeck.app.actions import chatting
from specdeck.app.actions.slash_commands import completions
from specdeck.app.chat.selection import Place
from specdeck.app.drawing.clean_text import one_line
from specdeck.app.samples import SAMPLES
from specdeck.app.widgets.chip import Chip
from specdeck.app.widgets.completions import Completions
from specdeck.app.widgets.empty_chat import EmptyChat
from specdeck.app.widgets.prompt_field import Prompt
from specdeck.app.widgets.reply_panel import ReplyPanel
from specdeck.app.widgets.round_strip import Rounds
from specdeck.app.widgets.samples import Samples
from specdeck.app.widgets.static_text import put
from specdeck.app.widgets.status import Status
from specdeck.app.widgets.summary import Summary
from specdeck.app.widgets.transcript import Transcript

from .chat_actions import ChatActions
from .chat_keys import KEYS, words_for
from .tab import TabScreen
from .tab_order import CHAT

GLANCE = 0.5  # seconds between updates of the figures while a reply is written: drawing takes the engine's time


class ChatScreen(ChatActions, TabScreen):
    """The text, and beside it a panel: how fast, why, and which round."""

    TAB = CHAT
    CHIPS = True
    BINDINGS = KEYS

    _figures_drawn = 0.0  # when the figures were drawn
    _hinted: object = None  # what the last line was made for

    def body(self) -> ComposeResult:
        """The widgets, from top to bottom."""
        with Horizontal(id="middle"):
            with Vertical(id="text"):
                yield Static("", id="system", markup=False)
                yield EmptyChat(id="empty")
                yield Transcript(id="transcript")
            yield ReplyPanel(id="panel")
        yield Summary(id="summary")
        yield Status(id="status")
        yield Completions(id="completions")
        yield Prompt(id="prompt")

    def on_mount(self) -> None:
        """Focus the prompt."""
        prompt = self.query_one(Prompt)
        prompt.complete = lambda text: completions(self.deck, text)
        prompt.focus()
        self.draw()

    # Drawing

    def hint(self, binding: Binding) -> str | None:
        """What a key does where the conversation stands now."""
        return words_for(binding, self.deck, self.focused is self.query_one(Prompt))

    def _update_hints(self) -> None:
        """The last line anew, where what its keys do has changed."""
        view, turns = self.deck.view, self.deck.chat.turns
        state = (self.deck.busy, bool(turns), any(turn.branches for turn in turns), self.deck.slower, view.editing, view.cursor is None)
        if state != self._hinted:
            self._hinted = state
            self.refresh_bindings()

    def draw(self) -> None:
        """Draw everything from the deck; widgets redraw only what differs."""
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
        text, self.deck.unanswered = self.deck.unanswered, ""
        if not text:
            return
        prompt = self.query_one(Prompt)
        if self.deck.view.editing is not None:
            self._waiting = prompt.text
        elif prompt.text:
            return
        prompt.fill(text)
        prompt.focus()

    @property
    def moving(self) -> bool:
        """A reply is written, or the show plays."""
        return super().moving or bool(self.deck.show and self.deck.show.playback.playing)

    def _draw_show(self) -> None:
        """The recorded race, on the session's clock."""
        race = self.deck.show
        self.set_class(race is not None, "-showing")
        if race:
            race.playback.tick(self.deck.session.clock())
            self.query_one(EmptyChat).show(race)

    def _draw_text(self) -> None:
        self._draw_show()
        deck, view = self.deck, self.deck.view
        self.set_class(not deck.chat.turns, "-empty")
        self.set_class(view.place is not None, "-inspecting")
        super().draw()
        self._draw_system(deck.chat.system)
        self.query_one(Transcript).show(deck.chat, deck.pair.target if deck.pair else "target", view)
        self.query_one(ReplyPanel).inspect(view)
        prompt = self.query_one(Prompt)
        prompt.steering, prompt.still = deck.busy, deck.decoding

    def _draw_system(self, system: str | None) -> None:
        """Show the conversation's system prompt, on one line above it."""
        line = self.query_one("#system", Static)
        line.display = bool(system)
        put(line, Content.assemble(("system prompt  ", "bold"), one_line(system or "")))

    def _draw_figures(self) -> None:
        """Draw the status, and whichever of the panel and the summary line is shown."""
        self._figures_drawn = time.monotonic()
        self._update_hints()
        self.query_one(Status).show(self.deck, self.deck.view)
        if (summary := self.query_one(Summary)).display:
            summary.show(self.deck)
        if (panel := self.query_one(ReplyPanel)).display:
            panel.show(self.deck)

    # Messages from widgets

    @on(Prompt.Submitted)
    def _submitted(self, event: Prompt.Submitted) -> None:
        prompt, editing = self.query_one(Prompt), self.deck.view.editing
        prompt.take(event.text)
        if editing is None or event.text.startswith("/"):
            accepted = self.app.say(event.text)
        elif accepted := self.app.attempt(lambda: chatting.edit(self.deck, editing, event.text)):
            self._end_editing()
        if not accepted:
            prompt.fill(event.text + prompt.text)
        self._give_back()
        self._follow()

    @on(TextArea.Changed, "#prompt")
    @on(Prompt.Choosing)
    def _complete(self) -> None:
        prompt = self.query_one(Prompt)
        self.query_one(Completions).show(prompt.offered, prompt.chosen)

    @on(Completions.CompletionClicked)
    def _completed(self, event: Completions.CompletionClicked) -> None:
        prompt = self.query_one(Prompt)
        prompt.fill(event.completion.line)
        prompt.focus()

    @on(Prompt.Shortcut)
    async def _shortcut(self, event: Prompt.Shortcut) -> None:
        for binding in self.BINDINGS:
            if event.key in self.app.keys.get(binding.id, binding.key).split(","):
                await self.run_action(binding.action)

    @on(Prompt.Recalled)
    def _recalled(self, event: Prompt.Recalled) -> None:
        turns = self.deck.chat.turns
        if turns and event.key == "up":
            self.query_one(Prompt).fill(turns[-1].prompt)
        elif not turns:
            self.query_one(Samples).focus()

    @on(Prompt.Steered)
    async def _steered(self, event: Prompt.Steered) -> None:
        await self.run_action(event.action)

    @on(OptionList.OptionSelected, "#samples")
    def _sampled(self, event: OptionList.OptionSelected) -> None:
        self.query_one(Prompt).focus()
        sample = SAMPLES[event.option_index]
        self.app.attempt(lambda: chatting.take_sample(self.deck, sample))

    @on(Transcript.Pointed)
    def _on_pointed(self, event: Transcript.Pointed) -> None:
        self.deck.view.pointed = event.place
        self.draw()

    @on(Transcript.Picked)
    def _clicked(self, event: Transcript.Picked) -> None:
        self._pick(event.place)

    @on(Transcript.Moved)
    def _moved(self, event: Transcript.Moved) -> None:
        place = self.query_one(Transcript).moved(self.deck.view.cursor, event)
        if place is not None:
            self._pick(place)

    def _pick(self, place: Place) -> None:
        """Select the token to explain, wherever the mouse is."""
        self.deck.view.cursor, self.deck.view.pointed = place, None
        self.draw()
        self.query_one(Transcript).reveal(place)

    @on(Rounds.RoundPicked)
    def _on_picked(self, event: Rounds.RoundPicked) -> None:
        view, place = self.deck.view, (event.reply, event.index)
        view.cursor, view.picked = None, None if view.picked == place else place
        self.draw()

    @on(Status.Clicked)
    def _legend(self) -> None:
        self.action_split()

    @on(Transcript.BranchesClicked)
    def _walk(self, event: Transcript.BranchesClicked) -> None:
        self.app.attempt(lambda: chatting.next_branch(self.deck, 1, event.reply))

    @on(Transcript.Folded)
    def _folded(self, event: Transcript.Folded) -> None:
        event.reply.opened = not event.reply.opened
        self.draw()

    @on(Chip.Pressed)
    async def _pressed(self, event: Chip.Pressed) -> None:
        down, up = {"k": ("less", "more"), "temperature": ("cooler", "warmer")}.get(event.chip.id, ("", ""))
        action = {"drafter": "drafters", "rule": "do('rule', 'next')"}.get(event.chip.id) or (down if event.step < 0 else up)
        await self.run_action(action)

    def _follow(self) -> None:
        self.query_one(Transcript).scroll_end(animate=False)
