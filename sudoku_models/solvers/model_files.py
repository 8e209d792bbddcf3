"""Models from files in the MPS and LP formats, read by HiGHS and made into records in one pass.

HiGHS's reader warns where it leaves something out, reads some damaged files without an end, and says little about where
a file is wrong. So it runs in a worker process with a time limit, what it would leave out is an error, and the line is
looked for here. A row that only lists numbers, such as a second objective (a further N row), constrains nothing, and is
not part of the model.

Sources: https://ergo-code.github.io/HiGHS/stable/formats/; https://lpsolve.sourceforge.net/5.5/mps-format.htm
"""

import gzip
import os
import re
import tempfile
from importlib.util import find_spec
from itertools import pairwise
from math import inf, isfinite, isnan
from pathlib import Path
from typing import Any, NamedTuple

from ..backends import Linear, Objective, PlainModel, Term
from ..backends.files import CONSTANT
from ..backends.natives import different
from ..errors import InputError, NotInstalledError, UnsupportedError, WorkerError
from ..runtime import platform
from ..runtime.interrupts import garbage_collection_paused
from .separate import can_separate, idle_worker

ENDS = {".mps": b"ENDATA", ".lp": b"END"}
"""The formats, and the last line of each."""
LARGEST_FILE = 512 * 1024**2
"""The largest size of a file in bytes, after it was decompressed."""
SECONDS, SECONDS_PER_MEGABYTE = 20.0, 2.0
"""The time in which HiGHS must have read a file; it takes 0.1 seconds for a megabyte."""
ALLOWED = ("values summed", "repeated variable", "explicit zero", "inconsistent bounds")
"""Parts of warnings after which the model is the one that the file states."""
WRONG_FORMAT = {
    ".mps": "it does not follow the format",
    ".lp": "it does not follow the format, in which a row has variables on the left and one number on the right, and "
    "no variable is called as a keyword, such as end or free",
}
HAS_SPACES = "names with spaces"
"""What HiGHS says of a file in fixed columns."""
NAMES, SPACE = ((4, 12), (14, 22), (39, 47)), b"\x1f"
"""Where names stand in fixed columns, and what a space in a name is written as."""
PULP_MAXIMISES = b"*SENSE:Maximize"
"""The comment with which a file of PuLP begins that is to be maximised; there is nothing else in it that says so."""
NOT_A_KIND = {2: "semi-continuous", 3: "semi-integer"}
"""Kinds of columns of HiGHS that no solver here takes."""
HUGE_BOUND = re.compile(rb"(?m)^([ \t]+)([UL])I([ \t]+\S+[ \t]+)(\S+)(?=[ \t]+-?\d+E\+?[2-9]\d[ \t\r]*$)")
INFINITE = {b"U": b"UP", b"L": b"LO"}
"""Pyomo writes UI with 10E20 for an integer without an upper bound. HiGHS refuses that, and takes UP for infinite."""

COMMENT = re.compile(rb"[*$](?<!\S.)[^\n]*")
LAST = re.compile(rb"(\S+)[ \t\r]*\n")
MIDDLE = re.compile(rb"\n[ \t]*\S+[ \t]+\S+[ \t]+(\S+)[ \t]+\S+[ \t]+\S+[ \t\r]*(?=\n)")
BOUND = re.compile(rb"\n[ \t]*(?:UP|LO|FX|UI|LI|SC|SI)[ \t][^\n]*?(\S+)[ \t\r]*(?=\n)")
NUMBERS = {b"COLUMNS": (LAST, MIDDLE), b"RHS": (LAST, MIDDLE), b"RANGES": (LAST, MIDDLE), b"BOUNDS": (BOUND,)}
"""Where the numbers stand in the lines of each section of an MPS file."""


class _Columns(NamedTuple):
    """What HiGHS has read, as arrays and lists.

    Attributes:
        names, row_names: The names of the columns and the rows; none where the file has none, or one occurs twice.
        lower, upper, cost, kinds: Of the columns.
        row_lower, row_upper: The sides of the rows.
        starts, columns, coefficients: The matrix in compressed rows.
        constant, sign: Of the objective; the sign is -1 when it is maximised.
        quadratic: The number of columns with quadratic costs.
    """

    names: list[str]
    row_names: list[str]
    lower: Any
    upper: Any
    cost: Any
    kinds: Any
    row_lower: Any
    row_upper: Any
    starts: Any
    columns: Any
    coefficients: Any
    constant: float
    sign: int
    quadratic: int


