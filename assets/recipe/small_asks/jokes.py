"""Clean jokes as a question and its answer, each with the reason why it is funny; and knock-knock jokes told by the user."""

from __future__ import annotations

from random import Random

from .asking import LAUGHS, Turns, article, blocks, exchange, more, names, plural, request, rows, thanked, typed
from .people import RARE_NOUNS

# topics, question, answer, why it is funny
JOKES = blocks("""
cow|farm|music
Why did the cow go to music school?
She wanted to play the moo-sic she had in her head.
Cows say moo, and moo-sic sounds like music.

cow|weather
What do you call a cow in an earthquake?
A milk shake.
A milk shake is a drink, but here the cow's milk is really shaken.

dog|school
Why was the dog so good at school?
He was the teacher's pet.
A teacher's pet is a favorite pupil, but a dog is a real pet.

dog|clock
What kind of dog always knows the time?
A watch dog.
A watch dog guards the house, and a watch tells the time.

dog|tree
How is a tree like a big dog?
They both have a lot of bark.
Bark is the skin of a tree and also the noise of a dog.

cat|computer
Why does the cat sit on the computer?
She wants to keep an eye on the mouse.
A computer has a mouse too, but not one that a cat can eat.

fish|school
Why are fish so clever?
They spend their whole life in a school.
A group of fish is called a school.

fish|music
Which part of a fish weighs the most?
The scales.
Fish have scales on their skin, and scales are also for weighing.

fish|piano
How is a piano not like a fish?
You can tune a piano, but a tuna is already a fish.
Tune a and tuna sound the same.

bee|hair
Why does the bee have sticky hair?
She uses a honeycomb.
Bees live in a honeycomb, and a comb is also for hair.

bee|school
How do little bees get to school?
They take the school buzz.
Bees buzz, and buzz sounds like bus.

frog|car
What happened to the frog's car when it would not start?
It was toad away.
A toad is like a frog, and toad sounds like towed.

bear|shoes
Why does the bear wear no shoes?
He likes to go with bear feet.
Bear feet sounds like bare feet.

bear|rain
What do you call a wet bear?
A drizzly bear.
Drizzle is light rain, and it sounds like grizzly bear.

duck|doctor
Why did the duck go to the doctor?
He felt a little quack in his back.
Ducks say quack, and it sounds like crack.

duck|money|shop
How does a duck pay at the shop?
She says: put it on my bill.
A bill is what you must pay and also a duck's beak.

chicken|road
Why did the chicken stop in the middle of the road?
She wanted to lay it on the line.
There is a line on the road, and a hen lays eggs.

chicken|egg|hen
Why do hens lay eggs in a nest?
If they dropped them, they would be scrambled.
Scrambled eggs are a dish made of broken eggs.

egg
Why did the egg not tell a joke?
It was afraid to crack up.
To crack up means to laugh a lot, and eggs really crack.

sheep|hair|barber
Where does a sheep get a haircut?
At the baa-baa shop.
Sheep say baa, and it sounds like barber shop.

horse|doctor
Why did the little horse whisper all day?
She was a bit hoarse.
Hoarse means that your voice is weak, and it sounds like horse.

horse|house|neighbor
Where does a horse live?
In the neigh-borhood.
Horses neigh, and a neighborhood is where people live.

pig
What do you call a pig who can do karate?
A pork chop.
A chop is a blow in karate and also a piece of pork.

pig|doctor
What does a pig put on a sore knee?
Oink-ment.
Pigs say oink, and it sounds like ointment.

rabbit|hair
How does a rabbit keep its fur so neat?
It uses a hare brush.
A hare is like a rabbit, and it sounds like hair brush.

rabbit|book
What kind of story does a rabbit like?
One with a hoppy ending.
Rabbits hop, and hoppy sounds like happy.

mouse|cleaning
Why does the mouse take a bath every day?
He likes to be squeaky clean.
Squeaky clean means very clean, and mice squeak.

elephant|travel|holiday
Why does the elephant never pack a bag?
He has his trunk with him.
A trunk is an elephant's nose and also a big suitcase.

elephant|clock
What time is it when an elephant sits on your fence?
Time to get a new fence.
You expect an hour on the clock, but the fence is broken.

elephant|car
How do you get four elephants into a small car?
Two in front, and two in the back.
You expect a clever trick, but the answer is far too simple.

giraffe
Why does the giraffe have such a long neck?
Her head is so far up, it has to be.
The answer turns the question around.

giraffe|friends
Why do giraffes make few friends?
They always look down on everyone.
To look down on someone is unfriendly, but a giraffe just is so tall.

lion|lunch
What did the lion say when he saw two people on a bike?
Look, meals on wheels!
The lion thinks that the people are his lunch, brought to him.

lion|circus
What is as big as a lion but weighs nothing?
The lion's shadow.
A shadow has a size but no weight.

monkey|banana
Why did the monkey like the banana?
It had appeal.
To have appeal means to be liked, and it sounds like a peel.

banana|doctor
Why did the banana go to the doctor?
It was not peeling well.
Peeling sounds like feeling, and bananas have a peel.

banana|shoes
What do you make of two banana peels?
A pair of slippers.
Slippers are shoes, and on a banana peel you slip.

penguin|house
How does a penguin build its house?
Igloos it together.
Igloos it sounds like he glues it.

penguin|lunch
What is a penguin's favorite salad?
Iceberg salad.
Iceberg is a kind of salad, and penguins live near icebergs.

owl|door
What did the owl say when someone knocked?
Whooo is there?
Owls say whoo, and people say who.

bird|money
Which bird is always out of breath?
A puffin.
A puffin is a bird, and it sounds like puffing.

bird|building
Which bird can lift the heaviest things?
The crane.
A crane is a bird and also a machine that lifts things.

bird|phone
Why do little birds never use a phone?
They would rather tweet.
Birds tweet, and people also tweet their news.

snail|car|race
Why did the snail paint an S on his car?
So people would say: look at that S car go!
S car go sounds like escargot, the French word for snail.

snail|house
Why is a snail never homesick?
It always brings its house along.
Snails carry their house on their back.

turtle|car
Where does a turtle fill up her car?
At the shell station.
Turtles have a shell, and it makes an odd sort of petrol station.

spider|computer
Why did the spider buy a computer?
She wanted her own website.
Spiders make webs, and a website is a page on a computer.

spider|wedding
What did the spider say on her wedding day?
I think I will have a webbing cake.
A web is what spiders make, and webbing sounds like wedding.

snake|school
What is a snake's best subject at school?
Hiss-tory.
Snakes hiss, and it sounds like history.

snake|weight
What do snakes use to measure a room?
Inches, for they have no feet.
Feet are used to measure and also to walk.

octopus
Why does the octopus never lose a fight?
It is well armed.
To be armed is to have weapons, but an octopus has eight arms.

octopus|money
What did the octopus knit for the winter?
Four pairs of gloves, and it took eight hands to do it.
An octopus has eight arms, so it needs a lot of gloves.

whale|music
Where do whales go to hear music?
To the orca-stra.
An orca is a whale, and it sounds like orchestra.

crab|sharing
Why do crabs never share their toys?
They are a bit shellfish.
A crab is a shellfish, and it sounds like selfish.

ocean|sea|beach
How does the sea say hello?
It waves.
The sea has waves, and people wave with a hand.

beach|sand
Why is the beach never hungry?
Because of all the sand which is there.
Sand which sounds like sandwich.

dinosaur
What do you call a dinosaur who is asleep?
A dino-snore.
It sounds like dinosaur, and sleepers snore.

dinosaur|car
What do you get when dinosaurs drive cars?
Tyrannosaurus wrecks.
It sounds like Tyrannosaurus rex, and a wreck is a broken car.

dragon|knight
Why does the dragon sleep by day?
So that he can fight knights.
Knights sounds like nights.

ghost
What does a ghost like best for dessert?
I scream.
I scream sounds like ice cream.

ghost|elevator
Why does the ghost love the elevator?
It lifts his spirits.
A spirit is a ghost, and to lift your spirits is to cheer you up.

robot|shoes
Why was the robot so tired at night?
It had a hard drive.
A hard drive is a part of a computer, and a hard drive is also a tiring trip.

robot|lunch
What does a robot eat between meals?
Micro chips.
A microchip is a part of a robot, and chips are a snack.

computer|doctor
Why did the computer go to the doctor?
It had a virus.
A computer can have a virus, and so can people.

computer|cold
Why was the computer cold?
It left its windows open.
Windows are on a screen and also in a wall.

computer|lunch|food
Why was the computer late?
It had a long byte for lunch.
A byte is a bit of data, and it sounds like bite.

programmer|programming|code|python
Why did the programmer need new glasses?
She could not C sharp.
C sharp is a programming language, and it sounds like see sharp.

programmer|programming|python
Why does the snake write programs?
It knows Python very well.
Python is a snake and also a programming language.

programmer|programming|bug
Why do programmers stay out of the garden?
It has too many bugs.
A bug is an insect and also a mistake in a program.

language model|AI|yourself|token
Why did the small language model get lost?
It took one token too far.
A model writes token by token, and this one did not know when to stop.

language model|AI|token
What did the small model say to the big one?
I will draft it, you check it.
In speculative decoding a small model guesses, and a big one checks.

teacher|school
Why did the teacher wear sunglasses?
Her pupils were so bright.
Bright means clever and also shining.

teacher|music
Why did the music teacher need a ladder?
To reach the high notes.
High notes are high in sound, not high on a wall.

school|book|math
Why did the math book sigh on its shelf?
It was so full of problems.
Math problems are tasks, but problems can also make you sad.

math|number
What did zero say to eight?
Nice belt!
An eight looks like a zero with a tight belt.

math|plant|tree
What kind of tree is good at math?
A geometree.
It sounds like geometry, a part of math.

book|library
What do you do when you are cold in a library?
Sit in the corner, it is ninety degrees.
A corner has ninety degrees, but not of warmth.

book|police
Why did the book join the police?
It wanted to work under cover.
A book has a cover, and under cover means in secret.

pencil|school
What did the pencil say to the paper?
You have a point, no wait, that is me.
To have a point means to be right, and pencils have a real one.

pencil|eraser
What did the eraser say to the mistake?
Leave it to me, I will rub it out.
Erasers rub out mistakes.

clock|dinner|food
Why was the clock so hungry?
It always went back for four seconds.
Seconds are parts of a minute and also more food.

clock|school
Why did the clock have to leave the class?
It tocked too much.
Clocks say tick tock, and tocked sounds like talked.

calendar|time
Why is the calendar so popular?
It has a lot of dates.
A date is a day and also a meeting with a friend.

calendar|week
Which day of the week is the strongest?
Saturday or Sunday, for the others are weak days.
Weak days sounds like week days.

month|spring|march
Can February march?
No, but April may.
March, April and May are months, and to march and may are also verbs.

moon|hair
How does the moon cut its hair?
Eclipse it.
Eclipse it sounds like he clips it.

moon
How do you know when the moon has had enough?
When it is full.
A full moon is round, and you are full after a good meal.

sun
Why did the sun not go to college?
It already had a million degrees.
A degree measures heat, and you also get one at college.

space|party|rocket
How do you plan a party in space?
You planet early.
Planet sounds like plan it.

astronaut|lunch|space
When does an astronaut eat?
At launch time.
A launch is the start of a rocket, and it sounds like lunch.

star
What did one star say to the other at school?
You are so bright.
Bright means clever and also shining.

rain|weekend
What do you call two days of rain in a row?
A weekend.
It often seems to rain just when people are free.

snow|snowman|winter
What does a snowman eat for breakfast?
Frosted flakes of snow.
Flakes are made of corn, and snow comes in flakes too.

snowman|winter
What do snowmen call their children?
Chill-dren.
Chill means cold, and it sounds like children.

snowman|summer
What do you call a snowman in July?
A puddle.
In July it is too hot for snow, so the snowman melts.

wind|tree
How do you hear that the wind is happy?
It whistles.
People whistle when they are happy, and the wind whistles too.

cloud|clothes
What does a cloud wear under its coat?
Thunderwear.
It sounds like underwear, and thunder comes from clouds.

tree|computer
How does a tree get on the internet?
It logs in.
A log is a piece of wood, and to log in is to start.

tree|autumn
Why did the leaf go to the doctor?
It was feeling green no longer.
Leaves lose their green in autumn, and people feel green when ill.

flower|bike
Why can the flower not ride her bike?
She lost her petals.
Petals are parts of a flower, and it sounds like pedals.

flower|friends
What did the big flower say to the small one?
Hi there, bud.
A bud is a young flower and also a word for a friend.

garden|vegetable
Why did the gardener plant a light bulb?
He wanted to grow a power plant.
A power plant makes electricity, but a plant also grows in a garden.

tomato|race
Why was the tomato late?
It tried to ketchup.
Ketchup is made of tomatoes, and it sounds like catch up.

tomato|salad
Why did the tomato turn red?
It saw the salad dressing.
Dressing is a sauce for salad, and to dress is to put on clothes.

potato|family
Why did the potato watch its children so well?
They had their eyes on everything.
Potatoes have eyes, small dark spots, but cannot see.

corn|secret|farm
Why should you tell no secrets on a farm?
The corn has ears, and the potatoes have eyes.
Corn grows in ears, and the spots on potatoes are called eyes.

mushroom|party
Why is the mushroom always invited?
He is a fungi to be with.
A fungi sounds like a fun guy, and mushrooms are fungi.

onion|kitchen
Why did the onion have no friends in the kitchen?
It made everyone cry.
Onions make your eyes water when you cut them.

carrot|rabbit
How do you know that carrots are good for the eyes?
You never see a rabbit with glasses.
Rabbits eat carrots, but they would not wear glasses anyway.

strawberry|jam
Why was the little strawberry sad?
Her parents were in a jam.
To be in a jam is to be in trouble, and jam is made of strawberries.

orange|fruit
Why did the orange stop on the hill?
It ran out of juice.
To run out of juice means to have no power, and oranges are full of juice.

apple|teacher|worm
What is worse than a worm in your apple?
Half a worm in your apple.
Then you have eaten the other half.

pear|fruit
What do two pears say when they marry?
We make a good pair.
Pair and pear sound the same.

bread|baker|money
Why does the baker get up so early?
He kneads the dough.
He needs the dough sounds the same, and dough is also a word for money.

bread|toast
What did the butter say to the bread?
I am on a roll.
To be on a roll is to have luck, and a roll is a kind of bread.

cheese
Whose cheese is this on my chips?
Nacho cheese.
Nacho sounds like not your.

cheese|photo|music
What kind of music does cheese like?
Anything with a good melt-ody.
Cheese melts, and it sounds like melody.

pizza
Do you want to hear a joke about pizza?
Never mind, it is too cheesy.
Cheesy means full of cheese and also silly.

cake|birthday
Why did the cake go to the doctor?
It felt crumby.
Crumby sounds like crummy, which means bad, and cakes make crumbs.

birthday|candle
Why do we put candles on top of a cake?
It is too hard to put them on the bottom.
You expect a deep reason, but the answer is just practical.

cookie|doctor
Why did the cookie stay at home?
It felt a bit crumbly.
Cookies crumble, and it sounds like feeling weak.

coffee|morning
Why was the coffee bean so sad in the morning?
It knew that the daily grind would begin.
The daily grind is boring work, and coffee beans are ground.

tea|kettle
Why did the teapot blow off steam?
The kettle had put it in hot water.
To be in hot water means to be in trouble.

ice cream|summer
Why is ice cream a bad liar?
It always melts under pressure of a little sun.
To melt means to turn soft, and people do that too when pressed.

soup|restaurant|fly
Waiter, why is there a fly in my soup?
It looks like it is swimming, sir.
The guest wants to complain, but the waiter answers the question.

restaurant|moon
How was your dinner on the moon?
The soup was good, but the place had no atmosphere.
The atmosphere is the air around a planet and also the mood of a place.

shoe|thief
What kind of shoes does a thief wear?
Sneakers.
To sneak is to walk secretly, and sneakers are shoes.

shoe|sock
Why did the golfer pack two pairs of socks?
He might get a hole in one.
A hole in one is a great golf shot, but also a hole in a sock.

hat|scarf|clothes
What did the hat say to the scarf?
You hang around, I will go on a head.
On a head sounds like on ahead.

belt|clothes|police
Why was the belt arrested?
It held up a pair of pants.
To hold up means to rob and also to keep from falling.

house|door
What does a door become when it is a little open?
It becomes ajar.
Ajar means a bit open, and it sounds like a jar.

house|wall|building
What did one wall say to the other?
Let us meet at the corner.
Two walls always meet at a corner.

window|house
What did the curtain say to the window?
Pull yourself together, no, wait, that is my job.
To pull yourself together means to be calm, and curtains are pulled together.

broom|cleaning
Why was the broom late?
It over-swept.
It sounds like overslept, and a broom sweeps.

bed|sleep
Why did the boy run around his bed?
He wanted to catch up on his sleep.
To catch up on sleep means to sleep more, but you cannot run after it.

sleep|ruler|school
Why did the girl sleep with a ruler?
She wanted to know how long she slept.
How long can mean time, but a ruler measures length.

bike|bicycle
Why did the bicycle lean on the wall all day?
It was two tired.
Two tired sounds like too tired, and a bicycle has two tires.

car|garage|frog
What part of a car is the laziest?
The wheels, for they are always tired.
Wheels have tires, and tired means sleepy.

train|teacher
What is the difference between a teacher and a train?
The teacher says: spit out that gum. The train says: chew, chew.
Chew chew sounds like choo choo.

train|shoe
Why do trains never get lost?
They stay on the right track.
To be on the right track means to do well, and trains run on a track.

plane|school
Why did the little plane go to its room?
It had a bad altitude.
Altitude is how high a plane flies, and it sounds like attitude.

boat|ship|sea
Where do sick boats go?
To the dock.
A dock is a place for boats, and it sounds like doc, a doctor.

pirate
How much does a pirate pay for his earrings?
A buck an ear.
Buccaneer is another word for pirate.

pirate|letter
What letter does a pirate love?
You may think it is R, but his first love is the C.
Pirates say arr, and C sounds like sea.

football|soccer|ghost|sport
Why was the football field so hot after the game?
All the fans had left.
A fan makes cool wind, and a fan also loves a team.

soccer|football|bird|sport
Why was the bird put out of the game?
It was always crying fowl.
A fowl is a bird, and it sounds like foul.

baseball|pancake|sport
How is a baseball team like a pancake?
Both need a good batter.
A batter hits the ball, and batter is also the mix for pancakes.

tennis|restaurant|sport
Why are tennis players so loud?
Each of them raises a racket.
A racket is a bat for tennis and also a loud noise.

doctor|bridge
Doctor, why do I feel like a bridge?
What has come over you?
Cars come over a bridge, and the doctor asks what is wrong.

doctor|curtain
Doctor, I feel like a pair of curtains. What shall I do?
Pull yourself together!
Curtains are pulled together, and it also means: be calm.

dentist|tooth
What time do you go to the dentist?
At tooth-hurty.
Tooth-hurty sounds like two thirty.

dentist|king|tooth
Why did the king go to the dentist?
He wanted a crown.
A crown is for a king's head, and dentists put crowns on teeth.

king|ruler
How tall is a good king?
Twelve inches, for he is a ruler.
A ruler is a king and also a stick of twelve inches.

king|queen|rain|umbrella
What does a queen wear in the rain?
A crown and a very large umbrella.
You expect something grand, but rain is rain for all.

scarecrow|farm
What did the farmer say about his scarecrow?
He is outstanding in his field.
Outstanding means very good, and he was really standing out in a field.

farmer|farm|music
Why did the farmer bring his band to the field?
He wanted to grow beets.
Beets are vegetables, and it sounds like beats in music.

music|drum
Why was the drum put to bed?
It was beat.
Beat means tired, and a drum is beaten.

music|guitar
Why did the guitar get angry?
Someone was always picking on it.
To pick on someone is to be mean, and a guitar is picked with the fingers.

bank|money
Why is money called dough?
Because we all knead it.
Knead sounds like need, and dough is kneaded.

money|coin|moon
Why did the coin jump out of the purse?
It wanted a change.
Change means something new and also small coins.

phone
Why did the phone wear glasses?
It had lost its contacts.
Contacts are names in a phone, and contacts are also small lenses for the eyes.

camera|photo
Why did the photo say that it had done nothing?
It had been framed.
A photo is put in a frame, and framed also means blamed for no reason.

mountain|hill
Why are mountains so funny?
They are hill-areas.
Hill areas sounds like hilarious.

river|bank|money
Where does a river keep its money?
In its bank.
A river has a bank on each side, and money is kept in a bank.

balloon|party
Why did the balloon leave the party?
It was afraid of pop music.
Pop is a kind of music, and balloons go pop.

skeleton
Why did the skeleton dance alone?
He had no body to dance with.
No body sounds like nobody, and a skeleton has no body.

bat
Why did the bat hang around all day?
It had nothing better to do.
To hang around means to be idle, and bats really hang.

police|hamburger
What did the police do with the hamburger?
They grilled it for an hour.
To grill means to cook and also to ask a lot of questions.

wizard|school|magic
What is a young wizard best at in school?
Spelling.
Spelling is about letters, and wizards cast spells.
""")

