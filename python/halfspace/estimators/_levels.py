"""Batches of tables with columns of texts: weights go to the levels by name, whatever levels a batch holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace._model_file import parts_of
from halfspace._rows import Prepared
from halfspace.estimators._gamma import key_of
from halfspace.model import Model

Levels = list[tuple[int, str]]  # a column and one of its texts, "" where it is the missing cell


def absent_levels(rows: Prepared, model: Model) -> Levels:
    """Levels of the model that the batch lacks. Error (ValueError): one that the model does not have."""
    features = parts_of(model.to_bytes())[0].get("features") if rows.categories else None
    known = features["levels"] if features else []
    absent = []
    for j, texts in rows.categories:
        codes = np.asarray(rows.values)[:, j]
        missing = np.isnan(codes)
        present = {key_of(texts[k]): texts[k] for k in np.unique(codes[~missing]).astype(int)}
        levels = {key_of(level): level for level in (known[j] if known else [])}
        for key, text in present.items():
            if key not in levels:
                raise ValueError(
                    f"column {_name(rows, j)!r} has the level {text!r}, which the first call to partial_fit did not "
                    "have; its rows must hold every level that will come"
                )
        absent += [(j, level) for key, level in levels.items() if key not in present and (level or not missing.any())]
    return absent


def kept_features(names: list[str], rows: Prepared, absent: Levels) -> list[int]:
    """Places of the features that a batch without these levels has."""
    gone = {f"{_name(rows, j)}={level or '(missing)'}" for j, level in absent}
    return [k for k, name in enumerate(names) if name not in gone]


def other_features(names: list[str]) -> ValueError:
    """Weights would go to other features than those they were learned for."""
    return ValueError(
        f"the rows of this batch become other features than {names} of the batches before it; columns keep their type, "
        "and with features, missing, categorical_coding and min_level every batch needs the same levels"
    )


def with_levels(rows: Prepared, absent: Levels) -> Prepared:
    """The rows, and behind them copies of the last that hold the levels."""
    of_column: dict[int, list[str]] = {}
    for j, level in absent:
        of_column.setdefault(j, []).append(level)
    values = np.asarray(rows.values)
    more = np.repeat(values[-1:], max(map(len, of_column.values())), axis=0)
    categories = []
    for j, given in rows.categories:
        texts = list(given)
        for i, level in enumerate(of_column.get(j, [])):
            if level and level not in texts:
                texts.append(level)
            more[i, j] = texts.index(level) if level else np.nan
        categories.append((j, texts))
    return rows._replace(values=np.vstack([values, more]), rows=rows.rows + len(more), categories=categories)


def _name(rows: Prepared, j: int) -> Any:
    return rows.names[j] if rows.names else str(j + 1)
