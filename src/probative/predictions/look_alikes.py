"""Labels that a reader takes for one."""

from __future__ import annotations

from collections.abc import Sequence

from probative.errors import BadLabels
from probative.evidence.labels import Label


def refuse_look_alikes(labels: Sequence[Label]) -> None:
    """Refuse labels that differ in blanks or capitals alone, where there are more than one model's columns tell.

    >>> refuse_look_alikes(["no", "Yes ", "yes"])
    Traceback (most recent call last):
        ...
    probative.errors.BadLabels: some labels differ only in blanks or capitals.
      Found: 'Yes ', 'yes'.   Try: spell each class in one way
    """
    alike: dict[str, list[Label]] = {}
    for label in labels:
        alike.setdefault(str(label).strip().lower(), []).append(label)
    if several := [label for same in alike.values() if len(same) > 1 for label in same]:
        raise BadLabels(
            "some labels differ only in blanks or capitals.",
            found=", ".join(map(repr, several[:6])),
            remedy="spell each class in one way",
        )
