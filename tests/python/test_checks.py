"""scikit-learn's own checks of estimators, over all of ours."""

import numpy as np
import pytest
import sklearn
from sklearn.utils.estimator_checks import parametrize_with_checks

import halfspace

LEARNERS = [
    "KernelPerceptron",
    "LinearSVC",
    "LogisticRegression",
    "LogisticRegressionPath",
    "NuSVC",
    "Nystroem",
    "Perceptron",
    "PocketPerceptron",
    "RandomFourierFeatures",
    "SVC",
]
SELECTED = [
    "KernelPerceptronCV",
    "LinearSVCCV",
    "LogisticRegressionCV",
    "NuSVCCV",
    "PerceptronCV",
    "SVCCV",
]


WEIGHTS = ("check_sample_weight_equivalence_on_dense_data", "check_sample_weight_equivalence_on_sparse_data")


def expected_to_fail(estimator):
    name = type(estimator).__name__
    if name in ("NuSVC", "NuSVCCV"):  # as scikit-learn lists for its own NuSVC
        reason = "class_weight and sample weights make a given nu infeasible"
        return dict.fromkeys(("check_class_weight_classifiers", *WEIGHTS), reason)
    if name == "LogisticRegressionPath" and sklearn.__version__.startswith("1.6."):
        reason = "makes two classes of three by the first row, which is another one once the rows are shuffled"
        return dict.fromkeys(WEIGHTS, reason)
    return {}


@parametrize_with_checks(
    [getattr(halfspace, name)() for name in LEARNERS + SELECTED], expected_failed_checks=expected_to_fail
)
def test_scikit_learn_check(estimator, check):
    check(estimator)


def test_a_path_of_weighted_rows_is_that_of_repeated_rows():
    rng = np.random.default_rng(42)
    X, y, weights = rng.random((15, 30)), rng.integers(0, 2, 15), rng.integers(0, 5, 15)
    weighted = halfspace.LogisticRegressionPath(ratio=0.01).fit(X, y, weights)
    repeated = halfspace.LogisticRegressionPath(ratio=0.01).fit(X.repeat(weights, axis=0), y.repeat(weights))
    np.testing.assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), rtol=1e-7, atol=1e-9)


def test_all_estimators_are_checked():
    classes = {name for name in dir(halfspace) if isinstance(getattr(halfspace, name), type)}
    estimators = {name for name in classes if hasattr(getattr(halfspace, name), "get_params")}
    assert estimators == {*LEARNERS, *SELECTED}


@pytest.mark.parametrize("name", LEARNERS + SELECTED)
def test_needs_no_arguments_and_knows_its_parameters(name):
    estimator = getattr(halfspace, name)()
    for parameter in estimator.get_params():
        assert parameter in estimator.__doc__, parameter
