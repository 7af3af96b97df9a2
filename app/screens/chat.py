"""The chat screen: lays out widgets, binds keys, and draws the deck thirty times a second."""

import math
import time
from bisect import bisect_left
from functools import partial
from operator import attrgetter

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import OptionList, TextArea

from ..actions import changing_settings, chatting
from ..actions.loading import can_stop, loaded_pair
from ..actions.slash_commands import BY_NAME, completions
from ..chat.token_places import Place
from ..deck import Deck
from ..drawing.clean_text import one_line
from ..engine.round_gate import ReplyPace
from ..notices import Refusal
from ..settings import keys
from ..settings.setting_table import BY_FIELD
from ..widgets.empty_chat import EmptyChat, Samples
from ..widgets.prompt_field import AFTERWARDS, Completions, Prompt
from ..widgets.reply_panel import ReplyPanel
from ..widgets.round_strip import Rounds
from ..widgets.screen_header import SLOWED, Chip
from ..widgets.statistics_panel import Summary
from ..widgets.status import Status
from ..widgets.textual_widgets import TextStatic
from ..widgets.transcript import Transcript
from .name_lists import ChoicesScreen, DraftersScreen, RulesScreen
from .slow_motion import open_slow_motion
from .tab import CHAT, TabScreen, bindings_of

GLANCE = 0.5  # seconds between updates of the figures while a reply is written: drawing takes the engine's time
NEED_A_REPLY = {row.id for row in keys.KEYS if row.needs_reply}


