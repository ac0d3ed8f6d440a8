"""The scene: where every model stands before anybody moves a slider, and what the script is given."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib import resources
from math import inf, isnan, nan
from typing import Any

import numpy as np
import pytest

import probative as pv
from probative.curves.outline import Outline
from probative.curves.packing import unpack
from probative.errors import BadFormat
from probative.findings import ClassFindings, Confusion
from probative.inference import Estimate
from probative.inference.prevalence import estimate_at
from probative.measurement import placed
from probative.report.charts.kind import ranked
from probative.report.scene import CLUSTERED, Scene, ordered_classes

from .node import ask, call, outline

MEASURES = placed("operating")


def rows(n: int = 300, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.35).astype(int)
    return truth, 1 / (1 + np.exp(-rng.normal(1.8 * truth - 0.9, 1)))


def classes(n: int = 400, seed: int = 1, **columns: Any) -> dict[str, Any]:
    """Three classes of different size and difficulty, with probabilities."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(list("abc"), n, p=[0.25, 0.6, 0.15])
    proba = rng.dirichlet([1, 1, 1], n)
    proba[np.arange(n), ["abc".index(k) for k in truth]] += 0.6
    proba /= proba.sum(axis=1, keepdims=True)
    return {"truth": truth, **{f"proba_{c}": proba[:, i] for i, c in enumerate("abc")}, **columns}


def counted(truth: np.ndarray, called: np.ndarray) -> tuple[float, float, float, float]:
    return tuple(float(((truth == t) & (called == c)).sum()) for t, c in ((1, 1), (1, 0), (0, 1), (0, 0)))


def cells(o: pv.Outcomes) -> tuple[float, float, float, float]:
    return o.tp, o.fn, o.fp, o.tn


def assert_serialisable(scene: Scene) -> dict[str, Any]:
    """The payload as the page reads it."""
    return json.loads(json.dumps(scene.payload(), allow_nan=False))


# --- the first state -------------------------------------------------------------------------------------------------


def test_at_first_models_stand_where_they_were_evaluated():
    truth, scores = rows()
    scene = Scene(pv.evaluate(truth=truth, scores={"one": scores, "two": scores**2}, threshold=0.4))
    assert scene.shown
    assert scene.mode == "evaluated"
    assert (scene.costs.fp, scene.costs.fn, scene.costs.prior) == (1, 1, None)
    for name, values in (("one", scores), ("two", scores**2)):
        assert cells(scene.current(name)) == counted(truth, values >= 0.4)
        assert scene.threshold(name) == 0.4
        assert scene.prevalence(name) == truth.mean()


def test_costs_and_prior_are_those_of_the_evaluation():
    truth, scores = rows()
    costs = pv.Costs(fp=2, fn=9, prior=0.02)
    scene = Scene(pv.evaluate(truth=truth, scores=scores, costs=costs))
    assert (scene.costs.fp, scene.costs.fn, scene.costs.prior) == (2, 9, 0.02)
    payload = assert_serialisable(scene)
    assert payload["costs"] == {"fp": 2, "fn": 9}
    assert payload["prior"] == 0.02
    best = pv.best_threshold(pv.Ladder.from_scores(truth, scores), "cost", costs=costs, replicates=2)
    found = scene.optimum("model")
    assert (scores >= found.threshold).sum() == (scores >= best.threshold).sum()
    assert found.cost == pytest.approx(best.apparent.value)
    made = scene.estimates("model")
    # Where costs were declared the page opens at the cheapest cut.
    called = pv.Ladder.from_scores(truth, scores).at(best.threshold)
    assert list(made) == list(MEASURES)
    for name, estimate in made.items():
        given = {"fp": 2.0, "fn": 9.0} if name == "expected_cost" else {}
        assert estimate == estimate_at(name, called, 0.02, **given)
    assert made["expected_cost"].value == pytest.approx(pv.value("expected_cost", called, fp=2, fn=9, prior=0.02))


@pytest.mark.parametrize("prior", [0, 1, 1.5, "high"])
def test_a_prior_that_no_page_can_show_is_refused_when_it_is_read(prior):
    truth, scores = rows()
    stored = pv.evaluate(truth=truth, scores=scores, costs=pv.Costs(fp=1, fn=3)).to_dict()
    stored["about"]["costs"]["prior"] = prior
    with pytest.raises(BadFormat, match="damaged"):
        pv.Findings.from_dict(stored)


