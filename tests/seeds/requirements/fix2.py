"""Known worlds: studied alike, their optimum beside findings, and the sentence about real tasks."""

import math
import subprocess
import sys

from scipy import stats
from sklearn.linear_model import LogisticRegression

import probative as pv

from .entry import Entry

SENTENCE = "Real tasks do not come with a known p(x, y), so the risk there is only ever estimated."
LINE = pv.GaussianTask(1.0, 1.0, -1.0, 1.0)
CUT = math.log(1 / 5) / 2


def said(*words):
    done = subprocess.run([sys.executable, "-m", "probative", *words], capture_output=True, text=True, check=True)
    return SENTENCE in " ".join(done.stdout.split())


ENTRIES = [
    Entry("R36", "probative theory scores", lambda: said("theory", "scores"), SENTENCE, source="000"),
    Entry("R36", "probative study fits", lambda: said("study", "fits"), SENTENCE, source="000"),
    Entry(
        "R116",
        "pv.study_estimators(LogisticRegression(), task=pv.gaussian_example(1), n=40, repeats=3, "
        "estimators=['2-fold stratified']).n",
        lambda: (
            pv.study_estimators(
                LogisticRegression(), task=pv.gaussian_example(1), n=40, repeats=3, estimators=["2-fold stratified"]
            ).n
        ),
        40,
        source="the size asked for",
        setup="from sklearn.linear_model import LogisticRegression",
    ),
    Entry(
        "R32",
        "pv.GaussianTask(1.0, 1.0, -1.0, 1.0).optimum(costs=pv.Costs(fp=1, fn=5))['recall']",
        lambda: LINE.optimum(costs=pv.Costs(fp=1, fn=5))["recall"],
        float(stats.norm.sf(CUT - 1)),
        1e-9,
        source="normal tail above ½ ln(1/5)",
    ),
]
