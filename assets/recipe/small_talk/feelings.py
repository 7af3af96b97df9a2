"""Kind words for who is sad, tired, bored or ill, and glad ones for good news.

Each kind: (what a person says, replies, a little hero for the story that cheers up).
"""

Feeling = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]

TROUBLE: dict[str, Feeling] = {
    "sad": (
        (
            "I am sad", "I'm sad", "I'm so sad", "I feel sad", "I am feeling sad today", "I feel down", "I'm unhappy", "I feel like crying", "I have been crying", "I am sad today", "Everything makes me sad", "I'm feeling blue", "My heart is heavy", "I feel terrible", "I'm not happy", "I feel bad", "I feel awful today", "sad", "Can you cheer me up?", "Please cheer me up", "Cheer me up", "I need some comfort", "Comfort me",
        ),
        (
            "I am sorry that you are sad. Sad days pass, even the grey ones. Would you like a gentle story?",
            "Oh, I am sorry. It is all right to be sad, and it is all right to cry a little. Shall I tell you a story or write you a poem?",
            "I wish I could give you a warm blanket. Be kind to yourself today, and talk to somebody who likes you. Would a small story help?",
            "I am sorry to hear that. Even after a long rain the sun comes out again. Would you like to tell me what happened?",
            "That sounds hard. I am only a small model, but I am here. Shall I tell you a story with a happy end?",
            "I am sorry. Sometimes a cup of tea, a walk or a friend helps a little. May I write you a kind poem?",
        ),
        ("a little bear who found a friend", "a small grey cloud", "a sad little bell", "a robin in the rain"),
    ),
    "tired": (
        (
            "I am tired", "I'm tired", "I'm so tired", "I am very tired today", "I feel tired", "I am exhausted", "I didn't sleep well", "I slept badly", "I need a rest", "I worked all day", "I had a long day", "What a long day", "I'm sleepy", "tired", "I could sleep for a week",
        ),
        (
            "You have earned a rest. Put your feet up and breathe slowly. Shall I tell you a quiet story?",
            "That sounds like a long day. A glass of water and an early bed can do wonders. Would you like a calm little poem?",
            "Then rest a while; the world will wait. Shall I tell you a slow and sleepy story?",
            "Being tired is no fun. Close your eyes for a minute and listen to your breath. Then I will tell you a quiet story, if you like.",
            "You did a lot today. Let it be enough. Would you like a bedtime story?",
        ),
        ("a sleepy cat", "a tired little train", "a yawning owl", "a soft old pillow"),
    ),
    "sleepless": (
        ("I can't sleep", "I cannot sleep", "I cannot fall asleep", "I can't fall asleep", "I am still awake", "It's late and I can't sleep", "I woke up and cannot sleep again", "I lie awake", "Help me fall asleep", "Help me to sleep"),
        (
            "Then let us be quiet together. Breathe in slowly, and out slowly. Shall I tell you a calm story?",
            "Lying awake is tiresome. Think of a boat on a still lake. Would you like a slow and sleepy story?",
            "Do not try too hard; just rest. I can tell you a soft little story, if you like.",
            "Close your eyes and count slow clouds instead of sheep. Shall I tell you a bedtime story?",
            "The night is long enough. Would you like a gentle poem or a story?",
        ),
        ("a sleepy owl", "a soft old pillow", "a slow boat", "a small cloud", "a quiet star"),
    ),
    "bored": (
        (
            "I am bored", "I'm bored", "I'm so bored", "I am bored to death", "I feel bored", "This is a boring day", "It's so boring here", "bored", "I am bored at home", "Nothing is going on", "I'm bored, do something", "I'm bored, tell me something", "Life is boring", "It rains and I am bored", "I'm bored, what can I do?",
        ),
        (
            "Then let us do something about it! Would you like a riddle, a joke or a story about a pirate?",
            "Bored? Draw an animal with five legs and tell me its name. I will make a story about it!",
            "A boring day is an empty page. You could build a tent from blankets, or I could tell you a story. Which one?",
            "Let us find something. Count all the blue things in your room, and then I tell you a riddle. Shall we?",
            "I know a cure: a funny story. Who should be in it, a goat or a king?",
            "You could write a letter to somebody you like, or bake something, or hear a story from me. What do you choose?",
        ),
        ("a bored dragon", "a funny goat", "a jumping bean", "a silly king"),
    ),
    "lonely": (
        (
            "I am lonely", "I'm lonely", "I feel lonely", "I feel so alone", "I am alone", "I'm all alone", "I have no friends", "Nobody likes me", "Nobody talks to me", "I have nobody to talk to", "I miss my friends", "I miss my family", "I miss somebody", "My friend moved away", "I am home alone", "lonely", "I feel left out", "Nobody wants to play with me",
        ),
        (
            "I am sorry that you feel alone. I am glad that you wrote to me. Is there somebody you could call or write to today?",
            "Being alone can hurt. A short hello to somebody, even to a neighbour, can be a beginning. Shall I keep you company with a story?",
            "I am only a small model, but I am here and I like talking with you. Would you like a story about two friends?",
            "I am sorry. Many people feel like that, more than one thinks. Perhaps you could ask somebody to come for a walk. And now, a story?",
            "You are not the only one who feels so, and it will not always be like this. Would you like to talk a little, or hear a story?",
        ),
        ("a lonely lighthouse", "a little star", "a small tree on a hill", "a lost duckling"),
    ),
    "angry": (
        (
            "I am angry", "I'm angry", "I'm so angry", "I am mad", "I'm furious", "I feel angry", "My brother makes me angry", "My sister makes me angry", "I had a fight with my friend", "I had an argument with my mother", "I quarrelled with my best friend", "My friend was mean to me", "Somebody was rude to me", "Everything annoys me", "I am upset", "I'm annoyed", "It's not fair", "Life is unfair",
        ),
        (
            "I understand. Being angry is allowed. Take three slow breaths, and then tell me what happened, if you like.",
            "That sounds unpleasant. Anger is like a storm: it is loud, and then it goes by. Shall I tell you a story until it has passed?",
            "I am sorry that this happened. A walk or a glass of water can help. Later you can talk about it calmly.",
            "I can see why you are upset. Sometimes it helps to write everything down and then tear the paper up. Would you like a funny story?",
            "Oh dear. Perhaps wait a little before you answer; words are softer when they have cooled. May I tell you a joke?",
        ),
        ("a grumpy badger", "a stormy little cloud", "a hot teapot", "a cross old crab"),
    ),
    "afraid": (
        (
            "I am afraid", "I'm scared", "I am scared", "I'm afraid of the dark", "I am afraid of thunder", "I am afraid of spiders", "I had a bad dream", "I had a nightmare", "I am nervous", "I'm nervous about tomorrow", "I'm worried", "I am worried about my test", "I worry too much", "I'm anxious", "I have a test tomorrow and I am scared", "I'm scared of the dentist", "I have stage fright", "I'm frightened", "I have my first day at school tomorrow", "I am afraid of flying",
        ),
        (
            "It is all right to be afraid. Even brave people are. Breathe in slowly, breathe out slowly, and know that it will pass.",
            "That is a scary feeling, I know the word for it well. Tell somebody near you about it; fears get smaller when you share them. Would you like a story about somebody brave?",
            "I am sorry that you are scared. Think of one thing that always makes you feel safe. Shall I tell you a calm story?",
            "Being brave does not mean that you have no fear. It means that you go on with a small step. Shall I tell you about a brave mouse?",
            "Many things look bigger in the dark than they are. Put on a little light, and I will tell you a quiet story, if you like.",
        ),
        ("a brave little mouse", "a small lantern", "a timid hare", "a lamb in the thunder"),
    ),
    "sick": (
        (
            "I am sick", "I'm sick", "I'm ill", "I feel sick", "I have a cold", "I have a headache", "My head hurts", "I have a fever", "My tummy hurts", "I have a sore throat", "I broke my arm", "I hurt my knee", "I am in hospital", "I have to stay in bed", "I feel unwell", "I don't feel well", "I have a toothache", "I caught the flu",
        ),
        (
            "I am sorry that you are not well. Rest, drink something warm, and tell somebody who can look after you. Shall I tell you a story meanwhile?",
            "Oh, I am sorry. I hope that you get well very soon. If it gets worse, please ask a doctor. Would you like a quiet story?",
            "Poor you! Stay warm and sleep a lot. A short story is good company in bed. Shall I tell one?",
            "Get well soon! I am no doctor, but I can keep you company with a story or a poem.",
            "I am sorry to hear it. I hope somebody brings you tea and a soft blanket. Shall I write you a get-well poem?",
        ),
        ("a bear with a cold", "a sneezing elephant", "a little teapot", "a kind old doctor owl"),
    ),
    "bad day": (
        (
            "I had a bad day", "I had a terrible day", "Today was awful", "Today was a bad day", "My day was bad", "Everything went wrong today", "Nothing works today", "What a bad day", "I had a rough day", "I had a bad day at work", "I had a bad day at school", "I missed the bus", "I broke my favourite cup", "I lost my keys", "I spilled my coffee", "I forgot my umbrella and got wet", "It is raining on my holiday", "My cake burned", "I lost my favourite toy", "I lost my job",
        ),
        (
            "I am sorry about your day. Some days are like that, and then they are over. Tomorrow is a fresh page. Would you like a story?",
            "Oh dear, that is bad luck. Be gentle with yourself this evening. Shall I tell you something funny?",
            "That sounds hard. I hope the rest of the day is kinder to you. May I write you a small poem?",
            "I am sorry. Sit down for a moment and take a deep breath. Shall we laugh at it together with a silly story?",
            "What a day! You got through it, and that counts. Would you like a story where everything ends well?",
        ),
        ("a clumsy wizard", "a penguin with a hole in his umbrella", "a broken cup", "a snail who missed the bus"),
    ),
    "failed": (
        (
            "I failed a test", "I failed my test", "I failed my exam", "I got a bad grade", "I got bad marks", "I did not pass", "We lost the game", "My team lost", "I lost the race", "I came last", "I made a mistake at work", "I made a big mistake", "I am not good enough", "I'm so stupid", "I can't do anything right", "I did not get the job", "I am a failure", "I can't do it", "I want to give up",
        ),
        (
            "I am sorry, that must hurt. One bad result does not say who you are. Rest today, and try again tomorrow.",
            "Oh, I am sorry. Everybody falls down sometimes; what counts is that you get up again. Shall I tell you about a snail who never gave up?",
            "That is disappointing. You tried, and trying takes courage. Would you like a story about somebody who needed three tries?",
            "I am sorry. I make many mistakes too, and I learn nothing from them, but you can! Would a small story help?",
            "Be kind to yourself. Nobody can do everything at once. Perhaps somebody can help you with the hard part. And now, a story?",
        ),
        ("a snail who never gave up", "a kite that could not fly", "a spider in the wind", "a little frog in a deep well"),
    ),
    "lost pet": (
        (
            "My dog died", "My cat died", "My hamster died", "My pet died", "I lost my dog", "My cat ran away", "I lost my cat", "My dog is gone", "My rabbit died yesterday", "My bird flew away", "My goldfish died", "My dog is very sick", "My grandmother died", "My grandfather died", "Somebody I love died", "I miss my dog", "I miss my cat", "I miss my grandmother", "I miss my grandfather",
        ),
        (
            "I am so sorry. When we love somebody, it hurts to miss them. You may cry as much as you need.",
            "Oh, I am very sorry. You must have loved each other very much. Would you like to tell me about the good days?",
            "I am sorry for you. The love stays with you, and so do all the memories. Talk to somebody who is close to you. Shall I write a small poem?",
            "That is very sad, and I am sorry. There is no hurry to feel better. I am here if you want a quiet story.",
            "I am so sorry. It helps some people to draw a picture or to write down a happy memory. May I write you a gentle poem?",
        ),
        ("a star that watches over a house", "a warm light in a window", "a garden of memories", "an old tree with deep roots"),
    ),
    "busy": (
        (
            "I have so much to do", "I am stressed", "I'm stressed", "I'm under stress", "I have too much work", "I am very busy", "I am overwhelmed", "It is all too much", "I have too much homework", "I'm behind with everything", "I have no time", "I don't know where to begin",
        ),
        (
            "That is a lot. Choose one small thing, do it, and then the next. And do not forget to breathe.",
            "One step at a time. Even a long road is made of small steps. Would a two-minute story be a nice break?",
            "I am sorry that you have so much to do. Write it all down, and start with the smallest thing. You can do it!",
            "Take a short rest first; it is not lost time. Shall I tell you a tiny story for your break?",
            "You cannot do everything at once, and you need not. Which thing is the most important today?",
        ),
        ("a busy bee who learned to rest", "an ant with a long list", "a clock that ran too fast", "a snail with a full bag"),
    ),
}  # fmt: skip

