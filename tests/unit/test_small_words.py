"""Small words: remedies that can be followed, counts that are counts, dates and copies that are not passed over."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import duckdb
import numpy as np
import pytest
from scipy.stats import norm

import probative as pv
from probative.errors import BadLabels, BadParameter

RNG = np.random.default_rng(6)


def test_the_theoretical_curve_is_exact_between_its_points() -> None:
    task = pv.gaussian_example(1)
    assert task.roc().at(task.fpr) == pytest.approx(float(task.tpr), abs=1e-12)
    at = np.array([1e-9, 0.01, 0.3, 0.999])
    found = pv.GaussianTask(1.0, 1.0, -1.0, 1.0).roc().at(at)
    assert found == pytest.approx(norm.sf(norm.isf(at) - 2), abs=1e-12)
    assert pv.GaussianTask(0.0, 4.0, 0.0, 1.0).roc().at([0.0, 0.3, 1.0, 2.0]) == pytest.approx(
        [0, 2 * norm.sf(norm.isf(0.15) / 2), 1, 1], abs=1e-10
    )


@pytest.mark.parametrize("prior", ["x", None, True, 0, 1.5])
def test_a_prior_that_is_none_is_refused_by_our_own_error(prior: object) -> None:
    with pytest.raises(BadParameter, match="prior of the positive class"):
        pv.GaussianTask(1.0, 1.0, -1.0, 1.0, prior_pos=prior)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["log", "hinge"])
def test_the_remedy_of_a_loss_is_one_that_it_takes(name: str) -> None:
    loss, y = getattr(pv.losses, name), np.array(["ill", "well"])
    with pytest.raises(BadLabels, match="y == 'ill'"):
        loss(y, [0.2, 0.3])
    assert loss(y == "ill", [0.2, 0.3]).shape == (2,)
    with pytest.raises(BadLabels, match="keep two classes"):
        loss(np.array(["a", "b", "c"]), [0.2, 0.3, 0.1])


def test_what_was_ruled_out_is_counted_in_rows_or_told_by_weight() -> None:
    truth, sure = [1, 1, 0, 0], [0.0, 0.9, 0.2, 0.1]
    loss = pv.evaluate(truth=truth, scores=sure, positive=1).models["model"].measures["log_loss"]
    assert loss.why == "1 row was given probability 0 for what happened"
    table = {"row": [*range(4)] * 2, "repeat": [0] * 4 + [1] * 4, "fold": [0, 0, 1, 1] * 2}
    table |= {"y": truth * 2, "p": [0.0, 0.9, 0.2, 0.1, 0.5, 0.9, 0.2, 0.1]}
    found = pv.evaluate(table, truth="y", scores="p", row="row", fold="fold", repeat="repeat", positive=1)
    why = found.models["p"].measures["log_loss"].why
    assert why == "rows of weight 0.5 in all were given probability 0 for what happened"


def test_a_run_warns_of_dates_that_it_leaves_out() -> None:
    days = [(date(2020, 1, 1) + timedelta(int(k))).isoformat() for k in RNG.permutation(60)]
    x = RNG.normal(size=60)
    table = {"when": days, "x": x, "y": (x + RNG.normal(size=60) > 0).astype(int)}
    words = {"target": "y", "models": ("gaussian",)}
    codes = {note.code for note in pv.evaluate(pv.experiment(table, plan="3-fold stratified", **words)).notes}
    assert "column-tells-time" in codes
    for told in ({"time": "when", "plan": "time 3"}, {"drop": ["when"], "plan": "3-fold stratified"}):
        codes = {note.code for note in pv.evaluate(pv.experiment(table, **words, **told)).notes}
        assert "column-tells-time" not in codes


def test_the_remedy_for_copies_of_texts_drops_them_whatever_their_case(tmp_path: Path) -> None:
    names = [f"n{k} abc" for k in RNG.permutation(1000)[:100]]
    rows = [(name, f"{x:.6f}", k % 2) for k, (name, x) in enumerate(zip(names, RNG.normal(size=100), strict=True))]
    rows += [(f" {name.upper()} ", x, y) for name, x, y in rows[:20]]
    path = tmp_path / "copies.csv"
    path.write_text("\n".join(["name,x,y", *(",".join(map(str, row)) for row in rows)]), encoding="utf-8")
    remedy = next(note.remedy for note in pv.audit(path, target="y").notes if note.code == "rows-copied")
    start = remedy.index("SELECT DISTINCT")
    query = remedy[start : remedy.index('"""', start)].strip()
    assert len(duckdb.sql(query).fetchall()) == 100


def test_weights_in_kilograms_are_no_classes_and_a_learner_names_the_way_out() -> None:
    kilograms = [191, 189, 193, 162, 182, 211, 167, 176, 154, 169, 138, 247, 202, 157, 156]
    assert pv.read(truth=kilograms, predicted=[k + 1 for k in kilograms]).task == "regression"
    assert pv.read(truth=[0, 1, 2], predicted=[0, 1, 1]).task == "classification"
    table = {"x": RNG.normal(size=40), "y": np.tile(np.arange(10), 4)}
    with pytest.raises(BadParameter, match="--task regression"):
        pv.experiment(table, target="y", models=("linear",), plan="2-fold")
