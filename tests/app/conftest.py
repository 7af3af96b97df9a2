"""Tests of the app stand in a folder of their own: what a person saves without naming a place lands there."""

import pytest


@pytest.fixture(autouse=True)
def _here(monkeypatch, home):
    monkeypatch.chdir(home / "here")
