"""Tables of what was measured: by model, by class, by slice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from probative.findings.column import Cell, Column
from probative.findings.model import ModelFindings
from probative.findings.table import Table
from probative.findings.tables.evaluated import Evaluated
from probative.findings.text import at_level
from probative.inference import Estimate
from probative.measurement import placed
from probative.records import number_from_json
from probative.theory.sentences import ONLY_ESTIMATED

SEEN_AT_ONCE = 20
"""Classes up to which they stand in their own order; of more, those that matter come first."""


def estimates(names: Sequence[str]) -> tuple[Column, ...]:
    """Columns of estimates."""
    return tuple(Column(name, "estimate") for name in names)


def measures_table(findings: Evaluated) -> Table:
    """Measures by model, each with its interval, beside what a trivial rule reaches.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0, 1, 0], predicted=[1, 0, 1, 1], positive=1)
    >>> next(measures_table(found).shown())
    ('accuracy', '0.75  [0.30, 0.95]', '0.5')
    """
    untested = len(findings.models) > 1 and not findings.comparisons
    note = "Models are not ranked: no test was run." if untested else ""
    note = " ".join(filter(None, (_whose_values(findings.models), _asked_as(findings), note)))
    return measures_of(findings.models, findings.headline(), findings.level, note, findings.about.optimum)


def _asked_as(findings: Evaluated) -> str:
    """With which parameters measures were asked for that take any."""
    called = findings.about.called.values()
    return f"As asked for: {', '.join(called)}." if called else ""


def _whose_values(models: Mapping[str, ModelFindings]) -> str:
    """Which values are means of folds and which of all tests pooled, where there are folds."""
    folds = {name: count for model in models.values() for name in model.measures if (count := model.mean_of(name))}
    if folds:
        return f"Means of {max(folds.values())} folds: {', '.join(folds)}; of all tests pooled: the others."
    return "Of all tests pooled." if any(model.resampling for model in models.values()) else ""


def measures_of(
    models: Mapping[str, ModelFindings],
    title: str,
    level: float | None,
    note: str = "",
    optimum: Mapping[str, float] | None = None,
) -> Table:
    """Measures by model, whichever findings the models are from; and what no model can surpass, where it is known."""
    names = list(dict.fromkeys(name for model in models.values() for name in model.measures))
    columns = (Column("measure"), *estimates(list(models)))
    rows: list[tuple[Cell, ...]] = [(name, *(model.measures.get(name) for model in models.values())) for name in names]
    told = []
    rules = {
        "baseline rule": [model.baseline for model in models.values()],
        "training baseline": [model.training_baseline for model in models.values()],
    }
    for column, found in rules.items():
        reached = {name: value for rule in found for name, value in rule.items() if name != "rule"}
        if not reached:
            continue
        columns += (Column(column, "number", 4),)
        cells = [number_from_json(reached[name]) if name in reached else None for name in names]
        rows = [(*row, cell) for row, cell in zip(rows, cells, strict=True)]
        if words := dict.fromkeys(str(rule["rule"]) for rule in found if "rule" in rule):
            told.append(f"{column.capitalize()}: {'; '.join(words)}.")
    if optimum:
        columns += (Column("Bayes optimum", "number", 4),)
        rows = [(*row, optimum.get(name)) for name, row in zip(names, rows, strict=True)]
        told.append("Bayes optimum: known, because the distribution of these rows is.")
        if "recall" in optimum:
            told.append(
                "Its rates are those of Bayes' rule (at the costs declared); another rule can surpass one of them."
            )
        told.append(ONLY_ESTIMATED)
    return Table(title, columns, tuple(rows), level, " ".join(filter(None, (*told, note))))


def classes_table(findings: Evaluated) -> Table | None:
    """Every class against the rest; where there are many, alternately the largest and the worst of those left.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=["a", "b", "c", "c"], predicted=["a", "b", "c", "a"])
    >>> next(classes_table(found).shown())[:4]
    ('model', 'a', '1', '1.00  [0.21, 1.00]')
    """
    rows: list[tuple[Cell, ...]] = []
    known = [found for model in findings.models.values() for found in model.classes.values()]
    shown = [name for name in placed("classes") if any(name in found for found in known)]
    for name, model in findings.models.items():
        labels = list(model.classes)
        for label in labels if len(labels) <= SEEN_AT_ONCE else ordered_classes(findings, labels):
            found = model.classes[label]
            rows.append((name, label, _rows_of(found), *(found.get(measure) for measure in shown)))
    columns = (Column("model", "name"), Column("class", "name"), _counted(findings), *estimates(shown))
    title = f"Each class against the rest{at_level(findings.level)}"
    return Table(title, columns, tuple(rows), findings.level) if rows else None


def slices_table(findings: Evaluated) -> Table | None:
    """Measures on the rows that share a value of a column.

    >>> import probative as pv
    >>> table = {"y": [1, 0, 1, 0], "pred": [1, 0, 1, 1], "site": ["n", "n", "s", "s"]}
    >>> found = pv.evaluate(table, truth="y", predicted="pred", positive=1, by="site")
    >>> list(slices_table(found).shown())[1][:5]
    ('site', 's', 'model', '2', '0.50  [0.08, 0.92]')
    """
    shown = list(dict.fromkeys(name for part in findings.slices for name in part.measures))
    rows = tuple(
        (part.by, str(part.value), part.model, part.n, *(part.measures.get(name) for name in shown))
        for part in findings.slices
    )
    columns = (*(Column(name, "name") for name in ("column", "value", "model")), _counted(findings))
    count = max((part.together for part in findings.slices), default=1)
    title = f"Slices{at_level(findings.level)}{f' for all {count} slices together' if count > 1 else ''}"
    return Table(title, columns + estimates(shown), rows, findings.level) if rows else None


def _counted(findings: Evaluated) -> Column:
    """How many rows there are, or what they weigh."""
    return Column("rows", "count", unit="by weight" if findings.about.weight else "")


def ordered_classes(findings: Evaluated, labels: Sequence[str]) -> list[str]:
    """The classes, alternately the largest and the worst (by the least F1 of any model) of those that are left."""
    if len(labels) < 2:
        return list(labels)
    sizes, worst = dict.fromkeys(labels, 0.0), dict.fromkeys(labels, 1.0)
    for model in findings.models.values():
        if model.confusion is not None:
            rows = zip(model.confusion.labels, model.confusion.counts, strict=True)
            for label, counts in rows:
                if str(label) in sizes:
                    sizes[str(label)] = max(sizes[str(label)], float(sum(counts)))
        for label, found in model.classes.items():
            f1 = found.get("f1")
            if label in worst and f1 is not None and f1.defined:
                worst[label] = min(worst[label], f1.value)
    queues = [sorted(labels, key=lambda k: -sizes[k]), sorted(labels, key=lambda k: worst[k])]
    order: dict[str, None] = {}
    for pair in zip(*queues, strict=True):
        order.update(dict.fromkeys(pair))
    return list(order)


def _rows_of(found: dict[str, Estimate]) -> float | None:
    """How many rows are of a class: those that recall is about."""
    return found["recall"].n if "recall" in found else None
