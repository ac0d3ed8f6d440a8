"""The comparison: every pair of models with its test, in numbers and pictures, and why that test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

from probative.answers.words import titled
from probative.findings import Contest, Findings, Verdict
from probative.findings.deviations import deviations_table
from probative.findings.pairs import ordered
from probative.findings.text import p_words, percent, significant
from probative.guards.accepting import forced_words
from probative.pictures.svg_pen import key
from probative.report.charts.kind import series_of
from probative.report.sections.critical_difference import ranks_diagram
from probative.report.sections.fold_charts import fold_charts
from probative.report.sections.forest import forest, null_distribution, posteriors
from probative.report.sections.pairs import pairs_html
from probative.report.tables import details, html_table
from probative.report.words import sentence, short, text


def comparison_section(findings: Findings) -> str:
    """The body of the section: the findings' own comparison, then those that were added to them."""
    added = [Verdict.from_dict(part) for part in findings.diagnostics if part.get("kind") == "comparison"]
    return _own(findings) + "".join(_added(verdict, findings, i) for i, verdict in enumerate(added))


def _own(findings: Findings) -> str:
    contests = findings.comparisons
    if len(findings.models) < 2 and not contests:
        return ""
    if not contests:
        return _not_compared(findings)
    # Files that hold nothing but the contests do not say why they were made that way.
    how = findings.verdict or Verdict(contests[0].measure, contests[0].better, adjustment="", level=findings.level)
    pairs, series = ordered(contests), _series(findings, contests)
    said = "" if findings.leader is None else f"<p>{_spoken(findings.leader.sentence(), how.measure)}.</p>"
    charts = _charts(how, pairs, series) + fold_charts(findings, pairs[0])
    return said + _body(how, pairs, series, charts)


def _spoken(said: str, measure: str) -> str:
    """A sentence of findings with the measure as people write it, which commands write as one word."""
    return sentence(re.sub(rf"( of | best ){re.escape(measure)}\b", lambda found: found[1] + titled(measure), said))


def _added(verdict: Verdict, findings: Findings, number: int) -> str:
    """A comparison that was made by another call, such as one over data sets."""
    pairs, series = ordered(verdict.contests), _series(findings, verdict.contests)
    if not pairs:
        return ""
    count = len({name for pair in pairs for name in (pair.a, pair.b)})
    title = f'<h3 id="comparison-{number + 1}">{count} models compared by {sentence(verdict.measure)}</h3>'
    return title + _body(verdict, pairs, series, _charts(verdict, pairs, series))


def _charts(verdict: Verdict, pairs: Sequence[Contest], series: dict[str, int]) -> str:
    """The differences, the probabilities of practical ones, and what chance alone gives."""
    return forest(pairs, series) + posteriors(pairs, series) + null_distribution(pairs, verdict.omnibus)


def _body(verdict: Verdict, pairs: Sequence[Contest], series: dict[str, int], charts: str) -> str:
    """All that is shown of one comparison."""
    names = [name for name in series if any(name in (pair.a, pair.b) for pair in pairs)]
    sentences = "".join(f"<li>{line}</li>" for pair in pairs for line in _sentences(pair))
    return (
        _summary(verdict, pairs)
        + _omnibus(verdict)
        + pairs_html(pairs, verdict.adjustment)
        + details("What may be said, in sentences", f"<ul>{sentences}</ul>" if len(pairs) > 1 and sentences else "")
        + ranks_diagram(verdict, len(names))
        + _worked(pairs)
        + (f'{_key(names, series)}<div class="cards">{charts}</div>' if charts else "")
        + _why(replace(verdict, contests=tuple(pairs)))
    )


def _worked(pairs: Sequence[Contest]) -> str:
    """The differences of a single pair one by one, with their deviations, on demand."""
    found = deviations_table(pairs[0]) if len(pairs) == 1 else None
    return "" if found is None else details("Differences, deviations and degrees of freedom", html_table(found))


