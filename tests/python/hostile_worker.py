"""Runs calls of the package with arrays that nobody should pass, one a line of its input; answers how each one ended.

A process of its own, so that a crash of the interpreter is seen from outside.
"""

import faulthandler
import json
import os
import resource
import sys
import tempfile
import traceback
import warnings

import numpy as np
from hostile_arrays import DENSE, SPARSE
from hostile_labels import LABELS, VALUES, WEIGHTS

import halfspace as hs
from halfspace import _core

ROWS = {**DENSE, **SPARSE}
ALLOWED = (ValueError, TypeError, OSError, MemoryError)
GIBIBYTE = 1 << 30
LIMIT = 2.0

GOOD_X = np.random.default_rng(7).normal(size=(24, 3))
GOOD_Y = (GOOD_X[:, 0] + 0.3 * GOOD_X[:, 1] > 0).astype(int)
ESTIMATORS = [
    "KernelPerceptron", "KernelPerceptronCV", "LinearSVC", "LinearSVCCV", "LogisticRegression", "LogisticRegressionCV",
    "LogisticRegressionPath", "NuSVC", "NuSVCCV", "Perceptron", "PerceptronCV", "PocketPerceptron",
    "SVC", "SVCCV",
]  # fmt: skip
TRANSFORMERS = ["Nystroem", "RandomFourierFeatures"]


def small(name, **more):
    """An estimator whose runs are short."""
    kind = getattr(hs, name)
    known = kind().get_params(deep=False)
    quick = {"n_jobs": 2, "time_limit": LIMIT, "cv": 2, "n_points": 5, "n_components": 5, "max_iter": 50}
    if name in ("LogisticRegressionPath",):
        quick["cv"] = None
    given = {k: v for k, v in quick.items() if k in known}
    if name in ("NuSVC",):
        given["nu"] = 0.1
    return kind(**{**given, **more})


def use(fitted, X):
    """Every method that answers about rows."""
    for method in ("predict", "decision_function", "predict_proba", "predict_log_proba", "transform"):
        if hasattr(fitted, method):
            getattr(fitted, method)(X)


class Made:
    """The arguments of a case."""

    def __init__(self, case):
        n, d, seed = case["n"], case["d"], case["seed"]

        def rng(k):
            return np.random.default_rng([seed, k])

        self.X = ROWS[case["x"]](rng(0), n, d)
        self.y = LABELS[case["y"]](rng(1), n)
        self.w = WEIGHTS[case["w"]](rng(2), n)
        self.rng = rng(3)
        self.case = case


def fit(a):
    est = small(a.case["what"])
    fitted = est.fit(a.X, a.y) if a.w is None or "Perceptron" in a.case["what"] else est.fit(a.X, a.y, a.w)
    use(fitted, a.X)


def transform(a):
    use(small(a.case["what"]).fit(a.X), a.X)


def answer(a):
    """Fitted on rows that are fine, asked about the hostile ones."""
    fitted = small(a.case["what"]).fit(GOOD_X, GOOD_Y)
    for method in ("predict", "decision_function", "predict_proba", "transform"):
        if hasattr(fitted, method):
            try:
                getattr(fitted, method)(a.X)
            except ALLOWED as error:
                assert str(error), "no message"
    if hasattr(fitted, "score"):
        fitted.score(a.X, a.y)


def parameter(a):
    known = sorted(getattr(hs, a.case["what"])().get_params(deep=False))
    name = known[a.case["seed"] % len(known)]
    fitted = small(a.case["what"], **{name: VALUES[a.case["value"]]}).fit(GOOD_X, GOOD_Y)
    use(fitted, GOOD_X)


def option(a):
    names = sorted(set(_core.option_names()) - {"timeout", "threads"})
    name = names[a.case["seed"] % len(names)].replace("-", "_")
    algorithm = ["perceptron", "logistic", "svm"][a.case["n"] % 3]
    value = VALUES[a.case["value"]]
    hs.train(GOOD_X, GOOD_Y, time_limit=LIMIT, **{"algorithm": algorithm, name: value})


FUNCTIONS = {
    "separate": lambda a: hs.separate(a.X, a.y, sample_weight=a.w, time_limit=LIMIT),
    "certificate": lambda a: hs.verify(hs.separate(a.X, a.y, time_limit=LIMIT), a.X, a.y),
    "rows_text": lambda a: hs.separate(a.X, a.y, time_limit=LIMIT).rows_text(),
    "verify": lambda a: hs.verify(hs.separate(GOOD_X, GOOD_Y), a.X, a.y),
    "min_mistakes": lambda a: hs.min_mistakes(a.X, a.y, sample_weight=a.w, time_limit=LIMIT),
    "mistake_bound": lambda a: hs.mistake_bound(a.X, a.y, sample_weight=a.w, time_limit=LIMIT),
    "train-perceptron": lambda a: hs.train(a.X, a.y, algorithm="perceptron", passes=20, time_limit=LIMIT),
    "train-logistic": lambda a: hs.train(a.X, a.y, sample_weight=a.w, algorithm="logistic", time_limit=LIMIT),
    "train-svm": lambda a: hs.train(a.X, a.y, sample_weight=a.w, algorithm="svm", time_limit=LIMIT),
    "train-groups": lambda a: hs.train(a.X, a.y, groups=a.w, algorithm="svm", calibrate="auto", time_limit=LIMIT),
    "trace": lambda a: sum(1 for _ in zip(range(50), hs.trace(a.X, a.y, passes=5, stop="passes"), strict=False)),
    "cross_validate": lambda a: hs.cross_validate(
        a.X, a.y, sample_weight=a.w, algorithm="logistic", folds=2, predictions=True, time_limit=LIMIT
    ),
    "cross_validate-groups": lambda a: hs.cross_validate(a.X, a.y, groups=a.w, folds=2, time_limit=LIMIT),
    "search": lambda a: hs.search(
        a.X, a.y, {"C": [1, 10]}, sample_weight=a.w, algorithm="svm", folds=2, time_limit=LIMIT
    ),
    "path": lambda a: hs.path(a.X, a.y, sample_weight=a.w, penalty="l1", points=5, time_limit=LIMIT),
    "calibrate": lambda a: hs.calibrate(a.X, a.y, sample_weight=a.w, algorithm="svm", folds=2, time_limit=LIMIT),
    "evaluate": lambda a: hs.evaluate(good_model(), a.X, a.y, sample_weight=a.w),
    "explain": lambda a: hs.explain(good_model(), a.X),
    "explain-row": lambda a: hs.explain(good_model(), a.X, VALUES[a.case["value"]]),
    "model.predict": lambda a: good_model().predict(a.X, threshold=VALUES[a.case["value"]]),
    "model.decision_function": lambda a: good_model().decision_function(a.X),
    "model.predict_proba": lambda a: good_model().predict_proba(a.X, n_jobs=VALUES[a.case["value"]]),
}


