"""A target and the drafters loaded for it: what is in force under which settings, and what earlier rounds taught."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Sequence

from .adaptive import RateEstimator
from .checkpoints.checkpoint import WHOLE
from .checkpoints.model_folder import shown
from .checkpoints.published_table import KnownDrafter
from .drafters import DEFAULT_DRAFTER
from .drafters.base import Drafter, Loading
from .drafters.lookup import LookupDrafter, LookupMemory
from .errors import PromptError, SettingsError
from .target.sequence_state import SequenceState
from .text.end_of_reply import TokenTexts
from .types import PLAIN, TOKEN_CHARACTERS, Settings

if TYPE_CHECKING:
    from .cluster import Cluster
    from .cpu.unpack import Form

Key = tuple[Path, str]  # a checkpoint's folder and kind: one target folder may hold a model and a head
Progress = Callable[[str], None]  # called with one line for each step of loading


@dataclass
class Pair:
    """A target and the drafters loaded for it. Decodes any number of prompts, one after the other; each reuses what the caches hold.

    `drafters`: name -> Drafter, as settings may name them; `unavailable`: name -> why that drafter is not among them. `width`: the length of the
    target's rows of logits. `context`: the longest sequence that it reads, in tokens; None if its config names none.
    """

    target: SequenceState
    tokenizer: Any
    name: str
    target_path: str
    width: int
    context: int | None
    end_tokens: tuple[int, ...]
    drafters: dict[str, Drafter] = field(default_factory=dict)
    unavailable: dict[str, str] = field(default_factory=dict)
    paths: dict[str, str] = field(default_factory=dict)  # drafter name -> folder
    loadings: dict[Key, Loading] = field(default_factory=dict)  # what each drafter was loaded from, and with which options
    known: dict[str, KnownDrafter] = field(default_factory=dict)  # drafter name -> what others measured with it
    default_drafter: str = PLAIN
    estimator: RateEstimator = field(default_factory=RateEstimator)  # what earlier rounds taught adaptive k and auto
    recommended: Mapping[str, float] = field(default_factory=dict)  # the sampling that the target's makers recommend
    cluster: Cluster | None = None  # the hosts over which the target is sharded
    forms: dict[Key, Form] = field(default_factory=dict)  # how the quantised matrices of a checkpoint are held, on a CPU
    # What an option did not do. Also why drafters that came with the target, and would have been in force, were not loaded.
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.token_texts = TokenTexts(self.tokenizer)

    @property
    def drafter_path(self) -> str | None:
        """The folder of the default drafter's model, None where it needs none."""
        return self.path(Settings(drafter=self.default_drafter))

    def path(self, settings: Settings) -> str | None:
        """The folder of the drafter in force under these settings, or of its delegate; None if there is none."""
        drafter = self.drafters.get(settings.drafter)
        return self.paths.get(drafter and drafter.delegate(settings) or settings.drafter)

    def drafter(self, settings: Settings) -> Drafter:
        """The drafter in force under these settings. Raises SettingsError, which lists the names that could be given instead."""
        drafter = self.drafters.get(settings.drafter)
        if drafter is None:
            why = self.unavailable.get(settings.drafter, f"there is no drafter {settings.drafter!r}")
            raise SettingsError(f"{why} (here: {', '.join(self.drafters)})")
        return drafter

    @property
    def remarks(self) -> list[str]:
        """What a person should know of the loaded models, a line each. It includes why drafters that came with the target were not loaded."""
        by_name = {drafter.name: drafter for drafter in self.drafters.values()}
        return [*self.notes, *self.packed, *(f"{name}: {drafter.remark}" for name, drafter in by_name.items() if drafter.remark)]

    @property
    def target_form(self) -> Form | None:
        """How the target's quantised matrices are held on a CPU; None where it has none."""
        return self.forms.get((Path(self.target_path), WHOLE))

    @property
    def held(self) -> dict[str, str]:
        """Name of a checkpoint -> how its quantised matrices are held, on a CPU."""
        return {shown(folder): form.words for (folder, _), form in self.forms.items()}

    @property
    def packed(self) -> list[str]:
        """A line for each model whose quantised matrices a CPU keeps as they are: what that costs."""
        return [f"{shown(folder)}: {form.words}" for (folder, _), form in self.forms.items() if not form.unpacked]

    @property
    def remarks_on_thinking(self) -> list[str]:
        """A line for each loaded drafter that was trained on replies without thinking; none where the target never thinks."""
        thinkless = dict.fromkeys(self.drafters[name].name for name, known in self.known.items() if known.thinkless)
        return [f"{name}: trained without thinking: fewer of its guesses are accepted while the target thinks" for name in thinkless]

    @property
    def distinct(self) -> list[Drafter]:
        """The loaded drafters, each once: one may have two names."""
        return list({id(drafter): drafter for drafter in self.drafters.values()}.values())

    @property
    def hidden_state_readers(self) -> list[Drafter]:
        """The loaded drafters that read the target's hidden states, each once."""
        return [drafter for drafter in self.distinct if drafter.places]

    def tap_target(self) -> None:
        """Tap the target at every place whose hidden states a drafter reads, and nowhere else. An earlier pair's taps are removed."""
        self.target.tap(tuple(dict.fromkeys(place for drafter in self.hidden_state_readers for place in drafter.places)))

    def remember(self, texts: Iterable[tuple[str, str]], progress: Progress = lambda line: None) -> None:
        """Let lookup copy from these texts too, (label, text) each, instead of earlier ones. Of very many texts it takes the first ones."""
        progress("reading what lookup is to remember")
        lookup = self.drafters[DEFAULT_DRAFTER]
        assert isinstance(lookup, LookupDrafter)
        tokens = ((label, self.tokenizer.encode(text)) for label, text in texts)
        known = ((label, [token for token in ids if token < self.width]) for label, ids in tokens)  # some tokenizers hold more than there are logits for
        lookup.memory = LookupMemory(known)
        lookup.remark = lookup.memory.words

    def reset(self) -> None:
        """Empty all caches, the target's and the drafters'."""
        self.target.reset()
        for drafter in self.distinct:
            drafter.reset()

    def refuse_by_length(self, prompt: str | Iterable[object] | None) -> None:
        """Raise PromptError for a text that is too long for the target's context in any tokens of the vocabulary. It is checked before the text
        is made into tokens, which take a hundred times its memory."""
        said = [prompt] if isinstance(prompt, str) else [turn.get("content") for turn in prompt or () if isinstance(turn, Mapping)]
        length = sum(len(text) for text in said if isinstance(text, str))
        if self.context and length > TOKEN_CHARACTERS * self.context and length > self.context * max(map(len, self.tokenizer.get_vocab())):
            sizes = f"the prompt has {length:,} characters and {self.name} reads at most {self.context} tokens"
            raise PromptError(f"{sizes}: shorten the prompt or the conversation before it")

    def most_tokens(self, prompt: Sequence[int], max_tokens: int) -> int:
        """The most tokens that a reply to these may have: `max_tokens`, or fewer where the target's context ends first. Raises PromptError,
        SettingsError."""
        if not isinstance(max_tokens, int) or max_tokens < 1:
            raise SettingsError(f"max_tokens must be a whole number from 1 on, not {max_tokens!r}")
        bad = [token for token in prompt if not 0 <= token < self.width]
        if bad:
            raise PromptError(f"token id {bad[0]} is not in the vocabulary: ids go from 0 to {self.width - 1}")
        if self.context is None:
            return max_tokens
        if len(prompt) >= self.context:
            sizes = f"the prompt has {len(prompt)} tokens and {self.name} reads at most {self.context}"
            raise PromptError(f"{sizes}: shorten the prompt or the conversation before it")
        return min(max_tokens, self.context - len(prompt))
