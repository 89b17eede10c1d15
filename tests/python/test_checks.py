"""scikit-learn's own checks of estimators, over all of ours."""

import pytest
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


def expected_to_fail(estimator):
    """Those that scikit-learn lists for its own NuSVC."""
    if type(estimator).__name__ not in ("NuSVC", "NuSVCCV"):
        return {}
    reason = "class_weight and sample weights make a given nu infeasible"
    return {
        "check_class_weight_classifiers": reason,
        "check_sample_weight_equivalence_on_dense_data": reason,
        "check_sample_weight_equivalence_on_sparse_data": reason,
    }


@parametrize_with_checks(
    [getattr(halfspace, name)() for name in LEARNERS + SELECTED], expected_failed_checks=expected_to_fail
)
def test_scikit_learn_check(estimator, check):
    check(estimator)


def test_all_estimators_are_checked():
    classes = {name for name in dir(halfspace) if isinstance(getattr(halfspace, name), type)}
    estimators = {name for name in classes if hasattr(getattr(halfspace, name), "get_params")}
    assert estimators == {*LEARNERS, *SELECTED}


@pytest.mark.parametrize("name", LEARNERS + SELECTED)
def test_needs_no_arguments_and_knows_its_parameters(name):
    estimator = getattr(halfspace, name)()
    for parameter in estimator.get_params():
        assert parameter in estimator.__doc__, parameter
