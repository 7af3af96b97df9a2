"""What the recipe trains is what the engine runs: its heads, exported, say the same here as there. Needs the recipe's torch."""

import copy
from random import Random

import mlx.core as mx
import numpy as np
import pytest

from specdeck import decoding  # noqa: F401  (first: it loads OpenBLAS before mlx)
from specdeck.decoding import load
from specdeck.decoding.target.hidden_states import HiddenStateTaps
from tests.helpers import toys

torch = pytest.importorskip("torch", reason="torch is not installed: pip install '.[train]'")

from assets.recipe import chained, correct, dflash, eagle3, harvest, mtp, on_gpu, reworded, train, unseen  # noqa: E402
from assets.recipe.data import MARK, MENTION, REPLY, Windows  # noqa: E402
from assets.recipe.export import export, resumed  # noqa: E402
from assets.recipe.held import first_request, held_out  # noqa: E402
from assets.recipe.introduced import Introducers, repeated  # noqa: E402
from assets.recipe.learn import lessons_in  # noqa: E402
from assets.recipe.lessons import TOP, Lesson, batch_of, save_lessons  # noqa: E402
from assets.recipe.mix import parts  # noqa: E402
from assets.recipe.model import Model, Shape, causal, masked  # noqa: E402
from assets.recipe.small_asks import sums  # noqa: E402
from assets.recipe.train import SHARPENED, Run, batch_loss, token_losses  # noqa: E402
from specdeck.assets import TARGET as EMBEDDED  # noqa: E402

SHAPE = Shape(layers=16, width=32, heads=4, kv_heads=2, ff=48, head_dim=16)
TRUNK, START, SAID = 40, 22, 12  # a conversation's tokens, where a reply begins, and what the target says there instead


def shaken(module):
    """The module with norms that are not all one, and matrices that leave the random hidden states apart."""
    with torch.no_grad():
        for parameter in module.parameters():
            if parameter.ndim == 1:
                parameter.add_(torch.randn_like(parameter) * 0.2)
    return module


@pytest.fixture(scope="module")
def teacher():
    torch.manual_seed(1)
    model = shaken(Model(SHAPE)).requires_grad_(False)
    model.embed.mul_(20)  # else every logit is about 0
    return model


@pytest.fixture(scope="module")
def batch(teacher):
    """Two lessons, one longer, labelled by the teacher from where the reply begins."""
    rng = np.random.default_rng(0)
    return batch_of([lesson(teacher, rng, TRUNK), lesson(teacher, rng, TRUNK + 9)])


def lesson(teacher, rng, length):
    """A trunk, whose reply begins with the teacher's first choices, and two branches of other words; the second begins with what
    would go on from the first."""
    tokens = rng.integers(3, SHAPE.vocab, length).tolist()
    for at in range(START, START + 9):
        tokens[at] = first_choice(teacher, tokens[:at])
    one = rng.integers(3, SHAPE.vocab, SAID).tolist()
    two = [first_choice(teacher, tokens[:START] + one), *one[::-1]]
    logits = [said(teacher, tokens)[START - 1 : -1], *(said(teacher, tokens[:START] + branch)[START:] for branch in (one, two))]
    nats, top = torch.cat(logits).log_softmax(-1).topk(TOP)
    sizes = (length, SAID, SAID + 1)
    places = [*range(length), *range(START, START + SAID), *range(START, START + SAID + 1)]
    sees = [*range(1, length + 1), *[START] * (2 * SAID + 1)]
    at = [*range(START - 1, length - 1), *range(length, sum(sizes))]
    return Lesson(*map(np.asarray, (tokens + one + two, places, np.repeat([0, 1, 2], sizes), sees, at, top.numpy(), nats.numpy())))


def first_choice(teacher, tokens):
    return int(said(teacher, tokens)[-1].argmax())


def said(teacher, tokens):
    return teacher.logits(teacher(torch.tensor([tokens])))[0]


