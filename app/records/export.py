"""A conversation for other programs and for people: as JSON, with the keys of `run --json`, and as Markdown.

Knows chats; nothing of files. A trace (trace.py) can be replayed, these two can be read.
"""

from __future__ import annotations

import json
from typing import Any

from ..chat.conversation import Chat, Turn
from ..chat.wording import figures
from ..drawing.clean_text import harmless
from .plain_data import to_data
from .run_json import round_json, stats_json, token_json


def as_json(chat: Chat) -> str:
    """One object: the system prompt and the turns."""
    return json.dumps({"system": chat.system, "turns": [_turn(turn) for turn in chat.turns]}, indent=1) + "\n"


def _turn(turn: Turn) -> dict[str, Any]:
    asked, reply = turn.asked, turn.reply
    return {
        "prompt": turn.prompt,
        "model": asked.target if asked else "",
        "model_path": asked.target_path if asked else "",
        "settings": to_data(asked.settings) if asked else {},
        "text": reply.text,
        "finish_reason": reply.finish.reason if reply.finish else None,
        "error": reply.failure,
        "tokens": [token_json(reply, index) for index in range(len(reply.tokens))],
        "rounds": [round_json(step.event) for step in reply.steps],
        "stats": stats_json(reply.stats),
    }


def markdown(chat: Chat) -> str:
    """Prompts and replies as they were written, with the figures below each reply; a terminal that shows the file obeys nothing in it."""
    parts = [f"> {line}" for line in (chat.system or "").splitlines()]
    for turn in chat.turns:
        target = turn.asked.target if turn.asked else ""
        parts += ["", "## You", "", turn.prompt.strip(), "", f"## {target or 'target'}", "", turn.reply.text.strip(), ""]
        parts.append(f"*{'; '.join(figures(turn.reply))}*")
    return harmless("\n".join(parts).lstrip("\n") + "\n")
