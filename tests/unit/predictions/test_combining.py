"""Models combined at the level of decisions: one more model, tested against its best member."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_diabetes, load_iris
from sklearn.ensemble import VotingClassifier, VotingRegressor
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import probative as pv
from probative.errors import BadParameter, NotPaired

MEMBERS = {
    "line": make_pipeline(StandardScaler(), LogisticRegression()),
    "tree": DecisionTreeClassifier(max_depth=3, random_state=0),
    "near": KNeighborsClassifier(7),
}


def classes(how: str, rows: int = 150) -> tuple[pv.Predictions, pv.Predictions]:
    """The combination of a run, and scikit-learn's own under the same plan."""
    X, y = load_breast_cancer(return_X_y=True)
    X, y = X[:rows, :4], y[:rows]
    said = pv.combine(pv.run(MEMBERS, X, y, plan="2x3 stratified"), how=how, name="all")
    voting = VotingClassifier(list(MEMBERS.items()), voting="soft" if how == "mean" else "hard")
    return said, pv.run({"all": voting}, X, y, plan="2x3 stratified")


def test_the_mean_is_soft_voting_of_scikit_learn() -> None:
    mine, theirs = (said.model("all") for said in classes("mean"))
    order = np.lexsort([theirs.row, theirs.repeat])
    mine_order = np.lexsort([mine.row, mine.repeat])
    assert mine.scores[mine_order] == pytest.approx(theirs.scores[order])
    assert np.array_equal(mine.predicted[mine_order], theirs.predicted[order])
    assert np.array_equal(mine.fold[mine_order], theirs.fold[order])


def test_the_vote_is_hard_voting_of_scikit_learn() -> None:
    said, voting = classes("vote")
    mine, theirs = said.model("all"), voting.model("all")
    order, mine_order = np.lexsort([theirs.row, theirs.repeat]), np.lexsort([mine.row, mine.repeat])
    assert np.array_equal(mine.predicted[mine_order], theirs.predicted[order])
    votes = np.mean([said.model(m).predicted == said.positive for m in MEMBERS], axis=0)
    assert sorted(mine.scores.ravel()) == pytest.approx(sorted(votes))


def test_several_classes_and_numbers() -> None:
    X, y = load_iris(return_X_y=True)
    said = pv.combine(pv.run(MEMBERS, X, y, plan="3-fold stratified"), ["line", "near"], name="both")
    pair = [(name, MEMBERS[name]) for name in ("line", "near")]
    theirs = pv.run({"both": VotingClassifier(pair, voting="soft")}, X, y, plan="3-fold stratified").model("both")
    mine = said.model("both")
    assert mine.scores[np.argsort(mine.row)] == pytest.approx(theirs.scores[np.argsort(theirs.row)])
    X, y = load_diabetes(return_X_y=True)
    models = {"near": KNeighborsRegressor(), "tree": DecisionTreeRegressor(max_depth=3, random_state=0)}
    numbers = pv.combine(pv.run(models, X[:90], y[:90], plan="3-fold"), name="both").model("both")
    theirs = pv.run({"both": VotingRegressor(list(models.items()))}, X[:90], y[:90], plan="3-fold").model("both")
    assert numbers.predicted[np.argsort(numbers.row)] == pytest.approx(theirs.predicted[np.argsort(theirs.row)])


def test_it_is_tested_against_its_best_member_and_the_choice_is_marked() -> None:
    found = pv.evaluate(classes("mean")[0])
    note = next(note for note in found.notes if note.code == "combination-against-best-member")
    best = max(MEMBERS, key=lambda name: found.models[name].measures["auc"].value)
    contest = next(c for c in found.comparisons if {c.a, c.b} == {"all", best})
    assert note.model == "all"
    assert best in note.message
    assert contest.sentence() in note.message
    assert "chosen by these very numbers" in note.message