def read_model(path: str | os.PathLike[str]) -> PlainModel:
    r"""The model in a file.

    Args:
        path: The file. Its name ends with ".mps" or ".lp"; after that, ".gz" says that it is compressed.

    Returns:
        The columns, the rows as records, and the objective. What has no name in the file gets one.

    Raises:
        InputError: When the file cannot be read, is damaged, or has a part that is not supported.
        UnsupportedError: In a browser tab, where HiGHS has no reader.

    >>> text = "min\n 3 x + y\nst\n limit: x + y >= 4\ngeneral\n x\nend"
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "small.lp")
    ...     _ = file.write_text(text)
    ...     print(read_model(file).text())
    x in 0..inf
    y in [0, inf]
    limit: 4 <= x + y
    """
    if find_spec("highspy") is None and not platform.can(platform.PROCESSES):
        raise UnsupportedError("files are read by HiGHS, which has no reader here; state the model with PuLP or Pyomo")
    NotInstalledError.check("reading a model from a file", "highspy")
    path = Path(path)
    suffix, text = _text_of(path)
    with tempfile.TemporaryDirectory(prefix="sudoku-models-", ignore_cleanup_errors=True) as folder:
        file = Path(folder, f"model{suffix}")
        found, log = _asked(file, path, text)
        if HAS_SPACES in log:
            text = _with_joined_names(text)
            found, log = _asked(file, path, text)
    try:
        _check(found, log, path, suffix, text)
    except InputError as error:
        raise InputError(str(error).replace(SPACE.decode(), " ")) from None
    huge = HUGE_BOUND.findall(text) if suffix == ".mps" else []
    assert found is not None
    column = {name: k for k, name in enumerate(found.names)} if huge else {}
    found.kinds[[column[name.decode()] for *_, name in huge]] = 1
    if text.startswith(PULP_MAXIMISES) and found.sign == 1:
        found = found._replace(sign=-1)
    with garbage_collection_paused():
        return _model_of(_with_constant(found), path)


def _text_of(path: Path) -> tuple[str, bytes]:
    """The format of a file, and its text.

    Raises:
        InputError: When it cannot be read, is too large, or no text.
    """
    is_compressed = path.suffix.lower() == ".gz"
    suffix = (path.with_suffix("") if is_compressed else path).suffix.lower()
    if suffix not in ENDS:
        raise InputError(f"the name of the file {str(path)!r} must end with .mps or .lp, or .mps.gz or .lp.gz")
    try:
        with gzip.open(path) if is_compressed else path.open("rb") as file:
            text = file.read(LARGEST_FILE + 1)
    except (OSError, EOFError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"the file {str(path)!r} cannot be read: {reason}") from error
    if len(text) > LARGEST_FILE:
        raise InputError(f"the file {str(path)!r} is larger than {LARGEST_FILE // 1024**2} megabytes")
    text = text.removeprefix(b"\xef\xbb\xbf")  # which editors of Windows write
    try:
        text.decode()
        place = text.find(b"\0")
    except UnicodeDecodeError as error:
        place = error.start
    if place >= 0:
        line = text.count(b"\n", 0, place) + 1
        raise InputError(f"line {line} of {str(path)!r} is no text in UTF-8; save the file in UTF-8, or write it anew")
    if not text.strip():
        raise InputError(f"the file {str(path)!r} is empty")
    if not re.search(rb"(?im)(^|\s)" + ENDS[suffix] + rb"\s*$", text[-100_000:]):
        line, end = text.rstrip().count(b"\n") + 1, ENDS[suffix].decode()
        raise InputError(
            f"{str(path)!r} ends in line {line} without {end}, so a part may be missing; write it anew, or add the line"
        )
    return suffix, text


