"""Text files are parsed once, whatever is asked of them, and leave nothing behind."""

from __future__ import annotations

import gzip
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from probative.sources import kept
from probative.sources.files import open_file
from probative.sources.limits import Limits

ROWS = [(i, i / 8, f"n{i % 3}") for i in range(500)]


def written(path: Path) -> Path:
    if path.suffix == ".jsonl":
        text = "".join(f'{{"i": {i}, "x": {x}, "c": "{c}"}}\n' for i, x, c in ROWS)
    else:
        text = "i,x,c\n" + "".join(f"{i},{x},{c}\n" for i, x, c in ROWS)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.jsonl", "many"])
@pytest.mark.parametrize("in_memory", [0, 2**30])
def test_a_text_is_parsed_once(name: str, in_memory: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "IN_MEMORY", in_memory)
    spill = tmp_path / "spill"
    spill.mkdir()
    path = written(tmp_path / (name if name != "many" else "day-1.csv"))
    source = open_file(path if name != "many" else tmp_path / "day-*.csv", Limits.of("512MB", spill))
    # Whoever parses again, fails: the text is gone.
    path.unlink()
    assert source.rows("SELECT i, x, c FROM predictions") == ROWS
    assert source.size == len(ROWS)
    assert bool(list(spill.rglob("*"))) == (in_memory == 0)
    del source
    assert not list(spill.iterdir())


def test_a_full_disk_leaves_the_text_to_be_read_as_often_as_it_must_be(tmp_path: Path) -> None:
    code = f"""
        import resource
        from pathlib import Path
        from probative.sources import kept
        from probative.sources.files import open_file
        from probative.sources.limits import Limits
        kept.IN_MEMORY = 0
        resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, 1_000))
        source = open_file({str(written(tmp_path / "t.csv"))!r}, Limits.of("512MB", {str(tmp_path)!r}))
        print(source.rows("SELECT sum(i), count(DISTINCT c) FROM predictions"))
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str([(sum(i for i, _, _ in ROWS), 3)])
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]
