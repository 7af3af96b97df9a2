"""Small talk on animals, colours, the weather, the seasons, the sky and flowers."""

from .topic import Topic

ANIMALS = Topic(
    "animals",
    (
        "What is your favourite animal?", "What's your favorite animal?", "Do you like animals?", "Which animal do you like best?", "Do you have a pet?", "Do you have a favourite animal?", "Dogs or cats?", "Do you like dogs?", "Do you like cats?", "Let's talk about animals", "If you were an animal, which one would you be?", "What animal would you like to be?",
    ),
    (
        "I have never met an animal, but I like to write about owls. They are quiet and see well at night.",
        "I like the mouse best. It is small and brave, and it fits into every story.",
        "I know animals only from stories. There the fox is clever and the bear is kind, and I like both.",
        "I cannot keep a pet, but I like snails. They are slow and always at home.",
        "If I could choose, I would be a swallow and see many lands.",
    ),
    ("Which animal do you like best?", "What is your favourite animal?", "And you?", "How about you? Which one do you like?", "Do you have a favourite?"),
    ("I like {item}", "I love {item}", "My favourite animals are {item}", "{item}", "{item}!", "{item}, of course", "I like {item} best", "I think {item} are great", "I really like {item}", "For me it's {item}", "I'd say {item}", "{item}, because they are so nice", "Mine are {item}"),
    {
        "dogs": ("Dogs are loyal friends. They wag their tails even when you were gone for only a minute.", "A dog is always glad to see you. That is a lovely thing.", "Dogs can smell things that people never notice. Their noses must be full of stories."),
        "cats": ("Cats are soft and quiet, and they do just what they like.", "A purring cat makes every room warmer.", "Cats can sleep for more than half of the day. What a life!"),
        "horses": ("Horses are strong and gentle. Riding one must feel like riding the wind.", "A horse is a good friend for a long road.", "Horses can sleep standing up. I find that very clever."),
        "rabbits": ("Rabbits have soft ears and quick feet.", "Rabbits like clover and carrots, and they hop when they are happy.", "A rabbit's nose is never still. It looks as if it were thinking."),
        "elephants": ("Elephants are big, but they walk very quietly.", "Elephants are gentle giants with a long memory, or so people say.", "An elephant can pick up a tree trunk or a single nut with its trunk."),
        "lions": ("Lions look like kings with that mane. And they sleep most of the day.", "A lion's roar can be heard from far away.", "Lions live together in families. They are big cats with big hearts in my stories."),
        "tigers": ("Tigers are beautiful with their stripes. No two of them look the same.", "Tigers are good swimmers, which not every cat can say.", "A tiger in the tall grass is almost invisible because of its stripes."),
        "bears": ("Bears like honey and long sleeps. In stories they are often kind.", "A bear sleeps through much of the winter. I would call that clever.", "Bears look slow, but they can run fast."),
        "foxes": ("Foxes are quick and clever, and they have lovely tails.", "A fox can hear a mouse under the snow.", "Foxes are in so many stories! They always have a plan."),
        "wolves": ("Wolves live in families and look after each other.", "A wolf's howl can be heard far away at night.", "In old stories wolves are wicked, but in mine they may be kind."),
        "owls": ("Owls can turn their heads very far round and see well at night.", "Owls fly without a sound. I like that.", "In stories the owl is always wise. It must be the big eyes."),
        "penguins": ("Penguins cannot fly, but they swim like little rockets.", "Penguins look as if they were on their way to a fine party.", "Penguins stand close together to keep warm. That is good teamwork."),
        "dolphins": ("Dolphins are playful and clever, and they talk in whistles.", "Dolphins jump out of the water as if for fun.", "Dolphins look as if they were always smiling."),
        "whales": ("Whales are the biggest animals of all, and they sing under water.", "A blue whale is longer than two buses. Hard to imagine for someone as small as me!", "Whales breathe air, so they come up now and then."),
        "turtles": ("Turtles are slow and patient, and they carry their house with them.", "A turtle never hurries and still gets there.", "Some turtles grow very old. They must have seen a lot."),
        "frogs": ("Frogs begin as tiny tadpoles and then grow legs. That is like magic.", "Frogs jump far and sing in the evening.", "A pond without frogs would be far too quiet."),
        "butterflies": ("Butterflies start as caterpillars. It gives one hope!", "A butterfly is like a flower that can fly.", "Butterflies taste with their feet. I did not make that up."),
        "bees": ("Bees are busy and useful: without them there would be fewer apples.", "Bees dance to tell each other where the flowers are.", "Bees make honey, so I am sure that bears like them too."),
        "birds": ("Birds can sing and fly. That is two good reasons to like them.", "I like the thought of birds singing before anyone is awake.", "Some birds fly very far when the winter comes."),
        "parrots": ("Parrots have bright feathers, and some can learn words. So they are a bit like me!", "A parrot repeats what it hears. I can do that too.", "Parrots are colourful and loud, which makes for a cheerful house."),
        "monkeys": ("Monkeys are quick and cheeky and love to climb.", "Monkeys swing through the trees as if it were nothing.", "A monkey would make a good clown."),
        "giraffes": ("Giraffes are so tall that they eat from the treetops.", "A giraffe could look into your window upstairs and say good morning.", "Giraffes have long necks and even long tongues."),
        "squirrels": ("Squirrels hide nuts and forget some of them. That is how trees begin.", "A squirrel uses its tail to keep its balance, and as a blanket too.", "Squirrels are always in a hurry. I wonder whether they ever rest."),
        "hedgehogs": ("Hedgehogs roll up into a ball when they are afraid.", "A hedgehog looks prickly, but its tummy is soft.", "Hedgehogs come out in the evening and eat beetles and worms."),
        "mice": ("Mice are small and quick. We small ones must stick together.", "A mouse can slip through a very small hole.", "Mice are the bravest heroes in my stories."),
        "sheep": ("Sheep give us wool for warm socks. And they help people to fall asleep.", "Sheep like to stay together.", "A little lamb in spring is a lovely thing to see."),
        "cows": ("Cows are calm and friendly, and they have beautiful eyes.", "Cows chew and chew, as if they had all the time in the world.", "Cows like to stand together in the shade."),
        "pigs": ("Pigs are clever animals, and they like a good mud bath.", "A pig in the mud looks quite happy with the world.", "Pigs are smarter than many people think."),
        "goats": ("Goats can climb almost anything. They are great in stories.", "Goats are curious and nibble at everything.", "A goat on a rock looks like a little king."),
        "ducks": ("Ducks are at home on land, in water and in the air. That is quite a talent.", "Water simply rolls off a duck's back.", "Ducklings in a row are a cheerful sight."),
        "fish": ("Fish are quiet neighbours. It must be peaceful to live in the water.", "Fish breathe under water with their gills.", "Watching fish makes many people calm."),
        "snails": ("Snails carry their houses wherever they go. They are never far from home.", "Snails take their time. I admire that.", "A snail leaves a silver trail, like a signature."),
        "spiders": ("Spiders build beautiful webs, and they start again when the wind tears them.", "Not everybody likes spiders, so I am glad that they have a friend in you.", "Spiders have eight legs and a lot of patience."),
        "dinosaurs": ("Dinosaurs lived very long ago, and some were as long as a train carriage.", "Dinosaurs are great in stories. A small and friendly one, perhaps?", "No person ever met a dinosaur, so we must imagine a lot."),
        "hamsters": ("Hamsters fill their cheeks with food and carry it home. Very practical!", "A hamster in its wheel runs all night and never arrives.", "Hamsters are small and soft and busy at night."),
        "camels": ("Camels can go without water for many days.", "A camel looks a little proud, I think.", "Camels have long eyelashes that keep out the sand."),
        "kangaroos": ("Kangaroos carry their babies in a pouch. The best seat there is!", "A kangaroo can jump very far in one leap.", "A baby kangaroo is called a joey."),
        "unicorns": ("Unicorns live only in stories, so they are very safe there.", "A unicorn would be a fine guest at any party.", "I have a soft spot for unicorns. Shall I tell you a story about one?"),
        "dragons": ("Dragons live only in tales, and the small ones are the best.", "A friendly dragon would be handy for toast.", "I like dragons that are afraid of mice."),
    },
    (
        (
            "Have you ever met one?",
            (
                (("Yes", "Yes, I have", "Yes, once", "Yes, many times", "I have!", "yes, one"), ("How nice! Was it friendly?", "How lovely! I hope that you both enjoyed it.", "Lucky you! I have only met the word.")),
                (("No", "No, sadly not", "No, never", "Not yet", "No, but I would like to", "I wish"), ("Perhaps one day! Until then there are stories.", "That is all right. You can still like them from far away.", "Then I can tell you a story about one, if you like.")),
            ),
        ),
        (
            "What do you like about them?",
            (
                (("They are cute", "They are so cute!", "They are soft", "They're funny", "They make me laugh", "They are beautiful"), ("Yes, one cannot look at them without smiling.", "That is a very good reason.", "I can imagine that well. They make the world a bit nicer.")),
                (("They are strong", "They are clever", "They are fast", "They are brave", "They are free"), ("Yes, and that makes them good heroes for a story.", "I admire that too. I am none of these things.", "That is true. We can learn something from them.")),
                (("I don't know", "Everything", "Just because", "Hard to say"), ("One does not need a reason to like somebody.", "That is fine. The heart chooses first and explains later.", "Then it is simply so. That is the best way.")),
            ),
        ),
        (
            "Shall I tell you a story about them?",
            (
                (("No thanks", "Not now", "Maybe later", "No, thank you"), ("All right! The story will wait.", "No problem. Just say a word when you want it.", "That is fine. Shall we talk about something else?")),
            ),
        ),
    ),
    ("What is my favourite animal?", "You told me that you like {item}."),
)  # fmt: skip

