"""evaluate: lift, average precision, resampling, a second model and costs, against their definitions in plain Python."""
import csv
import io
import itertools
import math
import random

import pytest

from program import answer, refused, run, write


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
    rows = sum(r for _, _, r in groups)
    left, found, taken = math.ceil(round(fraction * rows, 9)), 0.0, 0.0
    for p, w, r in groups:
        part = min(left, r) / r
        found, taken, left = found + part * p, taken + part * w, left - min(left, r)
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


def two_models(tmp_path, seed, rows, weighted=False):
    """A model of u and v, and one of u alone whose DATA has another set of columns."""
    train, fresh = write(tmp_path / "train.csv", made(seed, 40, weighted)), write(tmp_path / "fresh.csv", made(500 + seed, rows, weighted))
    how = ["--weight", "w"] if weighted else []
    answer("train", train, "--label", "label", "--algorithm", "logistic", *how, "-o", tmp_path / "a.hs")
    answer("train", train, "--label", "label", "--columns", "v", "--algorithm", "svm", *how, "-o", tmp_path / "b.hs")
    table = list(csv.DictReader(io.StringIO(fresh.read_text())))
    first, second = (answer("predict", tmp_path / name, fresh)["labels"] for name in ("a.hs", "b.hs"))
    truth, weight = [r["label"] for r in table], [float(r.get("w", 1)) for r in table]
    return tmp_path / "a.hs", tmp_path / "b.hs", fresh, truth, weight, first, second


@pytest.mark.parametrize("seed, rows", [(0, 20), (1, 30), (2, 40), (3, 400), (4, 600), (5, 60)])
def test_mcnemar(tmp_path, seed, rows):
    a, b, fresh, truth, weight, first, second = two_models(tmp_path, seed, rows, seed % 2 == 1)
    only_first = sum(f == t != s for t, f, s in zip(truth, first, second))
    only_second = sum(s == t != f for t, f, s in zip(truth, first, second))
    n, least = only_first + only_second, min(only_first, only_second)
    if n < 25:
        p, test = min(1, 2 * sum(math.comb(n, k) for k in range(least + 1)) / 2**n), "exact"
    else:
        p, test = math.erfc(math.sqrt(max(0, n - 2 * least - 1) ** 2 / n / 2)), "chi-square"
    assert (test == "chi-square") == (rows == 600)
    sign = [(f == t) - (s == t) for t, f, s in zip(truth, first, second)]
    total = math.fsum(weight)

    done = answer("evaluate", a, fresh, "--against", b, "--bootstrap", 80, "--seed", seed)["against"]
    assert (done["only_first_right"], done["only_second_right"], done["test"]) == (only_first, only_second, test)
    assert done["p_value"] == pytest.approx(p, rel=1e-12)
    assert done["accuracy"] == pytest.approx(answer("evaluate", b, fresh)["accuracy"], abs=1e-12)
    assert done["difference"] == pytest.approx(math.fsum(c * d for c, d in zip(weight, sign)) / total, abs=1e-12)
    values = [math.fsum(weight[i] * sign[i] for i in rows) / math.fsum(weight[i] for i in rows) for rows in resamples(len(truth), 80, seed)]
    assert done["difference_interval"] == percentiles(values)

    turned = answer("evaluate", b, fresh, "--against", a)["against"]
    assert (turned["only_first_right"], turned["only_second_right"], turned["p_value"]) == (only_second, only_first, done["p_value"])
    assert turned["difference"] == pytest.approx(-done["difference"], abs=1e-12) and turned["difference_interval"] is None
    text = " ".join(run("evaluate", a, fresh, "--against", b).stdout.split())
    assert f"McNemar's test, {test})" in text and "right here alone" in text


