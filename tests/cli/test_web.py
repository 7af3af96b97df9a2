"""`specdeck web`: a visit over the page's own protocol, places, ends of every kind, strangers; in Chromium where it is installed."""

from __future__ import annotations

import asyncio
import base64
import inspect
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, AsyncIterator, Mapping

import pytest

from specdeck.commands.web import is_here
from specdeck.settings import config
from tests.helpers.command_line import ROOT

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")

from specdeck.commands import web_visitors  # noqa: E402
from specdeck.commands.web_visitors import LEAST, MOST, WebServer, bounded  # noqa: E402
from tests.helpers.play import person  # noqa: E402

PATIENCE = 90  # seconds until waiting is given up; nothing is measured
OVER = (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSING, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.ERROR)


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """Where visitors' state is; the folder of this test alone. A client of aiohttp, unlike a browser, shows that it is there only while it reads."""
    monkeypatch.setattr(web_visitors, "HEARTBEAT", 10 * PATIENCE)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))


def states(folder: Path) -> list[Path]:
    """The visitors' temporary folders."""
    return list(folder.glob("specdeck-visitor-*"))


async def until(so) -> Any:
    """Wait until something is so, or is found to be so by a browser; what it is."""
    end = time.monotonic() + PATIENCE
    while not (found := await so() if inspect.iscoroutinefunction(so) else so()):
        assert time.monotonic() < end, "it did not come"
        await asyncio.sleep(0.05)
    return found


@asynccontextmanager
async def serving(kind: str = config.LOCAL, most: int = 8, token: str = "secret") -> AsyncIterator[WebServer]:
    """A server in this process."""
    server = WebServer([], kind, "127.0.0.1", 0, "", most, token)
    runner = aiohttp.web.AppRunner(server.application(), shutdown_timeout=1)
    await runner.setup()
    await aiohttp.web.SockSite(runner, server.listen()).start()
    try:
        yield server
    finally:
        await asyncio.wait_for(runner.cleanup(), PATIENCE)


@asynccontextmanager
async def visiting(server: WebServer) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A visitor's websocket, as the page opens it."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"http://127.0.0.1:{server.port}/ws?width=100&height=30&token={server.token}") as socket:
        yield socket


async def sees(socket: Any, text: bytes) -> bytes:
    """Wait until this is drawn; all that was drawn till then."""
    seen = b""
    while text not in seen:
        message = await asyncio.wait_for(socket.receive(), PATIENCE)
        assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), f"it ended: {seen[-2000:]!r}"
        seen += message.data if message.type == aiohttp.WSMsgType.BINARY else message.data.encode()
    return seen


async def closing(socket):
    while (message := await asyncio.wait_for(socket.receive(), PATIENCE)).type == aiohttp.WSMsgType.BINARY:
        pass
    return message


def process_of(server: WebServer) -> int:
    """The process of its one visitor."""
    (visitor,) = server._visitors
    return visitor._process.pid


def gone(pid: int, folder: Path) -> bool:
    """Whether this process, a child of ours, has ended, and left no state."""
    with suppress(ProcessLookupError):
        return bool(os.kill(pid, 0))  # not yet
    return not states(folder)


@person
async def test_a_visitor_has_a_process_and_a_private_state_and_leaves_nothing(tmp_path, monkeypatch):
    """Left by a key, without a word, by a browser that is gone, by the server's end, and by a process that does not let itself be ended."""
    async with serving() as server:
        async with visiting(server) as socket:
            await sees(socket, b"specdeck")
            (state,), pid = states(tmp_path), process_of(server)
            assert state.stat().st_mode & 0o077 == 0
            await socket.send_json(["resize", {"width": 60, "height": 20}])
            await socket.send_json(["stdin", "\x11"])  # ctrl+q: the page is told
            assert (await closing(socket)).type in OVER
        await until(lambda: gone(pid, tmp_path))
        async with visiting(server) as socket:  # leaves without a word
            await sees(socket, b"specdeck")
            pid = process_of(server)
            monkeypatch.setattr(web_visitors, "PATIENCE", 0.5)
            os.kill(pid, signal.SIGSTOP)
        await until(lambda: gone(pid, tmp_path))
        monkeypatch.setattr(web_visitors, "HEARTBEAT", 0.5)
        async with visiting(server):  # reads nothing
            await until(lambda: states(tmp_path))
            await until(lambda: not states(tmp_path) and not server._visitors)
        monkeypatch.setattr(web_visitors, "HEARTBEAT", 10 * PATIENCE)
        visit = visiting(server)  # stays until the server ends
        await sees(await visit.__aenter__(), b"specdeck")
        pid = process_of(server)
    assert gone(pid, tmp_path)
    await visit.__aexit__(None, None, None)


