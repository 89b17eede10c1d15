"""Texts in another style and rows left out: both verifiers read them as the certificate says, and the question says it."""
import hashlib
import itertools
import json
import pathlib
import subprocess
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "cli"))

from program import ROOT, run  # noqa: E402

CHECKER = ROOT / "tools/verify_certificate.py"


def second(certificate, data):
    return subprocess.run([sys.executable, CHECKER, certificate, data], capture_output=True, text=True, check=False)


def certified(tmp_path, content, *flags, name="d.csv"):
    """(certificate, data, what `verify` answers)"""
    data, certificate = tmp_path / name, tmp_path / "c.cert"
    data.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = run("separate", data, *flags, "-o", certificate)
    assert done.returncode in (0, 1) and certificate.exists(), done.stderr
    done = run("verify", certificate, data, "--json")
    assert done.returncode == 0, done.stdout
    return certificate, data, json.loads(done.stdout)


LETTERS = "caf\u00e9,label,\u20ac\n1,\u00e9,2\n2,b,3\n"
STYLES = [  # text, flags, what the question says of them
    ("x;x2;label\n1,5;2;a\n2,5;1;b\n", ["--delimiter", ";", "--decimal", ","], "read with --decimal ,"),
    ("x;label\n1.000.500,5;a\n2.500;b\n-3;a\n", ["--delimiter", ";", "--decimal", ",", "--thousands", "."], "--thousands ."),
    ("x;label\n1\u00a0500;a\n2 500;b\n-3;a\n", ["--delimiter", ";", "--thousands", "space"], "--thousands space"),
    ("x,x2,label\n1.5,2,a\n2.5,1,b\n3.5,2,b\n1,1,\n", ["--missing", "drop-label"], "without rows that have no label"),
    ("x,c,label\n1.5,u,a\n2.5,-,b\n3.5,v,b\n1,u,-\n", ["--categorical", "c", "--missing", "category,drop-label", "--na", "-"], "missing cells are a level; read with --na -"),
    ("x,label\n1,a\n-9,b\n2,b\n", ["--missing", "drop", "--na", "-9"], "without rows that miss a value; read with --na -9"),
    ("0,0,no\n1,1,no\n0,1,yes\n1,0,yes\n", ["--no-header", "--label", "3", "--skip-lines", "1"], "without the first 1 line"),
    (LETTERS.encode("cp1252"), ["--label", "label", "--encoding", "latin1"], "read with --encoding latin1"),
    (LETTERS.encode("utf-16"), ["--label", "label", "--encoding", "utf-16"], "read with --encoding utf-16"),
    (LETTERS.encode("utf-16-be"), ["--label", "label", "--encoding", "utf-16"], "read with --encoding utf-16"),
]


