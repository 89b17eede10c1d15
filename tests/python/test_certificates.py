"""Verdicts, their certificates, and what happens when rows change."""

import pickle
import subprocess
import sys
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from scipy.sparse import csr_matrix

import halfspace

X = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
XOR, AND = [0, 1, 1, 0], [0, 0, 0, 1]
CONTAINERS = {
    "array": np.asarray,
    "float32": lambda x: np.asarray(x, np.float32),
    "columns": np.asfortranarray,
    "csr": csr_matrix,
    "csr float32": lambda x: csr_matrix(x.astype(np.float32)),
    "frame": lambda x: pd.DataFrame(x, columns=["a", "b, c"]),
}


@pytest.mark.parametrize("container", CONTAINERS)
@pytest.mark.parametrize("y", [XOR, AND], ids=["xor", "and"])
def test_certificates_are_accepted_for_their_rows_alone(container, y):
    rows = CONTAINERS[container](X)
    verdict = halfspace.separate(rows, y)
    assert verdict.verdict == ("overlapping" if y is XOR else "separable")
    answer = halfspace.verify(verdict, rows, y)
    assert answer, answer.reason
    assert not halfspace.verify(verdict.certificate, CONTAINERS[container](X + 1), y)


def test_weights_of_zero_leave_rows_out_of_the_certificate():
    weights = [1, 1, 1, 0]
    verdict = halfspace.separate(X, XOR, sample_weight=weights)
    assert verdict.separable
    assert halfspace.verify(verdict.certificate, X, XOR, sample_weight=weights)
    assert not halfspace.verify(verdict.certificate, X, XOR)


def test_rows_that_changed_have_no_certificate():
    rows = X.copy()
    verdict = halfspace.separate(rows, AND)
    rows[0, 0] = 7
    with pytest.raises(ValueError, match="changed"):
        verdict.certificate


def test_verdicts_pickle_with_their_certificate():
    again = pickle.loads(pickle.dumps(halfspace.separate(X, XOR)))
    assert again.verdict == "overlapping"
    assert halfspace.verify(again.certificate, X, XOR)


def test_an_undecided_verdict_gives_no_bound():
    rng = np.random.default_rng(0)
    rows, y = rng.normal(size=(4000, 60)), rng.integers(0, 2, 4000)
    with pytest.raises(ValueError, match="undecided"):
        halfspace.mistake_bound(rows, y, time_limit=1e-6)


def test_a_trace_that_is_left_ends_its_run_and_the_interpreter():
    code = (
        "import halfspace, time\n"
        "X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1]\n"
        "steps = halfspace.trace(X, y, stop='passes', passes=10**9, decide='off')\n"
        "print(next(steps).row)\n"
        "import sys; sys.exit(7)\n"
    )
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (child.returncode, child.stdout, child.stderr) == (7, "0\n", "")


@pytest.mark.parametrize("label", [0, 1])
def test_one_class_is_separable_with_a_bias(label):
    verdict = halfspace.separate([[0.0], [1.0]], [label, label])
    assert (verdict.verdict, verdict.weights) == ("separable", [0])
    assert halfspace.mistake_bound([[0.0], [1.0]], [label, label]) == 2
    with pytest.raises(ValueError, match="there are 3 of them"):
        halfspace.separate([[0.0], [1.0], [2.0]], [0, 1, 2])


T = 1_700_000_000_000_000_001  # nanoseconds: between two float64
WHOLE = {
    "list": [[T], [T + 1]],
    "list beside floats": [[T, 0.5], [T + 1, 0.5]],
    "objects": np.array([[T], [T + 1]], object),
    "int64": np.array([[T], [T + 1]]),
    "csr": csr_matrix(np.array([[T], [T + 1]])),
    "frame": pd.DataFrame({"t": [T, T + 1]}),
    "mixed frame": pd.DataFrame({"t": [T, T + 1], "z": [0.5, 0.5]}),
    "Int64": pd.DataFrame({"t": pd.array([T, T + 1], "Int64")}),
    "frame of objects": pd.DataFrame({"t": np.array([T, T + 1], object), "z": [0.5, 0.5]}),
    "Decimal": np.array([[Decimal("0.1")], [Decimal("0.10000000000000000000001")]], object),
    "Fraction": np.array([[Fraction(1, 3)], [Fraction(1, 4)]], object),
    "digits": np.array([["0.1"], ["0.10000000000000000000001"]], object),
}


@pytest.mark.parametrize("rows", WHOLE)
def test_numbers_that_a_double_does_not_hold_are_refused_in_every_container(rows):
    with pytest.raises(ValueError, match="is no float64, the nearest is"):
        halfspace.separate(WHOLE[rows], [0, 1])


@pytest.mark.parametrize("estimator", ["Perceptron", "PocketPerceptron"])
@pytest.mark.parametrize("rows", ["list", "int64", "mixed frame"])
def test_estimators_that_tell_a_verdict_refuse_them_too(estimator, rows):
    with pytest.raises(ValueError, match="is no float64, the nearest is"):
        getattr(halfspace, estimator)().fit(WHOLE[rows], [0, 1])


def test_objects_that_are_the_decimals_of_their_doubles_are_rows():
    cells = [[Decimal("0.1"), Fraction(1, 4), "2.50", 2**53, True], [0.2, 1, "1e3", -(2**60), False]]
    assert halfspace.separate(np.array(cells, object), [0, 1]).separable
