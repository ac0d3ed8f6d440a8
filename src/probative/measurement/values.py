"""Values of measures; one that does not exist stays undefined, or counts as 0 where somebody asks for that."""

from __future__ import annotations

from typing import Any

import numpy as np

from probative.errors import BadParameter
from probative.evidence.kinds import Measurable
from probative.measurement.registry import Measure, find

COUNTED = "counted as 0"
"""How a value is flagged that was undefined, and is 0 because that was asked for."""


def value(name: str, evidence: Measurable, **parameters: Any) -> float:
    """The value of a measure; nan where it is undefined, or 0 with `undefined="zero"`.

    >>> import probative as pv
    >>> pv.value("recall", pv.Outcomes(tp=40, fn=10, fp=5, tn=45))
    0.8
    >>> pv.value("f_beta", pv.Outcomes(tp=40, fn=10, fp=5, tn=45), beta=2)
    0.8163265306122449
    >>> pv.value("precision", pv.Outcomes(tp=0, fn=10, fp=0, tn=90), undefined="zero")
    0.0
    """
    measure = find(name, evidence)
    own, zero = without_option(measure, parameters)
    result: Any = measure(evidence, **own)  # of evidence of arrays, an array
    if zero:
        result = np.where(np.isnan(result), 0.0, result)
    return result if np.ndim(result) else float(result)


def without_option(measure: Measure, parameters: dict[str, Any]) -> tuple[dict[str, Any], bool]:
    """The parameters of a measure without `undefined`, and whether an undefined value is to count as 0.

    Averages over classes have an option of that name of their own, and keep it.

    >>> from probative.measurement import find
    >>> without_option(find("precision"), {"undefined": "zero"})
    ({}, True)
    """
    if "undefined" not in parameters or "undefined" in measure.parameters:
        return parameters, False
    asked = parameters["undefined"]
    if asked not in ("propagate", "zero"):
        raise BadParameter(
            "an undefined value stays undefined ('propagate') or counts as 0 ('zero').",
            found=repr(asked),
            remedy="undefined='zero' (--undefined zero)",
        )
    return {name: value for name, value in parameters.items() if name != "undefined"}, asked == "zero"


def counted(measure: Measure, why: str) -> str:
    """The flag of a value that was undefined for some reason; of a loss it says that 0 is no merit.

    >>> from probative.measurement import find
    >>> counted(find("precision"), "no predicted positives")
    'no predicted positives: counted as 0'
    """
    best = ", which would be its best value" if measure.better == "lower" and measure.low == 0 else ""
    return f"{why}: {COUNTED}{best}"