def good_model():
    return hs.train(GOOD_X, GOOD_Y, algorithm="logistic").model


def _damaged(raw, a):
    """The bytes with a few of them changed, cut off or doubled."""
    out = bytearray(raw)
    for _ in range(int(a.rng.integers(1, 4))):
        if out:
            out[int(a.rng.integers(len(out)))] = int(a.rng.integers(256))
    cut = int(a.rng.integers(4))
    return bytes(out[: int(a.rng.integers(len(out) + 1))]) if cut == 0 else bytes(out + out) if cut == 1 else bytes(out)


def _file(raw, suffix):
    handle, path = tempfile.mkstemp(suffix)
    os.write(handle, raw)
    os.close(handle)
    return path


def _with_file(raw, suffix, call):
    path = _file(raw, suffix)
    try:
        call(path)
    finally:
        os.unlink(path)


def damaged_model(a):
    learner = ["logistic", "perceptron", "svm"][a.case["n"] % 3]
    kernel = {"kernel": "rbf"} if learner == "svm" and a.case["d"] % 2 else {}
    raw = _damaged(hs.train(GOOD_X, GOOD_Y, algorithm=learner, **kernel).model.to_bytes(), a)
    if a.case["d"] % 3 == 0:
        _with_file(raw, ".hs", lambda path: hs.load(path).predict(GOOD_X))
    else:
        hs.Model.from_bytes(raw).predict(GOOD_X)


def damaged_features(a):
    features = small(TRANSFORMERS[a.case["n"] % 2]).fit(GOOD_X)
    state = features.__getstate__()
    state["_features"] = _damaged(state["_features"], a)
    features.__setstate__(state)
    features.transform(GOOD_X)


def damaged_certificate(a):
    text = hs.separate(GOOD_X, GOOD_Y).certificate.encode()
    hs.verify(_damaged(text, a).decode("latin-1"), GOOD_X, GOOD_Y)


def damaged_npy(a):
    import io

    buffer = io.BytesIO()
    np.save(buffer, GOOD_X)
    _with_file(_damaged(buffer.getvalue(), a), ".npy", lambda path: hs.read_npy(path, mmap=a.case["n"] % 2 == 0))


def damaged_csv(a):
    raw = _damaged(b"a,b,label\n1,2,no\n3,x,yes\n,4,no\n" * 3, a)
    _with_file(raw, ".csv", hs.read_csv)


def damaged_libsvm(a):
    raw = _damaged(b"+1 1:0.5 3:2\n-1 2:1\n" * 3, a)
    _with_file(raw, ".txt", hs.read_libsvm)


def any_bytes(a):
    value = VALUES[a.case["value"]]
    call = [hs.Model.from_bytes, hs.load, hs.read_csv, hs.read_libsvm, hs.read_npy, hs.from_sklearn, hs.to_sklearn][
        a.case["seed"] % 7
    ]
    call(value)


KINDS = {
    "fit": fit,
    "transform": transform,
    "answer": answer,
    "parameter": parameter,
    "option": option,
    "function": lambda a: FUNCTIONS[a.case["what"]](a),
    "bytes": lambda a: BYTES[a.case["what"]](a),
}
BYTES = {
    "model": damaged_model,
    "features": damaged_features,
    "certificate": damaged_certificate,
    "npy": damaged_npy,
    "csv": damaged_csv,
    "libsvm": damaged_libsvm,
    "any": any_bytes,
}


def outcome(case):
    """ "result", "refused: ...", or "fault: ..." for what must not be."""
    try:
        KINDS[case["kind"]](Made(case))
    except ALLOWED as error:
        return f"refused: {type(error).__name__}: {error}" if str(error).strip() else "fault: no message\n" + trace()
    except BaseException as error:
        return f"fault: {type(error).__name__}: {error}\n{trace()}"
    return "result"


def trace():
    return traceback.format_exc(limit=-8)


def main():
    faulthandler.enable()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    resource.setrlimit(resource.RLIMIT_AS, (6 * GIBIBYTE, 6 * GIBIBYTE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    small("SVC").fit(GOOD_X, GOOD_Y)  # loads scikit-learn before the clock runs
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(outcome(json.loads(line)).encode("utf-8", "replace").decode()), file=answers, flush=True)


if __name__ == "__main__":
    main()
