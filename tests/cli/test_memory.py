"""Memory: of very many columns, and within --max-memory on every verb."""
import gzip
import json

import pytest

from packing import zstd_run
from program import IRIS, SANITIZED, Measured, run, write

MILLION = 1_000_000
BOMB = 208 if SANITIZED else 512  # MiB of a packed text


def test_a_million_columns(tmp_path):
    """As JSON too: the columns are written one after the other."""
    names = ",".join(f"c{k}" for k in range(MILLION))
    row = ",".join(["-1.2345"] * MILLION)
    path = write(tmp_path / "w.csv", f"{names},label\n{row},a\n{row.replace('-', '')},b\n")
    done = Measured("inspect", path, "--json")
    assert done.code == 0, done.stderr
    columns = json.loads(done.stdout)["columns"]
    assert len(columns) == MILLION
    assert columns[-1] == {"name": "c999999", "type": "number", "missing": 0, "distinct": 2, "min": -1.2345, "max": 1.2345, "levels": None, "nonzeros": 2}
    assert done.mib < 700
    assert Measured("inspect", path).mib < 700


def test_columns_written_one_by_one_are_one_document(tmp_path):
    """The bytes of the whole document, indented by 2."""
    texts = write(tmp_path / "t.csv", 'a,"b ""q"" \u00e9",c,y\n1,"u\nv",,p\n-2.5,w,,q\n')
    for call in ([IRIS], [texts, "--categorical", "auto", "--missing", "mean,category"], [write(tmp_path / "s.libsvm", "1 1:1\n-1 2:1\n")],
                 [write(tmp_path / "y.csv", "y\na\nb\n")]):
        done = run("inspect", *call, "--json")
        assert done.returncode == 0, done.stderr
        assert done.stdout == json.dumps(json.loads(done.stdout), indent=2, ensure_ascii=False) + "\n"


# ---- packed texts that unpack to very much (small windows: test_large_input.py)

@pytest.mark.parametrize("before, byte", [(b"", b"\0"), (b"1 1:", b"1"), (b"x,y\n1,", b"a"), (b"", b",")])
def test_half_a_gigabyte_in_a_zstd_frame_of_the_largest_window(tmp_path, before, byte):
    frame = bytearray(zstd_run(byte, BOMB << 20, before))
    frame[5] = 0x88  # 2^27
    path = write(tmp_path / "bomb", bytes(frame))
    for verb in ("inspect", "train"):
        done = Measured(verb, path)
        assert done.code == 3 and b"longer than 192 MiB" in done.stderr, done.stderr
        assert done.mib < 512, verb


