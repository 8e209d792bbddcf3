"""JupyterLab as `sudoku-models course start` serves it, used as its page does: files, kernels and cells."""

import json
import os
import signal
import subprocess
import urllib.error
import urllib.request
import uuid
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

from websocket import create_connection

PATIENCE = 300.0
"""Seconds after which something hangs."""


class Lab:
    """A program that serves JupyterLab, from the line with its address to its end."""

    def __init__(self, command: list[str], folder: Path, **of_process: Any) -> None:
        environment = of_process.pop("env", os.environ)
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**environment, "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            **of_process,
        )
        assert self.process.stdout
        self.printed: list[str] = []
        for line in self.process.stdout:
            self.printed.append(line)
            if line.strip().startswith("http://"):
                break
        else:
            raise AssertionError("".join(self.printed))
        address = urlsplit(line.strip())
        self.host, self.port, self.path = address.netloc, address.port, address.path.lstrip("/")
        self.token = address.query.removeprefix("token=")
        self.kernel = ""

    def __enter__(self) -> "Lab":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.end()

    def ask(self, path: str, data: Any = None) -> Any:
        """Ask the server, which answers in JSON."""
        request = urllib.request.Request(
            f"http://{self.host}/{path}",
            None if data is None else json.dumps(data).encode(),
            {"Authorization": f"token {self.token}"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def answers(self) -> bool:
        """Whether something still listens."""
        try:
            return bool(self.ask("api"))
        except urllib.error.URLError:
            return False

    def files(self) -> set[str]:
        """The names of the files in its folder."""
        return {each["name"] for each in self.ask("api/contents")["content"]}

    def first_output_of(self, name: str) -> list[dict[str, Any]]:
        """Run the code cells of a notebook in their order until one has an output."""
        cells = self.ask(f"api/contents/{name}")["content"]["cells"]
        session = {"path": name, "name": name, "type": "notebook", "kernel": {"name": "python3"}}
        self.kernel = self.ask("api/sessions", session)["kernel"]["id"]
        for cell in cells:
            if cell["cell_type"] == "code" and (output := self.run(cell["source"])):
                return output
        return []

    def run(self, source: str) -> list[dict[str, Any]]:
        """Run a cell; its outputs."""
        address = f"ws://{self.host}/api/kernels/{self.kernel}/channels?token={self.token}"
        channels = create_connection(address, timeout=PATIENCE)
        header = {"msg_id": uuid.uuid4().hex, "msg_type": "execute_request", "session": uuid.uuid4().hex}
        header |= {"username": "", "version": "5.3", "date": ""}
        content = {"code": source, "silent": False, "store_history": True, "allow_stdin": False}
        request = {"header": header, "parent_header": {}, "metadata": {}, "content": content, "channel": "shell"}
        channels.send(json.dumps(request))
        outputs = []
        while True:
            message = json.loads(channels.recv())
            if message["parent_header"].get("msg_id") != header["msg_id"]:
                continue
            kind, content = message["header"]["msg_type"], message["content"]
            if kind == "error":
                raise AssertionError("\n".join(content["traceback"]))
            if kind in ("stream", "execute_result", "display_data"):
                outputs.append(content)
            elif kind == "status" and content["execution_state"] == "idle":
                channels.close()
                return outputs

    def end(self) -> int:
        """Press Ctrl-C; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        self.printed.append(rest)
        return self.process.returncode
