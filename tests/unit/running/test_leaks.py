"""Leaks: what training could know of test rows is found, refused or said, and nothing else is."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_breast_cancer, load_digits, load_wine
from sklearn.decomposition import PCA, TruncatedSVD
from sklearn.dummy import DummyClassifier
from sklearn.feature_selection import SelectKBest
from sklearn.frozen import FrozenEstimator
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import (
    FunctionTransformer,
    MaxAbsScaler,
    MinMaxScaler,
    PowerTransformer,
    QuantileTransformer,
    RobustScaler,
    StandardScaler,
)

import probative as pv
from probative.errors import BadParameter, Leakage
from probative.guards.leaks import of_leaks
from probative.predictions.provenance import Provenance
from probative.running.looked_at import columns_of
from probative.running.scaling import scaled_columns

RNG = np.random.default_rng(3)
N = 90
NOISE = RNG.normal(2, 3, size=(N, 400))
GAMMA = RNG.gamma(2, size=(N, 4))
Y = np.arange(N) % 2
LEARNER = LogisticRegression()


def leaks(*args, **more):
    return pv.run(*args, **more).about.leaks


def codes(said):
    return {note.code for note in of_leaks(said.about.leaks)}


# --- rows ------------------------------------------------------------------------------------------------------------

SHARING = [(np.arange(50), np.arange(45, 90)), (np.arange(50, 90), np.arange(50))]


def test_given_splits_that_share_rows_are_refused_unless_forced_and_marked():
    with pytest.raises(Leakage, match="5 rows in both"):
        pv.run(GaussianNB(), GAMMA, Y, plan=SHARING)
    said = pv.run(GaussianNB(), GAMMA, Y, plan=SHARING, force=True)
    assert said.about.forced == ("rows-overlap",)
    note = next(note for note in pv.evaluate(said).notes if note.code == "rows-overlap")
    assert (note.severity, note.rows) == ("error", (45, 46, 47, 48, 49))


def test_what_was_forced_survives_saving(tmp_path):
    said = pv.run(GaussianNB(), GAMMA, Y, plan=SHARING, force=True)
    back = pv.Predictions.load(said.save(tmp_path / "predictions.parquet"))
    assert back.about.forced == said.about.forced
    assert back.about.leaks == said.about.leaks


def mixed(n=80):
    return pd.DataFrame(
        {
            "number": RNG.normal(size=n),
            "text": RNG.choice(list("abcdefgh"), n),
            "category": pd.Categorical(RNG.choice(["u", "v"], n)),
            "date": pd.to_datetime("2020-01-01") + pd.to_timedelta(RNG.integers(0, 900, n), unit="D"),
            "gaps": np.where(RNG.random(n) < 0.3, np.nan, 1.5),
            "holes": [None if i % 3 else "x" for i in range(n)],
        }
    )


@pytest.mark.parametrize(
    "kind", [lambda f: f, pl.from_pandas, lambda f: f.to_numpy(), lambda f: f.set_axis(range(6), axis=1)]
)
def test_twins_are_found_in_frames_of_numbers_texts_categories_dates_and_gaps(kind):
    frame = mixed()
    doubled, y = pd.concat([frame, frame[:10]], ignore_index=True), np.concatenate([Y[:80], Y[:10]])
    found = leaks(DummyClassifier(), kind(doubled), y, plan="leave-one-out")
    assert found.twins == (*range(10), *range(80, 90))
    assert not leaks(DummyClassifier(), kind(frame), Y[:80]).twin_rows


def test_twins_are_found_in_sparse_rows_and_in_lists_of_texts():
    rows = sparse.csr_matrix(np.round(np.concatenate([NOISE[:40], NOISE[:2]]), 3) * (RNG.random((42, 400)) < 2))
    assert leaks(DummyClassifier(), rows, np.arange(42) % 2, plan="leave-one-out").twins == (0, 1, 40, 41)
    texts = np.array([f"text {i}" for i in range(30)] + ["text 4"])
    assert leaks(DummyClassifier(), texts[:, None], np.arange(31) % 2, plan="leave-one-out").twins == (4, 30)


def test_twins_kept_together_by_groups_raise_nothing():
    X, y = np.concatenate([GAMMA, GAMMA[:20]]), np.concatenate([Y, Y[:20]])
    groups = np.concatenate([np.arange(N), np.arange(20)])
    assert "equal-rows" in codes(pv.run(GaussianNB(), X, y))
    assert codes(pv.run(GaussianNB(), X, y, groups=groups)) == set()


def test_equal_rows_of_few_values_are_no_more_than_a_note():
    coarse = RNG.integers(0, 2, (N, 3)).astype(float)
    assert codes(pv.run(GaussianNB(), coarse, Y)) == {"equal-rows-by-chance"}
    # Doubled to balance classes: chance makes no such twins.
    doubled = np.concatenate([GAMMA, GAMMA[Y == 1]])
    assert codes(pv.run(GaussianNB(), doubled, np.concatenate([Y, Y[Y == 1]]))) == {"equal-rows"}


IDS = np.concatenate([np.arange(80), np.arange(10)])
SPREAD = np.arange(N)[:, None] * 1.3 + RNG.normal(size=(N, 1))


@pytest.mark.parametrize(
    "call",
    [
        lambda **more: pv.run(GaussianNB(), SPREAD, Y, row=IDS, **more),
        lambda **more: pv.select(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, SPREAD, Y, row=IDS, **more),
        lambda **more: pv.permutation_test(GaussianNB(), SPREAD, Y, row=IDS, n_permutations=5, **more),
        lambda **more: pv.plan("5-fold").layout(SPREAD, Y, row=IDS, **more),
    ],
)
def test_the_same_id_on_both_sides_is_refused_unless_forced(call):
    with pytest.raises(Leakage, match="ids on both sides"):
        call()
    call(force=True)


def test_ids_kept_together_are_sound_and_ids_must_be_as_many_as_rows():
    assert pv.run(GaussianNB(), SPREAD, Y, row=IDS, groups=IDS, plan="5-fold grouped").about.forced == ()
    assert pv.run(GaussianNB(), SPREAD, Y, row=np.arange(N)).about.forced == ()
    with pytest.raises(pv.errors.LengthMismatch):
        pv.run(GaussianNB(), SPREAD, Y, row=IDS[:5])


def test_forced_ids_are_named():
    said = pv.run(GaussianNB(), SPREAD, Y, row=np.array([f"p{i}" for i in IDS]), force=True)
    note = next(note for note in pv.evaluate(said).notes if note.code == "ids-overlap")
    assert set(note.rows) == {f"p{i}" for i in range(10)}


def test_an_id_column_is_no_input():
    table = {"id": [f"p{i}" for i in IDS], "x": SPREAD[:, 0], "y": Y}
    with pytest.raises(Leakage):
        pv.experiment(table, target="y", models=["gaussian"], row="id")
    said = pv.experiment(table, target="y", models=["gaussian"], row="id", force=True)
    assert "left out: id (used as row)" in said.about.guesses


def test_a_separate_test_set_that_was_trained_on():
    found = pv.permutation_test(GaussianNB(), GAMMA[:60], Y[:60], test=(GAMMA[50:], Y[50:]), n_permutations=9)
    assert any("10 tested rows also stand among the training rows (test rows 0, 1" in note for note in found.notes)
    apart = pv.permutation_test(GaussianNB(), GAMMA[:60], Y[:60], test=(GAMMA[60:], Y[60:]), n_permutations=9)
    assert not any("tested rows" in note for note in apart.notes)
    with pytest.raises(Leakage, match="every test row"):
        pv.permutation_test(GaussianNB(), GAMMA, Y, test=(GAMMA, Y), n_permutations=9)
    ids = np.arange(60), np.arange(59, 89)
    with pytest.raises(Leakage, match="1 ids"):
        pv.permutation_test(GaussianNB(), GAMMA[:60], Y[:60], test=(GAMMA[60:], Y[60:]), row=ids, n_permutations=9)
    with pytest.raises(BadParameter, match="is a pair"):
        pv.permutation_test(GaussianNB(), GAMMA[:60], Y[:60], test=(GAMMA[60:], Y[60:]), row=IDS, n_permutations=9)


# --- steps -----------------------------------------------------------------------------------------------------------


def chosen(X=NOISE, y=Y):
    return SelectKBest(k=10).fit(X, y)


SELECTOR = chosen()
SEEN = {
    "frozen": make_pipeline(FrozenEstimator(SELECTOR), LEARNER),
    "a method": make_pipeline(FunctionTransformer(SELECTOR.transform), LEARNER),
    "a function": make_pipeline(FunctionTransformer(lambda rows: SELECTOR.transform(rows)), LEARNER),
    "behind a step": make_pipeline(
        StandardScaler(), FrozenEstimator(chosen(StandardScaler().fit_transform(NOISE))), LEARNER
    ),
    "the learner": FrozenEstimator(LogisticRegression().fit(NOISE, Y)),
}


@pytest.mark.parametrize("name", SEEN)
def test_a_step_fitted_on_all_rows_is_refused_unless_forced_and_marked(name):
    with pytest.raises(Leakage, match="fitted on all rows"):
        pv.run(SEEN[name], NOISE, Y, plan="3-fold stratified")
    said = pv.run({"m": SEEN[name]}, NOISE, Y, plan="3-fold stratified", force=True)
    assert said.about.forced == ("step-saw-test-rows",)
    note = next(note for note in pv.evaluate(said).notes if note.code == "step-saw-test-rows")
    assert (note.severity, note.model) == ("error", "m")


def test_selection_on_all_rows_makes_noise_predictable_and_is_what_was_refused():
    forced = pv.evaluate(pv.run({"m": SEEN["frozen"]}, NOISE, Y, plan="10-fold stratified", force=True))
    sound = pv.evaluate(pv.run({"m": make_pipeline(chosen(), LEARNER)}, NOISE, Y, plan="10-fold stratified"))
    assert forced.models["m"].measures["accuracy"].value > 0.75
    assert sound.models["m"].measures["accuracy"].value < 0.65


@pytest.mark.parametrize(
    "model",
    [
        make_pipeline(FrozenEstimator(chosen(NOISE[:45], Y[:45])), LEARNER),
        make_pipeline(
            ColumnTransformer([("s", FrozenEstimator(StandardScaler().fit(NOISE[:, :5])), [0, 1, 2, 3, 4])]), LEARNER
        ),
    ],
)
def test_a_step_fitted_nobody_knows_where_is_a_warning(model):
    assert "step-fitted-before" in codes(pv.run(model, NOISE, Y, plan="3-fold stratified"))


@pytest.mark.parametrize(
    "model",
    [
        make_pipeline(chosen(), LEARNER),
        make_pipeline(StandardScaler().fit(NOISE), LEARNER),
        make_pipeline(FunctionTransformer(np.log1p), LEARNER),
        LogisticRegression().fit(NOISE, Y),
    ],
)
def test_what_is_fitted_anew_in_every_training_part_is_sound(model):
    assert codes(pv.run(model, np.abs(NOISE), Y, plan="3-fold stratified", on_error="record")) == set()


# --- columns ---------------------------------------------------------------------------------------------------------

SCALERS = {
    "standardised": [StandardScaler(), PowerTransformer()],
    "min-max": [MinMaxScaler(), MinMaxScaler((-1, 1))],
    "largest": [MaxAbsScaler()],
    "robust": [RobustScaler()],
    "quantile": [
        QuantileTransformer(n_quantiles=N),
        QuantileTransformer(n_quantiles=N, output_distribution="normal"),
    ],
    "rotated": [PCA(3), PCA(3, whiten=True), TruncatedSVD(3)],
}


@pytest.mark.parametrize(("kind", "scaler"), [(kind, scaler) for kind, made in SCALERS.items() for scaler in made])
def test_columns_scaled_on_all_rows_are_recognised_by_kind(kind, scaler):
    said = pv.run(GaussianNB(), scaler.fit_transform(GAMMA), Y)
    assert set(said.about.leaks.scaled) == {kind}
    note = next(note for note in pv.evaluate(said).notes if note.code == "scaled-in-advance")
    assert note.numbers["kind"] == kind
    assert len(note.columns) == note.numbers["scaled"]


@pytest.mark.parametrize(("kind", "scaler"), [(kind, scaler) for kind, made in SCALERS.items() for scaler in made])
def test_columns_scaled_on_other_rows_are_not(kind, scaler):
    middling = GAMMA[(np.quantile(GAMMA, 0.9, axis=0) > GAMMA).all(axis=1)]
    if kind == "quantile":
        scaler = clone(scaler).set_params(n_quantiles=20)
    assert scaled_columns(columns_of(scaler.fit(middling).transform(GAMMA)))[0] == {}


@pytest.mark.parametrize(
    "columns",
    [
        load_breast_cancer().data,
        load_wine().data,
        load_digits().data / 16,
        RNG.integers(0, 256, (500, 8)) / 255,
        RNG.random((500, 8)),
        RNG.normal(size=(500, 8)),
        (RNG.random((500, 8)) < 0.5).astype(float),
        np.eye(5)[RNG.integers(0, 5, 500)],
        RNG.integers(-3, 4, (500, 8)).astype(float),
        np.round(RNG.random((500, 8)), 2),
        RNG.dirichlet([1, 1, 1], 500),
    ],
)
def test_measured_columns_do_not_look_scaled(columns):
    assert scaled_columns(columns_of(columns))[0] == {}


@pytest.mark.parametrize("digits", [None, 1, 3])
def test_gaps_filled_with_the_mean_of_all_rows_are_seen(digits):
    columns = GAMMA if digits is None else np.round(GAMMA, digits)
    gappy = columns.copy()
    gappy[::9, 1] = np.nan
    filled = SimpleImputer().fit_transform(gappy)
    assert leaks(GaussianNB(), filled, Y).scaled == {"filled": ("column 1",)}
    apart = SimpleImputer().fit(gappy[:45]).transform(gappy)
    assert leaks(GaussianNB(), apart, Y).scaled == {}
    assert leaks(make_pipeline(SimpleImputer(), GaussianNB()), gappy, Y).scaled == {}


@pytest.mark.parametrize("gaps", [10, 11])
def test_gaps_filled_with_the_median_of_all_rows_are_seen(gaps):
    gappy, imputer = GAMMA.copy(), SimpleImputer(strategy="median")
    gappy[: 5 * gaps : 5, 1] = np.nan
    assert leaks(GaussianNB(), imputer.fit_transform(gappy), Y).scaled == {"filled": ("column 1",)}
    apart = imputer.fit(gappy[:45]).transform(gappy)
    assert leaks(GaussianNB(), apart, Y).scaled == {}


def test_a_middle_that_comes_often_by_nature_is_not_filled_in():
    changes = np.concatenate([np.zeros(10), GAMMA[:40, 0], -GAMMA[40:80, 0]])
    assert np.median(changes) == 0
    assert scaled_columns({"change": changes, "rounded": np.round(GAMMA[:, 1], 1)})[0] == {}


def test_a_mean_that_is_measured_often_is_not_filled_in():
    grid = np.tile(np.linspace(-1, 1, 21), 5)
    ratings = np.array([1.0, 2, 3, 4, 5, 3, 3, 3] * 12)
    assert scaled_columns({"a": grid, "b": grid[::-1] ** 3})[0].get("filled") is None
    assert scaled_columns({"a": ratings})[0] == {}


def test_names_of_scaled_columns_are_those_of_the_frame():
    frame = pd.DataFrame(StandardScaler().fit_transform(GAMMA), columns=list("abcd")).assign(c=GAMMA[:, 2])
    assert leaks(GaussianNB(), frame, Y).scaled == {"standardised": ("a", "b", "d")}
    table = {name: frame[name] for name in frame} | {"y": Y}
    assert pv.experiment(table, target="y", models=["gaussian"]).about.leaks.scaled == {"standardised": ("a", "b", "d")}


def test_preprocessing_that_somebody_declares_is_said():
    said = pv.run(GaussianNB(), GAMMA, Y, preprocessed="columns chosen on all rows")
    note = next(note for note in pv.evaluate(said).notes if note.code == "preprocessed-outside")
    assert note.severity == "warning"
    assert note.message == "before the rows were split: columns chosen on all rows. Bias is possible."
    with pytest.raises(BadParameter, match="no words"):
        pv.run(GaussianNB(), GAMMA, Y, preprocessed=" ")


def test_runs_of_the_first_release_keep_their_warnings():
    facts = {"classes": {"a": 50, "b": 50}, "label_runs": 2, "equal_rows": 4, "scaled_columns": 2, "columns": 3}
    old = Provenance.from_dict({"plan": "10-fold unshuffled", "facts": facts, "scheme": {"kind": "k-fold", "k": 10}})
    assert [note.code for note in of_leaks(old.leaks)] == ["equal-rows", "scaled-in-advance"]
    assert old.splits.in_stretches
    assert old.splits.order[0].striking
