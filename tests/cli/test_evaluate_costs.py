"""evaluate: one model against another, costs of mistakes and the threshold of least cost."""
import csv
import io
import math
import random

import pytest

from program import answer, refused, run, write
from test_evaluate_more import made, percentiles, resamples, trained


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
                     ("c0>c1", "has no cost"), ("c0>c1=-1", "below 0"), ("c0>c1=1e308", "beyond 1e100"), ("c0>c1=1,c0>c1=2", "names a pair of classes again"), ("c0>c1=x", "--costs"), ("", "--costs")]:
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
