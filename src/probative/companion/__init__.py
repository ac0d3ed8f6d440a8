"""A companion to the lecture decks: slide, call, number or picture, erratum; every number computed when asked for."""

from probative.companion.answers import Answer
from probative.companion.asked import Companion, decks
from probative.companion.slides import Erratum, Slide, slides

__all__ = ["Answer", "Companion", "Erratum", "Slide", "decks", "slides"]
