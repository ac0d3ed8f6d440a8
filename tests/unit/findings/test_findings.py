"""Findings: saved, shown, frozen, refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.errors import BadFormat, UnreadableFile

from ..evaluated import CALLED, GOOD, HALVES, POOR, SITE, TABLE, TRUTH, measures

KINDS = {
    "two models": lambda: pv.evaluate(TABLE, truth="y", by="site", costs=pv.Costs(1, 5), title="Löwe & <Co>"),
    "weighted clusters": lambda: pv.evaluate(TABLE, truth="y", weight="w", groups="patient"),
    "classes": lambda: pv.evaluate(truth=SITE, predicted=np.roll(SITE, 1)),
    "regression": lambda: pv.evaluate(truth=GOOD * 3, predicted=POOR * 3),
    "undefined": lambda: pv.evaluate(truth=[1] * 40, scores=GOOD[:40], threshold=2),
    "infinite": lambda: pv.evaluate(truth=HALVES, scores=1.0 - HALVES, force=True),
}


@pytest.mark.parametrize("kind", KINDS)
def test_findings_survive_being_saved(kind: str, tmp_path: Path) -> None:
    found = KINDS[kind]()
    path = found.save(tmp_path / "findings.json")
    again = pv.Findings.load(path)
    assert again.to_dict() == found.to_dict()
    assert str(again) == str(found)
    assert again.notes == found.notes
    assert again.save(tmp_path / "again.html").read_bytes() == found.save(tmp_path / "report.html").read_bytes()


@pytest.mark.parametrize("kind", KINDS)
def test_json_has_no_nan(kind: str) -> None:
    def refuse(word: str) -> None:
        raise AssertionError(word)

    assert json.loads(KINDS[kind]().to_json(), parse_constant=refuse)["probative"] == 1


def test_an_infinite_loss_is_inf_in_json() -> None:
    found = json.loads(KINDS["infinite"]().to_json())
    assert found["models"]["model"]["measures"]["log_loss"]["value"] == "inf"


@pytest.mark.parametrize("name", ["f.txt", "f", "f.pdf", "f.json.gz"])
def test_findings_are_saved_as_html_or_json_only(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadFormat, match="cannot be saved"):
        pv.evaluate(truth=HALVES, scores=CALLED).save(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_findings_cannot_be_saved_nowhere(tmp_path: Path) -> None:
    with pytest.raises(UnreadableFile, match="cannot be written"):
        pv.evaluate(truth=HALVES, scores=CALLED).save(tmp_path / "none" / "f.json")


def test_findings_are_frozen() -> None:
    found = pv.evaluate(truth=HALVES, scores=CALLED)
    with pytest.raises(AttributeError):
        found.n = 3  # type: ignore[misc]


def test_table_shows_values_and_intervals() -> None:
    """Recall 18 of 20 with Wilson's interval, worked by hand."""
    truth = [1] * 20 + [0] * 20
    found = pv.evaluate(truth=truth, predicted=[1] * 18 + [0] * 22)
    z, p, n = 1.959964, 0.9, 20
    middle, half = p + z * z / (2 * n), z * np.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = ((middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
    lines = str(found.table()).splitlines()
    assert lines[0] == "40 rows · 1 model · classification · positive: 1 · intervals at 95 %"
    line = next(line for line in lines if line.startswith("recall "))
    assert line.split()[1:] == ["0.90", f"[{low:.2f},", f"{high:.2f}]", "0.00"]
    assert str(found).startswith("How good?  model is better than always saying the commonest class: 95.0 % right")


def test_table_has_a_column_per_model_and_says_what_is_undefined() -> None:
    found = pv.evaluate(TABLE, truth="y", threshold=2)
    table = found.table()
    assert table.names == ("measure", "good", "poor", "baseline rule")
    precision = next(row for row in table.shown() if row[0] == "precision")
    assert precision[1:] == ("undefined", "undefined", "undefined")
    assert [row["measure"] for row in table.to_dicts()] == list(measures(found, "good"))


def test_a_million_rows_are_counted_to_the_last() -> None:
    """Counts are exact wherever they are shown."""
    found = pv.evaluate(truth=HALVES, scores=CALLED)
    large = found.to_dict()
    large["n"] = 2_345_678
    large["models"]["model"]["confusion"]["counts"] = [[1_234_567, 0], [0, 1_111_111]]
    again = pv.Findings.from_dict(large)
    assert "2,345,678 rows" in again.headline()
    from probative.report import render_html

    assert "1,234,567" in render_html(again)


def test_an_infinite_value_has_no_question_mark_beside_it() -> None:
    """An interval of which one end does not exist says so in words, or is no interval."""
    line = next(line for line in str(KINDS["infinite"]()).splitlines() if line.startswith("log_loss "))
    assert "∞" in line
    assert "?" not in line


HOSTILE = "<img src=x onerror=alert(1)>\"'&</script>"


def test_notebooks_show_hostile_names_as_text() -> None:
    found = pv.evaluate(truth=TRUTH, scores={HOSTILE: GOOD})
    shown = found._repr_html_()
    assert "&lt;img src=x onerror=alert(1)&gt;&quot;&#x27;&amp;&lt;/script&gt;" in shown
    assert "<img" not in shown
    assert "</script" not in shown
    assert "accuracy" in shown


@pytest.mark.parametrize("field", ["seed", "positive", "level", "n", "task"])
def test_a_hostile_findings_file_is_shown_as_text_or_refused(field: str, tmp_path: Path) -> None:
    """Someone else's findings.json is data, too."""
    plain = pv.evaluate(truth=TRUTH, scores=GOOD).to_dict() | {field: "<script>alert(1)</script>"}
    (tmp_path / "f.json").write_text(json.dumps(plain))
    try:
        found = pv.Findings.load(tmp_path / "f.json")
    except BadFormat:
        return
    page = found.save(tmp_path / "r.html").read_text(encoding="utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


@pytest.mark.parametrize(
    "damage", [{"grid": ["v:AA==", "x:"]}, {"positives": "<script>"}, {"hull": []}, {"span": None}]
)
def test_damaged_outlines_are_refused_when_they_are_read(damage: dict[str, Any]) -> None:
    plain = pv.evaluate(truth=TRUTH, scores=GOOD).to_dict()
    plain["models"]["model"]["outline"] |= damage
    with pytest.raises(BadFormat):
        pv.Findings.from_dict(plain)
