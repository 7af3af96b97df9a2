"""A compiled draft step gives what the step itself gives, at every position and after every rollback; what cannot be compiled is read as before."""

from __future__ import annotations

import mlx.core as mx
import mlx.nn as nn
import pytest
from mlx_lm.models.base import create_attention_mask
from mlx_lm.models.cache import KVCache

from specdeck.decoding import Settings, load
from specdeck.decoding.drafters import compiled_step
from specdeck.decoding.drafters.compiled_step import CompiledModel, CompiledStep, capacity, of_model
from specdeck.decoding.drafters.guesses import Guesses
from specdeck.decoding.drafters.model import ModelDrafter
from specdeck.decoding.target import cache
from tests.helpers import heads, kinds, toys
from tests.helpers.replayed import replayed

COMPILED = "its draft step is compiled"
COMPILE = mx.compile
NOISY = Settings(drafter="none", k=0, rule="coupled", temperature=0.8, seed=11)


@pytest.fixture(autouse=True)
def _replayed(monkeypatch):
    monkeypatch.setattr(mx, "compile", replayed)


@pytest.fixture
def small_buffers(monkeypatch):
    """Buffers that grow by 8 slots, so that a short text outgrows several."""
    monkeypatch.setattr(KVCache, "step", 8)
    monkeypatch.setattr(compiled_step, "STEP", 8)


def compiled(model) -> CompiledModel:
    fast, remark = of_model(model, asked=True)
    assert remark == COMPILED
    return fast


def worst_difference(fast: CompiledModel) -> float:
    """Between the logits of compiled and of plain steps, over 40 positions with a rollback in between after which other tokens are read."""
    tokens, held, right = toys.random_prompt(1, 40), cache.make_entries(fast), cache.make_entries(fast)
    worst, plan = 0.0, [*tokens[:20], None, *tokens[20:]]
    for entries, read in ((held, fast), (right, fast.inner)):
        read(mx.array([[7, 3, 9]]), cache=entries)
    for token in plan:
        if token is None:
            for entry in (*held, *right):
                cache.rewind(entry, 11)
            continue
        one = mx.array([[token]], mx.uint32)
        worst = max(worst, mx.abs(fast(one, cache=held) - fast.inner(one, cache=right)).max().item())
    assert {entry.offset for entry in (*held, *right)} == {31}
    return worst


@pytest.mark.parametrize("bits", [None, 8])
def test_its_logits_are_the_models_across_rollbacks_and_growing_buffers(small_buffers, bits):
    model = kinds.trimmable()
    if bits:
        nn.quantize(model, group_size=32, bits=bits, class_predicate=lambda path, layer: hasattr(layer, "to_quantized") and layer.weight.shape[-1] == 32)
    fast = compiled(model)
    assert worst_difference(fast) < 1e-4
    assert fast.compiled.traces == len({capacity(n) for n in range(4, 32)}), "one trace for each size of the buffers, none for a position"


def wrong_by(monkeypatch, name, planted) -> float:
    monkeypatch.setattr(compiled_step._Slot, name, planted)
    monkeypatch.setattr(compiled_step, "_objection", lambda *given: None)
    return worst_difference(of_model(kinds.trimmable(), asked=True)[0])


def mask_without_itself(self, N, window_size=None, return_array=False):
    return (mx.arange(self.keys.shape[2]) < self.offset)[None]


def mask_of_all(self, N, window_size=None, return_array=False):
    return None


def one_slot_on(self, keys, values):
    at = self.offset[None] + 1
    self.keys, self.values = mx.slice_update(self.keys, keys, at, (2,)), mx.slice_update(self.values, values, at, (2,))
    return self.keys, self.values


@pytest.mark.parametrize("name, planted", [("make_mask", mask_without_itself), ("make_mask", mask_of_all), ("update_and_fetch", one_slot_on)])
def test_a_mask_or_a_slot_that_is_off_would_show(monkeypatch, name, planted):
    """Planted."""
    assert wrong_by(monkeypatch, name, planted) > 1e-2


@pytest.mark.parametrize("name, planted", [("make_mask", mask_of_all), ("update_and_fetch", one_slot_on)])
def test_a_graph_that_gives_other_numbers_is_not_used(monkeypatch, name, planted):
    model = kinds.trimmable()
    monkeypatch.setattr(compiled_step._Slot, name, planted)
    assert of_model(model, asked=True) == (model, "its draft step is not compiled: compiled it gives other numbers")


