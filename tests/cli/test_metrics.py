"""evaluate: metrics of labels and probabilities, by weight, against their definitions in plain Python."""
import csv
import io
import math
import random

import pytest

from program import answer, refused, run, write


def made(seed, classes, weighted):
    """Overlapping classes around points of a circle; the last class has few rows."""
    draw = random.Random(seed)
    lines = ["u,v,w,label" if weighted else "u,v,label"]
    for i in range(80):
        k = i if i < classes else draw.choices(range(classes), [5] * (classes - 1) + [1])[0]
        row = [f"{math.cos(6.3 * k / classes) + draw.gauss(0, 0.9):.3f}", f"{math.sin(6.3 * k / classes) + draw.gauss(0, 0.9):.3f}"]
        lines.append(",".join(row + ([str(draw.randint(1, 9) / 4)] if weighted else []) + [f"c{k}"]))
    return "\n".join(lines) + "\n"


def ratio(part, whole):
    return part / whole if whole else 0.0


def by_definition(truth, predicted, weight, classes):
    """Of pairs of labels, one class against the rest at a time."""
    def mass(keep):
        return math.fsum(c for t, p, c in zip(truth, predicted, weight) if keep(t, p))

    rows = []
    for k in classes:
        tp, fp = mass(lambda t, p: t == p == k), mass(lambda t, p: p == k != t)
        fn, tn = mass(lambda t, p: t == k != p), mass(lambda t, p: k not in (t, p))
        precision, recall = ratio(tp, tp + fp), ratio(tp, tp + fn)
        rows.append({"label": k, "precision": precision, "recall": recall, "specificity": ratio(tn, tn + fp),
                     "f1": ratio(2 * precision * recall, precision + recall), "support": tp + fn})
    return rows


def correlation(truth, predicted, weight, classes):
    """R_K of Gorodkin 2004 as a correlation of indicator vectors: for two classes the correlation of two indicators."""
    total = math.fsum(weight)

    def covariance(a, b):
        sums = []
        for k in classes:
            mean_a = math.fsum(c for x, c in zip(a, weight) if x == k) / total
            mean_b = math.fsum(c for x, c in zip(b, weight) if x == k) / total
            sums.append(math.fsum(c * ((x == k) - mean_a) * ((y == k) - mean_b) for x, y, c in zip(a, b, weight)))
        return math.fsum(sums)

    return ratio(covariance(truth, predicted), math.sqrt(covariance(truth, truth) * covariance(predicted, predicted)))


def auc(score, positive, weight):
    pairs = [(s, c) for s, p, c in zip(score, positive, weight) if p], [(s, c) for s, p, c in zip(score, positive, weight) if not p]
    wins = math.fsum(c * d * (1 if s > t else 0.5 if s == t else 0) for s, c in pairs[0] for t, d in pairs[1])
    return wins / math.fsum(c * d for _, c in pairs[0] for _, d in pairs[1])


def calibration_error(confidence, right, weight):
    bins = {}
    for p, r, c in zip(confidence, right, weight):
        bins.setdefault(min(9, math.floor(p * 10)), []).append((c * (r - p), c))
    return math.fsum(abs(math.fsum(d for d, _ in rows)) for rows in bins.values()) / math.fsum(weight)


