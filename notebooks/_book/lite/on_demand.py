"""Packages of Pyodide that are fetched when Python first imports them: NumPy, SciPy, pandas, Matplotlib, highspy.

Pyodide loads what a cell imports, but not what a library imports later, on use. Here each package of the lock file can
be found by `find_spec` from the start, and its wheels are fetched by the import itself, as a worker may.
"""

import hashlib
import importlib
import io
import site
import sys
import zipfile
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any

import pyodide_js
from js import XMLHttpRequest

PACKAGES: dict[str, Any] = pyodide_js.lockfile.packages.to_py() if hasattr(pyodide_js.lockfile, "packages") else {}
BY_MODULE = {module: name for name, package in PACKAGES.items() for module in package["imports"]}
"""Which package has a module."""


def install(name: str) -> None:
    """Fetch a package and those that it needs, where they are not there yet."""
    if name in pyodide_js.loadedPackages.to_py():
        return
    for needed in PACKAGES[name]["depends"]:
        install(needed)
    request = XMLHttpRequest.new()
    request.open("GET", PACKAGES[name]["file_name"], False)  # synchronous: an import has to wait
    request.responseType = "arraybuffer"
    request.send()
    content = request.response.to_bytes() if request.status == 200 else b""
    if hashlib.sha256(content).hexdigest() != PACKAGES[name]["sha256"]:
        raise ModuleNotFoundError(f"{PACKAGES[name]['file_name']} could not be fetched: {request.status}", name=name)
    zipfile.ZipFile(io.BytesIO(content)).extractall(site.getsitepackages()[0])
    setattr(pyodide_js.loadedPackages, name, PACKAGES[name]["file_name"])
    importlib.invalidate_caches()


class OnDemand(MetaPathFinder, Loader):
    """Finds the modules of the lock file that are not installed; to load one installs its package."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """The promise of a module; asked after all other finders."""
        return ModuleSpec(name, self, is_package=True) if name in BY_MODULE else None

    def exec_module(self, module: Any) -> None:
        """Install the package, and become its module."""
        install(BY_MODULE[module.__name__])
        found = PathFinder.find_spec(module.__name__)
        if found is None or found.loader is None:
            raise ModuleNotFoundError(f"no module named {module.__name__!r} in its package", name=module.__name__)
        module.__spec__, module.__loader__, module.__file__ = found, found.loader, found.origin
        module.__path__ = found.submodule_search_locations or []
        found.loader.exec_module(module)


sys.meta_path.append(OnDemand())
