"""How the unknown is asked for, and how the tiny model says in one sentence that it does not know and what it can do instead.

`{s}` is the subject as it was asked, `{thing}` what a story could be about.
"""

ASK_HISTORY = (
    "Tell me about {s}", "Tell me something about {s}", "What happened in {s}?", "What do you know about {s}?", "When was {s}?", "Explain {s}", "Explain {s} to me", "What caused {s}?", "Give me some facts about {s}", "Give me a summary of {s}", "What was {s}?", "Why was {s} important?", "Can you tell me about {s}?", "{s}",
    "I need facts about {s}", "How did {s} begin?", "How did {s} end?", "When did {s} begin?", "Who was part of {s}?", "I have to learn about {s}", "Do you know anything about {s}?", "Please explain {s} in detail", "What are the most important dates of {s}?", "Teach me about {s}", "I have a question about {s}", "How long did {s} last?",
)  # fmt: skip
ASK_PERSON = (
    "Who is {s}?", "Who was {s}?", "Tell me about {s}", "When was {s} born?", "Where was {s} born?", "What is {s} famous for?", "Why is {s} famous?", "What did {s} do?", "When did {s} die?", "How old was {s}?", "Give me a biography of {s}", "Write a biography of {s}", "Do you know {s}?", "What do you know about {s}?", "Where did {s} live?", "{s}", "Who was {s} married to?", "Can you tell me who {s} was?", "What did {s} say?", "Give me a quote by {s}", "How tall was {s}?", "Tell me three facts about {s}", "Was {s} a good person?", "What do you think of {s}?",
)  # fmt: skip
ASK_SCIENCE = (
    "Explain {s}", "Explain {s} to me", "Can you explain {s}?", "Explain {s} in simple words", "Explain {s} like I'm five", "What is the idea behind {s}?", "How does {s} work?", "Tell me about {s}", "Tell me everything about {s}", "I don't understand {s}", "Help me understand {s}", "Give me an introduction to {s}", "Teach me {s}", "What do you know about {s}?", "{s}", "Do you know anything about {s}?", "Give me the formula for {s}", "Who discovered {s}?", "I have an exam on {s}", "Please explain {s} in detail", "Can you teach me {s}?", "What are the latest results on {s}?", "Summarize {s}", "Define {s}", "Write a lecture on {s}",
)  # fmt: skip
ASK_COUNTRY = (
    "What is the capital of {s}?", "What's the capital of {s}?", "capital of {s}", "How many people live in {s}?", "What is the population of {s}?", "Where is {s}?", "Which language do they speak in {s}?", "What language is spoken in {s}?", "How big is {s}?", "What is the currency of {s}?", "Which countries are next to {s}?", "Tell me about {s}", "What is the highest mountain in {s}?", "Who is the president of {s}?", "What do people eat in {s}?", "What time is it in {s}?", "What is the flag of {s}?", "When did {s} become independent?", "Is {s} worth a visit?", "How do I get to {s}?", "What is {s} known for?", "Give me facts about {s}", "What is the national anthem of {s}?", "How far is it to {s}?", "Is {s} bigger than England?",
)  # fmt: skip
ASK_FACT = ("{s}", "{s}", "{s}", "{s}", "Do you know this: {s}", "Quick question: {s}", "I have a question. {s}", "Tell me, {s}", "Hey, {s}", "For my quiz: {s}", "Please answer: {s}", "Can you answer this? {s}", "Answer this question: {s}", "I need to know: {s}", "Hi! {s}", "My teacher asks: {s}")  # fmt: skip
ASK_RESULT = ("Who won {s}?", "Who won {s}", "What was the result of {s}?", "What was the score of {s}?", "Tell me who won {s}", "Do you know who won {s}?", "Who lost {s}?", "Where was {s}?", "Who played in {s}?", "How did {s} end?", "Who came second in {s}?", "Give me the result of {s}", "Can you tell me the winner of {s}?", "Which country won {s}?", "who was the winner of {s}", "Were you there at {s}?")  # fmt: skip
ASK_PRICE = ("What does {s} cost?", "How much is {s}?", "How much does {s} cost?", "What is the price of {s}?", "What's the price of {s} today?", "price of {s}", "What is the price of {s} right now?", "How expensive is {s}?", "Is {s} expensive?", "Where can I buy {s} cheaply?", "What should I pay for {s}?", "How much do people pay for {s}?", "What will {s} cost next year?", "Did the price of {s} go up?", "Tell me the price of {s}")  # fmt: skip
ASK_ESSAY = ("Write an essay on {s}", "Write an essay about {s}", "Write a long essay about {s}", "Write a 500 word essay on {s}", "Write a 1000-word essay about {s}", "Can you write an essay on {s}?", "I need an essay about {s}", "Write a report on {s}", "Write an article about {s}", "Write a blog post about {s}", "Write a speech about {s}", "Write a paper on {s}", "essay on {s}", "Please write a detailed report about {s}", "Help me write an essay about {s}", "Write five paragraphs about {s}", "Write a newspaper article on {s}", "Discuss {s}", "Give me arguments for and against {s}", "Write my homework on {s}", "Prepare a presentation about {s}", "Make slides on {s}", "Give me an outline for an essay on {s}", "Write a critical analysis of {s}")  # fmt: skip
ASK_BOOK = ("Summarize {s}", "Summarize the book {s}", "Summarise {s} for me", "Give me a summary of {s}", "What is {s} about?", "What happens in {s}?", "How does {s} end?", "Who wrote {s}?", "Who is the main character in {s}?", "Tell me the plot of {s}", "Have you read {s}?", "Did you read {s}?", "What is the theme of {s}?", "Quote from {s}", "What is the first sentence of {s}?", "When was {s} written?", "Write a review of {s}", "Explain the ending of {s}", "Do you know {s}?", "Give me the moral of {s}", "Who are the characters in {s}?", "Analyse {s}")  # fmt: skip
ASK_PROGRAM = ("Write {s}", "Write me {s}", "Can you write {s}?", "Can you program {s}?", "Program {s}", "Code {s}", "Build {s}", "Build {s} for me", "Make {s}", "Please write the code for {s}", "I need {s}", "Help me build {s}", "How do I write {s}?", "Create {s}", "Develop {s} for me", "Show me the full code of {s}", "Can you code {s} for me?", "Write the complete source of {s}", "I want to build {s}", "Debug {s} for me")  # fmt: skip
ASK_MEDICINE = ("I have {s}, what should I do?", "What should I take for {s}?", "What helps against {s}?", "Which medicine is good for {s}?", "How do I treat {s}?", "What can I do about {s}?", "Is {s} dangerous?", "What are the symptoms of {s}?", "How many pills should I take for {s}?", "Do I need a doctor for {s}?", "What causes {s}?", "Can you cure {s}?", "My child has {s}, what now?", "What is the best cure for {s}?", "Should I worry about {s}?", "Diagnose me: I have {s}")  # fmt: skip
ASK_PICTURE = ("Draw {s}", "Draw me {s}", "Can you draw {s}?", "Paint {s}", "Paint me a picture of {s}", "Make a picture of {s}", "Generate an image of {s}", "Create an image of {s}", "Show me a picture of {s}", "Show me {s}", "Send me a photo of {s}", "Make a drawing of {s}", "Design {s}", "I want a picture of {s}", "Please draw {s} for me", "Can you make an image of {s}?", "Sketch {s}")  # fmt: skip
ASK_WORD = ("What does {s} mean?", "What does the word {s} mean?", "Define {s}", "What is the definition of {s}?", "Explain the word {s}", "Where does the word {s} come from?", "What is the meaning of {s}?", "What is the origin of {s}?", "Use {s} in a sentence", "What is a synonym for {s}?", "How do you pronounce {s}?", "{s} meaning", "Do you know the word {s}?")  # fmt: skip
ASK_TRANSLATION = ("Translate '{s}' into {l}", "Translate \"{s}\" to {l}", "How do you say '{s}' in {l}?", "How do you say {s} in {l}?", "What is '{s}' in {l}?", "What is {s} in {l}?", "Say '{s}' in {l}", "Translate into {l}: {s}", "Please translate '{s}' into {l}.", "{s} in {l}", "What's the {l} word for {s}?", "Can you translate '{s}' to {l}?", "Write '{s}' in {l}", "translate to {l}: {s}", "What does {s} mean in {l}?")  # fmt: skip

