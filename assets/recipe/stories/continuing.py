"""What happened after the end of a story: a paragraph about the next day, with the same hero."""

from __future__ import annotations

from random import Random

from .grammar import expand
from .tell import Story

# Small adventures, each a row of slots with variants.
ADVENTURES: tuple[tuple[tuple[str, ...], ...], ...] = (
    (
        ("On the way {he} saw a [snail|beetle|small bird] that was stuck in the mud.", "There {hero} heard a thin voice. A [beetle|snail|moth] lay on its back."),
        ("{Hero} helped it up very gently.", "{He} bent down and set it on a dry leaf.", "\"Wait, I will help you,\" said {hero}."),
        ("\"Thank you,\" it said. \"If you ever need me, just whistle.\"", "It looked at {him} for a long time and then it winked.", "\"You are kind,\" it whispered."),
        ("In the evening it came to visit and brought [a drop of honey|a shiny crumb|its whole family].", "And every time {hero} came by after that, it waved."),
    ),
    (
        ("Then it began to rain, and {hero} had no umbrella.", "Around noon the sky turned grey, and the first drops fell."),
        ("{He} held a big leaf over {his} head and walked on.", "{He} jumped from puddle to puddle and counted them.", "{He} put a bucket on {his} head and walked on, and the rain drummed on it."),
        ("There was a big splash, and {he} was wet up to the neck.", "Somewhere someone began to hum, and {hero} hummed along."),
        ("When the sun came back, {hero} steamed like a teapot and laughed.", "Then there was a rainbow, and everyone pointed at it at once."),
    ),
    (
        ("{He} told everyone what had happened, and every time the story grew a bit.", "Everyone wanted to hear about it, so {hero} sat down and began to tell."),
        ("By noon there was a [dragon|storm|giant] in it, and by evening there were three.", "When {he} came to the best part, even the birds were silent."),
        ("\"Was it really like that?\" asked the smallest of them.", "\"And were you not afraid?\" somebody asked."),
        ("\"Almost,\" said {hero}, and grew a little red.", "\"A little,\" said {hero}. \"That is what makes it a good story.\""),
    ),
    (
        ("{Hero} decided to give a small party.", "That called for a party, thought {hero}."),
        ("{He} hung up paper lamps and made a big bowl of [fruit salad|lemonade|popcorn].", "{He} wrote invitations on [leaves|old envelopes|paper boats] and sent them off."),
        ("They all came, and some brought a friend along.", "First nobody came. Then everybody came at the same time."),
        ("They danced until the moon yawned.", "In the end they sang so loudly that the stars came closer to listen.", "And when the last one had gone home, {hero} fell asleep among the lamps."),
    ),
    (
        ("In the morning there was a small parcel at {his} door.", "A letter came for {him}, with no name on it."),
        ("{Hero} opened it slowly. Inside lay [a blue feather|a tiny key|a map with one word on it|a seed].", "\"Come to the big stone at sunset,\" it said."),
        ("{He} wondered all day who had sent it.", "{He} looked at it from all sides and could not eat {his} lunch."),
        ("In the evening {he} found out: it was from somebody who only wanted to say thank you.", "At sunset {he} learned the answer. All the neighbours were there with a big cake."),
    ),
    (
        ("{Hero} wanted to rest, but there was somebody who needed {him}.", "{Hero} had just sat down when someone called for help."),
        ("A little [lamb|kitten|duckling] had climbed up too high and could not get down.", "A cart full of [apples|pumpkins|cabbages] had tipped over."),
        ("\"I know what to do,\" said {hero}, because {he} had learned something.", "{Hero} thought of the day before and was not worried at all."),
        ("It did not take long, and all was well again.", "Soon it was done, and the reward was a big red apple."),
        ("\"You are quick,\" people said. \"I had practice,\" said {hero}.", "That night {hero} slept like a stone."),
    ),
    (
        ("{Hero} tried something new that day: {he} [baked a bread|painted a picture|planted a row of beans|built a bench].", "\"Today I will try something new,\" said {hero}."),
        ("It did not go as planned.", "It was harder than it looked.", "At first it went all wrong."),
        ("But now {he} knew that one must not give up at once.", "{He} remembered what {he} had learned and stayed calm."),
        ("By the evening it was done, and it was not bad at all.", "In the end it was a bit crooked, and {he} was very proud of it."),
    ),
    (
        ("Everything was quiet for a while. {Hero} enjoyed the peace.", "For some days nothing special happened."),
        ("{He} slept late, ate well and looked at the clouds.", "{He} fixed a few things and hummed to {himself}."),
        ("Then, one evening, {he} felt that something was missing.", "But one morning {he} woke up and wanted to see the world."),
        ("So {he} packed a bag and set off, and the next adventure began.", "\"It is time for something new,\" {he} said. But that is another story."),
    ),
    (
        ("In the night there was a knock at the window.", "Late in the evening {hero} heard a scratching at the door."),
        ("It was a little [owl|hedgehog|bat] that had lost its way.", "Outside sat a small [cat|mouse|bird], wet and cold."),
        ("{Hero} gave it warm milk and made it a bed of [moss|wool|soft hay].", "{Hero} let it in and put it next to the stove."),
        ("In the morning it did not want to leave, so it stayed.", "Since then there have been two cups on the table and two pillows on the bed."),
    ),
    (
        ("{Hero} took a long walk to think about everything.", "The sun was shining, and {hero} went for a walk."),
        ("{He} met an old [woman|man|tortoise] who was sitting on a stone.", "On a bench sat an old [sailor|goose|gardener]."),
        ("\"What have you learned?\" asked the old one. {Hero} told the whole story.", "They talked about this and that, and about what makes one happy."),
        ("\"Keep that in your heart,\" said the old one and gave {him} [a nut|a plum|a smooth pebble].", "When {he} went on, {his} steps were light."),
    ),
)  # fmt: skip

