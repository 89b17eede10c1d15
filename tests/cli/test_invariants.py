"""The reported numbers of a perceptron run satisfy their identities: w = w0 + sum alpha y x, precomputed kernels."""
import csv
import json
import math
import random

import pytest

from program import IRIS, OVERLAP, PAIR, answer, refused, run, write

PRESETS = ["cyclic", "pla", "online", "zero-one", "delta", "subgradient", "pocket", "averaged", "voted", "margin", "passive-aggressive"]
ROWS = list(csv.DictReader(open(IRIS)))


def table(names, columns):
    """Rows of iris with these labels in file order: x, and y = +1 for the last."""
    kept = [r for r in ROWS if r["species"] in names]
    return [[float(r[c]) for c in columns] for r in kept], [1 if r["species"] == max(names) else -1 for r in kept]


def check_weights(got, x, y):
    """weights and bias are start + sum alpha y (x, 1), in the learner's units."""
    d = len(x[0])
    scaling = got["scaling"] or {"shift": None, "factor": [1] * d}
    shift, factor = scaling["shift"] or [0] * d, scaling["factor"]
    one = 0 if got["bias_mode"] == "none" else 1
    learner = lambda w, b: [v / f for v, f in zip(w, factor)] + [b + sum(v * s for v, s in zip(w, shift))]
    sums = learner(got["start"]["weights"], got["start"]["bias"]) if got["start"] else [0.0] * (d + 1)
    sizes = [abs(v) for v in sums]
    for entry in got["alpha"]:
        i, a = entry["row"], entry["multiplier"]
        assert a != 0
        row = [(v - s) * f for v, s, f in zip(x[i], shift, factor)] + [one]
        for j, v in enumerate(row):
            sums[j] += a * y[i] * v
            sizes[j] += abs(a * v)
    for want, shown, size in zip(sums, learner(got["weights"], got["bias"]), sizes):
        assert shown == pytest.approx(want, abs=1e-9 * (1 + size))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("more", [[], ["--bias", "none"], ["--bias", "free", "--start", "random"], ["--keep", "average"], ["--keep", "pocket"],
                                  ["--scale", "standard"], ["--scale", "minmax", "--start", "random"], ["--scale", "max-norm"],
                                  ["--start", "0.5,-0.25,1,2,-1"]])
def test_weights_are_the_start_plus_their_multipliers(preset, more):
    flags = ["--preset", preset, "--passes", 30, *more]
    if preset in ("online", "subgradient", "pocket"):
        flags += ["--rounds", 500]
    columns = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    check_weights(answer("train", IRIS, *OVERLAP, *flags), *table(OVERLAP[1].split(","), columns))


def test_a_start_of_zeros_is_the_start_zero():
    zero, given = (answer("train", IRIS, *PAIR, "--start", start, "--preset", "cyclic") for start in ("zero", "0,0.00,-0,0,0"))
    assert given["bound"]["updates_at_most"] == zero["bound"]["updates_at_most"] >= zero["updates"]
    assert [given[name] for name in ("weights", "bias", "updates", "start")] == [zero[name] for name in ("weights", "bias", "updates", "start")]


def test_a_random_start_is_reported_for_every_class():
    got = answer("train", IRIS, "--preset", "online", "--rounds", 300)
    assert got["multiclass"] == "argmax"
    assert [len(w) for w in got["start"]["weights"]] == [4] * 3 and len(got["start"]["bias"]) == 3
    assert answer("train", IRIS, *PAIR)["start"] is None
    rest = answer("train", IRIS, "--preset", "online", "--rounds", 300, "--multiclass", "one-vs-rest")
    assert len(rest["start"]["weights"]) == 4


