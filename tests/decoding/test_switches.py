"""A switch of a drafter's config that nobody reads is said in a line; published configs have none."""

import mlx.core as mx
import pytest

from specdeck.decoding import Settings, load
from specdeck.decoding.checkpoints.checkpoint import WHOLE, Checkpoint
from specdeck.decoding.checkpoints.recognition import WITH_FILES, recognise
from specdeck.models.disk import scan_disk
from specdeck.models.fit import draft_fit
from tests.helpers import checkpoints, families
from tests.helpers.toys import said

FOLDERS = {
    "dflash": checkpoints.dflash, "dflash2": checkpoints.dflash2, "dspark": checkpoints.dspark, "eagle3": checkpoints.eagle3,
    "speculators": checkpoints.eagle3_speculator,
}  # fmt: skip


def ignored(folder, **target):
    found = recognise(folder)
    return WITH_FILES[found.kind].ignored(found, Checkpoint(WHOLE, folder, target, {}))


@pytest.mark.parametrize("name", families.DRAFTERS)
def test_every_switch_of_a_published_config_is_read_or_known(tmp_path, name):
    assert ignored(families.drafter_folder(tmp_path / "it", name)) is None


@pytest.mark.parametrize("kind", FOLDERS)
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
    ours, theirs = ([r.draft for r in said(pair, Settings(drafter="dflash", k=5)).rounds] for pair in pairs)
    assert any(ours) and ours == theirs
    assert [pair.remarks for pair in pairs] == [[f"dflash: its config says {', '.join(f'{name} {ADA[name]}' for name in sorted(ADA))}: not read here"], []]
