"""A study: the rows of every model, its evidence, and what is found about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from probative._version import __version__
from probative.comparison import Verdict, compare
from probative.curves.errors import ErrorPicture
from probative.curves.outline import shared_ticks
from probative.decisions import Costs
from probative.errors import BadInput, BadLabels, BadParameter, ProbativeError
from probative.evaluation.models import IN_SLICES, Estimator, binary_model, class_model, regression_model
from probative.evaluation.operating import Wish, choose, cost_facts, described, find_threshold, first_false_positives
from probative.evidence import ConfusionMatrix, Fingerprint, Ladder, Ledger
from probative.evidence.arrays import Floats
from probative.evidence.labels import encode, plain
from probative.findings import Findings, ModelFindings, Slice
from probative.guards import Note, by_severity
from probative.guards import predictions as guards
from probative.inference.estimate import json_count
from probative.predictions.roles import ModelColumns, Roles, model_columns
from probative.predictions.tally import Missing, Question, ledger_of, read_rows, split
from probative.predictions.target import Task, find_target, require_positive
from probative.sources import Columns, Source

MOST_COMPARED = 4_000_000
"""Predictions (rows times models) up to which models are compared without being asked to."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the user asked for, apart from the data."""

    by: tuple[str, ...]
    weight: str | None
    groups: str | None
    level: float
    wish: Wish
    costs: Costs | None
    missing: Missing
    seed: int