@pytest.mark.parametrize("content, flags, said", STYLES, ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_a_style_is_said_and_read_by_both(tmp_path, content, flags, said):
    certificate, data, answer = certified(tmp_path, content, *flags)
    assert said in answer["question"]
    assert said in " ".join(run("inspect", certificate).stdout.split())
    facts = json.loads(run("inspect", certificate, "--json").stdout)
    about = json.loads(certificate.read_text())["data"]
    assert (facts["missing"], facts["style"]) == (about["missing"], about.get("style", {}))
    done = second(certificate, data)
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(value in done.stdout for value in about.get("style", {}).values())


def test_a_plain_text_has_nothing_to_say(tmp_path):
    _, _, answer = certified(tmp_path, "x,label\n1,a\n2,b\n")
    assert answer["question"] == "b is +1, a is -1; bias augmented; column x; label label"


@pytest.mark.parametrize("content, flags", [("x,label\n$1,a\n$2,b\n", ["--signs", "currency"]), ("x,label\n2026-01-01,a\n2026-01-02,b\n", ["--dates", "days"])], ids=["signs", "dates"])
def test_what_the_second_checker_does_not_know_is_no_rejection(tmp_path, content, flags):
    certificate, data, _ = certified(tmp_path, content, *flags)
    done = second(certificate, data)
    assert (done.returncode, done.stdout) == (3, "") and "nothing that this checker knows" in done.stderr


@pytest.mark.parametrize("head", [b"\x28\xb5\x2f\xfd", b"\x04\x22\x4d\x18"], ids=["zstd", "lz4"])
def test_a_packing_that_the_second_checker_does_not_read_is_no_rejection(tmp_path, head):
    certificate, _, _ = certified(tmp_path, "x,label\n1,a\n2,b\n")
    packed = tmp_path / "packed"
    packed.write_bytes(head + b"more")
    done = second(certificate, packed)
    assert done.returncode == 3 and "packed in a way that this checker does not read" in done.stderr


def test_a_decimal_point_is_no_number_of_a_text_with_decimal_commas(tmp_path):
    """Training refuses it (docs/formats/csv.md); a certificate cannot mean 1.5 by it, nor 15."""
    certificate, data, _ = certified(tmp_path, "x;label\n1,5;a\n2,5;b\n", "--delimiter", ";", "--decimal", ",")
    c = json.loads(certificate.read_text())
    data.write_text("x;label\n1.5;a\n2,5;b\n")
    c["data"]["sha256"] = hashlib.sha256(data.read_bytes()).hexdigest()
    certificate.write_text(json.dumps(c))
    done = run("verify", certificate, data)
    assert done.returncode == 1 and "decimal point" in done.stdout
    assert second(certificate, data).returncode == 1


def test_places_of_products_need_no_list_of_them(tmp_path):
    """65,000 columns have 2,112,532,500 products i <= j."""
    text = "1 1:1 65000:2\n-1 1:2 65000:1\n1 2:1\n-1 64999:3 65000:1\n"
    certificate, data, _ = certified(tmp_path, "1 1:1 2:2\n-1 1:2\n", name="few.svm")
    c = {**json.loads(certificate.read_text()), "statement": "not-separable", "features": "poly2", "columns": 65000}
    data = tmp_path / "wide.svm"
    data.write_text(text + "-1 1:1 65000:2\n")
    c = {name: value for name, value in c.items() if name not in ("weights", "bias_weight", "margin")}
    c["data"].update(sha256=hashlib.sha256(data.read_bytes()).hexdigest(), rows=5)
    c["witness"] = [{"row": 0, "line": 1, "multiplier": "1"}, {"row": 4, "line": 5, "multiplier": "1"}]
    certificate.write_text(json.dumps(c))
    assert run("verify", certificate, data).returncode == 0
    done = second(certificate, data)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("features, columns", [("poly2", 4), ("poly3", 4), ("interactions", 4), ("poly3", 1)])
def test_places_of_products_are_those_of_the_list(features, columns):
    reader = {"__name__": "reader"}
    code = CHECKER.parent / "exact_rows.py"
    exec(compile(code.read_text(), str(code), "exec"), reader)
    pairs = itertools.combinations if features == "interactions" else itertools.combinations_with_replacement
    keys = list(pairs(range(columns), 2)) + (list(itertools.combinations_with_replacement(range(columns), 3)) if features == "poly3" else [])
    assert [reader["place"](key, columns, features) for key in keys] == [columns + k for k in range(len(keys))]


@pytest.mark.parametrize("weight, wrong", [("1e-400", "above 0 but too small"), ("0.1e-330", "above 0 but too small"), ("-1e-400", "is negative"), ("-1", "is negative")])
@pytest.mark.parametrize("verb", ["separate", "train", "cv", "inspect", "path"])
def test_a_weight_that_doubles_lose_is_refused(tmp_path, verb, weight, wrong):
    data = tmp_path / "w.csv"
    data.write_text("x,w,label\n1,1,a\n2,1,b\n3," + weight + ",a\n3,0.0e-500,a\n4,5e-324,b\n")
    done = run(verb, data, "--weight", "w")
    assert done.returncode == 3 and f"{data}:4:2: weight '{weight}' {'is ' if wrong[0] == 'a' else ''}{wrong}" in done.stderr, done.stderr
    assert ":5:2" not in done.stderr and ":6:2" not in done.stderr


@pytest.mark.parametrize("labels", ["ppp", "nnn"])
def test_one_class_with_a_bias_is_separated_by_the_bias_alone(tmp_path, labels):
    """w = 0, b = +-1 has w.z = 1 in every row."""
    content = "a,b,y\n" + "".join(f"{k},{3 - k},{label}\n" for k, label in enumerate(labels))
    certificate, data, _ = certified(tmp_path, content, "--label", "y")
    c = json.loads(certificate.read_text())
    assert c["statement"] == "separable" and c["weights"] == ["0", "0"]
    assert c["bias_weight"] == ("1" if c["classes"]["positive"] else "-1")
    assert second(certificate, data).returncode == 0


def test_rows_without_columns_meet_in_the_one_point_there_is(tmp_path):
    data = tmp_path / "z.svm"
    data.write_text("1\n-1\n")
    done = run("separate", data)
    assert done.returncode == 1 and "all rows are one point" in done.stdout


@pytest.mark.parametrize("tail", ["\0", "\0{}", "\0 and more"], ids=repr)
def test_nothing_follows_a_certificate(tmp_path, tail):
    """RFC 8259: JSON has no NUL, and one text is one value."""
    certificate, data, _ = certified(tmp_path, "x,label\n1,a\n2,b\n")
    certificate.write_text(certificate.read_text() + tail)
    assert run("verify", certificate, data).returncode == 3
    assert second(certificate, data).returncode == 3
