"""Bounds on mistakes: those that no linear classifier avoids, and those of a perceptron."""

from __future__ import annotations

from typing import Any

from halfspace.separation import separate


class MistakeBounds:
    """Between how many mistakes any linear classifier makes on the rows: ``at_least``, ``at_most``, ``exact``."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.at_least: int = found["at_least"]
        self.at_most: int | None = found["at_most"]
        self.exact: bool = bool(found["exact"])
        self.method: str = found["method"]
        self.rows: list[Any] = found.get("rows") or []

    def __repr__(self) -> str:
        if self.exact:
            return f"<fewest mistakes: {self.at_least}, exactly>"
        return f"<fewest mistakes: from {self.at_least} to {self.at_most}>"


def min_mistakes(X: Any, y: Any, **options: Any) -> MistakeBounds:
    """The fewest mistakes that any linear classifier makes on the rows, or bounds of them with proof.

    The lower bound counts disjoint witnesses of non-separability, each of which costs a mistake; a row on the boundary
    is a mistake. Parameters and errors are those of :func:`separate`.

    Examples
    --------
    >>> import halfspace
    >>> halfspace.min_mistakes([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    <fewest mistakes: 1, exactly>
    """
    verdict = separate(X, y, **{**options, "min_mistakes": True})
    if verdict.report.get("fewest_mistakes") is None:
        raise ValueError(f"no bound was found: the verdict is {verdict.verdict}; give more time_limit")
    return MistakeBounds(verdict.report["fewest_mistakes"])


def mistake_bound(X: Any, y: Any, **options: Any) -> float | None:
    """R²/γ²: the most updates that a perceptron makes from zero on separable rows (Novikoff 1962).

    R is the largest length of a row, γ the largest margin, both with the bias as a weight. None where the rows are not
    separable. Parameters and errors are those of :func:`separate`.

    Examples
    --------
    >>> import halfspace
    >>> halfspace.mistake_bound([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 0, 0, 1])
    51
    """
    verdict = separate(X, y, **options)
    if verdict.separable is None:
        raise ValueError("the verdict is undecided, and so is the bound; give more time_limit")
    bound = verdict.report.get("mistake_bound")
    return None if bound is None else float(bound) if not float(bound).is_integer() else int(float(bound))
