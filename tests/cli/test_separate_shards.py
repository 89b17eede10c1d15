"""`separate` and `verify` over folders of shards: the verdicts of the text, certificates that hold for both."""
import json
import random
import re

import pytest

from program import answer, refused, run, write
from test_shards import made, shards


def plane(path, rows=3000, seed=1, kind="csv", ties=0, twist=0, digits=3):
    """Points and the side of a plane they are on, blank lines between; `ties` points of the plane are on both sides, and
    `twist` others too."""
    chance = random.Random(seed)
    lines = ["a,b,c,class"] if kind == "csv" else []
    points = [[round(chance.gauss(0, 1), digits) for _ in range(3)] for _ in range(rows)]
    sides = [2 * a - b + c > 0.25 for a, b, c in points]
    both = points[:twist] + [[(1 + 4 * k) / 8, k, 0] for k in range(ties)]  # 2a - b = 1/4
    for values, side in list(zip(points, sides)) + [(p, s) for p in both for s in (True, False)]:
        if kind == "csv":
            lines.append(",".join(map(str, values)) + (",up" if side else ",down"))
        else:
            lines.append(("+1 " if side else "-1 ") + " ".join(f"{j + 1}:{v}" for j, v in enumerate(values) if v))
        if chance.random() < 0.01:
            lines.append("")
    return write(path, "\n".join(lines) + "\n")


CASES = [
    ("csv", {}, "separable", 0),
    ("libsvm", {}, "separable", 0),
    ("csv", {"ties": 3}, "quasi-separable", 1),
    ("libsvm", {"ties": 1}, "quasi-separable", 1),
    ("libsvm", {"twist": 40}, "overlapping", 1),
]


@pytest.mark.parametrize("kind, more, verdict, code", CASES)
def test_the_same_certificate_from_any_number_of_shards_about_the_text(tmp_path, kind, more, verdict, code):
    source = plane(tmp_path / f"rows.{kind}", kind=kind, **more)
    whole = json.loads(run("separate", source, "--json").stdout)
    assert whole["verdict"] == verdict
    certificates = set()
    for count in (1, 2, 3, 7):
        folder, proof = tmp_path / f"in{count}", tmp_path / f"{count}.cert"
        shards(source, folder, count)
        done = run("separate", folder, "-o", proof, "--json", "--threads", str(1 + count % 2))
        assert done.returncode == code, done.stderr
        told = json.loads(done.stdout)
        for name in ("verdict", "rows", "cols", "classes", "positive", "radius_squared", "bias_mode"):
            assert told[name] == whole[name], name
        if whole["margin_squared"] is not None:
            assert told["margin_squared"] == whole["margin_squared"]
        assert told["partitions"]["shards"] == count
        assert told["partitions"]["rounds"] >= 2
        assert told["partitions"]["rows_seen"] <= told["rows"]
        certificates.add(proof.read_bytes())
        for rows in (folder, source):
            assert answer("verify", proof, rows)["accepted"], rows
    assert len(certificates) == 1


def test_a_certificate_of_the_text_holds_for_the_folder(tmp_path):
    source = plane(tmp_path / "rows.csv", rows=500, ties=4)
    shards(source, tmp_path / "folder", 3)
    proof = tmp_path / "cert"
    run("separate", source, "-o", proof)
    assert answer("verify", proof, tmp_path / "folder")["statement"] == "quasi-separable"
    products = tmp_path / "products"
    run("separate", source, "--features", "interactions", "-o", products)
    assert answer("verify", products, tmp_path / "folder")["accepted"]


def test_a_tampered_certificate_or_folder_is_rejected(tmp_path):
    source = plane(tmp_path / "rows.csv", ties=2)
    other = plane(tmp_path / "other.csv", ties=2, seed=2)
    shards(source, tmp_path / "folder", 3)
    shards(other, tmp_path / "other", 3)
    proof = tmp_path / "cert"
    run("separate", tmp_path / "folder", "-o", proof)
    text = proof.read_text()
    harmed = tmp_path / "harmed"
    edits = [
        re.sub(r'"row": (\d+)', lambda m: f'"row": {int(m[1]) + 1}', text, count=1),
        re.sub(r'"line": (\d+)', lambda m: f'"line": {int(m[1]) + 1}', text, count=1),
        re.sub(r'"multiplier": "(\d+)', lambda m: f'"multiplier": "{int(m[1]) + 1}', text, count=1),
        re.sub(r'"weights": \[\s+"', lambda m: m[0] + "-" if "-" not in m[0] else m[0], text).replace('"--', '"'),
        text.replace('"rows": 3004', '"rows": 3003'),
        text.replace('"label": "class"', '"label": "a"'),
        text.replace('["down"]', '["up"]').replace('"positive": ["up"]', '"positive": ["down"]'),
    ]
    for edit in edits:
        assert edit != text
        harmed.write_text(edit)
        done = run("verify", harmed, tmp_path / "folder", "--json")
        assert (done.returncode, json.loads(done.stdout)["accepted"]) == (1, False), edit[:400]
    done = run("verify", proof, tmp_path / "other")
    assert done.returncode == 1
    assert "another text" in done.stdout
    shard = tmp_path / "folder" / "part-00001.shard"
    damaged = bytearray(shard.read_bytes())
    damaged[-9] ^= 1
    shard.write_bytes(damaged)
    assert "checksum differs" in refused(3, "verify", proof, tmp_path / "folder")


