"""Things that stories are about: noun | how it was (a sentence about it). "some" before the noun: no article, no plural."""

THING_TABLE = """
kite | It was red, with a long tail of ribbons.
ball | It had blue and yellow stripes.
hat | It had a small green feather in it.
scarf | It was so long that it went three times around the neck.
umbrella | It was yellow with white dots.
lantern | It gave a soft, warm light.
lamp | Its light was as yellow as butter.
candle | It smelled of honey.
key | It was old and a bit rusty.
golden key | It shone even in the dark.
box | It was made of dark wood.
little box | Nobody knew how to open it.
drum | It went boom at the lightest touch.
flute | It was carved from a reed.
whistle | It had a high, clear sound.
bell | It rang like a drop of silver.
trumpet | It was a bit dented, but it was loud.
guitar | One string was missing.
violin | It sang almost by itself.
piano | One of its keys always said plonk.
music box | It played a slow, sweet tune.
book | It was full of pictures.
map | It was drawn in red ink.
treasure map | It had a big cross in the middle.
letter | It was closed with a blue seal.
pencil | It was so short that one could hardly hold it.
paintbrush | Its handle was spotted with every colour.
crayon | It was worn down on one side.
button | It was round and shiny and had four holes.
ring | A tiny green stone sparkled in it.
necklace | It was made of glass beads.
crown | It was a little too big.
mirror | It had a frame of shells.
clock | It ticked a bit too fast.
pocket watch | It hung on a fine chain.
compass | Its needle trembled like a leaf.
telescope | One could see the mountains on the moon through it.
magnifying glass | It made ants look like horses.
boat | It was painted white and blue.
paper boat | It was folded from an old newspaper.
toy boat | It had a sail made from a handkerchief.
toy train | It had three red wagons.
toy car | One wheel was a bit loose.
wagon | Its wheels squeaked a little song.
bicycle | It had a bell and a basket.
scooter | It was as fast as the wind.
sledge | It was made of smooth, dark wood.
skateboard | It had a painted star on it.
rocket | It was made of tin and had red fins.
balloon | It was as round as the moon.
teddy bear | One of its ears was missing.
doll | It had a dress with tiny flowers.
puppet | It had a painted smile.
rocking horse | It had a mane of real wool.
spinning top | It hummed when it turned.
yo-yo | It glowed in the dark.
marble | There was a swirl of blue inside it.
puzzle | It had a hundred pieces.
blanket | It was soft and smelled of home.
pillow | It was stuffed with feathers.
quilt | It was made of forty patches.
sock | It was striped red and white.
mitten | It was knitted from green wool.
boot | It was big and made of good leather.
coat | It had deep, warm pockets.
cape | It fluttered even without wind.
cup | It had a crack, but it held water.
teapot | It had a picture of a garden on it.
spoon | It was made of wood and smelled of soup.
pot | It was black and very heavy.
basket | It was woven from willow twigs.
bucket | It had a small hole in it.
ladder | It had eleven steps.
rope | It was long and strong.
hammer | It had a handle of oak.
broom | It swept almost by itself.
stone | It was smooth and grey, with a white line around it.
pebble | It was as round as an egg.
shell | One could hear the sea in it.
pearl | It glowed like a small moon.
feather | It was blue at the tip.
nest | It was lined with moss.
egg | It was white with brown dots.
acorn | It wore its little cap.
nut | Its shell was very hard.
seed | It was no bigger than a crumb.
flower | It had seven yellow petals.
rose | It was dark red and smelled sweet.
sunflower | It was taller than the fence.
leaf | It was red and gold.
apple | It was red on one side and green on the other.
pear | It was ripe and juicy.
orange | It smelled of faraway lands.
strawberry | It was as red as a heart.
pumpkin | It was as big as a cart wheel.
carrot | It was long and orange and crunchy.
turnip | It was so big that nobody could pull it out.
mushroom | It had a red cap with white dots.
cake | It had three layers and pink cream.
birthday cake | It had seven candles.
cupcake | It had a cherry on top.
pie | It smelled of cinnamon.
pancake | It was golden brown.
cookie | It was as big as a plate.
gingerbread heart | It smelled of cinnamon.
sandwich | It had cheese and cucumber in it.
loaf of bread | It was still warm.
jar of honey | It glowed like amber in the sun.
jar of jam | It was made of the sweetest plums.
pot of soup | It steamed and smelled of herbs.
ice cream | It had three scoops.
lollipop | It was green and red in a spiral.
star | It was small, but it shone brightly.
fallen star | It was warm and it hummed.
snowball | It was perfectly round.
snow globe | A tiny village stood inside.
magic wand | Sparks came out of its tip.
magic stone | It glowed when one held it.
magic carpet | It floated a hand above the ground.
magic lamp | It was dusty and dented.
crystal | It threw little rainbows on the wall.
diamond | It sparkled like ice in the sun.
gold coin | It had the face of a king on it.
treasure chest | It had iron bands and a big lock.
flag | It had a white star on it.
mask | It had a long funny nose.
pair of glasses | Through it, everything looked bigger.
camera | It clicked like a cricket.
radio | It knew a hundred songs.
telephone | It rang with a cheerful ding.
robot | It blinked and beeped.
machine | It had more buttons than anyone could count.
clockwork bird | It sang when one turned its key.
wooden horse | It had a saddle of red felt.
swing | It hung from the thickest branch.
hammock | It swayed softly in the wind.
tent | It was green and patched.
bridge | It was made of three planks.
door | It was so small that only a mouse could get through.
bench | It was painted blue.
backpack | It had nine pockets.
suitcase | It was covered with stickers.
stamp | It came from a far country.
bottle | There was a piece of paper inside.
photograph | It was a bit yellow at the edges.
ribbon | It was made of blue silk.
needle | It was thin and bright.
ball of wool | It was red and very soft.
sweater | It was knitted with stars.
cuckoo clock | A wooden bird looked out every hour.
snow shovel | It was bigger than a door.
fishing rod | It was cut from a hazel branch.
watering can | It had a long green spout.
birdhouse | It had a round door and a tiny roof.
"""

