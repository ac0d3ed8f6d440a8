"""Pictures of findings: what is on the axes is what the findings hold, and names are shown as they are."""

from __future__ import annotations

import dataclasses
import json
import re
import sys
import warnings
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.text import Text
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.errors import BadParameter, MissingExtra, UnknownMeasure, UnknownModel, UnreadableFile
from probative.findings import ModelFindings
from probative.pictures import save_picture
from probative.report.charts.kinds import kinds
from probative.report.drawing import drawable, picture_data

N = 120
HOSTILE = ("</script>", "a|b", "$x_1$", r"\alpha_{", "two\nlines", "_hidden", "שלום", "👩‍🔬", "x" * 300, "$\\frac{")


@pytest.fixture(scope="module")
def run() -> pv.Findings:
    rng = np.random.default_rng(5)
    y = rng.integers(0, 2, N)
    x = rng.normal(y[:, None], 1.5, (N, 3))
    models = {"bayes": GaussianNB(), "logistic": LogisticRegression(), "none": DummyClassifier()}
    found = pv.evaluate(pv.run(models, x, y, plan="5-fold stratified"), level=0.9)
    null = [*rng.normal(0.5, 0.05, 60), None]
    test = {"measure": "auc", "observed": 0.8, "p": 0.016, "null": null}
    return dataclasses.replace(found, about=dataclasses.replace(found.about, permutation={"bayes": test}))


@pytest.fixture(scope="module")
def regression() -> pv.Findings:
    rng = np.random.default_rng(6)
    y = rng.normal(size=N)
    return pv.evaluate(truth=y, predicted={"near": y + rng.normal(size=N) / 3, "far": rng.normal(size=N)})


def hostile(names: tuple[str, ...] = HOSTILE) -> pv.Findings:
    rng = np.random.default_rng(7)
    y = rng.integers(0, 2, N)
    return pv.evaluate(truth=y, scores={name: (y * 0.3 + rng.random(N) * 0.7).round(3) for name in names})


def line(ax: Any, start: str) -> Any:
    """The line whose label starts so."""
    (found,) = [one for one in ax.lines if one.get_label().strip().startswith(start)]
    return found


def legend(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.get_legend().get_texts()]


def rows(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.get_yticklabels()]


def png(ax: Any, where: Path) -> bytes:
    return save_picture(ax, where / "picture.png").read_bytes()


@pytest.mark.parametrize("name", ["bayes", "logistic", "none"])
def test_roc_is_drawn_from_the_stored_points(run: pv.Findings, name: str) -> None:
    ax = run.plot("roc", hull=True)
    folds: Any = run.models[name].fold_roc
    stored = folds["mean"]
    drawn = line(ax, f"{name}: AUC")
    assert drawn.get_xdata().tolist() == stored["fpr"]
    assert drawn.get_ydata().tolist() == stored["tpr"]
    colour = to_hex(drawn.get_color())
    same = [one for one in ax.lines if to_hex(one.get_color()) == colour and one is not drawn]
    hull, point = same
    assert hull.get_xdata().tolist() == run.models[name].curves["hull"]["fpr"]
    assert hull.get_ydata().tolist() == run.models[name].curves["hull"]["tpr"]
    matrix: Any = run.models[name].confusion
    (tp, fn), (fp, tn) = matrix.counts
    assert point.get_xydata().tolist() == [[fp / (fp + tn), tp / (tp + fn)]]


def test_folds_their_mean_and_the_pooled_curve_are_drawn(run: pv.Findings) -> None:
    ax = run.plot("roc-folds", models="logistic")
    stored: Any = run.models["logistic"].fold_roc
    drawn = [one.get_ydata().tolist() for one in ax.lines]
    assert all(tpr in drawn for tpr in stored["tpr"])
    assert stored["mean"]["tpr"] in drawn
    pooled: Any = run.models["logistic"].roc
    assert pooled["tpr"] in drawn
    assert "pooled: models mixed" in legend(ax)
    assert any("mean of 5 folds" in words for words in legend(ax))


