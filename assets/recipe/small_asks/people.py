"""First names, and things that no table of this package holds: what a person may ask for all the same."""

from __future__ import annotations

from .asking import names

FIRST_NAMES = names("""
Anna Ben Clara David Ella Finn Greta Hugo Ida Jonas Kate Leo Mia Noah Olivia Paul Rosa Sam Tom Uma Victor Wendy Yara Zoe Adam
Bella Carlo Dora Emil
Fiona George Hannah Ivan Julia Karl Lena Max Nina Oscar Petra Ravi Sofia Theo Vera Will Yusuf Amir Lucy Jack Emma Peter Maria
Daniel Sara Omar Lily
Henry Alice Oliver Grace Felix Eva Martin Nora Simon Ruth Luca Aisha Kenji Mei Tara Rosie Arthur Marta Elias Lotte Pablo Ines
Freya Toby Molly Jasper
Hanna Nils Agnes Bruno Celia Dennis Edith Frank Gina Harry Irene Jenny Kurt Linda Mark Nick Pia Robin Stella Tim Violet Walter Amy
""")

RARE_NOUNS = names("""
zeppelin lantern accordion telescope windmill cactus compass trumpet submarine tractor parrot hammock kettle lighthouse sandcastle
scarecrow typewriter
wardrobe anchor balloon banjo barrel beetle bench binoculars blanket bonfire bookshelf boomerang bracelet bucket camel canoe
carpet carousel castle caterpillar chimney
cello cherry chess clarinet comet cradle crane crayon crocodile cushion dandelion dolphin donut drum eagle easel elevator envelope
escalator feather fern ferry flute
fountain giraffe glacier globe gorilla grasshopper guitar hamster harp hedge helicopter igloo island jaguar jellyfish jigsaw
kangaroo kite koala ladder ladybug
llama magnet mailbox marble mattress meadow microscope mirror mitten moose mosquito motorbike mushroom necklace noodle octopus
omelette orchid ostrich oven
paintbrush panda parachute peacock pebble pelican pillow pinwheel planet plum pocket pony porcupine postcard puddle puppet puzzle
pyramid quilt raccoon
radiator reindeer ribbon rooster rug saddle sandal satellite saxophone scooter seahorse seesaw skateboard sled sofa spoon squid
stapler statue stove
suitcase sundial swan swing teapot tent thimble toaster toothbrush tortoise toucan tower tram trampoline tricycle trophy truck
tuba tunnel turnip
umbrella unicorn vase vest violin volcano waffle wagon walnut walrus waterfall whistle wig xylophone yacht yak zipper
""")
