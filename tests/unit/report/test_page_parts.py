"""Parts of the page that are made smaller, or said again elsewhere."""

from __future__ import annotations

import re

import numpy as np

import probative as pv
from probative.curves.packing import lighter, pack, unpack
from probative.pictures import Axis, Chart, Line
from probative.pictures.svg_frame import Frame
from probative.report.page import render_html


def _clustered(costs: pv.Costs | None = None) -> pv.Findings:
    generator = np.random.default_rng(3)
    truth = generator.random(160) < 0.4
    scores = {"a": generator.normal(truth * 1.5, 1), "b": generator.normal(truth * 1.0, 1)}
    return pv.evaluate(truth=truth, scores=scores, threshold=0.5, groups=np.arange(160) // 4, costs=costs)


def test_steps_of_a_path_do_not_drift() -> None:
    """Each corner, added up from rounded steps, is the rounded corner itself."""
    generator = np.random.default_rng(1)
    x, y = np.sort(generator.random(500)), generator.random(500)
    frame = Frame(Chart("steps", Axis.unit("x"), Axis.unit("y"), (Line(x, y),)))
    start, steps = frame.steps(x, y)[1:].split("l")
    walked = np.array(re.findall(r"-?[\d.]+", steps), float).reshape(-1, 2)
    at = np.array(start.split(), float) + np.vstack([[0, 0], np.cumsum(walked, axis=0)])
    wanted = np.array([(frame.x(a), frame.y(b)) for a, b in zip(x, y, strict=True)])
    assert np.abs(at - wanted).max() <= 0.0501


def test_rounded_sums_are_near_and_end_where_they_ended() -> None:
    sums = np.cumsum(np.random.default_rng(2).random(1001) * np.pi)
    packed = pack(sums)
    found = unpack(lighter(packed, float(sums[-1]), 30))
    assert packed.startswith("d:")
    assert len(lighter(packed, float(sums[-1]), 30)) < len(packed) / 2
    assert np.abs(found - sums).max() <= sums[-1] * 2.0**-29


def test_costs_of_clusters_have_an_interval_as_evaluated() -> None:
    """If both errors cost the same, the cost is the share of wrong rows, whose interval is known by cluster."""
    found = _clustered()
    page = render_html(found)
    assert "only as evaluated" not in re.sub(r"<script.*?</script>", "", page, flags=re.S)
    row = re.search(r"<tr data-row=expected_cost>.*?(?=<tr)", page, re.S)
    assert row is not None
    wrong = found.models["a"].measures["error_rate"]
    assert f"{1000 * wrong.low:.0f} to {1000 * wrong.high:.0f}" in row[0]


def test_the_call_that_makes_findings_again_can_be_typed() -> None:
    command = _clustered(pv.Costs(1, 5, 0.25)).about.command
    assert command is not None
    found = re.search(r"costs=(pv\.Costs\(.*?\))", command)
    assert found is not None
    assert eval(found[1], {"pv": pv}) == pv.Costs(1, 5, 0.25)


def test_what_scrolls_sideways_says_so() -> None:
    """The shadow at the edges of a wide table, and papers that cover it at the ends."""
    style = re.search(r"\.wide\{([^}]*)\}", render_html(_clustered()))
    assert style is not None
    assert style[1].count("linear-gradient") == 4
    assert style[1].count("local") == 2


def test_a_tick_is_explained_where_there_is_one() -> None:
    graded = pv.evaluate(values={"A": [1.0, 2.0, 4.0] * 9, "B": [2.0, 2.0, 5.0] * 9}, better="higher")
    sure = pv.evaluate(truth=[1.0, 2.0, 4.0] * 9, predicted=[1.5, 2.0, 3.0] * 9, task="regression")
    told = "Grey tick: the best rule without inputs."
    assert (told in render_html(graded), told in render_html(sure)) == (False, True)
