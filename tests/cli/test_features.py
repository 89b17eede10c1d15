"""The map from columns to features: one-hot, missing cells, products, scaling; the same at predict time."""
import csv
import json
import math
import statistics
import struct

import pytest

from program import IRIS, OVERLAP, PAIR, answer, refused, run, write

TABLE = "colour,size,weight,label\nred,1,2.5,a\nblue,2,NA,b\nred,?,1.5,a\ngreen,4,3,b\nN/A,5,4,a\n"
KEEP = ["--categorical", "colour", "--missing", "mean,category"]
XOR = "x1,x2,label\n0,0,-1\n0,1,1\n1,0,1\n1,1,-1\n"


def trained(tmp_path, text, *flags, name="m.hs"):
    out = tmp_path / name
    got = answer("train", write(tmp_path / "d.csv", text), "-o", out, *flags)
    return out, got


def scores(model, path):
    return answer("predict", model, path)["scores"]


def test_levels_and_means(tmp_path):
    model, got = trained(tmp_path, TABLE, *KEEP, "--passes", 3)
    assert got["columns"] == ["colour=(missing)", "colour=blue", "colour=green", "colour=red", "size", "weight"]
    w, b = dict(zip(got["columns"], got["weights"])), got["bias"]
    rows = write(tmp_path / "p.csv", "weight,colour,size\n,red,7\n1,?,null\n")
    want = [w["colour=red"] + 7 * w["size"] + 2.75 * w["weight"] + b, w["colour=(missing)"] + 3 * w["size"] + w["weight"] + b]
    assert scores(model, rows) == pytest.approx(want, abs=1e-12)


@pytest.mark.parametrize("cells, weights, mean", [(["0.1", "0.2", "0.3"], [1, 1, 1], 0.2), (["1.1", "2.2", "3.3", "0.7"], [1, 1, 1, 1], 1.825), (["4.6", "0"], [0.2, 0.8], 0.92)])
def test_the_mean_of_decimals_is_the_decimal_nearest_to_it(tmp_path, cells, weights, mean):
    """Sums of doubles give 0.20000000000000004 and 0.9199999999999999, and the run would not be exact."""
    rows = "".join(f"{x},{c},{'ab'[k % 2]}\n" for k, (x, c) in enumerate(zip(cells, weights)))
    model, got = trained(tmp_path, f"x,c,label\n{rows},1,b\n", "--weight", "c", "--missing", "mean", "--passes", 1)
    assert got["arithmetic"] == "exact"
    filled, written = scores(model, write(tmp_path / "f.csv", f"x,c\n,1\n{mean!r},1\n"))
    assert filled == written


def test_auto_finds_the_columns_of_texts(tmp_path):
    _, named = trained(tmp_path, TABLE, *KEEP, "--passes", 3, name="a.hs")
    _, found = trained(tmp_path, TABLE, "--categorical", "auto", "--missing", "mean,category", "--passes", 3, name="b.hs")
    assert found["columns"] == named["columns"]
    assert (tmp_path / "a.hs").read_bytes() == (tmp_path / "b.hs").read_bytes()


def test_auto_takes_a_column_whose_first_text_comes_late(tmp_path):
    _, got = trained(tmp_path, "c,label\n1,a\n+1.0,b\n2,a\nx,b\n", "--categorical", "auto", "--passes", 2)
    assert got["columns"] == ["c=1", "c=2", "c=x"]


def test_unseen_levels(tmp_path):
    model, _ = trained(tmp_path, TABLE, *KEEP, "--passes", 3)
    rows = write(tmp_path / "p.csv", "colour,size,weight\nred,1,1\npink,1,1\n")
    message = refused(3, "predict", model, rows)
    assert "p.csv:3:1" in message and "'pink'" in message and "--unseen other" in message
    model, got = trained(tmp_path, TABLE, *KEEP, "--passes", 3, "--unseen", "other")
    w = dict(zip(got["columns"], got["weights"]))
    assert scores(model, rows)[1] == pytest.approx(w["size"] + w["weight"] + got["bias"])


@pytest.mark.parametrize("flags, says", [
    ([], "--categorical"),
    (["--categorical", "colour"], "--missing"),
    (["--categorical", "colour", "--missing", "mean"], "mean,category"),
    (["--categorical", "auto", "--missing", "category"], "mean,category"),
])
def test_cells_no_policy_covers(tmp_path, flags, says):
    assert says in refused(3, "train", write(tmp_path / "d.csv", TABLE), *flags)


