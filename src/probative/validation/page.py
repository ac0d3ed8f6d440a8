"""A page in Markdown: what falls short by name, then every interval and every test in every setting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import sqrt

from probative._version import __version__
from probative.findings import Table
from probative.findings.markdown import markdown_text
from probative.inference.unseen import FEW_ROWS
from probative.measurement import measures
from probative.validation.lines import ALARMED, COVERED, Coverage, Line
from probative.validation.result import Validation, alarm_table, interval_table
from probative.validation.second_look import AGAIN

READING = f"""\
# Do the numbers hold?

Goal: a 95 % interval holds the truth in at least {COVERED:g} of all samples, or there is no interval and a reason; a
test at 0.05 rejects what is true in at most {ALARMED:g}. This page checks that in every setting of a grid, and lists by
name what falls short. It is written by `make trust` (`probative validate --markdown`); nothing in it is edited by hand.

## How to read it

- Every line is a simulation: samples are drawn from a world whose truth is known in closed form, as a finite sum or by
  quadrature, and the default interval or test is asked about each of them. The worlds stand in
  `src/probative/validation/worlds/`, one file each.
- **coverage** is the share of the intervals that hold the truth. **miss left**: the truth lies to the left of the
  interval; **miss right**: to the right of it. All three are shares of the intervals that exist.
- **none** is the share of samples without an interval, with its commonest reason: no positives were drawn, say.
- **holds**: the coverage is at least {COVERED:g}, or below it by no more than two standard errors of the simulation,
  or fewer than one sample in twenty has an interval at all;
  for tests, false alarms are at most {ALARMED:g}, or above it by no more than two standard errors.
- **doubted** is the share of the intervals beside which the output says that they may not hold; **held or doubted**
  the share of those that hold the truth or say so. Of tests, **not doubted** are the false alarms of which the output
  says nothing. A doubt that always spoke would say nothing: the same column shows how often it does where intervals
  hold.
- What fell short in the first samples was drawn anew, {AGAIN} times as often (see its replicates), and that stands
  here: of so many lines some fall short by chance.
- **power** is the share of rejections where the alternative is true, which is named beside it.
- Scores are binormal and calibrated: those of positives are moved up on a normal scale. Outcomes are cut where both
  error rates are equal.
- Log-normal weights have nothing to do with the rows. Inverse-probability weights undo a sampling in which a row with
  signal x is drawn with a chance in proportion to exp(0.7 x). Rows of one class in one cluster are correlated by 0.3.
- Folds come from two simple learners that are really trained. What `compare` chooses by itself is called so, with the
  test that it took in the first sample. "gate passes at its margin": the candidate is worse by just the margin.
"""

SAID = f"""\
Who meets one of these is told so: `why` of the estimate (a tooltip in the report, a line in the terminal), and a note
of the findings.

- **Few events** ("so few events make the interval coarse"): 1 to 3 rows behind a share or in a cell of the matrix, or
  fewer than 5 rows of a class behind a curve. Where less than two events are expected a single one may exclude the
  truth, whatever the method. Fewer than 20 rows of a class, or 30 in all, have the note `few-rows`.
- **Weights** that go with what is measured: the same sentence, from 10 weighted events down.
- **Heavy tails** ("the losses have a heavy tail"): a single row decides a mean or a correlation. The note `heavy-tail`
  leads to the median, and no test of paired means calls a winner there.
- **Errors of few rows** ("too few to show what is rare and large", "the errors have long tails"): outliers that a
  sample missed cannot be seen in it, so that means of errors of fewer than {FEW_ROWS} rows say it, whatever the errors.
"""


def page(found: Validation) -> str:
    """The whole page.

    >>> from probative.validation.lines import Coverage
    >>> line = Coverage("auc", "n 50", 0.8, 0.79, 0.9, 0.02, 0.08, 0.2, 0.0, "", "delong", 1000)
    >>> print(next(text for text in page(Validation("quick", 1000, 0, (line,), ())).splitlines() if "0.900" in text))
    - **auc**: 0.900 (n 50)
    """
    parts = [READING, _run(found), "## What falls short\n", *_short(found), SAID, _not_judged(found)]
    whole = {"Intervals": interval_table(found.intervals), "Tests": alarm_table(found.tests)}
    for title, tables in ((title, _by_name(table)) for title, table in whole.items()):
        parts += [f"## {title}\n", *(f"### {markdown_text(what)}\n\n{_narrow(table)}" for what, table in tables)]
    return "\n".join(part for part in parts if part)


def _by_name(table: Table) -> Iterator[tuple[str, Table]]:
    """A table for each thing that is judged, of its settings."""
    for what in dict.fromkeys(table.column("what")):
        yield str(what), replace(table.only("what", what), title="", note="")


def _narrow(table: Table) -> str:
    """A table in Markdown without columns that say nothing, and without padding, which would double the page."""
    words = [column.name for column in table.columns if column.kind == "words"]
    silent = [name for name in words if not any(table.column(name))]
    return re.sub(r"-{3,}", "--", re.sub(r" {2,}", " ", table.without(*silent).to_markdown()))


def _run(found: Validation) -> str:
    return (
        f"This run: the {found.grid} grid, {found.replicates:,} samples of every world (fewer where a sample takes "
        f"long, see the lines), seed {found.seed}, probative {__version__}. A coverage of 0.95 has a standard error of "
        f"{sqrt(0.95 * 0.05 / found.replicates):.3f} with so many samples.\n"
    )


def _short(found: Validation) -> Iterable[str]:
    """What does not hold, by name, the worst first: what the output does not tell, then what it does."""
    intervals = sorted((line for line in found.intervals if not line.holds), key=_number)
    tests = sorted((line for line in found.tests if not line.holds), key=_number, reverse=True)
    yield f"Intervals below {COVERED:g}: {len(intervals)} of {len(found.intervals)} lines."
    yield f"Tests above {ALARMED:g}: {len(tests)} of {len(found.tests)} lines.\n"
    short: tuple[Line, ...] = (*intervals, *tests)
    silent, told = [line for line in short if not line.told], [line for line in short if line.told]
    yield f"### Not told: {len(silent)} lines\n"
    yield _listed(silent) or "None: wherever one of these falls short, the output says so to whoever meets it.\n"
    yield f"### Told: {len(told)} lines\n"
    yield "Second: the share of intervals that hold or are doubted; of tests, that of false alarms that are not.\n"
    yield _listed(told) or "None.\n"


def _listed(lines: Sequence[Line]) -> str:
    """One point for each name: its settings with their numbers, the worst first."""
    points = []
    for what in dict.fromkeys(line.what for line in lines):
        settings = [_with_share(line) for line in lines if line.what == what]
        points.append(f"- **{markdown_text(what)}**: {'; '.join(settings)}")
    return "".join(f"{point}\n" for point in points)


def _with_share(line: Line) -> str:
    share = f", {line.relied:.3f}" if line.warned else ""
    return f"{_number(line):.3f}{share} ({markdown_text(line.setting)})"


def _number(line: Line) -> float:
    return line.coverage if isinstance(line, Coverage) else line.type_one


def _not_judged(found: Validation) -> str:
    """Names without a truth here; where the measure itself says why no sample could have one, that too."""
    names = ", ".join(f"`{name}`{_reason(name)}" for name in found.unjudged)
    return f"Not judged, because no world here has a truth for it: {names}.\n" if names else ""


def _reason(name: str) -> str:
    cautions = [measure.caution for measure in measures() if measure.name == name and measure.caution]
    return f" ({cautions[0]})" if cautions else ""
