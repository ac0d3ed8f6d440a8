"""Something else in the place of what a function is made of: refused by name, whatever it is."""

from __future__ import annotations

import contextlib
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

import probative as pv
from probative.errors import ProbativeError

from .lines import ended

STRANGE = [[], [1, 0, 1], "abc", None, 3, 1.5, {"a": 1}, {1, 2}, [[1], [2, 3]], [10**400, 1], [object()] * 2, len]
STRANGE += [np.array([1 + 1j, 0]), np.zeros(3, [("a", int)]), np.array([1, 2], "m8[s]"), pd.DataFrame({"a": [1, 2]})]
STRANGE += [np.array([], float), [Decimal("1.5")] * 2, ["\udcff", "b"]]
MADE_OF_EVIDENCE = "average_roc best_threshold break_even calibration combine compare_costs corp cost_by_threshold "
MADE_OF_EVIDENCE += "cost_curve decision_curve det error_types macro_roc micro_roc mutual_information_steps pooled_roc "
MADE_OF_EVIDENCE += "precision_recall resampled roc roc_family roc_points smooth_calibration threshold_table"
OF_NUMBERS = "acceptance_region adjust average_ranks bowker chi2_critical diebold_mariano five_by_two_f five_by_two_t "
OF_NUMBERS += "friedman hedges_factor no_information_rate normal_posterior paired_t rm_anova student_t stuart_maxwell "
OF_NUMBERS += "t_critical wilcoxon"
MORE = {
    "compare_costs": [pv.Costs(1, 5)],
    "resampled": ["auc"],
    "break_even": [pv.Outcomes(tp=1, fn=2, fp=3, tn=4)],
    "normal_posterior": [1],
    "acceptance_region": [3],
}


def check_held_or_refused(function, *given):
    with contextlib.suppress(ProbativeError):
        function(*given)


@pytest.mark.parametrize("name", MADE_OF_EVIDENCE.split())
def test_what_is_no_evidence_is_refused(name):
    for strange in STRANGE:
        check_held_or_refused(getattr(pv, name), strange, *MORE.get(name, []))
    with pytest.raises(ProbativeError):
        getattr(pv, name)([1, 0, 1], *MORE.get(name, []))


@pytest.mark.parametrize("name", OF_NUMBERS.split())
@pytest.mark.filterwarnings("ignore")
def test_what_is_no_number_is_refused(name):
    pair = name in ("diebold_mariano", "five_by_two_f", "five_by_two_t", "paired_t", "student_t", "wilcoxon")
    for strange in STRANGE:
        given = [strange, strange] if pair else [strange, *MORE.get(name, [])]
        check_held_or_refused(getattr(pv.stats, name), *given)
    with pytest.raises(ProbativeError):
        getattr(pv.stats, name)(*[np.array([1 + 1j, 0, 2])] * (2 if pair else 1), *MORE.get(name, []))


@pytest.mark.parametrize(
    "kind", [pv.Outcomes, pv.Ladder, pv.ConfusionMatrix, pv.ClassScores, pv.Agreement, pv.Findings]
)
@pytest.mark.parametrize("way", ["from_json", "from_dict"])
def test_what_was_not_saved_is_refused(kind, way):
    for strange in STRANGE:
        with pytest.raises(ProbativeError):
            getattr(kind, way)(strange)


def test_columns_that_are_no_numbers_where_numbers_belong():
    for strange in STRANGE:
        check_held_or_refused(pv.accuracy_line, strange, 0.5)
        check_held_or_refused(pv.cost_line, 0.5, strange)
        check_held_or_refused(pv.instances, [1, 0], [0.5, 0.2], strange)
        check_held_or_refused(pv.permutation_p, strange, 1, 9)
        check_held_or_refused(pv.counts, strange)


def test_half_a_letter_is_a_label():
    rows = ["\udcff", "b", "b", "\udcff"]
    assert pv.Agreement.from_predictions(rows, rows, rows).n == 4


def test_half_a_letter_is_a_name(tmp_path):
    from sklearn.naive_bayes import GaussianNB

    rows = np.random.default_rng(1).normal(size=(40, 2))
    options = {"plan": "3-fold", "checkpoint": tmp_path / "c", "random_state": 1}
    first = pv.run({"\udcff": GaussianNB()}, rows, rows[:, 0] > 0, **options)
    again = pv.run({"\udcff": GaussianNB()}, rows, rows[:, 0] > 0, **options)
    assert pv.evaluate(first).models.keys() == pv.evaluate(again).models.keys() == {"\udcff"}


@pytest.mark.parametrize(
    "line", ["counts nan 1 1 1", "counts 1e400 1 1 1", "learning-curve d.csv --target y --sizes nan"]
)
def test_numbers_on_the_command_line_that_are_none(line, tmp_path):
    (tmp_path / "d.csv").write_text("x,y\n" + "".join(f"{i},{i % 2}\n" for i in range(30)))
    code, said = ended(line.split(), tmp_path)
    assert code == 2, said


OF_WRONG_KINDS = {
    "mean": lambda odd: pv.GaussianTask(odd, [[1, 0], [0, 1]], [0, 0], [[1, 0], [0, 1]]),
    "task": lambda odd: pv.gaussian_study(odd),
    "function": lambda odd: pv.fits(lambda x, y: x, odd, n=6, repeats=2),
    "example": lambda odd: pv.gaussian_example(odd),
    "labels of counts": lambda odd: pv.ConfusionMatrix.from_counts([[4, 1], [0, 5]], odd),
    "labels of scores": lambda odd: pv.ClassScores.from_probabilities([0, 1], [[0.1, 0.9], [0.5, 0.5]], labels=odd),
    "prevalence": lambda odd: pv.Costs(fp=1, fn=5).of_point(0.1, 0.8, prevalence=odd),
    "costs": lambda odd: pv.compare_costs({"m": pv.Outcomes(tp=1, fn=2, fp=3, tn=4)}, odd),
    "entries": lambda odd: pv.Ledger(("fold",), odd),
    "by": lambda odd: pv.tally({"y": [1, 0], "s": [0.9, 0.1]}, truth="y", score="s", by=odd),
    "column": lambda odd: pv.evaluate({"y": [1, 0], "s": [0.9, 0.1]}, truth="y", scores="s", by=[odd]),
    "deck": lambda odd: pv.decks(odd),
    "measure": lambda odd: pv.explain(odd),
    "table": lambda odd: pv.plan("5-fold").layout(odd),
    "estimators": lambda odd: pv.study_estimators(n=20, repeats=2, estimators=odd),
    "ladder": lambda odd: pv.trade_off(odd, "specificity", "recall"),
    "beta": lambda odd: pv.value("f_beta", pv.Outcomes(tp=1, fn=2, fp=3, tn=4), beta=odd),
}
"""What a person may get wrong by its name, in the place where it was handed over."""


@pytest.mark.parametrize("odd", [object(), 1j, len, 10**400], ids=["object", "complex", "function", "400 digits"])
@pytest.mark.parametrize("name", OF_WRONG_KINDS)
def test_arguments_of_a_wrong_kind_are_refused_with_words(name, odd):
    """Python's own TypeError says neither what is wanted nor what to do."""
    with pytest.raises(ProbativeError) as error:
        OF_WRONG_KINDS[name](odd)
    assert len(str(error.value)) > 20


def test_outcomes_of_no_rows_can_be_printed():
    assert repr(pv.Outcomes(tp=[], fn=[], fp=[], tn=[])) == "<Outcomes: none>"
