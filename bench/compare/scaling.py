"""How time and memory grow: python -m compare.scaling HALFSPACE [--most BYTES] [--write FILE.md]

Made data (bench/make_sparse.cpp) that grows in one way at a time: rows, columns, nonzeros a row, and threads at a fixed size. Every point is one
run, processor time and peak memory of whole processes; the exponents are least squares of log time over log size. FILE.md comes with FILE.svg.
"""
import argparse
import pathlib
import shutil
import subprocess
import tempfile

import matplotlib
import numpy as np

from .measure import Measure

matplotlib.use("Agg")
VERBS = {"load": ["inspect"], "hinge": ["train", "--algorithm", "svm"], "logistic": ["train", "--algorithm", "logistic"]}
BYTES_A_NONZERO = 13


def sizes(most):
    """(what grows, its values, (rows, columns, a row) of each)"""
    rows = [n for n in (1_000, 10_000, 100_000, 1_000_000, 2_000_000) if n * 75 * BYTES_A_NONZERO <= most]
    return [("rows", rows, [(n, 1_000_000, 75) for n in rows]),
            ("columns", [1_000, 10_000, 100_000, 1_000_000, 10_000_000], [(20_000, d, 75) for d in (1_000, 10_000, 100_000, 1_000_000, 10_000_000)]),
            ("nonzeros a row", [10, 30, 100, 300, 1_000], [(20_000, 1_000_000, k) for k in (10, 30, 100, 300, 1_000)])]


class Scaling:
    def __init__(self, program, work):
        self.program, self.work = program, work
        self.measure, self.maker = Measure(program.parent / "bench" / "halfspace_measure"), program.parent / "bench" / "halfspace_make_sparse"

    def made(self, shape):
        path = self.work / "made"
        with path.open("wb") as out:
            subprocess.run([self.maker, *map(str, shape), "0.03"], stdout=out, check=True)
        return path

    def point(self, verb, path, threads=1):
        words = [self.program, VERBS[verb][0], path, *VERBS[verb][1:], "--threads", threads, *([] if verb == "load" else ["--tol", "1e-3", "-o", self.work / "model"])]
        return self.measure(words, 3600)


def exponent(values, seconds):
    """Of the larger half: small runs are start-up."""
    half = len(values) // 2
    return np.polyfit(np.log(values[half:]), np.log(seconds[half:]), 1)[0]


def curves(scaling, most):
    out = []
    for what, values, shapes in sizes(most):
        runs = {verb: [] for verb in VERBS}
        for shape in shapes:
            path = scaling.made(shape)
            for verb in VERBS:
                runs[verb].append(scaling.point(verb, path))
            print(what, shape, {verb: f"{r[-1].cpu:.2f} s, {r[-1].peak >> 20} MiB" for verb, r in runs.items()}, flush=True)
        out.append((what, values, runs))
    path = scaling.made((200_000, 1_000_000, 75))
    threads = [1, 2, 4]
    out.append(("threads (time from start to exit)", threads, {verb: [scaling.point(verb, path, t) for t in threads] for verb in VERBS}))
    return out


def table(what, values, runs):
    timed = (lambda r: r.wall) if what.startswith("threads") else (lambda r: r.cpu)
    lines = [f"| {what} | " + " | ".join(f"{verb}, s | MiB" for verb in runs) + " |", "| --- |" + " ---: | ---: |" * len(runs)]
    for k, value in enumerate(values):
        lines.append(f"| {value:,} | " + " | ".join(f"{timed(r[k]):.3f} | {r[k].peak >> 20}" for r in runs.values()) + " |")
    if not what.startswith("threads"):
        lines.append("| exponent | " + " | ".join(f"{exponent(values, [r.cpu for r in rs]):.2f} | {exponent(values, [r.peak for r in rs]):.2f}" for rs in runs.values()) + " |")
    return lines


def picture(found, path):
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(2, 3, figsize=(12, 7), layout="constrained")
    for column, (what, values, runs) in enumerate(found[:3]):
        for verb, marker in zip(runs, "os^"):
            axes[0][column].loglog(values, [r.cpu for r in runs[verb]], marker=marker, label=verb)
            axes[1][column].loglog(values, [r.peak / 2**20 for r in runs[verb]], marker=marker, label=verb)
        axes[0][column].set_ylabel("processor time, s")
        axes[1][column].set_ylabel("peak memory, MiB")
        for row in axes:
            row[column].set_xlabel(what)
            row[column].grid(True, which="both", alpha=0.3)
        axes[0][column].legend()
    figure.savefig(path, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(prog="./dev bench scaling", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--most", type=float, default=2e9, help="bytes of the largest text (2e9)")
    parser.add_argument("--write", type=pathlib.Path)
    a = parser.parse_args()
    work = pathlib.Path(tempfile.mkdtemp(dir=a.program.resolve().parent))
    try:
        found = curves(Scaling(a.program.resolve(), work), a.most)
    finally:
        shutil.rmtree(work)
    lines = ["# Scaling", "", f"Written by `./dev bench scaling --most {a.most:g}`: made text (bench/make_sparse.cpp), one run a point, one thread, whole processes, "
             "default settings to a proven 1e-3. Exponents are fitted on the larger half of the points.", ""]
    for one in found:
        lines += [*table(*one), ""]
    print("\n".join(lines))
    if a.write:
        picture(found, a.write.with_suffix(".svg"))
        a.write.write_text("\n".join([*lines, f"![time and memory against size]({a.write.with_suffix('.svg').name})", ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
