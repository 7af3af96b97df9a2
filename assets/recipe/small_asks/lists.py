"""Lists of things on request: as many numbered lines as were asked for, two to ten."""

from __future__ import annotations

from random import Random

from .asking import NUMBER_WORDS, Turns, exchange, request, rows, thanked, typed

# what the list holds, in the plural | one of it | ten or more items in a fixed order
LISTS = rows("""
animals of the forest | animal of the forest | fox, deer, owl, squirrel, hedgehog, badger, bear, rabbit, wolf, woodpecker, mouse,
    boar
animals | animal | dog, cat, horse, cow, elephant, lion, rabbit, bear, fox, mouse, sheep, monkey
farm animals | farm animal | cow, pig, sheep, horse, hen, goat, duck, goose, donkey, turkey, rooster, rabbit
sea animals | sea animal | whale, dolphin, shark, octopus, crab, seahorse, jellyfish, starfish, seal, squid, lobster, sea turtle
animals of the zoo | animal of the zoo | lion, giraffe, elephant, monkey, zebra, tiger, penguin, hippo, camel, crocodile, bear,
    flamingo
animals of Africa | animal of Africa | lion, elephant, giraffe, zebra, hippo, rhino, cheetah, leopard, gorilla, ostrich, meerkat,
    hyena
animals of the jungle | animal of the jungle | monkey, parrot, jaguar, snake, toucan, sloth, tree frog, gorilla, tapir, butterfly,
    crocodile
animals that can fly | animal that can fly | eagle, owl, bee, butterfly, bat, sparrow, dragonfly, seagull, swan, moth, ladybug,
    duck
animals that can swim | animal that can swim | duck, frog, dolphin, otter, penguin, seal, beaver, shark, whale, swan, turtle,
    polar bear
animals that lay eggs | animal that lays eggs | hen, duck, turtle, snake, frog, fish, penguin, crocodile, ostrich, spider,
    butterfly, owl
animals that live in cold places | animal that lives in a cold place | polar bear, penguin, seal, walrus, reindeer, arctic fox,
    snowy owl, arctic hare, musk ox, husky
big animals | big animal | elephant, whale, giraffe, hippo, rhino, bear, moose, camel, horse, crocodile
small animals | small animal | mouse, ant, bee, ladybug, snail, hamster, frog, spider, beetle, butterfly, sparrow
fast animals | fast animal | cheetah, horse, falcon, antelope, lion, hare, greyhound, ostrich, dolphin, kangaroo
slow animals | slow animal | snail, sloth, turtle, starfish, koala, slug, worm, caterpillar, seahorse, tortoise
pets | pet | dog, cat, hamster, rabbit, goldfish, parrot, guinea pig, turtle, mouse, canary
baby animals | baby animal | puppy, kitten, calf, foal, lamb, chick, duckling, cub, piglet, tadpole, fawn
birds | bird | robin, sparrow, owl, eagle, swan, duck, parrot, penguin, crow, pigeon, stork, woodpecker
insects | insect | ant, bee, butterfly, beetle, ladybug, fly, mosquito, dragonfly, grasshopper, wasp, cricket, moth
fish | fish | salmon, trout, tuna, herring, cod, goldfish, carp, shark, eel, pike, sardine
dinosaurs | dinosaur | Triceratops, Stegosaurus, Diplodocus, Velociraptor, Iguanodon, Brachiosaurus, Allosaurus, Ankylosaurus,
    Spinosaurus, Tyrannosaurus
dogs | kind of dog | poodle, beagle, collie, terrier, dachshund, husky, greyhound, spaniel, boxer, Labrador
fruits | fruit | apple, banana, orange, pear, grape, strawberry, cherry, plum, peach, lemon, mango, pineapple
berries | berry | strawberry, raspberry, blueberry, blackberry, cranberry, gooseberry, elderberry, redcurrant, blackcurrant,
    mulberry
yellow fruits | yellow fruit | banana, lemon, pineapple, yellow apple, yellow plum, yellow pear, yellow melon, grapefruit, star
    fruit, quince
vegetables | vegetable | carrot, potato, onion, bean, pea, cucumber, spinach, cabbage, leek, broccoli, beet, radish
green vegetables | green vegetable | pea, bean, spinach, broccoli, cucumber, cabbage, leek, lettuce, zucchini, kale
herbs | herb | basil, parsley, mint, thyme, sage, rosemary, dill, chives, oregano, coriander
spices | spice | pepper, cinnamon, ginger, nutmeg, cloves, paprika, turmeric, vanilla, cumin, saffron
nuts | nut | walnut, hazelnut, almond, cashew, peanut, pecan, pistachio, chestnut, macadamia, pine nut
drinks | drink | water, milk, tea, coffee, apple juice, orange juice, lemonade, hot chocolate, iced tea, grape juice
warm drinks | warm drink | tea, coffee, hot chocolate, warm milk, apple punch, ginger tea, mint tea, lemon tea, warm apple juice,
    fennel tea
breakfast foods | breakfast food | bread, egg, porridge, pancakes, yogurt, cheese, jam, honey, fruit, toast, muesli
soups | soup | tomato soup, pea soup, carrot soup, potato soup, onion soup, pumpkin soup, noodle soup, lentil soup, leek soup,
    bean soup
desserts | dessert | ice cream, apple pie, pudding, chocolate cake, fruit salad, pancakes, cheesecake, yogurt with honey, baked
    apple, rice pudding
cakes | cake | apple cake, carrot cake, chocolate cake, lemon cake, cheesecake, plum cake, nut cake, sponge cake, marble cake,
    birthday cake
ice cream flavors | ice cream flavor | vanilla, chocolate, strawberry, lemon, banana, mint, hazelnut, mango, cherry, coconut,
    pistachio
pizza toppings | pizza topping | cheese, tomato, mushroom, olive, onion, pepper, ham, corn, spinach, basil, pineapple
things to put on bread | thing to put on bread | butter, cheese, jam, honey, egg, tomato, cucumber, peanut butter, ham, radish
healthy snacks | healthy snack | apple, carrot, nuts, banana, yogurt, cucumber, grapes, cheese, berries, pear
things made of milk | thing made of milk | cheese, butter, yogurt, cream, ice cream, pudding, cream cheese, milk shake,
    buttermilk, custard
colors | color | red, blue, green, yellow, orange, purple, pink, brown, black, white, gray, gold
warm colors | warm color | red, orange, yellow, gold, coral, amber, peach, rust, scarlet, apricot
red things | red thing | tomato, strawberry, cherry, fire engine, rose, ladybug, stop sign, ketchup, red brick, poppy
yellow things | yellow thing | sun, banana, lemon, sunflower, chick, egg yolk, corn, dandelion, butter, canary
green things | green thing | grass, frog, leaf, pea, cucumber, lime, fir tree, clover, cactus, lettuce
blue things | blue thing | sky, sea, blueberry, jeans, cornflower, forget-me-not, sapphire, bluebell, kingfisher, ink
white things | white thing | snow, milk, swan, chalk, salt, sugar, paper, polar bear, rice, egg
black things | black thing | coal, night, crow, ink, blackboard, tar, pepper, black cat, tire, top hat
round things | round thing | ball, plate, coin, wheel, orange, full moon, button, pizza, ring, clock, globe
soft things | soft thing | pillow, blanket, wool, feather, teddy bear, moss, cotton, kitten, sponge, scarf
hard things | hard thing | stone, iron, brick, nutshell, bone, diamond, ice, wood, steel, glass
cold things | cold thing | ice, snow, winter wind, ice cream, fridge, frost, icicle, mountain lake, hail, cold drink
hot things | hot thing | fire, sun, oven, lava, tea, soup, iron, candle flame, desert sand, toast
sweet things | sweet thing | honey, sugar, cake, ice cream, jam, chocolate, candy, ripe pear, grape, syrup
sour things | sour thing | lemon, lime, vinegar, pickle, green apple, grapefruit, rhubarb, sauerkraut, sour cherry, gooseberry
loud things | loud thing | thunder, drum, trumpet, siren, lion, jet plane, fire alarm, big bell, drill, fireworks
quiet things | quiet thing | snow, mouse, library, feather, moon, shadow, cloud, sleeping cat, fish, night
shapes | shape | circle, square, triangle, rectangle, star, heart, oval, diamond, pentagon, hexagon
numbers | number | one, two, three, four, five, six, seven, eight, nine, ten
things in a kitchen | thing in a kitchen | stove, fridge, pot, pan, spoon, knife, sink, table, cup, plate, oven, kettle
things in a bedroom | thing in a bedroom | bed, pillow, blanket, lamp, wardrobe, alarm clock, rug, mirror, curtain, bedside table
things in a bathroom | thing in a bathroom | soap, towel, toothbrush, mirror, bathtub, shower, comb, sink, shampoo, toothpaste
things in a living room | thing in a living room | sofa, lamp, table, bookshelf, carpet, cushion, clock, picture, armchair, plant
things in a classroom | thing in a classroom | desk, chair, blackboard, chalk, map, book, clock, globe, pencil, window
things in a school bag | thing in a school bag | book, pencil, ruler, eraser, notebook, lunch box, pencil case, water bottle,
    glue, scissors
things in a garden | thing in a garden | flower, tree, bench, hose, shovel, fence, bush, bird bath, swing, watering can
things in a park | thing in a park | bench, tree, pond, swing, slide, path, fountain, lawn, duck, sandbox
things at the beach | thing at the beach | sand, shell, wave, towel, crab, seagull, sunshade, bucket, beach ball, boat
things in the sky | thing in the sky | sun, moon, star, cloud, bird, plane, rainbow, kite, balloon, lightning
things on a farm | thing on a farm | barn, tractor, cow, hay, field, fence, hen house, pond, plow, orchard
things in a forest | thing in a forest | tree, moss, mushroom, fern, stream, berry, pine cone, nest, path, log
things in a toolbox | thing in a toolbox | hammer, screwdriver, saw, nail, screw, wrench, pliers, tape measure, drill, level
things in an office | thing in an office | desk, computer, phone, printer, chair, pen, paper, lamp, calendar, stapler
things in a supermarket | thing in a supermarket | bread, milk, apples, cheese, eggs, rice, soap, shopping cart, shelf, checkout
things in a bakery | thing in a bakery | bread, roll, cake, cookie, croissant, pie, oven, flour, dough, pretzel
things in a castle | thing in a castle | tower, gate, drawbridge, throne, hall, kitchen, stairs, flag, moat, well, cellar
things in a circus tent | thing in a circus tent | clown, juggler, trapeze, ring, drum, acrobat, magician, tightrope, spotlight,
    popcorn
things at a birthday party | thing at a birthday party | cake, candles, balloons, gifts, games, music, friends, juice, party hats,
    cards
things made of wood | thing made of wood | table, chair, door, pencil, boat, spoon, fence, ladder, shelf, guitar
things made of glass | thing made of glass | window, bottle, cup, mirror, lamp, vase, marble, jar, glasses, bowl
things made of paper | thing made of paper | book, letter, newspaper, bag, kite, card, map, paper plane, notebook, poster
things made of metal | thing made of metal | spoon, key, coin, nail, bell, pot, scissors, anchor, bicycle frame, rail
things with wheels | thing with wheels | car, bus, bicycle, train, wagon, scooter, truck, skateboard, stroller, tractor
things that fly | thing that flies | plane, bird, kite, balloon, helicopter, bee, rocket, butterfly, glider, drone
things that float | thing that floats | boat, duck, cork, leaf, raft, water lily, buoy, beach ball, log, swan
things to wear in winter | thing to wear in winter | coat, scarf, gloves, hat, boots, sweater, thick socks, mittens, long pants,
    ear warmers
things to wear in summer | thing to wear in summer | T-shirt, shorts, sandals, sun hat, dress, sunglasses, skirt, swimsuit, cap,
    light shirt
clothes | piece of clothing | shirt, pants, dress, skirt, sweater, coat, sock, hat, scarf, jacket
kinds of shoes | kind of shoe | boots, sandals, sneakers, slippers, clogs, rain boots, running shoes, ballet shoes, hiking boots,
    flip-flops
parts of the body | part of the body | head, arm, leg, hand, foot, nose, ear, eye, knee, shoulder, back, elbow
parts of a face | part of a face | eye, nose, mouth, cheek, chin, forehead, eyebrow, lip, eyelash, ear
parts of a tree | part of a tree | root, trunk, bark, branch, twig, leaf, bud, blossom, fruit, crown
parts of a house | part of a house | roof, wall, door, window, stairs, floor, chimney, cellar, attic, kitchen
parts of a bicycle | part of a bicycle | wheel, pedal, saddle, chain, bell, brake, handlebar, tire, frame, lamp
parts of a car | part of a car | wheel, engine, door, seat, brake, steering wheel, window, mirror, headlight, trunk
flowers | flower | rose, tulip, daisy, sunflower, lily, poppy, violet, daffodil, snowdrop, carnation, orchid
spring flowers | spring flower | snowdrop, tulip, daffodil, crocus, primrose, violet, hyacinth, daisy, bluebell, cherry blossom
trees | tree | oak, pine, birch, maple, beech, willow, fir, apple tree, ash, chestnut, poplar
games | game | hide and seek, tag, chess, dominoes, hopscotch, memory, checkers, marbles, cards, charades
games for a rainy day | game for a rainy day | memory, dominoes, charades, chess, a puzzle, I spy, cards, checkers, hide and seek,
    bingo
games to play outside | game to play outside | tag, hide and seek, hopscotch, catch, football, jump rope, sack race, leapfrog,
    badminton, tug of war
board games | board game | chess, checkers, backgammon, dominoes, mill, Go, tic-tac-toe, ludo, mancala, snakes and ladders
sports | sport | football, tennis, swimming, running, cycling, basketball, skiing, volleyball, hockey, rowing, badminton
winter sports | winter sport | skiing, sledding, ice skating, ice hockey, snowboarding, curling, ski jumping, bobsled,
    cross-country skiing, biathlon
toys | toy | doll, ball, kite, teddy bear, blocks, train set, puzzle, marbles, top, jump rope, car
musical instruments | musical instrument | piano, guitar, violin, flute, drum, trumpet, harp, cello, clarinet, accordion, recorder
hobbies | hobby | reading, painting, cooking, gardening, singing, knitting, hiking, dancing, fishing, photography, chess
jobs | job | teacher, doctor, baker, farmer, nurse, carpenter, pilot, cook, painter, firefighter, gardener, librarian
jobs with animals | job with animals | vet, farmer, zookeeper, shepherd, dog trainer, beekeeper, riding teacher, fisherman,
    forester, horse groom
vehicles | vehicle | car, bus, train, bicycle, truck, tram, boat, plane, motorcycle, tractor, taxi
boats and ships | kind of boat or ship | sailboat, rowing boat, canoe, ferry, raft, submarine, fishing boat, tugboat, kayak, yacht
buildings | building | house, school, church, tower, castle, library, hospital, barn, station, museum, theater
rooms in a house | room in a house | kitchen, bedroom, bathroom, living room, hall, cellar, attic, dining room, pantry, playroom
pieces of furniture | piece of furniture | table, chair, bed, sofa, shelf, wardrobe, desk, stool, armchair, chest of drawers
school subjects | school subject | math, reading, writing, music, art, sports, history, geography, science, languages
planets | planet | Mercury, Venus, Earth, Mars, Jupiter, Saturn, Uranus, Neptune
continents | continent | Africa, Asia, Europe, North America, South America, Australia, Antarctica
countries | country | France, Spain, Italy, Japan, Brazil, Canada, Egypt, India, Norway, Kenya, Mexico, Peru
countries in Europe | country in Europe | France, Spain, Italy, Germany, Poland, Norway, Greece, Portugal, Austria, Sweden,
    Ireland
countries in Africa | country in Africa | Egypt, Kenya, Nigeria, Morocco, Ghana, Ethiopia, Senegal, Tunisia, Uganda, Namibia
countries in Asia | country in Asia | Japan, China, India, Thailand, Vietnam, Nepal, Indonesia, Mongolia, Malaysia, South Korea
big cities | big city | Tokyo, London, Paris, Cairo, Mumbai, New York, Beijing, Mexico City, Istanbul, Lagos
languages | language | English, Spanish, French, German, Italian, Chinese, Arabic, Hindi, Japanese, Portuguese
rivers | river | Nile, Amazon, Danube, Rhine, Mississippi, Ganges, Volga, Thames, Yangtze, Congo
feelings | feeling | joy, sadness, fear, anger, love, surprise, pride, hope, envy, calm
kinds of weather | kind of weather | sun, rain, snow, wind, fog, hail, storm, frost, drizzle, thunder
signs of spring | sign of spring | buds on the trees, birds that sing, snowdrops, melting snow, longer days, warm rain, bees,
    nests, green grass, open windows
ideas for a rainy day | idea for a rainy day | bake cookies, build a den of blankets, read a book, paint a picture, play cards,
    write a letter, jump in puddles, make a puzzle, sing songs, tidy a drawer
ideas for a sunny day | idea for a sunny day | have a picnic, ride a bike, swim in a lake, fly a kite, water the garden, eat ice
    cream, play ball, walk in the woods, blow bubbles, draw with chalk
ideas for a snowy day | idea for a snowy day | build a snowman, go sledding, feed the birds, make snow angels, drink hot
    chocolate, look for animal tracks, read by the fire, bake cookies, knit a scarf, build an igloo
ideas for the weekend | idea for the weekend | visit a friend, go for a walk, cook something new, sleep late, go to the market,
    read a book, take a bike ride, visit a museum, plant flowers, play a game
ideas for a picnic | idea for a picnic | cheese sandwiches, grapes, lemonade, boiled eggs, apple slices, cookies, carrot sticks, a
    big blanket, a ball, potato salad
ideas for a birthday party | idea for a birthday party | a treasure hunt, a cake with candles, balloons, musical chairs, face
    painting, a picnic, a puppet show, a dance, a pizza party, a sack race
birthday gift ideas | birthday gift idea | a book, a puzzle, a plant, a scarf, a cake, a game, a kite, a mug, a photo in a frame,
    a box of paints
gifts for a mother | gift for a mother | flowers, a card that you made, breakfast in bed, a scarf, a photo in a frame, a book, a
    plant, a cake, a mug, a walk together
gifts for a father | gift for a father | a card that you made, a book, a mug, a cap, a day of fishing, a cake, a picture that you
    drew, warm socks, a game, a walk together
gifts for a friend | gift for a friend | a bracelet, a book, a card, a plant, cookies that you baked, a mug, a photo, a puzzle, a
    candle, a poem
gifts for a teacher | gift for a teacher | a card, a plant, an apple, a mug, a pen, a drawing, flowers, a bookmark, chocolates, a
    notebook
ways to say hello | way to say hello | Hello!, Hi!, Good morning!, Good evening!, Hey there!, Welcome!, Good day!, Nice to see
    you!, Greetings!, How are you?
ways to say goodbye | way to say goodbye | Goodbye!, Bye!, See you soon!, Take care!, Good night!, Farewell!, See you tomorrow!,
    So long!, Until next time!, Have a nice day!
ways to say thank you | way to say thank you | Thank you!, Thanks a lot!, Many thanks!, How kind of you!, Thank you so much!, I am
    grateful!, You are so kind!, That was nice of you!, Thanks for your help!, I owe you one!
ways to help at home | way to help at home | set the table, make your bed, water the plants, wash the dishes, sweep the floor,
    feed the pet, fold the laundry, take out the trash, tidy your room, carry the shopping
ways to be kind | way to be kind | smile at someone, share your toys, hold the door, say thank you, listen well, help to carry,
    write a nice note, invite someone to play, say sorry, give a compliment
ways to save water | way to save water | take short showers, close the tap while you brush, fix a dripping tap, catch rain for the
    garden, wash full loads, use a bucket for the car, water plants in the evening, reuse cooking water, wash fruit in a bowl,
    choose a small flush
ways to save energy | way to save energy | switch off the light, ride a bike, wear a sweater, close the door, put a lid on the
    pot, dry clothes on a line, unplug the charger, take the stairs, walk to school, use the sun for light
ways to fall asleep | way to fall asleep | count sheep, read a little, breathe slowly, drink warm milk, listen to soft music, dim
    the light, think of a nice place, hug a pillow, open the window a bit, count backwards
ways to cheer up a friend | way to cheer up a friend | listen, tell a joke, bring a flower, take a walk together, bake cookies,
    give a hug, write a card, watch the clouds, make some tea, sing a silly song
things to pack for a trip | thing to pack for a trip | toothbrush, socks, sweater, book, water bottle, ticket, map, rain jacket,
    pajamas, charger
things to pack for the beach | thing to pack for the beach | towel, swimsuit, sun cream, sun hat, water, book, ball, snack,
    sunglasses, bucket
things to pack for camping | thing to pack for camping | tent, sleeping bag, flashlight, water, map, pot, rain jacket, matches,
    warm socks, pocket knife
things to take on a hike | thing to take on a hike | water, map, good shoes, snack, sun hat, rain jacket, plasters, phone,
    whistle, sun cream
things to do in summer | thing to do in summer | swim, eat ice cream, have a picnic, sleep in a tent, ride a bike, pick berries,
    watch the stars, fly a kite, build a sandcastle, water the garden
things to do in winter | thing to do in winter | build a snowman, go sledding, skate on a lake, drink hot chocolate, bake cookies,
    feed the birds, read by the fire, knit a scarf, make snow angels, light candles
things to do in autumn | thing to do in autumn | collect leaves, fly a kite, pick apples, cook pumpkin soup, walk in the woods,
    jump in puddles, bake a pie, look for chestnuts, light a lantern, read a book
things to do in spring | thing to do in spring | plant seeds, listen to birds, ride a bike, open the windows, pick flowers, clean
    the house, paint eggs, look for nests, walk in the rain, plant a tree
things to do before bed | thing to do before bed | brush your teeth, read a story, put on pajamas, tidy your toys, say good night,
    drink some water, pack your bag, dim the light, hug someone, set the alarm
things to do in the morning | thing to do in the morning | stretch, get dressed, eat breakfast, brush your teeth, make the bed,
    open the window, drink water, comb your hair, pack your bag, smile
things to draw | thing to draw | a cat, a house, a tree, a boat, a dragon, a flower, your hand, a robot, the sea, a castle, your
    family
things to write about | thing to write about | your best day, a brave mouse, a lost key, the first snow, a talking tree, your
    friend, a trip to the moon, a secret door, a rainy street, a kind giant
things to collect | thing to collect | stamps, shells, coins, stones, leaves, postcards, feathers, buttons, stickers, bottle caps
things to be thankful for | thing to be thankful for | family, friends, a warm bed, good food, the sun, music, health, books, a
    pet, clean water
questions to ask a friend | question to ask a friend | What made you laugh today?, What is your favorite book?, Where would you
    like to go?, What are you proud of?, Which animal would you be?, What do you like to cook?, What was your best day?, What are
    you afraid of?, What do you dream about?, Who taught you the most?
names for a cat | name for a cat | Luna, Whiskers, Misty, Tiger, Mimi, Felix, Smoky, Pepper, Snowball, Cleo, Oscar
names for a dog | name for a dog | Rex, Bella, Max, Daisy, Bruno, Lucky, Buddy, Rosie, Charlie, Waldo, Biscuit
names for a horse | name for a horse | Star, Thunder, Bella, Spirit, Hazel, Storm, Lady, Blaze, Willow, Comet
names for a rabbit | name for a rabbit | Hoppy, Clover, Snowy, Cotton, Jumper, Daisy, Ginger, Fluffy, Pepper, Marble
names for a hamster | name for a hamster | Peanut, Nibbles, Cookie, Pip, Hazel, Button, Speedy, Coco, Nugget, Biscuit
names for a fish | name for a fish | Bubbles, Goldie, Splash, Finn, Pearl, Captain Fin, Coral, Ripple, Sunny, Squirt
names for a parrot | name for a parrot | Polly, Mango, Kiwi, Captain, Rio, Sunny, Paco, Feather, Jade, Echo
names for a dragon | name for a dragon | Ember, Smoky, Blaze, Flicker, Ash, Ruby, Sparky, Cinder, Storm, Gold-Tooth
names for a ship | name for a ship | Sea Star, Wind Song, Silver Wave, Morning Light, Albatross, Brave Heart, Blue Whale, Good
    Hope, North Wind, Aurora
names for a robot | name for a robot | Bolt, Rusty, Beep, Sparky, Gizmo, Bit, Tinker, Cog, Pixel, Widget
names for a teddy bear | name for a teddy bear | Bruno, Honey, Button, Cuddles, Barnaby, Coco, Teddy, Bramble, Mr. Brown, Patches
names for a band | name for a band | The Night Owls, Loud Socks, Paper Planes, The Blue Kettles, Five Left Shoes, Sunday Thunder,
    The Small Lamps, River Stones, Tin Roof Rain, The Humming Bees
names for a cafe | name for a cafe | The Blue Cup, Corner Cake, Morning Bean, The Warm Spoon, Cafe Sunrise, The Old Kettle, Sugar
    and Salt, The Window Seat, Crumbs, The Happy Teapot
names for girls | name for a girl | Anna, Clara, Ella, Emma, Julia, Lena, Maria, Nora, Olivia, Sofia, Lucy
names for boys | name for a boy | Ben, David, Felix, Jack, Leo, Max, Noah, Oliver, Paul, Tom, Henry
story ideas | story idea | a fox who is afraid of the dark, a teapot that can talk, a lost letter, a snail who wins a race, a door
    in a tree, a cloud that wants a friend, a robot in a bakery, a mouse on a ship, a star in a pond, a dragon with a cold
words that begin with A | word that begins with A | apple, ant, arm, air, acorn, angel, arrow, autumn, aunt, alphabet
words that begin with B | word that begins with B | ball, bear, bread, boat, book, bird, blue, bell, button, bridge
words that begin with C | word that begins with C | cat, cake, cloud, car, candle, carrot, cup, castle, coat, clock
words that begin with D | word that begins with D | dog, door, duck, day, drum, dragon, dish, desk, dance, deer
words that begin with E | word that begins with E | egg, ear, eagle, earth, elephant, evening, elbow, engine, eye, east
words that begin with F | word that begins with F | fish, fox, flower, fire, frog, foot, fork, friend, farm, feather
words that begin with G | word that begins with G | goat, garden, green, glass, gold, grape, game, gate, ghost, grass
words that begin with H | word that begins with H | house, hat, horse, hand, heart, honey, hill, hen, hammer, home
words that begin with L | word that begins with L | lamp, lion, leaf, lemon, light, lake, letter, ladder, love, lunch
words that begin with M | word that begins with M | moon, mouse, milk, map, mother, music, mountain, mirror, mitten, morning
words that begin with P | word that begins with P | pen, pig, pear, paper, pond, pocket, plate, pillow, penguin, piano
words that begin with S | word that begins with S | sun, star, snow, sea, ship, sock, spoon, snake, school, summer
words that begin with T | word that begins with T | tree, table, tiger, train, tea, tooth, tower, tomato, turtle, town
words that begin with W | word that begins with W | water, wind, wolf, window, winter, wheel, wood, wall, whale, week
""")