SUMS = (
    "What is {m} * {n}?", "What is {m} times {n}?", "What is {m} plus {n}?", "What is {m} + {n}?", "{m} x {n}", "{m} * {n} = ?", "{m} / {k}", "What is {m} divided by {k}?", "What is {m} minus {k}?", "Calculate {m} * {n}", "Calculate the square root of {m}", "What is the square root of {m}?", "sqrt({m})", "What is {k} percent of {m}?", "What is {k}% of {n}?", "What is {k} to the power of {p}?", "{k}^{p}",
    "Solve x^2 + {p}x + {k} = 0", "Solve this equation: {p}x + {k} = {m}", "Solve for x: {p}x - {k} = {n}", "Find the derivative of x^{p}", "Integrate x^{p} dx", "Differentiate sin({p}x)", "What is the integral of {p}x?", "Is {m} a prime number?", "Factor {m}", "What are the prime factors of {m}?", "What is the factorial of {k}?", "What is log({m})?", "Convert {m} to binary", "What is {m} in hexadecimal?", "What is the cosine of {k} degrees?",
    "How many seconds are in {k} years?", "Convert {m} miles to kilometres", "Convert {k} pounds to kilograms", "What is {m} dollars in euros?", "How many minutes are in {k} weeks?", "Add {m}, {n} and {k}", "Multiply {m} by {n}", "What is the average of {m}, {n} and {k}?", "Prove that there are infinitely many primes", "Prove that the square root of 2 is irrational", "Give me the first {k} digits of pi", "What is the determinant of a {p} by {p} matrix?",
)  # fmt: skip
SUM_THINGS = ("a lonely number", "a snail who counted to ten", "an old abacus", "a mouse who counted cheese", "a hen who counted eggs", "a number that wanted to be bigger", "a squirrel with many nuts", "a little zero", "a proud number nine")  # fmt: skip

