"""The files of lessons as modules: those of the course, and those of a teacher's own folder."""

import sys
import traceback
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from ..errors import InputError, NotInstalledError
from ..runtime.interrupts import import_whole

_inside = Path(__file__).parents[1] / "notebooks"
NOTEBOOKS = _inside if _inside.is_dir() else Path(__file__).parents[2] / "notebooks"
"""The folder of the lessons: inside the installed package, or at the top of a checkout."""
FOLDER = NOTEBOOKS / "exercises"
"""The folder of their files."""

_own: dict[Path, tuple[int, ModuleType]] = {}
"""The modules of a teacher's files, each with the time of the file's last change."""


def load(file: Path) -> ModuleType:
    """The module of a lesson; one of a teacher's own is executed again when the file has changed.

    Raises:
        InputError: When a teacher's own file stops with an error.
        NotInstalledError: When the file needs a library that is not installed.

    >>> load(FOLDER / "lesson_05.py").__name__
    'sudoku_models.course.exercises.lesson_05'
    """
    name = f"{__package__}.exercises.{file.stem}"
    if file.parent == FOLDER:
        return import_whole(name)
    changed = file.stat().st_mtime_ns
    if file in _own and _own[file][0] == changed:
        return _own[file][1]
    spec = spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        missing = NotInstalledError.of(error) if isinstance(error, ModuleNotFoundError) else None
        if missing or isinstance(error, NotInstalledError):
            raise missing or error from None
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
        where = f", in line {lines[-1]}" if lines else ""
        raise InputError(f"{file} cannot be used: {type(error).__name__}: {error}{where}") from error
    _own[file] = changed, module
    return module
