"""Riddles: the riddle, a guess that is right or wrong, a hint, the answer."""

from __future__ import annotations

from random import Random

from .asking import Turns, exchange, more, request, rows, thanked, typed

# riddle | answer | hint
RIDDLES = rows("""
I get shorter the longer I shine. What am I? | a candle | I am made of wax.
I have two hands, but I cannot clap. What am I? | a clock | I hang on the wall and say tick tock.
I have a tongue, but I cannot talk, and I go wherever you walk. What am I? | a shoe | You wear me on your foot.
I have leaves, but I am not a tree. You open me to learn. What am I? | a book | I stand on a shelf in the library.
I am full of holes, and still I hold water. What am I? | a sponge | You use me to wash.
I follow you on a sunny day, and in the dark I go away. What am I? | a shadow | I am always as dark as night.
I have a neck, but no head. What am I? | a bottle | You can fill me with juice.
I have teeth, but I never eat. What am I? | a comb | You use me on your hair.
I fall all day and never get hurt. What am I? | the rain | You need an umbrella when I come.
I have four legs, but I cannot walk. You eat on me. What am I? | a table | There is often a cloth on me.
I have four legs and a back, but no head. What am I? | a chair | You sit on me.
I am white when I come and gone when it is warm. Children make me a nose of carrot. What am I? | a snowman | I am built in winter.
I carry my house on my back and I am never late, for I never hurry. What am I? | a snail | I like wet leaves.
I am yellow in the sky, and you see me only by day. What am I? | the sun | I keep you warm.
Sometimes I am round, sometimes half, and I shine when you sleep. What am I? | the moon | I shine at night.
The more you take away from me, the bigger I get. What am I? | a hole | You make me with a spade.
I go up when the rain comes down. What am I? | an umbrella | You hold me over your head.
I have keys, but I open no door. What am I? | a piano | I make music.
I can run, but I have no legs. I have a bed, but I never sleep. What am I? | a river | Fish live in me.
I have many eyes, but I see nothing at all. I grow under the ground. What am I? | a potato | You can make chips of me.
You can catch me, but never throw me. What am I? | a cold | I make you sneeze.
I am yours alone, and yet your friends use me all day. What am I? | your name | Your parents gave me to you.
I am black and white and full of stripes, and I live in Africa. What am I? | a zebra | I look a little like a horse.
I wear a black and white suit, and I cannot fly, but I swim very well. What am I? | a penguin | I live where it is cold.
I have a long trunk, but I never travel with it. What am I? | an elephant | I am big and gray.
I say who, who, who all night long. What am I? | an owl | I am a bird with big eyes.
I have a face, but no eyes, and I always say the time. What am I? | a watch | You wear me on your arm.
I am tall when I am young and short when I am old, and you write with me. What am I? | a pencil | I am made of wood.
I am cold and sweet, and you must eat me quickly, or I run away. What am I? | ice cream | I come in a cone.
I have a crown, but I am no king. I wake the farm. What am I? | a rooster | I am up before the sun.
I have thousands of ears, but I hear nothing. I am yellow and grow in a field. What am I? | a cornfield | You can make popcorn of
    me.
I go around the whole house and never step inside. What am I? | a fence | I am often made of wood.
I am always in front of you, but you can never see me. What am I? | the future | I begin with tomorrow.
I am as light as a feather, but nobody can hold me for an hour. What am I? | your breath | You can see me on a cold day.
I have one eye, but I cannot see. I am thin and sharp. What am I? | a needle | I work with a thread.
I dry you, and I get wet myself. What am I? | a towel | You need me after a bath.
I am hung on a line and blow in the wind until I am dry. What am I? | the laundry | I smell of soap.
I can fill a whole room, but I take up no space. What am I? | light | You switch me on in the evening.
I speak when you speak, and I live in the mountains. What am I? | an echo | I say your own words again.
I have a thousand wheels, but I move only when cars do. What am I? | a traffic jam | Nobody likes me in the morning.
I am red, yellow and green, and I tell the cars what to do. What am I? | a traffic light | When I am red, you stop.
I climb the hill and go down again, but I never move. What am I? | a road | Cars drive on me.
I have steps, but I never walk. What am I? | a ladder | You climb on me.
I am round, I bounce, and you kick me. What am I? | a ball | You play with me in the garden.
I fly without wings and I cry without eyes. What am I? | a cloud | I am up in the sky.
I have seven colors and stand in the sky after the rain. What am I? | a rainbow | I am shaped like a bridge.
I spin a web, but I am no fisherman. What am I? | a spider | I have eight legs.
I was an egg, then I crawled, then I slept, and now I fly. What am I? | a butterfly | I have colorful wings.
I make honey and I hum all day. What am I? | a bee | I visit flowers.
I have a pocket, but I wear no coat. I jump all day. What am I? | a kangaroo | I live in Australia.
I have a long neck, so I eat from the tops of trees. What am I? | a giraffe | I have brown spots.
I live in the sea, and I have eight arms. What am I? | an octopus | I have no bones.
I am green, I live by the pond, and I say croak. What am I? | a frog | I like to jump.
I am red outside and white inside, and I grow on a tree. What am I? | an apple | I keep my seeds in the middle.
I am yellow and bent, and monkeys like me. What am I? | a banana | You peel me before you eat me.
I am orange, I grow under the ground, and rabbits like me. What am I? | a carrot | A snowman uses me as a nose.
I make people cry, but I am not sad. You cut me in the kitchen. What am I? | an onion | I have many skins.
I am white inside a white wall, and inside the white there is gold. What am I? | an egg | A hen made me.
I have a hole in the middle, and I am sweet and round. What am I? | a donut | You can buy me at a bakery.
I jump up and turn brown when I am ready for breakfast. What am I? | toast | You put butter on me.
I am made of water, but if you put me back into water, I soon disappear. What am I? | ice | I am very cold.
I whistle when I am hot. What am I? | a kettle | I make water for tea.
I am empty in the morning and full at night. You put your head on me. What am I? | a pillow | I lie on your bed.
I have a bark, but I never bite. What am I? | a tree | Birds live in me.
I go through glass and do not break it. What am I? | sunlight | I come in the morning.
I travel around the world and stay in my corner. What am I? | a stamp | You find me on a letter.
I have cities without houses, rivers without water and forests without trees. What am I? | a map | You take me on a hike.
The more there is of me, the less you can see. What am I? | the dark | I am at home in the night.
I get wet when it rains, but I keep the whole family dry. What am I? | a roof | I am on top of the house.
I am always coming, but I never arrive today. What am I? | tomorrow | I come after today.
You break me as soon as you say my name. What am I? | silence | I am very quiet.
I have a head and a tail, but no body between them. What am I? | a coin | You keep me in a purse.
I have five fingers, but I am not alive. What am I? | a glove | You need me in the cold.
Two brothers carry you the whole day, and they stand under your bed at night. What are they? | your shoes | They come as a pair.
I am full of letters, but I cannot read. What am I? | a mailbox | The postman visits me.
I have wings and a tail, but I am no bird, and people sit inside me. What am I? | a plane | I land at an airport.
I run on two rails and stop at every station. What am I? | a train | I have many wagons.
I have two wheels and a bell, and I stay up only when I move. What am I? | a bicycle | You push my pedals.
I float on the water and let the wind push me. What am I? | a sailboat | I have a big white sail.
I stand by the sea and blink all night. What am I? | a lighthouse | Ships look out for me.
I dance on a string high in the wind. What am I? | a kite | I am made of paper or cloth.
I am full of air, and I hate needles. What am I? | a balloon | You see me at birthdays.
I repeat every face that I see, but I know nobody. What am I? | a mirror | I hang in the bathroom.
I open in the morning and close at night, and I let in the light. What am I? | a curtain | I hang at the window.
I am made of feathers, but I cannot fly, and I keep you warm at night. What am I? | a quilt | I lie on the bed.
I eat dust all day, and I make a lot of noise. What am I? | a vacuum cleaner | I help you clean the carpet.
I turn your clothes around and around, and then they are clean. What am I? | a washing machine | I am full of soap and water.
I am cold inside all summer long, and I keep the milk. What am I? | a fridge | I stand in the kitchen and hum.
I am quiet all night. Then I ring, and you get up. What am I? | an alarm clock | Nobody loves me on Monday.
I am small, and I open the biggest door. What am I? | a key | You carry me in your pocket.
You hit me on the head, and I go into the wall. What am I? | a nail | A hammer is my friend.
I have ninety-nine sisters, and together we make one dollar. What am I? | a cent | I am a small coin.
I have numbers all over my face, and I help you to call your grandma. What am I? | a phone | I ring.
I have no legs, I am long, and I say sss. What am I? | a snake | I am an animal.
I have a mask on my face, and at night I look into your bins. What am I? | a raccoon | I have a ring on my tail.
I build walls in the river with my teeth. What am I? | a beaver | I have a flat tail.
I roll into a ball, and then nobody wants to touch me. What am I? | a hedgehog | I am full of pins.
I hang upside down while I sleep, and I fly at night. What am I? | a bat | I sleep in a cave.
I have a hundred feet, or nearly so, but I buy no shoes. What am I? | a centipede | I live under stones.
I give you milk, and I eat grass. What am I? | a cow | I say moo.
I wear a wool coat even in summer. What am I? | a sheep | I say baa.
I am king, but I have no throne. I have a golden mane. What am I? | a lion | I roar.
I am the month that is the shortest of all. What am I? | February | I come after January.
I come once in a minute, twice in a moment, but never in a year. What am I? | the letter M | I am in the alphabet.
I am at the start of every end, and at the end of every line. What am I? | the letter E | I am in the alphabet.
What goes up and never comes down again? | your age | You have more of it on each birthday.
What has a bottom at the top? | a leg | You have two of them.
What can you hold in your right hand, but never in your left hand? | your left hand | It has five fingers.
What gets broken before you can use it? | an egg | You can fry it.
What room has no door and no window? | a mushroom | It grows in the forest.
What is so easy to get into and so hard to get out of in the morning? | your bed | You sleep in it.
What do you throw out when you need it, and take in when you do not need it? | an anchor | It belongs to a ship.
I begin with T, I end with T, and I have tea in me. What am I? | a teapot | You pour from me.
I am taken from the ground and shut in wood, and I leave gray marks behind me. What am I? | the lead of a pencil | You write with
    me.
""")