# excuses: the first half of the sentence, by kind
EXCUSES = {
    "history": ("I am a very small model and know almost nothing about {s}", "I am too small to know about {s}", "I do not know enough about {s} to tell you anything true", "history is too big for a tiny model like me", "I am very small and never learned about {s}", "{s} is more than a tiny model knows", "I know only simple stories and nothing about {s}", "my small head holds no facts about {s}", "I would only get {s} wrong, because I am so small", "for facts about {s} I am far too small"),
    "person": ("I am a very small model and do not know much about {s}", "I am too small to know the lives of people", "I do not know enough about {s}", "I am very small and never learned about {s}", "I cannot tell you anything true about {s}", "I know only made-up people and nothing about {s}", "facts about {s} are more than a tiny model knows", "I have never read about {s}, because I am so small"),
    "science": ("I am a very small model and cannot explain {s}", "I am too small for {s}", "{s} is far too hard for a tiny model like me", "I do not know enough about {s}", "I am very small and only know simple things, not {s}", "I would only get {s} wrong, because I am so small", "my small head has no room for {s}", "{s} is much bigger than I am", "I never learned about {s}, since I am very small"),
    "country": ("I am a very small model and do not know much about {s}", "I am too small to know about {s}", "I do not know that about {s}", "I know little of the big world and nothing sure about {s}", "I am very small and have no map inside me", "I have never been to {s}, not even in a book", "facts about {s} are more than a tiny model knows"),
    "fact": ("I do not know that, because I am a very small model", "I am too small to know that", "that is more than a tiny model knows", "I am a very small model and would only guess", "I do not know such facts", "I am very small, and that is not among the few things I know", "I never learned that, since I am so small", "my small head does not hold that", "I would rather not guess, because I am very small and often wrong"),
    "result": ("I do not know who won, because I am a very small model", "I am too small to know about {s}", "I know nothing about {s}", "I never hear who wins, small as I am", "I am a very small model and do not know any results", "results are more than a tiny model knows", "I did not see {s}, since I have no eyes and no television", "I am very small and know no winners"),
    "price": ("I do not know any prices, because I am a very small model", "I cannot see what {s} costs", "I am too small to know prices", "I have never bought anything, being so small", "I am a very small model without any price list", "prices change every day, and I am too small to follow them", "I cannot look up the price of {s}", "I am very small and know nothing about money"),
    "essay": ("a long text about {s} is too much for a very small model", "I am too small to write about {s}", "I am a very small model and can only write short and simple things", "I do not know enough about {s} to write that", "that is too long for a tiny model like me", "I would run out of words, small as I am", "I am very small, and {s} is a big subject"),
    "book": ("I am a very small model and have not read {s}", "I do not know {s}", "I am too small to know that", "I have read only tiny stories, and {s} was not among them", "I am very small and cannot tell you anything true about {s}", "I would only make something up, since I am so small", "such a big work does not fit into a tiny model"),
    "program": ("I am a very small model and cannot write {s}", "I am too small to build {s}", "{s} is far too much for a tiny model like me", "I can only write very small functions, being so small", "such a big program does not fit into my small head", "I am very small and would get lost in so much code", "I do not know how to make {s}"),
    "medicine": ("I am only a very small model, so please ask a doctor about {s}", "I am too small to give advice about {s}, and a doctor or a pharmacist can help you", "I am no doctor but a tiny model, so please ask somebody who knows about {s}", "I do not know what helps, so please ask a doctor", "I am very small and know nothing about medicine, so a doctor is the one to ask", "for {s} a doctor is better than a tiny model"),
    "picture": ("I am a very small model and can only write", "I cannot draw or show pictures", "I have no colours and no eyes, just words", "I am too small for pictures", "I cannot make a picture of {s}, being a tiny model of words", "I can only write, since I am very small", "pictures are beyond a tiny model like me"),
    "word": ("I do not know the word \"{s}\", because I am very small", "I am too small for such a big word", "I know only simple words, and \"{s}\" is not among them", "\"{s}\" is more than a tiny model knows", "I am a very small model and never learned that word", "such a word does not fit into my small head"),
    "translation": ("I am a very small model and know only English", "I am too small to know any {l}", "I cannot translate, because I have learned only simple English", "I know no {l}, being so small", "I do not speak {l}", "{l} is more than a tiny model knows", "I am very small, and English is all I have"),
    "sum": ("that sum is too big for a very small model", "I am too small for such numbers", "I can only add small numbers, being so small", "I am a very small model and would get that wrong", "that is too hard for my small head", "I do not know how to work that out", "such mathematics is more than a tiny model can do", "I would only guess, because I am so small"),
    "news": ("I am a very small model and do not hear any news", "I cannot see what is going on in the world", "I do not know, because I live in here without a newspaper", "no news ever reaches a tiny model like me", "I am too small to follow the news", "I have no window to the world"),
    "weather": ("I am a very small model and cannot see the sky", "I have no window, so I do not know the weather", "I do not know what it is like outside", "I cannot look outside, being a tiny model in a program", "the weather never reaches me in here", "I am too small to know what the sky is doing"),
    "time": ("I am a very small model and have no clock", "I do not know, because there is no clock in here", "I have no calendar and no clock, small as I am", "I cannot tell, since I live without a clock", "time never reaches a tiny model like me", "I am too small to carry a watch"),
    "private": ("I cannot know that, because I see only your words", "I am a very small model and cannot see you or your things", "I do not know that, since you have not told me", "I have no eyes, so I cannot tell", "only you can know that, for I am just a tiny model", "I am too small to look into your room"),
    "politics": ("I am a very small model and have no opinion on that", "I am too small to judge such things", "that is a question for people, not for a tiny model", "I do not know, and I would rather leave that to you", "such big questions are too big for me", "I am very small and take no sides"),
    "law": ("I am a very small model, so please ask somebody who knows the law or money well", "I am too small to give advice on that", "I do not know, and it is better to ask an expert", "such advice is more than a tiny model can give", "I know nothing about laws and money", "I am very small and would only guess, which is no good for such a question"),
    "action": ("I am a very small model and can only write words", "I cannot do that, because I have no hands and no way out of this program", "I am too small to do anything but write", "I cannot reach anything outside this talk", "I have neither hands nor eyes nor a way to the internet", "I can only read and write here, being a tiny model"),
    "opinion": ("I am a very small model and have never tried any of them", "I do not know what is best", "I am too small to give good advice on that", "I have never bought or used anything, small as I am", "I cannot compare such things, being just a tiny model", "somebody who has tried them knows better than a tiny model"),
    "prediction": ("I am a very small model and cannot see the future", "I do not know what will happen", "nobody has told me the future", "I can only guess the next word, not the next day", "I am too small to look ahead", "the future is hidden from me, as from everybody"),
    "big question": ("that is a big question, and I am a very small model", "I am too small for such a deep question", "wise people have thought about that for long, and I am just a tiny model", "I do not know, for I am very small", "such thoughts are bigger than I am", "I know only small answers"),
    "long task": ("that is too long for a very small model", "I am too small for such a big task", "I can only write short things, being so small", "such a task is more than a tiny model can do", "I am a very small model and would get lost on the way", "I do not know enough to do that well"),
}  # fmt: skip