def test_the_roc_legend_states_areas_rows_and_classes(run: pv.Findings) -> None:
    ax = run.plot()
    counts: Any = run.models["bayes"].confusion
    positives, negatives = (int(sum(row)) for row in counts.counts)
    title = ax.get_legend().get_title().get_text()
    assert f"{N} rows: {positives} positives, {negatives} negatives" in title
    assert "90 % interval" in title
    auc = run.models["bayes"].measures["auc"]
    assert f"bayes: AUC {auc.value:.3f} [{auc.low:.3f}, {auc.high:.3f}], mean of 5 folds" in legend(ax)
    # The marks are decisions of all folds together: beside the mean of the folds' curves, hollow and called so.
    assert "operating point of all folds together, not on the mean of their curves" in legend(ax)
    assert "convex hull" not in legend(ax)


def test_an_operating_point_on_its_own_curve_is_called_so() -> None:
    found = pv.evaluate(truth=[1, 1, 1, 0, 0, 0, 0], scores=[0.9, 0.8, 0.2, 0.3, 0.4, 0.1, 0.7], positive=1)
    ax = found.plot("roc")
    assert "operating point" in legend(ax)
    stored: Any = found.models["model"].roc
    (mark,) = [one for one in ax.lines if one.get_marker() not in ("", "None", None) and len(one.get_xdata()) == 1]
    point = (float(mark.get_xdata()[0]), float(mark.get_ydata()[0]))
    assert point in list(zip(stored["fpr"], stored["tpr"], strict=True))


def test_thin_lines_of_a_page_are_lines_and_no_areas(run: pv.Findings, tmp_path: Path) -> None:
    page = run.save(tmp_path / "page.html").read_text(encoding="utf-8")
    assert '<path class="thin s0 fold"' in page
    (rule,) = re.findall(r"\.thin,[^{]*\{([^}]*)\}", page.split("forced-colors")[0])
    assert "fill:none" in rule.split(";")


def test_class_counts_without_a_threshold() -> None:
    found = pv.evaluate(truth=[1, 1, 1, 0, 0, 0, 0], scores=[9.5, 8, 2, 3, 4, 1.5, 7], positive=1)
    assert found.models["model"].confusion is None
    assert "7 rows: 3 positives, 4 negatives" in found.plot("roc").get_legend().get_title().get_text()
    assert "operating point" not in legend(found.plot("roc"))


def test_rows_of_their_own_are_stated_model_by_model() -> None:
    table = {
        "model": ["A"] * 4 + ["B"] * 5,
        "y": [1, 0, 1, 0, 1, 0, 1, 0, 0],
        "score": [0.9, 0.2, 0.4, 0.6, *[0.5] * 5],
    }
    ax = pv.evaluate(table, truth="y", scores="score", model="model", positive=1).plot("roc")
    assert "4 rows: 2 positives, 2 negatives" in legend(ax)[0]
    assert "5 rows: 2 positives, 3 negatives" in legend(ax)[1]


def test_precision_and_recall_go_through_the_stored_points(run: pv.Findings) -> None:
    ax = run.plot("precision-recall")
    for name, model in run.models.items():
        stored: Any = model.precision_recall
        drawn = {(round(x, 9), round(y, 9)) for x, y in line(ax, f"{name}: AP").get_xydata()}
        points = zip(stored["recall"], stored["precision"], strict=True)
        assert {(round(x, 9), round(y, 9)) for x, y in points if x} <= drawn


def test_between_points_precision_is_no_straight_line() -> None:
    found = pv.evaluate(truth=[1] * 5 + [0] * 5 + [1] * 5 + [0] * 20, scores=[0.9] * 5 + [0.5] * 10 + [0.1] * 20)
    drawn = line(found.plot("precision-recall"), "model: AP")
    x, y = drawn.get_xdata(), drawn.get_ydata()
    # From 5 of 5 to 10 of 15: half way 7.5 of 10, where a straight line would have 0.833.
    assert np.interp(0.75, x, y) == pytest.approx(0.75, abs=1e-3)


