"""halfspace plot --also: the boundaries of several models in one picture."""
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import IRIS, OVERLAP, PAIR, answer, refused, run, write  # noqa: E402
from plotted import XOR  # noqa: E402
from test_picture_files import same_as_golden  # noqa: E402

STARTS = {"zero": "0,0,0", "high": "0,0,30", "low": "0,0,-40"}


@pytest.fixture(name="made", scope="module")
def fixture_made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("models")
    two = ["--columns", "sepal_length,petal_length"]
    write(folder / "xor.csv", XOR)
    calls = {name: [IRIS, *PAIR, *two, "--start", start] for name, start in STARTS.items()}
    calls |= {"turned": [IRIS, *PAIR, *two, "--positive", "setosa"], "rbf": [IRIS, *PAIR, *two, "--kernel", "rbf"], "three": [IRIS, *two, "--preset", "pocket"], "swapped": [IRIS, *PAIR, "--columns", "petal_length,sepal_length"],
              "overlap": [IRIS, *OVERLAP, *two, "--preset", "pocket"], "three_more": [IRIS, *two, "--preset", "averaged"], "poly": [folder / "xor.csv", "--features", "poly2"], "kernel": [folder / "xor.csv", "--kernel", "rbf"]}
    for name, flags in calls.items():
        assert run("train", *flags, "-o", folder / f"{name}.hs").returncode in (0, 1, 4), name
    return folder


def also(made, *names):
    return ["--also", ",".join(str(made / f"{name}.hs") for name in names)]


def test_each_model_has_the_boundary_it_has_alone(made):
    for data, first, others in ((IRIS, "zero", ["high", "low", "turned", "rbf"]), (made / "xor.csv", "poly", ["kernel"])):
        classes = PAIR if data == IRIS else []
        together = answer("plot", made / f"{first}.hs", data, *classes, *also(made, *others))
        assert [m["model"] for m in together["also"]] == others
        for name, found in zip([first, *others], [together, *together["also"]]):
            alone = answer("plot", made / f"{name}.hs", data, *classes)
            for fact in ("boundary", "margin", "mistakes", "on_boundary"):
                assert found[fact] == alone[fact], (name, fact)


def test_the_legend_tells_each_line(made):
    call = ["plot", made / "zero.hs", IRIS, *PAIR, *also(made, "high", "low")]
    svg = run(*call, "-o", "-").stdout
    text = run(*call).stdout
    for name in STARTS:
        assert f">{name}: 0 mistakes</text>" in svg and f"{name}: 0 mistakes" in text
    assert svg.count("stroke-dasharray") == 4  # of two lines, and in the legend
    assert "through the closest rows" not in text
    assert text.count("1") > 2 and "⠤1⠤ high" in text and "⠤2⠤ low" in text
    same_as_golden("several.svg", svg)
    same_as_golden("several.txt", text)


def test_many_classes(made):
    together = answer("plot", made / "three.hs", IRIS, *also(made, "three_more"))
    assert together["also"][0]["boundary"] == answer("plot", made / "three_more.hs", IRIS)["boundary"]
    assert together["also"][0]["mistakes"] == answer("evaluate", made / "three_more.hs", IRIS)["mistakes"]


def test_equal_names_are_distinguished_by_their_folders(made, tmp_path):
    (tmp_path / "zero.hs").write_bytes((made / "high.hs").read_bytes())
    facts = answer("plot", made / "zero.hs", IRIS, *PAIR, "--also", tmp_path / "zero.hs")
    assert facts["also"][0]["model"] == str(tmp_path / "zero.hs")


def test_a_line_outside_the_picture_is_reported(made, tmp_path):
    data = write(tmp_path / "d.csv", "a,b,label\n1,0,x\n0,1,y\n")
    for start in ("1000,-1000,0", "1,-1,100"):
        assert run("train", data, "--start", start, "--max-updates", "1", "--order", "cyclic", "-o", tmp_path / f"{start}.hs").returncode in (0, 4)
    (tmp_path / "far.hs").write_bytes((tmp_path / "1,-1,100.hs").read_bytes())
    (tmp_path / "near.hs").write_bytes((tmp_path / "1000,-1000,0.hs").read_bytes())
    done = run("plot", tmp_path / "near.hs", data, "--also", tmp_path / "far.hs")
    assert "far: the boundary lies outside the picture" in done.stdout and "⠤1⠤" not in done.stdout


@pytest.mark.parametrize("other, part", [("swapped", "petal_length, sepal_length"), ("overlap", "versicolor, virginica"), ("three", "setosa, versicolor, virginica"), ("poly", "a, b")])
def test_models_of_other_columns_or_classes(made, other, part):
    message = refused(3, "plot", made / "zero.hs", IRIS, *PAIR, *also(made, "high", other))
    assert f"{other}.hs" in message and "zero.hs" in message and part in message


def test_models_of_other_levels_or_gaps(tmp_path):
    rows = "colour,size,label\nred,1,in\nblue,2,out\n"
    for name, text, flags in (("a", rows + "red,,in\n", ["--missing", "mean"]), ("b", rows, []), ("c", rows + "green,3,out\n", ["--missing", "mean"])):
        data = write(tmp_path / f"{name}.csv", text)
        assert run("train", data, "--categorical", "auto", *flags, "-o", tmp_path / f"{name}.hs").returncode == 0
    assert "missing" in refused(3, "plot", tmp_path / "a.hs", tmp_path / "a.csv", "--also", tmp_path / "b.hs")
    assert "levels" in refused(3, "plot", tmp_path / "a.hs", tmp_path / "a.csv", "--also", tmp_path / "c.hs")
    assert run("plot", tmp_path / "b.hs", tmp_path / "b.csv", "--also", tmp_path / "a.hs").returncode == 0


@pytest.mark.parametrize("value, code, part", [("", 2, "expected model files"), (",".join("abcdefgh"), 2, "at most 7"), ("absent.hs", 5, "absent.hs"), (IRIS, 3, "iris.csv"), ("a,,b", 2, "empty part"), (",", 2, "empty part")])
def test_bad_values(made, value, code, part):
    assert part in refused(code, "plot", made / "zero.hs", IRIS, *PAIR, "--also", value)


def test_goes_with_rows_and_writes_over_no_model(made):
    assert "--kind data" in refused(2, "plot", made / "zero.hs", "--kind", "weights", "--also", made / "high.hs")
    copy = write(made / "copy.svg", (made / "high.hs").read_bytes())
    assert "overwrite" in refused(2, "plot", made / "zero.hs", IRIS, *PAIR, "--also", copy, "-o", copy)
    assert "read once" in refused(2, "plot", "-", IRIS, *PAIR, "--also", "-")
