"""Intervals of clustered rows: those of as many independent rows as would vary as much.

The sandwich variance says by how much whole clusters vary the value; the rows are thinned out until independent ones
would vary it as much, and what is left goes through the method that is best for the measure (Korn and Graubard 1998 do
so for shares). So limits stay in range, and exist where no error was seen. Sums of numbers cannot be thinned out: their
methods take the standard error, the skewness and the degrees of freedom of the clusters in the place of those of rows.
"""

from __future__ import annotations

from dataclasses import replace
from math import isinf

from probative.inference.clusters import Clusters
from probative.inference.delta import variance
from probative.inference.methods import default_method, interval, limits_of, method_named
from probative.inference.number_clusters import NumberClusters
from probative.inference.proportion import normal_quantile, t_quantile
from probative.inference.task import Limits, Task


@interval("by-cluster", fits=lambda measure, clustered: clustered, infinite=True)
def by_cluster(task: Task) -> Limits:
    """The measure's own method on effective rows."""
    assert task.clusters is not None
    if isinstance(task.clusters, NumberClusters):
        own = default_method(task.measure)
        known = method_named(own).limits(replace(task, method=own))
        return replace(known, method=f"{known.method or own}, by cluster")
    name = default_method(task.measure)
    if isinf(task.value) and not method_named(name).infinite:
        # Nothing varies an infinite value by some amount, so that nothing says how far to thin the rows out.
        return limits_of(name, task)
    counts, _ = task.clusters.total.cells()
    thinned = task.clusters.total.with_cells(counts * effective_share(task, task.clusters))
    losses = None if task.measure.losses is None else task.measure.losses(thinned, **task.parameters)
    alone = replace(task, evidence=thinned, clusters=None, method=name, losses=losses)
    found = method_named(name).limits(alone)
    return replace(found, method=f"{found.method or name}, by cluster")


def effective_share(task: Task, clusters: Clusters) -> float:
    """By how much to thin out the rows so that independent ones would vary the value as the clusters do."""
    counts, _ = clusters.total.cells()
    plain = variance(task.measure, clusters.total.with_cells(counts), task.parameters)
    weighted = variance(task.measure, clusters.total, task.parameters)
    by_cluster = clusters.variance(task.measure, task.parameters)
    few = (normal_quantile(task.level) / t_quantile(task.level, clusters.freedom(task.measure, task.parameters))) ** 2
    if not (plain > 0 and by_cluster > 0):
        # Nothing varies here, so nothing tells how alike the rows of a cluster are: each cluster counts as one row.
        return few * clusters.effective_size / float(counts.sum())
    # Clusters cannot know more than their rows do; with few of them it may look so by chance.
    return few * plain / max(by_cluster, weighted if weighted > 0 else 0.0)
