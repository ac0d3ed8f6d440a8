"""Method: how every number was computed, and how to do it again."""

from __future__ import annotations

from typing import Any

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
        "probative": about.get("version", "?"),
        "Level of the intervals": f"{findings.level * 100:g} %",
        "Seed": findings.seed,
        "Positive class": findings.positive,
        "Plan": about.get("description") or about.get("plan"),
        "Costs": _costs(about.get("costs")),
        "Weights": about.get("weight"),
        "Clusters": about.get("groups"),
        "Rows with missing values": f"{about['dropped']} left out" if about.get("dropped") else None,
        "Guessed": "; ".join(map(str, about.get("guesses", []))),
        "Data": about.get("data"),
        **{f"Fingerprint, {model}": seen for model, seen in about.get("fingerprints", {}).items()},
        "Software": _software(about.get("software")),
    }
    rows = "".join(
        f"<div><dt>{name(key)}</dt><dd>{name(value)}</dd></div>"
        for key, value in facts.items()
        if value is not None and value != ""
    )
    return f'<dl class="facts">{rows}</dl>'


def _costs(costs: dict[str, Any] | None) -> str | None:
    if not costs:
        return None
    prior = costs.get("prior")
    where = "the sample's prevalence" if prior is None else f"prevalence {prior:g}"
    return f"false alarm {costs.get('fp', 1):g}, miss {costs.get('fn', 1):g}, at {where}"


def _software(software: Any) -> str | None:
    if not isinstance(software, dict):
        return None if software is None else str(software)
    return ", ".join(f"{package} {version}" for package, version in software.items())


def _command(findings: Findings) -> str:
    command = findings.about.get("command")
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
