"""Firefox for a test, driven over WebDriver BiDi, the protocol that it speaks itself: https://w3c.github.io/webdriver-bidi."""

import base64
import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

import websocket

FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
SECONDS = 120.0
KEYS = {"Escape": "\ue00c", "Enter": "\ue007", "Tab": "\ue004", "Control": "\ue009", "Backspace": "\ue003"}
"""The keys that are no characters, as WebDriver names them."""


class Firefox:
    """A Firefox of its own, with one page."""

    def __init__(self, home: Path, width: int = 1366, height: int = 768) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (home / "user.js").write_text('user_pref("print.enabled", false);')  # nobody would answer the dialogue
        command = [FIREFOX, "--headless", "--no-remote", f"--remote-debugging-port={port}", "--profile", home]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket, self.sent = self._connect(f"ws://127.0.0.1:{port}/session"), 0
        self.command("session.new", capabilities={})
        self.page = self.command("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": width, "height": height}
        self.command("browsingContext.setViewport", context=self.page, viewport=size)

    def _connect(self, address: str) -> websocket.WebSocket:
        until = time.monotonic() + SECONDS
        while True:
            try:
                return websocket.create_connection(address, timeout=SECONDS, suppress_origin=True)
            except OSError:
                assert self.process.poll() is None, "Firefox has not started"
                assert time.monotonic() < until, "Firefox does not answer"
                time.sleep(0.1)

    def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        self.sent += 1
        self.socket.send(json.dumps({"id": self.sent, "method": method, "params": parameters}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.sent:
            pass  # an event
        assert answer["type"] == "success", answer
        found: dict[str, Any] = answer["result"]
        return found

    def open(self, address: str) -> None:
        self.command("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """The value of an expression of JavaScript, as JSON."""
        whole = f"JSON.stringify((({expression})) ?? null)"
        answer = self.command("script.evaluate", expression=whole, target={"context": self.page}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"]["value"])

    def waits(self, condition: str) -> None:
        """Wait until a condition holds."""
        until = time.monotonic() + SECONDS
        while not self.evaluate(f"Boolean({condition})"):
            assert time.monotonic() < until, condition
            time.sleep(0.05)

    def press(self, *keys: str) -> None:
        """Press keys; "Control+z" holds one while the other is pressed."""
        for key in keys:
            names = [KEYS.get(name, name) for name in key.split("+")]
            actions = [{"type": "keyDown", "value": name} for name in names]
            actions += [{"type": "keyUp", "value": name} for name in reversed(names)]
            self._act("key", actions)

    def click(self, selector: str) -> None:
        """Click in the middle of an element."""
        box = f"document.querySelector({json.dumps(selector)}).getBoundingClientRect()"
        x, y = self.evaluate(f"(() => {{ const b = {box}; return [b.x + b.width / 2, b.y + b.height / 2]; }})()")
        move = {"type": "pointerMove", "x": round(x), "y": round(y)}
        self._act("pointer", [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def _act(self, kind: str, actions: list[dict[str, Any]]) -> None:
        source = {"type": kind, "id": kind, "actions": actions}
        self.command("input.performActions", context=self.page, actions=[source])

    def screenshot(self, path: Path) -> None:
        path.write_bytes(base64.b64decode(self.command("browsingContext.captureScreenshot", context=self.page)["data"]))

    def close(self) -> None:
        self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=SECONDS)