def test_a_graph_in_which_the_position_is_a_constant_is_not_used(monkeypatch):
    model, traced = kinds.trimmable(), CompiledStep._traced
    monkeypatch.setattr(CompiledStep, "_traced", lambda self, position, *given: traced(self, mx.array(3), *given))
    assert of_model(model, asked=True) == (model, "its draft step is not compiled: compiled it gives other numbers")


def test_windows_narrow_the_mask():
    slot = compiled_step._Slot(mx.zeros((1, 1, 8, 2)), mx.zeros((1, 1, 8, 2)), mx.array(5))
    assert slot.make_mask(1).tolist() == [[True] * 6 + [False] * 2]
    assert slot.make_mask(1, window_size=2).tolist() == [[False] * 4 + [True] * 2 + [False] * 2]


def test_buffers_grow_by_a_quarter_at_most_and_have_few_sizes():
    sizes = [capacity(n) for n in range(1, 40_000)]
    assert all(n <= size <= max(n + 255, 1.25 * n) for n, size in enumerate(sizes, start=1)) and sizes == sorted(sizes) and len(set(sizes)) < 30


@pytest.mark.parametrize("settings", [toys.Settings(drafter="none", k=0), NOISY], ids=["greedy", "coupled"])
def test_the_text_is_the_targets_with_another_k_every_round(small_buffers, settings):
    reference = toys.reference("trimmable", settings, 48)
    drafter = ModelDrafter(toys.toy_drafter("copy:trimmable"), compiled=True)
    pair, ks = toys.make_pair(toys.as_loaded("trimmable"), {"model": drafter}), [4, 1, 8, 2, 6] * 20
    plain = toys.make_pair(toys.as_loaded("trimmable"), {"model": ModelDrafter(toys.toy_drafter("copy:trimmable"))})
    for _ in range(2):
        said = [toys.reply(each, list(reference.prompt), lambda left=iter(ks): Settings(k=next(left), rule=settings.rule, temperature=settings.temperature, seed=11), 48)
                for each in (pair, plain)]  # fmt: skip
        assert said[0].tokens == list(reference.tokens)
        assert [round_.draft for round_ in said[0].rounds] == [round_.draft for round_ in said[1].rounds]
        assert any(round_.accepted < len(round_.draft) for round_ in said[0].rounds)
    assert 2 < drafter.track.model.compiled.traces < 12


def test_every_q_is_what_its_guess_was_drawn_from(monkeypatch):
    """The q of a draft is made of the logits that the compiled step gave, in the same order."""
    rows, draw = [], Guesses.draw
    monkeypatch.setattr(Guesses, "draw", lambda self, logits: (rows.append(logits), draw(self, logits))[1])
    pair = toys.make_pair(toys.as_loaded("trimmable"), {"model": ModelDrafter(toys.toy_drafter("copy:trimmable"), compiled=True)})
    first = toys.first_rounds(pair, toys.random_prompt(3), Settings(k=5, temperature=1.0, seed=4), 1).rounds[0]
    right = [mx.softmax(row[0])[token].item() for row, token in zip(rows, first.draft)]
    assert first.draft_q == pytest.approx(right[: first.tested], abs=1e-6)


@pytest.mark.parametrize("kind", [kind for kind in kinds.KINDS if kind not in ("trimmable", "quantised")])
def test_a_drafter_with_another_cache_drafts_as_before_and_says_so(kind):
    model = toys.toy_drafter(f"copy:{kind}")
    drafter = ModelDrafter(model, compiled=True)
    assert drafter.track.model is model and drafter.remark == "its draft step is not compiled: its cache is not of full attention alone"


def numbered(model, monkeypatch) -> None:
    """Let the model compute with its position as a number."""
    layer = type(model.layers[0])
    call = layer.__call__
    monkeypatch.setattr(layer, "__call__", lambda self, x, mask=None, cache=None: call(self, x * (1 + 0 * int(cache.offset)), mask, cache))


def test_what_mlx_cannot_trace_or_compile_is_not_compiled(monkeypatch):
    model = kinds.trimmable()
    with monkeypatch.context() as patch:
        patch.setattr(mx, "compile", lambda fun: fun)  # as where there is no compiler, or the kernels' folder is not safe
        assert of_model(model, asked=True) == (model, "its draft step is not compiled: mlx does not compile on this machine")
    numbered(model, monkeypatch)
    same, remark = of_model(model, asked=True)
    assert same is model and remark.startswith("its draft step is not compiled: mlx cannot trace it: ")


