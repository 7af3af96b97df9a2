"""For all tests: the engine's package comes first, so that OpenBLAS, where there is one, is loaded before mlx; and nobody's own
config, conversations or environment are touched or obeyed."""

import os

import pytest

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before it is loaded: on toy models its threads only wait for each other
os.environ.setdefault("MLX_DISABLE_COMPILE", "1")  # of two processes for which g++ makes one of mlx's kernels, one may load half a file

from specdeck import decoding  # noqa: F401, E402


@pytest.fixture(autouse=True)
def _nobody(monkeypatch, tmp_path_factory):
    for name in [name for name in os.environ if name.startswith("SPECDECK_") and name not in ("SPECDECK_BLAS", "SPECDECK_DEBUG")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SPECDECK_CONFIG_DIR", str(tmp_path_factory.mktemp("config")))
    monkeypatch.setenv("SPECDECK_STATE_DIR", str(tmp_path_factory.mktemp("state")))
