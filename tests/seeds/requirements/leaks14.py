"""R113, R138, R167 to R173 and R197: leaks, what splits do with rows, and what test rows were used for."""

from probative.errors import Leakage

from .entry import Entry

ROWS = """from sklearn.naive_bayes import GaussianNB
rng = np.random.default_rng(0)
X, y = rng.gamma(2, size=(120, 4)), rng.permutation(np.arange(120) % 2)"""
CODES = """
def codes(said):
    return {note.code for note in pv.evaluate(said).notes if note.severity != "note"}"""
SHARING = (
    ROWS
    + """
splits = [(np.arange(60), np.arange(57, 120)), (np.arange(60, 120), np.arange(60))]"""
)
TWINS = (
    ROWS
    + """
import pandas as pd
frame = pd.DataFrame({"a": X[:, 0], "text": rng.choice(list("abcdef"), 120), "gap": np.where(y, np.nan, X[:, 1])})
frame, y = pd.concat([frame, frame[:7]], ignore_index=True), np.append(y, y[:7])
from sklearn.dummy import DummyClassifier
once = frame.duplicated(keep=False)"""
)
NOISE = """from sklearn.feature_selection import SelectKBest
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline
X, y = np.random.default_rng(3).normal(size=(90, 400)), np.arange(90) % 2
frozen = make_pipeline(FrozenEstimator(SelectKBest(k=10).fit(X, y)), LogisticRegression())"""
SCALED = (
    ROWS
    + CODES
    + """
from sklearn.preprocessing import MaxAbsScaler, MinMaxScaler, RobustScaler, StandardScaler
scaled = [made.fit_transform(X) for made in (StandardScaler(), MinMaxScaler(), MaxAbsScaler(), RobustScaler())]"""
)
MONTE_CARLO = (
    ROWS
    + """
plan = pv.plan("monte-carlo 3 60/40")
pairs = list(plan.split(X, y))
found = pv.evaluate(pv.run(GaussianNB(), X, y, plan=plan))
note = {note.code: note for note in found.notes}"""
)
TRIED = """import tempfile
folder, rng = tempfile.mkdtemp(), np.random.default_rng(2)
y = rng.permutation(np.arange(200) % 2)
def tried(model):
    return pv.evaluate(truth=y, scores={model: rng.normal(y)}, ledger=folder + "/results/ledger.json", threshold=0.5)
first, second, third = tried("a"), tried("b"), tried("c")
note = next(note for note in third.notes if note.code == "used-for-selection")"""
SEVERAL = (
    ROWS
    + """
from sklearn.neighbors import KNeighborsClassifier
models = {f"k{k}": KNeighborsClassifier(k) for k in (1, 3, 5)}
found = pv.evaluate(pv.run(models, X, y, plan="5-fold stratified"))"""
)

