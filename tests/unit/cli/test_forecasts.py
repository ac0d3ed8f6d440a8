"""probative forecasts on the command line: what it says is what Python says, whichever form the forecasts have."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy.stats import norm

import probative as pv

from .command import run

RNG = np.random.default_rng(5)
N = 40
MEAN, SD = RNG.normal(size=N), RNG.uniform(0.5, 2, N)
Y = RNG.normal(MEAN, SD)
COLUMNS = {"y": Y, "mean": MEAN, "sd": SD} | {
    f"q{k}": MEAN + SD * norm.ppf(k / 10) for k in (1, 5, 9)
} | {f"m{k}": RNG.normal(MEAN, SD) for k in range(4)}  # fmt: skip
QUANTILES, MEMBERS = [COLUMNS[f"q{k}"] for k in (1, 5, 9)], [COLUMNS[f"m{k}"] for k in range(4)]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("forecasts") / "forecasts.csv"
    rows = zip(*(column.tolist() for column in COLUMNS.values()), strict=True)
    path.write_text("\n".join([",".join(COLUMNS), *(",".join(map(repr, row)) for row in rows)]), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("words", "forms"),
    [
        (("--mean", "mean", "--sd", "sd"), {"mean": MEAN, "sd": SD}),
        (("--member", "m[0-9]", "--member", "m?"), None),
        (("--member", "m?"), {"ensemble": np.column_stack(MEMBERS)}),
        (
            ("--quantile", "0.9=q9", "--quantile", "0.1=q1", "--quantile", "0.5=q5"),
            {"quantiles": np.column_stack(QUANTILES), "levels": [0.1, 0.5, 0.9]},
        ),
    ],
)
def test_the_command_says_what_python_says(table: str, words: tuple[str, ...], forms: dict[str, object] | None) -> None:
    done = run("forecasts", table, "--truth", "y", *words, "--json", "-")
    if forms is None:
        assert done.returncode == 2
        assert "m[0-9]" in done.stderr
        return
    assert json.loads(done.stdout) == pv.predictive_distribution(Y, **forms).to_dict()


def test_half_a_form_and_a_level_outside_are_refused(table: str) -> None:
    for words, said in ((("--mean", "mean"), "mean= and sd="), (("--quantile", "1.5=q9"), "between 0 and 1")):
        done = run("forecasts", table, "--truth", "y", *words)
        assert done.returncode == 2
        assert said in done.stderr
