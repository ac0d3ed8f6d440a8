"""Outlines against brute force on the raw rows: counts at every tick, the hull, the drawn line, the bins."""

from __future__ import annotations

import json
from math import inf

import numpy as np
import pytest
from scipy.spatial import ConvexHull

import probative as pv
from probative.curves.outline import Outline
from probative.curves.ticks import quantile_ticks, shared_ticks
from probative.errors import BadInput
from probative.pictures.simplify import kept_vertices

TICKS = [(1000 - i) / 1000 for i in range(1001)]


def scored(n: int, seed: int, share: float = 0.4) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < share).astype(int)
    truth[:2] = 0, 1
    return truth, 1 / (1 + np.exp(-rng.normal(1.5 * truth - 0.75, 1.2)))


def ulps() -> tuple[np.ndarray, np.ndarray]:
    """Scores on the ticks and one step of a float beside them."""
    exact = np.arange(1001) / 1000
    scores = np.concatenate([exact, np.nextafter(exact, 2), np.maximum(np.nextafter(exact, -1), 0)]).clip(0, 1)
    return np.random.default_rng(1).integers(0, 2, len(scores)), scores


CASES = {
    "smooth": scored(700, 0),
    "tied": (scored(600, 1)[0], scored(600, 1)[1].round(2)),
    "few values": (scored(300, 2)[0], scored(300, 2)[1].round(1)),
    "rare": scored(2000, 3, 0.01),
    "ulps": ulps(),
    "constant": (np.array([1, 0, 1, 0, 0]), np.full(5, 0.3)),
    "one of each": (np.array([1, 0]), np.array([0.7, 0.2])),
    "one positive": (np.array([0, 0, 1, 0, 0]), np.array([0.1, 0.6, 0.5, 0.2, 0.6])),
    "perfect": (np.array([0, 0, 0, 1, 1]), np.array([0.1, 0.2, 0.3, 0.8, 0.9])),
    "reversed": (np.array([1, 1, 0, 0, 0]), np.array([0.1, 0.2, 0.3, 0.8, 0.9])),
    "at the ends": (np.array([1, 0, 1, 0]), np.array([1.0, 1.0, 0.0, 0.0])),
    "infinite": (np.array([1, 0, 1, 0, 1, 0, 0]), np.array([inf, 0.4, 0.6, -inf, 0.2, 0.5, 0.1])),
    "infinite negative": (np.array([0, 0, 1, 1, 1, 0]), np.array([inf, 0.3, 0.6, 0.7, 0.2, -inf])),
    "only infinities": (np.array([1, 0, 1, 0]), np.array([inf, inf, -inf, -inf])),
}


def weights_of(n: int, kind: str) -> np.ndarray | None:
    rng = np.random.default_rng(n)
    return {"none": None, "thirds": np.full(n, 1 / 3), "choice": rng.choice([0.5, 1.0, 2.5], n), "any": rng.random(n)}[
        kind
    ]