def test_a_model_against_itself_is_equal(tmp_path):
    a, _, fresh, *_ = two_models(tmp_path, 8, 50)
    done = answer("evaluate", a, fresh, "--against", a, "--bootstrap", 40)
    assert done["against"] == {"accuracy": pytest.approx(done["accuracy"], abs=1e-15), "only_first_right": 0, "only_second_right": 0, "p_value": 1, "test": "exact",
                               "difference": 0, "difference_interval": [0, 0]}
    assert answer("evaluate", a, fresh)["against"] is None


def test_against_needs_the_same_rows(tmp_path):
    rows = "u,v,one,two\n1,,a,a\n-1,2,b,b\n2,1,a,b\n-2,1,b,b\n3,4,a,a\n"
    data = write(tmp_path / "d.csv", rows)
    answer("train", data, "--label", "one", "--columns", "u", "--algorithm", "logistic", "-o", tmp_path / "a.hs")
    answer("train", data, "--label", "one", "--columns", "u,v", "--missing", "drop", "--algorithm", "logistic", "-o", tmp_path / "b.hs")
    answer("train", data, "--label", "two", "--columns", "u", "--algorithm", "logistic", "-o", tmp_path / "c.hs")
    error = refused(3, "evaluate", tmp_path / "a.hs", data, "--missing", "drop", "--against", tmp_path / "b.hs")
    assert "--against: reads 4 rows of DATA where MODEL reads 5 rows" in error
    error = refused(3, "evaluate", tmp_path / "a.hs", data, "--against", tmp_path / "c.hs")
    assert "--against: reads label 'b' in line 4, where MODEL reads 'a'" in error
    error = refused(2, "evaluate", tmp_path / "a.hs", "-", "--against", tmp_path / "a.hs", input=rows)
    assert "--against: reads DATA twice" in error
    refused(5, "evaluate", tmp_path / "a.hs", data, "--against", tmp_path / "none.hs")


def cost_of(truth, predicted, weight, costs):
    return math.fsum(c * costs.get((t, p), t != p) for t, p, c in zip(truth, predicted, weight))


def cheapest(values, truth, weight, names, costs, today, inside):
    """By trying every set of labels that a threshold gives: the least cost and the threshold nearest to today's."""
    steps = sorted(set(values))
    found = []
    for low, high in zip([-math.inf, *steps], [*steps, math.inf]):
        written = high if high < math.inf else math.nextafter(low, math.inf)
        candidates = [t for t in (today, written, math.nextafter(inside[1], 0)) if low < t <= high and inside[0] < t < inside[1]]
        if candidates:
            predicted = [names[v >= candidates[0]] for v in values]
            found.append((cost_of(truth, predicted, weight, costs), candidates[0]))
    least = min(cost for cost, _ in found)
    return least, min((t for cost, t in found if cost <= least * (1 + 1e-12)), key=lambda t: (abs(t - today), -t))


@pytest.mark.parametrize("seed", range(8))
def test_costs_and_the_threshold_of_least_cost(tmp_path, seed):
    algorithm = "svm" if seed == 6 else "logistic"
    model, fresh, truth, weight, guess = trained(tmp_path, seed, seed % 2 == 1, algorithm=algorithm)
    names, draw = guess["classes"], random.Random(seed)
    fn, fp = draw.choice([(5, 1), (1, 7), (0, 1), (2.5, 0.75), (1, 1), (100, 1)])
    costs = {(names[1], names[0]): fn, (names[0], names[1]): fp}
    done = answer("evaluate", model, fresh, "--costs", f"FN={fn},FP={fp}")["cost"]
    total = cost_of(truth, guess["labels"], weight, costs)
    assert done["total"] == pytest.approx(total, abs=1e-9)
    assert done["mean"] == pytest.approx(total / math.fsum(weight), abs=1e-12)
    least, threshold = cheapest(guess["scores"], truth, weight, names, costs, 0.0, (-math.inf, math.inf))
    assert done["best_cost"] == pytest.approx(least, abs=1e-9) and done["best_threshold"] == threshold
    assert done["best_cost"] <= done["total"] + 1e-9
    again = answer("evaluate", model, fresh, "--costs", f"{names[0]}>{names[1]}={fp},{names[1]}>{names[0]}={fn}")["cost"]
    assert again == done
    if algorithm == "svm":
        assert done["best_probability"] is done["best_probability_cost"] is None
        return
    positive = [p[1] for p in guess["probabilities"]]
    least, threshold = cheapest(positive, truth, weight, names, costs, 0.5, (0, 1))
    assert done["best_probability_cost"] == pytest.approx(least, abs=1e-9) and done["best_probability"] == threshold
    there = answer("evaluate", model, fresh, "--costs", f"FN={fn},FP={fp}", "--threshold", repr(threshold))["cost"]
    assert there["total"] == there["best_cost"] == there["best_probability_cost"] == pytest.approx(least, abs=1e-9)
    assert there["best_probability"] == threshold


