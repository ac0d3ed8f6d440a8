"""Answers of two language models, graded by a judge: three samples of each question, questions in topics."""

from __future__ import annotations

from typing import Any

import numpy as np

QUESTIONS, SAMPLES, TOPICS = 60, 3, 12
Array = np.ndarray[Any, Any]


def answers(seed: int = 7) -> dict[str, Array]:
    """A wide table; rows are shuffled, so that nothing rests on their order."""
    rng = np.random.default_rng(seed)
    question = np.repeat(np.arange(QUESTIONS), SAMPLES)
    topic = question // (QUESTIONS // TOPICS)
    hard = rng.normal(size=QUESTIONS)[question] + 0.7 * rng.normal(size=TOPICS)[topic]
    table = {
        "question": question,
        "sample": np.tile(np.arange(SAMPLES), QUESTIONS),
        "topic": np.array([f"topic {i}" for i in topic]),
        "language": np.where(topic % 2, "en", "de"),
        "grade_small": 5 + hard + rng.normal(size=len(question)),
        "grade_large": 5.5 + hard + rng.normal(size=len(question)),
    }
    order = rng.permutation(len(question))
    return {name: column[order] for name, column in table.items()}


def long(table: dict[str, Array]) -> dict[str, Array]:
    """The same with a column that names the models."""
    n = len(table["question"])
    kept = {name: np.concatenate([column] * 2) for name, column in table.items() if not name.startswith("grade")}
    return kept | {
        "model": np.repeat(["small", "large"], n),
        "grade": np.concatenate([table["grade_small"], table["grade_large"]]),
    }


def by_question(table: dict[str, Array], model: str) -> tuple[Array, Array]:
    """The mean grade of every question and its topic, by hand."""
    means = np.array([table[f"grade_{model}"][table["question"] == q].mean() for q in range(QUESTIONS)])
    return means, np.arange(QUESTIONS) // (QUESTIONS // TOPICS)


WIDE: dict[str, Any] = {"values": ["grade_small", "grade_large"], "better": "higher", "row": "question"}
