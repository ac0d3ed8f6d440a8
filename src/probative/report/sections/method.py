"""Method: how every number was computed, and how to do it again."""

from __future__ import annotations

from typing import Any

from probative.decisions import Costs
from probative.evidence import ClassScores, ConfusionMatrix
from probative.findings import Findings
from probative.measurement.registry import measures
from probative.report.tables import table
from probative.report.words import name, text


def method_section(findings: Findings) -> str:
    """Facts of the run, then definition, formula and interval method of each measure."""
    return _facts(findings) + _command(findings) + _definitions(findings)


def _facts(findings: Findings) -> str:
    about = findings.about
    facts: dict[str, Any] = {
        "probative": about.version,
        "Level of the intervals": f"{findings.level * 100:g} %",
        "Seed": findings.seed,
        "Positive class": findings.positive,
        "Plan": about.description or about.plan,
        "Costs": _costs(about.costs),
        "Weights": about.weight,
        "Clusters": about.groups,
        "Rows with missing values": f"{about.dropped} left out" if about.dropped else None,
        "Guessed": "; ".join(about.guesses),
        "Data": about.data,
        **{f"Fingerprint, {model}": seen for model, seen in about.fingerprints.items()},
        "Software": ", ".join(f"{package} {version}" for package, version in about.software.items()),
    }
    rows = "".join(
        f"<div><dt>{name(key)}</dt><dd>{name(value)}</dd></div>"
        for key, value in facts.items()
        if value is not None and value != ""
    )
    return f'<dl class="facts">{rows}</dl>'


def _costs(costs: Costs | None) -> str | None:
    if costs is None:
        return None
    where = "the sample's prevalence" if costs.prior is None else f"prevalence {costs.prior:g}"
    return f"false alarm {costs.fp:g}, miss {costs.fn:g}, at {where}"


def _command(findings: Findings) -> str:
    command = findings.about.command
    return f"<p>To do it again:</p><pre><code>{text(command)}</code></pre>" if command else ""


def _definitions(findings: Findings) -> str:
    names = dict.fromkeys(measure for model in findings.models.values() for measure in model.measures)
    several = any(model.classes for model in findings.models.values())
    known = {m.name: m for m in measures() if (m.needs in (ConfusionMatrix, ClassScores)) == several}
    rows = []
    for measure in (known[n] for n in names if n in known):
        found = [m.measures[measure.name] for m in findings.models.values() if measure.name in m.measures]
        used = dict.fromkeys(estimate.method or "none" for estimate in found)
        rows.append(
            [
                text(measure.name),
                text(measure.doc.splitlines()[0]),
                f"<code>{text(measure.formula)}</code>",
                text(", ".join(used)),
                text(measure.caution),
            ]
        )
    head = ["Measure", "Definition", "Formula", "Interval", "Caution"]
    return table(head, rows, "What was computed how", kind="prose") if rows else ""
