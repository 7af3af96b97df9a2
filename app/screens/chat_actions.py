"""What the chat's keys do: an action for each key of chat_keys.py that is not a command of the prompt's table."""

from __future__ import annotations

from specdeck.app.actions import changing_settings, chatting
from specdeck.app.actions.slash_commands import BY_NAME, K_STEP, T_STEP
from specdeck.app.chat.why_this_token import Choice
from specdeck.app.notices import Refusal
from specdeck.app.widgets.prompt_field import Prompt
from specdeck.app.widgets.transcript import Transcript

from .boxes import open_choices, open_slow_motion


class ChatActions:
    """The actions of the chat's screen."""

    _waiting = ""  # what was in the prompt before a message was put there to edit

    def action_do(self, name: str, rest: str = "") -> None:
        """Carry out a control of the table, with the text that would be typed after its name."""
        self.app.do(BY_NAME[name], rest)

    def action_less(self) -> None:
        """Fewer guesses per round."""
        self._step(k=-K_STEP)

    def action_more(self) -> None:
        """More guesses per round."""
        self._step(k=K_STEP)

    def action_cooler(self) -> None:
        """A lower temperature."""
        self._step(t=-T_STEP)

    def action_warmer(self) -> None:
        """A higher temperature."""
        self._step(t=T_STEP)

    def _step(self, k: int = 0, t: float = 0.0) -> None:
        settings = self.deck.settings
        self.app.attempt(lambda: changing_settings.change(self.deck, k=settings.k + k, temperature=round(settings.temperature + t, 3)))

    def action_escape(self) -> None:
        """Stop the reply; else drop the selection; else switch between prompt and text."""
        prompt, text = self.query_one(Prompt), self.query_one(Transcript)
        if not self.deck.busy and self.deck.view.editing is not None:
            self._end_editing()
        elif not self.deck.busy and self.deck.view.cursor:
            self.deck.view.cursor = None
            self.draw()
        elif chatting.stop(self.deck) or self.focused is not prompt:
            prompt.focus()
        elif self.deck.chat.turns:
            text.focus()

    def action_split(self) -> None:
        """Show the target's own tokens in one class, or in three."""
        self.deck.view.split = not self.deck.view.split
        self.draw()

    def action_mode(self) -> None:
        """Colour by origin, or by the target's confidence."""
        self.deck.view.next_mode()
        self.draw()

    def action_ghosts(self) -> None:
        """Show rejected guesses in the text, or hide them."""
        self.deck.view.ghosts = not self.deck.view.ghosts
        self.draw()

    def action_branch(self) -> None:
        """Choose another token at the selected position."""
        self.app.attempt(lambda: open_choices(self.app, self.deck, self._chosen))

    def _chosen(self, choice: Choice) -> None:
        self.app.attempt(lambda: chatting.branch(self.deck, choice))

    def action_next_branch(self, by: int) -> None:
        """Show another branch of the turn."""
        self.app.attempt(lambda: chatting.next_branch(self.deck, by))

    def action_slow_motion(self) -> None:
        """Play the round of the selected token, or the last one."""
        picked, reply = self.deck.view.round, self.deck.chat.reply
        reply, index = picked or (reply, len(reply.steps) - 1 if reply else -1)
        self.app.attempt(lambda: open_slow_motion(self.app, reply, index))

    def action_thought(self) -> None:
        """Unfold or fold the last reply's thinking."""
        reply = self.deck.chat.reply
        if reply and reply.thinking:
            reply.opened = not reply.opened
            self.draw()

    def action_panel(self) -> None:
        """Show or hide the panel beside a narrow text."""
        self.toggle_class("-panel")
        self.draw()

    def action_drafters(self) -> None:
        """Open the list of drafters."""
        self.app.choose_drafter()

    def action_copy_reply(self) -> None:
        """Copy the last reply's source text."""
        reply = self.deck.chat.reply
        if reply is None or not reply.tokens:
            self.app.refuse(Refusal("there is no reply to copy yet"))
        else:
            self.app.copy_to_clipboard(reply.text)
            self.app.notify(f"copied {len(reply.text)} characters", markup=False, timeout=3)

    def _end_editing(self) -> None:
        self.deck.view.editing = None
        self.query_one(Prompt).fill(self._waiting)
        self._waiting = ""
        self.draw()