VERBS = ("name", "name", "list", "give me", "tell me", "write", "write down", "think of", "give me a list of")
COUNTLESS = {"some": 5, "a list of": 5, "a few": 3, "a short list of": 3, "a couple of": 2}
SAME = (
    ("things in a", "things you find in a"), ("things in a", "objects in a"), ("things in a", "things that are in a"),
    ("things at the", "things you see at the"), ("animals of the", "animals that live in the"), ("animals of", "animals from"),
    ("words that begin", "words that start"), ("words that begin", "words starting"),
    ("things made of", "things that are made of"), ("colors", "colours"), ("flavors", "flavours"),
    ("ideas for a rainy day", "things to do on a rainy day"), ("ideas for a sunny day", "things to do on a sunny day"),
    ("ideas for a snowy day", "things to do on a snowy day"), ("birthday gift ideas", "ideas for a birthday gift"),
    ("birthday gift ideas", "birthday gifts"), ("birthday gift ideas", "presents for a birthday"),
    ("gifts for", "gift ideas for"), ("gifts for", "presents for"), ("names for a", "good names for a"),
    ("names for a", "names I could give a"), ("things to pack for", "things I need for"), ("parts of", "different parts of"),
    ("ways to", "different ways to"), ("ways to", "nice ways to"), ("jobs", "different jobs"), ("hobbies", "nice hobbies"),
    ("kinds of", "different kinds of"), ("pets", "animals to keep at home"), ("fruits", "different fruits"),
    ("vegetables", "different vegetables"), ("ideas for", "good ideas for"),
    ("pieces of furniture", "things to put in a house"), ("story ideas", "ideas for a story"),
    ("things to do in", "nice things to do in"), ("musical instruments", "instruments"),
    ("school subjects", "subjects at school"),
)
MORE = (
    "{k} more", "{K} more, please.", "Can you give me {k} more?", "And {k} more?", "{k} more please", "Give me {k} more.",
    "Name {k} more.", "{K} others, please.",
)
FEWER = (
    "Only {k}, please.", "only {k}", "Just {k}.", "Make it {k}.", "Make it shorter: only {k}.", "{K} are enough.",
    "Just give me {k}.",
)
ONE = (
    "Name one {it}.", "Name {a} {it}.", "Tell me one {it}.", "Give me {a} {it}.", "Say {a} {it}.", "Can you name one {it}?",
    "Think of {a} {it}.", "Give me the name of {a} {it}.", "Pick {a} {it}.",
)
OFFER = "I have many more lists: animals, colors, gifts or games."