@pytest.mark.parametrize("ended", [signal.SIGINT, signal.SIGTERM, pytest.param(signal.SIGKILL, marks=pytest.mark.long)])
@person
async def test_a_server_that_ends_leaves_neither_processes_nor_state(tmp_path, ended):
    words = ("web", "--port", "0", "--lesson", "--no-token")
    server = await asyncio.create_subprocess_exec(sys.executable, "-m", "specdeck", *words, cwd=ROOT, stdout=subprocess.PIPE)
    line = (await server.stdout.readline()).decode()
    async with aiohttp.ClientSession() as session, session.ws_connect(f"{line.split()[3]}/ws") as socket:
        await sees(socket, b"Lesson")
        assert len(states(tmp_path)) == 1
        server.send_signal(ended)
        assert await server.wait() == (128 + ended if ended != signal.SIGKILL else -ended)
        server._transport.close()
        await until(lambda: not states(tmp_path))


@person
async def test_no_more_processes_start_than_there_are_places(tmp_path, nobody_draws):
    """The page of whoever finds no place begins by itself."""
    async with serving(most=1) as server, visiting(server) as first, aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        found = await asyncio.gather(*(status_of(server, "ws?token=secret") for _ in range(100)))
        assert set(found) == {503} and len(states(tmp_path)) == 1
        page = f"http://127.0.0.1:{server.port}/"
        cookie = {"Cookie": f"specdeck-{server.port}=secret"}
        async with session.get(page, headers=cookie) as full:
            assert "1 visitor is here" in (text := await full.text()) and 'http-equiv="refresh"' in text
        await first.close()
        await until(lambda: not server._visitors)
        async with session.get(page, headers=cookie) as free:
            assert "textual.js" in await free.text()


@person
async def test_what_no_page_sends_ends_that_visit_alone(tmp_path, nobody_draws):
    async with serving() as server, visiting(server) as other:
        for message in ("{", "[]", "7", '["resize", 7]', '["resize", {"width": "x"}]', '["stdin", 7]', '["stdin"]', "x" * (web_visitors.MESSAGE + 1)):
            async with visiting(server) as socket:
                await socket.send_str(message)
                assert (await closing(socket)).type in OVER
        await until(lambda: len(states(tmp_path)) == 1)
        await other.send_json(["ping", 7])
        assert await asyncio.wait_for(other.receive_json(), PATIENCE) == ["pong", 7]
        for query in ("width=abc", "height=", "width=1e3"):
            assert await status_of(server, f"ws?token=secret&{query}") == 400
    assert bounded(10**9, 10**9) == MOST and bounded("-1", 0) == LEAST and bounded("80", 24) == (80, 24)


@pytest.fixture
def nobody_draws(monkeypatch):
    """Visits without processes: nothing but the door and the bounds are looked at."""

    async def nothing(self, width, height):
        pass

    monkeypatch.setattr(web_visitors.Visitor, "start", nothing)


HERE, DECK = "127.0.0.1:{port}", "deck.example:{port}"
OURS = [{}, {"Origin": f"http://{HERE}"}, {"Origin": "http://localhost:{port}"}]
THEIRS = [
    {"Origin": origin} for origin in ("null", "file://", "data:", "", "garbage", "http://", "http://[", "http://evil.example", "http://127.0.0.1:1", f"ftp://{HERE}", f"http://{HERE}@evil.example")
] + [{"Host": ""}, {"Host": "", "Origin": "null"}]  # fmt: skip
PLACES = {
    config.LOCAL: [
        *((headers, 101) for headers in OURS), *((headers, 403) for headers in THEIRS),
        ({"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"}, 403),  # a name of theirs that leads here
    ],
    config.GUEST: [
        *((headers, 403) for headers in THEIRS), ({"Host": DECK, "Origin": f"http://{DECK}"}, 101),
        ({"Host": "deck.example:443", "Origin": "https://deck.example"}, 101),  # browsers leave the usual port out
    ],
}  # fmt: skip


