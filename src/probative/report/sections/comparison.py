"""The comparison: every pair of models with its test, in numbers and pictures, and why that test."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from probative.findings import Findings
from probative.findings.tables.pairs import Pair, pairs_of
from probative.findings.text import p_value, percent, significant
from probative.inference.estimate import number_from_json
from probative.pictures.svg_pen import key
from probative.report.sections.critical_difference import ranks_diagram
from probative.report.sections.fold_charts import fold_charts
from probative.report.sections.forest import forest
from probative.report.sections.pairs import pairs_html
from probative.report.tables import details
from probative.report.words import sentence, short, text


def comparison_section(findings: Findings) -> str:
    """The body of the section: the findings' own comparison, then those that were added to them."""
    own = _own(findings)
    added = [
        _added(plain, findings, i)
        for i, plain in enumerate(part for part in findings.diagnostics if part.get("kind") == "comparison")
    ]
    return own + "".join(added)


def _own(findings: Findings) -> str:
    if len(findings.models) < 2 and not findings.comparisons:
        return ""
    if not findings.comparisons:
        return _not_compared(findings)
    verdict = dict(findings.about.get("verdict") or {})
    pairs = pairs_of(findings.comparisons, findings.level)
    series = _series(findings, findings.comparisons)
    charts = forest(pairs, series) + fold_charts(findings, pairs[0])
    return _body(verdict, pairs, series, charts)


def _added(plain: dict[str, Any], findings: Findings, number: int) -> str:
    """A comparison that was made by another call, such as one over data sets."""
    pairs = pairs_of(plain.get("comparisons") or [], float(plain.get("level") or findings.level))
    if not pairs:
        return ""
    series = _series(findings, plain["comparisons"])
    count = len({name for pair in pairs for name in (pair.a, pair.b)})
    title = (
        f'<h3 id="comparison-{number + 1}">{count} models compared by {sentence(plain.get("measure") or "score")}</h3>'
    )
    return title + _body(plain, pairs, series, forest(pairs, series))


def _body(verdict: dict[str, Any], pairs: Sequence[Pair], series: dict[str, int], charts: str) -> str:
    """All that is shown of one comparison."""
    adjustment, names = str(verdict.get("adjustment") or ""), [name for name in series if _takes_part(name, pairs)]
    sentences = "".join(f"<li>{line}</li>" for pair in pairs for line in _sentences(pair))
    return (
        _summary(verdict, pairs, adjustment)
        + _omnibus(verdict)
        + pairs_html(pairs, adjustment)
        + details("What may be said, in sentences", f"<ul>{sentences}</ul>" if len(pairs) > 1 and sentences else "")
        + ranks_diagram(verdict, len(names))
        + (f'{_key(names, series)}<div class="cards">{charts}</div>' if charts else "")
        + _why(verdict, len(pairs))
    )


def _series(findings: Findings, contests: Sequence[dict[str, Any]]) -> dict[str, int]:
    """The number of every model, as on the whole page; strangers to these findings come after, in their own order."""
    known = dict.fromkeys([*findings.models, *(str(c.get(side, "?")) for c in contests for side in ("a", "b"))])
    return {name: i for i, name in enumerate(known)}


def _key(names: Sequence[str], series: dict[str, int]) -> str:
    """The looks of the models that take part; others of the page have numbers in between."""
    items = [f"<li>{key(series[name])}{short(name)}</li>" for name in names]
    return f'<ul class="legend">{"".join(items)}</ul>'


def _takes_part(name: str, pairs: Sequence[Pair]) -> bool:
    return any(name in (pair.a, pair.b) for pair in pairs)


def _not_compared(findings: Findings) -> str:
    """Why several models stand side by side without a test."""
    notes = [note.message for note in findings.notes if note.code == "not-compared"]
    why = notes[0] if notes else "the models were not compared: these findings hold no test."
    return f"<p>{sentence(why[:1].upper() + why[1:])} Their numbers must not be read as a ranking.</p>"


def _summary(verdict: dict[str, Any], pairs: Sequence[Pair], adjustment: str) -> str:
    """What may be said, first: the sentence of a single pair, or how many pairs are told apart."""
    forced = verdict.get("forced")
    warning = (
        f"<p><strong>This test was forced although {sentence(forced)}: its p-values must not be relied on.</strong></p>"
        if forced
        else ""
    )
    if len(pairs) == 1:
        return warning + "".join(f"<p>{line}</p>" for line in _sentences(pairs[0]))
    decided = sum(pair.winner is not None for pair in pairs)
    level = percent(pairs[0].difference.level)
    how = f" after adjustment ({sentence(adjustment)})" if adjustment else ""
    return f"{warning}<p>{decided} of {len(pairs)} pairs are told apart at {level}{how}; the others are not.</p>"


def _sentences(pair: Pair) -> list[str]:
    posterior = (pair.plain.get("posterior") or {}).get("text")
    said = pair.plain.get("sentence") or ""
    # A sentence may begin with a model's name, which keeps its small letter.
    words = str(said).replace("cannot tell", "Cannot tell", 1)
    return [sentence(part) + "." for part in (words, str(posterior or "")) if part]


def _omnibus(verdict: dict[str, Any]) -> str:
    """The test of all models together."""
    found = verdict.get("omnibus")
    if not found:
        return ""
    p, level = number_from_json(found.get("p")), float(verdict.get("level") or 0.95)
    df = found.get("df")
    free = [significant(number_from_json(d), 4) for d in (df if isinstance(df, list) else [df]) if d is not None]
    symbol = sentence(found.get("symbol") or "statistic") + (f"({', '.join(free)})" if free else "")
    statistic = number_from_json(found.get("statistic"))
    size = number_from_json(found.get("effect"))
    parts = [f"{symbol} = {significant(statistic)}", f"p {_equals(p_value(p))}"]
    if isfinite(size):
        parts.append(f"{sentence(found.get('effect_name') or 'effect')} {significant(size)}")
    parts += [f"n = {found['n']:,.10g}"] if found.get("n") is not None else []
    answer = "some of them differ" if p <= 1 - level + 1e-12 else "it cannot be told that any of them differ"
    notes = "".join(f" Note: {sentence(note)}." for note in found.get("notes") or [])
    test = sentence(found.get("method") or "test")
    return f"<p>All models together: {answer} at {percent(level)} ({test}, {', '.join(parts)}).{notes}</p>"


def _equals(p: str) -> str:
    return text(p) if p.startswith(("<", "u")) else f"= {text(p)}"


def _why(verdict: dict[str, Any], pairs: int) -> str:
    """The reasons for the test, what it assumes and what to know of its numbers."""
    items = [sentence(reason) for reason in verdict.get("reasons") or []]
    items += [f"Assumed: {sentence(assumption)}" for assumption in verdict.get("assumptions") or []]
    items += [f"Note: {sentence(note)}" for note in verdict.get("notes") or []]
    chance = number_from_json(verdict.get("false_alarm_unadjusted"))
    if isfinite(chance) and pairs > 1:
        items.append(
            f"Without adjustment the chance of at least one false alarm in {pairs} comparisons "
            f"would be {significant(chance * 100)} %, if they were independent"
        )
    listed = "".join(f"<li>{item}.</li>" for item in items)
    return f'<h3>Why this test</h3><ul class="why">{listed}</ul>' if items else ""
