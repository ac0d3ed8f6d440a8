"""Known worlds: studied alike, their optimum beside findings, and the sentence about real tasks."""

from .entry import Entry

SENTENCE = "Real tasks do not come with a known p(x, y), so the risk there is only ever estimated."

ENTRIES = [
    Entry("R36", "probative theory scores", expected=SENTENCE, source="000"),
    Entry("R36", "probative study fits", expected=SENTENCE, source="000"),
    Entry(
        "R30",
        "pv.GaussianTask(1.0, 1.0, -1.0, 1.0).optimum(costs=pv.Costs(fp=1, fn=5))['recall']",
        expected="norm.sf(np.log(1 / 5) / 2 - 1)",
        tolerance=1e-9,
        source="the normal tail above ½ ln(1/5)",
        setup="from scipy.stats import norm",
    ),
    Entry(
        "R31",
        "pv.ClassTask({1: norm(1), -1: norm(-1)}).optimum(pv.Costs(fp=1, fn=5), positive=1)['expected_cost']",
        expected="(5 * norm.cdf(np.log(1 / 5) / 2 - 1) + norm.sf(np.log(1 / 5) / 2 + 1)) / 2",
        tolerance=1e-6,
        source="normal tails on both sides of ½ ln(1/5)",
        setup="from scipy.stats import norm",
    ),
    Entry(
        "R116",
        "pv.study_estimators(LogisticRegression(), task=pv.gaussian_example(1), n=40, repeats=3, "
        "estimators=['2-fold stratified']).n",
        expected=40,
        source="the size asked for",
        setup="from sklearn.linear_model import LogisticRegression",
    ),
]
