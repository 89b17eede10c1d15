"""Who takes part in which task, with which words, from loose to tight; and why not in the others."""
import dataclasses
import importlib.util
import io
import json
import pathlib
import shutil
import sys
from typing import Callable

import numpy as np
from sklearn.datasets import load_svmlight_file

from . import objective

TASKS = ["hinge", "logistic", "l1", "rbf"]
HERE = pathlib.Path(__file__).resolve().parent


@dataclasses.dataclass
class Contestant:
    name: str
    tasks: dict  # task: its settings, from loose to tight
    words: Callable  # (data, task, settings, model path) -> words; more than one setting where `many`
    value: Callable  # (data, task, run, model path) -> objective by the evaluator
    cannot: dict  # task: why it does not take part
    many: bool = False  # one process tries setting after setting until an objective is reached; a line of JSON and a model each
    slow_start: bool = False  # the second that its imports take says nothing on small sets: the fit alone does


def _linear(data, task, w):
    return objective.primal(task, *data.rows(), w)


def halfspace_words(program, data, task, tol, model, threads=1):
    flags = {"hinge": ["--algorithm", "svm"], "logistic": ["--algorithm", "logistic"], "l1": ["--algorithm", "logistic", "--penalty", "l1"],
             "rbf": ["--algorithm", "svm", "--kernel", "rbf", "--gamma", data.gamma]}[task]
    return [program, "train", data.path, *flags, *([] if task == "rbf" else ["--bias", "none"]), "--C", 1, "--tol", tol, "--threads", threads, "-o", model]


def halfspace_value(data, task, run, model):
    """The evaluator's objective of a model file; an error where the program said something else of it, or its gap is not that of a proof."""
    said, arrays = objective.halfspace_model(model)
    if task == "rbf":
        own, stated = objective.rbf_dual(objective.support_rows(arrays, data.rows()[0].shape[1]), arrays["weights"], data.gamma), -said["dual"]
    else:
        own, stated = _linear(data, task, arrays["weights"]), said["primal"]
    above = (stated - own) / abs(own)
    # the objective is stated as a bound from above, of sums in doubles where the gap leaves room for their rounding
    most = 1e-6 if task == "rbf" else max(1e-9, min(1e-8, said["gap"] / abs(own)))
    if not -(1e-6 if task == "rbf" else 1e-9) < above < most:
        raise objective.WrongModel(f"{data.name} {task}: halfspace states {stated}, the evaluator finds {own}")
    return own


def halfspace(program):
    return Contestant("halfspace", {task: [1e-2, 1e-3, 1e-6] for task in TASKS}, lambda data, task, tol, model: halfspace_words(program, data, task, tol, model), halfspace_value, {})


def liblinear():
    kinds = {"hinge": 3, "logistic": 0, "l1": 6}

    def words(data, task, eps, model):
        return ["liblinear-train", "-q", "-s", kinds[task], "-c", 1, "-e", eps, data.path, model]

    def value(data, task, run, model):
        head, _, body = model.read_text().partition("\nw\n")
        labels = next(line for line in head.splitlines() if line.startswith("label")).split()[1:]
        w = np.array([float(v) for v in body.split()])
        return _linear(data, task, w if float(labels[0]) > float(labels[1]) else -w)

    ladder = [1.0, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8]
    return Contestant("LIBLINEAR", {task: ladder for task in kinds}, words, value, {"rbf": "linear models alone"})


def libsvm():
    def words(data, task, eps, model):
        return ["svm-train", "-g", data.gamma, "-m", 256, "-e", eps, data.path, model]

    def value(data, task, run, model):
        support, coefficients = load_svmlight_file(io.BytesIO(model.read_bytes().partition(b"\nSV\n")[2]), n_features=data.rows()[0].shape[1])
        return objective.rbf_dual(support, coefficients, data.gamma)

    return Contestant("LIBSVM", {"rbf": [1e-1, 1e-2, 1e-3, 1e-5]}, words, value, dict.fromkeys(TASKS[:3], "LIBLINEAR is its linear sister: no linear solver of its own"))