# what the user says second and third, after `Knock knock`
KNOCKS = rows("""
Lettuce | Lettuce in, it is cold out here!
Olive | Olive you too!
Ice cream | Ice cream every time I see a mouse!
Boo | Do not cry, it is only a joke!
Harry | Harry up and open the door!
Justin | Justin time for dinner!
Nobel | Nobel, so I had to knock!
Cow says | No, a cow says moo!
Tank | You are welcome!
Alpaca | Alpaca the bag, you pack the car!
Ken | Ken you let me in?
Wooden shoe | Wooden shoe like to know!
Orange | Orange you glad to see me?
Luke | Luke through the window and see!
Canoe | Canoe come out and play?
Needle | Needle little help with the door!
Donut | Donut ask, just open the door!
Water | Water you waiting for?
Howard | Howard I know? Open the door!
Police | Police let me in!
""")

VERBS = ("tell me", "tell me", "tell me", "give me", "tell", "say", "make")
THINGS = (
    "a joke", "a joke", "a joke", "a joke", "a funny joke", "a short joke", "a good joke", "a silly joke",
    "a joke for children", "something funny", "a clean joke", "a bad joke", "a pun", "a kids' joke", "a quick joke",
    "a little joke",
)
FREE = (
    "Make me laugh.", "make me laugh", "Do you know a joke?", "Do you know any jokes?", "Do you know a good joke?",
    "Got any jokes?", "Say something funny.", "Can you make me laugh?", "I want to laugh.", "Cheer me up with a joke.",
    "I need a laugh.", "Are you funny?", "Tell me something funny.", "jokes?", "any jokes?", "Know any good jokes?",
)
ABOUT = (
    "Joke about {t}.", "Jokes about {t}?", "Do you know a joke about {t}?", "Do you know any jokes about {t}?",
    "Got a joke about {t}?",
)
WHY = (
    "Why is that funny?", "why is that funny", "I don't get it.", "I do not get it.", "Can you explain it?",
    "Explain the joke, please.", "What is funny about that?", "Huh?", "Explain.", "I don't understand.", "What does that mean?",
    "why is it funny?", "That is not funny. Why would it be?", "Can you explain the joke?", "How is that funny?",
)
LAUGHING = (
    "I am glad you like it! {Offer}", "I am happy that it made you laugh! {Offer}", "It is fun to make you laugh. {Offer}",
    "Glad you liked it! {Offer}",
)
OFFER = "Say 'another one', and I will tell you one more joke."
HA = ("Ha ha, that is a good one!", "Ha ha! I like that one.", "Ha ha, very good! Do you know another one?", "Ha ha, you got me!")

