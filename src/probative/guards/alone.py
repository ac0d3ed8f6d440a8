"""Guards about numbers that stand alone: without a yardstick, of one training set, without their spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import isfinite
from typing import Any

from probative.guards.guard import Guard
from probative.guards.note import Note
from probative.guards.sizes import FEW_FOLDS, SINGLE
from probative.inference import Estimate
from probative.inference.estimate import not_rounded_up
from probative.measurement import leading
from probative.predictions import Resampled

VALUE_ALONE = Guard(
    "value-alone",
    "note",
    "R194",
    "one model is evaluated, and compared with nothing",
    "an absolute value says little without what a rule that looks at nothing reaches, what noise leaves unreachable, "
    "and a test",
    "read it beside the baseline; where the world is known, beside its optimum (findings.against(task)); test it "
    "against permuted labels, permutations= (--permutations), or another model",
    "000",
)
VARIES = Guard(
    "varies-with-training",
    "note",
    "R199",
    "models were trained on several training sets",
    "a model that is good on one training set may be poor on another",
    "read the spread (sd of folds, sd of repeats) beside every mean",
    "002",
)
BESIDE_FOLDS = (FEW_FOLDS.code, VARIES.code)
"""Notes that stand where the number stands: below the table of folds."""
SENTENCE = "a model that is good on one training set may be poor on another"
UNKNOWN = "what noise leaves unreachable is not known here"
MOST = 5
"""Models whose spread is told."""


def of_value_alone(model: str, measures: Mapping[str, Estimate], baseline: Mapping[str, Any]) -> Iterator[Note]:
    """The main measure of a single model, beside what the rule reaches that looks at no input."""
    name = leading("headline", [known for known, found in measures.items() if found.defined])
    if name is None:
        return
    value, rule = measures[name].value, baseline.get(name)
    beside = f"the baseline rule reaches {_short(rule)}" if isinstance(rule, int | float) else "no baseline is known"
    yield VALUE_ALONE(
        f"{name} {_short(value)} alone says little: {beside}; {UNKNOWN}.",
        model=model,
        measure=name,
        value=value,
        **({"baseline": float(rule)} if isinstance(rule, int | float) else {}),  # type: ignore[arg-type]
    )


def _short(value: float) -> str:
    """Four digits, or as many as keep a share apart from 1."""
    return not_rounded_up(value) if value < 1 and f"{value:.4g}" == "1" else f"{value:.4g}"


def beside_optimum(note: Note, optimum: Mapping[str, float]) -> Note:
    """The note about a value alone, where the world is known after all and with it what no model can surpass."""
    best = optimum.get(str(note.numbers.get("measure")))
    if note.code != VALUE_ALONE.code or best is None:
        return note
    told = note.message.replace(UNKNOWN, f"no model can surpass {best:.4g} but by chance")
    return replace(note, message=told, numbers={**note.numbers, "optimum": best})


def of_one_table(measures: Mapping[str, object]) -> Iterator[Note]:
    """An AUC of predictions that came without folds."""
    if "auc" in measures or "auc_ovr" in measures:
        yield SINGLE(
            "this AUC is of one fitted model on one set of rows: it does not show how much the learner varies with its "
            "training rows.",
            "train it again on other rows (probative run, '10x10 stratified'), or give the folds: fold= (--fold)",
        )


def of_spread(models: Mapping[str, Mapping[str, Resampled]]) -> Iterator[Note]:
    """How far the main measure spreads over training sets, said once for all models."""
    told = []
    for model, found in models.items():
        name = leading("headline", [known for known, part in found.items() if len(part.folds) > 1])
        values = [] if name is None else [value for value in found[name].folds.tolist() if isfinite(value)]
        if len(values) > 1:
            told.append(f"{name} of {model} from {min(values):.3g} to {max(values):.3g}")
    if told:
        more = f" and {len(told) - MOST} more models" if len(told) > MOST else ""
        yield VARIES(f"over the test sets {', '.join(told[:MOST])}{more}: {SENTENCE}.")