def test_without_a_threshold_models_stand_at_the_cost_optimum():
    truth, scores = rows()
    raw = 5 + 10 * scores
    scene = Scene(pv.evaluate(truth=truth, scores=raw, costs=pv.Costs(fp=1, fn=4)))
    assert scene.mode == "optimum"
    assert scene.evaluated("model") is None
    cuts = [inf, *np.unique(raw)[::-1]]
    prices = [4 * ((truth == 1) & (raw < cut)).mean() + ((truth == 0) & (raw >= cut)).mean() for cut in cuts]
    best = cuts[int(np.argmin(np.round(prices, 12)))]
    assert (raw >= scene.threshold("model")).sum() == (raw >= best).sum()
    assert cells(scene.current("model")) == counted(truth, raw >= best)
    assert scene.optimum("model").cost == pytest.approx(min(prices))
    payload = assert_serialisable(scene)
    assert payload["mode"] == "optimum"
    assert payload["models"][0]["evaluated"] == [None]
    assert payload["models"][0]["threshold"] is None


def test_of_equally_cheap_thresholds_the_highest_is_taken_and_the_lowest_named():
    # One more hit for one more false alarm: indifferent where both cost the same.
    scene = Scene(pv.evaluate(truth=[1, 1, 0, 1, 0, 0], scores=[0.9, 0.8, 0.7, 0.6, 0.3, 0.1]))
    found = scene.optimum("model")
    assert (found.threshold, found.lowest) == (0.8, 0.6)
    assert found.cost == pytest.approx(1 / 6)
    assert (found.fpr, found.tpr) == (0, 2 / 3)


def test_an_infinite_threshold_is_a_word_for_the_page():
    scene = Scene(pv.evaluate(truth=[1, 0, 1, 0], scores=[0.9, 0.2, 0.4, 0.6], threshold=inf))
    assert scene.threshold("model") == inf
    assert assert_serialisable(scene)["models"][0]["threshold"] == "inf"
    assert cells(scene.current("model")) == (0, 2, 0, 2)


def test_labels_that_came_with_the_scores_have_no_threshold():
    truth, scores = rows()
    labels = (scores > 0.6).astype(int)
    scene = Scene(pv.evaluate(truth=truth, scores=scores, predicted=labels, positive=1))
    assert scene.mode == "evaluated"
    assert scene.threshold("model") is None
    assert cells(scene.current("model")) == counted(truth, labels)
    assert assert_serialisable(scene)["models"][0]["evaluated"] == [list(counted(truth, labels))]


def test_models_without_scores_do_not_move():
    truth, scores = rows()
    table = {"truth": truth, "pred_rule": (scores > 0.7).astype(int), "score_net": scores, "score_old": scores**3}
    found = pv.evaluate(table, truth="truth", positive=1)
    scene = Scene(found)
    assert "rule" in found.models
    assert sorted(scene.models) == ["net", "old"]
    # Colours follow the rank of all models, so that one model has one colour on the whole page.
    assert sorted(scene.series.values()) == [0, 1, 2]
    assert [scene.series[m] for m in scene.models] == [ranked(found).index(m) for m in scene.models]
    assert [model["name"] for model in assert_serialisable(scene)["models"]] == scene.models


def test_labels_alone_leave_nothing_to_move():
    scene = Scene(pv.evaluate(truth=[1, 0, 1, 0], predicted=[1, 0, 0, 0], positive=1))
    assert not scene.shown
    assert scene.models == []
    assert scene.classes == []


def test_regressions_leave_nothing_to_move():
    scene = Scene(pv.evaluate(truth=[1.5, 2.5, 3.25, 4.0], predicted=[1.0, 2.5, 3.0, 4.5], task="regression"))
    assert not scene.shown


def test_a_model_whose_outline_is_missing_does_not_move():
    truth, scores = rows()
    found = pv.evaluate(truth=truth, scores={"one": scores, "old": scores**2})
    old = found.models["old"]
    older = replace(old, outline=None)
    scene = Scene(replace(found, models=found.models | {"old": older}))
    assert scene.models == ["one"]
    assert len(assert_serialisable(scene)["models"]) == 1
    assert not Scene(replace(found, models={"old": older})).shown


def test_one_class_leaves_nothing_to_move():
    found = pv.evaluate(truth=[1, 1, 1], scores=[0.2, 0.8, 0.9], positive=1)
    assert not Scene(found).shown


# --- several classes -------------------------------------------------------------------------------------------------


