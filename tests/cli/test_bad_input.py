"""Files that are not there, not readable, far too large, or packed to burst; names no one expects; full disks."""
import gzip
import os
import resource
import signal
import subprocess

import pytest

from packing import PACKERS, RAW, zstd_blocks, zstd_run
from program import HALFSPACE, IRIS, PAIR, Measured, answer, refused, run, write

TINY = "x,label\n1,a\n2,b\n"
MILLION = 1_000_000


# ---- files that cannot be read

@pytest.fixture(name="model", scope="module")
def fixture_model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "iris.hs"
    assert run("train", IRIS, *PAIR, "-o", path).returncode == 0
    return path


def reading_calls(path, model):
    return [("inspect", path), ("train", path), ("predict", model, path), ("evaluate", model, path),
            ("predict", path, IRIS), ("evaluate", path, IRIS), ("train", IRIS, *PAIR, "--test", path)]


def test_no_such_file(tmp_path, model):
    for call in reading_calls(tmp_path / "absent.csv", model):
        assert "absent.csv: cannot open" in refused(5, *call)


def test_a_directory(tmp_path, model):
    for call in reading_calls(tmp_path, model):
        assert "is a directory" in refused(5, *call)


def test_unreadable_file(tmp_path, model):
    path = write(tmp_path / "locked.csv", TINY)
    path.chmod(0)
    if os.access(path, os.R_OK):  # root reads everything: a path through a file is as unreadable to it
        path = path / "inside.csv"
    for call in reading_calls(path, model):
        assert "cannot open" in refused(5, *call)


def test_a_text_where_a_model_is_expected(tmp_path):
    text = write(tmp_path / "text.csv", TINY)
    for verb in ("predict", "evaluate"):
        assert "not those of a model file" in refused(3, verb, text, IRIS)


def test_a_model_where_a_text_is_expected(model):
    refused(3, "train", model)
    refused(3, "predict", model, model)


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


# ---- names

