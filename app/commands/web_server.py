"""The server of `specdeck web`: a page with a terminal in it, and over textual-serve's protocol a process for each visitor, which ends when
the visitor has left, whatever it does; its state is deleted."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import secrets
import shutil
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any, Awaitable, Callable, Sequence
from urllib.parse import urlsplit

from aiohttp import WSMessage, WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server

from specdeck.decoding.checkpoints import parse, read_regular
from specdeck.decoding.errors import LoadError

from ..drawing.figures import counted, size
from ..settings import config
from ..terminal.signals import that_end
from ..terminal.streams import for_stdout

HEARTBEAT = 4.0  # seconds between two questions whether a browser is still there; it has half of them for the answer
PATIENCE = 3.0  # seconds that a process has to leave, and again after SIGTERM
STALLED = 10.0  # seconds after which a process that reads nothing is given up
QUEUE = 100  # browsers that may wait for a place; the next one is sent away
LEAST, MOST = (20, 5), (500, 200)  # columns and rows of a visitor's terminal
MESSAGE = 1 << 20  # bytes of a browser's message, at most
LOOK = 0.5  # seconds between two looks at whether a place is free
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
OVER = (WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED, WSMsgType.ERROR)
HOST_ONLY = (config.PREFIX, "HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")  # beginnings of variables that a guest's process does not get


class Visitor(AppService):
    """A browser's own process of the playground."""

    def __init__(self, words: Sequence[str], kind: str, socket: web.WebSocketResponse, server: Server) -> None:
        super().__init__("", write_bytes=socket.send_bytes, write_str=socket.send_str, close=self._leave, download_manager=server.download_manager)
        self._words, self._kind, self._socket = words, kind, socket
        self.state = Path(tempfile.mkdtemp(prefix="specdeck-visitor-"))

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        guest = self._kind == config.GUEST
        found = super()._build_environment(width, height) | {"TERM": "xterm-256color"}
        if guest:  # nothing of this machine's config holds for them, and nothing of the hub is asked
            found = {name: value for name, value in found.items() if not name.startswith(HOST_ONLY)}
            found |= {"SPECDECK_CONFIG_DIR": str(self.state), "HF_HUB_OFFLINE": "1"}
        return found | {config.VISITOR: self._kind, "SPECDECK_STATE_DIR": str(self.state)}

    async def _open_app_process(self, width: int = 80, height: int = 24) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "specdeck", *self._words, stdin=pipe, stdout=pipe, stderr=pipe, env=self._build_environment(width, height),
            start_new_session=True,  # in this folder: what was named when the server was started may be relative to it
        )  # fmt: skip
        self._stdin = process.stdin
        return process

    async def _leave(self) -> None:
        await self._socket.close()

    async def run(self) -> None:
        """Pass on what the process draws until it ends; the page is told then, also where it broke."""
        await super().run()
        await self._leave()

    async def on_meta(self, data: bytes) -> None:
        """A file for the browser is opened in the page itself, which stays: a page that opens by itself would be blocked."""
        start = parse(data)
        if start["type"] != "deliver_file_start":
            return await super().on_meta(data)
        given = {name: start[name] for name in ("open_method", "mime_type", "encoding")}
        await self._download_manager.create_download(app_service=self, delivery_key=start["key"], file_name=Path(start["path"]).name, **given)
        await self.remote_write_str(json.dumps(["open_url", {"url": f"download/{start['key']}", "new_tab": False}]))

    async def stop(self) -> None:
        """End the process, gently if it lets itself, and delete its state."""
        task, self._task = self._task, None
        try:
            if self._process is not None and task is not None:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.send_meta({"type": "quit"}), PATIENCE)
                for number in (signal.SIGTERM, signal.SIGKILL, None):
                    with suppress(TimeoutError):
                        await asyncio.wait_for(self._process.wait(), PATIENCE)
                        break
                    with suppress(ProcessLookupError):
                        os.killpg(self._process.pid, number or signal.SIGKILL)
                task.cancel()
                await asyncio.wait([task])
                self._process._transport.close()  # pyright: ignore[reportAttributeAccessIssue] - a watcher of aborts may hold its stderr a little longer
        finally:
            downloads = self._download_manager._active_downloads
            for key in [key for key, download in downloads.items() if download.app_service is self]:
                downloads.pop(key).incoming_chunks.put_nowait(None)
            shutil.rmtree(self.state, ignore_errors=True)


