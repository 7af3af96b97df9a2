"""Fears, wants and skills: what moves a hero. A fear: noun | how it showed | what somebody says about it | what it turned out to be like."""

FEAR_TABLE = """
the dark | Every evening, when the light went out, {he} pulled the blanket over {his} nose. | The dark is only the day with its eyes closed | In the dark {he} saw something that no one can see by day: a sky full of stars.
loud noises | When a door banged, {he} hid with both hands over {his} ears. | A noise is only air that is in a hurry | {He} clapped along, and the noises began to sound like music.
water | {He} did not even step into puddles. | Water carries you if you let it | The water was cool and soft, and it tickled.
deep water | {He} stayed where {he} could see the bottom. | Deep water carries you just as well as shallow water | {He} floated like a leaf, and it felt wonderful.
thunder | At the first rumble {he} crept under the bed. | Thunder is only the clouds moving their furniture | {He} counted the rumbles and laughed at the biggest one.
storms | When the wind began to howl, {he} shook like a leaf. | Every storm gets tired in the end | When the storm was over, there was a rainbow.
lightning | When the sky flashed, {he} shut {his} eyes tight. | Lightning is far away if you can count to ten | {He} opened one eye and saw how beautifully the hills lit up.
the wind | When the curtains moved, {he} held on to the table. | The wind only wants to play | The wind lifted a leaf and danced with it right in front of {him}.
heights | {He} felt dizzy even on a low stool. | Do not look down, look ahead | From up there the world looked like a picture book.
flying | {He} always stayed on the ground. | The air is like a big soft pillow | Below {him} everything was small and pretty.
falling | {He} held on to everything with all {his} might. | Whoever falls can get up again | {He} did fall once, and it was only a soft bump.
spiders | When {he} saw a web, {he} took the long way round. | A spider is more afraid of you than you are of it | The spider said good day and went on knitting.
snakes | Even a piece of rope made {him} jump. | Most snakes only want to lie in the sun | The snake nodded politely and went on sleeping.
dogs | When a dog barked three streets away, {he} ran home. | A dog that wags its tail wants to be friends | The dog's tongue was warm, and its tail wagged and wagged.
cats | When {he} heard a meow, {he} stood still as a stone. | A cat purrs when it is happy | The cat purred like a little engine.
mice | At the smallest squeak {he} jumped onto a chair. | A mouse has a very small heart, and it beats fast too | The mouse bowed and offered {him} a crumb.
bees | When something buzzed, {he} ran in circles. | A bee has no time for you if you stay calm | The bee sat down on {his} arm, cleaned its wings and flew away.
monsters | {He} looked under the bed three times every night. | Nobody has ever seen a monster that did not want a friend | There was no monster at all, only an old coat on a chair.
ghosts | {He} thought that every white thing was one. | Look twice, and most ghosts are shirts on a line | The ghost was a shirt on the washing line, waving both sleeves.
dragons | {He} would not go near any smoke. | A dragon is only a lizard with a cold | The dragon was small and shy, and it smelled of toast.
witches | {He} never went past the crooked house. | An old woman with a pot may be just a good cook | The witch turned out to make the best pea soup in the land.
giants | When the ground shook, {he} hid. | Big feet do not mean a bad heart | The giant spoke softly and asked for the way.
wolves | Every howl made {him} shiver. | A wolf howls because it is calling its family | The howl was answered by small voices, and it sounded like a lullaby.
bears | {He} saw a bear in every brown bush. | A bear mostly thinks of honey | It was only a brown bush, and it was full of berries.
big fish | {He} never let {his} feet hang into the water. | Big fish mostly eat tiny things | The big fish blew a ring of bubbles and swam on.
frogs | When something croaked, {he} walked backwards. | A frog is all jump and no bite | The frog sang a whole song for {him}.
birds | When a bird flapped, {he} ducked. | Look how light a bird is | The bird weighed no more than a letter.
horses | They were so tall that {he} did not dare to look at them. | A horse likes a carrot and a calm voice | The horse's nose was the softest thing {he} had ever touched.
the forest | {He} always stopped at the first tree. | Under the trees there are a thousand friends | It smelled of moss, and small birds showed {him} the way.
the sea | When {he} heard the waves, {he} turned around. | The sea only breathes in and out | The waves came, touched {his} toes and went away again.
the moon | {He} kept the curtain closed, for it seemed to stare at {him}. | The moon looks at everyone who cannot sleep and keeps them company | The moon smiled, round and friendly.
shadows | {He} jumped whenever something dark moved on the wall. | A shadow is only something standing in the light | {He} waved, and {his} own shadow waved back.
{his} own shadow | Wherever {he} went, it was already there. | It follows you because it likes you | {He} danced, and it danced too, and never missed a step.
{his} own voice | So {he} only ever whispered. | A voice is like a bird that wants to be let out | {His} voice was warm and clear, and everyone turned to listen.
mirrors | {He} walked past them with closed eyes. | The one in there is just as nervous as you are | {He} smiled, and somebody very nice smiled back.
strangers | When someone new came, {he} hid behind the nearest thing. | It is good to be careful, and it is good to say hello when I am with you | The stranger had a kind face and knew a good joke.
new things | {He} ate the same soup every day. | All old things were new once | The new thing was odd at first, and then it was rather good.
being alone | {He} followed the others from room to room. | When you are alone, you still have yourself | It was quiet, and {he} heard {his} own good ideas for the first time.
getting lost | {He} never went farther than the gate. | Remember three things on your way, and you will find it back | {He} remembered the stone, the stump and the red door, and walked home alone.
sleeping alone | Every night {he} asked for one more glass of water. | The stars stay awake for you | The bed was warm, and the night was kind.
bad dreams | {He} tried to stay awake all night. | You can tell a dream to go away | {He} said, "Go away, dream," and the dream said sorry and left.
the bath | {He} hid the soap in the flower pots. | A bath is a lake that has come to visit you | There were bubbles up to {his} chin, and they smelled of roses.
the doctor | {He} said {he} was fine, even when {he} sneezed. | The doctor was once small and had a cold too | It was over before {he} could count to three.
the dentist | {He} kept {his} mouth shut tight. | The dentist only wants to count your teeth | The dentist counted, said "very nice" and gave {him} a sticker.
school | {He} wished that Monday would never come. | Everyone there was new once | There was a hook with {his} name on it, and somebody had kept a chair for {him}.
tests | {His} mind went white as paper. | Just write down the first thing you know | {He} wrote down one thing, and then another, and soon the page was full.
speaking in front of others | {His} tongue felt like a stone. | Look for one friendly face and talk to that | {He} found one friendly face and talked to it, and everyone clapped.
singing in front of others | {He} only sang into {his} pillow. | A song is a present, so give it away | Halfway through, somebody began to sing along.
making mistakes | So {he} never tried anything at all. | A mistake is a step on the way | {He} made seven mistakes, and the eighth time it worked.
losing | So {he} never played any game. | If you lose, you can shake hands and play again | {He} lost, and it did not hurt at all, and the game was fun.
growing up | {He} measured {himself} every day and hoped for bad news. | You grow so slowly that you will be used to it | {He} could reach the cookie jar now, and that was not bad at all.
moving house | {He} held on to the old door handle. | Home is where your people and your pillow are | The new window had a better view of the stars.
snow | When it began to snow, {he} stayed indoors. | Snow is only rain in its best clothes | It was as soft as feathers, and it made no sound at all.
the cold | {He} wore three scarves even in May. | If you run, the cold cannot catch you | {He} ran, and {his} cheeks were red and warm.
fire | {He} liked {his} soup cold. | Fire is a good friend if you stay one step away | From one step away it was warm and golden.
tunnels | {He} took the long road over the hill. | Every tunnel has two ends and light at both | After the dark bend there was a round spot of light, and it grew.
bridges | {He} would rather swim. | Take one plank at a time | One plank, two planks, and then {he} was across.
caves | {He} never went past the first stone. | Sing, and the cave sings with you | {He} sang, and the cave sang back, as deep as an organ.
stairs | {He} always slept on the ground floor. | You need not climb the stairs, only one step | One step, and one more, and suddenly {he} was at the top.
ladders | Two steps up, {he} got stuck. | Hold on with your hands and look at the wall | At the top hung the ripest pear.
swings | {He} only watched the others. | Start low, as low as a sigh | A bit higher and a bit higher, and it felt like flying.
trains | When one came puffing by, {he} hid behind a bush. | A train can only go where its rails go | The train whistled a friendly hello.
clowns | {He} did not like painted smiles. | Behind the red nose there is an ordinary nose | The clown took off the red nose and sneezed, just like anyone else.
balloons | {He} waited for the bang. | The bang is only the balloon saying goodbye | This one did not bang. It sailed away and grew tiny in the sky.
fireworks | {He} hid under a heap of cushions. | They are flowers that grow in the night | From the window they looked like gold rain.
the vacuum cleaner | When it hummed, {he} jumped on the sofa. | It is just very hungry for dust | It ate a crumb, stopped and was quiet as a mouse.
rain | At the first drop {he} ran inside. | Rain is how the sky waters its garden | The drops drummed on the leaves, and it sounded like a song.
fog | {He} thought that the world had gone away. | Everything is still there, it is only hiding | Step by step the world came back, tree by tree.
robots | When something beeped, {he} ran. | A robot is just a helpful spoon with legs | The robot bowed and handed {him} a cup of tea.
butterflies | {He} did not trust their wobbly way of flying. | They wobble because they are so light | One sat down on {his} nose, and it tickled so that {he} laughed.
haircuts | {He} hid under a big hat. | It grows again, like grass | Snip, snap, it was done, and everyone said how nice it looked.
vegetables | {He} fed them to the flower pots. | Take one bite, as small as a pea | It was crunchy and sweet, and {he} asked for more.
"""

