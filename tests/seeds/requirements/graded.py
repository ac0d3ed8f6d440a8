"""Rows that are already graded: the empirical risk of any loss, on test and validation sets alike."""

from __future__ import annotations

from .entry import Entry

# Six rows in three clusters, each sampled twice; by hand: means of A 1, 2, 3, 4, 5, 9, differences -1, 1, 0, -2, 1, -2.
TABLE = """table = {
    "id": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6],
    "cluster": [1] * 4 + [2] * 4 + [3] * 4,
    "loss_A": [0.5, 1.5, 1.0, 3.0, 3.0, 3.0, 3.5, 4.5, 4.0, 6.0, 8.0, 10.0],
    "loss_B": [2.0, 2.0, 0.5, 1.5, 2.0, 4.0, 6.0, 6.0, 3.0, 5.0, 11.0, 11.0],
}
"""
FILE = (
    TABLE
    + """from pathlib import Path
rows = [list(table), *zip(*table.values())]
Path("graded.csv").write_text("\\n".join(",".join(map(str, row)) for row in rows))"""
)
ENTRIES = [
    Entry(
        "R18",
        'pv.evaluate(table, values=["loss_A"], better="lower", row="id").models["A"].measures["mean_loss"].value',
        setup=TABLE,
        expected=4.0,
        tolerance=1e-12,
        source="(1 + 2 + 3 + 4 + 5 + 9) / 6",
    ),
    Entry(
        "R18",
        'pv.value("mean_loss", pv.Moments.from_values((np.array([3, -0.5, 2, 7]) - [2.5, 0.0, 2, 8]) ** 2))',
        setup="from sklearn.metrics import mean_squared_error",
        expected="mean_squared_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8])",
        tolerance=1e-12,
        source="scikit-learn: the mean of given losses is the mean squared error of the same rows",
    ),
    Entry(
        "R18",
        'pv.evaluate(table, values=["loss_A", "loss_B"], better="lower", row="id").models["A"].measures["mean_loss"].n',
        setup=TABLE,
        expected=6,
        source="twelve samples of six rows",
    ),
    Entry(
        "R19",
        "float(pv.Moments.from_values([1, 2, 3, 4, 5, 9]).standard_error)",
        expected=(8.0 / 6) ** 0.5,
        tolerance=1e-12,
        source="s = sqrt(40 / 5) by hand, over sqrt(6)",
    ),
    Entry(
        "R19",
        'pv.pilot(table, values="loss_A", better="lower", row="id").sd',
        setup=TABLE,
        expected=8.0**0.5,
        tolerance=1e-12,
        source="s = sqrt(40 / 5) by hand",
    ),
    Entry(
        "R18",
        'pv.compare(table, values=["loss_A", "loss_B"], better="lower", row="id").contests[0].result.effect',
        setup=TABLE,
        expected=-0.5,
        tolerance=1e-12,
        source="(-1 + 1 + 0 - 2 + 1 - 2) / 6",
    ),
    Entry(
        "R18",
        "probative evaluate graded.csv --value loss_A --value loss_B --better lower --row id --group cluster",
        setup=FILE,
        expected="6 rows · 2 models · graded: lower is better",
        source="twelve samples of six rows",
    ),
    Entry(
        "R19",
        'pv.evaluate(values=[0.3], better="lower").models["model"].measures["mean_loss"].why',
        expected="too few rows for a variance",
        source="m = 1 has no standard error",
    ),
]
