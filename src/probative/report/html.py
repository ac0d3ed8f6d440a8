"""Findings to one self-contained HTML page: no network, no scripts, everything escaped."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import resources
from typing import Any

from probative.evidence import ClassScores, ConfusionMatrix
from probative.findings import Findings, ModelFindings
from probative.findings.text import decision_lines, measure_cells
from probative.inference import Estimate
from probative.measures.registry import measures
from probative.report.charts import precision_recall_chart, roc_chart

_DIRECTION = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
_SEVERITIES = {"error": "Error", "warning": "Warning", "note": "Note"}


def render_html(findings: Findings) -> str:
    """The whole page."""
    style = resources.files("probative.report").joinpath("style.css").read_text(encoding="utf-8")
    title = _text(findings.about.get("title", "Model evaluation"))
    sections = [
        _header(findings, title),
        _notes(findings),
        _section("Comparison", _comparisons(findings), "comparison"),
        _section("Measures", measures_table_html(findings), "measures"),
        _section("Curves", _curves(findings), "curves"),
        _section("Decisions", _decisions(findings), "decisions"),
        _section("Confusion matrices", "".join(_confusion(n, m) for n, m in findings.models.items()), "confusion"),
        _section("Classes against the rest", _classes(findings), "classes"),
        _section("Resampling", _resampling(findings), "resampling"),
        _section("Slices", _slices(findings), "slices"),
        _section("Method", _method(findings), "method"),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(part for part in sections if part)
        + "\n</main>\n</body>\n</html>\n"
    )


def _text(value: Any) -> str:
    return escape(str(value), quote=True)


def _name(value: Any) -> str:
    """A user's own word: kept apart, so that its writing direction stays its own."""
    return f"<bdi>{_text(value)}</bdi>"


def _short(value: Any) -> str:
    """A user's own word in a narrow place: the style sheet cuts it off, hovering shows more."""
    text = str(value)
    if len(text) <= 40:
        return _name(text)
    return f'<bdi class="long" title="{_text(text[:500])}">{_text(text)}</bdi>'


def _sentence(value: Any) -> str:
    """A sentence that quotes users' words: marks in them that turn the direction of writing are left out."""
    return _text("".join(c for c in str(value) if c not in _DIRECTION))


def _section(title: str, body: str, anchor: str) -> str:
    return f'<section id="{anchor}"><h2>{title}</h2>{body}</section>' if body else ""


def _table(head: Iterable[str], rows: Iterable[Iterable[str]], caption: str = "") -> str:
    """A table of ready-made cells; the first of each row is its header."""
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = []
    for first, *rest in rows:
        lines.append(f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in rest)}</tr>')
    caption = f"<caption>{caption}</caption>" if caption else ""
    return (
        f'<div class="wide"><table>{caption}<thead><tr>{top}</tr></thead><tbody>{"".join(lines)}</tbody></table></div>'
    )


def _cell(estimate: Estimate | None) -> str:
    value, interval = measure_cells(estimate)
    why = f' title="{_text(estimate.why)}"' if estimate is not None and estimate.why else ""
    method = f' <small class="method">{_text(estimate.method)}</small>' if estimate and estimate.method else ""
    reason = f" <small>{_text(estimate.why)}</small>" if estimate is not None and not estimate.defined else ""
    return f"<span{why}>{_text(value)}</span> <small>{_text(interval)}</small>{method}{reason}"


def _header(findings: Findings, title: str) -> str:
    return f"<header><h1>{title}</h1><p>{_name(findings.headline())}</p></header>"


def _notes(findings: Findings) -> str:
    items = "".join(
        f'<li class="{note.severity}"><strong>{_SEVERITIES[note.severity]}:</strong> {_sentence(note.message)} '
        f"<em>{_sentence(note.remedy)}</em> <small>{_text(note.code)}, {_text(note.requirement)}</small></li>"
        for note in findings.notes
    )
    return f'<section id="notes"><h2>Notes</h2><ul class="notes">{items}</ul></section>' if items else ""


def measures_table_html(findings: Findings) -> str:
    """Measures by model with intervals, as a plain table (also what a notebook shows)."""
    names = dict.fromkeys(name for model in findings.models.values() for name in model.measures)
    baselines = {k: v for m in findings.models.values() for k, v in m.baseline.items() if k != "rule"}
    head = ["Measure", *(_short(name) for name in findings.models)]
    if baselines:
        head.append("Baseline")
    rows = []
    for name in names:
        cells = [_cell(model.measures.get(name)) for model in findings.models.values()]
        if baselines:
            cells.append(f"{baselines[name]:.4g}" if name in baselines else "")
        rows.append([_text(name), *cells])
    level = f"{findings.level * 100:g} % intervals in brackets, each with its method"
    rules = dict.fromkeys(m.baseline["rule"] for m in findings.models.values() if m.baseline)
    rule = f"; baseline: {_text('; '.join(rules))}" if rules else ""
    untested = "" if findings.comparisons else " Models are not ranked: no test was run."
    return _table(head, rows, f"{level}{rule}.{untested}")


