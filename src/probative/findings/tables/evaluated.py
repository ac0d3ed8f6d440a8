"""What tables read of findings: so that findings can lay themselves out without being known below."""

from __future__ import annotations

from typing import Protocol

from probative.findings.contest import Contest
from probative.findings.context import Context
from probative.findings.heterogeneity import Heterogeneity
from probative.findings.model import ModelFindings, Slice
from probative.guards import Note
from probative.records import Document


class Evaluated(Protocol):
    """Findings, as far as tables are concerned."""

    @property
    def level(self) -> float:
        """The level of the intervals."""
        ...

    @property
    def models(self) -> dict[str, ModelFindings]:
        """What was found about every model."""
        ...

    @property
    def slices(self) -> tuple[Slice, ...]:
        """What was found about parts of the rows."""
        ...

    @property
    def heterogeneity(self) -> tuple[Heterogeneity, ...]:
        """Whether the slices of a column differ."""
        ...

    @property
    def comparisons(self) -> tuple[Contest, ...]:
        """Pairs of models and their tests."""
        ...

    @property
    def notes(self) -> tuple[Note, ...]:
        """What a reader of the numbers must know."""
        ...

    @property
    def about(self) -> Context:
        """How it was done."""
        ...

    @property
    def diagnostics(self) -> tuple[Document, ...]:
        """What other calls found."""
        ...

    def headline(self) -> str:
        """How many rows and models, and at which level."""
        ...