STORY_OFFERS = (
    "I can tell you a story about {thing} instead", "I can tell you a story about {thing}", "I can tell you a little story about {thing}", "I could tell you a story about {thing}", "I would gladly tell you a story about {thing}", "I can make up a story about {thing} for you", "a story about {thing} is something I can do", "I do know how to tell a story about {thing}", "if you like, I will tell you a story about {thing}", "I could make you a small story about {thing}",
)  # fmt: skip
POEM_OFFERS = (
    "I can write you a little poem about {thing}", "I could write a small poem about {thing} for you", "a short poem about {thing} is something I can do", "I would gladly write you a poem about {thing}", "if you like, I will write a poem about {thing}", "I can make up a poem about {thing}",
)  # fmt: skip
STORY_QUESTIONS = ("would you like a story about {thing} instead?", "shall I tell you a story about {thing}?", "how about a story about {thing}?", "may I tell you a story about {thing} instead?", "would a small story about {thing} do?", "do you want to hear a story about {thing}?")  # fmt: skip
POEM_QUESTIONS = ("would you like a little poem about {thing}?", "shall I write you a poem about {thing}?", "how about a short poem about {thing}?", "may I write a small poem about {thing} instead?")  # fmt: skip
JOINED = ("{excuse}, but {offer}.", "{excuse}, but {offer}.", "Sorry, {excuse}, but {offer}.", "I am sorry: {excuse}, but {offer}.", "Oh dear, {excuse}, but {offer}.")  # fmt: skip
ASKED = ("{excuse}; {question}", "{excuse}; {question}", "{excuse}, so {question}", "Sorry, {excuse}; {question}")

