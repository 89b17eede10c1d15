"""halfspace plot: files and text, refusals; golden files are renewed with HALFSPACE_WRITE_GOLDEN=1."""
import os
import pathlib
import shutil
import struct
import sys
import xml.etree.ElementTree as xml

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import IRIS, OVERLAP, PAIR, answer, refused, run, write  # noqa: E402

GOLDEN = pathlib.Path(__file__).parent / "golden"
needs_rsvg = pytest.mark.skipif(not shutil.which("rsvg-convert"), reason="rsvg-convert is not installed")


def same_as_golden(name, text):
    if os.environ.get("HALFSPACE_WRITE_GOLDEN"):
        (GOLDEN / name).write_text(text)
    assert (GOLDEN / name).read_text() == text


CALLS = {"data": ["two", IRIS, *PAIR], "slice": ["four", IRIS, *OVERLAP], "one": ["one", IRIS, *PAIR], "vote": ["voted", IRIS, *OVERLAP], "weights": ["four", "--kind", "weights"],
         "poly": ["poly", "xor.csv"], "rbf": ["rbf", "xor.csv"], "argmax": ["argmax", IRIS], "categorical": ["cat", "cat.csv"], "scaled": ["scaled", IRIS, *PAIR], "classes": ["three", "--kind", "weights"],
         "loss": ["descent", "--kind", "loss"], "roc": ["logit", IRIS, *OVERLAP, "--kind", "roc"], "pr": ["logit", IRIS, *OVERLAP, "--kind", "pr", "--threshold", "0.8"], "calibration": ["logit", IRIS, *OVERLAP, "--kind", "calibration"],
         "confusion": ["logit", IRIS, *OVERLAP, "--kind", "confusion", "--threshold", "0.3"], "confusions": ["logits", IRIS, "--kind", "confusion"]}


@pytest.mark.parametrize("name", CALLS)
def test_golden(made, tmp_path, name):
    model, *rest = CALLS[name]
    rest = [made / r if r.endswith(".csv") and r != IRIS else r for r in rest]
    call = ["plot", made / f"{model}.hs", *rest]
    done = run(*call, "-o", "-")
    assert done.returncode == 0
    assert run(*call, "-o", tmp_path / "p.SVG", "--threads", "1").stdout == ""
    assert (tmp_path / "p.SVG").read_text() == done.stdout
    same_as_golden(f"{name}.svg", done.stdout)
    same_as_golden(f"{name}.txt", run(*call, "--width", "70", "--color", "never").stdout)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_svg_is_plain_xml(made, theme):
    text = run("plot", made / "two.hs", IRIS, *PAIR, "-o", "-", "--theme", theme, "--width", "300", "--height", "200").stdout
    root = xml.fromstring(text)
    assert (root.get("role"), root.get("width"), root.get("height")) == ("img", "300", "200")
    assert [child.tag.split("}")[1] for child in root][:2] == ["title", "desc"]
    assert "<script" not in text and "href" not in text


def test_names_are_escaped(tmp_path):
    data = write(tmp_path / "d.csv", '<b>&,"say ""hi""",label\n0,1,<i>\n1,0,]]>\n'.encode() )
    assert run("train", data, "-o", tmp_path / "m.hs").returncode == 0
    xml.fromstring(run("plot", tmp_path / "m.hs", data, "-o", "-").stdout)
    xml.fromstring(run("plot", tmp_path / "m.hs", "--kind", "weights", "-o", "-").stdout)


@needs_rsvg
def test_png(made, tmp_path):
    done = run("plot", made / "two.hs", IRIS, *PAIR, "-o", tmp_path / "p.png", "--width", "400", "--height", "300")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    png = (tmp_path / "p.png").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (400, 300)


def test_png_without_its_program(made, tmp_path):
    result = refused(5, "plot", made / "two.hs", IRIS, *PAIR, "-o", tmp_path / "p.png", env={"PATH": str(tmp_path)})
    assert "librsvg2-bin" in result and not (tmp_path / "p.png").exists()


