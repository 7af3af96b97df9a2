"""For all tests: the engine's package comes first, so that OpenBLAS, where there is one, is loaded before mlx; and nobody's own
config, conversations or environment are touched or obeyed."""

import os

import pytest

import decoding  # noqa: F401


@pytest.fixture(autouse=True)
def _nobody(monkeypatch, tmp_path_factory):
    for name in [name for name in os.environ if name.startswith("SPECDECK_") and name not in ("SPECDECK_BLAS", "SPECDECK_DEBUG")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SPECDECK_CONFIG_DIR", str(tmp_path_factory.mktemp("config")))
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path_factory.mktemp("state")))
