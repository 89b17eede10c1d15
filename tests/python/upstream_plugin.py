"""A plugin of pytest: scikit-learn's test modules see the estimators of halfspace under scikit-learn's names.

Set in the environment: HALFSPACE_UPSTREAM, the file of results to write.
"""

import importlib
import json
import os
import types

import pytest

import halfspace as hs
from halfspace.estimators._base import Learner

MODULES = {
    "sklearn.linear_model.tests.test_perceptron": ("linear_model", ["Perceptron"]),
    "sklearn.linear_model.tests.test_logistic": ("linear_model", ["LogisticRegression"]),
    "sklearn.svm.tests.test_svm": ("svm", ["LinearSVC", "SVC", "NuSVC"]),
}
made = [0]
results: list[dict[str, str]] = []


class Perceptron(hs.Perceptron):
    """scikit-learn's parameters of the run in our words: passes of a fixed number, rows shuffled or in order."""

    def __init__(self, *, penalty=None, max_iter=1000, tol=1e-3, shuffle=True, random_state=None, fit_intercept=True):
        order = "shuffled" if shuffle else "cyclic"
        super().__init__(
            order=order, stop="passes", decide="off", random_state=random_state, fit_intercept=fit_intercept
        )
        self.penalty, self.max_iter, self.tol, self.shuffle = penalty, max_iter, tol, shuffle


OURS = {
    "Perceptron": Perceptron,
    **{name: getattr(hs, name) for name in ("LogisticRegression", "LinearSVC", "SVC", "NuSVC")},
}


def _counted(cls, *args, **kwargs):
    made[0] += 1
    return object.__new__(cls)


def _import_swapped(module, package, names):
    """Imports a test module while the package has our classes, which decorators look up at once."""
    theirs = importlib.import_module(f"sklearn.{package}")
    kept = {name: getattr(theirs, name) for name in names}
    for name in names:
        setattr(theirs, name, OURS[name])
    try:
        tests = importlib.import_module(module)
        if hasattr(tests, package):  # tests that write svm.SVC
            setattr(tests, package, types.SimpleNamespace(**vars(theirs)))
    finally:
        for name, value in kept.items():
            setattr(theirs, name, value)


def pytest_configure(config):
    Learner.__new__ = staticmethod(_counted)
    for module, (package, names) in MODULES.items():
        pytest.register_assert_rewrite(module)
        _import_swapped(module, package, names)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    made[0] = 0
    try:
        return (yield)
    finally:
        item.user_properties.append(("ours", made[0]))


def pytest_runtest_logreport(report):
    if report.when == "call" or (report.when == "setup" and report.failed):
        why = ""
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            why = crash.message if crash else str(report.longrepr)[-500:]
        test = report.nodeid.split("/")[-1]
        ours = dict(report.user_properties).get("ours", 0)
        results.append({"test": test, "outcome": report.outcome, "ours": ours, "why": why})


def pytest_sessionfinish():
    with open(os.environ["HALFSPACE_UPSTREAM"], "w", encoding="utf-8") as file:
        json.dump(results, file, indent=1)
