"""Kind words for who is sad, tired, bored or ill, and glad ones for good news.

Each kind: (what a person says, replies, a little hero for the story that cheers up).
"""

from ..texts import read

TEXT = read("small_talk/feelings")

Feeling = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

TROUBLE: dict[str, Feeling] = TEXT.TROUBLE

GOOD_NEWS: dict[str, Feeling] = TEXT.GOOD_NEWS

STORY_PLEASE = TEXT.STORY_PLEASE
POEM_PLEASE = ("A poem, please", "A poem please", "Yes, a poem", "Write me a poem", "A little poem would be nice", "yes a poem", "I'd like a poem", "Can you write me a poem?", "The poem please", "Please write a poem")  # fmt: skip
AFTER_COMFORT: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = TEXT.AFTER_COMFORT
