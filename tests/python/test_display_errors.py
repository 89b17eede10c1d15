"""What displays take, and what they refuse before they draw."""

import matplotlib
import numpy as np
import pytest

import halfspace

matplotlib.use("Agg")
RNG = np.random.default_rng(4)
X = RNG.normal(size=(60, 2))
Y = (X[:, 0] + 0.5 * RNG.normal(size=60) > 0).astype(int)
ATTRIBUTES = {"BoundaryDisplay": "response", "MarginDisplay": "margins", "CalibrationDisplay": "prob_true"}
DISPLAYS = [getattr(halfspace, name) for name in ATTRIBUTES]


@pytest.mark.parametrize(("display", "attribute"), list(zip(DISPLAYS, ATTRIBUTES.values(), strict=True)))
def test_a_model_is_drawn_as_its_estimator(display, attribute):
    fitted = halfspace.LogisticRegression().fit(X, Y)
    of_model, of_estimator = (display.from_estimator(m, X, Y) for m in (fitted.model_, fitted))
    np.testing.assert_array_equal(getattr(of_model, attribute), getattr(of_estimator, attribute))


@pytest.mark.parametrize("display", DISPLAYS)
def test_labels_that_are_no_classes_are_refused(display):
    fitted = halfspace.LogisticRegression().fit(X, Y)
    with pytest.raises(ValueError, match=r"y has the label '[01]'; expected one of \[0, 1\]"):
        display.from_estimator(fitted, X, Y.astype(str))


@pytest.mark.parametrize("display", DISPLAYS)
def test_labels_that_are_missing_among_texts_are_refused(display):
    fitted = halfspace.LogisticRegression().fit(X, Y.astype(str))
    with pytest.raises(ValueError, match=r"y has the label None; expected one of \['0', '1'\]"):
        display.from_estimator(fitted, X, np.array([*Y.astype(str)[:-1], None], object))


@pytest.mark.parametrize("name", ["LogisticRegressionCV", "LogisticRegressionPath"])
def test_a_gap_is_of_one_fit(name):
    with pytest.raises(TypeError, match=f"{name} makes many fits; GapDisplay draws one"):
        halfspace.GapDisplay.from_estimator(getattr(halfspace, name)(), X, Y)
