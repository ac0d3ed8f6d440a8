"""Saved formats are promises: the files of every released version load, render and survive being saved again.

findings-1-*.json are what make_findings.py wrote with probative 0.1.0. Once that is released they are never
rewritten: a new version adds files beside them.
"""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from typing import Any

import pytest

import probative as pv
from probative.errors import BadFormat, ProbativeError, UnreadableFile
from probative.findings import FORMAT
from probative.findings.text import measure_cells
from probative.report import render_html

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("findings-*.json"))
BINARY = HERE / "findings-1-binary.json"

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def content(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def contained(part: Any, whole: Any, place: str = "") -> None:
    """Everything that the file says is still said; newer releases may say more."""
    if isinstance(part, dict):
        for key, value in part.items():
            assert key in whole, f"{place}/{key}"
            contained(value, whole[key], f"{place}/{key}")
    elif isinstance(part, list):
        assert len(part) == len(whole), place
        for i, value in enumerate(part):
            contained(value, whole[i], f"{place}/{i}")
    else:
        assert part == whole, place


def test_every_version_has_files() -> None:
    versions = {content(path)["probative"] for path in FILES}
    assert versions == set(range(1, FORMAT + 1))
    assert {path.stem for path in FILES} >= {f"findings-1-{k}" for k in ("binary", "classes", "regression")}


def test_the_files_hold_everything_that_the_format_can() -> None:
    """What is not in a file is not promised."""
    binary, classes, regression = (content(HERE / f"findings-1-{k}.json") for k in ("binary", "classes", "regression"))
    assert list(binary["models"]) == ["good", "poor"]
    assert binary["slices"]
    assert binary["about"]["costs"]
    assert binary["about"]["weight"]
    assert all(model["roc"] and model["precision_recall"] for model in binary["models"].values())
    assert all(model["classes"] for model in classes["models"].values())
    assert regression["task"] == "regression"
    notes = [note["severity"] for path in FILES for note in content(path)["notes"]]
    assert set(notes) == {"error", "warning", "note"}
    estimates = [e for path in FILES for m in content(path)["models"].values() for e in m["measures"].values()]
    assert any(e["value"] is None and e["why"] for e in estimates)
    assert any(e["value"] == "inf" for e in estimates)


@every_file
def test_a_saved_file_loads(path: Path) -> None:
    plain, found = content(path), pv.Findings.load(path)
    assert found.n == plain["n"]
    assert found.level == plain["level"]
    assert found.positive == plain["positive"]
    assert [note.message for note in found.notes] == [note["message"] for note in plain["notes"]]
    for name, model in plain["models"].items():
        for measure, estimate in model["measures"].items():
            loaded = found.models[name].measures[measure]
            assert loaded.defined == (estimate["value"] is not None)
            assert loaded.level == plain["level"]
            if loaded.defined:
                assert loaded.value == float(estimate["value"])
                assert loaded.method == estimate["method"]
            else:
                assert loaded.why == estimate["why"]


@every_file
def test_a_saved_file_survives_being_saved_again(path: Path, tmp_path: Path) -> None:
    found = pv.Findings.load(path)
    contained(content(path), found.to_dict())
    again = pv.Findings.load(found.save(tmp_path / "again.json"))
    assert again.to_json() == found.to_json()


@every_file
def test_a_saved_file_renders_to_html(path: Path) -> None:
    found = pv.Findings.load(path)
    page = render_html(found)
    assert page.startswith("<!doctype html>")
    assert f"<title>{escape(found.about.title)}</title>" in page
    for text in [*found.models, *(note.message for note in found.notes), *(str(part.value) for part in found.slices)]:
        # Quotation marks need no escape between tags.
        assert escape(text).replace("&#x27;", "'") in page
    whole = page.split("intervals in brackets, each with its method", 1)[1].split("</table>", 1)[0]
    for model in found.models.values():
        for name, estimate in model.measures.items():
            value, interval = measure_cells(estimate)
            # In the measure's own row, value and interval in one cell.
            row = re.split(f"<th scope=row>{name}(?=<)", whole, maxsplit=1)[1].split("<tr", 1)[0]
            cells = [re.sub("<span[^>]*>|</span>", "", cell) for cell in row.split("<td>")[1:]]
            assert any(cell.startswith(f"{value} <i>{interval}</i>") for cell in cells)


@every_file
def test_a_saved_file_renders_to_text(path: Path) -> None:
    found = pv.Findings.load(path)
    title, head, *lines, note = str(found.table()).splitlines()
    assert title == found.headline()
    assert head.split() == ["measure", *found.models, "baseline", "rule"]
    assert note.startswith("Baseline rule: ")
    names = dict.fromkeys(name for model in found.models.values() for name in model.measures)
    assert [line.split()[0] for line in lines] == list(names)
    for name, line in zip(names, lines, strict=True):
        for model in found.models.values():
            assert all(cell in line for cell in measure_cells(model.measures.get(name)))


@every_file
def test_a_file_without_the_parts_that_came_later_loads(path: Path) -> None:
    """Only what DESIGN promises for version 1 is needed: no baseline, no precision-recall, no about."""
    plain = content(path)
    promised = {"threshold", "confusion", "measures", "classes", "roc"}
    del plain["about"], plain["task"]
    plain["models"] = {
        name: {key: value for key, value in model.items() if key in promised} for name, model in plain["models"].items()
    }
    found = pv.Findings.from_dict(plain)
    assert list(found.models) == list(plain["models"])
    assert "<h1>" in render_html(found)


# --- what is refused -------------------------------------------------------------------------------------------------


def changed(**fields: Any) -> str:
    return json.dumps(content(BINARY) | fields)


def with_value(value: Any) -> str:
    plain = content(BINARY)
    plain["models"]["good"]["measures"]["auc"]["value"] = value
    return json.dumps(plain)


REFUSED = {
    "version 2": changed(probative=2),
    "version 99": changed(probative=99),
    "version 0": changed(probative=0),
    "version -1": changed(probative=-1),
    "version true": changed(probative=True),
    "version as text": changed(probative="1"),
    "version 1.5": changed(probative=1.5),
    "no version": json.dumps({k: v for k, v in content(BINARY).items() if k != "probative"}),
    "another kind": changed(kind="gate"),
    "nothing": "",
    "junk": "{{{",
    "half a file": BINARY.read_text(encoding="utf-8")[:5000],
    "a number": "3",
    "null": "null",
    "a list": "[]",
    "another object": '{"name": "package", "version": 1}',
    "only a version": '{"probative": 1}',
    "models that are a list": changed(models=[]),
    "models that are numbers": changed(models={"a": 3}),
    "no rows": json.dumps({k: v for k, v in content(BINARY).items() if k != "n"}),
    "no level": json.dumps({k: v for k, v in content(BINARY).items() if k != "level"}),
    "level as text": changed(level="high"),
    "rows as text": changed(n="many"),
    "a value as text": with_value("good"),
    "a value as list": with_value([0.5]),
    "notes as text": changed(notes=["careful"]),
    "endless nesting": "[" * 100_000,
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_json_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / "findings.json"
    path.write_text(REFUSED[name], encoding="utf-8")
    with pytest.raises(BadFormat):
        pv.Findings.load(path)


def test_a_newer_version_is_named_with_the_remedy(tmp_path: Path) -> None:
    path = tmp_path / "findings.json"
    path.write_text(REFUSED["version 2"], encoding="utf-8")
    with pytest.raises(BadFormat) as caught:
        pv.Findings.load(path)
    assert "version 2" in str(caught.value)
    assert caught.value.remedy == "upgrade probative"


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n\x00\xff", b"\xff\xfe{\x00}\x00", b"\x00" * 100, b"PAR1\x15\x04"])
def test_binary_files_are_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "findings.json"
    path.write_bytes(data)
    with pytest.raises(BadFormat):
        pv.Findings.load(path)


@pytest.mark.parametrize("name", ["none.json", ".", "a\0b.json"], ids=["missing", "folder", "null character"])
def test_what_cannot_be_opened_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile) as caught:
        pv.Findings.load(tmp_path / name)
    assert "cannot be opened" in str(caught.value)


def test_every_refusal_is_one_of_ours() -> None:
    """Handed in as values, not as a file, junk is refused just as well."""
    for plain in (None, 3, [], {}, {"probative": 1}, {"probative": 1, "models": {}}, {"probative": 1, "models": []}):
        with pytest.raises(ProbativeError):
            pv.Findings.from_dict(plain)  # type: ignore[arg-type]


def test_a_severity_that_we_do_not_know_is_refused_or_shown() -> None:
    note = {"code": "x", "severity": "fatal", "requirement": "R1", "message": "All is lost.", "remedy": "r"}
    try:
        found = pv.Findings.from_dict(content(BINARY) | {"notes": [note]})
    except BadFormat:
        return
    assert "All is lost." in render_html(found)


def test_a_run_saved_while_its_origin_was_a_mere_mapping_loads_with_all_it_said(tmp_path: Path) -> None:
    """run-1 was written by probative 0.1.0; a run saved again says the same."""
    old = pv.read(HERE / "run-1")
    for said in (old, pv.Predictions.load(old.save(tmp_path / "predictions.parquet"))):
        known = said.about
        assert (known.plan, known.seed, known.target, known.baseline, said.n) == ("2x3-fold", 0, "y", "baseline", 40)
        assert known.scheme is not None
        assert (known.scheme.kind, known.scheme.repeats, known.scheme.splits) == ("k-fold", 2, 6)
        assert sum(known.facts.classes.values()) == 40
        assert set(known.software) >= {"probative", "python", "numpy", "scipy", "scikit-learn"}
        assert list(known.models) == list(known.scored) == list(said.by_model) == ["baseline", "logistic"]
        assert known.permutation["logistic"]["permutations"] == 5
        assert known.guesses[1] == "numbers: x, w"
        assert len(said.fits) == 12
    assert pv.evaluate(old).about.baseline == "baseline"
