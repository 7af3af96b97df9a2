"""Tests of the app stand in a folder of their own, where what a person saves without naming a place lands, and have a home without models."""

import pytest


@pytest.fixture(autouse=True)
def _here(monkeypatch, home):
    monkeypatch.chdir(home / "here")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr("os.getloadavg", lambda: (0.5, 0.5, 0.5))
