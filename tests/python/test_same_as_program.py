"""Weights, scores and model bytes equal the command line's for the same rows, options and seed."""

import json
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pandas as pd
import pytest

import halfspace

PROGRAM = shutil.which("halfspace", path=str(pathlib.Path(sys.executable).parent)) or shutil.which("halfspace")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    rng = np.random.default_rng(3)
    X = rng.normal(size=(120, 4)).round(3)
    y = np.where(X @ [1, -2, 0.5, 0] + 0.3 * rng.normal(size=120) > 0, "yes", "no")
    path = tmp_path_factory.mktemp("rows") / "rows.csv"
    lines = ["a,b,c,d,label"] + [
        ",".join(map(repr, map(float, x))) + f",{label}" for x, label in zip(X, y, strict=True)
    ]
    path.write_text("\n".join(lines) + "\n")
    return path, X, y


def program(*words):
    assert PROGRAM, "the wheel carries the program; it is not beside the interpreter nor on PATH"
    return json.loads(subprocess.run([PROGRAM, *words, "--json"], check=True, capture_output=True, text=True).stdout)


CASES = [
    ("--preset pocket --rounds 3000 --seed 5", halfspace.PocketPerceptron(rounds=3000, random_state=5)),
    ("--preset averaged --passes 20 --seed 7", halfspace.Perceptron("averaged", max_iter=20, random_state=7)),
    ("--preset passive-aggressive", halfspace.Perceptron("passive-aggressive")),
    ("--preset cyclic --passes 50", halfspace.Perceptron(max_iter=50)),
    ("--algorithm logistic --C 3 --tol 1e-6", halfspace.LogisticRegression(C=3)),
    ("--algorithm logistic --penalty l1 --C 0.5 --tol 1e-6", halfspace.LogisticRegression("l1", C=0.5)),
    ("--algorithm svm --loss squared-hinge --bias augmented --tol 1e-6 --approximate-support", halfspace.LinearSVC()),
    (
        "--algorithm svm --scale standard --bias free --tol 1e-6 --approximate-support",
        halfspace.LinearSVC(loss="hinge", bias="free", scale="standard"),
    ),
]


@pytest.mark.parametrize(("flags", "estimator"), CASES, ids=[c[0] for c in CASES])
def test_weights_have_the_same_bits(table, flags, estimator):
    path, X, y = table
    theirs = program("train", str(path), *flags.split())
    estimator.fit(X, y)
    assert estimator.coef_[0].tolist() == theirs["weights"]
    assert estimator.intercept_[0] == theirs["bias"]
    assert estimator.status_ == theirs["status"]


def test_scores_have_the_same_bits(table, tmp_path):
    path, X, y = table
    X = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    model = halfspace.SVC(gamma=0.5, C=2).fit(X, y)
    halfspace.save(model, tmp_path / "model.hs")
    theirs = program("predict", str(tmp_path / "model.hs"), str(path))
    assert model.decision_function(X).tolist() == theirs["scores"]
    assert model.predict(X).tolist() == theirs["labels"]


def test_models_of_the_program_load(table, tmp_path):
    path, X, y = table
    program("train", str(path), "--algorithm", "logistic", "--tol", "1e-6", "-o", str(tmp_path / "model.hs"))
    model = halfspace.load(tmp_path / "model.hs")
    ours = halfspace.LogisticRegression().fit(X, y)
    assert model.weights.tolist() == ours.coef_.tolist()
    assert (model.predict_proba(X) == ours.predict_proba(X)).all()


def test_certificates_are_checked_by_the_program(tmp_path):
    X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0]
    verdict = halfspace.separate(X, y)
    verdict.save(tmp_path / "xor.cert")
    (tmp_path / "xor.csv").write_text(verdict.rows_text())
    answer = program("verify", str(tmp_path / "xor.cert"), str(tmp_path / "xor.csv"))
    assert answer["accepted"]