def test_one_update_of_a_precomputed_kernel(tmp_path):
    data = write(tmp_path / "k.csv", "a,b,label\n1,-2,q\n-2,1,p\n")
    flags = ["--preset", "kernel", "--kernel", "precomputed", "--bias", "none", "--max-updates", 1]
    got = answer("train", data, *flags, "-o", tmp_path / "m.hs")
    assert got["updates"] == 1 and [(e["row"], e["multiplier"]) for e in got["alpha"]] == [(0, 1)]
    assert answer("predict", tmp_path / "m.hs", data)["scores"] == [1, -2]
    assert got["bound"] is None  # the matrix has the eigenvalue -1
    assert "not proved positive semidefinite" in run("train", data, *flags).stdout


KERNELS = [("linear", []), ("polynomial", ["--gamma", 0.5, "--degree", 2, "--coef0", 1]), ("rbf", ["--gamma", 0.25]), ("laplacian", ["--gamma", 0.5])]


@pytest.mark.parametrize("kernel, more", KERNELS)
@pytest.mark.parametrize("bias", ["augmented", "none"])
def test_a_precomputed_matrix_is_its_kernel(tmp_path, kernel, more, bias):
    """The same run, scores, margin and bound; the scores of the parts of an explanation too."""
    draw = random.Random(1)
    rows = [([draw.randrange(-9, 10), draw.randrange(-9, 10)], "ab"[i % 2]) for i in range(14)]
    rows = [(x, "b" if x[0] + 2 * x[1] + 1 > 0 else "a") for x, _ in rows]
    plain = write(tmp_path / "x.csv", "u,v,label\n" + "".join(f"{u},{v},{y}\n" for (u, v), y in rows))
    # the kernel's values by the program: the model with one multiplier
    flags = ["--preset", "kernel", "--bias", bias]
    columns = []
    for i in range(len(rows)):
        one = write(tmp_path / "one.csv", "u,v,label\n" + "".join(f"{u},{v},{'b' if j == 0 else 'a'}\n" for j, ((u, v), _) in
                    enumerate([rows[i], rows[(i + 1) % len(rows)]])))
        model = tmp_path / "one.hs"
        answer("train", one, "--preset", "kernel", "--kernel", kernel, *more, "--bias", "none", "--max-updates", 1, "-o", model)
        columns.append(answer("predict", model, plain)["scores"])
    text = ",".join(f"k{i}" for i in range(len(rows))) + ",label\n" + "".join(
        ",".join(repr(columns[j][i]) for j in range(len(rows))) + f",{y}\n" for i, (_, y) in enumerate(rows))
    matrix = write(tmp_path / "k.csv", text)
    want = answer("train", plain, *flags, "--kernel", kernel, *more, "-o", tmp_path / "a.hs")
    got = answer("train", matrix, *flags, "--kernel", "precomputed", "-o", tmp_path / "b.hs")
    for name in ("status", "visits", "passes", "updates", "alpha", "separates", "separable", "bound", "support_vectors", "bias"):
        assert got[name] == want[name], name
    assert got["train"] == want["train"]
    assert answer("predict", tmp_path / "b.hs", matrix)["scores"] == answer("predict", tmp_path / "a.hs", plain)["scores"]
    for model, data, name in ((tmp_path / "a.hs", plain, kernel), (tmp_path / "b.hs", matrix, "precomputed")):
        answer("train", data, *flags, "--kernel", name, *(more if name == kernel else []), "--trace", tmp_path / "t.jsonl")
        picture = json.loads(run("plot", model, data, "--kind", "mistakes", "--trace", tmp_path / "t.jsonl", "--json").stdout)
        assert picture["updates_at_most"] == (want["bound"]["updates_at_most"] if want["separates"] else None)


def test_a_precomputed_matrix_is_checked(tmp_path):
    flags = ["--preset", "kernel", "--kernel", "precomputed"]
    crooked = write(tmp_path / "c.csv", "a,b,label\n1,2,q\n3,1,p\n")
    assert "not symmetric" in refused(3, "train", crooked, *flags)
    wide = write(tmp_path / "w.csv", "a,b,c,label\n1,2,3,q\n2,1,3,p\n")
    assert "square" in refused(3, "train", wide, *flags)
    good = write(tmp_path / "g.csv", "a,b,label\n1,-2,q\n-2,1,p\n")
    assert "leave out --scale" in refused(2, "train", good, *flags, "--scale", "max-norm")


