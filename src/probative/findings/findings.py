"""Findings: one frozen result with versioned JSON; every renderer reads only this."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

from probative._version import __version__
from probative.curves.shared_calls import SharedCalls
from probative.curves.tolerances import Tolerances
from probative.errors import BadFormat, BadParameter
from probative.findings.aligned import aligned
from probative.findings.answer import Answer
from probative.findings.contest import Contest
from probative.findings.context import Context
from probative.findings.diagnostics import diagnostic
from probative.findings.format import FILE, FORMAT, damaged, read_json, require_findings, upgraded
from probative.findings.heterogeneity import Heterogeneity
from probative.findings.leader import Leader
from probative.findings.model import ModelFindings, Slice
from probative.findings.paired_gap import PairedGap
from probative.findings.renderers import RENDERERS, renderer
from probative.findings.slice_lead import LeadTest, SliceLead
from probative.findings.table import Table
from probative.findings.tables import table_of
from probative.findings.verdict import Verdict
from probative.findings.weak_slices import WeakSlices
from probative.guards import Note, by_severity
from probative.guards.alone import beside_optimum
from probative.guards.audit.summary import Audit
from probative.measurement import find, leading, placed
from probative.records import OPTIONAL, Document, Record, Written, put, read_record

CHECKED: dict[str, type[Verdict | WeakSlices]] = {"comparison": Verdict, "weak-slices": WeakSlices}
"""Results whose pages read them as records: a file that does not fit is refused when it is loaded."""


@dataclass(frozen=True, slots=True)
class Findings(Record):
    """Everything that an evaluation found: models with measures and intervals, slices, notes, and how it was done."""

    head: ClassVar[Document] = {"probative": FORMAT, "kind": "evaluation"}
    also: ClassVar[dict[str, str]] = {"answers": "answers"}

    task: str
    n: float
    level: float
    models: dict[str, ModelFindings]
    positive: Any = None
    seed: int = 0
    slices: tuple[Slice, ...] = ()
    comparisons: tuple[Contest, ...] = ()
    notes: tuple[Note, ...] = ()
    about: Context = field(default_factory=Context)
    """Title, columns, weights, version, fingerprint of the rows: what a reader needs to do it again."""
    diagnostics: tuple[Annotated[Document, Written.ALREADY], ...] = ()
    """Permutation tests, bias and variance, weak slices: what other calls found, to be shown with the rest."""
    heterogeneity: tuple[Heterogeneity, ...] = ()
    """By column to slice by, model and measure: whether the slices differ."""
    leader: Leader | None = None
    """The model that came out best of several, with what that is worth once the choice is allowed for."""
    shared_calls: tuple[SharedCalls, ...] = field(default=(), metadata=OPTIONAL)
    """The leading model with each of the others: rows that both call positive, cut by cut, so that a page can move two
    thresholds and still tell how far apart the models are."""
    slice_leads: tuple[SliceLead, ...] = field(default=(), metadata=OPTIONAL)
    """The best model beside the next in every slice, by the measure that they are compared by."""
    lead_tests: tuple[LeadTest, ...] = field(default=(), metadata=OPTIONAL)
    """By column: whether those leads differ by more than chance."""
    tolerances: Tolerances | None = field(default=None, metadata=OPTIONAL)
    """Of a regression: the rows within each tolerance, by model, and those that the leader and another both keep."""

    paired_gaps: tuple[PairedGap, ...] = field(default=(), metadata=OPTIONAL)
    """Of two models on the same rows: how far apart they are by the measures that the page shows and that did not
    decide, each interval by itself."""

    @classmethod
    def of(
        cls, *results: Any, title: str = "Theory and diagnosis", level: float = 0.95, random_state: int = 0
    ) -> Findings:
        """Findings that hold only the results of other calls: bias and variance, sweeps, permutation tests.

        >>> import probative as pv
        >>> from sklearn.linear_model import LinearRegression
        >>> found = pv.bias_variance(LinearRegression(), task=pv.NoisyFunction(lambda x: 2 * x, 0.5), n=6)
        >>> pv.Findings.of(found).task
        'theory'
        """
        empty = cls("theory", 0, level, {}, seed=random_state, about=Context(title, __version__))
        return empty.adding(*results)

    def adding(self, *results: Any) -> Findings:
        """These findings with the results of further calls, shown among the diagnostics."""
        held = (*self.diagnostics, *(diagnostic(result) for result in results))
        # What a result warns of is a note of the findings.
        warned = [note for result in results if isinstance(result, WeakSlices) for note in result.notes]
        warned += [note for result in results if isinstance(result, Verdict) for note in result.warnings]
        notes = tuple(by_severity([*self.notes, *warned])) if warned else self.notes
        guessed = [guess for result in results if isinstance(result, Verdict) for guess in result.guesses]
        about = replace(self.about, guesses=tuple(dict.fromkeys((*self.about.guesses, *guessed))))
        return replace(self, diagnostics=held, notes=notes, about=about)

    def against(self, world: Any) -> Findings:
        """These findings with the Bayes optimum beside the trivial baseline: of a task whose distribution is known.

        >>> import probative as pv
        >>> task = pv.gaussian_example(1)
        >>> X, y = task.sample((55, 65))
        >>> found = pv.evaluate(truth=y, scores=task.posterior(X)).against(task)
        >>> print(found.table().columns[-1].name, round(found.about.optimum["accuracy"], 6))
        Bayes optimum 0.965453
        """
        if not hasattr(world, "optimum"):
            raise BadParameter(
                "the optimum is known of a task with a known distribution.",
                found=type(world).__name__,
                remedy="pv.GaussianTask(...), pv.ClassTask(...) or pv.NoisyFunction(...)",
            )
        costs = self.about.costs or self.about.class_costs
        known = {name: float(value) for name, value in world.optimum(costs=costs, positive=self.positive).items()}
        notes = tuple(beside_optimum(note, known) for note in self.notes)
        return replace(self, notes=notes, about=replace(self.about, optimum=known))

    def table(self, name: str = "measures") -> Table:
        """A table by name, if these findings have something to put into it.

        There are measures, classes, confusion, matrix, information, roc-points (who dominates whom), confused (classes
        taken for each other), thresholds, slices, heterogeneity (whether slices differ), comparisons, resampling,
        columns (of an audit), notes and method.

        >>> import probative as pv
        >>> found = pv.evaluate(truth=[1, 0, 1, 0], predicted=[1, 0, 1, 1], positive=1)
        >>> print(found.table("confusion"))
        Rows by actual and predicted class
        model  actual  predicted 1  predicted 0
        model  1                 2            0
        model  0                 1            1
        """
        return table_of(self, name)

    def plot(
        self,
        kind: str | None = None,
        ax: Any = None,
        *,
        measure: str | None = None,
        models: Sequence[str] | str | None = None,
        hull: bool = False,
        **style: Any,
    ) -> Any:
        """Draw a picture with matplotlib (extra `plots`) from the values held here, and return the axes.

        Kinds: roc (with `hull`), precision-recall, calibration, cost-curve, measures, folds and differences (of one
        `measure`), confusion (of one of the `models`), permutation, fit-times and more, which `probative plot --list`
        names; by default roc, else measures.

        >>> import probative as pv
        >>> pv.evaluate(truth=[1, 0, 1, 0], scores=[0.9, 0.2, 0.6, 0.7]).plot().get_ylabel()
        'True positive rate'
        """
        return renderer("plot")(self, kind, ax, style, measure=measure, models=models, hull=hull)

    def headline(self) -> str:
        """How many rows and models, which class is positive, what level the intervals have."""
        if self.task == "theory":
            return f"theory and diagnosis · {len(self.diagnostics)} result{'s' * (len(self.diagnostics) != 1)}"
        if self.task == "audit":
            return "audit · " + " · ".join(Audit.from_dict(found).headline() for found in self.diagnostics)
        never = 0 if self.about.tested is None else len(self.about.tested.never)
        everything = f"{self.n:,} row{'s' * (self.n != 1)}"
        # Of a hold-out, most rows were trained on only.
        rows = everything if not never else f"{self.n - never:,} rows tested of {self.n:,}"
        models, beside = len(self.rivals), " and a baseline" * (len(self.rivals) < len(self.models))
        parts = [rows, f"{models} model{'s' * (models != 1)}{beside}", self._about_task()]
        if self.positive is not None:
            parts.append(f"positive: {self.positive}")
        parts.append(f"intervals at {self.level * 100:g} %")
        return " · ".join(parts)

    def _about_task(self) -> str:
        """The task; of rows that are already graded, which way is better."""
        graded = leading("headline", next(iter(self.models.values())).measures) if self.task == "graded" else None
        return self.task if graded is None else f"graded: {find(graded).better} is better"

    @property
    def answers(self) -> tuple[Answer, ...]:
        """Which model, where to cut, how far to trust it: each a question, a headline and the evidence in a line.

        >>> import probative as pv
        >>> y = [1, 0] * 50
        >>> print(pv.evaluate(truth=y, scores=[0.8, 0.3] * 50).answers[0].headline)
        model is better than guessing: AUC 1.000 (0.960 to 1.000); 0.5 without any input.
        """
        made: tuple[Answer, ...] = renderer("answers")(self)
        return made

    def methods(self, measures: Sequence[str] | None = None, *, everything: bool = False) -> Any:
        """The paragraph on methods that a paper needs, exactly as done, with references and items of checklists.

        `measures` are those that the paper reports, by default those that lead, with `everything` all.

        >>> import probative as pv
        >>> made = pv.evaluate(truth=[1, 0] * 20, predicted=[1, 0, 1, 1] * 10, positive=1).methods(["accuracy"])
        >>> [one.short for one in made.references if one.key.startswith("w")]
        ['Wilson 1927']
        """
        return renderer("methods")(self, measures, everything=everything)

    @property
    def title(self) -> str:
        """What the findings are called."""
        return self.about.title or "Model evaluation"

    @property
    def verdict(self) -> Verdict | None:
        """How the models were compared and what came of it, where they were."""
        return self.about.verdict

    @property
    def rivals(self) -> list[str]:
        """The models that are judged: all but the baseline that a run puts beside them."""
        return [name for name in self.models if name != self.about.baseline] or list(self.models)

    @classmethod
    def from_dict(cls, plain: Document) -> Findings:
        """The findings that `to_dict` described, also those of an older release."""
        require_findings(plain)
        try:
            made = read_record(cls, plain)
            for part in made.diagnostics:
                if part.get("kind") in CHECKED:
                    CHECKED[part["kind"]].from_dict(part)
            made._require_known()
        except (KeyError, TypeError, ValueError, ArithmeticError, AttributeError, RecursionError) as error:
            raise damaged(error) from error
        return made

    def _require_known(self) -> None:
        """Refuse findings that speak of models they do not hold, or of a confidence that there is not."""
        if not 0 < self.level < 1:
            raise ValueError(f"a level of {self.level}")
        named = {name for contest in self.comparisons for name in (contest.a, contest.b)}
        named |= {name for gap in self.paired_gaps for name in (gap.a, gap.b)}
        named |= {part.model for part in self.slices} | {part.model for part in self.heterogeneity}
        named |= {self.leader.model} if self.leader is not None else set()
        if strangers := named - set(self.models):
            raise KeyError(f"models that are not there: {', '.join(sorted(map(str, strangers))[:3])}")

    @classmethod
    def upgraded(cls, plain: Document) -> Document:
        """The plain values with what the first files of format 1 leave to be worked out."""
        return upgraded(plain)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Findings:
        """Findings saved as JSON, by this or an older release; of the folder of a run, its findings.json."""
        return cls.from_dict(read_json(Path(path, FILE) if os.path.isdir(path) else path))

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write a report (.html) or the findings themselves (.json), as the ending says."""
        target = Path(path)
        ending = target.suffix.lower()
        if ending != ".json" and ending not in RENDERERS:
            raise BadFormat(
                f"findings cannot be saved as {target.suffix or 'a file without ending'}.", remedy=".html or .json"
            )
        text = self.to_json(indent=1) + "\n" if ending == ".json" else renderer(ending)(self)
        return put(target, text)

    def log_to_mlflow(self, prefix: str = "") -> dict[str, float]:
        """Log to MLflow's active run, or a new one: values and limits, the answers as tags, page and findings.

        Metrics are called model.measure, model.measure_low and model.measure_high, after the prefix; what is undefined
        or infinite becomes a tag. What was logged as metrics is returned.
        """
        logged: dict[str, float] = renderer("mlflow")(self, prefix)
        return logged

    @property
    def summarised(self) -> tuple[str, ...]:
        """The measures that lead where there is no room for all: the usual ones, the deciding one, those asked for."""
        deciding = () if self.verdict is None else (self.verdict.measure,)
        return tuple(dict.fromkeys((*placed("summary"), *deciding, *self.about.called)))

    def __str__(self) -> str:
        """The answers, then the measures that lead; `table()` has all of them."""
        if self.task == "audit":
            lines = [f"{note.severity}: {note.text}" for note in self.notes]
            return "\n".join([self.headline(), str(self.table("columns")), *lines])
        table = self.table()
        first = tuple(row for row in table.rows if row[0] in self.summarised)
        shown = aligned(replace(table, rows=first or table.rows))
        return "\n".join([*map(str, self.answers), str(shown)])

    def _repr_html_(self) -> str:
        html: str = renderer("notebook")(self)
        return html
