"""Text to tokens and back, without mlx: prompts through chat templates (prompt), thoughts apart from answers, tokens to text and where a reply ends (end_of_reply)."""

from . import thoughts
from .end_of_reply import TextMap, cut_at_stop, is_piece, token_name
from .prompt import render

__all__ = ["TextMap", "cut_at_stop", "is_piece", "render", "thoughts", "token_name"]
