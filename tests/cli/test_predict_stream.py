"""predict of a pipe has the bytes of predict of a file, whatever the pieces in which it comes."""
import gzip
import os
import random
import subprocess

import pytest

from packing import PACKERS
from piping import fed, pieces
from program import HALFSPACE, SANITIZED, run, write

LEVELS = ["red", "green", 'a "quoted" one', "two\nlines", "semi;colon, comma"]


def made(rng, rows, strange=0.0):
    """Records of id, a, b, colour, label: `strange` is the share of cells that are missing or levels that no model knows."""
    out = []
    for i in range(rows):
        a, b = round(rng.gauss(0, 1), 2), round(rng.uniform(-5, 5), 3)
        colour = rng.randrange(len(LEVELS))
        label = "pqr"[min(2, max(0, int(a + colour / 2 + rng.gauss(0, 0.3))))]
        cells = [f"row {i}", str(a), str(b), LEVELS[colour], label]
        if rng.random() < strange:
            at = rng.choice([1, 2, 3])
            cells[at] = rng.choice(["", "NA"] + (["unheard of"] if at == 3 else []))
        out.append(cells)
    return out


def csv_bytes(records, header=("id", "a", "b", "colour", "label"), delimiter=",", end="\n", encoding="utf-8"):
    def field(text):
        return '"' + text.replace('"', '""') + '"' if any(c in text for c in (delimiter, '"', "\n", ";")) else text
    return "".join(delimiter.join(map(field, record)) + end for record in ([header] if header else []) + records).encode(encoding)


TRAINED = {
    "logistic": ["--categorical", "colour", "--algorithm", "logistic"],
    "means": ["--categorical", "colour", "--algorithm", "logistic", "--missing", "mean,category", "--unseen", "other"],
    "two": ["--categorical", "colour", "--algorithm", "logistic", "--classes", "p,q"],
    "perceptron": ["--categorical", "colour", "--algorithm", "perceptron", "--passes", "5"],
    "pairs": ["--categorical", "colour", "--algorithm", "svm", "--multiclass", "one-vs-one"],
    "kernel": ["--categorical", "colour", "--kernel", "rbf", "--C", "10"],
    "calibrated": ["--columns", "a,b", "--kernel", "laplacian", "--calibrate", "temperature"],
    "linear": ["--columns", "a,b", "--algorithm", "logistic"],
    "hashed": ["--categorical", "colour", "--hash-bits", "6", "--algorithm", "logistic"],
}


@pytest.fixture(name="models", scope="module")
def fixture_models(tmp_path_factory):
    at = tmp_path_factory.mktemp("models")
    table = write(at / "train.csv", csv_bytes(made(random.Random(1), 400)))
    for name, flags in TRAINED.items():
        done = run("train", table, "--drop", "id", *flags, "-o", at / name)
        assert done.returncode == 0, (name, done.stderr)
    return at


def both(tmp_path, model, data, *flags, seed=0):
    """What predict does with a file, and with the same bytes in pieces; the name of the file is that of standard input."""
    path = write(tmp_path / "data", data)
    done = subprocess.run([HALFSPACE, "predict", str(model), str(path), *map(str, flags)], capture_output=True, check=False, timeout=120)
    whole = done.returncode, done.stdout, done.stderr.decode().replace(str(path), "stdin")
    return whole, fed(["predict", model, "-", *flags], pieces(data, seed))


def check_same(tmp_path, model, data, *flags, seed=0, code=0):
    whole, streamed = both(tmp_path, model, data, *flags, seed=seed)
    assert streamed == whole
    assert whole[0] == code, whole[2]
    return whole


SHOWN = [[], ["--scores"], ["--keep", "id,colour"], ["--keep", "all", "--scores", "--output-format", "tsv"], ["--top", "2", "--keep", "2"],
         ["--output-format", "jsonl", "--scores", "--keep", "colour", "--top", "1"], ["--output-format", "csv"], ["--quiet"], ["-o", "-"]]


def without_label(records):
    return [[*record[:4], "x"] for record in records]  # predict looks at no label


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("shown", SHOWN, ids=" ".join)
def test_the_bytes_of_the_whole_file(models, tmp_path, name, shown):
    records = made(random.Random(len(shown)), 700)
    header = ("id", "a", "b", "colour", "extra")
    said = check_same(tmp_path, models / name, csv_bytes(without_label(records), header), *shown, seed=len(name))
    assert said[1].count(b"\n") >= 700


