"""Verdicts with certificates on texts of every kind: classes, packing, missing cells, weights, long decimals."""
import json
import pathlib
import random
import sys

import pytest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "cli")]

import fraction_check  # noqa: E402
import hand_made  # noqa: E402
from packing import PACKERS  # noqa: E402
from program import IRIS, OVERLAP, PAIR, ROOT, refused, run, write  # noqa: E402
from test_separate import CODE, TEXTS, accepted, proved, separate


def test_one_class(tmp_path):
    rows = "1,2\n-1,3\n0,-1\n"
    data = write(tmp_path / "one.csv", "x1,x2,label\n" + rows.replace("\n", ",a\n"))
    answer, certificate = proved(tmp_path, data)
    assert answer["verdict"] == "separable"
    # Without a bias: (1, 2) + (-1, 3) + 5 (0, -1) = 0.
    answer, certificate = proved(tmp_path, data, "--bias", "none")
    assert answer["verdict"] == "overlapping"
    assert len(certificate["witness"]) == 3


def test_classes(tmp_path):
    assert proved(tmp_path, IRIS, *PAIR)[0]["verdict"] == "separable"
    assert proved(tmp_path, IRIS, *OVERLAP, "--columns", "sepal_length,sepal_width")[0]["verdict"] == "overlapping"


def test_labels_as_numbers(tmp_path):
    data = write(tmp_path / "numbers.libsvm", "+1 1:1\n1.0 1:2\n-1 1:-1\n-1.00 1:0\n")
    answer, certificate = proved(tmp_path, data)
    assert answer["verdict"] == "separable" and certificate["classes"]["numeric"] is True


@pytest.mark.parametrize("ending", PACKERS)
def test_packed(tmp_path, ending):
    plain = TEXTS / "line_tenths_above.csv"
    packed = write(tmp_path / f"data.csv.{ending}", PACKERS[ending](plain.read_bytes()))
    answer, certificate = proved(tmp_path, packed, plain=plain)
    assert answer["verdict"] == "quasi-separable"
    assert certificate == proved(tmp_path, plain)[1]


def test_standard_input(tmp_path):
    text = pathlib.Path(IRIS).read_bytes()
    done = run("separate", "-", *PAIR, "--json", input=text)
    assert done.returncode == 0 and json.loads(done.stdout)["verdict"] == "separable"


def test_missing_cells(tmp_path):
    data = write(tmp_path / "gaps.csv", "x1,x2,label\n1,0.1,a\n?,7,a\n3,NA,b\n2,0.3,b\n")
    message = refused(2, "separate", data, "--missing", "mean")
    assert "mean" in message
    answer, certificate = proved(tmp_path, data, "--missing", "drop")
    assert answer["verdict"] == "separable" and certificate["data"]["rows"] == 2


def test_categories(tmp_path):
    credit = ROOT / "data/credit_approval.csv"
    answer, certificate = proved(tmp_path, credit, "--label", "A16", "--categorical", "auto", "--missing", "drop")
    assert answer["verdict"] in ("quasi-separable", "overlapping")
    data = write(tmp_path / "colours.csv", "c,x,label\nred,0.1,a\nblue,0.1,b\n?,0.2,a\nblue,0.3,b\n")
    answer, certificate = proved(tmp_path, data, "--categorical", "c", "--missing", "category")
    assert answer["verdict"] == "separable"
    assert {"", "red", "blue"} == set(certificate["columns"][0]["levels"])


def test_quoted_records_over_lines(tmp_path):
    data = write(tmp_path / "lines.csv", 'c,x,label\n"red\n",0.1,a\n\nblue,0.1,b\n"red\n",0.1,b\n')
    answer, _ = proved(tmp_path, data, "--categorical", "c")
    assert sorted(e["line"] for e in answer["witness"]) == [2, 6]


def test_products(tmp_path):
    data = write(tmp_path / "xor.csv", "x1,x2,label\n0,0,a\n0,0.1,b\n0.1,0,b\n0.1,0.1,a\n")
    assert proved(tmp_path, data)[0]["verdict"] == "overlapping"
    for features in ("poly2", "poly3", "interactions"):
        answer, certificate = proved(tmp_path, data, "--features", features)
        assert answer["verdict"] == "separable" and certificate["features"] == features


def test_zero_weights_leave_rows_out(tmp_path):
    data = write(tmp_path / "weights.csv", "x,w,label\n1,1,a\n2,0,b\n3,0.5,b\n0.5,0.0,b\n")
    answer, certificate = proved(tmp_path, data, "--weight", "w")
    assert answer["verdict"] == "separable" and certificate["data"]["rows"] == 2


def test_same_bytes_for_any_number_of_threads(tmp_path):
    seen = set()
    for threads in (1, 2, 3):
        file = tmp_path / f"{threads}.json"
        run("separate", IRIS, *OVERLAP, "-o", file, "--threads", threads)
        seen.add(file.read_bytes())
    assert len(seen) == 1


def test_a_certificate_is_of_its_data_only(tmp_path):
    """Another label, or another digit: the certificate no longer counts."""
    text = (TEXTS / "line_tenths.csv").read_text()
    data = write(tmp_path / "data.csv", text)
    file = tmp_path / "certificate.json"
    separate(data, "-o", file)
    for changed in (text.replace("0.2,0.6,-", "0.2,0.6,+"), text.replace("0.6", "0.60000000000000000001")):
        write(data, changed)
        assert run("verify", file, data).returncode != 0
        with pytest.raises(AssertionError):
            fraction_check.check(json.loads(file.read_bytes()), changed.encode())


