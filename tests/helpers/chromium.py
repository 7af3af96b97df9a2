"""A headless Chromium under a test's hands, over its own debugging protocol."""

from __future__ import annotations

import asyncio
import base64
import os
import shutil
import tempfile
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, AsyncIterator

import aiohttp

PATH = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--remote-debugging-port=0", "--hide-scrollbars",
)  # fmt: skip
TEMPORARY = tempfile.gettempdir()  # for its sockets: a test's own folder under xdist is too long for a socket's path
PATIENCE = 60  # seconds until waiting is given up; nothing is measured
CONTROL = 2


class Page:
    """The one page of a browser. `events`: what the browser told."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
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
        for _ in range(PATIENCE * 5):
            await self.run("0")  # events come with answers
            if text in self.drawn:
                self.events.clear()
                return
            await asyncio.sleep(0.2)
        raise AssertionError(f"{text!r} did not come: {self.drawn[-2000:]!r}")

    async def until(self, script: str) -> Any:
        """Wait until an expression is true; its value."""
        for _ in range(PATIENCE * 5):
            if value := await self.run(script):
                return value
            await asyncio.sleep(0.2)
        raise AssertionError(f"it did not come: {script}")


@asynccontextmanager
async def opened(folder: Path, *flags: str) -> AsyncIterator[Page]:
    """A browser with an empty profile in this folder."""
    assert PATH, "a test asks first"
    temporary = tempfile.mkdtemp(prefix="chromium-", dir=TEMPORARY)
    process = await asyncio.create_subprocess_exec(PATH, *FLAGS, *flags, f"--user-data-dir={folder / 'profile'}", "about:blank", stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL, env=os.environ | {"TMPDIR": temporary})
    try:
        found = folder / "profile/DevToolsActivePort"
        for _ in range(PATIENCE * 5):
            if process.returncode is not None or (found.exists() and "\n" in found.read_text()):
                break
            await asyncio.sleep(0.2)
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