@pytest.mark.parametrize("flags", [["--missing", "drop", "--unseen", "other"], ["--unseen", "row"], ["--unseen", "row", "--missing", "drop"], ["--unseen", "other"]], ids=" ".join)
@pytest.mark.parametrize("name", ["logistic", "means", "two", "kernel"])
def test_missing_cells_and_unknown_levels(models, tmp_path, name, flags):
    data = csv_bytes(made(random.Random(5), 900, strange=0.1), end="\r\n")
    said = check_same(tmp_path, models / name, data, *flags, "--keep", "id", "--scores")
    assert "row" in said[2] or flags == ["--unseen", "other"] and name == "means"  # the notes count the rows of all pieces


@pytest.mark.parametrize("flags", [["--probabilities"], ["--probabilities", "--threshold", "0.8"], ["--top", "2"]], ids=" ".join)
def test_probabilities(models, tmp_path, flags):
    for name in ("two", "logistic", "calibrated"):
        if name == "two" or "--threshold" not in flags:
            check_same(tmp_path, models / name, csv_bytes(made(random.Random(6), 600)), *flags)


def test_other_ways_to_write_a_table(models, tmp_path):
    records = made(random.Random(7), 500)
    names = ("id", "a", "b", "colour", "label")
    plain = check_same(tmp_path, models / "logistic", csv_bytes(records), "--scores")
    for data, flags in ((csv_bytes(records, delimiter=";", end="\r\n"), ["--delimiter", ";"]), (csv_bytes(records, encoding="utf-16"), ["--encoding", "utf-16"]),
                        (csv_bytes(records, encoding="cp1252"), ["--encoding", "latin1"]), (b"a report\nof two lines\n" + csv_bytes(records), ["--skip-lines", "2"]),
                        (csv_bytes([[*r[:3], "", *r[3:]] for r in records], (*names[:3], "empty", *names[3:]), "\t"), ["--format", "tsv"]),
                        (csv_bytes(records).rstrip(b"\n"), []), (b"\xef\xbb\xbf" + csv_bytes(records).replace(b"\nrow", b"\n\n\nrow"), [])):
        assert check_same(tmp_path, models / "logistic", data, "--scores", *flags)[1] == plain[1], flags


def test_dates_amounts_and_tables_without_a_header(tmp_path):
    rng = random.Random(8)
    rows = [f"{rng.randrange(1, 29):02}.{rng.randrange(1, 13):02}.2025;1.{rng.randrange(100, 999)},{rng.randrange(10)};{rng.choice('pq')}" for _ in range(300)]
    table = write(tmp_path / "dates.csv", "when;amount;label\n" + "\n".join(rows) + "\n")
    style = ["--delimiter", ";", "--decimal", ",", "--thousands", ".", "--dates", "days", "--date-order", "dmy"]
    assert run("train", table, *style, "--algorithm", "logistic", "-o", tmp_path / "dates").returncode == 0
    check_same(tmp_path, tmp_path / "dates", table.read_bytes(), "--scores")
    bare = write(tmp_path / "bare.csv", "".join(f"{rng.gauss(0, 1):.2f},{rng.gauss(0, 1):.2f},{rng.choice('pq')}\n" for _ in range(300)))
    assert run("train", bare, "--no-header", "--label", "3", "--algorithm", "logistic", "-o", tmp_path / "bare").returncode == 0
    check_same(tmp_path, tmp_path / "bare", bare.read_bytes(), "--keep", "1")


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_libsvm_text(tmp_path, kernel):
    rng = random.Random(9)
    def rows(count, columns):
        return "".join(f"{rng.choice('01')} " + " ".join(f"{j}:{rng.gauss(0, 1):.3g}" for j in range(1, columns) if rng.random() < 0.5) + ("  # said\n" if rng.random() < 0.2 else "\n")
                       for _ in range(count)).encode()
    assert run("train", write(tmp_path / "train", rows(300, 8)), "--kernel", kernel, "--C", "1", "-o", tmp_path / "m").returncode == 0
    assert run("compat", "svm-train", "-q", "-t", "2", tmp_path / "train", tmp_path / "libsvm").returncode == 0
    for model in ("m", "libsvm"):
        whole = check_same(tmp_path, tmp_path / model, rows(900, 11), "--scores")
        assert "values in columns the model does not know" in whole[2]
        check_same(tmp_path, tmp_path / model, rows(900, 8), "--output-format", "jsonl")


