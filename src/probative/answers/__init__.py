"""Answers: what findings say to the questions that readers bring, from the estimates and tests that the tables show."""

from probative.answers.answering import answers_of
from probative.answers.which import which_of

__all__ = ["answers_of", "which_of"]
