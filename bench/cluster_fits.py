"""Fits on Dask and Spark of this machine beside dask-ml's and pyspark.ml's: the same rows and objective, two workers.

    ./dev cluster bench [--rows N] [FILE.libsvm ...]     without files: made rows, N of them (1,000,000)

Times are from rows at the workers (Dask) or Parquet (Spark) to a model; engines run before. "above" is how far the
objective of a peer's weights is above the optimum, as a share of it; halfspace's times are to a proven gap of 1e-3 and
1e-6. The ratio is that to the gap which the peer reached (1e-6 where it came nearer).
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import scipy.sparse as sp

import halfspace
import halfspace.dask
import halfspace.spark
from halfspace import _core
from halfspace._cluster_shards import Shard

WORKERS = 2
PARTITIONS = 8


def made(rows: int, cols: int = 100, nonzeros: int = 25) -> tuple[sp.csr_matrix, np.ndarray]:
    """Sparse rows of two classes that overlap."""
    random = np.random.default_rng(1)
    column = np.sort((cols * random.random((rows, nonzeros)) ** 2).astype(np.int32), axis=1)
    X = sp.csr_matrix(
        (random.random(rows * nonzeros), column.ravel(), np.arange(0, rows * nonzeros + 1, nonzeros)), (rows, cols)
    )
    X.sum_duplicates()
    score = X @ random.normal(size=cols) + random.normal(size=rows)
    return X, (score > np.median(score)).astype(np.int64)


def read(path: str) -> tuple[sp.csr_matrix, np.ndarray]:
    table = halfspace.read_libsvm(path)
    return sp.csr_matrix(table.data), (np.asarray(table.target).astype(float) > 0).astype(np.int64)


def objective(X: sp.csr_matrix, y: np.ndarray, loss: str, w: np.ndarray, b: float) -> float:
    m = (2 * y - 1) * (X @ w + b)
    losses = np.logaddexp(0, -m) if loss == "logistic" else np.maximum(0, 1 - m)
    return float(losses.sum() + w @ w / 2)


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    begin = time.perf_counter()
    out = call()
    return time.perf_counter() - begin, out


def line(name: str, peer: float, above: float, ours: dict[float, float]) -> None:
    reached = 1e-3 if above >= 1e-3 else 1e-6
    print(
        f"{name:34} {peer:8.2f} s  above {above:.1e}   halfspace "
        + "  ".join(f"{tol:.0e}: {t:7.2f} s" for tol, t in ours.items())
        + f"   ratio {peer / ours[reached]:.1f}",
        flush=True,
    )


@contextmanager
def dask_rows(X: sp.csr_matrix, y: np.ndarray, workers: int) -> Iterator[tuple[Any, Any]]:
    """The rows in the memory of the workers of a LocalCluster."""
    import dask
    import dask.array as da
    from distributed import Client, LocalCluster, wait

    bounds = [X.shape[0] * k // PARTITIONS for k in range(PARTITIONS + 1)]
    with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        blocks = [
            da.from_delayed(dask.delayed(X[a:b]), (b - a, X.shape[1]), meta=sp.csr_matrix((0, 0)), dtype=float)
            for a, b in pairwise(bounds)
        ]
        rows = da.concatenate(blocks).persist()
        labels = da.from_array(y, chunks=[b - a for a, b in pairwise(bounds)]).persist()
        wait([rows, labels])
        yield rows, labels


def one_worker(name: str, X: sp.csr_matrix, y: np.ndarray) -> None:
    """Dask with one worker beside the same solver over one shard of this process; both make shards of the rows."""
    learner = halfspace.dask.LogisticRegression(C=1.0, tol=1e-6)

    def alone() -> None:
        shard = Shard.of(X, y, 0)
        driver = _core.Driver.begin(learner._options())
        while question := driver.ask():
            driver.tell(shard.answer(question))

    here, _ = timed(alone)
    with dask_rows(X, y, 1) as (rows, labels):
        there, model = timed(lambda: learner.fit(rows, labels))
    print(
        f"{name} logistic to 1e-6, {model.rounds_} rounds: the solver in one process {here:.2f} s, "
        f"Dask with one worker {there:.2f} s, ratio {there / here:.2f}",
        flush=True,
    )


def on_dask(name: str, X: sp.csr_matrix, y: np.ndarray) -> None:
    from distributed import wait

    with dask_rows(X, y, WORKERS) as (rows, labels):
        best = {}
        ours = {}
        for loss, learner in (("logistic", halfspace.dask.LogisticRegression), ("hinge", halfspace.dask.LinearSVC)):
            times = {}
            more = {} if loss == "logistic" else {"loss": "hinge", "bias": "free"}
            for tol in (1e-3, 1e-6):
                times[tol], model = timed(lambda L=learner, t=tol, m=more: L(C=1.0, tol=t, **m).fit(rows, labels))
            best[loss] = model.objective_ - model.dual_gap_
            ours[loss] = times
            print(f"{name} {loss} on Dask: {model.rounds_} rounds to 1e-6, {times}", flush=True)
        dense = rows.map_blocks(lambda block: np.asarray(block.todense()), dtype=float).persist()
        wait(dense)
        try:
            from dask_ml.linear_model import LogisticRegression
        except ImportError as error:
            print(f"dask-ml is left out: {error}")
            return
        took, peer = timed(lambda: LogisticRegression(C=1.0, solver="lbfgs").fit(dense, labels))
        found = objective(X, y, "logistic", np.ravel(peer.coef_), float(np.ravel(peer.intercept_)[0]))
        line(f"{name} dask-ml logistic", took, found / best["logistic"] - 1, ours["logistic"])


def on_spark(name: str, X: sp.csr_matrix, y: np.ndarray, folder: str) -> None:
    from pyspark.ml import classification
    from pyspark.sql import SparkSession
    from vectors_parquet import read_vectors, write_vectors

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    spark = (
        SparkSession.builder.master(f"local-cluster[{WORKERS},1,4096]")
        .config("spark.executor.memory", "4g")
        .config("spark.driver.memory", "6g")
        .config("spark.executorEnv.PYTHONPATH", str(Path(halfspace.__file__).parents[1]))
        .config("spark.local.dir", folder)
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    path = f"{folder}/{name}"
    n = X.shape[0]
    write_vectors(X, y.astype(float), path, PARTITIONS)
    rows = read_vectors(spark, path)
    peers = {
        "logistic": classification.LogisticRegression(regParam=1 / n, standardization=False, tol=1e-6),
        "hinge": classification.LinearSVC(regParam=1 / n, standardization=False, tol=1e-6),
    }
    rows.agg({"label": "sum"}).collect()
    for loss, peer in peers.items():
        times = {}
        for tol in (1e-3, 1e-6):
            ours = (
                halfspace.spark.LogisticRegression(C=1.0, tol=tol)
                if loss == "logistic"
                else halfspace.spark.LinearSVC(C=1.0, tol=tol, loss="hinge", bias="free")
            )
            times[tol], model = timed(lambda e=ours: e.fit(rows))
        report = model.report
        best = report["primal"] - report["gap"]
        cluster = report["cluster"]
        rounds = f"{cluster['rounds']} rounds to 1e-6 in {cluster['seconds']:.2f} s without loading"
        print(f"{name} {loss} on Spark: {rounds}, {times}", flush=True)
        took, fitted = timed(lambda p=peer: p.fit(rows))
        found = objective(X, y, loss, fitted.coefficients.toArray(), fitted.intercept)
        line(f"{name} pyspark.ml {loss}", took, found / best - 1, times)
    spark.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="halfspace on Dask and Spark beside dask-ml and pyspark.ml.")
    parser.add_argument("files", nargs="*", help="LIBSVM text; labels above 0 against the others")
    parser.add_argument("--rows", type=int, default=1_000_000, help="of made rows, where no file is given")
    parser.add_argument("--engine", choices=["dask", "spark"], help="one alone")
    args = parser.parse_args()
    sets = [(Path(f).name, *read(f)) for f in args.files] or [("made", *made(args.rows))]
    for name, X, y in sets:
        print(f"{name}: {X.shape[0]} rows, {X.shape[1]} columns, {X.nnz} nonzeros", flush=True)
        whole, model = timed(lambda A=X, b=y: halfspace.train(A, b, algorithm="logistic", tol=1e-6, threads=1))
        print(f"{name}: one machine, one thread, to 1e-6: {whole:.2f} s, objective {model.objective:.9g}", flush=True)
        if args.engine != "spark":
            one_worker(name, X, y)
            on_dask(name, X, y)
        if args.engine != "dask":
            with tempfile.TemporaryDirectory() as folder:
                on_spark(name, X, y, folder)


if __name__ == "__main__":
    main()
