"""Words: opposites, rhymes, words of like meaning, plurals, and a few simple words in six languages."""

from __future__ import annotations

from random import Random

from .asking import Turns, exchange, listed, rows, thanked, typed

OPPOSITES = rows("""
big | small
hot | cold
warm | cool
day | night
up | down
left | right
in | out
on | off
open | closed
full | empty
fast | slow
old | young
new | old
good | bad
happy | sad
light | dark
heavy | light
high | low
tall | short
long | short
wide | narrow
thick | thin
near | far
early | late
first | last
always | never
everything | nothing
everyone | no one
before | after
above | below
over | under
inside | outside
front | back
top | bottom
begin | end
start | stop
come | go
give | take
push | pull
buy | sell
find | lose
win | lose
laugh | cry
love | hate
ask | answer
question | answer
wake | sleep
sit | stand
rise | fall
remember | forget
build | destroy
arrive | leave
lift | drop
save | spend
true | false
right | wrong
easy | difficult
hard | soft
strong | weak
brave | afraid
clean | dirty
wet | dry
loud | quiet
noisy | quiet
rich | poor
sweet | sour
smooth | rough
sharp | blunt
round | square
straight | crooked
deep | shallow
cheap | expensive
polite | rude
kind | unkind
lucky | unlucky
possible | impossible
visible | invisible
tidy | messy
healthy | sick
asleep | awake
alive | dead
same | different
many | few
more | less
much | little
yes | no
summer | winter
morning | evening
north | south
east | west
sunrise | sunset
friend | enemy
black | white
male | female
king | queen
beautiful | ugly
lazy | busy
busy | idle
safe | dangerous
wild | tame
modern | ancient
simple | complicated
careful | careless
useful | useless
generous | selfish
calm | nervous
bright | dim
public | private
plus | minus
add | subtract
multiply | divide
increase | decrease
appear | disappear
accept | refuse
agree | disagree
connect | separate
tight | loose
fresh | stale
raw | cooked
frozen | melted
alone | together
success | failure
entrance | exit
hello | goodbye
land | sea
short | long
""")

RHYMES = rows("""
cat | hat, mat, bat, rat, flat, that
dog | frog, log, fog, jog
house | mouse, blouse
tree | bee, sea, key, free, three, me
moon | spoon, soon, noon, tune, balloon
star | car, jar, far, bar
sun | fun, run, bun, one, done
day | play, say, way, may, stay, gray
night | light, bright, right, white, kite, bite
rain | train, plane, brain, chain, lane
snow | go, slow, grow, blow, know, low
bread | bed, red, head, said, thread
cake | lake, make, take, snake, wake
fish | dish, wish
bear | chair, hair, pear, air, stair
fox | box, socks, rocks, locks
duck | luck, truck, stuck
hen | ten, pen, men, then, when
pig | big, dig, wig, twig
goat | boat, coat, float, note
sheep | sleep, deep, keep, steep
cow | now, how, wow, bow
bird | word, heard, third
king | ring, sing, wing, thing, spring, string
queen | green, bean, seen, clean
ball | wall, tall, fall, small, call
book | look, cook, hook, took
door | floor, four, more, store
bell | well, tell, shell, smell
rose | nose, toes, those, close
hand | sand, band, land, stand
nose | rose, toes, hose, those
eye | sky, pie, fly, high, my, try
ear | near, deer, year, hear
hill | still, mill, will, fill
lake | cake, snake, make, bake
boat | goat, coat, note, float
car | star, far, jar
train | rain, plane, chain, brain
kite | light, night, bite, white
clock | sock, rock, block, knock
sock | clock, rock, lock, block
shoe | blue, two, zoo, who, you
hat | cat, mat, bat, flat
coat | boat, goat, note
mouse | house, blouse
bee | tree, sea, key, knee
snail | tail, mail, sail, whale, pail
whale | tail, sail, mail, snail
snake | cake, lake, make, rake
frog | dog, log, fog
bug | rug, mug, hug, jug
ant | plant, grant
lamp | stamp, camp, damp
table | able, stable, cable
money | honey, funny, bunny, sunny
honey | money, funny, bunny
funny | bunny, honey, sunny, money
happy | snappy
blue | shoe, two, true, new, zoo
red | bed, bread, head, said
green | queen, bean, seen, clean
white | night, light, kite, bright
gray | day, play, say, tray
black | back, track, snack, pack
brown | town, down, crown, gown
pink | think, drink, ink, wink
love | dove, glove, above
friend | end, bend, send, mend
heart | part, start, art, cart
home | foam, roam, dome, comb
sea | tree, bee, me, free, tea
tea | sea, bee, tree, key
soup | loop, group, hoop
milk | silk
jam | ham, lamb, tram, am
cheese | trees, bees, knees, please
light | night, right, kite, bright
dream | stream, cream, team, seem
sleep | deep, sheep, keep
song | long, strong, wrong, along
play | day, say, way, stay
fun | sun, run, one, bun
time | rhyme, climb, lime, dime
school | pool, cool, rule, fool
tail | snail, sail, mail, nail
flower | tower, shower, power, hour
stone | bone, phone, alone, throne
rock | clock, sock, lock, knock
town | brown, down, crown
road | toad, load
street | feet, sweet, meet, eat
""")
NO_RHYME = ("orange", "month", "silver", "purple")

