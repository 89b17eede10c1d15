"""Every file of tests/data is read, or refused, as expected.tsv says; and any bytes at all are read or refused."""
import json
import os
import pathlib
import random
import re
import shlex
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE.parent / "data"
PLACE = re.compile(r"^(?:halfspace: )?[^\n]*?:(\d+:\d+): ", re.MULTILINE)


def halfspace(verb_and_flags, path):
    verb, *flags = shlex.split(verb_and_flags)
    return subprocess.run([os.environ["HALFSPACE"], verb, path, "--json", *flags], cwd=DATA, capture_output=True, check=False, timeout=60)


def cases():
    for line in (HERE / "expected.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            file, command, code, place, expected = line.split("\t")
            yield pytest.param(file, command, int(code), place, expected, id=f"{file} {command}")


def holds(answer, expected):
    """Is every member of `expected` in `answer`? Lists of objects are compared object by object."""
    if isinstance(expected, dict):
        return all(name in answer and holds(answer[name], value) for name, value in expected.items())
    if isinstance(expected, list):
        return len(answer) == len(expected) and all(map(holds, answer, expected))
    return answer == expected and isinstance(answer, str) == isinstance(expected, str)


@pytest.mark.parametrize("file, command, code, place, expected", list(cases()))
def test_file(file, command, code, place, expected):
    done = halfspace(command, file)
    error = done.stderr.decode(errors="replace")
    assert done.returncode == code, error
    if code == 0:
        answer = json.loads(done.stdout)
        assert holds(answer, json.loads(expected)), json.dumps(answer, indent=1)
        return
    assert done.stdout == b""
    assert expected in error
    places = PLACE.findall(error)
    if place == "-":
        assert not places, error
        return
    assert all(line.startswith(file) for line in error.removeprefix("halfspace: ").splitlines()), error
    assert place == ":" or place in places, error


def test_every_file_is_expected_to_be_something():
    named = {case.values[0] for case in cases()}
    present = {str(p.relative_to(DATA)) for p in DATA.rglob("*") if p.is_file() and not p.name.startswith(".") and p.suffix != ".cpp"}
    assert named == present


@pytest.mark.parametrize("file, bad, shown", [
    ("csv/text_cell.csv", 1, 1), ("csv/two_bad_lines.csv", 2, 2), ("csv/ten_bad_lines.csv", 10, 10),
    ("csv/many_bad_lines.csv", 25, 10), ("libsvm/many_bad_lines.libsvm", 12, 10)])
def test_all_bad_lines_are_counted_and_ten_are_shown(file, bad, shown):
    error = halfspace("train", file).stderr.decode()
    assert len(PLACE.findall(error)) == shown
    assert (f"{bad} lines are bad" in error) == (bad > 1)
    assert ("the first 10 are shown" in error) == (bad > 10)


def mutated(data, others, rng):
    """A few random edits: bytes changed, cut out, doubled, the tail of another file put behind, or cut short."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data) + 1)
        to = min(len(data), at + rng.choice([1, 1, 2, 8, 64]))
        edit = rng.randrange(6)
        if edit == 0 and at < len(data):
            data[at] = rng.choice([rng.randrange(256), *b'\0\r\n\t ",:#.-+eE019\xef\xff\x1f'])
        elif edit == 1:
            del data[at:to]
        elif edit == 2:
            data[at:at] = data[at:to] * rng.choice([1, 3, 50])
        elif edit == 3:
            other = rng.choice(others)
            data[at:] = other[rng.randrange(len(other) + 1):]
        elif edit == 4:
            del data[at:]
        else:
            data[at:at] = rng.choice([b"\xef\xbb\xbf", b'"', b'""', b"\r\n", b"\n\n", b"NaN", b"1e999", b"0:1 ", b"\x1f\x8b\x08", bytes([rng.randrange(256)])])
    return bytes(data)


FLAGS = ["", "--no-header --label 1", "--zero-based", "--missing drop", "--format csv", "--format tsv", "--format libsvm",
         "--delimiter ;", "--label label --weight x", "--classes a,b", "--columns 1", "--columns 2,1 --label 3"]


@pytest.mark.parametrize("seed", range(10))
def test_any_bytes_are_read_or_refused(seed, tmp_path):
    rng = random.Random(seed)
    files = sorted(p for p in DATA.rglob("*") if p.is_file() and "model" not in p.parts)
    contents = [p.read_bytes() for p in files]
    for k in range(30):
        file = rng.randrange(len(files))
        name = f"{k}{files[file].name[files[file].name.find('.'):]}"
        (tmp_path / name).write_bytes(mutated(contents[file], contents, rng))
        flags = rng.choice(FLAGS)
        done = halfspace("inspect " + flags, str(tmp_path / name))
        error = done.stderr.decode(errors="replace")
        usage = done.returncode == 2 and flags and error.startswith("halfspace: --")
        assert done.returncode in (0, 3) or usage, (tmp_path / name, flags, error)
        assert (done.returncode == 0) == (error == ""), (tmp_path / name, flags, error)
        assert "internal error" not in error, (tmp_path / name, flags, error)
        if done.returncode == 0:
            json.loads(done.stdout)
