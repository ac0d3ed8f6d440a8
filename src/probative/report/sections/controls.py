"""The controls of the explorer: sliders, choices and toggles, which the page's script listens to."""

from __future__ import annotations

from probative.pictures.svg_pen import key
from probative.report.scene import Scene
from probative.report.words import label, short, text


def controls(scene: Scene) -> str:
    """Sliders and choices; hidden until the script that listens to them runs."""
    first = scene.outlines[scene.models[0]]
    last = len(first.ticks) - 1
    ticks = f'min="0" max="{last}" step="1" value="{last // 2}"'
    modes = {
        "evaluated": "as evaluated",
        "threshold": "same threshold",
        "fpr": "equal false positive rate",
        "alert": "equal alert rate",
        "optimum": "cost optimum",
    }
    if scene.mode != "evaluated":
        del modes["evaluated"]
    options = "".join(f'<option value="{value}">{words}</option>' for value, words in modes.items())
    classes = ""
    if len(scene.classes) > 1:
        names = "".join(f'<option value="{i}">{label(name, 60)}</option>' for i, name in enumerate(scene.classes))
        classes = f'<label>Class <select id="class">{names}</select></label>'
    toggles = "".join(
        f'<label class="toggle"><input type="checkbox" data-toggle="{i}" checked>{key(scene.series[name])}'
        f"{short(name)}</label>"
        for i, name in enumerate(scene.models)
    )
    sliders = [
        _slider("threshold", "Threshold", ticks),
        _slider("ratio", "Costs C_FP : C_FN = 1 : x", 'min="-3" max="3" step="0.01" value="0"'),
        _slider("prevalence", "Prevalence", 'min="0.001" max="0.999" step="0.001" value="0.5"'),
    ]
    return (
        '<p class="soft no-script">Without scripts this page shows every model at one operating point; '
        "with them, sliders appear here.</p>"
        f'<form id="controls" class="controls" hidden>{"".join(sliders)}'
        f'<div class="choices"><label>Operating points <select id="mode">{options}</select></label>{classes}'
        '<button type="button" id="reset">Reset</button></div>'
        f'<fieldset class="toggles"><legend>Models</legend>{toggles}</fieldset></form>'
    )


def _slider(name: str, words: str, range_: str) -> str:
    """A range with a box to type into; both say what they are for."""
    return (
        f'<div class="slider"><label for="{name}">{words}</label><input type="range" id="{name}" {range_}>'
        f'<input type="number" id="{name}-number" step="any" aria-label="{text(words)}, as a number"></div>'
    )
