"""Compare: find out what is held, run the valid test, refuse the invalid one, and say what may be said."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from numpy.typing import ArrayLike

from probative.comparison.asked import Asked
from probative.comparison.counted import of_counts, only_counted
from probative.comparison.entering import entered_verdict
from probative.comparison.far import FarPair
from probative.comparison.guessing import guessed
from probative.comparison.held import Of, fold_results, results_of
from probative.comparison.how_made import reactions, require_graded_scores, require_same_splits
from probative.comparison.judging import Wish, of_far, of_results, of_rows
from probative.comparison.runs import two_runs
from probative.decisions.class_costs import CostsLike
from probative.errors import AmbiguousColumn, BadParameter, ProbativeError
from probative.findings import Verdict
from probative.findings.usage_files import Place
from probative.guards import Note, by_severity
from probative.guards.accepting import Codes, accepted_codes, silenced
from probative.guards.copies import of_copies
from probative.guards.forced import forced_codes, of_forced
from probative.inference.levels import checked_level
from probative.measurement import find
from probative.predictions import Predictions, read
from probative.predictions.by_position import is_column, models_of, side_by_side
from probative.predictions.reading import listed
from probative.predictions.words import Models, Words, takes_words, words_of
from probative.sources import TableLike
from probative.stats.meaning import PRESETS, Alternative
from probative.stats.means import CONSTANT

USUAL = 0.95
"""The level where none is named."""


@takes_words
def compare(
    data: TableLike | Predictions | ArrayLike | Models | None = None,
    other: TableLike | Predictions | ArrayLike | None = None,
    y: object = None,
    *,
    measure: str | None = None,
    costs: CostsLike | None = None,
    of: Of | None = None,
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
    alternative: Alternative = "two-sided",
    correction: str = "none",
    level: float = USUAL,
    significance: float | None = None,
    random_state: int = 0,
    accept: Codes = (),
    ledger: Place | None = None,
    **parameters: Any,
) -> Verdict:
    """Which model is better, by how much, and whether that may be said: the valid test is found and run.

    `data` is anything that `read` takes, with its words: what `run` gave or the folder it was saved to, a table of
    predictions, arrays by model. With `other`, a second run or table, the models of the two are compared on the rows
    or folds that both were tested on. Arrays may stand in a row: `compare(y_true, {"A": scores_a, "B": scores_b})`, or
    beside their truth: `compare(scores_a, scores_b, truth=y_true)`, and so may fitted models with their rows:
    `compare({"A": a, "B": b}, X_test, y_test)`.

    With `of`, `data` is a table of results with a column per model: "folds" of one
    plan (n_train and n_test give the sizes), "datasets", "paired" measurements, or "independent" samples, of which
    `better` says whether higher (as here, unless the measure knows) or lower ones are. Asking for
    an invalid `test` is an error that names the right one, unless forced. With `reference` all models are compared with
    that one only. Several pairs are judged together: by default ("max-t") p-values and intervals hold for all of them
    at once. `rope` is a difference that does not matter, and adds the probabilities that one model is better by more
    than that, or neither is. Rows with a `time` are one series, whose forecasts were made `horizon` steps ahead.
    `alternative` claims of the first of two models, or of each beside the reference, that its value is "greater" or
    "less"; it must be declared before looking, and intervals are open on the other side. Tests are at `significance`,
    which is chosen beforehand (0.05, 0.01 and 0.001 are usual), and intervals at 1 minus it, the `level`: one of the
    two is given. `correction` ("greenhouse-geisser", "huynh-feldt") is for models whose differences vary unequally, in
    an analysis of repeated measures. With `costs` the expected cost decides, at their prior where they have one (a
    table of costs, rows actual, for more than two classes, also by name: {actual: {predicted: cost}}); those that a run
    was made with need not be said. Further words are parameters of the measure (`beta=2`). `accept` silences guards by
    their codes, and the verdict says so. `ledger` is a file (or the folder of one) that counts what test rows were used
    for, as in `evaluate`; results name no rows.

    >>> import probative as pv
    >>> y = [1] * 50 + [0] * 50
    >>> a, b = [1] * 46 + [0] * 50 + [1] * 4, [1] * 35 + [0] * 65
    >>> verdict = pv.compare(truth=y, predicted={"A": a, "B": b}, measure="accuracy")
    >>> verdict.test, verdict.contests[0].winner
    ("McNemar's test (mid-p)", None)
    """
    level, codes = _level(level, significance), accepted_codes(accept)
    wish = Wish(test, force, parametric, reference, rope, adjustment, level, random_state, horizon=horizon)
    wish = replace(wish, alternative=alternative, correction=correction)
    words, parameters = words_of(parameters)
    better = words.get("better")
    if better not in (None, "higher", "lower"):
        raise BadParameter("better must be 'higher' or 'lower'.", found=repr(better))
    if of is not None:
        if threshold is not None:
            raise BadParameter("results have no scores to cut.", found=f"threshold={threshold}", remedy="leave it out")
        scores, missing = words.get("scores"), words.get("missing", "error")
        names = [] if data is None else listed(scores)
        held = results_of(scores if data is None else data, of, n_train, n_test, names, missing)
        if ledger is not None:
            raise BadParameter(
                "results do not name test rows.", found="a ledger", remedy="leave ledger= (--ledger) out"
            )
        if costs is not None:
            raise BadParameter("results have no errors to price.", remedy="leave costs= (--cost-fp, --cost-fn) out")
        return _accepting(of_results(held, measure or "score", better or _direction(measure), wish), codes, ())
    if beside := side_by_side(data, other, words.get("truth"), ("A", "B")):
        data, other = cast("ArrayLike", words.pop("truth")), beside
    in_a_row = y is not None or is_column(data) or bool(models_of(data))
    said = read(data, other, y, **words) if in_a_row else _read(data, words)
    if other is not None and not in_a_row:
        said, pairs, marked = two_runs(said, read(other, **words), (data, other), force=force)
        wish = replace(wish, between=pairs, marked=marked)
    else:
        wish = replace(wish, marked=of_forced(said))
    wish = replace(wish, marked=(*wish.marked, *of_copies(said)))
    asked = Asked.by(measure, said, costs, parameters)
    said = said.unweighted().cut_at(threshold)
    verdict = judged(said, asked, wish)
    verdict = replace(verdict, guesses=guessed(said, verdict.measure))
    return _accepting(verdict if ledger is None else entered_verdict(verdict, said, ledger), codes, (said,))


def _read(data: Any, words: Words) -> Predictions:
    """The predictions; a table of results, which has no truth, is told from them by `of`."""
    try:
        return read(data, **words)
    except AmbiguousColumn as error:
        if words.get("truth") is not None:
            raise
        remedy = f"{error.remedy}; or, of a table of results by model, say what they are results of: of='folds' (--of "
        raise AmbiguousColumn(error.what, found=error.found, remedy=f"{remedy}folds), or paired, datasets") from error


def _accepting(verdict: Verdict, codes: tuple[str, ...], runs: tuple[Predictions, ...]) -> Verdict:
    """The verdict without the warnings that were accepted; what was forced stays among them, and is named."""
    marked = tuple(dict.fromkeys((*verdict.marked, *forced_codes(runs, verdict.warnings))))
    left, times = silenced(verdict.warnings, codes, marked)
    return replace(verdict, warnings=left, accepted=times, marked=marked)


def judged(predictions: Predictions, asked: Asked, wish: Wish) -> Verdict:
    """The verdict from predictions, with what guards say of how they were made."""
    made: list[Note] = [*wish.marked]
    if not only_counted(predictions):
        made += require_same_splits(predictions, force=wish.force)
        made += require_graded_scores(predictions, asked.name(predictions), force=wish.force)
        made += reactions(predictions)
    verdict = _judged(predictions, asked, wish)
    return replace(verdict, warnings=tuple(by_severity((*made, *verdict.warnings))))


def _judged(predictions: Predictions, asked: Asked, wish: Wish) -> Verdict:
    """The verdict from predictions: by fold where models were trained again and again, else by row."""
    name, parameters = asked.name(predictions), dict(asked.parameters)
    if only_counted(predictions):
        return asked.explained(of_counts(predictions, name, wish, parameters))
    if by_fold(predictions):
        results = fold_results(predictions, name, wish.level, parameters, _contenders(predictions, wish))
        verdict = of_results(results, name, find(name).better, wish)
        return asked.explained(_by_rows_instead(predictions, verdict, name, wish, parameters) or verdict)
    if (far := _far(predictions, name, wish, parameters)) is not None:
        return asked.explained(of_far(far, wish))
    held = predictions.paired(*_contenders(predictions, wish))
    if predictions.scheme.single and find(name).one_model:
        held = replace(held, notes=(*held.notes, f"{name} pools scores of as many models as rows, and is biased by it"))
    return asked.explained(of_rows(held, name, wish, parameters))


def _far(predictions: Predictions, name: str, wish: Wish, parameters: dict[str, Any]) -> FarPair | None:
    """Two models whose rows need not be fetched; None where a test was asked for that takes them one by one."""
    if wish.test is not None or wish.rope is not None:
        return None
    return FarPair.of(predictions, name, _contenders(predictions, wish), parameters)


def _by_rows_instead(
    predictions: Predictions, verdict: Verdict, name: str, wish: Wish, parameters: dict[str, Any]
) -> Verdict | None:
    """The verdict of rows, where the folds of two models differ by the same amount throughout and no t exists.

    None where folds do have a test, where one was asked for, or where rows were tested several times.
    """
    stuck = [contest for contest in verdict.contests if CONSTANT in contest.result.notes]
    if not stuck or wish.test is not None or predictions.repeats > 1:
        return None
    try:
        held = predictions.paired(*_contenders(predictions, wish))
        pairs = ", ".join(f"{contest.a} and {contest.b}" for contest in stuck[:3])
        why = f"rows are compared, because all folds of {pairs} differ by the same amount and show no spread"
        if find(name).one_model:
            why += f"; {name} then pools scores of different fitted models"
        return of_rows(replace(held, notes=(*held.notes, why)), name, wish, parameters)
    except ProbativeError:
        return None


def _contenders(predictions: Predictions, wish: Wish) -> tuple[str, ...]:
    """The models that are compared: a run's baseline is there to be beaten, and no rival where there are several."""
    baseline = predictions.about.baseline
    rivals = tuple(name for name in predictions.spoke if name != baseline)
    return predictions.spoke if len(rivals) < 2 or wish.reference == baseline else rivals


def by_fold(predictions: Predictions) -> bool:
    """Whether results of folds are compared, rather than rows: every row by itself or in one test set is a row."""
    if not predictions.roles.fold:
        return False
    return predictions.repeats > 1 or not predictions.scheme.row_by_row


def _level(level: float, significance: float | None) -> float:
    """The level of intervals: as said, or what is left by the significance that tests are at."""
    if significance is None:
        return checked_level(level)
    if not 0 < significance < 0.5:
        usual = ", ".join(map(str, PRESETS))
        raise BadParameter("a significance lies between 0 and 0.5.", found=significance, remedy=f"a usual one: {usual}")
    if level not in (USUAL, 1 - significance, round(1 - significance, 12)):
        raise BadParameter(
            "level is 1 - significance.", found=f"level {level:g}, significance {significance:g}", remedy="one of them"
        )
    return round(1 - significance, 12)


def _direction(measure: str | None) -> str:
    """Whether higher or lower results are better: as the measure says, higher where it is not known."""
    if measure is None or measure.lower().startswith(("neg_", "neg-")):
        return "higher"
    try:
        return find(measure).better
    except ProbativeError:
        return "higher"
