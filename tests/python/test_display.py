"""Displays draw, have scikit-learn's attributes, take data frames, and refuse what they cannot draw."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

matplotlib = pytest.importorskip("matplotlib")
pytest.importorskip("sklearn")
matplotlib.use("Agg")

import matplotlib.pyplot as plt  # noqa: E402
from sklearn.datasets import load_iris, make_blobs, make_moons  # noqa: E402
from sklearn.exceptions import NotFittedError  # noqa: E402

import halfspace  # noqa: E402
from halfspace.display import _drawing as draw  # noqa: E402
from halfspace.display.calibration import wilson  # noqa: E402
from halfspace.display.path import apart  # noqa: E402

AND = ([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
XOR = ([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def blobs():
    return make_blobs(40, centers=2, random_state=0)


def frame(X):
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(X, columns=["width in cm", "length in cm"])


def from_estimator(name, X, y, **more):
    """Each display of an estimator that suits it."""
    fitted = {
        "BoundaryDisplay": lambda: halfspace.LogisticRegression().fit(X, y),
        "CalibrationDisplay": lambda: halfspace.LogisticRegression().fit(X, y),
        "GapDisplay": halfspace.LogisticRegression,
        "MarginDisplay": lambda: halfspace.LinearSVC().fit(X, y),
        "MistakeBoundDisplay": lambda: halfspace.Perceptron(max_iter=20),
        "PathDisplay": lambda: halfspace.LogisticRegressionPath(n_points=10).fit(X, y),
        "SeparabilityDisplay": lambda: halfspace.LogisticRegression().fit(X, y),
    }
    return getattr(halfspace, name).from_estimator(fitted[name](), X, y, **more)


DISPLAYS = [name for name in halfspace.__all__ if name.endswith("Display")]
PLANE = ["BoundaryDisplay", "SeparabilityDisplay"]


@pytest.mark.parametrize("name", ["BoundaryDisplay", "CalibrationDisplay", "MarginDisplay", "SeparabilityDisplay"])
def test_an_estimator_must_be_fitted(name):
    with pytest.raises(NotFittedError, match="LogisticRegression"):
        getattr(halfspace, name).from_estimator(halfspace.LogisticRegression(), *blobs())


def test_all_displays_are_covered():
    assert len(DISPLAYS) == 7


@pytest.mark.parametrize("name", DISPLAYS)
def test_draws_into_a_new_figure(name):
    display = from_estimator(name, *blobs())
    axes = np.ravel(display.ax_)
    assert all(ax.figure is display.figure_ for ax in axes)
    assert all(ax.has_data() and ax.get_ylabel() for ax in axes)
    display.figure_.canvas.draw()


@pytest.mark.parametrize("name", DISPLAYS)
def test_draws_into_the_axes_given(name):
    _, ax = plt.subplots(2, 1) if name == "GapDisplay" else plt.subplots()
    display = from_estimator(name, *blobs(), ax=ax)
    assert np.all(np.ravel(display.ax_) == np.ravel(ax))
    again = plt.subplots(2, 1)[1] if name == "GapDisplay" else plt.subplots()[1]
    assert display.plot(ax=again) is display
    assert np.all(np.ravel(display.ax_) == np.ravel(again))


@pytest.mark.parametrize("name", DISPLAYS)
def test_takes_data_frames(name):
    X, y = blobs()
    display = from_estimator(name, frame(X), np.where(y == 0, "no", "yes"))
    if name in PLANE:
        assert (display.ax_.get_xlabel(), display.ax_.get_ylabel()) == ("width in cm", "length in cm")
    if name == "PathDisplay":
        assert display.names == ["width in cm", "length in cm"]


def test_polars_names_the_axes():
    polars = pytest.importorskip("polars")
    X, y = blobs()
    table = polars.DataFrame({"a": X[:, 0], "b": X[:, 1]})
    model = halfspace.LogisticRegression().fit(table, y)
    assert halfspace.BoundaryDisplay.from_estimator(model, table, y).ax_.get_xlabel() == "a"


@pytest.mark.parametrize("name", PLANE)
def test_refuses_three_columns(name):
    X, y = blobs()
    three = np.column_stack([X, X[:, 0]])
    model = halfspace.LogisticRegression().fit(three, y)
    with pytest.raises(ValueError, match="3"):
        getattr(halfspace, name).from_estimator(model, three, y)
    with pytest.raises(ValueError, match="X has 3 columns; SeparabilityDisplay draws two: choose them"):
        halfspace.SeparabilityDisplay.from_data(three, y)


@pytest.mark.parametrize("name", ["CalibrationDisplay", "MarginDisplay", "MistakeBoundDisplay", "SeparabilityDisplay"])
def test_refuses_three_classes(name):
    X, y = make_blobs(40, centers=3, random_state=0)
    with pytest.raises(ValueError, match=r"3 classes|coef_ has shape"):
        if name == "MistakeBoundDisplay":
            halfspace.MistakeBoundDisplay.from_estimator(halfspace.Perceptron(), X, y)
        else:
            model = halfspace.LogisticRegression().fit(X, y)
            getattr(halfspace, name).from_estimator(model, X, y)


def test_boundary_of_three_classes_and_of_other_libraries():
    from sklearn.tree import DecisionTreeClassifier

    X, y = load_iris(return_X_y=True)
    tree = DecisionTreeClassifier(random_state=0).fit(X[:, 2:], y)
    display = halfspace.BoundaryDisplay.from_estimator(tree, X[:, 2:], y)
    assert set(np.unique(display.response)) == {0, 1, 2}


def test_boundary_is_where_the_score_is_zero():
    X, y = blobs()
    model = halfspace.LogisticRegression().fit(X, y)
    display = halfspace.BoundaryDisplay.from_estimator(model, X)
    score = model.decision_function(np.column_stack([display.xx0.ravel(), display.xx1.ravel()]))
    assert np.array_equal(display.depths[1].ravel(), score)
    assert np.array_equal(display.response.ravel() == 1, score >= 0)


def test_depths_of_three_classes_meet_at_zero():
    X, y = make_blobs(60, centers=3, random_state=0)
    model = halfspace.LogisticRegression().fit(X, y)
    depths = np.sort(halfspace.BoundaryDisplay.from_estimator(model, X, y).depths, axis=0)
    assert np.allclose(depths[2], -depths[1])  # the best class leads the second by what that one lags
    assert np.all(depths[2] >= 0)


def test_separator_of_and_has_the_margin_of_the_verdict():
    display = halfspace.SeparabilityDisplay.from_data(*AND)
    w, b = display.separator
    scores = np.asarray(AND[0]) @ w + b
    assert np.all(np.where(np.asarray(AND[1]) == 1, scores, -scores) >= 1 - 1e-6)
    low, high = display.verdict.margin
    assert low - 1e-6 <= 1 / np.linalg.norm(w) <= high + 1e-6


def test_hulls_of_xor_share_the_centre():
    display = halfspace.SeparabilityDisplay.from_data(*XOR)
    assert display.separator is None
    star = [c for c in display.ax_.collections if c.get_label() == "point of both hulls"]
    assert len(star) == 1
    assert np.allclose(star[0].get_offsets(), [[0.5, 0.5]])


@pytest.mark.parametrize("points", [[[0, 0]], [[0, 0], [1, 1]], [[0, 0], [1, 1], [2, 2]]])
def test_hull_of_points_on_a_line(points):
    corners = draw.hull(np.asarray(points, float))
    assert set(map(tuple, corners)) == {tuple(points[0]), tuple(points[-1])}


def test_hull_holds_all_points():
    points = np.random.default_rng(0).normal(size=(50, 2))
    corners = draw.hull(points)
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        edge, to = b - a, points - a
        assert np.all(edge[0] * to[:, 1] - edge[1] * to[:, 0] >= -1e-12)


def test_updates_stay_below_the_bound():
    X, y = load_iris(return_X_y=True)
    display = halfspace.MistakeBoundDisplay.from_estimator(halfspace.Perceptron(), X[y != 2], y[y != 2])
    run = halfspace.Perceptron().fit(X[y != 2], y[y != 2])
    assert display.updates_per_pass.sum() == run.n_updates_
    assert len(display.updates_per_pass) == run.n_iter_
    assert display.updates_per_pass.sum() <= display.bound


def test_no_bound_where_the_rows_are_not_separable():
    assert halfspace.MistakeBoundDisplay.from_estimator(halfspace.Perceptron(max_iter=5), *XOR).bound is None


def test_margins_below_zero_are_mistakes():
    X, y = make_moons(60, noise=0.2, random_state=0)
    model = halfspace.SVC().fit(X, y)
    display = halfspace.MarginDisplay.from_estimator(model, X, y)
    assert np.mean(display.margins > 0) == model.score(X, y)
    assert np.array_equal(display.support, model.support_)


def test_margins_turn_with_the_positive_label():
    scores = [-2.0, 0.5, 1.0]
    first = halfspace.MarginDisplay.from_predictions([0, 0, 1], scores)
    other = halfspace.MarginDisplay.from_predictions([0, 0, 1], scores, pos_label=0)
    assert np.array_equal(first.margins, -other.margins)


def test_path_names_and_ends():
    X, y = load_iris(return_X_y=True)
    model = halfspace.LogisticRegressionPath(n_points=12, cv=3).fit(X[y != 0], y[y != 0])
    display = halfspace.PathDisplay.from_estimator(model)
    assert display.coefs.shape == (12, 4)
    assert display.chosen == model.chosen_
    same = halfspace.PathDisplay.from_path(model.path_, names=["a", "b", "c", "d"])
    assert np.array_equal(same.coefs, display.coefs)


def test_names_are_moved_apart_within_the_axes():
    out = apart([0.0, 0.01, 0.02, 1.0], 0.1, 0.0, 1.0)
    assert np.all(np.diff(out) >= 0.1 - 1e-12)
    assert out[0] >= 0.0
    assert out[-1] <= 1.0


def test_gap_ends_at_that_of_the_fit():
    X, y = blobs()
    seen = []
    estimator = halfspace.LogisticRegression(callback=seen.append)
    display = halfspace.GapDisplay.from_estimator(estimator, X, y)
    assert display.gaps[-1] <= 1e-4 * display.objectives[-1]
    assert np.all(np.diff(display.at) >= 0)
    assert not hasattr(estimator, "coef_")


def test_gap_by_rounds_falls_to_that_of_the_fit():
    X, y = make_moons(100, noise=0.3, random_state=0)
    model = halfspace.LogisticRegression(tol=1e-8).fit(X, y)
    display = halfspace.GapDisplay.from_estimator(halfspace.LogisticRegression(tol=1e-8), X, y, by="rounds")
    assert display.at[-1] == model.n_iter_[0] and len(display.at) > 1
    assert display.gaps[-1] == model.dual_gap_ < display.gaps[0]
    optimum = display.objectives - display.gaps
    assert np.all(optimum <= display.objectives[-1] + 1e-12)


def test_gap_needs_an_objective():
    with pytest.raises(TypeError, match="no callback"):
        from sklearn.linear_model import LogisticRegression

        halfspace.GapDisplay.from_estimator(LogisticRegression(), *AND)
    with pytest.raises(TypeError, match="without a gap"):
        halfspace.GapDisplay.from_estimator(halfspace.Perceptron(), *AND)


def test_shares_of_bins_are_means_of_labels():
    display = halfspace.CalibrationDisplay.from_predictions(["n", "y", "y", "y"], [0.05, 0.07, 0.95, 1.0], n_bins=10)
    assert display.counts.tolist() == [2, 2]
    assert np.allclose(display.prob_pred, [0.06, 0.975])
    assert np.allclose(display.prob_true, [0.5, 1.0])


def test_wilson_interval_by_its_equation():
    low, high = wilson(np.array([0.3]), [20])
    for p in (low, high):  # |share - p| = z sqrt(p (1 - p) / n) at both ends
        assert np.allclose(abs(0.3 - p), 1.959964 * np.sqrt(p * (1 - p) / 20))


def test_calibration_refuses_scores():
    with pytest.raises(ValueError, match="not from 0 to 1"):
        halfspace.CalibrationDisplay.from_predictions([0, 1], [-2.0, 3.0])


def test_two_models_share_axes():
    X, y = blobs()
    model = halfspace.LogisticRegression().fit(X, y)
    first = halfspace.CalibrationDisplay.from_estimator(model, X, y, name="a")
    second = halfspace.CalibrationDisplay.from_estimator(model, X, y, name="b", ax=first.ax_)
    texts = [t.get_text() for t in second.ax_.get_legend().get_texts()]
    assert texts == ["calibrated", "a", "b"]


def test_matplotlib_is_named_where_it_is_missing():
    code = (
        "import sys; sys.modules['matplotlib'] = None; sys.modules['matplotlib.pyplot'] = None\n"
        "import halfspace\n"
        "try: halfspace.SeparabilityDisplay.from_data([[0, 0], [1, 1]], [0, 1])\n"
        "except ImportError as error: print(error)\n"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout.strip() == "displays need matplotlib: pip install 'halfspace-ml[plot]'"