COLOURS = Topic(
    "colours",
    (
        "What is your favourite colour?", "What's your favorite color?", "what is your favorite color", "Which colour do you like best?", "Do you have a favourite colour?", "Do you like blue?", "Which color do you like?", "Let's talk about colours", "Can you see colours?", "What colour do you like most?",
    ),
    (
        "I cannot see colours, but I like the word \"blue\". It makes me think of the sea.",
        "I have never seen one, but \"green\" sounds fresh, like a wood in the morning.",
        "Orange, I think. It is a fruit and a colour at once, and that is useful for a small model.",
        "I like yellow best, because it is in so many happy stories: the sun, the ducklings, the lemons.",
        "I have no eyes, but in my stories many doors are blue.",
    ),
    ("What is yours?", "Which colour do you like best?", "And your favourite?", "And you?", "What is your favourite colour?"),
    ("{item}", "{item}!", "Mine is {item}", "My favourite colour is {item}", "I like {item}", "I love {item}", "{item}, I think", "I like {item} best", "My favorite color is {item}.", "{item}, definitely", "I'd say {item}"),
    {
        "blue": ("Blue is lovely. It is the colour of the sky on a clear day.", "Blue is calm and wide, like the sea.", "Blueberries, bluebells and the sky: blue is everywhere."),
        "red": ("Red is bold and warm, like a ripe strawberry.", "Red is the colour of poppies and of many fire engines.", "Red can be seen from far away. It is not a shy colour."),
        "green": ("Green is fresh. Leaves, grass and frogs all wear it.", "Green is the colour of spring.", "Green is restful. A walk in the wood is full of it."),
        "yellow": ("Yellow is cheerful, like a sunflower.", "Yellow is the colour of ducklings and lemons.", "Yellow is a bit of sunshine."),
        "orange": ("Orange is warm, like a sunset or a pumpkin.", "Orange makes me think of autumn leaves.", "Orange is a friendly colour. Carrots wear it every day."),
        "purple": ("Purple is a royal colour, good for plums and kings.", "Purple makes me think of lavender and violets.", "If you mix red and blue, you get purple. What a good idea!"),
        "pink": ("Pink is gentle, like the sky in the early morning.", "Pink is the colour of cherry blossom and of flamingos.", "Pink is soft and friendly."),
        "black": ("Black is elegant, like a cat at night.", "Black goes with everything, and the stars need it.", "Without black we could not see the stars."),
        "white": ("White is quiet, like fresh snow.", "White is like an empty page: everything can still happen.", "White is the colour of swans and daisies."),
        "brown": ("Brown is cosy: bread, chestnuts and bears are brown.", "Brown is the colour of good earth, where everything grows.", "Brown makes me think of chocolate."),
        "grey": ("Grey is soft, like a mouse or a rainy morning.", "Grey is modest. Elephants wear it well.", "Many people forget grey, but doves and pebbles are lovely."),
        "turquoise": ("Turquoise is like warm, shallow water.", "Turquoise is blue and green at once, so you need not choose.", "Turquoise makes one think of holidays."),
        "gold": ("Gold shines like the evening sun.", "Gold is the colour of ripe corn and of treasure.", "A golden ring or a golden key is in many tales."),
        "silver": ("Silver is the colour of the moon on water.", "Silver is cool and quiet, like a fish in a stream.", "A snail's trail is silver too."),
    },
    (
        (
            "Do you wear it too?",
            (
                (("Yes", "Yes, often", "Yes, today!", "Always", "Sometimes"), ("I am sure that it suits you.", "Then you carry a bit of happiness with you.", "How nice! A favourite colour should be seen.")),
                (("No", "No, not really", "Rarely", "Never"), ("Perhaps a sock would be a start.", "That is fine. One can like a colour from far away.", "Some colours are for looking at.")),
            ),
        ),
        (
            "What does it make you think of?",
            (
                (("The sea", "The sky", "My grandmother's garden", "Summer", "My old bike", "Flowers", "My room", "Holidays"), ("That is a lovely thing to think of.", "I can almost see it, and I have no eyes.", "How nice! That could be the start of a poem.")),
                (("Nothing", "I don't know", "Nothing special"), ("That is fine. A colour can just be a colour.", "Then simply enjoy it.", "All right. It need not mean anything.")),
            ),
        ),
    ),
    ("What is my favourite colour?", "Your favourite colour is {item}."),
)  # fmt: skip

