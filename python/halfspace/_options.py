"""Options by name, as the core takes them: text for text with the flags of the command line."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from halfspace import _core
from halfspace._labels import Coded

Options = list[tuple[str, str]]

SWITCHES = {"approximate-support", "counterfactual", "data-cache", "final-pass", "min-mistakes", "no-header"}
SWITCHES |= {"predictions", "statistics", "stream", "suspects", "zero-based"}
_OF_MODELS = ("bootstrap", "lift", "costs", "threshold", "by", "change", "counterfactual", "to", "top")
_LISTS = (
    _core.option_names,
    _core.cv_option_names,
    _core.search_option_names,
    _core.path_option_names,
    _core.separate_option_names,
)
NAMES = {name for names in _LISTS for name in names()}.union(_OF_MODELS)


def text_of(value: Any) -> str:
    """The value of an option as the command line would have it."""
    if isinstance(value, bool | np.bool_):
        return ""  # a switch
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, float | np.floating):
        number = float(value)
        if math.isinf(number):
            return "inf" if number > 0 else "-inf"
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
    if isinstance(value, Mapping):
        return "\n".join(f"{key}={text_of(item)}" for key, item in value.items())
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return ",".join(text_of(item) for item in value)
    return str(value)


def options_of(given: Mapping[str, Any]) -> Options:
    """Names and texts of what is set: an option that is None and a switch that is False are not. A dict is a line a
    name, of costs NAME=COST,.... The core refuses names that do not exist."""
    out: Options = []
    for given_name, value in given.items():
        name = given_name.rstrip("_").replace("_", "-")
        off = isinstance(value, bool | np.bool_) and not value
        if (value is None and name in NAMES) or (off and name in SWITCHES):
            continue
        is_number = isinstance(value, int | float | np.number)
        if name == "timeout" and not (is_number and 0 < value < math.inf):
            raise ValueError(f"time_limit is {value!r}; expected None or seconds above 0")
        pairs = name == "costs" and isinstance(value, Mapping)
        text = ",".join(text_of({key: item}) for key, item in value.items()) if pairs else text_of(value)
        out.append((name, "False" if off else text))
    return out


def penalty_of(penalty: Any, l1_ratio: Any) -> dict[str, Any]:
    """The core's options for scikit-learn's "l2", "l1", "elasticnet" and share of L1. Error (ValueError): another."""
    if penalty not in ("l2", "l1", "elasticnet", "elastic-net"):
        raise ValueError(f"penalty is {penalty!r}; expected 'l2', 'l1' or 'elasticnet'")
    if penalty == "l1" or l1_ratio == 1:
        return {"penalty": "l1"}
    if not l1_ratio:
        return {"penalty": "l2"}
    return {"penalty": "elastic-net", "l1_ratio": l1_ratio}


def class_weight_text(class_weight: Any, coded: Coded) -> str | None:
    """``None``, ``"balanced"``, or weights by label as ``LABEL=W,...``. Labels that are no class are passed over where
    every class has a weight, as in scikit-learn. Error (ValueError): others, weights that are not above 0."""
    if class_weight is None:
        return None
    if isinstance(class_weight, str) and class_weight == "balanced":
        return class_weight
    if not isinstance(class_weight, Mapping):
        raise ValueError(f"class_weight is {class_weight!r}; expected None, 'balanced' or a dict of label: weight")
    texts = dict(zip(coded.classes.tolist(), coded.texts, strict=True))
    known = {label: weight for label, weight in class_weight.items() if label in texts}
    others = [label for label in class_weight if label not in known]
    if others and len(known) < len(texts):
        raise ValueError(f"class_weight names {others[0]!r}, which is none of the classes {list(texts)}")
    for label, weight in known.items():
        if not float(weight) > 0:
            raise ValueError(f"class_weight of {label!r} is {weight!r}; expected a number above 0")
        if "," in texts[label] or "=" in texts[label]:
            raise ValueError(f"class_weight cannot name {label!r}, which holds a comma or '='; use sample_weight")
    return ",".join(f"{texts[label]}={text_of(float(w))}" for label, w in known.items()) or None


def by_label(options: Mapping[str, Any], coded: Coded) -> Mapping[str, Any]:
    """The options, a dict of ``class_weight`` as the core takes it."""
    given = options.get("class_weight")
    return {**options, "class_weight": class_weight_text(given, coded)} if isinstance(given, Mapping) else options


def threads_of(n_jobs: Any) -> int:
    """Threads for scikit-learn's ``n_jobs``. None: OMP_NUM_THREADS, else all cores; -1: all cores."""
    if n_jobs is None:
        given = os.environ.get("OMP_NUM_THREADS", "").split(",")[0]
        return int(given) if given.isdigit() and 1 <= int(given) <= 4096 else 0
    if isinstance(n_jobs, float) and not n_jobs.is_integer():
        raise ValueError(f"n_jobs is {n_jobs!r}; expected None, a positive number, or -1 for all cores")
    count = int(n_jobs)
    if count == 0:
        raise ValueError("n_jobs == 0 has no meaning; expected None, a positive number, or -1 for all cores")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)
    if count < 0:
        count = max(1, cores + 1 + count)
    return min(count, 4096)


def seed_of(random_state: Any) -> int:
    """A seed for ``random_state``: None is 0, so that equal calls give equal results; a generator gives a number."""
    if random_state is None:
        return 0
    if isinstance(random_state, int | np.integer):
        if not 0 <= int(random_state) < 2**63:
            raise ValueError(f"random_state is {random_state}; expected a whole number from 0 to 2**63 - 1")
        return int(random_state)
    if isinstance(random_state, np.random.RandomState):
        return int(random_state.randint(0, 2**31 - 1))
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(0, 2**31 - 1))
    raise ValueError(f"random_state is {random_state!r}; expected None, a whole number or a generator of NumPy")
