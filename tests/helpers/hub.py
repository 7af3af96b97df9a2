"""A hub on this machine: what huggingface_hub asks of a model hub, answered from folders, to be spoken to over the loopback.

`Hub.faults` maps a file's name to its fault: "missing", "broken off" (the connection ends half way), "broken off once", "no ranges" (sent from
its beginning at every request) or "empty" (no byte of it is sent); with "list" in it, the next question for a model's files fails.
`Hub.holds` maps a file's name to how many of its bytes are sent before the hub waits for `let_go`. `Hub.facts` adds fields to what a search
answers. With `Hub.quotes`, errors quote the token that the hub was sent.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import threading
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

COMMIT = "0123456789abcdef0123456789abcdef01234567"


class Hub:
    """Serves `repos`, org/name -> folder, until it is closed. `asked` lists every request's method and path."""

    def __init__(self, repos: dict[str, Path]) -> None:
        self.repos, self.faults = repos, dict[str, str]()
        self.holds, self.facts = dict[str, int](), dict[str, dict[str, Any]]()
        self.starts = defaultdict[str, list[int]](list)  # file's name -> the first byte of everything sent of it
        self.free, self.quotes = threading.Event(), False
        self.asked: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": self}))
        self._server.daemon_threads = True
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        """What HF_ENDPOINT must be."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def environ(self, home: Path) -> dict[str, str]:
        """The environment of a process that is to ask this hub, with a cache of its own."""
        return {"HF_ENDPOINT": self.url, "HF_HOME": str(home), "HF_HUB_DISABLE_XET": "1", "HF_HUB_OFFLINE": "0", "HF_HUB_DISABLE_TELEMETRY": "1"}

    def take_over(self, monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
        """Have this process' hub client, which read its environment when it was imported, ask this hub, with a cache of its own."""
        from huggingface_hub import constants

        theirs = {"ENDPOINT": self.url, "HUGGINGFACE_CO_URL_TEMPLATE": self.url + "/{repo_id}/resolve/{revision}/{filename}"}
        theirs |= {"HF_HUB_CACHE": str(home), "HF_HUB_DISABLE_XET": True, "HF_HUB_OFFLINE": False}
        for name, value in theirs.items():
            monkeypatch.setattr(constants, name, value)

    def let_go(self) -> None:
        """Send what was held back."""
        self.holds.clear()
        self.free.set()

    def close(self) -> None:
        """Stop serving: a process that asks now, this one too, finds nobody."""
        from huggingface_hub.utils import close_session

        self.let_go()
        close_session()
        self._server.shutdown()
        self._server.server_close()

    def __enter__(self) -> Hub:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None: ...

    def do_GET(self) -> None:
        asked = urlsplit(self.path)
        path, query = unquote(asked.path).strip("/"), parse_qs(asked.query)
        self.hub.asked.append(f"{self.command} /{path}")
        if path == "api/models":
            return self._json([self._info(name) for name in self.hub.repos if query.get("search", [""])[0].lower() in name.lower()])
        parts = path.removeprefix("api/models/").split("/")
        folder = self.hub.repos.get("/".join(parts[:2]))
        if folder is None:
            return self._error("RepoNotFound")
        if path.startswith("api/models/") and self.hub.faults.pop("list", None):
            return self._error("", 503)
        if path.startswith("api/models/"):
            return self._json(self._tree(folder) if "tree" in parts else self._info("/".join(parts[:2])))
        self._file(folder / "/".join(parts[4:]))

    do_HEAD = do_GET

    def _info(self, name: str) -> dict[str, Any]:
        files = [{"rfilename": entry["path"], "size": entry["size"]} for entry in self._tree(self.hub.repos[name])]
        info = {"_id": "1", "id": name, "modelId": name, "sha": COMMIT, "siblings": files, "private": False, "downloads": 1, "tags": []}
        return info | self.hub.facts.get(name, {})

    def _tree(self, folder: Path) -> list[dict[str, Any]]:
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        return [{"type": "file", "path": str(p.relative_to(folder)), "size": p.stat().st_size, "oid": _etag(p)} for p in files]

    def _file(self, path: Path) -> None:
        body = self.command == "GET"
        fault = self.hub.faults.get(path.name)
        if fault == "missing" or not path.is_file():
            return self._error("EntryNotFound")
        content, start = path.read_bytes(), 0
        if (asked := self.headers.get("Range")) and fault != "no ranges":
            start = int(asked.removeprefix("bytes=").split("-")[0])
        rest = b"" if body and fault == "empty" else content[start:]
        self.send_response(206 if start else 200)
        self.send_header("ETag", f'"{_etag(path)}"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("Accept-Ranges", "bytes")
        if start:
            self.send_header("Content-Range", f"bytes {start}-{len(content) - 1}/{len(content)}")
        self.send_header("Content-Length", str(len(rest)))
        if body:
            self.hub.starts[path.name].append(start)  # before the answer, whose reader may look at it at once
        self.end_headers()
        if body and fault in ("broken off", "broken off once") and len(rest) > 1:
            self._send(rest[: len(rest) // 2])
            self.close_connection = True
            if fault == "broken off once":
                del self.hub.faults[path.name]
        elif body:
            held = max(0, self.hub.holds.get(path.name, len(content)) - start)
            self._send(rest[:held])
            if held < len(rest):
                self.hub.free.wait()
                self._send(rest[held:])

    def _send(self, content: bytes) -> None:
        with contextlib.suppress(ConnectionError):  # the client has gone
            self.wfile.write(content)

    def _json(self, value: Any) -> None:
        content = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(content)

    def _error(self, code: str, status: int = 404) -> None:
        self.send_response(status)
        self.send_header("X-Error-Code", code)
        quoted = self.headers.get("Authorization") if self.hub.quotes else None
        self.send_header("X-Error-Message", quoted or "not here")
        self.send_header("Content-Length", "0")
        self.end_headers()


def _etag(path: Path) -> str:
    """As the hub has it: of weights, which it keeps apart, the SHA-256; of other files git's 40 digits."""
    return (hashlib.sha256 if path.suffix == ".safetensors" else hashlib.sha1)(path.read_bytes()).hexdigest()