def _with_joined_names(text: bytes) -> bytes:
    """A file in fixed columns, in whose names spaces are other characters, so that it can be read in the free format.

    HiGHS has another reader for fixed columns, which takes BV, LI and UI bounds for none, and knows no OBJSENSE.
    """
    lines = text.split(b"\n")
    for k, line in enumerate(lines):
        for start, end in NAMES if line[:1] == b" " else ():
            name = line[start:end].strip()
            line = line[:start] + line[start:end].replace(name, name.replace(b" ", SPACE)) + line[end:]
        lines[k] = line
    return b"\n".join(lines)


def _asked(file: Path, path: Path, text: bytes) -> tuple[_Columns | None, str]:
    """What HiGHS has read, None when it refuses the file, and what it has said."""
    if file.suffix == ".mps":
        file.write_bytes(HUGE_BOUND.sub(lambda it: it[1] + INFINITE[it[2]] + it[3] + it[4], text))
    else:
        file.write_bytes(text)
    if not can_separate():
        return _read(None, str(file))
    try:
        with idle_worker() as worker:
            limit = SECONDS + SECONDS_PER_MEGABYTE * len(text) / 1e6
            found: tuple[_Columns | None, str] = worker.request(_read, str(file), time_limit=limit)
            return found
    except WorkerError as error:
        raise InputError(
            f"the file {str(path)!r} is damaged: with it HiGHS's reader does not end well ({error})"
        ) from error


def _read(post: Any, file: str) -> tuple[_Columns | None, str]:
    """Read a file with HiGHS; in a worker process, for HiGHS prints some messages."""
    import highspy
    import numpy as np

    highs, log = highspy.Highs(), Path(file).with_suffix(".log")
    log.unlink(missing_ok=True)  # HiGHS would append to it
    highs.setOptionValue("log_to_console", False)
    highs.setOptionValue("log_file", str(log))
    highs.setOptionValue("small_matrix_value", 1e-12)  # it would leave out smaller coefficients
    status = highs.readModel(file)
    highs.setOptionValue("log_file", "")
    said = log.read_text(encoding="utf-8", errors="replace")
    if status == highspy.HighsStatus.kError:
        return None, said
    lp, quadratic = highs.getLp(), highs.getModel().hessian_.dim_
    matrix, width, height = lp.a_matrix_, lp.num_col_, lp.num_row_
    starts, rows = np.array(matrix.start_), np.array(matrix.index_, dtype=np.int64)
    columns = np.repeat(np.arange(width), np.diff(starts)) if width else np.array([], dtype=np.int64)
    order = np.argsort(rows, kind="stable")
    ends = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=height))]) if height else np.array([0])
    kinds = np.array(list(map(int, lp.integrality_)) or [0] * width, dtype=np.int8)
    found = _Columns(
        names=list(lp.col_names_),
        row_names=list(lp.row_names_),
        lower=np.array(lp.col_lower_, dtype=float),
        upper=np.array(lp.col_upper_, dtype=float),
        cost=np.array(lp.col_cost_, dtype=float),
        kinds=kinds,
        row_lower=np.array(lp.row_lower_, dtype=float),
        row_upper=np.array(lp.row_upper_, dtype=float),
        starts=ends,
        columns=columns[order],
        coefficients=np.array(matrix.value_, dtype=float)[order],
        constant=lp.offset_,
        sign=-1 if lp.sense_ == highspy.ObjSense.kMaximize else 1,
        quadratic=quadratic,
    )
    return found, said


