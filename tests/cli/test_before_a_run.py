"""What is looked at before a run, so that hours of learning do not end in a name that was mistyped; and what is said where it cannot be."""
import itertools
import json
import math
import os
import pathlib
import random
import tempfile

import pytest

from program import IRIS, OVERLAP, PAIR, answer, refused, run, write

BAD = "x,label\n1,a\n2,neither\n"


@pytest.mark.parametrize("stream", [[], ["--stream"]], ids=["in memory", "stream"])
def test_an_output_folder_that_is_not_there(tmp_path, stream):
    """Exit code 5, not the 3 of the data: they were not read."""
    data = write(tmp_path / "bad.csv", "x,label\n1,a\nnothing\n")
    message = refused(5, "train", data, *stream, "-o", tmp_path / "none" / "m.hs")
    assert "none/m.hs: cannot create a file in its folder: No such file" in message
    message = refused(5, "train", data, *stream, "-o", data / "m.hs")
    assert "m.hs: cannot open for writing: Not a directory" in message
    assert refused(3, "train", data, *stream, "-o", tmp_path / "m.hs")


@pytest.mark.parametrize("stream", [[], ["--stream"]], ids=["in memory", "stream"])
def test_test_rows_that_are_not_there(tmp_path, stream):
    message = refused(5, "train", IRIS, *PAIR, *stream, "-o", tmp_path / "m.hs", "--test", tmp_path / "none.csv")
    assert "none.csv: cannot open: No such file" in message
    assert not (tmp_path / "m.hs").exists()