def path(batch, row, index):
    """The indices of the tokens up to this one, as it is seen."""
    return batch.seen[row, 0, index].nonzero()[:, 0].tolist()


def loaded(teacher, tmp_path, kind, head):
    """The teacher and its head, as MLX loads them from what the recipe exports: rounded to float16, as here too then."""
    for module in (teacher, head):
        module.load_state_dict({name: value.half().float() for name, value in module.state_dict().items()})
    export(SHAPE, teacher.state_dict(), EMBEDDED, tmp_path / "target")
    if kind == "dflash":
        dflash.export_drafter(head.state_dict(), head.shape, SHAPE, tmp_path / kind)
    else:
        {"mtp": mtp, "eagle3": eagle3}[kind].export_head(head.state_dict(), SHAPE, tmp_path / kind)
    return load(str(tmp_path / "target"), str(tmp_path / kind))


def heard(pair, tokens, places):
    """What the target says at `places` (n, H) each."""
    taps = HiddenStateTaps(pair.target.model, places)
    pair.target.model(mx.array([tokens]))
    return taps.take()


def side_by_side(rows):
    return mx.concatenate(list(rows.values()), axis=-1)


def close(ours, theirs):
    """Equal within float32 rounding, and not for being nothing."""
    theirs = theirs.numpy()
    assert np.abs(theirs).max() > 2
    np.testing.assert_allclose(np.array(ours), theirs, atol=1e-3)


HEADS = {"mtp": lambda teacher: mtp.Head(teacher), "eagle3": lambda teacher: eagle3.Head(teacher.shape)}


@pytest.mark.parametrize("kind", HEADS)
def test_a_head_is_trained_as_it_is_used(teacher, batch, tmp_path, monkeypatch, kind):
    monkeypatch.setattr(chained, "SPAN", 16)  # a lesson here is shorter than one strip of attention
    torch.manual_seed(2)
    head = shaken(HEADS[kind](teacher)).requires_grad_(False)
    pair = loaded(teacher, tmp_path, kind, head)
    drafter = pair.drafters[kind]
    ours, ends = drafter._net, drafter._embedding_and_head
    logits = chained.passes(head, teacher, batch, torch.float32)
    for nth in range(5, len(batch.at), 6):  # enough words before it for every depth
        row, index = divmod(int(batch.at[nth]), batch.tokens.shape[1])
        indices = path(batch, row, index)
        tokens = batch.tokens[row, indices].tolist()
        hidden = drafter._hidden(heard(pair, tokens, drafter.places))
        for depth in range(chained.DEPTH):
            entries, read = toys.make_prompt_cache(ours), len(tokens) - 1 - depth
            out = ours(ends.embed(mx.array(tokens[1 : read + 1])), hidden[:read], entries)[-1:]
            for token in tokens[read + 1 :]:
                out = ours(ends.embed(mx.array([token])), out, entries)
            close(drafter._logits(out, SHAPE.vocab)[0], logits[depth][nth])


def test_an_eagle3_head_begins_with_the_guesses_of_the_mtp_head(teacher, batch):
    torch.manual_seed(5)
    old = shaken(mtp.Head(teacher)).requires_grad_(False)
    old.blocks[0].q_norm.mul_(8)  # heads of 16 attend less sharply than the 64 of the embedded target
    new = eagle3.of_mtp(old, teacher).requires_grad_(False)
    for theirs, ours in zip(*(chained.passes(head, teacher, batch, torch.float32) for head in (old, new))):
        assert (theirs.argmax(-1) == ours.argmax(-1)).float().mean() > 0.8


