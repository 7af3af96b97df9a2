"""What this program is about, explained: tokens, drafts, acceptance, temperature and their like."""

from ..texts import read

TEXT = read("explanations/decoding_words")

TABLE = TEXT.TABLE
