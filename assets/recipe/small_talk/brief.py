"""Stories of some fifty words and poems of some lines about any one thing ("a fox", "a small volcano").

Nothing in them depends on what the thing is: it thinks, wishes and speaks as things do in tales.
"""

import re
from random import Random

from .habits import named, written

STORIES = (
    "Once there was {a} {who} could not sleep. The [moon|evening star|night wind] looked in and asked, \"What is the matter?\" \"It is too quiet,\" said the {thing}. So the [moon|evening star|night wind] hummed a slow song, [soft and low|about the sea|about tomorrow]. Before it was over, the {thing} was fast asleep, and [nobody made a sound until morning|{it} smiled in {its} dreams].",
    "There was once {a} {who} wanted [a friend|somebody to talk to]. {It} waited all morning, but nobody came. Then [a small bird|a snail|a little mouse] stopped to rest. \"You look lonely,\" said the visitor. \"I was,\" said the {thing}, \"but now you are here.\" They talked until the sun went down, and [the visitor came back every day|they were friends from that day on].",
    "Long ago, in a quiet [valley|village|land], there was {a} {who} everybody passed by. One [stormy|dark|foggy] night a child was lost and began to cry. \"Come to me,\" called the {thing}, \"and stay until it is light.\" In the morning the child went home safely and told the whole [valley|village|land]. After that, nobody passed the {thing} without saying hello.",
    "A [little girl|little boy|small child] once found {a} at the end of the garden. \"What are you doing here?\" asked the child. \"I am waiting for a story,\" said the {thing}. So the child sat down in the grass and told one. It was short, and it was [a bit silly|very kind], and the {thing} laughed until the [apples fell off the tree|birds laughed too].",
    "Every evening {a} looked at the first star and made the same wish: to see [the sea|the snow|a rainbow], just once. One day an old [goose|stork|owl] heard it and said, \"Some wishes need a friend.\" They set out together, [over hills and under clouds|slowly and with many rests]. When they came there at last, the {thing} was so happy that {it} could not say a word.",
    "Once upon a time {a} was afraid of the dark. \"The dark is only the day with its eyes closed,\" said [a wise old owl|a sleepy cat|a kind old lamp]. The {thing} thought about that for a long time. That night {it} looked up and counted the stars, [one by one|all the way to twenty], and when {it} had finished, {it} was not afraid any more.",
    "In a [small town|green wood|village by a river] there was {a} {who} had lost {its} [bell|hat|song]. {It} asked the [baker|wind|old clock], but nobody had seen it. At last a little [mouse|girl|sparrow] said, \"I found something by the well. Is it yours?\" It was! The {thing} was so glad that {it} [shared {its} cake with everybody|gave a party|danced all the way home].",
    "One morning {a} woke up and everything was white with snow. \"How quiet it is!\" said the {thing}. Then {it} heard a tiny voice: a [mouse|sparrow|ladybird] was cold. \"Come close,\" said the {thing}, \"there is room for two.\" They kept each other warm until the [sun came out|snow was gone], and they [stayed friends for ever|told each other all the stories they knew].",
    "There was {a} {who} wanted to be [bigger|louder|faster] than all the others. {It} tried and tried, and only got tired. \"Why do you want that?\" asked [a little snail|a small bee|an old tortoise]. \"I like you as you are.\" The {thing} had never heard such a thing. {It} smiled, sat down, and for the first time [enjoyed the sunshine|saw how beautiful the day was].",
    "Once {a} found a small golden key. It did not fit the [gate|big door|old box], and it did not fit the [cupboard|clock|chest]. \"Perhaps it opens something far away,\" said the {thing}. So {it} gave the key to a [travelling swallow|sailor|wandering goose]. A year later a letter came: \"Your key opened [a garden full of roses|a house full of books], and the door now stands open for you.\"",
    "On the last day of summer, {a} wrote a letter to the [winter|first snow|north wind]. \"Please be gentle,\" {it} said, \"because my friends are small.\" The [winter|first snow|north wind] read it and was touched. That year it came [softly, on tiptoe|slowly and quietly], and nobody was cold. And the {thing} got an answer, written in frost: \"Thank you for asking so kindly.\"",
    "One day {a} found a message in a bottle. \"Whoever reads this,\" it said, \"is invited to my birthday.\" There was no name and no place on it, only a drawing of [a red roof|three trees|a round hill]. The {thing} looked and looked, until at last [a swallow|a boy|an old goat] knew the way. They came just in time for the cake, and the {thing} got the biggest piece.",
    "There was once {a} {who} talked in rhymes and could not stop. \"Good day, good hay, come out and play,\" said the {thing} to everybody. [The mayor frowned|The geese giggled|The teacher sighed], but a little girl answered, \"All right, all night, the moon is bright.\" That was the beginning of a wonderful friendship, and of a very long poem.",
    "Up on a hill stood [a little house|an old mill|a crooked tree], and there lived {a}. One winter the road was snowed in and nobody could come. So the {thing} wrote little notes and gave them to the wind: \"Hello! Are you well?\" In the village people found them [in the trees|on their roofs|on the doorsteps]. They took their shovels, dug a path up the hill and brought hot soup.",
    "{A} had only one wish: to be in a story. \"But nothing ever happens to me,\" sighed the {thing}. \"Then let us make something happen,\" said a passing [snail|magpie|kitten]. They crossed a puddle, climbed a heap of leaves and got lost for almost an hour. \"Was that a story?\" asked the {thing} when they were home again. \"It is now,\" said the [snail|magpie|kitten], for somebody had written it down. It was you.",
    "One night the moon fell into [the pond|a puddle|the well], or so it seemed. \"Help!\" cried the frogs. {A} came and looked. \"Do not be afraid,\" said the {thing}. \"That is only its picture. Look up!\" They all looked up, and there it was, round and bright as ever. From then on, the {thing} was called [the wise one|the rescuer of the moon|the moon's best friend].",
    "{A} collected sounds: [the drip of the rain|the hum of a bee|the creak of a gate] and the laugh of the baker's wife. {It} kept them all in a little box. One day the town became so sad that it was quite silent. Then the {thing} opened the box, and all the sounds flew out at once. People came to their windows, listened, and began to [smile|sing|dance].",
    "When the big [storm|flood|snow] came, everybody asked who could help. \"I can,\" said {a}, but nobody listened, because {it} had never done anything great before. So the {thing} just began, with one small thing, and then another. By evening the work was done. \"Why did we not ask you sooner?\" they said, and the {thing} only smiled.",
    "Far away, behind [seven hills|the last bridge|the big forest], there lived {a}. Every day {it} planted one seed. \"That is much too little,\" said the neighbours. But days became weeks, and weeks became years. And one morning in spring there was a garden so big and so bright that even the [king|queen|mayor] came to see it. \"One seed a day,\" said the {thing}, \"is not so little after all.\"",
    "A long time ago {a} came to a town where nobody laughed. The {thing} told a joke, but nobody laughed. {It} made a funny face, and still nobody laughed. Then {it} [slipped on a banana peel|sneezed so hard that {its} hat flew off|sat down in a bucket]. A small boy giggled, and then the whole town laughed, and the {thing} laughed [loudest of all|with them].",
)  # fmt: skip

