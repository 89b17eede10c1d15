"""Verdicts of `halfspace.separate` on data sets that come with scikit-learn, as a Markdown page.

python docs/site/verdicts.py            prints the page
python docs/site/verdicts.py --check    compares it with docs/site/verdicts.md; exit status 1 where they differ
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from sklearn import datasets

import halfspace

PAGE = Path(__file__).with_name("verdicts.md")
HEAD = """# Twenty verdicts

`python docs/site/verdicts.py` prints this page, and `tools/python_docs.sh` fails where it prints another. Generators
have `random_state=0`. The margin is the largest distance of the closest row from a boundary, in the units of the data.
The bound is R²/γ², the most updates that a perceptron makes from zero. The mistakes are the fewest that any linear
classifier makes; the search for them is skipped over 1000 rows. `halfspace.verify` accepted every certificate.

| data | rows | columns | verdict | margin | bound on updates | rows of the witness | fewest mistakes |
| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: |"""
FOOT = """
Two lines surprise. `make_classification` makes two of its 20 columns as sums of others: but for rounding they would
add nothing. Rounding makes them differ, enough to separate all rows, with a margin below 1e-15. The verdict is about
the numbers as they are stored; the margin says how much it is worth. The even and odd digits are quasi-separable:
pixel 40 is above 0 in nine rows alone, all of them even, so that a weight there puts these nine on their side, and
leaves all others on the boundary."""


def pair(load: Any, a: int, b: int) -> tuple[Any, Any]:
    """The rows of two classes."""
    X, y = load(return_X_y=True)
    kept = (y == a) | (y == b)
    return X[kept], y[kept]


def sets() -> Iterator[tuple[str, Any, Any]]:
    """Name, rows and labels."""
    for load, pairs in (
        (datasets.load_iris, [(0, 1), (0, 2), (1, 2)]),
        (datasets.load_wine, [(0, 1), (0, 2), (1, 2)]),
        (datasets.load_digits, [(0, 1), (1, 7), (3, 8), (4, 9)]),
    ):
        names = load().target_names
        for a, b in pairs:
            yield f"`{load.__name__}` {names[a]} / {names[b]}", *pair(load, a, b)
    yield "`load_breast_cancer`", *datasets.load_breast_cancer(return_X_y=True)
    X, y = datasets.load_digits(return_X_y=True)
    yield "`load_digits` even / odd", X, y % 2
    yield "`make_blobs`, 2 centers", *datasets.make_blobs(centers=2, random_state=0)
    yield "`make_blobs`, spread 0.5", *datasets.make_blobs(centers=2, cluster_std=0.5, random_state=0)
    yield "`make_moons`", *datasets.make_moons(random_state=0)
    yield "`make_circles`", *datasets.make_circles(factor=0.5, random_state=0)
    yield "`make_classification`", *datasets.make_classification(random_state=0)
    yield (
        "`make_classification`, 2 informative of 2",
        *datasets.make_classification(n_features=2, n_informative=2, n_redundant=0, random_state=0),
    )
    yield "`make_gaussian_quantiles`", *datasets.make_gaussian_quantiles(n_classes=2, random_state=0)
    X = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], float)
    yield "exclusive or", X, np.array([0, 1, 1, 0])


def between(low: float, high: float) -> str:
    """One number where both ends agree to three digits."""
    return f"{low:.3g}" if f"{low:.3g}" == f"{high:.3g}" else f"{low:.3g} to {high:.3g}"


def readable(bound: float | None) -> str:
    """A whole number, or its power of ten."""
    return "-" if bound is None else f"{bound:,}" if bound < 10**9 else f"{float(bound):.1e}"


def line(name: str, X: Any, y: Any) -> str:
    """A line of the table."""
    verdict = halfspace.separate(X, y)
    assert halfspace.verify(verdict, X, y), name
    margin = bound = witness = "-"
    mistakes = "0"
    if verdict.separable:
        margin = between(*verdict.margin)
        bound = readable(halfspace.mistake_bound(X, y))
    else:
        witness = str(len(verdict.witness))
        mistakes = str(halfspace.min_mistakes(X, y).at_least) if len(y) <= 1000 else "-"
    cells = [name, len(y), X.shape[1], verdict.verdict, margin, bound, witness, mistakes]
    return "| " + " | ".join(str(c) for c in cells) + " |"


def main() -> int:
    page = "\n".join([HEAD, *(line(*data) for data in sets()), FOOT]) + "\n"
    if "--check" not in sys.argv[1:]:
        sys.stdout.write(page)
        return 0
    if page == PAGE.read_text(encoding="utf-8"):
        return 0
    sys.stderr.write(f"{PAGE}: not what docs/site/verdicts.py prints; run it and write its output there\n")
    return 1


if __name__ == "__main__":
    sys.exit(main())
