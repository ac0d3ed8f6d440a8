"""Methods: the paragraph says what was done, and every work that it names is real and complete."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit
from sklearn.datasets import load_breast_cancer

import probative as pv
from probative.cli import main
from probative.inference.methods import _KNOWN as INTERVAL_METHODS
from probative.papers.phrases import ADJUSTMENTS, INTERVALS, TESTS
from probative.papers.reference import library
from probative.stats.adjustments import ADJUSTMENTS as PROCEDURES
from probative.stats.registry import PostHoc, declared
from probative.stats.registry import Test as DeclaredTest

N = 300
RNG = np.random.default_rng(0)
TRUTH = (RNG.random(N) < 0.4).astype(int)
SCORES = {name: expit(apart * (TRUTH - 0.5) + RNG.normal(size=N)) for name, apart in {"a": 3, "b": 2, "c": 1}.items()}
SITE = RNG.choice(["n", "s"], N)


def words(result: pv.Findings) -> str:
    return str(result.methods().paragraph)


def test_every_interval_method_test_and_adjustment_has_words() -> None:
    assert set(INTERVAL_METHODS) <= set(INTERVALS)
    assert {one.name for one in declared() if isinstance(one, DeclaredTest | PostHoc)} <= set(TESTS)
    assert {*PROCEDURES, "max-t"} <= set(ADJUSTMENTS)


def test_every_work_named_is_in_the_library_and_every_work_there_is_complete() -> None:
    named = {key for group in (INTERVALS, TESTS, ADJUSTMENTS) for phrase in group.values() for key in phrase.keys}
    assert named <= set(library())
    for key, work in library().items():
        assert all((work.authors, work.title, work.place)), key
        assert re.fullmatch(r"(18|19|20)\d\d", work.year), key
        assert key.endswith(work.year), key
        family = work.authors[0].partition(",")[0].lower()
        assert key[:3] == family.replace("š", "s")[:3], key
        assert not work.doi or re.fullmatch(r"10\.\d{4,5}/\S+", work.doi), key
        assert work.bibtex.count("{") == work.bibtex.count("}"), key


def test_a_binary_comparison_names_its_interval_test_and_adjustment() -> None:
    found = pv.evaluate({"y": TRUTH, "site": SITE, **SCORES}, truth="y", scores=list(SCORES), positive=1, by="site")
    text = words(found)
    assert "predictions of 3 models for 300 rows were evaluated as they were given" in text
    assert "Wilson's score interval (Wilson 1927; Brown et al. 2001) for accuracy, recall" in text
    assert "(Hanley and McNeil 1982; DeLong et al. 1988) for AUC" in text
    assert "on the same 300 rows, two-sided at the level 0.05" in text
    assert "adjusted by the joint distribution of the largest statistic (max-t) (Hothorn et al. 2008)" in text
    assert "between slices by site" in text
    assert "seed 0" in text
    assert f"probative {pv.__version__}" in text


@pytest.mark.parametrize("measure", ["accuracy", "auc"])
def test_the_test_in_the_paragraph_is_the_test_of_the_verdict(measure: str) -> None:
    two = {name: SCORES[name] for name in "ab"}
    found = pv.evaluate(truth=TRUTH, scores=two, positive=1, measure=measure)
    work = {"accuracy": "McNemar 1947", "auc": "Zou 2007"}[measure]
    assert f"compared by {'AUC' if measure == 'auc' else measure} with" in words(found)
    assert work in words(found)
    assert "adjusted" not in words(found)


def test_a_run_states_its_plan_and_what_is_a_mean_of_folds() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    table = {f"x{i}": X[::3, i] for i in range(3)} | {"y": y[::3]}
    run = pv.experiment(table, target="y", models=("gaussian", "tree"), plan="5-fold stratified", random_state=7)
    text = words(pv.evaluate(run))
    assert "2 models and a baseline that looks at no input were trained and tested on 190 rows" in text
    assert "plan “5-fold stratified” (5 trainings of each, seed 7) (Stone 1974; Kohavi 1995)" in text
    assert "Means of folds stand for AUC" in text
    assert "corrected resampled t-test (Nadeau and Bengio 2003) on 5 folds" in text
    assert "Pedregosa et al. 2011" in text


def test_numbers_classes_graded_rows_and_clusters_are_told_as_they_are() -> None:
    truth = RNG.normal(size=N)
    numbers = pv.evaluate(truth=truth, predicted={"a": truth + 0.1, "b": truth + RNG.normal(size=N)})
    assert "always" not in words(numbers)
    assert "for RMSE" in words(numbers)
    label = np.array(list("xyz"))[RNG.integers(0, 3, N)]
    assert "There were 3 classes." in words(pv.evaluate(truth=label, predicted=RNG.permutation(label)))
    graded = pv.evaluate(values={"a": RNG.random(N), "b": RNG.random(N)}, better="higher")
    assert "graded answers of 2 models" in words(graded)
    assert {item.checklist for item in graded.methods().checklist} == {"REFORMS"}
    groups = RNG.integers(0, 30, N)
    clustered = pv.evaluate(truth=TRUTH, scores=SCORES["a"], positive=1, groups=groups)
    assert "Rao and Scott 1992" in words(clustered)


def test_checklists_say_what_is_answered_and_what_is_left() -> None:
    made = pv.evaluate(truth=TRUTH, scores=SCORES["a"], positive=1).methods()
    items = {(item.checklist, item.number): item for item in made.checklist}
    assert items["STARD 2015", "24"].answered
    assert not items["STARD 2015", "18"].answered
    assert not items["TRIPOD+AI", "14"].answered
    assert {"collins2024", "bossuyt2015", "kapoor2024"} <= {one.key for one in made.references}


def test_a_comparison_and_a_gate_have_methods_too() -> None:
    verdict = pv.compare(truth=TRUTH, scores={name: SCORES[name] for name in "ab"}, positive=1, measure="accuracy")
    assert "McNemar 1947" in verdict.methods().paragraph
    table = {"y": TRUTH, "old": SCORES["b"], "new": SCORES["a"]}
    gate = pv.gate(table, truth="y", scores=["old", "new"], positive=1, measure="auc", margin=0.05)
    assert "non-inferiority of a candidate to a baseline (Piaggio et al. 2012)" in gate.methods().paragraph
    assert "0.05 (AUC)" in gate.methods().paragraph


def test_the_command_writes_text_json_bibtex_and_latex(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = pv.evaluate(truth=TRUTH, scores=SCORES["a"], positive=1).save(tmp_path / "f.json")

    def told(*given: str) -> str:
        with pytest.raises(SystemExit) as left:
            main(["methods", str(saved), *given])
        assert left.value.code == 0
        return capsys.readouterr().out

    assert "Wilson 1927" in told()
    plain = json.loads(told("--json", "-"))
    assert plain["kind"] == "methods"
    assert "[@wilson1927; @brown2001]" in plain["marked"]
    assert told("--bibtex", "-").count("@article{") >= 8
    assert r"\cite{wilson1927,brown2001}" in told("--format", "latex")
    assert "for accuracy." in told("--measure", "accuracy")
    assert told("--all").count(" ") > told().count(" ")
    told("--bibtex", str(tmp_path / "r.bib"))
    assert (tmp_path / "r.bib").read_text(encoding="utf-8").startswith("@article{")


def test_what_is_no_result_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"probative": 1, "kind": "library"}')
    with pytest.raises(SystemExit) as left:
        main(["methods", str(tmp_path / "x.json")])
    assert left.value.code == 2
