"""What reports say of finished runs, against the exact weights of the reference: kept weights, counts by the run's rule, multipliers."""
import itertools
import json
import os
import subprocess
from fractions import Fraction as F

import pytest

from reference import Rng, Run, dot
from test_traces import FLAGS, Data


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("counts")


def table(name, rows, weights=None):
    return Data(name, [f"f{j}" for j in range(len(rows[0]) - 1)], [r[:-1] for r in rows], [r[-1] for r in rows], weights)


def trained(folder, data, choices, more=(), bias=True, verb="train"):
    words = [os.environ["HALFSPACE"], verb, str(data.write(folder)), "--json", "--label", "y", *more]
    for name, value in choices.items():
        words += ["--" + FLAGS.get(name, name.replace("_", "-")), str(float(value) if isinstance(value, F) else value)]
    words += ([] if bias else ["--bias", "none"]) + (["--weight", "weight"] if data.weights else [])
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode in (0, 4), " ".join(words) + "\n" + done.stderr
    return json.loads(done.stdout)


def counts(run):
    """Of the weights the run keeps: mistakes by its rule, rows on the boundary, wrong labels of each class (+1 at score 0)."""
    run.w = run.final
    s = [dot(run.w, row) for row in run.rows]
    return {"mistakes": len(run.mistakes()), "on_boundary": sum(v == 0 for v in s),
            "false_positives": sum(v >= 0 and y < 0 for v, y in zip(s, run.y)), "false_negatives": sum(v < 0 < y for v, y in zip(s, run.y))}


def drawn(seed, weights=False):
    """A few rows of whole numbers, or of tenths."""
    rng = Rng(seed, 9)
    n, d, unit = 4 + rng.bounded(6), 1 + rng.bounded(2), (1, 10)[rng.bounded(2)]
    rows = [[str(float(F(rng.bounded(7), unit) - F(3, unit))) for _ in range(d)] + [("1", "-1")[k % 2 if k < 2 else rng.bounded(2)]] for k in range(n)]
    return table(f"drawn{seed}", rows, [str(float(F(1 + rng.bounded(7), 10))) for _ in range(n)] if weights else None)


def test_the_pocket_weighs_mistakes_exactly(folder):
    """0.1 + 0.2 is not fewer than 0.3: replaced only when strictly fewer."""
    data = table("tie", [["1", "-1"], ["2", "1"], ["1", "1"]], ["0.3", "0.1", "0.2"])
    got = trained(folder, data, {"preset": "pocket", "order": "cyclic", "rounds": 8})
    assert (got["weights"], got["bias"]) == ([-0.3], -0.3)
    for seed, order in itertools.product(range(60), ("cyclic", "random-mistake")):
        data = drawn(seed, weights=True)
        got = trained(folder, data, {"preset": "pocket", "order": order, "rounds": 12})
        want = Run(*data.problem(True), mistake="boundary-is-mistake", step="unit", order=order, stop="rounds", keep="pocket", rounds=12).run()
        assert got["arithmetic"] == "exact"
        assert got["weights"] + [got["bias"]] == [float(v) for v in want.final], (seed, order)


STEPS = ({"step": "minibatch", "batch": 3}, {"step": "minibatch", "batch": 3, "tau": F(3, 10)}, {"step": "pa"}, {"step": "pa1", "C": F(1, 4)}, {"step": "pa2"}, {"step": "rate", "eta": F(1, 10)})


@pytest.mark.parametrize("keep", ["last", "pocket"])
def test_reports_count_by_the_weights_of_the_run(folder, keep):
    for seed, step, rule in itertools.product(range(12), STEPS, ("boundary-is-mistake", "boundary-is-correct")):
        data, quotients = drawn(seed), step["step"].startswith("pa")
        choices = dict(step, mistake=rule, order="shuffled", stop="passes", passes=6, keep=keep, **({"beta": F(1)} if quotients else {}))
        extra = {"batch_order": "consecutive"} if "batch" in step else {}
        got = trained(folder, data, choices)
        want = counts(Run(*data.problem(True), **choices, **extra).run())
        for name in ("mistakes",) if quotients else want:  # a zero row's score is the bias alone, which doubles may leave off 0
            assert got["train"][name] == want[name], (seed, choices)


def test_rows_on_the_boundary_of_a_mini_batch_run(folder):
    """w = (-5/9, 4/9), b = 1/9: five rows at exactly 0, which no double of these weights says."""
    rows = ["1,1,n", "1,1,n", "0,1,n", "1,1,n", "1,1,n", "0,0,n", "0,0,n", "0,0,n", "1,0,n", "1,1,n", "1,0,n", "0,1,p"]
    got = trained(folder, table("ninths", [r.split(",") for r in rows]), {"step": "minibatch", "batch": 9, "order": "shuffled", "stop": "passes", "passes": 5})
    assert [round(9 * v) for v in got["weights"] + [got["bias"]]] == [-5, 4, 1]
    assert (got["arithmetic"], got["train"]["mistakes"], got["train"]["on_boundary"]) == ("exact", 9, 5)


