"""Fits by a Python package: python -m compare.fit PEER TASK FILE EPS[,EPS...] MODEL GAMMA [LEAST]

A fit for each EPS, from loose to tight, until the evaluator's objective is at most LEAST; each prints processor seconds as a line of JSON. MODEL.npz
(MODEL.0.npz, MODEL.1.npz ... where there are several EPS) gets what it learned.
"""
import json
import sys
import time

import numpy as np
from sklearn.datasets import load_svmlight_file


def scikit_learn(task, eps, gamma):
    from sklearn.linear_model import LogisticRegression
    from sklearn.svm import SVC, LinearSVC
    if task == "hinge":
        return LinearSVC(loss="hinge", tol=eps, fit_intercept=False, max_iter=1_000_000)
    if task == "rbf":
        return SVC(gamma=gamma, tol=eps, cache_size=256)
    ratio, solver = (1.0, "liblinear") if task == "l1" else (0.0, "lbfgs")
    return LogisticRegression(l1_ratio=ratio, C=1.0, solver=solver, tol=eps, fit_intercept=False, max_iter=1_000_000)


def scikit_learn_intelex(task, eps, gamma):
    from sklearnex.linear_model import LogisticRegression
    from sklearnex.svm import SVC
    if task == "rbf":
        return SVC(gamma=gamma, tol=eps, cache_size=256)
    return LogisticRegression(C=1.0, tol=eps, fit_intercept=False, max_iter=1_000_000)


def snap_ml(task, eps, gamma):
    from snapml import LogisticRegression, SupportVectorMachine
    if task == "hinge":
        return SupportVectorMachine(regularizer=1.0, fit_intercept=False, tol=eps, max_iter=100_000, n_jobs=1)
    return LogisticRegression(regularizer=1.0, fit_intercept=False, tol=eps, max_iter=100_000, n_jobs=1, penalty="l1" if task == "l1" else "l2", dual=task != "l1")


MAKERS = {"scikit-learn": scikit_learn, "sklearn-intelex": scikit_learn_intelex, "Snap ML": snap_ml}


def learned(made, task):
    if task != "rbf":
        return {"w": np.asarray(made.coef_).ravel()}
    dual = made.dual_coef_
    return {"w": np.asarray(dual.todense() if hasattr(dual, "todense") else dual).ravel(), "support": made.support_}


def load(path):
    """Rows with the 32-bit indices that LIBLINEAR and LIBSVM inside take, labels -1 and +1."""
    x, y = load_svmlight_file(path)
    x.indices, x.indptr = x.indices.astype(np.int32), x.indptr.astype(np.int32)
    return x, np.where(y == y.max(), 1.0, -1.0)


def perceptron(path, passes, model):
    """scikit-learn's perceptron, so many passes in the order of the file."""
    from sklearn.linear_model import Perceptron
    x, y = load(path)
    np.savez(model, w=Perceptron(max_iter=int(passes), tol=None, shuffle=False, fit_intercept=False).fit(x, y).coef_.ravel())


def main(peer, task, path, eps, model, gamma="0", least="-inf"):
    if task == "perceptron":
        return perceptron(path, eps, model)
    begun = time.process_time()
    x, y = load(path)
    exact = x
    if peer == "Snap ML":
        x = x.astype(np.float32)
    loaded = time.process_time()
    settings = [float(e) for e in eps.split(",")]
    for k, setting in enumerate(settings):
        fitting = time.process_time()
        made = MAKERS[peer](task, setting, float(gamma)).fit(x, y)
        fitted = time.process_time()
        found = learned(made, task)
        np.savez(model if len(settings) == 1 else f"{model}.{k}", **found)
        print(json.dumps({"load": loaded - begun, "fit": fitted - fitting}), flush=True)
        if k + 1 < len(settings):
            from compare import objective
            value = objective.rbf_dual(exact[found["support"]], found["w"], float(gamma)) if task == "rbf" else objective.primal(task, exact, y, found["w"])
            if value <= float(least):
                break
    return None


if __name__ == "__main__":
    main(*sys.argv[1:])
