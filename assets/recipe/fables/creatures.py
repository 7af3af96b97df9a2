"""Animals, people, traits' helpers and places of the fables."""

from ..texts import read

TEXT = read("fables/creatures")

BIG = TEXT.BIG
SMALL = TEXT.SMALL
MIDDLE = TEXT.MIDDLE
MEN = tuple("farmer miller king shepherd fisherman boy merchant tailor woodcutter knight hunter cobbler".split())
WOMEN = tuple("queen girl baker weaver grandmother princess milkmaid gardener shepherdess fishwife".split())

GROUPS = {
    "birds": frozenset("eagle stork goose swan peacock ostrich emu sparrow robin hen duck wren chick swallow magpie lark finch nightingale cuckoo duckling crow raven owl rooster parrot turkey pelican heron penguin pheasant seagull hawk puffin toucan bat".split()),
    "insects": frozenset("snail ant bee cricket beetle ladybird grasshopper butterfly spider caterpillar moth".split()),
    "water": frozenset("hippo goose swan frog duck toad turtle crab newt duckling otter beaver pelican heron penguin seagull capybara puffin walrus moose".split()),
    "scaly": frozenset("frog tortoise lizard toad turtle crab gecko newt chameleon iguana pangolin armadillo".split()),
    "striped": frozenset("tiger zebra okapi leopard panther jaguar cheetah".split()),
    "slow": frozenset("snail tortoise sloth turtle caterpillar".split()),
    "quick": frozenset("hare weasel rabbit squirrel kitten".split()),
}  # fmt: skip

PLACES = TEXT.PLACES
