"""What several of these tests call."""
import csv
import random

from program import answer


SVM = ["--algorithm", "svm"]


LOGISTIC = ["--algorithm", "logistic"]


def made_rows(n, classes=2, seed=1, levels=False):
    """Overlapping classes in two columns, a third of texts, a weight and a group."""
    draw = random.Random(seed)
    lines = ["x,z,colour,w,who,label"]
    for i in range(n):
        k = i % classes
        x, y = draw.gauss(1.2 * k, 1), draw.gauss(-0.8 * k, 1)
        lines.append(f"{x:.3f},{y:.3f},{draw.choice(['red', 'blue', 'green'])},{draw.choice([1, 2, 0.5])},p{draw.randrange(n // 4)},{'abcdef'[k]}")
    return "\n".join(lines) + "\n"


def predictions(path, *flags):
    out = path.parent / "out.csv"
    got = answer("cv", path, *flags, "--predictions", out)
    with open(out, encoding="utf-8", newline="") as file:
        return got, list(csv.DictReader(file))


def without_time(got):
    return {k: v for k, v in got.items() if k not in ("seconds", "peak_bytes")}
