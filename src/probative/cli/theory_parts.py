"""What the commands of `probative theory` read and compute; nothing is printed but what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from probative.cli.output import console
from probative.errors import BadFormat, BadParameter, ProbativeError, UnreadableFile

if TYPE_CHECKING:
    from probative.theory import ClassTask, DecisionRegions, GaussianStudy, GaussianTask

PARTS = ("mean_pos", "cov_pos", "mean_neg", "cov_neg", "prior_pos")
TASK = '{"mean_pos": 0, "cov_pos": 1, "mean_neg": 2, "cov_neg": 1, "prior_pos": 0.5}'


def gaussian_task(example: int | None, parameters: str | None) -> tuple[GaussianTask, str]:
    """One of the examples, or the task that a file describes; and what it is called."""
    from pathlib import Path

    from probative.theory import GaussianTask, gaussian_example

    if parameters is None:
        return gaussian_example(1 if example is None else example), f"Gaussian example {example or 1}"
    if example is not None:
        raise BadParameter("there is one task: an example, or that of a file.", remedy="leave --example out")
    given = json_file(parameters, TASK)
    lost = [name for name in PARTS[:4] if name not in given] if isinstance(given, dict) else list(PARTS[:4])
    odd = [name for name in given if name not in PARTS] if isinstance(given, dict) else []
    if lost or odd:
        found = f"no {', '.join(lost)}" if lost else f"{', '.join(odd)}"
        raise BadFormat(f"{parameters!r} does not describe a Gaussian task.", found=found, remedy=TASK)
    try:
        return GaussianTask(**given), Path(parameters).name
    except (ValueError, TypeError) as error:
        if isinstance(error, ProbativeError):
            raise
        raise BadFormat(f"{parameters!r} does not describe a Gaussian task.", found=str(error), remedy=TASK) from None


def known_world(said: str) -> GaussianTask | ClassTask:
    """The world behind predictions: an example by its number, or what a file of either kind describes."""
    from probative.theory.class_study import described

    if said.isdigit():
        return gaussian_task(int(said), None)[0]
    given = json_file(said, TASK)
    if isinstance(given, dict) and any(name in given for name in PARTS):
        return gaussian_task(None, said)[0]
    return described(given)


def json_file(path: str, example: str = "[[0, 5], [1, 0]]") -> Any:
    """What a file of JSON says; an example of what it should."""
    from pathlib import Path

    try:
        return json_text(Path(path).read_text(encoding="utf-8"), path, example)
    except OSError as error:
        raise UnreadableFile(f"{path!r} cannot be read.", found=error.strerror) from None


def json_text(text: str, where: str, example: str = "[[0, 5], [1, 0]]") -> Any:
    """What JSON says, or where it does not."""
    import json

    try:
        return json.loads(text)
    except ValueError as error:
        raise BadFormat(f"{where} is not JSON.", found=str(error), remedy=f"{example}, for example") from None


def columns_of(data: str, *names: str, missing: str = "error") -> tuple[Any, ...]:
    """Columns of a table, by name; rows with gaps are an error, or dropped."""
    from probative.predictions.reading import read
    from probative.predictions.saving import saved_file
    from probative.predictions.tally import read_rows
    from probative.sources import open_source

    if missing not in ("error", "drop"):
        raise BadParameter("missing must be 'error' or 'drop'.", found=missing)
    source = open_source(data)
    if saved_file(data) is not None and len(models := read(data).spoke) > 1:
        raise BadParameter(
            f"{data!r} holds what several models said of the same rows.",
            found=", ".join(models),
            remedy="a table of one of them; all of them side by side: probative evaluate",
        )
    rows, dropped = read_rows(source, names, None, missing, rowwise=True)  # type: ignore[arg-type]
    if dropped:
        console(stderr=True).print(f"{dropped} rows with missing values were left out")
    return tuple(rows.values[name] for name in names)


def as_one_and_zero(y: Any, said: Any, positive: str) -> tuple[Any, Any]:
    """Labels of two classes as 1 for the positive one and 0; answers too, where they are such labels."""
    from probative.evidence.labels import encode, match_label

    labels, codes = encode(y, "the truth")
    if len(labels) > 2:
        raise BadParameter("a positive label is for two classes.", found=f"{len(labels)} labels")
    label = match_label(positive, labels)
    known, own = encode(said, "the answers")
    answers = (own == (known.index(label) if label in known else -1)).astype(int)
    return (codes == labels.index(label)).astype(int), answers if {*known} <= {*labels} else said


def sample_csv(study: GaussianStudy) -> str:
    """The sample of a study as a table."""
    if study.sample is None:
        raise BadParameter("there is no sample to write.", remedy="--samples 120")
    names = [f"x{i + 1}" for i in range(len(study.mean_pos))]
    rows = (",".join(map(repr, (*x, y))) for x, y in zip(study.sample.x, study.sample.y, strict=True))
    return "\n".join([",".join([*names, "y"]), *rows]) + "\n"


def regions_of(data: str, target: str, x: list[str], model: str, positive: str | None) -> DecisionRegions:
    """Decision regions of a learner, trained on two columns of a table."""
    import numpy as np

    from probative.evidence.arrays import numbers
    from probative.experiments.catalog import model_named
    from probative.theory import decision_regions

    if len(x) != 2:
        raise BadParameter("regions are drawn of two features.", found=", ".join(x), remedy="--x a --x b")
    first, second, labels = columns_of(data, x[0], x[1], target)
    points = np.column_stack([numbers(first, x[0]), numbers(second, x[1])])
    known = {str(label): label for label in np.unique(labels).tolist()}
    if positive is not None and positive not in known:
        raise BadParameter(f"there is no label {positive!r}.", found=", ".join(known))
    trained = model_named(model, True).fit(points, labels)
    wanted = None if positive is None else known[positive]
    return decision_regions(trained, points, labels, pos_label=wanted, names=(x[0], x[1]), model=model)
