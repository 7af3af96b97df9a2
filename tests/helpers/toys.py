"""Toys in memory: tiny random models of every cache kind (kinds.py) as targets and drafters, tokenizers of single characters, drafters
that guess as scripted, and plain decoding written a second time, token by token on mlx-lm's own caches, as the reference. Toys on disk:
checkpoints.py.

A text from a toy is good for an exactness test only if nothing rounds it away: `Reference.gap` is the smallest distance between
the two best (noised) logits on the way, and prompts are picked so that it is at least GAP.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Callable, Sequence

import mlx.core as mx
import mlx.nn as nn
from mlx.utils import tree_flatten, tree_unflatten
from mlx_lm.models import gemma4_text, llama, qwen3
from mlx_lm.models.cache import KVCache, QuantizedKVCache, RotatingKVCache, make_prompt_cache
from mlx_lm.sample_utils import apply_min_p, apply_top_k, apply_top_p, make_logits_processors

from specdeck import decoding  # noqa: F401
from specdeck.decoding import Finish, Pair, Prefill, Round, Settings, decode
from specdeck.decoding.accept import Draft
from specdeck.decoding.adaptive import RateEstimator
from specdeck.decoding.checkpoints.vocabularies import SharedStrings
from specdeck.decoding.cpu.tune import make_eager
from specdeck.decoding.drafters.assistant import AssistantDrafter, AssistantNet
from specdeck.decoding.drafters.auto import AutoDrafter
from specdeck.decoding.drafters.base import Drafter, DraftRequest, NoDrafter
from specdeck.decoding.drafters.dflash import BlockDrafter, DFlashNet, LayerView, NetSizes
from specdeck.decoding.drafters.dflash2 import DFlash2Net, DFlash2Sizes
from specdeck.decoding.drafters.drafting import ChainedHead
from specdeck.decoding.drafters.dspark import DSparkNet, DSparkSizes
from specdeck.decoding.drafters.eagle3 import Eagle3Net, FirstLayer
from specdeck.decoding.drafters.hybrid import HybridDrafter
from specdeck.decoding.drafters.lookup import LookupDrafter
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.drafters.mtp import MtpHead
from specdeck.decoding.rules.draws import Draws
from specdeck.decoding.target.backbone import FINAL
from specdeck.decoding.target.sequence_state import SequenceState
from specdeck.decoding.text.end_of_reply import TextMap
from tests.helpers.kinds import KINDS, LETTERS, SIZES, WIDTH, randomised

GAP = 1e-3  # between the two best logits; passes of other widths differ by up to 4e-5
QUANTISED_GAP = 2e-2  # where such a difference may lift a key over the edge between two of its 256 steps
PLAIN = Settings(drafter="none", k=0)
PROMPT = list(range(40, 70))  # for checkpoints' larger vocabulary; longer than the windows of 8


# -- models ----------------------------------------------------------------------------------------------------------------


def near_copy(model: Any, build: Callable[..., Any], width: int = WIDTH, noise: float = 0.04) -> Any:
    """The same model with its weights a little off: a drafter that is mostly right."""
    copy, keys = build(width), iter(mx.random.split(mx.random.key(77), 400))
    shaken = [(name, w * (1 + noise * mx.random.normal(w.shape, key=next(keys)))) for name, w in tree_flatten(model.parameters())]
    copy.update(tree_unflatten(shaken))
    mx.eval(copy.parameters())
    return copy


@cache
def toy(kind: str) -> Any:
    """The one model of this kind."""
    return as_loaded(kind)


def as_loaded(kind: str) -> Any:
    """A model of this kind whose passes begin while they are built, as a loaded one's do."""
    model = KINDS[kind]()
    make_eager(model)
    return model


@cache
def toy_drafter(kind: str) -> Any:
    """A drafter model of this kind: a stranger with other weights, or "copy:KIND", near the target of that kind."""
    if kind.startswith("copy:"):
        name = kind.removeprefix("copy:")
        return near_copy(toy(name), KINDS[name])
    return KINDS[kind](seed=50, layers=2)


