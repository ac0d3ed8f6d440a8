"""The last clauses of known worlds, costs and curves of training: pages, tables of costs, paired draws."""

from __future__ import annotations

from .entry import Entry

WORLD = """from sklearn.neighbors import KNeighborsClassifier
task = pv.gaussian_example(1)
study = pv.gaussian_study(task, sample=(55, 65), models={"a": KNeighborsClassifier(5), "b": KNeighborsClassifier(5)})
X, y = task.sample((55, 65), random_state=0)
knn = KNeighborsClassifier(5).fit(X, y)
side = (np.arange(600) + 0.5) / 600 * 3 - 1
grid = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
lost = np.abs(task.g_tilde(grid))[knn.predict(grid) != task.predict(grid)].sum() * (3 / 600) ** 2"""
THREE = """rng = np.random.default_rng(4)
y, a = rng.integers(0, 3, 90), rng.integers(0, 3, 90)
table = np.array([[0, 1, 4], [2, 0, 1], [8, 3, 0.0]])
named = {i: {j: table[i, j] for j in range(3) if i != j} for i in range(3)}"""
AGAIN = """rng = np.random.default_rng(4)
y = np.repeat([0, 1], 60)
X = {"a": rng.normal(size=120) + y, "b": rng.normal(size=120), "y": y}
said = pv.experiment(X, target="y", positive=1, models=["logistic"], plan="5-fold", costs=pv.Costs(fp=1, fn=5))
said.save("predictions.parquet")"""
IRIS = "probative data iris -o iris.csv"

ENTRIES = [
    Entry(
        "R17",
        "probative theory risk --f square --g line --sigma 0.1 --html risk.html",
        expected=("0.04333333333", "0.03333333333", "page written to risk.html"),
        source="∫ (x² − x)² dx = 1/30, and the variance of the noise beside it",
    ),
    Entry(
        "R34",
        "study.models[0].excess",
        setup=WORLD,
        expected="lost",
        tolerance=5e-4,
        source="|p(x, +1) − p(x, −1)| summed over a grid, where the rule differs from Bayes' rule",
    ),
    Entry(
        "R34",
        "study.models[0].excess - study.models[1].excess",
        setup=WORLD,
        expected=0.0,
        source="equal models on the same draws",
    ),
    Entry(
        "R69",
        "pv.evaluate(truth=y, predicted=a, costs=named).models['model'].measures['expected_cost'].value",
        setup=THREE,
        expected="table[y, a].mean()",
        tolerance=1e-12,
        source="what every row costs, averaged",
    ),
    Entry(
        "R166",
        "pv.evaluate('.').about.costs == pv.Costs(fp=1, fn=5)",
        setup=AGAIN,
        source="what the run was told",
    ),
    Entry(
        "R210",
        "probative validation-curve iris.csv --target species --model knn --parameter n_neighbors --values 1,9 "
        "--plan 3-fold --html curve.html",
        setup=IRIS,
        expected=("Error rate, test rows", "page written to curve.html"),
        source="what was asked for",
    ),
    Entry(
        "R211",
        "probative resubstitution iris.csv --target species --model 'knn(n_neighbors=1)' --plan 3-fold --html both.html",
        setup=IRIS,
        expected=("resubstitution, not an estimate", "page written to both.html"),
        source="what was asked for",
    ),
    Entry(
        "R215",
        "probative learning-curve iris.csv --target species --model knn --sizes 15,60 --plan 3-fold --html curve.html",
        setup=IRIS,
        expected=("Error rate, test rows", "page written to curve.html"),
        source="what was asked for",
    ),
]
