"""Who takes part in which task, with which words, from loose to tight."""
import dataclasses
import importlib.util
import json
import pathlib
import shutil
import sys
from typing import Callable

import numpy as np

from . import objective

GAMMA = {"a9a": 0.00813, "mnist10k": 0.02, "spambase": 1.0}
TASKS = ["hinge", "logistic", "l1", "rbf"]
HERE = pathlib.Path(__file__).resolve().parent


def gamma_of(data):
    return GAMMA.get(data.name) or 1.0 / data.rows()[0].shape[1]


@dataclasses.dataclass
class Contestant:
    name: str
    tasks: dict  # task: its settings, from loose to tight
    words: Callable  # (data, task, setting, model path) -> words
    value: Callable  # (data, task, run, model path) -> objective by the evaluator
    fit: Callable = None  # run -> processor seconds of fitting alone; None: the whole less loading


def _linear(data, task, w):
    x, y = data.rows()
    return objective.primal(task, x, y, w)


def halfspace(program):
    flags = {"hinge": ["--algorithm", "svm"], "logistic": ["--algorithm", "logistic"], "l1": ["--algorithm", "logistic", "--penalty", "l1"]}

    def words(data, task, tol, model):
        if task == "rbf":
            learner = ["--algorithm", "svm", "--kernel", "rbf", "--gamma", gamma_of(data)]
        else:
            learner = [*flags[task], "--bias", "none"]
        return [program, "train", data.path, *learner, "--C", 1, "--tol", tol, "--threads", 1, "--json", "-o", model]

    def value(data, task, run, model):
        answer = json.loads(run.out)
        if task == "rbf":
            return -answer["dual"]
        own = _linear(data, task, answer["weights"])
        if abs(own - answer["primal"]) > 1e-9 * abs(own):
            raise ValueError(f"{data.name} {task}: halfspace states {answer['primal']}, the evaluator {own}")
        return own

    steps = [1e-3, 1e-6]
    return Contestant("halfspace", {task: steps for task in TASKS}, words, value)


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
    return Contestant("LIBLINEAR", {task: ladder for task in kinds}, words, value)


def libsvm():
    def words(data, task, eps, model):
        return ["svm-train", "-g", gamma_of(data), "-e", eps, data.path, model]

    def value(data, task, run, model):
        return float(run.out.rsplit("obj = ", 1)[1].split(",")[0])

    return Contestant("LIBSVM", {"rbf": [1e-1, 1e-2, 1e-3, 1e-5]}, words, value)


def package(name, tasks, ladder):
    def words(data, task, eps, model):
        return [sys.executable, HERE / "fit.py", name, task, data.path, eps, model, gamma_of(data) if task == "rbf" else 0]

    def value(data, task, run, model):
        made = np.load(f"{model}.npz")
        if task == "rbf":
            return objective.rbf_dual(data.rows()[0], made["w"], made["support"], gamma_of(data))
        return _linear(data, task, made["w"])

    return Contestant(name, {task: ladder for task in tasks}, words, value, lambda run: json.loads(run.out)["fit"])


def all_of(program):
    """halfspace first, then the peers that are installed; and the names of those that are not."""
    out, absent = [halfspace(program)], []
    ladder = [1e-1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8]
    for made, there in [(liblinear, shutil.which("liblinear-train")), (libsvm, shutil.which("svm-train"))]:
        out.append(made()) if there else absent.append(made.__name__)
    for name, module, tasks in [("scikit-learn", "sklearn", TASKS), ("Snap ML", "snapml", TASKS[:3]), ("scikit-learn-intelex", "sklearnex", ["rbf"])]:
        out.append(package(name, tasks, ladder)) if importlib.util.find_spec(module) else absent.append(name)
    return out, absent