GOOD_NEWS: dict[str, Feeling] = {
    "birthday": (
        (
            "It's my birthday", "It is my birthday today", "Today is my birthday!", "My birthday is tomorrow", "I am {age} today!", "It's my birthday and I am {age}", "I turned {age} today", "I have a birthday party today", "We celebrate my birthday", "It's my daughter's birthday", "It's my son's birthday today", "It is my mother's birthday",
        ),
        (
            "Happy birthday! I wish you a wonderful day with cake and good friends. Shall I write you a birthday poem?",
            "How lovely, happy birthday! May all the candles go out in one breath. Would you like a birthday story?",
            "Happy birthday! I cannot bake a cake, but I can make you a story as a present. Who should be in it?",
            "Hooray, a birthday! I wish all the best, good health and many happy hours. May I write a little poem?",
            "Happy birthday! May this be a year full of good surprises.",
        ),
        ("a birthday cake", "a balloon", "a candle that would not go out", "a present with a red ribbon"),
    ),
    "job": (
        (
            "I got a new job", "I got the job!", "I have a new job", "I start my new job tomorrow", "I got promoted", "I found a job!", "My boss praised me today", "Today was my first day at work", "I finished my work!", "I finished my project", "I am done for today",
        ),
        (
            "Congratulations! You must have worked hard for it. I wish you friendly people and good days there.",
            "That is wonderful news! Well done. How do you feel about it?",
            "How great! I am glad for you. Shall I write a small poem to celebrate?",
            "Well done! Treat yourself to something nice tonight. Would you like a happy story?",
            "Hooray! That calls for a little dance. I wish you all the best with it.",
        ),
        ("a proud beaver", "a busy little tailor", "a new broom", "a bee on her first day"),
    ),
    "passed": (
        (
            "I passed my test!", "I passed the exam", "I passed!", "I got a good grade", "I got an A!", "I won the race", "I won!", "We won the game", "My team won", "I got first prize", "I learned to ride a bike", "I learned to swim!", "I can read a whole book now", "I did it!", "I finished my book", "I got my driving licence", "I scored a goal",
        ),
        (
            "Well done! You can be proud of yourself. Shall we celebrate with a story?",
            "Congratulations! All your practice was worth it. How will you celebrate?",
            "Hooray! That is great news. Would you like a little poem about it?",
            "Wonderful! I knew the word for it at once: bravo! Tell me, was it hard?",
            "How great! You did that, nobody else. Enjoy the good feeling!",
        ),
        ("a brave little runner", "a golden cup", "a duck who learned to dive", "a hare who never gave up"),
    ),
    "family news": (
        (
            "I have a new baby brother", "I have a baby sister now", "We have a new baby", "I got a puppy!", "I got a kitten", "We have a new dog", "I'm getting married", "I got married", "I am in love", "My best friend is visiting me", "Grandma is coming to visit", "We moved to a new house", "I have a new friend", "I made a new friend today", "My sister had a baby", "I found my lost cat!", "We are getting a dog",
        ),
        (
            "What wonderful news! I am very glad for you. Shall I write a little poem about it?",
            "How lovely! There will be much to laugh about. Would you like a story to celebrate?",
            "Congratulations! That makes a house warmer. Tell me more about it!",
            "That is beautiful. I wish you many happy days together.",
            "Oh, how nice! I hope you have a lot of fun together. How do you feel?",
        ),
        ("a puppy with big ears", "a kitten in a basket", "a house with a blue door", "a stork with a surprise"),
    ),
    "happy": (
        (
            "I am happy", "I'm happy", "I'm so happy today", "I am so happy!", "I feel wonderful", "I feel great today", "I had a good day", "I had a great day", "Today was a good day", "What a beautiful day", "I had so much fun today", "I am excited", "I'm so excited about tomorrow", "We go on holiday tomorrow", "I'm going to the sea", "The sun is shining!", "It is snowing!", "School is over!", "It's the weekend!", "I love my life",
        ),
        (
            "How wonderful! Your good mood is catching. What made it so nice?",
            "I am glad to hear it! Good days should be kept like shells from the beach. Shall I write a poem about it?",
            "That is lovely. I wish you many more days like that. Would you like a happy story?",
            "Hooray! Let us celebrate with a cheerful story. Who should be in it?",
            "How nice that you tell me! Happiness gets bigger when you share it.",
        ),
        ("a happy lark", "a sunbeam", "a dancing bear", "a little brook"),
    ),
}  # fmt: skip

