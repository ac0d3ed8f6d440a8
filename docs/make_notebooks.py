"""Write the notebooks: their cells stand here, are run, and what they show is stored beside them."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("notebooks")
DATA = """import probative as pv
from sklearn.datasets import load_breast_cancer
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

X, y = load_breast_cancer(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, 1 - y, random_state=0, stratify=y, test_size=0.5)
logistic = make_pipeline(StandardScaler(), LogisticRegression()).fit(X_train, y_train)
forest = RandomForestClassifier(50, random_state=0).fit(X_train, y_train)"""
NOTEBOOKS: dict[str, list[str]] = {
    "evaluate-and-compare": [
        "# Evaluate two models, and compare them\n\nEvery number comes with its interval, and nothing is called better "
        "without a test. The positive class is a malignant tumour.",
        DATA,
        'found = pv.evaluate({"logistic": logistic, "forest": forest}, X_test, y_test)\nprint(found)',
        "The verdict says which test was valid here, and how large a difference these rows could have shown.",
        'pv.compare({"logistic": logistic, "forest": forest}, X_test, y_test)',
        "`found.save('report.html')` writes the page; `found` alone shows it here.",
        'found.table("confusion")',
    ],
    "threshold-for-a-cost": [
        "# A threshold for a cost\n\nA missed tumour costs ten times a false alarm. Which threshold, and what "
        "is it worth on other rows?",
        DATA,
        "scores = logistic.predict_proba(X_test)[:, 1]\nladder = pv.Ladder.from_scores(y_test, scores)\nladder",
        'pv.best_threshold(ladder, "cost", costs=pv.Costs(fp=1, fn=10))',
        "The value at a chosen threshold flatters: `achieved` allows for the choice. The same as an answer:",
        'print(pv.evaluate(y_test, scores, costs=pv.Costs(fp=1, fn=10), threshold_by="cost").answers[1])',
    ],
    "cross-validate": [
        "# Cross-validate without leaking\n\nScaling is inside the pipeline, so every training part does its own; "
        "the plan is stratified; folds overlap, and the interval of their mean allows for that.",
        DATA,
        'models = {"logistic": make_pipeline(StandardScaler(), LogisticRegression()), "forest": '
        'RandomForestClassifier(20, random_state=0)}\nsaid = pv.run(models, X, 1 - y, plan="5-fold stratified")\nsaid',
        'print(pv.resampled(said, "auc", model="logistic"))',
        "Two models on the same folds: the plain t-test would be wrong here, and is refused.",
        'pv.compare(said, measure="auc")',
    ],
}


def main() -> None:
    """Run and write all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name, cells in NOTEBOOKS.items():
        text = json.dumps(notebook(cells), indent=1, ensure_ascii=False) + "\n"
        (FOLDER / f"{name}.ipynb").write_text(text, encoding="utf-8")


def notebook(cells: list[str]) -> dict[str, Any]:
    """A notebook of format 4 with what its cells show."""
    names: dict[str, Any] = {}
    made = []
    for number, source in enumerate(cells):
        words = number == 0 or not _is_code(source)
        cell: dict[str, Any] = {"cell_type": "markdown" if words else "code", "id": f"cell-{number}", "metadata": {}}
        cell["source"] = source.splitlines(keepends=True)
        if not words:
            cell |= {"execution_count": None, "outputs": shown(source, names)}
        made.append(cell)
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": made, "metadata": about, "nbformat": 4, "nbformat_minor": 5}


def _is_code(source: str) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def shown(source: str, names: dict[str, Any]) -> list[dict[str, Any]]:
    """Run a cell; what it printed, and its last expression as text and as a table."""
    tree, last = ast.parse(source), None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined]
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(last, "cell", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if text := printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_().partition("<iframe")[0].splitlines(keepends=True)
        outputs.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


if __name__ == "__main__":
    main()