def test_calibration_has_every_bin_with_its_limits(run: pv.Findings) -> None:
    ax = run.plot("calibration", models=["bayes"])
    bins = run.models["bayes"].curves["calibration"]
    drawn = line(ax, "bayes: ECE")
    assert drawn.get_xydata().tolist() == np.transpose([bins["predicted"], bins["observed"]]).tolist()
    colour = to_hex(drawn.get_color())
    pairs = [
        one.get_xydata().tolist() for one in ax.lines if len(one.get_xdata()) == 2 and to_hex(one.get_color()) == colour
    ]
    ends = zip(bins["predicted"], bins["low"], bins["high"], strict=True)
    assert pairs == [[[x, low], [x, high]] for x, low, high in ends]


def test_cost_curve(run: pv.Findings) -> None:
    ax = run.plot("cost-curve")
    stored = run.models["logistic"].curves["cost_curve"]
    drawn = line(ax, "logistic")
    assert drawn.get_xdata().tolist() == stored["pc"]
    assert drawn.get_ydata().tolist() == stored["cost"]
    assert line(ax, "better trivial rule").get_ydata().tolist() == [0, 0.5, 0]


def spans(ax: Any) -> dict[float, tuple[float, float]]:
    """The interval that is drawn in each row."""
    pairs = [one.get_xydata() for one in ax.lines if len(one.get_xdata()) == 2]
    return {y: (x, other) for (x, y), (other, same) in pairs if y == same and x < other}


def dots(ax: Any) -> dict[float, float]:
    """The value that is drawn in each row: its markers are not those of ends."""
    marked = [one for one in ax.lines if len(one.get_xdata()) == 1 and one.get_marker() not in ("|", "<", ">")]
    return {one.get_ydata()[0]: one.get_xdata()[0] for one in marked}


@pytest.mark.parametrize("measure", ["auc", "f1", "brier"])
def test_measures_in_rows(run: pv.Findings, measure: str) -> None:
    ax = run.plot("measures", measure=measure)
    order = sorted(run.rivals, key=lambda name: -run.models[name].led("auc").value)
    assert rows(ax) == order
    for row, model in enumerate(order):
        found = run.models[model].measures[measure]
        assert dots(ax)[row] == found.value
        assert spans(ax).get(row, (found.low, found.high)) == (found.low, found.high)
    assert {"auc": "AUC", "f1": "F1", "brier": "Brier score"}[measure] in ax.get_xlabel()
    assert "90 % intervals" in ax.get_xlabel()
    assert ("lower" if measure == "brier" else "higher") + " is better" in ax.get_xlabel()


def test_what_has_no_value_has_no_dot() -> None:
    measures = {
        "A": pv.Estimate(0.5, 0.4, 0.6),
        "B": pv.Estimate(np.nan, why="no positives"),
        "C": pv.Estimate(np.inf, 0.2, np.inf),
        "D": pv.Estimate(0.3),
    }
    models = {name: ModelFindings({"odd": found}) for name, found in measures.items()}
    ax = pv.Findings("classification", 10, 0.95, models).plot()
    assert set(dots(ax)) == {0, 3}
    assert set(spans(ax)) == {0, 2}
    arrows = [one.get_ydata()[0] for one in ax.lines if one.get_marker() == ">"]
    assert arrows == [2]
    assert [text.get_text() for text in ax.texts][1:] == ["undefined", "∞ [0.2000, ∞]", "0.3000 [no interval]"]