# What one can be afraid of when the stories have no words for it.
GENERIC_FEAR = (
    "Even the thought of {fear} made {him} shiver.",
    "When anybody spoke of {fear}, {he} turned pale.",
    "{He} could not sleep for thinking of {fear}.",
    "{He} did not even like to say the words out loud.",
)
GENERIC_WORD = (
    "What we know well cannot scare us",
    "Fear is big from far away and small from near by",
    "You need not be without fear, you only need one small step",
    "Take my hand, and we will look at it together",
)
GENERIC_TURN = (
    "Up close, it was not half as bad as {he} had thought.",
    "{His} heart beat fast, then slower, and then it was quite calm.",
    "Nothing bad happened, nothing at all.",
    "When {he} looked closely, {he} even had to smile.",
)
RARE_FEARS = tuple(
    item.strip()
    for item in """
umbrellas; doorbells; feathers; cheese; buttons; bananas; pillows; teapots; the colour green; Mondays; escalators; elevators; hiccups;
echoes; ceiling fans; jellyfish; puppets; porridge; sneezing; the number seven; scarecrows; pigeons; zippers; wool; whistling;
puddles; dandelions; bubbles; doorknobs; cuckoo clocks; trampolines; statues; owls; caterpillars; soup; toasters; church bells; magnets;
carousels; roller coasters; snowmen; kites; the attic; the cellar; the old well; the school bus; big crowds; long words; tall grass;
saying no; asking for help; being late; being laughed at; forgetting things; the letter Q; goodbyes; birthdays; raisins; moths
""".replace("\n", " ").split(";")
)