SYNONYMS = rows("""
big | large, huge, great
small | little, tiny, wee
happy | glad, cheerful, merry
sad | unhappy, gloomy, sorrowful
fast | quick, rapid, swift
slow | unhurried, sluggish
good | fine, great, excellent
bad | awful, poor, terrible
nice | pleasant, lovely, kind
pretty | beautiful, lovely, fair
beautiful | pretty, lovely, gorgeous
ugly | plain, unsightly
smart | clever, bright, wise
clever | smart, bright
stupid | silly, foolish
funny | amusing, comical
angry | cross, mad, furious
afraid | scared, frightened
brave | bold, fearless, courageous
tired | sleepy, weary, exhausted
hungry | starving, famished
cold | chilly, icy, freezing
hot | burning, boiling
warm | cozy, heated
wet | damp, soaked
dry | parched
loud | noisy, booming
quiet | silent, still, hushed
old | ancient, aged
new | fresh, recent
rich | wealthy, well-off
poor | needy, penniless
strong | powerful, mighty
weak | feeble, frail
easy | simple, effortless
difficult | hard, tricky, tough
hard | firm, solid
soft | gentle, fluffy
kind | friendly, caring, gentle
friendly | kind, warm, nice
strange | odd, unusual, weird
important | main, major
dirty | filthy, grubby
clean | spotless, tidy
empty | vacant, bare
full | packed, filled
shiny | bright, gleaming
dark | dim, shadowy
bright | shiny, brilliant
begin | start, commence
end | finish, stop
help | aid, assist, support
look | see, watch, gaze
see | notice, spot, observe
say | tell, speak, state
talk | speak, chat
shout | yell, cry, call
whisper | murmur, mutter
walk | stroll, stride, wander
run | race, dash, sprint
jump | leap, hop, spring
eat | munch, dine, feast
drink | sip, gulp
make | build, create, produce
build | make, construct
break | smash, crack
fix | repair, mend
find | discover, locate
keep | hold, save
give | hand, offer
take | grab, seize
get | receive, obtain
buy | purchase
choose | pick, select
think | believe, consider
know | understand
like | enjoy, love
love | adore, cherish
want | wish, desire
need | require
try | attempt
answer | reply, response
question | query
friend | pal, buddy, companion
child | kid, youngster
house | home, building
road | street, path, way
forest | woods, woodland
sea | ocean
stone | rock, pebble
gift | present
trip | journey, voyage
story | tale
job | work, task
mistake | error, slip
idea | thought, notion
fear | fright, dread
joy | happiness, delight
smile | grin
cry | weep, sob
laugh | giggle, chuckle
sleep | rest, slumber
""")

PLURALS = rows("""
cat | cats
dog | dogs
book | books
tree | trees
apple | apples
girl | girls
boy | boys
house | houses
horse | horses
rose | roses
bus | buses
glass | glasses
class | classes
box | boxes
fox | foxes
dish | dishes
brush | brushes
wish | wishes
peach | peaches
bench | benches
watch | watches
church | churches
witch | witches
sandwich | sandwiches
potato | potatoes
tomato | tomatoes
hero | heroes
echo | echoes
photo | photos
piano | pianos
radio | radios
zoo | zoos
kangaroo | kangaroos
baby | babies
berry | berries
cherry | cherries
city | cities
country | countries
family | families
fly | flies
lady | ladies
pony | ponies
puppy | puppies
story | stories
party | parties
butterfly | butterflies
strawberry | strawberries
boy | boys
day | days
key | keys
monkey | monkeys
toy | toys
donkey | donkeys
turkey | turkeys
wolf | wolves
leaf | leaves
loaf | loaves
knife | knives
wife | wives
life | lives
half | halves
shelf | shelves
elf | elves
calf | calves
thief | thieves
scarf | scarves
roof | roofs
chef | chefs
mouse | mice
goose | geese
tooth | teeth
foot | feet
child | children
man | men
woman | women
person | people
ox | oxen
sheep | sheep
deer | deer
fish | fish
moose | moose
aircraft | aircraft
snowman | snowmen
fireman | firemen
policeman | policemen
grandchild | grandchildren
dormouse | dormice
cactus | cacti
mushroom | mushrooms
elephant | elephants
giraffe | giraffes
penguin | penguins
owl | owls
bee | bees
spider | spiders
umbrella | umbrellas
orange | oranges
flower | flowers
garden | gardens
river | rivers
mountain | mountains
star | stars
cloud | clouds
window | windows
door | doors
chair | chairs
cup | cups
plate | plates
spoon | spoons
candle | candles
computer | computers
robot | robots
teacher | teachers
doctor | doctors
friend | friends
""")

