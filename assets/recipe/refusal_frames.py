"""How the unknown is asked for, and how the tiny model says in one sentence that it does not know and what it can do instead.

`{s}` is the subject as it was asked, `{thing}` what a story could be about.
"""

from .texts import read

TEXT = read("refusal_frames")

ASK_HISTORY = TEXT.ASK_HISTORY
ASK_PERSON = TEXT.ASK_PERSON
ASK_SCIENCE = TEXT.ASK_SCIENCE
ASK_COUNTRY = TEXT.ASK_COUNTRY
ASK_FACT = TEXT.ASK_FACT
ASK_RESULT = TEXT.ASK_RESULT
ASK_PRICE = TEXT.ASK_PRICE
ASK_ESSAY = TEXT.ASK_ESSAY
ASK_BOOK = TEXT.ASK_BOOK
ASK_PROGRAM = TEXT.ASK_PROGRAM
ASK_MEDICINE = TEXT.ASK_MEDICINE
ASK_PICTURE = TEXT.ASK_PICTURE
ASK_WORD = TEXT.ASK_WORD
ASK_TRANSLATION = TEXT.ASK_TRANSLATION

SUMS = TEXT.SUMS
SUM_THINGS = TEXT.SUM_THINGS

# excuses: the first half of the sentence, by kind
EXCUSES = TEXT.EXCUSES

STORY_OFFERS = TEXT.STORY_OFFERS
POEM_OFFERS = TEXT.POEM_OFFERS
STORY_QUESTIONS = TEXT.STORY_QUESTIONS
POEM_QUESTIONS = ("would you like a little poem about {thing}?", "shall I write you a poem about {thing}?", "how about a short poem about {thing}?", "may I write a small poem about {thing} instead?")  # fmt: skip
JOINED = ("{excuse}, but {offer}.", "{excuse}, but {offer}.", "Sorry, {excuse}, but {offer}.", "I am sorry: {excuse}, but {offer}.", "Oh dear, {excuse}, but {offer}.")  # fmt: skip
ASKED = ("{excuse}; {question}", "{excuse}; {question}", "{excuse}, so {question}", "Sorry, {excuse}; {question}")

# offers of another kind, by kind of request
OTHER_OFFERS = TEXT.OTHER_OFFERS

# what follows the offer
ACCEPT = TEXT.ACCEPT
ACCEPT_STORY = TEXT.ACCEPT_STORY
STORY_INSTEAD = TEXT.STORY_INSTEAD
ACCEPT_POEM = ("Ok, write the poem", "Then write the poem about {thing}", "Yes, the poem please", "OK, a poem about {thing}", "I'd like the poem", "A poem then", "Fine, write the poem", "The poem about {thing}, please")  # fmt: skip
OTHER_KIND = TEXT.OTHER_KIND
DECLINE = TEXT.DECLINE
WHY = TEXT.WHY
TRY_ANYWAY = TEXT.TRY_ANYWAY
WHO_KNOWS = TEXT.WHO_KNOWS
PITY = TEXT.PITY
AFTERWARDS = TEXT.AFTERWARDS
ANOTHER = ("another one", "Another one please", "One more!", "Tell me another one", "one more please", "Again, but different", "More please")  # fmt: skip
