"""Small talk on food, the weekend, music, sport, hobbies, books, games and drinks."""

from .topic import Topic

FOOD = Topic(
    "food",
    (
        "What is your favourite food?", "What's your favorite food?", "Do you like pizza?", "Do you like cake?", "What do you like to eat?", "Let's talk about food", "I am hungry", "I'm hungry", "What should I eat today?", "What shall I cook?", "Which food do you like?", "Do you like chocolate?",
    ),
    (
        "I cannot eat, but I like the word \"soup\". It sounds warm.",
        "I have no mouth, so I only taste with words. \"Pancake\" is a good one.",
        "In my stories there is often bread with honey. It must be good.",
        "I never eat, but if I could, I would start with an apple, because it is in so many tales.",
    ),
    ("What do you like to eat?", "What is your favourite food?", "And you?", "What was the best thing you ate this week?", "What do you like best?"),
    ("{item}", "{item}!", "I like {item}", "I love {item}", "My favourite food is {item}", "{item}, of course", "I could eat {item} every day", "I want {item}", "Today I had {item}", "I'd say {item}"),
    {
        "pizza": ("Pizza is round like the moon and warm like the sun.", "Pizza is a fine thing to share. Who gets the last piece?"),
        "pasta": ("Pasta comes in so many shapes: bows, tubes and little shells.", "A bowl of pasta makes most people happy."),
        "spaghetti": ("Spaghetti! The longest food on the plate.", "One must wind it well, or it splashes."),
        "soup": ("Soup warms from the inside.", "A good soup is like a blanket for the tummy."),
        "bread": ("Fresh bread smells like a good morning.", "Bread and butter, and the day can begin."),
        "pancakes": ("Pancakes are best when somebody flips them high.", "With syrup or with jam? A hard choice!"),
        "chocolate": ("Chocolate makes people smile, they say.", "One piece is never enough, I hear."),
        "ice cream": ("Ice cream must be eaten fast, or it runs away.", "A scoop of ice cream is a small holiday."),
        "cake": ("Cake turns any day into a party.", "I hope that there is a piece left for later."),
        "apples": ("Apples are crisp and sweet and easy to carry.", "An apple tree gives shade and a snack."),
        "bananas": ("Bananas come in their own wrapping. Very practical!", "Monkeys would agree with you."),
        "strawberries": ("Strawberries taste of summer.", "The small ones are often the sweetest. I like that."),
        "rice": ("Rice goes with almost everything.", "A bowl of rice has a thousand little friends in it."),
        "potatoes": ("Potatoes can be boiled, baked, mashed or fried. What talent!", "Potatoes are humble and good."),
        "fries": ("Fries are best when they are hot and crisp.", "Somebody always steals one. Watch your plate!"),
        "cheese": ("Cheese is good, and the mice agree.", "Some cheese has holes, and nobody minds."),
        "eggs": ("An egg is a whole breakfast in a shell.", "Boiled or fried? Both are good."),
        "salad": ("Salad is crisp and green. The rabbits envy you.", "A colourful salad is like a garden on a plate."),
        "fish": ("Fish with a bit of lemon must be very good.", "Fish makes a light and healthy meal."),
        "chicken": ("Many people like chicken. It goes well with rice.", "A warm dish like that is good on a cold day."),
        "burgers": ("A burger is a tower that one can eat.", "It is hard to eat one without a mess."),
        "tacos": ("Tacos are crisp and full of surprises.", "A taco holds a whole dinner in one hand."),
        "sushi": ("Sushi looks like little presents.", "Small and pretty food: I like the idea."),
        "curry": ("Curry is warm and full of spices.", "A good curry smells through the whole house."),
        "noodles": ("Noodles are fun to slurp.", "A bowl of noodles is quick and warm."),
        "cookies": ("Cookies disappear quickly. It is a mystery.", "A cookie and a story go well together."),
        "honey": ("Honey is sunshine that the bees have collected.", "Bears would be your friends."),
        "carrots": ("Carrots are sweet and crunchy. Ask any rabbit.", "Carrots grow under the earth and wear green hats."),
        "popcorn": ("Popcorn is corn that jumped for joy.", "Popcorn and a story: a good evening."),
        "mangoes": ("Mangoes are golden and sweet.", "A ripe mango must be like eating sunshine."),
        "sandwiches": ("A sandwich is a meal that you can carry.", "Cheese, tomato or jam? There are endless ways."),
        "porridge": ("Porridge is warm and good. Three bears would agree.", "A bowl of porridge is a calm start to the day."),
    },
    (
        (
            "Can you make it yourself?",
            (
                (("Yes", "Yes, I can", "Yes, sometimes", "Of course", "I try"), ("Well done! Then your kitchen must smell good.", "How nice! Your friends are lucky.", "That is a useful skill.")),
                (("No", "No, I can't cook", "Not really", "No, my mother makes it", "No, I buy it"), ("Perhaps you can learn it one day. Start small, as I did.", "That is fine. Somebody has to do the eating.", "Eating is an important job too.")),
            ),
        ),
        (
            "When did you last have it?",
            (
                (("Yesterday", "Today", "This morning", "Just now", "Last night", "For lunch"), ("I hope that it was delicious.", "How nice! Was it good?", "Then you are well fed. Good!")),
                (("Long ago", "Last week", "I can't remember", "A month ago"), ("Then it is time for some again.", "I hope that you get some soon.", "The longer the wait, the better it tastes.")),
            ),
        ),
        (
            "With whom do you like to eat it?",
            (
                (("With my family", "With my friends", "With my sister", "With my mum", "With everybody", "With my brother"), ("Good company makes everything taste better.", "How nice! A full table is a happy table.", "That sounds like a good meal.")),
                (("Alone", "By myself", "With nobody", "I don't share"), ("That is fine. Then nobody takes the last bite.", "A quiet meal is nice too.", "I understand. Some things are too good to share.")),
            ),
        ),
    ),
    ("What is my favourite food?", "You told me that you like {item}."),
)  # fmt: skip