def test_the_frequent_rows_of_each_reply_are_in_the_graph(monkeypatch):
    """They are constants of it, so it is traced anew as a reply begins; planted: it is not."""
    reference = toys.reference("trimmable", Settings(drafter="none", k=0), 40)

    def likeliest_are_frequent() -> bool:
        drafter = ModelDrafter(toys.toy_drafter("copy:trimmable"), draft_vocab=9, compiled=True)
        pair = toys.make_pair(toys.as_loaded("trimmable"), {"model": drafter})
        drafter._frequent.enough = 0.0
        allowed = []
        for prompt in ([1, 2, 3] * 4, list(reference.prompt)):
            rounds = toys.reply(pair, prompt, Settings(k=4), 24).rounds
            allowed.append({token for round_ in rounds for token in round_.draft} <= {*drafter._frequent._rows.taken})
        return all(allowed)

    assert likeliest_are_frequent()
    monkeypatch.setattr(CompiledStep, "forget", lambda self, forget=CompiledStep.forget: None if hasattr(self, "traces") else forget(self))
    assert not likeliest_are_frequent()


def test_it_is_for_models_and_heads_and_as_the_device_likes_unless_asked_for(tmp_path, monkeypatch):
    target, head = heads.target_folder(tmp_path / "target", "qwen3"), heads.mtp_folder(tmp_path / "head", "qwen3")

    def loaded(asked):
        pair = load(str(target), [str(target), str(head)], draft_compile=asked)
        model, mtp = pair.drafters["model"], pair.drafters["mtp"]
        return isinstance(model.track.model, CompiledModel), isinstance(mtp._step, CompiledStep), model.remark, mtp.remark

    assert loaded(None)[:2] == loaded(False)[:2] == (False, False), "not on a CPU"
    both, of_model_, of_head = loaded(True)[:2], *loaded(True)[2:]
    assert both == (True, True) and of_model_ == COMPILED and of_head.endswith(COMPILED)
    monkeypatch.setattr(compiled_step, "on_by_default", lambda: True)
    assert loaded(None)[:2] == (True, True) and loaded(None)[2] is None and loaded(False)[:2] == (False, False)


@pytest.mark.parametrize("head", [toys.random_head, toys.random_eagle3])
def test_a_heads_guesses_are_those_of_the_plain_step(small_buffers, head):
    reference, said = toys.reference("trimmable", NOISY, 48), []
    for asked in (True, False):
        target = toys.as_loaded("trimmable")
        drafter = head(target, compiled=asked)
        drafter.name = "mtp"
        pair, ks = toys.make_pair(target, {"mtp": drafter}), iter([4, 1, 8, 2, 6] * 20)
        said.append(toys.reply(pair, list(reference.prompt), lambda: Settings(drafter="mtp", k=next(ks), rule="coupled", temperature=0.8, seed=11), 48))
        assert said[-1].tokens == list(reference.tokens) and drafter.remark == (COMPILED if asked else None)
        assert not asked or 2 < drafter._step.traces < 12
    assert [round_.draft for round_ in said[0].rounds] == [round_.draft for round_ in said[1].rounds]


class OneAttention(nn.Module):
    """The smallest model whose logits depend on all that was read, in few kernels."""

    def __init__(self) -> None:
        super().__init__()
        self.embed, self.qkv, self.head = nn.Embedding(kinds.WIDTH, 8), nn.Linear(8, 24, bias=False), nn.Linear(8, kinds.WIDTH, bias=False)

    def make_cache(self) -> list[KVCache]:
        return [KVCache()]

    def __call__(self, tokens: mx.array, cache: list[KVCache]) -> mx.array:
        queries, keys, values = mx.split(self.qkv(self.embed(tokens))[:, None], 3, axis=-1)
        mask = create_attention_mask(tokens, cache[0])
        keys, values = cache[0].update_and_fetch(keys, values)
        return self.head(mx.fast.scaled_dot_product_attention(queries, keys, values, scale=1.0, mask=mask)[:, 0])


@pytest.mark.long
def test_mlxs_own_compilation_gives_it_too(monkeypatch, tmp_path):
    """Elsewhere in these tests g++ makes no kernels; here it does, in a folder of this test's own."""
    monkeypatch.setattr(mx, "compile", COMPILE)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    mx.enable_compile()
    try:
        fast = compiled(OneAttention())
        assert worst_difference(fast) < 1e-4 and fast.compiled.traces == 1
    finally:
        mx.disable_compile()
