"""Compare: find out what is held, run the valid test, refuse the invalid one, and say what may be said."""

from __future__ import annotations

from typing import Any

from probative.comparison.held import Of, results_of
from probative.comparison.judging import Wish, of_results, of_rows
from probative.comparison.reading import arrays_held, rows_held, run_results, run_rows
from probative.comparison.verdict import Verdict
from probative.errors import BadParameter, ProbativeError
from probative.measurement import find
from probative.predictions.predictions import Predictions
from probative.predictions.tally import Missing
from probative.predictions.target import Task


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
    if better not in (None, "higher", "lower"):
        raise BadParameter("better must be 'higher' or 'lower'.", found=repr(better))
    wish = Wish(test, force, parametric, reference, rope, adjustment, level, random_state, threshold)
    if isinstance(data, Predictions):
        return _of_run(data, measure, wish, parameters)
    if of is not None:
        names = [] if data is None else _listed(scores)
        held = results_of(scores if data is None else data, of, n_train, n_test, names, missing)
        return of_results(held, measure or "score", better or _direction(measure), wish)
    if data is None:
        return of_rows(arrays_held(truth, scores, predicted, groups, positive, task), measure, wish, parameters)
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
    return of_rows(rows, measure, wish, parameters)


def _listed(names: Any) -> list[str]:
    return [] if names is None else [names] if isinstance(names, str) else list(names)


def _direction(measure: str | None) -> str:
    """Whether higher or lower results are better: as the measure says, higher where it is not known."""
    if measure is None or measure.lower().startswith(("neg_", "neg-")):
        return "higher"
    try:
        return find(measure).better
    except ProbativeError:
        return "higher"


def _of_run(data: Predictions, measure: str | None, wish: Wish, parameters: dict[str, Any]) -> Verdict:
    """The verdict from what `run` gave: by rows where every row was tested once by itself or in one test set."""
    if measure is None:
        scored = data.score_columns == ("score",) and all(told.scored for told in data.models.values())
        measure = "auc" if scored else "accuracy" if data.labels else "mse"
    if data.repeats == 1 and data.about.get("scheme", {}).get("kind") in ("hold-out", "leave-one-out"):
        return of_rows(run_rows(data), measure, wish, parameters)
    known = find(measure)
    return of_results(run_results(data, known.name, wish.level, parameters), known.name, known.better, wish)
