"""Rows and fields that are far too large; files packed to burst."""
import gzip

import pytest

from packing import zstd_run
from program import IRIS, Measured, answer, refused, run, write

MILLION = 1_000_000


# ---- large rows, large fields

@pytest.fixture(name="wide", scope="module")
def fixture_wide(tmp_path_factory):
    """A CSV and a LIBSVM text with 10^6 columns, rows of 8 MB."""
    folder = tmp_path_factory.mktemp("wide")
    names = ",".join(f"c{k}" for k in range(MILLION))
    row = ",".join(["-1.2345"] * MILLION)
    csv = write(folder / "wide.csv", f"{names},label\n{row},a\n{row.replace('-', '')},b\n")
    row = " ".join(f"{k}:1.5" for k in range(1, MILLION + 1))
    return csv, write(folder / "wide.libsvm", f"1 {row}\n-1 {row}\n")


def test_a_million_columns(wide):
    for path in wide:
        done = Measured("inspect", path)
        assert done.code == 0, done.stderr
        assert "2 rows, 1,000,000 columns, 2,000,000 nonzero values" in " ".join(done.stdout.decode().split())
        assert done.mib < 400


def test_the_last_of_a_million_fields_is_bad(wide, tmp_path):
    for path, bad in zip(wide, (b"bad", b"1000000:bad")):
        text = path.read_bytes().rstrip(b"\n")
        tail = b"1.2345,b" if path.suffix == ".csv" else b"1000000:1.5"
        behind = b",b" if path.suffix == ".csv" else b""
        broken = write(tmp_path / path.name, text[:-len(tail)] + bad + behind + b"\n")
        place = "3:1000000" if path.suffix == ".csv" else "2:1000001"
        assert f"{path.name}:{place}: " in refused(3, "inspect", broken)


def test_a_value_of_64_mib(tmp_path):
    for name, before, behind in (("v.csv", b"x,label\n", b",a\n1,b\n"), ("v.libsvm", b"1 1:", b"\n-1 1:1\n"), ("l.libsvm", b"", b" 1:1\n")):
        for byte in (b"7", b"a"):
            done = Measured("inspect", write(tmp_path / (name + ".zst"), zstd_run(byte, 64 << 20, before, behind)))
            assert done.code == 3
            assert byte * 40 + b"...'" in done.stderr
            assert len(done.stderr) < 1000
            assert done.mib < 300


def test_a_label_of_64_mib_is_held_once(tmp_path):
    path = write(tmp_path / "l.csv.zst", zstd_run(b"a", 64 << 20, b"x,label\n1,", b"\n1,b\n"))
    done = Measured("inspect", path)
    assert done.code in (0, 3)
    assert done.mib < 500
    assert len(done.stdout) + len(done.stderr) < 2000


def test_an_open_quote_before_many_lines_is_found_where_it_opens(tmp_path):
    path = write(tmp_path / "q.csv", 'x,label\n1,"a\n' + "1,b\n" * 500_000)
    assert "q.csv:2:2: the quote opened here" in refused(3, "inspect", path)


# ---- packed files that grow without end

