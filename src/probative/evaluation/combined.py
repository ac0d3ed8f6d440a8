"""A combination of models beside its best member: tested against it, and the choice of that member said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from probative.findings import Contest, ModelFindings
from probative.guards import Note
from probative.guards.compared import BEST_MEMBER
from probative.measurement import find
from probative.predictions.provenance import Combination


def of_combinations(
    combined: Mapping[str, Combination],
    models: Mapping[str, ModelFindings],
    contests: tuple[Contest, ...],
    measure: str,
) -> Iterator[Note]:
    """For every combination the test against the member that came out best here."""
    sign = -1.0 if find(measure).better == "lower" else 1.0
    for name, made in combined.items():
        values = {m: models[m].led(measure).value for m in made.members if measure in models[m].measures}
        known = {member: value for member, value in values.items() if value == value}
        if name not in models or not known:
            continue
        best = max(known, key=lambda member: sign * known[member])
        contest = next((c for c in contests if {c.a, c.b} == {name, best}), None)
        found = "they were not compared" if contest is None else contest.sentence()
        yield BEST_MEMBER(
            f"the {made.how} of {len(made.members)} models. Its best member by {measure} is {best} "
            f"({known[best]:.4g}), chosen by these very numbers and so flattered; against it: {found}.",
            model=name,
            best=best,
        )
