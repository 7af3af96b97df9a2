"""Kind words on request: compliments, good-night wishes, birthday wishes, thank-you notes, a wish for the day."""

from __future__ import annotations

from random import Random

from .asking import Turns, exchange, order, request, thanked, typed
from .people import FIRST_NAMES

COMPLIMENTS = (
    "You have a smile that makes a room brighter.",
    "You ask very good questions.",
    "You are the kind of friend that everyone would like to have.",
    "You have a good heart, and people can feel it.",
    "You are braver than you think.",
    "You make ordinary days a little nicer.",
    "You have a great sense of humor.",
    "You listen well, and that is a rare gift.",
    "You are good at finding your own way.",
    "You learn fast, and you never stop being curious.",
    "You are patient, even with a very small model like me.",
    "Your ideas are like little lamps: they light things up.",
    "You are kind even when nobody is looking.",
    "You can be proud of how far you have come.",
    "You turn small moments into good memories.",
    "You have the gift of making others feel at home.",
    "You are as warm as a cup of tea on a rainy day.",
    "You are one of a kind, and that is a good thing.",
    "You do hard things, one step at a time.",
    "You make people laugh, and that is a real talent.",
    "You are a joy to talk to.",
    "You see beauty where others walk past.",
    "Your kindness goes further than you know.",
    "You have a clever head and a warm heart.",
    "You never give up too early.",
    "You are good company, even in silence.",
    "You choose your words with care.",
    "The world is a friendlier place with you in it.",
    "You share without being asked.",
    "You are the best part of somebody's day.",
    "You bring out the good in other people.",
    "You are honest, and that is worth a lot.",
    "You have wonderful taste in tiny language models.",
    "You are stronger than the storm of today.",
    "You are like the first warm day of spring.",
    "You can make a plan and also laugh when it goes wrong.",
    "You know how to cheer others up.",
    "You have good hands: what you make turns out well.",
    "You notice the little things, and that makes you special.",
    "You deserve a piece of cake today.",
    "You are a bright star, even on cloudy nights.",
    "You keep your promises.",
    "You give others time to speak.",
    "You look at the world with open eyes.",
    "You are exactly right as you are.",
    "You have the courage to try new things.",
    "You are a great teammate.",
    "You make good things happen.",
    "You write in a very friendly way.",
    "You are worth every good word.",
)
NIGHTS = (
    "Good night, and sleep as deep as the lake.\nThe moon will watch until you wake.",
    "Close your eyes, the day is done.\nTomorrow brings another sun.",
    "Good night! May your pillow be soft\nand your dreams be even softer.",
    "Sleep well under your warm blanket.\nThe stars will keep the light on.",
    "The birds are quiet in their tree.\nSleep well, and dream of the summer sea.",
    "Good night, sleep tight, and have no fear.\nThe morning is already near.",
    "Put your worries outside the door.\nGood night, you do not need them anymore.",
    "The day was long, the bed is near.\nSleep well until the sun is here.",
    "Good night! May a kind dream find you\nand stay until the morning.",
    "The moon is up, the house is still.\nSleep well until the birds sing on the hill.",
    "May your night be calm and your dreams be bright.\nI wish you a very good night.",
    "The wind sings low, the lamps are out.\nSleep well, with nothing to worry about.",
    "Lay down your head and count to ten.\nThe sun will wake you up again.",
    "Good night! The stars are on their way\nto guard you till the break of day.",
    "Snuggle in and close your eyes.\nThe moon sails softly through the skies.",
    "Good night, and thank you for today.\nMay all your worries drift away.",
    "One more yawn, one more sigh,\nand good night to you, from me and the sky.",
    "The teddy bears are sleeping too.\nGood night, sweet dreams, to all of you.",
    "Sleep well! The morning will bring\nnew bread, new light and birds that sing.",
    "Good night! Dream of a boat on a quiet sea,\nwith room on board for you and me.",
)
BIRTHDAYS = (
    "Happy birthday, {p}! May your day be full of cake, laughter and good friends.",
    "Happy birthday, {p}! I wish you a year with many sunny days.",
    "Dear {p}, happy birthday! May all the candles go out at once and your wish come true.",
    "All the best on your birthday, {p}! May the new year of your life be the best one yet.",
    "Happy birthday, dear {p}! Today the biggest piece of cake is yours.",
    "Dear {p}, another year has gone by, and you are more wonderful than ever. Happy birthday!",
    "Happy birthday, {p}! May your gifts be great and your worries small.",
    "Dear {p}, I wish you health, joy and a very big cake. Happy birthday!",
    "Happy birthday, {p}! May today be as bright as your smile.",
    "Hooray, it is your birthday, {p}! Have a day full of fun and a year full of luck.",
    "Dear {p}, may your birthday be full of songs, and your year full of small adventures.",
    "Happy birthday, {p}! May you laugh a lot today and dream well tonight.",
    "To {p} on this special day: much joy, good friends and a cake with extra cream!",
    "Happy birthday to you, {p}! I am glad that you were born.",
    "Dear {p}, count your life by smiles and your age by friends. Happy birthday!",
    "Happy birthday, {p}! May every day of the new year bring you a reason to smile.",
)
REASONS = (
    "the lovely gift", "your help", "the cake", "the flowers", "your kind letter", "the book", "dinner", "the nice evening",
    "coming to my party", "helping me move", "the ride home", "watering my plants", "feeding my cat", "your time", "the soup",
    "your patience", "lending me your umbrella", "the warm scarf", "the good advice", "listening to me", "the invitation",
    "the cookies", "the card", "taking care of my dog", "the concert ticket", "teaching me to swim", "your friendship",
    "the tea", "the wonderful weekend", "fixing my bike",
)
NOTES = (
    "Dear {p}, thank you so much for {r}. It made me very happy. With warm wishes!",
    "Dear {p}, many thanks for {r}! You are very kind. See you soon!",
    "Dear {p}, I want to thank you for {r}. I was so glad about it. All the best!",
    "Dear {p}, a big thank you for {r}! It was just what I needed.",
    "Dear {p}, thank you for {r}. I will not forget how kind you were.",
    "Dear {p}, I am very grateful for {r}. You made my day. With love!",
    "Dear {p}, thanks a lot for {r}! I hope that I can do the same for you one day.",
)
DAYS = (
    "I wish you a day with a little sun and a lot of smiles!",
    "Have a lovely day! May the kettle boil fast and the bus be on time.",
    "I wish you a good day, one small nice thing after the other.",
    "May your day be bright, and your tea be hot!",
    "Have a wonderful day! You are ready for it.",
    "Good luck today! Take a deep breath, and go one step at a time.",
    "I wish you luck, and a good friend by your side.",
    "Have a great day! And if it rains, jump into a puddle.",
    "May all your traffic lights be green today!",
    "I wish you a calm morning, a good lunch and a merry evening.",
    "You can do it! And if not today, then tomorrow.",
    "Every small step counts. Keep going!",
)
FLATTER = ("a compliment", "a nice compliment", "something nice", "a kind word", "something kind", "a little compliment")
FLATTER_ASK = (
    "Say something nice to me.", "Say something nice.", "say something kind", "Tell me something nice.",
    "Make me a compliment.", "Pay me a compliment.", "I need a compliment.", "Cheer me up with a compliment.", "Be nice to me.",
    "Flatter me.", "Tell me that I am great.", "I need a kind word.", "say something nice about me", "Can you be nice to me?",
)
NIGHT_ASK = (
    "wish me a good night", "say good night to me", "wish me good night", "give me a good-night wish",
    "write me a good-night wish", "tell me something nice before I sleep", "write a good-night message",
    "say something before I go to sleep", "write a short good-night wish for my child",
)
BIRTHDAY_ASK = (
    "write a birthday wish for {p}", "wish {p} a happy birthday", "write a birthday card for {p}",
    "write a happy birthday message for {p}", "give me a birthday wish for {p}", "write a short birthday greeting for {p}",
    "write birthday wishes for my friend {p}", "write a birthday message to {p}", "congratulate {p} on the birthday",
)
NOTE_ASK = (
    "write a thank-you note to {p} for {r}", "write a thank you note to {p} for {r}",
    "write a short thank-you note for {p} for {r}", "thank {p} for {r} in a short note",
    "write a thank-you card to {p} for {r}", "write {p} a thank you note for {r}", "help me thank {p} for {r}",
    "write a note to thank {p} for {r}",
)
DAY_ASK = (
    "wish me a good day", "wish me luck", "wish me a nice day", "say something to cheer me up", "give me some courage",
    "give me a good wish for the day", "write me a good wish", "motivate me",
)
OFFER = "I am always glad to say something kind."
AGAIN = (
    "Another one.", "another one please", "one more", "One more, please.", "Again, please.", "again", "More!",
    "Another one, please.",
)