# -- the text side ---------------------------------------------------------------------------------------------------------


class Letters:
    """A tokenizer in which a character is a token. The template opens a turn with its role's letter and closes it with "|"."""

    has_chat_template = True
    eos_token_ids = frozenset({LETTERS.index("|")})

    def encode(self, text: str) -> list[int]:
        return [LETTERS.index(letter) for letter in text]

    def decode(self, ids: Sequence[int]) -> str:
        return "".join(LETTERS[i % WIDTH] for i in ids)

    def get_vocab(self) -> dict[str, int]:
        return {letter: i for i, letter in enumerate(LETTERS)}

    def get_added_vocab(self) -> dict[str, int]:
        return {}

    def apply_chat_template(self, messages: Sequence[dict], add_generation_prompt: bool = True, **switches: Any) -> list[int]:
        text = "".join(f"{turn['role'][0].upper()}{turn['content']}|" for turn in messages)
        return self.encode(text + ("A" if add_generation_prompt else ""))


class Words:
    """A tokenizer of these tokens, by id; it encodes a text letter by letter, and of a letter that it lacks the letters `instead`."""

    def __init__(self, *tokens: str, special: tuple[str, ...] = (), instead: str = "") -> None:
        self.tokens, self.special, self.instead = tokens, special, instead

    def get_vocab(self) -> dict[str, int]:
        return {token: i for i, token in enumerate(self.tokens)}

    def get_added_vocab(self) -> dict[str, int]:
        return {token: i for token, i in self.get_vocab().items() if token in self.special}

    def encode(self, text: str, add_special_tokens: bool = True) -> list[int]:
        assert not add_special_tokens
        return [self.tokens.index(part) for letter in text for part in (letter if letter in self.tokens else self.instead)]


def token_texts(tokenizer: Any, tokens: Sequence[int]) -> list[str]:
    """The text of each token of a whole reply, as the app finds it round by round; joined, they are the reply's text."""
    stream = TextMap(tokenizer)
    texts = [stream.push(token) for token in tokens]
    if texts:
        texts[-1] += stream.flush()
    return texts


def letters(text: str) -> list[int]:
    """Token ids of a text."""
    return Letters().encode(text)


# -- a drafter that guesses by a script ------------------------------------------------------------------------------------


class Right(Drafter):
    """Right exactly n times, then wrong: the target's own continuation with the n+1st token corrupted, n going through 0..k. It need not begin,
    join or observe.

    `texts` are whole sequences, prompt and continuation, that the target is known to write. `soft` gives the guesses a q.
    """

    name = "right"

    def __init__(self, soft: bool = False) -> None:
        self.texts: list[list[int]] = []
        self.asked = 0
        self.soft = soft

    def guess(self, request: DraftRequest) -> list[int]:
        text = next((t for t in self.texts if t[: len(request.sequence)] == request.sequence), None)
        if text is None:
            return []
        at, n = len(request.sequence), self.asked % (request.settings.k + 1)
        self.asked += 1
        guess = text[at : at + request.room]
        return [token if i < n else (token + 1 + i) % request.draws.width for i, token in enumerate(guess)]

    def propose(self, request: DraftRequest) -> Draft:
        guess = self.guess(request)
        if not guess:
            return Draft()
        tokens = mx.array(guess, mx.uint32)
        hot = (mx.arange(request.draws.width) == tokens[:, None]).astype(mx.float32)
        return Draft(self.name, tokens, mx.softmax(4.0 * hot, axis=-1) if self.soft else None)

    def reset(self) -> None:
        self.asked = 0


# -- pairs and replies -----------------------------------------------------------------------------------------------------

_SMALL = SIZES | {"num_hidden_layers": 1}
MODEL_DRAFTERS = ("trimmable", "recurrent", "sliding", "copy")


