"""Is a data frame a plain scan of Parquet files? Asked of the plan that Spark made of it."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from py4j.protocol import Py4JError

from halfspace.spark._columns import Columns
from halfspace.spark._files import Field, Fields, Unreadable

NAMED = (
    "org.apache.spark.sql.catalyst.plans.logical.Project",
    "org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias",
)
SCAN = "org.apache.spark.sql.execution.datasources.LogicalRelation"
FILES = "org.apache.spark.sql.execution.datasources.HadoopFsRelation"
PARQUET = "org.apache.spark.sql.execution.datasources.parquet.ParquetFileFormat"
BY_NUMBER = "spark.sql.parquet.fieldId.read.enabled"
BETWEEN = "\n\0"
ATTRIBUTE = re.compile(r"(.*)#(\d+)L?", re.DOTALL)  # as Spark writes one: its name, its id, L for a long


class Scan(NamedTuple):
    """URIs of the files in the order of their names, and the columns wanted."""

    uris: list[str]
    fields: Fields


def scan_of(frame: Any, columns: Columns) -> Scan:
    """Error (Unreadable): the frame is something else, and what; or has a column that Spark casts."""
    try:
        plan = frame.select("*")._jdf.queryExecution().withCachedData()  # a new plan sees what was persisted since
        relation = _relation(plan)
        if frame.sparkSession.conf.get(BY_NUMBER, "false") == "true":
            raise Unreadable(f"{BY_NUMBER} is set, so columns are found by numbers and not by names")
        names = _names(frame, plan, relation)
        return Scan(_uris(frame, relation.relation()), _fields(frame, columns, names))
    except Py4JError as error:
        raise Unreadable(f"Spark does not tell what the data frame reads: {error}") from error


def _class(node: Any) -> str:
    return str(node.getClass().getName())


def _relation(plan: Any) -> Any:
    """The scan under columns that are chosen."""
    node = plan
    while _class(node) in NAMED:
        node = node.child()
    kind = _class(node)
    if kind != SCAN or node.isStreaming():
        raise Unreadable(f"the data frame is not a plain scan of Parquet files, but has a step {kind.split('.')[-1]}")
    files = node.relation()
    if _class(files) != FILES or _class(files.fileFormat()) != PARQUET:
        found = files.fileFormat() if _class(files) == FILES else files
        raise Unreadable(f"the data frame reads {_class(found).split('.')[-1]}, not plain Parquet")
    if files.partitionSchema().length():
        raise Unreadable("the data frame has partition columns, which are in the names of folders")
    return node


def _attributes(node: Any) -> list[tuple[str, str]]:
    """Names and ids of a node's columns."""
    texts = str(node.output().mkString(BETWEEN)).split(BETWEEN)
    found = [ATTRIBUTE.fullmatch(text) for text in texts]
    return [(each[1], each[2]) for each in found if each]


def _names(frame: Any, plan: Any, relation: Any) -> dict[str, str]:
    """Columns of the frame that are columns of the files, under the name there: not those that are computed."""
    stored = {number: name for name, number in _attributes(relation)}
    return {name: stored[number] for name, number in _attributes(plan) if number in stored}


def _uris(frame: Any, relation: Any) -> list[str]:
    nothing = getattr(getattr(frame.sparkSession._jvm.scala.collection.immutable, "Nil$"), "MODULE$")
    folders = relation.location().listFiles(nothing, nothing)
    found = []
    for k in range(folders.size()):
        files = folders.apply(k).files()
        found += [str(files.apply(n).getPath().toUri().toString()) for n in range(files.size())]
    return sorted(found)


def _fields(frame: Any, columns: Columns, names: dict[str, str]) -> Fields:
    def field(name: str) -> Field:
        if name not in names:
            raise Unreadable(f"the column {name!r} is computed or renamed, not read from the files")
        return Field(names[name], frame.schema[name].dataType.simpleString())

    if columns.label is None:
        raise Unreadable("no label is asked for")
    rows = tuple(map(field, columns.numbers or (columns.features,)))
    weight = field(columns.weight) if columns.weight is not None else None
    return Fields(rows, bool(columns.numbers), field(columns.label), weight)
