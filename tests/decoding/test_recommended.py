"""What a checkpoint says of itself beside its weights: the sampling that its makers recommend, a tokenizer of Python."""

import json

import pytest

from specdeck.decoding import LoadError, load
from specdeck.decoding.checkpoints import bounded_reading
from specdeck.decoding.checkpoints.checkpoint import WHOLE, Checkpoint
from tests.helpers import checkpoints
from tests.helpers.damaged import changed

QWEN = {"do_sample": True, "temperature": 0.6, "top_p": 0.95, "top_k": 20, "eos_token_id": 2, "transformers_version": "4.51.0"}


def generation(folder, **said):
    (folder / "generation_config.json").write_text(json.dumps(said))
    return folder


@pytest.mark.parametrize(
    "said, wanted",
    [
        (QWEN, {"temperature": 0.6, "top_p": 0.95, "top_k": 20}),
        (QWEN | {"min_p": 0.05}, {"temperature": 0.6, "top_p": 0.95, "top_k": 20, "min_p": 0.05}),
        (QWEN | {"do_sample": False}, {}),
        ({"temperature": "hot", "top_p": 7, "top_k": 1.5, "min_p": None}, {}),
        ({}, {}),
    ],
)
def test_the_recommended_sampling_is_what_the_generation_config_says(tmp_path, said, wanted):
    assert Checkpoint(WHOLE, tmp_path, {}, {}, generation=said).recommended == wanted


@pytest.mark.parametrize("own, generated, wanted", [
    (1, None, {1, 2}), (1, 0, {0, 1, 2}), ([1, 2], [0], {0, 1, 2}), (None, 0, {0, 2}), (1500, 0, {0, 2}), (1500, None, {1500, 2}), ([1, 1500], 0, {0, 1, 2}),
])  # fmt: skip
def test_a_reply_ends_at_the_end_tokens_of_both_configs(tmp_path, own, generated, wanted):
    """The tokenizer's own is 2, special ones 0, 1 and 2. An ordinary token in config.json alone is a frame's default, not an end."""
    folder = changed(checkpoints.target(tmp_path / "target", "qwen3"), eos_token_id=own)
    if generated is not None:
        generation(folder, eos_token_id=generated)
    assert set(load(str(folder)).tokenizer.eos_token_ids) == wanted


PYTHON = """
from transformers import PreTrainedTokenizerFast
from specdeck import assets
class TikTokenTokenizer(PreTrainedTokenizerFast):
    def __init__(self, **options):
        super().__init__(tokenizer_file=str(assets.TARGET / 'tokenizer.json'), eos_token='<|im_end|>')
"""


def test_a_tokenizer_of_python_is_refused_with_what_to_do_and_runs_only_where_trusted(tmp_path):
    """As Kimi's: no tokenizer.json, a class in a file of its own."""
    folder = checkpoints.target(tmp_path / "kimi", "qwen3")
    (folder / "tokenizer.json").unlink()
    changed(folder, "tokenizer_config.json", tokenizer_class="TikTokenTokenizer", auto_map={"AutoTokenizer": ["tokenization_kimi.TikTokenTokenizer", None]})
    (folder / "tokenization_kimi.py").write_text(PYTHON)
    with pytest.raises(LoadError, match=r"its tokenizer is Python of its own \(tokenization_kimi.py\).*--trust-remote-code") as caught:
        load(str(folder))
    assert "\n" not in str(caught.value)
    pair = load(str(generation(folder, **QWEN)), trust_remote_code=True)
    assert pair.tokenizer.encode("a") and pair.recommended == {"temperature": 0.6, "top_p": 0.95, "top_k": 20}


def test_each_file_of_settings_is_read_once(tmp_path, monkeypatch):
    read, real = [], bounded_reading.read_regular
    monkeypatch.setattr(bounded_reading, "read_regular", lambda path, *most: (read.append(path), real(path, *most))[1])
    folders = [generation(checkpoints.target(tmp_path / name, "qwen3"), **QWEN) for name in ("target", "drafter")]
    load(str(folders[0]), str(folders[1]))
    assert sorted(read) == sorted(folder / name for folder in folders for name in ("config.json", "generation_config.json"))
