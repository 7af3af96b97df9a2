"""What each recording must show, so that the words of the lesson's pages are true of it; the recorder and the tests ask."""

from __future__ import annotations

from itertools import pairwise
from typing import Callable, Mapping, Sequence

from specdeck.chat.conversation import Turn
from specdeck.chat.reply import Reply
from specdeck.compare.result import first_difference
from specdeck.decoding.rules import TOKEN_BY_TOKEN
from specdeck.lesson.pages.greedy_round import WIDE, fully_accepted, milliseconds, partly_accepted
from specdeck.lesson.pages.inside_a_pass import twice
from specdeck.lesson.pages.other_drafters import draft_milliseconds
from specdeck.lesson.pages.other_rules import by_block, by_setting, by_token, clearest, expected, weights_of
from specdeck.lesson.pages.sampled_round import likeliest
from specdeck.lesson.pages.where_it_pays import costs
from specdeck.lesson.recordings import KINDS
from specdeck.lesson.round_pictures import ordinary, passes, quotients


def lacking(name: str, turns: Sequence[Turn]) -> list[str]:
    """What a recording of this name must show and does not."""
    return [need for need, met in DEMANDS[name](turns).items() if not met]


def _greedy(turns: Sequence[Turn]) -> Mapping[str, bool]:
    plain, drafted = _replies(turns)
    (partly_at, partly), (fully_at, fully) = partly_accepted(drafted), fully_accepted(drafted)
    return {
        "the same text, ended by the model, of 15 to 40 tokens": plain.text == drafted.text and plain.reason == "stop" and 15 <= len(plain.tokens) <= 40,
        "a pass over 5 tokens below the time of 4 plain ones": milliseconds(drafted, WIDE) < 4 * milliseconds(plain, 1),
        "a draft of 4 ordinary tokens after the first round": partly_at > 0 and len(partly.draft) == 4 and ordinary(partly),
        "of which 1 is accepted, then a token is recovered": partly.accepted == 1 and partly.sources[-1:] == ("recovered",),
        "as many tokens as accepted guesses and one": len(partly.tokens) == partly.accepted + 1,
        "a guess that takes less time than a pass": draft_milliseconds(drafted) / 4 < milliseconds(plain, 1),
        "less than half of the passes of plain decoding": 2 * drafted.stats.target_passes < plain.stats.target_passes,
        "a fully accepted draft of 4 ordinary tokens after the first round, with a bonus": fully_at > 0 and ordinary(fully) and fully.sources[-1:] == ("bonus",),
        "the likeliest tokens of that draft in single passes too, with the same probabilities": all(abs(one - other) < 0.0005 for _, one, other in twice(plain, drafted, fully_at)),
        "a rejected guess in another round": any("recovered" in step.sources for step in drafted.rounds),
    }  # fmt: skip


def _warm(turns: Sequence[Turn]) -> Mapping[str, bool]:
    """The first round's miss must have several likely replacements."""
    step = turns[0].reply.rounds[0]
    at, found = step.accepted, quotients(step)
    needs = {
        "a draft of 4 ordinary tokens, of which 2 are accepted and the third is rejected": ordinary(step) and step.accepted == 2 < len(found) < len(step.draft),
        "p above q at the first, and below it at the two others": len(found) == 3 and found[0] > 1 and max(found[1:]) < 0.95,
        "u apart from p/q there": all(abs((u or 0.0) - ratio) > 0.01 for u, ratio in zip(step.u[1:], found[1:])),
    }  # fmt: skip
    if at + 1 != step.tested or at >= len(step.draft):
        return needs | {"a first miss": False}
    p, q = dict(step.top_p[at]), dict(step.top_q[at])
    wrong, right = step.draft[at], step.tokens[-1]
    left = [token for token in likeliest(p, q) if p.get(token, 0.0) > q.get(token, 0.0) + 0.01]
    shortcut = min(p.get(wrong, 0.0), q[wrong]) + sum(max(0.0, share - q.get(token, 0.0)) for token, share in p.items()) * p.get(wrong, 0.0)
    return needs | {
        "two of the likeliest tokens with p above q, the written one among them": len(left) > 1 and right in left,
        "a replacement that is another word": step.names[wrong].strip() != step.names[right].strip(),
        "a rejected guess that the shortcut writes a tenth more often": shortcut > p.get(wrong, 0.0) + 0.1,
    }


def _same(turns: Sequence[Turn]) -> Mapping[str, bool]:
    plain, drafted = _replies(turns)
    return {
        "the same text of more than 40 tokens": first_difference(plain.ids, drafted.ids) is None and len(plain.tokens) > 40,
        "less than half of the passes of plain decoding": 2 * passes(drafted) < passes(plain),
    }


