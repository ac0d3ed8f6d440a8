"""Methods: a paragraph for a paper on what was done, its references, and the items of checklists that it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from probative.comparison.gate_result import Gate
from probative.findings import Findings
from probative.findings.latex import latex_text
from probative.findings.text import count
from probative.findings.verdict import Verdict
from probative.papers.checklists import ELSEWHERE, WORKS, Item, checked
from probative.papers.compared import compared, gated, leading, probed
from probative.papers.design import design
from probative.papers.measured import measured, told_measures
from probative.papers.reference import Reference, bibtex, cite, cited, latex_cited, told
from probative.records import Document, Record

SOFTWARE = {"numpy": "harris2020", "scipy": "virtanen2020", "scikit-learn": "pedregosa2011"}
"""By package: where it is described."""


@dataclass(frozen=True, slots=True)
class Methods(Record):
    """What was done, exactly as it was done; `marked` is the paragraph with keys of references in the way of Pandoc."""

    head: ClassVar[Document] = {"probative": 1, "kind": "methods"}
    also: ClassVar[dict[str, str]] = {"paragraph": "paragraph", "references": "references", "bibtex": "bibtex"}

    marked: str
    checklist: tuple[Item, ...] = ()

    @property
    def paragraph(self) -> str:
        """The paragraph with authors and years."""
        return told(self.marked)

    @property
    def references(self) -> tuple[Reference, ...]:
        """The works that the paragraph refers to, and the checklists, by key."""
        lists = cite(*dict.fromkeys(WORKS[item.checklist] for item in self.checklist))
        return tuple(sorted(cited(self.marked + lists), key=lambda one: one.key))

    @property
    def bibtex(self) -> str:
        """The references for a .bib file."""
        return bibtex(self.references)

    def to_markdown(self) -> str:
        """The paragraph with marks that Pandoc resolves, and the checklist as a list."""
        lines = [f"- {item}" for item in self.checklist]
        return "\n".join([self.marked, "", *lines]).rstrip() + "\n"

    def to_latex(self) -> str:
        r"""The paragraph with \\cite, ready to stand in a document."""
        return latex_cited(self.marked, latex_text) + "\n"

    def __str__(self) -> str:
        answered = [str(item) for item in self.checklist if item.answered]
        left = [item for item in self.checklist if not item.answered]
        lines = [self.paragraph, "", "References", *(f"  {one}" for one in self.references)]
        if answered:
            lines += ["", "Answered by these findings", *(f"  {line}" for line in answered)]
        if left:
            lines += ["", "Left to the authors", *(f"  {one.checklist} {one.number}, {one.about}" for one in left)]
            names = dict.fromkeys(item.checklist for item in self.checklist)
            lines += [f"  {name} {ELSEWHERE[name]}" for name in names]
        return "\n".join(lines)


def methods_of(
    result: Findings | Verdict | Gate, measures: Sequence[str] | None = None, *, everything: bool = False
) -> Methods:
    """The paragraph that states how a result was made: an evaluation, a comparison or a gate.

    >>> import probative as pv
    >>> found = pv.evaluate(truth=[1, 0] * 40, predicted=[1, 0, 1, 1] * 20, positive=1)
    >>> text = methods_of(found, ["accuracy"]).paragraph
    >>> "Wilson's score interval (Wilson 1927; Brown et al. 2001) for accuracy" in text
    True
    """
    if isinstance(result, Findings):
        names = told_measures(result, measures, everything=everything)
        tests = compared(result.verdict, len(result.rivals)) if result.verdict is not None else _untested(result)
        parts = [*design(result), *measured(result, names), *tests, *leading(result), *probed(result)]
        return Methods(" ".join([*parts, *_made(result)]), checked(result))
    parts = gated(result) if isinstance(result, Gate) else compared(result)
    why = [f"Reasons: {'; '.join(result.reasons)}."] if isinstance(result, Verdict) and result.reasons else []
    return Methods(" ".join([*parts, *why, _by(result.version, result.seed)]))


def _by(version: str | None, seed: int) -> str:
    """What computed it, where that was recorded, and the seed."""
    drawn = f"hatever is random was drawn with seed {seed}."
    return f"W{drawn}" if version is None else f"Computed with probative {version}; w{drawn}"


def _untested(found: Findings) -> list[str]:
    """That nothing was tested, where there was something to test."""
    return ["No test between models was run."] if len(found.rivals) > 1 else []


def _made(found: Findings) -> list[str]:
    """Versions, seed, fingerprints."""
    about = found.about
    software = about.software or {"probative": about.version}
    said = ", ".join(f"{name} {version}{cite(*_described(name))}" for name, version in software.items())
    prints = about.data or next(iter(about.fingerprints.values()), "")
    # That of rows begins with how many there are.
    rows, _, digest = prints.rpartition(", ")
    whose = "data" if about.data or not rows else count(float(rows.split()[0])) + " " + rows.split()[1]
    data = f" The fingerprint of the {whose} is {digest}." if prints else ""
    return [f"Computed with {said}; whatever is random was drawn with seed {found.seed}.{data}"]


def _described(package: str) -> tuple[str, ...]:
    return (SOFTWARE[package],) if package in SOFTWARE else ()