def test_of_several_classes_each_stands_against_the_rest():
    table = classes()
    scene = Scene(pv.evaluate(table, truth="truth"))
    proba = np.column_stack([table[f"proba_{c}"] for c in "abc"])
    called = np.array(list("abc"))[proba.argmax(axis=1)]
    assert sorted(scene.classes) == ["a", "b", "c"]
    assert scene.mode == "evaluated"
    for place, label in enumerate(scene.classes):
        o = scene.evaluated("model", place)
        assert o is not None
        assert cells(o) == counted(np.where(table["truth"] == label, 1, 0), np.where(called == label, 1, 0))
        made = Outline.from_dict(scene.plain["model"][place])
        assert made.positives == (table["truth"] == label).sum()
        for at in (0, len(made.ticks) // 2, -1):
            above = table[f"proba_{label}"] >= made.ticks[at]
            assert made.tp[at] == (above & (table["truth"] == label)).sum()
    first = scene.estimates("model")["recall"]
    assert first == pv.estimate("recall", scene.current("model"))


def test_the_largest_class_comes_first_and_the_worst_second():
    scene = Scene(pv.evaluate(classes(), truth="truth"))
    f1 = {label: found["f1"].value for label, found in scene.findings.models["model"].classes.items()}
    assert scene.classes[0] == "b"
    assert scene.classes[1] == min(f1, key=lambda label: f1[label])


@pytest.mark.parametrize(
    ("sizes", "f1", "order"),
    [
        ({"a": 5, "b": 9, "c": 1, "d": 3}, {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.1}, ["b", "d", "a", "c"]),
        ({"a": 5, "b": 9, "c": 1}, {"a": 0.5, "b": 0.1, "c": 0.9}, ["b", "a", "c"]),
        ({"a": 5, "b": 9, "c": 1}, {"a": nan, "b": 0.9, "c": nan}, ["b", "a", "c"]),
        ({"a": 4, "b": 4}, {"a": 0.5, "b": 0.5}, ["a", "b"]),
    ],
)
def test_classes_are_ordered_by_size_and_trouble_in_turn(sizes, f1, order):
    labels = list(sizes)
    counts = tuple(tuple(n if i == j else 0 for j in range(len(labels))) for i, n in enumerate(sizes.values()))
    found = pv.evaluate(classes(), truth="truth")
    model = replace(
        found.models["model"],
        confusion=Confusion(tuple(labels), counts),
        by_class={label: ClassFindings({"f1": Estimate(value)}) for label, value in f1.items()},
    )
    made = replace(found, models={"model": model})
    assert ordered_classes(made, labels) == order


def test_the_worst_model_of_a_class_decides_its_place():
    found = pv.evaluate(classes(), truth="truth")
    model = found.models["model"]
    other = {"c": ClassFindings({"f1": Estimate(0.01)}), "a": ClassFindings({"f1": Estimate(0.99)})}
    bad = replace(model, by_class=model.by_class | other)
    assert ordered_classes(replace(found, models={"good": model, "bad": bad}), ["a", "b", "c"])[:2] == ["b", "c"]


def test_a_class_that_one_model_has_no_curve_of_is_not_shown():
    found = pv.evaluate(classes(), truth="truth")
    model = found.models["model"]
    bare = {label: replace(part, outline=None) for label, part in model.by_class.items()}
    partial = replace(model, by_class=model.by_class | {"b": bare["b"]})
    for models in ({"full": model, "part": partial}, {"part": partial, "full": model}):
        scene = Scene(replace(found, models=models))
        assert sorted(scene.classes) == ["a", "c"]
        payload = assert_serialisable(scene)
        assert [len(m["outlines"]) for m in payload["models"]] == [2, 2]
        assert [len(m["evaluated"]) for m in payload["models"]] == [2, 2]
    scene = Scene(replace(found, models={"full": model, "none": replace(model, by_class=bare)}))
    assert scene.models == ["full"]
    assert sorted(scene.classes) == ["a", "b", "c"]


def test_cells_of_a_class_are_added_up_without_a_trace():
    """Weights whose sums round: an empty cell stays empty."""
    found = Confusion((1, 0), ((0.1, 0.2), (0.3, 0.0)), ((0.01, 0.04), (0.09, 0.0)))
    o = found.outcomes("1")
    assert o is not None
    assert cells(o) == (0.1, 0.2, 0.3, 0)
    assert o.squares is not None
    assert cells(o.squares) == (0.01, 0.04, 0.09, 0)
    other = found.outcomes("0")
    assert other is not None
    assert cells(other) == (0, 0.3, 0.2, 0.1)
    assert found.outcomes("2") is None


# --- weights and clusters --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("threshold", [0.5, None])
def test_weighted_rows_keep_their_squares(threshold):
    truth, scores = rows()
    weight = np.random.default_rng(5).choice([0.5, 1.0, 2.0], len(truth))
    raw = scores if threshold is not None else scores + 3
    scene = Scene(pv.evaluate(truth=truth, scores=raw, weight=weight))
    assert scene.mode == ("optimum" if threshold is None else "evaluated")
    cut = scene.threshold("model")
    known = pv.Ladder.from_scores(truth, raw, sample_weight=weight).at(cut)
    for name, found in scene.estimates("model").items():
        same = pv.estimate(name, known)
        assert (found.value, found.low, found.high) == pytest.approx((same.value, same.low, same.high), rel=1e-9)
    if threshold is not None:
        numbers = assert_serialisable(scene)["models"][0]["evaluated"][0]
        assert numbers == pytest.approx([*cells(known), *cells(known.squares)])


def test_clustered_rows_have_the_intervals_that_were_stored():
    truth, scores = rows(600)
    groups = np.arange(600) // 6
    found = pv.evaluate(truth=truth, scores=scores, groups=groups, costs=pv.Costs(fp=1, fn=3))
    scene = Scene(found)
    stored = found.models["model"].measures
    assert scene.clustered
    assert scene.estimates("model") == {name: stored[name] for name in MEASURES}
    alone = pv.estimate("recall", scene.current("model"))
    assert scene.estimates("model")["recall"].low != pytest.approx(alone.low, abs=1e-6)
    payload = assert_serialisable(scene)["models"][0]["clustered"]
    assert payload == [{name: [stored[name].value, stored[name].low, stored[name].high] for name in MEASURES}]


@pytest.mark.parametrize("costs", [None, pv.Costs(fp=1, fn=3, prior=0.1)])
def test_clustered_rows_have_no_intervals_that_were_not_stored(costs):
    truth, scores = rows(600)
    found = pv.evaluate(truth=truth, scores=scores + 3, groups=np.arange(600) // 6, costs=costs)
    scene = Scene(found)
    assert scene.mode == "optimum"
    for name, made in scene.estimates("model").items():
        at = estimate_at(
            name,
            scene.current("model"),
            scene.costs.prior,
            **({"fp": 1, "fn": scene.costs.fn} if "cost" in name else {}),
        )
        assert made.value == at.value
        assert isnan(made.low)
        assert isnan(made.high)
        assert made.why == CLUSTERED


def test_at_an_operating_prior_stored_intervals_do_not_hold():
    truth, scores = rows(600)
    found = pv.evaluate(truth=truth, scores=scores, groups=np.arange(600) // 6, costs=pv.Costs(fp=1, fn=3, prior=0.1))
    made = Scene(found).estimates("model")
    known = pv.Ladder.from_scores(truth, scores).at(0.5)
    assert made["precision"].value == estimate_at("precision", known, 0.1).value
    assert isnan(made["precision"].low)


def test_without_costs_a_clustered_cost_is_that_of_being_wrong():
    """Both errors count alike, so its interval is that of the share of wrong rows: whole clusters vary in it."""
    truth, scores = rows(600)
    found = pv.evaluate(truth=truth, scores=scores, groups=np.arange(600) // 6)
    made, wrong = Scene(found).estimates("model")["expected_cost"], found.models["model"].measures["error_rate"]
    assert made.value == pytest.approx(((scores >= 0.5) != truth).mean())
    assert (made.low, made.high) == (wrong.low, wrong.high)


def test_clustered_classes_do_not_borrow_what_is_about_all_classes():
    table = classes(g=np.arange(400) // 5)
    scene = Scene(pv.evaluate(table, truth="truth", groups="g"))
    o = scene.current("model")
    for name, made in scene.estimates("model").items():
        assert made.value == pytest.approx(pv.value(name, o)), name
    assert scene.findings.models["model"].measures["accuracy"].value < pv.value("accuracy", o)
    stored = scene.findings.models["model"].classes[scene.classes[0]]
    assert scene.estimates("model")["recall"] == stored["recall"]
    assert len(assert_serialisable(scene)["models"][0]["clustered"]) == len(scene.classes)


# --- what the script is given ----------------------------------------------------------------------------------------


def scenes() -> dict[str, pv.Findings]:
    truth, scores = rows()
    return {
        "plain": pv.evaluate(truth=truth, scores={"one": scores, "two": scores**2}),
        "raw": pv.evaluate(truth=truth, scores={"one": scores * 9 - 3, "two": -1 / scores}, level=0.9),
        "weighted": pv.evaluate(truth=truth, scores=scores, weight=np.random.default_rng(2).random(len(truth))),
        "clustered": pv.evaluate(truth=truth, scores=scores, groups=np.arange(300) // 3, costs=pv.Costs(fn=4)),
        "infinite": pv.evaluate(truth=[1, 0, 1, 0, 0], scores=[inf, -2.0, 3.0, -inf, 0.5]),
        "classes": pv.evaluate(classes(), truth="truth", costs=pv.Costs(fn=3, prior=0.2)),
        "undefined": pv.evaluate(truth=truth, scores=scores, threshold=2.0, groups=np.arange(300) // 3),
    }


FOUND = scenes()


@pytest.mark.parametrize("name", FOUND)
def test_findings_that_were_saved_give_the_same_payload(name):
    found = FOUND[name]
    again = pv.Findings.from_dict(json.loads(found.to_json()))
    assert assert_serialisable(Scene(found)) == assert_serialisable(Scene(again))


@pytest.mark.parametrize("name", FOUND)
def test_the_payload_holds_what_the_script_asks_for(name):
    scene = Scene(FOUND[name])
    payload = assert_serialisable(scene)
    # Nothing more, either: what the script does not read only makes the page longer.
    asked = {"z", "mode", "costs", "prior", "ticks", "classes", "clustered", "sizes", "models"}
    asked |= {"shared", "unpaired", "scale", "unit"}
    script = (resources.files("probative.report") / "ui.js").read_text(encoding="utf-8")
    assert set(payload) == asked == {key for key in payload if f"data.{key}" in script}
    assert payload["z"] == pytest.approx({0.95: 1.959963984540054, 0.9: 1.6448536269514722}[scene.findings.level])
    assert payload["classes"] == scene.classes
    assert [model["name"] for model in payload["models"]] == scene.models
    for model in payload["models"]:
        assert set(model) >= {"name", "threshold", "outlines", "evaluated", "clustered"}
        assert len(model["outlines"]) == len(model["evaluated"]) == len(scene.classes)
        # The ticks of a class are the same for all models, and written once.
        assert all("ticks" not in drawn for drawn in model["outlines"])
        assert (model["clustered"] is not None) == scene.clustered
    for name_ in scene.models:
        for found, ticks in zip(scene.plain[name_], payload["ticks"], strict=True):
            if found["ticks"] == "unit":
                assert ticks == "unit"
            else:
                assert ask([call("unpack", ticks)]) == [unpack(found["ticks"]).tolist()]


@pytest.mark.parametrize("name", FOUND)
def test_the_script_starts_where_python_left_off(name):
    """Optimum, and cells at the optimum, of the first class: the same from the payload as from the scene."""
    scene = Scene(FOUND[name])
    payload = assert_serialisable(scene)
    plains = [model["outlines"][0] | {"ticks": payload["ticks"][0]} for model in payload["models"]]
    shares = [scene.prevalence(model) for model in scene.models]
    best = ask([call("optimum", outline(k), payload["costs"], share) for k, share in enumerate(shares)], plains)
    at = ask([call("atVertex", outline(k), found["vertex"]) for k, found in enumerate(best)], plains)
    for model, found, there in zip(scene.models, best, at, strict=True):
        known = scene.optimum(model)
        assert (found["vertex"], found["threshold"], found["lowest"]) == (known.vertex, known.threshold, known.lowest)
        assert (found["cost"], found["fpr"], found["tpr"]) == pytest.approx((known.cost, known.fpr, known.tpr))
        if scene.mode == "optimum":
            assert [there[c] for c in ("tp", "fn", "fp", "tn")] == pytest.approx(list(cells(scene.current(model))))


@pytest.mark.parametrize("name", [name for name in FOUND if name not in ("clustered", "undefined")])
def test_the_script_s_first_numbers_are_those_that_python_wrote(name):
    scene = Scene(FOUND[name])
    payload = assert_serialisable(scene)
    for model in scene.models:
        o = scene.current(model)
        given = dict(zip(("tp", "fn", "fp", "tn"), cells(o), strict=True))
        squares = None if o.squares is None else dict(zip(("tp", "fn", "fp", "tn"), cells(o.squares), strict=True))
        here = {**given, "squares": squares}
        answers = ask([call("estimate", m, here, payload["z"], payload["prior"], payload["costs"]) for m in MEASURES])
        for measure, found, known in zip(MEASURES, answers, scene.estimates(model).values(), strict=True):
            ends = [found["value"], found["low"], found["high"]]
            np.testing.assert_allclose(
                ends, [known.value, known.low, known.high], rtol=1e-9, atol=1e-12, err_msg=measure
            )
