"""Labels of any kind as numbers of classes; the core gets their texts."""

from __future__ import annotations

import math
import re
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from halfspace import _core

Array = npt.NDArray[Any]
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)


class Coded(NamedTuple):
    """``classes[codes[i]]`` is the label of row i; ``texts`` are the classes as the core writes them."""

    classes: Array
    codes: npt.NDArray[np.int32]
    texts: list[str]

    def core(self) -> _core.Labels:
        """The labels as an argument of the core."""
        return _core.Labels(self.codes, self.texts)


def _distinct(y: Array) -> tuple[Array, Array]:
    """numpy.unique with the inverse; whole numbers of a small range without sorting."""
    if y.dtype.kind in "biu" and y.size:
        low, high = y.min(), y.max()
        span = int(high) - int(low)
        if span < 1 << 16 and int(high) < 1 << 63:
            shifted = y.astype(np.int64, copy=False) - int(low)
            counts = np.bincount(shifted, minlength=span + 1)
            places = np.flatnonzero(counts)
            number = np.cumsum(counts > 0, dtype=np.int32) - 1
            return (places + int(low)).astype(y.dtype), number[shifted].astype(np.int32, copy=False)
    classes, codes = np.unique(y, return_inverse=True)
    return classes, codes.reshape(-1).astype(np.int32)


def text_of_label(label: Any) -> str:
    """A label as the core writes it: numbers in their shortest form."""
    if isinstance(label, bool | np.bool_):
        return str(bool(label))
    if isinstance(label, int | np.integer):
        return str(int(label))
    if isinstance(label, float | np.floating):
        number = float(label)
        return str(int(number)) if number.is_integer() and abs(number) < 1e15 else repr(number)
    return label.decode() if isinstance(label, bytes) else str(label)


def number_of(text: str) -> float | None:
    """The number that the core reads in a label (src/data/label.hpp), or None: ``float`` reads more."""
    text = text.strip(" \t")
    text = {"+": "1", "-": "-1"}.get(text, text)
    value = float(text) if NUMBER.fullmatch(text) else math.inf
    return value if math.isfinite(value) else None


def texts_of(classes: Array) -> list[str]:
    """The classes as the core gets them. Where two are one number to it, such as 1 and 01, all are in quotes: texts."""
    texts = [text_of_label(c) for c in classes.tolist()]
    numbers = [number_of(t) for t in texts]
    if None in numbers or len(set(numbers)) == len(texts):
        return texts
    return [f"'{t}'" for t in texts]


def check_none_missing(y: Any) -> None:
    """Error (ValueError): a masked array that hides a label; None, NaN or NA among objects."""
    if isinstance(y, np.ma.MaskedArray) and np.ma.is_masked(y):
        raise ValueError(f"y[{int(np.flatnonzero(np.ma.getmaskarray(y))[0])}] is masked; every row has a label")
    objects = np.asarray(y).ravel() if hasattr(y, "dtype") else np.empty(0)
    for row, label in enumerate(objects if objects.dtype.kind == "O" else ()):
        nan = isinstance(label, float) and math.isnan(label)
        if label is None or nan or type(label).__name__ in ("NAType", "NaTType"):
            raise ValueError(f"y[{row}] is {label!r}: Input y contains NaN; every row has a label")


def of_own_type(y: Any) -> Any:
    """Labels of pandas' nullable types as the booleans or whole numbers that they are, not as floats."""
    kind = getattr(getattr(y, "dtype", None), "kind", "O")
    if isinstance(getattr(y, "dtype", None), np.dtype) or not hasattr(y, "to_numpy"):
        return y
    if hasattr(getattr(y, "dtype", None), "categories"):
        return np.asarray(y)
    return y.to_numpy({"b": np.bool_, "i": np.int64, "u": np.uint64}[kind]) if kind in "biu" else y


def _one_dimensional(y: Any) -> Array:
    check_none_missing(y)
    labels = np.asarray(y)
    if labels.ndim != 1:
        raise ValueError(f"y has shape {labels.shape}; expected one label a row")
    return labels


def encode(y: Any) -> Coded:
    """Classes in the order of numpy.unique, and the number of each row's class.

    Errors (ValueError): labels that are not one-dimensional, not finite, or that cannot be told apart as texts.
    """
    labels = _one_dimensional(y)
    if labels.dtype.kind == "f" and not np.isfinite(labels).all():
        row = int(np.flatnonzero(~np.isfinite(labels))[0])
        raise ValueError(f"y[{row}] is {labels[row]}: Input y contains NaN or infinity; labels are finite")
    if labels.dtype.kind == "c":
        raise ValueError("y is of complex numbers; labels are real numbers or texts")
    try:
        classes, codes = _distinct(labels)
    except TypeError as error:
        raise ValueError(f"the labels in y cannot be sorted: {error}; give all of them one type") from error
    texts = texts_of(classes)
    if len(set(texts)) < len(texts):
        raise ValueError("two labels in y have the same text; give labels whose texts differ")
    if any(not t or "\0" in t for t in texts):
        raise ValueError("a label in y is empty or holds a NUL character")
    if any("\ud800" <= c <= "\udfff" for t in texts for c in t):
        raise ValueError("a label in y holds half a surrogate pair, which is no text of Unicode")
    if any(isinstance(c, float) and not math.isfinite(c) for c in classes.tolist()):
        raise ValueError("Input y contains NaN or infinity; labels are finite")
    return Coded(classes, codes, texts)


def encode_as(y: Any, classes: Array) -> Coded:
    """The numbers of ``classes`` that the labels are; True and False are 1 and 0. Errors (ValueError): a label that is
    none of them."""
    labels = _one_dimensional(y)
    number = {text_of_label(c): k for k, c in enumerate(classes.tolist())}
    found, codes = _distinct(labels)
    places = [number.get(text_of_label(c), -1) for c in found.tolist()]
    if -1 in places and classes.dtype.kind in "biuf" and found.dtype.kind in "biuf":
        value = {c: k for k, c in enumerate(classes.tolist())}  # Python takes True for 1
        places = [value.get(c, -1) for c in found.tolist()]
    if -1 in places:
        label = found.tolist()[places.index(-1)]
        raise ValueError(f"y has the label {label!r}, which is not one of the classes {classes.tolist()}")
    return Coded(classes, np.asarray(places, np.int32)[codes], texts_of(classes))


def classes_in(texts: list[str], coded: Coded | None) -> Array:
    """The labels that texts of the core stand for: those of ``coded``, or without it as :func:`typed_classes`."""
    if coded is None:
        return typed_classes(texts)
    place = {text: k for k, text in enumerate(coded.texts)}
    return coded.classes[[place[text] for text in texts]]


def core_order(texts: list[str]) -> list[int]:
    """The places of the texts in the order in which the core sorts them: numbers by value, texts by bytes."""
    numbers = [number_of(text) for text in texts]
    keys: list[Any] = [text.encode() for text in texts] if None in numbers else numbers
    return sorted(range(len(texts)), key=lambda k: keys[k])


def typed_classes(texts: list[str]) -> Array:
    """Classes of a model file: whole numbers or numbers where all texts are, else texts."""
    for kind in (int, float):
        try:
            values = np.asarray([kind(t) for t in texts])
        except ValueError:
            continue
        if [text_of_label(v) for v in values.tolist()] == texts:
            return values
    return np.asarray(texts)