class ChatScreen(TabScreen):
    """The text, and beside it a panel: how fast, why, and which round."""

    TAB = CHAT
    CHIPS = True
    BINDINGS = [*keys.bindings("chat")]

    _figures_drawn = 0.0  # when the figures were drawn
    _waiting = ""  # what was in the prompt before a message was put there to edit
    _edits = False  # whether a message is there
    _hinted: object = None  # what the last line was made for

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

    # Drawing

    def hint(self, binding: Binding) -> str | None:
        """What a key does where the conversation stands now."""
        return words_for(binding, self.deck, self.focused is self.query_one(Prompt))

    def _update_hints(self) -> None:
        """The last line anew, where what its keys do has changed."""
        view, turns = self.deck.view, self.deck.chat.turns
        state = (self.deck.busy, self.deck.held, bool(turns), any(turn.branches for turn in turns), self.deck.advice, view.editing, view.cursor is None)
        if state != self._hinted:
            self._hinted = state
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
        return super().moving or bool(self.deck.show and self.deck.show.playback.playing)

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
            self._end_editing()
        deck.play_live_round()
        self.set_class(not deck.chat.turns, "-empty")
        self.set_class(view.place is not None, "-inspecting")
        super().draw()
        self._draw_system(deck.chat.system)
        self.query_one(Transcript).show(deck.chat, deck.pair.target if deck.pair else "target", view)
        self.query_one(ReplyPanel).inspect(view)
        prompt = self.query_one(Prompt)
        prompt.steers_until = math.inf if deck.writing else deck.speed.ended_at + AFTERWARDS
        prompt.still = deck.decoding

    def _draw_system(self, system: str | None) -> None:
        line = self.query_one("#system", TextStatic)
        line.display = bool(system)
        line.put(Content.assemble(("system prompt  ", "bold"), one_line(system or "")))

    def _draw_figures(self) -> None:
        """Draw the status, and whichever of the panel and the summary line is shown."""
        self._figures_drawn = time.monotonic()
        self._update_hints()
        self.query_one(Status).show(self.deck, self.deck.view)
        if (summary := self.query_one(Summary)).display:
            summary.show(self.deck)
        if (panel := self.query_one(ReplyPanel)).display:
            panel.show(self.deck)

    # What the keys do that are no commands of the prompt's table

    def action_do(self, name: str) -> None:
        """Call the verb of a command of the table."""
        self.app.do(BY_NAME[name])
        if name == "new":  # there is no text any more to be in
            self.query_one(Prompt).focus()

    def action_k(self, by: int) -> None:
        self.app.attempt(lambda: changing_settings.step_k(self.deck, by))

    def action_temperature(self, by: int) -> None:
        self.app.attempt(lambda: changing_settings.step_temperature(self.deck, by))

    def action_escape(self) -> None:
        """Stop the reply; else cancel the edit; else drop the selection; else switch between prompt and text."""
        prompt, text = self.query_one(Prompt), self.query_one(Transcript)
        if can_stop(self.deck):
            chatting.stop(self.deck)
            prompt.focus()
            self.draw()  # "stopping" at once: the engine answers after its pass
        elif self.deck.view.editing is not None:
            self._end_editing()
        elif self.deck.view.cursor:
            self.deck.view.cursor = None
            self.draw()
        elif self.focused is not prompt:
            prompt.focus()
        elif self.deck.chat.turns:
            text.focus()

    def action_view(self, name: str) -> None:
        """Show or hide one of the view's additions: `split`, `ghosts`, `markdown`."""
        setattr(self.deck.view, name, not getattr(self.deck.view, name))
        self.draw()

    def action_mode(self) -> None:
        """Colour by origin, or by the target's confidence."""
        self.deck.view.next_mode()
        self.draw()

    def action_branch(self) -> None:
        """Choose another token at the selected position."""
        ends = self.deck.pair.ends if self.deck.pair else ()
        self.app.attempt(lambda: self.app.choose(ChoicesScreen(*chatting.branching(self.deck), ends), partial(chatting.branch, self.deck)))

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

    def action_one_round(self) -> None:
        if self.deck.held:
            chatting.step(self.deck)

    def action_thought(self) -> None:
        reply = self.deck.chat.reply
        if reply and reply.thinking:
            reply.opened = not reply.opened
            self.draw()

    def action_panel(self) -> None:
        self.toggle_class("-panel")
        self.draw()

    def action_drafters(self) -> None:
        now, verb = self.deck.settings.drafter, partial(changing_settings.draft, self.deck)
        self.app.attempt(lambda: self.app.choose(DraftersScreen(loaded_pair(self.deck), now), verb))

    def action_rules(self) -> None:
        self.app.choose(RulesScreen(self.deck.settings), partial(changing_settings.choose_rule, self.deck))

    def action_copy_reply(self) -> None:
        reply = self.deck.chat.reply
        if reply is None or not reply.tokens:
            self.app.refuse(Refusal("there is no reply to copy yet"))
        else:
            self.app.copy_to_clipboard(reply.text)

    def _end_editing(self) -> None:
        self.deck.view.editing, self._edits = None, False
        self.query_one(Prompt).fill(self._waiting)
        self._waiting = ""
        self.draw()

    # Messages from widgets

    @on(Prompt.Submitted)
    def _submitted(self, event: Prompt.Submitted) -> None:
        self.carry_out(self.query_one(Prompt), event.text, self._say)
        self._give_back()
        self.query_one(Transcript).scroll_end(animate=False)

    def _say(self, text: str) -> bool:
        """Carry out a command, ask a prompt, or send the message that is edited; False if it was refused."""
        editing = self.deck.view.editing
        if editing is None or text.startswith("/"):
            return self.app.say(text)
        if sent := self.app.attempt(lambda: chatting.edit(self.deck, editing, text)):
            self._end_editing()
        return sent

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
        for binding in bindings_of(type(self)):
            if event.key in self.app.keys.get(binding.id or "", binding.key).split(","):
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
        """Move the cursor; right without one writes a round of a paused reply."""
        if self.deck.held and self.deck.view.cursor is None and tokens > 0:
            self.action_one_round()
            return
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
            return
        row = BY_FIELD[event.chip.id or ""]
        await self.run_action(row.opens or row.steps[event.step > 0])


def words_for(binding: Binding, deck: Deck, typing: bool) -> str | None:
    """What a key does; None where it does nothing. `typing`: the prompt has the focus."""
    turns, name = deck.chat.turns, binding.id
    if name == "chat.stop":
        return _escape(deck, typing)
    if name == "chat.pause":
        return ("Go on" if deck.session.gate.paused else "Pause") if deck.writing else None
    if name == "chat.slow-motion" and deck.held:
        return "One round"
    if name == "chat.branch-before":
        return "Branches" if any(turn.branches for turn in turns) else None
    if name == "chat.try":
        return f"Try {deck.advice[1]}" if deck.advice else None
    return None if name in NEED_A_REPLY and not turns else binding.description


def _escape(deck: Deck, typing: bool) -> str | None:
    if can_stop(deck):
        return "Stop"
    if deck.view.editing is not None:
        return "Cancel edit"
    if not typing:
        return "Unselect" if deck.view.cursor else "Prompt"
    return "Text" if deck.chat.turns else None
