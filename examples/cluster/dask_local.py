"""A classifier on Dask: a cluster of processes on this machine, started by this program.

    pip install 'halfspace-ml[dask]'
    python dask_local.py                            # on rows made here, by the workers
    python dask_local.py ROWS.parquet LABEL         # on your own, with pandas and pyarrow: LABEL is a column,
                                                    # all other columns are numbers
    python dask_local.py --workers 4 --rows 4000000

On a cluster that runs already, give its address to Client() in place of LocalCluster: docs/cluster.md.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import dask.array as da
from dask.distributed import Client, LocalCluster

import halfspace.dask

COLUMNS = 20
ROWS_A_PARTITION = 250_000


def made(rows: int) -> tuple[Any, Any]:
    """Rows of two classes that overlap; the label depends on half of the columns."""
    random = da.random.default_rng(7)
    X = random.normal(size=(rows, COLUMNS), chunks=(ROWS_A_PARTITION, COLUMNS))
    noise = random.normal(size=rows, chunks=ROWS_A_PARTITION)
    score = X[:, : COLUMNS // 2].sum(axis=1) + noise
    return X, da.where(score > 0, "yes", "no")


def read(path: str, label: str) -> tuple[Any, Any]:
    """A Parquet file, or a folder of them; each worker reads its own partitions."""
    import dask.dataframe as dd

    rows = dd.read_parquet(path)
    return rows.drop(columns=label), rows[label]


def learn(X: Any, y: Any, C: float) -> None:
    """Fits, tells what is proved, counts what is predicted right."""
    begin = time.monotonic()
    model = halfspace.dask.LogisticRegression(C=C, verbose=1).fit(X, y)
    cluster = model.report_["cluster"]
    print(
        f"{cluster['rows']} rows in {cluster['partitions']} partitions, {cluster['bytes'] / 1e6:.0f} MB at the workers"
    )
    sizes = f"{cluster['question_bytes']} bytes to a worker and {cluster['answer_bytes']} back"
    print(f"{model.rounds_} rounds of at most {sizes}")
    print(f"objective {model.objective_:.9g}, at most {model.dual_gap_:.2g} above its optimum")
    print(f"accuracy {model.score(X, y):.4f} on the rows learned from; {time.monotonic() - begin:.1f} s in all")


def main() -> None:
    parser = argparse.ArgumentParser(description="A classifier on a Dask cluster of this machine.")
    parser.add_argument("path", nargs="?", help="a Parquet file or folder; without it rows are made")
    parser.add_argument("label", nargs="?", help="the column of labels")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rows", type=int, default=1_000_000, help="how many to make")
    parser.add_argument("--C", type=float, default=1.0)
    given = parser.parse_args()
    if given.path and not given.label:
        parser.error("name the column of labels after the path")
    with LocalCluster(n_workers=given.workers, threads_per_worker=1, dashboard_address=None) as local, Client(local):
        X, y = read(given.path, given.label) if given.path else made(given.rows)
        learn(X, y, given.C)


if __name__ == "__main__":
    main()
