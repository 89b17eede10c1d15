"""Training by the options of the command line, and traces of perceptrons."""

from __future__ import annotations

import atexit
import queue
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from halfspace import _core
from halfspace._labels import Coded, encode
from halfspace._options import by_label, options_of, threads_of
from halfspace._rows import prepare
from halfspace._running import Callback, Watch, reason_of
from halfspace.model import Model
from halfspace.report import Report


class Run:
    """One objective or perceptron of a training: its proof and its support rows.

    Attributes
    ----------
    label : str
        The class of one-vs-rest, "A against B" of one-vs-one, else "".
    status : str
    rounds : int
    primal, dual, gap : float or None
        The optimum lies between dual and primal.
    support : ndarray of int
        Rows with a multiplier, ascending.
    alpha : ndarray of float
        Their multipliers: w = sum of alpha_i y_i x_i.
    """

    def __init__(self, members: tuple[Any, ...]) -> None:
        self.label: str = members[0]
        self.status: str = members[1]
        self.rounds: int = members[2]
        self.primal: float | None = members[3]
        self.dual: float | None = members[4]
        self.gap: float | None = members[5]
        self.support: npt.NDArray[np.int64] = members[6]
        self.alpha: npt.NDArray[np.float64] = members[7]

    def __repr__(self) -> str:
        name = f" {self.label}" if self.label else ""
        return f"<run{name}: {self.status}, primal {self.primal}, gap {self.gap}, {len(self.support)} support rows>"


class TrainingResult:
    """A finished run.

    Attributes
    ----------
    model : Model
    status : str
        converged, vacuous, not-separable, not-converged, passes, rounds, patience, timeout or interrupted.
    stop_reason : str
    separable : bool or None
        What was proved of the rows.
    objective, dual, gap : float or None
    runs : list of Run
    report : Report
    """

    def __init__(self, training: _core.Training, coded: Coded) -> None:
        self.model = Model(training.classifier, coded)
        self.status: str = training.status
        self.stop_reason: str = reason_of(training.stop_reason)
        self.separable: bool | None = training.separable
        self.objective: float | None = training.objective
        self.dual: float | None = training.dual
        self.gap: float | None = training.gap
        self.passes: int = training.passes
        self.updates: int = training.updates
        self.mistakes: int = training.mistakes
        self.runs = [Run(r) for r in training.runs]
        self.report = Report(training.json(), "train", training.text())

    def __repr__(self) -> str:
        return f"<halfspace training: {self.status}: {self.stop_reason}>"

    def __str__(self) -> str:
        return str(self.report)

    def _repr_html_(self) -> str:
        return self.report._repr_html_()


def train(
    X: Any,
    y: Any,
    *,
    sample_weight: Any = None,
    groups: Any = None,
    time_limit: float | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    callback: Callback | None = None,
    **options: Any,
) -> TrainingResult:
    """Learns from rows as ``halfspace train`` does from a file, to the same weights.

    Parameters
    ----------
    X : array-like, sparse matrix or table of shape (n, d)
    y : array-like of shape (n,)
        Labels of two classes or more.
    sample_weight : array-like of shape (n,), optional
        From 0; 0 leaves a row out.
    groups : array-like of shape (n,), optional
        Rows that folds keep together, with ``calibrate``.
    time_limit : float, optional
        Seconds until the run ends and keeps what it has.
    n_jobs : int, optional
        Threads. The model does not depend on it.
    verbose, callback
        As in :class:`halfspace.LogisticRegression`.
    **options
        Options of ``halfspace train`` with underscores: ``algorithm``, ``preset``, ``C``, ``penalty``, ``scale``,
        ``calibrate``, ... (docs/options.md). A switch is given as True; None is as not given. ``class_weight`` may be a
        dict of label to weight, ``reference`` one of column to level.

    Returns
    -------
    TrainingResult

    Raises
    ------
    ValueError
        Options that do not exist or go together, one class, NaN and infinity.

    Examples
    --------
    >>> import halfspace
    >>> run = halfspace.train([[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1], algorithm="svm", C=10)
    >>> run.status, run.gap < 1e-3 * run.objective
    ('converged', True)
    """
    rows, coded = prepare(X).core(sample_weight, groups), encode(y)
    given = options_of({"timeout": time_limit, "threads": threads_of(n_jobs) or None, **by_label(options, coded)})
    with Watch("train", verbose, callback) as watch:
        return TrainingResult(_core.train(rows, coded.core(), given, watch), coded)


class Update:
    """One update of a perceptron.

    Attributes: ``pass_`` and ``visit`` (from 1), ``row`` (from 0), ``score`` before it, ``multiplier``;
    ``squared_norm`` of the weights behind it, ``weights`` (the bias last; None beyond 64 columns).
    """

    __slots__ = ("multiplier", "pass_", "row", "score", "squared_norm", "visit", "weights")

    def __init__(self, members: tuple[Any, ...]) -> None:
        self.pass_, self.visit, self.row, self.score, self.multiplier, self.squared_norm, self.weights = members

    def __repr__(self) -> str:
        return f"<update: pass {self.pass_}, row {self.row}, score {self.score:g}, multiplier {self.multiplier:g}>"


class _Live:
    """A run of :func:`trace` that has not ended."""

    def __init__(self, ended: threading.Event, worker: threading.Thread) -> None:
        self.ended = ended
        self.worker = worker

    def end(self) -> None:
        self.ended.set()
        self.worker.join()


_live: set[_Live] = set()


@atexit.register
def _end_live() -> None:
    """A run must not come back to an interpreter that has ended."""
    for live in list(_live):
        live.end()


def trace(X: Any, y: Any, **options: Any) -> Iterator[Update]:
    """The updates of a perceptron, one by one, as they are made.

    The run is computed beside the caller and waits for it; leaving the loop early ends it.

    Parameters
    ----------
    X, y : rows and labels
    **options
        Those of :class:`Perceptron` by the names of the command line: ``preset``, ``step``, ``order``, ``stop``, ...

    Yields
    ------
    Update

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1]
    >>> [u.row for u in halfspace.trace(X, y, preset="cyclic")][:4]
    [0, 3, 0, 1]
    """
    coded = encode(y)
    rows, labels = prepare(X).core(), coded.core()
    given = options_of({"algorithm": "perceptron", **by_label(options, coded)})
    steps: queue.Queue[Any] = queue.Queue(maxsize=64)
    ended = threading.Event()

    def put(item: Any) -> bool:
        while not ended.is_set():
            try:
                steps.put(item, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def run() -> None:
        try:
            _core.train_traced(rows, labels, given, lambda *members: put(Update(members)), lambda: not ended.is_set())
        except BaseException as error:  # handed to the caller's thread
            put(error)
        put(None)

    worker = threading.Thread(target=run, name="halfspace.trace", daemon=True)
    live = _Live(ended, worker)
    _live.add(live)
    worker.start()
    try:
        while (item := steps.get()) is not None:
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        live.end()
        _live.discard(live)
