"""Proofs of (non-)separability beside a run, the bound held against it, and the separator in its trace."""
import json
import math
from fractions import Fraction as F

import pytest

from program import IRIS, OVERLAP, PAIR, answer, run, write

TWO = ["--columns", "sepal_length,petal_length"]
TABLE = [line.split(",") for line in open(IRIS, encoding="utf-8").read().split()]
WAITING = [["--algorithm", "perceptron"], ["--preset", "pla"], ["--preset", "zero-one"], ["--preset", "margin"], ["--order", "first-mistake"], ["--step", "minibatch"], ["--scale", "standard", "--algorithm", "perceptron"],
           ["--mistake", "boundary-is-correct", "--margin", "1"], ["--start", "random", "--order", "permuted"]]


def adds_to_nothing(witness, positive, columns=(0, 1, 2, 3)):
    """sum of multiplier y (x, 1) over the lines of the witness"""
    total = [F(0)] * (len(columns) + 1)
    for m in witness:
        cells = TABLE[m["line"] - 1]
        assert cells[4] == m["label"] and F(m["multiplier"]) > 0
        y = 1 if cells[4] == positive else -1
        total = [t + y * F(m["multiplier"]) * v for t, v in zip(total, [F(cells[j]) for j in columns] + [F(1)])]
    return witness and not any(total)


@pytest.mark.parametrize("flags", WAITING, ids=" ".join)
def test_a_waiting_run_ends_with_the_proof(tmp_path, flags):
    got = answer("train", IRIS, *OVERLAP, *flags, "-o", tmp_path / "m.hs")
    assert (got["status"], got["separable"], got["verdict"]) == ("not-separable", False, "overlapping")
    assert adds_to_nothing(got["witness"], "virginica")
    assert got["stop_reason"].startswith(f"{len(got['witness'])} rows of the data cannot all be on their right side (Gordan): lines {got['witness'][0]['line']}, ")
    batches = 4 if "minibatch" in flags else 100
    assert got["visits"] == (64 if "pla" in flags else 64 * batches) and got["recurrence"] is None
    if got["settings"]["order"] in ("cyclic", "permuted", "shuffled"):
        assert got["passes"] == 64
    report = answer("inspect", tmp_path / "m.hs")["report"]
    assert (report["witness"], report["verdict"], report["bound"]) == (got["witness"], got["verdict"], got["bound"])


@pytest.mark.parametrize("preset", ["averaged", "voted", "pocket", "delta", "online", "subgradient", "passive-aggressive"])
def test_a_run_of_fixed_length_only_tells(preset):
    got = answer("train", IRIS, *OVERLAP, "--preset", preset, "--rounds", "150")
    assert got["status"] in ("passes", "rounds", "not-converged") and got["separable"] is False and got["visits"] <= 150
    assert adds_to_nothing(got["witness"], "virginica")
    assert "not separable: 6 rows of the data" in run("train", IRIS, *OVERLAP, "--preset", preset, "--rounds", "150").stdout


@pytest.mark.parametrize("flags", [["--mistake", "boundary-is-correct", "--start", "random"], ["--mistake", "boundary-is-positive", "--bias", "none"], ["--decide", "off"]], ids=" ".join)
def test_runs_that_a_proof_does_not_end(flags):
    got = answer("train", IRIS, *OVERLAP, *flags, "--passes", "70")
    assert (got["status"], got["passes"]) == ("not-converged", 70)
    assert got["separable"] is (None if "--decide" in flags else False)


def test_a_recurrence_comes_first(tmp_path):
    xor = write(tmp_path / "xor.csv", "a,b,y\n0,0,n\n0,1,p\n1,0,p\n1,1,n\n")
    got = answer("train", xor, "--algorithm", "perceptron")
    assert (got["visits"], got["verdict"]) == (8, "overlapping") and got["recurrence"] and len(got["witness"]) == 4


def test_one_vs_rest_asks_for_each_class():
    got = answer("train", IRIS, "--algorithm", "perceptron", "--multiclass", "one-vs-rest")
    assert [r["verdict"] for r in got["runs"]] == ["separable", "overlapping", "overlapping"]
    assert [r["status"] for r in got["runs"]] == ["converged", "not-separable", "not-separable"]
    for r in got["runs"][1:]:
        assert adds_to_nothing(r["witness"], r["class"])
    assert got["witness"] is None and got["separable"] is None


def test_what_is_not_asked(tmp_path):
    gap = write(tmp_path / "gap.csv", "x,y\n1,a\n,b\n3,a\n2,b\n")
    assert answer("train", IRIS, *OVERLAP, "--kernel", "rbf", "--passes", "70")["verdict"] is None
    for policy in ("drop", "mean"):
        assert answer("train", gap, "--missing", policy, "--passes", "70")["verdict"] == "overlapping"
    assert answer("train", IRIS, "--passes", "70")["verdict"] == "quasi-separable"  # of three classes at once


def test_long_decimals_need_the_text_again(tmp_path):
    """Two digits beyond doubles decide: 0.1 + 10^-17 lies between the others, or beyond them."""
    for middle, verdict in (("0.10000000000000001", "overlapping"), ("0.09999999999999999", "separable")):
        text = f"x,y\n0.1,a\n{middle},b\n0.10000000000000002,a\n"
        path = write(tmp_path / "fine.csv", text)
        assert answer("train", path, "--passes", "2000")["verdict"] == verdict
        assert json.loads(run("train", "-", "--json", "--passes", "2000", input=text).stdout)["verdict"] is None


