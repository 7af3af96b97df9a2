"""Places: preposition | noun | kind | what was to be seen, heard or smelled there. A noun with "the" is the only one of its kind."""

PLACE_TABLE = """
in | forest | wild | The trees there were so tall that they tickled the clouds.
in | dark forest | wild | Hardly any sunlight came down to the ground.
in | green meadow | wild | A thousand flowers nodded in the wind.
in | valley | wild | A small stream ran through it, chattering all day.
on | hill | wild | From the top one could see seven villages.
on | mountain | wild | The air was cool and smelled of snow.
by | river | wild | The water gurgled over round stones.
by | lake | wild | In the evening the whole sky lay in the water.
by | pond | wild | Frogs sang there every evening.
by | waterfall | wild | The air was always full of tiny drops.
in | cave | wild | Water dripped from the ceiling, plip and plop.
in | desert | wild | The sand was warm and golden.
in | jungle | wild | It was green and loud and full of life.
in | swamp | wild | Bubbles came up between the lilies.
on | island | wild | Waves rolled up to the white sand.
on | beach | wild | The sand was full of shells.
on | farm | wild | The hens clucked and the windmill turned.
in | garden | wild | Beans climbed up the poles and roses up the wall.
in | orchard | wild | The branches hung low with red apples.
in | vegetable garden | wild | Carrots and peas grew in neat rows.
in | wheat field | wild | The wheat waved like a yellow sea.
in | pumpkin patch | wild | Fat orange pumpkins sat everywhere.
in | bamboo grove | wild | The tall stems clicked in the wind.
in | pine wood | wild | It smelled of resin and rain.
in | birch wood | wild | The white trunks shone like candles.
under | old oak tree | wild | Acorns fell down with a soft tock.
in | hollow tree | wild | Inside it was dry and smelled of wood.
on | cliff | wild | Far below, the sea rolled in and out.
on | snowy mountain | wild | Everything was white and still.
in | land of ice and snow | wild | The ice shone blue in the morning.
on | iceberg | wild | It drifted slowly over the cold sea.
in | savanna | wild | The yellow grass was as high as a horse.
in | oasis | wild | Three palm trees gave shade to a little spring.
in | canyon | wild | The walls were red and very high.
in | blueberry patch | wild | The bushes were blue with berries.
on | moor | wild | Mist lay over the heather in the morning.
in | rainforest | wild | Warm rain fell every afternoon.
in | sunflower field | wild | Hundreds of yellow faces looked at the sun.
on | riverbank | wild | Willows let their branches hang into the water.
by | brook | wild | It was so clear that one could count the pebbles.
in | park | town | Children fed the ducks and old men played chess.
in | village | town | Everyone knew everyone there.
in | small town | town | It had one baker, one clock and one crooked street.
in | big city | town | The lights never went out.
in | harbour | town | Ropes creaked and gulls cried.
at | market | town | It smelled of cheese, oranges and flowers.
at | fair | town | Music played and lights went round and round.
in | zoo | town | One could hear the lions in the morning and the owls at night.
at | circus | town | The tent was striped red and yellow.
at | train station | town | Trains came and went, and the big clock ticked.
at | airport | town | Planes rose into the sky like big birds.
in | street full of shops | town | A bell rang whenever a door opened.
on | playground | town | The swings squeaked and the slide was warm from the sun.
in | fishing village | town | Nets hung between the houses to dry.
at | crossroads | town | Four roads met there, and nobody knew where they all led.
under | bridge | town | One could hear the carts rumble overhead.
in | old mill | home | The wheel turned with a splash and a sigh.
in | school | home | There were hooks for coats and a bell in the hall.
in | library | home | Books reached up to the ceiling.
in | museum | home | Old things slept there behind glass.
in | hospital | home | The floors were shiny and the nurses were kind.
in | bakery | home | It smelled of warm bread from morning to night.
in | toy shop | home | Dolls, drums and trains filled the shelves.
in | bookshop | home | A cat slept between the books.
in | sweet shop | home | Jars of every colour stood in rows.
in | flower shop | home | It smelled like summer, even in winter.
in | shoe shop | home | Hundreds of shoes waited for their feet.
in | pet shop | home | It squeaked and chirped in every corner.
in | clock shop | home | A hundred clocks ticked, each a little differently.
in | hat shop | home | There were hats for kings and hats for clowns.
in | kitchen | home | Pots hung on the wall and soup bubbled on the stove.
in | cosy cottage | home | A fire crackled in the fireplace.
in | little house | home | It had a red roof and a round door.
in | tall house | home | It had so many stairs that nobody had counted them.
in | attic | home | Old boxes stood there under a blanket of dust.
in | cellar | home | Apples lay on the shelves and it smelled of earth.
in | barn | home | Hay was piled up to the roof.
in | stable | home | It was warm and smelled of hay.
in | treehouse | home | The leaves looked in through the windows.
in | tent | home | At night, the light of the moon came through the cloth.
in | castle | home | It had four towers and a hundred doors.
in | palace | home | The floors were so shiny that one could slide on them.
in | high tower | home | The stairs went round and round and round.
in | lighthouse | home | Its lamp blinked over the dark sea.
in | windmill | home | The sails creaked and turned.
in | workshop | home | Hammers, saws and little boxes of screws were everywhere.
in | hotel | home | Bells rang and suitcases rolled by.
in | theatre | home | Red curtains hung in front of the stage.
in | greenhouse | home | Inside it was always summer.
in | laboratory | home | Coloured liquids bubbled in glasses.
in | factory | home | Wheels turned and belts rattled all day.
in | drawer | home | It was full of buttons, keys and string.
in | cupboard | home | It was dark and smelled of tea.
in | shoe box | home | It was just big enough for a bed of cotton.
in | wardrobe | home | Coats hung there like a soft forest.
in | bathroom | home | The mirror was often foggy.
in | bedroom | home | A small lamp stood next to the bed.
in | classroom | home | Drawings hung on all the walls.
in | haystack | home | It was warm and prickly.
on | ship | home | The planks creaked and the flag fluttered.
on | pirate ship | home | A parrot sat on the mast.
on | train | home | The wheels sang their song on the rails.
in | submarine | home | Fish looked in through the round windows.
in | spaceship | sky | The stars went slowly past the window.
on | space station | sky | Everything floated, even the soup.
on | the moon | sky | Everything there was silver and quiet.
on | Mars | sky | The ground was red and the sky was pink.
on | small planet | sky | One could walk around it in ten minutes.
on | cloud | sky | It was soft, white and a bit damp.
in | the sky | sky | The wind came by every day with news.
on | rainbow | sky | The colours felt warm under the feet.
in | hot-air balloon | sky | The world below looked like a toy.
on | star | sky | It was bright there, even at night.
at | the bottom of the sea | water | The sand was soft and the light was green.
in | the sea | water | Sunbeams danced down through the waves.
in | the ocean | water | It was deep and blue, and it never ended.
in | coral reef | water | It was as colourful as a box of paints.
in | rock pool | water | Twice a day the sea came to visit.
in | sunken ship | water | Fish swam in and out of the windows.
in | underwater cave | water | Tiny lights shone on the walls.
in | goldfish bowl | water | The whole world looked round from there.
in | aquarium | water | Water plants waved gently.
in | kelp forest | water | The long green leaves swayed to and fro.
in | magic forest | wild | The mushrooms there could hum.
in | enchanted garden | wild | The flowers opened when somebody laughed.
in | kingdom by the sea | town | The king sold fish on Mondays.
in | faraway kingdom | town | Its flag had a golden pear on it.
in | land of giants | wild | Every blade of grass was as high as a house.
in | candy land | wild | The rivers were lemonade and the stones were toffee.
in | cloud castle | sky | Its walls changed their shape every hour.
in | dragon cave | home | It was warm like an oven.
in | witch's house | home | A kettle hung over a green fire.
in | fairy village | town | The houses were toadstools with tiny doors.
in | snow globe | home | When someone shook it, snow fell for an hour.
in | doll's house | home | The plates were no bigger than coins.
in | picture book | home | Somebody turned a page now and then.
in | dream | sky | Anything could happen there, and often did.
at | the edge of the world | wild | From there one could let one's feet hang into the sky.
at | the end of the rainbow | wild | The grass was striped in seven colours.
in | quiet street | town | A cat sat on every second wall.
behind | school | town | There was an old wall with ivy on it.
behind | barn | wild | Nettles grew there, and one big sunflower.
under | bed | home | There were lost socks and much dust.
behind | the moon | sky | Nobody had ever looked there before.
on | roof | town | One could see all the chimneys of the town.
on | balcony | home | Tomatoes grew there in pots.
at | bus stop | town | A small roof kept the rain off.
in | subway | town | Warm wind blew through the tunnels.
at | swimming pool | town | It smelled of sun cream and wet towels.
in | restaurant | home | Forks clinked and candles flickered.
in | ice cream shop | home | There were forty flavours.
at | campsite | wild | Tents stood among the pines.
in | vineyard | wild | Sweet grapes hung in the sun.
in | quarry | wild | Big grey blocks lay everywhere.
"""

