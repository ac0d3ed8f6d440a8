"""Method: how every number was computed, and how to do it again."""

from __future__ import annotations

from probative.decisions import Costs
from probative.findings import Findings
from probative.findings.tables.context import method_table
from probative.records import Document
from probative.report.tables import html_table
from probative.report.words import name, text


def method_section(findings: Findings) -> str:
    """Facts of the run, then definition, formula and interval method of each measure."""
    return _facts(findings) + _command(findings) + _definitions(findings)


def _facts(findings: Findings) -> str:
    about = findings.about
    facts: Document = {
        "probative": about.version,
        "Level of the intervals": f"{findings.level * 100:g} %",
        "Seed": findings.seed,
        "Positive class": findings.positive,
        "Plan": about.description or about.plan,
        "Costs": _costs(about.costs) if about.class_costs is None else str(about.class_costs),
        "Weights": about.weight,
        "Counts of rows": about.columns.count if about.columns else None,
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
    found = method_table(findings)
    return "" if found is None else html_table(found, kind="prose")
