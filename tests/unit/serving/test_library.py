"""The library of saved findings: what is found, what is left out, and what cannot be reached."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import probative as pv
from probative.errors import UnreadableFile
from probative.serving import Library

FORMATS = Path(__file__).parents[2] / "formats"


def files(library: Library) -> set[str]:
    return {entry.file for entry in library.shelves()[0]}


def test_every_run_is_listed_once_and_nothing_else(runs: Path) -> None:
    entries, bad = Library(runs).shelves()
    assert {entry.file for entry in entries} == {f"{folder.name}/findings.json" for folder in runs.iterdir()}
    assert bad == []
    tree = next(entry for entry in entries if entry.title == "tree")
    assert (tree.n, tree.models, tree.plan) == (160, ("m",), "5-fold stratified")


def test_findings_of_older_releases_are_listed() -> None:
    entries, bad = Library(FORMATS).shelves()
    assert {entry.file for entry in entries} == {path.name for path in FORMATS.glob("*.json")}
    assert bad == []


def test_what_a_run_keeps_beside_its_findings_is_no_findings(tmp_path: Path) -> None:
    """A checkpoint's manifest and the record of the trainings are ours, but nothing to be shown."""
    from sklearn.naive_bayes import GaussianNB

    x, y = [[i] for i in range(20)], [0, 1] * 10
    said = pv.run(GaussianNB(), x, y, plan="2-fold stratified", checkpoint=tmp_path / "checkpoint")
    said.save(tmp_path / "predictions.parquet")
    pv.evaluate(said).save(tmp_path / "findings.json")
    pv.evaluate(said).save(tmp_path / "report.html")
    (tmp_path / "package.json").write_text('{"name": "somebody else\'s"}')
    (tmp_path / "list.json").write_text("[1, 2]")
    assert {path.name for path in tmp_path.rglob("*.json")} > {"manifest.json", "predictions.fits.json"}
    library = Library(tmp_path)
    assert files(library) == {"findings.json"}
    assert library.shelves()[1] == []


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b'{"probative": 1, "kind": "evalu', "cut off"),
        (b"\xff\xfe\x00", "not JSON"),
        (b"", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"probative": 99, "level": 0.95, "n": 1, "models": {}}', "newer format"),
        (b'{"probative": 1, "level": "high", "n": 1, "models": {}}', "damaged"),
        (b'{"probative": 1, "level": 0.95, "n": 1, "models": [1]}', "damaged"),
        (b'{"probative": 1, "level": 0.95, "n": 1, "models": {}, "about": "a text"}', "damaged"),
    ],
)
def test_damaged_files_are_listed_with_their_reason(shelf: Callable[..., Path], content: bytes, reason: str) -> None:
    folder = shelf("tree")
    (folder / "bad.json").write_bytes(content)
    entries, bad = Library(folder).shelves()
    assert [entry.title for entry in entries] == ["tree"]
    assert [found.file for found in bad] == ["bad.json"]
    assert reason in bad[0].reason
    assert str(folder) not in bad[0].reason


def test_links_that_lead_out_are_not_followed(shelf: Callable[..., Path], runs: Path) -> None:
    folder = shelf("tree")
    (folder / "out.json").symlink_to(runs / "bayes" / "findings.json")
    (folder / "away").symlink_to(runs / "bayes", target_is_directory=True)
    (folder / "loop.json").symlink_to(folder / "loop.json")
    assert files(Library(folder)) == {"tree/findings.json"}


def test_links_within_the_folder_are_followed(shelf: Callable[..., Path]) -> None:
    folder = shelf("tree")
    (folder / "latest.json").symlink_to(folder / "tree" / "findings.json")
    assert files(Library(folder)) == {"tree/findings.json", "latest.json"}


def test_predictions_outside_are_not_beside(shelf: Callable[..., Path], runs: Path) -> None:
    folder = shelf("tree")
    library = Library(folder)
    entry = library.shelves()[0][0]
    assert library.beside(entry, "predictions.parquet") == (folder / "tree" / "predictions.parquet").resolve()
    (folder / "tree" / "predictions.parquet").unlink()
    (folder / "tree" / "predictions.parquet").symlink_to(runs / "tree" / "predictions.parquet")
    assert library.beside(entry, "predictions.parquet") is None
    assert library.beside(entry, "nothing.parquet") is None


def test_hidden_folders_and_pipes_do_not_stop_it(shelf: Callable[..., Path]) -> None:
    folder = shelf("tree")
    (folder / ".cache").mkdir()
    (folder / ".cache" / "findings.json").write_text("{")
    os.mkfifo(folder / "pipe.json")
    entries, bad = Library(folder).shelves()
    assert [entry.title for entry in entries] == ["tree"]
    assert [(found.file, found.reason) for found in bad] == [("pipe.json", "not a regular file")]


def test_files_are_read_again_only_when_they_change(
    shelf: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = shelf("tree", "bayes")
    library = Library(folder)
    first = library.shelves()[0]
    read: list[str] = []
    whole = Path.read_text

    def watched(path: Path, *how: str, **more: str) -> str:
        read.append(path.parent.name)
        return whole(path, *how, **more)

    monkeypatch.setattr(Path, "read_text", watched)
    assert library.shelves()[0] == first
    assert read == []
    plain = json.loads((folder / "tree" / "findings.json").read_bytes())
    plain["about"]["title"] = "another title"
    (folder / "tree" / "findings.json").write_text(json.dumps(plain))
    (folder / "bayes" / "findings.json").unlink()
    assert [entry.title for entry in library.shelves()[0]] == ["another title"]
    assert read == ["tree"]


def test_a_folder_is_needed(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for name in ("file", "nowhere"):
        with pytest.raises(UnreadableFile, match="is not a folder"):
            Library(tmp_path / name)
