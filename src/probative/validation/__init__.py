"""Validation: simulations that show how far intervals and tests hold, where the truth is known."""

from probative.validation.result import Validation
from probative.validation.validating import validate

__all__ = ["Validation", "validate"]