PAIRS: tuple[tuple[tuple[str, ...], ...], ...] = (
    (
        ("They wanted to do something nice together and thought for a long time.", "\"What shall we do today?\" asked {hero}."),
        ("\"Let us bake a cake,\" said {friend}, and they got out the flour.", "{Friend} had an apron on already. \"Baking!\" {fhe} said."),
        ("Soon there was flour in every corner and on every nose.", "There was flour on both their noses, and they laughed until they sneezed."),
        ("In the evening they sat side by side and were content.", "And the cake? It was flat as a plate, but it tasted wonderful."),
    ),
    (
        ("Then it began to rain, and they had only one umbrella.", "Around noon it started to rain, and the only umbrella was a small one."),
        ("{Hero} held it, and {friend} pulled in {fhis} belly.", "\"You take it,\" said {hero}. \"No, you,\" said {friend}."),
        ("They got wet anyway, but they did not mind.", "In the end they closed it and danced in the puddles."),
        ("They drank hot cocoa afterwards and told each other stories.", "\"That was fun,\" they said at the same time, with chattering teeth."),
    ),
    (
        ("That day the wind was wild, and it carried off the hat of {friend}.", "A gust of wind came and took the hat of {friend} along."),
        ("{Hero} ran after it and {friend} ran after {hero}, down the hill and up again.", "Both of them ran and jumped, but the hat was quicker."),
        ("In the end they both landed in a haystack, right on top of the hat.", "At last it got stuck in a tree, and {hero} lifted {friend} up."),
        ("It was flat now, but {friend} liked it better that way.", "\"It only wanted to see the world,\" said {friend}, and they laughed."),
    ),
    (
        ("They met somebody small who was all alone.", "Behind a stone sat a little one who had nobody to play with."),
        ("\"Do you want to come with us?\" asked {hero}.", "\"Two is nice,\" said {friend}, \"but three is even better.\""),
        ("So from then on there were three of them.", "The little one beamed, and off they went."),
        ("They played until the moon came out, and everyone was late for supper.", "And that was the beginning of many more adventures."),
    ),
    (
        ("They found an old rope and a board and built a swing.", "\"We need a swing,\" said {hero}, and they built one out of a board and a rope."),
        ("{Friend} was the first to sit on it, and {hero} pushed.", "{Hero} swung first, and {friend} gave a push, and another one."),
        ("Higher and higher it went, until the whole world was swinging.", "\"I can see the end of the world!\" came a shout from above."),
        ("Then there was a crack, and they both sat in the grass and giggled.", "In the evening there was a long line of others who wanted a turn."),
    ),
)  # fmt: skip

LAST = (
    "But that is another story.", "And {hero} was happy.", "And who knows what came after that?", "That was a good day too.",
    "And so it went on, day after day.", "And when night came, {hero} fell asleep with a smile.", "Then {hero} went home, and all was well.",
)  # fmt: skip


def continuation(story: Story, rng: Random) -> str:
    """A paragraph that goes on where the story ended."""
    adventure = rng.choice(PAIRS if story.duo else ADVENTURES)
    slots = [rng.choice(story.plot.next), *(rng.choice(slot) for slot in adventure)]
    if rng.random() < 0.5 and not story.duo:
        slots.append(rng.choice(LAST))
    return " ".join(expand(slot, story.facts, rng) for slot in slots)
