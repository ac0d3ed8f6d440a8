"""The bar: a sentence with costs, share of positives and cuts, the scores that are cut, and what follows."""

from __future__ import annotations

import re
from math import log

from probative.pictures.svg_frame import stairs
from probative.pictures.svg_pen import key
from probative.report.live import COLUMNS, difference_words, heights, live_line, written
from probative.report.scene import Scene
from probative.report.words import label, name, short, text

WIDE, HIGH, PARTS = 460, 76, 92
"""Units of the track, and bars in it."""
LEFT, MIDDLE, TALL = 6, 30, 24
LOCKS = {
    "optimum": "each model where it is cheapest",
    "threshold": "all models at the same cut",
    "fpr": "all at the same false positive rate",
    "alert": "all with the same share called",
    "evaluated": "as evaluated",
}
HEADS = ("cut", "TP", "FN", "FP", "TN", "recall", "precision", "cost/1,000", "regret")


def bar(scene: Scene) -> str:
    """The bar; without scripts it states where the models stand, and its sliders are hidden."""
    return f'<form id="controls" class="bar" autocomplete="off">{_sentence(scene)}{_track(scene)}{_lines(scene)}</form>'


def _sentence(scene: Scene) -> str:
    modes = {value: words for value, words in LOCKS.items() if value != "evaluated" or scene.cut}
    chosen = (f'<option value="{v}"{" selected" * (v == scene.mode)}>{w}</option>' for v, w in modes.items())
    classes = ""
    if len(scene.classes) > 1:
        names = "".join(f'<option value="{i}">{label(one, 60)}</option>' for i, one in enumerate(scene.classes))
        # Said where it is chosen: the order is by size and by F1.
        group = f'<optgroup label="the largest and the worst (F1), in turn">{names}</optgroup>'
        classes = f'<label class="live-only" hidden>Class <select id="class">{group}</select></label> '
    share = scene.prevalence(scene.models[0])
    ratio = scene.costs.fn / scene.costs.fp
    unit = "times a false alarm"
    if scene.costs.fp == 1:
        unit = f'<span data-text="unit">{alarms(f"{ratio:.4g}").partition(" ")[2]}</span>'
    miss = _box("ratio", "What a miss costs, in false alarms", f"{ratio:.4g}")
    miss += _range("ratio", "What a miss costs, in false alarms", -3, 3, 0.01, log(ratio, 10))
    common = _box("prevalence", "Share of positives, in per cent", share_text(share)) + " %"
    common += _range("prevalence", "Share of positives", -9.2, 9.2, 0.01, log(share / (1 - share)))
    who = f'<span data-text="positive">{name(scene.classes[0])}</span>'
    tools = (
        '<span class="tools live-only" hidden><button type="button" id="link">copy link</button> '
        '<button type="button" id="reset">reset</button></span>'
    )
    locks = f'<select id="mode" class="live-only" hidden aria-label="Where models are cut">{"".join(chosen)}</select>'
    typed = '<input type="number" id="threshold-number" step="any" placeholder="labels" aria-label="Cut">'
    return (
        f'<p class="says">{classes}<span>If a miss costs {miss} {unit}</span> '
        f"<span>and {common} <span>are {who},</span></span> "
        f'<label>cut {locks}<b class="still" data-still="mode">{LOCKS[scene.mode]}</b></label> '
        f'<label class="live-only" hidden>at {typed}</label>{tools}</p>'
    )


def share_text(share: float) -> str:
    """A share in per cent, with as many digits as tell it from 0 and 1."""
    return f"{100 * share:.{6 if share > 0.99 else 4}g}"


def _box(key_: str, words: str, value: str) -> str:
    kind = f'type="number" class="live-only" hidden id="{key_}-number" step="any"'
    box = f'<input {kind} value="{value}" aria-label="{words}">'
    return f'{box}<b class="still" data-still="{key_}">{value}</b>'


def _range(key_: str, words: str, low: float, high: float, step: float, at: float) -> str:
    ends = f'min="{low}" max="{high}" step="{step}" value="{at:.4g}"'
    return f'<input type="range" class="live-only" hidden id="{key_}" {ends} aria-label="{words}, slider">'