def test_too_long_decimals_are_refused(tmp_path):
    """More than 800 digits or an exponent beyond 400: line and column."""
    for value in ("1e-401", "0." + "3" * 801):
        data = write(tmp_path / "long.csv", f"x,label\n1,a\n{value},b\n")
        message = refused(3, "separate", data)
        assert ":3:1: " in message
    data = write(tmp_path / "zero.csv", "x,label\n1,a\n0e-999999999,b\n")
    assert proved(tmp_path, data)[0]["verdict"] == "separable"


def test_no_firm_answer_has_its_own_code(tmp_path):
    """However far the run came: code and verdict agree, and no certificate is written without a verdict."""
    rng = random.Random(1)
    rows = (f"{rng.choice('ab')}," + ",".join(f"{rng.random():.6f}" for _ in range(60)) for _ in range(120))
    data = write(tmp_path / "hard.csv", "label," + ",".join(f"x{j}" for j in range(60)) + "\n" + "\n".join(rows) + "\n")
    file = tmp_path / "certificate.json"
    done = run("separate", data, "-o", file, "--json", "--timeout", "0.000001")
    assert done.returncode in (0, 1, 4)
    if done.stdout:
        assert done.returncode == CODE[json.loads(done.stdout)["verdict"]]
    assert file.exists() == (done.returncode != 4)


def test_the_verifiers_accept_a_hand_made_one(tmp_path):
    text, certificate = hand_made.overlapping()
    write(tmp_path / "hand.json", json.dumps(certificate))
    accepted(tmp_path / "hand.json", write(tmp_path / "hand.csv", text))


@pytest.mark.parametrize("text, threshold", [
    ("1.0000000000000002,a\n1,b\n", 1), ("0.12345678901234567891,a\n0.12345678901234567892,b\n", 0.12345678901234568), ("1e-400,b\n0,a\n", 0),
    ("9007199254740993,a\n9007199254740992,b\n9007199254740994,a\n", 9007199254740992)])
def test_single_features_compare_as_decimals(tmp_path, text, threshold):
    (feature,) = separate(write(tmp_path / "d.csv", "x,label\n" + text))["single_features"]
    assert feature["strict"] and feature["feature"] == "x" and feature["threshold"] == pytest.approx(threshold, abs=1e-15)


def test_single_features_equal_as_decimals_are_none(tmp_path):
    assert separate(write(tmp_path / "d.csv", "x,z,label\n0.12345678901234567891,1,a\n0.12345678901234567891,2,b\n"))["single_features"][0]["feature"] == "z"


def test_bounds_of_one_report_agree(tmp_path):
    """No bound on the fewest mistakes is below the number of disjoint witnesses, also when time is short."""
    rng = random.Random(3)
    rows = "".join(",".join(f"{rng.gauss(0, 1):.3f}" for _ in range(3)) + f",{rng.choice('pq')}\n" for _ in range(80))
    data = write(tmp_path / "d.csv", "a,b,c,label\n" + rows)
    for flags in ([], ["--timeout", "1"]):
        answer = separate(data, "--min-mistakes", *flags) if not flags else json.loads(run("separate", data, "--min-mistakes", *flags, "--json").stdout)
        fewest = answer["fewest_mistakes"]
        assert 1 <= answer["disjoint_witnesses"] <= fewest["at_least"] <= fewest["at_most"]


def test_columns_that_no_row_uses_take_no_room(tmp_path):
    """Rows i and i + 7 are equal with opposite labels: 1,081 of 40,000 columns are used, and those by values whose squares are no doubles."""
    rows = [f"{'+1' if i % 2 else '-1'} " + " ".join(f"{j}:{i * j % 7}e300" for j in range(1, 40001, 37)) for i in range(40)]
    for bias in ("augmented", "none"):
        answer, _ = proved(tmp_path, write(tmp_path / "wide.svm", "\n".join(rows) + "\n"), "--bias", bias)
        assert answer["verdict"] == "overlapping"


@pytest.mark.parametrize("seed", range(12))
def test_a_unit_of_a_column_changes_no_verdict(tmp_path, seed):
    """Also one so large or small that squares overflow or vanish."""
    draw = random.Random(seed)
    labels = [draw.choice("+-") + "1" for _ in range(9)]
    x = [[draw.randint(-3, 3) for _ in range(4)] for _ in labels]
    verdicts = set()
    for units in ((0, 0, 0, 0), (300, 300, 300, 300), (-300, -300, -300, -300), (0, 290, -290, 3)):
        text = "".join(f"{y} " + " ".join(f"{j + 1}:{v}e{units[j]}" for j, v in enumerate(row)) + "\n" for y, row in zip(labels, x))
        answer, _ = proved(tmp_path, write(tmp_path / "units.svm", text))
        verdicts.add(answer["verdict"])
    assert len(verdicts) == 1


def test_few_rows_of_many_columns_end_within_seconds(tmp_path):
    """All 3,000 columns are used: that the tied rows span all is shown row by row, not column by column."""
    rows = [f"{'+1' if i % 2 else '-1'} " + " ".join(f"{j}:{i % 7 * j % 11 + 1}" for j in range(1, 3001)) for i in range(40)]
    answer, _ = proved(tmp_path, write(tmp_path / "wide.svm", "\n".join(rows) + "\n"))
    assert answer["verdict"] == "overlapping"