RARE_PLACES = """
in | observatory | home
in | yurt | home
in | igloo | home
in | monastery garden | wild
in | bell tower | home
in | salt mine | wild
in | mangrove swamp | wild
on | glacier | wild
on | atoll | wild
in | fjord | wild
on | tundra | wild
in | steppe | wild
in | lagoon | water
in | bayou | wild
on | prairie | wild
on | ferry | home
on | houseboat | home
on | zeppelin | sky
in | caravan | home
in | caravanserai | town
in | bazaar | town
in | paper mill | home
in | umbrella factory | home
in | noodle shop | home
in | button museum | home
in | cheese cellar | home
in | walnut shell | home
in | teapot | home
in | suitcase | home
in | violin case | home
in | piano | home
in | cuckoo clock | home
in | laundry basket | home
in | refrigerator | home
in | vending machine | home
in | elevator | home
in | skyscraper | town
in | parking garage | town
in | post office | town
in | planetarium | home
in | ice palace | home
in | labyrinth | town
in | maze | wild
in | geyser valley | wild
on | volcano | wild
in | mushroom village | town
in | honey factory | home
in | beehive | home
in | anthill | home
in | molehill | home
on | raft | water
on | lily pad | wild
on | weather station | home
in | tin mine | wild
in | tea garden | wild
in | rice field | wild
in | olive grove | wild
in | lemon orchard | wild
in | cactus garden | wild
in | sandcastle | wild
in | crater | sky
on | asteroid | sky
on | comet | sky
in | bubble | sky
in | upside-down town | town
in | city of clocks | town
in | valley of echoes | wild
in | land of lost socks | town
in | forest of umbrellas | wild
on | street of a hundred cats | town
"""

