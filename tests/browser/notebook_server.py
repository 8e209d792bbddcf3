"""JupyterLab for a test: a server of its own."""

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import sudoku_models as sm

__all__ = ["JupyterLab"]


class JupyterLab:
    """A JupyterLab of its own, that reads and writes nothing of the user's."""

    def __init__(self, home: Path) -> None:
        self.home, self.token = home, secrets.token_hex()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        quiet = home / "settings" / "@jupyterlab" / "apputils-extension"
        quiet.mkdir(parents=True)
        (quiet / "notification.jupyterlab-settings").write_text(
            json.dumps({"fetchNews": "false", "checkForUpdates": False})
        )

    def __enter__(self) -> tuple[str, str]:
        names = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
        environment = {**os.environ, **{name: str(self.home / name.lower()) for name in names}}
        environment["PYTHONPATH"] = str(Path(sm.__file__).parents[1])
        options = {
            "ServerApp.ip": "127.0.0.1",
            "ServerApp.port": self.port,
            "ServerApp.port_retries": 0,
            "ServerApp.root_dir": self.home,
            "IdentityProvider.token": self.token,
            "LabApp.expose_app_in_browser": True,
            "LabServerApp.user_settings_dir": self.home / "settings",
            "LabServerApp.workspaces_dir": self.home / "workspaces",
        }
        command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--log-level=CRITICAL"]
        command += [f"--{name}={value}" for name, value in options.items()]
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        address = f"http://127.0.0.1:{self.port}"
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{address}/api", timeout=60).close()
                return address, self.token
            except OSError:
                assert self.process.poll() is None, "JupyterLab has not started"
                time.sleep(0.1)
        raise AssertionError("JupyterLab does not answer")

    def __exit__(self, *error: object) -> None:
        self.process.terminate()
        self.process.wait(timeout=300)
