"""Exercise 7 as it was set: iris, a classifier of one's own, one script; against scikit-learn's classifier."""

import runpy
from pathlib import Path

import numpy as np
import pytest
from sklearn.datasets import load_iris
from sklearn.model_selection import LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

import probative as pv

SCRIPT = Path(__file__).parents[3] / "examples" / "exercise_7_iris.py"


@pytest.fixture(scope="module")
def exercise():
    return runpy.run_path(str(SCRIPT))


def test_the_script_runs(capsys):
    runpy.run_path(str(SCRIPT), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split()[-1] == "0.9600"
    assert lines[2].endswith("accuracy 0.0000")
    assert lines[-1].startswith("leave-one-out, 1-NN: 0.960")


@pytest.mark.parametrize("k", [1, 15])
def test_the_template_is_a_nearest_neighbour_classifier(exercise, k):
    X, y = load_iris(return_X_y=True)
    splits = list(exercise["pairs"](y, 10))
    ours = exercise["by_hand"](exercise["NearestNeighbours"](k), X, y, iter(splits))
    theirs = cross_val_score(KNeighborsClassifier(k), X, y, cv=splits)
    np.testing.assert_allclose(ours, theirs, atol=0.07)  # ties among neighbours may fall otherwise, a row in a fold
    assert ours.mean() == pytest.approx(theirs.mean(), abs=0.01)


def test_leave_one_out_is_what_scikit_learn_gives(exercise):
    X, y = load_iris(return_X_y=True)
    said = pv.run(exercise["NearestNeighbours"](1), X, y, plan="leave-one-out")
    theirs = cross_val_score(KNeighborsClassifier(1), X, y, cv=LeaveOneOut()).mean()
    assert pv.resampled(said, "accuracy").pooled.value == pytest.approx(theirs)


@pytest.mark.parametrize(("repeats", "trainings"), [(1, 10), (5, 50)])
def test_pairs_are_disjoint_stratified_and_repeated(exercise, repeats, trainings):
    y = load_iris().target
    splits = list(exercise["pairs"](y, 10, repeats=repeats))
    assert len(splits) == trainings
    for train, test in splits:
        assert sorted([*train, *test]) == list(range(150))
        assert np.bincount(y[test]).tolist() == [5, 5, 5]