def test_a_block_is_guessed_in_training_as_in_use(teacher, batch, tmp_path):
    torch.manual_seed(3)
    shape = Shape(layers=2, width=32, heads=2, kv_heads=1, ff=40, head_dim=16)
    drafter = shaken(dflash.Drafter(shape)).requires_grad_(False)
    pair = loaded(teacher, tmp_path, "dflash", drafter)
    net, ends = pair.drafters["dflash"]._net, pair.drafters["dflash"]._embedding_and_head
    blocks = dflash.blocks_of(batch, 96, torch.Generator().manual_seed(0))
    logits = teacher.logits(dflash.guess(drafter, teacher, batch, blocks, torch.float32))
    assert len(blocks.first) > len(batch.tokens), "some rows of blocks must share one of the target's"
    for n in range(len(blocks.first)):
        for g in range(0, blocks.first.shape[1], 5):
            row, first = n * len(batch.tokens) // len(blocks.first), int(blocks.first[n, g])
            indices = path(batch, row, first)
            tokens, entries = batch.tokens[row, indices].tolist(), toys.make_prompt_cache(net)
            net.read(side_by_side(heard(pair, tokens, list(dflash.TAPPED)))[:-1], entries)
            words = mx.array([tokens[-1], *[dflash.MASK] * (dflash.BLOCK - 1)])
            close(ends.logits(net(ends.embed(words), entries)[1:]), logits[n, g])


def test_a_guess_counts_while_the_words_before_it_are_the_targets_first_choices(batch):
    blocks = dflash.blocks_of(batch, 10000, torch.Generator().manual_seed(0))  # every block there is
    found = []
    for labels, weights in zip(blocks.labels.flatten(0, 1).tolist(), blocks.weights.flatten(0, 1)):
        count = int((weights > 0).sum())
        assert torch.allclose(weights[:count], torch.exp(-torch.arange(count) / dflash.FADING))
        if count:
            found.append(labels[:count])
    assert sorted(found) == sorted(every_chain(batch)) and {len(one) for one in found} >= {1, 2, dflash.BLOCK - 1}


def every_chain(batch):
    """The labels of every block that could be, told token by token."""
    label = {divmod(int(at), batch.tokens.shape[1]): nth for nth, at in enumerate(batch.at)}
    for row, here in label:
        for after in children(batch, row, here) or [None]:
            yield list(chain(batch, label, row, here, after))


def children(batch, row, here):
    """The tokens that follow this one, in the trunk first and in branches."""
    alike = (batch.parents[row] == here) & batch.seen[row, 0, :, here]
    return [i for i in alike.nonzero()[:, 0].tolist() if i > here]


def chain(batch, label, row, here, after):
    """The labels of one block."""
    for _ in range(dflash.BLOCK - 1):
        if (row, here) not in label:
            return
        nth = label[row, here]
        yield nth
        if after is None or batch.tokens[row, after] != batch.top[nth, 0]:
            return
        here, after = after, next(iter(children(batch, row, after)), None)


def test_a_folder_comes_back_as_it_was_written(teacher, tmp_path):
    export(SHAPE, teacher.state_dict(), EMBEDDED, tmp_path)
    back = resumed(Model(SHAPE), tmp_path, SHAPE)
    for (name, ours), theirs in zip(teacher.state_dict().items(), back.state_dict().values()):
        assert torch.equal(ours.half().float(), theirs), name


def test_strips_of_attention_are_attention():
    torch.manual_seed(4)
    q, k, v = torch.randn(3, 2, 4, 300, 16).unbind()
    later = torch.full((300, 300), -torch.inf).triu(1)
    torch.testing.assert_close(causal(q, k, v, later), torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True))
    seen = (torch.rand(2, 1, 300, 300) < 0.4).tril() | torch.eye(300).bool()
    torch.testing.assert_close(masked(q, k, v, seen), torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=seen))


def test_training_reads_only_files_of_lessons_that_were_finished(teacher, tmp_path):
    prompts = [[1, 5, 9], [1, 6, 8]]
    made = harvest.harvest(teacher, prompts, torch.Generator().manual_seed(0))
    for number in (3, 12):
        save_lessons(made, tmp_path / f"lessons{number}.npz")
    (tmp_path / "lessons13.partial.npz").write_bytes(b"as far as it came")
    found = lessons_in(tmp_path)
    assert len(found.lessons) + sum(len(batch.tokens) for batch in found.held) == 2 * len(made)


