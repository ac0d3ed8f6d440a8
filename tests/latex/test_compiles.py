"""What is written in LaTeX compiles, with an engine of 8-bit fonts and with one that knows Unicode."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from scipy.special import expit

import probative as pv
from probative.findings.tables import table_names

pytestmark = pytest.mark.slow
HEAD = r"""\documentclass{article}
\usepackage{booktabs}
\usepackage[a3paper,landscape,margin=1cm]{geometry}
%s
\begin{document}
"""
FONTS = {"pdflatex": r"\usepackage{lmodern}", "lualatex": ""}
N = 120
RNG = np.random.default_rng(0)
TRUTH = (RNG.random(N) < 0.4).astype(int)
HOSTILE = r"50% & $x_1$ \alpha #2 {a} ~^ [b] -- `c' <d>|"


def compiled(engine: str, body: str, folder: Path, bib: str = "") -> str:
    """The log of a run without errors; of a paper with references, after BibTeX."""
    assert shutil.which(engine), f"no {engine}: make latex installs it"
    (folder / "paper.tex").write_text(HEAD % FONTS[engine] + body + "\n\\end{document}\n", encoding="utf-8")
    steps = [[engine, "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]]
    if bib:
        (folder / "refs.bib").write_text(bib, encoding="utf-8")
        steps = [steps[0], ["bibtex", "paper"], steps[0], steps[0]]
    for step in steps:
        done = subprocess.run(step, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
        assert done.returncode == 0, done.stdout[-2000:]
    assert (folder / "paper.pdf").stat().st_size > 1000
    return (folder / "paper.log").read_text(encoding="utf-8", errors="replace")


def binary() -> pv.Findings:
    scores = {HOSTILE: expit(3 * TRUTH - 1.5 + RNG.normal(size=N)), "plain": RNG.random(N)}
    table = {"y": TRUTH, "site": RNG.choice(["n & m", "s_1"], N), **scores}
    return pv.evaluate(table, truth="y", scores=list(scores), positive=1, by="site", costs=pv.Costs(1, 5))


def classes() -> pv.Findings:
    label = np.array(["a_b", "c%", "{d}"])[RNG.integers(0, 3, N)]
    return pv.evaluate(truth=label, predicted={"one": RNG.permutation(label), "two": label})


def numbers() -> pv.Findings:
    truth = RNG.normal(size=N)
    return pv.evaluate(truth=truth, predicted={"a": truth + RNG.normal(size=N), "b": truth * 0.5})


def folds() -> pv.Findings:
    table = {"x": RNG.normal(size=N), "z": RNG.normal(size=N), "y": TRUTH}
    return pv.evaluate(pv.experiment(table, target="y", models=("gaussian", "tree"), plan="3-fold stratified"))


MADE: dict[str, Callable[[], pv.Findings]] = {f.__name__: f for f in (binary, classes, numbers, folds)}


@pytest.mark.parametrize("engine", FONTS)
@pytest.mark.parametrize("kind", MADE)
def test_every_table_compiles(engine: str, kind: str, tmp_path: Path) -> None:
    found = MADE[kind]()
    tables = [found.table(name).to_latex() for name in table_names(found)]
    assert len(tables) > 2
    log = compiled(engine, "\n\\clearpage\n".join(tables), tmp_path)
    assert "Missing character" not in log


@pytest.mark.parametrize("kind", MADE)
def test_the_paragraph_on_methods_compiles_with_its_references(kind: str, tmp_path: Path) -> None:
    made = MADE[kind]().methods(everything=True)
    body = made.to_latex() + "\\bibliographystyle{plain}\n\\bibliography{refs}\n"
    log = compiled("pdflatex", body, tmp_path, made.bibtex)
    assert "undefined citations" not in log.lower()
    assert "There were undefined references" not in log
    assert (tmp_path / "paper.bbl").read_text(encoding="utf-8").count(r"\bibitem") >= 4


def test_every_work_of_the_library_compiles(tmp_path: Path) -> None:
    from probative.papers.reference import bibtex, library

    body = "\\nocite{*} References\n\\bibliographystyle{plain}\n\\bibliography{refs}\n"
    compiled("pdflatex", body, tmp_path, bibtex(library().values()))
    printed = (tmp_path / "paper.bbl").read_text(encoding="utf-8")
    assert printed.count(r"\bibitem") == len(library())


@pytest.mark.parametrize("engine", FONTS)
def test_a_comparison_compiles(engine: str, tmp_path: Path) -> None:
    models = {
        name: TRUTH ^ (RNG.random(N) < share).astype(int) for name, share in {"a": 0.1, "b_1": 0.2, "c": 0.3}.items()
    }
    verdict = pv.compare(truth=TRUTH, predicted=models, positive=1, measure="accuracy")
    log = compiled(engine, verdict.table().to_latex(), tmp_path)
    assert "Missing character" not in log
