"""Results of other calls inside findings, and the errors of a regression as pictures need them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from scipy import stats
from sklearn.linear_model import LinearRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv
from probative.curves.error_picture import MOST_POINTS, QUANTILES, ErrorPicture
from probative.errors import BadParameter
from probative.findings import diagnostics


@pytest.fixture(scope="module")
def data() -> tuple[Any, Any]:
    rng = np.random.default_rng(0)
    y = (rng.random(80) < 0.5).astype(int)
    return rng.normal(size=(80, 2)) + y[:, None], y


@pytest.fixture(scope="module")
def task() -> pv.NoisyFunction:
    return pv.NoisyFunction(np.sin, 0.5)


@pytest.fixture(scope="module")
def results(data: tuple[Any, Any], task: pv.NoisyFunction) -> dict[str, Any]:
    how = {"parameter": "max_depth", "values": [1, 3], "repeats": 9, "method": "simulation"}
    return {
        "permutation": pv.permutation_test(GaussianNB(), *data, plan="2-fold", n_permutations=19),
        "bias-variance": pv.bias_variance(DecisionTreeClassifier(random_state=0), *data, repeats=8),
        "sweep": pv.bias_variance_sweep(DecisionTreeRegressor(), task=task, n=7, **how),
        "selection": pv.select(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, *data, plan="nested 2-fold/2-fold"),
    }


def test_findings_of_results_alone(results: dict[str, Any]) -> None:
    found = pv.Findings.of(*results.values(), title="Mine", level=0.9)
    assert (found.task, found.n, found.level, found.models) == ("theory", 0, 0.9, {})
    assert [one["kind"] for one in found.diagnostics] == list(results)
    assert found.about.title == "Mine"
    assert found.headline() == "theory and diagnosis · 4 results"
    assert pv.Findings.of(results["sweep"]).headline().endswith("1 result")


def test_results_survive_json(results: dict[str, Any], tmp_path: Any) -> None:
    found = pv.Findings.of(*results.values())
    again = pv.Findings.from_dict(json.loads(found.to_json()))
    assert again.diagnostics == found.diagnostics
    assert again == found
    assert pv.Findings.load(found.save(tmp_path / "found.json")) == found


def test_adding_leaves_the_old_findings_alone(results: dict[str, Any], data: tuple[Any, Any]) -> None:
    old = pv.evaluate(pv.run(GaussianNB(), *data, plan="2-fold"))
    new = old.adding(results["permutation"]).adding(results["sweep"], results["selection"])
    assert old.diagnostics == ()
    assert [one["kind"] for one in new.diagnostics] == ["permutation", "sweep", "selection"]
    assert new.models == old.models
    assert old.adding() == old


def test_plain_values_are_those_of_the_results(results: dict[str, Any]) -> None:
    permutation, decomposition, _, selection = pv.Findings.of(*results.values()).diagnostics
    assert permutation == {"kind": "permutation"} | results["permutation"].to_dict()
    assert decomposition == {"kind": "bias-variance"} | results["bias-variance"].to_dict()
    assert selection == {"kind": "selection"} | results["selection"].to_dict()


def test_a_sweep_by_step(results: dict[str, Any]) -> None:
    sweep = results["sweep"]
    (plain,) = pv.Findings.of(sweep).diagnostics
    assert (plain["by"], plain["steps"], plain["best"]) == ("max_depth", [1, 3], sweep.best)
    for i, result in enumerate(sweep.results):
        means = result["design"].means
        assert {name: line[i] for name, line in plain["terms"].items()} == means
        assert plain["standard_errors"][i] == result["design"].standard_error
    assert plain["parts"] == ["bias2", "variance"]
    assert plain["total"] == "error_vs_f"
    totals = plain["terms"]["error_vs_f"]
    assert plain["best"] == plain["steps"][totals.index(min(totals))]
    assert (plain["loss"], plain["method"], plain["repeats"], plain["table"]) == ("squared", "simulation", 9, "design")


def test_a_sweep_over_words_and_sizes(task: pv.NoisyFunction) -> None:
    models = {"line": LinearRegression(), True: LinearRegression(fit_intercept=False)}
    (words,) = pv.Findings.of(pv.bias_variance_sweep(models, task=task, n=5)).diagnostics
    assert words["steps"] == ["line", "True"]
    assert words["best"] in words["steps"]
    assert words["standard_errors"] == [None, None]
    (sizes,) = pv.Findings.of(pv.bias_variance_sweep(LinearRegression(), task=task, sizes=[4, 8])).diagnostics
    assert (sizes["by"], sizes["steps"], sizes["best"]) == ("n", [4, 8], 8)


def test_points_are_thinned_and_means_are_not(task: pv.NoisyFunction, monkeypatch: pytest.MonkeyPatch) -> None:
    found = pv.bias_variance(LinearRegression(), task=task, n=30)
    monkeypatch.setattr(diagnostics, "MOST_POINTS", 10)
    (plain,) = pv.Findings.of(found).diagnostics
    table, whole = plain["tables"]["design"], found["design"]
    kept = table["x"]
    assert len(kept) == 10
    assert (kept[0], kept[-1]) == (whole.x[0], whole.x[-1])
    places = [whole.x.tolist().index(x) for x in kept]
    assert table["values"]["variance"] == whole["variance"][places].tolist()
    assert table["means"] == whole.means


@pytest.mark.parametrize("wrong", [3, "text", {"kind": "comparison"}, pv.Findings("regression", 1, 0.95, {}), None])
def test_findings_refuse_what_they_cannot_hold(wrong: Any) -> None:
    with pytest.raises(BadParameter, match="cannot hold"):
        pv.Findings.of(wrong)


def rows(n: int, seed: int = 2) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    f = rng.normal(10, 3, n)
    return f + rng.standard_t(5, n) * 2, f


def test_few_rows_are_all_kept() -> None:
    y, f = rows(50)
    picture = ErrorPicture.of(y, f)
    assert picture.n == 50
    assert picture.actual.tolist() == y.tolist()
    assert picture.predicted.tolist() == f.tolist()
    assert np.allclose(picture.residuals, y - f)


def test_many_rows_are_sampled_without_replacement() -> None:
    y, f = rows(3000)
    picture = ErrorPicture.of(y, f, seed=7)
    assert picture.n == 3000
    assert len(picture.actual) == MOST_POINTS
    pairs = set(zip(y, f, strict=True))
    drawn = set(zip(picture.actual, picture.predicted, strict=True))
    assert drawn <= pairs
    assert len(drawn) == MOST_POINTS
    assert ErrorPicture.of(y, f, seed=7).actual.tolist() == picture.actual.tolist()
    assert ErrorPicture.of(y, f, seed=8).actual.tolist() != picture.actual.tolist()


def test_means_of_eighths_have_the_limits_of_a_t_test() -> None:
    y, f = rows(2000)
    picture = ErrorPicture.of(y, f, level=0.9)
    for at, mean, low, high, part in zip(*picture.eighths, np.argsort(f).reshape(8, 250), strict=True):
        test = stats.ttest_1samp((y - f)[part], 0)
        assert (at, mean) == pytest.approx((f[part].mean(), (y - f)[part].mean()))
        assert (low, high) == pytest.approx(tuple(test.confidence_interval(0.9)))
    assert ErrorPicture.of(y[:23], f[:23]).eighths.shape == (4, 0)


@pytest.mark.parametrize("n", [20, 150, 2500])
def test_quantiles_beside_those_of_a_normal_distribution(n: int) -> None:
    y, f = rows(n)
    picture = ErrorPicture.of(y, f)
    count = min(n, QUANTILES)
    at = (np.arange(count) + 0.5) / count
    assert np.allclose(picture.normal, stats.norm.ppf(at))
    left = np.sort(y - f)
    standard = (left - left.mean()) / left.std(ddof=1)
    # Definitions of quantiles differ by no more than the rows beside the one that is meant.
    place = at * n - 0.5
    below, above = np.clip(np.floor(place) - 1, 0, n - 1), np.clip(np.ceil(place) + 1, 0, n - 1)
    assert (picture.quantiles >= standard[below.astype(int)] - 1e-9).all()
    assert (picture.quantiles <= standard[above.astype(int)] + 1e-9).all()


@pytest.mark.parametrize(("y", "f"), [([1.0], [2.0]), ([1.0, 2.0], [0.0, 1.0]), ([3.0] * 5, [3.0] * 5)])
def test_errors_that_do_not_differ(y: list[float], f: list[float]) -> None:
    picture = ErrorPicture.of(np.array(y), np.array(f))
    assert picture.quantiles.tolist() == [0.0] * len(y)
    plain = picture.to_dict()
    assert json.loads(json.dumps(plain, allow_nan=False)) == plain


def test_plain_values_have_the_digits_of_a_picture() -> None:
    y, f = rows(40)
    plain = ErrorPicture.of(y, f).to_dict()
    assert [len(part) for part in plain["eighths"].values()] == [8, 8, 8, 8]
    assert np.allclose(plain["actual"], y, rtol=1e-6)
    assert all(len(f"{value:.15g}".lstrip("-").replace(".", "").strip("0")) <= 7 for value in plain["actual"])


def test_an_evaluation_keeps_the_picture() -> None:
    y, f = rows(60)
    found = pv.evaluate({"truth": y.tolist(), "predicted": f.tolist()}, truth="truth", predicted="predicted")
    (model,) = found.models.values()
    wanted = ErrorPicture.of(y, f).to_dict()
    assert model.curves["errors"] == wanted
    assert pv.Findings.from_dict(json.loads(found.to_json())).models == found.models
