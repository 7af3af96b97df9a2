"""`specdeck web`: a visit over the page's own protocol, places and the queue, ends of every kind, strangers; in Chromium where it is installed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import asynccontextmanager
from pathlib import Path
from types import MappingProxyType
from typing import AsyncIterator, Mapping

import pytest

from specdeck import assets
from specdeck.commands.web import is_here, memory_of_a_visitor
from specdeck.settings import config
from specdeck.terminal.window_gone import served
from tests.helpers.command_line import ROOT

aiohttp = pytest.importorskip("aiohttp")
pytest.importorskip("textual_serve")

from specdeck.commands import web_server  # noqa: E402
from specdeck.commands.web_server import LEAST, MOST, WebServer, _size  # noqa: E402
from tests.helpers import chromium  # noqa: E402

PATIENCE = 90  # seconds until waiting is given up; nothing is measured


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """Where visitors' state is; the folder of this test alone. A client of aiohttp, unlike a browser, shows that it is there only while it reads."""
    monkeypatch.setattr(web_server, "HEARTBEAT", 10 * PATIENCE)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))


def states(folder: Path) -> list[Path]:
    """The visitors' temporary folders."""
    return list(folder.glob("specdeck-visitor-*"))


async def until(so) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < end, "it did not come"
        await asyncio.sleep(0.05)


@asynccontextmanager
async def serving(kind: str = config.LOCAL, most: int = 8, token: str = "secret") -> AsyncIterator[WebServer]:
    """A server in this process, ended by ctrl+c."""
    server = WebServer([], kind, "127.0.0.1", 0, "", most, token)
    task = asyncio.create_task(server.serve())
    await until(lambda: server.port or task.done())
    try:
        yield server
    finally:
        os.kill(os.getpid(), signal.SIGINT)
        assert await asyncio.wait_for(task, PATIENCE) == 130


@asynccontextmanager
async def visiting(server: WebServer) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A visitor's websocket, as the page opens it."""
    async with aiohttp.ClientSession() as session, session.ws_connect(f"http://127.0.0.1:{server.port}/ws?width=100&height=30&token={server.token}") as socket:
        yield socket


async def sees(socket: aiohttp.ClientWebSocketResponse, text: bytes) -> bytes:
    """Wait until this is drawn; all that was drawn till then."""
    seen = b""
    while text not in seen:
        message = await asyncio.wait_for(socket.receive(), PATIENCE)
        assert message.type in (aiohttp.WSMsgType.BINARY, aiohttp.WSMsgType.TEXT), f"it ended: {seen[-2000:]!r}"
        seen += message.data if message.type == aiohttp.WSMsgType.BINARY else message.data.encode()
    return seen