def test_folds_are_joined_across_models(run: pv.Findings) -> None:
    ax = run.plot("folds", measure="auc")
    told = [model.resampling["auc"] for model in run.models.values()]
    joined = line(ax, "the same fold").get_xdata().reshape(2, 5, 3)
    folds = np.array([one.folds for one in told])
    np.testing.assert_array_equal(joined[..., :2], np.stack([folds[:-1], folds[1:]], axis=-1))
    for row, found in enumerate(told):
        assert dots(ax)[row + 0.3] == found.fold_mean.value
    assert "90 %" in " ".join(legend(ax))


def test_differences(run: pv.Findings) -> None:
    ax = run.plot("differences")
    ordered = sorted((c.to_dict() for c in run.comparisons), key=lambda c: (c["p_adjusted"], c["p"]))
    assert rows(ax) == [f"{c['a']} − {c['b']}" for c in ordered]
    for row, contest in enumerate(ordered):
        gap, at = contest["difference"], row + 0.22
        value, low, high = (100 * gap[part] for part in ("value", "low", "high"))
        assert dots(ax)[at] == value
        assert spans(ax)[at] == (low, high)
        mark = next(one for one in ax.lines if one.get_xydata().tolist() == [[value, at]])
        assert (to_hex(mark.get_markerfacecolor()) == "#ffffff") == (contest["winner"] is None)
    assert ax.get_xlabel() == "difference of AUC, points"
    assert "(higher is better); 90 % intervals" in ax.get_legend().get_title().get_text()


def test_permutation(run: pv.Findings) -> None:
    ax = run.plot("permutation")
    heights = np.histogram([v for v in run.about.permutation["bayes"]["null"] if v is not None], 7)[0]
    assert [bar.get_height() for bar in ax.patches] == [n for n in heights if n]
    assert line(ax, "bayes: observed 0.8, p = 0.016").get_xdata().tolist() == [0.8, 0.8]


def test_a_permutation_test_that_was_added(regression: pv.Findings) -> None:
    test = {"kind": "permutation", "measure": "r2", "observed": 0.9, "p": 0.01, "null": [0.0, 0.1, -0.1]}
    added = dataclasses.replace(regression, diagnostics=(test,))
    assert "permutation" not in drawable(regression)
    assert added.plot("permutation").get_xlabel() == "r2 under permuted targets"


def test_fit_times(run: pv.Findings) -> None:
    ax = run.plot("fit-times")
    drawn = {round(bar.get_y() + bar.get_height() / 2): bar.get_x() + bar.get_width() for bar in ax.patches}
    assert drawn == pytest.approx(dict(enumerate(run.about.fit_seconds.values())))
    assert rows(ax) == list(run.models)


def test_confusion(run: pv.Findings) -> None:
    ax = run.plot("confusion", models="bayes")
    matrix: Any = run.models["bayes"].confusion
    counts = np.array(matrix.counts)
    np.testing.assert_allclose(ax.images[0].get_array(), counts / counts.sum(axis=1, keepdims=True))
    said = {text.get_position()[::-1]: text.get_text() for text in ax.texts}
    assert said == {place: str(int(n)) for place, n in np.ndenumerate(counts)}
    assert ax.get_title() == "bayes"


@pytest.mark.parametrize(("k", "numbers"), [(30, 900), (31, 0), (150, 0)])
def test_many_classes_have_no_numbers(k: int, numbers: int, tmp_path: Path) -> None:
    labels = [f"c{i:03}" for i in range(k)]
    ax = pv.evaluate(truth=labels, predicted=labels).plot("confusion")
    assert len(ax.texts) == numbers
    assert len(ax.get_xticklabels()) <= 60
    assert png(ax, tmp_path)


def test_a_class_without_rows_is_empty_not_pale() -> None:
    ax = pv.evaluate(truth=["a", "b"] * 3, predicted=["a", "c"] * 3).plot("confusion")
    shares = ax.images[0].get_array()
    assert np.ma.getmaskarray(np.ma.masked_invalid(shares))[2].all()


