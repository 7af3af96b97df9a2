"""The tries: hostile text, damaged files, odd numbers, rough hands. Each says how often it tried, and from which seed."""

import pytest

from tests.cli.conftest import cli  # noqa: F401


@pytest.fixture(autouse=True)
def no_variable_of_the_tests(monkeypatch):
    """SPECDECK_TRIES is the tests' own, read when they are imported: the program would refuse it as an option that it does not know."""
    monkeypatch.delenv("SPECDECK_TRIES", raising=False)