UNIQUE = ("sea", "ocean", "weather", "wind", "police", "moon", "sun")
UNCOUNTED = names("""
music hair money school breakfast rain travel cleaning lunch food snow winter summer autumn spring math programming code
python AI yourself space time sleep football soccer tennis baseball sport bread cheese corn tea coffee toast jam magic dinner
sand march clothes friends
""") + ("ice cream",)


def whole(joke: tuple[str, ...]) -> str:
    """A joke in one reply."""
    return f"{joke[1]}\n{joke[2]}"


def asked(rng: Random, topic: str | None) -> str:
    """A request for any joke, or for one about a topic."""
    if topic is None:
        return typed(rng, rng.choice(FREE)) if rng.random() < 0.25 else request(rng, VERBS, rng.choice(THINGS))
    if rng.random() < 0.1:
        return typed(rng, rng.choice(ABOUT).format(t=topic))
    return request(rng, VERBS, f"{rng.choice(THINGS[:9])} about {topic}")


def named(rng: Random, topic: str) -> str:
    """A topic as said after `about`: some are things without a plural."""
    if topic in UNIQUE:
        return f"the {topic}"
    return topic if topic in UNCOUNTED else rng.choice((article(topic), plural(topic), plural(topic)))


def about(rng: Random) -> Turns:
    """A joke about an asked topic, or the word that there is none and another instead."""
    joke = rng.choice(JOKES)
    if rng.random() < 0.12:
        noun = rng.choice([noun for noun in RARE_NOUNS if all(noun not in joke[0].split("|") for joke in JOKES)])
        topic = rng.choice((article(noun), plural(noun)))
        return exchange(
            asked(rng, topic),
            f"I know no joke about {topic}, but here is one about {named(rng, joke[0].split('|')[0])}.\n{whole(joke)}",
        )
    return exchange(asked(rng, named(rng, rng.choice(joke[0].split("|")[:1] * 3 + joke[0].split("|")))), whole(joke))


