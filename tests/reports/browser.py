# Copyright: (c) 2026, The quorum.kube authors
# GNU General Public License v3.0+ (see LICENSE or https://www.gnu.org/licenses/gpl-3.0.txt)
# SPDX-License-Identifier: GPL-3.0-or-later
"""A headless Chromium, driven through the pipe that it reads commands from (Chrome DevTools Protocol)."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SECONDS = 30
# Chromium reads commands from descriptor 3 and answers on descriptor 4.
STARTER = """
import fcntl, os, sys
ours = [fcntl.fcntl(int(number), fcntl.F_DUPFD, 10) for number in sys.argv[1:3]]
os.dup2(ours[0], 3)
os.dup2(ours[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


def program() -> str | None:
    """The path of a Chromium, or None; CHROMIUM names one that is elsewhere."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


class PageError(AssertionError):
    """What the page's own script said of an expression."""


class Browser:
    """One page of a running browser, and all that it wrote to its console."""

    def __init__(self, write: int, read: int) -> None:
        self._write, self._read = write, read
        self._rest = b""
        self._number = 0
        self.console: list[str] = []
        self.requests: list[str] = []
        target = self._call("Target.createTarget", {"url": "about:blank"})["targetId"]
        attached = self._call("Target.attachToTarget", {"targetId": target, "flatten": True})
        self._session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def open(self, path: Path, width: int = 1280, height: int = 900, dark: bool = False) -> None:
        """Shows a file in a window of that size, and waits until its script has ended."""
        self.console.clear()
        self.requests.clear()
        self.resize(width, height)
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.call("Page.navigate", {"url": path.resolve().as_uri()})
        self.until("document.readyState === 'complete'")

    def resize(self, width: int, height: int) -> None:
        """Gives the page a size as a window or a telephone would."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700}
        self.call("Emulation.setDeviceMetricsOverride", metrics)

    def until(self, expression: str) -> None:
        """Waits until the expression is true."""
        end = time.monotonic() + SECONDS
        while not self.value(expression):
            if time.monotonic() > end:
                raise PageError(f"not true within {SECONDS} s: {expression}; console: {self.console}")
            time.sleep(0.02)

    def value(self, expression: str) -> Any:
        """What an expression of JavaScript is in the page."""
        told = self.call("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in told:
            raise PageError(str(told["exceptionDetails"].get("exception", {}).get("description")))
        return told["result"].get("value")

    def press(self, key: str, code: int, text: str = "") -> None:
        """Presses and releases a key."""
        for kind in ("keyDown", "keyUp"):
            stroke = {"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code}
            self.call("Input.dispatchKeyEvent", {**stroke, **({"text": text} if text and kind == "keyDown" else {})})

    def type(self, text: str) -> None:
        """Types into the element that has the focus."""
        self.call("Input.insertText", {"text": text})

    def point(self, selector: str, index: int = 0) -> None:
        """Moves the pointer onto an element."""
        place = self.value(
            f"(() => {{ const e = document.querySelectorAll({json.dumps(selector)})[{index}]; "
            "e.scrollIntoView({block: 'center', inline: 'nearest'}); const r = e.getBoundingClientRect(); "
            "return [r.x + r.width / 2, r.y + r.height / 2]; })()"
        )
        self.call("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": place[0], "y": place[1]})

    def click(self, selector: str) -> None:
        """Clicks an element."""
        self.value(f"document.querySelector({json.dumps(selector)}).click()")

    def call(self, method: str, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
        """Calls a method of the page."""
        return self._call(method, parameters, self._session)

    def _call(self, method: str, parameters: dict[str, Any] | None = None, session: str = "") -> dict[str, Any]:
        self._number += 1
        number = self._number
        message = {"id": number, "method": method, "params": parameters or {}}
        if session:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            told = self._next()
            if told.get("id") == number:
                if "error" in told:
                    raise PageError(f"{method}: {told['error']['message']}")
                result: dict[str, Any] = told["result"]
                return result
            self._heard(told.get("method", ""), told.get("params", {}))

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            part = os.read(self._read, 1 << 20)
            if not part:
                raise PageError("the browser has ended")
            self._rest += part
        message, _zero, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(message)
        return told

    def _heard(self, method: str, told: dict[str, Any]) -> None:
        if method == "Runtime.consoleAPICalled":
            self.console.append(f"{told['type']}: {[each.get('value') for each in told['args']]}")
        elif method == "Runtime.exceptionThrown":
            self.console.append(f"exception: {told['exceptionDetails'].get('exception', {}).get('description')}")
        elif method == "Log.entryAdded":
            self.console.append(f"{told['entry']['level']}: {told['entry']['text']}")
        elif method == "Network.requestWillBeSent":
            self.requests.append(told["request"]["url"])


@contextlib.contextmanager
def browser(path: str) -> Iterator[Browser]:
    """A browser that ends with the block."""
    to_read, to_write = os.pipe()
    from_read, from_write = os.pipe()

    with tempfile.TemporaryDirectory(prefix="quorum-kube-browser-", ignore_cleanup_errors=True) as profile:
        command = [path, "--headless=new", "--remote-debugging-pipe", f"--user-data-dir={profile}", "--hide-scrollbars"]
        options = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "about:blank"]
        process = subprocess.Popen(
            [sys.executable, "-c", STARTER, str(to_read), str(from_write), *command, *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(to_read, from_write),
        )
        os.close(to_read)
        os.close(from_write)
        try:
            yield Browser(to_write, from_read)
        finally:
            process.terminate()
            process.wait(SECONDS)
            os.close(to_write)
            os.close(from_read)
