"""The options that declare costs: the same for every command that decides by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from probative.decisions import Costs

CostFp = Annotated[float | None, typer.Option("--cost-fp", help="Cost of a false positive.")]
CostFn = Annotated[float | None, typer.Option("--cost-fn", help="Cost of a false negative.")]
Prior = Annotated[float | None, typer.Option("--prior", help="Share of positives where the model will work.")]


def costs_of(fp: float | None, fn: float | None, prior: float | None) -> Costs | None:
    """The costs that were declared; those left out are 1."""
    from probative.decisions import Costs

    if fp is None and fn is None and prior is None:
        return None
    return Costs(1.0 if fp is None else fp, 1.0 if fn is None else fn, prior)
