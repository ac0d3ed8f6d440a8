"""probative theory: worlds whose distribution is known, so that risk, bias and variance can be computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from probative.cli.output import console, deliver_json, put_page, write
from probative.errors import BadParameter

if TYPE_CHECKING:
    from probative.records import Document

NAME = "theory"
SHORT = "Worlds whose distribution is known."
HELP = "Worlds whose distribution is known: Gaussian tasks, risk of noisy functions, bias and variance, scores."
app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
Html = Annotated[str | None, typer.Option(metavar="FILE", help="Write a page.")]
JsonFile = Annotated[str | None, typer.Option(metavar="FILE", help="Write as JSON; - to print.")]
Picture = Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="A picture: .svg, .png or .pdf.")]
Seed = Annotated[int, typer.Option(help="Seed of whatever is random.")]


@app.command("gaussian", epilog="Example: probative theory gaussian --example 1 --samples 120 --html task.html")
def gaussian(
    example: Annotated[int | None, typer.Option(help="The task: example 1, 2 or 3 of the decks.")] = None,
    parameters: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="JSON with mean_pos, cov_pos, mean_neg, cov_neg, prior_pos: your own task."),
    ] = None,
    samples: Annotated[int | None, typer.Option(help="Rows to draw, with labels drawn from the prior.")] = None,
    positives: Annotated[int | None, typer.Option(help="Positive rows to draw; with --negatives.")] = None,
    negatives: Annotated[int | None, typer.Option(help="Negative rows to draw; with --positives.")] = None,
    seed: Seed = 0,
    cost_fp: Annotated[float, typer.Option(help="Loss of a false alarm.")] = 1.0,
    cost_fn: Annotated[float, typer.Option(help="Loss of a miss.")] = 1.0,
    model: Annotated[
        list[str] | None, typer.Option(help="A learner, trained on the sample: knn(n_neighbors=5); again for more.")
    ] = None,
    show: Annotated[
        str | None, typer.Option(help="What to draw: density, g-tilde, g-bar, g-hat, data, roc, or regions of a model.")
    ] = None,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Write the sample: x1, x2, ..., y.")] = None,
    output: Picture = None,
    html: Html = None,
    json: JsonFile = None,
) -> None:
    """A Gaussian task: border, Bayes risk, rates, ROC curve; with a sample, the plug-in border and its excess risk."""
    from probative.cli.theory_parts import gaussian_task, sample_csv
    from probative.losses import asymmetric
    from probative.theory import gaussian_study

    task, title = gaussian_task(example, parameters)
    study = gaussian_study(
        task,
        sample=_counts(samples, positives, negatives),
        random_state=seed,
        loss=None if cost_fp == cost_fn == 1 else asymmetric(fp=cost_fp, fn=cost_fn),
        models=_learners(model or []),
        title=title,
    )
    if csv is not None:
        write(csv, sample_csv(study))
    _draw(output, lambda: study.plot(show))
    _deliver(study, html, json, study.to_dict(), str(study), seed)


@app.command("classes", epilog="Example: probative theory classes worlds.json --html worlds.html")
def classes(
    described: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help='JSON, by class: {"low": {"prior": 0.4, "norm": {"loc": -1}}, "high": {"prior": 0.6, "gamma": {"a": '
            '3}}}; any continuous distribution of SciPy, or "mixture": [{"share": 0.5, "norm": {}}, ...].',
        ),
    ],
    costs: Annotated[
        str | None,
        typer.Option(metavar="TABLE", help="JSON, rows actual, in the order of the classes: [[0, 5], [1, 0]]."),
    ] = None,
    output: Picture = None,
    html: Html = None,
    json: JsonFile = None,
) -> None:
    """Two or more classes of any densities: Bayes risk, least expected cost, and of two classes the best AUC."""
    from pathlib import Path

    from probative.cli.theory_parts import json_file, json_text
    from probative.theory.class_study import EXAMPLE, class_study

    table = None if costs is None else json_text(costs, "--costs")
    study = class_study(json_file(described, EXAMPLE), table, title=Path(described).name)
    _draw(output, study.plot)
    _deliver(study, html, json, study.to_dict(), str(study))


@app.command("bias-variance", epilog="Example: probative theory bias-variance --degree 1..12 --html sweep.html")
def bias_variance(
    degree: Annotated[str, typer.Option(help="Degrees of the polynomials: 1..12, or 0,1,3.")] = "0..8",
    n: Annotated[str, typer.Option(help="Rows of each training set; several (10,20,40) sweep over them.")] = "20",
    function: Annotated[str, typer.Option(help="f: sine, square, bell, ..., or coefficients 1,0,-2.")] = "sine",
    sigma: Annotated[float, typer.Option(help="Standard deviation of the noise.")] = 0.5,
    output: Picture = None,
    html: Html = None,
    json: JsonFile = None,
) -> None:
    """Bias and variance of polynomials fitted to a noisy function, along their degree or the size of the sample."""
    from dataclasses import replace

    from probative.findings.diagnostics import diagnostic
    from probative.procedures.decomposition import bias_variance_sweep
    from probative.procedures.decomposition.polynomials import polynomial
    from probative.theory import NoisyFunction
    from probative.theory.functions import function_named
    from probative.theory.sentences import ONLY_ESTIMATED

    degrees, sizes = _range(degree, "degree", 0), _range(n, "n", 1)
    words, f = function_named(function)
    task = NoisyFunction(f, sigma)
    if len(sizes) > 1 and len(degrees) > 1:
        raise BadParameter(
            "a sweep is over one thing.",
            found=f"{len(degrees)} degrees and {len(sizes)} sizes",
            remedy="--degree 3 --n 10,20,40, or --degree 1..12 --n 20",
        )
    if len(sizes) > 1:
        sweep = bias_variance_sweep(polynomial(degrees[0]), task=task, sizes=sizes)
    else:
        sweep = bias_variance_sweep({one: polynomial(one) for one in degrees}, task=task, n=sizes[0])
    whose = "polynomials" if len(degrees) > 1 else f"a polynomial of degree {degrees[0]}"
    sweep = replace(sweep, results=tuple(replace(one, model=f"{whose}, f = {words}") for one in sweep.results))
    _draw(output, sweep.plot)
    head = f"Polynomials fitted to {words} with normal noise of standard deviation {sigma:g}"
    _deliver(sweep, html, json, diagnostic(sweep), f"{head}\n{sweep}\n{ONLY_ESTIMATED}")


@app.command("risk", epilog="Example: probative theory risk --f square --g line --sigma 0.1")
def risk(
    f: Annotated[str, typer.Option("--f", help="The truth: sine, square, line, ..., or coefficients 1,0,-2.")] = "sine",
    g: Annotated[str, typer.Option("--g", help="The model, in the same words.")] = "zero",
    sigma: Annotated[float, typer.Option(help="Standard deviation of the noise.")] = 0.5,
    noise: Annotated[str, typer.Option(help="Its shape: normal, laplace, uniform, or logistic.")] = "normal",
    loss: Annotated[str, typer.Option(help="quadratic or absolute.")] = "quadratic",
    samples: Annotated[int | None, typer.Option(help="Also draw so many rows: the risk, estimated.")] = None,
    seed: Seed = 0,
    output: Picture = None,
    html: Html = None,
    json: JsonFile = None,
) -> None:
    """The risk of a model g of y = f(x) + noise, x uniform on [0, 1]: computed, apart from the noise, and estimated."""
    from probative.theory import noisy_study

    study = noisy_study(f, g, sigma=sigma, noise=noise, loss=loss, sample=samples, random_state=seed)
    if study.view is not None:
        _draw(output, study.view.plot)
    elif output is not None:
        raise BadParameter("the picture shows how an estimate converges.", remedy="--samples 1000")
    _deliver(study, html, json, study.to_dict(), str(study), seed)


@app.command("empirical-risk", epilog="Example: probative theory empirical-risk test.csv --truth y --predicted g")
def empirical_risk(
    data: Annotated[str, typer.Argument(help="A table of held-out rows.")],
    truth: Annotated[str, typer.Option(help="Column of targets.")],
    predicted: Annotated[str, typer.Option(help="Column of answers: values, labels, scores or probabilities.")],
    loss: Annotated[
        str, typer.Option(help="quadratic, absolute, zero_one, log, hinge, or asymmetric with both costs.")
    ] = "quadratic",
    cost_fp: Annotated[float | None, typer.Option(help="Loss of a false alarm: of the asymmetric loss, 1.")] = None,
    cost_fn: Annotated[float | None, typer.Option(help="Loss of a miss: of the asymmetric loss, 1.")] = None,
    positive: Annotated[str | None, typer.Option(help="The positive label of two classes.")] = None,
    missing: Annotated[str, typer.Option(help="Rows with missing values: error, or drop.")] = "error",
    level: Annotated[float, typer.Option(help="Confidence level.")] = 0.95,
    output: Picture = None,
    html: Html = None,
    json: JsonFile = None,
) -> None:
    """The mean loss of held-out rows with its standard error and interval; as a picture, how it converges."""
    from probative.cli.theory_parts import as_one_and_zero, columns_of
    from probative.losses import asymmetric, risk_study

    y, said = columns_of(data, truth, predicted, missing=missing)
    if positive is not None:
        y, said = as_one_and_zero(y, said, positive)
    priced = {name: cost for name, cost in (("fp", cost_fp), ("fn", cost_fn)) if cost is not None}
    if priced and loss != "asymmetric":
        raise BadParameter(f"the {loss} loss has no costs.", found=str(priced), remedy="--loss asymmetric")
    used: Any = asymmetric(**{"fp": 1.0, "fn": 1.0} | priced) if loss == "asymmetric" else loss
    found = risk_study(y, said, used, level=level)
    if found.view is not None:
        _draw(output, found.view.plot)
    elif output is not None:
        raise BadParameter("infinite losses have no picture.", found=found.why, remedy="leave --output out")
    _deliver(found, html, json, found.to_dict(), str(found))


@app.command("scores", epilog="Example: probative theory scores --kind partial --threshold 0.6 -o scores.svg")
def scores(
    kind: Annotated[
        str | None, typer.Option(help="separate, partial, full, swapped or reversed; all if left out.")
    ] = None,
    threshold: Annotated[float, typer.Option(help="Where scores become labels.")] = 0.5,
    output: Picture = None,
    html: Html = None,
    json: JsonFile = None,
) -> None:
    """Scores of two classes that separate, overlap or are reversed: what a threshold makes of them, and the AUC."""
    from probative.theory.score_demonstration import SEPARATIONS, panels
    from probative.theory.score_study import score_study

    study = score_study((kind,) if kind else SEPARATIONS, threshold=threshold)
    one, *more = study.drawn
    _draw(output, lambda: panels([one, *more])[0] if more else one.plot())
    _deliver(study, html, json, study.to_dict(), str(study))


@app.command(
    "regions",
    epilog="Example: probative theory regions iris.csv --target species --x petal_length --x "
    "petal_width --model knn -o regions.svg",
)
def regions(
    data: Annotated[str, typer.Argument(help="A table.")],
    target: Annotated[str, typer.Option(help="Column of labels.")],
    x: Annotated[list[str], typer.Option("--x", help="The two columns to learn from; give it twice.")],
    model: Annotated[str, typer.Option(help="The learner: knn(n_neighbors=5), tree, logistic, ...")] = "knn",
    positive: Annotated[str | None, typer.Option(help="The positive label.")] = None,
    output: Picture = None,
    html: Html = None,
    json: JsonFile = None,
) -> None:
    """Decision regions of a learner of two features, trained on a table; every row marked as TP, FP, FN or TN."""
    from probative.cli.theory_parts import regions_of
    from probative.theory.sentences import ONLY_ESTIMATED

    found = regions_of(data, target, x, model, positive)
    _draw(output, found.plot)
    plain: Document = {"probative": 1, "kind": "regions", "model": model, "labels": [str(one) for one in found.labels]}
    cells = ", ".join(f"{name} {count}" for name, count in found.counts.items())
    words = f"{model} of {x[0]} and {x[1]}: {cells}, on the {len(found.truth)} rows that it was trained on"
    _deliver(found, html, json, plain | found.counts | {"notes": [ONLY_ESTIMATED]}, f"{words}\n{ONLY_ESTIMATED}")


def _counts(samples: int | None, positives: int | None, negatives: int | None) -> int | tuple[int, int] | None:
    if (positives is None) != (negatives is None) or (samples is not None and positives is not None):
        raise BadParameter(
            "draw rows by their number, or by the number of each class.",
            found=f"samples {samples}, positives {positives}, negatives {negatives}",
            remedy="--samples 120, or --positives 55 --negatives 65",
        )
    return (positives, negatives) if positives is not None and negatives is not None else samples


def _learners(names: list[str]) -> dict[str, Any]:
    if not names:
        return {}
    from probative.experiments.catalog import model_named

    return {name: model_named(name, True) for name in names}


def _range(words: str, name: str, least: int) -> list[int]:
    """Whole numbers: 3, 1..12, or 10,20,40."""
    try:
        low, dots, high = words.partition("..")
        found = list(range(int(low), int(high) + 1)) if dots else [int(part) for part in words.split(",")]
    except ValueError:
        found = []
    if not found or min(found) < least:
        raise BadParameter(
            f"{name} must be whole numbers, at least {least}.", found=words, remedy="3, or 1..12, or 10,20,40"
        )
    return found


def _draw(output: str | None, plot: Callable[[], Any]) -> None:
    if output is not None:
        from probative.pictures import check_picture_file, save_picture

        check_picture_file(output)
        console(stderr=True).print(f"picture written to {save_picture(plot(), output)}")


def _deliver(result: Any, html: str | None, json: str | None, plain: Document, text: str, seed: int = 0) -> None:
    """A page, JSON, and words unless JSON goes to standard output."""
    put_page(result, html, random_state=seed)
    if not deliver_json(plain, json):
        console().print(text)
