"""Compare: find out what is held, run the valid test, refuse the invalid one, and say what may be said."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import isfinite, isnan, nan
from typing import Any

import numpy as np

from probative.comparison.choice import Choice, for_results, for_rows, require_valid
from probative.comparison.held import Of, Results, Said, SameRows, results_of, rows_held, run_rows
from probative.comparison.result_tests import omnibus, result_test
from probative.comparison.row_tests import default_measure, row_test, value_of
from probative.comparison.verdict import Contest, Verdict
from probative.errors import BadInput, BadParameter, ProbativeError
from probative.inference.proportion import normal_quantile
from probative.measures import find
from probative.running.predictions import Predictions
from probative.running.resampled import resampled, share_tested
from probative.stats import (
    TestResult,
    adjust,
    bayes_correlated_t,
    bayes_signed_rank,
    cochran_q,
    false_alarm_probability,
)
from probative.tally import Missing
from probative.targets import Task, find_target

POWER = 0.8


def compare(
    data: Any = None,
    *,
    truth: Any = None,
    scores: Any = None,
    predicted: Any = None,
    positive: Any = None,
    model: str | None = None,
    row: str | None = None,
    groups: Any = None,
    measure: str | None = None,
    of: Of | None = None,
    better: str | None = None,
    n_train: float | None = None,
    n_test: float | None = None,
    test: str | None = None,
    force: bool = False,
    parametric: bool | None = None,
    reference: str | None = None,
    adjustment: str = "holm",
    rope: float | None = None,
    threshold: float | None = None,
    task: Task | None = None,
    missing: Missing = "error",
    level: float = 0.95,
    random_state: int = 0,
    **parameters: Any,
) -> Verdict:
    """Which model is better, by how much, and whether that may be said: the valid test is found and run.

    `data` is what `run` gave; or a table of predictions with a column per model (as for `evaluate`), or with a `model`
    and a `row` column; or, with `of`, a table of results with a column per model: "folds" of one plan (n_train and
    n_test give the sizes), "datasets", "paired" measurements, or "independent" samples. Without a table, truth and
    scores (or predicted) are arrays by model. Asking for an invalid `test` is an error that names the right one, unless
    forced. With `reference` all models are compared with that one only; `rope` adds Bayesian probabilities.

    >>> import probative as pv
    >>> y = [1] * 50 + [0] * 50
    >>> a, b = [1] * 46 + [0] * 50 + [1] * 4, [1] * 35 + [0] * 65
    >>> verdict = pv.compare(truth=y, predicted={"A": a, "B": b}, measure="accuracy")
    >>> verdict.test, verdict.contests[0].winner
    ("McNemar's test (exact)", None)
    """
    if not 0 < level < 1:
        raise BadParameter("a level lies between 0 and 1.", found=level, remedy="0.95 for 95 %")
    options = {"test": test, "force": force, "parametric": parametric, "reference": reference, "rope": rope}
    options |= {"adjustment": adjustment, "level": level, "seed": random_state, "threshold": threshold}
    if isinstance(data, Predictions):
        return _of_run(data, measure, options, parameters)
    if of is not None:
        held = results_of(data if data is not None else scores, of, n_train, n_test)
        return _of_results(held, measure or "score", better or _direction(measure), options)
    if data is None:
        rows = _arrays(truth, scores, predicted, groups, positive, task)
    else:
        rows = rows_held(
            data,
            truth=truth,
            scores=_listed(scores),
            predicted=_listed(predicted),
            model=model,
            row=row,
            groups=groups,
            positive=positive,
            task=task,
            missing=missing,
        )
    return of_rows(rows, measure, options, parameters)


def _listed(names: Any) -> list[str]:
    return [] if names is None else [names] if isinstance(names, str) else list(names)


def _direction(measure: str | None) -> str:
    if measure is None:
        return "higher"
    try:
        return find(measure).better
    except ProbativeError:
        return "higher"


def _arrays(truth: Any, scores: Any, predicted: Any, groups: Any, positive: Any, task: Task | None) -> SameRows:
    """Bare arrays, by model."""
    given = {"scores": scores, "predicted": predicted}
    if truth is None or not any(isinstance(values, dict) for values in given.values()):
        raise BadInput("there is nothing to compare.", remedy="a table, or truth= and scores= (or predicted=) by model")
    y = np.asarray(truth)
    target = find_target(y, task=task, positive=positive, scored=scores is not None)
    models: dict[str, Said] = {}
    for name in dict.fromkeys([*(scores or {}), *(predicted or {})]):
        score = None if scores is None or name not in scores else np.asarray(scores[name], np.float64)
        several = score is not None and score.ndim == 2
        models[name] = Said(
            np.asarray(predicted[name]) if predicted is not None and name in predicted else None,
            None if several else score,
            score if several else None,
        )
        for column in (models[name].predicted, score):
            if column is not None and len(column) != len(y):
                raise BadInput(f"{name} has not as many predictions as rows.", found=f"{len(column)} for {len(y)}")
    return SameRows(y, models, target, None if groups is None else np.asarray(groups))


def of_rows(held: SameRows, measure: str | None, options: dict[str, Any], parameters: dict[str, Any]) -> Verdict:
    """The verdict from predictions of the same rows."""
    name = default_measure(held) if measure is None else find(measure).name
    choice = for_rows(held, name)
    test, objection = require_valid(choice, options["test"], options["force"])
    pairs = _pairs(list(held.models), options["reference"])
    level, seed, threshold = options["level"], options["seed"], options["threshold"]
    results = {
        (a, b): row_test(held, a, b, name, test, level=level, seed=seed, threshold=threshold, parameters=parameters)
        for a, b in pairs
    }
    values = {m: value_of(held, m, name, threshold, parameters) for m in held.models}
    together = None
    if choice.omnibus == "cochran-q" and test == "mcnemar":
        right = [held.truth == _labels_of(held, m, threshold) for m in held.models]
        together = cochran_q(np.column_stack(right).astype(int), names=list(held.models))
    return _verdict(name, find(name).better, choice, objection, results, values, together, options, held.cautions)


def _labels_of(held: SameRows, model: str, threshold: float | None) -> Any:
    from probative.comparison.row_tests import column_for
    from probative.evidence import ConfusionMatrix

    return column_for(held.models[model], ConfusionMatrix, model, held, threshold)


def _pairs(names: list[str], reference: str | None) -> list[tuple[str, str]]:
    if len(names) < 2:
        raise BadInput("a comparison needs at least two models.", found=", ".join(names) or "none")
    if reference is None:
        return list(combinations(names, 2))
    if reference not in names:
        raise BadParameter(f"there is no model {reference!r}.", found=", ".join(names))
    return [(name, reference) for name in names if name != reference]


def _of_run(data: Predictions, measure: str | None, options: dict[str, Any], parameters: dict[str, Any]) -> Verdict:
    """The verdict from what `run` gave: by rows for a single test set, else by folds."""
    kind = data.about.get("scheme", {}).get("kind", "")
    if measure is None:
        scored = data.score_columns == ("score",) and all(t.scored for t in data.models.values())
        measure = "auc" if scored else "accuracy" if data.labels else "mse"
    if data.repeats == 1 and kind in ("hold-out", "leave-one-out"):
        return of_rows(run_rows(data), measure, options, parameters)
    names = [name for name, told in data.models.items() if len(told.row)]
    found = {name: resampled(data, measure, model=name, level=options["level"], **parameters) for name in names}
    folds = {name: part.folds for name, part in found.items()}
    whole = np.logical_and.reduce([~np.isnan(values) for values in folds.values()])
    first = found[names[0]]
    two = data.about.get("scheme", {}).get("k") == 2 and data.repeats == 5 and bool(whole.all())
    held = Results(
        {name: values[whole] for name, values in folds.items()},
        "folds",
        1.0,
        share_tested(data, names[0]),
        two,
        () if whole.all() else (f"{int((~whole).sum())} folds without a value were left out",),
    )
    return _of_results(held, first.measure, find(first.measure).better, options)


def _of_results(held: Results, measure: str, better: str, options: dict[str, Any]) -> Verdict:
    choice = for_results(held, options["parametric"])
    test, objection = require_valid(choice, options["test"], options["force"])
    level, names = options["level"], list(held.samples)
    values = {name: float(np.mean(sample)) for name, sample in held.samples.items()}
    if test in ("friedman", "rm-anova", "anova"):
        return _of_many(held, test, measure, better, choice, objection, values, options)
    pairs = _pairs(names, options["reference"])
    results = {(a, b): result_test(held, a, b, test, level=level) for a, b in pairs}
    verdict = _verdict(measure, better, choice, objection, results, values, None, options, held.cautions)
    if options["rope"] is None:
        return verdict
    return replace(verdict, contests=tuple(_with_posterior(c, held, options) for c in verdict.contests))


def _with_posterior(contest: Contest, held: Results, options: dict[str, Any]) -> Contest:
    """Bayesian probabilities of practically worse, equivalent and better, beside the test."""
    a, b = held.samples[contest.a], held.samples[contest.b]
    if held.of == "folds":
        sizes = {"n_train": held.n_train, "n_test": held.n_test} if not held.two_fold else {"rho": 0.5}
        found: Any = bayes_correlated_t(a, b, rope=options["rope"], level=options["level"], **sizes)
    else:
        found = bayes_signed_rank(a, b, rope=options["rope"], random_state=options["seed"])
    posterior = {"left": found.left, "rope": found.rope, "right": found.right, "method": found.method}
    return replace(contest, posterior=posterior | {"text": str(found)})


def _of_many(
    held: Results,
    test: str,
    measure: str,
    better: str,
    choice: Choice,
    objection: str | None,
    values: dict[str, float],
    options: dict[str, Any],
) -> Verdict:
    """Several models by one test of all, then its pairs."""
    together, pairs, name = omnibus(held, test, better, options["level"])
    contests = []
    for pair in pairs.pairs:
        ranked = test == "friedman"
        effect = values[pair.a] - values[pair.b] if ranked else pair.difference
        low, high = (nan, nan) if ranked else (pair.low, pair.high)
        result = TestResult(
            pair.statistic, None, pair.p, effect, low, high, name, n=len(held.table), level=options["level"]
        )
        contests.append(
            Contest(pair.a, pair.b, measure, better, result, pair.p_adjusted, values=(values[pair.a], values[pair.b]))
        )
    ranks = together.details.get("average_ranks", {})
    count = len(contests)
    return Verdict(
        measure,
        better,
        tuple(contests),
        choice.reasons,
        choice.assumptions,
        together,
        pairs,
        ranks,
        false_alarm_probability(count, 1 - options["level"]),
        pairs.adjustment,
        objection,
        _notes(objection, held.cautions, count),
        options["level"],
        options["seed"],
    )


def _verdict(
    measure: str,
    better: str,
    choice: Choice,
    objection: str | None,
    results: dict[tuple[str, str], TestResult],
    values: dict[str, float],
    together: TestResult | None,
    options: dict[str, Any],
    cautions: tuple[str, ...],
) -> Verdict:
    raw = [result.p for result in results.values()]
    known = [p for p in raw if not isnan(p)]
    adjusted = iter(adjust(known, options["adjustment"])) if known else iter(())
    contests = tuple(
        Contest(
            a,
            b,
            measure,
            better,
            result,
            nan if isnan(result.p) else float(next(adjusted)),
            detectable(result),
            (values[a], values[b]),
        )
        for (a, b), result in results.items()
    )
    return Verdict(
        measure,
        better,
        contests,
        choice.reasons,
        choice.assumptions,
        together,
        false_alarm=false_alarm_probability(len(contests), 1 - options["level"]),
        adjustment=options["adjustment"] if len(contests) > 1 else "none needed",
        forced=objection,
        notes=_notes(objection, cautions, len(contests)),
        level=options["level"],
        seed=options["seed"],
    )


def _notes(objection: str | None, cautions: tuple[str, ...], count: int) -> tuple[str, ...]:
    notes = list(cautions)
    if objection is not None:
        notes.insert(0, f"this test was forced although {objection}: its p-value must not be relied on")
    if count > 1:
        notes.append(
            f"{count} comparisons: p-values are adjusted for their number, intervals are of each pair by itself (R187)"
        )
    notes.append(
        "p is the probability of such a difference or a larger one if there were none, not that of no difference"
    )
    return tuple(notes)


def detectable(result: TestResult) -> float:
    """The difference that would be found significant 4 times in 5, from the width of the interval."""
    half = (result.high - result.low) / 2
    if not isfinite(half) or half <= 0:
        return nan
    z = normal_quantile(result.level)
    return half / z * (z + normal_quantile(2 * POWER - 1))
