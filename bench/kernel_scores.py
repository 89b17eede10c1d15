#!/usr/bin/env python3
"""What a kernel value costs when a model scores. usage: kernel_scores.py HALFSPACE [OTHER]

Labels at random make almost all of 2,600 rows support vectors of an RBF machine. `predict --threads 1` of 20,000 rows and of 1,000
takes the seconds of user time that each program needs; the difference, divided by rows and support vectors, is a value with its
share of reading the row. Dense CSV of 2, 10, 20 and 100 columns, LIBSVM rows with a fifth of 20 and 100. The least of 5 runs."""
import json
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

ROWS, FEW, TRAINED = 20_000, 1_000, 2_600


def text(rng, rows, cols, sparse, labels):
    lines = [] if sparse else [",".join([f"x{j}" for j in range(cols)] + (["y"] if labels else []))]
    for _ in range(rows):
        label = str(rng.choice((-1, 1)))
        if sparse:
            lines.append(" ".join([label] + [f"{j + 1}:{rng.gauss(0, 1):.4f}" for j in range(cols) if rng.random() < 0.2]))
        else:
            lines.append(",".join([f"{rng.gauss(0, 1):.4f}" for _ in range(cols)] + ([label] if labels else [])))
    return "\n".join(lines) + "\n"


def seconds(program, model, rows):
    best = None
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([program, "predict", model, rows, "--threads", "1", "-o", "/dev/null"], check=True)
        taken = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        best = taken if best is None else min(best, taken)
    return best


def main(programs):
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        for cols, sparse in [(2, False), (10, False), (20, False), (100, False), (20, True), (100, True)]:
            ending = "libsvm" if sparse else "csv"
            paths = [Path(folder) / f"{n}.{ending}" for n in (TRAINED, FEW, ROWS)]
            for path, n in zip(paths, (TRAINED, FEW, ROWS)):
                path.write_text(text(rng, n, cols, sparse, n == TRAINED))
            model = Path(folder) / "model.hs"
            subprocess.run([programs[0], "train", paths[0], "--algorithm", "svm", "--kernel", "rbf", "--gamma", str(0.5 / cols), "-o", model],
                           check=True, capture_output=True)
            inspected = subprocess.run([programs[0], "inspect", model, "--json"], check=True, capture_output=True)
            vectors = json.loads(inspected.stdout)["support_vectors"]
            values = (ROWS - FEW) * vectors
            costs = [(seconds(p, model, paths[2]) - seconds(p, model, paths[1])) / values * 1e9 for p in programs]
            print(f"{'sparse' if sparse else 'dense':6} {cols:3} columns, {vectors} support vectors: "
                  + "  ".join(f"{c:6.2f} ns" for c in costs) + " a value", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
