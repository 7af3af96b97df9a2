"""The server of `specdeck web`. It puts a page of our own around textual-serve's terminal. Each visitor gets a process with a state folder."""

from __future__ import annotations

import asyncio
import errno
import os
import secrets
import shlex
import socket
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Awaitable, Callable, Sequence
from urllib.parse import urlsplit

from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server

from specdeck.decoding.checkpoints import read_regular
from specdeck.decoding.errors import LoadError

from ..drawing.figures import counted, size
from ..settings import config
from ..terminal.signals import ending_signals
from ..terminal.streams import for_stdout
from .command_table import EACH

HEARTBEAT = 4.0  # seconds between two questions whether a browser is still there; it has half of them for the answer
PATIENCE = 3.0  # seconds that a process has to leave
LEAST, MOST = (20, 5), (500, 200)  # columns and rows of a visitor's terminal
MESSAGE = 1 << 20  # bytes of a browser's message, at most
HOST_ONLY = (config.PREFIX, "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")  # beginnings of variables that a guest's process does not get
PAGE = Path(__file__).with_name("web_page.html")
FULL = '<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>specdeck</title>{} here, as many as may be. This page begins by itself when a place is free.'
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Visitor(AppService):
    """A browser's own process of the playground."""

    async def set_terminal_size(self, width: Any, height: Any) -> None:
        """Resize within bounds: a screen of any size would take any memory."""
        await super().set_terminal_size(*bounded(width, height))

    async def run(self) -> None:
        """Pass on what the process draws until it ends; the page hears of the end, also after an error."""
        await super().run()
        await self.remote_close()

    async def stop(self) -> None:
        """End the process by its private name, also where it ignores the signal to end."""
        with suppress(TimeoutError):
            await asyncio.wait_for(super().stop(), PATIENCE)
        if self._process:
            try:
                await asyncio.wait_for(self._process.wait(), PATIENCE)
            except TimeoutError:
                self._process.kill()
                await self._process.wait()