POEMS = (
    "There was {a} I used to know,\n{It} liked the sun, {it} liked the snow.\n{It} said hello to all who came\nAnd asked each one to tell its name.\nAnd when the day was at its end,\nThe {thing} had found another friend.",
    "Tell me, {thing}, where do you go\nWhen evening comes and lamps burn low?\n\"I stay right here,\" I hear it say,\n\"And dream about a brand new day.\"\nSleep well, dear {thing}, sleep tight,\nThe moon will watch you through the night.",
    "I met {a} upon a hill,\nThe wind was soft, the world was still.\nWe watched the clouds go drifting by\nLike sheep across a big blue sky.\nAnd when I had to say goodbye,\nThe {thing} and I, we did not cry.",
    "If I could have one thing today,\nI'd ask for {a} right away.\nWe'd laugh and sing the whole day long\nAnd make ourselves a silly song.\nThe {thing} and I, all in a row,\nHow fast the happy hours would go!",
    "Have you seen {a} tonight,\nShining in the pale moonlight?\n{It} does not shout, {it} does not run,\n{It} dreams of mornings full of sun.\nDear {thing}, I wish you well,\nWith all the tales that you can tell.",
    "{A} sat in the summer sun\nAnd thought of games and jokes and fun.\nThe bees went by, the birds did too,\nThe grass was green, the sky was blue.\n\"How good it is,\" the {thing} said,\n\"To feel the sunshine on my head.\"",
    "Rain on the window, rain on the tree,\nThe {thing} is looking out with me.\nWe count the drops, we hear them fall,\nWe hear the wind, we hear it all.\nAnd when the rain has gone away,\nThe {thing} and I go out to play.",
    "Oh, what a day for {a} to be\nAs glad as a bird in an apple tree!\nThe road is long, the sky is wide,\nAnd all {its} friends are by {its} side.\nSo sing for the {thing}, sing high, sing low,\nAnd wave your hand when you must go.",
    "Some have a boat and some have a ring,\nBut I would rather have {a} to sing.\n{It} sings in the morning, {it} sings at noon,\n{It} sings in the evening to the moon.\nAnd if you listen, you may hear too\nThe song that the {thing} has made for you.",
    "High on the hill where the wild winds blow,\nThere sat {a} and watched the snow.\nIt fell on roof, it fell on tree,\nIt fell as softly as can be.\n\"Good night,\" the {thing} said, \"good night,\nHow lovely is the world in white.\"",
    "A secret for you, and it is true:\n{A} is waiting here for you.\n{It} has no money, {it} has no crown,\nBut {it} knows the nicest song in town.\nSo greet the {thing} if you pass by,\nAnd sing along, and do not be shy.",
    "Said {a} to the evening star:\n\"I wonder, friend, how old you are.\"\n\"As old as night,\" the star replied,\n\"And always shining at your side.\"\nThe {thing} gave a happy sigh\nAnd waved up to the big dark sky.",
    "One, two, three, what do I see?\n{A} is sitting under a tree.\nFour, five, six, {it} plays with sticks,\nAnd shows the birds some clever tricks.\nSeven, eight, nine, the weather is fine,\nAnd the {thing} is a friend of mine.",
    "The day is done, the sun is low,\nAnd off to bed we all must go.\nGood night to the meadow, good night to the sea,\nGood night to the bird in the apple tree.\nGood night, dear {thing}, good night, dear moon,\nTomorrow will come to see us soon.",
    "When winter comes with ice and snow,\nWhere does the {thing} like to go?\n{It} finds a corner, safe and warm,\nAnd waits there for the end of the storm.\nAnd in the spring, when all is green,\nThe happy {thing} can be seen.",
)  # fmt: skip

