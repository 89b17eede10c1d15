"""evaluate: lift, average precision, resampling, a second model and costs, against their definitions in plain Python."""
import csv
import io
import itertools
import math
import random
from pathlib import Path

import pytest

from program import IRIS, answer, refused, run, write


def made(seed, rows=60, weighted=False, classes=2, digits=1):
    """Overlapping classes; with few digits many scores are equal."""
    draw = random.Random(seed)
    lines = ["u,v" + (",w" if weighted else "") + ",label"]
    for i in range(rows):
        k = i % classes if i < 2 * classes else draw.choices(range(classes), [3] * (classes - 1) + [1])[0]
        cells = [f"{k + draw.gauss(0, 1.2):.{digits}f}", f"{(k == 1) + draw.gauss(0, 1):.{digits}f}"]
        lines.append(",".join(cells + ([str(draw.randint(1, 9) / 4)] if weighted else []) + [f"c{k}"]))
    return "\n".join(lines) + "\n"


def trained(tmp_path, seed, weighted=False, classes=2, algorithm="logistic"):
    """A model, fresh rows, and the label, weight, score and prediction of each."""
    how = ["--weight", "w"] if weighted else []
    model = tmp_path / f"{algorithm}.hs"
    answer("train", write(tmp_path / "train.csv", made(seed, weighted=weighted, classes=classes)), "--label", "label", "--algorithm", algorithm, *how, "-o", model)
    fresh = write(tmp_path / "fresh.csv", made(1000 + seed, weighted=weighted, classes=classes))
    guess = answer("predict", model, fresh)
    rows = list(csv.DictReader(io.StringIO(fresh.read_text())))
    return model, fresh, [r["label"] for r in rows], [float(r.get("w", 1)) for r in rows], guess


def groups_of(score, positive, weight):
    """(positive weight, weight, rows) of each score, from the highest down."""
    out = []
    for _, rows in itertools.groupby(sorted(zip(score, positive, weight), key=lambda r: -r[0]), key=lambda r: r[0]):
        rows = list(rows)
        out.append((math.fsum(c for _, p, c in rows if p), math.fsum(c for _, _, c in rows), len(rows)))
    return out


def average_precision(groups):
    positives, found, taken, sum_ = math.fsum(p for p, _, _ in groups), 0.0, 0.0, []
    for p, w, _ in groups:
        found, taken = found + p, taken + w
        sum_.append(p / positives * found / taken)
    return math.fsum(sum_)


def lift(groups, fraction):
    total = math.fsum(w for _, w, _ in groups)
    whole = all(w == int(w) for _, w, _ in groups)
    left, found, taken = math.ceil(round(fraction * total, 9)) if whole else fraction * total, 0.0, 0.0
    for p, w, _ in groups:
        part = min(left, w) / w
        found, taken, left = found + part * p, taken + part * w, left - min(left, w)
    return found / taken / (math.fsum(p for p, _, _ in groups) / math.fsum(w for _, w, _ in groups))


@pytest.mark.parametrize("seed", range(6))
def test_average_precision_and_lift_are_their_definitions(tmp_path, seed):
    model, fresh, truth, weight, guess = trained(tmp_path, seed, seed % 2 == 1, algorithm="svm" if seed == 4 else "logistic")
    groups = groups_of(guess["scores"], [t == guess["positive"] for t in truth], weight)
    assert seed == 0 or len(groups) < len(truth)  # equal scores
    done = answer("evaluate", model, fresh)
    assert done["metrics"]["pr_auc"] == done["pr_auc"] == pytest.approx(average_precision(groups), abs=1e-12)
    assert done["metrics"]["lift"] == {"fraction": 0.1, "value": pytest.approx(lift(groups, 0.1), abs=1e-12)}
    for fraction in (0.07, 0.25, 0.5, 0.55):
        found = answer("evaluate", model, fresh, "--lift", fraction)["metrics"]["lift"]
        assert found == {"fraction": fraction, "value": pytest.approx(lift(groups, fraction), abs=1e-12)}
    assert answer("evaluate", model, fresh, "--lift", 1)["metrics"]["lift"]["value"] == pytest.approx(1, abs=1e-12)


