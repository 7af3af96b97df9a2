"""Fun facts that are sure, each with the words that name its subject."""

from __future__ import annotations

from random import Random

from .asking import Turns, exchange, more, request, rows, thanked, typed

FACTS = rows("""
bees | A bee tells the other bees where the flowers are by dancing in the hive.
octopuses / an octopus | An octopus has three hearts and eight arms.
giraffes / a giraffe | A giraffe has as many bones in its neck as you have: seven.
elephants / an elephant | Elephants are the largest animals that live on land.
whales / the blue whale | The blue whale is the largest animal that has ever lived.
snails / a snail | A snail can pull its eyes back into its head.
cats / a cat | A cat sleeps for about twelve to sixteen hours a day.
dogs / a dog | A dog smells far better than you: its nose can follow a track that is hours old.
owls / an owl | An owl cannot move its eyes, so it turns its whole head to look around.
penguins / a penguin | Penguins cannot fly, but they swim as if they flew through the water.
bats / a bat | Bats find their way in the dark by listening to the echo of their own calls.
butterflies / a butterfly | Butterflies taste with their feet.
spiders / a spider | A spider has eight legs, so it is not an insect: insects have six.
ants / an ant | An ant can carry many times its own weight.
frogs / a frog | Frogs drink through their skin.
fish | Fish have no eyelids, so most of them sleep with open eyes.
sharks / a shark | Sharks have no bones: their skeleton is made of cartilage, like the tip of your nose.
starfish / a starfish | A starfish has no brain, and it can grow a lost arm again.
seahorses / a seahorse | It is the father seahorse who carries the babies in his pouch.
dolphins / a dolphin | Dolphins breathe air, so they must come up to the surface again and again.
horses / a horse | A horse can sleep while it is standing.
cows / a cow | A cow's stomach has four parts.
sheep | One sheep can give enough wool for several sweaters in a year.
hens / chickens | A hen can lay almost one egg a day.
ducks / a duck | A duck's feathers are oily, so water runs off them.
hummingbirds / a hummingbird | A hummingbird can fly backwards.
ostriches / an ostrich | An ostrich cannot fly, but it runs faster than any other bird.
flamingos / a flamingo | Flamingos are pink because of what they eat.
kangaroos / a kangaroo | A newborn kangaroo is as small as a bean, and it grows up in its mother's pouch.
koalas / a koala | Koalas sleep for up to twenty hours a day.
camels / a camel | A camel's hump holds fat, not water.
zebras / a zebra | Every zebra has its own pattern of stripes.
tigers / a tiger | A tiger has stripes on its skin too, not only on its fur.
lions / a lion | You can hear a lion's roar from several miles away.
cheetahs / a cheetah | The cheetah is the fastest animal on land.
polar bears / a polar bear | The skin of a polar bear is black under its white fur.
bears / a bear | Many bears eat a lot in autumn and sleep through the winter.
hedgehogs / a hedgehog | A hedgehog has about five thousand spines.
squirrels / a squirrel | Squirrels forget some of the nuts they bury, and some of these grow into trees.
beavers / a beaver | A beaver's front teeth never stop growing.
wolves / a wolf | Wolves live in families that are called packs.
foxes / a fox | A fox keeps itself warm with its tail when it sleeps.
crocodiles / a crocodile | Crocodiles swallow small stones, which may help them to digest.
snakes / a snake | Snakes smell with their tongue.
turtles / a turtle | A turtle's shell is a part of its skeleton.
worms / earthworms | An earthworm has no eyes and no ears, but it feels light and shaking.
dinosaurs / a dinosaur | Birds are the living relatives of the dinosaurs.
parrots / a parrot | Some parrots live for more than fifty years.
swans / a swan | A swan often stays with the same partner for many years.
jellyfish / a jellyfish | A jellyfish has no bones, no brain and no heart.
the moon | The moon has no air and no wind, so footprints stay there for a very long time.
the sun | The sun is a star, and more than a million Earths would fit into it.
sunlight / the light of the sun | The light of the sun needs about eight minutes to reach us.
the earth | More than two thirds of the earth are covered with water.
the stars / a star | There are stars in every color from red to blue: the blue ones are the hottest.
Jupiter | Jupiter is the largest planet of our solar system.
Saturn | The rings of Saturn are made of ice and stones.
Mars | Mars is red because there is rust in its soil.
Venus | Venus is the hottest planet, although Mercury is closer to the sun.
Mercury | Mercury is the smallest planet of our solar system.
space | It is silent in space, because there is no air to carry the sound.
rainbows / a rainbow | To see a rainbow, you must have the sun behind you.
lightning | Lightning is several times hotter than the surface of the sun.
thunder | Thunder is the sound of air that lightning has heated very fast.
clouds / a cloud | A cloud is made of very small drops of water or bits of ice.
snow / snowflakes | A snow crystal nearly always has six sides or six arms.
rain | Most raindrops are round or flat, like a small bun, and not like a tear.
ice | Ice is lighter than water, so it floats.
water | Water is the same stuff in the sea, in clouds and in ice.
the sea / the ocean | The deepest place in the sea is about eleven kilometers deep.
mountains / Mount Everest | Mount Everest is the highest mountain in the world above the sea.
rivers / the Nile | The Nile and the Amazon are the two longest rivers in the world.
deserts / a desert | A desert can be cold: Antarctica is a desert too, because so little snow falls there.
volcanoes / a volcano | Many islands, such as Iceland, were made by volcanoes.
trees / a tree | You can tell how old a felled tree is by counting its rings.
bamboo | Some bamboo grows almost a meter in one day.
flowers / sunflowers | A young sunflower turns with the sun in the course of the day.
bananas / a banana | For botanists a banana is a berry, but a strawberry is not.
apples / an apple | An apple floats, because a quarter of it is air.
strawberries / a strawberry | A strawberry has its seeds on the outside.
tomatoes / a tomato | For botanists a tomato is a fruit.
carrots / a carrot | The first garden carrots were purple and yellow.
potatoes / a potato | The potato comes from South America.
honey | Honey keeps for a very long time if the jar is closed.
chocolate | Chocolate is made of the seeds of the cacao tree.
bread | The holes in bread are made by bubbles of gas from the yeast.
salt | Much of our salt comes from the sea.
popcorn | Popcorn pops because the water inside the grain turns to steam.
tea | Black tea and green tea come from the same plant.
your heart / the heart | Your heart beats about a hundred thousand times a day.
your bones / bones | A grown-up has 206 bones, and a baby has more, because some of them grow together.
your eyes / eyes | You blink about fifteen times a minute, mostly without noticing.
your hair / hair | The hair on your head grows about one centimeter a month.
your skin / skin | The skin is the largest organ of your body.
your nose / noses | Much of what we call taste is really smell.
your brain / the brain | Your brain uses about a fifth of the energy of your body.
teeth | Children have twenty milk teeth.
sleep | We all dream several times a night, even if we do not remember it.
fingers / fingerprints | No two people have the same fingerprints, not even twins.
yawning | A yawn is catching: who sees one often yawns too.
paper | Paper is mostly made of wood.
glass | Glass is made of sand that was melted.
the Eiffel Tower | The Eiffel Tower is a little taller in summer, because iron grows when it is warm.
chess | There are 64 squares on a chessboard.
zero / numbers | Zero is an even number.
a circle / circles | A circle has no corners and no end.
letters / the letter E | The letter E is the most common letter in English.
words / the alphabet | The word alphabet comes from the first two Greek letters, alpha and beta.
language models / you / yourself | A language model writes one small piece of text after the other. Such a piece is called a
    token.
computers / a computer | A computer counts with only two digits: 0 and 1.
""")

