"""Distributions: counts and quantiles of the data, names and marks that can be read."""

import numpy as np
import pytest
from geometry import all_inside, overlapping

from lessons.plots import distribution


def samples(count=3, size=2000):
    rng = np.random.default_rng(0)
    return {f"policy number {i}": rng.gamma(2 + i, 40, size) for i in range(count)}


def test_rows_hold_the_counts_of_their_sample(chart):
    data = samples(2)
    shown = chart(distribution, data, xlabel="time, ms", title="T", bins=20)
    assert [label.get_text() for label in shown.ax.get_yticklabels()] == list(data)
    for index, (sample, stairs) in enumerate(zip(data.values(), shown.ax.patches, strict=True)):
        tops, edges, _ = stairs.get_data()
        counts, _ = np.histogram(sample, edges)
        assert counts.sum() == len(sample)
        heights = index - tops
        assert heights / heights.max() == pytest.approx(counts / counts.max())
    assert "#" not in shown.svg.replace("url(#", "").replace('href="#', "")


def test_quantiles_are_values_of_the_sample(chart):
    shown = chart(distribution, {"a": np.arange(1, 101)}, quantiles=(0.5, 0.9, 0.999))
    assert [line.get_xdata()[0] for line in shown.lines] == [50, 90, 100]
    assert [text.get_text() for text in shown.names] == ["p50 50", "p90 90", "p99.9 100"]


def test_log_bins_are_even_on_the_axis(chart):
    shown = chart(distribution, {"a": [1, 10, 100, 1000]}, log_x=True, bins=9)
    edges = shown.ax.patches[0].get_data().edges
    assert np.diff(np.log(edges)) == pytest.approx(np.log(edges[1] / edges[0]))


@pytest.mark.parametrize("count", [1, 3, 8])
def test_marks_and_names_have_room(chart, count):
    shown = chart(distribution, samples(count), quantiles=(0.5, 0.51, 0.9, 0.99))
    assert not overlapping([*shown.names, *shown.ax.get_yticklabels()])
    assert all_inside(shown.figure)


@pytest.mark.parametrize("log_x", [False, True])
@pytest.mark.parametrize("sample", [[4], [4, 4, 4], [1e-6, 1e9]])
def test_edges_are_drawn(chart, sample, log_x):
    assert all_inside(chart(distribution, {"a": sample}, log_x=log_x).figure)


def test_a_chart_without_quantiles_has_no_marks(chart):
    shown = chart(distribution, {"a": [1, 2]}, quantiles=(), xlabel="x")
    assert not shown.lines
    assert not shown.names


@pytest.mark.parametrize(
    ("data", "options", "message"),
    [
        ({}, {}, "samples is empty; it must have at least one sample"),
        ({"a": []}, {}, r"samples\['a'\] is empty; it must have at least one value"),
        ({"a": [1, np.nan]}, {}, r"samples\['a'\]\[1\] is nan; every value must be finite"),
        ({"a": [0]}, {"log_x": True}, r"samples\['a'\]\[0\] is 0; a log axis needs values above 0"),
        ({"a": [1]}, {"quantiles": [99]}, r"quantiles\[0\] is 99; it must be from 0 to 1"),
        ({"a": [1]}, {"bins": 0}, "bins is 0; it must be 1 or more"),
        ({str(i): [1] for i in range(25)}, {}, "samples has 25 rows; at most 24 fit a page"),
    ],
)
def test_what_cannot_be_drawn_is_refused(data, options, message):
    with pytest.raises(ValueError, match=f"^{message}"):
        distribution(data, **options)