WEEKEND = Topic(
    "the weekend",
    (
        "What did you do on the weekend?", "What are you doing this weekend?", "How was your weekend?", "Do you have plans for the weekend?", "What did you do yesterday?", "What are your plans for today?", "Let's talk about the weekend", "What will you do tomorrow?", "Any plans for tonight?",
    ),
    (
        "I was right here, waiting for a question. It was a quiet time.",
        "A program has no weekend. I write whenever somebody asks.",
        "I have no plans. Perhaps a story or two.",
        "For me every day is the same, and that is all right.",
    ),
    ("What about you?", "And what will you do?", "What do you like to do on free days?", "Do you have plans?", "Tell me about yours!"),
    ("I will {item}", "I want to {item}", "I'm going to {item}", "Maybe I will {item}", "I think I'll {item}", "We will {item}", "I plan to {item}", "We are going to {item}"),
    {
        "visit my grandmother": ("How nice! She will surely be happy.", "I hope that there is cake."),
        "go hiking": ("Enjoy the fresh air and the view!", "Take good shoes and something to drink."),
        "sleep late": ("Good idea. A long sleep is a gift.", "Then let nobody wake you."),
        "read a book": ("A book is a journey without a suitcase.", "How nice! I hope that it has a good end."),
        "bake a cake": ("Mmm! I hope that it rises well.", "Somebody must lick the bowl. I wish it were me."),
        "clean my room": ("Brave! One always finds lost things while cleaning.", "When it is done, everything feels new."),
        "play football": ("Have fun, and may the ball be kind to you.", "I hope that it does not rain. Or that it does, if you like mud."),
        "go swimming": ("Splash once for me!", "Water is a good place for a free day."),
        "meet my friends": ("That sounds great. Say hello from a small model.", "Friends are the best plan of all."),
        "work in the garden": ("The plants will thank you.", "Fresh air and earth: that does one good."),
        "ride my bike": ("May the wind be at your back!", "Do not forget your helmet. Have fun!"),
        "go to the zoo": ("Greet the penguins for me!", "How nice! Which animal will you visit first?"),
        "stay in bed": ("That is a plan with many pillows.", "Sometimes that is just what one needs."),
        "paint a picture": ("How nice! What will be on it?", "I would like to see it if I had eyes."),
        "go fishing": ("Fishing is mostly waiting, and waiting can be lovely.", "I hope that the fish are in a good mood."),
        "do my homework": ("Do it early, and the rest of the day is free.", "That is sensible. You can do it!"),
        "go camping": ("A tent, a fire and the stars: how lovely!", "Tell a story by the fire. I can give you one."),
        "cook something nice": ("I can almost smell it.", "Your kitchen will be a happy place."),
        "do nothing": ("Doing nothing is a fine plan.", "Enjoy every minute of it."),
        "go to a party": ("Have a great time! Dance a bit for me.", "How exciting! I hope that there is good music."),
        "build a tree house": ("A tree house! Every story needs one.", "How exciting! Be careful up there."),
        "fly a kite": ("Then I wish you a good wind.", "A kite in the sky is a happy thing."),
    },
    (
        (
            "Are you looking forward to it?",
            (
                (("Yes", "Yes, very much", "Yes, a lot!", "Of course", "I can't wait"), ("How nice! Looking forward is half the fun.", "I wish you a wonderful time.", "Then I hope that the hours until then go fast.")),
                (("No", "Not really", "A little", "Not so much"), ("Perhaps it will be nicer than you think.", "I hope that it goes by quickly.", "Then plan something small and nice for afterwards.")),
            ),
        ),
        (
            "Who will be with you?",
            (
                (("My brother", "My sister", "My friends", "My family", "My best friend", "My dog", "My parents"), ("That is good company.", "How nice! Have fun together.", "Then it can only be good.")),
                (("Nobody", "Just me", "I will be alone", "No one"), ("Time for oneself is precious too.", "Then you can do everything your own way.", "That is fine. Enjoy the quiet.")),
            ),
        ),
    ),
    ("What are my plans?", "You told me that you want to {item}."),
)  # fmt: skip

