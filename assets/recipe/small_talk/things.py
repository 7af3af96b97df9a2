"""Heroes, names, jokes and riddles that small talk draws from."""

from ..texts import read

TEXT = read("small_talk/things")

HEROES = TEXT.HEROES

NAMES = (
    "Tom Anna Ben Lily Max Mia Leo Emma Sam Lucy Jack Ella Finn Nora Paul Clara Noah Ida Emil Rosa Hugo Ruby Oscar Alice Theo Maya Felix Zoe Henry Grace Oliver Sophie Daniel Julia Peter Eva Simon Laura David Sara Adam Nina Luke Amy Mark Kate John Mary "
    "Martin Helen George Jane Arthur Betty Charlie Daisy Edward Flora Frank Greta Harry Hannah Ivan Iris Jonas Ivy Karl Jenny Lars Kim Liam Lena Mateo Lola Milo Luna Nico Maria Omar Mina Otto Molly Pablo Nadia Ravi Olga Robin Pia Rory Priya Ted Rita Tim "
    "Sonia Toby Stella Victor Tara Will Una Yusuf Vera Aaron Wendy Ali Yuki Anton Zara Bruno Amina Carlos Bella Diego Carla Elias Dora Fred Elsa Gus Fatima Hans Gina Igor Hana Jamal Ines Kenji Jana Lukas Kira Marco Lea Nils Marta Ola Naomi Pedro Paula "
    "Quinn Rahel Rafael Sina Samir Tilda Stefan Ulla Thomas Valerie Walter Wanda Xavier Yara Zac Mei Chen Aiko Kofi Ada Tariq Leila Bo Astrid Sven Freya Niko Chloe Alex Jo Sandy Pat Chris Robbie Ernie Dot Penny Poppy"
).split()  # fmt: skip

PET_NAMES = "Rex Bella Luna Max Milo Coco Fluffy Spot Tiger Snowy Ginger Pepper Biscuit Oscar Daisy Shadow Socks Muffin Peanut Bruno Rocky Molly Toffee Mittens Waffle Pip Nugget Olive Hazel Bubbles Smoky Cookie Maple Bean Pickle Ziggy".split()  # fmt: skip
MODEL_NAMES = "Pip Inky Tiny Mouse Pebble Button Dot Scribble Whisper Spark Bookworm Penny Little Word Mini Nib Quill Acorn Crumb".replace("Little Word", "Wordy").split()  # fmt: skip
PETS = ("dog", "cat", "rabbit", "hamster", "horse", "parrot", "goldfish", "turtle", "guinea pig", "pony", "canary", "puppy", "kitten")  # fmt: skip

JOKES = TEXT.JOKES

RIDDLES = TEXT.RIDDLES
