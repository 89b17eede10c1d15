"""Classes of all partitions: their types, their order, which of them have weight.

Answers know classes by texts, which the core sorts by value where all are numbers. Labels that are texts are sorted as
texts here, as numpy.unique does: '10' before '9'.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from halfspace._cluster_shards import Facts
from halfspace._labels import core_order
from halfspace._options import Options

Array = npt.NDArray[Any]


def kind_of(facts: Sequence[Facts]) -> str:
    """What the labels are, as in Facts."""
    return next((fact.labels for fact in facts if fact.rows), "")


def classes_of(texts: Sequence[str], kind: str) -> Array:
    """Classes in the type that the labels had; ``kind`` as in Facts."""
    if kind == "truth values":
        return np.asarray([text == "True" for text in texts])
    if kind == "numbers":
        return np.asarray([float(t) for t in texts])
    if kind == "whole numbers":
        whole = [int(t) for t in texts]
        unsigned = max(whole, default=0) > np.iinfo(np.int64).max and min(whole) >= 0
        return np.asarray(whole, dtype=np.uint64 if unsigned else None)
    return np.asarray(list(texts))


def order_of(texts: Sequence[str], kind: str) -> Array:
    """Places of a model's classes, sorted. Of two the model says which is +1."""
    places = list(range(len(texts)))
    return np.asarray(sorted(places, key=texts.__getitem__) if kind == "texts" and len(texts) > 2 else places)


def with_positive(options: Options, facts: Sequence[Facts]) -> Options:
    """Of two texts the one that sorts last is +1; of '9' and '10' the core would take '10'."""
    texts = sorted({text for fact in facts for text in fact.classes})
    if kind_of(facts) != "texts" or len(texts) != 2 or core_order(texts) == [0, 1]:
        return options
    return [*options, ("positive", texts[1])]


def check_weights(facts: Sequence[Facts]) -> None:
    """Error (ValueError): classes whose rows all have the weight 0."""
    weighed = set().union(*(set(fact.classes).difference(fact.weightless) for fact in facts))
    without = sorted(set().union(*(fact.weightless for fact in facts)) - weighed)
    if without and weighed:
        classes = np.sort(classes_of(without, kind_of(facts))).tolist()
        raise ValueError(
            f"the classes {classes} have no row of sample_weight above 0; leave their rows out (at least 2 classes are "
            "needed, one class is no question)"
        )
