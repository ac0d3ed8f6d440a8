"""The section as a whole: empty, theoretical, hostile, older and unknown findings."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from tests.unit.report.diagnostics.conftest import ALONE, calibrations

import probative as pv
from probative.findings import Context
from probative.predictions.fit import Fit
from probative.records import number_from_json
from probative.report.sections.diagnostics import diagnostics_section

HOSTILE = ["<script>alert(1)</script>", '"onload="alert(1)', "\u202egnp.exe", "木" * 60, "a" * 5000, "", "'; & <b>"]


def test_nothing_to_show() -> None:
    assert diagnostics_section(pv.Findings("classification", 3, 0.95, {})) == ""
    assert diagnostics_section(pv.Findings.of()) == ""


def test_theory_is_a_page_by_itself(page: Any, task: Any, permuted: Any, zero_one: Any) -> None:
    from sklearn.linear_model import LinearRegression

    exact = pv.bias_variance(LinearRegression(), task=task, n=5)
    shown = page(pv.Findings.of(exact, zero_one, permuted))
    heads = [h.words for h in shown.tree.all("h3")]
    assert heads == [
        "Bias and variance 1 of LinearRegression",
        "Bias and variance 2 of DecisionTreeClassifier",
        "Permutation test of GaussianNB",
    ]
    sentence = "Real tasks do not come with a known p(x, y), so the risk there is only ever estimated."
    assert shown.tree.words.startswith(sentence)
    assert shown.tree.words.count(sentence) == 1
    assert "bias² and variance are exact, for noise of any shape" in shown.tree.words


def test_the_sentence_about_known_truth_also_stands_among_models(page: Any, classified: pv.Findings, task: Any) -> None:
    from sklearn.linear_model import LinearRegression

    exact = pv.bias_variance(LinearRegression(), task=task, n=5)
    assert page(classified.adding(exact)).tree.words.count("only ever estimated") == 1
    assert "only ever estimated" not in page(classified).tree.words


def test_unknown_kinds_are_named_and_comparisons_left_to_others(page: Any) -> None:
    odd = ({"kind": "<i>crystal</i>"}, {"kind": "comparison", "measure": "secret", "better": "higher"}, {})
    shown = page(pv.Findings("theory", 0, 0.95, {}, diagnostics=odd))
    assert [h.words for h in shown.tree.all("h3")] == ["<i>crystal</i>", "None"]
    assert shown.tree.words.count("This release cannot draw a result of this kind.") == 2
    assert "secret" not in shown.html


@pytest.mark.parametrize("word", HOSTILE)
def test_hostile_words_stay_words(
    page: Any, classified: pv.Findings, regressed: pv.Findings, permuted: Any, word: str
) -> None:
    test = permuted.to_dict() | {"measure": word, "notes": [word]}
    about = Context(permutation={word: test}, fit_seconds={word: 1.0}, failed=(Fit(word, 0, 0, 9, 1, 0, error=word),))
    lines = {"bias": [1.0], word: [2.0], "total": [3.0]}
    sweep = {"kind": "sweep", "by": word, "steps": [word], "best": word, "terms": lines, "parts": ["bias", word]}
    sweep |= {"loss": word, "method": word, "definition": word, "notes": [word], "table": word, "total": "total"}
    table = {"equation": f"total = bias + {word}", "definition": word, "means": {"bias": 1, "total": 1}, "values": {}}
    parts = {"kind": "bias-variance", "tables": {word: table}, "loss": word, "method": word, "seed": word}
    chosen = {"kind": "selection", "criterion": word, "plan": word, "chosen": [{word: word}], "better": word}
    chosen |= {"candidates": [{"parameters": {word: word}, "selection_score_optimistic": 1.0}]}
    told = (sweep, parts, chosen, {"kind": word})
    models = {word: classified.models["bayes"], "other": regressed.models["line"]}
    for model in models.values():
        shown = page(replace(classified, models={word: model}, about=about, diagnostics=told, **ALONE))
        allowed = {"script", "b", "i"}
        assert not allowed & {node.tag for node in shown.tree.below()}
        assert not any(name.startswith("on") for node in shown.tree.below() for name in node.attributes)
        assert "\u202e" not in "".join(t.words for t in shown.tree.all("text"))


def test_older_findings_are_drawn_as_far_as_they_go(page: Any, classified: pv.Findings) -> None:
    plain = json.loads(classified.to_json())
    for model in plain["models"].values():
        model["calibration"] = None
        for later in ("outline", "decision_curve", "errors", "resampling", "decisions"):
            model.pop(later, None)
    plain.pop("diagnostics")
    plain["about"] = {}
    assert page(pv.Findings.from_dict(plain)).html == ""


@pytest.mark.parametrize("gap", [None, "inf", "-inf"])
def test_missing_and_infinite_values_are_left_out(page: Any, classified: pv.Findings, zero_one: Any, gap: Any) -> None:
    curve = {name: [gap, 0.5] for name in ("predicted", "observed", "low", "high", "n")}
    model = replace(classified.models["bayes"], calibration=curve)
    parts = pv.Findings.of(zero_one).diagnostics[0]
    parts = json.loads(json.dumps(parts))
    for table in parts["tables"].values():
        table["means"] = dict.fromkeys(table["means"], gap)
        table["standard_error"] = gap
    lines = {name: [gap, 1.0] for name in ("bias", "variance", "total")}
    sweep = {"kind": "sweep", "by": "n", "steps": [1, 2], "best": 2, "terms": lines, "parts": ["bias", "variance"]}
    sweep |= {"total": "total", "standard_errors": [gap, 0.1]}
    about = Context(fit_seconds={"bayes": number_from_json(gap)})
    odd = replace(classified, models={"bayes": model}, about=about, diagnostics=(parts, sweep), **ALONE)
    shown = page(odd)
    assert len(calibrations(odd).chart("Calibration").marks(0)) == 1
    drawn = "".join(node.attributes.get("d", "") for node in shown.tree.all("path"))
    assert "nan" not in drawn
    assert "inf" not in drawn
    assert len(shown.chart("Bias and variance over").points("interval")) == 1