@pytest.mark.parametrize("text", [b"\0", b"1", b"a,", b"1 1:1 "])
def test_half_a_gigabyte_in_a_gzip_file(tmp_path, text):
    path = write(tmp_path / "bomb", gzip.compress(text * ((16 << 20) // len(text)), mtime=0) * (BOMB // 16))
    for verb in ("inspect", "train"):
        done = Measured(verb, path)
        assert done.code == 3 and b"longer than 192 MiB" in done.stderr, done.stderr
        assert done.mib < 256, verb


# ---- many classes


@pytest.fixture(scope="module")
def classes_of_two_rows(tmp_path_factory):
    """8,000 classes in 190 KB of text."""
    rows = "".join(f"{k % 97},{k % 89},k{k // 2}\n" for k in range(16000))
    return write(tmp_path_factory.mktemp("classes") / "c.csv", "x,z,label\n" + rows)


@pytest.mark.parametrize("call", [["train", "--algorithm", "logistic"], ["train", "--algorithm", "svm"], ["train"], ["train", "--preset", "pocket"],
                                  ["train", "--algorithm", "svm", "--kernel", "rbf", "--multiclass", "one-vs-rest"], ["separate"], ["cv", "--folds", "2", "--algorithm", "logistic"],
                                  ["search", "--folds", "2", "--algorithm", "logistic", "--over", "C=1"]])
def test_many_classes_do_not_cost_their_square(classes_of_two_rows, call):
    done = Measured(*call, classes_of_two_rows, "--timeout", "3")
    assert done.code in (0, 1, 4), done.stderr
    assert done.mib < 300


@pytest.mark.parametrize("way", [["logistic", "multinomial"], ["svm", "crammer-singer"], ["svm", "one-vs-one"]])
def test_ways_to_many_classes_that_cost_their_square_keep_the_limit(classes_of_two_rows, way):
    done = Measured("train", classes_of_two_rows, "--algorithm", way[0], "--multiclass", way[1], "--max-memory", 100)
    assert done.code == 3 and b"--max-memory" in done.stderr and way[1].encode() in done.stderr
    assert done.mib < 100


def test_multipliers_of_many_runs_are_counted_and_not_listed(tmp_path):
    rows = "".join(f"{k % 97},{k % 89},k{k % 400}\n" for k in range(800))
    done = Measured("train", write(tmp_path / "c.csv", "x,z,label\n" + rows), "--algorithm", "svm", "--json", "--max-rounds", "5", "-o", tmp_path / "m.hs")
    assert done.code == 0, done.stderr
    runs = json.loads(done.stdout)["runs"]
    assert len(runs) == 400 and {run["alpha"] is None for run in runs} == {True}
    assert all(run["positive_multipliers"] > 0 for run in runs)
    assert done.mib < 120 and (tmp_path / "m.hs").stat().st_size < 1 << 20


def test_very_many_columns_that_hold_little_need_little_to_be_separated(tmp_path):
    """Only the columns with entries are looked at; the answer is about all."""
    path = write(tmp_path / "i.libsvm", "1 3:1 10000000:1\n-1 3:1\n")
    done = Measured("separate", path)
    assert done.code == 0, done.stderr
    text = " ".join(done.stdout.decode().split())
    assert "10,000,000 features" in text and "separable" in text
    assert done.mib < 600
    answer = Measured("separate", write(tmp_path / "j.libsvm", "1 3:1 2000000:1\n-1 3:1\n"), "--json", "-o", tmp_path / "p.json")
    facts = json.loads(answer.stdout)
    weights = {j: w for j, w in enumerate(facts["weights"]) if w != "0"}
    assert facts["cols"] == len(facts["weights"]) == 2000000 and 1999999 in weights and set(weights) <= {2, 1999999}
    assert run("verify", tmp_path / "p.json", tmp_path / "j.libsvm").returncode == 0


# ---- --max-memory on every verb

LIMIT = 16    # MiB
BESIDE = 48   # the program, libraries, one block of everything


@pytest.fixture(scope="module")
def rows_of_megabytes(tmp_path_factory):
    folder = tmp_path_factory.mktemp("limit")
    value = lambda i, j: (i * (2 * j + 3) * 7919 + j) % 1009 / 1009
    lines = (",".join(f"{value(i, j):.6f}" for j in range(8)) + f",{'ab'[value(i, 1) + value(i, 2) > 1]}\n" for i in range(60000))
    data = write(folder / "d.csv", ",".join(f"x{j}" for j in range(8)) + ",y\n" + "".join(lines))
    assert run("train", data, "--algorithm", "logistic", "-o", folder / "m.hs").returncode == 0
    few = write(folder / "few.csv", "x,y\n1,a\n2,a\n3,b\n")
    assert run("separate", few, "-o", folder / "few.json").returncode == 0
    student = write(folder / "student.csv", "row,score\n0,0\n")
    return {"student": student, "data": data, "model": folder / "m.hs", "few": few, "proof": folder / "few.json", "out": folder / "out"}


LIMITED = {
    "train": [["data", "--passes", "3"], ["data", "--algorithm", "logistic"], ["data", "--algorithm", "svm", "--features", "poly3"],
              ["data", "--algorithm", "svm", "--kernel", "rbf", "--timeout", "4"],
              ["data", "--algorithm", "svm", "--kernel", "rbf", "--tol", "1e-8", "--timeout", "4"],
              ["data", "--algorithm", "svm", "--kernel", "rbf", "--nu", "0.3", "--timeout", "4"], ["data", "--algorithm", "svm", "--scale", "standard"],
              ["data", "--preset", "kernel", "--kernel", "rbf", "--timeout", "4"]],
    "predict": [["model", "data"]],
    "evaluate": [["model", "data"]],
    "explain": [["model", "data", "--row", "5"], ["model", "data"]],
    "inspect": [["data"], ["data", "--json"], ["model"]],
    "separate": [["data", "--timeout", "5"], ["data", "--features", "poly2", "--timeout", "5"]],
    "verify": [["proof", "few"]],
    "path": [["data", "--timeout", "5"]],
    "cv": [["data", "--algorithm", "logistic", "--folds", "3", "--timeout", "5"],
           ["data", "--algorithm", "svm", "--kernel", "rbf", "--folds", "3", "--timeout", "5"]],
    "search": [["data", "--algorithm", "logistic", "--over", "C=0.1,1", "--folds", "3", "--timeout", "5"],
               ["data", "--algorithm", "svm", "--kernel", "rbf", "--over", "C=0.1,1", "--folds", "3", "--timeout", "5"]],
    "plot": [["model", "data", "-o", "out"], ["model", "data", "--kind", "roc", "-o", "out"]],
    "report": [["model", "data", "-o", "out"]],
    "trace": [["data", "--passes", "1"], ["data", "--passes", "1", "--json"], ["data", "--max-updates", "50", "--output-format", "csv"]],
    "grade": [["data", "student", "--passes", "1"]],
    "convert": [["model", "--to", "onnx", "-o", "out"]],
}


def test_every_verb_that_reads_is_limited():
    verbs = {line.split()[0] for line in run("help").stdout.split("Verbs\n")[1].split("\n\n")[0].splitlines()}
    assert verbs - set(LIMITED) == {"help", "completion", "version", "compat", "exercise", "play"}


@pytest.mark.parametrize("verb", LIMITED)
def test_max_memory_holds_or_refuses(verb, rows_of_megabytes):
    at = {**rows_of_megabytes, "out": rows_of_megabytes["out"].with_suffix(".svg" if verb == "plot" else "")}
    for call in LIMITED[verb]:
        done = Measured(verb, *[at.get(word, word) for word in call], "--max-memory", LIMIT)
        if done.code == 3:
            assert b"--max-memory" in done.stderr, (call, done.stderr)
        else:
            assert done.code in (0, 1, 4), (call, done.stderr)
        assert done.mib <= LIMIT + BESIDE, (call, done.mib)