def test_bad_choices(tmp_path):
    data = write(tmp_path / "d.csv", TABLE)
    assert "did you mean" in refused(2, "train", data, "--categorical", "color")
    assert "is the label" in refused(2, "train", data, "--categorical", "label")
    assert "drop, mean" in refused(2, "train", data, "--missing", "guess")
    assert "max-norm" in refused(2, "train", IRIS, *PAIR, "--bias", "none", "--scale", "standard")
    assert "all missing" in refused(3, "train", write(tmp_path / "e.csv", "x,z,label\n,1,a\n?,2,b\n"), "--missing", "mean").replace("is missing", "all missing")


def test_products_make_xor_separable(tmp_path):
    model, got = trained(tmp_path, XOR, "--features", "poly2")
    assert (got["status"], got["separates"], got["arithmetic"]) == ("converged", True, "exact")
    assert got["columns"] == ["x1", "x2", "x1^2", "x1*x2", "x2^2"]
    rows = write(tmp_path / "p.csv", "x1,x2\n0.1,0.2\n-3,2\n")
    w, b = got["weights"], got["bias"]
    want = [b + w[0] * p + w[1] * q + w[2] * p * p + w[3] * p * q + w[4] * q * q for p, q in ((0.1, 0.2), (-3, 2))]
    assert scores(model, rows) == pytest.approx(want, abs=1e-12)


@pytest.mark.parametrize("kind, count", [("interactions", 4 + 6), ("poly2", 4 + 10), ("poly3", 4 + 10 + 20)])
def test_products_of_sparse_rows_are_those_of_dense_ones(tmp_path, kind, count):
    rows = [(1.5, 0, -2, 0.5), (0, 0, 3, 0), (-1, 2, 0, 0), (0, 0, 0, 0), (2, 1, 1, -1)]
    labels = [1, -1, 1, -1, 1]
    dense = write(tmp_path / "d.csv", "a,b,c,d,label\n" + "".join(",".join(map(str, [*r, y])) + "\n" for r, y in zip(rows, labels)))
    sparse = write(tmp_path / "d.libsvm", "".join(f"{y} " + " ".join(f"{j + 1}:{v}" for j, v in enumerate(r) if v) + "\n" for r, y in zip(rows, labels)))
    flags = ["--features", kind, "--passes", 9]
    one, two = answer("train", dense, *flags), answer("train", sparse, *flags)
    assert len(one["weights"]) == len(two["weights"]) == count
    assert (one["weights"], one["bias"], one["updates"]) == (two["weights"], two["bias"], two["updates"])


@pytest.mark.parametrize("scale", ["standard", "minmax", "max-norm"])
def test_folded_scaling_is_a_run_on_scaled_rows(tmp_path, scale):
    with open(IRIS, encoding="utf-8", newline="") as text:
        table = [r for r in csv.DictReader(text) if r["species"] != "setosa"]
    names = [n for n in table[0] if n != "species"]
    columns = [[float(r[n]) for r in table] for n in names]
    longest = max(math.hypot(*row) for row in zip(*columns))
    shift = {"standard": statistics.fmean, "minmax": min, "max-norm": lambda c: 0}[scale]
    size = {"standard": statistics.pstdev, "minmax": lambda c: max(c) - min(c), "max-norm": lambda c: longest}[scale]
    by_hand = [[(v - shift(c)) / size(c) for v in c] for c in columns]
    text = ",".join([*names, "species"]) + "\n" + "".join(",".join(map(repr, row)) + f",{r['species']}\n" for row, r in zip(zip(*by_hand), table))
    prescaled = write(tmp_path / "s.csv", text)
    flags = ["--preset", "averaged", "--passes", 30]
    folded, plain = tmp_path / "f.hs", tmp_path / "p.hs"
    one = answer("train", IRIS, *OVERLAP, *flags, "--scale", scale, "-o", folded)
    two = answer("train", prescaled, *flags, "-o", plain)
    assert (one["updates"], one["visits"], one["train"]["mistakes"]) == (two["updates"], two["visits"], two["train"]["mistakes"])
    a = answer("predict", folded, IRIS)["scores"][50:]
    b = scores(plain, prescaled)
    assert a == pytest.approx(b, rel=1e-9, abs=1e-9 * max(map(abs, b)))


