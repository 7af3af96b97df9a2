"""Heroes, helpers and friends: who can be in a story. A line: noun | pronoun (he, she, it; x: he or she) | kind | what it likes."""

HERO_TABLE = """
fox | x | animal | chasing leaves
mouse | x | animal | nibbling on crumbs of cheese
cat | x | animal | sleeping in a sunny spot
kitten | x | animal | playing with a ball of wool
dog | x | animal | fetching sticks
puppy | x | animal | chewing on old slippers
rabbit | x | animal | hopping in zigzags
bunny | x | animal | munching on clover
hare | x | animal | running in wide circles
bear | x | animal | eating honey with both paws
bear cub | x | animal | rolling down hills
hedgehog | x | animal | snuffling through the leaves
squirrel | x | animal | counting nuts
chipmunk | x | animal | stuffing seeds into both cheeks
badger | x | animal | digging deep tunnels
otter | x | animal | sliding down muddy banks
beaver | x | animal | stacking branches
mole | x | animal | digging in the dark soft earth
deer | x | animal | walking through the morning dew
fawn | x | animal | jumping over puddles
moose | x | animal | wading in cool ponds
elk | x | animal | listening to the wind
wolf | x | animal | singing to the moon
wolf cub | x | animal | wrestling with pine cones
raccoon | x | animal | opening boxes and lids
skunk | x | animal | smelling wild flowers
panda | x | animal | chewing bamboo
koala | x | animal | hugging trees
kangaroo | x | animal | jumping over fences
wombat | x | animal | taking long naps
platypus | x | animal | splashing in the stream
quokka | x | animal | smiling at everyone
sloth | x | animal | doing things slowly
monkey | x | animal | swinging from branch to branch
gorilla | x | animal | eating ripe bananas
lemur | x | animal | sitting in the sun
lion | x | animal | practising a mighty roar
lion cub | x | animal | hiding in the yellow grass
tiger | x | animal | sneaking through the reeds
leopard | x | animal | lying on thick branches
cheetah | x | animal | racing against the wind
elephant | x | animal | spraying water everywhere
baby elephant | x | animal | taking mud baths
rhino | x | animal | rolling in the mud
hippo | x | animal | blowing bubbles in the river
giraffe | x | animal | looking over the treetops
zebra | x | animal | galloping with the herd
camel | x | animal | walking on warm sand
llama | x | animal | humming quiet tunes
alpaca | x | animal | showing off its soft wool
goat | x | animal | climbing on everything
sheep | x | animal | eating the greenest grass
lamb | x | animal | leaping in the meadow
cow | x | animal | chewing sweet clover
calf | x | animal | running after butterflies
pig | x | animal | splashing in puddles
piglet | x | animal | squealing with joy
horse | x | animal | trotting along the fence
pony | x | animal | eating apples
donkey | x | animal | carrying baskets
hamster | x | animal | running in a wheel
guinea pig | x | animal | whistling for carrots
bat | x | animal | hanging upside down
armadillo | x | animal | curling up into a ball
porcupine | x | animal | collecting pine needles
weasel | x | animal | slipping through narrow gaps
lynx | x | animal | walking on fresh snow
polar bear | x | animal | sliding on the ice
reindeer | x | animal | pulling a sledge
yak | x | animal | climbing up to the snow
owl | x | bird | reading by moonlight
owlet | x | bird | asking questions
duck | x | bird | splashing in the pond
duckling | x | bird | paddling behind the others
goose | x | bird | marching in a row
swan | x | bird | gliding over the still water
hen | she | bird | scratching for corn
rooster | he | bird | waking everyone up
chick | x | bird | peeping at everything
penguin | x | bird | sliding on its belly
baby penguin | x | bird | waddling after snowflakes
parrot | x | bird | repeating funny words
sparrow | x | bird | hopping after crumbs
robin | x | bird | singing at sunrise
crow | x | bird | collecting shiny things
raven | x | bird | telling riddles
magpie | x | bird | gathering bright buttons
pigeon | x | bird | pecking at breadcrumbs
seagull | x | bird | riding on the wind
pelican | x | bird | carrying fish in its big beak
flamingo | x | bird | standing on one leg
peacock | he | bird | showing off his bright feathers
ostrich | x | bird | running faster than the wind
eagle | x | bird | flying high above the hills
stork | x | bird | standing on chimneys
woodpecker | x | bird | knocking on trees
hummingbird | x | bird | drinking from flowers
cuckoo | x | bird | calling its own name
turkey | x | bird | gobbling loudly
fish | x | sea | blowing bubbles
goldfish | x | sea | swimming in circles
whale | x | sea | singing long, deep songs
dolphin | x | sea | jumping over the waves
octopus | x | sea | juggling with shells
squid | x | sea | drawing with ink
crab | x | sea | walking sideways
lobster | x | sea | clapping with its claws
starfish | x | sea | resting on warm rocks
seahorse | x | sea | drifting with the current
seal | x | sea | balancing things on its nose
walrus | x | sea | resting on the ice
shark | x | sea | racing with the boats
jellyfish | x | sea | glowing in the dark water
sea turtle | x | sea | riding on the current
mermaid | she | sea | combing her long hair
clam | x | sea | keeping secrets
frog | x | animal | jumping from leaf to leaf
tadpole | x | sea | wriggling in the pond
toad | x | animal | sitting under mushrooms
newt | x | animal | swimming under the lilies
turtle | x | animal | walking slowly and seeing everything
tortoise | x | animal | eating fresh lettuce
snake | x | animal | lying on warm stones
lizard | x | animal | running up walls
chameleon | x | animal | changing colours
crocodile | x | animal | floating like a log
alligator | x | animal | smiling with many teeth
dinosaur | x | animal | stomping through the ferns
baby dinosaur | x | animal | making footprints
mammoth | x | animal | throwing snow in the air
snail | x | small | leaving silver trails
slug | x | small | eating strawberries
worm | x | small | wriggling through the soil
ant | x | small | carrying big leaves
bee | x | small | visiting flowers
bumblebee | x | small | humming a low song
butterfly | x | small | dancing in the air
moth | x | small | flying around the lamp
caterpillar | x | small | eating leaves all day
ladybird | x | small | counting its own spots
beetle | x | small | polishing its shell
cricket | x | small | playing music at night
grasshopper | x | small | jumping as high as it could
spider | x | small | weaving pretty webs
firefly | x | small | glowing in the evening
dragonfly | x | small | flying over the pond
flea | x | small | doing great big jumps
dragon | x | magic | toasting bread with its breath
baby dragon | x | magic | blowing smoke rings
unicorn | x | magic | running through the mist
fairy | she | magic | sprinkling dust on flowers
elf | x | magic | sewing tiny shoes
gnome | he | magic | painting toadstools
troll | x | magic | collecting round stones
giant | x | magic | using clouds as pillows
ogre | x | magic | cooking turnip soup
witch | she | magic | stirring a big pot
wizard | he | magic | mixing bright powders
ghost | x | magic | floating through walls
monster | x | magic | eating socks
goblin | x | magic | hiding small coins
phoenix | x | magic | sitting close to the fire
genie | x | magic | polishing an old lamp
yeti | x | magic | making snow angels
snowman | he | magic | watching the snowflakes fall
scarecrow | he | magic | talking with the birds
alien | x | magic | visiting new planets
sea monster | x | sea | tickling the boats
princess | she | person | climbing the tower stairs
prince | he | person | riding through the fields
king | he | person | eating pancakes for breakfast
queen | she | person | growing roses
knight | x | person | polishing a shield
pirate | x | person | drawing treasure maps
girl | she | person | skipping with a rope
boy | he | person | climbing trees
little girl | she | person | drawing with crayons
little boy | he | person | building towers
child | x | person | asking why
baby | x | person | shaking a rattle
grandmother | she | person | knitting warm socks
grandfather | he | person | telling old jokes
old woman | she | person | feeding the birds
old man | he | person | sitting on a bench
mother | she | person | singing in the kitchen
father | he | person | whistling at work
farmer | x | person | feeding the hens
baker | x | person | kneading soft dough
cook | x | person | tasting soup
fisherman | he | person | mending nets
sailor | x | person | singing on deck
captain | x | person | looking through a telescope
gardener | x | person | watering tulips
shepherd | x | person | counting sheep
teacher | x | person | reading aloud
doctor | x | person | making people smile
nurse | x | person | cheering up children
painter | x | person | mixing bright colours
tailor | x | person | cutting cloth
shoemaker | x | person | hammering tiny nails
clockmaker | x | person | listening to clocks
carpenter | x | person | carving spoons
miller | x | person | watching the mill wheel
postman | he | person | bringing letters
firefighter | x | person | polishing the red engine
astronaut | x | person | looking at the stars
explorer | x | person | drawing maps
inventor | x | person | building odd machines
scientist | x | person | looking through a magnifying glass
clown | x | person | juggling oranges
acrobat | x | person | walking on a rope
magician | x | person | pulling scarves out of a hat
musician | x | person | playing the flute
dancer | x | person | turning on tiptoe
singer | x | person | humming new tunes
librarian | x | person | dusting old books
lighthouse keeper | x | person | watching the ships
train driver | x | person | blowing the whistle
beekeeper | x | person | talking to the bees
detective | x | person | looking for clues
robot | x | machine | counting everything
little robot | x | machine | collecting screws
spaceship | x | machine | flying past the stars
rocket | x | machine | counting down from ten
train | x | machine | going through tunnels
steam engine | x | machine | puffing up hills
tractor | x | machine | pulling heavy loads
truck | x | machine | carrying sand
fire engine | x | machine | ringing its bell
bus | x | machine | picking people up
taxi | x | machine | driving around corners
car | x | machine | driving down the long road
bicycle | x | machine | rolling downhill
boat | x | machine | rocking on the waves
sailboat | x | machine | catching the wind
tugboat | x | machine | pulling big ships
submarine | x | machine | diving deep
aeroplane | x | machine | flying above the clouds
helicopter | x | machine | turning in the air
digger | x | machine | digging deep holes
toy train | x | machine | running round and round
toaster | x | machine | making toast pop up
vacuum cleaner | x | machine | eating dust
teapot | x | object | whistling softly
teacup | x | object | sitting next to the teapot
spoon | x | object | stirring soup
kettle | x | object | puffing steam
clock | x | object | saying tick and tock
alarm clock | x | object | waking everyone up
lamp | x | object | shining in the evening
candle | x | object | watching shadows dance
lantern | x | object | lighting the way
pencil | x | object | drawing curly lines
crayon | x | object | colouring the sky
paintbrush | x | object | splashing colours
book | x | object | being read aloud
umbrella | x | object | listening to the rain
boot | x | object | stepping in puddles
sock | x | object | lying in the warm drawer
button | x | object | rolling across the floor
mitten | x | object | catching snowflakes
pillow | x | object | listening to dreams
blanket | x | object | keeping others warm
teddy bear | x | object | being hugged
doll | x | object | having tea parties
tin soldier | he | object | marching in a straight line
puppet | x | object | dancing on strings
kite | x | object | dancing with the wind
balloon | x | object | floating up to the ceiling
ball | x | object | bouncing down the stairs
drum | x | object | making a big noise
trumpet | x | object | playing one long note
violin | x | object | singing sweet songs
piano | x | object | playing slow music
tuba | x | object | making deep, funny sounds
chair | x | object | being sat on
broom | x | object | sweeping the floor
key | x | object | opening doors
pumpkin | x | object | sitting in the sun
carrot | x | object | hiding under the ground
potato | x | object | telling jokes to the onions
apple | x | object | hanging on the tree
banana | x | object | being yellow
cupcake | x | object | wearing pink icing
pancake | x | object | being flipped in the air
gingerbread man | he | object | running on the table
cookie | x | object | sitting in the jar
snowflake | x | nature | dancing in the cold air
raindrop | x | nature | sliding down windows
cloud | x | nature | changing its shape
star | x | nature | twinkling at children
leaf | x | nature | rustling in the wind
tree | x | nature | giving shade
oak tree | x | nature | holding birds in its branches
sunflower | she | nature | turning to the sun
flower | x | nature | smelling sweet
rose | she | nature | opening in the morning
daisy | she | nature | counting petals
mushroom | x | nature | growing in the shade
seed | x | nature | dreaming of the sun
pebble | x | nature | lying in the cool stream
stone | x | nature | being warm in the sun
river | x | nature | telling stories to the stones
mountain | x | nature | wearing a white cap
volcano | x | nature | humming deep inside
wave | x | nature | tickling the toes of children
puddle | x | nature | showing the sky its face
shadow | x | nature | growing long in the evening
echo | x | nature | saying everything twice
rainbow | x | nature | bending over the hills
"""

