"""The process in which an answer is checked: `python -m sudoku_models.course.worker QUESTION REPLY`."""

import faulthandler
import io
import linecache
import pickle
import sys
import traceback
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

PRINTED = 600
"""Characters that are kept of what an answer prints: the last ones."""


class _Tail(io.TextIOBase):
    """Keeps the end of what is written, however much it is."""

    def __init__(self) -> None:
        self.text = ""

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text = (self.text + text)[-PRINTED:]
        return len(text)


def main(question: str, reply: str) -> None:
    """Judge the answer in the file `question`, and leave the verdict in the file `reply`."""
    name, path, parcel = pickle.loads(Path(question).read_bytes())
    sys.path[:] = path
    verdict = _verdict(name, parcel)
    # Written aside and moved, so that a reply is whole or not there.
    Path(reply + ".part").write_bytes(pickle.dumps(verdict))
    Path(reply + ".part").replace(reply)


def _verdict(name: str, parcel: bytes) -> Any:
    from .checking import judge
    from .verdict import Verdict

    tail, sources = _Tail(), {}
    with redirect_stdout(tail), redirect_stderr(tail):
        try:
            exercise, answer, sources = pickle.loads(parcel)
            for file, lines in sources.items():
                linecache.cache[file] = (sum(map(len, lines)), None, lines, file)
            verdict = judge(exercise, answer)
        except BaseException as error:
            said, sentence = _what_went_wrong(error, sources)
            verdict = Verdict(name, said, sentence)  # type: ignore[arg-type]
    if tail.text.strip() and verdict.said == "wrong":
        return Verdict(name, verdict.said, verdict.sentence, verdict.puzzle, verdict.grid, tail.text.strip())
    return verdict


def _what_went_wrong(error: BaseException, sources: dict[str, list[str]]) -> tuple[str, str]:
    """What is said of an exception, and the sentence with the learner's own line."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename in sources]
    if isinstance(error, NotImplementedError) and frames and not str(error):
        return "not yet", "write the body of the function, and run both cells again"
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    what = " ".join(what.split())
    what = what if len(what) < 400 else what[:400] + " ..."
    if isinstance(error, EOFError):
        what = "EOFError: nobody answers input() while it is checked"
    if isinstance(error, SystemExit):
        what = "SystemExit: it ended Python"
    if not frames:
        return "wrong", f"your answer cannot be judged: {what}"
    last = frames[-1]
    named = next((frame.name for frame in reversed(frames) if not frame.name.startswith("<")), last.name)
    line = f": `{last.line.strip()}`" if last.line else ""
    return "wrong", f"your function {named} stopped with {what}, in line {last.lineno} of its cell{line}"


if __name__ == "__main__":
    faulthandler.disable()
    main(*sys.argv[1:])