def _check(found: _Columns | None, log: str, path: Path, suffix: str, text: bytes) -> None:
    """Refuse what HiGHS has refused or left out, and what no solver here takes.

    Raises:
        InputError: Its message has HiGHS's own words, and the line where they name something.
    """
    messages = [line.strip() for line in log.splitlines()]
    errors = [each.removeprefix("ERROR:").strip() for each in messages if each.startswith("ERROR:")]
    warnings = [each.removeprefix("WARNING:").strip() for each in messages if each.startswith("WARNING:")]
    harmful = [each for each in warnings if not any(part in each for part in ALLOWED)]
    if found is None or harmful:
        reason = next((each for each in [*errors, *harmful] if not each.startswith("Parser error")), "")
        reason = reason or WRONG_FORMAT[suffix]
        raise InputError(f"{_place(reason, text)}{str(path)!r} cannot be read by HiGHS: {reason}")
    if suffix == ".mps":
        _check_numbers(path, text, {name.encode() for name in found.names})
    if not len(found.lower):
        raise InputError(f"{str(path)!r} has no variables; is it a model in the format that its name says?")
    names = found.names or different([""] * len(found.lower))
    for kind, meaning in NOT_A_KIND.items():
        for k in (found.kinds == kind).nonzero()[0][:1]:
            raise InputError(
                f"{str(path)!r}: column {names[k]!r} is {meaning}, which is not supported; write it as a column with a "
                f"lower bound of 0 and a binary that is 1 when it is not 0"
            )
    for k in ((found.lower == 0) & (found.upper < 0)).nonzero()[0][:1]:
        reason = f'"{names[k]}" has the upper bound {found.upper[k]:g} in the BOUNDS section, and no lower bound'
        raise InputError(
            f"{_place(reason, text)}{str(path)!r}: {reason}, which is 0 for HiGHS and minus infinity elsewhere; "
            f"add the one that is meant"
        )
    if suffix == ".mps" and (bounds := text.find(b"\nBOUNDS")) >= 0:  # of an unknown column it makes another one
        first = max(found.columns.max(initial=-1), found.cost.nonzero()[0].max(initial=-1)) + 1
        for name in found.names[first:]:
            if not re.search(rb"(?<!\S)" + re.escape(name.encode()) + rb"(?!\S)", text[:bounds]):
                reason = f'the BOUNDS section has "{name}", which is no column of the COLUMNS section'
                raise InputError(f"{_place(reason, text)}{str(path)!r} cannot be read: {reason}")
    if found.quadratic:
        raise InputError(f"{str(path)!r} has a quadratic objective, which no solver here supports")


def _check_numbers(path: Path, text: bytes, known: set[bytes]) -> None:
    """Check that numbers of an MPS file are numbers: HiGHS takes "1,5" and "1D5" for 1, and "nan" or "abc" for 0.

    Args:
        path, text: The file.
        known: The names of the columns. Where what is no name is a number, no line of the columns is looked at.

    Raises:
        InputError: When one is none; the message has its line.
    """
    if COMMENT.search(text):
        text = COMMENT.sub(b"", text)
    heads = [
        *re.finditer(rb"(?m)^(ROWS|COLUMNS|RHS|RANGES|BOUNDS|[A-Z]{4,})(?=\s)", text),
        re.compile(b"$").search(text),
    ]
    for head, end in pairwise(heads):
        assert head is not None
        assert end is not None
        if head[1] in (b"ROWS", b"COLUMNS"):
            odd = set(text[head.end() : end.start()].split()) - known
            if head[1] == b"ROWS":
                known |= odd
            elif all(map(_is_number, odd - _in_marker_lines(text[head.end() : end.start()]))):
                continue
        for pattern in NUMBERS.get(head[1], ()):
            part = slice(head.end(), end.start())
            found = set(pattern.findall(text, part.start, part.stop))
            bad = {each for each in found if not _is_number(each)} - {b"'INTORG'", b"'INTEND'"}
            for each in pattern.finditer(text, part.start, part.stop) if bad else ():
                if each[1] in bad:
                    number = text.count(b"\n", 0, each.start(1)) + 1
                    raise InputError(f"line {number} of {str(path)!r}: {each[1].decode()!r} is no number")


def _in_marker_lines(text: bytes) -> set[bytes]:
    """The words in the lines that begin or end a group of integer columns."""
    words, place = set[bytes](), text.find(b"'MARKER'")
    while place >= 0:
        end = text.find(b"\n", place)
        words.update(text[text.rfind(b"\n", 0, place) + 1 : end].split())
        place = text.find(b"'MARKER'", end)
    return words


def _is_number(text: bytes) -> bool:
    try:
        return not isnan(float(text)) and b"_" not in text
    except ValueError:
        return False