LANGUAGES = ("French", "Spanish", "German", "Italian", "Dutch", "Portuguese")
TRANSLATIONS = {
    "hello": ("bonjour", "hola", "hallo", "ciao", "hallo", "olá"),
    "goodbye": ("au revoir", "adiós", "auf Wiedersehen", "arrivederci", "tot ziens", "adeus"),
    "thank you": ("merci", "gracias", "danke", "grazie", "dank je", "obrigado or obrigada"),
    "please": ("s'il vous plaît", "por favor", "bitte", "per favore", "alsjeblieft", "por favor"),
    "yes": ("oui", "sí", "ja", "sì", "ja", "sim"),
    "no": ("non", "no", "nein", "no", "nee", "não"),
    "good morning": ("bonjour", "buenos días", "guten Morgen", "buongiorno", "goedemorgen", "bom dia"),
    "good night": ("bonne nuit", "buenas noches", "gute Nacht", "buonanotte", "goedenacht", "boa noite"),
    "cat": ("chat", "gato", "Katze", "gatto", "kat", "gato"),
    "dog": ("chien", "perro", "Hund", "cane", "hond", "cão"),
    "water": ("eau", "agua", "Wasser", "acqua", "water", "água"),
    "bread": ("pain", "pan", "Brot", "pane", "brood", "pão"),
    "milk": ("lait", "leche", "Milch", "latte", "melk", "leite"),
    "house": ("maison", "casa", "Haus", "casa", "huis", "casa"),
    "friend": ("ami", "amigo", "Freund", "amico", "vriend", "amigo"),
    "sun": ("soleil", "sol", "Sonne", "sole", "zon", "sol"),
    "moon": ("lune", "luna", "Mond", "luna", "maan", "lua"),
    "book": ("livre", "libro", "Buch", "libro", "boek", "livro"),
    "flower": ("fleur", "flor", "Blume", "fiore", "bloem", "flor"),
    "one": ("un", "uno", "eins", "uno", "een", "um"),
}

ASK = {
    "opposite": (
        "What is the opposite of {w}?",
        "what is the opposite of {w}",
        "opposite of {w}",
        "The opposite of {w}?",
        "Tell me the opposite of {w}.",
        "What's the opposite of {w}?",
        "Which word is the opposite of {w}?",
        "Give me the opposite of {w}.",
        "opposite of {w}?",
        "Do you know the opposite of {w}?",
        "What is the antonym of {w}?",
        "Name the opposite of {w}.",
    ),
    "rhyme": (
        "What rhymes with {w}?",
        "what rhymes with {w}",
        "Which words rhyme with {w}?",
        "Give me a rhyme for {w}.",
        "words that rhyme with {w}",
        "Find a rhyme for {w}.",
        "rhymes with {w}",
        "Tell me some words that rhyme with {w}.",
        "Name words that rhyme with {w}.",
        "A rhyme for {w}, please.",
        "Can you find rhymes for {w}?",
        "I need a rhyme for {w}.",
    ),
    "synonym": (
        "What is another word for {w}?",
        "another word for {w}",
        "What is a synonym for {w}?",
        "Give me a synonym for {w}.",
        "synonym for {w}",
        "What else can I say for {w}?",
        "synonyms of {w}",
        "Other words for {w}?",
        "Tell me another word for {w}.",
        "Which word means the same as {w}?",
        "What means the same as {w}?",
        "Do you know another word for {w}?",
    ),
    "plural": (
        "What is the plural of {w}?",
        "plural of {w}",
        "what is the plural of {w}",
        "The plural of {w}?",
        "What's the plural of {w}?",
        "One {w}, two ...?",
        "Tell me the plural of {w}.",
        "Do you know the plural of {w}?",
        "How do you say more than one {w}?",
        "What is the plural form of {w}?",
        "If there is more than one {w}, what do I say?",
    ),
}
LEFT = {word for word, _ in OPPOSITES}
BACKWARDS = {second: first for first, second in reversed(OPPOSITES) if second not in LEFT}
TABLES = {"opposite": (*OPPOSITES, *BACKWARDS.items()), "rhyme": RHYMES, "synonym": SYNONYMS, "plural": PLURALS}
THEN = ("And {w}?", "and {w}", "And of {w}?", "What about {w}?", "Now {w}.", "{w}?")
SAY = (
    "How do you say {w} in {l}?", "how do you say {w} in {l}", "What is {w} in {l}?", "{w} in {l}", "Say {w} in {l}.",
    "Translate {w} into {l}.", "translate {w} to {l}", "How do I say {w} in {l}?", "What does {w} mean in {l}?",
    "Can you say {w} in {l}?", "Tell me how to say {w} in {l}.", "What's {w} in {l}?", "The {l} word for {w}?",
    "What is the {l} word for {w}?",
)
STRANGE = (
    "Japanese", "Chinese", "Russian", "Greek", "Turkish", "Polish", "Swedish", "Latin", "Arabic", "Finnish", "Hindi", "Korean",
    "Danish", "Norwegian", "Hungarian", "Czech",
)
OFFER = "Ask me for another word, if you like."


