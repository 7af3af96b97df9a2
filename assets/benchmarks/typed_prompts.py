"""The prompts of benchmark 8, for both of its processes: plain text only, because they are typed into the app."""

PROMPTS = ("find me a bus to San Diego", "I want to watch a film tonight", "book a table for two in Oakland")
ENDLESS = -1000.0  # bias on the end of a turn, so that both say as much
