#!/usr/bin/env python3
"""Every metric of `halfspace evaluate` that scikit-learn has too, on random sets of labels with weights: equal to 1e-12.

Usage: metrics.py HALFSPACE [SETS]   (default 200 sets). Exit code 1 names the metrics that differ."""
import csv
import io
import pathlib
import random
import sys
import tempfile

import numpy as np
from sklearn import metrics as sk

from called import end, ran

NEAR = 1e-12
MEANS = ("macro", "micro", "weighted")


def table(rng, rows, classes):
    """Two columns of few values (many equal scores), weights with zeros, labels that may leave classes out or be one class only."""
    present = rng.sample(classes, rng.choice([len(classes), len(classes), rng.randrange(2, len(classes) + 1)]))
    if rng.random() < 0.05:
        present = present[:1]
    bias = [rng.random() + 0.05 for _ in present]
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(["u", "v", "w", "y"])
    weighted = rng.random() < 0.75
    for i in range(rows):
        y = rng.choices(present, bias)[0] if i >= len(present) else present[i]
        k = classes.index(y) if rng.random() < 0.6 else rng.randrange(len(classes))
        w = rng.choice(["0.5", "1", "2.25", "0.1", "7"]) if i < len(present) or rng.random() < 0.9 else "0"
        lines.writerow([k + rng.choice([-1, 0, 0, 0.5, 1]), rng.choice([0, 0.25, -3]), w if weighted else 1, y])
    return out.getvalue()


def wanted(truth, predicted, probability, weight, classes):
    """{name: scikit-learn's number} by the names of evaluate's JSON."""
    of = {"sample_weight": weight}
    out = {"accuracy": sk.accuracy_score(truth, predicted, **of), "mcc": sk.matthews_corrcoef(truth, predicted, **of),
           "balanced_accuracy": sk.balanced_accuracy_score(truth, predicted, **of),
           "log_loss": sk.log_loss(truth, probability, labels=classes, **of)}
    for mean in MEANS:
        p, r, f, _ = sk.precision_recall_fscore_support(truth, predicted, average=mean, zero_division=0, **of)
        out |= {f"{mean}.precision": p, f"{mean}.recall": r, f"{mean}.f1": f}
    p, r, f, s = sk.precision_recall_fscore_support(truth, predicted, labels=classes, zero_division=0, **of)
    for k in range(len(classes)):
        out |= {f"{k}.precision": p[k], f"{k}.recall": r[k], f"{k}.f1": f[k], f"{k}.support": s[k]}
    mass = {c: weight[truth == c].sum() for c in classes}
    if len(classes) == 2:
        of["sample_weight"] = weight
        out["brier"] = sk.brier_score_loss(truth, probability[:, 1], pos_label=classes[1], labels=classes, **of)
        if all(mass.values()):
            out["roc_auc"] = sk.roc_auc_score(truth == classes[1], probability[:, 1], **of)
            out["pr_auc"] = sk.average_precision_score(truth == classes[1], probability[:, 1], **of)
    else:
        out["brier"] = sk.brier_score_loss(truth, probability, labels=classes, scale_by_half=False, **of)
        if all(mass.values()):
            out["roc_auc"] = np.mean([sk.roc_auc_score(truth == c, probability[:, k], **of) for k, c in enumerate(classes)])
    return out


def found(done):
    """{name: number} of evaluate's JSON, null left out."""
    out = {k: v for k, v in done["metrics"].items() if not isinstance(v, (dict, list))}
    for mean in MEANS:
        out |= {f"{mean}.{k}": v for k, v in done["metrics"][mean].items()}
    for k, row in enumerate(done["per_class"]):
        out |= {f"{k}.{name}": row[name] for name in ("precision", "recall", "f1", "support")}
    return {k: v for k, v in out.items() if v is not None}


def main():
    halfspace, sets = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    differ, compared, largest = [], 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        rows, model = pathlib.Path(folder) / "t.csv", pathlib.Path(folder) / "m.hs"
        for seed in range(sets):
            rng = random.Random(seed)
            classes = [f"c{k}" for k in range(2 + seed % 4)]
            while True:
                rows.write_text(table(rng, 60, classes), encoding="ascii")
                if all(f",{c}\n" in rows.read_text(encoding="ascii").replace("\r", "") for c in classes):
                    break
            several = ["--multiclass", "multinomial"] if len(classes) > 2 else []
            ran(halfspace, "train", rows, "--label", "y", "--weight", "w", "--algorithm", "logistic", *several, "-o", model, "--json")
            rows.write_text(table(rng, rng.choice([12, 40, 300]), classes), encoding="ascii")
            done = ran(halfspace, "evaluate", model, rows, "--json")
            guess = ran(halfspace, "predict", model, rows, "--json")
            lines = list(csv.DictReader(io.StringIO(rows.read_text(encoding="ascii"))))
            truth, weight = np.array([r["y"] for r in lines]), np.array([float(r["w"]) for r in lines])
            theirs = wanted(truth, np.array(guess["labels"]), np.array(guess["probabilities"]), weight, classes)
            ours = found(done)
            for name, value in theirs.items():
                compared += 1
                apart = abs(ours.get(name, float("inf")) - value)
                largest = max(largest, apart)
                if not apart <= NEAR * max(1.0, abs(value)):
                    differ.append(f"set {seed}: {name}: {ours.get(name)}, scikit-learn {value}")
    print(f"metrics: {compared} numbers of {sets} sets beside scikit-learn, the largest difference {largest:.1e}")
    end("metrics", differ)


if __name__ == "__main__":
    main()
