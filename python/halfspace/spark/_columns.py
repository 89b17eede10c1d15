"""Which columns of a data frame are rows, labels and weights, and how Spark hands them over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pyspark.sql import functions as F
from pyspark.sql import types as T

FEATURES, LABEL, WEIGHT = "features", "label", "weight"
WHOLE = (T.ByteType, T.ShortType, T.IntegerType, T.LongType)
REAL = (T.FloatType, T.DoubleType)


def numbers_of(names: Sequence[str] | None) -> tuple[str, ...]:
    """featureCols as they were given. Error (ValueError): an empty list."""
    if names is not None and len(names) == 0:
        raise ValueError("featureCols is an empty list; name columns, or leave it out where featuresCol has the rows")
    return tuple(names or ())


class Columns(NamedTuple):
    """Names of columns. ``numbers``: columns of one number each, in place of ``features``. ``reader``: who reads them,
    "auto", "arrow" (the tasks, out of Parquet files) or "spark"."""

    features: str
    numbers: tuple[str, ...] = ()
    label: str | None = None
    weight: str | None = None
    reader: str = "auto"

    def of(self, frame: Any) -> Any:
        """The frame with FEATURES (a struct of numbers, an array, or the struct inside a vector), LABEL and WEIGHT.

        Errors (ValueError): a column that is not there, or of a type that does not fit.
        """
        chosen = [self.rows_of(frame).alias(FEATURES)]
        if self.label is not None:
            chosen.append(_label(frame, self.label).alias(LABEL))
        if self.weight is not None:
            _type_of(frame, self.weight, WHOLE + REAL + (T.DecimalType,), "a weight is a number")
            chosen.append(_column(frame, self.weight).cast("double").alias(WEIGHT))
        return frame.select(*chosen)

    def read(self) -> list[str]:
        """Names of all columns that are read."""
        return [*(self.numbers or (self.features,)), *(name for name in (self.label, self.weight) if name)]

    def rows_of(self, frame: Any) -> Any:
        """The column that stands for the rows."""
        if not self.numbers:
            return _vector(frame, self.features)
        if len(set(self.numbers)) < len(self.numbers):
            twice = next(n for n in self.numbers if self.numbers.count(n) > 1)
            raise ValueError(f"featureCols names {twice!r} twice; name each column once")
        return F.struct(*(_number(frame, name).alias(f"c{k}") for k, name in enumerate(self.numbers)))


def check_new(frame: Any, taken: Sequence[str], given: Mapping[str, str]) -> None:
    """Columns to be added: parameters, and the names that these give.

    Error (ValueError): one that is ``taken``, or given twice.
    """
    alike = str if frame.sparkSession.conf.get("spark.sql.caseSensitive", "false") == "true" else str.lower
    known = {alike(name): f"the data frame has a column {name!r} already" for name in taken}
    for param, name in given.items():
        if alike(name) in known:
            raise ValueError(
                f"{param} is {name!r}, and {known[alike(name)]}: nothing is overwritten; give {param} a new name, or "
                "'' to leave the column out, or drop the one that is there"
            )
        known[alike(name)] = f"{param} is {name!r} too"


def _column(frame: Any, name: str) -> Any:
    return frame["`" + name.replace("`", "``") + "`"]


def _type_of(frame: Any, name: str, wanted: tuple[type, ...], why: str) -> Any:
    if name not in frame.columns:
        raise ValueError(f"the data frame has no column {name!r}; it has {', '.join(frame.columns)}")
    if frame.columns.count(name) > 1:
        raise ValueError(f"the data frame has {frame.columns.count(name)} columns {name!r}; give each its own name")
    found = frame.schema[name].dataType
    if not isinstance(found, wanted):
        raise ValueError(f"column {name!r} is of type {found.simpleString()}; {why}")
    return found


def _number(frame: Any, name: str) -> Any:
    wanted = (*WHOLE, *REAL, T.DecimalType, T.BooleanType)
    found = _type_of(frame, name, wanted, "a feature is a number: index or encode texts first, or leave the column out")
    column = _column(frame, name)
    return column.cast("double") if isinstance(found, T.DecimalType | T.BooleanType) else column


def _label(frame: Any, name: str) -> Any:
    wanted = (*WHOLE, *REAL, T.DecimalType, T.BooleanType, T.StringType)
    found = _type_of(frame, name, wanted, "a label is a number, a truth value or a text")
    column = _column(frame, name)
    return column.cast("double") if isinstance(found, T.DecimalType) else column


def _vector(frame: Any, name: str) -> Any:
    """A vector column goes as the struct that it is inside: type, size, indices, values."""
    why = "expected a vector or an array of numbers; for columns of numbers give featureCols"
    found = _type_of(frame, name, (T.UserDefinedType, T.ArrayType), why)
    if isinstance(found, T.ArrayType):
        if not isinstance(found.elementType, WHOLE + REAL):
            raise ValueError(f"column {name!r} is of type {found.simpleString()}; {why}")
        return _column(frame, name)
    if found.simpleString() != "vector":
        raise ValueError(f"column {name!r} is of type {found.simpleString()}; {why}")
    return F.unwrap_udt(_column(frame, name))
