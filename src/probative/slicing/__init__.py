"""Slicing: where a model is worse than elsewhere, found in a lattice of slices and proven."""

from probative.slicing.weak import weak_slices

__all__ = ["weak_slices"]
