"""Why does my number differ: a measure under every known convention, on the data at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, cast

from probative.errors import BadInput
from probative.evidence.labels import Label
from probative.explanation.convention import Convention, agree
from probative.explanation.rows import Basis, labelled, numeric, paired, plain_values, scored
from probative.explanation.sentence import sentence, split
from probative.explanation.topics import Topic, find_topic
from probative.explanation.worked_example import example_of
from probative.measurement.registry import Parameter, Parameters
from probative.predictions import Predictions, read
from probative.predictions.tally import Missing
from probative.predictions.target import Task
from probative.predictions.words import words_of
from probative.records import SCATTERED, Json, Record, plain
from probative.sources import ColumnLike, Said, TableLike

COUNTS = frozenset(("tp", "fn", "fp", "tn"))
COUNTED = COUNTS | {"n01", "n10"}
"""What stands in the place of rows, where counts are enough."""


@dataclass(frozen=True, slots=True)
class Explanation(Record):
    """A measure under all conventions, the first of which is ours; `facts` are the properties of the data behind it."""

    also: ClassVar[dict[str, str]] = {
        "value": "value",
        "rule": "rule",
        "why": "why",
        "conventions": "table",
        "sentence": "sentence",
    }

    measure: str
    conventions: tuple[Convention, ...] = field(metadata=SCATTERED)
    facts: tuple[str, ...] = ()
    n: int | None = None
    basis: str = ""
    """What the rows are, where that needs saying: an example, or labels made of scores."""

    @property
    def value(self) -> float:
        """Our value."""
        return self.conventions[0].value

    @property
    def rule(self) -> str:
        """Our rule."""
        return self.conventions[0].rule

    @property
    def why(self) -> str | None:
        """Why we give no value, if so."""
        return self.conventions[0].why_undefined

    @property
    def agreeing(self) -> tuple[Convention, ...]:
        """The other conventions that give our value, to 1e-12."""
        return tuple(split(self.conventions)[0])

    @property
    def differing(self) -> tuple[Convention, ...]:
        """The conventions that give another value."""
        return tuple(split(self.conventions)[1])

    @property
    def sentence(self) -> str:
        """Which conventions agree, which differ and by how much, and what in the data makes the difference."""
        return sentence(self.measure, self.conventions, self.facts)

    def __getitem__(self, name: str) -> Convention:
        """The convention of that name."""
        for row in self.conventions:
            if row.name == name:
                return row
        raise KeyError(f"{name!r} is none of {', '.join(row.name for row in self.conventions)}")

    def table(self) -> list[dict[str, Json]]:
        """One dict per convention, ready for any dataframe library."""
        ours = self.conventions[0]
        return [
            row.to_dict()
            | {"agrees": agree(row.value, ours.value), "difference": plain(row.difference(ours)), "ours": i == 0}
            for i, row in enumerate(self.conventions)
        ]

    def __str__(self) -> str:
        width = max(len(row.name) for row in self.conventions)
        lines = [*([f"On {self.basis}."] if self.basis else []), self.sentence, ""]
        for row in self.conventions:
            lines.append(f"{row.name.ljust(width)}  {row.shown.rjust(11)}  {row.rule}{_tools(row)}")
        return "\n".join(lines)


def _tools(row: Convention) -> str:
    return f" [{', '.join(row.tools)}]" if row.tools else ""


def explain(
    measure: str,
    data: TableLike | Predictions | None = None,
    *,
    truth: ColumnLike | None = None,
    scores: Said | None = None,
    predicted: Said | None = None,
    values: ColumnLike | None = None,
    positive: Label | None = None,
    count: ColumnLike | None = None,
    missing: Missing = "error",
    **options: Parameter,
) -> Explanation:
    """One measure under every convention that tools use, and which rule makes the difference on these data.

    `data` is anything that `read` takes; truth, scores, predicted and count are its words, for one model. McNemar's
    test takes two columns as `predicted`, or the counts n01 and n10 alone; `mcc`, `f1` and `f_beta` the counts tp, fn,
    fp, tn; a standard deviation and degrees of freedom a column of `values`. Further options by measure: beta, bins,
    n, max_fpr, training_mean, n_features. Measures of labels take `scores` too, cut where an evaluation cuts them.
    Without any data the measure is worked on a small example, which `basis` states.

    >>> found = explain("auc", truth=[1, 0, 1, 0], scores=[0.9, 0.4, 0.4, 0.1])
    >>> found.value, found["ties lost"].value
    (0.875, 0.75)
    >>> print(found.sentence)
    auc is 0.875 ('half credit'). The same to 1e-12: 'direction by medians', 'the larger side'. Because 1 of the 4 \
