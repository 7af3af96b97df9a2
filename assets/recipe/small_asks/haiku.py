"""Three-liners in the manner of the haiku, mostly of five, seven and five syllables."""

from __future__ import annotations

from random import Random

from .asking import Turns, blocks, exchange, more, request, thanked, typed

HAIKU = blocks("""
rain|the rain
Rain on the tin roof.
The cat lifts one sleepy ear
and dreams on, dry, warm.

snow|winter snow
Snow fell in the night.
A single line of small prints
goes up to my door.

spring|spring rain
Spring on the bare branch:
first one green leaf, then the next,
then nobody counts.

summer|a summer day
Noon in the meadow.
Even the wind has lain down
in the tall, warm grass.

autumn|fall|leaves
One leaf lets go now.
It takes the whole afternoon
to reach the still pond.

winter|a winter morning
A white field, a crow.
He walks from one edge to the next
and signs it with feet.

the moon|a full moon
Moon in my teacup.
I drink it down, and look up:
there it is again.

the sea|the ocean
The sea writes a line,
reads it once, and wipes it out.
It is never done.

a frog|frogs
Still green pond. One frog.
He thinks for a long, long time,
then says it: croak, croak.

a cat|cats|my cat
The cat on the wall
has nothing to do today
and does it with care.

a dog|dogs|my dog
The dog at the door
hears my step three streets away.
His tail says it first.

night|the night
Every lamp is out.
The night comes in and sits down
at the foot of beds.

morning|the morning
First light on the wall.
The kettle begins to hum
what the birds sang first.

the sun|sunrise
Over the dark hill
one small gold line, then the whole
round and friendly sun.

sunset|the evening
The sun goes to sleep.
It leaves its red coat hanging
over the still lake.

stars|the stars
I counted the stars.
At nine a cloud came walking
and I lost my place.

the wind|wind
Wind tries every door,
shakes the old gate, lifts a hat,
and is gone again.

a cloud|clouds
A cloud like a sheep
becomes, when I look again,
a ship full of wool.

a tree|trees
The old tree stands still.
Even so, all day long, birds
come to visit it.

a river|the river
The river leaves home
every moment of the day
and is still right here.

a mountain|mountains
Mountain in the mist.
It was there this morning. Now
it must be hiding.

the forest|a forest
Deep in the forest
a twig breaks. Everyone there
knows I have come in.

a flower|flowers
Between two gray stones
a yellow flower came up.
It did not ask first.

a bee|bees
The bee leaves the rose
with yellow dust on her knees
and a heavy hum.

a butterfly|butterflies
Two wings and no plan.
The butterfly's way goes past
every open flower.

a bird|birds
Bird on the cold wire,
one small round ball of feathers
singing anyway.

an owl|owls
Who is there? Who, who?
asks the owl of the dark wood.
Only me, I say.

a fox|foxes
A flash of red tail.
Where the fox crossed the snow field
blue shadows fill in.

a snail|snails
The snail on the path
carries his house past my house.
Good evening, neighbor.

a spider|spiders
All night she spun it.
At dawn every thread is hung
with a drop of light.

a fish|fish
A ring on the lake
grows and grows and is then gone.
The fish keeps quiet.

a whale|whales
The whale comes up, breathes,
looks once at our little boat,
and goes back to sing.

a train|trains
The night train passes.
For a while my window hums.
Then the crickets sing.

a boat|boats
The boat on dry sand
leans a little to the side
and waits for the tide.

a house|home
A light in the house.
Someone has put the soup on.
I walk a bit faster.

my mother|mothers
She hums as she works.
I knew that song long before
I knew any words.

my grandmother|grandma
Flour on her apron.
Grandma shows me with her hands
what she cannot say.

a baby|babies
Five very small toes.
She has found them this morning
and will not let go.

a friend|friendship
We sit on the wall.
Nobody has said a word
and it has been fun.

love
Two cups on the shelf.
When I fill the one for me
I fill the other.

bread|fresh bread
Bread comes from the oven.
The whole street opens windows
and breathes in deeply.

tea|a cup of tea
Steam over my cup
draws a slow, small picture of
nothing much at all.

coffee|morning coffee
The spoon goes around.
Black sea, a small white whirlpool,
and morning begins.

an apple|apples
Up on the top branch
the very best apple hangs
and knows I am short.

soup
Carrots go under,
come up again, and swim round.
Soup is a small sea.

a book|books|reading
I close the book now.
The ship in it sails on, on,
without my eyes there.

a window|windows
Rain on the window.
Two drops race down. I am for
the one on the left.

a lamp|a candle
One candle is lit.
The dark takes one careful step
back into the room.

a clock|time
Tick, says the old clock.
It has said nothing else for
seventy-one years.

a garden|the garden
I planted a bean
and looked each day. Then I missed
the day it came up.

the city|a city
Lights of the city.
Behind every yellow square
somebody stirs soup.

a road|the road
The road climbs the hill
and is gone there. I must know
what it saw up there.

school
The bell rings, and out
of the big door come running
two hundred school bags.

sleep|dreams
My pillow is cool.
I turn the thought round again
and lose it. Good night.

an umbrella|umbrellas
It has stopped raining.
The man with the umbrella
has not noticed yet.

a puddle|puddles
Here is a puddle
with the whole sky inside it.
I jump in the sky.

a snowman
Snowman in the sun.
His carrot nose looks downward,
lower every hour.

a robot|robots
The robot has stopped.
Its one red light goes on, off:
it is only tired.

a computer|computers|a language model
One word, then the next.
The small machine writes a poem
and does not look back.

silence|quiet
The fridge stops humming.
Now I can hear how quiet
it was underneath.

hope
Under the hard snow
a bulb, the size of my thumb,
is dreaming of green.

a train station|saying goodbye
She waves from the train.
I wave back at the window,
then at the dark rails.

music
The piano is shut.
In the room the last note still
looks for a way out.

the beach|sand
We built it all day.
One wave came up to see it
and took it along.
""")

