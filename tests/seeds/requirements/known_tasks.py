"""Clauses of losses and known tasks, each of which a mutation of its function must fail."""

from __future__ import annotations

from probative.errors import BadParameter

from .entry import Entry

STATS = "from scipy import stats"
ONE = "task = pv.gaussian_example(1)"
INVERSES = (
    ONE
    + """
plus, minus = np.linalg.inv(task.positive.cov), np.linalg.inv(task.negative.cov)
up, down = task.positive.mean, task.negative.mean"""
)
PLANE = STATS + "\nplane = pv.NoisyFunction(lambda x: x.sum(axis=1), 0.5, x=stats.multivariate_normal([0, 0]))"
BORDERS = """pairs = {"line": np.eye(2), "ellipse": np.diag([4, 2]), "parabola": np.diag([1, 2]), "hyperbola": np.diag([0.5, 2])}
tasks = [pv.GaussianTask([0, 0], np.eye(2), [1, 0], cov) for cov in pairs.values()]"""
FIT = """from sklearn.linear_model import LinearRegression
task = pv.NoisyFunction(np.sin, sigma=0.5, low=0, high=3)
found = pv.fits(LinearRegression(), task, n=10, repeats=5)"""

LOSSES = [
    Entry(
        "R18",
        "[*pv.losses.hinge([1, -1], [0.3, 0.4]), *pv.losses.log([1, 0], [0.8, 0.3])]",
        expected="[0.7, 1.4, -np.log(0.8), -np.log(0.7)]",
        tolerance=1e-12,
        source="max(0, 1 − y g), −ln p(y)",
    ),
    Entry(
        "R19",
        "pv.losses.convergence([0, 1, 1, 0]).standard_error[1:].tolist()",
        setup=STATS,
        expected="[stats.sem([0, 1]), stats.sem([0, 1, 1]), stats.sem([0, 1, 1, 0])]",
        tolerance=1e-12,
        source="SciPy, after 2, 3 and 4 rows",
    ),
    Entry(
        "R14",
        "float(plane.risk(lambda x: 0 * x[:, 0], 'absolute', draws=4000))",
        setup=PLANE,
        expected="1.5 * np.sqrt(2 / np.pi)",
        tolerance=0.045,
        source="the mean of |N(0, 1.5²)|, within three standard errors of 4,000 draws",
    ),
    Entry(
        "R14",
        "plane.risk(lambda x: 0 * x[:, 0], 'absolute', draws=4000).standard_error",
        setup=PLANE,
        expected="np.sqrt(2.25 * (1 - 2 / np.pi) / 4000)",
        tolerance=1e-3,
        source="the standard deviation of |N(0, 1.5²)| over the root of 4,000",
    ),
    Entry(
        "R14",
        "float(pv.ClassTask(three).risk(lambda x: np.where(x[:, 0] >= 0, 1, -1), draws=20000))",
        setup=STATS + "\nthree = {s: stats.multivariate_normal([s, 0, 0]) for s in (1, -1)}",
        expected="stats.norm.cdf(-1)",
        tolerance=0.006,
        source="SciPy: Φ(−1), in three dimensions within three standard errors of 20,000 draws",
    ),
    Entry(
        "R16",
        "pv.NoisyFunction(lambda x: x, 0.5).conditional_density([0.1], [0.0]).tolist()",
        setup=STATS,
        expected="[stats.norm(0, 0.5).pdf(0.1)]",
        tolerance=1e-12,
        source="SciPy: p_n(y − f(x))",
    ),
    Entry(
        "R16",
        "pv.NoisyFunction(lambda x: x, 0.5, x=stats.norm(1, 2)).joint_density([0.3], [0.1]).tolist()",
        setup=STATS,
        expected="[stats.norm(1, 2).pdf(0.3) * stats.norm(0, 0.5).pdf(0.1 - 0.3)]",
        tolerance=1e-12,
        source="SciPy: p(x) p_n(y − f(x))",
    ),
]

