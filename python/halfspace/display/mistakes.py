"""Updates of a perceptron against its mistake bound."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from halfspace._labels import encode
from halfspace.display import _drawing as draw
from halfspace.training import Update, trace


class MistakeBoundDisplay:
    """Updates of a perceptron after each pass, and R²/γ², which they cannot exceed from zero (Novikoff 1962).

    Parameters
    ----------
    updates_per_pass : ndarray of int
        Of each pass from the first.
    bound : float, optional
        R²/γ²; None where the rows are not separable or the run is not one that the bound is about.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import halfspace
    >>> X, y = [[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1]
    >>> display = halfspace.MistakeBoundDisplay.from_estimator(halfspace.Perceptron(), X, y)
    >>> int(display.updates_per_pass.sum()) <= display.bound
    True
    """

    def __init__(self, updates_per_pass: Any, bound: float | None = None) -> None:
        self.updates_per_pass = np.asarray(updates_per_pass, np.int64)
        self.bound = bound

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, *, ax: Any = None) -> MistakeBoundDisplay:
        """Runs a perceptron on the rows and counts its updates.

        Parameters
        ----------
        estimator : Perceptron, fitted or not
            It is not changed.
        X : array-like, sparse matrix or table of shape (n, d)
        y : array-like of shape (n,)
            Labels of two classes.
        ax : matplotlib Axes, optional

        Raises
        ------
        TypeError
            An estimator that is no Perceptron.
        ValueError
            Other than two classes.
        """
        from sklearn.base import clone

        from halfspace.estimators import Perceptron

        if not isinstance(estimator, Perceptron):
            raise TypeError(f"estimator is a {type(estimator).__name__}; MistakeBoundDisplay draws a Perceptron")
        draw.two_classes(np.asarray(y), cls.__name__)
        run = clone(estimator).fit(X, y)
        options = run._run_options(encode(y))
        return cls.from_trace(trace(X, y, **options), bound=bound_of(run), passes=run.n_iter_, ax=ax)

    @classmethod
    def from_trace(
        cls, updates: Iterable[Update], *, bound: float | None = None, passes: int | None = None, ax: Any = None
    ) -> MistakeBoundDisplay:
        """Counts updates of :func:`halfspace.trace`.

        Parameters
        ----------
        updates : iterable of Update
        bound : float, optional
        passes : int, optional
            All passes, those without an update too; None: up to the last update.
        ax : matplotlib Axes, optional
        """
        of_pass = np.asarray([u.pass_ for u in updates], np.int64)
        counts = np.bincount(of_pass, minlength=(passes or 0) + 1)[1:]
        return cls(counts, bound).plot(ax=ax)

    def plot(self, ax: Any = None) -> MistakeBoundDisplay:
        """Draws into ``ax``, or into a new figure."""
        self.ax_ = ax = draw.axes(ax)
        self.figure_ = ax.figure
        passes = np.arange(len(self.updates_per_pass) + 1)
        total = np.concatenate([[0], np.cumsum(self.updates_per_pass)])
        marker = "o" if len(passes) <= 60 else None
        look = {"color": draw.COLOURS[0], "marker": marker, "markersize": 4, "linewidth": 1.8}
        ax.plot(passes, total, label="updates so far", **look)
        if self.bound is not None:
            ax.axhline(self.bound, color=draw.COLOURS[4], linewidth=1.6, linestyle="--", label="bound R²/γ²")
        self._scale(int(total[-1]))
        ax.set(xlabel="passes over the rows", ylabel="updates", xlim=(0, max(1, len(passes) - 1)))
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.set_title(self._title(int(total[-1])), loc="left", fontsize="medium")
        draw.legend(ax)
        return self

    def _scale(self, total: int) -> None:
        """Logarithmic from 1 where the bound is far above the updates."""
        if self.bound is not None and self.bound > 8 * max(1, total):
            self.ax_.set_yscale("symlog", linthresh=1)
            self.ax_.set_ylim(0, 2 * self.bound)
        else:
            self.ax_.set_ylim(bottom=0)

    def _title(self, total: int) -> str:
        return f"{total} updates" if self.bound is None else f"{total} updates, at most {self.bound:,.0f}"


def bound_of(run: Any) -> float | None:
    """R²/γ² of a fitted perceptron's report, with the margin that was proved; None without one."""
    bound = run.report_.get("bound")
    if not bound or bound.get("updates_at_most") is None:
        return None
    return float(bound["updates_at_most"])
