"""What a legend shows looks like what it names, with both pens."""

import numpy as np

import probative as pv
from probative.pictures import Axis, Band, Chart, Dots, Heat, Line, draw
from probative.pictures.svg_pen import key_to, svg
from probative.report.cards import legend_of


def chart(*shapes):
    return Chart("test", Axis.unit("x"), Axis.unit("y"), shapes)


def test_a_hint_of_one_series_has_its_colour_and_of_two_none():
    one = Line([0, 1], [0, 1], series=1, thin=True, hint="single folds")
    two = Line([0, 1], [1, 0], series=2, thin=True, hint="single folds")
    handles = [draw(chart(*shapes)).get_legend().get_lines()[0] for shapes in ((one,), (one, two))]
    assert [handle.get_color() for handle in handles] == ["#b84300", "#777777"]


def test_keys_of_the_page_look_as_what_is_drawn():
    assert "mark" not in key_to(Line([0, 1], [0, 1], series=1))
    assert "stroke-dasharray" not in key_to(Line([0, 1], [0, 1], series=1, dashed=False))
    assert "<rect" in key_to(Band([0, 1], [0, 0], [1, 1], series=0))
    assert 'class="dots s1"' in legend_of(chart(Dots([0.5], [0.5], series=1, name="rows")))


def test_a_map_of_a_series_has_its_colour_and_leaves_the_rest_empty():
    values = np.array([[1.0, np.nan], [np.nan, 1.0]])
    drawn = svg(chart(Heat((0, 1), (0, 1), values, series=2)))
    assert 'class="heat s2"' in drawn
    assert 'class="heat s0"' not in drawn


def test_regions_of_three_classes_are_filled_each_in_its_colour():
    X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]])
    found = pv.decision_regions(lambda x: np.clip(np.rint(x[:, 0]), 0, 2).astype(int), X, [0, 1, 2])
    maps = [shape for shape in found.picture().shapes if isinstance(shape, Heat)]
    assert [shape.series for shape in maps] == [0, 1, 2]
    covered = sum(np.isfinite(shape.values).astype(int) for shape in maps)
    assert (covered == 1).all()


def test_a_legend_covers_no_row():
    models = [("a", 0.0), ("b", 0.3)]
    rows = Axis.rows([name for name, _ in models], beside=[("gap 0",), ("gap 1",)])
    dots = Dots([x for _, x in models], [0, 1], series=0, name="test rows")
    axes = draw(Chart("Errors", Axis.over("Error", [0, 1]), rows, (dots,)))
    axes.figure.canvas.draw()
    assert axes.get_legend().get_window_extent().y1 <= axes.get_window_extent().y0
