"""How people ask for a fable: by animals, traits, a place and what it should teach."""

from ..texts import read

TEXT = read("fables/asking")

VERBS = TEXT.VERBS
FABLES = TEXT.FABLES

# {a} "a lion", {a_trait} "a proud lion", {b} likewise; {place} "in a green forest"; {theme} "kindness"; {moral} "be kind"
WHAT = TEXT.WHAT
SHORT = TEXT.SHORT
LISTS = TEXT.LISTS

OPENINGS = TEXT.OPENINGS
ENDINGS = ("Moral: {moral}", "Moral: {moral}", "Moral: {moral}", "The moral is: {moral}", "The moral of the story is: {moral}", "The moral: {moral}")  # fmt: skip

ASK_MORAL = TEXT.ASK_MORAL
TELL_MORAL = ("The moral is: {moral}", "It teaches this: {moral}", "We can learn this: {moral}", "{moral}", "The lesson is: {moral}")  # fmt: skip
ASK_SHORT = TEXT.ASK_SHORT
SUM_UP = TEXT.SUM_UP
ON_ANY = TEXT.ON_ANY
ANOTHER = TEXT.ANOTHER
THANKS = ("Thanks", "Thank you", "That was nice", "I like it", "Nice fable!", "Lovely, thanks", "Good one", "thank you, that was good", "I liked it")  # fmt: skip
WELCOME = ("You are welcome! Shall I tell you another one?", "I am glad that you like it!", "Thank you! Tell me two animals, and I will make another one.", "You are welcome!", "Gladly! Fables are short, and so am I.")  # fmt: skip