@pytest.mark.parametrize("end", PACKERS)
def test_packed_texts(models, tmp_path, end):
    data = PACKERS[end](csv_bytes(made(random.Random(10), 3000)))
    check_same(tmp_path, models / "logistic", data, "--keep", "id,colour")


def test_a_damaged_end_leaves_the_rows_before_it(models, tmp_path):
    text = csv_bytes(made(random.Random(11), 30_000))
    packed = gzip.compress(text)
    whole, streamed = both(tmp_path, models / "logistic", packed[:-4])
    assert whole[0] == streamed[0] == 3 and streamed[2] == whole[2] and whole[1] == b""
    assert run("predict", models / "logistic", write(tmp_path / "t.csv", text)).stdout.encode().startswith(streamed[1])
    assert streamed[1].count(b"\n") > 1000


def test_standard_input_may_be_a_file_and_a_pipe_may_have_a_name(models, tmp_path):
    data = write(tmp_path / "data.csv", csv_bytes(made(random.Random(12), 8_000)))
    want = run("predict", models / "kernel", data, "--scores").stdout
    with open(data, "rb") as file:
        assert run("predict", models / "kernel", "-", "--scores", stdin=file).stdout == want
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["sh", "-c", 'exec cat "$1" > "$2"', "sh", str(data), str(tmp_path / "pipe")]) as writer:
        try:
            assert run("predict", models / "kernel", tmp_path / "pipe", "--scores").stdout == want
        finally:
            writer.kill()


def test_many_blocks_are_one_text(models, tmp_path):
    rng = random.Random(14)
    rows = "".join(f"{i},{rng.gauss(0, 1):.3f},{rng.gauss(0, 1):.3f}\n" for i in range(40_000))
    text = ("id,a,b\n" + rows).encode()
    flags = ["--keep", "id", "--scores", "--threads", "4"]
    whole = check_same(tmp_path, models / "linear", text, *flags)
    with open(tmp_path / "data", "rb") as file:
        assert run("predict", models / "linear", "-", *flags, stdin=file).stdout.encode() == whole[1]
    for bad in ("x,y,z\n", "1,2\n", '1,2,"open\n'):
        in_file, in_pipe = both(tmp_path, models / "linear", text + bad.encode() + b"1,2,3\n", *flags)
        assert in_pipe == (3, whole[1], in_file[2]) and "stdin:40002:" in in_pipe[2]


def test_the_whole_is_written_to_a_file_and_as_json(models, tmp_path):
    data = csv_bytes(made(random.Random(13), 500))
    want = run("predict", models / "two", write(tmp_path / "d.csv", data), "--scores")
    assert run("predict", models / "two", "-", "--scores", "-o", tmp_path / "out", input=data).stdout == ""
    assert (tmp_path / "out").read_text() == want.stdout
    bad = data + b"row,x,y,z,w\n"
    assert run("predict", models / "two", "-", "-o", tmp_path / "out", input=bad).returncode == 3
    assert (tmp_path / "out").read_text() == want.stdout
    for more in (["--json"], ["--json", "-o", tmp_path / "out"]):
        assert run("predict", models / "two", "-", *more, input=bad).stdout == ""


def peak_mib(model, feed):
    with subprocess.Popen([HALFSPACE, "predict", str(model), "-", "--keep", "all"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        for part in feed:
            process.stdin.write(part)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return usage.ru_maxrss >> 10


@pytest.mark.skipif(SANITIZED, reason="sanitizers keep freed memory")
@pytest.mark.parametrize("a, note", [("1.25", "x"), ("1.25", "x" * 20_000), ("NA", "x")], ids=["short rows", "long cells", "rows that lack a value"])
def test_memory_is_that_of_a_block(models, a, note):
    header, row = b"a,b,note\n", f"{a},-2,{note}\n".encode()
    block = row * max(1, (1 << 18) // len(row))
    few, many = (peak_mib(models / "linear", [header] + [block] * count) for count in (4, 40))
    assert many < few + 9, (few, many)  # 9 MiB more of text: rows in memory would need three times that, long cells more than once
