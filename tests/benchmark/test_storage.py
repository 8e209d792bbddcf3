"""A folder of results has one writer, tells damaged files by their names, and loses nothing when it is compacted."""

import os
import signal
import subprocess
import sys
import warnings
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from result_rows import append, compact, files, row

from sudoku_models.benchmark import rows, storage
from sudoku_models.errors import InputError


def seeds(folder: Path) -> list[int]:
    return sorted(rows.read(folder)["seed"])


def test_a_second_run_is_refused_while_another_one_writes(tmp_path: Path) -> None:
    with (
        storage.Writer(tmp_path),
        pytest.raises(InputError, match="another run writes to"),
    ):
        storage.Writer(tmp_path)
    append(tmp_path, [row(0)])


def test_a_writer_that_was_killed_locks_nobody_out(tmp_path: Path) -> None:
    program = """
import sys, time
from pathlib import Path
from sudoku_models.benchmark.storage import Writer
with Writer(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(60)
"""
    run = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert run.stdout
    assert run.stdout.readline() == "locked\n"
    with pytest.raises(InputError, match="another run writes to"):
        storage.Writer(tmp_path)
    run.send_signal(signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)
    run.communicate()
    append(tmp_path, [row(0)])
    assert seeds(tmp_path) == [0]


@cache
def three_files() -> dict[str, bytes]:
    """The name and the content of three files of one row."""
    with TemporaryDirectory() as name:
        for seed in range(3):
            append(Path(name), [row(seed)])
        return {file.name: file.read_bytes() for file in files(Path(name))}


@settings(max_examples=40)
@given(st.data())
def test_a_file_that_was_changed_anywhere_is_left_out_and_named(data: st.DataObject) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "rows").mkdir()
        for file, whole in three_files().items():
            (folder / "rows" / file).write_bytes(whole)
        damaged = data.draw(st.sampled_from(files(folder)))
        content = bytearray(damaged.read_bytes())
        match data.draw(st.sampled_from(["cut", "flipped", "longer", "empty"])):
            case "cut":
                del content[data.draw(st.integers(1, len(content) - 1)) :]
            case "flipped":
                content[data.draw(st.integers(0, len(content) - 1))] ^= 1 << data.draw(st.integers(0, 7))
            case "longer":
                content += b"x"
            case "empty":
                content.clear()
        damaged.write_bytes(content)
        with pytest.warns(UserWarning, match=damaged.name):
            assert len(seeds(folder)) == 2
        with pytest.warns(UserWarning, match=damaged.name):
            assert len(rows.keys(folder)) == 2


def test_foreign_files_are_left_out_and_named_and_a_part_of_a_killed_run_is_ignored(tmp_path: Path) -> None:
    append(tmp_path, [row(0)])
    (tmp_path / "rows" / ".part.parquet.part").write_bytes(b"half of a file")
    assert seeds(tmp_path) == [0]
    (tmp_path / "rows" / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.warns(UserWarning, match=r"1 file of .*notes\.txt"):
        assert seeds(tmp_path) == [0]


def test_compacting_keeps_every_row_and_leaves_one_file(tmp_path: Path) -> None:
    for seed in range(5):
        append(tmp_path, [row(seed, nodes=seed if seed % 2 else None)])
    before = rows.read(tmp_path)
    assert compact(tmp_path) == 1
    assert rows.read(tmp_path).equals(before)
    assert compact(tmp_path) == 1
    append(tmp_path, [row(5)])
    assert seeds(tmp_path) == list(range(6))


def test_compacting_keeps_a_damaged_file_and_names_it(tmp_path: Path) -> None:
    for seed in range(3):
        append(tmp_path, [row(seed)])
    damaged = files(tmp_path)[0]
    damaged.write_bytes(damaged.read_bytes()[:-9])
    with pytest.warns(UserWarning, match=damaged.name):
        assert compact(tmp_path) == 2
    assert damaged.exists()


def test_compacting_that_is_interrupted_loses_and_doubles_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(5):
        append(tmp_path, [row(seed)])
    removed: list[Path] = []

    def unlink(path: Path, missing_ok: bool = False) -> None:
        if path.suffix == ".parquet":
            removed.append(path)
            if len(removed) == 3:
                raise KeyboardInterrupt
        if path.exists():
            os.remove(path)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", unlink)
        with pytest.raises(KeyboardInterrupt):
            compact(tmp_path)
    assert len(files(tmp_path)) == 4
    assert seeds(tmp_path) == [0, 1, 2, 3, 4]
    assert compact(tmp_path) <= 2
    assert seeds(tmp_path) == [0, 1, 2, 3, 4]


def test_a_long_run_writes_few_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr(storage.time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(storage, "SHARE", 0.05)
    with storage.Writer(tmp_path) as writer:
        for seed in range(60):
            clock[0] += 5.0
            writer.add(rows.as_table([row(seed)]))
    assert 30 < len(files(tmp_path)) < 50
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(rows.keys(tmp_path)) == 60


def test_a_file_that_is_kept_beside_the_rows_is_whole_or_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with storage.Writer(tmp_path) as writer:
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", full)
            with pytest.raises(InputError):
                writer.keep("protocol.toml", b"[run]")
        assert {path.name for path in tmp_path.iterdir()} <= {"rows", "running.lock"}
        for content in (b"[run]", b"[other]"):
            writer.keep("protocol.toml", content)
    assert (tmp_path / "protocol.toml").read_bytes() == b"[run]"