def is_running(pid: int) -> bool:
    """Whether this process, a child of ours, has not ended."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_visitor_has_a_process_and_a_private_state_and_leaves_nothing(tmp_path):
    async def story():
        async with serving() as server:
            async with visiting(server) as socket:
                await sees(socket, b"specdeck")
                (state,), (visitor,) = states(tmp_path), server._visitors
                assert state.stat().st_mode & 0o077 == 0
                pid = visitor._process.pid
                await socket.send_json(["resize", {"width": 60, "height": 20}])
                await socket.send_json(["stdin", "\x11"])  # ctrl+q: the page is told
                assert (await closing(socket)).type in web_server.OVER
            await until(lambda: not states(tmp_path) and not is_running(pid))
            async with visiting(server) as socket:  # leaves without a word
                await sees(socket, b"specdeck")
                pid = next(iter(server._visitors))._process.pid
            await until(lambda: not states(tmp_path) and not is_running(pid))
            async with visiting(server) as socket:  # stays until the server ends
                await sees(socket, b"specdeck")
                pid = next(iter(server._visitors))._process.pid
                os.kill(os.getpid(), signal.SIGINT)
                await until(lambda: not states(tmp_path) and not is_running(pid))

    asyncio.run(story())


async def closing(socket):
    while (message := await asyncio.wait_for(socket.receive(), PATIENCE)).type == aiohttp.WSMsgType.BINARY:
        pass
    return message


def test_a_browser_that_is_gone_without_a_word_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(web_server, "HEARTBEAT", 0.5)

    async def story():
        async with serving() as server, visiting(server):
            await until(lambda: states(tmp_path))
            await until(lambda: not states(tmp_path) and not server._visitors)

    asyncio.run(story())


def test_a_process_that_does_not_let_itself_be_ended_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(web_server, "PATIENCE", 0.2)

    async def story():
        async with serving() as server:
            async with visiting(server) as socket:
                await sees(socket, b"specdeck")
                pid = next(iter(server._visitors))._process.pid
                os.kill(pid, signal.SIGSTOP)
            await until(lambda: not states(tmp_path) and not is_running(pid))

    asyncio.run(story())


@pytest.mark.long
def test_the_next_visitor_waits_and_is_told_so_in_the_page(tmp_path):
    async def story():
        async with serving(most=1) as server, visiting(server) as first:
            await sees(first, b"specdeck")
            async with visiting(server) as second, visiting(server) as third:
                await sees(second, b"number 1 in the queue")
                await sees(third, b"number 2 in the queue")
                assert len(states(tmp_path)) == 1
                await second.close()
                await sees(third, b"number 1 in the queue")
                await first.close()
                await sees(third, b"Chat")

    asyncio.run(story())


def test_a_server_that_ends_gives_nobody_a_place(monkeypatch):
    started, start = [], web_server.Visitor._open_app_process

    async def count(self, *size):
        started.append(await start(self, *size))
        return started[-1]

    monkeypatch.setattr(web_server.Visitor, "_open_app_process", count)

    async def story():
        async with serving(most=1) as server, visiting(server) as first, visiting(server) as second:
            await sees(second, b"number 1 in the queue")
            os.kill(os.getpid(), signal.SIGINT)
            assert (await closing(first)).type in web_server.OVER and (await closing(second)).type in web_server.OVER

    asyncio.run(story())
    assert len(started) == 1 and started[0].returncode is not None


def test_a_thousand_connections_start_no_more_processes_than_there_are_places(tmp_path, monkeypatch):
    monkeypatch.setattr(web_server, "QUEUE", 20)

    async def story():
        async with serving(most=1) as server, aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            held = []

            async def connect() -> int:
                try:
                    held.append(await session.ws_connect(f"http://127.0.0.1:{server.port}/ws?token={server.token}"))
                except aiohttp.WSServerHandshakeError as refused:
                    return refused.status
                return 101

            for _ in range(10):
                found = await asyncio.gather(*(connect() for _ in range(100)))
            assert set(found) == {503} and len(server._queue) == 20 and len(states(tmp_path)) == 1

    asyncio.run(story())


def test_what_no_page_sends_ends_that_visit_alone(tmp_path, monkeypatch):
    async def nothing(self, width, height):
        pass

    async def story():
        async with serving() as server, visiting(server) as other:
            await sees(other, b"specdeck")
            monkeypatch.setattr(web_server.Visitor, "start", nothing)
            for message in ("{", "[]", "7", '["resize", 7]', '["resize", {"width": "x"}]', '["stdin", 7]', '["stdin"]', '["deliver_chunk_request"]', "x" * (web_server.MESSAGE + 1)):
                async with visiting(server) as socket:
                    await socket.send_str(message)
                    if "deliver" not in message:  # that is taken for nothing
                        assert (await closing(socket)).type in web_server.OVER
            await until(lambda: len(states(tmp_path)) == 1)
            await other.send_json(["stdin", "\x1bOS"])  # F4
            await sees(other, b"Lesson")

    asyncio.run(story())


def test_a_screen_has_bounds():
    assert _size({"width": 10**9, "height": 10**9}) == MOST and _size({"width": "-1", "height": 0}) == LEAST and _size({}) == (80, 24)


HERE, DECK = "127.0.0.1:{port}", "deck.example:{port}"
OURS = [{}, {"Origin": f"http://{HERE}"}, {"Origin": "http://localhost:{port}"}]
THEIRS = [
    {"Origin": origin} for origin in ("null", "file://", "data:", "", "garbage", "http://", "http://[", "http://evil.example", "http://127.0.0.1:1", f"ftp://{HERE}", f"http://{HERE}@evil.example")
] + [{"Host": ""}, {"Host": "", "Origin": "null"}]  # fmt: skip
PLACES = [
    *((config.LOCAL, headers, 101) for headers in OURS),
    *((kind, headers, 403) for kind in (config.LOCAL, config.GUEST) for headers in THEIRS),
    (config.LOCAL, {"Host": "evil.example:{port}", "Origin": "http://evil.example:{port}"}, 403),  # a name of theirs that leads here
    (config.GUEST, {"Host": DECK, "Origin": f"http://{DECK}"}, 101),
    (config.GUEST, {"Host": "deck.example:443", "Origin": "https://deck.example"}, 101),  # browsers leave the usual port out
]


@pytest.mark.parametrize("kind, headers, status", PLACES)
def test_a_page_of_another_site_cannot_act_for_the_person_who_looks_at_it(kind, headers, status, nobody_starts):
    async def story():
        async with serving(kind, token="") as server:
            assert await status_of(server, "ws", headers) == status and await status_of(server, "ws?token=old", headers) == status

    asyncio.run(story())


@pytest.mark.parametrize("kind", [config.LOCAL, config.GUEST])
def test_nobody_gets_in_without_the_token_of_the_address_that_is_printed(kind, nobody_starts):
    async def story():
        async with serving(kind) as server, aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True)) as browser:
            for place in ("", "?token=", "?token=x", "ws", "ws?token=%C3%A9", "static/js/textual.js", "download/x"):
                assert await status_of(server, place) == 403, place
            assert await status_of(server, "ws", {"Cookie": f"specdeck-{server.port}=x"}) == 403
            assert await status_of(server, "ws", {"Origin": "null", "Cookie": f"specdeck-{server.port}={server.token}"}) == 403
            async with browser.get(server.address) as page:
                assert page.status == 200 and "token" not in str(page.url) and server.token not in await page.text()
            (cookie,) = browser.cookie_jar
            assert cookie["httponly"] and cookie["samesite"] == "Lax"
            async with browser.ws_connect(f"http://127.0.0.1:{server.port}/ws"):
                pass

    asyncio.run(story())


def test_a_size_that_is_none_is_answered(nobody_starts):
    async def story():
        async with serving(token="") as server:
            for query in ("width=abc", "height=", "width=1e3"):
                assert await status_of(server, f"ws?{query}") == 400

    asyncio.run(story())


@pytest.fixture
def nobody_starts(monkeypatch):
    """Visits end as they begin: nothing but the door is looked at."""

    async def nothing(self, width, height):
        raise ConnectionError

    monkeypatch.setattr(web_server.Visitor, "start", nothing)


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


@pytest.mark.long
def test_a_killed_server_leaves_neither_processes_nor_state(tmp_path):
    async def story():
        server = await asyncio.create_subprocess_exec(sys.executable, "-m", "specdeck", "web", "--port", "0", "--lesson", "--no-token", cwd=ROOT, stdout=subprocess.PIPE)
        line = (await server.stdout.readline()).decode()
        async with aiohttp.ClientSession() as session, session.ws_connect(f"{line.split()[3]}/ws") as socket:
            await sees(socket, b"Lesson")
            await sees(socket, b"of 14")
            assert len(states(tmp_path)) == 1
            server.kill()
            await server.wait()
            server._transport.close()
            await until(lambda: not states(tmp_path))

    asyncio.run(story())


def test_guests_are_those_from_beyond_this_machine(cli, monkeypatch):
    assert all(map(is_here, ("127.0.0.1", "127.8.8.8", "::1", "localhost"))) and not any(map(is_here, ("0.0.0.0", "192.0.2.2", "::", "deck.example")))
    made, tokens = [], []

    async def serve(self):
        made.append((self._kind, self._words))
        tokens.append(self.token)
        return 0

    monkeypatch.setattr(WebServer, "serve", serve)
    for words in ([], ["--host", "0.0.0.0"], ["--public-url", "https://deck.example"], ["--public-url", "http://localhost:80", "--lesson", "-k", "2"]):
        assert cli("web", *words).code == 0
    assert made == [(config.LOCAL, []), (config.GUEST, []), (config.GUEST, []), (config.LOCAL, ["-k", "2", "--lesson"])]
    assert len(set(tokens)) == 4 and min(map(len, tokens)) > 20 and cli("web", "--no-token").code == 0 and tokens[-1] == ""
    del made[:]
    for words in (["--host", ""], ["--host", "", "--public-url", "http://localhost:80"]):  # a variable that is not set; it would be every network
        done = cli("web", *words)
        assert (done.code, done.out) == (2, "") and done.err == "specdeck: host is empty: name the address to listen on, or leave it out\n"
    assert made == []


def test_a_guest_gets_nothing_of_the_hosts_environment(monkeypatch, tmp_path):
    for name in ("SPECDECK_MEMORY", "HF_TOKEN", "SPECDECK_DEBUG"):
        monkeypatch.setenv(name, "x")
    server = WebServer([], config.GUEST, "0.0.0.0", 0, "", 1, "")
    for kind, kept in ((config.GUEST, False), (config.LOCAL, True)):
        visitor = web_server.Visitor([], kind, aiohttp.web.WebSocketResponse(), server)
        found = visitor._build_environment()
        assert all((name in found) is kept for name in ("SPECDECK_MEMORY", "HF_TOKEN", "SPECDECK_DEBUG"))
        assert found["SPECDECK_VISITOR"] == kind and found["SPECDECK_STATE_DIR"] == str(visitor.state) and served(found)
        assert (found.get("HF_HUB_OFFLINE") == "1") is not kept


@pytest.mark.parametrize("words, said", [
    (["--visitors", "0"], "visitors must be at least 1, not 0"),
    (["--port", "99999"], "port must be from 0 to 65535, not 99999"),
    (["--public-url", "deck.example"], "public-url must begin with http:// or https:// and name a host, not 'deck.example'"),
    (["--public-url", "http://[::1"], "public-url must begin with http:// or https:// and name a host, not 'http://[::1'"),
    (["--drafter", "nothing"], "drafter 'nothing' is unknown"),
    (["--rule", "nonsense"], "rule 'nonsense' is unknown"),
    (["-k", "999"], "k must be"),
    (["--nonsense"], "unrecognized arguments: --nonsense"),
    (["--host", "192.0.2.77"], "cannot be listened on"),
])  # fmt: skip
def test_what_cannot_be_served_is_refused_in_a_line(cli, words, said):
    outcome = cli("web", *words)
    assert outcome.code in (1, 2) and said in outcome.err and len(outcome.err.splitlines()) == 1


def test_another_port_is_advised_where_this_one_is_taken_alone(cli):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "cannot be listened on" in (said := cli("web", "--port", str(taken.getsockname()[1])).err) and "--port 0 takes a free port" in said
    assert "--port" not in cli("web", "--host", "192.0.2.77").err


def test_without_the_extra_a_line_says_how_it_is_installed(cli, monkeypatch):
    monkeypatch.setattr("specdeck.commands.web.find_spec", lambda name: None)
    outcome = cli("web")
    assert outcome.code == 1 and "pip install 'textual-serve" in outcome.err


@pytest.mark.long
@pytest.mark.skipif(not chromium.PATH, reason="Chromium is not installed")
def test_a_reply_in_chromium_its_colours_mouse_copy_paste_download_and_resize(tmp_path):
    downloads = tmp_path / "downloads"
    downloads.mkdir()

    async def story():
        async with serving(config.GUEST) as server, chromium.opened(downloads) as page:
            await page.call("Page.navigate", url=server.address)
            await page.sees("RECORDING")
            await page.type(" ")
            await page.sees("ready")
            await page.type("Repeat exactly: the blue door")  # no click was needed
            await page.press("Enter")
            await page.sees("over the whole reply")
            picture = tmp_path / "reply.png"
            await page.picture(picture)
            assert picture.stat().st_size > 20_000
            await page.mouse(60, 116, "mousePressed", "mouseReleased")
            await page.sees("TOKEN")
            await page.type("y")
            await page.sees("by the browser")
            assert (await page.run("navigator.clipboard.readText()")).strip().lower() == "the blue door"
            await page.type("/save ../tale.md")
            await page.press("Enter")
            await page.sees("without a folder")
            await page.press("u", chromium.CONTROL)
            await page.type("/save tale.md")
            await page.press("Enter")
            await until(lambda: (downloads / "tale.md").exists())
            assert "the blue door" in (downloads / "tale.md").read_text().lower()
            await page.run("document.activeElement.dispatchEvent(new ClipboardEvent('paste', {bubbles: true, clipboardData: (() => {"
                           " const given = new DataTransfer(); given.setData('text/plain', 'über\\nzwei'); return given })()}))")  # fmt: skip
            await page.sees("über")
            await page.resize(700, 480)
            await page.sees("\x1b[20;1H")  # the prompt, in 26 lines
            await page.press("q", chromium.CONTROL)
            await page.until("document.body.classList.contains('-closed')")

    asyncio.run(story())
    assert not states(tmp_path)


def test_a_visitors_memory_is_of_the_pair_that_is_served():
    """Some 180 MB of a process, and the weights in float32 outside a Mac."""
    embedded, target_alone = memory_of_a_visitor(None, ()), memory_of_a_visitor(str(assets.TARGET), ("lookup",))
    both = memory_of_a_visitor(str(assets.TARGET), (str(assets.DRAFTER),))
    assert 200e6 < target_alone < both < embedded < 300e6
    assert memory_of_a_visitor("org/not-on-this-machine", ()) is None


KNOCK = """new Promise(done => { const socket = new WebSocket("ws://127.0.0.1:%d/ws?token=%s")
  socket.onopen = () => { done("in"); socket.close() }; socket.onerror = () => done("out") })"""
FRAME = """new Promise(done => { window.onmessage = message => done(message.data); const frame = document.createElement("iframe")
  frame.sandbox = "allow-scripts"; frame.srcdoc = `<script>%s.then(found => parent.postMessage(found, "*"))</script>`; document.body.append(frame) })"""


@pytest.mark.long
@pytest.mark.skipif(not chromium.PATH, reason="Chromium is not installed")
@pytest.mark.parametrize("token", ["secret", ""])
def test_in_chromium_no_page_but_ours_gets_in(tmp_path, token):
    """From another port, a sandboxed frame and a data: page, in a browser that has the cookie, even where a page knows the token."""

    async def stranger(reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 15\r\nConnection: close\r\n\r\n<body>a</body>\n")
        await writer.drain()
        writer.close()

    async def story():
        async with serving(token=token) as server, chromium.opened(tmp_path) as page, await asyncio.start_server(stranger, "127.0.0.1", 0) as other:
            knock = KNOCK % (server.port, token)

            async def found(place: str, script: str) -> str:
                await page.call("Page.navigate", url=place)
                await page.until("document.readyState == 'complete'")
                return await page.run(script)

            their_port = f"http://127.0.0.1:{other.sockets[0].getsockname()[1]}/"
            before = [await found(place, script) for place, script in ((their_port, knock), (their_port, FRAME % knock), ("data:text/html,<body>", knock))]
            await page.call("Page.navigate", url=server.address)
            await page.sees("RECORDING")
            assert await page.run("location.search + document.cookie") == "" and await page.run(KNOCK % (server.port, token)) == "in"
            page.events.clear()  # what was drawn before says nothing of what is drawn now
            await page.call("Page.reload")  # the cookie is enough
            await page.sees("RECORDING")
            after = [await found(place, script) for place, script in ((their_port, knock), (their_port, FRAME % knock), ("data:text/html,<body>", knock))]
            assert before == after == ["out"] * 3

    asyncio.run(story())