MUSIC = Topic(
    "music",
    (
        "Do you like music?", "What music do you like?", "What is your favourite song?", "Do you play an instrument?", "Let's talk about music", "Can you play the piano?", "What is your favourite instrument?", "Do you listen to music?", "Which instrument do you like?",
    ),
    (
        "I cannot hear, but I like the words of songs.",
        "I have no ears. In my stories the cricket plays the violin, and everybody dances.",
        "I like lullabies, because they are short stories with a tune.",
        "I never heard a song, but I can write you a little verse.",
    ),
    ("Do you play an instrument?", "What do you like to hear?", "And you?", "Which instrument do you like best?", "What about you?"),
    ("{item}", "I like {item}", "I love {item}", "I play {item}", "I'm learning {item}", "{item}, I think", "My favourite is {item}", "I like to listen to {item}"),
    {
        "the piano": ("A piano can whisper and it can thunder.", "With black and white keys one can paint all colours."),
        "the guitar": ("A guitar is good company by a fire.", "Six strings and a song: that is all one needs."),
        "the violin": ("A violin can sing like a voice.", "The violin takes patience, and then it is wonderful."),
        "the drums": ("Drums make the feet move by themselves.", "Your neighbours must be very patient!"),
        "the flute": ("A flute sounds like a bird in the morning.", "The flute is light and clear."),
        "the trumpet": ("A trumpet wakes everybody up.", "The trumpet shines and sounds like gold."),
        "the harp": ("A harp sounds like water and moonlight.", "There is a harp in many old tales."),
        "the cello": ("A cello sounds warm, like a big friendly voice.", "The cello hums deep and soft."),
        "the recorder": ("The recorder is small, and small things can sing too.", "Many people begin with the recorder. Keep going!"),
        "the accordion": ("An accordion breathes in and out while it plays.", "The accordion makes people dance."),
        "singing": ("Singing needs nothing but a voice and a little courage.", "Who sings is seldom sad for long."),
        "happy songs": ("Happy songs make washing up easier.", "A happy song can turn a day around."),
        "quiet music": ("Quiet music is like a soft blanket.", "Quiet music is good for thinking."),
        "loud music": ("Loud music shakes the windows and wakes the cat.", "Sometimes one needs a bit of noise."),
        "old songs": ("Old songs have many people's voices in them.", "Old songs remember things for us."),
    },
    (
        (
            "Since when?",
            (
                (("Since I was a child", "For many years", "For a long time", "Since I was five"), ("That is a long time! You must be good at it.", "How nice! Then it is an old friend.", "I am impressed.")),
                (("Since last year", "Not long", "I just began", "Since last week", "A few months"), ("Every beginning is a little hard. Keep going!", "How exciting! The first songs are the best.", "Then everything is still new. Enjoy it.")),
            ),
        ),
        (
            "How does it make you feel?",
            (
                (("Happy", "Good", "Free", "Great", "Awake"), ("That is what music is for.", "How nice! Then have some every day.", "I am glad to hear that.")),
                (("Calm", "Quiet", "Sleepy", "Relaxed", "A bit sad, but in a good way"), ("That sounds lovely. A calm heart is a good thing.", "Then it is the right thing for the evening.", "Music can do that. I find it wonderful.")),
            ),
        ),
    ),
    ("What music do I like?", "You told me about {item}."),
)  # fmt: skip

