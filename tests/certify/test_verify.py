"""halfspace verify: exit codes and answers; and tools/verify_certificate.py says the same of good and of damaged certificates."""
import contextlib
import gzip
import importlib.util
import io
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from certificates import certificates, random_certificates

HALFSPACE = os.environ["HALFSPACE"]
CHECKER = Path(__file__).resolve().parents[2] / "tools/verify_certificate.py"
XOR = "a,b,label\n0,0,n\n0,1,p\n1,0,p\n1,1,n\n"


def halfspace(*args, text=None):
    return subprocess.run([HALFSPACE, "verify", *map(str, args)], input=text, capture_output=True, text=True)


def checker_module():
    sys.path.insert(0, str(CHECKER.parent))  # for exact_rows.py, as where it is run
    spec = importlib.util.spec_from_file_location("verify_certificate", CHECKER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHECK = checker_module()


def python_code(certificate, data):
    """Exit code of the Python checker, run here."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        sys.argv, before = [str(CHECKER), str(certificate), str(data)], sys.argv
        try:
            return CHECK.main()
        finally:
            sys.argv = before


def xor():
    text, made = certificates([(0, 0), (0, 1), (1, 0), (1, 1)], [-1, 1, 1, -1], True)
    assert text == XOR
    return next(c for c in made if c["statement"] == "overlapping")


@pytest.fixture
def files(tmp_path):
    (tmp_path / "xor.csv").write_text(XOR)
    (tmp_path / "xor.cert").write_text(json.dumps(xor()))
    return tmp_path / "xor.cert", tmp_path / "xor.csv"


def written(path, thing):
    path.write_text(thing if isinstance(thing, str) else json.dumps(thing))
    return path


def test_accepted(files):
    done = halfspace(*files)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("verdict    accepted: the rows are overlapping\n")
    answer = json.loads(halfspace(*files, "--json").stdout)
    assert (answer["schema"], answer["accepted"], answer["statement"]) == ("halfspace.verify/1", True, "overlapping")
    assert "bias " in answer["question"] and "is +1" in answer["question"]
    assert answer["reason"] and "verify" in answer["seconds"]


def test_the_documented_example(tmp_path):
    page = (CHECKER.parents[1] / "docs/formats/certificate.md").read_text()
    certificate = written(tmp_path / "xor.cert", page.split("```json\n")[1].split("```")[0])
    data = written(tmp_path / "xor.csv", "x1,x2,label\n0,0,no\n0,1,yes\n1,0,yes\n1,1,no\n")
    assert (halfspace(certificate, data).returncode, python_code(certificate, data)) == (0, 0)


def test_standard_input_and_packing(files, tmp_path):
    certificate, data = files
    assert halfspace("-", data, text=certificate.read_text()).returncode == 0
    assert halfspace(certificate, "-", text=XOR).returncode == 0
    assert halfspace("-", "-", text=XOR).returncode == 2
    packed = tmp_path / "xor.csv.gz"
    packed.write_bytes(gzip.compress(XOR.encode()))
    assert halfspace(certificate, packed).returncode == 0
    assert python_code(certificate, packed) == 0


def test_rejected(files, tmp_path):
    c = xor()
    c["witness"][0]["multiplier"] = "2"
    done = halfspace(written(tmp_path / "false.cert", c), files[1])
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("verdict    rejected\n") and "expected 0" in done.stdout
    answer = json.loads(halfspace(tmp_path / "false.cert", files[1], "--json").stdout)
    assert answer["accepted"] is False and answer["statement"] == "overlapping"
    c["note"] = 1
    answer = json.loads(halfspace(written(tmp_path / "note.cert", c), files[1], "--json").stdout)
    assert answer["accepted"] is False and answer["statement"] is None and "unknown member 'note'" in answer["reason"]
    other = written(tmp_path / "other.csv", XOR + "2,2,p\n")
    assert "SHA-256" in halfspace(files[0], other).stdout


def test_what_is_no_certificate_is_bad_data(files, tmp_path):
    for text in ("", "{", "[]", '{"format": "x"}', XOR, "[" * 100000):
        path = written(tmp_path / "no.cert", text)
        done = halfspace(path, files[1])
        assert (done.returncode, done.stdout) == (3, ""), text[:40]
        assert str(path) in done.stderr
        assert python_code(path, files[1]) == 3, text[:40]
    damaged = tmp_path / "damaged.csv.gz"
    damaged.write_bytes(gzip.compress(XOR.encode())[:-3])
    assert halfspace(files[0], damaged).returncode == 3
    assert python_code(files[0], damaged) == 3
    assert halfspace(files[0], tmp_path / "none.csv").returncode == 5
    assert halfspace(tmp_path / "none.cert", files[1]).returncode == 5


def changed(path, *keys_and_value):
    """The XOR certificate with one member replaced (or taken out: ...)."""
    c = xor()
    *keys, value = keys_and_value
    inner = c
    for key in keys[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[keys[-1]]
    else:
        inner[keys[-1]] = value
    return written(path, c)


ONE = {"row": 0, "line": 2, "multiplier": "1"}
WRONG = [("version", 2), ("version", 1.0), ("version", True), ("version", ...), ("statement", "separable"), ("statement", []), ("bias", "free"),
         ("note", 1), ("features", ...), ("features", "poly4"), ("data", []), ("data", "sha256", "0" * 64), ("data", "sha256", "x"),
         ("data", "format", "libsvm"), ("data", "format", []), ("data", "delimiter", ""), ("data", "delimiter", ";"),
         ("data", "delimiter", '"'), ("data", "header", False), ("data", "header", 1), ("data", "label", "a"), ("data", "label", "z"),
         ("data", "label", 3), ("data", "weight", "b"), ("data", "weight", "w"), ("data", "weight", ...), ("data", "missing", "mean"),
         ("data", "rows", 3), ("data", "rows", 5), ("data", "rows", 0), ("data", "rows", -1), ("data", "rows", "4"), ("data", "zero_based", False),
         ("classes", "numeric", True), ("classes", "numeric", 0), ("classes", "positive", []), ("classes", "positive", ["n"]),
         ("classes", "positive", ["n", "p"]), ("classes", "positive", [1]), ("classes", {}), ("columns", 2),
         ("columns", 0, "name", "z"), ("columns", 0, "name", "b"), ("columns", 0, "name", "label"), ("columns", 0, "levels", []),
         ("columns", 0, "levels", ["0"]), ("columns", 0, "levels", ["0", "0.0", "1"]), ("columns", 0, "levels", [0, 1]), ("columns", 0, "kind", 1),
         ("witness", []), ("witness", [ONE]), ("witness", [ONE, ONE]), ("witness", {}), ("witness", 0, "row", 1), ("witness", 0, "row", 4), ("witness", 0, "row", -1),
         ("witness", 0, "row", 2**64), ("witness", 0, "line", 3), ("witness", 0, "multiplier", "0"), ("witness", 0, "multiplier", "-1"),
         ("witness", 0, "multiplier", "2"), ("witness", 0, "multiplier", 1), ("witness", 0, "multiplier", "1/0"), ("witness", 0, "multiplier", "+1"),
         ("witness", 0, "multiplier", "1."), ("witness", 0, "multiplier", ".5"), ("witness", 0, "multiplier", "1e401"), ("witness", 0, "multiplier", "1" * 900),
         ("witness", 0, "multiplier", " 1"), ("witness", 0, "multiplier", "1e"), ("witness", 0, "multiplier", "\u0661"), ("span", ...), ("span", []), ("span", 0, "multiplier", "9"),
         ("weights", ["1", "1"]), ("margin", {}), ("disjoint_witnesses", {}), ("disjoint_witnesses", [[]]), ("disjoint_witnesses", [[ONE]])]
FINE = [("witness", 0, "multiplier", "7/7"), ("witness", 0, "multiplier", "1e0"), ("witness", 0, "multiplier", "0.1E+1"), ("witness", 0, "multiplier", "001/1"),
        ("columns", 0, "levels", ["0", "1"]), ("columns", 0, "levels", ["1.0", "0e5", "red"]), ("data", "missing", "drop"), ("data", "missing", "category"),
        ("classes", "negative", ["n", "other"]), ("disjoint_witnesses", []),
        ("data", "format", "tsv"), ("bias", "none"), ("columns", [])]


@pytest.mark.parametrize("change", WRONG, ids=str)
def test_both_refuse(files, tmp_path, change):
    path = changed(tmp_path / "c.cert", *change)
    assert (halfspace(path, files[1]).returncode, python_code(path, files[1])) == (1, 1)


@pytest.mark.parametrize("change", FINE, ids=str)
def test_both_accept(files, tmp_path, change):
    path = changed(tmp_path / "c.cert", *change)
    assert (halfspace(path, files[1]).returncode, python_code(path, files[1])) == (0, 0)


def test_members_twice(files, tmp_path):
    text = files[0].read_text()
    for twice in (text.replace('"version": 1', '"version": 1, "version": 1'), text.replace('"row": 0', '"row": 0, "\\u0072ow": 0', 1)):
        path = written(tmp_path / "c.cert", twice)
        assert (halfspace(path, files[1]).returncode, python_code(path, files[1])) == (1, 1)


def mutated(text, rng):
    at, size = rng.randrange(len(text)), rng.randrange(1, 25)
    kind = rng.randrange(6)
    byte = rng.choice("0123456789-/.e\"{}[],:npab ")
    if kind == 0:
        return text[:at] + byte + text[at + 1:]
    if kind == 1:
        return text[:at] + byte + text[at:]
    if kind == 2:
        return text[:at] + text[at + size:]
    if kind == 3:
        to = rng.randrange(len(text))
        return text[:to] + text[at:at + size] + text[to:]
    digits = [k for k, c in enumerate(text) if c.isdigit()]
    at = rng.choice(digits)
    return text[:at] + rng.choice("0123456789") + text[at + 1:]


def test_both_say_the_same_of_damaged_certificates(tmp_path):
    rng = random.Random(7)
    codes = []
    for number, (data, certificate) in enumerate(random_certificates(rng, 60)):
        text = written(tmp_path / f"{number}.csv", data)
        for k in range(7):
            path = written(tmp_path / f"{number}-{k}.cert", mutated(certificate, rng) if k else certificate)
            done = halfspace(path, text)
            assert python_code(path, text) == done.returncode, f"{path.read_text()}\n{data}\n{done.stdout}{done.stderr}"
            assert k > 0 or done.returncode == 0
            codes.append(done.returncode)
    assert {0, 1, 3} == set(codes) and codes.count(0) > 70


def inspect(*args, text=None):
    return subprocess.run([HALFSPACE, "inspect", *map(str, args)], input=text, capture_output=True, text=True)


def test_inspect_tells_a_certificate_from_data(files):
    cert = files[0]
    reported = inspect(cert, "--json")
    assert reported.returncode == 0, reported.stderr
    answer, claim = json.loads(reported.stdout), json.loads(Path(cert).read_text())
    assert answer["kind"] == "certificate" and answer["statement"] == claim["statement"]
    assert (answer["rows"], answer["sha256"]) == (claim["data"]["rows"], claim["data"]["sha256"])
    assert answer["witness_rows"] == (len(claim["witness"]) if "witness" in claim else None)
    text = " ".join(inspect(cert).stdout.split())
    assert text.startswith("claim") and f"a certificate that the rows are {claim['statement']}" in text
    assert "a certificate" in inspect("-", text=Path(cert).read_text()).stdout
    refused = inspect(cert, "--label", "y")
    assert refused.returncode == 2 and "this file is a certificate" in refused.stderr


def test_inspect_of_a_damaged_certificate_is_bad_data(tmp_path):
    path = tmp_path / "x.cert"
    path.write_text('{"version": 7, "format": "halfspace-certificate"}')
    assert inspect(path).returncode == 3