@pytest.mark.parametrize("name", ["with space.csv", "quote'.csv", 'double".csv', "new\nline.csv", "-dash.csv", "--help", "{}", "%s.csv", "ünï.csv", "a=b.csv", "*", "@x"])
def test_odd_file_names(tmp_path, name):
    write(tmp_path / name, TINY)
    facts = answer("inspect", "--format", "csv", "./" + name, cwd=tmp_path)
    assert facts["rows"] == 2
    done = run("inspect", "--format", "csv", "--", name, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert run("train", "-o", "./out" + name, "--", name, cwd=tmp_path).returncode == 0
    assert (tmp_path / ("out" + name)).stat().st_size > 0


def test_a_newline_in_a_name_does_not_break_a_message(tmp_path):
    path = write(tmp_path / "new\nline.csv", "x,label\nred,a\n")
    message = refused(3, "inspect", path)
    assert "new\\nline.csv:2:1: " in message
    assert message.count("\n") == 1


def test_a_name_that_is_not_utf8(tmp_path):
    path = os.fsencode(tmp_path) + b"/\xff.csv"
    with open(path, "wb") as f:
        f.write(TINY.encode())
    done = subprocess.run([HALFSPACE, "inspect", path, "--json"], capture_output=True, check=False)
    assert done.returncode == 0
    assert '"rows": 2' in done.stdout.decode()


# ---- values in messages

def test_values_are_cut_and_escaped_whatever_their_bytes(tmp_path):
    for value in (b"\x80" * 5000, b"\xff" * 5000, "\u009b31m".encode(), b"\x9b31m", b"\xc3", b"\xe9t\xe9"):
        path = write(tmp_path / "v.csv", b"x,label\n" + value + b",a\n")
        done = subprocess.run([HALFSPACE, "inspect", path], capture_output=True, check=False)
        assert done.returncode == 3
        message = done.stderr.decode()  # must be UTF-8
        assert len(message) < 600
        assert not any(0x80 <= ord(c) < 0xA0 for c in message)


# ---- a model and data that do not fit

def test_other_columns_are_named(tmp_path, model):
    other = write(tmp_path / "o.csv", "sepal_length,petal_length,petal_wide,colour,species\n1,2,3,4,setosa\n")
    for verb in ("predict", "evaluate"):
        message = refused(3, verb, model, other)
        assert "missing sepal_width, petal_width;" in message
        assert "extra petal_wide, colour;" in message


def test_columns_may_stand_in_any_order_and_more_may_stand_between(tmp_path, model):
    lines = [line.split(",") for line in open(IRIS, encoding="utf-8").read().split()]
    reversed_columns = write(tmp_path / "r.csv", "".join(",".join(["name", *reversed(row)] if k == 0 else ["n", *reversed(row)]) + "\n" for k, row in enumerate(lines)))
    straight = run("predict", model, IRIS, "--scores")
    assert straight.returncode == 0 and len(straight.stdout.split()) == 151
    assert run("predict", model, reversed_columns, "--scores").stdout == straight.stdout


def test_labels_are_not_needed_to_predict_but_to_evaluate(tmp_path, model):
    bare = write(tmp_path / "b.csv", "petal_width,petal_length,sepal_width,sepal_length\n0.2,1.4,3.5,5.1\n")
    assert run("predict", model, bare).stdout == "setosa\n"
    assert "species" in refused(3, "evaluate", model, bare)


def test_a_label_the_model_does_not_know(model):
    message = refused(3, "evaluate", model, IRIS)
    assert "'virginica'" in message and "--classes setosa,versicolor" in message


# ---- disks that are full, folders that are not there

def names(folder):
    return sorted(p.name for p in folder.iterdir())


def test_dev_full(model):
    for call in (["train", IRIS, *PAIR, "-o", "/dev/full"], ["train", IRIS, *PAIR, "--trace", "/dev/full"], ["predict", model, IRIS, "-o", "/dev/full"]):
        assert "No space left" in refused(5, *call)


def test_standard_output_is_full(model):
    for call in (["train", IRIS, *PAIR], ["train", IRIS, *PAIR, "--json"], ["train", IRIS, *PAIR, "-o", "-"], ["predict", model, IRIS], ["predict", model, IRIS, "--json"],
                 ["evaluate", model, IRIS, *PAIR], ["inspect", IRIS], ["inspect", model], ["version"], ["train", "--help"]):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([HALFSPACE, *map(str, call)], stdout=full, stderr=subprocess.PIPE, check=False)
        assert done.returncode == 5, call
        assert b"standard output: cannot write" in done.stderr, call


def assert_old_output_survives(folder, old, **more):
    done = run("train", IRIS, *PAIR, "-o", old, **more)
    assert done.returncode == 5, done.stderr
    assert "cannot write" in done.stderr
    assert old.read_bytes() == b"old"
    assert names(folder) == [old.name]


def test_a_file_size_limit_leaves_the_old_output(tmp_path):
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
    assert_old_output_survives(tmp_path, write(tmp_path / "old.hs", b"old"), preexec_fn=limit, restore_signals=False)


def test_a_full_disk_leaves_the_old_output(tmp_path):
    """On a file system of 64 KiB where this user may mount one; the file size limit above stands for it elsewhere."""
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(tmp_path)], capture_output=True, check=False).returncode != 0:
        return
    try:
        old = write(tmp_path / "old.hs", b"old")
        write(tmp_path / "filler", bytes(60 << 10))
        done = run("train", IRIS, *PAIR, "--preset", "voted", "--passes", "2000", "--stop", "passes", "--order", "shuffled", "--mistake", "boundary-is-mistake", "-o", old)
        assert done.returncode in (0, 5), done.stderr
        done = run("predict", "-o", old, model_on(tmp_path.parent), many_rows(tmp_path.parent))
        assert done.returncode == 5, done.stderr
        assert "No space left" in done.stderr
        assert names(tmp_path) == ["filler", "old.hs"]
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


def model_on(folder):
    path = folder / "pair.hs"
    assert run("train", IRIS, *PAIR, "-o", path).returncode == 0
    return path


def many_rows(folder):
    lines = open(IRIS, encoding="utf-8").read().split()
    return write(folder / "many.csv", "\n".join([lines[0]] + lines[1:] * 100) + "\n")


