"""The example that a measure is explained by where nobody brings data: ten rows, small enough to count by hand."""

from __future__ import annotations

from typing import Any

from probative.explanation.topics import Topic

TRUTH = (1, 1, 1, 1, 0, 0, 0, 0, 0, 0)
ROWS: dict[str, dict[str, Any]] = {
    "scores": {"truth": TRUTH, "scores": (0.9, 0.8, 0.6, 0.3, 0.7, 0.6, 0.4, 0.2, 0.1, 0.1)},
    "labels": {"truth": TRUTH, "predicted": (1, 1, 1, 0, 1, 1, 0, 0, 0, 0)},
    "numbers": {"truth": (3.0, 5.0, 2.0, 7.0, 4.0), "predicted": (2.5, 5.0, 3.0, 8.0, 4.5)},
    "pair": {"truth": TRUTH, "predicted": ((1, 1, 1, 0, 1, 1, 0, 0, 0, 0), (1, 1, 1, 1, 1, 0, 0, 0, 0, 0))},
    "values": {"values": (1, 2, 3, 4)},
}


def example_of(topic: Topic) -> tuple[dict[str, Any], str]:
    """The columns of the example that fits a topic, and what they are in words.

    >>> from probative.explanation.topics import find_topic
    >>> import probative.explanation
    >>> print(example_of(find_topic("r2"))[1])
    an example, since no data were given: truth 3 5 2 7 4, predicted 2.5 5 3 8 4.5
    """
    rows: dict[str, Any] = {"values": topic.example} if topic.example else ROWS[topic.needs]
    told = ", ".join(f"{role} {_written(column)}" for role, column in rows.items())
    lists = {role: [list(part) for part in c] if isinstance(c[0], tuple) else list(c) for role, c in rows.items()}
    return lists, f"an example, since no data were given: {told}"


def _written(column: Any) -> str:
    if isinstance(column[0], tuple):
        return " and ".join(map(_written, column))
    return " ".join(f"{value:g}" for value in column)