# Wants: to ... | how the first try went wrong | how it came true in the end.
WANT_TABLE = """
fly | {He} jumped from a stump and landed on {his} nose. | {He} sat in a basket under ten big balloons and rose up over the roofs.
dance | {He} turned around twice and fell over {his} own feet. | {He} danced slowly, step by step, and the others joined in.
sing | The first note sounded like a rusty gate. | {He} found a low, soft song that fitted {his} voice.
sing opera | The first note cracked a flower pot. | {He} sang one long, clear note, and the whole street listened.
paint | The paint ran down and made a brown puddle. | {He} painted the evening sky, and people stopped to look.
see the sea | The road went in a circle and led back home. | {He} followed the river to its end, and there it was, wide and blue.
touch the moon | The longest ladder was still too short. | {He} found the moon floating in the pond and touched it softly with one finger.
travel to the stars | The cardboard rocket stayed on the ground. | {He} climbed the highest hill at night, and the stars were all around.
be a pirate | {His} raft sank after three steps. | {He} got a bathtub with a flag and sailed across the pond.
be a firefighter | {He} sprayed everyone but the fire. | When a smoking pan needed water, {he} was the first to bring a bucket.
be a detective | {He} followed the wrong footprints, and they were {his} own. | {He} found the missing spoon in the sugar bowl.
be a knight | The pot on {his} head slid over {his} eyes. | {He} led a lost lamb home and was called a true knight.
be a king | {His} paper crown blew away. | For one whole day {he} ruled over a sandcastle, and all were content.
be a teacher | The class fell asleep. | {He} told everything as a story, and the class sat wide awake.
be a doctor | {He} put the bandage on the wrong knee. | {He} blew on a small bump, and it stopped hurting at once.
be an astronaut | {He} got dizzy after three turns on the swing. | {He} built a rocket out of boxes and flew to the moon in a game that lasted all day.
play the drum | The neighbours closed their windows. | {He} learned to play softly, like rain on a roof.
play the violin | It sounded like a cat in a bucket. | After many evenings it sounded like a bird in spring.
bake a cake | The first cake was as flat as a plate. | The next cake rose high and golden.
build a house | The first wall fell down with a sigh. | Stone by stone the house stood, small and strong.
build a boat | The first boat had a hole. | The next boat floated like a duck.
learn to swim | {He} went under and came up with a lily on {his} head. | {He} kicked and breathed, and then {he} was swimming.
learn to read | The letters danced like ants. | One letter after another stood still, and they made {his} own name.
ride a bicycle | {He} rode straight into a haystack. | {He} rode all the way down the lane without a wobble.
climb the highest mountain | {He} slid back down on {his} bottom. | {He} took one small step after another until there was nothing above {him} but sky.
find a treasure | {He} dug up an old boot. | {He} dug once more and found a box full of old photographs, and that was treasure enough.
make friends | {He} said hello so softly that nobody heard it. | {He} said hello once more, a bit louder, and somebody said hello back.
have a garden | The first seeds were eaten by the birds. | {He} planted again, and soon everything was green.
win a race | {He} ran the wrong way. | {He} ran {his} very best and came in first by a nose.
catch a cloud | The net was full of nothing. | One foggy morning a cloud came all the way down and sat around {him}.
catch a star | {He} only caught a cold. | A firefly came and sat in {his} hand and shone like a star.
stay awake all night | {He} fell asleep at half past seven. | {He} stayed awake until the first bird sang, and saw the sun come up.
sleep for a whole week | {He} woke up after ten minutes. | {He} slept until late on Sunday, and that was enough.
make it rain | {He} danced until {he} was dizzy, and the sun laughed. | {He} took a watering can and made a small rain just for the flowers.
talk to animals | {He} quacked, and the ducks looked away. | {He} sat still for a long time, and a bird came and told {him} everything.
be invisible | {He} stood behind a thin tree, and everyone waved. | {He} hid so well that nobody found {him} until supper.
be big | {He} stood on {his} toes until they hurt. | {He} stood up for somebody smaller, and felt very big indeed.
be famous | {He} put up a poster of {himself}, and the rain washed it off. | {He} helped so many neighbours that everyone knew {his} name.
be a clown | {His} red nose rolled away. | {He} tripped over it, and everybody laughed until they cried.
tell the best joke in the world | {He} forgot the end of it. | {He} told it again, and even the grumpiest neighbour laughed.
write a book | {His} page stayed white. | {He} wrote down what had happened that day, and that was the first page.
cook soup | {He} used sugar instead of salt. | {He} tasted and stirred and tasted, and the soup was a joy.
go to school | {He} was sent home for being too early. | In autumn {he} got a bag and a chair of {his} own.
see snow | {He} waited all summer at the window. | One morning the whole world was white.
travel around the world | {He} had forgotten {his} shoes. | {He} went once around the big lake and met people from everywhere.
live in a castle | The blanket castle fell down. | {He} built a castle of sand, and it had seven towers.
become a magician | The scarf came out of {his} sleeve too early. | {He} made a coin vanish, and it came back out of a loaf of bread.
be a ballet dancer | {He} got tangled up in the curtain. | {He} turned on the tips of {his} toes, as light as a feather.
have a party | Nobody came, for {he} had forgotten the invitations. | {He} wrote new ones, and the whole neighbourhood came.
be a superhero | {His} cape got caught in the door. | {He} saved a kitten from a tree, and that is just what superheroes do.
"""
RARE_WANTS = tuple(
    item.strip()
    for item in """
juggle pineapples; play the tuba; ride a zeppelin; knit a rainbow; be a mayor; collect echoes; open a noodle shop; yodel; do a handstand;
drive a steamroller; learn to tap dance; see a volcano; invent a new colour; live in a teapot; be a weather vane; repair clocks; become a chef;
swim to the other shore; walk on a tightrope; blow the biggest bubble; learn to whistle; count all the stars; dig to the other side of the world;
go on a trip with a hot-air balloon; hear the silence; build a robot; meet a dragon; wear a crown; have a twin; be a lighthouse keeper;
learn to skate; win a prize; grow a beard; eat breakfast on the roof; taste a cloud; sail a paper boat; find the end of the rainbow
""".replace("\n", " ").split(";")
)
GENERIC_TRY = (
    "{He} tried it on Monday, and it went wrong from start to end.",
    "The first try ended in a big muddle.",
    "{He} tried it alone, and that was not a good idea.",
    "The first time, nothing worked, not even a little.",
)
GENERIC_DONE = (
    "{He} tried once more, slowly and calmly, and this time it worked.",
    "They tried it together, and it was even better than in {his} dreams.",
    "And one evening, almost by itself, {his} wish came true.",
    "Bit by bit it got better, until everybody cheered.",
)

# Skills: to ... | ...ing
SKILL_TABLE = """
swim | swimming
read | reading
whistle | whistling
jump | jumping
skate | skating
ride a bicycle | riding a bicycle
tie a bow | tying a bow
count to a hundred | counting to a hundred
sing | singing
dance | dancing
climb | climbing
draw | drawing
juggle | juggling
skip | skipping
roar | roaring
catch a ball | catching a ball
write | writing
cook | cooking
knit | knitting
play the flute | playing the flute
fly a kite | flying a kite
row a boat | rowing a boat
tell the time | telling the time
fly | flying
sew | sewing
do a somersault | doing a somersault
play the piano | playing the piano
ski | skiing
bake bread | baking bread
whisper | whispering
stand on one leg | standing on one leg
ride a horse | riding a horse
float | floating
yodel | yodelling
"""