def test_an_output_folder_that_is_not_there(tmp_path, model):
    for call in (["train", IRIS, *PAIR, "-o", tmp_path / "no/m.hs"], ["train", IRIS, *PAIR, "--trace", tmp_path / "no/t"], ["predict", model, IRIS, "-o", tmp_path / "no/p"]):
        assert "No such file" in refused(5, *call)
    assert "directory" in refused(5, "train", IRIS, *PAIR, "-o", tmp_path)
    assert names(tmp_path) == []


def test_damaged_packed_data_writes_nothing(tmp_path):
    for end, pack in PACKERS.items():
        whole = pack(open(IRIS, "rb").read())
        for k, data in enumerate((whole[:-1], whole[:len(whole) // 2], whole + b"x")):
            path = write(tmp_path / f"iris{k}.csv.{end}", data)
            refused(3, "train", path, *PAIR, "-o", tmp_path / "m.hs")
            assert not (tmp_path / "m.hs").exists()
            path.unlink()
    assert names(tmp_path) == []


def test_damage_after_the_last_row_is_still_an_error(tmp_path):
    """A row is believed only when the whole file has been checked."""
    good = zstd_blocks([(RAW, len(TINY), TINY.encode())])
    assert answer("inspect", write(tmp_path / "t.csv.zst", good))["rows"] == 2
    refused(3, "inspect", write(tmp_path / "t.csv.zst", good + b"\n"))


@pytest.mark.parametrize("verb", ["evaluate", "plot"])
def test_a_feature_of_the_model_is_no_label(tmp_path, verb):
    data = write(tmp_path / "d.csv", "x,z,label\n1,2,a\n2,1,b\n")
    assert run("train", data, "-o", tmp_path / "m.hs").returncode == 0
    for label in ("x", "1"):
        assert "'x' is a feature of the model" in refused(2, verb, tmp_path / "m.hs", data, "--label", label)


@pytest.mark.parametrize("text, flags", [("x,label\n1e300,b\n0,a\n", []), ("x,label\n1e155,b\n1,a\n", ["--preset", "averaged"]), ("u,label\n1e80,a\n1,b\n", ["--features", "poly2", "--passes", "3"])])
def test_squares_beyond_doubles_are_no_crash(tmp_path, text, flags):
    data = write(tmp_path / "d.csv", text)
    assert run("train", data, *flags).returncode in (0, 3)
    assert run("separate", data).returncode == 0


def test_products_beyond_doubles_are_refused(tmp_path):
    for text, features in (("x,label\n1e160,a\n1,b\n", "poly2"), ("u,v,label\n1e200,1e200,a\n1,1,b\n", "interactions"), ("u,label\n1e110,a\n1,b\n", "poly3")):
        data = write(tmp_path / "d.csv", text)
        for verb in ("train", "separate"):
            assert "d.csv:2: a product of features is too large" in refused(3, verb, data, "--features", features)


def test_a_delimiter_is_ascii(tmp_path):
    data = write(tmp_path / "d.csv", "x,label\n1,a\n0,b\n")
    assert "not one ASCII character" in refused(2, "separate", data, "--delimiter", "é")


def test_a_class_named_twice(tmp_path):
    data = write(tmp_path / "d.csv", "x,label\n1,a\n0,b\n")
    assert "'a' is a duplicate" in refused(2, "train", data, "--classes", "a,a")


def test_a_rule_for_missing_cells_that_the_model_has_not(tmp_path):
    data = write(tmp_path / "d.csv", "u,v,label\n1,,a\n2,3,b\n0,1,a\n4,2,b\n")
    assert run("train", data, "--missing", "drop", "-o", tmp_path / "m.hs").returncode == 0
    for verb in (["predict"], ["evaluate"], ["explain", "--row", "0"], ["plot"]):
        message = refused(2, verb[0], tmp_path / "m.hs", data, *verb[1:], "--missing", "mean")
        assert "--missing" in message and "needs a model that was trained with it" in message and "--missing drop" in message
    assert "; say --missing drop" in refused(3, "predict", tmp_path / "m.hs", data)