def _place(reason: str, text: bytes) -> str:
    """The line that a message is about, as the beginning of a sentence; empty where it names nothing."""
    names = [each.encode() for each in re.findall(r'"(.+?)"', reason)]
    if not names:
        return ""
    lines, start = text.split(b"\n"), 0
    if section := re.search("(ROWS|COLUMNS|RHS|RANGES|BOUNDS) section", reason):
        head = section[1].encode()
        start = next((k for k, line in enumerate(lines) if line.strip() == head), 0)
    found = [k for k, line in enumerate(lines[start:], start + 1) if all(name in line for name in names)]
    return f"line {found[-1 if 'duplicate' in reason else 0]} of " if found else ""


def _with_constant(found: _Columns) -> _Columns:
    """The same where `backends.files` has written the constant of an objective as the cost of a column that is 1."""
    import numpy as np

    k = found.names.index(CONSTANT) if CONSTANT in found.names else -1
    if k < 0 or not found.lower[k] == found.upper[k] == 1 or found.kinds[k] or (found.columns == k).any():
        return found
    parts: dict[str, Any] = {name: np.delete(getattr(found, name), k) for name in ("lower", "upper", "cost", "kinds")}
    names, columns = found.names[:k] + found.names[k + 1 :], found.columns - (found.columns > k)
    return found._replace(**parts, names=names, columns=columns, constant=found.constant + float(found.cost[k]))


def _model_of(found: _Columns, path: Path) -> PlainModel:
    """The same as records; numbers that are whole become integers."""
    width, height = len(found.lower), len(found.row_lower)
    names = _named(found.names, "x", width)
    labels = _named(found.row_names, "row ", height)
    infinite = abs(found.cost) == inf, found.lower == inf, found.upper == -inf
    for k in _bad(found.cost, found.lower, found.upper, *infinite):
        raise InputError(f"{str(path)!r}: a number of column {names[k]!r} is infinite, or not a number")
    for k in _bad(found.coefficients, abs(found.coefficients) == inf):
        k = int((found.starts <= k).sum()) - 1
        raise InputError(f"{str(path)!r}: a number in row {labels[k]!r} is infinite, or not a number")
    for k in _bad(found.row_lower, found.row_upper, found.row_lower == inf, found.row_upper == -inf):
        raise InputError(f"{str(path)!r}: a side of row {labels[k]!r} is infinite, or not a number")
    if not isfinite(found.constant):
        raise InputError(f"{str(path)!r}: the constant of the objective is infinite, or not a number")
    columns, coefficients, starts = found.columns.tolist(), _whole(found.coefficients), found.starts.tolist()
    sides = zip(_whole(found.row_lower), _whole(found.row_upper), labels, starts, starts[1:], strict=False)
    records: list[Any] = [
        Linear(columns[start:end], coefficients[start:end], low, high, label) for low, high, label, start, end in sides
    ]
    used = found.cost.nonzero()[0].tolist()
    goal = Term(tuple(used), tuple(_whole(found.cost[used])), _whole_number(found.constant))
    objective = Objective.of(goal, found.sign) if used or found.constant else None
    integer = (found.kinds == 1).tolist()
    return PlainModel(names, found.lower.tolist(), found.upper.tolist(), integer, records, objective, name="file")


def _bad(*parts: Any) -> list[int]:
    """The first place where numbers are no numbers, or what must be false is true."""
    return sorted(int(k) for part in parts for k in (part if part.dtype == bool else part != part).nonzero()[0][:1])[:1]


def _named(names: list[str], prefix: str, number: int) -> list[str]:
    """Different names that are not empty."""
    names = [name.replace(SPACE.decode(), " ") for name in names]
    return different(name or f"{prefix}{k}" for k, name in enumerate(names or [""] * number, 1))


def _whole(numbers: Any) -> list[Any]:
    """An array as a list, where what is whole is an int."""
    listed: list[Any] = numbers.tolist()
    for k in ((abs(numbers) < 2**53) & (numbers == numbers.round())).nonzero()[0].tolist():
        listed[k] = int(listed[k])
    return listed


def _whole_number(number: float) -> float:
    return int(number) if abs(number) < 2**53 and number.is_integer() else number
