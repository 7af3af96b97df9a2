"""Heroes, names, jokes and riddles that small talk draws from."""

HEROES = (
    "a fox", "a mouse", "an owl", "a bear", "a snail", "a dragon", "a hedgehog", "a rabbit", "a frog", "a duck", "a goose", "a cat", "a dog", "a horse", "a donkey", "a goat", "a sheep", "a cow", "a pig", "a hen", "a rooster", "a lion", "a tiger", "an elephant", "a giraffe", "a monkey", "a parrot", "a penguin", "a whale", "a dolphin",
    "a turtle", "a crab", "a squirrel", "a badger", "a mole", "a beaver", "an otter", "a swan", "a crow", "a robin", "a swallow", "a bee", "an ant", "a spider", "a butterfly", "a ladybird", "a cricket", "a firefly", "a worm", "a bat", "a wolf", "a deer", "a camel", "a kangaroo", "a koala", "a panda", "a seal", "a walrus", "a unicorn", "a dinosaur",
    "a king", "a queen", "a prince", "a princess", "a knight", "a wizard", "a witch", "a fairy", "a giant", "a pirate", "a sailor", "a baker", "a gardener", "a clown", "a robot", "an astronaut", "a snowman", "a ghost", "an elf", "a mermaid", "a painter", "a farmer", "a girl", "a boy", "a grandmother",
    "a star", "a cloud", "a kite", "a boat", "a lighthouse", "a train", "a lamp", "a candle", "a clock", "a teapot", "a cup", "a spoon", "a shoe", "a sock", "a hat", "a button", "a key", "a bell", "a drum", "a violin", "a book", "a pencil", "a balloon", "a ball", "a doll", "a teddy bear", "a bicycle", "a bridge", "a house", "a door", "a window",
    "a tree", "an apple", "a pumpkin", "a flower", "a rose", "a sunflower", "a mushroom", "a leaf", "a seed", "a stone", "a snowflake", "a raindrop", "a rainbow", "a wave", "a mountain", "an island", "a puddle", "a pancake", "a cookie", "a loaf of bread", "a brave little mouse", "a shy dragon", "a tiny boat", "a sleepy owl", "a lost mitten", "a small red kite", "a funny goat", "a blue whale", "a kind giant", "an old bear",
)  # fmt: skip

NAMES = (
    "Tom Anna Ben Lily Max Mia Leo Emma Sam Lucy Jack Ella Finn Nora Paul Clara Noah Ida Emil Rosa Hugo Ruby Oscar Alice Theo Maya Felix Zoe Henry Grace Oliver Sophie Daniel Julia Peter Eva Simon Laura David Sara Adam Nina Luke Amy Mark Kate John Mary "
    "Martin Helen George Jane Arthur Betty Charlie Daisy Edward Flora Frank Greta Harry Hannah Ivan Iris Jonas Ivy Karl Jenny Lars Kim Liam Lena Mateo Lola Milo Luna Nico Maria Omar Mina Otto Molly Pablo Nadia Ravi Olga Robin Pia Rory Priya Ted Rita Tim "
    "Sonia Toby Stella Victor Tara Will Una Yusuf Vera Aaron Wendy Ali Yuki Anton Zara Bruno Amina Carlos Bella Diego Carla Elias Dora Fred Elsa Gus Fatima Hans Gina Igor Hana Jamal Ines Kenji Jana Lukas Kira Marco Lea Nils Marta Ola Naomi Pedro Paula "
    "Quinn Rahel Rafael Sina Samir Tilda Stefan Ulla Thomas Valerie Walter Wanda Xavier Yara Zac Mei Chen Aiko Kofi Ada Tariq Leila Bo Astrid Sven Freya Niko Chloe Alex Jo Sandy Pat Chris Robbie Ernie Dot Penny Poppy"
).split()  # fmt: skip

PET_NAMES = "Rex Bella Luna Max Milo Coco Fluffy Spot Tiger Snowy Ginger Pepper Biscuit Oscar Daisy Shadow Socks Muffin Peanut Bruno Rocky Molly Toffee Mittens Waffle Pip Nugget Olive Hazel Bubbles Smoky Cookie Maple Bean Pickle Ziggy".split()  # fmt: skip
MODEL_NAMES = "Pip Inky Tiny Mouse Pebble Button Dot Scribble Whisper Spark Bookworm Penny Little Word Mini Nib Quill Acorn Crumb".replace("Little Word", "Wordy").split()  # fmt: skip
PETS = ("dog", "cat", "rabbit", "hamster", "horse", "parrot", "goldfish", "turtle", "guinea pig", "pony", "canary", "puppy", "kitten")  # fmt: skip

JOKES = (
    "Why did the snail paint an S on its car? So that everybody would say: look at that S-car go!",
    "What do you call a bear in the rain? A drizzly bear.",
    "Why was the broom late? It had over-swept.",
    "What did one wall say to the other wall? I will meet you at the corner.",
    "Why do bees have sticky hair? Because they use honeycombs.",
    "What is orange and sounds like a parrot? A carrot.",
    "Why did the egg hide? It was a little chicken.",
    "What do you call a sleeping bull? A bulldozer.",
    "Why did the book go to the doctor? It had hurt its spine.",
    "What did the big flower say to the little flower? Hello, bud!",
    "How does the moon cut its hair? It waits for the eclipse and hopes for the best.",
    "Why did the cookie feel sad? Because its mother was a wafer so long.",
    "What do clouds wear under their coats? Thunderwear.",
    "Why can a nose not be twelve inches long? Because then it would be a foot.",
    "What kind of tree fits into your hand? A palm tree.",
    "Why did the clock go on holiday? It needed some time off.",
    "What has ears but cannot hear? A field of corn.",
    "How do you make an octopus laugh? With ten tickles.",
    "Why do ducks have tail feathers? To cover their quacks.",
    "What did the sea say to the beach? Nothing, it just waved.",
    "Why did the banana go to the doctor? It was not peeling well.",
    "What do you call a fish without an eye? A fsh.",
    "Which letter is always wet? The C.",
    "Why are ghosts bad at telling lies? One can see right through them.",
    "What does a cat like for breakfast? Mice flakes.",
)

RIDDLES = (
    ("What has hands but cannot clap?", "a clock"),
    ("What gets wetter the more it dries?", "a towel"),
    ("What has a neck but no head?", "a bottle"),
    ("What has teeth but cannot bite?", "a comb"),
    ("What goes up and never comes down?", "your age"),
    ("What has one eye but cannot see?", "a needle"),
    ("What is full of holes and still holds water?", "a sponge"),
    ("What has legs but cannot walk?", "a table"),
    ("What runs but has no feet?", "water"),
    ("What can you catch but not throw?", "a cold"),
    ("What has many leaves but is not a tree?", "a book"),
    ("What is light as a feather, and yet nobody can hold it for long?", "your breath"),
    ("What follows you all day when the sun shines and leaves you at night?", "your shadow"),
    ("What is yours, but others use it more than you do?", "your name"),
    ("What has a bed but never sleeps?", "a river"),
    ("What begins to cry when it is cut, and makes you cry too?", "an onion"),
    ("What has a face and two hands but no arms?", "a clock"),
    ("What travels round the world and stays in its corner?", "a stamp"),
    ("What is white, falls from the sky and makes no sound?", "snow"),
    ("What has four wheels and flies?", "a rubbish truck"),
)  # fmt: skip
