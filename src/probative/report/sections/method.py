"""Method: how every number was computed, and how to do it again."""

from __future__ import annotations

from typing import Any

from probative.findings import Findings
from probative.findings.tables.context import method_table
from probative.report.tables import html_table
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
    found = method_table(findings)
    return "" if found is None else html_table(found, kind="prose")
