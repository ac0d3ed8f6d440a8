"""What was forced is told wherever the run goes: to comparisons, gates and slices, for ever."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression, Ridge
from sklearn.tree import DecisionTreeRegressor

import probative as pv
from probative.errors import BadScores
from probative.guards.costs import of_prior

from ..cli.command import run

RNG = np.random.default_rng(41)
X = RNG.normal(size=(90, 3))
Y = X[:, 0] + RNG.normal(size=90)
CODE = "time-order-broken"
WORDS = f"forced although refused: {CODE}"


def forced(*models: object, seed: int = 0) -> pv.Predictions:
    return pv.run(list(models), X, Y, plan="5-fold", time=np.arange(90), force=True, random_state=seed)


def test_a_comparison_of_a_forced_run_says_so_and_cannot_be_told_not_to(tmp_path: Path) -> None:
    verdict = pv.compare(forced(Ridge(), DecisionTreeRegressor()), accept=CODE)
    assert verdict.marked == (CODE,)
    assert [note.severity for note in verdict.warnings if note.code == CODE] == ["error"]
    assert WORDS in str(verdict)
    kept = json.loads(verdict.to_json())
    assert kept["marked"] == [CODE]
    page = pv.Findings.of(verdict).save(tmp_path / "page.html").read_text(encoding="utf-8")
    assert f"F{WORDS[1:]}" in page
    assert WORDS.partition(": ")[2] in str(verdict.methods())


def test_each_of_two_runs_is_asked_what_was_forced() -> None:
    sound = pv.run(Ridge(), X, Y, plan="5-fold", random_state=0)
    broken = forced(LinearRegression())
    for pair in ((sound, broken), (broken, sound)):
        assert pv.compare(*pair).marked == (CODE,)
        assert pv.gate(*pair, margin=10).forced == (CODE,)
    assert pv.compare(sound, pv.run(LinearRegression(), X, Y, plan="5-fold")).marked == ()


def test_a_gate_of_a_forced_run_says_so() -> None:
    gate = pv.gate(forced(Ridge(), LinearRegression()), margin=10, accept=CODE)
    assert gate.forced == (CODE,)
    assert WORDS in "\n".join(gate.told)
    assert json.loads(gate.to_json())["forced"] == [CODE]
    assert CODE in {note.code for note in gate.warnings}
    sound = pv.run([Ridge(), LinearRegression()], X, Y, plan="5-fold")
    assert pv.gate(sound, margin=10).forced == ()
    assert json.loads(pv.gate(sound, margin=10).to_json())["forced"] == []


def test_slices_of_a_forced_run_say_so() -> None:
    found = pv.weak_slices(forced(Ridge()), features={"x": X[:, 0]}, n_permutations=99)
    assert CODE in {note.code for note in found.notes}
    assert "error: " in str(found)


def test_runs_of_other_splits_that_were_forced_together_stay_marked() -> None:
    a, b = (pv.run(model, X, Y, plan="5-fold", random_state=seed) for seed, model in ((0, Ridge()), (1, Ridge(2))))
    verdict = pv.compare(a, b, force=True, accept="splits-differ")
    assert verdict.marked == ("splits-differ",)
    assert "splits-differ" in {note.code for note in verdict.warnings}


@pytest.mark.parametrize(
    ("of", "test", "code"), [("folds", "paired-t", "paired-t-of-folds"), ("paired", "welch-t", "independent-of-paired")]
)
def test_a_test_that_was_forced_cannot_be_accepted_away(of: str, test: str, code: str) -> None:
    base = RNG.normal(0.8, 0.05, 40)
    results = {"A": base, "B": base + RNG.normal(0.01, 0.02, 40)}
    verdict = pv.compare(results, of=of, test=test, force=True, n_train=90, n_test=10, accept=code)
    assert verdict.marked == (code,)
    assert {note.code: note.severity for note in verdict.warnings} == {code: "warning"}


def test_results_that_are_said_to_be_independent_and_look_like_pairs() -> None:
    base = RNG.normal(0.8, 0.05, 40)
    results = {"A": base, "B": base + RNG.normal(0.01, 0.02, 40)}
    (note,) = pv.compare(results, of="independent").warnings
    assert (note.code, note.severity) == ("independent-of-paired", "warning")
    assert pv.compare(results, of="independent", accept=note.code).accepted == {note.code: 1}
    loose = {"A": base, "B": RNG.permutation(results["B"]), "C": results["B"][:39]}
    assert pv.compare(loose, of="independent").warnings == ()
    in_order = {name: np.sort(values) for name, values in loose.items()}
    assert pv.compare(in_order, of="independent").warnings == ()


def test_a_gate_by_the_area_of_labels_is_refused() -> None:
    y = RNG.permutation(np.arange(200) % 2)
    table = {"y": y, "a": y, "b": RNG.permutation(y)}
    with pytest.raises(BadScores, match="one threshold is one point") as refused:
        pv.gate(table, truth="y", scores=["a", "b"], measure="auc")
    assert "force" not in str(refused.value)
    graded = table | {"a": y + RNG.normal(size=200), "b": y + RNG.normal(size=200)}
    assert pv.gate(graded, truth="y", scores=["a", "b"], measure="auc", margin=0.5).passed


def test_a_prior_in_two_digits_is_the_samples() -> None:
    assert list(of_prior(0.53, 0.5261)) == []
    assert [note.code for note in of_prior(0.5, 0.5261)] == ["prior-differs"]


def test_remedies_in_the_shell_are_options_that_there_are(tmp_path: Path) -> None:
    lines = ["A,B", *(f"{a:.4f},{a + b:.4f}" for a, b in zip(*RNG.normal(0.8, 0.05, (2, 12)), strict=True))]
    table = tmp_path / "table.csv"
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = run("compare", str(table), "--of", "paired", "--test", "paired-t", "--better", "higher")
    assert "--test wilcoxon" in told.stdout
    assert "test='" not in told.stdout
    for name in ("wilcoxon", "sign"):
        done = run("compare", str(table), "--of", "paired", "--test", name, "--better", "higher")
        assert done.returncode == 0
        assert "paired-t-few-pairs" not in done.stdout


def test_few_folds_are_told_where_the_numbers_stand(tmp_path: Path) -> None:
    said = pv.run(Ridge(), X, Y, plan="2-fold")
    said.save(tmp_path / "said.parquet")
    done = run("evaluate", str(tmp_path / "said.parquet"))
    assert "their variability becomes visible" in " ".join(done.stdout.split())