VERBS = ("write", "write me", "give me", "make", "make up", "compose", "tell me")
NOUNS = ("a haiku", "a haiku", "a haiku", "a short haiku", "a haiku poem", "a three-line poem", "a poem in three lines")
THEN = (
    "Now one about {it}, please.", "And one about {it}?", "Another one, about {it}.", "Now a haiku about {it}.",
    "And about {it}?",
)
OFFER = "I have more haiku: about rain, a snail or the moon."
SHAPES = (
    "What is a haiku?", "what's a haiku", "Haiku? What is that?", "Explain what a haiku is.", "How does a haiku work?",
    "What makes a haiku?",
)
SHAPE = (
    "A haiku is a very short poem from Japan. "
    "It has three lines, with five, seven and five syllables, and it often shows one moment in nature."
)


def dialogue(rng: Random) -> Turns:
    """A haiku about something, or any, and perhaps one more."""
    subject, *lines = rng.choice(HAIKU)
    about, noun = rng.choice(subject.split("|")), rng.choice(NOUNS)
    if rng.random() < 0.05:
        turns = exchange(typed(rng, rng.choice(SHAPES)), SHAPE)
        turns += exchange(request(rng, VERBS, f"one about {about}", 0), "\n".join(lines))
    else:
        turns = exchange(request(rng, VERBS, noun if rng.random() < 0.2 else f"{noun} about {about}"), "\n".join(lines))
    if rng.random() < 0.3:
        second, *other = rng.choice([entry for entry in HAIKU if entry[0] != subject])
        named = typed(rng, rng.choice(THEN).format(it=second.split("|")[0]))
        turns += exchange(named if rng.random() < 0.6 else more(rng, "haiku"), "\n".join(other))
    return thanked(rng, turns, OFFER, 0.1)
