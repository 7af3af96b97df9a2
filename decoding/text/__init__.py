"""Text to tokens and back, without mlx: prompts through chat templates (prompt), thoughts apart from answers, tokens to text and where a reply ends (end_of_reply)."""

from . import thoughts
from .end_of_reply import TokenTexts, is_piece
from .prompt import RenderedPrompt, render, takes

__all__ = ["RenderedPrompt", "TokenTexts", "is_piece", "render", "takes", "thoughts"]
