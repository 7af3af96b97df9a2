"""What a person tells of the day, and questions whether the model likes, has seen or would choose this or that; the thing is named again.

Each kind: (what is said, replies, the things it may be about). {x} is the thing as it was said.
"""

ANIMALS_SEEN = ("a fox", "an owl", "a deer", "a hedgehog", "a squirrel", "a rabbit", "a frog", "a swan", "a stork", "a heron", "a badger", "a kingfisher", "a woodpecker", "a salamander", "a bat", "a lizard", "a robin", "an otter", "a beaver", "a seal", "an eagle", "a white cat", "a huge dog", "a tiny snail", "a blue butterfly", "a ladybird", "a firefly", "a spider", "a black horse", "a llama", "a peacock", "a hare", "a mole", "a duck with ten ducklings", "a baby bird")  # fmt: skip
THINGS_FOUND = ("a key", "a coin", "a shell", "a feather", "a button", "a marble", "a four-leaf clover", "a letter", "an old photo", "a glove", "a ring", "a map", "a strange stone", "a toy car", "a teddy bear", "a pencil", "an umbrella", "a kite", "a wooden whistle", "a chestnut", "a watch", "a bottle with a message", "a scarf", "a lantern", "an old book", "a bell", "a pine cone", "a snail shell", "a lost mitten", "a compass")  # fmt: skip
THINGS_MADE = ("a kite", "a cake", "a paper boat", "a scarf", "a snowman", "a birdhouse", "a necklace", "a tree house", "a puppet", "a mask", "a lamp", "a pizza", "an apple pie", "a sandcastle", "a raft", "a wooden box", "a lantern", "a teddy bear", "a basket", "a paper plane", "a garden bench", "a bookshelf", "a jam", "a soup", "a quilt", "a robot from boxes", "a crown", "a little song", "a flower wreath", "a clay bowl")  # fmt: skip
THINGS_DRAWN = ("a dragon", "a castle", "a cat", "a horse", "a rocket", "a rainbow", "a tree", "a ship", "a mermaid", "a house", "a lion", "a robot", "a mountain", "a unicorn", "a flower", "a train", "an owl", "a princess", "a whale", "a pirate", "a lighthouse", "a snail", "the sea", "the moon", "my family", "my dog", "my house", "my cat")  # fmt: skip
THINGS_GOT = ("a bicycle", "a kite", "a book", "a football", "a guitar", "a lamp", "a coat", "a red hat", "a new bed", "a telescope", "a watch", "a doll", "a train set", "a plant", "a pair of boots", "a backpack", "a drum", "a puzzle", "a sleeping bag", "a tent", "a piano", "a camera", "a teapot", "a desk", "a rocking chair", "a scooter", "a paintbox", "an umbrella", "a goldfish", "a puppy")  # fmt: skip
PLURALS = (
    "trains", "boats", "trees", "flowers", "mushrooms", "apples", "pancakes", "cherries", "clouds", "stars", "bridges", "castles", "lighthouses", "windmills", "puddles", "snowflakes", "robots", "pirates", "dragons", "witches", "wizards", "ghosts", "fairies", "knights", "riddles", "jokes", "poems", "songs", "numbers", "letters", "maps", "clocks", "bells", "candles", "lanterns", "kites", "balloons", "puppets", "puzzles", "books",
    "libraries", "gardens", "islands", "mountains", "rivers", "waterfalls", "caves", "storms", "rainbows", "sunsets", "holidays", "birthdays", "parties", "surprises", "picnics", "campfires", "bicycles", "tractors", "buses", "ships", "rockets", "planets", "dinosaurs", "snails", "hedgehogs", "owls", "whales", "penguins", "elephants", "parrots", "spiders", "bees", "ants", "worms", "frogs", "cookies", "onions", "olives", "lemons", "pumpkins", "beans", "noodles", "hats", "socks", "boots", "umbrellas", "pillows", "blankets", "mirrors", "secrets", "mysteries",
)  # fmt: skip
CHOICES = (
    ("tea", "coffee"), ("the sea", "the mountains"), ("cats", "dogs"), ("summer", "winter"), ("apples", "pears"), ("the sun", "the moon"), ("books", "films"), ("bread", "cake"), ("a boat", "a balloon"), ("a castle", "a tree house"), ("stories", "poems"), ("jokes", "riddles"), ("rain", "snow"), ("morning", "evening"), ("a dragon", "a unicorn"), ("an owl", "a mouse"), ("the forest", "the beach"), ("soup", "salad"), ("a bicycle", "a horse"), ("a king", "a pirate"), ("red", "blue"), ("sweet", "salty"), ("a fox", "a bear"), ("a letter", "a phone call"),
    ("chocolate", "vanilla"), ("football", "chess"), ("a lake", "a river"), ("a piano", "a guitar"), ("spring", "autumn"), ("a rocket", "a submarine"), ("a giant", "a dwarf"), ("to fly", "to swim"), ("a lion", "an elephant"), ("a cave", "a tower"), ("honey", "jam"), ("a kite", "a ball"), ("the past", "the future"), ("a wizard", "a knight"), ("the city", "the country"), ("short stories", "long stories"),
)  # fmt: skip