def test_the_usual_picture(run: pv.Findings, regression: pv.Findings) -> None:
    assert picture_data(run)["picture"] == "roc"
    assert picture_data(regression)["picture"] == "measures"
    assert picture_data(regression)["measure"] == "mae"


def labelled() -> pv.Findings:
    """A model that gives labels, and nothing to draw a curve from."""
    return pv.evaluate(truth=[1, 0, 1, 0, 1, 0], predicted=[1, 0, 1, 1, 0, 0], positive=1)


def neighbours() -> pv.Findings:
    """Models that differ in one number, and costs."""
    y, rng = np.tile([1, 0], 30), np.random.default_rng(0)
    scores = {f"knn(n_neighbors={k})": np.clip(y * 0.4 + rng.random(60) * 0.6, 0, 1) for k in (1, 3, 5)}
    return pv.evaluate(truth=y, scores=scores, costs=pv.Costs(fp=1, fn=5))


def weak() -> pv.Findings:
    """Findings with a slice on which a model is worse."""
    site = np.repeat(["a", "b"], 100)
    losses = np.arange(200) % 7 + 9.0 * (site == "b")
    found = pv.weak_slices(values=losses, better="lower", features={"site": site}, n_permutations=99)
    return pv.Findings.of(found)


def test_every_kind_is_drawn_by_somebody(run: pv.Findings, regression: pv.Findings, tmp_path: Path) -> None:
    scores = np.random.default_rng(8).random((2, N))
    words = {"truth": np.arange(N) % 2, "scores": dict(zip(("bayes", "none"), scores, strict=True))}
    run = run.adding(pv.compare(**words, rope=0.05))
    more = {*drawable(labelled()), *drawable(neighbours()), *drawable(weak())}
    asked = pv.evaluate(**words, roc_n=5)
    assert asked.plot("roc-n").get_xlabel().startswith("False positives (the first 5")
    assert {*drawable(run), *drawable(regression), *drawable(asked), *more} == set(kinds())
    for kind in drawable(run):
        alone = kinds()[kind].single
        ax = run.plot(kind, models=["bayes"] if alone else None)
        assert len(png(ax, tmp_path)) > 5000, kind
        assert json.dumps(picture_data(run, kind, models=["bayes", "none"][: 1 + (not alone)]), allow_nan=False)


def test_a_kind_that_cannot_be_drawn(run: pv.Findings, regression: pv.Findings) -> None:
    with pytest.raises(BadParameter, match=r"no picture 'roc'.*\n.*measures"):
        regression.plot("roc")
    with pytest.raises(BadParameter, match=r"no picture 'pie'.*\n.*roc, roc-folds, precision-recall"):
        run.plot("pie")
    with pytest.raises(BadParameter, match="nothing to draw"):
        pv.Findings("theory", 0, 0.95, {}).plot()
    with pytest.raises(BadParameter, match=r"shows one model.*\n.*bayes, logistic, none"):
        run.plot("confusion")
    with pytest.raises(BadParameter, match="no measure to choose"):
        run.plot("roc", measure="auc")
    with pytest.raises(BadParameter, match="no hull to choose"):
        run.plot("folds", hull=True)
    with pytest.raises(BadParameter, match=r"no recall to draw.*\n.*auc"):
        run.plot("folds", measure="tpr")
    with pytest.raises(UnknownMeasure):
        run.plot("measures", measure="glory")
    with pytest.raises(UnknownModel, match=r"'x'.*\n.*bayes"):
        run.plot("roc", models=["bayes", "x"])
    assert run.plot("precision_recall").get_xlabel() == "Recall"


def test_some_models_only(run: pv.Findings) -> None:
    assert rows(run.plot("measures", models=["none", "bayes"])) == ["none", "bayes"]
    assert list(picture_data(run, "fit-times", models="none")["models"]) == ["none"]
    assert len(picture_data(run, "differences", models=["none", "bayes"])["pairs"]) == 1
    with pytest.raises(BadParameter, match="the chosen models"):
        run.plot("differences", models="none")