def dlib(name, program, tasks, cannot):
    kinds = {"hinge": "hinge-" + name.split()[-1], "rbf": "rbf"}

    def words(data, task, eps, model):
        return [program, kinds[task], data.path, eps, model, data.gamma or 0]

    def value(data, task, run, model):
        made = np.loadtxt(model)
        if task == "rbf":
            return objective.rbf_dual(data.rows()[0][made[:, 0].astype(int)], made[:, 1], data.gamma)
        return _linear(data, task, made[1:])  # dlib counts columns from 0

    return Contestant(name, tasks, words, value, cannot)


def vowpal_wabbit():
    def words(data, task, eps, model):
        return [sys.executable, "-m", "vowpalwabbit", "-d", data.for_vw(), "--bfgs", "--loss_function", "logistic", "--l2", 1, "--passes", 5000, "--termination", eps, "--holdout_off",
                *vw_common(data), "-k", "--cache_file", f"{model}.cache", "--predict_only_model", "--readable_model", model]

    def value(data, task, run, model):
        return _linear(data, task, vw_weights(model))

    why = {"hinge": "no batch solver for it: online passes with --l2 ended 1 % above the optimum of a9a and drifted away from it with more passes",
           "l1": "its L1 is truncation in online passes, without an optimum it ends at", "rbf": "no kernels beside an online approximation (--ksvm)"}
    return Contestant("Vowpal Wabbit", {"logistic": [1e-2, 1e-3, 1e-4, 1e-5, 1e-7, 1e-10]}, words, value, why)


def vw_common(data):
    return ["-b", max(8, int(data.rows()[0].shape[1] + 1).bit_length()), "--noconstant", "--quiet"]


def vw_weights(model):
    """Weights by column, from `--readable_model`: lines "index:weight", and in models of online learners their state behind it."""
    pairs = [line.split()[0].split(":") for line in model.read_text().rpartition("\n:0\n")[2].splitlines()]
    w = np.zeros(1 + max((int(j) for j, _ in pairs), default=0))
    for j, v in pairs:
        w[int(j)] = float(v)
    return w[1:]


def package(name, tasks, cannot):
    def words(data, task, eps, model, least="-inf"):
        return [sys.executable, "-m", "compare.fit", name, task, data.path, ",".join(map(str, eps)) if isinstance(eps, list) else eps, model, data.gamma or 0, least]

    def value(data, task, run, model):
        made = np.load(f"{model}.npz")
        if task == "rbf":
            return objective.rbf_dual(data.rows()[0][made["support"]], made["w"], data.gamma)
        return _linear(data, task, made["w"])

    ladder = [1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8]
    return Contestant(name, {task: ladder for task in tasks}, words, value, cannot, many=True, slow_start=True)


def all_of(program):
    """halfspace first, then the peers that are installed; and the names of those that are not."""
    out, absent = [halfspace(program)], []
    for made, there in [(liblinear, shutil.which("liblinear-train")), (libsvm, shutil.which("svm-train")), (vowpal_wabbit, importlib.util.find_spec("vowpalwabbit"))]:
        out.append(made()) if there else absent.append(made.__name__)
    dlib_program = program.parent / "dlib_peer"
    if dlib_program.exists():
        no = {"logistic": "has no logistic regression", "l1": "has no L1 penalty"}
        ladder = [1.0, 0.3, 0.1, 0.03, 0.01, 1e-3, 1e-4, 1e-6]
        out.append(dlib("dlib dcd", dlib_program, {"hinge": ladder, "rbf": [1e-1, 1e-2, 1e-3, 1e-5]}, no))
        out.append(dlib("dlib oca", dlib_program, {"hinge": [1e-2, 1e-3, 1e-4, 1e-6]}, {**no, "rbf": "linear models alone; the RBF machine of dlib stands under dlib dcd"}))
    else:
        absent.append("dlib")
    for name, module, tasks, cannot in [
            ("scikit-learn", "sklearn", TASKS, {}), ("Snap ML", "snapml", TASKS[:3], {"rbf": "no kernels beside random features (other objective)"}),
            ("sklearn-intelex", "sklearnex", ["rbf", "logistic"], {"hinge": "LinearSVC is scikit-learn's own there", "l1": "falls back to scikit-learn"})]:
        out.append(package(name, tasks, cannot)) if importlib.util.find_spec(module) else absent.append(name)
    return out, absent


def fit_seconds(run):
    """What a peer prints of its own: one line of JSON with "fit"."""
    try:
        return json.loads(run.out.strip().splitlines()[-1])["fit"]
    except (IndexError, ValueError, KeyError, TypeError):
        return None
