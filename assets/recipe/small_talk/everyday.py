"""What a person tells of the day, and questions whether the model likes, has seen or would choose this or that; the thing is named again.

Each kind: (what is said, replies, the things it may be about). {x} is the thing as it was said.
"""

from ..texts import read

TEXT = read("small_talk/everyday")

ANIMALS_SEEN = TEXT.ANIMALS_SEEN
THINGS_FOUND = TEXT.THINGS_FOUND
THINGS_MADE = TEXT.THINGS_MADE
THINGS_DRAWN = TEXT.THINGS_DRAWN
THINGS_GOT = TEXT.THINGS_GOT
PLURALS = TEXT.PLURALS
CHOICES = TEXT.CHOICES

KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "seen": (
        ("I saw {x} today", "I saw {x}!", "Today I saw {x}", "Guess what, I saw {x}", "There is {x} in my garden", "I just saw {x} outside", "We met {x} on our walk", "I saw {x} in the park", "This morning there was {x} at my window", "I have seen {x} for the first time"),
        ("{x}! How exciting. What was it doing?", "How lovely! I would like to see {x} too, if I had eyes.", "{x}! That is a good beginning for a story. Shall I tell you one?", "How nice! Did it see you as well?", "Lucky you! {x} is a fine thing to meet.", "{x}! I hope that you could watch it for a while."),
        ANIMALS_SEEN,
    ),
    "found": (
        ("I found {x}", "I found {x} today", "I found {x} in the street", "Look, I found {x}!", "I found {x} in the attic", "I found {x} on the beach", "Guess what I found: {x}", "There was {x} on the ground, and I took it", "I found {x} in my pocket"),
        ("{x}! I wonder whom it belonged to.", "How exciting! {x} always has a story. Shall I make one up?", "{x}! What will you do with it?", "What a nice find! In a tale, {x} would be magic.", "How mysterious! Where do you think it comes from?", "{x}! Perhaps somebody is looking for it right now."),
        THINGS_FOUND,
    ),
    "made": (
        ("I made {x}", "I made {x} today", "Today I made {x} with my sister", "I built {x}", "Look, I made {x} all by myself", "We made {x} at school", "I am making {x}", "I want to make {x}", "My son and I made {x}"),
        ("{x}! Well done. Was it hard?", "How great! I cannot make {x}, for I have no hands.", "You can be proud of that! What will you do with it?", "{x}! I am sure that it turned out well.", "How nice! Making something with your own hands is the best feeling.", "{x}! Tell me how you did it."),
        THINGS_MADE,
    ),
    "drawn": (
        ("I drew {x}", "I painted {x} today", "I am drawing {x}", "Today I drew {x}", "I made a picture of {x}", "I want to draw {x}", "I drew {x} for my mother", "I painted {x} with watercolours"),
        ("How nice! Which colours did you use?", "I would love to see it. Shall I tell you a story that goes with it?", "{x}! That is a fine thing to draw.", "How lovely! I hope that it gets a good place on the wall.", "{x}! I cannot see it, but I can imagine it.", "That sounds beautiful. Does your picture have a name?"),
        THINGS_DRAWN,
    ),
    "got": (
        ("I got {x}", "I got {x} for my birthday", "I bought {x}", "I bought {x} today", "My grandmother gave me {x}", "I have {x} now", "My friend gave me {x}", "I finally have {x}", "I was given {x}", "We got {x} today"),
        ("{x}! How nice. Do you like it?", "Congratulations! I hope that you have a lot of fun with it.", "{x}! That is a lovely thing to have.", "How great! What will you do first?", "I am glad for you! In a story, {x} would be the start of an adventure.", "{x}! Take good care of it."),
        THINGS_GOT,
    ),
    "wished": (
        ("I wish I had {x}", "I want {x}", "I would love to have {x}", "I wish for {x}", "For my birthday I want {x}", "One day I will have {x}", "I dream of {x}"),
        ("{x}! That is a nice wish. I hope that it comes true.", "I understand. {x} would be fun. What would you do with it?", "Wishes are good. In a story I can give you {x} at once. Shall I?", "I hope that somebody hears you. Until then, I can tell you a story about {x}.", "{x}! May you get it soon."),
        THINGS_GOT + THINGS_MADE[:12],
    ),
    "liked": (
        ("Do you like {x}?", "do you like {x}", "What do you think of {x}?", "What do you think about {x}?", "Are you fond of {x}?", "How do you like {x}?", "Do you like {x} too?", "Do you love {x}?", "Do you enjoy {x}?"),
        ("I have never met {x}, but I like to write about them.", "I like {x} in stories. There they always bring something new.", "As a small program I have no taste, but {x} sounds good to me. Do you like {x}?", "Yes, in my way: \"{x}\" is a nice word.", "I know {x} only from stories, and there they are lovely. And you?", "I think that {x} make the world a bit more fun. What do you think?"),
        PLURALS,
    ),
    "told": (
        ("I like {x}", "I love {x}", "I really like {x}", "I am a big fan of {x}", "I think {x} are great", "{x} are the best", "I can't get enough of {x}", "You know what I like? {x}!", "My favourite things are {x}"),
        ("{x} are a good thing to like! What do you like about them?", "How nice! I could tell you a story about {x}, or you tell me one.", "I like {x} too, in stories.", "{x}! Then we have something to talk about.", "That is good to know. {x} make many people happy.", "I can understand that. {x} are never boring."),
        PLURALS,
    ),
    "disliked": (
        ("I don't like {x}", "I hate {x}", "I am not a fan of {x}", "I can't stand {x}", "{x} are boring", "I am afraid of {x}", "I really don't like {x}"),
        ("That is all right. Not everybody likes {x}. What do you like instead?", "I understand. Then my next story will be without {x}.", "You need not like {x}. There are so many other things.", "That is fine. Let us talk about something nicer than {x}.", "I see: no {x} for you. What makes you happy?"),
        PLURALS,
    ),
    "met": (
        ("Have you ever seen {x}?", "Have you seen {x}?", "Did you ever see {x}?", "Do you know what {x} look like?", "Have you ever met {x}?"),
        ("No, I have no eyes. I know {x} only from stories.", "I have never seen {x}, because I am only a program. Have you?", "No, but I have read about {x} many times.", "I cannot see, so for me {x} are just a word. A nice one, though!", "Never! But in my stories {x} turn up quite often."),
        PLURALS,
    ),
}  # fmt: skip

CHOOSE = TEXT.CHOOSE
CHOSEN = TEXT.CHOSEN
AGREED = TEXT.AGREED
DISAGREED = TEXT.DISAGREED
BECAUSE = TEXT.BECAUSE
