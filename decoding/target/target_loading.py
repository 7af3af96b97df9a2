"""A target by itself: its folder, its tokenizer and the width of its logits. Each has an error that says what to do."""

from contextlib import contextmanager
from pathlib import Path
from typing import Any, Callable, Iterator

from mlx_lm.tokenizer_utils import TokenizerWrapper
from mlx_lm.utils import load_tokenizer

from ..checkpoints import complete_files, find, model_folder
from ..checkpoints.checkpoint import Checkpoint, listed
from ..checkpoints.layout import REFUSED
from ..checkpoints.recognition import recognise
from ..errors import CANNOT_LOAD, NOT_WITH_KV_BITS, LoadError, one_line
from .sequence_state import SequenceState

PROBE = "Hello,  World! 12\n\té" + " a" * 20 + "a" * 30 + "x" * 30  # a tokenizer that fails on every text, or on repetition, fails on it


def target_checkpoint(model: str | None, progress: Callable[[str], None], tokenizer: bool = True) -> Checkpoint:
    """The target that `model` names: a folder or hub name, None for the embedded target. Raises LoadError where it is no model that mlx-lm can build.
    Raises it also where `tokenizer` is asked for and there is none. A follower of a sharded target reads none."""
    target = recognise(model_folder.embedded("target")) if model is None else find(model, progress)
    if not target.whole:
        advice = "it is not supported yet" if target.kind in REFUSED else "give it with --drafter, beside its target"
        raise LoadError(f"{target.folder} holds a drafter ({target.kind}), not a model: {advice}")
    complete_files.check_model(target, tokenizer)
    return target


def read_tokenizer(checkpoint: Checkpoint, trusted: bool = False) -> Any:
    """mlx-lm's TokenizerWrapper, which raises LoadError where it fails on a text. Its end tokens are generation_config's, and config's unless
    they are ordinary tokens. Raises LoadError; a tokenizer that is a Python file of the folder is run only if `trusted`."""
    folder = checkpoint.folder
    try:
        with _panics_are_errors():
            ends = [listed(section.get("eos_token_id")) for section in (checkpoint.generation, checkpoint.config)]
            tokenizer = load_tokenizer(folder, {"trust_remote_code": trusted}, eos_token_ids=ends[0] or ends[1])
        tokenizer.eos_token_ids |= {token for token in ends[1] if token in getattr(tokenizer, "added_tokens_decoder", ())}
        tokenizer.__class__ = _Tokenizer
        tokenizer.decode(tokenizer.encode(PROBE))
        return tokenizer
    except Exception as error:  # transformers raises a dozen kinds
        damage = complete_files.damage(folder)
        if not damage and not trusted and (code := complete_files.tokenizer_code(folder)):
            raise LoadError(
                f"{folder}: its tokenizer is Python of its own ({code}), which is not run here: --trust-remote-code runs it with all "
                "your rights, which only a model whose makers you trust should have"
            ) from error
        raise LoadError(f"the tokenizer cannot be read: {damage or f'{folder}: {one_line(error)}'}") from error


class _Tokenizer(TokenizerWrapper):
    """mlx-lm's, with one error of ours for all that it raises on a text."""

    def __getattr__(self, name: str) -> Any:
        found = super().__getattr__(name)
        if name not in ("encode", "decode"):
            return found

        def guarded(*arguments: Any, **options: Any) -> Any:
            try:
                with _panics_are_errors():
                    return found(*arguments, **options)
            except Exception as error:
                raise LoadError(f"the model's tokenizer fails on this text: {one_line(error)}: take another version of the model") from error

        return guarded

    def apply_chat_template(self, *arguments: Any, **options: Any) -> Any:
        """As mlx-lm's."""
        with _panics_are_errors():
            return super().apply_chat_template(*arguments, **options)


@contextmanager
def _panics_are_errors() -> Iterator[None]:
    """A context in which a panic of the tokenizers library, which is no Exception, is a ValueError."""
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise ValueError(one_line(error)) from None


def logits_width(state: SequenceState, folder: Path, kv_bits: int | None) -> int:
    """How many logits the target gives, by a trial forward with its cache. Raises LoadError where mlx-lm cannot run the model, or where
    the cache cannot be quantised to `kv_bits`."""
    try:
        width = state.width()
    except Exception as error:  # whatever a model's own code raises
        why = "kv-bits: the cache of this target cannot be quantised" if kv_bits else "mlx-lm cannot run this model"
        raise LoadError(f"{folder}: {why}: {one_line(error)}", NOT_WITH_KV_BITS if kv_bits else CANNOT_LOAD) from error
    if kv_bits and not state.quantised:
        why = "no layer of this target keeps all its keys, so there is nothing to quantise: leave out --kv-bits"
        raise LoadError(f"{folder}: kv-bits: {why}", NOT_WITH_KV_BITS)
    return width
