"""One fit by a Python package: fit.py PEER TASK FILE EPS MODEL [GAMMA]. Prints processor seconds of loading and fitting as JSON; MODEL.npz gets what it learned."""
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
        return SVC(gamma=gamma, tol=eps)
    ratio, solver = (1.0, "liblinear") if task == "l1" else (0.0, "lbfgs")
    return LogisticRegression(l1_ratio=ratio, C=1.0, solver=solver, tol=eps, fit_intercept=False, max_iter=1_000_000)


def scikit_learn_intelex(task, eps, gamma):
    from sklearnex.svm import SVC
    return SVC(gamma=gamma, tol=eps)


def snap_ml(task, eps, gamma):
    from snapml import LogisticRegression, SupportVectorMachine
    if task == "hinge":
        return SupportVectorMachine(regularizer=1.0, fit_intercept=False, tol=eps, max_iter=100_000, n_jobs=1)
    return LogisticRegression(regularizer=1.0, fit_intercept=False, tol=eps, max_iter=100_000, n_jobs=1, penalty="l1" if task == "l1" else "l2", dual=task != "l1")


MAKERS = {"scikit-learn": scikit_learn, "scikit-learn-intelex": scikit_learn_intelex, "Snap ML": snap_ml}


def main(peer, task, path, eps, model, gamma="0"):
    begun = time.process_time()
    x, y = load_svmlight_file(path)
    y = np.where(y == y.max(), 1.0, -1.0)
    x.indices, x.indptr = x.indices.astype(np.int32), x.indptr.astype(np.int32)  # what LIBLINEAR and LIBSVM inside take
    if peer == "Snap ML":
        x = x.astype(np.float32)
    loaded = time.process_time()
    made = MAKERS[peer](task, float(eps), float(gamma)).fit(x, y)
    fitted = time.process_time()
    if task == "rbf":
        dual = made.dual_coef_
        np.savez(model, w=np.asarray(dual.todense() if hasattr(dual, "todense") else dual).ravel(), support=made.support_)
    else:
        np.savez(model, w=np.asarray(made.coef_).ravel())
    print(json.dumps({"load": loaded - begun, "fit": fitted - loaded}))


if __name__ == "__main__":
    main(*sys.argv[1:])