RARE_THINGS = tuple(
    item.strip()
    for item in """
tuba; samovar; zither; accordion; bassoon; didgeridoo; kalimba; tambourine; castanet; sousaphone; theremin; ocarina; lute; banjo;
gramophone; kaleidoscope; periscope; sextant; abacus; astrolabe; barometer; boomerang; catapult; monocle; thimble; inkwell; quill;
parasol; kimono; poncho; sombrero; turban; moccasin; clog; galosh; bonnet; beret; fez; waistcoat; bow tie; cufflink; brooch; amulet;
locket; tiara; sceptre; goblet; decanter; ladle; whisk; sieve; corkscrew; wok; casserole; fondue pot; tortilla; croissant; baguette;
pretzel; pomegranate; papaya; persimmon; kumquat; artichoke; rutabaga; kohlrabi; fig; lychee; tangerine; macaroon; eclair; strudel;
waffle; dumpling; burrito; pickle; unicycle; tricycle; rickshaw; gondola; kayak; canoe; dinghy; anchor; rudder; lifebelt; buoy; oar;
pogo stick; trampoline; skipping rope; hula hoop; boogie board; snorkel; flipper; surfboard; toboggan; ice skate; cricket bat; puck;
chess set; domino; dice; jigsaw puzzle; paper lantern; origami crane; pinwheel; wind chime; weather vane; sundial; hourglass; metronome;
typewriter; fountain pen; rubber stamp; paper clip; calculator; microscope; test tube; magnet; battery; light bulb; torch; lighthouse lamp;
screwdriver; wrench; spirit level; wheelbarrow; pitchfork; rake; scythe; flowerpot; terrarium; bonsai tree; cactus; fossil; dinosaur bone;
meteorite; geode; sapphire; topaz; opal; lump of amber; driftwood; horseshoe; saddle; lasso; cowbell; milk churn; butter dish; egg timer;
toast rack; tea cosy; hot-water bottle; chandelier; doorknob; letterbox; keyhole; floorboard; doormat; cushion; beanbag; rocking chair;
teaspoon of moonlight; box of whispers; jar of fireflies; bag of wind; bottle of sunshine; pocketful of rain; cloud on a string;
""".replace("\n", " ").split(";")
    if item.strip()
)

MASS = tuple(
    f"some {item.strip()}"
    for item in """
honey; bread; cheese; soup; milk; snow; sand; paint; glue; wool; moonlight; chocolate; popcorn; porridge; jam; lemonade; stardust; sugar;
clay; string; paper; spaghetti; tea; rice; salt; ice; music; magic dust; cocoa; butter; corn; hay; gold; thread
""".replace("\n", " ").split(";")
)

GENERIC_DETAILS = (
    "It was the finest far and wide.",
    "Nobody else had anything like it.",
    "It was not new, but it was lovely.",
    "It had come from far away.",
    "It had a tiny scratch on one side.",
    "It was a present from long ago.",
    "It looked a bit strange, but also rather nice.",
    "It shone a little in the sun.",
    "It had been in the family for years.",
    "It was just the right size.",
)