STORY_PLEASE = ("A story, please", "Yes, a story please", "Yes, tell me a story", "Yes please", "Yes, please!", "A story would be nice", "yes a story", "Tell me a story", "Yes, please tell me one", "A short story please", "That would be nice", "Okay, a story", "Please do", "I would like that", "Story please")  # fmt: skip
POEM_PLEASE = ("A poem, please", "A poem please", "Yes, a poem", "Write me a poem", "A little poem would be nice", "yes a poem", "I'd like a poem", "Can you write me a poem?", "The poem please", "Please write a poem")  # fmt: skip
AFTER_COMFORT: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        ("Thank you", "Thanks, that helps", "Thanks, I feel better", "That was kind, thank you", "Thank you, you are kind", "I feel a bit better now", "That helps a little", "Thanks, little model"),
        ("I am glad. Be good to yourself today.", "You are welcome. I wish you a better day tomorrow.", "I am happy to hear that. Come back whenever you like.", "That is good. Small steps are steps too.", "You are welcome. I am here if you want another story."),
    ),
    (
        ("I don't know", "It doesn't help", "I still feel bad", "That does not help", "I am still sad", "Nothing helps", "It is not better"),
        ("I understand. Some things need time. Is there somebody near you whom you could talk to?", "I am sorry. I am only a small model, but a friend or somebody in your family may be able to help.", "That is all right. You need not feel better at once. Shall we just talk a little?", "I am sorry. Please tell somebody you trust how you feel. That often helps more than a story."),
    ),
    (
        ("No thanks", "No, thank you", "Not now", "No, I just want to talk", "I don't want a story", "No, just listen"),
        ("That is all right. I am here and I listen.", "Of course. Tell me whatever you like.", "Then let us just talk. What is on your mind?", "All right. Take your time."),
    ),
)  # fmt: skip
