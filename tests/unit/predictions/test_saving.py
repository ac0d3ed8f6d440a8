"""Predictions are kept: what is saved comes back."""

import json
import pickle

import numpy as np
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import LinearSVC

import probative as pv
from probative.errors import (
    BadFormat,
    BadParameter,
    UnknownModel,
)

from ..trained import GROUPS, IRIS, SPECIES, TIME, VALUES, WEIGHT, N, Spy, X, Y, assert_same


def kept(tmp_path, said):
    return pv.Predictions.load(said.save(tmp_path / "predictions.parquet"))


TARGETS = {
    "0/1": (Y, None, [GaussianNB(), LinearSVC(random_state=0)]),
    "text": (np.where(Y == 1, "sick", "healthy"), "healthy", [GaussianNB(), Spy()]),
    "text without positive": (np.where(Y == 1, "it's", 'a "quote"'), None, [GaussianNB()]),
    "bool": (Y == 1, None, [GaussianNB()]),
    "-1/1": (2 * Y - 1, None, [GaussianNB()]),
    "classes": (np.arange(N) % 4, None, [GaussianNB()]),
    "classes as text": (np.array(list("abcd"))[np.arange(N) % 4], None, [GaussianNB()]),
    "numbers": (VALUES, None, [Ridge()]),
}


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("plan", ["2x3", "hold-out"])
@pytest.mark.parametrize("extras", [False, True])
def test_what_is_saved_comes_back(tmp_path, target, plan, extras):
    y, positive, models = TARGETS[target]
    more = {"weight": WEIGHT, "groups": np.array([f"g{i}" for i in GROUPS])} if extras else {}
    said = pv.run(models, X, y, plan=plan, positive=positive, **more)
    back = kept(tmp_path, said)
    assert_same(said, back)
    assert back.fits == said.fits
    assert (back.labels, back.positive, back.n, back.task) == (said.labels, said.positive, said.n, said.task)
    assert [type(label) for label in back.labels] == [type(label) for label in said.labels]
    assert back.about == said.about
    columns, again = said.columns(), back.columns()
    assert list(columns) == list(again)
    for name, column in columns.items():
        assert column.tolist() == pytest.approx(again[name].tolist(), abs=0, nan_ok=True), name
    assert [note.code for note in pv.evaluate(back).notes] == [note.code for note in pv.evaluate(said).notes]
    measure = "rmse" if said.task == "regression" else "accuracy"
    for name in said.models:
        assert pv.resampled(back, measure, model=name).to_dict() == pv.resampled(said, measure, model=name).to_dict()


def test_equal_runs_are_saved_to_equal_bytes(tmp_path):
    models = {"forest": RandomForestClassifier(3), "logistic": LogisticRegression()}
    settings = {"plan": "2x3", "weight": WEIGHT, "groups": GROUPS}
    first = pv.run(models, X, Y, **settings).save(tmp_path / "a.parquet").read_bytes()
    again = pv.run(models, X, Y, **settings, n_jobs=2).save(tmp_path / "b.parquet").read_bytes()
    other = pv.run(models, X, Y, **settings, random_state=1).save(tmp_path / "c.parquet").read_bytes()
    assert first == again != other


def test_a_folder_is_enough(tmp_path):
    said = pv.run(GaussianNB(), X, Y, plan="3-fold")
    said.save(tmp_path / "predictions.parquet")
    assert_same(said, pv.Predictions.load(tmp_path))
    assert pv.evaluate(tmp_path).n == N


def test_predictions_without_the_record_of_trainings(tmp_path):
    said = pv.run(GaussianNB(), X, Y, plan="4-fold")
    path = said.save(tmp_path / "predictions.parquet")
    path.with_suffix(".fits.json").unlink()
    back = pv.Predictions.load(path)
    same_but_fits = pv.resampled(back, "accuracy").to_dict()
    assert back.fits == ()
    assert same_but_fits == pv.resampled(said, "accuracy").to_dict()


def test_other_parquet_files_are_refused(tmp_path):
    pl.DataFrame({"a": [1]}).write_parquet(tmp_path / "x.parquet")
    with pytest.raises(BadFormat, match="does not hold predictions"):
        pv.Predictions.load(tmp_path / "x.parquet")