def _series(findings: Findings, contests: Sequence[Contest]) -> dict[str, int]:
    """The look of every model, as on the whole page; strangers to these findings come after, in their own order."""
    return series_of(findings, *(name for c in contests for name in (c.a, c.b)))


def _key(names: Sequence[str], series: dict[str, int]) -> str:
    """The looks of the models that take part; others of the page have numbers in between."""
    items = [f"<li>{key(series[name])}{short(name)}</li>" for name in names]
    return f'<ul class="legend">{"".join(items)}</ul>'


def _not_compared(findings: Findings) -> str:
    """Why several models stand side by side without a test."""
    notes = [note.message for note in findings.notes if note.code == "not-compared"]
    why = notes[0] if notes else "the models were not compared: these findings hold no test."
    return f"<p>{sentence(why[:1].upper() + why[1:])} Their numbers must not be read as a ranking.</p>"


def _summary(verdict: Verdict, pairs: Sequence[Contest]) -> str:
    """What may be said, first: the sentence of a single pair, or how many pairs are told apart."""
    forced = sentence(verdict.forced or "")
    warning = (
        f"<p><strong>This test was forced although {forced}: its p-values must not be relied on.</strong></p>"
        if forced
        else ""
    )
    marked = sentence(forced_words(verdict.marked))
    warning += f"<p><strong>{marked[:1].upper()}{marked[1:]}.</strong></p>" if marked else ""
    if len(pairs) == 1:
        return warning + "".join(f"<p>{line}</p>" for line in _sentences(pairs[0]))
    decided = sum(pair.winner is not None for pair in pairs)
    level = percent(pairs[0].result.level)
    how = f" after adjustment ({sentence(verdict.adjustment)})" if verdict.adjustment else ""
    return f"{warning}<p>{decided} of {len(pairs)} pairs are told apart at {level}{how}; the others are not.</p>"


def _sentences(pair: Contest) -> list[str]:
    # A sentence may begin with a model's name, which keeps its small letter.
    said = [pair.sentence().replace("cannot tell", "Cannot tell", 1)]
    return [_spoken(part, pair.measure) + "." for part in (*said, *filter(None, [pair.posterior_sentence()]))]


def _omnibus(verdict: Verdict) -> str:
    """The test of all models together."""
    found = verdict.omnibus
    if found is None:
        return ""
    df = found.df if isinstance(found.df, tuple) else () if found.df is None else (found.df,)
    symbol = sentence(found.symbol) + (f"({', '.join(significant(d, 4) for d in df)})" if df else "")
    parts = [f"{symbol} = {significant(found.statistic)}", text(p_words(found.p))]
    if isfinite(found.effect):
        parts.append(f"{sentence(found.effect_name)} {significant(found.effect)}")
    parts += [f"n = {found.n:,.10g}"] if found.n is not None else []
    differ = found.rejects(1 - verdict.level)
    answer = "some of them differ" if differ else "it cannot be told that any of them differ"
    notes = "".join(f" Note: {sentence(note)}." for note in found.notes)
    test = sentence(found.method or "test")
    return f"<p>All models together: {answer} at {percent(verdict.level)} ({test}, {', '.join(parts)}).{notes}</p>"


def _why(verdict: Verdict) -> str:
    """The reasons for the test, what it assumes and what to know of its numbers."""
    items = [sentence(told) for told in verdict.meaning()]
    items += [sentence(reason) for reason in verdict.reasons]
    items += [f"Assumed: {sentence(assumption)}" for assumption in verdict.assumptions]
    items += [f"Note: {sentence(note)}" for note in verdict.notes]
    items += [f"{note.severity.capitalize()}: {sentence(f'{note.text} {note.remedy}')}" for note in verdict.warnings]
    listed = "".join(f"<li>{item}.</li>" for item in items)
    return f'<h3>Why this test</h3><ul class="why">{listed}</ul>' if items else ""
