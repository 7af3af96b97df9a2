"""The packed weights of a real model and the same weights as float32 say the same text; loading never holds both."""

import gc

import mlx.core as mx
import pytest

from specdeck.decoding import Settings, load
from specdeck.decoding.weights import whole_model
from tests.helpers import toys

pytestmark = [pytest.mark.real, pytest.mark.skipif(mx.default_device().type != mx.DeviceType.cpu, reason="on a GPU quantised weights stay as they are")]

PLAIN, LOOKUP = Settings(drafter="none", k=0), Settings(drafter="lookup", k=4)
PROMPT = "Repeat: The red fox jumps over the lazy dog."
TIE = 1e-2  # of logits: packed and unpacked products are rounded differently


def differs(one: list[int], other: list[int]) -> int | None:
    """The first position at which two texts differ."""
    return next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), None)


@pytest.mark.parametrize("name", ["smollm2_4bit", "gemma3_4bit"])
def test_the_greedy_text_of_packed_and_unpacked_weights_is_one(name, request):
    folder = str(request.getfixturevalue(name))
    packed, unpacked = (load(folder, "lookup", unpack=unpack) for unpack in ("never", "always"))
    assert [form.unpacked for pair in (packed, unpacked) for form in pair.forms.values()] == [False, True]
    ids = list(packed.tokenizer.encode(PROMPT))
    texts = [toys.reply(pair, ids, settings, 8, ignore_end=True).tokens for pair, settings in ((packed, PLAIN), (unpacked, PLAIN), (unpacked, LOOKUP))]
    for text in texts[1:]:
        if (at := differs(texts[0], text)) is not None:
            best = mx.sort(unpacked.target.model(mx.array([ids + texts[0][:at]]))[0, -1])[-2:]
            assert (best[1] - best[0]).item() < TIE, f"{name} differs at {at}, where there is no tie"
    assert any(differs(texts[0], text) is None for text in texts[1:])


def test_loading_holds_one_form_at_a_time(smollm2_4bit):
    gc.collect()  # what earlier tests loaded is not freed in between
    before = mx.get_active_memory()
    mx.reset_peak_memory()
    model = whole_model(smollm2_4bit)
    held = mx.get_active_memory() - before
    assert held > 500e6 and mx.get_peak_memory() - before < held + 40e6 and model  # the file has 76 MB