class Study:
    """One evaluation under way: what was read, and what has been found so far."""

    def __init__(
        self, source: Source, roles: Roles, settings: Settings, task: Task | None, positive: Any, title: str | None
    ) -> None:
        self.source, self.roles, self.settings, self.title = source, roles, settings, title
        self.estimator = Estimator(settings.level, settings.seed, settings.costs)
        column, _ = read_rows(source, [roles.truth], None, settings.missing)
        truth = column.values[roles.truth]
        self.named_positive = positive is not None
        self.target = find_target(truth, task=task, positive=positive, scored=bool(roles.scores))
        self.dropped = 0
        self.models: dict[str, ModelFindings] = {}
        self.slices: list[Slice] = []
        self.notes: list[Note] = []
        self.rows: dict[str, int] = {}
        self.ticks: Floats | None = None
        self.seen: dict[str, Fingerprint] = {}

    def findings(self) -> Findings:
        """Read every model's rows once, and find out all that was asked."""
        read = list(self._read())
        if self.target.task == "regression":
            self._regressions(read)
        elif self._by_class(read):
            self._several_classes(read)
        else:
            self._two_classes(read)
        self.notes += guards.of_sample(self.rows, self.dropped, self._repeated())
        verdict = self._verdict()
        return Findings(
            self.target.task,
            max(self.rows.values()),
            self.settings.level,
            self.models,
            self._positive(),
            self.settings.seed,
            tuple(self.slices),
            () if verdict is None else tuple(contest.to_dict() for contest in verdict.contests),
            tuple(by_severity(self.notes)),
            self._about() | {"verdict": spoken(verdict)},
        )

    def _verdict(self) -> Verdict | None:
        """Every pair of models by the valid test; what cannot be compared is noted, not hidden."""
        if len(self.models) < 2:
            return None
        try:
            return self._compared()
        except ProbativeError as error:
            self.notes.append(guards.not_compared(error.what))
            return None

    def _compared(self) -> Verdict | None:
        """The comparison on the same rows, where it is cheap enough to be made unasked."""
        s, r = self.settings, self.roles
        if s.weight is not None:
            raise BadParameter("tests of weighted rows are not offered.")
        rows = max(self.rows.values()) * len(self.models)
        if rows > MOST_COMPARED:
            raise BadParameter(f"{rows:,} predictions are more than are compared unasked; call compare.")
        return compare(
            self.source,
            truth=r.truth,
            scores=list(r.scores),
            predicted=list(r.predicted),
            positive=self.target.positive if self.named_positive else None,
            model=r.model,
            groups=s.groups,
            task=self.target.task,
            missing=s.missing,
            level=s.level,
            random_state=s.seed,
        )

    def _positive(self) -> Any:
        positive = self.target.positive if len(self.target.labels) <= 2 else None
        return None if positive is None else plain(positive)

    def _by_class(self, read: list[tuple[ModelColumns, Columns]]) -> bool:
        """Whether every class is evaluated against the rest, rather than one positive class."""
        return len(self.target.labels) > 2 or (not self.roles.scores and self._needs_matrix(read))

    def _needs_matrix(self, read: list[tuple[ModelColumns, Columns]]) -> bool:
        """Whether labels alone are better shown class by class: no positive one, or predictions of further classes."""
        if self.target.positive is None:
            return True
        called = {
            label for c, rows in read if c.predicted for label in encode(rows.values[c.predicted], c.predicted)[0]
        }
        return not self.named_positive and not called <= {*self.target.labels, self.target.positive}

    def _refuse_strangers(self, model: str, cm: ConfusionMatrix, labels: tuple[Any, Any]) -> None:
        """A predicted label that is neither of the two classes would pass for a negative."""
        strangers = [label for label in cm.labels if label not in labels]
        if strangers:
            raise BadLabels(
                f"{model} predicts labels that are neither of the two classes.",
                found=f"{strangers[:6]} beside {list(labels)}",
                remedy="map them to the two classes, or leave out positive= to evaluate every class",
            )

    def _about(self) -> dict[str, Any]:
        s, r = self.settings, self.roles
        return {
            "title": self.title or "Model evaluation",
            "version": __version__,
            "columns": {"truth": r.truth, "scores": list(r.scores), "predicted": list(r.predicted), "model": r.model},
            "guesses": [*r.guesses, *([self.target.guess] if self.target.guess else [])],
            "fingerprints": {name: str(seen) for name, seen in self.seen.items()},
            "weight": s.weight,
            "groups": s.groups,
            "by": list(s.by),
            "missing": s.missing,
            "dropped": self.dropped,
            "costs": None if s.costs is None else {"fp": s.costs.fp, "fn": s.costs.fn, "prior": s.costs.prior},
        }

    def _read(self) -> Iterator[tuple[ModelColumns, Columns]]:
        """The rows of each model, read once; every evidence below is made from these."""
        s, r = self.settings, self.roles
        extra = [*s.by, *([s.groups] if s.groups else []), *([r.model] if r.model else [])]
        columns = model_columns(r, self.target.labels)
        for found in columns:
            names = [r.truth, *filter(None, [found.score, found.predicted, *found.proba]), *extra]
            rows, dropped = read_rows(self.source, names, s.weight, s.missing, rowwise=self.target.task == "regression")
            self.dropped = max(self.dropped, dropped)
            if r.model is None:
                self.rows[found.name] = rows.rows
                self.seen[found.name] = Fingerprint.from_table(rows.values, rows.counts)
                yield found, rows
                continue
            for (name,), part in split(rows, [r.model]):
                self.rows[str(name)] = part.rows
                self.seen[str(name)] = Fingerprint.from_table(part.values, part.counts)
                yield ModelColumns(str(name), found.score, found.predicted, found.proba, found.labels), part

    def _repeated(self) -> int:
        """Rows that one model predicted several times, where the table names its rows."""
        if "row" not in self.source.kinds or "row" in self.roles.scores:
            return 0
        names = ["row", *([self.roles.model] if self.roles.model else [])]
        rows = self.source.grouped(names)
        total = rows.rows
        keys = {tuple(values) for values in zip(*(rows.values[name].tolist() for name in names), strict=True)}
        return total - len(keys)

    def _evidence(self, rows: Columns, question: Question) -> Any:
        """Evidence for all rows; by cluster where groups are given."""
        if self.settings.groups is not None:
            return ledger_of(rows, question, [self.settings.groups])
        return ledger_of(rows, question).total()

    def _cut(self, rows: Columns, question: Question, model: str, change: Any = None) -> None:
        """The slices of one model."""
        for column in self.settings.by:
            for (value,), evidence in ledger_of(rows, question, [column]).entries.items():
                pieces = [evidence] if change is None else change(evidence)
                found: dict[str, Any] = {}
                for piece in pieces:
                    found |= self.estimator.all(piece, only=IN_SLICES)
                self.slices.append(Slice(column, plain(value), model, json_count(evidence.n), found))

    def _regressions(self, read: list[tuple[ModelColumns, Columns]]) -> None:
        if self.settings.groups is not None:
            raise BadParameter("clustered intervals are for classes and scores.", remedy="leave groups out")
        for columns, rows in read:
            if columns.predicted is None:
                raise BadInput("a regression needs predicted values.", remedy="name them with predicted= (--predicted)")
            question = Question(self.roles.truth, predicted=columns.predicted, regression=True)
            residuals = ledger_of(rows, question).total()
            picture = ErrorPicture.of(rows.values[self.roles.truth], rows.values[columns.predicted], self.settings.seed)
            self.models[columns.name] = found = regression_model(self.estimator, residuals, picture.to_dict())
            self.notes += guards.of_regression(columns.name, found.measures)
            self._cut(rows, question, columns.name)

    def _several_classes(self, read: list[tuple[ModelColumns, Columns]]) -> None:
        for columns, rows in read:
            scores: Any = None
            if columns.proba:
                question = Question(self.roles.truth, proba=columns.proba, labels=columns.labels)
                scores = ledger_of(rows, question).total()
                scores.require_probabilities()
            if columns.predicted:
                question = Question(self.roles.truth, predicted=columns.predicted)
                matrix = self._evidence(rows, question)
                change = None
            else:
                matrix = self._evidence(rows, question)
                matrix = matrix.map(lambda s: s.confusion()) if isinstance(matrix, Ledger) else scores.confusion()
                change = lambda evidence: [evidence.confusion()]  # noqa: E731
            whole = _total(matrix)
            self.models[columns.name] = found = class_model(self.estimator, matrix, scores)
            self.notes += guards.of_classes(columns.name, whole, found.measures.get("accuracy"))
            self._cut(rows, question, columns.name, change)

    def _two_classes(self, read: list[tuple[ModelColumns, Columns]]) -> None:
        positive = require_positive(self.target)
        ladders = {
            columns.name: self._evidence(rows, Question(self.roles.truth, score=columns.score, pos_label=positive))
            for columns, rows in read
            if columns.score
        }
        totals = {name: _total(ladder) for name, ladder in ladders.items()}
        threshold, origin = None, "chosen"
        if not self.settings.wish.chooses:
            threshold, origin = find_threshold(self.settings.wish.threshold, list(totals.values()))
        if totals:
            # One slider moves all models: they share its ticks.
            self.ticks = shared_ticks(list(totals.values()), () if threshold is None else (threshold,))
        if any(columns.score and not columns.predicted for columns, _ in read):
            self.notes += guards.of_threshold(threshold, origin)
        self.notes += guards.of_costs(self.settings.costs is not None)
        negative = next((label for label in self.target.labels if label != positive), f"not {positive}")
        for columns, rows in read:
            self._binary(columns, rows, ladders.get(columns.name), threshold, (negative, positive))

    def _binary(
        self, columns: ModelColumns, rows: Columns, ladder: Any, threshold: float | None, labels: tuple[Any, Any]
    ) -> None:
        name, positive, decisions = columns.name, labels[1], dict[str, Any]()
        if ladder is not None and all(_total(ladder).totals):
            threshold = self._decided(name, _total(ladder), threshold, decisions)
        if columns.predicted:
            question = Question(self.roles.truth, predicted=columns.predicted)
            matrix = self._evidence(rows, question)
            self._refuse_strangers(name, _total(matrix), labels)
            outcomes = _each(matrix, lambda cm: _against(cm, positive))
            threshold = None
        else:
            question = Question(self.roles.truth, score=columns.score, pos_label=positive)
            outcomes = None if threshold is None else _each(ladder, lambda part: part.at(threshold))
        if self.settings.costs is not None and outcomes is not None:
            decisions["costs"] = cost_facts(_total(outcomes), self.settings.costs, self.settings.level)
            self.notes += guards.of_trivial_rules(name, decisions["costs"])
        self.models[name] = found = binary_model(
            self.estimator,
            ladder=ladder,
            outcomes=outcomes,
            labels=labels,
            threshold=threshold,
            decisions=decisions,
            ticks=self.ticks,
        )
        if ladder is not None:
            self.notes += guards.of_scores(name, _total(ladder), found.measures)
        if outcomes is not None:
            counts, squares = (cells.reshape(2, 2) for cells in _total(outcomes).cells())
            cm = ConfusionMatrix(labels[::-1], counts, squares)
            notes = guards.of_classes(name, cm, found.measures.get("accuracy"))
            # One class is noted once, with the scores.
            self.notes += [note for note in notes if ladder is None or note.code != "one-class"]
        self._cut(rows, question, name, lambda e: _pieces(e, positive, threshold))

    def _decided(self, name: str, ladder: Ladder, threshold: float | None, decisions: dict[str, Any]) -> float | None:
        """The model's threshold, chosen here if that was asked for; decisions are noted down."""
        s = self.settings
        if s.wish.roc_n is not None:
            decisions["roc_n"] = first_false_positives(ladder, s.wish.roc_n)
        if not s.wish.chooses:
            return threshold
        choice = choose(ladder, s.wish, s.costs, s.level, s.seed)
        decisions["operating"] = described(choice)
        self.notes += guards.of_chosen_threshold(name, choice.by, choice.apparent, choice.achieved)
        return choice.threshold


def spoken(verdict: Verdict | None) -> dict[str, Any] | None:
    """How the comparison was made, without the pairs, which stand by themselves."""
    return None if verdict is None else {k: v for k, v in verdict.to_dict().items() if k != "comparisons"}


def _total(evidence: Any) -> Any:
    return evidence.total() if isinstance(evidence, Ledger) else evidence


def _each(evidence: Any, change: Any) -> Any:
    return evidence.map(change) if isinstance(evidence, Ledger) else change(evidence)


def _against(cm: ConfusionMatrix, positive: Any) -> Any:
    labels = cm.labels if positive in cm.labels else (*cm.labels, positive)
    return cm.reordered(labels).outcomes(positive)


def _pieces(evidence: Any, positive: Any, threshold: float | None) -> list[Any]:
    """What a slice of scores or labels can be measured by."""
    if not isinstance(evidence, Ladder):
        return [_against(evidence, positive)]
    return [evidence] if threshold is None else [evidence.at(threshold), evidence]
