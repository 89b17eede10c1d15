"""train --stream: several passes over one text, in blocks; what a change of the file in between does."""
import os
import subprocess
import time

import pytest

from program import HALFSPACE, answer, refused, write

SHUFFLED = ["--stream", "--order", "shuffled", "--passes", "2"]
BLOCK = 150_000  # rows of one entry fill a block of a shuffled pass


@pytest.fixture(name="separable", scope="module")
def fixture_separable(tmp_path_factory):
    """More than three blocks, whose first labels differ."""
    lines = ["1 1:1\n", "-1 1:-1\n"]
    text = "".join(lines[(k + k // BLOCK) % 2] for k in range(4 * BLOCK))
    return write(tmp_path_factory.mktemp("separable") / "rows", text)


@pytest.fixture(name="by_class", scope="module")
def fixture_by_class(tmp_path_factory):
    text = "1 1:1\n" * 2 * BLOCK + "-1 1:-1\n" * 2 * BLOCK
    return write(tmp_path_factory.mktemp("sorted") / "rows", text)


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("more", [[], ["--preset", "averaged"]], ids=" ".join)
def test_shuffled_blocks_keep_their_labels(separable, seed, more):
    facts = answer("train", separable, *SHUFFLED, "--seed", seed, "--final-pass", *more)
    assert facts["weights"][0] > 0 and facts["train"]["error"] == 0
    assert facts["visits"] == 8 * BLOCK


def test_shuffled_blocks_of_a_sorted_file_with_named_classes(by_class):
    facts = answer("train", by_class, *SHUFFLED, "--classes=-1,1", "--final-pass")
    assert facts["train"]["error"] == 0
    assert "'2' is not a label" in refused(2, "train", by_class, *SHUFFLED, "--classes=-1,1,2")


def test_shuffled_blocks_depend_on_the_seed_alone(separable):
    def weights(seed, threads):
        return answer("train", separable, *SHUFFLED, "--seed", seed, "--threads", threads)["weights"]
    assert weights(1, 1) == weights(1, 4) != weights(2, 1)


def test_an_error_of_a_later_shuffled_pass_names_its_line(tmp_path):
    """The row in the middle is inf - inf once the last one has moved the weights: at its second visit."""
    usual = "1 3:1\n" * 2 * BLOCK
    data = write(tmp_path / "rows", "-1 3:-1\n" + usual + "-1 1:1e160 2:-1e160 3:-5\n" + usual + "1 1:1e160 2:1e160 3:-5\n")
    message = refused(3, "train", data, *SHUFFLED, "--algorithm", "perceptron")
    assert f"{data}:{2 * BLOCK + 2}: column '1' reaches 1e+160" in message


@pytest.mark.parametrize("order", ["cyclic", "shuffled"])
def test_the_time_limit_ends_a_pass(separable, order):
    for _ in range(3):
        facts = answer("train", separable, "--stream", "--order", order, "--passes", "1000000", "--timeout", "0.7", "--algorithm", "svm")
        assert facts["status"] == "timeout" and facts["weights"][0] > 0


def test_a_csv_is_shuffled_behind_its_header(tmp_path):
    lines = ["1,2,up\n", "-1,2,down\n"]
    data = write(tmp_path / "rows.csv", "x,z,label\n" + "".join(lines[(k + k // 149_797) % 2] for k in range(4 * BLOCK)))
    facts = answer("train", data, *SHUFFLED, "--final-pass")
    assert facts["train"]["error"] == 0 and facts["data"]["rows"] == 4 * BLOCK


def test_the_format_is_that_of_the_first_pass(tmp_path):
    """A later block begins with a label that alone would make it LIBSVM text."""
    data = write(tmp_path / "rows", "a\t1\n" * 2 * BLOCK + "b:c\t-1\n" * 4 * BLOCK)
    facts = answer("train", data, "--no-header", "--label", "1", *SHUFFLED, "--final-pass")
    assert facts["train"]["error"] == 0 and facts["visits"] == 12 * BLOCK


# a file that changes between two passes ---------------------------------------------------------------------------------

def trained_while(path, change, *flags):
    """What a run says whose file another takes the place of after the first pass, which waits behind a pipe."""
    rows = path.read_bytes()
    with subprocess.Popen([HALFSPACE, "train", str(path), "--stream", *flags, "--json", "--quiet"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        other = write(path.with_suffix(".new"), change(rows))
        while run.poll() is None and not opened(run.pid, path):
            time.sleep(0.0005)
        os.replace(other, path)
        out, error = run.communicate(timeout=120)
    return run.returncode, out, error.decode()


def opened(pid, path):
    try:
        return any(os.path.realpath(f"/proc/{pid}/fd/{fd}") == str(path) for fd in os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return False


CHANGES = {
    "a far column": lambda rows: rows.replace(b"1 1:1\n", b"1 900000000:1\n", 1),
    "another value": lambda rows: rows[:-9] + rows[-9:].replace(b":1", b":2").replace(b":-1", b":-2"),
    "other labels": lambda rows: rows.replace(b"-1 ", b"-2 "),
    "no rows": lambda rows: b"\n" * len(rows)}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("flags", [["--final-pass"], ["--passes", "2"], ["--passes", "2", "--order", "shuffled"]], ids=" ".join)
def test_a_file_that_changed_is_refused(tmp_path, separable, change, flags):
    code, out, error = trained_while(write(tmp_path / "rows", separable.read_bytes()), change, *flags)
    assert code == 3 and out == b"" and error.startswith(f"halfspace: {tmp_path}"), (code, error)
    assert "the file changed since it was read" in error or change in (CHANGES["other labels"], CHANGES["no rows"]), error
