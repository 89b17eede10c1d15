"""Every run ends: by its stop, by a proof, or by its bound on counted work; and its report says what was proved of which values."""
import random
import re
from fractions import Fraction as F

import pytest

from program import IRIS, Measured, OVERLAP, answer, run, write

TABLE = [line.split(",") for line in open(IRIS, encoding="utf-8").read().split()]


def sums_to_nothing(witness, rows):
    """Σ multiplier (x, 1) at the row's class less the same at the other is 0 at every class."""
    total = {}
    for m in witness:
        x, label = rows[m["line"]]
        assert label == m["label"] != m["other"] and F(m["multiplier"]) > 0
        for k, sign in ((label, 1), (m["other"], -1)):
            at = total.setdefault(k, [F(0)] * (len(x) + 1))
            total[k] = [t + sign * F(m["multiplier"]) * v for t, v in zip(at, [*x, F(1)])]
    return witness and not any(any(t) for t in total.values())


def test_three_classes_end_with_the_proof():
    rows = {i + 1: ([F(v) for v in cells[:4]], cells[4]) for i, cells in enumerate(TABLE) if i > 0}
    got = answer("train", IRIS, "--algorithm", "perceptron")
    assert (got["multiclass"], got["status"], got["verdict"], got["separable"]) == ("argmax", "not-separable", "quasi-separable", False)
    assert sums_to_nothing(got["witness"], rows)
    assert got["passes"] == 64
    lines = {m["line"] for m in got["witness"]}
    assert got["stop_reason"].startswith(f"{len(lines)} rows of the data cannot all score highest at their own class (Gordan): lines ")


def test_three_separable_classes_are_proved(tmp_path):
    table = write(tmp_path / "t.csv", "x,y,label\n0,0,a\n1,0,a\n10,0,b\n11,1,b\n0,10,c\n1,11,c\n")
    got = answer("train", table, "--label", "label", "--algorithm", "perceptron")
    assert (got["status"], got["verdict"], got["separable"], got["witness"]) == ("converged", "separable", True, None)


def test_runs_of_fixed_length_name_the_witness_of_three_classes():
    got = answer("train", IRIS, "--preset", "averaged")
    assert (got["status"], got["verdict"]) == ("passes", "quasi-separable") and got["witness"]


def cells_with_holes(seed, holes):
    rng = random.Random(seed)
    out = ["a,b,label"]
    for i in range(40):
        x = [f"{rng.uniform(0, 9):.1f}" for _ in range(2)]
        if i % 7 == 0 and holes:
            x[i % 2] = ""
        out.append(",".join(x) + f",{rng.choice('np')}")
    return "\n".join(out) + "\n"


@pytest.mark.parametrize("holes", [False, True])
@pytest.mark.parametrize("features", [[], ["--features", "poly2"]], ids=["plain", "poly2"])
def test_filled_cells_are_values_like_others(tmp_path, holes, features):
    """The witness adds to nothing over the filled rows, the mean as the model has it."""
    table = write(tmp_path / "t.csv", cells_with_holes(3, holes))
    got = answer("train", table, "--missing", "mean", *features, "--passes", "200", "-o", tmp_path / "m.hs")
    assert got["verdict"] == "overlapping" and got["separable"] is False
    means = [float(m) for m in re.search(rb'means\\":\[([^]]*)\]', (tmp_path / "m.hs").read_bytes())[1].split(b",") if m and m != b"null"]
    rows = [line.split(",") for line in table.read_text().split()[1:]]
    total = [F(0)] * (6 if features else 3)
    for m in got["witness"]:
        a, b = (F(cell) if cell else F(repr(means[j])) for j, cell in enumerate(rows[m["row"]][:2]))
        y = 1 if m["label"] == "p" else -1
        values = [a, b] + ([a * a, a * b, b * b] if features else []) + [F(1)]
        total = [t + y * F(m["multiplier"]) * v for t, v in zip(total, values)]
    assert not any(total)


