"""An answer: a question that readers bring, what may be said to it, and on what ground."""

from __future__ import annotations

from dataclasses import dataclass

from probative.records import Record


@dataclass(frozen=True, slots=True)
class Answer(Record):
    """A question, the answer in a sentence or two, and the evidence for it in one line.

    >>> print(Answer("Which model?", "forest is better than tree: AUC 0.91.", "DeLong, p < 0.0001."))
    Which model?  forest is better than tree: AUC 0.91.
                  DeLong, p < 0.0001.
    """

    question: str
    headline: str
    evidence: str = ""
    stress: str = ""
    """The first words of the headline, which are the verdict itself."""

    def __str__(self) -> str:
        indent = "\n" + " " * (len(self.question) + 2)
        return f"{self.question}  {self.headline}" + (indent + self.evidence if self.evidence else "")