def curve(truth: np.ndarray, scores: np.ndarray, w: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Thresholds and weights above each: none, then every distinct score from high to low."""
    cuts = np.unique(scores)[::-1]
    fp = [0.0, *(w[(scores >= cut) & (truth == 0)].sum() for cut in cuts)]
    tp = [0.0, *(w[(scores >= cut) & (truth == 1)].sum() for cut in cuts)]
    return np.concatenate([[inf], cuts]), np.array(fp), np.array(tp)


def upper_hull(x: np.ndarray, y: np.ndarray) -> list[tuple[float, float]]:
    """Corners above the diagonal of the convex hull of points, by the rates."""
    corners = ConvexHull(np.column_stack([np.append(x, 1.0), np.append(y, 0.0)])).vertices
    return sorted({(x[i], y[i]) for i in corners if i < len(x) and y[i] >= x[i]})


def distance_to_line(px: np.ndarray, py: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """From each point to the nearest place of a polyline."""
    found = np.full(len(px), inf)
    for ax, ay, bx, by in zip(x[:-1], y[:-1], x[1:], y[1:], strict=True):
        length = (bx - ax) ** 2 + (by - ay) ** 2
        way = np.clip(((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length, 0, 1)
        found = np.minimum(found, np.hypot(px - ax - way * (bx - ax), py - ay - way * (by - ay)))
    return found


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("kind", ["none", "thirds", "choice", "any"])
def test_counts_at_all_ticks_are_those_of_the_rows(name, kind):
    truth, scores = CASES[name]
    given = weights_of(len(truth), kind)
    w = np.ones(len(truth)) if given is None else given
    ladder = pv.Ladder.from_scores(truth, scores, sample_weight=given)
    for made in (Outline.of(ladder), Outline.from_dict(json.loads(json.dumps(Outline.of(ladder).to_dict())))):
        assert made.ticks.tolist() == TICKS
        above = scores[None, :] >= np.array(TICKS)[:, None]
        fp, tp = above @ (w * (truth == 0)), above @ (w * (truth == 1))
        if given is None:
            assert (made.fp.tolist(), made.tp.tolist()) == (fp.tolist(), tp.tolist())
            assert made.squares is None
        else:
            np.testing.assert_allclose(made.fp, fp, rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(made.tp, tp, rtol=1e-9, atol=1e-9)
            assert made.squares is not None
            np.testing.assert_allclose(made.squares[0][:1001], above @ (w**2 * (truth == 0)), rtol=1e-9, atol=1e-9)
            np.testing.assert_allclose(made.squares[1][:1001], above @ (w**2 * (truth == 1)), rtol=1e-9, atol=1e-9)
            assert made.squares[0][-1] == pytest.approx((w**2)[truth == 0].sum())
            assert made.squares[1][-1] == pytest.approx((w**2)[truth == 1].sum())
        assert made.positives == pytest.approx(w[truth == 1].sum())
        assert made.negatives == pytest.approx(w[truth == 0].sum())


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("kind", ["none", "thirds", "choice", "any"])
def test_nothing_is_left_over_where_all_rows_are_called_positive(name, kind):
    """A trace of a row, left by adding weights in another order, would make 0/0 a number."""
    truth, scores = CASES[name]
    ladder = pv.Ladder.from_scores(truth, scores, sample_weight=weights_of(len(truth), kind))
    plain = Outline.of(ladder).to_dict()
    for made in (Outline.of(ladder), Outline.from_dict(plain)):
        assert made.hull_tp[-1] == made.positives
        assert made.hull_fp[-1] == made.negatives
        if scores.min() >= 0:
            assert made.tp[-1] == made.positives
            assert made.fp[-1] == made.negatives
        assert (made.hull_fp[0], made.hull_tp[0]) == (0, 0)


@pytest.mark.parametrize("name", [name for name in CASES if name != "constant"])
@pytest.mark.parametrize("kind", ["none", "choice"])
def test_the_hull_is_the_upper_convex_hull(name, kind):
    truth, scores = CASES[name]
    given = weights_of(len(truth), kind)
    w = np.ones(len(truth)) if given is None else given
    at, fp, tp = curve(truth, scores, w)
    made = Outline.of(pv.Ladder.from_scores(truth, scores, sample_weight=given))
    expected = upper_hull(fp / fp[-1], tp / tp[-1])
    found = list(zip(made.hull_fp / made.negatives, made.hull_tp / made.positives, strict=True))
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-12)
    # Each vertex holds the rows that its threshold calls positive; the first calls none.
    for v, cut in enumerate(made.hull_thresholds.tolist()):
        place = 0 if v == 0 else int((at[1:] >= cut).sum())
        assert (made.hull_fp[v], made.hull_tp[v]) == pytest.approx((fp[place], tp[place]), rel=1e-12)
    assert made.hull_thresholds[0] == inf


def test_the_hull_of_a_constant_score_is_the_diagonal():
    made = Outline.of(pv.Ladder.from_scores(*CASES["constant"]))
    assert (made.hull_fp.tolist(), made.hull_tp.tolist()) == ([0, 3], [0, 2])
    assert made.hull_thresholds.tolist() == [inf, 0.3]


def assert_line_follows_curve(truth: np.ndarray, scores: np.ndarray, most: float, weight: np.ndarray | None = None):
    order = np.argsort(-scores, kind="stable")
    ends = np.append(np.flatnonzero(scores[order][1:] != scores[order][:-1]), len(scores) - 1)
    w = np.ones(len(truth)) if weight is None else weight
    fp = np.concatenate([[0.0], np.cumsum(w[order] * (truth[order] == 0))[ends]])
    tp = np.concatenate([[0.0], np.cumsum(w[order] * (truth[order] == 1))[ends]])
    made = Outline.of(pv.Ladder.from_scores(truth, scores, sample_weight=weight))
    line = np.column_stack([made.line_fp, made.line_tp])
    assert line[0].tolist() == [0, 0]
    assert line[-1].tolist() == [made.negatives, made.positives]
    assert (np.diff(line, axis=0).sum(axis=1) > 0).all()
    drawn = {tuple(point) for point in line.tolist()}
    assert {*zip(made.hull_fp.tolist(), made.hull_tp.tolist(), strict=True)} <= drawn
    if weight is None:
        assert drawn <= {*zip(fp.tolist(), tp.tolist(), strict=True)}
    else:
        gaps = [np.hypot(fp - x, tp - y).min() for x, y in drawn]
        assert max(gaps) <= 1e-9 * (fp[-1] + tp[-1])
    px, py = fp / fp[-1] * 300, tp / tp[-1] * 300
    far = distance_to_line(px, py, line[:, 0] / made.negatives * 300, line[:, 1] / made.positives * 300)
    assert far.max() <= most
    assert len(line) <= 1200


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("kind", ["none", "any"])
def test_the_line_keeps_ends_and_hull_and_stays_within_a_fifth_of_a_pixel(name, kind):
    truth, scores = CASES[name]
    assert_line_follows_curve(truth, scores, 0.2 + 1e-9, weights_of(len(truth), kind))


@pytest.mark.parametrize(("n", "seed"), [(4000, 5), (3900, 6)])
def test_the_line_of_the_longest_exact_curve_stays_within_a_fifth_of_a_pixel(n, seed):
    assert_line_follows_curve(*scored(n, seed), 0.2 + 1e-9)


@pytest.mark.parametrize(("n", "share"), [(10_000, 0.4), (200_000, 0.5), (200_000, 0.002)])
def test_the_line_of_many_rows_stays_within_half_a_pixel(n, share):
    assert_line_follows_curve(*scored(n, 7, share), 0.5)


def test_the_line_shows_precision_where_the_first_rows_are_wrong():
    """Precision jumps while recall has hardly begun: the jumps are part of the picture."""
    rng = np.random.default_rng(8)
    n = 3000
    truth = np.concatenate([[1, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0], rng.integers(0, 2, n)])
    scores = 1 - np.arange(len(truth)) / len(truth)
    fp, tp = np.cumsum(truth == 0), np.cumsum(truth == 1)
    made = Outline.of(pv.Ladder.from_scores(truth, scores))
    f, t = made.line_fp[1:], made.line_tp[1:]
    recall, precision = tp / tp[-1] * 300, tp / (tp + fp) * 300
    far = distance_to_line(recall, precision, t / tp[-1] * 300, t / (t + f) * 300)
    assert far.max() <= 0.2 + 1e-9


def test_rows_tested_three_times_count_as_one():
    rng = np.random.default_rng(15)
    truth, scores = np.repeat(rng.permutation([0] * 29 + [1] * 31), 3), rng.random(180)
    plain = Outline.of(pv.Ladder.from_scores(truth, scores, sample_weight=np.full(180, 1 / 3))).to_dict()
    assert (plain["positives"], plain["negatives"]) == (31, 29)
    made = Outline.from_dict(plain)
    above = scores[None, :] >= made.ticks[:, None]
    assert made.tp.tolist() == ((above & (truth == 1)).sum(axis=1) / 3).tolist()


def test_rungs_without_rows_change_nothing():
    full = pv.Ladder.from_counts([0.9, 0.7, 0.5, 0.2], [2, 0, 1, 1], [0, 1, 1, 2])
    gaps = pv.Ladder.from_counts(
        [0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.2, 0.1], [0, 2, 0, 0, 0, 1, 1, 0], [0, 0, 0, 1, 0, 1, 2, 0]
    )
    one, other = Outline.of(full), Outline.of(gaps)
    for column in ("fp", "tp", "hull_fp", "hull_tp", "line_fp", "line_tp"):
        assert getattr(one, column).tolist() == getattr(other, column).tolist()


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("kind", ["none", "choice", "any"])
def test_an_outline_comes_back_from_json(name, kind):
    truth, scores = CASES[name]
    made = Outline.of(pv.Ladder.from_scores(truth, scores, sample_weight=weights_of(len(truth), kind)))
    back = Outline.from_dict(json.loads(json.dumps(made.to_dict(), allow_nan=False)))
    for column in Outline.__slots__:
        one, other = getattr(made, column), getattr(back, column)
        if one is None:
            assert other is None
        else:
            np.testing.assert_allclose(other, one, rtol=1e-9, atol=0)
    assert back.to_dict() == Outline.from_dict(back.to_dict()).to_dict()


@pytest.mark.parametrize("raw", [False, True])
def test_the_size_does_not_grow_with_the_rows(raw):
    sizes = {}
    for n in (10**3, 10**6):
        truth, scores = scored(n, 9)
        ladder = pv.Ladder.from_scores(truth, np.log(scores / (1 - scores)) if raw else scores)
        ticks = quantile_ticks([ladder]) if raw else None
        plain = Outline.of(ladder, ticks).to_dict()
        sizes[n] = len(json.dumps({**plain, "ticks": ""}))
    assert sizes[10**6] <= 3 * sizes[10**3]
    assert max(sizes.values()) < 20_000


def test_the_bins_hold_all_rows_where_they_lie():
    truth, scores = CASES["smooth"]
    made = Outline.of(pv.Ladder.from_scores(truth, scores))
    assert made.span == (0, 1)
    edges = np.arange(1, 51) / 50
    for label, column in ((0, made.bins_negative), (1, made.bins_positive)):
        known = [int(((scores < edge) & (truth == label)).sum()) for edge in edges[:-1]]
        assert column.tolist() == [*known, (truth == label).sum()]


def test_the_bins_of_raw_scores_span_the_finite_ones():
    scores = np.array([-inf, -3.0, -1.0, 0.0, 2.0, 7.0, inf])
    truth = np.array([0, 0, 1, 0, 1, 1, 1])
    ladder = pv.Ladder.from_scores(truth, scores)
    made = Outline.of(ladder, quantile_ticks([ladder]))
    assert made.span == (-3, 7)
    # Bins of 0.2: the infinite ones stand in the first and the last.
    assert np.diff(made.bins_negative, prepend=0)[[0, 15]].tolist() == [2, 1]
    assert np.diff(made.bins_positive, prepend=0)[[10, 25, 49]].tolist() == [1, 1, 2]
    assert (made.bins_negative[-1], made.bins_positive[-1]) == (3, 4)


@pytest.mark.parametrize("scores", [[1e308, -1e308, 0.0, 5.0], [5e-324, 0.0, -5e-324, 0.0], [3.0, 3.0, 3.0, 3.0]])
def test_bins_of_extreme_scores_hold_all_rows(scores):
    ladder = pv.Ladder.from_scores([1, 0, 1, 0], scores)
    made = Outline.of(ladder, quantile_ticks([ladder]))
    assert made.span == (min(scores), max(scores))
    assert (made.bins_negative[-1], made.bins_positive[-1]) == (2, 2)
    json.dumps(made.to_dict(), allow_nan=False)
    if max(scores) == 1e308:
        assert np.diff(made.bins_negative, prepend=0)[[0, 25]].tolist() == [1, 1]
        assert np.diff(made.bins_positive, prepend=0)[[25, 49]].tolist() == [1, 1]


@pytest.mark.parametrize(("positives", "negatives"), [([1, 1], [0, 0]), ([0, 0], [1, 1])])
def test_one_class_has_no_outline(positives, negatives):
    with pytest.raises(BadInput, match="both classes"):
        Outline.of(pv.Ladder.from_counts([0.1, 0.9], positives, negatives))


# --- the ticks of raw scores -----------------------------------------------------------------------------------------


def test_ticks_move_about_as_many_rows_each():
    truth, scores = scored(50_000, 10)
    raw = np.log(scores / (1 - scores)) ** 3
    ladder = pv.Ladder.from_scores(truth, raw)
    ticks = quantile_ticks([ladder])
    assert len(ticks) == 1001
    assert (np.diff(ticks) <= 0).all()
    assert (ticks[0], ticks[-1]) == (raw.max(), raw.min())
    for rows in (raw[truth == 0], raw[truth == 1]):
        moved = np.diff([(rows >= tick).sum() for tick in ticks])
        assert moved.max() <= len(rows) / 160, "half the ticks follow the negatives, half the positives"
    # The vertices of the hull are among them, and what is printed calls the same rows.
    corners = Outline.of(ladder, ticks).hull_thresholds[1:]
    assert {int((raw >= cut).sum()) for cut in corners} <= {int((raw >= tick).sum()) for tick in ticks}
    assert np.median([len(repr(tick)) for tick in ticks.tolist()]) <= 9


def test_typed_probabilities_of_rare_events_are_ticks():
    rng = np.random.default_rng(3)
    truth = rng.random(200_000) < 0.001
    scores = 1 / (1 + np.exp(7 - rng.normal(0, 1.2, 200_000) - 3.5 * truth))
    ticks = shared_ticks([pv.Ladder.from_scores(truth, scores)])
    assert {0.01, 0.05, 0.1, 0.2, 0.3} <= set(ticks.tolist())
    moved = np.diff([(scores[truth] >= tick).sum() for tick in ticks])
    assert moved.max() <= 2, "every positive can be cut off by itself"


def test_models_of_different_scales_share_the_ticks():
    truth, scores = scored(3000, 11)
    small, large = scores * 1e-6, scores * 1e6 + 10
    ticks = quantile_ticks([pv.Ladder.from_scores(truth, raw) for raw in (small, large)])
    assert (ticks[0], ticks[-1]) == (large.max(), small.min())
    for raw in (small, large):
        moved = np.diff([(raw >= tick).sum() for tick in ticks])
        assert 440 <= (moved > 0).sum() <= 540
        assert moved.max() <= 15


def test_all_of_few_distinct_scores_are_ticks():
    truth, scores = scored(500, 12)
    raw = (scores * 20).round() - 10
    ticks = quantile_ticks([pv.Ladder.from_scores(truth, raw)])
    assert set(ticks.tolist()) == set(raw.tolist())
    assert len(ticks) == 1001


def test_infinite_scores_are_no_ticks():
    ladder = pv.Ladder.from_scores([1, 0, 1, 0], [inf, 3.0, 1.0, -inf])
    assert set(quantile_ticks([ladder]).tolist()) == {3.0, 1.0}
    nothing = pv.Ladder.from_scores([1, 0], [inf, -inf])
    assert set(quantile_ticks([nothing]).tolist()) == {0.0}
    assert set(quantile_ticks([ladder, nothing]).tolist()) == {3.0, 1.0}


def test_counts_at_raw_ticks_are_those_of_the_rows():
    rng = np.random.default_rng(13)
    truth = rng.integers(0, 2, 900)
    raw = rng.normal(truth * 2.0, 3).round(1)
    raw[:6] = inf, inf, -inf, -inf, 0.0, -0.0
    other = rng.normal(size=900) * 50
    ladders = [pv.Ladder.from_scores(truth, scores) for scores in (raw, other)]
    ticks = quantile_ticks(ladders)
    for scores, ladder in zip((raw, other), ladders, strict=True):
        made = Outline.from_dict(Outline.of(ladder, ticks).to_dict())
        above = scores[None, :] >= made.ticks[:, None]
        assert made.ticks.tolist() == ticks.tolist()
        assert made.fp.tolist() == (above & (truth == 0)).sum(axis=1).tolist()
        assert made.tp.tolist() == (above & (truth == 1)).sum(axis=1).tolist()


# --- fewer vertices for the same picture -----------------------------------------------------------------------------


def test_no_vertex_that_was_left_out_lies_farther_than_the_tolerance():
    rng = np.random.default_rng(14)
    for tolerance in (0.01, 0.2, 3.0):
        for _ in range(40):
            x, y = np.cumsum(rng.random(80)), np.cumsum(rng.normal(size=80))
            keep = rng.random(80) < 0.05
            chosen = kept_vertices(x, y, keep, tolerance)
            assert chosen[keep].all()
            assert chosen[[0, -1]].all()
            assert distance_to_line(x, y, x[chosen], y[chosen]).max() <= tolerance + 1e-9


def test_a_peak_on_a_steep_line_is_kept():
    """It lies on the line's continuation, but nothing is drawn there."""
    x, y = np.array([0.0, 0.001, 0.002]), np.array([150.0, 200.0, 140.0])
    assert kept_vertices(x, y, np.zeros(3, bool), 0.2).all()


def test_a_line_that_comes_back_to_its_start_keeps_its_way():
    x, y = np.array([0.0, 5.0, 0.0]), np.array([0.0, 5.0, 0.0])
    assert kept_vertices(x, y, np.zeros(3, bool), 0.2).all()
    assert kept_vertices(x * 0.01, y * 0.01, np.zeros(3, bool), 0.2).tolist() == [True, False, True]


def test_probabilities_that_fill_their_range_have_unit_ticks():
    truth, scores = np.tile([0, 1], 500), np.linspace(0, 1, 1000)
    assert shared_ticks([pv.Ladder.from_scores(truth, scores)]) is None


def test_probabilities_of_three_digits_have_unit_ticks_however_they_crowd():
    rng = np.random.default_rng(5)
    scores = (rng.beta(0.05, 0.05, 4000)).round(3)
    assert shared_ticks([pv.Ladder.from_scores(rng.random(4000) < scores, scores)], (0.5,)) is None


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


SHAPES = {
    "crowded at both ends": (8000, 0.5, lambda truth, noise: sigmoid(9 * (truth - 0.5) + 3 * noise)),
    "rare": (30_000, 0.004, lambda truth, noise: sigmoid(1.2 * noise + 3 * truth - 6.5)),
    "common": (30_000, 0.996, lambda truth, noise: sigmoid(1.2 * noise + 3 * truth + 3)),
    "signed": (4000, 0.4, lambda truth, noise: noise + truth),
    "few distinct": (4000, 0.4, lambda truth, noise: sigmoid(noise + truth).round(1)),
    "tied": (4000, 0.4, lambda truth, noise: (37 * sigmoid(noise + truth)).round() / 37),
    "three rows": (3, 0.5, lambda truth, noise: sigmoid(30 + noise)),
}


def corners_of(truth, scores):
    """The rows that each vertex of the upper hull of the ROC curve calls, by Andrew's chain over all thresholds."""
    levels = np.unique(scores)[::-1]
    at = [np.sort(scores[truth == label]) for label in (0, 1)]
    fp, tp = (len(column) - np.searchsorted(column, levels) for column in at)
    chain = [(0, 0)]
    for point in zip(fp.tolist(), tp.tolist(), strict=True):
        while len(chain) > 1 and turn(*chain[-2:], point) >= 0:
            chain.pop()
        chain.append(point)
    return {x + y for x, y in chain[1:]}


def turn(a, b, c):
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@pytest.mark.parametrize("shape", SHAPES)
def test_every_vertex_is_a_tick_and_both_classes_are_cut_finely(shape):
    n, share, made = SHAPES[shape]
    rng = np.random.default_rng(6)
    truth = (rng.random(n) < share).astype(int)
    truth[:2] = 0, 1
    models = [made(truth, rng.normal(size=n)) for _ in range(2)]
    found = shared_ticks([pv.Ladder.from_scores(truth, scores) for scores in models])
    ticks = np.array(TICKS) if found is None else found
    assert len(ticks) == 1001
    assert (np.diff(ticks) <= 0).all()
    for scores in models:
        called = n - np.searchsorted(np.sort(scores), ticks)
        assert corners_of(truth, scores) <= set(called.tolist())
        for label in (0, 1):
            rows = np.sort(scores[truth == label])
            moved = np.diff(len(rows) - np.searchsorted(rows, ticks)).max()
            assert moved <= max(len(rows) / 100, np.unique(rows, return_counts=True)[1].max())
    if shape not in ("signed", "three rows"):
        typed = [value for value in (0.01, 0.05, 0.1, 0.25, 0.5, 0.9, 0.99) if ticks[-1] <= value <= ticks[0]]
        assert typed
        assert set(typed) <= set(ticks.tolist())


def test_the_printed_threshold_of_every_vertex_is_a_tick():
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, 5000)
    ladders = [pv.Ladder.from_scores(truth, sigmoid(rng.normal(6 * truth - 3, 3))) for _ in range(3)]
    ticks = shared_ticks(ladders)
    for ladder in ladders:
        assert set(Outline.of(ladder, ticks).hull_thresholds[1:].tolist()) <= set(ticks.tolist())