SPORT = Topic(
    "sport",
    (
        "Do you like sport?", "Do you like sports?", "What is your favourite sport?", "What's your favorite sport?", "Do you play football?", "Do you play any sports?", "Let's talk about sport", "Which sport do you like?", "Are you sporty?",
    ),
    (
        "I have no legs, so I only run through sentences.",
        "I cannot play, but I like to tell of races, above all when the snail wins.",
        "My only sport is guessing the next word. I sit the whole time.",
        "In my stories I like races and boat trips.",
    ),
    ("Which sport do you like?", "And you?", "Do you do any sport?", "What do you like to play?", "What about you?"),
    ("{item}", "I like {item}", "I love {item}", "I do {item}", "My favourite sport is {item}", "{item}, of course", "I like {item} best", "{item} is great"),
    {
        "football": ("Football is running, passing and cheering. What fun!", "A ball and a meadow, and the afternoon is full."),
        "soccer": ("Soccer is running, passing and cheering. What fun!", "A ball and a meadow, and the afternoon is full."),
        "basketball": ("Basketball is for people who like to jump.", "The sound of the ball in the net must be lovely."),
        "tennis": ("Tennis needs quick feet and a good eye.", "Back and forth, like a good conversation."),
        "swimming": ("Swimming makes one light as a feather.", "In the water even big people can float."),
        "running": ("Running clears the head.", "One foot in front of the other: that is how I write, too."),
        "cycling": ("Cycling is almost like flying, only closer to the ground.", "On a bike one sees much of the world."),
        "dancing": ("Dancing is sport with a smile.", "Dancing makes the heart light."),
        "climbing": ("Climbing takes courage and strong fingers.", "From the top one sees how far one has come."),
        "skiing": ("Skiing must feel like gliding on a cloud.", "Snow, speed and hot chocolate afterwards!"),
        "skating": ("Skating is like drawing lines on ice.", "It looks so easy, and it is not."),
        "yoga": ("Yoga is good for a calm mind.", "Standing like a tree is harder than it looks."),
        "riding": ("Riding is a talk between two without words.", "A horse is the best sports friend."),
        "hiking": ("Hiking is walking with a view.", "With a sandwich on top of the hill, hiking is perfect."),
        "table tennis": ("Table tennis is small and very fast. I like small and fast.", "One must be quick as a mouse for it."),
        "volleyball": ("Volleyball is about helping each other to keep the ball up.", "On the sand it must be the most fun."),
        "chess": ("Chess is sport for the head.", "Chess has horses, castles and a queen, like a good tale."),
        "sailing": ("Sailing is a friendship with the wind.", "White sails on blue water: how lovely!"),
        "karate": ("Karate teaches patience and respect.", "One bows first. I like that."),
    },
    (
        (
            "How often do you do it?",
            (
                (("Every day", "Twice a week", "Every week", "Often", "Three times a week"), ("That is a lot! You must be fit.", "Well done! Practice makes a difference.", "How nice! Keep it up.")),
                (("Not often", "Only in summer", "Rarely", "I only watch", "Never", "Now and then"), ("That is fine. It should be fun, not a duty.", "Watching is nice too.", "A little is better than nothing.")),
            ),
        ),
        (
            "Are you good at it?",
            (
                (("Yes", "Yes, quite good", "I think so", "Pretty good"), ("I am sure of it! Have fun.", "How nice! Then you can teach others.", "Well done!")),
                (("No", "Not really", "Not yet", "I am a beginner", "Not very"), ("Everybody starts small. I still am.", "That does not matter. The fun counts.", "With a bit of practice you will get better.")),
            ),
        ),
    ),
    ("What is my favourite sport?", "You told me that you like {item}."),
)  # fmt: skip