def make_pair(target: Any, drafters: dict[str, Any], width: int = WIDTH, context: int | None = None) -> Pair:
    """A pair without files. `target`: a model, or a SequenceState that some drafter knows. `drafters`: name -> model, or drafter ready
    made. "none", "lookup", "hybrid" and "auto" are always there."""
    pair = Pair(
        target=target if hasattr(target, "follow") else sequence_state(target), tokenizer=Letters(), name="toy", target_path="toy", width=width, context=context,
        end_tokens=(), drafters={"none": NoDrafter(), "lookup": LookupDrafter()},
    )  # fmt: skip
    for name, drafter in drafters.items():
        pair.drafters[name] = drafter if hasattr(drafter, "propose") else ModelDrafter(drafter, name)
    pair.drafters["hybrid"] = HybridDrafter(pair.drafters)
    pair.drafters["auto"] = AutoDrafter(pair.drafters, lambda: pair.estimator)
    pair.tap_target()
    return pair


def sequence_state(model: Any) -> SequenceState:
    """A target's SequenceState, on the cache that the model asks for."""
    return SequenceState(model, getattr(model, "kv_bits", None))


def full_pair(kind: str, followed: Any = None) -> Pair:
    """A target of this kind with every drafter there is to switch to; "model" is the near-copy, "recalled" a lookup to be given a memory,
    "translated" the near-copy behind a vocabulary without vowels. `followed`: its state, if there is one; an assistant then does not
    read its keys."""
    target = followed.model if followed else as_loaded(kind)  # its own, for it is listened to
    followed, whole = followed or sequence_state(target), followed is None
    drafters = {name: toy_drafter(f"copy:{kind}" if name == "copy" else name) for name in MODEL_DRAFTERS}
    shared = SharedStrings(Letters(), Words(*(letter * (1 + (letter in "aeiou")) for letter in LETTERS), instead="bc"), 0)
    drafters["translated"] = ModelDrafter(toy_drafter(f"copy:{kind}"), "translated", None, shared)
    right = {"right": Right(), "right-soft": Right(soft=True), "recalled": LookupDrafter()}
    listening = {"mtp": random_head(target), "eagle3": random_eagle3(target)}
    listening |= {name: random_block(target, name) for name in BLOCKS}
    if entries := whole and readable(target):
        listening["assistant"] = random_assistant(followed, entries)
    pair = make_pair(followed, {**drafters, **right, **listening})
    for name in right:
        pair.drafters[name].name = name
    pair.drafters["model"] = pair.drafters["copy"]
    return pair


def random_head(target: Any) -> ChainedHead:
    """A head that guesses at random from what it hears."""
    args = qwen3.ModelArgs.from_dict({"model_type": "qwen3", **_SMALL})
    head = randomised(MtpHead(32, 1e-6, [qwen3.TransformerBlock(args)]), 21, 1.0)
    return ChainedHead(head, target, "mtp", (FINAL,))


BLOCK = {
    "hidden": 32, "feed_forward": 48, "heads": 2, "kv_heads": 1, "head_dim": 16, "eps": 1e-6, "layers": (0, 1), "block": 6, "mask": 3,
    "views": (LayerView(), LayerView(window=6, causal=True)),
    "rope": {"dims": 16, "base": 10000.0, "traditional": False, "scaling_config": None, "max_position_embeddings": 512},
}  # fmt: skip


BLOCKS: dict[str, tuple[Any, Any, dict[str, Any], int]] = {  # of five guesses: net, sizes and their own fields, seed
    "dflash": (DFlashNet, NetSizes, {}, 22),
    "dflash2": (DFlash2Net, DFlash2Sizes, {"kernel_size": 2, "group": 8, "rank": 4, "candidates": 6, "vocabulary": WIDTH}, 26),
    "dspark": (DSparkNet, DSparkSizes, {"first": 0, "rank": 4, "head": "rnn", "vocabulary": WIDTH}, 27),
}


def random_block(target: Any, name: str) -> BlockDrafter:
    """A block drafter that listens to both layers: DFlash, the same with convolutions and a selector of six candidates, or with a Markov head that
    has a state, where the last token's row guesses too."""
    net, sizes, own, seed = BLOCKS[name]
    return BlockDrafter(randomised(net(sizes(**BLOCK, **own)), seed, 1.0), target, name)