def test_products_of_filled_cells_are_products(tmp_path):
    """The mean 2.5 of whole numbers was cut to 2 in products."""
    table = write(tmp_path / "t.csv", "a,b,label\n1,2,n\n4,2,p\n,2,p\n")
    run("train", table, "--missing", "mean", "--features", "poly2", "--passes", "5", "-o", tmp_path / "m.hs")
    model = answer("inspect", tmp_path / "m.hs")
    weights = dict(zip(model["columns"], model["weights"]))
    score = run("predict", tmp_path / "m.hs", write(tmp_path / "x.csv", "a,b\n,2\n"), "--scores").stdout.split()[-1].split(",")[-1]
    wanted = model["bias"] + sum(w * v for w, v in zip((weights[k] for k in ("a", "b", "a^2", "a*b", "b^2")), (2.5, 2, 6.25, 5, 4)))
    assert float(score) == pytest.approx(wanted, rel=1e-12)


DENORMALS = "x,y,label\n1e-310,2e-310,a\n2e-310,1e-310,b\n3e-310,5e-310,a\n5e-310,3e-310,b\n"


def test_denormals_end_at_the_bound(tmp_path):
    table = write(tmp_path / "t.csv", DENORMALS)
    got = answer("train", table, "--label", "label", "--algorithm", "perceptron")
    assert (got["status"], got["verdict"]) == ("not-converged", "separable")
    assert got["stop_reason"].startswith("no clean pass within the bound of ")
    assert got["settings"]["max_work"] > 0


def test_slow_values_and_updates_use_the_bound_up_sooner(tmp_path):
    """Products of denormals take some ten times as long as others, an update as long as many looks."""
    visits = []
    for table in (DENORMALS, DENORMALS.replace("e-310", "")):
        rows = table + table.split("\n", 1)[1].replace("a\n", "c\n").replace("b\n", "a\n").replace("c\n", "b\n")
        visits.append(answer("train", write(tmp_path / "t.csv", rows), "--label", "label", "--algorithm", "perceptron", "--decide", "off"))
    assert [got["status"] for got in visits] == ["not-converged"] * 2
    assert visits[0]["visits"] * 2 < visits[1]["visits"]
    assert all(got["updates"] * 64 <= got["settings"]["max_work"] for got in visits)


def test_a_cap_takes_the_place_of_the_bound(tmp_path):
    table = write(tmp_path / "t.csv", DENORMALS)
    got = answer("train", table, "--label", "label", "--passes", "1000")
    assert got["settings"]["max_work"] is None and "1,000" in got["stop_reason"]


def test_last_weights_are_called_so():
    text = run("train", IRIS, *OVERLAP, "--algorithm", "perceptron").stdout
    flat = " ".join(text.split())
    assert "the model has the weights of the last update; --preset pocket or averaged, or --algorithm logistic, looks for better ones" in flat
    assert "looks for better ones" not in run("train", IRIS, *OVERLAP, "--preset", "pocket", "--rounds", "100").stdout


def many_classes(path, classes):
    return write(path, "".join(f"{k} 1:{k % 97} 2:{k * 7919 % 1009}\n" for k in range(classes)))


def test_many_classes_take_little_memory(tmp_path):
    done = Measured("train", many_classes(tmp_path / "t", 8000), "--passes", "1", "-o", tmp_path / "m.hs")
    assert done.code == 0 and done.mib <= 300, (done.code, done.mib, done.stderr[-300:])


@pytest.mark.long
@pytest.mark.parametrize("args", [("train", 8000), ("separate", 2000)], ids=["train", "separate"])
def test_many_classes_obey_the_clock(tmp_path, args):
    import time
    begun = time.monotonic()
    done = run(args[0], many_classes(tmp_path / "t", args[1]), "--timeout", "2")
    assert time.monotonic() - begun < 3.5, done.stdout[-300:]