# Nouns that few stories know: whoever asks for them gets them.
RARE_HEROES = tuple(
    item.strip()
    for item in """
zeppelin; tuba player; samovar; axolotl; pangolin; capybara; narwhal; okapi; tapir; aardvark; manatee; dugong; kiwi bird; kookaburra;
puffin; cassowary; toucan; cockatoo; meerkat; mongoose; civet; ocelot; serval; caracal; fennec; jackal; dingo; ibex; gazelle; gnu;
bison; warthog; anteater; echidna; numbat; bilby; wallaby; dormouse; vole; shrew; stoat; ferret; marten; polecat; mink; chinchilla;
capuchin; tarsier; marmoset; orangutan; baboon; gecko; iguana; salamander; stingray; pufferfish; swordfish; catfish; eel; sardine;
sea urchin; barnacle; shrimp; oyster; nautilus; centipede; mantis; cicada; dung beetle; water strider; silverfish; mosquito; hornet;
hot air balloon; gondola; unicycle; wheelbarrow; lawn mower; bulldozer; steamroller; cable car; hovercraft; canoe; raft; sledge;
weather vane; windmill; lighthouse; accordion; bagpipe; banjo; cello; oboe; xylophone; harp; harmonica; ukulele; gong; metronome;
typewriter; calculator; telescope; compass; hourglass; sundial; thermometer; magnet; anchor; hammock; doormat; ladle; whisk; colander;
rolling pin; waffle iron; teaspoon; pepper mill; salt shaker; soup pot; jam jar; pickle; radish; turnip; artichoke; asparagus; avocado;
beetroot; broccoli; cauliflower; coconut; cucumber; eggplant; garlic clove; kiwi; lemon; mango; olive; onion; papaya; pineapple; plum;
raspberry; walnut; chestnut; noodle; dumpling; bagel; croissant; pretzel; muffin; doughnut; omelette; popsicle; marshmallow; meatball;
paper boat captain; cloud painter; moon gardener; dream catcher; star sweeper; button collector; bridge builder; kite maker; bell ringer;
chimney sweep; ferryman; glassblower; blacksmith; watchmaker; puppeteer; juggler; locksmith; plumber; dentist; vet; zookeeper; pilot;
mayor; judge; barber; bus driver; crane driver; ice cream seller; street musician; night watchman; window cleaner; tour guide; sculptor;
poet; wandering fiddler; snow queen; frost giant; sandman; tooth fairy; water sprite; leprechaun; centaur; griffin; minotaur; kraken;
wood nymph; stone troll; kobold; pixie; cyclops; sphinx; werewolf; mummy; vampire; skeleton; cactus; bonsai; fern; moss; thistle; reed;
dandelion; snowdrop; tulip; orchid; lotus; water lily; birch; willow tree; pine cone; acorn; icicle; glacier; comet; meteor; planet;
asteroid; satellite; moonbeam; sunbeam; thunderbolt; snowball; sandcastle; bubble; feather; marble; dice; jigsaw piece; chess pawn;
playing card; jack-in-the-box; rocking horse; spinning top; yo-yo; matchbox; paper crane; paper plane; origami frog; tin can; bottle cap;
paper clip; stapler; eraser; ruler; notebook; postage stamp; suitcase; backpack; shopping cart; traffic light; street lamp; letterbox;
park bench; elevator; escalator; doorbell; chimney; carpet; curtain; mirror; bathtub; toothbrush; bar of soap; sponge; hairbrush; comb;
towel; rubber duck; slipper; scarf; top hat; necktie; zipper; shoelace; safety pin; sewing machine; knitting needle; ball of wool
""".replace("\n", " ").split(";")
)