def random_eagle3(target: Any) -> ChainedHead:
    """An EAGLE-3 head that listens to both layers, and guesses at random among every other letter."""
    args = llama.ModelArgs.from_dict({"model_type": "llama", **_SMALL})
    first = FirstLayer(llama.TransformerBlock(args), 32, 1e-6, normed_around=False)
    net, letters = Eagle3Net([first], 32, 1e-6, [None], norm_output=False), mx.arange(0, WIDTH, 2)
    net.fc, net.lm_head = nn.Linear(64, 32, bias=False), nn.Linear(32, letters.size, bias=False)
    net = randomised(net, 25, 1.0)
    net.d2t = letters - mx.arange(letters.size)
    return ChainedHead(net, target, "eagle3", (0, 1))


def readable(model: Any) -> dict[str, int]:
    """Kind of attention -> the last entry of the model's cache of that kind that an assistant can read."""
    names = {KVCache: "full_attention", RotatingKVCache: "sliding_attention"}
    quantised = getattr(model, "kv_bits", None) is not None
    return {} if quantised else {names[type(e)]: i for i, e in enumerate(make_prompt_cache(model)) if type(e) in names}


def random_assistant(state: SequenceState, entries: dict[str, int]) -> AssistantDrafter:
    """An assistant that reads these entries, and scores through centroids."""
    args = gemma4_text.ModelArgs.from_dict(
        _SMALL | {"hidden_size": 24, "num_hidden_layers": len(entries), "num_kv_shared_layers": len(entries), "layer_types": list(entries),
                  "global_head_dim": 16, "hidden_size_per_layer_input": 0, "vocab_size": WIDTH + 1}
    )  # fmt: skip
    net = randomised(AssistantNet(args, backbone=32, clusters=(6, 3)), 23, 1.0)
    net.masked_embedding.token_ordering = mx.random.permutation(WIDTH + 1, key=mx.random.key(24))
    return AssistantDrafter(net, state, entries)


@dataclass(frozen=True)
class Reply:
    """What decode() yielded."""

    events: tuple[Any, ...]

    @property
    def rounds(self) -> list[Round]:
        return [event for event in self.events if isinstance(event, Round)]

    @property
    def prefills(self) -> list[Prefill]:
        return [event for event in self.events if isinstance(event, Prefill)]

    @property
    def tokens(self) -> list[int]:
        return [token for round_ in self.rounds for token in round_.tokens]

    @property
    def finish(self) -> Finish:
        return self.events[-1]


def reply(pair: Pair, prompt: Any, settings: Any, max_tokens: int = 40, **options: Any) -> Reply:
    """A whole reply."""
    return Reply(tuple(decode(pair, prompt, settings, max_tokens, **options)))


def said(pair: Pair, settings: Settings, count: int = 24, prompt: Sequence[int] = PROMPT) -> Reply:
    """A reply of so many tokens, whatever they are."""
    return reply(pair, list(prompt), settings, count, ignore_end=True)


def said_plainly(pair: Pair, settings: Settings, count: int = 24) -> Reply:
    """The same, from cold caches, held against plain decoding: some of it was drafted, and nothing failed."""
    pair.reset()
    plain = said(pair, replace(settings, drafter="none", k=0), count)
    pair.reset()
    drafted = said(pair, settings, count)
    assert drafted.tokens == plain.tokens and drafted.finish.error is None and drafted.finish.stats.drafted > 0
    return drafted


def check_says(pair: Pair, wanted: Reference, settings: Any, count: int | None = None, error: str | None = None, **options: Any) -> Reply:
    """The reply to a reference's prompt, which is the reference's first `count` tokens by the laws of any reply. `error`: what its error begins
    with, None where nothing failed."""
    count = count or len(wanted.tokens)
    found = reply(pair, list(wanted.prompt), settings, count, **options)
    assert found.tokens == list(wanted.tokens[:count]) and found.finish.reason == "length"
    assert (found.finish.error or "").startswith(error or "") and bool(found.finish.error) is bool(error), found.finish.error
    check_rounds(found.rounds, count)
    return found


