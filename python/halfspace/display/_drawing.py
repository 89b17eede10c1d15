"""What the displays share: axes, colours, columns, points, hulls."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from halfspace._rows import is_table, prepare
from halfspace.model import Model

Floats = npt.NDArray[np.float64]

# Okabe and Ito (2008): told apart by readers of all kinds of colour vision.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#D55E00", "#56B4E9", "#F0E442", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
INK = "#222222"
MUTED = "#6b6b6b"


def pyplot() -> Any:
    """matplotlib.pyplot, loaded when a picture is drawn. Error (ImportError): it is not installed."""
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("displays need matplotlib: pip install 'halfspace-ml[plot]'", name="matplotlib") from error
    return plt


def axes(ax: Any, width: float = 6.0, height: float = 4.5) -> Any:
    """The axes given, or those of a new figure."""
    if ax is None:
        _, ax = pyplot().subplots(figsize=(width, height), layout="constrained")
    ax.spines[["top", "right"]].set_visible(False)
    ax.tick_params(color=MUTED)
    return ax


def two_columns(X: Any, what: str) -> tuple[Floats, list[str]]:
    """The two columns of numbers, dense, and their names.

    Errors (ValueError): other than two columns, columns of texts, no rows, missing cells.
    """
    rows = prepare(X)
    if rows.cols != 2:
        choose = "choose them, as in X[:, [0, 1]] or X[['a', 'b']]"
        raise ValueError(f"X has {rows.cols} columns; {what} draws two: {choose}")
    if rows.categories:
        raise ValueError(f"X has columns of texts; {what} draws two columns of numbers")
    if rows.rows == 0:
        raise ValueError(f"X has no rows; {what} needs at least one")
    values = X.toarray() if isinstance(rows.values, tuple) else rows.values
    points = np.asarray(values, np.float64)
    if not np.isfinite(points).all():
        raise ValueError(f"X contains NaN or infinity; {what} draws finite numbers")
    return points, rows.names or ["column 0", "column 1"]


def like(points: Floats, X: Any) -> Any:
    """Points in a container like X, so that an estimator fitted on names gets them."""
    if hasattr(X, "iloc"):
        return type(X)(points, columns=X.columns)
    if is_table(X) and hasattr(X, "columns") and type(X).__module__.startswith("polars"):
        return type(X)({name: points[:, j] for j, name in enumerate(X.columns)})
    return points


def classes_of(estimator: Any) -> npt.NDArray[Any]:
    """The classes of an estimator, or of a model. Error (NotFittedError): it is not fitted."""
    if isinstance(estimator, Model):
        return estimator.classes
    if not hasattr(estimator, "classes_"):
        from sklearn.exceptions import NotFittedError

        raise NotFittedError(f"This {type(estimator).__name__} instance is not fitted yet; call fit before drawing it.")
    return np.asarray(estimator.classes_)


def one_dimensional(y: Any, rows: int) -> npt.NDArray[Any]:
    """Labels as an array of one a row. Error (ValueError): another shape."""
    labels = np.asarray(y)
    if labels.shape != (rows,):
        raise ValueError(f"y has shape {labels.shape}; expected {(rows,)}, one label a row")
    return labels


def labels_of(y: Any, rows: int, classes: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Labels as an array of one a row. Errors (ValueError): another shape, a label that is no class."""
    labels = one_dimensional(y, rows)
    known = set(classes.tolist())
    for label in dict.fromkeys(labels.tolist()):
        if label not in known:
            raise ValueError(f"y has the label {label!r}; expected one of {classes.tolist()}")
    return labels


def two_classes(labels: npt.NDArray[Any], what: str) -> npt.NDArray[Any]:
    """The two classes, sorted. Error (ValueError): another number of them."""
    classes = np.unique(labels)
    if len(classes) != 2:
        raise ValueError(f"y has {len(classes)} classes; {what} draws two: choose the rows of two of them")
    return classes


def limits(points: Floats, share: float = 0.08) -> tuple[tuple[float, float], tuple[float, float]]:
    """Ends of both axes with room around the points."""
    low, high = points.min(axis=0), points.max(axis=0)
    room = np.where(high > low, (high - low) * share, 1.0)
    return (float(low[0] - room[0]), float(high[0] + room[0])), (float(low[1] - room[1]), float(high[1] + room[1]))


def scatter(ax: Any, points: Floats, labels: npt.NDArray[Any], classes: npt.NDArray[Any], **style: Any) -> None:
    """The points, a colour and a marker a class; the class is the entry of the legend."""
    for k, label in enumerate(classes):
        of_class = points[labels == label]
        look = {"color": COLOURS[k % 8], "marker": MARKERS[k % 8], "s": 28, "edgecolor": "white", "linewidth": 0.6}
        ax.scatter(of_class[:, 0], of_class[:, 1], **{**look, "zorder": 3, "label": f"{label}", **style})


def name_axes(ax: Any, names: list[str], box: tuple[tuple[float, float], tuple[float, float]]) -> None:
    """Names and ends of both axes."""
    ax.set(xlabel=names[0], ylabel=names[1], xlim=box[0], ylim=box[1])


def legend(ax: Any) -> None:
    """A legend beside the axes, where it hides nothing."""
    ax.legend(loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False, borderaxespad=0.0)


def hull(points: Floats) -> Floats:
    """Corners of the convex hull, counter-clockwise (Andrew's monotone chain, 1979)."""
    ordered = np.unique(points, axis=0).tolist()
    if len(ordered) < 3:
        return np.asarray(ordered)
    return np.asarray(_chain(ordered)[:-1] + _chain(ordered[::-1])[:-1])


def _chain(ordered: list[list[float]]) -> list[list[float]]:
    out: list[list[float]] = []
    for p in ordered:
        while len(out) > 1 and _turn(out[-2], out[-1], p) <= 0:
            out.pop()
        out.append(p)
    return out


def _turn(a: list[float], b: list[float], c: list[float]) -> float:
    """Above 0 where a, b, c turn left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def draw_line(ax: Any, w: Floats, b: float, score: float = 0.0, **style: Any) -> None:
    """The points with w.x + b = score, where both weights are not 0 at once."""
    norm = float(w @ w)
    if norm == 0.0:
        return
    foot = w * ((score - b) / norm)  # w.foot + b = score
    ax.axline(tuple(foot), tuple(foot + np.array([-w[1], w[0]]) / np.sqrt(norm)), **style)
