"""Linear separability of the rows of a data frame."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from halfspace._cluster import Running
from halfspace._cluster_separation import Question, separated
from halfspace._running import Callback
from halfspace.separation import Verdict
from halfspace.spark._columns import Columns, numbers_of
from halfspace.spark._engine import SparkEngine


def separate(
    frame: Any,
    *,
    featuresCol: str = "features",
    featureCols: Sequence[str] | None = None,
    labelCol: str = "label",
    weightCol: str | None = None,
    reader: str = "auto",
    bias: str = "augmented",
    positive: Any = None,
    classes: Sequence[Any] | None = None,
    certificate: bool = False,
    time_limit: float | None = None,
    n_jobs: int | None = None,
    max_memory: int | None = None,
    verbose: int = 0,
    callback: Callback | None = None,
) -> Verdict:
    """Are two classes of rows linearly separable? Decided in exact arithmetic over all partitions, where they are.

    Parameters
    ----------
    frame : pyspark.sql.DataFrame
    featuresCol, featureCols, labelCol, weightCol, reader
        As parameters of :class:`LogisticRegression`; a weight of 0 leaves a row out, others do not matter.
    bias, positive, classes, certificate, time_limit, n_jobs, max_memory, verbose, callback
        As in :func:`halfspace.dask.separate`.

    Returns
    -------
    halfspace.separation.Verdict
        As of :func:`halfspace.separate`; rows of the witness are numbered from 0 over all partitions, without those of
        weight 0; ``report["cluster"]`` has rounds and bytes.

    Raises
    ------
    ValueError
        Other than two classes, rows that do not fit, rows that need more than ``max_memory``.
    """
    question = Question(bias, positive, classes, certificate, time_limit, n_jobs, max_memory)
    driver = question.driver()
    columns = Columns(featuresCol, numbers_of(featureCols), labelCol, weightCol, reader)
    with SparkEngine(frame, columns) as engine:
        verdict = separated(engine, driver, engine.facts, Running("separate", verbose, callback))
        verdict.report["cluster"].update(engine.reading())
        return verdict