def test_rows_of_plus_one_alone_have_precision_and_no_rank(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", write(tmp_path / "t.csv", "x,label\n-1,a\n-2,a\n1,b\n2,b\n"), "--label", "label", "--algorithm", "logistic", "-o", model)
    data = write(tmp_path / "d.csv", "x,label\n3,b\n-1,b\n")
    done = answer("evaluate", model, data)
    assert (done["roc_auc"], done["pr_auc"]) == (None, 1)
    assert "ranking    PR AUC 1 (average precision)" in run("evaluate", model, data).stdout


def test_a_weight_of_two_is_the_row_twice(tmp_path):
    model = tmp_path / "m.hs"
    answer("train", write(tmp_path / "t.csv", "x,label\n-1,a\n-2,a\n1,b\n2,b\n"), "--label", "label", "--algorithm", "logistic", "-o", model)
    table = list(zip([9, 8, 7, 7, 7, 3, 2, 1, 0, -1], "babbabaaba", [1, 3, 2, 1, 4, 1, 2, 1, 1, 5]))
    weighed = write(tmp_path / "w.csv", "x,label,c\n" + "".join(f"{x},{y},{c}\n" for x, y, c in table))
    repeated = write(tmp_path / "r.csv", "x,label\n" + "".join(f"{x},{y}\n" * c for x, y, c in table))
    for fraction in (0.1, 0.2, 0.33, 0.5, 1):
        lifts = [answer("evaluate", model, rows, "--lift", fraction, *more)["metrics"]["lift"]["value"] for rows, *more in ((weighed, "--weight", "c"), (repeated,))]
        assert lifts[0] == pytest.approx(lifts[1], abs=1e-12)


def test_lift_by_hand(tmp_path):
    """Of ten rows four are +1; the two of highest score are +1, so the lift of 20 % is 1 / 0.4."""
    model = tmp_path / "m.hs"
    answer("train", write(tmp_path / "t.csv", "x,label\n-1,a\n-2,a\n1,b\n2,b\n"), "--label", "label", "--algorithm", "logistic", "-o", model)
    rows = "x,label\n" + "".join(f"{x},{y}\n" for x, y in zip([9, 8, 7, 7, 7, 3, 2, 1, 0, -1], "bbabaabaaa"))
    data = write(tmp_path / "d.csv", rows)
    assert answer("evaluate", model, data, "--lift", 0.2)["metrics"]["lift"]["value"] == pytest.approx(2.5, abs=1e-12)
    # the third row is one of three of equal score, of which one is +1: precision (2 + 1/3) / 3
    assert answer("evaluate", model, data, "--lift", 0.3)["metrics"]["lift"]["value"] == pytest.approx((2 + 1 / 3) / 3 / 0.4, abs=1e-12)
    assert "lift 2.5 at 20 %" in run("evaluate", model, data, "--lift", 0.2).stdout


def test_lift_refuses_what_it_is_not_for(tmp_path):
    model, fresh, *_ = trained(tmp_path, 3, classes=3)
    assert answer("evaluate", model, fresh)["metrics"]["lift"] is None
    assert "--lift: is for two classes; the model has 3" in refused(2, "evaluate", model, fresh, "--lift", 0.2)
    for bad in ("0", "1.5", "-1", "x"):
        assert "--lift" in refused(2, "evaluate", model, fresh, "--lift", bad)


def philox(counter, key):
    """Philox4x32-10 of Salmon and others 2011."""
    for _ in range(10):
        p, q = 0xD2511F53 * counter[0], 0xCD9E8D57 * counter[2]
        counter = [q >> 32 ^ counter[1] ^ key[0], q & 0xFFFFFFFF, p >> 32 ^ counter[3] ^ key[1], p & 0xFFFFFFFF]
        key = [(key[0] + 0x9E3779B9) & 0xFFFFFFFF, (key[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return counter


def resamples(n, samples, seed):
    """Rows drawn: stream 10, part r, bounded as Lemire 2019 has it."""
    for part in range(samples):
        words = (word for block in itertools.count() for word in philox([block, 0, 10, part], [seed, 0]))
        rows = []
        while len(rows) < n:
            m = next(words) * n
            if m & 0xFFFFFFFF >= 2**32 % n:
                rows.append(m >> 32)
        yield rows


def percentiles(values):
    values = sorted(values)
    k = max(1, (len(values) + 1) // 40)
    return [pytest.approx(values[k - 1], abs=1e-12), pytest.approx(values[-k], abs=1e-12)]


def measured(truth, predicted, weight, names, score, p):
    """The metrics of some rows; those of classes alone where each class has rows."""
    total = math.fsum(weight)
    out = {"accuracy": math.fsum(c for t, g, c in zip(truth, predicted, weight) if t == g) / total}
    if p:
        at = [names.index(t) for t in truth]
        out["log_loss"] = -math.fsum(c * math.log(row[k]) for row, k, c in zip(p, at, weight)) / total
        first = 1 if len(names) == 2 else 0
        out["brier"] = math.fsum(c * (row[j] - (j == k)) ** 2 for row, k, c in zip(p, at, weight) for j in range(first, len(names))) / total
    if set(truth) != set(names):
        return out

    def mass(keep):
        return math.fsum(c for t, g, c in zip(truth, predicted, weight) if keep(t, g))

    right = [mass(lambda t, g, k=k: t == g == k) for k in names]
    true, guessed = [mass(lambda t, _, k=k: t == k) for k in names], [mass(lambda _, g, k=k: g == k) for k in names]
    out["balanced_accuracy"] = math.fsum(r / t for r, t in zip(right, true)) / len(names)
    out["f1"] = math.fsum(2 * r / (t + g) for r, t, g in zip(right, true, guessed)) / len(names)
    spread = (total**2 - math.fsum(t * t for t in true)) * (total**2 - math.fsum(g * g for g in guessed))
    covariance = total * math.fsum(right) - math.fsum(t * g for t, g in zip(true, guessed))
    out["mcc"] = covariance / math.sqrt(spread) if spread > 1e-9 else 0.0
    if len(names) == 2:
        groups = groups_of(score, [t == names[1] for t in truth], weight)
        above, wins = 0.0, 0.0
        for positive, w, _ in groups:
            wins += (w - positive) * (above + positive / 2)
            above += positive
        out["roc_auc"], out["pr_auc"] = wins / (above * (total - above)), average_precision(groups)
    return out


@pytest.mark.parametrize("seed, classes, algorithm", [(0, 2, "logistic"), (1, 2, "logistic"), (2, 3, "logistic"), (3, 4, "logistic"), (4, 2, "svm")])
def test_intervals_are_percentiles_of_resamples(tmp_path, seed, classes, algorithm):
    model, fresh, truth, weight, guess = trained(tmp_path, seed, seed % 2 == 1, classes, algorithm)
    samples = 90 + 7 * seed
    values = []
    for rows in resamples(len(truth), samples, seed):
        def of(column, rows=rows):
            return [column[i] for i in rows]
        values.append(measured(of(truth), of(guess["labels"]), of(weight), guess["classes"], of(guess["scores"]), guess["probabilities"] and of(guess["probabilities"])))
    done = answer("evaluate", model, fresh, "--bootstrap", samples, "--seed", seed)["metrics"]["bootstrap"]
    assert (done["samples"], done["seed"], done["level"]) == (samples, seed, 0.95)
    assert done["lacking_a_class"] == sum("mcc" not in v for v in values)
    known = {name for v in values for name in v}
    assert {"accuracy", "balanced_accuracy", "mcc", "f1"} <= known
    assert len(done["intervals"]) == 8
    for name, interval in done["intervals"].items():
        assert interval == (percentiles([v[name] for v in values if name in v]) if name in known else None), name


def test_resamples_depend_on_the_seed_and_not_on_threads(tmp_path):
    model, fresh, *_ = trained(tmp_path, 7)

    def found(*more):
        return answer("evaluate", model, fresh, "--bootstrap", 200, *more)["metrics"]["bootstrap"]

    assert found("--threads", 1) == found("--threads", 4) == found("--seed", 0)
    assert found("--seed", 1)["intervals"] != found()["intervals"]
    plain = answer("evaluate", model, fresh)["metrics"]
    assert plain.pop("bootstrap") is None
    for name, (low, high) in found()["intervals"].items():
        assert low < (plain["macro"]["f1"] if name == "f1" else plain[name]) < high, name


def test_resamples_without_a_class_are_told(tmp_path):
    """One row of class b in four: (3/4)^4 of the resamples lack it."""
    model = tmp_path / "m.hs"
    answer("train", write(tmp_path / "t.csv", "x,label\n-1,a\n-2,a\n1,b\n2,b\n"), "--label", "label", "--algorithm", "logistic", "-o", model)
    data = write(tmp_path / "d.csv", "x,label\n-1,a\n-2,a\n-3,a\n2,b\n")
    done = answer("evaluate", model, data, "--bootstrap", 2000)["metrics"]["bootstrap"]
    share = (3 / 4) ** 4 + (1 / 4) ** 4
    assert abs(done["lacking_a_class"] - 2000 * share) < 5 * math.sqrt(2000 * share * (1 - share))
    assert done["intervals"]["accuracy"] == done["intervals"]["roc_auc"] == [1, 1]
    text = run("evaluate", model, data, "--bootstrap", 2000).stdout
    assert f"{done['lacking_a_class']} resamples lacked a class" in text.replace(",", "")
    assert "bootstrap, percentiles; seed 0" in text
    alone = answer("evaluate", model, write(tmp_path / "one.csv", "x,label\n-1,a\n2,a\n"), "--bootstrap", 50)["metrics"]["bootstrap"]
    assert alone["lacking_a_class"] == 0 and alone["intervals"]["roc_auc"] is None
    for bad in ("0", "100001", "x"):
        assert "--bootstrap" in refused(2, "evaluate", model, data, "--bootstrap", bad)


def test_labels_that_the_model_lacks_leave_by_classes_that_the_rows_have(tmp_path):
    model = tmp_path / "m.hs"
    run("train", IRIS, "--classes", "setosa,virginica", "--algorithm", "logistic", "-o", model)
    rows = [line.split(",") for line in Path(IRIS).read_text().splitlines()]
    label = rows[0].index("species")
    some = tmp_path / "some.csv"
    some.write_text("\n".join(",".join(r) for r in rows if r[label] in ("species", "setosa", "versicolor")) + "\n")
    message = refused(3, "evaluate", model, some)
    assert "leave its rows out with --classes setosa\n" in message
    assert answer("evaluate", model, some, "--classes", "setosa")["rows"] == 50
    none = tmp_path / "none.csv"
    none.write_text("\n".join(",".join(r) for r in rows if r[label] in ("species", "versicolor")) + "\n")
    assert "no row has one of these" in refused(3, "evaluate", model, none)


def test_metrics_of_weighted_rows_are_at_most_one(tmp_path):
    data, model = tmp_path / "t.csv", tmp_path / "m.hs"
    for seed in range(30):
        rng = random.Random(seed)
        data.write_text("x,w,label\n" + "".join(f"{k},{rng.randrange(1, 31) / 10},{'ab'[k % 2]}\n".replace(f"{k},", f"{k % 2 * 9 + rng.random()},", 1) for k in range(14)))
        run("train", data, "--weight", "w", "--algorithm", "logistic", "-o", model)
        told = answer("evaluate", model, data, "--weight", "w")
        told |= told["metrics"]
        for metric in ("roc_auc", "pr_auc", "mcc", "accuracy", "balanced_accuracy"):
            assert 0.999999 < told[metric] <= 1, (seed, metric)
