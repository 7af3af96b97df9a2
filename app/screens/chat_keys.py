"""The chat's keys, and what each is called in the last line where the conversation stands now."""

from __future__ import annotations

from textual.binding import Binding

from specdeck.app.deck import Deck

KEYS = [
    Binding("escape", "escape", "Stop"),
    Binding("n", "do('try')", "Try"),
    Binding("less_than_sign,comma", "next_branch(-1)", "Branch before", key_display="< >"),
    Binding("c", "branch", "Continue"),
    Binding("e", "do('edit')", "Edit"),
    Binding("r", "do('again')", "Again"),
    Binding("b", "do('baseline')", "Baseline"),
    Binding("d", "drafters", "Drafter"),
    Binding("full_stop,z", "slow_motion", "Slow motion", show=False, tooltip="play a round in slow motion: the selected token's, or the last"),
    Binding("greater_than_sign", "next_branch(1)", "Branch after", show=False),
    Binding("left_square_bracket", "less", "k", key_display="[ ]"),
    Binding("right_square_bracket", "more", "k up", show=False),
    Binding("minus", "cooler", "T", key_display="- ="),
    Binding("equals_sign", "warmer", "T up", show=False),
    Binding("g", "ghosts", "Ghosts"),
    Binding("l", "split", "Legend"),
    Binding("v", "mode", "Colours"),
    Binding("i", "panel", "Panel"),
    Binding("R", "do('rule', 'next')", "Rule"),
    Binding("p", "do('plain')", "Plain"),
    Binding("y", "copy_reply", "Copy"),
    Binding("t", "thought", "Thinking", show=False),
    Binding("m", "do('recommended')", "Recommended", show=False),
    Binding("ctrl+n", "do('new')", "Clear", show=False),
    Binding("ctrl+o", "do('drop')", "Drop", show=False),
    Binding("ctrl+s", "do('save')", "Save", show=False),
]
NEED_A_REPLY = {"chat.continue", "chat.edit", "chat.again", "chat.baseline", "chat.ghosts", "chat.copy"}


def words_for(binding: Binding, deck: Deck, typing: bool) -> str | None:
    """What a key does; None where it does nothing. `typing`: the prompt has the focus."""
    turns, name = deck.chat.turns, binding.id
    if name == "chat.stop":
        return _escape(deck, typing)
    if name == "chat.branch-before":
        return "Branches" if any(turn.branches for turn in turns) else None
    if name == "chat.try":
        return f"Try {deck.slower.command}" if deck.slower else None
    return None if name in NEED_A_REPLY and not turns else binding.description


def _escape(deck: Deck, typing: bool) -> str | None:
    if deck.busy:
        return "Stop"
    if deck.view.editing is not None:
        return "Cancel edit"
    if not typing:
        return "Unselect" if deck.view.cursor else "Prompt"
    return "Text" if deck.chat.turns else None