def test_longer_digits_than_doubles_hold_are_another_text(tmp_path):
    """0.1 and 0.10000000000000000001 are one double: of the text they separate, of the shards they do not."""
    source = write(tmp_path / "rows.csv", "x,label\n0.1,no\n0.10000000000000000001,yes\n")
    folder, proof = tmp_path / "folder", tmp_path / "cert"
    shards(source, folder, 2)
    assert answer("separate", source)["verdict"] == "separable"
    done = run("separate", folder, "-o", proof, "--json")
    assert json.loads(done.stdout)["verdict"] == "overlapping"
    assert answer("verify", proof, folder)["accepted"]
    done = run("verify", proof, source)
    assert done.returncode == 1
    assert "another text" in done.stdout


def test_three_classes_are_asked_in_pairs(tmp_path):
    chance = random.Random(5)
    lines = ["u,v,label"]
    for _ in range(4000):
        x, y = chance.gauss(0, 1), chance.gauss(0, 1)
        lines.append(f"{x:.4f},{y:.4f}," + ("a" if x + y > 1 else "b" if x - y > 0.01 else "c"))
    source = write(tmp_path / "rows.csv", "\n".join(lines) + "\n")
    whole = json.loads(run("separate", source, "--json").stdout)
    for count in (1, 5):
        folder = tmp_path / f"in{count}"
        shards(source, folder, count)
        done = run("separate", folder, "--json")
        told = json.loads(done.stdout)
        facts = [(p["positive"], p["negative"], p["rows"], p["verdict"]) for p in told["pairs"]]
        assert facts == [(p["positive"], p["negative"], p["rows"], p["verdict"]) for p in whole["pairs"]]
        assert done.returncode == 1
        proof = tmp_path / f"{count}.cert"
        assert answer("separate", folder, "--classes", "a,c", "-o", proof)["verdict"] == "separable"
        for rows in (folder, source):
            assert answer("verify", proof, rows)["accepted"]
        assert "about two classes" in refused(2, "separate", folder, "-o", proof)
    assert (tmp_path / "1.cert").read_bytes() == (tmp_path / "5.cert").read_bytes()


@pytest.mark.parametrize("flags, told", [
    (["--min-mistakes"], "--min-mistakes: needs all rows at once"),
    (["--suspects"], "--suspects: needs all rows at once"),
    (["--picture", "x.svg"], "--picture: needs all rows at once"),
    (["--features", "poly2"], "--features: needs all rows at once"),
    (["--label", "a"], "--label: is not for a folder of shards"),
    (["--classes", "up,sideways"], "'sideways' is not a label"),
    (["--positive", "sideways"], "'sideways' is not a label"),
])
def test_what_shards_do_not_take(tmp_path, flags, told):
    shards(plane(tmp_path / "rows.csv", rows=50), tmp_path / "folder", 2)
    assert told in refused(2, "separate", tmp_path / "folder", *flags)


def test_rows_that_do_not_fit_into_memory(tmp_path):
    wide = ["label," + ",".join(f"x{j}" for j in range(200))]
    chance = random.Random(1)
    for k in range(900):
        wide.append(f"{k % 2}," + ",".join(f"{chance.random():.9f}" for _ in range(200)))
    source = write(tmp_path / "rows.csv", "\n".join(wide) + "\n")
    shards(source, tmp_path / "folder", 9)
    assert "that decide the question need" in refused(3, "separate", tmp_path / "folder", "--max-memory", "1")


def test_at_the_time_limit_it_is_undecided(tmp_path):
    source = plane(tmp_path / "rows.csv", rows=60000, digits=6)
    shards(source, tmp_path / "folder", 3)
    done = run("separate", tmp_path / "folder", "--timeout", "0.000001", "--json")
    assert done.returncode in (4, 130)
    assert made("separate", tmp_path / "folder").returncode == 0
