"""The critical-difference diagram of a comparison by ranks, or the reason why there is none."""

from __future__ import annotations

from probative.comparison import CriticalDifference
from probative.errors import BadInput
from probative.findings import Verdict
from probative.findings.text import percent
from probative.report.words import sentence, short


def ranks_diagram(verdict: Verdict, models: int) -> str:
    """The diagram of a verdict's average ranks; words instead where at least three models have none."""
    if models < 3:
        return ""
    if not verdict.ranks:
        return (
            "<p>There is no critical-difference diagram: it needs average ranks over independent results, "
            "and these models were compared by their values.</p>"
        )
    pairs = verdict.post_hoc
    if pairs is None or pairs.critical_difference is None:
        why = "; ".join(() if pairs is None else pairs.notes) or "no test of pairs by ranks was run"
        return f"<p>There is no critical-difference diagram: {sentence(why)}.</p>"
    try:
        diagram = CriticalDifference(dict(verdict.ranks), pairs.critical_difference, pairs.level)
    except BadInput:
        return "<p>There is no critical-difference diagram: some average ranks are undefined.</p>"
    return _card(diagram, pairs.method or "post-hoc test")


def _card(diagram: CriticalDifference, method: str) -> str:
    groups = ["{" + ", ".join(short(name) for name in group) + "}" for group in diagram.groups()]
    alike = f"Not told apart: {'; '.join(groups)}." if groups else "All are told apart."
    caption = f"Average ranks with the critical difference ({sentence(method)}, level {percent(diagram.level)})"
    # Names need their room: a narrow page scrolls the picture instead of making it small.
    picture = f'<div class="wide" tabindex="0" role="group" aria-label="Diagram">{diagram.svg()}</div>'
    below = f"The best is on the left; a bar joins models that lie within the critical difference. {alike}"
    return f'<figure class="card cd"><figcaption>{caption}</figcaption>{picture}<p>{below}</p></figure>'