CLOSINGS = (" The end.", " And that is the story of the {thing}.", " What a good day that was for the {thing}!", "", "", "")

QUIET_CLOSINGS = (" The end.", "", "")
QUIET = re.compile(r"could not sleep|wanted \[a friend|lost and began|first star|afraid of the dark|white with snow|be gentle|little notes|one seed|where do you go|upon a hill|Rain on the window|wild winds|evening star|off to bed|ice and snow")  # fmt: skip

HE = frozenset("king boy prince man knight captain wizard farmer father grandfather grandpa sailor emperor miller brother tailor baker clown pirate elf giant snowman soldier fisherman shoemaker clockmaker cook composer inventor".split())  # fmt: skip
SHE = frozenset("queen girl princess woman fairy mother grandmother grandma witch sister empress painter gardener astronaut runner mermaid teacher doctor dancer nurse scientist singer poet athlete traveller".split())  # fmt: skip


def slots(thing: str) -> dict[str, str]:
    """What the frames of this module need of a thing that is given with its article."""
    name = named(thing)
    who = next((word for word in name.split() if word in HE or word in SHE), "")
    it, its = ("he", "his") if who in HE else ("she", "her") if who in SHE else ("it", "its")
    who = "who" if who else "that"
    return {"a": thing, "A": thing[0].upper() + thing[1:], "thing": name, "it": it, "its": its, "It": it.capitalize(), "who": who}


def little_story(thing: str, rng: Random, quiet: bool = False) -> str:
    """About fifty words on `thing`, given with its article; a quiet one for who is sad or cannot sleep."""
    stories = tuple(story for story in STORIES if not quiet or QUIET.search(story))
    return written(rng.choice(stories) + rng.choice(QUIET_CLOSINGS if quiet else CLOSINGS), rng, **slots(thing))


def little_poem(thing: str, rng: Random, quiet: bool = False) -> str:
    """Six lines on `thing`, given with its article; a quiet one for who is sad or cannot sleep."""
    return written(rng.choice(tuple(poem for poem in POEMS if not quiet or QUIET.search(poem))), rng, **slots(thing))