def test_rare_events_have_ticks_where_their_scores_are():
    rng = np.random.default_rng(3)
    scores = np.append(rng.beta(1, 300, 20_000), 0.9)
    ladder = pv.Ladder.from_scores(rng.random(20_001) < 0.004, scores)
    ticks = shared_ticks([ladder], (0.05,))
    steps = np.diff((scores[None, :] >= ticks[::20, None]).sum(axis=1))
    assert len(ticks) == 1001
    assert (np.diff(ticks) <= 0).all()
    assert (ticks[0], ticks[-1]) == (0.9, scores.min())
    assert steps.max() < 600, "a step of the slider that moves a crowd"
    assert 0.05 in ticks
    outline = Outline.of(ladder, ticks)
    low, high = outline.span
    assert ((scores >= low) & (scores <= high)).mean() > 0.98
    assert high < 0.05
    assert outline.bins_positive[-1] + outline.bins_negative[-1] == 20_001


def test_given_thresholds_and_nought_are_ticks_of_raw_scores():
    rng = np.random.default_rng(4)
    ladder = pv.Ladder.from_scores(np.tile([0, 1], 2000), rng.normal(size=4000))
    ticks = shared_ticks([ladder], (0.123456, 1e9))
    assert 0.0 in ticks
    assert 0.123456 in ticks
    assert 1e9 not in ticks
    assert (np.diff(ticks) <= 0).all()
