"""JupyterLab on the folder of a learner."""

import secrets
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..errors import InputError
from .lessons import notebooks_in
from .loading import NOTEBOOKS


def open_lab(folder: Path, port: int | None, ip: str, open_browser: bool, on_ready: Callable[[str, int], None]) -> None:
    """Serve a folder with JupyterLab until Ctrl-C, as root too, and open its first lesson in a browser.

    Args:
        folder: The folder with the lessons.
        port: The port; 0 for any free port, None for the usual one, or another if a program has that.
        ip: The address to listen on: "127.0.0.1" for this machine alone.
        open_browser: Whether to open a browser.
        on_ready: Called with the address of the first lesson and the port when the server is ready.

    Raises:
        InputError: When the port is not available.
        KeyboardInterrupt: After Ctrl-C, when the server and its kernels have ended.
    """
    from jupyterlab.labapp import LabApp

    first, token = notebooks_in(NOTEBOOKS)[0].name, secrets.token_hex(24)
    settings: dict[str, Any] = {
        "LabApp.default_url": f"/lab/tree/{first}",
        "IdentityProvider.token": token,
        "ServerApp.root_dir": folder.resolve(),
        "ServerApp.ip": ip,
        "ServerApp.open_browser": open_browser,
        "ServerApp.allow_root": True,
        "Application.log_level": "ERROR",
    }
    if port is not None:
        settings |= {"ServerApp.port": port, "ServerApp.port_retries": 0}
    try:
        server = LabApp.initialize_server([f"--{name}={value}" for name, value in settings.items()])
    except SystemExit:
        where = "on the usual ports" if port is None else f"on port {port}"
        raise InputError(
            f"JupyterLab cannot listen {where}: name another one with --port, or 0 for any that is free"
        ) from None
    received: list[int] = []

    def stop(number: int, _: Any) -> None:
        if not received:
            server.stop(from_signal=True)
        received.append(number)

    for name in ("SIGTERM", "SIGHUP", "SIGINT"):
        if number := getattr(signal, name, None):
            signal.signal(number, stop)
    address = f"http://127.0.0.1:{server.port}{server.base_url}lab/tree/{first}?token={token}"
    server.io_loop.add_callback(on_ready, address, server.port)  # the server listens from its first callback on
    server.start()
    if signal.SIGINT in received:
        raise KeyboardInterrupt