def numbered(items: list[str]) -> str:
    """The items as numbered lines, each with a capital."""
    return "\n".join(f"{i}. {item[:1].upper()}{item[1:]}" for i, item in enumerate(items, 1))


def taken(items: list[str], start: int, count: int) -> list[str]:
    """So many items in the table's order from a place, going on at the beginning after the last."""
    return [items[(start + i) % len(items)] for i in range(count)]


def answer(count: int, plural: str, items: list[str]) -> str:
    """The heading, which says the number and the kind, and the lines."""
    verb = "Here is" if count == 1 else "Here are"
    return f"{verb} {NUMBER_WORDS[count]} {plural}:\n{numbered(items)}"


def shown(rng: Random, count: int) -> str:
    """A number as a word or in digits."""
    return NUMBER_WORDS[count] if rng.random() < 0.6 else str(count)


def worded(rng: Random, plural: str) -> str:
    """What the list holds in one of the ways to say it; the heading then says it in the same way."""
    forms = [plural.replace(old, new) for old, new in SAME if old in plural]
    if " of the " in plural:
        forms.append(f"{plural.split(' of the ')[1]} {plural.split(' of the ')[0]}")
    if plural.startswith("names for a "):
        forms.append(f"{plural[12:]} names")
    return rng.choice(forms) if forms and rng.random() < 0.4 else plural