VERBS = ("tell me", "give me", "ask me", "tell", "say", "think of")
THINGS = (
    "a riddle", "a riddle", "a riddle", "a short riddle", "a small riddle", "an easy riddle", "a riddle for children",
    "a good riddle", "a brain teaser", "a little riddle", "a fun riddle", "a riddle for kids", "a riddle to solve",
    "a guessing riddle",
)
GIVE_UP = (
    "What is the answer?", "what is the answer", "I give up.", "I give up!", "I don't know.", "I do not know. What is it?",
    "No idea.", "Tell me the answer.", "What is it?", "What's the answer?", "answer?", "The answer, please.",
    "Hmm, I don't know.", "I can't guess it.", "And the answer?", "no idea, tell me", "I give up, what is it?",
    "Solve it for me.",
)
GUESSES = (
    "{it}?", "Is it {it}?", "{It}!", "It is {it}.", "I think it is {it}.", "{it}", "Maybe {it}?", "Could it be {it}?",
    "My guess is {it}.", "Is the answer {it}?", "a guess: {it}",
)
HINTS = (
    "Give me a hint.", "A hint, please.", "Can I have a hint?", "hint?", "Can you help me?", "a hint please", "Give me a clue.",
    "I need a hint.",
)
RIGHT = ("Yes, it is {it}! Well done.", "Right! It is {it}.", "Yes! The answer is {it}. Well guessed!", "That is right: {it}!")
WRONG = (
    "No, it is not {it}. Try again!", "Good try, but it is not {it}. Guess again, or ask for a hint.",
    "No, not {it}. Do you want a hint?", "Not {it}, I am afraid. Try once more!",
)
SOLVED = ("The answer is {it}.", "The answer is {it}.", "It is {it}.", "The answer: {it}.")
OFFER = "Say the word, and I will ask you another riddle."


