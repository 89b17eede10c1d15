"""halfspace separate --picture: golden files (HALFSPACE_WRITE_GOLDEN=1 writes them), files, refusals."""
import os
import pathlib
import shutil
import struct
import sys
import xml.etree.ElementTree as xml

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import IRIS, OVERLAP, PAIR, refused, run, write  # noqa: E402

GOLDEN = pathlib.Path(__file__).parent / "golden"
PETALS = ["--columns", "petal_length,petal_width"]
TABLES = {  # texts, flags, exit code
    "xor": ("a,b,label\n0,0,no\n1,1,no\n0,1,yes\n1,0,yes\n", [], 1),
    "triangle": ("a,b,label\n0,0,in\n0.1,-0.1,in\n3,0,out\n-2,3,out\n-2,-3,out\n3,3,out\n", [], 1),
    "touching": ("a,b,label\n0,0,no\n1,0,yes\n2,0,no\n0,1,yes\n2,1.5,yes\n1,2,yes\n0.5,-1,no\n1.5,-0.5,no\n", [], 1),
    "collinear": ("a,b,label\n0,0,no\n1,1,no\n3,3,yes\n4,4,yes\n2,2,yes\n2.5,2.5,no\n", [], 1),
    "duplicates": ("a,b,label\n0,0,no\n1,0,no\n1,1,no\n0,1,yes\n1,1,yes\n2,2,yes\n0,1,yes\n", [], 1),
    "origin": ("a,b,label\n1,2,yes\n-2,1,yes\n0.5,-2,yes\n2,2,no\n", ["--bias", "none"], 1),
    "turned": ("a,b,label\n1,2,yes\n-2,1,yes\n-0.5,2,yes\n1,-1,no\n", ["--bias", "none"], 0),
    "one_class": ("a,b,label\n0,0,yes\n1,1,yes\n0,1,yes\n", [], 0),
    "threshold": ("a,label\n0,no\n1,no\n2,yes\n1.5,no\n2.5,no\n4,yes\n", [], 1),
}


def call_of(name, tmp_path):
    """Operand and flags, and the exit code."""
    if name == "separable":
        return [IRIS, *PAIR, *PETALS], 0
    if name == "overlapping":
        return [IRIS, *OVERLAP, *PETALS], 1
    text, flags, code = TABLES[name]
    return [write(tmp_path / f"{name}.csv", text), *flags], code


def same_as_golden(name, text):
    if os.environ.get("HALFSPACE_WRITE_GOLDEN"):
        (GOLDEN / name).write_text(text)
    assert (GOLDEN / name).read_text() == text


@pytest.mark.parametrize("name", ["separable", "overlapping", *TABLES])
def test_golden(tmp_path, name):
    call, code = call_of(name, tmp_path)
    for theme, end in (("light", ""), ("dark", "_dark")):
        if theme == "dark" and name not in ("separable", "overlapping"):
            continue
        file = tmp_path / f"p{end}.SVG"
        done = run("separate", *call, "--picture", file, "--theme", theme)
        assert (done.returncode, done.stderr) == (code, "")
        root = xml.fromstring(file.read_text())
        assert [child.tag.split("}")[1] for child in root][:2] == ["title", "desc"]
        same_as_golden(f"separate_{name}{end}.svg", file.read_text())
    done = run("separate", *call, "--picture", "-", "--color", "never")
    assert done.returncode == code
    picture = done.stdout[done.stdout.index(root[0].text + "\n"):].split("data       ")[0]  # the report apart
    assert max(map(len, picture.splitlines())) <= 80
    same_as_golden(f"separate_{name}.txt", picture)


def test_threads_change_nothing(tmp_path):
    call, _ = call_of("overlapping", tmp_path)
    for n in (1, 3):
        run("separate", *call, "--threads", n, "--picture", tmp_path / f"{n}.svg")
    assert (tmp_path / "1.svg").read_text() == (tmp_path / "3.svg").read_text()


@pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed")
def test_png(tmp_path):
    call, _ = call_of("separable", tmp_path)
    assert run("separate", *call, "--picture", tmp_path / "p.png").returncode == 0
    png = (tmp_path / "p.png").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", png[16:24]) == (720, 540)


@pytest.mark.parametrize("flags, part", [
    (["--picture", "p.gif"], "neither .svg nor .png"), (["--picture", "p.svg", "--theme", "blue"], "light, dark"), (["--picture", "p.svg"], "choose them with --columns")], ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_usage_errors(flags, part, tmp_path):
    columns = PETALS if "columns" not in part else []
    assert part in refused(2, "separate", IRIS, *PAIR, *columns, *flags, cwd=tmp_path)
    assert not list(tmp_path.iterdir())
