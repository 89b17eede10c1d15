"""Predictions in the Python workers of executors: Arrow in, Arrow out."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from halfspace._cluster_classes import classes_of, order_of
from halfspace.model import Model
from halfspace.spark._arrow import kinds_of, part_of, rows_of

# of labels as in Facts; numbers are doubles, as pyspark.ml has them
TYPES = {"truth values": "boolean", "texts": "string"}


def type_of_prediction(labels: str) -> str:
    """The type of the prediction column as Spark writes it."""
    return TYPES.get(labels, "double")


@lru_cache(maxsize=4)
def _model(data: bytes) -> Model:
    return Model.from_bytes(data)


def order_in(model: Model, labels: str) -> Any:
    """Places of the model's classes, as they are sorted."""
    return order_of(model._classifier.classes, labels)


def classes_in(model: Model, labels: str) -> Any:
    """The model's classes in its own order, as predictions hold them."""
    classes = classes_of(model._classifier.classes, labels)
    return classes if labels in TYPES else classes.astype(np.float64)


def _lists(values: Any) -> Any:
    import pyarrow as pa

    starts = np.arange(0, values.size + 1, values.shape[1], dtype=np.int32)
    return pa.ListArray.from_arrays(pa.array(starts), pa.array(values.ravel()))


def _predicted(model: Model, features: Any, probabilities: bool) -> list[Any]:
    """Codes of classes, scores, and probabilities where asked for."""
    rows = rows_of([part_of(features, cols=model.n_columns)]).core()
    answer = model._classifier.predict(rows, {"threads": 1, "probabilities": probabilities})
    return list(answer[: 3 if probabilities else 2])


def score(data: bytes, labels: str, probabilities: bool, features: Any) -> Any:
    """A struct array of prediction, raw (a score a class) and, where asked for, probability."""
    import pyarrow as pa

    model = _model(data)
    kinds = kinds_of(features)
    answers = [_predicted(model, features.take(pa.array(places)), probabilities) for places in kinds]
    back = np.argsort(np.concatenate(kinds))
    codes, scores, *chances = (np.concatenate(each)[back] for each in zip(*answers, strict=True))
    order = order_in(model, labels)
    raw = np.hstack([-scores, scores]) if scores.shape[1] == 1 else scores[:, order]
    out = {"prediction": pa.array(classes_in(model, labels)[codes]), "raw": _lists(raw)}
    if probabilities:
        out["probability"] = _lists(chances[0][:, order])
    return pa.StructArray.from_arrays(list(out.values()), list(out))
