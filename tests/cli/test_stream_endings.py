"""train --stream: time limits, Ctrl-C and bad lines of pipes that stall or never end."""
import gzip
import json
import os
import signal
import subprocess
import time

import pytest

from program import HALFSPACE, answer, refused, write


class Piped:
    """The end of a run on what a shell writes; the shell is left."""

    def __init__(self, script, *flags, after=None):
        with subprocess.Popen(["sh", "-c", script], stdout=subprocess.PIPE) as writer:
            begun = time.monotonic()
            with subprocess.Popen([HALFSPACE, "train", "-", "--stream", "--json", *map(str, flags)], stdin=writer.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as reader:
                writer.stdout.close()
                if after:
                    time.sleep(1)
                    reader.send_signal(after)
                try:
                    out, error = reader.communicate(timeout=20)
                finally:
                    reader.kill()
                    writer.kill()
            self.seconds = time.monotonic() - begun
        self.code, self.error = reader.returncode, error.decode()
        self.facts = json.loads(out) if out else None


ROWS = "printf '1 1:1\\n-1 1:2\\n1 1:3'; exec sleep 30"
CSV = "printf 'x,label\\n1,a\\n2,b\\n'; exec sleep 30"


@pytest.mark.parametrize("script", [ROWS, CSV], ids=["libsvm", "csv"])
def test_a_pipe_that_stalls_ends_at_the_time_limit(tmp_path, script):
    """A line that is not whole yet is no row."""
    done = Piped(script, "--timeout", "1", "-o", tmp_path / "m.hs")
    assert done.code == 0 and done.seconds < 5, done.error
    assert done.facts["status"] == "timeout" and done.facts["visits"] == 2
    assert answer("inspect", tmp_path / "m.hs")["rows"] == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_pipe_that_stalls_ends_at_an_interrupt(tmp_path, number):
    done = Piped(ROWS, "-o", tmp_path / "m.hs", after=number)
    assert done.code == 130 and done.seconds < 5, done.error
    assert done.facts["status"] == "interrupted" and (tmp_path / "m.hs").exists()


@pytest.mark.parametrize("script", ["exec sleep 30", "printf '1 1:1\\n1 1:2\\n'; exec sleep 30", "printf '\\037\\213'; exec sleep 30"], ids=["nothing", "one class", "packed"])
def test_a_pipe_that_stalls_before_anything_is_learned(tmp_path, script):
    done = Piped(script, "--timeout", "1", "-o", tmp_path / "m.hs")
    assert done.code == 4 and done.seconds < 5, done.error
    assert done.facts is None and "time limit" in done.error and not (tmp_path / "m.hs").exists()


def test_a_packed_pipe_that_stalls_within_the_head_of_its_next_part(tmp_path):
    """What came of the head is not the end of the packed text."""
    rows = "".join(f"{1 if k % 2 else -1} 1:{k % 97 - 48}\n" for k in range(40_000))
    (tmp_path / "cut.gz").write_bytes(gzip.compress(rows.encode()) + b"\x1f")
    done = Piped(f"cat {tmp_path / 'cut.gz'}; exec sleep 30", "--timeout", "1", "-o", tmp_path / "m.hs")
    assert done.code == 0 and done.seconds < 5, done.error
    assert done.facts["status"] == "timeout" and done.facts["visits"] == 40_000


def test_text_without_rows_ends_at_the_time_limit(tmp_path):
    done = Piped("printf '1 1:1\\n-1 1:2\\n'; exec yes '# a remark'", "--timeout", "1", "-o", tmp_path / "m.hs")
    assert done.code == 0 and done.seconds < 5, done.error
    assert done.facts["status"] == "timeout" and done.facts["visits"] == 2


def test_rows_of_other_classes_end_at_the_time_limit():
    done = Piped("printf '1 1:1\\n-1 1:2\\n'; exec yes '3 1:1'", "--classes=-1,1", "--timeout", "1")
    assert done.code == 0 and done.seconds < 5 and done.facts["status"] == "timeout", done.error


@pytest.mark.parametrize("flags", [[], ["--timeout", "5"]], ids=" ".join)
def test_a_bad_line_of_an_endless_pipe_is_reported_at_once(tmp_path, flags):
    done = Piped("printf '1 1:1\\n-1 1:x\\n-1 2\\n'; exec yes '1 1:1'", *flags, "-o", tmp_path / "m.hs")
    assert done.code == 3 and done.seconds < 4 and done.facts is None
    assert "stdin:2:2: value 'x'" in done.error and "stdin:3:2: '2' has no ':'" in done.error and "2 lines are bad so far" in done.error
    assert not (tmp_path / "m.hs").exists()


def test_a_bad_line_of_a_pipe_that_stalls_is_reported_at_the_time_limit():
    done = Piped("printf '1 1:1\\n-1 1:x\\n'; exec sleep 30", "--timeout", "1")
    assert done.code == 3 and done.seconds < 5 and "stdin:2:2: value 'x'" in done.error


def test_all_bad_lines_of_a_file_are_counted(tmp_path):
    bad = "1 1:x\n" + "1 1:1\n" * 100_000
    assert "30 lines are bad; the first 10" in refused(3, "train", write(tmp_path / "rows", bad * 30), "--stream")


def test_a_named_pipe_that_nobody_writes_to_ends_at_the_time_limit(tmp_path):
    os.mkfifo(tmp_path / "pipe.libsvm")
    begun = time.monotonic()
    done = subprocess.run([HALFSPACE, "train", tmp_path / "pipe.libsvm", "--stream", "--timeout", "1"], capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 4 and "time limit" in done.stderr and time.monotonic() - begun < 5


def test_a_named_pipe_is_read_when_its_writer_comes(tmp_path):
    os.mkfifo(tmp_path / "pipe.libsvm")
    with subprocess.Popen([HALFSPACE, "train", tmp_path / "pipe.libsvm", "--stream", "--json"], stdout=subprocess.PIPE) as reader:
        time.sleep(0.3)
        with (tmp_path / "pipe.libsvm").open("w") as writer:
            writer.write("1 1:1\n-1 1:2\n")
        facts = json.loads(reader.communicate(timeout=20)[0])
    assert reader.returncode == 0 and facts["visits"] == 2
