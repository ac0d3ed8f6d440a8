"""probative study: demonstrations where the truth is known."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from probative.cli import training as given
from probative.cli.drawing import check_picture
from probative.cli.output import console, deliver_json
from probative.errors import BadParameter

if TYPE_CHECKING:
    from probative.procedures.decomposition import Fits

NAME = "study"
SHORT = "Demonstrations where the truth is known."
HELP = (
    "Demonstrations where the truth is known. estimators: bias, spread and RMSE of hold-out, cross-validation, "
    "leave-one-out and bootstrap estimates of the risk. fits: bias and variance as a picture of polynomial fits."
)
EXAMPLE = "Example: probative study estimators --n 40 --repeats 200 -o estimators.svg"


def command(
    what: Annotated[str, typer.Argument(help="estimators or fits.")],
    n: Annotated[int | None, typer.Option("--n", help="Rows of a sample: 40 for estimators, 6 for fits.")] = None,
    repeats: Annotated[int, typer.Option(help="Samples.")] = 200,
    model: Annotated[str | None, typer.Option(help="estimators: a classifier, such as 'knn(n_neighbors=1)'.")] = None,
    estimator: Annotated[
        list[str] | None, typer.Option(help="estimators: a plan, resubstitution, .632, .632+; again for more.")
    ] = None,
    separation: Annotated[float, typer.Option(help="estimators: how far the two classes lie apart.")] = 2.0,
    degree: Annotated[
        list[int] | None, typer.Option(help="fits: degree of a polynomial; again for more; none: the extremes.")
    ] = None,
    sigma: Annotated[float, typer.Option(help="fits: standard deviation of the noise around sin 2πx.")] = 0.5,
    jobs: given.Jobs = None,
    seed: given.Seed = 0,
    output: given.Output = None,
    json: given.JsonFile = None,
) -> None:
    """Run a demonstration."""
    check_picture(output)
    if what == "estimators":
        from probative.experiments.catalog import model_named
        from probative.procedures.risk_study import TwoGaussians, study_estimators
        from probative.procedures.risk_study.study import ESTIMATORS

        found = study_estimators(
            None if model is None else model_named(model, True),
            TwoGaussians(separation),
            n=40 if n is None else n,
            repeats=repeats,
            estimators=estimator or ESTIMATORS,
            n_jobs=jobs,
            random_state=seed,
        )
        given.hand_over(found, output, json)
    elif what == "fits":
        _show(_fits(degree or [], sigma, 6 if n is None else n, repeats, seed), output, json)
    else:
        raise BadParameter("there is no such study.", found=what, remedy="estimators or fits")


def _fits(degrees: list[int], sigma: float, n: int, repeats: int, seed: int) -> dict[str, Fits]:
    """Polynomials of the degrees asked for, or the two extreme cases."""
    import numpy as np

    from probative.procedures.decomposition import extreme_fits, fits
    from probative.procedures.decomposition.many_fits import polynomial
    from probative.theory import NoisyFunction

    world = NoisyFunction(lambda x: np.sin(2 * np.pi * x), sigma)
    if not degrees:
        return extreme_fits(world, n=n, repeats=repeats, random_state=seed)
    cases = {f"degree {degree}": polynomial(degree) for degree in degrees}
    return {name: fits(case, world, n=n, repeats=repeats, random_state=seed) for name, case in cases.items()}


def _show(found: dict[str, Fits], output: str | None, json: str | None) -> None:
    from probative.theory.sentences import ONLY_ESTIMATED

    if output is not None:
        from probative.pictures import draw_panels, save_picture

        axes = draw_panels([one.picture(name) for name, one in found.items()], side=5.0)[-1]
        console(stderr=True).print(f"picture written to {save_picture(axes, output)}")
    if not deliver_json({name: one.to_dict() for name, one in found.items()}, json):
        for name, one in found.items():
            print(f"{name}: {one}")
        print(ONLY_ESTIMATED)
