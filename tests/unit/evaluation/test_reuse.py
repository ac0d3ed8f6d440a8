"""The ledger of test sets: counted once, kept whole, and said from the second choice on."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm, rankdata
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

import probative as pv
from probative.errors import BadFormat, UnreadableFile
from probative.findings import usage_files
from probative.findings.usage import UsageLedger, Use, UsedRows
from probative.findings.usage_files import NAME, changed, ledger_file, loaded
from probative.guards.reuse import of_used_rows
from probative.inference.best_of import adaptive_maximum, expected_maximum

RNG = np.random.default_rng(11)
N = 200
X = RNG.normal(size=(N, 3))
Y = (X[:, 0] + RNG.normal(size=N) > 0).astype(int)
IDS = np.array([f"r{i}" for i in range(N)])


def table(seed, ids=IDS):
    return {"y": Y, "score": 1 / (1 + np.exp(-np.random.default_rng(seed).normal(Y))), "id": ids}


def looked(seed, ledger, **more):
    return pv.evaluate(table(seed), truth="y", scores="score", row="id", ledger=ledger, **more)


def used(found):
    return next((note for note in found.notes if note.code == "used-for-selection"), None)


@pytest.fixture
def folder(tmp_path):
    """A folder of results without neighbours."""
    return tmp_path / "results"


# --- counting --------------------------------------------------------------------------------------------------------


def test_the_second_choice_by_the_same_rows_is_said(folder):
    assert used(looked(1, folder)) is None
    # The second model is the first choice, the third the second.
    assert used(looked(2, folder)) is None
    note = used(looked(3, folder))
    assert note is not None
    assert (note.severity, note.requirement) == ("warning", "R171")
    assert {key: note.numbers[key] for key in ("evaluations", "compared", "choices")} == {
        "evaluations": 3,
        "compared": 3,
        "choices": 2,
    }
    assert "used for selection" in note.message


def test_looking_again_is_no_choice(folder):
    for _ in range(4):
        found = looked(1, folder)
    assert used(found) is None
    [rows] = found.about.used_rows
    assert (rows.evaluations, rows.choices, len(rows.uses)) == (4, 0, 1)


def test_order_of_rows_does_not_matter_and_other_rows_are_others(folder):
    looked(1, folder)
    order = RNG.permutation(N)
    mixed = {name: column[order] for name, column in table(2).items()}
    found = pv.evaluate(mixed, truth="y", scores="score", row="id", ledger=folder)
    assert found.about.used_rows[0].choices == 1
    others = table(3, np.array([f"other {i}" for i in range(N)]))
    found = pv.evaluate(others, truth="y", scores="score", row="id", ledger=folder)
    assert (found.about.used_rows[0].choices, found.about.used_rows[0].evaluations) == (0, 1)


def test_rows_without_ids_are_told_by_place_unless_truths_do_not_tell(folder):
    for seed in (1, 2):
        found = pv.evaluate({"y": Y, "score": table(seed)["score"]}, truth="y", ledger=folder)
    assert found.about.used_rows[0].choices == 1
    sorted_rows = {"y": np.sort(Y), "score": table(1)["score"]}
    assert pv.evaluate(sorted_rows, truth="y", ledger=folder).about.used_rows == ()
    numbers = {"y": X[:, 0], "predicted": X[:, 1]}
    assert len(pv.evaluate(numbers, truth="y", predicted="predicted", ledger=folder).about.used_rows) == 1


def test_the_best_of_a_use_is_written_down(folder):
    scores = {"good": table(1)["score"], "bad": 1 - table(2)["score"]}
    pv.evaluate(truth=Y, scores=scores, ledger=folder)
    [rows] = loaded(ledger_file(folder)).sets.values()
    [use] = rows.uses
    assert (use.best, use.measure, set(use.models)) == ("good", "auc", {"good", "bad"})
    assert rows.choices == 1


def test_runs_are_the_same_rows_whatever_the_plan_and_the_same_model_whatever_the_seed(folder):
    def evaluated(model, **more):
        return pv.evaluate(pv.run(model, X, Y, **more), ledger=folder)

    evaluated({"m": GaussianNB()}, plan="5-fold")
    assert evaluated({"m": GaussianNB()}, plan="10-fold", random_state=3).about.used_rows[0].choices == 0
    assert evaluated({"m": LogisticRegression()}, plan="5-fold").about.used_rows[0].choices == 1
    assert used(evaluated({"m": LogisticRegression(C=0.1)}, plan="5-fold")) is not None


def test_the_bound_is_the_mean_of_the_best_of_k_equal_models(folder):
    for seed in range(6):
        found = looked(seed, folder)
    note, auc = used(found), found.models["model"].measures["auc"]
    error = (auc.high - auc.low) / 2 / 1.959964
    assert note.numbers["optimism"] == pytest.approx(1.267206 * error, rel=1e-4)
    assert note.numbers["optimism_adaptive"] > note.numbers["optimism"]


# Expected largest of k standard normal numbers: Harter (1961), as tabulated for order statistics.
@pytest.mark.parametrize(
    ("k", "wanted"), [(1, 0), (2, 0.5641896), (3, 0.8462844), (5, 1.1629645), (10, 1.5387527), (100, 2.5075936)]
)
def test_the_expected_largest_of_normal_numbers(k, wanted):
    assert expected_maximum(k) == pytest.approx(wanted, abs=2e-7)
    assert adaptive_maximum(k) >= expected_maximum(k) - 1e-12


def test_the_bound_holds_for_correlated_models():
    draws = np.random.default_rng(0).normal(size=(20_000, 8))
    shared = np.random.default_rng(1).normal(size=(20_000, 1))
    for share in (0.0, 0.3, 0.9):
        best = (np.sqrt(share) * shared + np.sqrt(1 - share) * draws).max(axis=1).mean()
        assert best <= expected_maximum(8) + 0.03


def test_choices_that_follow_each_other_beat_the_bound_for_fixed_models_and_not_the_other():
    """Coin tosses, each turned the way that looked better, and then their vote: the attack on leaderboards."""
    rng, n, k, optimism = np.random.default_rng(4), 200, 20, []
    for _ in range(300):
        truth, tosses = rng.random(n) < 0.5, rng.random((k, n)) < 0.5
        turned = np.where(((tosses == truth).mean(axis=1) > 0.5)[:, None], tosses, ~tosses)
        optimism.append(((turned.mean(axis=0) > 0.5) == truth).mean() - 0.5)
    error = np.sqrt(0.25 / n)
    assert expected_maximum(k + 1) * error < np.mean(optimism) < adaptive_maximum(k + 1) * error


# --- files -----------------------------------------------------------------------------------------------------------


def test_the_ledger_is_one_small_file_and_reads_back(tmp_path):
    looked(1, tmp_path / "deep" / "ledger.json")
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["ledger.json"]
    plain = json.loads((tmp_path / "deep" / "ledger.json").read_text())
    assert (plain["probative"], plain["kind"]) == (1, "test-sets")
    assert UsageLedger.from_dict(plain) == loaded(tmp_path / "deep" / "ledger.json")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"kind": "test-sets", "probative": 99}', '{"kind": "test-sets", "probative": 1, "sets": 3}'],
)
def test_a_damaged_ledger_is_refused_with_what_to_do_and_left_alone(tmp_path, text):
    path = tmp_path / NAME
    path.write_text(text)
    with pytest.raises(BadFormat, match=r"ledger of test sets .* cannot be read.*\n.*counting begins anew"):
        looked(1, tmp_path)
    assert path.read_text() == text


def test_a_ledger_that_cannot_be_written_says_so(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UnreadableFile, match="ledger"):
        looked(1, tmp_path / "file" / "ledger.json")


def test_many_at_once_lose_nothing(tmp_path):
    path = tmp_path / NAME

    def enter(i):
        changed(path, lambda ledger: ledger.using("9 rows, ff", 9, Use("2024-01-01", {f"m{i}": str(i)})))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(enter, range(40)))
    [rows] = loaded(path).sets.values()
    assert (rows.evaluations, rows.choices, len(rows.models)) == (40, 39, 40)
    assert [left.name for left in tmp_path.iterdir()] == [NAME]


def test_whoever_died_while_writing_is_not_waited_for(folder, monkeypatch):
    folder.mkdir()
    lock = folder / f".{NAME}.lock"
    lock.write_text("")
    monkeypatch.setattr(usage_files, "PATIENCE", 0.05)
    with pytest.raises(UnreadableFile, match="somebody else"):
        looked(1, folder)
    monkeypatch.setattr(usage_files, "STALE", 0.0)
    assert looked(1, folder).about.used_rows[0].evaluations == 1


def test_folders_beside_are_read_and_not_written(tmp_path):
    looked(1, tmp_path / "first")
    looked(2, tmp_path / "second")
    before = (tmp_path / "first" / NAME).read_text()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / NAME).write_text("{")
    assert used(looked(3, tmp_path / "third")) is not None
    assert (tmp_path / "first" / NAME).read_text() == before
    # A file that was named is the only one that counts.
    assert used(looked(3, tmp_path / "fourth" / "mine.json")) is None


def test_ledgers_add_up():
    one = UsedRows("9 rows, ff", 9, (Use("2024-01-02", {"a": "1"}),))
    other = replace(one, uses=(Use("2024-01-01", {"b": "2"}), Use("2024-01-02", {"a": "1"})))
    assert [use.models for use in (one + other).uses] == [{"b": "2"}, {"a": "1"}]


# --- the best of several ---------------------------------------------------------------------------------------------

NEIGHBOURS = {f"k{k}": KNeighborsClassifier(k) for k in (1, 3, 5, 7, 9)}


def test_variants_run_side_by_side_are_tuned_by_hand_and_relabelled():
    found = pv.evaluate(pv.run(NEIGHBOURS, X, Y, plan="5-fold stratified"))
    note = next(note for note in found.notes if note.code == "tuned-by-hand")
    assert (note.severity, note.requirement, note.numbers["variants"]) == ("error", "R172", 5)
    assert "5 variants of KNeighborsClassifier" in note.message
    assert "nested" in note.remedy
    assert found.leader.label == "selection score (optimistic)"
    assert "selection score (optimistic)" in found.leader.sentence()
    assert json.loads(found.to_json())["leader"]["label"] == "selection score (optimistic)"


def test_variants_behind_a_preprocessing_are_recognised_too():
    columns = {"a": X[:, 0], "b": X[:, 1], "y": Y}
    models = [f"knn(n_neighbors={k})" for k in (1, 3, 5)]
    said = pv.experiment(columns, target="y", models=models, plan="3-fold stratified")
    assert "tuned-by-hand" in {note.code for note in pv.evaluate(said).notes}


def test_different_learners_and_two_variants_are_no_grid():
    models = {"nb": GaussianNB(), "tree": DecisionTreeClassifier(), "k1": NEIGHBOURS["k1"], "k9": NEIGHBOURS["k9"]}
    codes = {note.code for note in pv.evaluate(pv.run(models, X, Y, plan="5-fold stratified")).notes}
    assert "tuned-by-hand" not in codes
    assert "best-of-several" in codes


def test_a_model_that_tunes_itself_is_as_it_should_be():
    tuned = pv.Tuned(KNeighborsClassifier(), {"n_neighbors": [1, 3, 5]}, plan="3-fold")
    codes = {note.code for note in pv.evaluate(pv.run(tuned, X, Y, plan="nested 5-fold/3-fold stratified")).notes}
    assert not {"tuned-by-hand", "best-of-several"} & codes


def test_the_best_of_models_side_by_side_has_a_bound_on_its_optimism(tmp_path: Path):
    rng, k, truth = np.random.default_rng(4), 12, np.arange(200) % 2
    flattery = []
    for _ in range(300):
        # The model is better than chance in all twelve cases alike: what the best has more is luck.
        scores = rng.normal(1.2 * truth[:, None], size=(200, k))
        areas = (rankdata(scores, axis=0)[truth == 1].sum(axis=0) - 100 * 101 / 2) / 100**2
        flattery.append(areas.max() - norm.cdf(1.2 / np.sqrt(2)))
    made = {f"score_m{i}": scores[:, i] for i in range(k)} | {"y": truth}
    found = pv.evaluate(made, truth="y")
    (note,) = [note for note in found.notes if note.code == "best-of-many"]
    assert 0.9 * np.mean(flattery) < note.numbers["optimism"] < 1.2 * np.mean(flattery)
    said = f"the best looks better by {note.numbers['optimism']:.2g} auc at most, on average"
    assert said in note.message
    assert said in found.save(tmp_path / "report.html").read_text(encoding="utf-8")


def test_the_bound_is_one_of_costs_where_costs_decide():
    """Models that are compared by their costs are not flattered by so much of an area."""
    truth, rng = np.arange(400) % 2, np.random.default_rng(5)
    scores = {name: norm.cdf(rng.normal(truth - 0.5)) for name in "abc"}
    table = {"y": truth} | {f"score_{name}": column for name, column in scores.items()}
    found = pv.evaluate(table, truth="y", costs=pv.Costs(fp=1, fn=10))
    (note,) = [note for note in found.notes if note.code == "best-of-several"]
    # Cut at a half, 1 for each false alarm, 10 for each miss; 0.846284 is the mean of the largest of three.
    losses = [np.where(truth == 1, 10.0 * (column < 0.5), column >= 0.5) for column in scores.values()]
    best = min(losses, key=np.mean)
    assert note.numbers["optimism"] == pytest.approx(0.846284 * best.std() / np.sqrt(400), rel=0.2)
    assert f"looks better by {1000 * note.numbers['optimism']:.0f} per 1,000 rows at most" in note.message
    (used,) = of_used_rows(2, ["a", "b", "c"], 2, "expected_cost", 0.1)
    assert "looks better by 85 per 1,000 rows at most" in used.message


def test_it_is_said_on_the_page(tmp_path: Path):
    found = pv.evaluate(pv.run(NEIGHBOURS, X, Y, plan="5-fold stratified"))
    page = found.save(tmp_path / "report.html").read_text(encoding="utf-8")
    assert "selection score (optimistic)" in page
