"""Objective and duality gap of a fit, by seconds or by rounds."""

from __future__ import annotations

import time
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np

from halfspace.display import _drawing as draw


class GapDisplay:
    """The objective and the proven duality gap of a run, by seconds or by rounds of the solver.

    The optimum lies between the objective less the gap and the objective; both are drawn, with the gap itself on a
    logarithmic axis.

    Parameters
    ----------
    at, objectives, gaps : ndarray of shape (n_points,)
        Where the run was seen, and what it had.
    by : {"seconds", "rounds"}
    tol : float, optional
        The relative gap at which the run ends: gap <= tol * objective.

    Attributes
    ----------
    ax_ : ndarray of two matplotlib Axes
        The objective and the gap.
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0, 0, 1, 1]
    >>> display = halfspace.GapDisplay.from_estimator(halfspace.LogisticRegression(), X, y)
    >>> bool(display.gaps[-1] <= 1e-4 * display.objectives[-1])
    True
    """

    def __init__(self, at: Any, objectives: Any, gaps: Any, *, by: str = "seconds", tol: float | None = None) -> None:
        self.at = np.asarray(at, np.float64)
        self.objectives = np.asarray(objectives, np.float64)
        self.gaps = np.asarray(gaps, np.float64)
        self.by = by
        self.tol = tol

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, by: str = "auto", ax: Any = None, **fit: Any
    ) -> GapDisplay:
        """Fits clones and records what they had.

        Parameters
        ----------
        estimator : LogisticRegression, LinearSVC, SVC, NuSVC
            It is not changed.
        X, y : rows and labels
        by : {"auto", "seconds", "rounds"}, default="auto"
            seconds: what the callback of one fit sees, a few times a second. rounds: a fit a point, ended by max_iter
            after 1, 2, 3, 5, 8, ... rounds, which shows short runs too. auto: seconds where the callback saw enough.
        ax : pair of matplotlib Axes, optional
        **fit
            Further arguments of ``fit``.

        Raises
        ------
        TypeError
            An estimator without a callback or without a gap, or one of many fits: a search, a path.
        """
        if by not in ("auto", "seconds", "rounds"):
            raise ValueError(f"by is {by!r}; expected 'auto', 'seconds' or 'rounds'")
        if "callback" not in estimator.get_params(deep=False):
            raise TypeError(f"{type(estimator).__name__} has no callback; GapDisplay fits estimators of halfspace")
        if "cv" in estimator.get_params(deep=False):
            raise TypeError(
                f"{type(estimator).__name__} makes many fits; GapDisplay draws one: give an estimator of the settings "
                "chosen, as best_estimator_"
            )
        points = [] if by == "rounds" else by_seconds(estimator, X, y, fit)
        if by == "rounds" or (by == "auto" and len(points) < FEW_POINTS):
            by, points = "rounds", by_rounds(estimator, X, y, fit)
        by = "seconds" if by == "auto" else by
        return cls(*zip(*points, strict=True), by=by, tol=getattr(estimator, "tol", None)).plot(ax=ax)

    def plot(self, ax: Any = None) -> GapDisplay:
        """Draws into two axes, or into a new figure."""
        if ax is None:
            _, ax = draw.pyplot().subplots(2, 1, sharex=True, figsize=(6.5, 5.0), layout="constrained")
        self.ax_ = np.asarray(ax, dtype=object).ravel()
        if len(self.ax_) != 2:
            raise ValueError(f"ax has {len(self.ax_)} axes; GapDisplay draws into two, as plt.subplots(2, 1) gives")
        for one in self.ax_:
            draw.axes(one)
        self.figure_ = self.ax_[0].figure
        self._objective(self.ax_[0])
        self._gap(self.ax_[1])
        return self

    def _objective(self, ax: Any) -> None:
        lower = np.maximum(self.objectives - self.gaps, 0.0)  # losses and penalties are from 0
        look = {"marker": "o", "markersize": 3.5}
        ax.fill_between(self.at, lower, self.objectives, color=draw.COLOURS[0], alpha=0.18, linewidth=0)
        ax.plot(self.at, self.objectives, color=draw.COLOURS[0], linewidth=1.8, label="objective", **look)
        ax.plot(self.at, lower, color=draw.COLOURS[1], linewidth=1.4, linestyle="--", label="proven bound", **look)
        ax.set_ylabel("objective")
        ax.ticklabel_format(axis="y", useOffset=False)
        middle, height = float(self.objectives[-1]), float(self.objectives.max() - lower.min())
        if height < 1e-5 * middle:  # the axis of a flat line keeps its digits few
            ax.set_ylim(0.99 * middle, 1.01 * middle)
        draw.legend(ax)

    def _gap(self, ax: Any) -> None:
        floor = max(float(np.finfo(float).eps) * abs(float(self.objectives[-1])), 1e-300)
        shown = np.maximum(self.gaps, floor)
        ax.plot(self.at, shown, color=draw.INK, marker="o", markersize=3.5, linewidth=1.6, label="duality gap")
        if self.tol is not None and self.objectives[-1] > 0:
            wanted = self.tol * float(self.objectives[-1])
            ax.axhline(wanted, color=draw.COLOURS[4], linestyle="--", linewidth=1.4, label="tol * objective")
        ax.set(yscale="log", xlabel=self.by, ylabel="gap")
        draw.legend(ax)


Point = tuple[float, float, float]
FEW_POINTS = 5  # are no curve


def _end_of(run: Any) -> tuple[float, float]:
    """Objective and gap of a finished fit. Error (TypeError): it has none."""
    if getattr(run, "dual_gap_", None) is None or run.objective_ is None:
        raise TypeError(
            f"{type(run).__name__} ended without a gap; GapDisplay draws runs with an objective and a proof"
        )
    return float(run.objective_), float(run.dual_gap_)


def by_seconds(estimator: Any, X: Any, y: Any, fit: Mapping[str, Any]) -> list[Point]:
    """What the callback of one fit sees, and its end."""
    from sklearn.base import clone

    seen: list[Point] = []
    given = estimator.callback

    def look(state: Mapping[str, Any]) -> object:
        if state["objective"] is not None and state["gap"] is not None:
            seen.append((state["seconds"], state["objective"], state["gap"]))
        return given is None or given(state)

    run = clone(estimator).set_params(callback=look)
    started = time.perf_counter()
    run.fit(X, y, **fit)
    last = max(time.perf_counter() - started, seen[-1][0] if seen else 0.0)
    return [*seen, (last, *_end_of(run))]


def by_rounds(estimator: Any, X: Any, y: Any, fit: Mapping[str, Any]) -> list[Point]:
    """Ends of fits that max_iter stops after 1, 2, 3, 5, 8, ... rounds, up to all."""
    from sklearn.base import clone
    from sklearn.exceptions import ConvergenceWarning

    whole = clone(estimator).fit(X, y, **fit)
    rounds = int(np.max(whole.n_iter_))
    out: list[Point] = []
    here, following = 1, 2
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        while here < rounds:
            out.append((float(here), *_end_of(clone(estimator).set_params(max_iter=here).fit(X, y, **fit))))
            here, following = following, here + following
    return [*out, (float(rounds), *_end_of(whole))]
