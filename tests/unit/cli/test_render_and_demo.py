"""probative render and demo."""

from __future__ import annotations

from pathlib import Path

import pytest

import probative as pv

from .command import run
from .tables import strict_json


def test_render_a_saved_file(folder: Path, tmp_path: Path) -> None:
    path = pv.evaluate(folder / "wide.csv").save(tmp_path / "findings.json")
    done = run("render", path.name, "-o", "report.html", cwd=tmp_path)
    assert done.returncode == 0
    assert (tmp_path / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "accuracy" in done.stdout
    again = run("render", path.name, "--json", "-", cwd=tmp_path)
    assert strict_json(again.stdout) == strict_json(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (None, "UnreadableFile"),
        (b"{", "BadFormat"),
        (b"[]", "BadFormat"),
        (b'{"probative": 2, "models": {}}', "BadFormat"),
        (b"\xff\xfe\x00", "BadFormat"),
    ],
)
def test_render_refuses_what_is_not_findings(content: bytes | None, kind: str, tmp_path: Path) -> None:
    if content is not None:
        (tmp_path / "f.json").write_bytes(content)
    done = run("render", "f.json", "-o", "report.html", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(f"{kind}: ")
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "report.html").exists()


def test_demo(tmp_path: Path) -> None:
    done = run("demo", "--html", "report.html", "--json", "findings.json", cwd=tmp_path)
    assert done.returncode == 0
    assert "569 rows · 2 models · classification · positive: malignant" in done.stdout
    found = strict_json((tmp_path / "findings.json").read_text(encoding="utf-8"))
    assert list(found["models"]) == ["logistic", "knn"]
    assert "guessed" not in done.stdout
    assert (tmp_path / "report.html").stat().st_size > 10_000