def uncounted(rng: Random, plural: str) -> tuple[str, int]:
    """A request that gives no number, and how many things answer it."""
    if rng.random() < 0.2:
        forms = (
            "{it}?",
            "What {it} do you know?",
            "Which {it} do you know?",
            "list of {it}",
            "Do you know any {it}?",
            "{it} list",
            "What are some {it}?",
        )
        return typed(rng, rng.choice(forms).format(it=plural)), 5
    some = rng.choice(list(COUNTLESS))
    return request(rng, verbs(f"{some} {plural}"), f"{some} {plural}"), COUNTLESS[some]


def verbs(thing: str) -> tuple[str, ...]:
    """The verbs that go with it: neither `a list of a list` nor `name three names`."""
    left = VERBS[:-1] if thing.startswith("a ") else VERBS
    return left[2:] if "names" in thing else left


def asked(rng: Random, plural: str, count: int) -> str:
    """A request for a number of things."""
    thing = f"{shown(rng, count)} {plural}"
    if rng.random() < 0.2:
        form = rng.choice(
            (
                "What are {t}?",
                "Do you know {t}?",
                "I need {t}.",
                "Can you think of {t}?",
                "Make a list of {t}.",
                "I am looking for {t}.",
                "A list of {t}, please.",
            )
        )
        return typed(rng, form.format(t=thing))
    return request(rng, verbs(thing), thing)