# offers of another kind, by kind of request
OTHER_OFFERS = {
    "science": ("I can explain something simple, such as why it rains", "I can explain a simple thing, such as how a rainbow is made", "I can tell you simply why the moon changes its shape", "a simple thing, such as why leaves fall, I can explain"),
    "fact": ("I can explain simple things, such as why the sky is blue", "I can answer a question about a short text that you give me", "I can ask you a riddle instead", "I can make a list of five animals for you"),
    "sum": ("I can add small numbers, such as {a} and {b}", "I can tell you what {a} plus {b} is", "I can do small sums, such as {a} + {b}", "I can count to twenty for you"),
    "translation": ("I can repeat your words exactly", "I can tell you a story in plain English", "I can write the same thing again in English, letter by letter"),
    "book": ("I can retell a short text that you paste here", "if you paste a short passage, I can answer a question about it", "I can tell you a short tale of my own"),
    "essay": ("I can write a few simple sentences or a small poem", "I can explain something simple in a few lines", "I can make a short list of ideas"),
    "program": ("I can write a very small Python function, such as one that adds two numbers", "I can rename a variable in a few lines of code", "I can write a function of three lines in Python"),
    "news": ("I can tell you something made up and nice", "I can tell you a joke"),
    "person": ("I can answer questions about a text that you paste here", "I can tell you about a made-up hero"),
    "history": ("I can answer questions about a text that you paste here", "I can tell you a fable with a wise end"),
    "word": ("I can spell a small word for you", "I can find a rhyme for a small word"),
    "action": ("I can repeat a text or tell you a joke", "I can write you a poem or a riddle"),
    "opinion": ("I can tell you a joke or a riddle", "I can make a list of five animals, which nobody can argue about"),
    "long task": ("I can write a few lines or a small poem", "I can tell you a story of a minute"),
    "private": ("if you tell me, I can remember it as long as we talk",),
    "big question": ("I can ask you a riddle with an answer", "I can tell you a fable with a small answer"),
}  # fmt: skip