@pytest.fixture
def others():
    """A folder that all may enter, and what makes a run that of a user without rights: root may do everything."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        more = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        if more and run("version", **more).returncode != 0:
            pytest.skip("the program lies where other users may not go")
        (folder / "rows").write_text("+1 1:1\n-1 1:-1\n+1 1:2\n-1 1:-2\n")
        yield folder, more


def test_what_may_not_be_read_or_written(others):
    folder, more = others
    (folder / "closed").mkdir()
    (folder / "closed").chmod(0o555)
    bad = write(folder / "bad", "+1 1:1\n-1 1:x\n")
    assert "cannot create a file in its folder: Permission denied" in refused(5, "train", bad, "-o", folder / "closed" / "m.hs", **more)
    (folder / "open").mkdir()
    (folder / "open").chmod(0o777)
    os.mkfifo(folder / "open" / "fifo")
    (folder / "open" / "fifo").chmod(0o444)
    assert "fifo: cannot open for writing: Permission denied" in refused(5, "train", bad, "-o", folder / "open" / "fifo", **more)
    secret = write(folder / "secret", "+1 1:1\n")
    secret.chmod(0)
    assert "secret: cannot open: Permission denied" in refused(5, "train", folder / "rows", "-o", folder / "open" / "m.hs", "--test", secret, **more)


@pytest.mark.skipif(os.geteuid() != 0, reason="files of two users are made by root")
def test_a_file_of_another_user_in_a_sticky_folder(others):
    folder, more = others
    (folder / "sticky").mkdir()
    (folder / "sticky").chmod(0o1777)
    theirs = write(folder / "sticky" / "theirs", "model")
    theirs.chmod(0o666)
    bad = write(folder / "bad", "+1 1:1\n-1 1:x\n")
    assert "theirs: cannot replace: Operation not permitted" in refused(5, "train", bad, "-o", theirs, **more)


@pytest.mark.parametrize("words", [["svm-train"], ["liblinear-train"]])
def test_outputs_of_the_old_tools(tmp_path, words):
    bad = write(tmp_path / "bad", "+1 1:1\n-1 1:x\n")
    assert "cannot create a file in its folder" in refused(5, "compat", *words, bad, tmp_path / "none" / "model")


@pytest.mark.parametrize("test, code, says", [("", 2, "--test: is empty"), ("folder", 5, "is a directory: give a file")])
def test_test_rows_that_are_no_file(tmp_path, test, code, says):
    (tmp_path / "folder").mkdir()
    data = write(tmp_path / "bad", "+1 1:1\n-1 1:x\n")
    assert says in refused(code, "train", data, "--test", tmp_path / test if test else "")


def test_links_and_devices_are_outputs(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "m.hs")
    assert run("train", IRIS, *PAIR, "-o", tmp_path / "link").returncode == 0
    assert (tmp_path / "m.hs").exists() and (tmp_path / "link").is_symlink()
    assert run("train", IRIS, *PAIR, "-o", "/dev/null").returncode == 0


@pytest.mark.parametrize("stream", [[], ["--stream"]], ids=["in memory", "stream"])
def test_a_model_written_before_its_test_rows_fail(tmp_path, stream):
    test = write(tmp_path / "bad.csv", BAD)
    train = write(tmp_path / "train.csv", "x,label\n1,a\n-1,b\n2,a\n-2,b\n")
    message = refused(3, "train", train, *stream, "-o", tmp_path / "m.hs", "--test", test)
    assert f"the model is written to {tmp_path / 'm.hs'}" in message
    assert "bad.csv: label 'neither'" in message and (tmp_path / "m.hs").exists()


def rows_of(labels):
    random.seed(3)
    return "".join(f"{label} 1:{random.random():.3f} 2:{random.random():.3f}\n" for label in labels)


@pytest.mark.parametrize("labels, run_of, is_sorted", [("+-" * 50, 1, False), ("+" * 50 + "-" * 50, 50, True), ("+-" * 200 + "+" * 40, 40, True), ("+" * 9 + "-", 9, False)],
                         ids=["in turn", "sorted", "sorted at its end", "few rows"])
def test_a_stream_says_where_its_rows_are_sorted(tmp_path, labels, run_of, is_sorted):
    """A random order of n rows, b of other labels, has k of one label one after the other with a probability of at most (n - k + 1) C(n - k, b) / C(n, b); the line is 10^-6."""
    data = write(tmp_path / "rows", rows_of(label + "1" for label in labels))
    progressive = answer("train", data, "--stream", "--classes=-1,+1")["progressive"]
    assert progressive["longest_run"] == run_of and progressive["sorted"] is is_sorted
    n = len(labels)
    runs = [(len(list(group)), n - labels.count(label)) for label, group in itertools.groupby(labels)]
    found = [((n - k + 1) * math.comb(n - k, b) / math.comb(n, b), k) for k, b in runs]
    assert min(found)[1] == run_of and (min(found)[0] < 1e-6) is is_sorted
    text = " ".join(run("train", data, "--stream", "--classes=-1,+1").stdout.split())
    assert (f"come together ({run_of} in a row)" in text) is is_sorted


def test_shuffling_within_blocks_takes_sorted_rows_apart(tmp_path):
    data = write(tmp_path / "rows", rows_of(["+1"] * 500 + ["-1"] * 500))
    assert answer("train", data, "--stream", "--classes=-1,+1", "--order", "shuffled")["progressive"]["sorted"] is False


def test_a_streamed_perceptron_names_its_choices():
    text = " ".join(run("train", IRIS, *OVERLAP, "--stream", "--preset", "averaged", "--passes", "3").stdout.split())
    assert "choices mistake boundary-is-mistake (margin <= 0); step unit; order cyclic; stop passes, earlier on a clean pass, T = 3 passes; keep average; start zero; seed 0" in text
    assert "order cyclic, where preset averaged has shuffled (--order shuffled shuffles blocks)" in text


def test_a_cache_with_its_text_is_not_replaced(tmp_path):
    data = write(tmp_path / "rows", rows_of(["+1", "-1"] * 20))
    other = write(tmp_path / "other", rows_of(["-1", "+1"] * 25))
    assert run("convert", other, "--to", "cache", "-o", tmp_path / "rows.hsd").returncode == 0
    before = (tmp_path / "rows.hsd").read_bytes()
    done = run("train", data, "--data-cache", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["data"]["rows"] == 40
    assert "is a cache with its text inside, perhaps the only one; rename it, or leave out --data-cache" in done.stderr
    assert (tmp_path / "rows.hsd").read_bytes() == before


def test_what_is_beyond_a_limit_is_more_than_it(tmp_path):
    """20.2 MiB against 20 MiB: what is needed is rounded up."""
    data = write(tmp_path / "wide", f"+1 1:1 {663000}:1\n-1 2:1\n")
    message = refused(3, "train", data, "--stream", "--max-memory", "20")
    assert "need about 21 MiB, more than the limit of 20 MiB" in message


def test_a_label_that_was_named_is_no_suggestion(tmp_path):
    data = write(tmp_path / "rows", rows_of(["+1"] * 4))
    message = refused(2, "train", data, "--classes=-1,+1")
    assert "'-1' is not a label of" in message and "did you mean" not in message
    named = write(tmp_path / "named.csv", "x,label\n1,red\n2,red\n")
    assert "did you mean 'red'?" in refused(2, "train", named, "--classes", "rad,blue")


@pytest.mark.parametrize("byte", [8, 60], ids=["another version", "a damaged head"])
def test_a_cache_with_a_strange_head_keeps_its_text(tmp_path, byte):
    other = write(tmp_path / "other", rows_of(["-1", "+1"] * 25))
    assert run("convert", other, "--to", "cache", "-o", tmp_path / "rows.hsd").returncode == 0
    strange = bytearray((tmp_path / "rows.hsd").read_bytes())
    strange[byte] ^= 3
    (tmp_path / "rows.hsd").write_bytes(strange)
    done = run("train", write(tmp_path / "rows", rows_of(["+1", "-1"] * 20)), "--data-cache")
    assert done.returncode == 0 and "with its text inside" in done.stderr
    assert (tmp_path / "rows.hsd").read_bytes() == strange


def test_a_pipe_in_the_place_of_a_cache(tmp_path):
    data = write(tmp_path / "rows", rows_of(["+1", "-1"] * 20))
    os.mkfifo(tmp_path / "rows.hsd")
    done = run("train", data, "--data-cache", timeout=20)
    assert done.returncode == 0 and "is there and no halfspace cache" in done.stderr


def test_a_last_pass_that_is_cut_keeps_the_model(tmp_path):
    """Whatever moment the limit hits, in a pass or within the scores of a block, there is a report and a model."""
    data = write(tmp_path / "rows", rows_of(["+1", "-1"] * 30_000))
    for k in range(25):
        seconds = 0.004 + 0.004 * k
        done = run("train", data, "--stream", "--final-pass", "--test", data, "--timeout", seconds, "--threads", "1", "--json", "-o", tmp_path / "m.hs")
        if done.returncode == 4 and not (tmp_path / "m.hs").exists():
            assert "time limit" in done.stderr  # nothing was learned yet
            continue
        assert done.returncode == 0, (seconds, done.stderr)
        facts = json.loads(done.stdout)
        assert facts["status"] in ("timeout", "passes")
        assert (facts["primal"] is None) is (facts["status"] == "timeout")
        assert facts["test"] is not None or "test rows are not scored" in done.stderr


def test_a_stream_that_misses_its_clean_pass(tmp_path):
    """As a run in memory: status and, with --strict, exit code."""
    data = write(tmp_path / "rows", "+1 1:1\n-1 1:1\n+1 1:2\n-1 1:-1\n")
    for more in ([], ["--stream"]):
        facts = answer("train", data, "--preset", "cyclic", "--passes", "3", *more, *([] if more else ["--decide", "off"]))
        assert facts["status"] == "not-converged" and "cap of 3 passes" in facts["stop_reason"]
        assert run("train", data, "--preset", "cyclic", "--passes", "3", "--strict", *more).returncode == 4
    assert answer("train", data, "--preset", "cyclic", "--stream")["status"] == "passes"  # one pass asks for no clean one


def test_a_cache_whose_first_byte_is_damaged(tmp_path):
    data = write(tmp_path / "rows", rows_of(["+1", "-1"] * 20))
    assert run("convert", data, "--to", "cache", "-o", tmp_path / "rows.hsd").returncode == 0
    strange = bytearray((tmp_path / "rows.hsd").read_bytes())
    strange[0] ^= 1
    (tmp_path / "strange.hsd").write_bytes(strange)
    assert "halfspace cache: its first bytes are damaged" in refused(3, "train", tmp_path / "strange.hsd")