# What comes before an invented name of a place.
NAMED = (
    ("in", "{word}"),
    ("in", "the land of {word}"),
    ("on", "the island of {word}"),
    ("in", "the kingdom of {word}"),
    ("in", "the town of {word}"),
    ("on", "the planet {word}"),
    ("in", "the valley of {word}"),
    ("in", "the forest of {word}"),
    ("on", "the hill of {word}"),
)

# Where one looks for something, by kind of place.
NOOKS: dict[str, tuple[str, ...]] = {
    "wild": (
        "under the leaves", "behind a big stone", "in the long grass", "between the roots", "under a thick bush", "behind the tallest tree",
        "in a hollow log", "beside the path", "under a pile of twigs", "between the flowers", "in an old nest", "behind the ferns",
    ),
    "home": (
        "under the table", "behind the door", "in a dark corner", "on the highest shelf", "under the rug", "behind the curtain",
        "in an empty pot", "under the stairs", "in a dusty box", "next to the window", "behind the boxes", "in the basket by the wall",
    ),
    "town": (
        "under the benches", "behind the fountain", "around the next corner", "next to the lamp post", "on the steps", "behind the fence",
        "in the flower beds", "between the houses", "under the big clock", "beside the gate", "behind the carts", "in the doorways",
    ),
    "sky": (
        "behind a cloud", "on the far side", "under a heap of stardust", "behind the nearest star", "in the moonlight", "in the shadows",
        "between two sunbeams", "near the silver edge", "in the mist", "where the light was brightest", "at the very edge", "in a dark corner",
    ),
    "water": (
        "between the shells", "under the seaweed", "behind the coral", "in the soft sand", "under a flat stone", "in a dark crack in the rock",
        "among the pebbles", "between the water plants", "behind a curtain of bubbles", "inside an empty shell", "near the old anchor",
        "where the water was deepest",
    ),
}  # fmt: skip