def test_two_gib_of_rows_from_a_small_file_stop_at_the_memory_limit(tmp_path):
    member = gzip.compress(b"1 1:1\n" * (1 << 20), mtime=0)
    path = write(tmp_path / "rows.libsvm.gz", member * (2048 // 6))
    assert path.stat().st_size < 4 << 20
    for verb in ("inspect", "train"):
        done = Measured(verb, path, "--max-memory", 64)
        assert done.code == 3
        assert b"--max-memory" in done.stderr
        assert done.mib < 200


def test_csv_rows_stop_at_the_memory_limit(tmp_path):
    member = gzip.compress(b"1,2,3,a\n" * (1 << 20), mtime=0)
    path = write(tmp_path / "rows.csv.gz", member * 250)
    done = Measured("inspect", path, "--max-memory", 64, "--no-header", "--label", 4)
    assert done.code == 3
    assert b"--max-memory" in done.stderr
    assert done.mib < 200


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.libsvm", "a"])
@pytest.mark.parametrize("before", [b"", b"x,label\n1,a\n", b'x,label\n1,"'])
def test_four_gib_without_a_newline(tmp_path, name, before):
    path = write(tmp_path / (name + ".zst"), zstd_run(b"a", 4 << 30, before))
    assert path.stat().st_size < 200_000
    done = Measured("inspect", path, "--max-memory", 64)
    assert done.code == 3
    assert len(done.stderr) < 2000
    assert done.mib < 400  # of which libzstd's window 128


def test_a_gzip_file_without_a_newline(tmp_path):
    path = write(tmp_path / "a.csv.gz", gzip.compress(b"a" * (16 << 20), mtime=0) * 32)
    done = Measured("inspect", path)
    assert done.code == 3
    assert b"longer than 192 MiB" in done.stderr
    assert done.mib < 256


MAGICS = {"zstd": b"\x28\xb5\x2f\xfd", "gzip": b"\x1f\x8b", "xz": b"\xfd7zXZ\x00", "lz4": b"\x04\x22\x4d\x18"}


@pytest.mark.parametrize("codec", MAGICS)
def test_a_file_cut_off_within_its_magic_number_is_truncated(tmp_path, codec):
    for size in range(1, len(MAGICS[codec])):
        cut = MAGICS[codec][:size]
        message = refused(3, "inspect", write(tmp_path / "cut", cut))
        assert (f"{codec}: truncated" in message) == (cut != b"("), message  # one bracket is text


def test_rows_that_are_all_left_out_are_counted(tmp_path):
    path = write(tmp_path / "w.csv", "x,w,y\n1,0,a\n2,0,b\n")
    assert "no row is left to use; left out are 2 rows of weight 0" in refused(3, "train", path, "--weight", "w")
    path = write(tmp_path / "m.csv", "x,w,y\n,0,a\n2,0,b\n3,1,c\n4,1,d\n")
    message = refused(3, "train", path, "--weight", "w", "--missing", "drop", "--classes", "a,b")
    assert "left out are 1 row of weight 0, 1 row with a missing cell, 2 rows of other classes" in message
    assert "no rows of data" in refused(3, "train", write(tmp_path / "e.csv", "x,y\n"))


def test_blank_lines_and_comments_need_no_memory(tmp_path):
    for name, before, byte, behind in (("b.csv", b"x,label\n1,a\n", b"\n", b"2,b\n"), ("b.libsvm", b"1 1:1\n", b"\n", b"-1 1:2\n")):
        done = Measured("inspect", write(tmp_path / (name + ".zst"), zstd_run(byte, 32 << 20, before, behind)), "--max-memory", 8)
        assert done.code == 0, done.stderr
        assert done.mib < 100


def test_a_record_of_delimiters_stays_within_the_memory_limit(tmp_path):
    for flags in ([], ["--no-header", "--label", 1]):
        done = Measured("inspect", write(tmp_path / "c.csv.zst", zstd_run(b",", 2 << 20)), "--max-memory", 16, *flags)
        assert done.code == 3
        assert done.mib < 100


def test_many_long_labels_stay_within_the_memory_limit(tmp_path):
    text = "".join(f"1,{k}{'a' * 10000}\n" for k in range(6000))
    done = Measured("inspect", write(tmp_path / "l.csv.gz", gzip.compress(b"x,label\n" + text.encode(), 1)), "--max-memory", 16)
    assert done.code == 3
    assert b"--max-memory" in done.stderr
    assert done.mib < 150


def test_a_packed_model_with_gigabytes_behind_it_is_refused_early(tmp_path, model):
    path = write(tmp_path / "m.hs.zst", zstd_run(b"\0", 256 << 20, model.read_bytes(), b""))
    done = Measured("predict", path, IRIS, address_space=4096)
    assert done.code == 3
    assert done.mib < 150


def test_the_largest_index_can_be_inspected(tmp_path):
    done = Measured("inspect", write(tmp_path / "i.libsvm", "1 1:1\n-1 2147483646:2\n"), address_space=2048)
    assert done.code == 0, done.stderr


@pytest.mark.parametrize("verb", ["train", "separate"])
def test_the_largest_index_is_refused_where_its_weights_do_not_fit(tmp_path, verb):
    done = Measured(verb, write(tmp_path / "i.libsvm", "1 1:1\n-1 2147483646:2\n"), "--max-memory", 64, address_space=2048)
    assert done.code == 3
    assert b"--max-memory" in done.stderr


def test_the_largest_index_from_0_is_a_column(tmp_path):
    """One more than from 1: in rows, in a cache, and hashed, in a stream and in what is predicted."""
    data = write(tmp_path / "i.libsvm", "1 0:1 2147483645:2 2147483646:3\n-1 0:2 1:1\n")
    facts = answer("inspect", data, "--zero-based")
    assert (facts["nnz"], facts["cols"]) == (5, 2147483647)
    assert run("convert", data, "--to", "cache", "--zero-based", "-o", tmp_path / "i.hsd").returncode == 0
    assert answer("inspect", tmp_path / "i.hsd", "--zero-based")["nnz"] == 5
    for more in ([], ["--stream", "--final-pass"]):
        facts = answer("train", data, "--zero-based", "--hash-bits", "10", *more, "-o", tmp_path / "m.hs")
        assert sum(w != 0 for w in facts["weights"]) == 4 and facts["train"]["error"] == 0
        scores = run("predict", tmp_path / "m.hs", data, "--zero-based", "--scores")
        assert scores.returncode == 0 and scores.stderr == "", scores.stderr


def test_a_file_whose_end_is_a_hole_is_refused_at_its_line(tmp_path):
    """Its length says nothing about its rows: memory for them is advice."""
    for name, head, line in (("rows.libsvm", "", "1 1:1 2:2\n"), ("rows.csv", "x,z,label\n", "1,2,a\n")):
        data = write(tmp_path / name, head + line * 64_000)
        with open(data, "r+b") as file:
            file.truncate(8 << 40)
        done = Measured("inspect", data, "--max-memory", "100", address_space=40_000)
        assert done.code == 3 and f"{data}:{64_001 + bool(head)}:1".encode() in done.stderr, done.stderr
        assert b"longer than 192 MiB" in done.stderr
