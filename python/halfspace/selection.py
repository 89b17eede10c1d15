"""Model selection: cross-validation, search, paths, calibration; evaluation and explanation of models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from halfspace import _core
from halfspace._labels import Coded, classes_in, encode
from halfspace._options import by_label, options_of, text_of, threads_of
from halfspace._rows import prepare
from halfspace._running import Callback, Watch
from halfspace.model import Model, model_of
from halfspace.report import Report
from halfspace.training import TrainingResult, train

Floats = npt.NDArray[np.float64]


class _Call:
    """What all calls of this module take."""

    def __init__(
        self, X: Any, y: Any, sample_weight: Any, groups: Any, options: Mapping[str, Any], **running: Any
    ) -> None:
        self.rows = prepare(X).core(sample_weight, groups)
        self.coded = encode(y)
        self.labels = self.coded.core()
        threads = threads_of(running["n_jobs"]) or None
        given = by_label(options, self.coded)
        self.options = options_of({"timeout": running["time_limit"], "threads": threads, **given})


class CrossValidation(Report):
    """What :func:`cross_validate` found: the members of ``halfspace cv --json``, and

    Attributes
    ----------
    scores : dict of str to ndarray of shape (folds * repeats,)
        Of each metric, fold after fold; NaN where a fold has none.
    held_out : list of dict
        With ``predictions=True``, of each fold: ``repeat``, ``fold``, ``rows``, ``predicted``, ``scores``,
        ``probabilities``.
    """

    def __init__(self, answer: tuple[Any, ...], coded: Coded | None = None) -> None:
        super().__init__(answer[0], "cv", answer[1])
        classes = classes_in(answer[4], coded)
        self.scores: dict[str, Floats] = dict(zip(self["metrics"], answer[2].values(), strict=True))
        self.stopped: bool = answer[5]
        self.held_out: list[dict[str, Any]] = [
            {
                "repeat": repeat,
                "fold": fold,
                "rows": rows,
                "predicted": classes[codes],
                "scores": scores,
                "probabilities": probabilities,
            }
            for repeat, fold, rows, codes, scores, probabilities in answer[3]
        ]


def cross_validate(
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
) -> CrossValidation:
    """How a learner does on rows held out, as ``halfspace cv``.

    Parameters are those of :func:`halfspace.train`, with ``folds`` (5), ``repeats``, ``metric``, ``predictions=True``
    and ``groups``: rows of a group share a fold.

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[float(i)] for i in range(20)], [0] * 10 + [1] * 10
    >>> halfspace.cross_validate(X, y, algorithm="logistic", folds=5).scores["accuracy"]
    array([1., 1., 1., 1., 1.])
    """
    call = _Call(X, y, sample_weight, groups, options, n_jobs=n_jobs, time_limit=time_limit)
    with Watch("cv", verbose, callback) as watch:
        return CrossValidation(_core.cross_validate(call.rows, call.labels, call.options, watch), call.coded)


class Search(Report):
    """What :func:`search` found: the members of ``halfspace search --json``, and

    Attributes
    ----------
    chosen : TrainingResult or None
        Learned from all rows with the settings chosen.
    best_settings : dict of str to str, or None
    """

    def __init__(self, answer: tuple[Any, ...], coded: Coded) -> None:
        super().__init__(answer[0], "search", answer[1])
        self.chosen: TrainingResult | None = None if answer[2] is None else TrainingResult(answer[2], coded)
        self.stopped: bool = answer[3]

    @property
    def best_settings(self) -> dict[str, str] | None:
        best = self["best"]
        return None if best is None else dict(self["points"][best]["settings"])


def over_text(over: Mapping[str, Sequence[Any] | str]) -> str:
    """A grid as the option ``over`` takes it: a line a name."""
    return "\n".join(f"{str(name).replace('_', '-')}={text_of(values)}" for name, values in over.items())


def search(
    X: Any,
    y: Any,
    over: Mapping[str, Sequence[Any] | str] | None = None,
    *,
    sample_weight: Any = None,
    groups: Any = None,
    time_limit: float | None = None,
    n_jobs: int | None = None,
    verbose: int = 0,
    callback: Callback | None = None,
    **options: Any,
) -> Search:
    """The settings that do best on rows held out, as ``halfspace search``.

    Parameters
    ----------
    over : dict of option to list of values, or to "LOW:HIGH:COUNT"
        None: the learner's own grid.
    **options
        Those of :func:`cross_validate`, with ``halving`` and ``choose`` ("best" or "one-se").

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[float(i)] for i in range(20)], [0] * 10 + [1] * 10
    >>> found = halfspace.search(X, y, {"C": [0.1, 1, 10]}, algorithm="svm")
    >>> found.chosen.model.predict([[19.0]])
    array([1])
    """
    given = {**options, "over": over_text(over) if over else None}
    call = _Call(X, y, sample_weight, groups, given, n_jobs=n_jobs, time_limit=time_limit)
    with Watch("search", verbose, callback) as watch:
        return Search(_core.search(call.rows, call.labels, call.options, watch), call.coded)


class Path(Report):
    """A regularisation path: the members of ``halfspace path --json``, and

    Attributes
    ----------
    lambdas, Cs, objectives, gaps : ndarray of shape (n_points,)
        From the heaviest penalty to the lightest.
    coefs : ndarray of shape (n_points, n_features)
    intercepts : ndarray of shape (n_points,)
    model : Model or None
        Of the point that was chosen.
    """

    def __init__(self, answer: tuple[Any, ...], coded: Coded | None = None) -> None:
        super().__init__(answer[0], "path", answer[1])
        self.lambdas: Floats = answer[2]
        self.Cs: Floats = answer[3]
        self.objectives: Floats = answer[4]
        self.gaps: Floats = answer[5]
        self.coefs: Floats = answer[6]
        self.intercepts: Floats = answer[7]
        self.chosen: int | None = answer[8]
        self.model: Model | None = None if answer[9] is None else Model(answer[9], coded)
        self.status: str = answer[10]


def path(
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
) -> Path:
    """Models along the penalty, each with its proven gap, as ``halfspace path``. Two classes.

    Parameters are options of ``halfspace path``: ``penalty``, ``points``, ``ratio``, ``lambdas``, ``Cs``, ``folds``,
    ``choose``, ...

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 1.0], [1.0, 3.0]], [0, 0, 1, 1, 0]
    >>> halfspace.path(X, y, penalty="l1", points=10).coefs.shape
    (10, 2)
    """
    call = _Call(X, y, sample_weight, groups, options, n_jobs=n_jobs, time_limit=time_limit)
    with Watch("path", verbose, callback) as watch:
        return Path(_core.path(call.rows, call.labels, call.options, watch), call.coded)


def calibrate(X: Any, y: Any, *, kind: str = "automatic", folds: int = 5, **options: Any) -> TrainingResult:
    """:func:`halfspace.train` with probabilities that fit scores of rows held out.

    Parameters
    ----------
    kind : {"automatic", "platt", "isotonic", "temperature"}
        automatic: platt of two classes, temperature of more.
    folds : int

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[float(i % 7)] for i in range(40)], [int(i % 7 > 3) for i in range(40)]
    >>> halfspace.calibrate(X, y, algorithm="svm").model.predict_proba([[6.0]]).round(1)
    array([[0., 1.]])
    """
    how = "auto" if kind == "automatic" else kind
    return train(X, y, calibrate=how, calibrate_folds=folds, **options)


def evaluate(model: Any, X: Any, y: Any, *, sample_weight: Any = None, **options: Any) -> Report:
    """Metrics of a model, or of a fitted estimator, on labelled rows: the members of ``halfspace evaluate --json``.

    Parameters
    ----------
    model : Model or estimator
    X, y : rows and labels
    **options
        ``threshold``, ``bootstrap``, ``seed``, ``lift``, ``costs`` ("FN=5,FP=1", or a dict).

    Raises
    ------
    ValueError
        No rows, a label that the model does not know, rows that do not fit the model.

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    >>> model = halfspace.train(X, y, algorithm="logistic").model
    >>> halfspace.evaluate(model, X, y)["metrics"]["accuracy"]
    1.0
    """
    return model_of(model).evaluate(X, y, sample_weight=sample_weight, **options)


def explain(model: Any, X: Any, row: int | None = None, **options: Any) -> Report:
    """What each column adds to the score of a row, or on average over all.

    Parameters
    ----------
    model : Model or estimator
    X : rows
    row : int, optional
        The row to explain; None: averages over all rows.
    **options
        ``counterfactual=True`` with ``change`` and ``to``: the smallest change that changes the label.

    Examples
    --------
    >>> import halfspace
    >>> model = halfspace.train([[0.0], [1.0]], [0, 1], algorithm="perceptron").model
    >>> halfspace.explain(model, [[3.0]], 0)["label"]
    '1'
    """
    return model_of(model).explain(X, row, **options)
