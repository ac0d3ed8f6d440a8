"""Findings: one frozen result with versioned JSON; every renderer reads only this."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from probative._version import __version__
from probative.errors import BadFormat, UnreadableFile
from probative.findings.diagnostics import diagnostic
from probative.findings.model import ModelFindings, Slice, rich_measures
from probative.findings.table import Table
from probative.findings.tables import table_of
from probative.guards import Note
from probative.inference.estimate import json_count

FORMAT = 1
"""The version of findings.json; files of every released version stay readable."""


@dataclass(frozen=True, slots=True)
class Findings:
    """Everything that an evaluation found: models with measures and intervals, slices, notes, and how it was done."""

    task: str
    n: float
    level: float
    models: dict[str, ModelFindings]
    positive: Any = None
    seed: int = 0
    slices: tuple[Slice, ...] = ()
    comparisons: tuple[dict[str, Any], ...] = ()
    notes: tuple[Note, ...] = ()
    about: dict[str, Any] = field(default_factory=dict)
    """Title, columns, weights, version, fingerprint of the rows: what a reader needs to do it again."""
    diagnostics: tuple[dict[str, Any], ...] = ()
    """Permutation tests, bias and variance, sweeps: what other calls found, to be shown with the rest."""

    @classmethod
    def of(cls, *results: Any, title: str = "Theory and diagnosis", level: float = 0.95) -> Findings:
        """Findings that hold only the results of other calls: bias and variance, sweeps, permutation tests.

        >>> import probative as pv
        >>> from sklearn.linear_model import LinearRegression
        >>> found = pv.bias_variance(LinearRegression(), task=pv.NoisyFunction(lambda x: 2 * x, 0.5), n=6)
        >>> pv.Findings.of(found).task
        'theory'
        """
        empty = cls("theory", 0, level, {}, about={"title": title, "version": __version__})
        return empty.adding(*results)

    def adding(self, *results: Any) -> Findings:
        """These findings with the results of further calls, shown among the diagnostics."""
        return replace(self, diagnostics=(*self.diagnostics, *(diagnostic(result) for result in results)))

    def table(self, name: str = "measures") -> Table:
        """A table by name, if these findings have something to put into it.

        There are measures, classes, confusion, confused (classes taken for each other), thresholds, slices,
        comparisons, resampling, notes and method.

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
        from probative.report import draw_findings

        return draw_findings(self, kind, ax, style, measure=measure, models=models, hull=hull)

    def headline(self) -> str:
        """How many rows and models, which class is positive, what level the intervals have."""
        if self.task == "theory":
            return f"theory and diagnosis · {len(self.diagnostics)} result{'s' * (len(self.diagnostics) != 1)}"
        parts = [f"{self.n:,} rows", f"{len(self.models)} model{'s' * (len(self.models) != 1)}", self.task]
        if self.positive is not None:
            parts.append(f"positive: {self.positive}")
        parts.append(f"intervals at {self.level * 100:g} %")
        return " · ".join(parts)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: missing numbers are None, infinite ones the string "inf"."""
        return {
            "probative": FORMAT,
            "kind": "evaluation",
            "task": self.task,
            "n": self.n,
            "level": self.level,
            "positive": self.positive,
            "seed": self.seed,
            "models": {name: model.to_dict() for name, model in self.models.items()},
            "slices": [part.to_dict() for part in self.slices],
            "comparisons": list(self.comparisons),
            "notes": [note.to_dict() for note in self.notes],
            "about": self.about,
            "diagnostics": list(self.diagnostics),
        }

    def to_json(self, indent: int | None = None) -> str:
        """The findings as JSON text, format version 1."""
        return json.dumps(self.to_dict(), indent=indent, allow_nan=False, ensure_ascii=False)

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Findings:
        """The findings that `to_dict` described."""
        version = plain.get("probative") if isinstance(plain, dict) else None
        known = isinstance(version, int) and not isinstance(version, bool) and version >= 1
        if not known or plain.get("kind", "evaluation") != "evaluation" or "models" not in plain:
            raise BadFormat("these are not findings.", remedy="save them with findings.save('findings.json')")
        try:
            return cls._read(plain)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            if isinstance(error, BadFormat):
                raise
            raise BadFormat(
                "these findings are damaged.",
                found=f"{type(error).__name__}: {error}",
                remedy="save them again, or restore the file",
            ) from error

    @classmethod
    def _read(cls, plain: dict[str, Any]) -> Findings:
        version = plain["probative"]
        if version > FORMAT:
            raise BadFormat(
                "these findings are of a newer format.", found=f"version {version}", remedy="upgrade probative"
            )
        level, n = float(plain["level"]), json_count(float(plain["n"]))
        slices = tuple(
            Slice(s["by"], s["value"], s["model"], s["n"], rich_measures(s["measures"], level))
            for s in plain.get("slices", [])
        )
        return cls(
            str(plain.get("task", "classification")),
            n,
            level,
            {name: ModelFindings.from_dict(model, level) for name, model in plain["models"].items()},
            plain.get("positive"),
            int(plain.get("seed", 0)),
            slices,
            tuple(plain.get("comparisons", [])),
            tuple(Note.from_dict(note) for note in plain.get("notes", [])),
            plain.get("about", {}),
            tuple(plain.get("diagnostics", [])),
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Findings:
        """Findings saved as JSON, by this or an older release."""
        try:
            text = Path(path).read_text(encoding="utf-8")
        except OSError as error:
            raise UnreadableFile(
                f"{os.fspath(path)!r} cannot be opened.", found=error.strerror, remedy="check the path"
            ) from error
        except UnicodeDecodeError as error:
            raise BadFormat(f"{os.fspath(path)!r} is not text.", remedy="name a findings.json") from error
        except ValueError as error:
            raise UnreadableFile(
                f"{os.fspath(path)!r} cannot be opened.", found=error, remedy="check the path"
            ) from error
        try:
            plain = json.loads(text)
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadFormat(
                f"{os.fspath(path)!r} does not hold findings.", found=str(error), remedy="name a findings.json"
            ) from error
        return cls.from_dict(plain)

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write a report (.html) or the findings themselves (.json), as the ending says."""
        target = Path(path)
        if target.suffix.lower() in (".html", ".htm"):
            from probative.report import render_html

            text = render_html(self)
        elif target.suffix.lower() == ".json":
            text = self.to_json(indent=1) + "\n"
        else:
            raise BadFormat(
                f"findings cannot be saved as {target.suffix or 'a file without ending'}.", remedy=".html or .json"
            )
        try:
            target.write_text(text, encoding="utf-8")
        except OSError as error:
            raise UnreadableFile(f"{os.fspath(path)!r} cannot be written.", found=error.strerror) from error
        return target

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        from probative.report import notebook_html

        return notebook_html(self)