@pytest.mark.parametrize("kind", PLACES)
@person
async def test_neither_a_page_of_another_site_nor_who_lacks_the_token_of_the_printed_address_gets_in(kind, nobody_draws):
    async with serving(kind, most=1000, token="") as server:
        for headers, status in PLACES[kind]:
            for place in ("ws", "ws?token=old"):
                assert await status_of(server, place, headers) == status, (place, headers)
    async with serving(kind) as server, aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
        for place in ("", "?token=", "?token=x", "ws", "ws?token=%C3%A9", "static/js/textual.js", "download/x"):
            assert await status_of(server, place) == 403, place
        for headers in ({"Cookie": f"specdeck-{server.port}=x"}, {"Origin": "null", "Cookie": f"specdeck-{server.port}={server.token}"}):
            assert await status_of(server, "ws", headers) == 403
        async with browser.get(server.address()) as page:
            assert page.status == 200 and "token" not in str(page.url) and server.token not in await page.text()
        (cookie,) = browser.cookie_jar
        assert cookie["httponly"] and cookie["samesite"] == "Lax"
        async with browser.ws_connect(f"http://127.0.0.1:{server.port}/ws"):
            pass


async def status_of(server: WebServer, place: str, headers: Mapping[str, str] = MappingProxyType({})) -> int:
    """The answer to a request for a page or a websocket."""
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "c3BlY2RlY2sgaXMgaGVyZQ=="}
    headers = {"Host": "127.0.0.1:{port}", **(upgrade if place.startswith("ws") else {}), **headers}
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    lines = "".join(f"{name}: {value.format(port=server.port)}\r\n" for name, value in headers.items())
    writer.write(f"GET /{place} HTTP/1.1\r\n{lines}\r\n".encode())
    line = await asyncio.wait_for(reader.readline(), PATIENCE)
    writer.close()
    return int(line.split()[1])


def test_guests_are_those_from_beyond_this_machine(cli, monkeypatch):
    assert all(map(is_here, ("127.0.0.1", "127.8.8.8", "::1", "localhost"))) and not any(map(is_here, ("0.0.0.0", "192.0.2.2", "::", "deck.example")))
    made = []
    monkeypatch.setattr(WebServer, "serve", lambda self: made.append((self._kind, self.command.partition("-m specdeck")[2], self.token)) or 0)
    for words in ([], ["--host", "0.0.0.0"], ["--public-url", "https://deck.example"], ["--public-url", "http://localhost:80", "--lesson", "-k", "2"], ["--no-token"]):
        assert cli("web", *words).code == 0
    *tokens, none = [token for *_, token in made]
    assert len(set(tokens)) == 4 and min(map(len, tokens)) > 20 and none == ""
    assert [each[:2] for each in made] == [(config.LOCAL, ""), (config.GUEST, ""), (config.GUEST, ""), (config.LOCAL, " -k 2 --lesson"), (config.LOCAL, "")]


def test_a_server_on_every_network_prints_an_address_that_a_room_can_open(monkeypatch):
    monkeypatch.setattr(web_visitors.socket.socket, "getsockname", lambda self: ("192.168.7.7", 0))
    assert WebServer([], config.GUEST, "0.0.0.0", 8000, "", 1, "t").address() == "http://192.168.7.7:8000/?token=t"
    assert WebServer([], config.GUEST, "0.0.0.0", 8000, "https://deck.example/a/", 1, "t").address() == "https://deck.example/a/?token=t"
    assert WebServer([], config.LOCAL, "::1", 8000, "", 1, "").address() == "http://[::1]:8000"


def test_a_guest_gets_nothing_of_the_hosts_environment(monkeypatch, tmp_path):
    for name in ("SPECDECK_MEMORY", "HF_TOKEN", "SPECDECK_DEBUG"):
        monkeypatch.setenv(name, "x")
    for kind, kept in ((config.GUEST, False), (config.LOCAL, True)):
        words = ["env", *web_visitors.environment(kind, str(tmp_path)), "env"]
        found = dict(line.partition("=")[::2] for line in subprocess.run(words, capture_output=True, text=True).stdout.splitlines())
        assert all((name in found) is kept for name in ("SPECDECK_MEMORY", "HF_TOKEN", "SPECDECK_DEBUG"))
        assert found["SPECDECK_VISITOR"] == kind and found["SPECDECK_STATE_DIR"] == str(tmp_path)
        assert (found.get("HF_HUB_OFFLINE") == "1") is not kept


