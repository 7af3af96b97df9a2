"""How people ask for a fable: by animals, traits, a place and what it should teach."""

VERBS = ("Write", "Write me", "Tell me", "Tell", "Make up", "Create", "Give me", "Can you write", "Can you tell me", "Could you write", "Could you tell me", "Please write", "Please tell me", "I would like", "I'd like", "I want", "Invent", "Let me hear", "Compose", "Now write", "Would you write")  # fmt: skip
FABLES = ("a fable", "a fable", "a fable", "a short fable", "a little fable", "a small fable", "an animal fable", "a fable for children", "a simple fable", "a new fable", "a fable of a hundred words", "a fable for kids", "a nice fable", "a very short fable")  # fmt: skip

# {a} "a lion", {a_trait} "a proud lion", {b} likewise; {place} "in a green forest"; {theme} "kindness"; {moral} "be kind"
WHAT = (
    "about {a} and {b}", "about {a_trait} and {b_trait}", "with {a} and {b}", "with {a_trait} and {b_trait}", "about {b} and {a}", "about {a_trait}", "about {a}", "about {theme}", "that teaches {theme}", "with {a} and {b} about {theme}", "about {a} and {b} that teaches {theme}", "about {a_trait} that teaches {theme}", "about {a_trait} and {b_trait} {place}", "about {a} {place}", "{place}, with {a} and {b}",
    "about {theme} with {a}", "about {theme} with {a} and {b}", "where {a} meets {b}", "in which {a} meets {b}", "in which {a} learns about {theme}", "in which {a} learns something from {b}", "for my class about {theme}", "for a child about {theme}", "with {a_trait}, {b_trait} and a moral about {theme}", "about {a} with a moral on {theme}", "starring {a} and {b}", "with {a}", "with {b} in it", "about {a_trait} {place}, please", "with these animals: {a} and {b}",
    "using these words: {a_name}, {b_name}, {theme}", "with the words {a_name}, {b_name} and {theme}", "about the {a_name} and the {b_name}", "called The {A_title} and the {B_title}", "with the title The {A_title} and the {B_title}", "whose moral is: {moral}", "with the moral \"{moral}\"", "about {a} and {b} with the moral: {moral}", "", "",
)  # fmt: skip
SHORT = ("fable about {a}", "fable about {a} and {b}", "fable: {a} and {b}", "a fable about {theme}", "fable about {theme}", "{a_name} and {b_name} fable", "fable with {a}", "fable, {a}, {b}, {theme}", "The {a_name} and the {b_name}: a fable", "short fable {a_name} {b_name}", "fable on {theme}", "a fable please", "a fable with {a_trait}", "aesop style fable about {a}", "fable please, with {a} and {b}")  # fmt: skip
LISTS = (
    "Write a fable from these elements:\n- Hero: {a_trait}\n- Other animal: {b}\n- Place: {place}\n- Teaching: {theme}",
    "Write a short fable.\nAnimals: {a}, {b}\nMoral: {theme}",
    "Make a fable out of this:\nHero: {a_trait}\nPlace: {place}\nLesson: {theme}",
    "Elements: {a}, {b}, {theme}. Write a fable.",
    "Write a fable with these elements: {a_trait}, {b_trait}, {theme}.",
    "Fable elements:\n1. {a_trait}\n2. {b_trait}\n3. {place}\n4. {theme}",
    "Characters: {a_trait} and {b_trait}. Setting: {place}. Theme: {theme}. Tell the fable.",
    "Hero: {a}. Friend: {b}. Moral: {moral} Please write the fable.",
    "Create a fable based on the following elements.\n- Main character: {a_trait}\n- Setting: {place}\n- Teaching: {theme}",
    "Main character: {a_trait}\nSecond character: {b_trait}\nMoral: {theme}\nWrite a fable of about a hundred words.",
)

OPENINGS = (
    "Once, {place}, there lived {a_trait} and {b_trait}.", "Long ago, {place}, there lived {a_trait} and {b_trait}.", "{place}, {a_trait} and {b_trait} were neighbours.", "There once was {a_trait} who lived {place}, and near {to_him} lived {b_trait}.", "{a_trait} and {b_trait} lived {place}.", "Once upon a time {a_trait} lived {place}, not far from {b_trait}.", "{place} there were once {a_trait} and {b_trait}.",
)  # fmt: skip
ENDINGS = ("Moral: {moral}", "Moral: {moral}", "Moral: {moral}", "The moral is: {moral}", "The moral of the story is: {moral}", "The moral: {moral}")  # fmt: skip

ASK_MORAL = ("What is the moral?", "And the moral?", "What does it teach?", "What can we learn from it?", "What is the lesson?", "what's the moral", "What is the moral of the story?", "What does the fable teach us?", "Say the moral again", "Can you repeat the moral?")  # fmt: skip
TELL_MORAL = ("The moral is: {moral}", "It teaches this: {moral}", "We can learn this: {moral}", "{moral}", "The lesson is: {moral}")  # fmt: skip
ASK_SHORT = ("Make it shorter", "Tell it in one sentence", "Can you say it in one sentence?", "Shorter please", "Summarize it", "Sum it up", "What is it about?", "What was the fable about?", "Give me the short version", "in one sentence please", "A shorter one, please", "Summarise the fable", "Retell it in one sentence")  # fmt: skip
SUM_UP = ("Summarize this fable", "Sum up this fable in one sentence", "Tell me this fable in one sentence", "What is this fable about?", "Shorten this fable to one sentence", "What happens in this fable?", "Retell this fable in one sentence", "One sentence about this fable, please")  # fmt: skip
ON_ANY = (
    (("Who is in the fable?", "Who are the two in the fable?", "Who is it about?", "Which characters are in it?"), ("It is about {a_trait} and {b_trait}.", "The two are {a_trait} and {b_trait}.", "{a_trait} and {b_trait} are in it.")),
    (("Where does it happen?", "Where do they live?", "Where is it set?", "Where does the fable take place?"), ("They live {place}.", "It happens {place}.", "It takes place {place}.")),
)  # fmt: skip
ANOTHER = ("Another one", "Another fable, please", "One more", "Tell me another one", "another fable", "One more fable please", "Can I have another?", "Now one with {a} and {b}", "And one about {theme}?", "Now a fable about {a}", "The same with {a} and {b}", "Another one, about {theme}", "Now with {a} instead", "One with {a}, please")  # fmt: skip
THANKS = ("Thanks", "Thank you", "That was nice", "I like it", "Nice fable!", "Lovely, thanks", "Good one", "thank you, that was good", "I liked it")  # fmt: skip
WELCOME = ("You are welcome! Shall I tell you another one?", "I am glad that you like it!", "Thank you! Tell me two animals, and I will make another one.", "You are welcome!", "Gladly! Fables are short, and so am I.")  # fmt: skip