class WebServer(Server):
    """`words`: options of each visitor's process. `kind` of visitors. `most`: visitors at a time. `token`: what the address must carry when it
    is first opened; "" lets everybody in."""

    def __init__(self, words: Sequence[str], kind: str, host: str, port: int, public_url: str, most: int, token: str) -> None:
        command = shlex.join([sys.executable, "-m", "specdeck", *words])  # in this folder: what they name may be relative to it
        super().__init__(command, host=host, port=port, public_url=public_url)
        self._kind, self._most, self.token = kind, most, token
        self._visitors: set[Visitor] = set()
        self._code = 0

    def listen(self) -> socket.socket:
        """A socket that listens; `port` is its port from then on. Raises LoadError where the address cannot be had."""
        try:
            listening = socket.create_server((self.host, self.port), family=socket.AF_INET6 if ":" in self.host else socket.AF_INET)
        except (OSError, OverflowError) as error:
            advice = "; --port 0 takes a free port" if getattr(error, "errno", None) == errno.EADDRINUSE else ""
            raise LoadError(f"{self.host}:{self.port} cannot be listened on: {getattr(error, 'strerror', None) or error}{advice}") from None
        self.port = listening.getsockname()[1]
        return listening

    def address(self) -> str:
        """The address for a browser. A server on every network gives this machine's address on the network of its way out."""
        name = own_address(self.host) if self.host in ("0.0.0.0", "::") else self.host
        place = self.public_url or f"http://{f'[{name}]' if ':' in name else name}:{self.port}"
        return f"{place.rstrip('/')}/?token={self.token}" if self.token else place

    def serve(self, debug: bool = False) -> int:  # pyright: ignore[reportIncompatibleMethodOverride] - theirs returns nothing
        """Serve until a signal comes; returns its exit code. Raises LoadError where the address cannot be had."""
        listening = self.listen()
        print(for_stdout(f"specdeck is at {self.address()} for {counted(self._most, 'visitor')} at a time, some {size(self._most * EACH)} of memory with the embedded pair; ctrl+c ends it"), flush=True)
        web.run_app(self.application(), sock=listening, print=None, handle_signals=False, shutdown_timeout=1)
        return self._code

    def application(self) -> web.Application:
        """Its pages, behind the door."""
        app = web.Application(middlewares=[self._let_in])
        app.add_routes([
            web.get("/", self.handle_index), web.get("/ws", self.handle_websocket), web.get("/download/{key}", self.handle_download),
            web.static("/static", self.statics_path),
        ])  # fmt: skip
        app.on_startup.append(self.on_startup)
        app.on_shutdown.append(self.on_shutdown)
        return app

    async def on_startup(self, app: web.Application) -> None:
        """End by a signal."""
        for number in ending_signals():
            asyncio.get_running_loop().add_signal_handler(number, self._end, number)

    def _end(self, number: int) -> None:
        self._code = 128 + number
        self.request_exit()

    async def on_shutdown(self, app: web.Application) -> None:
        """End every visit, and let nobody in any more."""
        self._most = 0
        await asyncio.gather(*(visitor.stop() for visitor in list(self._visitors)))

    async def handle_index(self, request: web.Request) -> web.Response:  # pyright: ignore[reportIncompatibleMethodOverride] - theirs has a template
        """The page: all of it is served from here, so that a room without internet sees it."""
        if "token" in request.query:  # an address bar and a history are no places for it
            answer = web.HTTPSeeOther("./")
            answer.set_cookie(self._cookie, self.token, httponly=True, samesite="Lax")
            raise answer
        full = FULL.format(f"{counted(self._most, 'visitor')} {'are' if self._most > 1 else 'is'}")
        page = read_regular(PAGE).decode() if len(self._visitors) < self._most else full
        return web.Response(text=page, content_type="text/html", headers={"Content-Security-Policy": "frame-ancestors 'none'"})

    @property
    def _cookie(self) -> str:
        return f"specdeck-{self.port}"  # a browser gives a host's cookies to all of its ports

    @web.middleware
    async def _let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests without the token, and those from another site's page, which could act for its reader."""
        host, origin, public = request.headers.get("Host", ""), request.headers.get("Origin"), urlsplit(self.public_url or "").netloc
        ours = {host, public} if self._kind == config.GUEST else {public, *(f"{name}:{self.port}" for name in (self.host, "localhost", "127.0.0.1", "[::1]"))}
        ours = {_without_usual_port(name) for name in ours if name}
        origins = {None, *(f"{scheme}://{name}" for scheme in ("http", "https") for name in ours)}
        if _without_usual_port(host) not in ours or (origin and _without_usual_port(origin)) not in origins:
            raise web.HTTPForbidden(text=f"specdeck is not at this address: open {self.address().partition('?')[0]}, or start it with --public-url\n")
        given = request.query.get("token", request.cookies.get(self._cookie, ""))
        if self.token and not secrets.compare_digest(given.encode(errors="replace"), self.token.encode()):
            raise web.HTTPForbidden(text="open the address that specdeck web printed, with its token; the browser must accept cookies\n")
        return await handler(request)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A visit. Theirs has no bounds, and its process no folder of its own."""
        try:
            size = bounded(request.query.get("width", 80), request.query.get("height", 24))
        except ValueError:
            raise web.HTTPBadRequest(text="width and height are whole numbers\n") from None
        if len(self._visitors) >= self._most:
            raise web.HTTPServiceUnavailable(text="no place is free: load the page again later\n")
        browser = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=MESSAGE)
        with tempfile.TemporaryDirectory(prefix="specdeck-visitor-", ignore_cleanup_errors=True) as state:
            visitor = Visitor(
                f"exec env {shlex.join(environment(self._kind, state))} {self.command}", write_bytes=browser.send_bytes, write_str=browser.send_str,
                close=browser.close, download_manager=self.download_manager,  # pyright: ignore[reportArgumentType] - nobody reads what close returns
            )  # fmt: skip
            self._visitors.add(visitor)
            try:
                await browser.prepare(request)
                await visitor.start(*size)
                await self._process_messages(browser, visitor)  # private: theirs, so that the page may be theirs
            except Exception:  # a message that no page sends, or the browser is gone: this visit alone ends
                pass
            finally:
                await asyncio.shield(visitor.stop())
                self._visitors.discard(visitor)
                await browser.close()
        return browser


def environment(kind: str, state: str) -> list[str]:
    """Return the arguments of `env` for a visitor's process. A guest gets nothing of this machine's config, and no access to the hub."""
    found = [f"{config.VISITOR}={kind}", f"SPECDECK_STATE_DIR={state}", "TERM=xterm-256color"]
    if kind != config.GUEST:
        return found
    taken = [word for name in os.environ if name.startswith(HOST_ONLY) for word in ("-u", name)]
    return [*taken, *found, f"SPECDECK_CONFIG_DIR={state}", "HF_HUB_OFFLINE=1"]


def bounded(width: Any, height: Any) -> tuple[int, int]:
    """Columns and rows within bounds. Raises ValueError."""
    columns, rows = (min(max(least, int(n)), most) for least, n, most in zip(LEAST, (width, height), MOST))
    return columns, rows


def own_address(every: str) -> str:
    """This machine's address on the network of its way out; `every`: 0.0.0.0 or ::. Nothing is sent."""
    family, beyond, alone = (socket.AF_INET6, "2001:db8::1", "::1") if ":" in every else (socket.AF_INET, "192.0.2.1", "127.0.0.1")
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((beyond, 9))
        return str(probe.getsockname()[0])
    return alone


def _without_usual_port(place: str) -> str:
    """A host as browsers name it: without the port that its scheme has."""
    return place.lower().removesuffix(":80").removesuffix(":443")