def test_costs_of_more_classes_and_what_is_not_named(tmp_path):
    model, fresh, truth, weight, guess = trained(tmp_path, 3, classes=4)
    done = answer("evaluate", model, fresh, "--costs", 'c0>c1=5,"c2>c3=0",c1>c0=0.5')["cost"]
    total = cost_of(truth, guess["labels"], weight, {("c0", "c1"): 5, ("c2", "c3"): 0, ("c1", "c0"): 0.5})
    assert done["total"] == pytest.approx(total, abs=1e-9)
    assert done["best_threshold"] is done["best_cost"] is done["best_probability"] is done["best_probability_cost"] is None
    assert answer("evaluate", model, fresh)["cost"] is None
    for bad, why in [("FN=2", "'FN' is for two classes, the model has 4"), ("c0>x=1", "'c0>x' does not name a true and a predicted class"),
                     ("c0>c1", "has no cost"), ("c0>c1=-1", "below 0"), ("c0>c1=1,c0>c1=2", "names a pair of classes again"), ("c0>c1=x", "--costs"), ("", "--costs")]:
        assert why in refused(2, "evaluate", model, fresh, "--costs", bad), bad


def test_one_cost_by_hand(tmp_path):
    """A row of +1 below a row of -1: with dear false negatives both are +1, with dear false positives neither."""
    model = tmp_path / "m.hs"
    answer("train", write(tmp_path / "t.csv", "x,label\n-1,a\n-2,a\n1,b\n2,b\n"), "--label", "label", "--algorithm", "logistic", "-o", model)
    data = write(tmp_path / "d.csv", "x,label\n-3,a\n-2,b\n-1,a\n3,b\n")
    dear_misses = answer("evaluate", model, data, "--costs", "FN=5,FP=1")["cost"]
    assert (dear_misses["total"], dear_misses["mean"], dear_misses["best_cost"]) == (5, 1.25, 1)
    scores = answer("predict", model, data)["scores"]
    assert dear_misses["best_threshold"] == scores[1]
    dear_alarms = answer("evaluate", model, data, "--costs", "FN=1,FP=5")["cost"]
    assert (dear_alarms["total"], dear_alarms["best_cost"], dear_alarms["best_threshold"]) == (1, 1, 0)
    assert "least on these rows: 1 with +1 from score" in " ".join(run("evaluate", model, data, "--costs", "FN=5").stdout.split())


def test_metrics_by_weight_follow_the_threshold(tmp_path):
    model, fresh, truth, weight, _ = trained(tmp_path, 5, True)
    predicted = answer("predict", model, fresh, "--threshold", 0.2)["labels"]
    done = answer("evaluate", model, fresh, "--threshold", 0.2)
    right = math.fsum(c for t, p, c in zip(truth, predicted, weight) if t == p) / math.fsum(weight)
    assert done["accuracy"] == pytest.approx(right, abs=1e-12) == pytest.approx(done["metrics"]["accuracy"], abs=1e-12)
