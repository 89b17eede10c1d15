"""Fits and predictions of halfspace's estimators beside scikit-learn's of the same names, in one process, alternating.

    ./dev bench python [--quick] [--write FILE]

Each fit is of the default settings of scikit-learn's estimator, on the same array; ours has a proven gap, and its
objective must not be above theirs. A time is the median of the runs. Data sets: those of ../shared/data that are there,
and made ones.
"""

import argparse
import statistics
import sys
import time
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import sklearn
from scipy.sparse import csr_matrix
from sklearn import linear_model, svm
from sklearn.datasets import make_classification

import halfspace

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
SETS = ["heart_scale", "breast_cancer", "spambase", "mushrooms", "a9a", "w8a", "imdb_tfidf"]
SMALL = ["heart_scale", "breast_cancer", "spambase"]


def made():
    for rows, cols, name in ((100, 4, "made 100x4"), (2000, 20, "made 2000x20"), (50000, 50, "made 50000x50")):
        X, y = make_classification(rows, cols, random_state=0)
        yield name, X, y


def on_disk(names):
    for name in names:
        for path in (DATA / name, DATA / f"{name}.zst"):
            if path.exists():
                table = halfspace.read_libsvm(path)
                yield name, table.X, (table.y == np.unique(table.y)[-1]).astype(int)
                break


def containers(X):
    """The same rows as NumPy array, CSR matrix and data frame, where they fit."""
    sparse = not isinstance(X, np.ndarray)
    cells = X.shape[0] * X.shape[1]
    if cells <= 50_000_000:
        dense = X.toarray() if sparse else X
        yield "numpy", dense
        yield "frame", pd.DataFrame(dense, columns=[f"x{j}" for j in range(dense.shape[1])])
    if sparse or cells <= 5_000_000:
        yield "csr", csr_matrix(X)


def logistic_objective(model, X, y):
    m = np.where(y == 1, 1, -1) * (X @ model.coef_[0] + model.intercept_[0])
    return model.C * np.logaddexp(0, -m).sum() + 0.5 * (model.coef_**2).sum()


def squared_hinge_objective(model, X, y):
    m = np.where(y == 1, 1, -1) * (X @ model.coef_[0] + model.intercept_[0])
    penalty = 0.5 * ((model.coef_**2).sum() + model.intercept_[0] ** 2)
    return model.C * (np.maximum(0, 1 - m) ** 2).sum() + penalty


def dual_objective(model, X, y):
    """Of SVC: less is better, as the negative of the dual's value."""
    alpha = np.abs(model.dual_coef_).sum()
    vectors = model.support_vectors_
    dense = vectors.toarray() if hasattr(vectors, "toarray") else np.asarray(vectors)
    squares = (dense**2).sum(1)
    gamma = model._gamma
    v = (
        np.asarray(model.dual_coef_).ravel()
        if not hasattr(model.dual_coef_, "toarray")
        else model.dual_coef_.toarray().ravel()
    )
    alpha = np.abs(v).sum()
    total = 0.0
    for i in range(0, len(v), 1000):
        block = np.exp(
            -gamma * np.maximum(0, squares[i : i + 1000, None] + squares - 2 * dense[i : i + 1000] @ dense.T)
        )
        total += v[i : i + 1000] @ block @ v
    return 0.5 * total - alpha


LEARNERS = {
    "LogisticRegression": (linear_model.LogisticRegression, halfspace.LogisticRegression, logistic_objective, 10**9),
    "LinearSVC": (svm.LinearSVC, halfspace.LinearSVC, squared_hinge_objective, 10**9),
    "SVC": (svm.SVC, halfspace.SVC, dual_objective, 8_000),
}


def timed(f):
    begun = time.perf_counter()
    out = f()
    return time.perf_counter() - begun, out


