"""Starts, names that the core sorts by value, searches, fits that fail."""

import pickle

import numpy as np
import pytest
import sklearn
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.metrics.pairwise import rbf_kernel

import halfspace

NAMES = np.array(["9", "10", "-3", "100"])  # the core sorts them by value


@pytest.fixture(scope="module")
def two():
    return make_classification(200, 5, n_informative=3, random_state=1)


def four(seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(160, 3))
    return X, NAMES[rng.integers(0, 4, 160)], NAMES


def test_starts_go_to_their_classes():
    X, y, _ = four()
    model = halfspace.LogisticRegression(tol=1e-10).fit(X, y)
    again = halfspace.LogisticRegression(tol=1e-8).fit(X, y, coef_init=model.coef_, intercept_init=model.intercept_)
    assert np.max(again.n_iter_) == 1
    assert (again.coef_ == model.coef_).all()


@pytest.mark.parametrize("multi_class", ["ovr", "crammer_singer"])
def test_machines_of_names_that_sort_by_value(multi_class):
    X, y, names = four()
    model = halfspace.LinearSVC(multi_class=multi_class, loss="hinge", tol=1e-6).fit(X, y)
    number = {name: k for k, name in enumerate(names)}
    plain = halfspace.LinearSVC(multi_class=multi_class, loss="hinge", tol=1e-6).fit(X, [number[n] for n in y])
    back = [number[c] for c in model.classes_]
    assert np.allclose(model.coef_, plain.coef_[back], atol=1e-2)
    if multi_class == "ovr":
        assert np.allclose(model.dual_coef_ @ X[model.support_], model.coef_, atol=1e-2)
    else:
        assert not hasattr(model, "support_")


def test_ties_of_votes_go_to_the_class_that_sorts_first():
    from sklearn.svm import SVC

    X, y, _ = four()
    rows = np.random.default_rng(1).normal(size=(600, 3))
    ours, theirs = halfspace.SVC(tol=1e-8).fit(X, y), SVC(tol=1e-8).fit(X, y)
    assert (ours.predict(rows) == theirs.predict(rows)).all()


def test_searches_keep_what_their_estimator_says(two):
    X, y = two
    base = halfspace.Perceptron("averaged", max_iter=3, random_state=7)
    found = halfspace.PerceptronCV({"max_iter": [3]}, estimator=base, cv=3).fit(X, y)
    assert (found.coef_ == clone(base).fit(X, y).coef_).all()
    assert halfspace.SVCCV({"max_iter": [50, 100]}, cv=3).fit(X, y).score(X, y) > 0.5
    with pytest.raises(ValueError, match="function"):
        halfspace.SVCCV(estimator=halfspace.SVC(kernel=rbf_kernel)).fit(X, y)
    again = pickle.loads(pickle.dumps(found))
    assert again.search_.best_settings == found.search_.best_settings
    assert (again.predict(X) == found.predict(X)).all()


def test_a_fit_that_fails_leaves_the_estimator_as_it_was(two):
    X, y = two
    model = halfspace.LogisticRegression().fit(X, y)
    before = model.predict(X)
    wrong = np.c_[X, X]
    wrong[3, 3] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        model.fit(wrong, y)
    assert (model.predict(X) == before).all()
    assert model.n_features_in_ == X.shape[1]


@pytest.mark.parametrize("name", ["LogisticRegressionPath", "Nystroem", "RandomFourierFeatures"])
def test_other_fits_that_fail_leave_the_estimator_as_it_was(two, name):
    X, y = two
    model = getattr(halfspace, name)().fit(X, y)
    wrong = np.c_[X, X]
    wrong[3, 3] = np.inf
    with pytest.raises(ValueError, match="infinity"):
        model.fit(wrong, y)
    assert model.n_features_in_ == X.shape[1]


def test_a_first_batch_that_fails_leaves_the_estimator_as_it_was(two):
    X, y = two
    model = halfspace.Perceptron()
    with pytest.raises(ValueError, match="label"):
        model.partial_fit(X, y, classes=[1, 2])
    assert not hasattr(model, "n_features_in_")


def test_class_weights_of_unknown_labels_are_refused(two):
    X, y = two
    with pytest.raises(ValueError, match="7"):
        halfspace.LinearSVC(class_weight={0: 1.0, 7: 5}).fit(X, y)


def test_a_path_that_ends_early_keeps_its_last_point():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(3000, 60)), rng.integers(0, 2, 3000)
    seen = []

    def look(progress):
        seen.append(progress)
        return len(seen) < 2

    with pytest.warns(sklearn.exceptions.ConvergenceWarning):
        path = halfspace.LogisticRegressionPath(n_points=2000, tol=1e-10, callback=look).fit(X, y)
    assert 0 < len(path.Cs_) < 2000
    assert path.predict(X).shape == y.shape


@pytest.mark.parametrize("name", ["Perceptron", "LogisticRegression", "LinearSVC"])
def test_starts_of_another_width_are_refused(two, name):
    X, y = two
    model = getattr(halfspace, name)(warm_start=True)
    for width in (3, 4, 6):
        with pytest.raises(ValueError, match="start"):
            model.fit(X, y, coef_init=np.ones((1, width)), intercept_init=[4.0])
    assert not hasattr(model, "coef_")
    model.fit(X[:, :4], y)
    with pytest.raises(ValueError, match="start"):
        model.fit(X, y)
    assert model.n_features_in_ == 4
