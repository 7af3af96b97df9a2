"""A process without a network: every connection that Python code tries is noted and refused."""

from __future__ import annotations

import socket
from typing import Any

import pytest

CALLS = ("connect", "connect_ex", "sendto", "sendmsg")
LOOKUPS = ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "create_connection")


class NoNetwork:
    """`tried` lists the connections that were asked for."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from huggingface_hub import constants

        self.tried: list[str] = []
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
        for name in CALLS:
            monkeypatch.setattr(socket.socket, name, self._refusing(name), raising=False)
        for name in LOOKUPS:
            monkeypatch.setattr(socket, name, self._refusing(name))

    def _refusing(self, name: str) -> Any:
        def call(*words: Any, **_: Any) -> Any:
            self.tried.append(f"{name} {[word for word in words if not isinstance(word, socket.socket)]}")
            raise OSError(101, "there is no network in this test")

        return call


@pytest.fixture
def no_network(monkeypatch) -> NoNetwork:
    """A network that nobody may use."""
    return NoNetwork(monkeypatch)