def solved(rng: Random, answer: str) -> str:
    """The answer in a sentence."""
    return rng.choice(SOLVED).format(it=answer)


def guess(rng: Random, answer: str) -> str:
    """A guess as a person types it: with or without the article."""
    named = answer if rng.random() < 0.7 else answer.split(" ", 1)[-1]
    text = rng.choice(GUESSES).format(it=named, It=named[0].upper() + named[1:])
    return typed(rng, text if text.startswith(named) and rng.random() < 0.5 else text[0].upper() + text[1:])


def wrong_guess(rng: Random, answer: str) -> Turns:
    """Another riddle's answer, and that it is not right."""
    other = rng.choice(
        [entry[1] for entry in RIDDLES if entry[1].startswith(("a ", "an ")) and entry[1].split()[-1] != answer.split()[-1]]
    )
    text = rng.choice(GUESSES).format(it=other, It=other[0].upper() + other[1:])
    return exchange(typed(rng, text), rng.choice(WRONG).format(it=other))


def guessing(rng: Random, answer: str, hint: str) -> Turns:
    """What comes after a riddle: guesses, a hint, the answer."""
    turns: Turns = []
    if rng.random() < 0.3:
        turns += wrong_guess(rng, answer)
    if rng.random() < 0.25:
        turns += exchange(
            rng.choice(HINTS), f"Here is a hint: {hint[0].lower() + hint[1:] if not hint.startswith('I ') else hint}"
        )
    if rng.random() < 0.5:
        return turns + exchange(typed(rng, rng.choice(GIVE_UP)), solved(rng, answer))
    return turns + exchange(guess(rng, answer), rng.choice(RIGHT).format(it=answer))


def dialogue(rng: Random) -> Turns:
    """A riddle alone, with its answer at once, or with a guess after it; perhaps another one."""
    riddle, answer, hint = rng.choice(RIDDLES)
    thing = rng.choice(THINGS)
    draw = rng.random()
    if draw < 0.12:
        with_answer = rng.choice((" with its answer", " and its answer", " and the answer", " with the answer"))
        return thanked(
            rng, exchange(request(rng, VERBS[:2], thing + with_answer, 0.05), f"{riddle}\n{solved(rng, answer)}"), OFFER
        )
    turns = exchange(request(rng, VERBS, thing), riddle)
    if draw < 0.25:
        return turns
    turns += guessing(rng, answer, hint)
    if rng.random() < 0.3:
        second, answer, hint = rng.choice([entry for entry in RIDDLES if entry[1] != answer])
        turns += exchange(more(rng, "riddle"), second)
        turns += guessing(rng, answer, hint) if rng.random() < 0.6 else []
    return thanked(rng, turns, OFFER)