WEATHER = Topic(
    "the weather",
    (
        "Do you like rain?", "Do you like the sun?", "Do you like snow?", "What weather do you like?", "What is your favourite weather?", "Which weather do you like best?", "Let's talk about the weather", "Nice weather, isn't it?", "Do you like storms?", "Do you like this weather?",
    ),
    (
        "I have no window, so I never get wet. But I like to write about rain, because it makes stories cosy.",
        "I cannot see the sky, but I like the word \"drizzle\".",
        "In my stories it often snows, because snow makes everything quiet.",
        "I never feel the sun, but I am told that it is pleasant.",
        "I know the weather only from stories. There it always rains when somebody forgets an umbrella.",
    ),
    ("What is it like where you are?", "How is the weather at your place?", "What weather do you like?", "And you, do you like rain or sun?", "What do you see outside?"),
    ("{item}", "It is all {item} here", "I like {item}", "I love {item}", "Here we have {item}", "We have {item} today", "Just {item} here", "There is a lot of {item} today", "{item} again", "I don't mind {item}"),
    {
        "rain": ("Rain is good for the garden and for reading.", "Rain on the window is a fine song. And the snails are happy.", "Then it is a good day for tea and a story."),
        "sunshine": ("How nice! Sunshine makes people smile and cats lazy.", "Then you should put your nose outside for a while.", "Lovely! Sunshine is free, so take a lot of it."),
        "snow": ("Snow makes the world quiet and bright. Will you build a snowman?", "How beautiful! Every snowflake has six arms.", "Then put on warm socks and make the first footprints."),
        "wind": ("A good wind is fine for kites and for drying clothes.", "Hold on to your hat! The wind likes to steal hats.", "The wind has travelled far and has many stories to tell."),
        "fog": ("Fog makes everything mysterious. Even a bush looks like a bear.", "In fog the world is small and soft.", "Fog is a cloud that came down to rest."),
        "thunder": ("Thunder is loud, but it is only a noise. Stay inside and be cosy.", "Thunder comes a little after the lightning, because sound is slower than light.", "A thunderstorm makes the air fresh and clean."),
        "clouds": ("Clouds are fun to look at. Can you see a sheep among them?", "Clouds are made of tiny drops of water.", "A cloudy day is a soft day, I think."),
        "heat": ("Then drink plenty of water and look for a shady tree.", "On hot days the best place is near the water.", "It sounds like a day for ice cream."),
        "frost": ("Frost paints flowers on the windows.", "Wrap up warm! Frost bites a little.", "Frost makes the grass crunch under the feet."),
        "drizzle": ("Drizzle is rain that cannot make up its mind.", "A little drizzle makes everything smell fresh.", "Drizzle is good for the snails and for a book."),
    },
    (
        (
            "What will you do on a day like that?",
            (
                (("Stay at home", "Stay inside", "Read a book", "Sleep", "Stay in bed", "Watch the window", "Drink tea"), ("That sounds cosy.", "A good plan. Shall I add a story to it?", "How nice! Home is a good place to be.")),
                (("Go for a walk", "Go outside", "Go swimming", "Ride my bike", "Play outside", "Work in the garden"), ("Have fun out there!", "That will do you good. Enjoy it.", "Lovely! Say hello to the birds from me.")),
                (("I don't know", "I have to work", "Work", "Nothing"), ("Then I hope there is time for a small break.", "That is all right. Days like that exist too.", "I hope that it goes by quickly.")),
            ),
        ),
        (
            "Is it often like that at your place?",
            (
                (("Yes", "Yes, very often", "Most of the time", "Yes, always", "Often"), ("Then you know all about it.", "Then you must be used to it by now.", "I see. Every place has its own weather.")),
                (("No", "No, not often", "Rarely", "Only in winter", "No, almost never"), ("Then it is something special. Enjoy it while it lasts.", "How nice! A change is always welcome.", "Then look out of the window once more for me.")),
            ),
        ),
    ),
    ("What is the weather like where I am?", "You told me about {item}. More I cannot know, because I have no window."),
)  # fmt: skip

