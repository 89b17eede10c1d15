"""Disks that are full, folders that are not there, damaged data: no half an output, and the old one stays."""
import resource
import signal
import subprocess

from packing import PACKERS, RAW, zstd_blocks
from program import HALFSPACE, IRIS, PAIR, answer, refused, run, write

TINY = "x,label\n1,a\n2,b\n"


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