@pytest.mark.parametrize("backend", ["pandas", "polars", "pyarrow"])
def test_the_long_table(backend):
    said = pv.run({"nb": GaussianNB(), "spy": Spy()}, X, Y, plan="2x3", weight=WEIGHT, groups=GROUPS)
    frame = said.to_frame(backend)
    names = list(frame.column_names if backend == "pyarrow" else frame.columns)
    assert names == ["row", "model", "repeat", "fold", "truth", "predicted", "score", "weight", "group"]
    assert len(frame) == 2 * 2 * N
    table = {name: np.asarray(frame[name]).tolist() for name in names}
    assert table["truth"] == Y[table["row"]].tolist()
    assert table["weight"] == WEIGHT[table["row"]].tolist()
    assert table["group"] == GROUPS[table["row"]].tolist()
    assert table["model"] == ["nb"] * 2 * N + ["spy"] * 2 * N
    assert np.isnan(np.array(table["score"][2 * N :], float)).all()


def test_the_long_table_of_several_classes_and_of_numbers():
    several = pv.run(GaussianNB(), IRIS, SPECIES, plan="3-fold").to_frame("polars")
    assert several.columns == ["row", "model", "repeat", "fold", "truth", "predicted", "proba_0", "proba_1", "proba_2"]
    assert pv.run(Ridge(), X, VALUES, plan="3-fold").to_frame("polars").columns == [
        *("row", "model", "repeat", "fold", "truth", "predicted")
    ]


def test_predictions_can_be_pickled():
    said = pv.run(GaussianNB(), X, Y, plan="3-fold")
    assert_same(said, pickle.loads(pickle.dumps(said)))


def test_predictions_are_read_only_mappings():
    said = pv.run(GaussianNB(), X, Y, plan="3-fold")
    with pytest.raises(TypeError):
        said.models["x"] = None
    with pytest.raises(AttributeError):
        said.truth = None


def test_a_model_by_name():
    said = pv.run({"a": Spy(), "b": Spy()}, X, Y, plan="2-fold")
    for name in (None, "c"):
        with pytest.raises(UnknownModel):
            said.model(name)
    assert "a, b; 60 rows; 2-fold" in repr(said)


def test_what_is_known_about_a_run():
    said = pv.run([Spy(), GaussianNB()], X, Y, plan="5x2 stratified", random_state=9)
    assert said.repeats == 5
    assert said.about.seed == 9
    assert said.about.description.endswith("10 trainings for each of 2 models, 20 in all")
    assert set(said.about.software) >= {"probative", "python", "numpy", "scipy", "scikit-learn"}
    assert said.about.facts.classes == {"0": int((Y == 0).sum()), "1": int(Y.sum())}
    assert all(fit.n_train + fit.n_test == N for fit in said.fits)
    assert all(fit.fit_seconds > 0 and fit.predict_seconds > 0 for fit in said.fits)
    assert json.loads(json.dumps([fit.to_dict() for fit in said.fits]))
    assert pv.run(Spy(), X, Y, plan="3-fold").about.data == said.about.data
    assert pv.run(Spy(), X + 1, Y, plan="3-fold").about.data != said.about.data


def test_choices_of_a_search_are_kept():
    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 9]}, cv=3)
    said = pv.run({"search": search, "last": make_pipeline(StandardScaler(), search)}, X, Y, plan="3-fold")
    for number, (train, _) in enumerate(pv.plan("3-fold").split(X, Y)):
        fitted = clone(search).fit(X[train], Y[train])
        assert said.fits[number].chosen == fitted.best_params_
        assert said.fits[number].selection_score == fitted.best_score_
    assert all(set(fit.chosen) == {"n_neighbors"} for fit in said.fits)
    assert pv.evaluate(said).about.chosen


def test_the_default_plan():
    assert pv.run(Spy(), X, Y).about.plan == "10-fold stratified"
    assert pv.run(Ridge(), X, VALUES).about.plan == "10-fold"
    assert pv.run(Ridge(), X[:7], VALUES[:7]).about.plan == "7-fold"
    assert pv.run(Spy(), X, Y, groups=GROUPS).about.plan == "10-fold stratified grouped"
    assert pv.run(Spy(), X, Y, time=TIME).about.plan.startswith("time 5")


def test_evaluate_knows_the_columns_of_a_run():
    with pytest.raises(BadParameter, match="know their columns"):
        pv.evaluate(pv.run(GaussianNB(), X, Y, plan="3-fold"), truth="truth")