def every(rng: Random, plural: str, items: list[str]) -> Turns:
    """All of a kind that has few: the planets, the continents."""
    forms = (
        "Name all the {it}.",
        "name the {it}",
        "List all {it}.",
        "What are the {it}?",
        "Which {it} are there?",
        "Tell me the names of the {it}.",
        "What are the names of all {it}?",
    )
    return exchange(
        typed(rng, rng.choice(forms).format(it=plural)), f"Here are all {NUMBER_WORDS[len(items)]} {plural}:\n{numbered(items)}"
    )


def second(rng: Random, plural: str, items: list[str], start: int, count: int) -> Turns:
    """A second turn: some more of them, or fewer."""
    left = len(items) - count
    if rng.random() < 0.6 and left > 0:
        k = rng.randint(1, min(left, 5))
        ask = rng.choice(MORE).format(k=shown(rng, k), K=shown(rng, k).capitalize())
        text = numbered(taken(items, start + count, k))
        return exchange(typed(rng, ask), f"Here {'is' if k == 1 else 'are'} {NUMBER_WORDS[k]} more:\n{text}")
    k = rng.randint(1, count - 1)
    ask = (
        rng.choice(FEWER)
        .format(k=shown(rng, k), K=shown(rng, k).capitalize())
        .replace("One are", "One is")
        .replace("1 are", "1 is")
    )
    return exchange(typed(rng, ask), numbered(taken(items, start, k)))


