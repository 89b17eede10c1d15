"""What a run over a cluster costs: a model fitted here, held against simulated clusters and Dask on this machine.

    ./dev cluster model [--rows N] [--no-dask]

A round asks one question of all partitions and takes

    latency + partitions * per_task + bytes / bandwidth
    + max over workers of Σ over its partitions (share of all rows * fixed + nonzeros * rate)

`fixed` and `rate` are fitted for each question to runs over three and six tenths of the rows; rounds are those of the
latter. `fixed` is what does not grow with the rows, such as the curvatures of a sample of 2,500 rows a column, which
partitions share.
A simulated cluster answers with the rows in hand, every answer by the clock and one after another, and adds what the
model has to predict: latency, bandwidth, a worker ten times slower, partitions of unequal length. Predictions for
clusters that are not here follow, with what they assume.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp
from cluster_fits import made

from halfspace import _core
from halfspace._cluster_shards import Shard
from halfspace._options import options_of

PROBLEMS: dict[str, dict[str, Any]] = {
    "logistic to 1e-3": {"algorithm": "logistic", "tol": 1e-3},
    "logistic to 1e-6": {"algorithm": "logistic", "tol": 1e-6},
    "hinge to 1e-3": {"algorithm": "svm", "loss": "hinge", "tol": 1e-3},
    "squared hinge to 1e-6": {"algorithm": "svm", "loss": "squared-hinge", "tol": 1e-6},
}


@dataclass
class Round:
    """Of one question: its name, bytes there and back, and the seconds of every partition's answer."""

    question: str
    size: int
    seconds: list[float]


@dataclass
class Costs:
    """Seconds of the answers to a question: of all partitions together, and for each nonzero."""

    fixed: dict[str, float] = field(default_factory=dict)
    rate: dict[str, float] = field(default_factory=dict)


@dataclass
class Cluster:
    """What a round adds to the answers. `slow`: how many times slower the first worker is."""

    workers: int
    latency: float = 0.0
    per_task: float = 0.0
    bandwidth: float = float("inf")
    slow: float = 1.0
    unequal: bool = False


def shards_of(X: sp.csr_matrix, y: np.ndarray, parts: int, unequal: bool = False) -> list[Shard]:
    """Partitions of equal length, or with lengths as 1 : 2 : 3 : ..."""
    weights = np.arange(1, parts + 1) if unequal else np.ones(parts)
    bounds = np.concatenate([[0], np.cumsum(weights) / weights.sum() * X.shape[0]]).astype(int)
    return [Shard.of(X[a:b], y[a:b], k) for k, (a, b) in enumerate(pairwise(bounds))]


def run(shards: Sequence[Shard], options: dict[str, Any]) -> list[Round]:
    """A whole run, every answer by the clock."""
    driver = _core.Driver.begin(options_of(options))
    out = []
    while question := driver.ask():
        name = driver.progress()["question"]
        seconds = []
        total = None
        for shard in shards:
            begin = time.perf_counter()
            answer = shard.answer(question)
            seconds.append(time.perf_counter() - begin)
            total = answer if total is None else _core.add_answers(total, answer)
        driver.tell(total)
        out.append(Round(name, len(question) + len(total or b""), seconds))
    return out


def fitted(small: Sequence[tuple[int, list[Round]]]) -> Costs:
    """`small`: runs over one partition, with its nonzeros. Means of the rounds, a line through the two sizes."""
    out = Costs()
    (n0, first), (n1, second) = small
    times: dict[str, list[list[float]]] = defaultdict(lambda: [[], []])
    for place, rounds in enumerate((first, second)):
        for r in rounds:
            times[r.question][place].extend(r.seconds)
    for name, (a, b) in times.items():
        low, high = float(np.mean(a)), float(np.mean(b))
        out.rate[name] = max(0.0, (high - low) / (n1 - n0))
        out.fixed[name] = max(0.0, high - out.rate[name] * n1)
    return out


def predicted(costs: Costs, rounds: Sequence[Round], nonzeros: Sequence[int], c: Cluster) -> float:
    """Seconds of such rounds over partitions with so many nonzeros, dealt to the workers in turn."""
    total = 0.0
    for r in rounds:
        load = [0.0] * c.workers
        for k, n in enumerate(nonzeros):
            slow = c.slow if k % c.workers == 0 else 1.0
            load[k % c.workers] += slow * n * (costs.fixed[r.question] / sum(nonzeros) + costs.rate[r.question])
        total += c.latency + c.per_task * len(nonzeros) + c.workers * r.size / c.bandwidth + max(load)
    return total


def simulated(rounds: Sequence[Round], c: Cluster) -> float:
    """The same with the seconds that the answers took."""
    total = 0.0
    for r in rounds:
        load = [0.0] * c.workers
        for k, seconds in enumerate(r.seconds):
            load[k % c.workers] += seconds * (c.slow if k % c.workers == 0 else 1.0)
        total += c.latency + c.per_task * len(r.seconds) + c.workers * r.size / c.bandwidth + max(load)
    return total


