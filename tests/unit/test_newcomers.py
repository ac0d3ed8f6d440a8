"""Two scripts: a stranger with a file and the README, and a newcomer with CONTRIBUTING and a measure."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm
from sklearn.metrics import roc_auc_score

from .cli.command import run
from .workshop import HOME, blocks, commands

ODD = "Ergebnisse 2026 (final).csv"
NAMES = {"y": "Wahrheit?", "score_A": "modèle alt", "score_B": "modèle neu"}


def test_a_stranger_decides_about_a_model_of_their_own(tmp_path: Path) -> None:
    """Own columns, semicolons, decimal commas, latin-1; only commands of the README."""
    rng = np.random.default_rng(4)
    y = rng.integers(0, 2, 500)
    scores = [1 / (1 + np.exp(-(2.5 * y - 1 + noise * rng.normal(size=500)))) for noise in (1.2, 1.15)]
    rows = [f"{'yes' if t else 'no'};{a:.4f};{b:.4f}".replace(".", ",") for t, a, b in zip(y, *scores, strict=True)]
    (tmp_path / ODD).write_bytes("\n".join([";".join(NAMES.values()), *rows]).encode("latin-1"))
    evaluate, compare, cut, needed, _ = (_with_own_names(line) for line in commands(HOME / "README.md"))
    told = {}
    for question, line in {"page": evaluate, "better": compare, "cut": cut, "needed": needed}.items():
        done = run(*line, cwd=tmp_path)
        assert done.returncode == 0, (line, done.stderr)
        told[question] = done.stdout
    page = unescape((tmp_path / "report.html").read_text(encoding="utf-8"))
    alt, neu = (np.round(one, 4) for one in scores)
    # Is B better than A?
    areas = [roc_auc_score(y, one) for one in (alt, neu)]
    answer = "modèle alt leads, but cannot be told from modèle neu: "
    assert told["better"].startswith(f"Which model? {answer}AUC {areas[0]:.3f} and {areas[1]:.3f}")
    assert answer in re.sub("<[^>]+>", "", page)
    # Which threshold, if a miss costs ten times a false alarm? Of all there are, counted one by one.
    cuts = np.unique(neu)
    costs = [((neu >= cut) & (y == 0)).sum() + 10 * ((neu < cut) & (y == 1)).sum() for cut in cuts]
    found = re.search(r"Where to cut\? Call “yes” from ([\d.]+) on\. If a miss costs 10 false alarms, ", told["cut"])
    assert found is not None
    called = neu >= float(found[1])
    assert (called & (y == 0)).sum() + 10 * (~called & (y == 1)).sum() == min(costs)
    assert f"1,000 rows then cost {1000 * min(costs) / 500:.0f}" in told["cut"]
    # How many more rows do I need? By the standard error of a bootstrap, for 4 times in 5 at 5 %.
    draws = (rng.integers(0, 500, 500) for _ in range(400))
    spread = np.std([roc_auc_score(y[one], alt[one]) - roc_auc_score(y[one], neu[one]) for one in draws])
    more = 500 * ((norm.isf(0.025) + norm.isf(0.2)) * spread / (areas[0] - areas[1])) ** 2 - 500
    said = re.search(r"([\d,]+) more", told["needed"])
    assert said is not None
    assert float(said[1].replace(",", "")) == pytest.approx(more, rel=0.3)
    assert "modèle neu" in page
    assert "would be found 4 times in 5" in page
    assert "latin-1" in told["page"]


def _with_own_names(line: str) -> list[str]:
    words = shlex.split(line)[1:]
    return [NAMES.get(word, ODD if word == "predictions.csv" else word) for word in words]


CHECK = """
import json, runpy, sys
import probative as pv
from sklearn.metrics import recall_score
y, said = [1, 0, 1, 1, 0, 0, 1, 0] * 10, [1, 0, 0, 1, 1, 0, 1, 0] * 10
found = pv.evaluate(y_true=y, y_pred=said)
expected = recall_score(y, said) * recall_score(y, said, pos_label=0)
one = found.models["model"].measures["both_right_rate"]
assert abs(one.value - expected) < 1e-12 and one.low < expected < one.high, one
assert "both_right_rate" in json.loads(found.to_json())["models"]["model"]["measures"]
assert "Both right" in str(found.table()) or "both_right_rate" in str(found.table())
found.save("page.html")
assert "oth right" in open("page.html").read() or "both_right_rate" in open("page.html").read()
assert "both_right_rate" in runpy.run_path(sys.argv[1])["page"]()
"""


def test_a_newcomer_adds_a_measure_as_contributing_says(tmp_path: Path) -> None:
    """In a copy of the house: the block of the worked example, and nothing else, brings the measure everywhere."""
    for name in ("src", "docs", "tests/laws"):
        shutil.copytree(
            HOME / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.png", "companion")
        )
    for name in ("pyproject.toml", "tests/conftest.py"):
        shutil.copy(HOME / name, tmp_path / name)
    (block,) = blocks(HOME / "CONTRIBUTING.md", "measure")
    home = tmp_path / "src/probative/measurement/chance_corrected.py"
    home.write_text(f"{home.read_text(encoding='utf-8')}\n\n{block}", encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "src")}

    def python(*words: str) -> None:
        done = subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=600,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]

    python("-m", "ruff", "check", str(home))
    python("-m", "ruff", "format", "--check", str(home))
    python("-m", "probative", "measures", "both_right_rate")
    python("-c", CHECK, str(tmp_path / "docs/make_measures.py"))
    python("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/laws/test_measures.py", "-k", "both_right_rate")


@pytest.mark.slow
def test_the_wheel_runs_the_demo_in_an_empty_environment(tmp_path: Path) -> None:
    """Some 400 MB are fetched for it."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    wheels, place = tmp_path / "dist", tmp_path / "empty"
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(wheels), str(HOME)]
    subprocess.run(build, check=True, env=environment, cwd=tmp_path)
    subprocess.run([sys.executable, "-m", "venv", str(place)], check=True, env=environment)
    wheel = next(wheels.glob("probative-*.whl"))
    words = ["-m", "pip", "install", "--quiet", "--constraint", str(HOME / "constraints.txt"), str(wheel)]
    subprocess.run([str(place / "bin/python"), *words], check=True, env=environment, cwd=tmp_path)
    demo = [str(place / "bin/probative"), "demo", "--html", "report.html"]
    done = subprocess.run(demo, check=True, env=environment, cwd=tmp_path, capture_output=True, text=True)
    assert "Which model? logistic leads" in done.stdout
    assert (tmp_path / "report.html").stat().st_size > 100_000