def single(rng: Random, kind: str, items: list[str]) -> Turns:
    """One of a kind, and perhaps a second one."""
    a = "an" if kind[0] in "aeio" else "a"
    item = rng.choice(items[:6])
    turns = exchange(
        typed(rng, rng.choice(ONE).format(it=kind, a=a)), f"Here is one {kind}: {item}.".replace("!.", "!").replace("?.", "?")
    )
    if rng.random() < 0.3:
        other = rng.choice([candidate for candidate in items if candidate != item])
        turns += exchange(
            rng.choice(("Another one.", "One more.", "another one please", "And one more?", "again")),
            f"Here is another one: {other}.".replace("!.", "!").replace("?.", "?"),
        )
    return turns


def dialogue(rng: Random) -> Turns:
    """A list of the asked length, perhaps some more of it; or one thing of a kind."""
    plural, kind, text = rng.choice(LISTS)
    items = text.split(", ")
    if rng.random() < 0.1:
        return single(rng, kind, items)
    if plural in ("planets", "continents") and rng.random() < 0.6:
        return every(rng, plural, items)
    plural = worded(rng, plural)
    number = min(rng.choice((2, 3, 3, 3, 4, 5, 5, 5, 6, 7, 8, 9, 10)), len(items))
    ask, number = (asked(rng, plural, number), number) if rng.random() < 0.8 else uncounted(rng, plural)
    start = 0 if rng.random() < 0.5 else rng.randrange(len(items))
    turns = exchange(ask, answer(number, plural, taken(items, start, number)))
    if rng.random() < 0.25:
        turns += second(rng, plural, items, start, number)
    return thanked(rng, turns, OFFER, 0.08)
