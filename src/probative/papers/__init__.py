"""Papers: what findings say of themselves in a paper, with references and the items of checklists that they answer."""

from probative.papers.methods import Methods, methods_of

__all__ = ["Methods", "methods_of"]