HOBBIES = Topic(
    "hobbies",
    (
        "Let's talk about hobbies", "What do you do in your free time?", "Do you collect anything?", "What is a good hobby?", "I need a new hobby", "Can you recommend a hobby?", "Which hobby would you like?", "What hobby should I try?", "Do you like to draw?", "Do you like to read?",
    ),
    (
        "I collect words. The best one this week is \"pebble\".",
        "I have no free time and no hands, but knitting sounds peaceful to me.",
        "If I had a hobby, I would keep a small garden.",
        "A good hobby is one where you forget the time: drawing, baking or watching birds, for example.",
    ),
    ("What do you like to do?", "What is your hobby?", "And you?", "What do you do in your free time?", "Do you have a hobby?"),
    ("{item}", "I like {item}", "I love {item}", "My hobby is {item}", "{item}, mostly", "I enjoy {item}", "In my free time I like {item}", "I am into {item}", "{item} is my thing"),
    {
        "reading": ("Reading is travelling in a chair. What are you reading?", "I like that. Stories need readers."),
        "drawing": ("Drawing! With one line the fun begins.", "How nice! Draw a fox for me one day."),
        "painting": ("Painting makes the world more colourful.", "I hope that your brush never runs dry."),
        "knitting": ("Knitting turns a long thread into a warm scarf.", "Two needles and patience: that is a bit of magic."),
        "cooking": ("Cooking is a hobby that everybody thanks you for.", "I like recipes. They are stories that one can eat."),
        "baking": ("Baking makes the whole house smell good.", "Your friends must love your hobby."),
        "gardening": ("Gardening is patience with flowers.", "A seed is a promise. How nice!"),
        "photography": ("A photo keeps a moment that would have gone.", "Then you look more closely than others."),
        "fishing": ("Fishing teaches one to wait.", "The lake is half the joy, I think."),
        "hiking": ("Hiking brings one to places without cars.", "Boots, bread and a hill: how lovely!"),
        "collecting stamps": ("Every stamp has made a journey.", "Stamps are tiny pictures of the world."),
        "collecting stones": ("Stones are very old. Each has a long story.", "One can find treasure on any path."),
        "collecting shells": ("A shell was once somebody's home.", "How lovely! You carry the beach in your pocket."),
        "playing chess": ("Chess is a quiet battle with wooden horses.", "One must think far ahead. I only think one word ahead."),
        "playing games": ("Games are fun, alone or together.", "I hope that you win often, but not always."),
        "writing stories": ("Then we do the same thing! What is your story about?", "Write on! The world can never have enough stories."),
        "singing": ("Singing is good for the heart.", "I would listen if I had ears."),
        "building models": ("Small models! I take that as a compliment.", "That takes a steady hand."),
        "watching birds": ("One must be quiet for that, and then the birds come.", "Each bird has a song of its own."),
        "sewing": ("With needle and thread one can mend a lot.", "How useful! And it is calm, too."),
        "programming": ("Then you know how programs like me are made.", "One small line after the other. I know the feeling."),
        "juggling": ("Juggling! I can hardly keep three words in the air.", "That must look wonderful."),
        "doing puzzles": ("The last piece is the best moment.", "Puzzles are for patient people."),
        "looking at the stars": ("Then the night is your friend.", "How lovely! The stars never get old."),
        "dancing": ("Dancing is happiness with feet.", "How nice! Does somebody dance with you?"),
        "woodwork": ("Wood smells good and can become anything.", "It is great to make something with one's own hands."),
    },
    (
        (
            "How did you begin?",
            (
                (("My grandfather taught me", "My mother showed me", "My grandmother taught me", "A friend showed me", "My dad taught me", "At school"), ("How nice! So it is a gift that you carry on.", "It is good to learn from somebody one likes.", "Then it has a good story.")),
                (("By myself", "By chance", "I don't remember", "I just tried it", "I was bored"), ("Many good things begin like that.", "Just trying is the best way.", "How nice! Curiosity is a good teacher.")),
            ),
        ),
        (
            "Do you do it alone or with others?",
            (
                (("Alone", "Mostly alone", "By myself", "alone"), ("That is a good time for one's own thoughts.", "Quiet hours are precious.", "How peaceful!")),
                (("With friends", "With others", "With my family", "With my sister", "together with friends"), ("Shared joy is double joy.", "How nice! Then there is much to laugh about.", "That sounds like fun.")),
            ),
        ),
    ),
    ("What is my hobby?", "Your hobby is {item}."),
)  # fmt: skip

