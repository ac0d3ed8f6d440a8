"""The options that declare costs: the same for every command that decides by them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.errors import BadParameter

if TYPE_CHECKING:
    from probative.decisions import Costs
    from probative.decisions.named_costs import NamedCosts

CostFp = Annotated[float | None, typer.Option("--cost-fp", help="Cost of a false positive.")]
CostFn = Annotated[float | None, typer.Option("--cost-fn", help="Cost of a false negative.")]
Prior = Annotated[float | None, typer.Option("--prior", help="Share of positives where the model will work.")]

CostTable = Annotated[
    str | None,
    typer.Option(
        "--costs",
        metavar="FILE",
        help="More classes: CSV, predicted classes in the first line, then for each actual class its name and costs.",
    ),
]


def table_or(costs: Costs | None, table: str | None) -> Costs | NamedCosts | None:
    """The costs of two kinds of error, or the table of a file."""
    from probative.decisions.named_costs import read_costs

    if table is None:
        return costs
    if costs is not None:
        raise BadParameter("costs are those of a table or of two kinds of error.", remedy="leave out one of them")
    return read_costs(table)


def costs_of(fp: float | None, fn: float | None, prior: float | None) -> Costs | None:
    """The costs that were declared; those left out are 1."""
    from probative.decisions import Costs

    if fp is None and fn is None and prior is None:
        return None
    return Costs(1.0 if fp is None else fp, 1.0 if fn is None else fn, prior)


def costs_in(criterion: str | None) -> Costs | None:
    """The costs that a criterion such as 'cost(fp=1, fn=5)' declares; None where it declares none."""
    from probative.decisions import Costs

    told = _of_cost(criterion)
    return Costs(**told) if told else None


def judging(criterion: str | None) -> str | None:
    """The measure that models are judged by as they were chosen; declared costs judge without being named."""
    return criterion if _of_cost(criterion) is None else None


def _of_cost(criterion: str | None) -> dict[str, Any] | None:
    """What stands in the brackets of a criterion that is a cost; None where it is another measure."""
    from probative.decisions.costs import COST
    from probative.measurement import find
    from probative.records import bracketed

    if criterion is None:
        return None
    name, told = bracketed(criterion, "f_beta(beta=2)")
    return dict(told) if find(name).name == COST else None