def knocking(rng: Random) -> Turns:
    """The user tells a knock-knock joke."""
    who, punch = rng.choice(KNOCKS)
    knock = rng.choice(("Knock knock", "Knock, knock!", "knock knock", "Knock knock!", "knock knock."))
    turns = exchange(knock, "Who's there?") + exchange(typed(rng, f"{who}."), f"{who} who?")
    return turns + exchange(typed(rng, punch), rng.choice(HA))


def after(rng: Random, turns: Turns, joke: tuple[str, ...]) -> Turns:
    """A laugh, a question why, or one more joke."""
    draw = rng.random()
    if draw < 0.25:
        turns = turns + exchange(typed(rng, rng.choice(WHY)), joke[3])
    elif draw < 0.32:
        turns = turns + exchange(rng.choice(LAUGHS), rng.choice(LAUGHING).replace("{Offer}", OFFER))
    if rng.random() < 0.3:
        other = rng.choice([entry for entry in JOKES if entry is not joke])
        turns = turns + exchange(more(rng, "joke"), whole(other))
        if rng.random() < 0.3:
            turns = turns + exchange(typed(rng, rng.choice(WHY)), other[3])
    return turns


def dialogue(rng: Random) -> Turns:
    """A joke on request, with what comes after; or a knock-knock joke."""
    draw = rng.random()
    if draw < 0.05:
        return knocking(rng)
    if draw < 0.5:
        turns = about(rng)
        joke = next(entry for entry in JOKES if turns[-1][1].endswith(whole(entry)))
    else:
        joke = rng.choice(JOKES)
        turns = exchange(asked(rng, None), whole(joke))
    return thanked(rng, after(rng, turns, joke), OFFER, 0.08)
