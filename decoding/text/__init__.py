"""Text to tokens and back, without mlx. `prompt` renders prompts through chat templates. `thoughts` splits thoughts from answers. `end_of_reply`
makes text of tokens, and finds where a reply ends."""

from . import thoughts
from .end_of_reply import TokenTexts, is_piece
from .prompt import RenderedPrompt, render, takes

__all__ = ["RenderedPrompt", "TokenTexts", "is_piece", "render", "takes", "thoughts"]
