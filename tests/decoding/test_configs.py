"""What a checkpoint says of itself beside its weights: which drafter it is; the sampling that its makers recommend, where a reply ends, which tokens are
places for images and sounds, its Python; the switches of a drafter's config that nobody reads, and what its config leaves open."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import mlx.core as mx
import pytest

from specdeck.decoding import LoadError, Settings, load
from specdeck.decoding.checkpoints import bounded_reading
from specdeck.decoding.checkpoints.checkpoint import WHOLE, Checkpoint, read_config, read_headers
from specdeck.decoding.checkpoints.recognition import WITH_FILES, recognise
from specdeck.models.disk import scan_disk
from specdeck.models.fit import draft_fit
from tests.helpers import checkpoints, families, toys
from tests.helpers.damaged import changed
from tests.helpers.everyday import everyday
from tests.helpers.toys import PLAIN

FOLDERS = {
    "mtp": checkpoints.mtp, "dflash": checkpoints.dflash, "dflash2": checkpoints.dflash2, "dspark": checkpoints.dspark, "eagle3": checkpoints.eagle3,
    "speculators": checkpoints.eagle3_speculator, "assistant": checkpoints.assistant, WHOLE: checkpoints.target,
}  # fmt: skip


@pytest.mark.parametrize("kind", FOLDERS)
def test_a_checkpoint_is_recognised_by_one_record_at_most(tmp_path, kind):
    folder, kind = FOLDERS[kind](tmp_path / "folder"), "eagle3" if kind == "speculators" else kind
    asked = read_config(folder), read_headers(folder)
    assert [name for name, files in WITH_FILES.items() if files.is_one(*asked)] == [kind] * (kind != WHOLE)
    assert recognise(folder).kind == kind


# -- sampling, ends and tokenizers -------------------------------------------------------------------------------------------

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


# -- places for images and sounds, which nobody says -------------------------------------------------------------------------

REPEATING = [*range(40, 67), 40, 41, 42]  # lookup has a guess
said = partial(toys.said, count=16, prompt=REPEATING)


@pytest.fixture
def target(targets) -> Path:
    return targets["gemma4"]


def with_places(target: Path, folder: Path, media: list[int]) -> str:
    """The same target, in which these tokens are places for media; the last by way of the generation config."""
    folder.mkdir()
    for file in target.iterdir():
        (folder / file.name).symlink_to(file)
    names = ("image_token_id", "boa_token_index", "video_end_token_id")
    config = json.loads((target / "config.json").read_text()) | dict(zip(names, media[:-1], strict=True))
    (folder / "config.json").unlink()
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "generation_config.json").write_text(json.dumps({"suppress_tokens": media[-1:]}))
    return str(folder)


@everyday("rule, temperature", [("probabilistic", 0.0), ("coupled", 0.8)], ("coupled", 0.8))
def test_the_text_is_that_of_a_bias_that_forbids_them(target, tmp_path, rule, temperature):
    """One of the drafters is the target itself, which likes to say them."""
    free = load(str(target))
    settings = replace(PLAIN, rule=rule, temperature=temperature, seed=2, repetition_penalty=1.1)
    media = [said(free, settings).tokens[i] for i in (0, 3, 8, 12)]
    wanted = said(free, replace(settings, logit_bias=dict.fromkeys(media, -10000.0)))
    pair = load(with_places(target, tmp_path / "places", media), [str(target), str(checkpoints.assistant(tmp_path / "assistant"))])
    for name in ("none", "hybrid", "assistant", "model", "auto"):
        pair.reset()
        reply = said(pair, replace(settings, drafter=name, k=4, lookup_min=1))
        assert reply.tokens == wanted.tokens and reply.finish.error is None
        assert reply.finish.stats.drafted > 0 or name in ("none", "auto")  # auto drafts only where its timings say that it pays


def test_a_drafter_does_not_guess_them(target, tmp_path):
    """Neither a block drafter, nor the target as its own drafter, which is right about everything then, for neither says them."""
    block, settings = str(checkpoints.dflash(tmp_path / "block", num_target_layers=6)), Settings(k=5, temperature=1.0, seed=1)
    free = load(str(target), block)
    media = [*said(free, replace(settings, drafter="none")).tokens[2:4], *said(free, Settings(drafter="dflash", k=5)).rounds[0].draft[:2]]
    pair = load(with_places(target, tmp_path / "places", media), [str(target), block])
    for ask in (settings, Settings(drafter="dflash", k=5)):
        pair.reset()
        reply = said(pair, ask)
        assert len(reply.rounds[0].draft) == 5 and not {token for round_ in reply.rounds for token in round_.draft} & set(media)
        assert ask.drafter == "dflash" or reply.finish.stats.acceptance_rate == pytest.approx(1, abs=0.05)


def test_what_a_config_calls_a_place_for_media():
    config = {
        "image_token_id": 5, "image_token_index": 6, "audio_token_id": 7, "video_token_id": 8, "vision_start_token_id": 9,
        "boi_token_id": 10, "eoa_token_index": 11, "audio_bos_token_id": 12, "suppress_tokens": [13],
        "video_start_token_id": None, "image_end_token_id": -1, "eoi_token_id": 99, "audio_token": "<a>", "vision_use_cls_token": 3,
        "num_image_tokens": 4, "pad_token_id": 1, "bos_token_id": 2, "vision_soft_tokens_per_image": 4,
    }  # fmt: skip
    found = Checkpoint(WHOLE, Path(), config, {}, generation={"suppress_tokens": [14]})
    assert found.suppressed(end_tokens=(), width=20) == tuple(range(5, 15))
    assert found.suppressed(end_tokens=(7, 13), width=20) == (5, 6, 8, 9, 10, 11, 12, 14)
    assert Checkpoint(WHOLE, Path(), {}, {}).suppressed(end_tokens=(), width=20) == ()


def test_the_context_is_what_the_config_calls_so():
    for config in ({"max_position_embeddings": 32}, {"text_config": {"max_position_embeddings": 32}}, {"n_positions": 32, "n_ctx": 32}):
        assert Checkpoint(WHOLE, Path(), config, {}).context == 32


# -- switches and fields of drafters -----------------------------------------------------------------------------------------


def ignored(folder, **target):
    found = recognise(folder)
    return WITH_FILES[found.kind].ignored(found, Checkpoint(WHOLE, folder, target, {}))


@pytest.mark.parametrize("name", families.DRAFTERS)
def test_every_switch_of_a_published_config_is_read_or_known(tmp_path, name):
    assert ignored(families.drafter_folder(tmp_path / "it", name)) is None


@pytest.mark.parametrize("kind", [kind for kind in FOLDERS if kind not in ("mtp", WHOLE)])
def test_switches_and_numbers_that_nobody_reads_are_said_in_a_section_of_their_own_too_and_of_many_a_few(tmp_path, kind):
    assert ignored(FOLDERS[kind](tmp_path / "it")) is None
    odd = FOLDERS[kind](tmp_path / "odd", causal_tail=True, share=0.5, off=False, nothing=None, words="x", jet_config={"depth": 3, "words": "x"})
    assert ignored(odd) == "its config says causal_tail True, depth 3, share 0.5: not read here"
    many = FOLDERS[kind](tmp_path / "many", jet_config={f"switch_{n}": n for n in range(1, 7)})
    assert ignored(many) == "its config says switch_1 1, switch_2 2, switch_3 3, switch_4 4 and 2 more: not read here"


def test_what_a_config_copied_from_its_target_and_what_modelopt_writes_into_every_head_is_no_news(tmp_path):
    folder = checkpoints.dflash(tmp_path / "it", norm_topk_prob=True, router_aux_loss_coef=0.001)
    assert ignored(folder, norm_topk_prob=True, text_config={"norm_topk_prob": True, "router_aux_loss_coef": 0.001}) is None
    assert ignored(folder, router_aux_loss_coef=0.001) == "its config says norm_topk_prob True: not read here"
    assert ignored(checkpoints.eagle3(tmp_path / "head", eagle_config={"parallel_draft_step": 1, "parallel_draft_heads_num_layers": 1})) is None


OPEN = {
    "its config names no layers of the target; those of z-lab's rule were assumed": {"dflash_config": {"target_layer_ids": None}},
    "its config names no block_size; 16 was assumed": {"block_size": None}, "its config names no rope_theta; 10,000 was assumed": {"rope_theta": None},
}  # fmt: skip


@pytest.mark.parametrize("words", OPEN)
def test_what_a_config_leaves_open_is_said_before_and_after_loading(targets, tmp_path, words):
    folder = checkpoints.dflash(tmp_path / "head", **OPEN[words])
    found = {item.folder: item for item in scan_disk([str(folder), str(targets["qwen3_5"])], all_disk=False).items}
    verdict = draft_fit(found[folder], found[targets["qwen3_5"]])
    assert verdict.ok and verdict.doubt and verdict.line == f"its sizes match the target's, but {words}"
    assert load(str(targets["qwen3_5"]), str(folder)).remarks == [f"dflash: {words}"]


ADA = {"use_thresh_head_two_model": True, "thresh_head_direct_len": True, "thresh_head_bottleneck_dim": 8}


def test_adaflashs_length_head_is_left_out_and_its_switches_are_said(targets, tmp_path):
    """ZinYY/AdaFlash, configs/qwen3-8b-dflash-thresh-head.json: a plain DFlash drafter beside it."""
    head = {"down.weight": (8, 64), "down.bias": (8,), "res.0.weight": (8, 8), "res.0.bias": (8,), "out.weight": (1, 8), "out.bias": (1,)}
    head = {f"thresh_head_two_model.{name}": mx.zeros(shape) for name, shape in head.items()}
    ada = checkpoints.write(tmp_path / "ada", checkpoints.dflash_config(dflash_config=ADA), checkpoints.dflash_tensors() | head, "pt")
    pairs = [load(str(targets["qwen3"]), str(folder)) for folder in (ada, checkpoints.dflash(tmp_path / "plain"))]
    ours, theirs = ([r.draft for r in toys.said(pair, Settings(drafter="dflash", k=5)).rounds] for pair in pairs)
    assert any(ours) and ours == theirs
    assert [pair.remarks for pair in pairs] == [[f"dflash: its config says {', '.join(f'{name} {ADA[name]}' for name in sorted(ADA))}: not read here"], []]