@pytest.mark.parametrize("seed", range(12))
def test_metrics_are_their_definitions(tmp_path, seed):
    classes, weighted = 2 + seed % 4, seed % 2 == 1
    data = write(tmp_path / "rows.csv", made(seed, classes, weighted))
    model = tmp_path / "m.hs"
    how = ["--weight", "w"] if weighted else []
    algorithm = ["--algorithm", "svm"] if seed == 10 else ["--algorithm", "logistic"] + (["--multiclass", "multinomial"] if classes > 2 else [])
    answer("train", data, "--label", "label", *how, *algorithm, "-o", model)
    fresh = write(tmp_path / "fresh.csv", made(1000 + seed, classes, weighted))
    done = answer("evaluate", model, fresh)
    guess = answer("predict", model, fresh)
    rows = list(csv.DictReader(io.StringIO(fresh.read_text())))
    truth, weight = [r["label"] for r in rows], [float(r.get("w", 1)) for r in rows]
    predicted, names = guess["labels"], guess["classes"]

    wanted = by_definition(truth, predicted, weight, names)
    assert [c["label"] for c in done["per_class"]] == names
    for got, want in zip(done["per_class"], wanted):
        assert got == {k: v if k == "label" else pytest.approx(v, abs=1e-12) for k, v in want.items()}

    metrics, total = done["metrics"], math.fsum(weight)
    right = math.fsum(c for t, p, c in zip(truth, predicted, weight) if t == p) / total
    assert metrics["accuracy"] == pytest.approx(done["accuracy"], abs=1e-12) == pytest.approx(right, abs=1e-12)
    assert metrics["balanced_accuracy"] == pytest.approx(math.fsum(r["recall"] for r in wanted) / classes, abs=1e-12)
    assert metrics["mcc"] == pytest.approx(correlation(truth, predicted, weight, names), abs=1e-12)
    for name in ("precision", "recall", "f1"):
        assert metrics["macro"][name] == pytest.approx(math.fsum(r[name] for r in wanted) / classes, abs=1e-12)
        assert metrics["weighted"][name] == pytest.approx(math.fsum(r[name] * r["support"] for r in wanted) / total, abs=1e-12)
        assert metrics["micro"][name] == pytest.approx(right, abs=1e-12)

    p = guess["probabilities"]
    if p is None:
        assert metrics["log_loss"] is metrics["brier"] is metrics["ece"] is None
        return
    at = [names.index(t) for t in truth]
    assert metrics["log_loss"] == pytest.approx(math.fsum(-c * math.log(row[k]) for row, k, c in zip(p, at, weight)) / total, abs=1e-12)
    if classes == 2:
        assert metrics["ece"] == pytest.approx(calibration_error([row[1] for row in p], at, weight), abs=1e-12)
        assert metrics["roc_auc"] == pytest.approx(auc([row[1] for row in p], at, weight), abs=1e-12)
    else:
        hit = [row.index(max(row)) == k for row, k in zip(p, at)]
        assert metrics["ece"] == pytest.approx(calibration_error([max(row) for row in p], hit, weight), abs=1e-12)
        each = [auc([row[k] for row in p], [t == k for t in at], weight) for k in range(classes)]
        assert metrics["roc_auc"] == pytest.approx(math.fsum(each) / classes, abs=1e-12)


def test_a_class_that_is_never_predicted_has_zeros(tmp_path):
    """As scikit-learn has it (zero_division 0): precision 0 and F1 0, and no part of the mean recall without rows."""
    data = write(tmp_path / "rows.csv", "x,label\n-2,a\n-1,a\n1,b\n2,b\n")
    answer("train", data, "--label", "label", "--algorithm", "logistic", "-o", tmp_path / "m.hs")
    done = answer("evaluate", tmp_path / "m.hs", write(tmp_path / "one.csv", "x,label\n-2,a\n-1,a\n-3,a\n"))
    assert done["metrics"]["balanced_accuracy"] == done["metrics"]["macro"]["f1"] == 1
    assert done["metrics"]["mcc"] == 0
    assert done["metrics"]["roc_auc"] is None
    assert done["per_class"][1] == {"label": "b", "precision": 0, "recall": 0, "specificity": 1, "f1": 0, "support": 0}
    assert done["training_text"] is False
    text = run("evaluate", tmp_path / "m.hs", data).stdout
    assert "the data the model was trained on" in text
    assert answer("evaluate", tmp_path / "m.hs", data)["training_text"] is True
    assert "balance    balanced accuracy 100 %, MCC 1, mean F1 1" in text


def test_weights_of_any_size_have_finite_metrics(tmp_path):
    """Times 2^600 nothing changes; a sum beyond all doubles is refused."""
    model = tmp_path / "m.hs"
    answer("train", write(tmp_path / "rows.csv", made(1, 2, True)), "--label", "label", "--weight", "w", "--algorithm", "logistic", "-o", model)
    rows = list(csv.reader(io.StringIO(made(1001, 2, True))))

    def evaluated(factor):
        text = "\n".join(",".join(row if row[2] == "w" else [row[0], row[1], repr(float(row[2]) * factor), row[3]]) for row in rows)
        return answer("evaluate", model, write(tmp_path / "scaled.csv", text + "\n"))

    plain, huge = evaluated(1), evaluated(2.0**600)
    for part in ("metrics", "roc_auc", "pr_auc", "log_loss", "brier", "calibration"):
        assert huge[part] == plain[part], part
    text = "u,v,w,label\n1,1,1e308,c0\n1,1,1e308,c1\n"
    assert "the weights of its rows add up to more than a double holds" in refused(3, "evaluate", model, write(tmp_path / "beyond.csv", text))