def first_draft(pair: Pair, settings: Settings, prompt: Sequence[int] = PROMPT) -> tuple[list[int], list[int], mx.array]:
    """The sequence before the first draft of a reply, its guesses, and the q (k, V) that they were drawn from, None where it has none."""
    found, drafter = [], pair.drafters[settings.drafter]
    propose = drafter.propose

    def watched(request: DraftRequest) -> Draft:
        draft = propose(request)
        if len(draft):
            found.append((list(request.sequence), draft.tokens.tolist(), draft.q))
        return draft

    drafter.propose = watched
    said(pair, settings, settings.k + 3, prompt)
    drafter.propose = propose
    return found[0]


def first_rounds(pair: Pair, prompt: Any, settings: Any, rounds: int, max_tokens: int = 40, **options: Any) -> Reply:
    """A reply that its reader closes after so many rounds."""
    events, stream = [], decode(pair, prompt, settings, max_tokens, **options)
    for event in stream:
        events.append(event)
        if sum(isinstance(e, Round) for e in events) == rounds:
            break
    stream.close()
    return Reply(tuple(events))


# -- the reference ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reference:
    """A text by plain decoding, and the smallest gap between the two best (noised) logits on the way; `least` is what it must be."""

    prompt: tuple[int, ...]
    tokens: tuple[int, ...]
    gap: float
    least: float

    @property
    def sequence(self) -> list[int]:
        return [*self.prompt, *self.tokens]

    @property
    def clear(self) -> bool:
        """Nowhere a near-tie."""
        return self.gap >= self.least

    @property
    def lively(self) -> bool:
        """No constant loop: many tokens, and the second half goes on being varied."""
        half = self.tokens[len(self.tokens) // 2 :]
        return len(set(self.tokens)) >= 8 and len(set(half)) >= 4


def plain(model: Any, prompt: Sequence[int], settings: Settings, count: int) -> Reference:
    """Plain decoding for T = 0 or the rule `coupled`: one token a pass on mlx-lm's own caches, processors over everything so far."""
    held, sequence, gaps = entries(model), list(prompt), []
    logits = model(mx.array([sequence]), cache=held)[0, -1:]
    for _ in range(count):
        scores = scored(logits, sequence, settings)
        best = mx.sort(scores)[-2:]
        gaps.append((best[1] - best[0]).item())
        sequence.append(mx.argmax(scores).item())
        logits = model(mx.array([sequence[-1:]]), cache=held)[0, -1:]
    return Reference(tuple(prompt), tuple(sequence[len(prompt) :]), min(gaps), QUANTISED_GAP if hasattr(model, "kv_bits") else GAP)


def entries(model: Any) -> list[Any]:
    """mlx-lm's own cache for this model, quantised by its own code if the model asks for it."""
    return [QuantizedKVCache(32, model.kv_bits) for _ in model.layers] if hasattr(model, "kv_bits") else make_prompt_cache(model)


def scored(logits: mx.array, sequence: Sequence[int], settings: Settings) -> mx.array:
    """What plain decoding takes the argmax of: (V,) shaped logits, with the position's noise where T > 0."""
    shaped = distribution(logits, sequence, settings)[0]
    if settings.temperature == 0:
        return shaped
    return shaped + Draws(settings.seed, 0, len(sequence), logits.shape[-1]).noise(0)


def distribution(logits: mx.array, sequence: Sequence[int], settings: Settings) -> mx.array:
    """mlx-lm's pipeline in mlx-lm's order, for rows (n, V) with one history: processors, top-p, min-p, top-k, temperature."""
    s, history = settings, mx.array(list(sequence), mx.uint32)
    for process in make_logits_processors(
        dict(s.logit_bias), s.repetition_penalty, s.penalty_context, s.presence_penalty, s.penalty_context,
        s.frequency_penalty, s.penalty_context,
    ):  # fmt: skip
        logits = process(history, mx.array(logits))
    if s.temperature == 0:
        return logits
    logprobs = logits - mx.logsumexp(logits, axis=-1, keepdims=True)
    logprobs = apply_top_p(logprobs, s.top_p) if s.top_p < 1 else logprobs
    logprobs = apply_min_p(logprobs, s.min_p) if s.min_p > 0 else logprobs
    logprobs = apply_top_k(logprobs, s.top_k) if s.top_k > 0 else logprobs
    return logprobs / s.temperature


@cache
def reference(kind: str, settings: Settings, count: int = 48) -> Reference:
    """A reference of this target: the first random prompt whose text is lively and nowhere a near-tie."""
    found = (plain(toy(kind), random_prompt(seed), settings, count) for seed in range(60))
    good = next((text for text in found if text.clear and text.lively), None)
    assert good, f"no prompt gives {kind} a lively text without near-ties under {settings}"
    return good


def random_prompt(seed: int, length: int = 14) -> list[int]:
    """Random ids, the first few said twice so that lookup has something to find."""
    ids = mx.random.randint(0, WIDTH, (length - 4,), key=mx.random.key(900 + seed)).tolist()
    return ids + ids[:4]


# -- laws of any reply -----------------------------------------------------------------------------------------------------


def check_rounds(rounds: Sequence[Round], limit: int | None = None) -> None:
    """What holds for every trace: accepted <= tested <= drafted <= k, the first guess that falls is tested too, tokens are the accepted guesses and one own token (which
    only a last round may lack), at least one pass that read something, and never more tokens than were asked for."""
    left = limit
    assert len({r.settings.seed for r in rounds}) == 1
    for i, r in enumerate(rounds):
        drafted, last = len(r.draft), i == len(rounds) - 1
        assert r.accepted <= r.tested <= drafted <= r.settings.k and (last or r.tested == min(r.accepted + 1, drafted))
        assert left is None or drafted <= max(0, left - 1)
        assert r.tokens[: r.accepted] == r.draft[: min(r.accepted, len(r.tokens))]
        own = len(r.tokens) - r.accepted
        assert own == 1 or (last and own in (-1, 0))  # -1: an end of turn accepted as the last guess is not emitted
        assert len(r.p) == len(r.q) == len(r.sources) == len(r.tokens)
        assert all(0 <= p <= 1.00001 for p in r.p) and len(r.u) == len(r.draft_q) == r.tested
        wanted = "plain" if not drafted else "bonus" if r.accepted == drafted else "recovered"
        assert r.sources == (("accepted",) * r.accepted + (wanted,))[: len(r.tokens)]
        assert "bonus" not in r.sources or r.q[-1] is None, "no guess stood there"
        assert r.passes >= 1 and r.read >= drafted + (1 if r.index else 0)
        assert r.drafter != "none" if drafted else r.drafter == "none"
        assert r.drafter != "lookup" or drafted <= r.settings.lookup_max
        left = None if left is None else left - len(r.tokens)


# -- rounds without a model --------------------------------------------------------------------------------------------------


def round_of(drafted: int, accepted: int, tokens: int | None = None, passes: int = 1) -> Round:
    """A round that drafted and accepted so many, in 1 s of drafting and 2 s of verifying."""
    emitted = accepted + 1 if tokens is None else tokens
    return Round(
        0, Settings(), "model" if drafted else "none", tuple(range(drafted)), accepted, tuple(range(emitted)), ("accepted",) * emitted,
        (0.5,) * emitted, (0.5,) * emitted, (), read=drafted + 1, draft_seconds=1.0, verify_seconds=2.0,
        draft_p=(0.5,) * min(drafted, accepted + 1), passes=passes,
    )  # fmt: skip


class Priced(RateEstimator):
    """Rounds cost what is written here: a guess of each drafter, what it reads before its first draft, and a pass by its width."""

    def __init__(self, guess: dict[str, float], wider: float = 0.05) -> None:
        super().__init__()
        self.guess, self.wider, self.reads = guess, wider, 0.0

    def learn(self, round_: Round) -> None:
        drafted = len(round_.draft)
        reading = self.reads if round_.drafter != self._last else 0.0
        seconds = {"draft_seconds": reading + drafted * self.guess.get(round_.drafter, 0.0), "verify_seconds": 1 + self.wider * (round_.read - 1)}
        super().learn(replace(round_, **seconds))
