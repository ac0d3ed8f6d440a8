"""Compare: find out what is held, run the valid test, refuse the invalid one, and say what may be said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from probative.comparison.held import Of, fold_results, results_of
from probative.comparison.judging import Wish, of_results, of_rows
from probative.comparison.runs import two_runs
from probative.errors import BadParameter, ProbativeError
from probative.findings import Verdict
from probative.inference.levels import checked_level
from probative.measurement import find
from probative.predictions import Predictions, read
from probative.predictions.reading import listed
from probative.predictions.words import takes_words, words_of
from probative.sources import TableLike


@takes_words
def compare(
    data: TableLike | Predictions | None = None,
    other: TableLike | Predictions | None = None,
    *,
    measure: str | None = None,
    of: Of | None = None,
    better: str | None = None,
    n_train: float | None = None,
    n_test: float | None = None,
    test: str | None = None,
    force: bool = False,
    parametric: bool | None = None,
    reference: str | None = None,
    adjustment: str = "max-t",
    rope: float | None = None,
    threshold: float | None = None,
    horizon: int = 1,
    level: float = 0.95,
    random_state: int = 0,
    **parameters: Any,
) -> Verdict:
    """Which model is better, by how much, and whether that may be said: the valid test is found and run.

    `data` is anything that `read` takes, with its words: what `run` gave or the folder it was saved to, a table of
    predictions, arrays by model. With `other`, a second run or table, the models of the two are compared on the rows
    or folds that both were tested on. With `of`, `data` is a table of results with a column per model: "folds" of one
    plan (n_train and n_test give the sizes), "datasets", "paired" measurements, or "independent" samples. Asking for
    an invalid `test` is an error that names the right one, unless forced. With `reference` all models are compared with
    that one only. Several pairs are judged together: by default ("max-t") p-values and intervals hold for all of them
    at once. `rope` is a difference that does not matter, and adds the probabilities that one model is better by more
    than that, or neither is. Rows with a `time` are one series, whose forecasts were made `horizon` steps ahead.
    Further words are parameters of the measure (`beta=2`).

    >>> import probative as pv
    >>> y = [1] * 50 + [0] * 50
    >>> a, b = [1] * 46 + [0] * 50 + [1] * 4, [1] * 35 + [0] * 65
    >>> verdict = pv.compare(truth=y, predicted={"A": a, "B": b}, measure="accuracy")
    >>> verdict.test, verdict.contests[0].winner
    ("McNemar's test (mid-p)", None)
    """
    checked_level(level)
    if better not in (None, "higher", "lower"):
        raise BadParameter("better must be 'higher' or 'lower'.", found=repr(better))
    wish = Wish(test, force, parametric, reference, rope, adjustment, level, random_state, horizon=horizon)
    words, parameters = words_of(parameters)
    if of is not None:
        if threshold is not None:
            raise BadParameter("results have no scores to cut.", found=f"threshold={threshold}", remedy="leave it out")
        scores, missing = words.get("scores"), words.get("missing", "error")
        names = [] if data is None else listed(scores)
        held = results_of(scores if data is None else data, of, n_train, n_test, names, missing)
        return of_results(held, measure or "score", better or _direction(measure), wish)
    said = read(data, **words)
    if other is not None:
        said, pairs = two_runs(said, read(other, **words))
        wish = replace(wish, between=pairs)
    return judged(said.cut_at(threshold), measure, wish, parameters)


def judged(predictions: Predictions, measure: str | None, wish: Wish, parameters: dict[str, Any]) -> Verdict:
    """The verdict from predictions: by fold where models were trained again and again, else by row."""
    name = predictions.default_measure() if measure is None else find(measure).name
    if by_fold(predictions):
        results = fold_results(predictions, name, wish.level, parameters)
        return of_results(results, name, find(name).better, wish)
    held = predictions.paired()
    if predictions.scheme.single and find(name).one_model:
        held = replace(held, notes=(*held.notes, f"{name} pools scores of as many models as rows, and is biased by it"))
    return of_rows(held, name, wish, parameters)


def by_fold(predictions: Predictions) -> bool:
    """Whether results of folds are compared, rather than rows: every row by itself or in one test set is a row."""
    if not predictions.roles.fold:
        return False
    return predictions.repeats > 1 or not predictions.scheme.row_by_row


def _direction(measure: str | None) -> str:
    """Whether higher or lower results are better: as the measure says, higher where it is not known."""
    if measure is None or measure.lower().startswith(("neg_", "neg-")):
        return "higher"
    try:
        return find(measure).better
    except ProbativeError:
        return "higher"
