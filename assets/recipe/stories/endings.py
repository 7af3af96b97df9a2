"""Last sentences: at bedtime, with a moral, and just so."""

BEDTIME = (
    "That night {hero} lay in {his} warm bed, closed {his} eyes and slept until morning.",
    "Then {hero} yawned, pulled up the blanket and fell asleep with a smile.",
    "And when the moon rose, {hero} was already fast asleep.",
    "When the stars came out, {hero} curled up and dreamed of good things.",
    "{Hero} was so tired that {he} fell asleep before {he} had said good night.",
    "The moon looked in, and {hero} slept, deep and sound.",
    "Soon it was quiet everywhere, and {hero} slept under a sky full of stars.",
    "{Hero} thought about the day once more, smiled and was asleep.",
    "The wind sang a soft song, and {hero} drifted off to sleep.",
    "At last {hero} snuggled into {his} blanket, and {his} eyes fell shut. Good night.",
    "Then it grew dark, and it grew still, and {hero} slept. Sleep well, you too.",
    'That evening {he} whispered, "What a day," and then {he} was asleep.',
    "And {hero} slept so well that even {his} dreams were smiling.",
    "Outside the night was soft and blue. Inside {hero} was asleep.",
    "One star after another lit up, and {hero} closed one eye and then the other.",
    "Tired and happy, {hero} went to bed, and sleep came on tiptoe.",
    "Then {hero} breathed slowly, in and out, in and out, and was asleep. Good night.",
    "And now {hero} is asleep, and soon you will be too.",
    "{Hero} laid {his} head on the pillow, and the day was over. Good night.",
    "The lamp went out, the moon came in, and {hero} slept till morning.",
    '"Good night," {he} murmured to the moon, and then there was only quiet breathing.',
    "That night {he} dreamed of it all once more, and it was even nicer in the dream.",
)

BEDTIME_FOR_CHILD = (
    "Good night, {child}.",
    "Sleep well, {child}.",
    "And now close your eyes, {child}. Good night.",
    "Sweet dreams, {child}.",
)

MORAL = (
    "The moral of the story: {moral}.",
    "The moral of the story is that {moral}.",
    "And the moral is this: {moral}.",
    "And so {hero} learned that {moral}.",
    "{Hero} learned that {moral}.",
    "That day {hero} learned that {moral}.",
    "And what do we learn from this? {Moral}.",
    "And this is what {hero} never forgot: {moral}.",
    "The lesson of this story: {moral}.",
)

PAIR_MORAL = (
    "The moral of the story: {moral}.",
    "The moral of the story is that {moral}.",
    "And the moral is this: {moral}.",
    "So they both learned that {moral}.",
    "And what do we learn from this? {Moral}.",
    "The lesson of this story: {moral}.",
)

PAIR_BEDTIME = (
    "That night they both slept well and dreamed of each other.",
    "When the moon rose, they were both fast asleep.",
    "Then they yawned, first one and then the other, and soon they slept.",
    "The stars came out, and the two friends slept till morning. Good night.",
    "It grew dark, it grew still, and they slept side by side.",
    '"Good night," said one. "Good night," said the other. And then it was quiet.',
    "Tired and happy, they closed their eyes. Sleep well, you too.",
)

PLAIN = (
    "And {hero} smiled for the rest of the day.",
    "It was a day that {hero} never forgot.",
    "{Hero} still likes to tell that story today.",
    "And everyone was content.",
    "That was the best day of the whole year.",
    "And so everything was well in the end.",
    "{Hero} went home with a light heart.",
    "People {in_the_place} still talk about it today.",
    "And if you ever come by, {hero} will tell you about it {himself}.",
    "And they all had pancakes for supper.",
    "In the evening {he} told the moon all about it.",
    "{Hero} laughed, and the whole world seemed to laugh too.",
    "From that day on, {he} hummed a new tune.",
    "And from then on, every day {in_the_place} was a little brighter.",
    "Who knows what {hero} will do tomorrow?",
    "And {hero} was proud, and rightly so.",
)

PAIR_PLAIN = (
    "And they stayed friends for ever.",
    "They still laugh about it today.",
    "And so everything was well in the end.",
    "It was the best day of the whole year.",
    "People {in_the_place} still talk about the two of them.",
    "And in the evening they had pancakes.",
)

FUNNY = (
    "And if the soup has not boiled over, they are still laughing today.",
    "Everyone laughed, even the old goat, and it never laughs.",
    "{Hero} laughed until {he} got the hiccups.",
    "And nobody ever found the left sock.",
    "You think that is silly? You should have seen the hat.",
    "The neighbours shook their heads for a week.",
    "And a snail, who had seen it all, is still on its way to tell the others.",
    "The moon laughed so hard that it almost fell into the pond.",
    "And that is why there is a spoon on the roof to this day.",
    "They laughed so much that the cat went to live next door for an hour.",
)

ABOUT = (
    "And that was a story about {subject}.",
    "So this was a little story about {subject}.",
    "And that is my story about {subject}.",
)
