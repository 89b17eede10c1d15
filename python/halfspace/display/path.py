"""Coefficients along a regularisation path."""

from __future__ import annotations

from typing import Any

import numpy as np

from halfspace.display import _drawing as draw
from halfspace.selection import Path


class PathDisplay:
    """Weights of a logistic regression against log C, from the heaviest penalty to the lightest.

    Parameters
    ----------
    Cs : ndarray of shape (n_points,)
    coefs : ndarray of shape (n_points, n_features)
    names : list of str
        Of the features.
    chosen : int, optional
        The point that predicts.

    Attributes
    ----------
    ax_ : matplotlib Axes
    figure_ : matplotlib Figure

    Examples
    --------
    >>> import halfspace
    >>> X = [[0.0, 1.0], [1.0, 0.0], [2.0, 1.0], [3.0, 1.0], [1.0, 3.0]]
    >>> path = halfspace.path(X, [0, 0, 1, 1, 0], penalty="l1", points=10)
    >>> halfspace.PathDisplay.from_path(path).coefs.shape
    (10, 2)
    """

    def __init__(self, Cs: Any, coefs: Any, names: list[str], chosen: int | None = None) -> None:
        self.Cs = np.asarray(Cs, np.float64)
        self.coefs = np.asarray(coefs, np.float64)
        self.names = names
        self.chosen = chosen

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any = None, y: Any = None, *, labels: int = 8, ax: Any = None
    ) -> PathDisplay:
        """The path of a LogisticRegressionPath.

        Parameters
        ----------
        estimator : LogisticRegressionPath
            Fitted; or not, and a clone is fitted on X and y.
        X, y : rows and labels, optional
        labels : int, default=8
            Most features that are named at their lines' ends.
        ax : matplotlib Axes, optional

        Raises
        ------
        TypeError
            An estimator without a path.
        """
        from sklearn.base import clone

        from halfspace.estimators import LogisticRegressionPath

        if not isinstance(estimator, LogisticRegressionPath):
            raise TypeError(f"estimator is a {type(estimator).__name__}; PathDisplay draws a LogisticRegressionPath")
        if not hasattr(estimator, "coefs_"):
            if X is None or y is None:
                raise ValueError("the estimator is not fitted; fit it, or give X and y")
            estimator = clone(estimator).fit(X, y)
        names = _names(estimator.model_.feature_names, estimator.coefs_.shape[1])
        chosen = estimator.chosen_ if estimator.cv is not None else None
        return cls(estimator.Cs_, estimator.coefs_, names, chosen).plot(ax=ax, labels=labels)

    @classmethod
    def from_path(cls, path: Path, *, names: list[str] | None = None, labels: int = 8, ax: Any = None) -> PathDisplay:
        """What :func:`halfspace.path` found.

        Parameters
        ----------
        path : Path
        names : list of str, optional
            Of the features; None: those of the model.
        labels : int, default=8
            Most features that are named at their lines' ends.
        ax : matplotlib Axes, optional
        """
        known = names if names is not None else path.model.feature_names if path.model is not None else []
        chosen = path.chosen if path.get("metric") else None
        return cls(path.Cs, path.coefs, _names(known, path.coefs.shape[1]), chosen).plot(ax=ax, labels=labels)

    def plot(self, ax: Any = None, *, labels: int = 8) -> PathDisplay:
        """Draws into ``ax``, or into a new figure."""
        self.ax_ = ax = draw.axes(ax, 7.0, 4.5)
        self.figure_ = ax.figure
        ends = self.coefs[-1]
        named = [j for j in np.argsort(-np.abs(ends), kind="stable") if ends[j] != 0][:labels]
        for j in range(self.coefs.shape[1]):
            if j not in named:
                ax.plot(self.Cs, self.coefs[:, j], color="#b5b5b5", linewidth=0.9, zorder=1)
        for place, j in enumerate(named):
            style = "-" if place < 7 else "--"
            colour = _LINES[place % 7]
            ax.plot(self.Cs, self.coefs[:, j], color=colour, linewidth=1.7, linestyle=style, zorder=2)
        ax.axhline(0.0, color=draw.MUTED, linewidth=0.8, zorder=0)
        if self.chosen is not None:
            C = self.Cs[self.chosen]
            ax.axvline(C, color=draw.INK, linewidth=1.2, linestyle=":")
            ax.set_title(f"chosen: C = {C:.3g} (dotted)", loc="left", fontsize="medium")
        ax.set(xscale="log", xlabel="C (from heavy to light penalty)", ylabel="weight")
        ax.set_xlim(self.Cs.min(), self.Cs.max())
        self._name_lines(named)
        return self

    def _name_lines(self, named: list[int]) -> None:
        """Names right of the lines' ends, moved apart where they would overlap."""
        ax = self.ax_
        low, high = ax.get_ylim()
        step = 0.055 * (high - low)
        order = sorted(named, key=lambda j: self.coefs[-1, j])
        heights = apart([self.coefs[-1, j] for j in order], step, low, high)
        for j, y in zip(order, heights, strict=True):
            colour = _LINES[named.index(j) % 7]
            end = (1.0, self.coefs[-1, j])
            ax.annotate(
                self.names[j],
                xy=end,
                xytext=(1.035, y),
                xycoords=("axes fraction", "data"),
                textcoords=("axes fraction", "data"),
                va="center",
                fontsize="small",
                color=draw.INK,
                annotation_clip=False,
                arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 1.2, "shrinkA": 0, "shrinkB": 0},
            )


# Dark enough for lines on white.
_LINES = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")


def apart(heights: list[float], step: float, low: float, high: float) -> list[float]:
    """Ascending heights moved so that neighbours are at least ``step`` apart, inside [low, high] where they fit."""
    out = list(heights)
    for k in range(1, len(out)):
        out[k] = max(out[k], out[k - 1] + step)
    if out and out[-1] > high:
        out[-1] = high
        for k in range(len(out) - 2, -1, -1):
            out[k] = min(out[k], out[k + 1] - step)
    return [max(y, low + k * step) for k, y in enumerate(out)] if out and out[0] < low else out


def _names(known: list[str], count: int) -> list[str]:
    return list(known) if len(known) == count else [f"feature {j}" for j in range(count)]