def waiting(folder, number):
    """A shard of four windows, half a batch each; the first tokens of the windows of shard 9 are 90, 91, 92, 93."""
    tokens = np.repeat(10 * number + np.arange(4, dtype=np.uint16)[:, None], 1 + on_gpu.TOKENS // 2, axis=1)
    with (folder / f"{number}.npy").open("wb") as file:
        for array in (tokens, tokens.astype(np.uint8), np.full((4, on_gpu.TOKENS // 2, 1), -1, np.int16)):
            np.save(file, array)


def number_of(shard):
    windows, _ = shard
    return int(windows.tokens[0, 0]) // 10


def test_a_gpu_reads_the_shards_as_they_come_and_an_older_one_where_none_waits(tmp_path):
    for number in (10, 9, 11):
        waiting(tmp_path, number)
    shards = on_gpu.Shards(tmp_path)
    assert [number_of(shards.next()) for _ in range(3)] == [9, 10, 11]
    assert not list(tmp_path.glob("*.npy"))
    assert number_of(shards.next()) in (9, 10, 11)
    waiting(tmp_path, 12)
    assert number_of(shards.next()) == 12
    assert shards.fresh == 4


def test_training_on_a_gpu_ends_where_no_process_makes_shards(tmp_path, monkeypatch):
    monkeypatch.setattr(on_gpu, "PATIENCE", 0)
    with pytest.raises(RuntimeError, match="no shard in .* must have failed"):
        on_gpu.Shards(tmp_path).next()


def test_batches_hold_so_many_tokens_and_every_window_of_a_shard_once(tmp_path):
    waiting(tmp_path, 1), waiting(tmp_path, 2)
    batches = on_gpu.Shards(tmp_path).batches()
    found = [next(batches) for _ in range(4)]
    assert all(windows.tokens[:, 1:].size == on_gpu.TOKENS and len(wrong) == len(windows.tokens) for windows, wrong in found)
    assert sorted(int(window[0]) for windows, _ in found for window in windows.tokens) == [10, 11, 12, 13, 20, 21, 22, 23]


def test_what_is_harvested_is_what_the_teacher_says_there(teacher, monkeypatch):
    monkeypatch.setattr(harvest, "LONGEST", 12)
    monkeypatch.setattr(harvest, "lesson_dtype", lambda: torch.float32)
    rng = np.random.default_rng(1)
    prompts = [rng.integers(3, SHAPE.vocab, length).tolist() for length in (7, 11, 11)]
    lessons = harvest.harvest(teacher, prompts, torch.Generator().manual_seed(0))
    batch = batch_of(lessons)
    logits = teacher.logits(teacher(batch.tokens, places=batch.places, seen=batch.seen)).flatten(0, 1)[batch.at]
    nats, top = logits.log_softmax(-1).topk(TOP)
    assert torch.equal(top[:, 0], batch.top[:, 0])
    torch.testing.assert_close(nats, batch.nats, atol=5e-3, rtol=0)
    for prompt, lesson in zip(prompts, lessons):
        trunk = lesson.tokens[lesson.branch == 0].tolist()
        assert trunk == prompt + lesson.top[: len(trunk) - len(prompt), 0].tolist(), "the trunk's reply is greedy"


def test_text_that_is_read_is_labelled_at_every_token_of_a_reply_however_much_it_counts(teacher):
    tokens = np.arange(3, 11, dtype=np.uint16)[None]
    weights = np.array([[0, 20, 0, REPLY, MENTION, 200, MARK, 0]], np.uint8)
    (lesson,) = harvest.read_text(teacher, Windows(tokens, weights))
    assert lesson.at.tolist() == [2, 3, 4], "the places before the reply's tokens"


NO_WORDS = Introducers(frozenset(), frozenset())


def test_a_correction_is_learnt_and_all_else_stays_as_it_was(teacher, tmp_path):
    rng = np.random.default_rng(3)
    asked, others = (Windows(rng.integers(3, SHAPE.vocab, (count, 33)).astype(np.uint16), np.full((count, 33), REPLY, np.uint8)) for count in (1, 3))
    run = Run(lambda: copy.deepcopy(teacher).requires_grad_(True), tmp_path / "target.pt")

    def losses():
        with torch.no_grad():
            now, was = (correct.reply_logits(model, others, torch.float32)[0].argmax(-1) for model in (run.model, teacher))
            return correct.taught_loss(run.model, asked, NO_WORDS, torch.float32, token_losses).item(), (now == was).float().mean().item()

    before = losses()
    correct.correct(run, teacher, iter(lambda: (asked, others), None), NO_WORDS, 30, rate=0.8)
    after = losses()
    assert before[1] == 1 and after[0] < before[0] / 2 and after[1] > 0.7, "with the text alone a fifth of the first choices stays"
    assert Run(lambda: copy.deepcopy(teacher), tmp_path / "target.pt").step == 30, "it was saved"


def test_what_is_taught_is_compared_with_the_target_before_it_was_sharpened(teacher):
    rows = Windows(np.random.default_rng(5).integers(3, SHAPE.vocab, (2, 33)).astype(np.uint16), np.full((2, 33), REPLY, np.uint8))
    sharper = copy.deepcopy(teacher)
    sharper.norm.mul_(SHARPENED["uncorrected"])
    whole = rows.weights[:, 1:].sum() / 100
    plain = batch_loss(teacher, train.batch_of(rows, repeated(rows.tokens, rows.weights, NO_WORDS)), torch.float32, token_losses, whole)
    torch.testing.assert_close(correct.taught_loss(sharper, rows, NO_WORDS, torch.float32, token_losses), plain)


def test_a_target_that_is_corrected_does_not_learn_its_own_answers_to_the_sums_that_it_lacks():
    sums_asked = next(part for part in correct.others() if part.name == "small_asks")
    found = [sums_asked.make(None, Random(seed)) for seed in range(300)]
    assert not any(correct.refuses_a_sum(turns) for turns in found)
    assert any(correct.refuses_a_sum(sums.dialogue(Random(seed))) for seed in range(30)), "the text has such"
    kept = correct.others(("sums", "stories"))
    assert "stories" not in {part.name for part in kept}, "what is taught is not kept as it was"
    assert sum(part.share for part in kept) == pytest.approx(100), "the rest fills the windows"


def test_what_is_measured_of_stories_about_unseen_heroes():
    fox = "There was a fox. The fox had a fox. It ran."
    assert unseen.own_thing(fox, "fox") and not unseen.own_thing("There was a fox. The fox had a stone. It ran.", "fox")
    assert unseen.own_thing("A fox named Bo found another little fox.", "fox")
    assert unseen.loops("he ran and ran and ran " * 5) and not unseen.loops(fox)
    asked = unseen.heroes(200)
    assert len({hero for _, hero in asked}) == 200 and all(hero in request for request, hero in asked)
    assert unseen.missing({"has": [["a", "b"], ["c"]]}, "A cat") == [] and unseen.missing({"has": [["dog"]]}, "A cat") == ["dog"]
    assert unseen.missing({"never": [["Neptune"]]}, "near neptune") == ["no Neptune"]


def test_questions_in_other_words_are_held_out_or_not_and_none_is_asked_twice():
    part = next(part for part in parts("worded") if part.name == "roles")
    read, unread = (reworded.first_turns(part, held, 12) for held in (False, True))
    assert not any(map(held_out, read)) and all(map(held_out, unread))
    for talks in (read, unread):
        assert len(set(map(first_request, talks))) == 12 and all(turns[-1][0] == "assistant" and turns[-2][0] == "user" for turns in talks)
