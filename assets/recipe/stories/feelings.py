"""Fears, wants and skills: what moves a hero. A fear: noun | how it showed | what somebody says about it | what it turned out to be like."""

from ..texts import read

TEXT = read("stories/feelings")

FEAR_TABLE = TEXT.FEAR_TABLE

# What one can be afraid of when the stories have no words for it.
GENERIC_FEAR = TEXT.GENERIC_FEAR
GENERIC_WORD = TEXT.GENERIC_WORD
GENERIC_TURN = TEXT.GENERIC_TURN
RARE_FEARS = TEXT.RARE_FEARS

# Wants: to ... | how the first try went wrong | how it came true in the end.
WANT_TABLE = TEXT.WANT_TABLE
RARE_WANTS = TEXT.RARE_WANTS
GENERIC_TRY = TEXT.GENERIC_TRY
GENERIC_DONE = TEXT.GENERIC_DONE

# Skills: to ... | ...ing
SKILL_TABLE = TEXT.SKILL_TABLE
