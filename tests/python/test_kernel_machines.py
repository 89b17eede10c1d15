"""Kernel machines on scaled rows, columns of texts and weights: gamma and coef_ are those of the rows the kernel sees."""

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MinMaxScaler, StandardScaler
from sklearn.utils.class_weight import compute_class_weight

import halfspace

SCALES = ["standard", "minmax", "max-norm"]


@pytest.fixture(scope="module")
def cancer():
    return load_breast_cancer(return_X_y=True)


@pytest.fixture(scope="module")
def texts():
    frame = pd.DataFrame({"kind": ["u", "v", "w", "v", "1", "1.0"] * 10, "size": np.arange(60.0) ** 2})
    columns = [frame["kind"].isin(t) for t in (["1", "1.0"], ["u"], ["v"], ["w"])]
    return frame, np.column_stack([*columns, frame["size"]]).astype(float), np.arange(60) % 7 < 3


def scaled(scale, X):
    if scale == "max-norm":
        return X / np.sqrt((X**2).sum(axis=1).max())
    return {"standard": StandardScaler, "minmax": MinMaxScaler}[scale]().fit_transform(X)


def gamma_of(model):
    return model.model_.settings["gamma"]


def test_a_scaled_machine_is_the_machine_after_a_scaler(cancer):
    from sklearn.svm import SVC

    scaler = make_pipeline(StandardScaler(), SVC())
    assert cross_val_score(halfspace.SVC(scale="standard"), *cancer).mean() == cross_val_score(scaler, *cancer).mean()


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("form", [np.asarray, csr_matrix])
def test_gamma_is_that_of_scaled_features(cancer, scale, form):
    X, y = cancer
    expected = 1 / (X.shape[1] * scaled(scale, X).var())
    for machine in (halfspace.SVC(), halfspace.KernelPerceptron(max_iter=1000), halfspace.NuSVC(nu=0.3)):
        assert gamma_of(clone(machine).set_params(scale=scale).fit(form(X), y)) == pytest.approx(expected, rel=1e-9)
    search = halfspace.SVCCV({"C": [1]}, cv=2, estimator=halfspace.SVC(scale=scale)).fit(form(X), y)
    assert gamma_of(search) == pytest.approx(expected, rel=1e-9)


def test_gamma_far_from_zero_is_that_of_dense_rows(cancer):
    X, y = cancer
    far = X + 1e8
    assert gamma_of(halfspace.SVC().fit(csr_matrix(far), y)) == pytest.approx(
        gamma_of(halfspace.SVC().fit(far, y)), rel=1e-6
    )


@pytest.mark.parametrize("scale", SCALES)
def test_gamma_is_that_of_coded_texts(texts, scale):
    frame, coded, y = texts
    model = halfspace.SVC(scale=scale).fit(frame, y)
    assert len(model.model_.feature_names) == coded.shape[1]
    assert gamma_of(model) == pytest.approx(1 / (coded.shape[1] * scaled(scale, coded).var()), rel=1e-9)
    assert gamma_of(halfspace.SVC(gamma="auto").fit(frame, y)) == 1 / coded.shape[1]
    rows = halfspace.SVC(tol=1e-8).fit(coded, y)
    assert np.allclose(halfspace.SVC(tol=1e-8).fit(frame, y).decision_function(frame), rows.decision_function(coded))


@pytest.mark.parametrize("scale", [None, *SCALES])
@pytest.mark.parametrize("container", [np.asarray, csr_matrix])
def test_weights_are_repetitions(scale, container):
    X, y = load_iris(return_X_y=True)
    weights = np.arange(len(y)) % 3
    weighted = halfspace.SVC(scale=scale, tol=1e-8).fit(container(X), y, weights)
    repeated = halfspace.SVC(scale=scale, tol=1e-8).fit(container(X.repeat(weights, axis=0)), y.repeat(weights))
    assert gamma_of(weighted) == pytest.approx(gamma_of(repeated), rel=1e-9)
    assert np.allclose(weighted.decision_function(X), repeated.decision_function(X), atol=1e-4)


