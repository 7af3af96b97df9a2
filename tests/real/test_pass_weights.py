"""What a pass of a real model reads, by its headers: the same numbers in every precision, and a copy of the target is no drafter."""

import pytest

from specdeck.decoding.checkpoints import pass_weights, recognise
from specdeck.models.disk import item_of
from specdeck.models.measurements import Measurements
from specdeck.models.outlook import Outlook
from tests.helpers.fake_models import MACHINES

pytestmark = pytest.mark.real


def test_a_model_reads_as_many_numbers_in_every_precision(smollm2, smollm2_8bit, smollm2_4bit):
    whole, eight, four = (pass_weights(recognise(folder)) for folder in (smollm2, smollm2_8bit, smollm2_4bit))
    assert whole.numbers == eight.numbers == four.numbers == 134_515_008 and whole.head == 49_152 * 576
    assert [one.packed for one in (whole, eight, four)] == [False, True, True] and whole.stored > 1.8 * eight.stored > 3.2 * four.stored


def test_a_copy_of_the_target_in_fewer_bits_cannot_win_on_a_cpu_and_fewer_layers_can(smollm2, smollm2_8bit, smollm2_12_layers):
    machine, memory = MACHINES["a CPU with 24 GB"]
    target, copy, cut = (item_of(folder.name, 0, "folder", recognise(folder), None) for folder in (smollm2, smollm2_8bit, smollm2_12_layers))
    outlook = Outlook(machine, memory.total, Measurements(), {})
    assert "as slow as the target's" in outlook.gain(target, copy, "model").reason
    assert not outlook.gain(target, cut, "model").loses and outlook.gain(target, cut, "model").pays_from > 0.4
