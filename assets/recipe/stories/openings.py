"""First sentences. {whom} is the hero with trait and name: 'a shy fox named Pip'."""

# With the place.
PLACED = (
    "Once upon a time, there was {whom} who lived {in_a_place}.",
    "Once upon a time, there lived {whom} {in_a_place}.",
    "There once was {whom} who lived {in_a_place}.",
    "Once there was {whom} who lived {in_a_place}.",
    "Long ago, {whom} lived {in_a_place}.",
    "{In_a_place} there lived {whom}.",
    "{In_a_place} there once lived {whom}.",
    "Once, {in_a_place}, there was {whom}.",
    "Far away, {in_a_place}, there lived {whom}.",
    "{Whom} lived {in_a_place}.",
    "Some time ago, {whom} lived {in_a_place}.",
    "Many years ago, there was {whom} who lived {in_a_place}.",
    "There lived {whom} {in_a_place}.",
    "Listen well, for this is about {whom} who lived {in_a_place}.",
    "{In_a_place}, not so far from here, there lived {whom}.",
    "Do you know {whom}? This story happened {in_a_place}.",
    "Let me tell you about {whom} who lived {in_a_place}.",
    "I know a story about {whom} who lived {in_a_place}.",
    "In the days when wishes still helped, {whom} lived {in_a_place}.",
    "Here is the story of {whom} who lived {in_a_place}.",
    "A long time ago, {in_a_place}, there was {whom}.",
    "Not so long ago, {whom} lived {in_a_place}.",
    "This is the story of {whom} who lived {in_a_place}.",
)

# With what is special about the hero: 'who was afraid of the dark'.
SPECIAL = (
    "Once upon a time, there was {whom} who {was}.",
    "Once there was {whom} who {was}.",
    "There once was {whom} who {was}.",
    "There was once {whom} who {was}.",
    "A long time ago, there was {whom} who {was}.",
    "This is the story of {whom} who {was}.",
    "Long ago, there lived {whom} who {was}.",
    "Here is the story of {whom} who {was}.",
    "Let me tell you about {whom} who {was}.",
    "I know a story about {whom} who {was}.",
    "Some time ago, there was {whom} who {was}.",
    "There lived {whom} who {was}.",
    "Many years ago, there was {whom} who {was}.",
    "Once, not far from here, there was {whom} who {was}.",
)
THERE = (
    "{He} lived {in_a_place}.",
    "{His} home was {in_a_place}.",
    "It happened {in_a_place}.",
    "All this happened {in_a_place}.",
    "{Hero} lived {in_a_place}.",
)

FOR_CHILD = ("For {child}: ", "This one is for {child}: ", "Here is a story for {child}: ", "A story for {child}: ")

PAIR_PLACED = (
    "Once upon a time, there were {whom} and {whom_too} who lived {in_a_place}.",
    "Once there were {whom} and {whom_too} who lived side by side {in_a_place}.",
    "{In_a_place} there lived {whom} and {whom_too}.",
    "{Whom} and {whom_too} lived {in_a_place}.",
    "Long ago, {in_a_place}, there lived {whom} and {whom_too}.",
    "This is the story of {whom} and {whom_too} who lived {in_a_place}.",
    "There once were {whom} and {whom_too} who lived {in_a_place}.",
)
PAIR_BOND = (
    "They did almost everything together.",
    "They were as different as day and night.",
    "They met every day after breakfast.",
    "One was quick, and the other was slow.",
    "They knew each other well.",
    "{Hero} was the loud one, and {friend} was the quiet one.",
    "{Hero} had the ideas, and {friend} had the questions.",
    "Whenever one of them laughed, the other laughed too.",
)

LIKING = (
    "{He} liked {like}.",
    "{He} loved {like}.",
    "Most of all, {he} liked {like}.",
    "{His} favourite thing was {like}.",
    "Every day {he} spent some time {like}.",
    "{He} was very good at {like}.",
    "Nothing pleased {him} more than {like}.",
    "On quiet days {hero} was happy with {like}.",
    "{He} spent whole afternoons {like}.",
    "{He} was known for {like}.",
    "In the mornings {he} liked {like} most of all.",
    "There was nothing {he} would rather do than spend a day {like}.",
    "No day was a good day for {him} without {like}.",
)
