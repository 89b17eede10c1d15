"""Where rows come from: through Spark, or out of Parquet files that the tasks read themselves."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from halfspace.spark import _tasks
from halfspace.spark._columns import Columns
from halfspace.spark._files import Fields, Piece, Unreadable, examined, units_of
from halfspace.spark._scan import scan_of

READERS = ("auto", "arrow", "spark")
FOOTERS_AT_A_TIME = 16


class ThroughSpark:
    """Spark reads the rows and hands them to Python workers by Arrow. ``reason``: why no task reads them itself."""

    name = "spark"

    def __init__(self, frame: Any, reason: str = "") -> None:
        self._frame = frame
        self.reason = reason

    def described(self, plan: _tasks.Plan) -> Any:
        """An RDD of the descriptions of shards, which are written when it is computed."""
        described = self._frame.mapInArrow(_written(plan), "described string")
        return described.rdd.map(lambda row: row.described)


class FromFiles:
    """Tasks read row groups of Parquet files."""

    name = "arrow"
    reason = ""

    def __init__(self, context: Any, units: list[list[Piece]], fields: Fields, threads: int) -> None:
        self._context = context
        self._units = units
        self._read = partial(_tasks.read_shard, fields=fields, threads=threads)

    def described(self, plan: _tasks.Plan) -> Any:
        units = self._context.parallelize(self._units, len(self._units))
        return units.mapPartitions(partial(self._read, plan=plan))


Source = ThroughSpark | FromFiles


def source_of(frame: Any, columns: Columns, cores: Callable[[], int], threads: int) -> Source:
    """As ``columns.reader`` says. Errors (ValueError): a reader that is none, columns that do not fit, or files that
    tasks have to read and cannot."""
    if columns.reader not in READERS:
        raise ValueError(f"reader is {columns.reader!r}; expected one of {', '.join(READERS)}")
    through = ThroughSpark(columns.of(frame))  # what is wrong with the columns is the same for all
    if columns.reader == "spark":
        return through
    try:
        return _from_files(frame, columns, cores, threads)
    except Unreadable as error:
        return _instead(through, columns, error)


def after(error: Unreadable, frame: Any, columns: Columns) -> ThroughSpark:
    """Where tasks could not read their files. Error (ValueError): nothing else may."""
    frame._jdf.queryExecution().analyzed().refresh()  # of a file that has grown Spark would read the old length
    return _instead(ThroughSpark(columns.of(frame)), columns, error)


def _instead(through: ThroughSpark, columns: Columns, error: Unreadable) -> ThroughSpark:
    if columns.reader == "arrow":
        raise ValueError(
            f"{error}. reader='arrow' takes plain Parquet files that every executor can open: write the rows to such "
            "files first, or set reader='auto', which lets Spark read what tasks cannot"
        ) from error
    through.reason = str(error)
    return through


def _from_files(frame: Any, columns: Columns, cores: Callable[[], int], threads: int) -> FromFiles:
    scan = scan_of(frame, columns)
    others = {uri.split(":", 1)[0] for uri in scan.uris} - {"file"}
    if others and columns.reader == "auto":
        raise Unreadable(f"the files are of {min(others)}:, which tasks read only with reader='arrow'")
    try:
        with ThreadPoolExecutor(FOOTERS_AT_A_TIME) as pool:
            files = list(pool.map(partial(examined, fields=scan.fields), scan.uris))
    except ImportError as error:
        raise Unreadable(f"pyarrow here reads no Parquet: {error}") from error
    session = frame.sparkSession
    most = int(session._jsparkSession.sessionState().conf().filesMaxPartitionBytes())
    return FromFiles(session.sparkContext, units_of(files, most, cores()), scan.fields, threads)


def _written(plan: _tasks.Plan) -> Callable[[Any], Any]:
    """A function of one argument, as Spark wants it."""

    def write(batches: Any) -> Any:
        return _tasks.write_shard(batches, plan)

    return write