def _comparisons(findings: Findings) -> str:
    """What may be said about every pair of models."""
    said = [_sentence(contest["sentence"]) for contest in findings.comparisons if contest.get("sentence")]
    return f"<ul>{''.join(f'<li>{sentence}</li>' for sentence in said)}</ul>" if said else ""


def _curves(findings: Findings) -> str:
    charts = [roc_chart(findings), precision_recall_chart(findings)]
    return "".join(f"<figure>{chart}</figure>" for chart in charts if chart)


def _decisions(findings: Findings) -> str:
    items = [
        f"<li><strong>{_short(name)}</strong>: {_text(line)}</li>"
        for name, model in findings.models.items()
        for line in decision_lines(model.decisions)
    ]
    return f"<ul>{''.join(items)}</ul>" if items else ""


def _confusion(name: str, model: ModelFindings) -> str:
    if model.confusion is None:
        return ""
    labels = [_short(label) for label in model.confusion["labels"]]
    if len(labels) > 30:
        return f"<p>{_short(name)}: {len(labels)} classes; the matrix is in the findings' JSON.</p>"
    rows = [
        [f"actual {label}", *(f"{count:,}" for count in counts)]
        for label, counts in zip(labels, model.confusion["counts"], strict=True)
    ]
    at = "" if model.threshold is None else f", score at least {_text(model.threshold)}"
    return _table(
        ["", *(f"predicted {label}" for label in labels)], rows, f"{_short(name)}{at}: rows actual, columns predicted"
    )


def _classes(findings: Findings) -> str:
    parts = []
    for name, model in findings.models.items():
        if not model.classes:
            continue
        shown = ["recall", "precision", "f1", "specificity", "auc"]
        shown = [m for m in shown if any(m in found for found in model.classes.values())]
        rows = [
            [_short(label), *(_cell(found.get(measure)) for measure in shown)] for label, found in model.classes.items()
        ]
        parts.append(_table(["Class", *shown], rows, _short(name)))
    return "".join(parts)


def _resampling(findings: Findings) -> str:
    """Means over folds beside pooled values, with what varies."""
    rows = []
    for name, model in findings.models.items():
        for measure, found in model.resampling.items():
            both = [_cell(Estimate.from_dict(found[key])) for key in ("fold_mean", "pooled")]
            spread = ["" if found[key] is None else f"{found[key]:.2g}" for key in ("within", "between")]
            rows.append([_name(name), _text(measure), *both, *spread, str(found["undefined"] or "")])
    if not rows:
        return ""
    head = ["Model", "Measure", "Mean of folds", "Pooled", "SD of folds", "SD of repeats", "Undefined folds"]
    plan = f"{findings.about.get('description', '')}. Intervals of fold means allow for overlapping training sets; "
    return _table(head, rows, _text(plan + "those of pooled values let the test rows vary, each counted once."))


def _slices(findings: Findings) -> str:
    if not findings.slices:
        return ""
    shown = list(dict.fromkeys(name for part in findings.slices for name in part.measures))
    rows = [
        [
            f"{_short(part.by)} = {_short(part.value)}",
            _short(part.model),
            f"{part.n:,}",
            *(_cell(part.measures.get(name)) for name in shown),
        ]
        for part in findings.slices
    ]
    return _table(["Slice", "Model", "Rows", *(_text(name) for name in shown)], rows)


def _method(findings: Findings) -> str:
    names = dict.fromkeys(name for model in findings.models.values() for name in model.measures)
    rows = []
    several = any(model.classes for model in findings.models.values())
    known = {
        measure.name: measure for measure in measures() if (measure.needs in (ConfusionMatrix, ClassScores)) == several
    }
    for name in names:
        measure = known.get(name)
        if measure is None:
            continue
        used = dict.fromkeys(m.measures[name].method or "none" for m in findings.models.values() if name in m.measures)
        rows.append(
            [
                _text(name),
                _text(measure.doc.splitlines()[0]),
                f"<code>{_text(measure.formula)}</code>",
                _text(", ".join(used)),
                _text(measure.caution),
            ]
        )
    about = findings.about
    facts = [
        f"probative {_text(about.get('version', '?'))}, seed {_text(findings.seed)}.",
        *(f"Guessed: {_name(guess)}." for guess in about.get("guesses", [])),
    ]
    table = _table(["Measure", "Definition", "Formula", "Interval", "Caution"], rows)
    return f"<p>{' '.join(facts)}</p>" + table.replace("<table>", '<table class="prose">', 1)
