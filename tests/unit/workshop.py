"""A workshop for the blocks of the documents: the files and names that they speak of."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

HOME = Path(__file__).parents[2]
N = 240


def blocks(document: Path, kind: str) -> Iterator[str]:
    """The fenced blocks of a kind, in their order."""
    text = document.read_text(encoding="utf-8")
    return (found[1] for found in re.finditer(rf"^```{kind}\n(.*?)^```", text, re.DOTALL | re.MULTILINE))


def commands(document: Path) -> list[str]:
    """Every command in blocks of shell, continued lines joined."""
    lines = "\n".join(blocks(document, "sh")).replace("\\\n", " ").splitlines()
    return [line.split(" #")[0].strip() for line in lines if line.strip().startswith("probative ")]


def names() -> dict[str, Any]:
    """What blocks of Python take for granted."""
    import pandas as pd
    from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
    from sklearn.linear_model import LogisticRegression, Ridge
    from sklearn.neighbors import KNeighborsRegressor
    from sklearn.svm import SVC
    from sklearn.tree import DecisionTreeClassifier

    import probative as pv

    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, N)
    x = rng.normal(size=(N, 3)) + y[:, None]
    half = slice(0, N // 2), slice(N // 2, N)
    model, forest = LogisticRegression().fit(x[half[0]], y[half[0]]), RandomForestClassifier(10, random_state=0)
    forest.fit(x[half[0]], y[half[0]])
    scores = model.predict_proba(x[half[1]])[:, 1]
    chances = 1 / (1 + np.exp(-x))
    frame = pd.DataFrame({"y": np.where(y == 1, "yes", "no"), "score_A": chances[:, 0], "score_B": chances[:, 1]})
    answers = pd.DataFrame({"question": range(N), "topic": np.arange(N) // 8, "grade_A": x[:, 0], "grade_B": x[:, 1]})
    found = pv.evaluate(frame, truth="y", scores=["score_A", "score_B"])
    evidence = pv.Outcomes(tp=3, fn=1, fp=2, tn=4)

    def batches(truth: Any, said: Any) -> Iterator[tuple[Any, Any]]:
        yield from ((truth[i : i + 10], said[i : i + 10]) for i in range(0, len(truth), 10))

    known = {name: value for name, value in locals().items() if name not in ("rng", "half", "x")}
    return known | {
        "np": np,
        "X": x,
        "X_test": x[half[1]],
        "y_test": y[half[1]],
        "y_true": frame["y"],
        "y_pred": np.where(x[:, 0] > 0.5, "yes", "no"),
        "s": x[:, 0],
        "amounts": x.sum(axis=1) + rng.normal(size=N),
        "g": (x[:, 0] > 0.5).astype(int),
        "said": pv.run({"forest": RandomForestClassifier(5, random_state=0)}, x, y, plan="2-fold stratified"),
        "new_scores": scores,
        "old_scores": scores - 0.3 * rng.normal(size=len(scores)),
        "monday": evidence,
        "tuesday": evidence,
        "groups": None,
        "numbers": x[:, 0],
        "kept": (Ridge, RandomForestRegressor, KNeighborsRegressor, SVC, DecisionTreeClassifier),
    }


def furnish(folder: Path) -> None:
    """Every file that commands in the documents name."""
    import pandas as pd

    rng = np.random.default_rng(1)
    y = rng.integers(0, 2, N)
    x = rng.normal(size=(N, 3)) + y[:, None]
    word = np.where(y == 1, "yes", "no")
    score = 1 / (1 + np.exp(-x))
    site = rng.choice(["north", "south"], N)
    predictions = pd.DataFrame(
        {"y": word, "score": score[:, 0], "score_A": score[:, 0], "score_B": score[:, 1], "age": x[:, 2] * 9 + 40}
        | {"site": site, "income": rng.lognormal(8, 1, N), "pred_A": np.where(score[:, 0] > 0.5, "yes", "no")}
    )
    predictions.to_csv(folder / "predictions.csv", index=False)
    for name, noise in (("old", 0.0), ("new", 0.1)):
        said = score[:, 0] + noise * rng.normal(size=N)
        columns = {"id": range(N), "request": range(N), "y": word, "score": said, "latency": 100 + 9 * x[:, 1] + noise}
        pd.DataFrame(columns).to_csv(folder / f"{name}.csv", index=False)
    table = pd.DataFrame(
        {"age": x[:, 0], "income": x[:, 1], "site": site, "churned": word, "customer": np.arange(N) // 4}
    )
    for name in ("table.csv", "churn.csv"):
        table.drop(columns="customer").to_csv(folder / name, index=False)
    table.to_parquet(folder / "churn.parquet")
    (folder / "B.csv").write_text(",positive,negative\npositive,45,5\nnegative,10,40\n", encoding="utf-8")
    species = np.array(["Adelie", "Chinstrap", "Gentoo"])[rng.integers(0, 3, N)]
    birds = {"species": species, "island": site, "sex": rng.choice(["m", "f"], N), "body_mass_g": 4000 + 300 * x[:, 0]}
    pd.DataFrame(birds).to_csv(folder / "penguins.csv", index=False)
    patients = {"age": x[:, 0], "pulse": x[:, 1], "sick": word, "outcome": y, "patient": range(N), "admitted": range(N)}
    pd.DataFrame(patients).to_csv(folder / "patients.csv", index=False)
    parts = {"row": range(N), "part": np.where(np.arange(N) < 160, "train", "test")}
    pd.DataFrame(parts).to_csv(folder / "splits.csv", index=False)
    graded = {
        "id": range(N),
        "question": range(N),
        "sample": 0,
        "topic": np.arange(N) // 8,
        "cluster": np.arange(N) // 8,
    }
    graded |= {"user": np.arange(N) // 4, "language": site, "region": site, "device": rng.choice(["a", "b"], N)}
    graded |= {"loss_A": x[:, 0], "loss_B": x[:, 1], "grade_A": x[:, 0], "grade_B": x[:, 1], "latency": 100 + x[:, 2]}
    for name in ("graded", "answers"):
        pd.DataFrame(graded).to_csv(folder / f"{name}.csv", index=False)
    results = {"A": rng.normal(0.8, 0.02, 12), "B": rng.normal(0.79, 0.02, 12), "C": rng.normal(0.75, 0.02, 12)}
    pd.DataFrame(results).to_csv(folder / "results.csv", index=False)
    pd.DataFrame({"a": results["A"], "b": results["B"]}).to_csv(folder / "folds.csv", index=False)
    pd.DataFrame({"y": x[:, 0], "g": x[:, 1]}).to_csv(folder / "test.csv", index=False)
    import probative as pv

    pd.DataFrame(pv.examples("iris")).to_csv(folder / "iris.csv", index=False)
    worlds = {"low": {"prior": 0.4, "norm": {"loc": -1}}, "high": {"prior": 0.6, "gamma": {"a": 3}}}
    (folder / "worlds.json").write_text(json.dumps(worlds))
    found = pv.evaluate(predictions, truth="y", scores=["score_A", "score_B"])
    found.save(folder / "findings.json")
    (folder / "grid.json").write_text(json.dumps({"logistic": {"C": [0.1, 1.0]}}))