pairs of a positive and a negative is tied (1 tied score across classes): 'ties won' 1 (+0.125), 'ties lost' 0.75 \
(-0.125), 'row order' 0.75 (-0.125).
    """
    topic = find_topic(measure)
    words, options = words_of(
        {"truth": truth, "scores": scores, "predicted": predicted, "positive": positive} | options
    )
    truth, scores, predicted, positive = (words.get(word) for word in ("truth", "scores", "predicted", "positive"))  # type: ignore[assignment]
    given = {"truth": truth, "scores": scores, "predicted": predicted, "values": values}
    basis = ""
    checked = topic.checked(options)
    if data is None and not (COUNTED & set(options)) and all(what is None for what in given.values()):
        example, basis = example_of(topic)
        given |= example
    cut = topic.needs == "labels" and scores is not None and predicted is None
    allowed = (*topic.roles, "scores") if cut else topic.roles
    extra = [role for role, what in given.items() if what is not None and role not in allowed]
    if positive is not None and topic.needs not in ("scores", "labels"):
        extra.append("positive")
    if count is not None and topic.needs == "values":
        extra.append("count")
    if extra:
        raise BadInput(
            f"{topic.name} does not use {' and '.join(extra)}.",
            found=f"it needs {' and '.join(topic.roles)}",
            remedy="leave it out",
        )
    roles = {role: given[role] for role in allowed}
    rows, n, made = _rows(topic, data, roles, positive, count, missing, checked)
    conventions, facts = topic.function(rows, **checked)
    return Explanation(topic.name, tuple(conventions), tuple(facts), n, basis or made)


def _rows(
    topic: Topic,
    data: TableLike | Predictions | None,
    roles: dict[str, Said | None],
    positive: Label | None,
    count: ColumnLike | None,
    missing: Missing,
    options: Parameters,
) -> tuple[Basis, int | None, str]:
    """What the topic's function takes, the number of rows behind it, and how labels were made of scores."""
    counted = topic.needs == "pair" or COUNTS & set(options)
    if counted and data is None and options and all(given is None for given in roles.values()):
        return None, None, ""
    if topic.needs == "values":
        if isinstance(data, Predictions):
            raise BadInput("values are a column of a table, or numbers.", found="predictions", remedy="pass the table")
        found = plain_values(data, roles["values"], missing)
        return found, len(found), ""
    if topic.needs == "pair" and data is None and isinstance(roles["predicted"], list | tuple):
        roles = {**roles, "predicted": dict(zip("AB", roles["predicted"], strict=False))}
    task: Task = "regression" if topic.needs == "numbers" else "classification"
    label = positive if topic.needs == "scores" or roles.get("scores") is not None else None
    truth, scores, predicted = (roles.get(word) for word in ("truth", "scores", "predicted"))
    said = read(
        data,
        truth=cast("ColumnLike | None", truth),
        scores=scores,
        predicted=predicted,
        positive=label,
        count=count,
        task=task,
        missing=missing,
    )
    cut = said.threshold(said.spoke[0]) if topic.needs == "labels" and scores is not None else None
    if cut is not None and not cut.decides:
        remedy = "labels of your own: predicted= (--predicted)"
        raise BadInput(f"{topic.name} needs labels, and no threshold suggests itself.", found=cut.why, remedy=remedy)
    makers: dict[str, Callable[[Predictions], Basis]] = {"scores": scored, "numbers": numeric, "pair": paired}
    made = makers[topic.needs](said) if topic.needs in makers else labelled(said, positive)
    n = len(said.listed(*said.spoke)[0] if topic.needs == "pair" else said.listed(said.spoke[0])[0])
    if cut is None or cut.value is None:
        return made, n, ""
    return made, n, f"labels: positive if the score is at least {cut.value:g} ({cut.why})"