@pytest.mark.parametrize("scale", [None, *SCALES])
@pytest.mark.parametrize("machine", [halfspace.SVC(), halfspace.NuSVC(nu=0.2)], ids=["SVC", "NuSVC"])
def test_linear_weights_are_in_original_units(texts, scale, machine):
    frame, coded, _ = texts
    X, three = load_iris(return_X_y=True)
    two = frame["size"] + 3000 * (frame["kind"] == "u") > 2000
    for rows, features, y in ((X, X, three), (X, X, np.array(["9", "10", "-3"])[three]), (frame, coded, two)):
        model = clone(machine).set_params(kernel="linear", scale=scale, decision_function_shape="ovo").fit(rows, y)
        scores = model.decision_function(rows)
        assert np.allclose((features @ model.coef_.T + model.intercept_).reshape(scores.shape), scores)


@pytest.mark.parametrize("probability", [1, np.True_])
def test_probability_is_any_true_value(cancer, probability):
    X, y = cancer[0][:100], cancer[1][:100]
    expected = halfspace.SVC(probability=True).fit(X, y).predict_proba(X)
    assert np.array_equal(halfspace.SVC(probability=probability).fit(X, y).predict_proba(X), expected)


def test_probabilities_have_folds_for_the_rarest_class():
    X, y = np.arange(8.0)[:, None], [0] * 5 + [1] * 3
    assert halfspace.SVC(probability=True).fit(X, y).predict_proba(X).shape == (8, 2)


def test_probabilities_that_weak_features_do_not_give_are_refused():
    for X, y in ((np.ones((60, 1)), np.arange(60) % 2), (np.arange(60.0)[:, None], [0] * 59 + [1])):
        with pytest.raises(ValueError, match=r"probability=True finds no.*or probability=False") as refused:
            halfspace.SVC(probability=True).fit(X, y)
        assert "calibrate" not in str(refused.value)


@pytest.mark.parametrize("machine", [halfspace.SVC(), halfspace.NuSVC(nu=0.1)])
def test_class_weight_is_said_as_in_scikit_learn(cancer, machine):
    X, y = cancer
    for given in (None, "balanced", {0: 3}):
        expected = compute_class_weight(given, classes=np.unique(y), y=y)
        fitted = clone(machine).set_params(class_weight=given).fit(X, y)
        assert fitted.class_weight_ == pytest.approx(expected)
        twice = clone(machine).set_params(class_weight=given).fit(X, y, sample_weight=np.full(len(y), 2.0))
        assert twice.class_weight_ == pytest.approx(expected)


def test_folds_are_of_rows_that_count(cancer):
    X, y = cancer
    weights = np.ones(len(y))
    weights[np.flatnonzero(y == 0)[3:]] = 0
    kept = weights > 0
    machine = halfspace.SVC(probability=True).fit(X, y, weights)
    assert np.allclose(machine.predict_proba(X), halfspace.SVC(probability=True).fit(X[kept], y[kept]).predict_proba(X))
    assert halfspace.SVCCV({"C": [1, 2]}).fit(X, y, weights).search_["folds"] == 3
    groups = np.where(kept, np.arange(len(y)) % 4, 4 + np.arange(len(y)) % 4)
    assert halfspace.LogisticRegressionCV({"C": [1, 2]}).fit(X, y, weights, groups=groups).search_["folds"] == 4


@pytest.mark.parametrize("value", [2.5, 0, None, True, "2", np.inf])
@pytest.mark.parametrize("name", ["degree", "n_components"])
def test_features_of_kernels_take_whole_numbers(cancer, name, value):
    features = halfspace.Nystroem(kernel="poly", n_components=5).set_params(**{name: value})
    with pytest.raises(ValueError, match=f"{name} is .*; expected a whole number from 1"):
        features.fit(cancer[0])
    assert halfspace.Nystroem(kernel="poly", degree=2.0, n_components=5).fit_transform(cancer[0]).shape[1] == 5