@pytest.mark.parametrize("scale", ["standard", "minmax", "max-norm"])
def test_folding_changes_no_score(tmp_path, scale):
    model = tmp_path / "m.hs"
    answer("train", IRIS, *OVERLAP, "--passes", 40, "--scale", scale, "--trace", tmp_path / "t", "-o", model)
    last = json.loads((tmp_path / "t").read_text().splitlines()[-1])
    raw = model.read_bytes()
    (size,) = struct.unpack("<Q", raw[:8])
    header = json.loads(raw[8:8 + size])

    def tensor(name):
        first, end = header[name]["data_offsets"] if name in header else (0, 0)
        return struct.unpack(f"<{(end - first) // 8}d", raw[8 + size + first:8 + size + end]) or (0,) * 4

    with open(IRIS, encoding="utf-8", newline="") as text:
        rows = [[float(v) for v in r[:4]] for r in list(csv.reader(text))[1:]]
    unfolded = [sum((x - s) * f * w for x, s, f, w in zip(row, tensor("shift"), tensor("factor"), last["weights"])) + last["bias"] for row in rows]
    folded = answer("predict", model, IRIS)["scores"]
    assert folded == pytest.approx(unfolded, abs=1e-12 * max(1, *map(abs, last["weights"]), abs(last["bias"])))


def test_constant_columns_stay_harmless(tmp_path):
    for scale in ("standard", "minmax", "max-norm"):
        _, got = trained(tmp_path, "x,c,label\n1,5,a\n-1,5,b\n", "--scale", scale)
        assert got["separates"] and all(math.isfinite(v) for v in got["weights"])


def test_a_map_survives_saving_byte_for_byte(tmp_path):
    flags = [*KEEP, "--features", "poly2", "--scale", "standard", "--passes", 5]
    model, _ = trained(tmp_path, TABLE, *flags, name="a.hs")
    again, _ = trained(tmp_path, TABLE, *flags, name="b.hs")
    assert model.read_bytes() == again.read_bytes()
    facts = answer("inspect", model)
    assert (facts["cols"], facts["features"]) == (3, 6 + 21)
    assert run("inspect", model).stdout.count("\n") > 10


def kernel_flags(kind, **more):
    return ["--preset", "kernel", "--kernel", kind, *[w for k, v in more.items() for w in ("--" + k, v)]]


def steps(tmp_path, *words):
    path = tmp_path / "trace"
    done = run("train", *words, "--trace", path, "--label", "label" if "species" not in str(words) else "species")
    assert done.returncode == 0, done.stderr
    return [(e["visit"], e["row"], e["score"], e["multiplier"]) for e in map(json.loads, path.read_text().splitlines())]


@pytest.mark.parametrize("bias", ["augmented", "none"])
def test_the_linear_kernel_is_the_linear_run(tmp_path, bias):
    for choice in (PAIR, OVERLAP):
        words = [IRIS, *choice, "--bias", bias, "--passes", 12, "--label", "species"]
        one = run("train", *words, "--trace", tmp_path / "a", "--json")
        two = run("train", *words, *kernel_flags("linear"), "--trace", tmp_path / "b", "--json")
        same = ("visit", "pass", "row", "score", "multiplier")
        a, b = ([[json.loads(line)[k] for k in same] for line in (tmp_path / f).read_text().splitlines()] for f in "ab")
        assert len(a) >= 5 and a == b
        assert json.loads(one.stdout)["updates"] == json.loads(two.stdout)["updates"]


def test_the_polynomial_kernel_is_the_run_on_products(tmp_path):
    rows = [(0, 0, -1), (0, 1, 1), (1, 0, 1), (1, 1, -1), (2, 1, 1), (-1, 3, -1), (3, 3, 1)]
    text = "x,z,label\n" + "".join(f"{a},{b},{y}\n" for a, b, y in rows)
    # (u.v + 1)^2 is the inner product of these, a product with factor 2 standing twice
    wide = "p,q,r,s,t,u,v,w,o,label\n" + "".join(f"{a * a},{a * b},{a * b},{b * b},{a},{a},{b},{b},1,{y}\n" for a, b, y in rows)
    one = steps(tmp_path, write(tmp_path / "k.csv", text), *kernel_flags("polynomial", degree=2, gamma=1, coef0=1), "--bias", "none")
    two = steps(tmp_path, write(tmp_path / "w.csv", wide), "--bias", "none", "--passes", 100)
    assert len(one) > 10 and one == two


