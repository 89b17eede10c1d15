"""Small random data and learners, and what must hold of every answer: recomputed in fractions from the JSON, compared with the text."""
import json
import signal
import subprocess
import time
from fractions import Fraction as F

from fractions_lp import dot, gordan, nearest_squared
from program import HALFSPACE, SANITIZED, run

PRESETS = ["cyclic", "pla", "online", "zero-one", "delta", "subgradient", "pocket", "averaged", "voted", "margin", "passive-aggressive"]
BIASES = ["augmented", "free", "none"]
LATER = "2" if SANITIZED else "0.3"  # seconds: the rows are read by then


class Problem:
    """rows of decimals with one digit or whole numbers, labels a, b (c); z: signed rows of two classes, with the 1 of a bias."""

    def __init__(self, rng):
        self.rng = rng
        self.d = rng.randrange(1, 4)
        self.classes = "abc"[:3 if rng.random() < 0.2 else 2]
        n = rng.randrange(len(self.classes) + 1, 9)
        scale = rng.choice([1, 1, 10])
        self.rows = [[F(rng.randrange(-4, 5), scale) for _ in range(self.d)] for _ in range(n)]
        self.labels = [*self.classes, *(rng.choice(self.classes) for _ in range(n - len(self.classes)))]
        rng.shuffle(self.labels)
        self.learner = self.a_learner()

    def a_learner(self):
        rng, bias = self.rng, self.rng.choice(BIASES)
        kind = rng.choice(["auto", "perceptron", "perceptron", "logistic", "svm"])
        if kind == "auto":
            return []
        if kind == "perceptron":
            return ["--preset", rng.choice(PRESETS), "--bias", bias, "--seed", str(rng.randrange(3)), "--rounds", "60", "--passes", "8"][:8 if rng.random() < .5 else 6]
        if kind == "logistic":
            return ["--algorithm", "logistic", "--C", rng.choice(["0.1", "1", "100"]), "--bias", bias]
        loss = rng.choice(["hinge", "squared-hinge"])
        return ["--algorithm", "svm", "--loss", loss, "--C", rng.choice(["0.1", "1", "100", "inf"] if loss == "hinge" else ["0.1", "1"]), "--bias", bias]

    @property
    def text(self):
        head = ",".join(f"x{j}" for j in range(self.d)) + ",label\n"
        return head + "".join(",".join(str(float(v)) for v in row) + f",{label}\n" for row, label in zip(self.rows, self.labels))

    def flag(self, name, default=None):
        return self.learner[self.learner.index(name) + 1] if name in self.learner else default

    def signed(self, bias):
        return [[(1 if label == "b" else -1) * v for v in (*row, *([F(1)] if bias else []))] for row, label in zip(self.rows, self.labels)]


def check_statement(p, j, text):
    """The text says what the JSON says."""
    result = " ".join(text.split())
    assert f"status {j['status']}: " in result
    if j["algorithm"] == "perceptron":
        assert any(w in result for w in ("every row has a margin above 0", "every row scores highest at its own class")) == bool(j["separates"]), j["separates"]
    if j["separable"] is False or j.get("verdict") in ("overlapping", "quasi-separable"):
        assert "the data is linearly separable" not in result
    if j["separable"]:
        assert "not separable" not in result and "not-separable" not in result
    if j["train"] is not None:
        assert f"train {j['train']['mistakes']} mistake" in result
    if "updates" in j:
        assert f"work {j['updates']:,} update" in result
    if j.get("support_vectors") is not None and j["algorithm"] == "svm" and j.get("margin"):
        assert f"{j['support_vectors']} support vector" in result
    assert "nan" not in result.split() and "inf" not in [w for w in result.split() if w != p.flag("--C")]


def check_verdict(p, j):
    """Verdict, witness and `separates` against Gordan's alternative in fractions."""
    if len(p.classes) > 2:
        return
    z = p.signed(j["bias_mode"] != "none")
    witness = gordan(z)
    if j["separable"] is not None:
        assert j["separable"] == (witness is None)
    if j.get("verdict") not in (None, "undecided"):
        assert (j["verdict"] == "separable") == (witness is None)
    if j["separates"]:
        assert witness is None
    if j.get("witness"):
        multipliers = [F(t["multiplier"]) for t in j["witness"]]
        assert all(m > 0 for m in multipliers)
        rows = [z[t["row"]] for t in j["witness"]]
        assert all(dot(multipliers, column) == 0 for column in zip(*rows))


