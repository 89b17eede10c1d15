"""Columns of a table by the names that a model knows them by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from halfspace._model_file import parts_of
from halfspace._rows import Categories, Prepared, is_table, prepare

if TYPE_CHECKING:
    from halfspace.model import Model


class Columns(NamedTuple):
    """Columns of a row: their names, and of each its texts, none where it is of numbers.

    Names are of features and there are no texts where no column is of texts.
    """

    names: list[str]
    texts: list[list[str]]


def in_order_of(X: Any, model: Model) -> Prepared:
    """The rows, the columns of a table in the model's order by name, its categories as they are.

    A model of rows without names has the names 1, 2, ...: a table that lacks one of them, or counts its columns from 0,
    is taken by place. A column of texts may be all missing, which says nothing of its type. Error (ValueError): a table
    that lacks other names.
    """
    if not is_table(X):
        return prepare(X)
    return with_texts(_by_name(prepare(X), columns_of(model).names), model)


def _by_name(table: Prepared, names: list[str]) -> Prepared:
    if not names or table.names is None or table.names == names:
        return table
    missing = [n for n in names if n not in table.names]
    numbered = names == [str(k + 1) for k in range(len(names))]
    if numbered and (missing or "0" in table.names):
        return table
    if missing:
        raise ValueError(f"X lacks the columns {missing}, which the model was trained on")
    places = [table.names.index(n) for n in names]
    values = np.asarray(table.values)[:, places]
    kept = dict(table.categories)
    categories = sorted((places.index(j), kept[j]) for j in kept if j in places)
    return Prepared(values, table.rows, len(names), names, categories)


def with_texts(table: Prepared, model: Model) -> Prepared:
    """The rows, columns without any cell taken for texts where the model has texts."""
    texts = columns_of(model).texts
    known = {j for j, _ in table.categories}
    asked = [j for j, levels in enumerate(texts) if levels and j not in known] if table.cols == len(texts) else []
    values = np.asarray(table.values) if asked else None
    none: Categories = [(j, texts[j]) for j in asked if values is not None and np.isnan(values[:, j]).all()]
    return table._replace(categories=sorted([*table.categories, *none])) if none else table


def columns_of(model: Model) -> Columns:
    """What the model file says of the columns; read once."""
    if model._columns is None:
        features = parts_of(model.to_bytes())[0].get("features")
        names = list(features["names"]) if features else model.feature_names
        texts = [[level for level in levels if level] for levels in features["levels"]] if features else []
        model._columns = Columns(names, texts)
    return model._columns