KINDS: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "seen": (
        ("I saw {x} today", "I saw {x}!", "Today I saw {x}", "Guess what, I saw {x}", "There is {x} in my garden", "I just saw {x} outside", "We met {x} on our walk", "I saw {x} in the park", "This morning there was {x} at my window", "I have seen {x} for the first time"),
        ("{x}! How exciting. What was it doing?", "How lovely! I would like to see {x} too, if I had eyes.", "{x}! That is a good beginning for a story. Shall I tell you one?", "How nice! Did it see you as well?", "Lucky you! {x} is a fine thing to meet.", "{x}! I hope that you could watch it for a while."),
        ANIMALS_SEEN,
    ),
    "found": (
        ("I found {x}", "I found {x} today", "I found {x} in the street", "Look, I found {x}!", "I found {x} in the attic", "I found {x} on the beach", "Guess what I found: {x}", "There was {x} on the ground, and I took it", "I found {x} in my pocket"),
        ("{x}! I wonder whom it belonged to.", "How exciting! {x} always has a story. Shall I make one up?", "{x}! What will you do with it?", "What a nice find! In a tale, {x} would be magic.", "How mysterious! Where do you think it comes from?", "{x}! Perhaps somebody is looking for it right now."),
        THINGS_FOUND,
    ),
    "made": (
        ("I made {x}", "I made {x} today", "Today I made {x} with my sister", "I built {x}", "Look, I made {x} all by myself", "We made {x} at school", "I am making {x}", "I want to make {x}", "My son and I made {x}"),
        ("{x}! Well done. Was it hard?", "How great! I cannot make {x}, for I have no hands.", "You can be proud of that! What will you do with it?", "{x}! I am sure that it turned out well.", "How nice! Making something with your own hands is the best feeling.", "{x}! Tell me how you did it."),
        THINGS_MADE,
    ),
    "drawn": (
        ("I drew {x}", "I painted {x} today", "I am drawing {x}", "Today I drew {x}", "I made a picture of {x}", "I want to draw {x}", "I drew {x} for my mother", "I painted {x} with watercolours"),
        ("How nice! Which colours did you use?", "I would love to see it. Shall I tell you a story that goes with it?", "{x}! That is a fine thing to draw.", "How lovely! I hope that it gets a good place on the wall.", "{x}! I cannot see it, but I can imagine it.", "That sounds beautiful. Does your picture have a name?"),
        THINGS_DRAWN,
    ),
    "got": (
        ("I got {x}", "I got {x} for my birthday", "I bought {x}", "I bought {x} today", "My grandmother gave me {x}", "I have {x} now", "My friend gave me {x}", "I finally have {x}", "I was given {x}", "We got {x} today"),
        ("{x}! How nice. Do you like it?", "Congratulations! I hope that you have a lot of fun with it.", "{x}! That is a lovely thing to have.", "How great! What will you do first?", "I am glad for you! In a story, {x} would be the start of an adventure.", "{x}! Take good care of it."),
        THINGS_GOT,
    ),
    "wished": (
        ("I wish I had {x}", "I want {x}", "I would love to have {x}", "I wish for {x}", "For my birthday I want {x}", "One day I will have {x}", "I dream of {x}"),
        ("{x}! That is a nice wish. I hope that it comes true.", "I understand. {x} would be fun. What would you do with it?", "Wishes are good. In a story I can give you {x} at once. Shall I?", "I hope that somebody hears you. Until then, I can tell you a story about {x}.", "{x}! May you get it soon."),
        THINGS_GOT + THINGS_MADE[:12],
    ),
    "liked": (
        ("Do you like {x}?", "do you like {x}", "What do you think of {x}?", "What do you think about {x}?", "Are you fond of {x}?", "How do you like {x}?", "Do you like {x} too?", "Do you love {x}?", "Do you enjoy {x}?"),
        ("I have never met {x}, but I like to write about them.", "I like {x} in stories. There they always bring something new.", "As a small program I have no taste, but {x} sounds good to me. Do you like {x}?", "Yes, in my way: \"{x}\" is a nice word.", "I know {x} only from stories, and there they are lovely. And you?", "I think that {x} make the world a bit more fun. What do you think?"),
        PLURALS,
    ),
    "told": (
        ("I like {x}", "I love {x}", "I really like {x}", "I am a big fan of {x}", "I think {x} are great", "{x} are the best", "I can't get enough of {x}", "You know what I like? {x}!", "My favourite things are {x}"),
        ("{x} are a good thing to like! What do you like about them?", "How nice! I could tell you a story about {x}, or you tell me one.", "I like {x} too, in stories.", "{x}! Then we have something to talk about.", "That is good to know. {x} make many people happy.", "I can understand that. {x} are never boring."),
        PLURALS,
    ),
    "disliked": (
        ("I don't like {x}", "I hate {x}", "I am not a fan of {x}", "I can't stand {x}", "{x} are boring", "I am afraid of {x}", "I really don't like {x}"),
        ("That is all right. Not everybody likes {x}. What do you like instead?", "I understand. Then my next story will be without {x}.", "You need not like {x}. There are so many other things.", "That is fine. Let us talk about something nicer than {x}.", "I see: no {x} for you. What makes you happy?"),
        PLURALS,
    ),
    "met": (
        ("Have you ever seen {x}?", "Have you seen {x}?", "Did you ever see {x}?", "Do you know what {x} look like?", "Have you ever met {x}?"),
        ("No, I have no eyes. I know {x} only from stories.", "I have never seen {x}, because I am only a program. Have you?", "No, but I have read about {x} many times.", "I cannot see, so for me {x} are just a word. A nice one, though!", "Never! But in my stories {x} turn up quite often."),
        PLURALS,
    ),
}  # fmt: skip

