"""halfspace separate on the command line: verdicts, exit codes, JSON, and certificates that three checkers accept."""
import json
import pathlib
import random
import subprocess
import sys
from fractions import Fraction

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli")]

import fraction_check  # noqa: E402
from program import IRIS, OVERLAP, PAIR, ROOT, run, write  # noqa: E402

CHECKER = ROOT / "tools/verify_certificate.py"
TEXTS = HERE / "near_degenerate"
CODE = {"separable": 0, "quasi-separable": 1, "overlapping": 1, "undecided": 4}


def separate(data, *flags, **more):
    """The JSON answer; its exit code must be that of its verdict."""
    done = run("separate", data, *flags, "--json", **more)
    assert done.stdout, done.stderr
    answer = json.loads(done.stdout)
    assert done.returncode == CODE[answer["verdict"]], (done.returncode, answer["verdict"])
    return answer


def accepted(certificate, data, plain=None):
    """Both verifiers must take the certificate; `plain` is the text where the standard library of Python cannot unpack `data`."""
    done = run("verify", certificate, data, "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["accepted"] is True, done.stdout + done.stderr
    done = subprocess.run([sys.executable, CHECKER, certificate, plain or data], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def proved(tmp_path, data, *flags, plain=None):
    """(answer, certificate) of a run whose certificate all three checkers accept; `plain` is the text that `data` packs."""
    file = tmp_path / "certificate.json"
    file.unlink(missing_ok=True)
    answer = separate(data, "-o", file, *flags)
    if answer["verdict"] == "undecided":
        return answer, None
    certificate = json.loads(file.read_bytes())
    assert certificate["statement"] == answer["verdict"]
    if certificate["features"] == "none":
        rows = fraction_check.check(certificate, pathlib.Path(plain or data).read_bytes())
        for entry in answer.get("witness") or []:
            assert entry["line"] == rows.line[entry["row"]]
            assert entry["label"] == rows.label[entry["row"]]
    accepted(file, data, plain)
    return answer, certificate


def near_degenerate():
    for line in (TEXTS / "verdicts.tsv").read_text().splitlines():
        if not line.startswith("#"):
            yield pytest.param(*line.split("\t")[:3], id=line.split("\t")[0])


@pytest.mark.parametrize("file, bias, verdict", list(near_degenerate()))
def test_near_degenerate(tmp_path, file, bias, verdict):
    answer, _ = proved(tmp_path, TEXTS / file, "--bias", bias)
    assert answer["verdict"] == verdict


def random_text(rng):
    """A LIBSVM text of both labels, small whole numbers and tenths, often with ties."""
    d, n = rng.randint(1, 4), rng.randint(2, 14)
    w = [rng.randint(-2, 2) for _ in range(d + 1)]
    lines = []
    for i in range(n):
        x = [rng.choice([0, 1, 2, -1, Fraction(1, 10), Fraction(3, 10), Fraction(-7, 10)]) for _ in range(d)]
        score = sum(a * b for a, b in zip(w, x)) + w[d]
        y = 2 * (i % 2) - 1 if i < 2 or rng.random() < 0.1 else (score > 0) - (score < 0) or rng.choice([-1, 1])
        lines.append(f"{y:+d} " + " ".join(f"{j}:{float(v):g}" for j, v in enumerate(x, 1) if v or rng.random() < 0.2))
    return "\n".join(lines) + "\n"


def test_random_texts(tmp_path):
    seen = set()
    for seed in range(80):
        rng = random.Random(seed)
        data = write(tmp_path / "random.libsvm", random_text(rng))
        answer, _ = proved(tmp_path, data, "--bias", rng.choice(["augmented", "free", "none"]))
        seen.add(answer["verdict"])
    assert seen == {"separable", "quasi-separable", "overlapping"}


def exact(value):
    """A number of the JSON answer as a fraction: rationals are texts."""
    assert isinstance(value, str), value
    return Fraction(value)


# Margins known by hand: text, bias, squared margin, squared augmented margin, R^2 (None: not asked).
MARGINS = [
    # AND: (1, 1) lies 1/sqrt(2) from the line of (0, 1) and (1, 0).
    ("x1,x2,label\n0,0,-\n0,1,-\n1,0,-\n1,1,+\n", "augmented", "1/8", None, "3"),
    # 0 against 1: hull of (0, -1) and (1, 1) has the nearest point (2, -1)/5.
    ("x,label\n0,-\n1,+\n", "augmented", "1/4", "1/5", "2"),
    ("x,label\n-1,-\n1,+\n", "free", "1", "1", "2"),
    # One row (3, 4) and one on the other side: hull of (3, 4) and (4, 3), nearest (3.5, 3.5).
    ("x1,x2,label\n3,4,+\n-4,-3,-\n", "none", "49/2", None, "25"),
    ("x,label\n0.5,-\n0.500000000002,+\n", "augmented", "1/1000000000000000000000000", None, None),
]


@pytest.mark.parametrize("text, bias, geometric, augmented, radius", MARGINS)
def test_margins(tmp_path, text, bias, geometric, augmented, radius):
    answer, _ = proved(tmp_path, write(tmp_path / "data.csv", text), "--bias", bias)
    assert answer["verdict"] == "separable"
    assert exact(answer["margin_squared"]) == Fraction(geometric)
    if augmented:
        assert exact(answer["augmented_margin_squared"]) == Fraction(augmented)
    if radius:
        assert exact(answer["radius_squared"]) == Fraction(radius)
    if augmented and radius:
        assert Fraction(str(answer["mistake_bound"])) == Fraction(radius) / Fraction(augmented)


def test_names(tmp_path):
    answer, _ = proved(tmp_path, IRIS, *PAIR)
    assert answer["schema"] == "halfspace.separate/1"
    assert answer["bias_mode"] == "augmented"
    assert answer["certificate"] == str(tmp_path / "certificate.json")
    for name in ("version", "seconds", "peak_bytes", "margin_squared", "augmented_margin_squared", "radius_squared", "mistake_bound"):
        assert name in answer
    answer, _ = proved(tmp_path, IRIS, *OVERLAP)
    assert answer["verdict"] in ("quasi-separable", "overlapping")
    assert {"row", "line", "label", "multiplier"} <= set(answer["witness"][0])
    assert len(answer["witness"]) <= 4 + 2


def test_free_bias_is_decided_as_augmented(tmp_path):
    for classes in (PAIR, OVERLAP):
        assert proved(tmp_path, IRIS, *classes, "--bias", "free")[0]["verdict"] == proved(tmp_path, IRIS, *classes)[0]["verdict"]


def test_witness_is_minimal(tmp_path):
    """Without any one of its rows the others of a witness are separable: their certificate says so."""
    _, certificate = proved(tmp_path, IRIS, *OVERLAP)
    lines = pathlib.Path(IRIS).read_text().splitlines()
    for left_out in certificate["witness"]:
        kept = [lines[e["line"] - 1] for e in certificate["witness"] if e is not left_out]
        data = write(tmp_path / "kept.csv", "\n".join([lines[0], *kept]) + "\n")
        assert proved(tmp_path, data)[0]["verdict"] == "separable"


def test_hulls_meet_in_a_common_point(tmp_path):
    """Four points of a square, diagonals of two classes: the witness is all four, each class's half in the middle."""
    data = write(tmp_path / "xor.csv", "x1,x2,label\n0,0,a\n0,1,b\n1,0,b\n1,1,a\n")
    answer, _ = proved(tmp_path, data)
    assert answer["verdict"] == "overlapping"
    assert {Fraction(e["multiplier"]) for e in answer["witness"]} in ({Fraction(1)}, {Fraction(1, 4)}, {Fraction(1, 2)})
    assert sorted(e["line"] for e in answer["witness"]) == [2, 3, 4, 5]


def test_duplicates_with_opposite_labels(tmp_path):
    data = write(tmp_path / "twice.csv", "x1,x2,label\n5,5,a\n0.1,0.2,a\n7,1,b\n0.10,2e-1,b\n")
    answer, _ = proved(tmp_path, data)
    assert answer["verdict"] in ("quasi-separable", "overlapping")
    assert sorted(e["line"] for e in answer["witness"]) == [3, 5]
    assert len({Fraction(e["multiplier"]) for e in answer["witness"]}) == 1
