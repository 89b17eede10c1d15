"""What happens to the files that verbs write: links, names, owners, pipes, leftovers."""
import fcntl
import os
import pathlib
import stat
import subprocess
import sys
import tempfile

import pytest

from program import HALFSPACE, IRIS, PAIR, ROOT, SANITIZED, refused, run, write

sys.path.insert(0, str(ROOT / "tools"))
import fault_injection as faults  # noqa: E402


def train(output, **more):
    return run("train", IRIS, *PAIR, "-o", output, "--quiet", **more)


@pytest.fixture
def rows(tmp_path):
    return write(tmp_path / "rows", "+1 1:1 2:2\n-1 1:-1 2:-1\n+1 1:2 2:1\n-1 1:-2 2:-2\n")


@pytest.mark.parametrize("tool", ["svm-train", "liblinear-train"])
def test_the_old_tools_train_over_nothing(rows, tool):
    before = rows.read_bytes()
    assert "would overwrite the input" in refused(2, "compat", tool, rows, rows)
    (rows.parent / "link").symlink_to(rows)
    assert "would overwrite the input" in refused(2, "compat", tool, rows, rows.parent / "link")
    assert rows.read_bytes() == before


@pytest.mark.parametrize("tool", ["svm", "liblinear"])
def test_the_old_tools_predict_over_nothing(rows, tool):
    model = rows.parent / "model"
    assert run("compat", f"{tool}-train", rows, model).returncode == 0
    for output in (rows, model):
        before = output.read_bytes()
        assert "would overwrite the input" in refused(2, "compat", f"{tool}-predict", rows, model, output)
        assert output.read_bytes() == before


def test_two_names_of_one_file_to_come_are_one_output(tmp_path):
    (tmp_path / "link").symlink_to("model")
    error = refused(2, "train", IRIS, *PAIR, "-o", tmp_path / "model", "--trace", tmp_path / "link")
    assert "would overwrite the output" in error
    error = refused(2, "train", IRIS, *PAIR, "-o", tmp_path / "model", "--trace", f"{tmp_path}/./model")
    assert "would overwrite the output" in error


def test_a_dangling_link_is_followed(tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/second")
    (tmp_path / "folder/second").symlink_to("model")
    assert train(tmp_path / "link").returncode == 0
    assert (tmp_path / "link").is_symlink() and (tmp_path / "folder/second").is_symlink()
    assert run("inspect", tmp_path / "folder/model").returncode == 0


def test_a_loop_of_links_is_refused(tmp_path):
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    done = train(tmp_path / "one")
    assert done.returncode == 5 and "symbolic links" in done.stderr
    assert (tmp_path / "one").is_symlink() and (tmp_path / "two").is_symlink()


@pytest.mark.parametrize("length", [243, 244, 249, 254, 255])
def test_names_as_long_as_a_folder_takes(tmp_path, length):
    name = "m" * length
    assert train(tmp_path / name).returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert train(tmp_path / name).returncode == 0


def test_leftovers_of_a_kill_are_removed_by_the_next_run_only_when_nobody_holds_them(tmp_path):
    if SANITIZED:
        pytest.skip("AddressSanitizer has its own malloc, which is not to be preloaded over")
    bench = faults.Bench(HALFSPACE, tmp_path)
    command = next(c for c in faults.COMMANDS if c.name == "convert")
    folder = bench.scratch(command)
    mine = [write(folder / f"model.onnx.tmp-{end}", "mine") for end in ("backup", "000000", "1")]
    fault = {"kind": "rename", "mode": "kill", "at": 1, "from": "main"}
    assert bench.run(command, folder, fault).returncode == faults.KILLED
    [left] = [path for path in folder.glob("model.onnx.tmp-*") if path not in mine]
    with left.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert bench.run(command, folder).returncode == 0
        assert left.exists()
    assert bench.run(command, folder).returncode == 0
    assert not left.exists()
    assert all(path.exists() for path in mine)


def test_a_pipe_whose_reader_has_gone_is_an_error(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = pathlib.Path(IRIS).read_text().splitlines()
    many = write(tmp_path / "many.csv", "\n".join([text[0], *text[1:] * 300]) + "\n")
    assert train(tmp_path / "model").returncode == 0
    with subprocess.Popen([HALFSPACE, "predict", tmp_path / "model", many, "-o", pipe], stderr=subprocess.PIPE) as process:
        with pipe.open("rb") as reader:
            reader.read(10)
        error = process.communicate(timeout=60)[1].decode()
    assert process.returncode == 5 and "the reader of this pipe has gone" in error


def test_a_closed_standard_output_is_no_error(tmp_path):
    assert train(tmp_path / "model").returncode == 0
    reader, writer = os.pipe()
    os.close(reader)
    with subprocess.Popen([HALFSPACE, "predict", tmp_path / "model", IRIS], stdout=writer, stderr=subprocess.PIPE) as process:
        os.close(writer)
        assert process.communicate(timeout=60)[1] == b""
    assert process.returncode == 0


def test_permissions_stay(tmp_path):
    model = write(tmp_path / "model", "old")
    model.chmod(0o640)
    assert train(model).returncode == 0
    assert stat.S_IMODE(model.stat().st_mode) == 0o640
    assert train(tmp_path / "new", umask=0o027).returncode == 0
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o640


@pytest.fixture
def open_folder():
    """For any user: pytest closes the folders of tmp_path whenever another run of it begins."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        folder.chmod(0o777)
        yield folder


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files of another owner")
def test_the_owner_stays_or_its_change_is_reported(open_folder):
    data = write(open_folder / "iris.csv", pathlib.Path(IRIS).read_bytes())
    model = write(open_folder / "model", "old")
    model.chmod(0o666)
    os.chown(model, 12345, 23456)
    assert run("train", data, *PAIR, "-o", model, "--quiet").returncode == 0
    assert (model.stat().st_uid, model.stat().st_gid) == (12345, 23456)
    program = open_folder / "halfspace"
    program.write_bytes(pathlib.Path(HALFSPACE).read_bytes())
    program.chmod(0o755)
    done = subprocess.run([program, "train", data, *PAIR, "-o", model], capture_output=True, text=True, check=False, user=1, group=1,
                          extra_groups=[])
    assert done.returncode == 0 and "its owner changed: it belonged to user 12345" in done.stderr
    assert model.stat().st_uid == 1