def ordered(rng: Random, forms: tuple[str, ...], **slots: str) -> str:
    """An order that ends with its form."""
    return order(rng, (rng.choice(forms).format(**slots),), "\0").replace(" \0", "")


def plain(rng: Random, user: str, replies: tuple[str, ...]) -> Turns:
    """One of the replies, and perhaps another of them."""
    first, second = rng.sample(replies, 2)
    turns = exchange(user, first)
    return turns + exchange(rng.choice(AGAIN), second) if rng.random() < 0.3 else turns


def compliment(rng: Random) -> Turns:
    """Something nice to the user."""
    ask = (
        typed(rng, rng.choice(FLATTER_ASK))
        if rng.random() < 0.6
        else request(rng, ("tell me", "give me"), rng.choice(FLATTER), 0.08)
    )
    return plain(rng, ask, COMPLIMENTS)


def birthday(rng: Random) -> Turns:
    """Wishes for a named person, perhaps once more in other words."""
    name = rng.choice(FIRST_NAMES)
    ask = (
        ordered(rng, BIRTHDAY_ASK, p=name)
        if rng.random() < 0.8
        else rng.choice(
            (
                f"It is {name}'s birthday today. What can I write?",
                f"My friend {name} has a birthday. Write a wish.",
                f"birthday wish for {name}",
                f"Happy birthday message for {name}, please.",
            )
        )
    )
    return plain(rng, ask, tuple(wish.format(p=name) for wish in BIRTHDAYS))


def note(rng: Random) -> Turns:
    """A short thank-you note to a named person for something."""
    name, reason = rng.choice(FIRST_NAMES), rng.choice(REASONS)
    user = ordered(rng, NOTE_ASK, p=name, r=reason)
    return plain(rng, user, tuple(text.format(p=name, r=reason) for text in NOTES))


def dialogue(rng: Random) -> Turns:
    """A kind word of one sort."""
    draw = rng.random()
    if draw < 0.32:
        turns = compliment(rng)
    elif draw < 0.47:
        turns = plain(rng, ordered(rng, NIGHT_ASK), NIGHTS)
    elif draw < 0.68:
        turns = birthday(rng)
    elif draw < 0.88:
        turns = note(rng)
    else:
        turns = plain(rng, ordered(rng, DAY_ASK), DAYS)
    return thanked(rng, turns, OFFER, 0.12)