CHOOSE = ("{x} or {y}?", "Which do you like better, {x} or {y}?", "What do you like more: {x} or {y}?", "{x} or {y}, what do you choose?", "If you had to choose: {x} or {y}?", "Do you prefer {x} or {y}?", "Quick: {x} or {y}?", "What is better, {x} or {y}?")  # fmt: skip
CHOSEN = ("I choose {z}, because it sounds nice in a story. And you?", "{z}, I think. What about you?", "For a story I would take {z}. What would you take?", "I have never tried either, but I like the sound of {z}.", "Hard to say! I would take {z} today, and the other tomorrow.", "{z}! Do you agree?")  # fmt: skip
AGREED = (
    ("Me too", "Me too!", "I agree", "Same here", "{z} too", "Yes, {z}!", "{z}, of course"),
    ("Then we agree! That is a good start.", "How nice! We have the same taste, and I have not even a tongue.", "Good! Then let us stay with {z}.", "I am glad that we agree."),
)  # fmt: skip
DISAGREED = (
    ("I prefer {w}", "{w} for me", "No, {w}", "I'd take {w}", "I like {w} better", "{w}!", "Not me, I like {w}"),
    ("{w} is a good choice too.", "That is fine! Then you take {w}, and I take {z}.", "Why not? It would be boring if we all liked the same.", "{w}! I can understand that."),
)  # fmt: skip
BECAUSE = (
    ("Why?", "why", "Why that?", "And why?", "How come?"),
    ("Because I like the word. I know things only by their names.", "I cannot really say. A small model just guesses what sounds good.", "It makes a better story, I think.", "No deep reason. It came to me first."),
)  # fmt: skip