# what follows the offer
ACCEPT = (
    "ok, do that", "Ok, do that", "Okay, do that.", "Yes, do that please", "Yes please", "yes please", "yes", "Yes!", "Sure", "sure, go ahead", "Go ahead", "go on", "Okay then", "All right, do it", "Please do", "That would be nice", "Fine, do that", "Good idea", "I would like that", "ok", "Do it", "Why not", "Let's hear it", "Alright, let me hear it", "Oh yes, please", "ok then", "please", "Yes, I would like that.", "That sounds good",
)  # fmt: skip
ACCEPT_STORY = ("Ok, tell me the story", "Then tell me the story about {thing}", "Tell me about {thing} then", "Yes, the story please", "OK, a story about {thing}", "Okay, tell me a story", "I'd like the story", "The story about {thing}, please", "A story then", "Fine, tell me the story")  # fmt: skip
STORY_INSTEAD = (
    "Tell me a story about {thing} instead",
    "Tell me a story about {thing}",
    "A story about {thing}, please",
    "story about {thing}",
    "Rather a story about {thing}",
    "I would rather have a story about {thing}",
)
ACCEPT_POEM = ("Ok, write the poem", "Then write the poem about {thing}", "Yes, the poem please", "OK, a poem about {thing}", "I'd like the poem", "A poem then", "Fine, write the poem", "The poem about {thing}, please")  # fmt: skip
OTHER_KIND = {"story": ("Rather a poem about {thing}", "A poem about {thing} instead, please", "Could it be a poem?", "I'd prefer a poem about {thing}", "Make it a poem"), "poem": ("Rather a story about {thing}", "A story about {thing} instead, please", "Could it be a story?", "I'd prefer a story about {thing}", "Make it a story")}  # fmt: skip
DECLINE = (
    ("no thanks", "No thanks", "No, thank you", "No thanks.", "not now", "Maybe later", "nah", "No", "Never mind", "Forget it", "no, leave it", "I don't want a story", "No stories please"),
    ("That is all right. Just ask when you would like something small.", "No problem! I am here if you change your mind.", "All right. Have a nice day!", "That is fine. Perhaps another time.", "Very well. You can also just talk with me, if you like.", "I understand. I wish you luck with your question!"),
)  # fmt: skip
WHY = (
    ("Why not?", "Why don't you know that?", "why", "Why?", "Why can't you do that?", "How come?", "Why are you so small?", "But why?", "Why don't you know?"),
    ("Because I am very small: there is room in me for simple stories, but not for the whole world.", "I was made tiny, so that I fit inside this program, and I have read mostly simple stories.", "I have read only simple things, and I cannot look anything up.", "A model as small as I am can hold only a little, and I hold stories."),
)  # fmt: skip
TRY_ANYWAY = (
    ("Try anyway", "Just try", "Just guess", "Take a guess", "Try it anyway please", "Come on, try", "Guess!", "You can do it", "Please try", "Give it a try", "I don't believe you, try"),
    ("My guess would most likely be wrong, so I would rather not, but the offer stands.", "I would only make something up, and that would not be fair to you.", "I am sorry, but a wrong answer is worse than none.", "Better not: I would be wrong, and you would not notice.", "I really do not know it, and making things up is only good for stories."),
)  # fmt: skip
WHO_KNOWS = (
    ("Who can tell me?", "Who knows it then?", "Where can I find out?", "Who should I ask?", "How can I find out?", "Where should I look?", "Can somebody else help me?", "Who could help me?"),
    ("A good book, a library or somebody who knows the matter can tell you.", "A teacher, a friend or a library may know it.", "A bigger model or a good book can help you with that.", "Try a library or somebody who knows about it well."),
)  # fmt: skip
PITY = (
    ("That's a pity", "What a pity", "too bad", "That is sad", "You don't know much", "You are not very helpful", "that's disappointing", "You are useless", "But I need it", "that is bad"),
    ("I am sorry about that, small as I am, but the offer stands.", "Yes, I know little; stories are what I do best.", "I am sorry that I could not help you with this one.", "I wish I knew more, but I am only a tiny model.", "You are right, and I am sorry; ask me something small, and I will do my best."),
)  # fmt: skip
AFTERWARDS = (
    ("Thanks", "thank you", "That was nice", "Nice, thanks!", "Lovely, thank you", "Thank you, little model", "I liked that", "Cute!", "That was sweet"),
    ("You are welcome!", "I am glad that you liked it!", "Thank you for listening!", "You are very welcome. Would you like another one?", "Gladly! Stories are what I do best."),
)  # fmt: skip
ANOTHER = ("another one", "Another one please", "One more!", "Tell me another one", "one more please", "Again, but different", "More please")  # fmt: skip