def test_png_whose_program_fails(made, tmp_path):
    program = write(tmp_path / "rsvg-convert", "#!/bin/sh\necho no such thing >&2\nexit 3\n")
    program.chmod(0o755)
    result = refused(5, "plot", made / "two.hs", IRIS, *PAIR, "-o", tmp_path / "p.png", env={"PATH": str(tmp_path)})
    assert "no such thing" in result and not (tmp_path / "p.png").exists()


def test_text_is_as_wide_as_asked_and_coloured_when_asked(made):
    call = ["plot", made / "two.hs", IRIS, *PAIR]
    assert max(map(len, run(*call).stdout.splitlines())) <= 80
    assert max(map(len, run(*call, "--width", "50").stdout.splitlines())) <= 50
    assert "\x1b[" not in run(*call).stdout
    assert "\x1b[38;5;" in run(*call, "--color", "always").stdout


# ---- refusals

@pytest.mark.parametrize("flags, part", [
    (["--x", "sepal_lenght"], "did you mean 'sepal_length'"), (["--x", "3"], "from 1 to 2"), (["--y", "species"], "sepal_length, petal_length"), (["--x", "1", "--y", "sepal_length"], "two different"),
    (["--x", ""], "empty"), (["-o", "p.gif"], "neither .svg nor .png"), (["-o", ""], "neither"), (["--kind", "rok"], "data, mistakes, boundaries, update, pocket, weights, neuron, activation, losses, loss, roc, pr, calibration, confusion"), (["--theme", "blue"], "light, dark"),
    (["--trace", "t"], "--kind mistakes"), (["--kind", "mistakes"], "--trace"), (["--kind", "weights", "--x", "1"], "--kind data"), (["--width", "39"], "40 to 1000"), (["--width", "wide"], "characters from 40 to 1000"), (["--height", "50000", "-o", "-"], "pixels from 120 to 10000"), (["--theme", "dark"], "-o FILE.svg"),
    (["--x", "1", "--x", "2"], "--x: is given 2 times"),
    (["--json", "-o", "-"], "two answers")], ids=lambda v: " ".join(v) if isinstance(v, list) else "")
def test_usage_errors(made, flags, part):
    assert part in refused(2, "plot", made / "two.hs", IRIS, *PAIR, *flags)


def test_data_is_needed_for_data(made):
    assert "DATA is missing" in refused(2, "plot", made / "two.hs")
    assert "leave --y out" in refused(2, "plot", made / "one.hs", IRIS, *PAIR, "--y", "1")


def test_bad_data(made, tmp_path):
    refused(3, "plot", made / "two.hs", IRIS)  # a third class
    refused(3, "plot", made / "two.hs", write(tmp_path / "e.csv", ""))
    refused(3, "plot", made / "two.hs", write(tmp_path / "o.csv", "a,b,species\n1,2,setosa\n"))
    refused(3, "plot", made / "two.hs", write(tmp_path / "n.csv", "sepal_length,petal_length,species\n"))
    refused(5, "plot", tmp_path / "absent", IRIS)
    wide = write(tmp_path / "w.csv", "sepal_length,petal_length,species\n-9e307,0,setosa\n9e307,0,versicolor\n")
    assert "no finite score" in refused(3, "plot", made / "two.hs", wide)


@pytest.mark.parametrize("line", ["nonsense", "[]", "{}", '{"pass":0}', '{"pass":-1}', '{"pass":1.5}', '{"pass":"1"}', '{"pass":18446744073709551615}', '{"pass":2}\n{"pass":1}', "[" * 1000])
def test_bad_traces(made, tmp_path, line):
    trace = write(tmp_path / "t.jsonl", line + "\n")
    assert "t.jsonl:" in refused(3, "plot", made / "two.hs", "--kind", "mistakes", "--trace", trace)