def test_even_votes_are_not_taken_for_labels_of_another_model() -> None:
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 200)
    table = {"y": y, **{f"score_{k}": np.clip(0.3 + 0.4 * y + rng.normal(0, 0.3, 200), 0, 1) for k in "ab"}}
    both = pv.combine(pv.read(table, truth="y", scores=["score_a", "score_b"], positive=1), how="vote")
    assert 0.5 in both.model("vote of a, b").scores
    assert "labels-not-of-scores" not in {note.code for note in pv.evaluate(both).notes}


def test_tables_of_files_are_combined_too() -> None:
    table = {
        "y": [1, 0, 1, 0], "score_A": [0.9, 0.4, 0.2, 0.1], "score_B": [0.7, 0.2, 0.6, 0.8], "w": [1.0, 2.0, 1.0, 1.0],
        "site": ["n", "n", "s", "s"],
    }  # fmt: skip
    said = pv.combine(pv.read(table, truth="y", weight="w", by="site"))
    assert said.model("mean of A, B").scores.ravel() == pytest.approx([0.8, 0.3, 0.4, 0.45])
    vote = pv.combine(said, ["A", "B"], how="vote")
    # A tie goes to the first member.
    assert vote.model("vote of A, B").predicted.tolist() == [1, 0, 0, 0]
    assert vote.model("vote of A, B").scores.ravel().tolist() == [1.0, 0.0, 0.5, 0.5]
    found = pv.evaluate(vote)
    assert {part.model for part in found.slices} == {"A", "B", "mean of A, B", "vote of A, B"}


def test_saved_combinations_come_back(tmp_path) -> None:
    said = classes("mean")[0]
    back = pv.Predictions.load(said.save(tmp_path / "predictions.parquet"))
    assert back.about.combined == said.about.combined
    assert back.model("all").scores == pytest.approx(said.model("all").scores)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"how": "median"}, "'mean' or 'vote'"),
        ({"models": ["A"]}, "two models"),
        ({"models": ["A", "B"], "name": "B"}, "already"),
        ({"models": ["A", "C"]}, "different scales"),
    ],
)
def test_refusals(words, message: str) -> None:
    said = pv.read(truth=[1, 0, 1], scores={"A": [0.9, 0.1, 0.4], "B": [0.8, 0.3, 0.4], "C": [3.0, -1.0, 0.2]})
    with pytest.raises(BadParameter, match=message):
        pv.combine(said, **words)


def test_numbers_have_no_majority_and_labels_no_mean() -> None:
    numbers = pv.read(truth=[1.5, 2.5, 4.0], predicted={"A": [1.0, 2.0, 4.0], "B": [1.2, 2.2, 3.0]})
    with pytest.raises(BadParameter, match="no majority"):
        pv.combine(numbers, how="vote")
    labels = pv.read(truth=["a", "b", "c"], predicted={"A": ["a", "b", "c"], "B": ["a", "b", "b"]})
    with pytest.raises(BadParameter, match="no scores to average"):
        pv.combine(labels)
    assert pv.combine(labels, how="vote").model("vote of A, B").predicted.tolist() == ["a", "b", "c"]


def test_models_of_other_rows_are_not_combined() -> None:
    long = {"m": ["A", "A", "B", "B"], "id": [1, 2, 1, 3], "y": [1, 0, 1, 0], "s": [0.9, 0.1, 0.8, 0.2]}
    with pytest.raises(NotPaired):
        pv.combine(pv.read(long, truth="y", scores="s", model="m", row="id"))
    with pytest.raises(NotPaired):
        pv.combine(pv.read(long, truth="y", scores="s", model="m"))


def test_decisions_of_margins_are_averaged_at_zero() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    models = {"a": RidgeClassifier(), "b": RidgeClassifier(alpha=50.0)}
    said = pv.combine(pv.run(models, X[:100, :3], y[:100], plan="3-fold stratified"), name="both").model("both")
    assert np.array_equal(said.predicted, (said.scores.ravel() >= 0).astype(int))
