"""Tongue twisters of our own, proverbs explained in a sentence, and mottoes."""

from __future__ import annotations

from random import Random

from .asking import Turns, exchange, more, plural, request, rows, thanked

TWISTERS = rows("""
snail | Six slow snails slide silently south on slippery stones.
cat | Clever Clara's cat can carry crunchy crackers.
bear | Big brown bears bake blueberry bread before breakfast.
fox | Five frisky foxes find forty fat figs on Friday.
whale | Wet white whales whistle while the wind whirls.
duck | Dotty the duck dropped a dozen damp doughnuts down the drain.
goat | Greta's gray goat gobbles great green grapes.
penguin | Proud pink penguins pack plenty of plump plums.
monkey | Merry monkeys mix mango mash on misty Monday mornings.
tiger | Ten tiny tigers take two taxis to town.
ship | The short ship should shortly show its shiny sails.
shoe | Shy Sheila shows Shane six shiny silver shoes.
soup | Sam slurps salty soup silently on sunny Sundays.
bread | Brave baker Bruno brings brown bread by bike.
tree | Three thrushes threw three thin threads through the thick tree.
snow | Soft snow slowly settles on seven sleepy sheep.
rain | Rosie races right round the rainy red road.
clock | Cluck, said the clock, and clicked and clacked and cluck-clucked back.
kite | Kind Katie's kite can catch a kitten's curious eye.
frog | Fred the freckled frog found fresh fruit floating by.
rabbit | Rapid rabbits really rarely run round rusty rails.
lion | Lazy Leo the lion likely licks little lemon lollies.
bee | Busy bees buzz by bright blue bottles.
horse | Harry's hungry horse has had half the heavy hay.
pig | Pretty Polly's plump pig picks purple peas.
owl | Old Oscar Owl only offers onions on odd evenings.
sheep | She shears sheep, she sells sheep's wool, she should sleep.
button | Betty bought a bunch of bright blue buttons.
pancake | Peter piles perfect pancakes on a pink paper plate.
tea | Two tall teapots took tiny turns to tip their tea.
moon | Many mighty moles might march to the merry moon.
star | Stella still stares at the still, silver stars.
robot | Rusty Robert Robot really runs round rocks.
cook | The quick cook quietly cooks crisp cookies quickly.
wind | Which witch wished which wind would whistle west?
spider | Speedy spiders spin special spotted spirals.
mouse | My mother's mouse munches much moldy mozzarella.
dragon | Drowsy dragons drag dry driftwood down the dune.
train | Twelve twins traveled twice on twenty trains.
chair | Cheerful Charlie checks his chewed cherry chair.
""")
PROVERBS = rows("""
The early bird catches the worm | you have the best chance if you start early
Practice makes perfect | you get good at a thing by doing it again and again
Many hands make light work | work is easy when many people help
Too many cooks spoil the broth | a thing goes wrong when too many people have their say
Better late than never | it is better to do a thing late than not to do it at all
Look before you leap | you should think before you do something
All that glitters is not gold | not everything that looks good is good
A friend in need is a friend indeed | a real friend helps when you are in trouble
Actions speak louder than words | what you do counts more than what you say
An apple a day keeps the doctor away | healthy food keeps you well
Do not count your chickens before they hatch | you should not be sure of a thing before it has happened
Do not put all your eggs in one basket | you should not risk everything on one plan
Do not judge a book by its cover | you should not judge by looks alone
Every cloud has a silver lining | there is something good in every bad thing
Haste makes waste | people who hurry make mistakes
Honesty is the best policy | it is best to tell the truth
It never rains but it pours | troubles often come all at once
Let sleeping dogs lie | you should not start an old trouble again
Make hay while the sun shines | you should use a good chance while it is there
No news is good news | if you hear nothing, all is probably well
Out of sight, out of mind | we soon forget what we do not see
Rome was not built in a day | big things take time
Slow and steady wins the race | you get there if you keep going, even if you are slow
The grass is always greener on the other side | what others have often seems better to us
There is no place like home | home is the best place of all
Time flies | time goes by very fast
Two heads are better than one | two people find an answer more easily than one
When the cat is away, the mice will play | people do what they like when nobody watches them
Where there is a will, there is a way | if you really want a thing, you can do it
You cannot teach an old dog new tricks | it is hard to change old habits
Birds of a feather flock together | people who are alike like to be together
The pen is mightier than the sword | words can do more than force
Still waters run deep | quiet people often think a lot
Better safe than sorry | it is better to be careful than to have trouble later
A stitch in time saves nine | a small repair now saves a big one later
Strike while the iron is hot | you should act at once when the moment is good
You reap what you sow | what you do comes back to you
Laughter is the best medicine | laughing makes you feel better
Easy come, easy go | what you get without work is quickly lost
Curiosity killed the cat | wanting to know too much can bring trouble
""")
TWIST = (
    "a tongue twister", "a tongue twister", "a tongue-twister", "a short tongue twister", "a hard tongue twister",
    "a funny tongue twister", "an easy tongue twister",
)
MEAN = (
    "What does '{s}' mean?", 'What does "{s}" mean?', "what does {s} mean", "Explain the proverb '{s}'.",
    "What is the meaning of '{s}'?", "Explain: {s}.", "What does it mean when people say '{s}'?",
    "What do people mean by '{s}'?", 'Explain "{s}" to me.', "meaning of {s}", "What does the saying '{s}' mean?",
)
PROVERB = ("a proverb", "a saying", "a wise saying", "an old saying", "a proverb", "a piece of wisdom", "a short proverb")
VERBS = ("tell me", "give me", "say", "write")
WHAT = (
    "What does it mean?", "what does that mean?", "What does that mean?", "Explain it.", "Meaning?", "And what does it mean?",
    "explain please", "Why do people say that?",
)
OFFER = "I know more sayings and tongue twisters."


def meaning(sense: str) -> str:
    """The proverb's sense in a sentence."""
    return f"It means that {sense}."


def spoken(topic: str) -> str:
    """A topic as said after `about`."""
    if topic in ("moon", "wind"):
        return f"the {topic}"
    return topic if topic in ("bread", "snow", "rain", "tea", "soup") else plural(topic)


def twister(rng: Random) -> Turns:
    """A tongue twister, perhaps about a thing, and perhaps another."""
    (topic, text), (_, other) = rng.sample(TWISTERS, 2)
    thing = rng.choice(TWIST)
    if rng.random() < 0.35:
        thing += f" about {spoken(topic)}"
    turns = exchange(request(rng, VERBS, thing), text)
    return turns + exchange(more(rng, "tongue twister"), other) if rng.random() < 0.35 else turns


def proverb(rng: Random) -> Turns:
    """A proverb on request and its meaning, or the meaning of a given one."""
    (saying, sense), (other, _) = rng.sample(PROVERBS, 2)
    if rng.random() < 0.6:
        form = rng.choice(MEAN)
        return exchange(form.format(s=saying), meaning(sense))
    turns = exchange(request(rng, VERBS, rng.choice(PROVERB)), f"{saying}.")
    if rng.random() < 0.5:
        return turns + exchange(rng.choice(WHAT), meaning(sense))
    return turns + exchange(more(rng, "proverb"), f"{other}.") if rng.random() < 0.4 else turns


def dialogue(rng: Random) -> Turns:
    """A tongue twister or a proverb."""
    return thanked(rng, twister(rng) if rng.random() < 0.5 else proverb(rng), OFFER, 0.08)
