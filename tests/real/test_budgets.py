"""Doctor on SmolLM2-135M-Instruct: lookup, replayed on what the target writes, has the rounds that it then has, and what it should gain follows
from the cost of passes."""

import pytest

from specdeck.commands import prediction
from specdeck.commands.bench_rows import prompts
from specdeck.decoding import Curve, Settings, load
from specdeck.engine.engine import Engine

pytestmark = pytest.mark.real


@pytest.mark.parametrize("workload", ["edit", "echo"])
def test_lookup_has_the_rounds_that_were_predicted(smollm2, workload):
    decoder, [prompt] = Engine(pair=load(str(smollm2), "lookup")), prompts(workload, 1)
    passes = Curve(memory=None)
    for width in range(1, 17):
        passes.learn(width, 1 + 0.05 * (width - 1))  # in passes over one token, about as they are here
    plain = prediction.plain_reply(decoder, prompt, 48)._replace(step=1.0)
    for k in (4, 8):
        rounds, _ = decoder.whole_reply(prompt, Settings(drafter="lookup", k=k), 48)
        assert prediction.replayed(decoder.pair.drafters["lookup"], plain, Settings(drafter="lookup", k=k)) == [
            (len(round_.draft), round_.accepted) for round_ in rounds
        ]
        took = sum(1 + 0.05 * len(round_.draft) for round_ in rounds)
        point = prediction.predicted(decoder.pair.drafters["lookup"], workload, k, plain, passes)
        assert point["predicted"] == pytest.approx(len(plain.text) / took, rel=0.02) and point["tokens"] == len(plain.text) / len(rounds)
