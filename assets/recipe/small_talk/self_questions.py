"""What people ask the model about itself, and its honest answers. Each kind: (what is asked, replies)."""

from ..texts import read
from .manners import Kind

TEXT = read("small_talk/self_questions")

SELF: dict[str, Kind] = TEXT.SELF
