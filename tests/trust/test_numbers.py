"""Every number that a person can set: it is refused in one line, or every probability that is shown is one."""

import math

import pytest

from specdeck.decoding import Settings, SettingsError
from tests.helpers.everyday import everyday

ODD = (math.nan, math.inf, -math.inf, 1e39, -1e39, 1e-38, 1e-300, -1e-9, 1e9, 1e30, True, "1", None, (1,))
REALS = ("temperature", "top_p", "min_p", "repetition_penalty", "presence_penalty", "frequency_penalty")
EDGES = {
    "temperature": (0, 1e-3, 1e3), "top_p": (1e-6, 1.0), "min_p": (0.0, 1.0), "repetition_penalty": (0.01, 100.0),
    "presence_penalty": (-1e4, 1e4), "frequency_penalty": (-1e4, 1e4),
}  # fmt: skip


FINE = {("repetition_penalty", None)} | {(name, tiny) for name in ("presence_penalty", "frequency_penalty") for tiny in (1e-38, 1e-300, -1e-9)}
FINE |= {("min_p", 1e-38), ("min_p", 1e-300)}


@pytest.mark.parametrize("name, value", [(n, v) for n in REALS for v in ODD if (n, v) not in FINE], ids=repr)
def test_a_number_that_no_distribution_survives_is_refused(name, value):
    with pytest.raises(SettingsError, match=f"^{name} must be a number"):
        Settings(**{name: value})


@pytest.mark.parametrize("value", [v for v in ODD if v not in (1e-38, 1e-300, -1e-9)], ids=repr)
def test_a_bias_that_no_logit_survives_is_refused(value):
    with pytest.raises(SettingsError, match="logit_bias of token 5"):
        Settings(logit_bias={5: value})


@everyday("option, value", [(name, value) for name, values in EDGES.items() for value in values], ("temperature", 1e-3), ("top_p", 1e-6), ("min_p", 1.0))
def test_at_the_edge_every_probability_is_one(cli, option, value):
    flag = f"--{option.replace('_', '-')}={value}"
    temperature = () if option == "temperature" else ("--temperature", "0.8")
    reply = cli("run", "Find me a bus", "--max-tokens", "12", "--seed", "3", "--json", flag, *temperature).json
    shown = [token[name] for token in reply["tokens"] for name in ("p", "q") if token[name] is not None]
    assert all(0 <= chance <= 1 for chance in shown)


@pytest.mark.parametrize("value", ["-1e-1", "-.5", "-2", "-1E+0"])
def test_a_negative_number_is_a_value_however_it_is_written(cli, value):
    reply = cli("run", "Find me a bus", "--max-tokens", "2", "--json", "--presence-penalty", value).json
    assert reply["settings"]["presence_penalty"] == float(value)