def check_perceptron(p, j):
    """Sum of alpha y x, the mistakes of the weights, the bound against the best margin."""
    bias = j["bias_mode"] != "none"
    if len(p.classes) > 2 or j["weights"] is None:
        return
    z = p.signed(bias)
    w = [F(v) for v in j["weights"]] + ([F(j["bias"])] if bias else [])
    if j["alpha"] is not None:
        begun = j["start"] or {"weights": [0] * (len(w) - bias), "bias": 0}
        start = ([F(v) for v in begun["weights"]] + [F(begun["bias"])])[:len(w)]
        total = [s + sum(F(t["multiplier"]) * z[t["row"]][k] for t in j["alpha"]) for k, s in enumerate(start)]
        scale = max([1, *map(abs, w)])
        assert all(abs(a - b) <= scale * F(1, 10**9) for a, b in zip(total, w)), ([*map(float, total)], [*map(float, w)])
    margins = [dot(w, row) for row in z]
    if j["preset"] != "voted" and all(abs(m) > F(1, 10**9) for m in margins) and j["settings"]["margin"] == 0:
        assert j["train"]["mistakes"] == sum(m <= 0 for m in margins)
    bound = j["bound"]
    if bound and p.flag("--preset", "cyclic") != "voted":
        assert abs(F(bound["radius_squared"]) - max(dot(r, r) for r in z)) <= F(1, 10**9) * F(bound["radius_squared"])
        if bound["updates_at_most"] is not None:
            assert bound["updates"] <= F(bound["updates_at_most"])
        if len(z) <= 6 and bound["margin_at_least"] is not None and bound["margin_at_most"] is not None:
            best = nearest_squared(z)
            assert F(bound["margin_at_least"]) ** 2 <= best * (1 + F(1, 10**9))
            assert F(bound["margin_at_most"]) ** 2 >= best * (1 - F(1, 10**9))


def losses(p, j, loss):
    w, b = [F(v) for v in j["weights"]], F(j["bias"] or 0)
    margins = [(1 if label == "b" else -1) * (dot(w, row) + b) for row, label in zip(p.rows, p.labels)]
    value = {"hinge": lambda m: max(F(0), 1 - m), "squared-hinge": lambda m: max(F(0), 1 - m) ** 2}[loss]
    return margins, [value(m) for m in margins], dot(w, w) + (b * b if j["bias_mode"] == "augmented" else 0)


def check_svm(p, j, other):
    """primal is the objective at the weights, dual is below every primal (that of a second solver too), support rows have margin <= 1."""
    if len(p.classes) > 2 or not j["fitted"]:
        return
    loss, C = p.flag("--loss"), p.flag("--C")
    margins, each, square = losses(p, j, loss)
    near = F(1, 10**5)
    if C == "inf":
        assert all(m >= 1 - near for m in margins)
        primal = square / 2
    else:
        primal = square / 2 + F(C) * sum(each)
    assert abs(primal - F(j["primal"])) <= (1 + primal) * F(1, 10**6)
    if j["gap"] is not None:
        assert F(j["dual"]) <= F(j["primal"]) * (1 + F(1, 10**12))
        if other is not None and other["fitted"]:
            assert F(j["dual"]) <= F(other["primal"]) * (1 + F(1, 10**9)) + F(1, 10**12)
    if j["support_vectors"] is not None and j["status"] == "converged":
        assert sum(m < 1 - F(1, 100) for m in margins) <= j["support_vectors"] <= sum(m < 1 + F(1, 100) for m in margins)


def check(p, path):
    """One problem, both forms of its report. `path`: where its data is written."""
    path.write_text(p.text)
    call = ["train", path, *p.learner]
    words, numbers = run(*call), run(*call, "--json")
    assert words.returncode == numbers.returncode and words.returncode in (0, 4), (words, numbers)
    assert words.stderr == numbers.stderr
    return facts_hold(p, path, numbers.stdout, words.stdout)


def facts_hold(p, path, numbers, words):
    j = json.loads(numbers, parse_float=str)
    if words is not None:
        check_statement(p, j, words)
    check_verdict(p, j)
    if j["algorithm"] == "perceptron":
        check_perceptron(p, j)
    elif j["algorithm"] == "svm":
        second = None
        if p.flag("--C") != "inf":
            done = run("train", path, *p.learner, "--solver", "dual-cd" if p.flag("--bias") != "free" else "interior-point", "--max-rounds", "1000", "--json")
            second = json.loads(done.stdout, parse_float=str) if done.returncode == 0 else None
        check_svm(p, j, second)
    return j


def cut_short(p, path, how):
    """The same of a run that a time limit or a signal ends."""
    path.write_text(p.text)
    preset = p.rng.choice(["pocket", "online", "subgradient", "averaged"])
    flags = ["--preset", preset, "--passes" if preset == "averaged" else "--rounds", "4000000000", "--decide", "off", "--bias", p.rng.choice(BIASES), "--json"]
    process = subprocess.Popen([HALFSPACE, "train", path, *flags, *(["--timeout", LATER] if how == "timeout" else [])],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    if how == "interrupted":
        time.sleep(float(LATER))
        process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    done = any(f'"status": "{status}"' in out for status in ("passes", "converged"))  # before the end came
    assert process.returncode == (0 if how == "timeout" or done else 130), (process.returncode, err)
    p.learner = flags[:-1]
    j = facts_hold(p, path, out, None)
    assert j["status"] in (how, "converged", "passes", "not-separable"), j["status"]