PLANE = ["--columns", "sepal_length,petal_length"]


@pytest.mark.parametrize("scale", ["standard", "minmax", "max-norm"])
@pytest.mark.parametrize("more", [[], ["--bias", "none"], ["--features", "poly2"], ["--preset", "margin"], ["--preset", "subgradient"]])
def test_a_scaled_run_is_held_against_the_best_margin_of_its_rows(tmp_path, scale, more):
    if "none" in more and scale != "max-norm":
        pytest.skip("moves the origin")
    trace = tmp_path / "t.jsonl"
    got = answer("train", IRIS, *PAIR, *PLANE, "--scale", scale, *more, "--trace", trace)
    bound = got["bound"]
    assert bound["margin_proved"] and bound["slack"] >= 0
    x, y = table(PAIR[1].split(","), ["sepal_length", "petal_length"])
    if "poly2" in more:
        x = [[a, b, a * a, a * b, b * b] for a, b in x]
    shift, factor = got["scaling"]["shift"] or [0] * len(x[0]), got["scaling"]["factor"]
    one = [] if "none" in more else [1]
    z = [[s * v for v in [(v - m) * f for v, m, f in zip(row, shift, factor)] + one] for row, s in zip(x, y)]
    gamma = hull_distance(z)
    assert bound["margin_at_least"] == pytest.approx(gamma, rel=1e-6)
    assert bound["margin_at_least"] <= bound["margin_at_most"]
    assert bound["radius_squared"] == pytest.approx(max(sum(v * v for v in row) for row in z), rel=1e-12)
    steps = [json.loads(line) for line in trace.read_text().splitlines()]
    assert steps and all(abs(s["cosine"]) <= 1 + 1e-12 for s in steps)
    c = lambda s: sum(s.get("multipliers", [s.get("multiplier")]))
    for before, now in zip(steps, steps[1:]):
        assert now["separator_product"] - before["separator_product"] >= c(now) * gamma * (1 - 1e-9)


def hull_distance(z):
    """Distance of the hull of few points from the origin (Frank-Wolfe with pairwise steps), to about 1e-7."""
    dot = lambda u, v: sum(a * b for a, b in zip(u, v))
    best, weight = list(z[0]), {0: 1.0}
    for _ in range(20000):
        products = [dot(row, best) for row in z]
        low = min(range(len(z)), key=products.__getitem__)
        away = max(weight, key=products.__getitem__)
        if products[away] - products[low] <= 1e-8 * dot(best, best):
            break
        move = [a - b for a, b in zip(z[low], z[away])]
        step = min(weight[away], (products[away] - products[low]) / dot(move, move))
        weight[low] = weight.get(low, 0) + step
        weight[away] -= step
        if weight[away] <= 0:
            del weight[away]
        best = [a + step * b for a, b in zip(best, move)]
    return math.sqrt(dot(best, best))


def test_the_rows_of_the_theorem_scaled_to_length_1():
    """The separator that the run finds would allow 16,104 updates, the best margin of the scaled rows 513."""
    bound = answer("train", IRIS, *PAIR, *PLANE, "--scale", "max-norm")["bound"]
    assert bound["updates_at_most"] == 513 and bound["updates"] <= 513


def test_scaled_levels_have_their_margin(tmp_path):
    draw = random.Random(2)
    rows = [(c, draw.randrange(50)) for c in "rgbrgbrgbrgb"]
    data = write(tmp_path / "d.csv", "colour,x,label\n" + "".join(f"{c},{v},{'p' if (c == 'r') else 'q'}\n" for c, v in rows))
    for scale in ("standard", "minmax", "max-norm"):
        got = answer("train", data, "--categorical", "colour", "--scale", scale)
        assert got["bound"]["margin_proved"] and got["bound"]["slack"] >= 0