def paired(theirs, ours, seconds=1.5, most=15):
    """Medians of both, run in turn."""
    a, b = [], []
    begun = time.perf_counter()
    while len(a) < 3 or (len(a) < most and time.perf_counter() - begun < seconds):
        a.append(timed(theirs)[0])
        b.append(timed(ours)[0])
    return statistics.median(a), statistics.median(b)


def compared(name, container, X, y, learner):
    theirs_class, ours_class, objective, most = LEARNERS[learner]
    if X.shape[0] > most:
        return None
    theirs, ours = theirs_class(), ours_class()
    theirs.fit(X, y)
    ours.fit(X, y)
    rows = X.to_numpy() if hasattr(X, "to_numpy") else X
    better = objective(ours, rows, y) <= objective(theirs, rows, y) * (1 + np.sign(objective(theirs, rows, y)) * 1e-9)
    fit = paired(lambda: theirs_class().fit(X, y), lambda: ours_class().fit(X, y))
    predict = paired(lambda: theirs.predict(X), lambda: ours.predict(X))
    return name, container, learner, *fit, *predict, better


def overhead():
    """Seconds of a fit of 100 x 4 beside the same call of the core."""
    from halfspace import _core
    from halfspace._labels import encode
    from halfspace._rows import prepare

    X, y = make_classification(100, 4, random_state=0)
    options = [("algorithm", "logistic"), ("penalty", "l2"), ("C", "1"), ("tol", "0.0001"), ("bias", "free")]
    rows, labels = prepare(X).core(), encode(y).core()
    ours = halfspace.LogisticRegression()
    core, fit = paired(lambda: _core.train(rows, labels, options, None), lambda: ours.fit(X, y), most=2000)
    peer = linear_model.LogisticRegression()
    theirs, _ = paired(lambda: peer.fit(X, y), lambda: None, most=200)
    return core, fit, theirs


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small sets")
    parser.add_argument("--only", help="data sets, with commas")
    parser.add_argument("--write", type=Path, help="also write the table here")
    args = parser.parse_args()
    warnings.simplefilter("ignore")
    names = args.only.split(",") if args.only else SMALL if args.quick else SETS
    lines = [
        f"halfspace {halfspace.__version__}, scikit-learn {sklearn.__version__}, Python {sys.version.split()[0]}",
        "",
        "| rows | as | estimator | scikit-learn s | halfspace s | ratio | predict ratio | objective |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    print("\n".join(lines), flush=True)
    ratios, predictions = {}, []
    sources = [*on_disk(names)] + ([] if args.only else [*made()])
    for name, X, y in sources:
        for container, rows in containers(X):
            for learner in LEARNERS:
                if (found := compared(name, container, rows, y, learner)) is None:
                    continue
                *_, theirs, ours, their_predict, our_predict, better = found
                ratios.setdefault(learner, []).append(theirs / ours)
                predictions.append(their_predict / our_predict)
                lines.append(
                    f"| {name} | {container} | {learner} | {theirs:.4g} | {ours:.4g} | {theirs / ours:.2f} | "
                    f"{their_predict / our_predict:.2f} | {'not above' if better else 'ABOVE'} |"
                )
                print(lines[-1], flush=True)
    all_ratios = [r for of in ratios.values() for r in of]
    core, fit, theirs = overhead()
    tail = [
        "",
        *(
            f"{k}: median {statistics.median(v):.2f}, least {min(v):.2f} times scikit-learn's speed"
            for k, v in ratios.items()
        ),
        f"all: median {statistics.median(all_ratios):.2f}, least {min(all_ratios):.2f}",
        f"predict: median {statistics.median(predictions):.2f}, least {min(predictions):.2f}",
        f"fit of 100 x 4: core {core * 1e6:.0f} us, estimator {fit * 1e6:.0f} us, scikit-learn {theirs * 1e6:.0f} us",
    ]
    print("\n".join(tail))
    if args.write:
        args.write.write_text("\n".join(lines + tail) + "\n")


if __name__ == "__main__":
    main()