def test_a_separable_run_that_stops_early_says_so():
    got = answer("train", IRIS, *PAIR, *TWO, "--max-updates", "2")
    assert (got["status"], got["separable"], got["verdict"]) == ("not-converged", True, "separable")
    assert "the data is linearly separable: more time may bring a clean pass" in run("train", IRIS, *PAIR, *TWO, "--max-updates", "2").stdout


# gamma^2 of iris setosa, versicolor by two features is what `halfspace separate` says
@pytest.mark.parametrize("flags, rule, most", [
    ([], "unit", F(1)), (["--step", "rate", "--eta", "3"], "rate", F(1)), (["--preset", "delta"], "delta", F(9, 8)), (["--preset", "pla"], "unit", F(1)),
    (["--preset", "margin", "--margin", "3"], "margin", 1 + 2 * F(3) / F("72.62")), (["--step", "rate", "--eta", "0.5", "--margin", "1"], "margin", 1 + 2 * F(2) / F("72.62"))])
def test_the_bound_of_each_rule(flags, rule, most):
    separated = answer("separate", IRIS, *PAIR, *TWO)
    bound = answer("train", IRIS, *PAIR, *TWO, *flags)["bound"]
    assert bound["rule"] == rule and bound["margin_proved"] and bound["radius_squared"] == 72.62
    assert F(bound["margin_at_least"]) ** 2 <= F(separated["augmented_margin_squared"]) <= F(bound["margin_at_most"]) ** 2
    assert bound["updates_at_most"] == math.floor(most * F("72.62") / F(separated["augmented_margin_squared"]))
    assert bound["slack"] == bound["updates_at_most"] - bound["updates"] >= 0


def test_the_general_bound_and_those_without():
    for flags in (["--start", "random"], ["--step", "minibatch", "--batch", "7"], ["--start", "1,2,3", "--margin", "1"], ["--preset", "online"], ["--preset", "subgradient"]):
        bound = answer("train", IRIS, *PAIR, *TWO, *flags)["bound"]
        assert bound["rule"] == "general" and bound["updates_at_most"] is None
        assert bound["slack"] == pytest.approx(bound["length"] - bound["along"]) and bound["slack"] > 0
    bound = answer("train", IRIS, *PAIR, *TWO, "--step", "pa", "--mistake", "boundary-is-correct", "--margin", "1")["bound"]
    assert bound["rule"] == "passive-aggressive" and bound["mistakes"] < bound["updates"] and bound["mistakes"] <= bound["mistakes_at_most"] == 389
    for step in ("pa1", "pa2"):
        bound = answer("train", IRIS, *PAIR, *TWO, "--step", step, "--passes", "200")["bound"]
        assert bound["rule"] is None and bound["slack"] is None and bound["margin_proved"]


@pytest.mark.parametrize("flags", [[], ["--preset", "pla"], ["--preset", "delta"], ["--step", "rate", "--eta", "0.25", "--margin", "2"], ["--start", "random"], ["--bias", "none"],
                                   ["--features", "poly2"], ["--preset", "margin"], ["--step", "pa"], ["--step", "minibatch", "--batch", "5"]], ids=" ".join)
def test_each_update_grows_along_the_separator(tmp_path, flags):
    flags = ["--algorithm", "perceptron", *flags]
    got = answer("train", IRIS, *PAIR, *TWO, *flags, "--trace", tmp_path / "t", "-o", tmp_path / "with.hs")
    assert answer("train", IRIS, *PAIR, *TWO, *flags, "-o", tmp_path / "without.hs")["updates"] == got["updates"]
    assert (tmp_path / "with.hs").read_bytes() == (tmp_path / "without.hs").read_bytes()
    gamma, r2 = got["bound"]["margin_at_least"], got["bound"]["radius_squared"]
    updates = [json.loads(line) for line in (tmp_path / "t").read_text().splitlines()]
    assert len(updates) == got["updates"] > 0
    along = None if got["settings"]["start"] == "random" else 0
    for k, u in enumerate(updates, 1):
        step = sum(u["multipliers"]) if "multipliers" in u else u["multiplier"]
        product = u["separator_product"]
        assert along is None or product - along >= step * gamma - 1e-9 * (1 + product)
        assert u["cosine"] == pytest.approx(product / math.sqrt(u["norm_squared"])) and u["cosine"] <= 1 + 1e-12
        if got["settings"]["step"] == "unit" and along is not None and got["settings"]["margin"] == 0:
            assert u["cosine"] >= math.sqrt(k) * gamma / math.sqrt(r2) * (1 - 1e-9)
        along = product
    assert along <= math.sqrt(updates[-1]["norm_squared"]) * (1 + 1e-12)


@pytest.mark.parametrize("flags", [OVERLAP, [*PAIR, "--decide", "off"], [*PAIR, "--kernel", "linear"], []], ids=" ".join)
def test_a_trace_without_a_separator(tmp_path, flags):
    answer("train", IRIS, *flags, "--passes", "2", "--trace", tmp_path / "t")
    assert all("separator_product" not in json.loads(line) for line in (tmp_path / "t").read_text().splitlines())