SEASONS = Topic(
    "the seasons",
    (
        "What is your favourite season?", "What's your favorite season?", "Which season do you like best?", "Do you like winter?", "Do you like summer?", "Summer or winter?", "Do you like autumn?", "Do you like spring?", "Let's talk about the seasons", "Which time of the year do you like?",
    ),
    (
        "I never feel the seasons, but I like to write about autumn, when the leaves dance.",
        "In stories I like winter best, because everybody comes home and sits by the fire.",
        "Spring, I would say. So many things begin in spring.",
        "I cannot feel warm or cold, but summer has the longest evenings for stories.",
    ),
    ("Which season do you like?", "What is yours?", "And which one do you like best?", "And you?", "What about you?"),
    ("{item}", "{item}!", "I like {item}", "I love {item}", "{item}, of course", "My favourite season is {item}", "I like {item} best", "{item}, because of the holidays", "I'd choose {item}", "Mine is {item}"),
    {
        "spring": ("In spring everything wakes up: the flowers, the bees and the bears.", "Spring smells of wet earth and new grass.", "Spring is like the first page of a book."),
        "summer": ("Summer is for bare feet, ice cream and long evenings.", "In summer the days are long and the berries are sweet.", "Summer is made for water and shade."),
        "autumn": ("Autumn is full of colours, apples and kites.", "In autumn the leaves turn red and gold and rustle under your shoes.", "Autumn is good for soup and stories."),
        "fall": ("Fall is full of colours, apples and pumpkins.", "In the fall the leaves turn red and gold and rustle under your shoes.", "Fall is good for soup and stories."),
        "winter": ("Winter is quiet and bright when it snows.", "Winter is the time of warm socks, candles and hot chocolate.", "In winter the animals rest, and the stars look very clear."),
    },
    (
        (
            "What do you like to do then?",
            (
                (("Swim", "Go swimming", "Go to the beach", "Ride my bike", "Play outside", "Climb trees", "Go hiking", "Eat ice cream"), ("That sounds like great fun!", "How lovely. I would come along if I had legs.", "Those are good days. Keep some of them in your memory.")),
                (("Ski", "Build a snowman", "Sit by the fire", "Drink hot chocolate", "Bake", "Read", "Go for walks", "Collect leaves"), ("How cosy! I like the sound of that.", "That is a lovely thing to do.", "I can imagine it well. It would make a fine story.")),
                (("Nothing special", "I don't know", "Just relax", "Sleep"), ("Doing nothing is an art too.", "That is fine. Rest is good in every season.", "Then enjoy it slowly.")),
            ),
        ),
        (
            "Is it far away now?",
            (
                (("Yes", "Yes, very far", "Yes, sadly"), ("It will come. Seasons always come back.", "Then we must be patient, like a seed.", "Perhaps a story can shorten the time.")),
                (("No", "No, it is now!", "It is almost here", "It's right now"), ("How nice! Then enjoy it.", "Wonderful. Go out and say hello to it.", "Then you are just in time.")),
            ),
        ),
    ),
    ("What is my favourite season?", "Your favourite season is {item}."),
)  # fmt: skip

