"""Guards against leaks: rows, ids, fitted steps and columns through which training knows of test rows."""

from __future__ import annotations

from collections.abc import Iterator

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.guards.some import some
from probative.predictions.leaks import Leaks

FORCED = "make the splits anew without it: no number of this run is an estimate of anything on other rows"

ROWS_OVERLAP = Guard(
    "rows-overlap",
    "error",
    "R167",
    "a row is trained on and tested in the same split; refused unless forced",
    "a model is asked what it was told: the estimate is invalid from the first shared row on",
    FORCED,
    "000",
)
IDS_OVERLAP = Guard(
    "ids-overlap",
    "error",
    "R167",
    "rows with the same id (`row=`, `--row`) stand in training and test rows of one split; refused unless forced",
    "the same patient, customer or document is recognised rather than predicted",
    FORCED,
    "000",
)
EQUAL_ROWS = Guard(
    "equal-rows",
    "warning",
    "R167",
    "tested rows whose inputs and target also stand among the training rows, unless columns have so few values that "
    "chance makes as many",
    "a copy that was trained on is no test; rows that were duplicated to balance classes are the usual cause",
    "remove duplicates, or keep twins together with a group column",
    "000",
)
EQUAL_BY_CHANCE = Guard(
    "equal-rows-by-chance",
    "note",
    "R167",
    "equal rows stand in training and test rows, about as many as columns with so few values make by chance",
    "they may be different samples that look alike, or copies: the columns do not tell",
    "name the column of ids, row= (--row), if there is one",
    "000",
)
STEP_SAW_ROWS = Guard(
    "step-saw-test-rows",
    "error",
    "R168",
    "a step that is not fitted again (frozen, or bound to a function) holds just what fitting it on all "
    "rows gives; refused unless forced",
    "selection on all rows makes noise predictable; scaling and imputation on all rows help less, but help",
    "put the unfitted step into the pipeline, so that every training part fits its own",
    "000",
)
STEP_FITTED_BEFORE = Guard(
    "step-fitted-before",
    "warning",
    "R168",
    "a step was fitted before the run and is not fitted again, on rows that nobody here knows",
    "if the test rows were among them, estimates are too good",
    "put the unfitted step into the pipeline, or say on which other rows it was fitted: preprocessed= (--preprocessed)",
    "000",
)
SCALED = Guard(
    "scaled-in-advance",
    "warning",
    "R168",
    "columns look over all rows as a scaler leaves them that was fitted on all rows: mean 0 and standard deviation 1; "
    "or most columns have ends of exactly 0 and 1, median 0 and interquartile range 1, a mean of exactly 0, evenly "
    "spaced ranks, or right angles to each other as principal components have",
    "test rows helped to choose centre, range or directions: estimates may be too good",
    "pass raw columns and put the scaling into the model's pipeline",
    "000",
)
FILLED = Guard(
    "filled-in-advance",
    "warning",
    "R168",
    "several rows of a column hold its mean over all rows, to more digits than the others have; or its median, where "
    "no other value comes twice; or fifths of the unit in which all others are whole (means of five neighbours)",
    "test rows helped to fill the gaps of training rows, and their own",
    "pass columns with their gaps and put the filling into the model's pipeline",
    "000",
)
DECLARED = Guard(
    "preprocessed-outside",
    "warning",
    "R168",
    "somebody said that all rows were preprocessed before they were split (`preprocessed=`, `--preprocessed`)",
    "selection, imputation and scaling that saw test rows make estimates too good; selection by far the most",
    "do it inside the pipeline, where every training part does its own",
    "000",
)

LOOKS = {
    "standardised": "have mean 0 and standard deviation 1 over all rows: they were scaled before the split, with the "
    "test rows' help",
    "filled": "hold their mean or median over all rows in several rows, as after gaps were filled with it",
    "neighbours": "hold fifths of their unit in some rows, as after gaps were filled with the mean of the five nearest "
    "rows",
    "length": "have mean 0 and a length of 1 over all rows, as after centring and division by it",
    "centred": "have a mean of exactly 0 over all rows, as after it was subtracted",
    "min-max": "reach exactly 0 (or -1) and 1 over all rows, as after scaling by smallest and largest value",
    "largest": "have a largest absolute value of exactly 1 over all rows, as after division by it",
    "robust": "have median 0 and interquartile range 1 over all rows, as after robust scaling",
    "quantile": "are evenly spaced ranks or normal quantiles over all rows, as after a quantile transformation",
    "rotated": "are at right angles to each other over all rows, as principal components are",
}


def of_leaks(leaks: Leaks) -> Iterator[Note]:
    """Everything that a run saw leak from test rows into training."""
    yield from _of_rows(leaks)
    for model, steps in leaks.seen.items():
        yield STEP_SAW_ROWS(
            f"{', '.join(steps)} was fitted on all rows, test rows included, and is not fitted again.", model=model
        )
    for model, steps in leaks.unknown.items():
        yield STEP_FITTED_BEFORE(
            f"{', '.join(steps)} was fitted before the run and is not fitted again: bias is possible.", model=model
        )
    for kind, columns in leaks.scaled.items():
        named = () if set(columns) == {"?"} else columns
        possible = "" if kind == "standardised" else "; if that was done before the split, bias is possible"
        yield (FILLED if kind in ("filled", "neighbours") else SCALED)(
            f"{len(columns)} of {leaks.columns} columns {LOOKS[kind]}{possible}.",
            columns=named,
            kind=kind,
            scaled=len(columns),
            of=leaks.columns,
        )
    if leaks.declared is not None:
        yield DECLARED(f"before the rows were split: {leaks.declared}. Bias is possible.", declared=leaks.declared)


def _of_rows(leaks: Leaks) -> Iterator[Note]:
    if leaks.overlapping:
        rows = leaks.overlapping
        told = f"{len(rows)} rows were trained on and tested in the same split (rows {some(rows)}); this was forced."
        yield ROWS_OVERLAP(told, rows=rows, count=len(rows))
    if leaks.ids:
        told = f"{len(leaks.ids)} ids were on both sides of a split ({some(leaks.ids)}); this was forced."
        yield IDS_OVERLAP(told, rows=leaks.ids, count=len(leaks.ids))
    if leaks.twin_rows:
        which = f" (rows {some(leaks.twins)})" if leaks.twins else ""
        guard = EQUAL_BY_CHANCE if leaks.by_chance else EQUAL_ROWS
        tail = "; columns with so few values make about as many by chance" if leaks.by_chance else ""
        yield guard(
            f"{leaks.twin_rows} rows have a twin with the same inputs and target{which}: a model may be tested on what "
            f"it was trained on{tail}.",
            rows=leaks.twins,
            count=leaks.twin_rows,
        )
