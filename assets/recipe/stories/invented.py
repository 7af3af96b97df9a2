"""Words that nobody has heard, for nouns and names that must be copied from the request."""

from random import Random


def _parts(text: str) -> list[str]:
    return text.split()


ONSETS = _parts("b bl br c ch cl d dr f fl fr g gl gr h j k l m n p pl pr qu r s sl sm sn sp st t tr tw v w y z")
VOWELS = _parts("a e i o u a e i o u oo ee ai ou")
ENDS = ["", *_parts("b d f g k l m n p r t x mp nk rp sh nt lb zz ck ff")]
TAILS = _parts("le er ling o a y ing et ix us on in oo in ump")
RUDE = _parts("fu dick cock cok cunt slut tit crap fag nig rap sex naz cum pus poo boob bum kill gun piss puk vag poof bitch shit whor wank anus arse homo negr penis porn turd pimp hell damn bast")


def is_rude(word: str) -> bool:
    return any(rude in word for rude in RUDE)


def word(rng: Random) -> str:
    """A new noun of one to three syllables, in small letters."""
    while is_rude(new := _word(rng)) or len(new) < 4:
        pass
    return new


def _word(rng: Random) -> str:
    def pick(options: tuple[str, ...] | list[str]) -> str:
        return Random.choice(rng, options)  # evenly: where all choices lean, `word` would meet the same rude one for ever

    stem = pick(ONSETS) + pick(VOWELS) + pick(ENDS)
    if rng.random() < 0.35:
        stem = pick(ONSETS) + pick(VOWELS) + stem
    return stem + (pick(TAILS) if rng.random() < 0.5 else "")


def name(rng: Random) -> str:
    """A new name with a capital."""
    return word(rng).capitalize()
