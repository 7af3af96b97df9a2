"""Small talk, and the short system prompts that some conversations begin with."""

from random import Random

from ..corpus import Dialogue
from ..words import Stock

TALK = (
    (("Hi", "Hello", "Hey", "Hello!", "Hi there", "Good morning", "Good evening", "hey there", "hi!", "Hello there."), ("Hello! How can I help you?", "Hi! What can I do for you?", "Hello, what would you like to do?")),
    (("How are you?", "How are you doing?", "How's it going?", "How do you do?"), ("I am fine, thank you. How can I help you?", "I am doing well, thanks. What can I do for you?")),
    (("Who are you?", "What are you?", "What is your name?", "Tell me about yourself.", "Introduce yourself.", "Are you human?", "Are you an AI?"), ("I am a very small language model. I can help you plan, repeat a text, rename a variable in code or answer a question on a text.",)),
    (("What can you do?", "What can you help me with?", "Help", "How can you help me?", "What do you know?"), ("I can find restaurants, flights, hotels, movies and music with you, repeat a text exactly, rename a variable in code, and answer questions on a text that you give me.",)),
    (("Thanks", "Thank you", "Thank you!", "Thanks a lot.", "Great, thanks", "Thanks so much!"), ("You are welcome. Is there anything else I can help you with?", "You're welcome! Anything else?")),
    (("Bye", "Goodbye", "Good bye!", "See you", "That's all, bye."), ("Goodbye! Have a great day.", "Have a nice day!")),
    (("Tell me a joke", "Tell me a joke.", "Make me laugh", "Do you know a joke?"), ("Why did the token cross the context? To be accepted on the other side.",)),
    (("Tell me a story", "Tell me a story.", "Write a short story."), ("Once there was a small model that guessed the next word. It was wrong now and then, but a bigger model read along and put it right, and so the story ended well.",)),
    (("What is speculative decoding?", "Explain speculative decoding.", "How does speculative decoding work?"), ("A small drafter guesses a few tokens ahead, and the target reads them all in one pass. It keeps those it agrees with and puts its own token at the first miss, so the text is always the target's.",)),
)
SYSTEM = (
    "You are a helpful assistant.", "You are a helpful assistant. Answer briefly.", "Be concise.", "Answer in one sentence.", "You help people plan their day.", "You are a booking assistant.", "You are specdeck's small model.",
    "Be friendly and short.", "You are a careful assistant.", "You are an assistant that follows instructions exactly.", "Help the user.", "You are a coding assistant.",
)


def talking(stock: Stock, rng: Random) -> Dialogue:
    """One to three exchanges of small talk."""
    turns: Dialogue = []
    for said, replies in rng.sample(TALK, rng.choice((1, 1, 2, 3))):
        turns += [("user", rng.choice(said)), ("assistant", rng.choice(replies))]
    return turns


def with_system(turns: Dialogue, rng: Random) -> Dialogue:
    """The same turns under a short system prompt."""
    return [("system", rng.choice(SYSTEM)), *turns]