def place(scene: Scene, score: float) -> float:
    """Units from the left of the track; scores beyond an end stand at it."""
    kind, low, high = scene.scale
    inside = min(max(score, low), high)
    if kind == "logit":
        inside, low, high = (log(v / (1 - v)) for v in (inside, low, high))
    return round(LEFT + (inside - low) / (high - low) * (WIDE - 2 * LEFT), 1)


def _track(scene: Scene) -> str:
    """The scores of the first model: positives upwards, negatives downwards, cut into what is called and what not."""
    first = scene.models[0]
    up, down = silhouette(scene)
    at = scene.threshold(first)
    x = LEFT if at is None else place(scene, at)
    look = f"s{scene.series[first]}"
    cells = live_line(scene, first)
    # Labels that were given are no cut: nothing is coloured as called, and no handle says where.
    hidden, called = (" hidden", 0.0) if at is None else ("", WIDE - x)
    above = f'<rect data-clip="above" x="{x:g}" y="0" width="{called:g}" height="{HIGH}"/>'
    clip = f'<clipPath id="called">{above}</clipPath>'
    shapes = (
        f'<defs>{clip}<path id="track-up" d="{up}"/><path id="track-down" d="{down}"/></defs>'
        f'<g class="pale"><use class="{look}" href="#track-up"/><use class="rest" href="#track-down"/></g>'
        f'<g clip-path="url(#called)"><use class="{look}" href="#track-up"/><use class="rest" href="#track-down"/></g>'
        f'<path class="cut" data-line="cut"{hidden} d="M{x:g} 2V{HIGH - 18}"/>'
        f'<circle class="handle" data-mark="handle"{hidden} cx="{x:g}" cy="{MIDDLE}" r="6.5"/>'
        f"{_words(scene, x, cells)}{_ticks(scene)}{_others(scene)}"
    )
    kind, low, high = scene.scale
    where = f'data-scale="{kind} {low!r} {high!r}"'
    box = f'viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}"'
    last = len(scene.outlines[first].ticks) - 1
    return (
        f'<div class="track"><svg id="track" {box} {where} role="img" '
        f'aria-label="Scores of both classes, cut at the threshold">{shapes}</svg>'
        f'<input type="range" class="live-only over" hidden id="threshold" min="0" max="{last}" step="1" '
        f'value="{last // 2}" aria-label="Cut">'
        '<span class="typed-note" data-text="typed" role="status"></span></div>'
    )


def silhouette(scene: Scene) -> tuple[str, str]:
    """The bars of the positives above the middle and of the negatives below it, as path data."""
    paths = []
    width = (WIDE - 2 * LEFT) / PARTS
    for bars, sign in zip(heights(scene.outlines[scene.models[0]], scene.scale, PARTS), (-1, 1), strict=True):
        ups = [MIDDLE + sign * (1 + height * (TALL if sign < 0 else TALL * 0.8)) for height in bars]
        across = [LEFT + i * width for i in range(len(bars) + 1)]
        paths.append(stairs(across, ups, MIDDLE))
    return paths[0], paths[1]


def _words(scene: Scene, x: float, cells: dict[str, str]) -> str:
    """What is caught and what is called in vain, beside the handle."""
    side, anchor = (x + 12, "start") if x < WIDE * 0.6 else (x - 12, "end")
    who = text(called(str(scene.classes[0])))
    return (
        f'<text class="caught" data-text="caught" x="{side:g}" y="{MIDDLE - 6}" text-anchor="{anchor}">'
        f"{cells['tp']} {who} caught</text>"
        f'<text class="alarms" data-text="alarms" x="{side:g}" y="{MIDDLE + 17}" text-anchor="{anchor}">'
        f"{alarms(cells['fp'])}</text>"
    )


def alarms(count: str) -> str:
    """So many false alarms.

    >>> alarms("1"), alarms("1,200")
    ('1 false alarm', '1,200 false alarms')
    """
    return f"{count} false alarm{'s' * (count != '1')}"


