"""train --stream: the limits of memory, and errors that depend on neither blocks nor threads."""
import subprocess

import pytest

from program import answer, refused, run, write


def test_rows_held_for_a_second_class_are_counted_one_by_one(tmp_path):
    """24 MiB of rows of 20 bytes: the row at which they are full does not depend on blocks."""
    rows = (24 << 20) // 20
    fits = "1 1:1\n" * rows
    for text, code in ((fits + "2 1:2\n", 0), (fits + "1 1:1\n2 1:2\n", 3)):
        data = write(tmp_path / "rows", text)
        for source, more in ((data, ["--threads", "1"]), (data, ["--threads", "4"]), ("-", [])):
            stdin = open(data, "rb") if source == "-" else subprocess.DEVNULL  # pylint: disable=consider-using-with
            done = run("train", source, "--stream", *more, stdin=stdin)
            assert done.returncode == code, (code, source, more, done.stderr)
            assert code == 0 or f"the first {rows + 1:,} rows have the label '1'" in done.stderr, done.stderr


@pytest.mark.parametrize("choices,mib", [([], 32), (["--solver", "sgd"], 24), (["--solver", "ftrl"], 40), (["--preset", "cyclic"], 32), (["--preset", "averaged"], 64)], ids=str)
def test_weights_stay_within_the_memory_limit(tmp_path, choices, mib):
    """docs/streaming.md: so many bytes a column; here 2^20 columns."""
    data = write(tmp_path / "rows", f"1 1:1\n-1 {1 << 20}:1\n")
    assert answer("train", data, "--stream", *choices, "--max-memory", mib)["status"] in ("passes", "converged")
    assert f"need about {mib} MiB" in refused(3, "train", data, "--stream", *choices, "--max-memory", mib - 1)


def test_a_third_class_is_named_with_line_and_field(tmp_path):
    data = write(tmp_path / "rows.csv", "x,label,z\n1,a,1\n2,b,2\n3,c,3\n")
    assert f"{data}:4:2: label 'c' is a third class" in refused(3, "train", data, "--stream", "--label", "label")
