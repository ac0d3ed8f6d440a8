"""Requirements on plans that are seen, curves of training, demonstrations and data sets."""

from __future__ import annotations

from .entry import Entry

FLOWERS = "probative data iris -o iris.csv"
IRIS = """from sklearn.datasets import load_iris
from sklearn.model_selection import StratifiedKFold, cross_val_score, validation_curve
from sklearn.neighbors import KNeighborsClassifier
X, y = load_iris(return_X_y=True)
cv = StratifiedKFold(5, shuffle=True, random_state=1)
"""
CURVE = (
    IRIS
    + """curve = pv.validation_curve(KNeighborsClassifier(), X, y, parameter="n_neighbors", values=[1, 15, 75], plan=cv)
right = validation_curve(KNeighborsClassifier(), X, y, param_name="n_neighbors", param_range=[1, 15, 75], cv=cv)[1]"""
)
BOTH = IRIS + 'both = pv.resubstitution(KNeighborsClassifier(1), X, y, plan="leave-one-out").models[0]'
STUDY = "from sklearn.neighbors import KNeighborsClassifier"

ENTRIES = [
    Entry(
        "R206",
        "pv.plan('nested 5-fold/3-fold').layout(range(30), candidates=4).trainings",
        expected=65,
        source="5·(3·4 + 1)",
    ),
    Entry(
        "R206",
        "probative plan '5x10 stratified' iris.csv --target species",
        setup=FLOWERS,
        expected=("50 trainings", "1.1 to 5.10       135    15       5           5          5"),
        source="deck 3, exercise 7: 15 rows a fold, 5 of each class",
    ),
    Entry(
        "R206",
        "probative plan 3-fold iris.csv --indices pairs.csv",
        setup=FLOWERS,
        expected="rows of every split written to pairs.csv",
        source="the index pairs",
    ),
    Entry(
        "R206",
        "sorted(row for _, test in pv.plan('3-fold').split(np.zeros((150, 4))) for row in test.tolist())",
        expected=list(range(150)),
        source="every row is tested once",
    ),
    Entry(
        "R206",
        "[word.get_text() for word in pv.plan('5-fold stratified').plot(X, y).get_yticklabels()]",
        setup=IRIS,
        expected=["1.1", "1.2", "1.3", "1.4", "1.5", "class"],
        source="a line a split, a strip of classes",
    ),
    Entry(
        "R208",
        "pv.study_estimators(KNeighborsClassifier(3), n=20, repeats=20, estimators=['leave-one-out'])['leave-one-out'].mean",
        setup=STUDY,
        expected=0.2,
        tolerance=1e-9,
        source="scikit-learn's cross_val_score on the same 20 samples",
    ),
    Entry(
        "R208",
        "pv.TwoGaussians(2.0).bayes_risk",
        expected=0.15865525393145707,
        tolerance=1e-12,
        source="the normal distribution at -1",
    ),
    Entry(
        "R208",
        "probative study estimators --n 20 --repeats 5",
        expected=(
            *("\nresubstitution ", "\nhold-out 50/50 ", "\nhold-out 70/30 ", "\nhold-out 90/10 "),
            *("\n2-fold ", "\n5-fold ", "\n10-fold ", "\n10-fold stratified ", "\n5x10-fold "),
            *("\nleave-one-out ", "\nout-of-bag bootstrap ", "\n.632 ", "\n.632+ "),
            *("Nearly unbiased", "More training rows", "Few folds overstate", "Leave-one-out hides"),
        ),
        source="the lists of R208",
    ),
    Entry(
        "R210",
        "curve.columns()['test'].tolist()",
        setup=CURVE,
        expected="(1 - right.mean(axis=1)).tolist()",
        tolerance=1e-12,
        source="scikit-learn's validation_curve",
    ),
    Entry(
        "R210",
        "curve.chosen",
        setup=CURVE,
        expected="[1, 15, 75][int(right.mean(axis=1).argmax())]",
        tolerance=0.0,
        source="scikit-learn's validation_curve",
    ),
    Entry(
        "R210",
        "curve.columns()['folds_sd'].tolist()",
        setup=CURVE,
        expected="right.std(axis=1, ddof=1).tolist()",
        tolerance=1e-12,
        source="scikit-learn's validation_curve",
    ),
    Entry(
        "R211",
        "[both.test.value, both.training, both.gap]",
        setup=BOTH,
        expected=[0.04, 0.0, 0.04],
        tolerance=1e-9,
        source="deck 3, exercise 7: 0.96 leave-one-out; a nearest neighbour of itself is never wrong",
    ),
    Entry("R211", "both.label", setup=BOTH, expected="resubstitution, not an estimate", source="the text"),
    Entry(
        "R212",
        "[trainings[name] for name in ('leave-one-out', 'leave-2-out', 'leave-pair-out', '10-fold stratified')]",
        setup="trainings = {option.plan: option.trainings for option in pv.plans(n=20, y=[0] * 10 + [1] * 10).options}",
        expected=[20, 190, 100, 10],
        source="N, N over 2, P·N, k",
    ),
    Entry(
        "R212",
        "probative plans iris.csv --target species",
        setup=FLOWERS,
        expected="Advised: 10x10-fold stratified",
        source="150 rows in balanced classes: repeated stratified folds (R117, R119)",
    ),
    Entry(
        "R214",
        "pv.extreme_fits()['fixed line'].variance",
        expected=0.0,
        source="deck 2: a line that no data can move",
    ),
    Entry(
        "R214",
        "pv.extreme_fits(repeats=400)['through all points'].columns()['variance'][::40].tolist()",
        expected=[0.25] * 6,
        tolerance=0.055,
        source="deck 2: sigma² at x = 0, 0.2, …, 1, where a polynomial goes through every point (400 training sets, three "
        "standard errors)",
    ),
    Entry(
        "R215",
        "pv.learning_curve(KNeighborsClassifier(3), X, y, sizes=[30, 120], plan=cv).points[-1].test.value",
        setup=IRIS,
        expected="1 - cross_val_score(KNeighborsClassifier(3), X, y, cv=cv).mean()",
        tolerance=1e-12,
        source="scikit-learn's cross_val_score: all training rows are the plan itself",
    ),
    Entry(
        "R215",
        "probative learning-curve iris.csv --target species --model knn --sizes 15,60 --measure accuracy",
        setup=FLOWERS,
        expected=("n_train  Accuracy, test rows     low    high", "\n  knn       15 ", "\n  knn       60 "),
        source="what was asked for",
    ),
    Entry(
        "R223",
        "pv.value('auc', pv.Ladder.from_scores(*pv.examples('003-exercise-5').values(), pos_label='p'))",
        expected=0.72,
        tolerance=1e-12,
        source="deck 3, exercise 5: 18/25",
    ),
    Entry("R223", "probative data iris -o iris.csv", expected="150 rows written to iris.csv", source="150 flowers"),
]