BOOKS = Topic(
    "stories and books",
    (
        "Do you like books?", "Do you like stories?", "What kind of stories do you like?", "Let's talk about books", "What do you like to read?", "Do you read books?", "Which kind of story is the best?", "What stories do you know?",
    ),
    (
        "I like short stories best, because long ones do not fit into me.",
        "I like stories in which somebody small does something big.",
        "I like a beginning that makes one curious and an end that makes one smile.",
        "I know many stories, but none by heart. I make each one anew.",
    ),
    ("What kind of stories do you like?", "And you?", "What do you like to read?", "Which stories do you like best?"),
    ("{item}", "I like {item}", "I love {item}", "{item}, I think", "I read {item}", "Mostly {item}", "{item} are the best", "My favourites are {item}"),
    {
        "fairy tales": ("Fairy tales are old and still fresh. There is always a door in the wood.", "In fairy tales the smallest often wins."),
        "funny stories": ("Laughing while reading is the best.", "Funny stories are good for grey days."),
        "adventure stories": ("An adventure begins with one step out of the door.", "Boats, maps and brave friends: yes!"),
        "animal stories": ("Animals make good heroes. They never talk too much.", "I like these too, above all with owls."),
        "ghost stories": ("I know only friendly ghosts.", "Ghost stories are best when the ghost is more afraid than you."),
        "mysteries": ("A mystery is a riddle with many pages.", "One small clue, and everything is clear."),
        "comics": ("In comics the pictures do half of the telling.", "Comics are quick and fun."),
        "poems": ("A poem says much in few words. That suits a small model.", "Poems are the songs of paper."),
        "fables": ("A fable is a small story with a big thought at the end.", "In fables animals teach us things. I know some."),
        "pirate stories": ("Ahoy! Pirates, parrots and a map with a cross.", "The treasure is not always gold."),
        "space stories": ("Up among the stars there is much room for stories.", "I hope that the rocket always comes home."),
        "love stories": ("It is nice when two find each other.", "Love stories should end well, I think."),
        "bedtime stories": ("They should be soft and end with sleep.", "Bedtime stories are what I do best."),
        "long books": ("A long book is a friend for many evenings.", "I can only do short ones, but I admire long ones."),
    },
    (
        (
            "Shall I tell you one of that kind?",
            (
                (("No thanks", "Not now", "Later maybe", "No, thank you"), ("All right. Just ask when you feel like it.", "No problem. Stories can wait.", "That is fine. Shall we talk about something else?")),
            ),
        ),
        (
            "Do you read every day?",
            (
                (("Yes", "Yes, every night", "Almost every day", "Yes, before I sleep"), ("What a good habit!", "How nice! Then you have many worlds in your head.", "That makes me glad, and I am only a program.")),
                (("No", "Not often", "Sometimes", "I have no time"), ("A page now and then is fine too.", "Short stories are good for little time. I know some.", "Then I can tell you one; that takes only a minute.")),
            ),
        ),
    ),
    ("What kind of stories do I like?", "You said that you like {item}."),
)  # fmt: skip

DRINKS = Topic(
    "drinks",
    (
        "Tea or coffee?", "Do you like tea?", "Do you like coffee?", "Do you drink coffee?", "Would you like a cup of tea?", "I am thirsty", "Let's talk about drinks", "What do you like to drink?", "I'm drinking tea right now",
    ),
    (
        "I never drink, but a cup of tea looks very friendly in a story.",
        "No thank you, I am a program, and water is not good for me.",
        "I cannot drink, but I like the word \"cocoa\".",
        "I run on a little power, not on coffee.",
    ),
    ("What do you like to drink?", "And you?", "What is in your cup?", "What about you?"),
    ("{item}", "I like {item}", "I love {item}", "{item}, please", "{item} for me", "I drink {item}", "I'm having {item}", "{item} in the morning"),
    {
        "tea": ("Tea is a quiet drink. It needs a little time.", "A cup of tea makes many things better."),
        "coffee": ("Coffee wakes people up and smells good.", "With coffee the morning can begin."),
        "water": ("Water is simple and the best of all.", "Flowers, fish and people: all need water."),
        "milk": ("Milk is good with cookies.", "Cats and children like it."),
        "hot chocolate": ("Hot chocolate is like a hug in a cup.", "On a winter day there is nothing better."),
        "cocoa": ("Cocoa is sweet and warm.", "Cocoa and a story: that is a good evening."),
        "lemonade": ("Lemonade is sour and sweet at once, like a good story.", "On a hot day lemonade is wonderful."),
        "orange juice": ("Orange juice looks like sunshine in a glass.", "That is a bright way to start the day."),
        "apple juice": ("A whole tree of apples in a glass!", "Apple juice is sweet and golden."),
    },
    (
        (
            "Hot or cold?",
            (
                (("Hot", "Hot!", "Very hot", "hot, please", "Warm"), ("Then blow first, and sip slowly.", "How cosy!", "Good for cold days.")),
                (("Cold", "Cold!", "Ice cold", "cold", "With ice"), ("How fresh!", "Good for a warm day.", "Then enjoy it under a tree.")),
            ),
        ),
    ),
    ("What do I like to drink?", "You told me about {item}."),
)  # fmt: skip
TOPICS = (FOOD, WEEKEND, MUSIC, SPORT, HOBBIES, BOOKS, DRINKS)