# Helpers: article and noun | pronoun | where they may turn up (water: only under water).
HELPER_TABLE = """
wise old owl | he | land
kind old owl | she | land
busy little ant | she | land
friendly mole | he | land
old grey donkey | he | land
gentle cow | she | land
small brown mouse | she | land
clever crow | he | land
patient snail | he | land
old tortoise | he | land
young squirrel | she | land
kind hedgehog | he | land
tall stork | he | land
merry frog | he | land
quiet deer | she | land
big friendly dog | he | land
fluffy white sheep | she | land
shy little rabbit | she | land
cheerful robin | he | land
clever magpie | she | land
hard-working beaver | he | land
tiny ladybird | she | land
strong bear | he | land
motherly hen | she | land
soft grey cat | she | land
old horse | he | land
jolly pig | he | land
bright firefly | she | land
gentle giant | he | land
little old woman | she | land
old man with a white beard | he | land
friendly baker | he | land
kind farmer | she | land
young gardener | he | land
jolly postman | he | land
tall girl with a red scarf | she | land
boy with a wheelbarrow | he | land
quiet fisherman | he | land
kind shepherd | he | land
travelling musician | he | land
cheerful cook | she | land
clever inventor | she | land
retired sailor | he | land
librarian with round glasses | she | land
friendly ghost | he | land
small green dragon | she | land
polite robot | he | land
good fairy | she | land
sleepy badger | he | land
grandmother goose | she | land
kind old toad | he | land
lively goat | she | land
calm old elephant | she | land
friendly giraffe | he | land
cheeky monkey | he | land
wise raven | she | land
bumblebee in a hurry | he | land
spider with eight nimble legs | she | land
night watchman with a lantern | he | land
tired old pony | he | land
cheerful bus driver | she | land
tailor with a silver thimble | he | land
old sea turtle | she | water
clever octopus | he | water
friendly dolphin | she | water
gentle whale | he | water
little seahorse | he | water
busy crab | she | water
quiet starfish | she | water
playful seal | he | water
glowing jellyfish | she | water
shy clam | he | water
"""