class WebServer(Server):
    """`kind`: of its visitors. `most`: visitors at a time; those after them wait in the order in which they came. `token`: what the address must
    carry when it is first opened; "" lets everybody in. `each`: about how many bytes one takes, None where that is not known."""

    def __init__(self, words: Sequence[str], kind: str, host: str, port: int, public_url: str, most: int, token: str, each: int | None = None) -> None:
        super().__init__("specdeck", host=host, port=port, public_url=public_url)
        self._words, self._kind, self._most, self.token, self._each = words, kind, most, token, each
        self._visitors: set[Visitor] = set()
        self._queue: list[web.WebSocketResponse] = []
        self._ending = False  # nobody gets a place any more

    async def serve(self) -> int:  # pyright: ignore[reportIncompatibleMethodOverride] - theirs runs a loop of its own
        """Serve until a signal comes; returns its exit code. Raises LoadError where the address cannot be had."""
        app = web.Application(middlewares=[self._let_in])
        app.add_routes([
            web.get("/", self.handle_index), web.get("/ws", self.handle_websocket), web.get("/download/{key}", self.handle_download),
            web.static("/static", self.statics_path),
        ])  # fmt: skip
        runner, ended = web.AppRunner(app, handle_signals=False, shutdown_timeout=1), asyncio.get_running_loop().create_future()
        await runner.setup()
        try:
            await web.TCPSite(runner, self.host, self.port).start()
        except (OSError, OverflowError) as error:
            advice = "; --port 0 takes a free port" if getattr(error, "errno", None) == errno.EADDRINUSE else ""
            raise LoadError(f"{self.host}:{self.port} cannot be listened on: {getattr(error, 'strerror', None) or error}{advice}") from None
        for number in that_end():
            asyncio.get_running_loop().add_signal_handler(number, lambda number=number: ended.done() or ended.set_result(number))
        host, port = runner.addresses[0][:2]
        self.port = port
        where = self.public_url or f"http://{f'[{host}]' if ':' in host else host}:{port}"
        self.address = f"{where.rstrip('/')}/?token={self.token}" if self.token else where
        memory = f", about {size(self._each)} each" if self._each else ""
        print(for_stdout(f"specdeck is at {self.address} for {counted(self._most, 'visitor')} at a time{memory}; ctrl+c ends it"), flush=True)
        number = await ended
        self._ending = True
        await asyncio.gather(*(visitor.stop() for visitor in list(self._visitors)))
        await runner.cleanup()
        return 128 + number

    async def handle_index(self, request: web.Request) -> web.Response:  # pyright: ignore[reportIncompatibleMethodOverride] - theirs has a template
        """The page: all of it is served from here, so that a room without internet sees it."""
        if "token" in request.query:  # an address bar and a history are no places for it
            answer = web.HTTPSeeOther("./")
            answer.set_cookie(self._cookie, self.token, httponly=True, samesite="Lax")
            raise answer
        page = read_regular(Path(__file__).with_name("web_page.html")).decode()
        return web.Response(text=page, content_type="text/html", headers={"Content-Security-Policy": "frame-ancestors 'none'"})

    @property
    def _cookie(self) -> str:
        return f"specdeck-{self.port}"  # a browser gives a host's cookies to all of its ports

    @web.middleware
    async def _let_in(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse whatever a page of another site asks for, which could act for the person that looks at it, also one whose name leads here;
        and who did not open the address that was printed."""
        host, origin, public = request.headers.get("Host", ""), request.headers.get("Origin"), urlsplit(self.public_url or "").netloc
        ours = {host, public} if self._kind == config.GUEST else {public, *(f"{name}:{self.port}" for name in (self.host, "localhost", "127.0.0.1", "[::1]"))}
        ours = {_without_usual_port(name) for name in ours if name}
        origins = {None, *(f"{scheme}://{name}" for scheme in ("http", "https") for name in ours)}
        if _without_usual_port(host) not in ours or (origin and _without_usual_port(origin)) not in origins:
            raise web.HTTPForbidden(text=f"specdeck is not at this address: open http://{self.host}:{self.port}, or start it with --public-url\n")
        given = request.query.get("token", request.cookies.get(self._cookie, ""))
        if self.token and not secrets.compare_digest(given.encode(errors="replace"), self.token.encode()):
            raise web.HTTPForbidden(text="open the address that specdeck web printed, with its token; the browser must accept cookies\n")
        return await handler(request)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """A visit, from its place in the queue to its end."""
        try:
            size = _size(request.query)
        except ValueError:
            raise web.HTTPBadRequest(text="width and height are whole numbers\n") from None
        if len(self._queue) >= QUEUE:
            raise web.HTTPServiceUnavailable(text="too many visitors wait here already\n")
        socket = web.WebSocketResponse(heartbeat=HEARTBEAT, max_msg_size=MESSAGE)
        await socket.prepare(request)
        size = await self._wait(socket, size)
        if size is None:
            return socket
        visitor = Visitor(self._words, self._kind, socket, self)
        self._visitors.add(visitor)
        try:
            await visitor.start(*size)
            async for message in socket:
                await asyncio.wait_for(_pass_on(message, visitor, socket), STALLED)
        except (TimeoutError, ValueError, TypeError, LookupError, AttributeError, ConnectionError):  # it takes nothing more, or a message was none of ours
            pass
        finally:
            await asyncio.shield(visitor.stop())
            self._visitors.discard(visitor)
            await socket.close()
        return socket

    async def _wait(self, socket: web.WebSocketResponse, size: tuple[int, int]) -> tuple[int, int] | None:
        """Wait for a place, and say so in the page; returns the terminal's size by then, None if the visitor has left."""
        self._queue.append(socket)
        told = ""
        try:
            while self._ending or self._queue[0] is not socket or len(self._visitors) >= self._most:
                line = f"{counted(self._most, 'visitor')} {'are' if self._most > 1 else 'is'} here, as many as may be: you are number {self._queue.index(socket) + 1} in the queue"
                if line != told:
                    told = line
                    await socket.send_bytes(f"\x1b[2J\x1b[2;3H{line}\x1b[4;3HThis page begins by itself when a place is free.".encode())
                with suppress(TimeoutError):
                    message = await socket.receive(LOOK)
                    if message.type in OVER:
                        return None
                    if (sent := _envelope(message))[0] == "resize":
                        size = _size(sent[1])
            return size
        except (ValueError, TypeError, LookupError, AttributeError, ConnectionError):
            return None
        finally:
            self._queue.remove(socket)


def _envelope(message: WSMessage) -> list[Any]:
    """A browser's message, its kind first. Raises ValueError for another."""
    found = message.json() if message.type == WSMsgType.TEXT else None
    if not isinstance(found, list) or not found:
        raise ValueError("not a message of the page")
    return found


def _size(given: Any) -> tuple[int, int]:
    """Columns and rows, within bounds: a screen of any size would take any memory."""
    asked = (int(given.get("width", 80)), int(given.get("height", 24)))
    return tuple(min(max(least, n), most) for least, n, most in zip(LEAST, asked, MOST))  # pyright: ignore[reportReturnType]


async def _pass_on(message: WSMessage, visitor: Visitor, socket: web.WebSocketResponse) -> None:
    kind, *rest = _envelope(message)
    if kind == "stdin":
        await visitor.send_bytes(rest[0].encode("utf-8", "replace"))
    elif kind == "resize":
        await visitor.set_terminal_size(*_size(rest[0]))
    elif kind == "ping":
        await socket.send_json(["pong", rest[0]])
    elif kind in ("focus", "blur"):
        await visitor.send_meta({"type": kind})


def _without_usual_port(place: str) -> str:
    """A host as browsers name it: without the port that its scheme has."""
    return place.lower().removesuffix(":80").removesuffix(":443")
