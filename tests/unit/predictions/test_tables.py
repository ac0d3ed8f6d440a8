"""Tables of predictions as people have them: ids, gaps, weights, names that clash, what is saved and read again."""

from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB

import probative as pv
from probative.errors import BadParameter, NotPaired

N = 60
Y = np.array(["yes", "no"] * (N // 2))
RNG = np.random.default_rng(0)
S = np.clip((Y == "yes") * 0.3 + RNG.random(N) * 0.7, 0, 1)
T = S**2 * RNG.random(N)
W = RNG.uniform(1, 3, N)
FOLD = np.arange(N) % 5
WORDS = {"truth": "y", "positive": "yes"}


def test_folds_without_ids_and_with_other_truths_are_refused() -> None:
    other = Y.copy()
    other[:2] = other[1::-1]
    tables = [{"y": y, "score_A": S, "fold": FOLD} for y in (Y, other)]
    for call in (pv.compare, pv.gate):
        with pytest.raises(NotPaired):
            call(*tables, fold="fold", **WORDS)


def test_weights_and_groups_go_with_the_rows_that_are_kept(tmp_path: Path) -> None:
    gaps = np.where(np.arange(N) == 7, np.nan, S)
    table = {"y": Y, "score_A": gaps, "w": W, "g": np.arange(N) // 3}
    said = pv.read(table, weight="w", groups="g", missing="drop", **WORDS)
    columns = said.columns()
    kept = np.arange(N) != 7
    assert columns["weight"].tolist() == W[kept].tolist()
    assert columns["group"].tolist() == (np.arange(N) // 3)[kept].tolist()
    again = pv.read(said.save(tmp_path / "said.parquet"))
    assert again.evidence("auc").total() == said.evidence("auc").total()


@pytest.mark.parametrize("positive", ["yes", None])
def test_what_was_read_is_saved_and_read_again(tmp_path: Path, positive: str | None) -> None:
    said = pv.read({"y": Y, "score_A": S, "score_B": T, "pred_C": Y[::-1]}, truth="y", positive=positive)
    again = pv.read(said.save(tmp_path / "said.parquet"))
    assert list(again.models) == ["A", "B", "C"]
    if positive is None:
        assert again.columns().keys() == said.columns().keys()
        return
    first, second = (pv.evaluate(some) for some in (said, again))
    for name, model in first.models.items():
        assert {m: e.value for m, e in model.measures.items()} == pytest.approx(
            {m: e.value for m, e in second.models[name].measures.items()}, nan_ok=True
        )
    assert [c.values for c in first.comparisons] == [c.values for c in second.comparisons]


def test_ids_may_be_words() -> None:
    table = {"y": Y, "score_A": S, "id": [f"r{i:02}" for i in range(N)], "fold": FOLD}
    assert pv.read(table, row="id", fold="fold", **WORDS).truth.tolist() == Y.tolist()


def test_a_row_that_was_predicted_twice_counts_once_or_is_not_compared() -> None:
    twice = {"y": np.tile(Y, 2), "score_A": np.tile(S, 2), "score_B": np.tile(T, 2), "id": np.tile(np.arange(N), 2)}
    found = pv.evaluate(twice, row="id", **WORDS)
    once = pv.evaluate({"y": Y, "score_A": S, "score_B": T}, **WORDS)
    assert found.n == N
    assert found.models["A"].measures["auc"].low == pytest.approx(once.models["A"].measures["auc"].low)
    assert found.comparisons == ()
    assert "not-compared" in [note.code for note in found.notes]
    with pytest.raises(NotPaired, match="several times"):
        pv.compare(twice, row="id", **WORDS)


def test_weighted_rows_are_compared_by_nobody() -> None:
    one, two = ({"y": Y, "score_A": score, "w": W} for score in (S, T))
    for call in (pv.compare, pv.gate):
        with pytest.raises(BadParameter, match="weighted"):
            call(one, two, weight="w", **WORDS)


def test_two_columns_of_one_name_are_two_models() -> None:
    found = pv.evaluate({"y": Y, "score_A": S, "prob_A": T}, **WORDS)
    assert len(found.models) == 2
    values = {model.measures["auc"].value for model in found.models.values()}
    assert values == {pv.value("auc", pv.Ladder.from_scores(Y, score, pos_label="yes")) for score in (S, T)}


def test_slices_of_a_gate_are_those_of_the_column_named() -> None:
    patient = np.arange(N) // 3
    old = {"y": Y, "score": S, "group": patient % 2, "truth": patient % 3, "pat": patient}
    new = {"y": Y, "score": S * 0.9 + 0.01 * T}
    found = pv.gate(old, new, by=["group", "truth"], groups="pat", margin=0.5, **WORDS)
    names = [check.slice for check in found.checks]
    assert names == ["", "group = 0", "group = 1", "truth = 0", "truth = 1", "truth = 2"]


def test_a_long_table_of_several_classes_has_its_models() -> None:
    truth = np.array(list("abc"))[np.arange(N) % 3]
    proba = RNG.dirichlet(np.ones(3), 2 * N)
    table = {"y": np.tile(truth, 2), "model": np.repeat(["m", "n"], N)}
    table |= {f"proba_{label}": proba[:, i] for i, label in enumerate("abc")}
    found = pv.evaluate(table, truth="y")
    assert list(found.models) == ["m", "n"]
    assert "models are named in column 'model'" in found.about.guesses


def test_the_gate_leaves_the_trivial_baseline_out() -> None:
    x = np.column_stack([S, T])
    runs = []
    for name, model in (("nb", GaussianNB()), ("line", LogisticRegression())):
        said = pv.experiment({"a": S, "b": T, "y": Y}, target="y", positive="yes", models=["gaussian"], plan="3-fold")
        runs.append(said)
        assert list(said.models) == ["baseline", "gaussian"], (name, model, len(x))
    assert pv.gate(*runs, measure="auc", margin=0.1).checks[0].change == 0


def test_saved_runs_know_their_columns_and_their_task(tmp_path: Path) -> None:
    said = pv.run({"nb": GaussianNB()}, np.column_stack([S, T]), Y, plan="3-fold", positive="yes")
    said.save(tmp_path / "predictions.parquet")
    for words in ({"truth": "truth"}, {"positive": "no"}, {"task": "regression"}):
        with pytest.raises(BadParameter, match="know their columns"):
            pv.evaluate(tmp_path, **words)
    with pytest.raises(BadParameter, match="know their columns"):
        pv.evaluate(said, task="regression")


def test_gaps_may_be_dropped_after_reading() -> None:
    said = pv.read({"y": Y, "score_A": np.where(np.arange(N) == 3, np.nan, S)}, missing="drop", **WORDS)
    assert pv.evaluate(said).n == N - 1
    assert pv.read(said, missing="drop").rows_of("A") == N - 1


@pytest.mark.parametrize("call", [pv.evaluate, pv.compare, pv.gate])
def test_wrong_words_and_levels_are_told(call) -> None:
    table = {"y": Y, "score_A": S, "score_B": T}
    with pytest.raises(BadParameter, match="level"):
        call(table, level="x", **WORDS)
    if call is not pv.compare:
        with pytest.raises(TypeError, match="did you mean 'groups'"):
            call(table, grups="g", **WORDS)
    assert call(table, by=None, **WORDS) is not None