def test_classes_tie_exactly_in_one_vs_rest(folder):
    """Scores of these mini-batch runs are sevenths and the like: the report counts ties of them, not of their doubles."""
    for seed in (33, 109, *range(8)):
        data = drawn(seed)
        data.labels = ["abc"[k] if k < 3 else "abc"[(seed + k * k) % 3] for k in range(len(data.labels))]
        choices = {"step": "minibatch", "batch": len(data.rows) - 1, "stop": "passes", "passes": 5}
        got = trained(folder, data, choices, ["--multiclass", "one-vs-rest"])
        scores = []
        for label in "abc":
            x, _, c = data.problem(True)
            run = Run(x, [1 if v == label else -1 for v in data.labels], c, mistake="boundary-is-mistake", order="cyclic", batch_order="consecutive", **choices).run()
            scores.append([dot(run.final, row) for row in x])
        wrong = sum(max(range(3), key=lambda k: (s[k], -k)) != "abc".index(v) for s, v in zip(zip(*scores), data.labels))
        tied = sum(s["abc".index(v)] == max(s[k] for k in range(3) if "abc"[k] != v) for s, v in zip(zip(*scores), data.labels))
        assert (got["train"]["mistakes"], got["train"]["on_boundary"]) == (wrong, tied), seed


def test_a_linear_kernel_makes_the_same_run(folder):
    """Mini-batches and passive-aggressive steps by multipliers of rows visit, judge and count as those by weights."""
    for seed, step in itertools.product(range(20), STEPS):
        data, bias = drawn(seed), seed % 3 != 0
        choices = dict(step, stop="rounds", rounds=12, keep=("last", "pocket")[seed % 2])
        plain, kernel = (trained(folder, data, choices, more, bias, "trace") for more in ((), ("--kernel", "linear")))
        for a, b in zip(plain["visits"], kernel["visits"]):
            assert [a[k] for k in ("visit", "row", "decision")] == [b[k] for k in ("visit", "row", "decision")], (seed, step)
        a, b = plain["train"]["train"], kernel["train"]["train"]
        assert [a[k] for k in ("mistakes", "on_boundary")] == [b[k] for k in ("mistakes", "on_boundary")], (seed, step)


def test_kernel_steps_that_are_quotients_reach_their_margin(folder):
    """(uv + 1/2)^3 + 1 of -2 and -3: the step of row 2 takes the score to -1, and the next visit is no mistake; m = 1 by a double's last bit."""
    data = table("power", [["-2", "1"], ["-3", "-1"]])
    got = trained(folder, data, {"preset": "passive-aggressive", "step": "pa", "order": "first-mistake", "passes": 2, "kernel": "polynomial", "gamma": 1, "coef0": 0.5, "degree": 3}, verb="trace")
    assert (got["visits"][1]["score"], got["visits"][1]["decision"]) == (1, "correct")


def test_multipliers_are_the_doubles_nearest_to_exact_sums(folder):
    for seed, (step, more) in itertools.product(range(20), (("delta", {"eta": F(1, 5)}), ("rate", {"eta": F(1, 10)}), ("unit", {}), ("minibatch", {"batch": 3, "batch_order": "consecutive"}))):
        data = drawn(seed, weights=True)
        choices = dict(step=step, stop="passes", passes=5, **more)
        want = Run(*data.problem(True), mistake="boundary-is-mistake", order="cyclic", **choices).run()
        for kernel in ((), ("--kernel", "linear")):
            got = trained(folder, data, choices, kernel)
            assert got["arithmetic"] == "exact"
            assert {a["row"]: a["multiplier"] for a in got["alpha"]} == {i: float(a) for i, a in enumerate(want.alpha) if a != 0}, (seed, step)


def test_patience_waits_for_steps_that_move_the_weights(folder):
    """A zero row without a bias is a mistake for good, with steps of 0."""
    data = table("zero", [["0", "1"], ["1", "-1"]])
    got = trained(folder, data, {"preset": "passive-aggressive", "stop": "patience"}, bias=False)
    assert (got["status"], got["visits"]) == ("patience", 12)


def test_vacuous_is_said_of_rules_that_zero_satisfies(folder):
    data = table("two", [["1", "1"], ["-1", "-1"]])
    got = trained(folder, data, {"preset": "zero-one", "stop": "rounds", "rounds": 1})
    assert (got["status"], got["updates"], got["train"]["mistakes"]) == ("rounds", 0, 1)
    assert trained(folder, data, {"mistake": "boundary-is-correct"})["status"] == "vacuous"