VERBS = ("tell me", "tell me", "give me", "say", "share", "write")
THINGS = (
    "a fun fact", "a fun fact", "a fact", "an interesting fact", "something interesting", "a funny fact", "a little fact",
    "something I do not know", "a cool fact", "a curious fact", "one fact",
)
FREE = (
    "Tell me something interesting.", "Tell me something.", "Teach me something.", "teach me something new",
    "Do you know a fun fact?", "Surprise me with a fact.", "fun fact", "Tell me something new.",
    "Do you know anything interesting?", "Did you know something cool?", "random fact", "I want to learn something.",
    "Got a fun fact?", "Tell me something I do not know.",
)
ABOUT = (
    "What do you know about {t}?", "Tell me something about {t}.", "tell me something about {t}",
    "Do you know a fact about {t}?", "What is special about {t}?", "fact about {t}", "A fun fact about {t}?",
    "Tell me one thing about {t}.", "Do you know anything about {t}?",
)
WOW = (
    "Wow!", "wow", "I did not know that!", "That is cool!", "Cool!", "Interesting!", "Amazing!", "That is interesting.",
    "Oh, nice!",
)
GLAD = ("I like that one too. {o}", "It is amazing, isn't it? {o}", "The world is full of such things. {o}")
REALLY = ("Really?", "really?", "Is that true?", "Are you sure?", "is that really true", "No way!")
YES = ("Yes, really! {o}", "Yes, it is true! {o}", "Yes, I am sure! {o}")
OFFER = "Say 'another one' for the next fun fact."


def asked(rng: Random, topic: str | None) -> str:
    """A request for any fact, or for one about a topic."""
    if topic is None:
        return typed(rng, rng.choice(FREE)) if rng.random() < 0.4 else request(rng, VERBS, rng.choice(THINGS))
    if rng.random() < 0.45:
        return typed(rng, rng.choice(ABOUT).format(t=topic))
    return request(rng, VERBS, f"{rng.choice(THINGS[:7])} about {topic}")


def dialogue(rng: Random) -> Turns:
    """A fact on request, perhaps a wow, perhaps one more."""
    (subject, text), (second, other) = rng.sample(FACTS, 2)
    turns = exchange(asked(rng, rng.choice(subject.split(" / ")) if rng.random() < 0.55 else None), text)
    draw = rng.random()
    if draw < 0.12:
        remarks, replies = rng.choice(((WOW, GLAD), (REALLY, YES)))
        turns += exchange(rng.choice(remarks), rng.choice(replies).format(o=OFFER))
    if draw > 0.75:
        topic = second.split(" / ")[0]
        ask = rng.choice((f"And about {topic}?", f"Now one about {topic}.", f"And {topic}?", f"One about {topic}, please."))
        turns += exchange(more(rng, "fact") if rng.random() < 0.6 else typed(rng, ask), other)
    return thanked(rng, turns, OFFER, 0.08)