def _warmth(turns: Sequence[Turn]) -> Mapping[str, bool]:
    rounds = by_setting(_replies(turns))
    warmths = sorted({t for t, _ in rounds})
    chance = {setting: expected(step) for setting, step in rounds.items()}
    heights = [[max(share for _, share in top[0]) for top in (step.top_p, step.top_q)] for (t, rule), step in sorted(rounds.items()) if t and rule == "probabilistic"]
    return {
        "one place of one text": len({turn.prompt for turn in turns}) == 1,
        "drafts of ordinary tokens": all(map(ordinary, rounds.values())),
        "a first guess that is accepted less often the higher T is": all(
            chance[low, rule] > chance[high, rule] + 0.02 for rule in TOKEN_BY_TOKEN for low, high in pairwise(warmths)
        ),
        "p and q flatter the higher T is": all(after < before for pair in pairwise(heights) for before, after in zip(*pair)),
        "coupled nearer to probabilistic than to match": all(chance[t, "probabilistic"] + chance[t, "match"] < 2 * chance[t, "coupled"] for t in warmths if t),
        "rounds in which different numbers of guesses are accepted": len({step.accepted for step in rounds.values()}) > 2,
    }  # fmt: skip


def _prefixes(turns: Sequence[Turn]) -> Mapping[str, bool]:
    shown = clearest([step for turn in turns for step in turn.reply.rounds if step.tested])
    weights, found = weights_of(shown), quotients(shown)
    return {
        "a round whose 4 guesses, ordinary tokens, were all tested": ordinary(shown) and len(found) == len(shown.draft) == 4,
        "a last guess that lifts w, to between .2 and .98": found[-1] > 1.02 and 0.2 < weights[-1] < 0.98,
        "on average a tenth of a guess more than token by token": sum(by_block(shown)) > sum(by_token(shown)) + 0.1,
    }


def _widths(turns: Sequence[Turn]) -> Mapping[str, bool]:
    """Replies to two prompts, each with every k."""
    friendly, hostile = costs(_replies(turns))
    best = max(friendly, key=lambda cost: cost.speed_up)
    there = next(cost for cost in hostile if cost.k == best.k)
    return {
        "replies of 60 tokens and more": min(len(turn.reply.tokens) for turn in turns) >= 60,
        "1 token a round in plain decoding": friendly[0].tokens == friendly[0].speed_up == hostile[0].tokens == hostile[0].speed_up == 1,
        "a prompt on which drafting pays": best.speed_up > 1.2,
        "another on which it pays for one k and not for that one": max(cost.speed_up for cost in hostile[1:]) > 1.02 and there.speed_up < 0.97,
        "passes that cost more the wider they are": all(before.cost < after.cost for before, after in pairwise(friendly)),
    }


def _lookup(turns: Sequence[Turn]) -> Mapping[str, bool]:
    copied, open_ = _replies(turns)
    return {
        "more than 3 tokens a round on the copied text": copied.stats.tokens_per_round > 3,
        "the text of the prompt": copied.text.strip() in turns[0].prompt,
        "fewer than 1.5 on the open one": open_.stats.tokens_per_round < 1.5,
        "some matches there too": open_.stats.accepted > 0,
    }


def _kinds(turns: Sequence[Turn]) -> Mapping[str, bool]:
    replies, growth = _replies(turns), {}
    for who in KINDS:
        short, long = (reply for reply in replies if reply.rounds[0].settings.drafter == who)
        growth[who] = draft_milliseconds(long) / draft_milliseconds(short)
    return {
        "one text": len({reply.text for reply in replies}) == 1,
        "accepted guesses of every drafter": all(reply.stats.accepted for reply in replies),
        "a draft of dflash that grows less with k than the others": growth["dflash"] < min(growth["model"], growth["mtp"]),
    }


def _show(turns: Sequence[Turn]) -> Mapping[str, bool]:
    plain, drafted = _replies(turns)
    faster = drafted.stats.tokens_per_second > 1.3 * plain.stats.tokens_per_second
    return {
        "one text": plain.text == drafted.text,
        "an end with a sentence": plain.text.endswith((".", "!", "?")) and plain.text.count('"') % 2 == 0,
        "half of the passes and less time": faster and plain.stats.target_passes > 1.8 * drafted.stats.target_passes,
    }


def _replies(turns: Sequence[Turn]) -> list[Reply]:
    return [turn.reply for turn in turns]


DEMANDS: Mapping[str, Callable[[Sequence[Turn]], Mapping[str, bool]]] = {
    "greedy": _greedy, "warm": _warm, "same": _same, "warmth": _warmth, "prefixes": _prefixes, "widths": _widths, "lookup": _lookup, "kinds": _kinds, "show": _show,
}  # fmt: skip