SKY = Topic(
    "the sky",
    (
        "Do you like the stars?", "Do you like the moon?", "What do you like about the sky?", "Do you ever look at the stars?", "Sun or moon?", "Let's talk about the sky", "Would you like to fly to the moon?", "What is your favourite thing in nature?", "Do you like nature?", "What do you like best in nature?",
    ),
    (
        "I have never seen the sky, but the moon is in half of my stories.",
        "I like the stars, because they are small and yet everybody looks at them.",
        "In my stories the wind talks and the moon listens. I like them both.",
        "I know the sky from poems. There it is always blue or full of stars.",
    ),
    ("What do you like best?", "And you?", "What do you like to look at?", "What about you?"),
    ("{item}", "I like {item}", "I love {item}", "{item}, I think", "{item} most of all", "I like to look at {item}", "I love to watch {item}", "For me it is {item}", "{item}!"),
    {
        "the stars": ("The stars look tiny, but they are suns far away.", "On a dark night you can see thousands of them.", "Stars are good company when one cannot sleep."),
        "the moon": ("The moon is round, then half, then thin, and then it begins again.", "The moon has no light of its own; it shines in the light of the sun.", "The moon is the best lamp for a bedtime story."),
        "the sun": ("The sun gives us light and warmth every single day.", "The sun is a star, and it is our nearest one.", "Without the sun there would be no flowers and no blue days."),
        "the clouds": ("Clouds look like sheep, ships and castles.", "Clouds are never the same twice.", "One can lie in the grass and read the clouds like a book."),
        "the sea": ("The sea is never quite still. It breathes in and out.", "The sea is wide and full of stories.", "I would like to hear the sea once."),
        "the mountains": ("Mountains stand still and let the clouds do the travelling.", "From a mountain the houses look like toys.", "Mountains are quiet and old."),
        "the forest": ("A forest is full of small noises and soft light.", "In the forest there is a story behind every tree.", "The forest smells of moss and mushrooms."),
        "rainbows": ("A rainbow comes when sun and rain meet.", "Rainbows are shy. They never stay long.", "A rainbow has seven colours, as people count them."),
        "sunsets": ("A sunset paints the sky in red and gold.", "Every sunset is a good end of a page.", "A sunset asks us to stop and look."),
        "flowers": ("Flowers are the smiles of a garden.", "Flowers invite the bees with colour and smell.", "Even a daisy in the pavement can make a day better."),
        "trees": ("Trees are patient. Some of them are older than houses.", "A tree gives shade, air and a place for nests.", "Trees drink with their roots and breathe with their leaves."),
        "rivers": ("A river is always on its way and never leaves.", "Rivers begin as tiny streams.", "I like rivers in stories, because somebody must always cross them."),
    },
    (
        (
            "Do you often take the time to look?",
            (
                (("Yes", "Yes, every day", "Yes, at night", "As often as I can"), ("That is a good habit.", "How nice! Many people forget to look.", "Then you have a rich life.")),
                (("No", "Not often", "Too rarely", "Sometimes"), ("Perhaps tonight there is a moment for it.", "Then do it today, just for a minute.", "It waits for you. It is patient.")),
            ),
        ),
        (
            "Shall I write a poem about {item}?",
            (
                (("No thanks", "Not now", "No, thank you", "Later"), ("All right. Then let us just think of it for a moment.", "That is fine. It needs no poem.", "No problem. It is beautiful without words too.")),
            ),
        ),
    ),
)  # fmt: skip
TOPICS = (ANIMALS, COLOURS, WEATHER, SEASONS, SKY)