@pytest.mark.parametrize("kind", ["rbf", "laplacian"])
def test_a_kernel_run_by_hand(tmp_path, kind):
    rows = [(0.0, 0.5, 1), (1.5, 0.25, -1), (1.0, 1.0, 1), (0.25, 2.0, -1), (2.0, 2.0, 1), (0.5, 0.5, -1)]
    model, got = trained(tmp_path, "x,z,label\n" + "".join(f"{a},{b},{y}\n" for a, b, y in rows), *kernel_flags(kind, gamma=0.75))

    def k(u, v):
        distance = sum((p - q) ** 2 for p, q in zip(u, v)) if kind == "rbf" else sum(abs(p - q) for p, q in zip(u, v))
        return math.exp(-0.75 * distance) + 1

    alpha, clean, visit = [0] * len(rows), 0, 0
    while clean < len(rows):
        a, b, y = rows[visit % len(rows)]
        s = sum(c * r[2] * k(r[:2], (a, b)) for c, r in zip(alpha, rows))
        clean = clean + 1 if y * s > 0 else 0
        alpha[visit % len(rows)] += 0 if clean else 1
        visit += 1
    assert {e["row"]: e["multiplier"] for e in got["alpha"]} == {i: a for i, a in enumerate(alpha) if a}
    assert (got["visits"], got["support_vectors"], got["weights"]) == (visit, sum(a > 0 for a in alpha), None)
    points = [(0.1, 0.2), (3.0, -1.0)]
    want = [sum(c * r[2] * k(r[:2], p) for c, r in zip(alpha, rows)) for p in points]
    assert scores(model, write(tmp_path / "p.csv", "x,z\n" + "".join(f"{a},{b}\n" for a, b in points))) == pytest.approx(want, abs=1e-12)


def test_kernel_choices(tmp_path):
    data = write(tmp_path / "d.csv", XOR)
    assert "--gamma" in refused(2, "train", data, "--gamma", 1)
    assert "--degree" in refused(2, "train", data, "--kernel", "rbf", "--degree", 2)
    assert "zero" in refused(2, "train", data, "--kernel", "rbf", "--start", "random")
    for keep in ("vote", "average", "pocket"):
        out = tmp_path / (keep + ".hs")
        assert run("train", data, "--kernel", "rbf", "--keep", keep, "--stop", "passes", "--passes", 5, "-o", out).returncode == 0
        assert run("predict", out, data).stdout.split() == ["-1", "1", "1", "-1"]


@pytest.mark.parametrize("cell, what", [
    ("1,200.50", "thousands"), ("$1,234.00", "money"), ("10 %", "percentage"), ("2024-01-31", "a date"), ("31.12.2023", "a date"),
    ("3 Mar 2024", "a date"), ("2024-01-31T14:05:00", "a date"), ("14:05", "a time"), ("12 \u20ac", "money"),
])
def test_texts_that_people_read_as_numbers_are_no_categories(tmp_path, cell, what):
    """--categorical auto made every such cell a level of its own, silently."""
    data = write(tmp_path / "t.csv", f'price,c,label\n"{cell}",x,a\n"{cell}",y,b\n')
    message = refused(3, "train", data, "--categorical", "auto")
    assert "t.csv:2:1:" in message and what in message and "'price'" in message and "--columns" in message
    assert run("train", data, "--categorical", "price,c", "--passes", "3", "--stop", "passes").returncode == 0


def test_a_column_with_other_texts_too_is_categorical(tmp_path):
    data = write(tmp_path / "t.csv", 'share,label\n10 %,a\nunknown,b\n20-25,a\n3/4,b\n')
    assert run("train", data, "--categorical", "auto", "--passes", "3", "--stop", "passes").returncode == 0


def test_auto_refuses_identifiers_that_are_not_named(tmp_path):
    rows = "".join(f"n{k},{'rg'[k % 2]},{'ab'[k % 2]}\n" for k in range(12))
    path = write(tmp_path / "t.csv", "who,colour,label\n" + rows)
    message = refused(3, "train", path, "--categorical", "auto")
    assert "column 'who' is an identifier (12 values in 12 rows)" in message and "--drop who" in message and "colour" not in message
    done = run("train", path, "--categorical", "who,colour")
    assert "levels: who 12, colour 2" in " ".join(done.stdout.split())


def test_a_level_has_not_the_name_of_missing_cells(tmp_path):
    text = "c,x,y\n(missing),1,a\n,2,b\nu,3,a\n,4,a\n(rare),5,b\nu,6,b\n"
    path = write(tmp_path / "rows.csv", text)
    assert "column 'c' has a level called (missing), as --missing category calls that of missing cells; call it otherwise in the data" in refused(
        3, "train", path, "--categorical", "c", "--missing", "category", "--algorithm", "logistic")
    path = write(tmp_path / "rows.csv", text.replace("(missing)", "none"))
    columns = answer("train", path, "--categorical", "c", "--missing", "category", "--algorithm", "logistic")["columns"]
    assert columns == ["c=(missing)", "c=(rare)", "c=none", "c=u", "x"]
    path = write(tmp_path / "rows.csv", text.replace("\n,", "\nv,"))  # no cell is missing: a level like any other
    assert "c=(missing)" in answer("train", path, "--categorical", "c", "--algorithm", "logistic")["columns"]