TRAITS: dict[str, tuple[str, ...]] = {
    "brave": ("{He} climbed the highest places without a wobble.", "{He} always went first when the others held back."),
    "little": ("{He} was so small that people often walked right past {him}.", "{He} was little, but {his} ideas were big."),
    "tiny": ("{He} was so tiny that a teacup would have been a bath for {him}.", "{He} could hide behind a single leaf."),
    "small": ("{He} was smaller than everyone else there.", "{He} had to stand on tiptoe to see anything."),
    "big": ("{He} was bigger than anyone else around.", "When {he} sneezed, the windows shook."),
    "shy": ("When somebody said hello, {he} looked at the ground.", "{He} spoke so softly that few had ever heard {him}."),
    "curious": ("{He} asked a hundred questions a day.", "{He} wanted to know what was behind every door and every hill."),
    "lazy": ("{He} liked to say, \"I will do it tomorrow.\"", "{He} could lie in one spot from breakfast to supper."),
    "grumpy": ("{He} grumbled at the sun and {he} grumbled at the rain.", "{He} had not smiled since Tuesday."),
    "clever": ("{He} could find an answer to almost anything.", "{He} had a new idea every day before lunch."),
    "kind": ("{He} had a good word for everyone.", "Nobody went away from {him} hungry or sad."),
    "lonely": ("{He} ate alone, played alone and went to bed alone.", "In the evenings {he} talked to {his} own shadow."),
    "sleepy": ("{He} yawned in the morning, at noon and at night.", "{He} could fall asleep standing up."),
    "hungry": ("{His} belly rumbled from morning to night.", "{He} thought about supper while {he} ate lunch."),
    "greedy": ("What {he} had was never enough for {him}.", "{He} always took the biggest piece."),
    "proud": ("{He} liked to tell everyone how wonderful {he} was.", "{He} looked into every puddle to admire {himself}."),
    "clumsy": ("{He} bumped into things and tripped over things.", "Cups fell down when {he} walked by."),
    "messy": ("Nobody could see the floor of {his} room.", "{He} never put anything back in its place."),
    "cheerful": ("{He} hummed from the moment {he} woke up.", "Even on rainy days {he} found something to laugh about."),
    "silly": ("{He} wore odd things on {his} head and talked to spoons.", "{He} walked backwards whenever {he} felt like it."),
    "forgetful": ("{He} forgot where {he} put things, and sometimes what they were.", "{He} had to look up {his} own birthday."),
    "old": ("{He} had seen more winters than {he} could count.", "{He} knew every stone and every tree by heart."),
    "young": ("{He} was still young, and much was new to {him}.", "{He} had seen only one winter so far."),
    "friendly": ("{He} waved at everybody who passed by.", "{He} knew the names of all the neighbours."),
    "gentle": ("{He} stepped around every flower and every beetle.", "{His} voice was as soft as a feather."),
    "quiet": ("{He} liked to listen more than {he} liked to talk.", "{He} moved so softly that nobody heard {him} come."),
    "noisy": ("You could hear {him} from three hills away.", "{He} could not even whisper quietly."),
    "stubborn": ("When {he} had made up {his} mind, nobody could change it.", "{He} said no first and thought about it later."),
    "impatient": ("{He} could not wait for anything.", "{He} wanted everything now, and best of all yesterday."),
    "jolly": ("{He} laughed so loudly that the birds laughed too.", "{He} found something funny in everything."),
    "timid": ("{He} jumped when a leaf fell.", "{He} liked to stay where {he} knew every corner."),
    "blue": ("{He} was as blue as the summer sky.", "Nobody knew why {he} was blue, but it looked lovely."),
    "red": ("{He} was as red as a ripe cherry.", "You could see {him} shining red from far away."),
    "green": ("{He} was as green as fresh grass.", "When {he} stood in the grass, nobody could find {him}."),
    "golden": ("{He} shone like the evening sun.", "People stopped to look at {his} golden glow."),
    "purple": ("{He} was the only purple one for miles around.", "{He} was as purple as a plum."),
    "spotted": ("{He} had exactly twenty-two spots.", "Nobody had as many spots as {he} had."),
    "magical": ("Small wonders happened wherever {he} went.", "When {he} laughed, sparks danced in the air."),
    "invisible": ("Nobody could see {him}, so people often bumped into {him}.", "{He} had to say \"here I am\" all day long."),
    "dreamy": ("{He} could look at a cloud for a whole hour.", "{He} often walked past {his} own door, lost in thought."),
    "honest": ("{He} always said what was true.", "People trusted {his} every word."),
    "busy": ("{He} had a long list of things to do every day.", "{He} never sat still for a minute."),
    "tired": ("{He} had not had a good rest for a long time.", "{His} eyes kept falling shut."),
    "rusty": ("{He} squeaked whenever {he} moved.", "{He} was a bit rusty, but {his} heart was bright."),
    "fluffy": ("{He} was as soft as a cloud.", "Everybody wanted to hug {him}."),
    "cheeky": ("{He} liked to play harmless little tricks.", "{He} always had a funny answer ready."),
    "careful": ("{He} looked twice before every step.", "{He} always folded everything neatly."),
    "nervous": ("{His} knees shook at the smallest thing.", "{He} checked the door three times every night."),
    "wise": ("People came from far away to ask {him} things.", "{He} thought long before {he} spoke."),
    "poor": ("{He} did not own much, but {he} kept it tidy.", "{He} had patches on {his} patches."),
    "rich": ("{He} had so much that {he} had lost count of it.", "{He} owned seven of everything."),
    "strong": ("{He} could lift what three others could not.", "{He} carried heavy things for everyone."),
    "polite": ("{He} said please and thank you even to the doors.", "{He} bowed to everyone {he} met."),
    "playful": ("{He} turned everything into a game.", "{He} never grew tired of playing."),
    "funny": ("{He} could make a stone laugh.", "{He} knew a joke for every day of the year."),
    "sad": ("{He} had not laughed for a long time.", "{He} often sighed when {he} thought nobody was listening."),
    "happy": ("{He} smiled from morning to night.", "{He} sang even while brushing {his} teeth."),
}  # fmt: skip

LIKES = (
    "looking at the clouds",
    "counting stars",
    "humming little songs",
    "walking in the rain",
    "listening to stories",
    "watching the sun go down",
    "collecting smooth stones",
    "making up rhymes",
    "playing hide-and-seek",
    "taking naps after lunch",
    "drinking hot cocoa",
    "smelling fresh bread",
    "telling jokes",
    "dancing when nobody was looking",
    "sorting things by colour",
    "saying good morning to everyone",
    "drawing faces in the sand",
    "listening to the birds",
    "watching the boats go by",
    "finding new paths",
    "giving things funny names",
    "whistling in the morning",
    "looking for four-leaf clovers",
    "building little towers",
    "asking riddles",
    "dreaming of faraway lands",
    "jumping over puddles",
    "watching ants at work",
    "feeling the wind",
    "singing to the moon",
)