@pytest.mark.parametrize("kind", ["roc", "precision-recall", "calibration", "cost-curve", "measures", "differences"])
def test_names_are_never_formulas(kind: str, tmp_path: Path) -> None:
    ax = hostile().plot(kind)
    words = [text for text in ax.findobj(Text) if any(name in text.get_text() for name in HOSTILE)]
    assert len(words) >= 7
    assert not any(text.get_parse_math() for text in words)
    # A broken formula would raise here.
    assert png(ax, tmp_path)
    assert "\n" not in "".join(rows(ax) if kind == "measures" else [])


def test_names_that_a_legend_would_hide_or_merge() -> None:
    alike = ("x" * 80 + "1" + "y" * 40, "x" * 80 + "2" + "y" * 40, "_hidden")
    ax = hostile(alike).plot("roc")
    names = [text.split(": AUC")[0].strip() for text in legend(ax)[:3]]
    assert names[1] == f"{names[0]} (2)"
    assert names[2] == "_hidden"


def test_eight_models_still_differ() -> None:
    ax = hostile(tuple(f"m{i}" for i in range(12))).plot("roc")
    curves = [one for one in ax.lines if ": AUC" in one.get_label()]
    marks = [one for one in ax.lines if one.get_linestyle() == "None" and len(one.get_xdata())]
    looks = [(to_hex(one.get_color()), str(one._dash_pattern)) for one in curves]
    points = [(to_hex(one.get_color()), one.get_marker()) for one in marks]
    assert [colour for colour, _ in looks] == [colour for colour, _ in points]
    # Two have a colour; the others are grey, and told apart by dash and mark.
    assert len({colour for colour, _ in looks}) == 3
    assert len(set(zip(looks, points, strict=True))) == 12


def test_given_axes_and_style(run: pv.Findings) -> None:
    ax = Figure().add_subplot()
    assert run.plot("roc", ax, models="bayes", color="#123456", linewidth=3) is ax
    drawn = line(ax, "bayes")
    assert (to_hex(drawn.get_color()), drawn.get_linewidth()) == ("#123456", 3)
    assert run.plot("confusion", models="bayes", cmap="viridis").images[0].cmap.name == "viridis"


def test_pyplot_and_its_backend_are_left_alone(run: pv.Findings, tmp_path: Path) -> None:
    before, backend = mpl.rcParams["svg.hashsalt"], mpl.get_backend(auto_select=False)
    png(run.plot("roc"), tmp_path)
    assert mpl.rcParams["svg.hashsalt"] == before
    assert mpl.get_backend(auto_select=False) == backend


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_equal_findings_give_equal_bytes(run: pv.Findings, tmp_path: Path, ending: str) -> None:
    again = pv.Findings.from_dict(json.loads(run.to_json()))
    one, two = (
        save_picture(f.plot("roc"), tmp_path / f"{i}.{ending}").read_bytes() for i, f in enumerate((run, again))
    )
    assert one == two
    assert b"CreationDate" not in one
    assert b"<dc:date>" not in one


def test_missing_letters_are_no_news(tmp_path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert png(hostile(("👩‍🔬", "𓀀")).plot("roc"), tmp_path)


def test_files_are_checked(run: pv.Findings, tmp_path: Path) -> None:
    ax = run.plot("roc")
    with pytest.raises(BadParameter, match=r"\.svg, \.png or \.pdf"):
        save_picture(ax, tmp_path / "roc.gif")
    with pytest.raises(UnreadableFile, match="no such folder"):
        save_picture(ax, tmp_path / "none" / "roc.svg")
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(UnreadableFile, match="cannot be written"):
        save_picture(ax, tmp_path / "folder.svg")


def test_without_matplotlib_the_extra_is_named(run: pv.Findings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtra, match="matplotlib"):
        run.plot("roc")
    assert picture_data(run, "roc")["models"]