def test_what_is_taken_or_lacks_is_advised(cli, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "cannot be listened on" in (said := cli("web", "--port", str(taken.getsockname()[1])).err) and "--port 0 takes a free port" in said
    monkeypatch.setattr("specdeck.commands.web.find_spec", lambda name: None)
    outcome = cli("web")
    assert outcome.code == 1 and "pip install 'textual-serve" in outcome.err


# In Chromium

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--remote-debugging-port=0", "--hide-scrollbars",
)  # fmt: skip
TEMPORARY = tempfile.gettempdir()  # for its sockets: a test's own folder under xdist is too long for a socket's path
CONTROL = 2
in_chromium = pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed")


class Page:
    """The one page of a headless Chromium, over its own debugging protocol. `events`: what the browser told."""

    def __init__(self, socket: Any) -> None:
        self._socket, self._number = socket, 0
        self.events: list[dict[str, Any]] = []

    async def call(self, method: str, **parameters: Any) -> Any:
        """Call one of the protocol's methods."""
        self._number += 1
        await self._socket.send_json({"id": self._number, "method": method, "params": parameters})
        while True:
            answer = await asyncio.wait_for(self._socket.receive_json(), PATIENCE)
            if answer.get("id") == self._number:
                assert "error" not in answer, answer
                return answer["result"]
            self.events.append(answer)

    async def run(self, script: str) -> Any:
        """The value of a JavaScript expression."""
        result = await self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        assert "exceptionDetails" not in result, result
        return result["result"].get("value")

    async def type(self, text: str) -> None:
        """Type letters, as a keyboard sends them."""
        for letter in text:
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=letter, key=letter)
            await self.call("Input.dispatchKeyEvent", type="keyUp", key=letter)

    async def press(self, key: str, modifiers: int = 0) -> None:
        """Press enter, or a letter with a modifier."""
        enter = {"text": "\r"} if key == "Enter" else {}
        for kind in ("keyDown" if enter else "rawKeyDown", "keyUp"):
            code = "Enter" if enter else f"Key{key.upper()}"
            await self.call("Input.dispatchKeyEvent", type=kind, key=key, code=code, windowsVirtualKeyCode=13 if enter else ord(key.upper()), modifiers=modifiers, **enter)

    async def click(self, x: float, y: float) -> None:
        """Click at a pixel."""
        for kind in ("mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def resize(self, width: int, height: int) -> None:
        """Give the window another size, in pixels."""
        await self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    @property
    def drawn(self) -> str:
        """All that was drawn in the terminal so far, its codes included."""
        frames = [event["params"]["response"] for event in self.events if event["method"] == "Network.webSocketFrameReceived"]
        return b"".join(base64.b64decode(frame["payloadData"]) for frame in frames if frame["opcode"] == 2).decode("utf-8", "replace")

    async def sees(self, text: str) -> None:
        """Wait until this is drawn, from the last call on; then forget what was drawn before."""

        async def seen() -> bool:
            await self.run("0")  # events come with answers
            return text in self.drawn

        await until(seen)
        self.events.clear()

    async def until(self, script: str) -> Any:
        """Wait until an expression is true; its value."""

        async def value() -> Any:
            return await self.run(script)

        return await until(value)


@asynccontextmanager
async def browsing(folder: Path, *flags: str) -> AsyncIterator[Page]:
    """A browser with an empty profile in this folder."""
    temporary = tempfile.mkdtemp(prefix="chromium-", dir=TEMPORARY)
    process = await asyncio.create_subprocess_exec(CHROMIUM, *FLAGS, *flags, f"--user-data-dir={folder / 'profile'}", "about:blank", stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL, env=os.environ | {"TMPDIR": temporary})
    try:
        found = folder / "profile/DevToolsActivePort"
        await until(lambda: process.returncode is not None or (found.exists() and "\n" in found.read_text()))
        assert process.returncode is None, f"Chromium ended with {process.returncode} while it started"
        port = found.read_text().splitlines()[0]
        async with aiohttp.ClientSession() as session:
            async with session.get(f"http://127.0.0.1:{port}/json") as answer:
                address = next(page["webSocketDebuggerUrl"] for page in await answer.json() if page["type"] == "page")
            async with session.ws_connect(address, max_msg_size=0) as socket:
                page = Page(socket)
                await page.call("Page.enable")
                await page.call("Network.enable")
                await page.call("Emulation.setFocusEmulationEnabled", enabled=True)
                await page.call("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
                await page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
                await page.resize(1200, 760)
                yield page
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        shutil.rmtree(temporary, ignore_errors=True)


@pytest.mark.long
@in_chromium
@person
async def test_a_reply_in_chromium_mouse_copy_paste_download_and_resize(tmp_path):
    downloads = tmp_path / "downloads"
    downloads.mkdir()
    async with serving(config.GUEST) as server, browsing(downloads) as page:
        await page.call("Page.navigate", url=server.address())
        await page.sees("RECORDING")
        await page.type(" ")
        await page.sees("ready")
        await page.type("Repeat exactly: the blue door")  # no click was needed
        await page.press("Enter")
        await page.sees("over the whole reply")
        await page.click(60, 116)
        await page.sees("TOKEN")
        await page.type("y")
        await page.sees("(the browser)")
        assert (await page.run("navigator.clipboard.readText()")).strip().lower() == "the blue door"
        await page.type("/save ../tale.md")
        await page.press("Enter")
        await page.sees("without a folder")
        await page.press("u", CONTROL)
        await page.type("/save tale.md")
        await page.press("Enter")
        await until(lambda: (downloads / "tale.md").exists())
        assert "the blue door" in (downloads / "tale.md").read_text().lower()
        await page.run("document.activeElement.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, clipboardData: (() => {"
                       " const given = new DataTransfer(); given.setData('text/plain', 'über\\nzwei'); return given })()}))")  # fmt: skip
        await page.sees("über")
        await page.resize(700, 480)
        await page.sees("\x1b[20;1H")  # the prompt, in 26 lines
        await page.press("q", CONTROL)
        await page.until("document.body.classList.contains('-closed')")
    assert not states(tmp_path)


KNOCK = """new Promise(done => { const socket = new WebSocket("ws://127.0.0.1:%d/ws?token=%s")
  socket.onopen = () => { done("in"); socket.close() }; socket.onerror = () => done("out") })"""
FRAME = """new Promise(done => { window.onmessage = message => done(message.data); const frame = document.createElement("iframe")
  frame.sandbox = "allow-scripts"; frame.srcdoc = `<script>%s.then(found => parent.postMessage(found, "*"))</script>`; document.body.append(frame) })"""


@pytest.mark.long
@in_chromium
@pytest.mark.parametrize("token", ["secret", ""])
@person
async def test_in_chromium_no_page_but_ours_gets_in(tmp_path, token):
    """From another port, a sandboxed frame and a data: page, in a browser that has the cookie, even where a page knows the token."""

    async def stranger(reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\nConnection: close\r\n\r\n<body>a</body>\n")
        await writer.drain()
        writer.close()
    async with serving(token=token) as server, browsing(tmp_path) as page, await asyncio.start_server(stranger, "127.0.0.1", 0) as other:
        knock = KNOCK % (server.port, token)

        async def found(place: str, script: str) -> str:
            await page.call("Page.navigate", url=place)
            await page.until("document.readyState == 'complete'")
            return await page.run(script)

        their_port = f"http://127.0.0.1:{other.sockets[0].getsockname()[1]}/"

        async def strangers() -> list[str]:
            return [await found(place, script) for place, script in ((their_port, knock), (their_port, FRAME % knock), ("data:text/html,<body>", knock))]

        before = await strangers()
        await page.call("Page.navigate", url=server.address())
        await page.sees("RECORDING")
        assert await page.run("location.search + document.cookie") == "" and await page.run(knock) == "in"
        page.events.clear()  # what was drawn before says nothing of what is drawn now
        await page.call("Page.reload")  # the cookie is enough
        await page.sees("RECORDING")
        assert before == await strangers() == ["out"] * 3