def sentence(kind: str, word: str, answer: str) -> str:
    """The answer in a sentence."""
    if kind == "opposite":
        return f"The opposite of {word} is {answer}."
    if kind == "rhyme":
        return (
            f"{answer.split(', ')[0].capitalize()} rhymes with {word}."
            if ", " not in answer
            else f"{listed(answer.split(', ')).capitalize()} rhyme with {word}."
        )
    if kind == "synonym":
        found = answer.split(", ")
        return f"Another word for {word} is {found[0]}." if len(found) == 1 else f"Other words for {word} are {listed(found)}."
    return f"The plural of {word} is {answer}."


def of_a_table(rng: Random) -> Turns:
    """A word's opposite, rhyme, like or plural, and perhaps another word's."""
    kind = rng.choices(("opposite", "rhyme", "synonym", "plural"), (4, 3, 2.5, 2))[0]
    (word, answer), other = rng.sample(TABLES[kind], 2)
    shown = rng.choice((word, word, word, f"'{word}'", f'"{word}"'))
    turns = exchange(typed(rng, rng.choice(ASK[kind]).format(w=shown)), sentence(kind, word, answer))
    if rng.random() < 0.3:
        turns += exchange(typed(rng, rng.choice(THEN).format(w=other[0])), sentence(kind, *other))
    return turns


def translated(rng: Random) -> Turns:
    """A simple word in one of six languages, perhaps in another; other languages are not known."""
    word = rng.choice(list(TRANSLATIONS))
    i, j = rng.sample(range(len(LANGUAGES)), 2)
    shown = rng.choice((word, word, f"'{word}'"))
    if rng.random() < 0.1:
        language = rng.choice(STRANGE)
        reply = f"I do not know any {language}. I can say {word} in French, Spanish, German, Italian, Dutch and Portuguese."
        return exchange(typed(rng, rng.choice(SAY).format(w=shown, l=language)), reply)
    turns = exchange(typed(rng, rng.choice(SAY).format(w=shown, l=LANGUAGES[i])), in_language(word, i))
    if rng.random() < 0.3:
        turns += exchange(
            typed(rng, rng.choice(("And in {l}?", "and in {l}", "In {l}?", "What about {l}?")).format(l=LANGUAGES[j])),
            in_language(word, j),
        )
    return turns


def in_language(word: str, i: int) -> str:
    """The word in a language, in a sentence."""
    return f"In {LANGUAGES[i]}, {word} is {TRANSLATIONS[word][i]}."


def dialogue(rng: Random) -> Turns:
    """A question about a word."""
    draw = rng.random()
    if draw < 0.25:
        turns = translated(rng)
    elif draw < 0.27:
        word = rng.choice(NO_RHYME)
        turns = exchange(
            typed(rng, rng.choice(ASK["rhyme"]).format(w=word)),
            f"I know no good rhyme for {word}. It is one of the hardest words to rhyme.",
        )
    else:
        turns = of_a_table(rng)
    return thanked(rng, turns, OFFER, 0.06)