WORLDS = [
    Entry(
        "R22",
        "[share for over in ('y', 'x') for share in pv.theory.marginal([[0.1, 0.2], [0.3, 0.4]], over=over)]",
        expected=[0.4, 0.6, 0.3, 0.7],
        tolerance=1e-12,
        source="sums of columns and of rows by hand",
    ),
    Entry("R22", "pv.theory.complement([0.2, 0.9]).tolist()", expected=[0.8, 0.1], tolerance=1e-12, source="1 − p"),
    Entry(
        "R22",
        "pv.theory.joint([[0.9, 0.1], [0.05, 0.95]], [0.01, 0.99]).ravel().tolist()",
        expected="np.multiply([[0.9, 0.1], [0.05, 0.95]], [[0.01], [0.99]]).ravel().tolist()",
        tolerance=1e-12,
        source="NumPy: every conditional times its prior",
    ),
    Entry(
        "R23",
        "pv.GaussianTask(1.0, 1.0, -1.0, 1.0).predict([[0.0]]).tolist()",
        expected=[1],
        source="midway between two equal classes both are equally likely: positive, as of R4",
    ),
    Entry(
        "R24",
        "float(pv.ClassTask({1: stats.norm(1), -1: stats.norm(-1)}).bayes_risk)",
        setup=STATS,
        expected="stats.norm.cdf(-1)",
        tolerance=1e-8,
        source="SciPy: Φ(−1)",
    ),
    Entry(
        "R26",
        "pv.GaussianTask(0.0, 1.0, 1.0, 1.0, prior_pos=0.0)",
        expected=BadParameter,
        source="a prior of 0 or 1 leaves nothing to decide",
    ),
    Entry(
        "R27",
        "[*task.quadric.A.ravel(), *task.quadric.b]",
        setup=INVERSES,
        expected="[*(plus - minus).ravel(), *(up @ plus - down @ minus)]",
        tolerance=1e-8,
        source="NumPy's inverses of both covariances",
    ),
    Entry(
        "R28",
        "pv.GaussianTask([0, 0], cov, [1, 0], cov * (1 + 1e-15)).quadric.kind",
        setup="cov = np.array([[2.0, 0.03], [0.03, 1e-3]])",
        expected="line",
        source="a difference of rounding, judged by the size of Σ⁻¹, bends no border",
    ),
    Entry("R28", "[task.quadric.kind for task in tasks] == list(pairs)", setup=BORDERS, source="the signs of A"),
    Entry(
        "R33",
        "np.cov(task.sample((20000, 20000), random_state=0)[0][:20000].T).ravel().tolist()",
        setup="task = pv.GaussianTask([1, 2], [[2.0, 0.9], [0.9, 0.5]], [0, 0], np.eye(2))",
        expected=[2.0, 0.9, 0.9, 0.5],
        tolerance=0.06,
        source="the covariance asked for, within three standard errors of 20,000 rows",
    ),
    Entry(
        "R33",
        "(task.sample(20000, random_state=0)[1] == 1).mean()",
        setup="task = pv.gaussian_example(3)",
        expected=1 / 12,
        tolerance=0.006,
        source="labels drawn from a prior of 1/12, within three standard errors",
    ),
    Entry(
        "R34",
        "pv.plug_in(task, *task.sample((30, 90), random_state=0)).estimated.prior_pos",
        setup=ONE,
        expected=0.25,
        tolerance=1e-12,
        source="30 of 120",
    ),
    Entry(
        "R41",
        "found.columns()['variance'].tolist()",
        setup=FIT,
        expected="np.var(found.fits, axis=0).tolist()",
        tolerance=1e-12,
        source="NumPy's variance with divisor M",
    ),
    Entry(
        "R42",
        "[task.design(1).tolist(), task.design(7).tolist()]",
        setup="task = pv.NoisyFunction(np.sin, sigma=0.5, low=1, high=4)",
        expected=[[1.0], [1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0]],
        source="x1 + (x2 − x1)(i − 1)/(N − 1) by hand; a single point is x1",
    ),
    Entry(
        "R42",
        "pv.fits(LinearRegression(), task, n=4, repeats=2).points.tolist()",
        setup=FIT,
        expected=[0.0, 1.0, 2.0, 3.0],
        tolerance=1e-12,
        source="training sets stand at the design points",
    ),
]

ENTRIES = [*LOSSES, *WORLDS]