def against_simulation(rows: int) -> dict[str, tuple[Costs, list[Round]]]:
    clusters = {
        "1 worker": Cluster(1),
        "4 workers, 15 ms": Cluster(4, latency=0.015),
        "16 workers, 110 ms, 1 Gbit/s": Cluster(16, latency=0.11, bandwidth=125e6),
        "4 workers, unequal": Cluster(4, latency=0.015, unequal=True),
        "4 workers, one 10 times slower": Cluster(4, latency=0.015, slow=10),
    }
    X, y = made(rows)
    small = [made(3 * rows // 10), made(6 * rows // 10)]  # so many that samples have as many rows as in the whole
    known = {}
    print(f"{'problem':24} {'cluster':32} {'rounds':>6} {'predicted':>10} {'simulated':>10} {'ratio':>6}")
    for problem, options in PROBLEMS.items():
        runs = [(A.nnz, run(shards_of(A, b, 1), options)) for A, b in small]
        costs = fitted(runs)
        known[problem] = (costs, runs[1][1])
        for name, cluster in clusters.items():
            shards = shards_of(X, y, 16, cluster.unequal)
            rounds = run(shards, options)
            guess = predicted(costs, runs[1][1], [s.facts.nonzeros for s in shards], cluster)
            truth = simulated(rounds, cluster)
            print(
                f"{problem:24} {name:32} {len(rounds):6} {guess:9.2f}s {truth:9.2f}s {guess / truth:6.2f}", flush=True
            )
    return known


def against_dask(rows: int, known: dict[str, tuple[Costs, list[Round]]]) -> None:
    import dask
    import dask.array as da
    from distributed import Client, LocalCluster, wait

    import halfspace.dask

    def fit(X: sp.csr_matrix, y: np.ndarray, parts: int) -> tuple[float, int]:
        bounds = [X.shape[0] * k // parts for k in range(parts + 1)]
        meta = sp.csr_matrix((0, 0))
        blocks = [
            da.from_delayed(dask.delayed(X[a:b]), (b - a, X.shape[1]), meta=meta, dtype=float)
            for a, b in pairwise(bounds)
        ]
        data = da.concatenate(blocks).persist()
        labels = da.from_array(y, chunks=[b - a for a, b in pairwise(bounds)]).persist()
        wait([data, labels])
        model = halfspace.dask.LogisticRegression(tol=1e-6).fit(data, labels)
        report = model.report_["cluster"]
        return report["seconds"], report["rounds"]

    costs, rounds = known["logistic to 1e-6"]
    X, y = made(rows)
    tiny = made(400)
    for workers in (1, 2):
        with LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as c, Client(c):
            fit(*tiny, 4)
            few, many = fit(*tiny, 4), fit(*tiny, 32)
            per_task = max(0.0, (many[0] / many[1] - few[0] / few[1]) / 28)
            latency = few[0] / few[1] - 4 * per_task
            cluster = Cluster(workers, latency, per_task)
            guess = predicted(costs, rounds, [X.nnz // 8] * 8, cluster)
            truth, count = fit(X, y, 8)
        print(
            f"Dask, {workers} workers, {X.nnz:.2g} nonzeros, 8 partitions: {1e3 * latency:.0f} ms a round and "
            f"{1e3 * per_task:.1f} ms a partition; {count} rounds, predicted {guess:.2f} s, measured {truth:.2f} s, "
            f"ratio {guess / truth:.2f}",
            flush=True,
        )


def for_larger(known: dict[str, tuple[Costs, list[Round]]]) -> None:
    print("\nhours for logistic regression of 100 columns to 1e-6; a core and a partition a worker,")
    print("rows there, 15 ms a round, 1 ms a partition, 10 Gbit/s")
    costs, rounds = known["logistic to 1e-6"]
    print(f"{'nonzeros':>10}" + "".join(f"{w:>12} w" for w in (1, 10, 100, 1000)))
    for exponent in range(9, 14):
        cells = []
        for workers in (1, 10, 100, 1000):
            cluster = Cluster(workers, 0.015, 0.001, 1.25e9)
            seconds = predicted(costs, rounds, [10**exponent // workers] * workers, cluster)
            cells.append(f"{seconds / 3600:14.3g}")
        print(f"{10.0**exponent:10.0e}" + "".join(cells))


def main() -> None:
    parser = argparse.ArgumentParser(description="The costs of a run over a cluster: predicted, simulated, measured.")
    parser.add_argument("--rows", type=int, default=3_000_000, help="of the larger made set, 25 nonzeros each")
    parser.add_argument("--no-dask", action="store_true", help="no cluster of this machine")
    args = parser.parse_args()
    known = against_simulation(args.rows)
    for problem, (costs, rounds) in known.items():
        rates = ", ".join(f"{name} {1e9 * rate:.2f}" for name, rate in costs.rate.items())
        print(f"{problem}: {len(rounds)} rounds; nanoseconds a nonzero: {rates}")
    if not args.no_dask:
        against_dask(args.rows, known)
    for_larger(known)


if __name__ == "__main__":
    main()