def called(label: str) -> str:
    """A class beside a number of rows: in quotation marks where it could be taken for a number itself.

    >>> called("default"), called("3"), called("a very long name of a class")
    ('default', '“3”', 'a very long na')
    """
    return f"“{label[:14]}”" if label[:1].isdigit() or label[:1] in "+-.−" else label[:14]


def _ticks(scene: Scene) -> str:
    """Numbers under the track, those that have room; of two that have not, the one that is nearer to the middle."""
    kind, low, high = scene.scale
    if kind == "logit":
        values = [v for v in (1e-5, 0.0001, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999) if low <= v <= high]
    else:
        from probative.pictures import Axis

        values = [t for t in Axis.around("", [low, high]).ticks if low <= t <= high]
        values = [0.0, 0.2, 0.4, 0.6, 0.8, 1.0] if (low, high) == (0.0, 1.0) else values
    kept: list[tuple[float, str]] = []
    for v in sorted(values, key=lambda v: abs(place(scene, v) - WIDE / 2)):
        x, words = _inside(place(scene, v), written(v)), written(v)
        if all(abs(x - other) > 3.8 * (len(words) + len(said)) + 6 for other, said in kept):
            kept.append((x, words))
    # On a phone the letters are larger: ticks that touch there go.
    made, end = "", -float(WIDE)
    for x, words in sorted(kept):
        touches = x - 5.4 * len(words) < end
        end = end if touches else x + 5.4 * len(words)
        look = "tick between" if touches else "tick"
        made += f'<text class="{look}" x="{x:g}" y="{HIGH - 4}" text-anchor="middle">{words}</text>'
    return made


def _inside(x: float, words: str) -> float:
    """A place for centred words from which they do not leave the track."""
    half = 3.8 * len(words)
    return min(max(x, half), WIDE - half)


def _others(scene: Scene) -> str:
    """The cuts of the other models, as their marks below the track."""
    from probative.pictures.looks import mark
    from probative.pictures.svg_pen import OUTLINES

    made = []
    for i, one in enumerate(scene.models[1:], 1):
        at, look = scene.threshold(one), scene.series[one]
        x = LEFT if at is None else place(scene, at)
        hidden = " hidden" if at is None else ""
        made.append(
            f'<path class="mark s{look % 7}" data-cut="{i}"{hidden} transform="translate({x:g} {HIGH - 22})" '
            f'd="{OUTLINES[mark(look)]}"/>'
        )
    return "".join(made)


def _lines(scene: Scene) -> str:
    """One line for each model, then how far the first two are apart."""
    head = "".join(f'<th scope="col">{words}</th>' for words in HEADS)
    rows = []
    for i, one in enumerate(scene.models):
        texts = live_line(scene, one)
        cells = "".join(
            f'<td data-{"cell" if c in ("tp", "fn", "fp", "tn") else "live"}="{c}">{texts[c]}</td>' for c in COLUMNS
        )
        rows.append(
            f'<tr data-live="{i}"{" class=further" if i > 1 else ""}><th scope="row">{key(scene.series[one])}'
            f"{short(one)}</th>{cells}</tr>"
        )
    more = len(scene.models) - 2
    button = f'<button type="button" id="further" class="live-only" hidden>{more} more</button> ' if more > 0 else ""
    table = (
        f'<table class="live"><caption class="sr">Every model at its cut</caption><thead><tr>'
        f'<th scope="col"><span class="sr">model</span></th>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )
    gap = difference_words(scene)
    said = f'<p class="gap">{button}<span data-text="gap">{_verdict(gap)}</span></p>' if gap else ""
    still = '<p class="soft no-script">Without scripts the page stands at these cuts; with them, they move.</p>'
    return f'<div class="lines">{table}{said}{still}</div>'


def _verdict(gap: str) -> str:
    """The difference with its interval aside, which a phone leaves out before the verdict."""
    return re.sub(r"^(.*)( \([^()]*\))( [●○].*)$", r'\1<span class="aside">\2</span>\3', text(gap), flags=re.S)
