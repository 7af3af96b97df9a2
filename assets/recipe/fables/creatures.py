"""Animals, people, traits' helpers and places of the fables."""

BIG = tuple(
    "lion bear elephant horse wolf bull camel tiger deer moose donkey eagle ox cow giraffe buffalo leopard stork goose swan boar hippo rhino gorilla panther peacock zebra kangaroo ostrich llama reindeer bison yak tapir okapi emu jaguar cheetah elk stallion walrus".split()
)  # fmt: skip
SMALL = tuple(
    "mouse rabbit hare squirrel hedgehog frog sparrow robin snail tortoise mole ant bee cricket hen duck wren beetle lizard toad chick hamster weasel swallow ladybird grasshopper butterfly spider turtle crab bat magpie lark dormouse kitten lamb "
    "marmot gecko newt quokka shrew vole caterpillar moth finch nightingale cuckoo duckling chipmunk lemming".split()
)  # fmt: skip
MIDDLE = tuple(
    "fox badger crow raven owl goat sheep pig cat dog monkey otter beaver rooster parrot turkey pelican heron raccoon lynx porcupine penguin jackal meerkat pheasant seagull mule ram pony hawk capybara pangolin aardvark lemur sloth armadillo wombat puffin toucan chameleon iguana anteater koala panda coyote hyena mongoose".split()
)  # fmt: skip
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

PLACES = (
    "in a green forest", "in a quiet valley", "at the edge of a wood", "by a clear river", "on a wide meadow", "on a small farm", "near an old mill", "at the foot of a mountain", "on a windy hill", "by a blue lake", "in a dry land", "in a deep jungle", "near a sleepy village", "on a green island", "by the sea", "in an old orchard", "in a garden behind a house", "on a grassy plain", "near a stone bridge", "in a snowy land", "by a small pond", "in a bamboo grove", "at the end of a long road", "under a great oak tree", "on a sunny slope", "in a field of corn", "among tall rocks", "near a waterfall", "in a birch wood", "beside a winding brook", "on a heath", "near an empty castle",
)  # fmt: skip