ENTRIES = [
    Entry(
        "R113",
        "list(found.about.tested.times)",
        setup=MONTE_CARLO,
        expected="np.bincount(np.concatenate([test for _, test in pairs]), minlength=120).tolist()",
        tolerance=0.0,
        source="every test set counted row by row",
    ),
    Entry(
        "R138",
        "found.leader.label",
        setup=SEVERAL,
        expected="selection score (optimistic)",
        source="the words of the requirement",
    ),
    Entry("R167", "pv.run(GaussianNB(), X, y, plan=splits)", Leakage, setup=SHARING, source="refused unless forced"),
    Entry(
        "R167",
        "pv.run(GaussianNB(), X, y, plan=splits, force=True).about.leaks.overlapping",
        setup=SHARING,
        expected=(57, 58, 59),
        source="the rows that both sides of the first split name",
    ),
    Entry(
        "R167",
        "pv.run(GaussianNB(), X, y, row=np.arange(120) // 2)",
        Leakage,
        setup=ROWS,
        source="two rows with one id, on both sides of a split",
    ),
    Entry(
        "R167",
        'list(pv.run(DummyClassifier(), frame, y, plan="leave-one-out").about.leaks.twins)',
        setup=TWINS,
        expected="np.flatnonzero(once).tolist()",
        tolerance=0.0,
        source="pandas' duplicated, over numbers, text and gaps",
    ),
    Entry(
        "R167",
        "pv.permutation_test(GaussianNB(), X[:60], y[:60], test=(X[:60], y[:60]), n_permutations=9)",
        Leakage,
        setup=ROWS,
        source="a test set that was trained on",
    ),
    Entry("R168", "pv.run(frozen, X, y)", Leakage, setup=NOISE, source="a selector that saw the test rows"),
    Entry(
        "R168",
        'pv.evaluate(pv.run({"m": frozen}, X, y, force=True)).models["m"].measures["accuracy"].value > 0.75',
        setup=NOISE,
        source="labels are independent of all columns: anything above a half is the leak",
    ),
    Entry(
        "R168",
        '["scaled-in-advance" in codes(pv.run(GaussianNB(), one, y)) for one in [X, *scaled]]',
        setup=SCALED,
        expected=[False, True, True, True, True],
        source="scikit-learn's scalers, fitted on all rows",
    ),
    Entry(
        "R168",
        '"preprocessed-outside" in codes(pv.run(GaussianNB(), X, y, preprocessed="scaled on all rows"))',
        setup=ROWS + CODES,
        source="externally preprocessed data, declared",
    ),
    Entry(
        "R169",
        '["ordered-rows-unshuffled" in codes(pv.run(GaussianNB(), X, np.sort(y), plan=p)) for p in plans]',
        setup=ROWS + CODES + '\nplans = ["6-fold unshuffled", list(pv.plan("6-fold unshuffled").split(X)), "6-fold"]',
        expected=[True, True, False],
        source="by construction",
    ),
    Entry(
        "R169",
        '"ordered-rows-unshuffled" in codes(pv.run(Ridge(), X, np.sort(X[:, 0]), plan="6-fold unshuffled"))',
        setup=ROWS + CODES + "\nfrom sklearn.linear_model import Ridge",
        source="targets of a regression, sorted",
    ),
    Entry(
        "R170",
        '["unequal-selection" in codes(pv.run(GaussianNB(), X, y, plan=p)) for p in [few, *plans]]',
        setup=ROWS
        + CODES
        + """
few = [(np.arange(20, 120), np.arange(i, i + 4)) for i in range(0, 20, 4)]
plans = ["5-fold", "5-fold stratified", "bootstrap 10", "monte-carlo 10"]""",
        expected=[True, False, False, False, False],
        source="only 20 of 120 rows are ever tested",
    ),
    Entry(
        "R171",
        '[note.severity, note.numbers["evaluations"], note.numbers["compared"], note.numbers["choices"]]',
        setup=TRIED,
        expected=["warning", 3, 3, 2],
        source="counted by hand: the third model is the second choice",
    ),
    Entry(
        "R171",
        '[any(n.code == "used-for-selection" for n in found.notes) for found in (first, second, third)]',
        setup=TRIED,
        expected=[False, False, True],
        source="from the second choice on",
    ),
    Entry(
        "R171",
        'note.numbers["optimism"]',
        setup=TRIED + '\nauc = third.models["c"].measures["auc"]',
        expected="1.5 / np.pi**0.5 * (auc.high - auc.low) / 2 / 1.959964",
        tolerance=1e-6,
        source="the mean of the largest of three normal numbers is 3/(2 sqrt(pi))",
    ),
    Entry(
        "R172",
        '[(n.severity, n.numbers["variants"]) for n in found.notes if n.code == "tuned-by-hand"]',
        setup=SEVERAL,
        expected=[("error", 3)],
        source="three variants of one learner, side by side",
    ),
    Entry(
        "R173",
        '[n.severity for n in pv.evaluate(said).notes if n.code == "overlapping-test-sets"]',
        setup=ROWS + '\nsaid = pv.run(GaussianNB(), X, y, plan="3x5 stratified")',
        expected=["warning"],
        source="the severity of the requirement",
    ),
    Entry(
        "R173",
        '[n.numbers["count"] for n in found.notes if n.code == "overlapping-test-sets"]',
        setup="""y = np.tile([0, 1, 1, 0], 20)
table = {"y": y, "score": np.linspace(0, 1, 80), "patient": np.arange(80) // 4 * 2 + y}
found = pv.evaluate(table, truth="y", scores="score", row="patient")""",
        expected=[40],
        source="40 patients, each there twice",
    ),
    Entry(
        "R197",
        'list(note["rows-never-tested"].rows)',
        setup=MONTE_CARLO,
        expected="sorted(set(range(120)).difference(*(test.tolist() for _, test in pairs)))",
        tolerance=0.0,
        source="set arithmetic over the splits",
    ),
    Entry(
        "R197",
        'list(note["rows-never-trained"].rows)',
        setup=MONTE_CARLO,
        expected="sorted(set(range(120)).difference(*(train.tolist() for train, _ in pairs)))",
        tolerance=0.0,
        source="set arithmetic over the splits",
    ),
]