def test_an_empty_trace_is_a_run_without_updates(made, tmp_path):
    assert answer("plot", made / "two.hs", "--kind", "mistakes", "--trace", write(tmp_path / "t", ""))["updates"] == 0
    assert run("plot", made / "two.hs", "--kind", "mistakes", "--trace", tmp_path / "t", "-o", "-").returncode == 0


def test_an_old_picture_survives_a_failure(made, tmp_path):
    old = write(tmp_path / "p.svg", "old")
    refused(3, "plot", made / "two.hs", IRIS, "-o", old)
    assert old.read_text() == "old"
    assert "overwrite" in refused(2, "plot", made / "two.hs", old, "-o", old)


# ---- support vectors, crowds, outliers

@pytest.mark.parametrize("flags", [["--C", "inf"], ["--C", "1"], ["--kernel", "rbf"], ["--kernel", "linear", "--scale", "standard"]], ids=" ".join)
def test_support_vectors_are_marked(tmp_path, flags):
    """Of rows that differ: as many marks as the run counts support vectors."""
    rows = write(tmp_path / "r.csv", "u,v,label\n" + "".join(f"{i},{(i * i) % 17 + i % 3},{'ab'[(i * i) % 17 + i / 5 > 11]}\n" for i in range(40)) if flags != ["--C", "inf"] else
                 "u,v,label\n0,0,a\n1,0.5,a\n0,3,a\n4,1,b\n5,5,b\n4,3.5,b\n")
    model = tmp_path / "m.hs"
    trained = answer("train", rows, "--algorithm", "svm", *flags, "--tol", "1e-10", "-o", model)
    facts = answer("plot", model, rows)
    assert facts["support_marks"] == trained["support_vectors"] > 0
    if "--kernel" not in flags:
        assert sorted(m["score"] for m in facts["margin_lines"]) == [-1, 1]
        assert "support vector" in run("plot", model, rows).stdout


def test_rows_within_the_margin_of_an_svm_need_not_be_its_support_vectors(tmp_path):
    model = tmp_path / "m.hs"
    rows = write(tmp_path / "r.csv", "u,v,label\n0,0,a\n1,0.5,a\n4,1,b\n5,5,b\n")
    answer("train", rows, "--algorithm", "svm", "--C", "inf", "-o", model)
    other = write(tmp_path / "other.csv", "u,v,label\n2.5,1,a\n0,0,a\n6,6,b\n")
    assert answer("plot", model, other)["support_marks"] == 1
    assert "on or within the margin" in run("plot", model, other).stdout


def test_learners_without_support_vectors_mark_none(made):
    assert answer("plot", made / "two.hs", IRIS, *PAIR)["support_marks"] is None


def test_an_outlier_does_not_squeeze_the_picture(made, tmp_path):
    text = pathlib.Path(IRIS).read_text()
    far = write(tmp_path / "far.csv", text + "5,3,1e6,1,setosa\n")
    facts = answer("plot", made / "two.hs", far, *PAIR)
    assert facts["rows"] == 101 and facts["rows_at_the_edge"] == 1 and facts["box"]["x"][1] < 10 > facts["box"]["y"][1]
    assert "1 row far outside lies at the edge" in run("plot", made / "two.hs", far, *PAIR).stdout
    several = write(tmp_path / "several.csv", text + "5,3,1e6,1,setosa\n" * 30)
    assert answer("plot", made / "two.hs", several, *PAIR)["rows_at_the_edge"] == 0  # they are part of the data


def test_marks_of_several_rows_are_darker(made, tmp_path):
    rows = write(tmp_path / "r.csv", "sepal_length,petal_length,species\n5,1,setosa\n5,1,setosa\n6,4,versicolor\n")
    assert run("plot", made / "two.hs", rows, "-o", tmp_path / "p.svg").returncode == 0
    marks = [e for e in xml.parse(tmp_path / "p.svg").iter() if e.get("opacity")]
    assert sorted(float(e.get("opacity")) for e in marks) == [0.55, 0.8]
    assert "up to 2 rows lie on one place" in run("plot", made / "two.hs", rows).stdout
