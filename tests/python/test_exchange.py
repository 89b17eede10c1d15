"""Parameters on the way to scikit-learn and back."""

import warnings

import numpy as np
import pytest
from sklearn import linear_model, svm
from sklearn.base import clone
from sklearn.datasets import make_classification

import halfspace

X, Y = make_classification(150, 4, n_informative=3, n_redundant=0, random_state=2, flip_y=0.15)

SAME_FIT = [
    halfspace.LogisticRegression(C=3),
    halfspace.LogisticRegression(l1_ratio=0.3),
    halfspace.LogisticRegression("l1"),
    halfspace.LogisticRegression(None),
    halfspace.LinearSVC("l1"),
    halfspace.LinearSVC(loss="hinge", class_weight="balanced"),
]


@pytest.mark.parametrize("estimator", SAME_FIT, ids=repr)
def test_a_clone_of_what_to_sklearn_gives_finds_the_same_optimum(estimator):
    ours = clone(estimator).fit(X, Y)
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        theirs = clone(halfspace.to_sklearn(ours)).set_params(max_iter=10000).fit(X, Y)
        again = halfspace.from_sklearn(theirs).fit(X, Y)
    assert np.allclose(theirs.coef_, ours.coef_, atol=3e-3)
    assert np.allclose(again.coef_, ours.coef_, atol=1e-4)


LOST_THERE = [
    (halfspace.LinearSVC(loss="modified_huber"), "loss='modified_huber'"),
    (halfspace.LinearSVC(bias="free"), "bias='free'"),
    (halfspace.LogisticRegression("firth"), "penalty='firth'"),
]


@pytest.mark.parametrize(("estimator", "name"), LOST_THERE, ids=[name for _, name in LOST_THERE])
def test_what_scikit_learn_lacks_is_a_warning(estimator, name):
    ours = clone(estimator).fit(X, Y)
    with pytest.warns(UserWarning, match=name):
        theirs = halfspace.to_sklearn(ours)
    assert (theirs.predict(X) == ours.predict(X)).all()
    clone(theirs).fit(X, Y)


LOST_HERE = [
    (svm.LinearSVC(intercept_scaling=10), "intercept_scaling=10"),
    (linear_model.Perceptron(penalty="l2", class_weight="balanced"), "class_weight='balanced', penalty='l2'"),
    (linear_model.LogisticRegression(solver="liblinear"), "solver='liblinear'"),
]


@pytest.mark.parametrize(("estimator", "name"), LOST_HERE, ids=[name for _, name in LOST_HERE])
def test_what_halfspace_lacks_is_a_warning(estimator, name):
    with pytest.warns(UserWarning, match=name):
        halfspace.from_sklearn(estimator).fit(X, Y)


def test_parameters_with_a_counterpart_are_carried():
    assert halfspace.from_sklearn(svm.SVC(probability=True)).probability is True
    perceptron = halfspace.from_sklearn(linear_model.Perceptron(eta0=0.1, max_iter=1000, shuffle=False))
    assert (perceptron.step, perceptron.eta0, perceptron.order) == ("rate", 0.1, None)
    assert halfspace.from_sklearn(linear_model.LogisticRegression(tol=0.1)).tol == halfspace.LogisticRegression().tol


def test_the_order_of_a_perceptron_goes_both_ways():
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        for order, shuffle in ((None, False), ("cyclic", False), ("shuffled", True)):
            ours = halfspace.Perceptron(order=order, max_iter=5, stop="passes").fit(X, Y)
            with pytest.warns(UserWarning, match=r"no counterpart of stop='passes': "):
                assert halfspace.to_sklearn(ours).shuffle is shuffle
            there = linear_model.Perceptron(shuffle=shuffle)
            assert (halfspace.from_sklearn(there).order or "cyclic") == ("shuffled" if shuffle else "cyclic")
    with pytest.warns(UserWarning, match="order='permuted'"):
        halfspace.to_sklearn(halfspace.Perceptron(order="permuted").fit([[0.0], [1.0]], [0, 1]))


def test_a_model_with_missing_cells_predicts_the_same_on_whole_rows():
    holed = X.copy()
    holed[::5, 0] = np.nan
    ours = halfspace.LogisticRegression(missing="mean").fit(holed, Y)
    with pytest.warns(UserWarning, match="missing='mean'"):
        theirs = halfspace.to_sklearn(ours)
    assert (theirs.predict(X) == ours.predict(X)).all()
    with pytest.raises(ValueError, match="NaN"):
        theirs.predict(holed)
