"""Names and labels come from files of any origin: a terminal gets no control characters of theirs, a pipe every byte."""
import json
import os
import pty
import subprocess

import pytest

from program import HALFSPACE, run, write

ESC = "\x1b]0;owned\x07"  # sets a terminal's title
TURN = "\u202egnp.exe"     # shown from right to left
RAW = (b"\x1b]", b"\x07", "\u202e".encode())


@pytest.fixture
def hostile(tmp_path):
    rows = "".join(f"{k},{k % 3},{label}\n" for k, label in enumerate([f"a{ESC}"] * 4 + [f"b{TURN}"] * 4))
    data = write(tmp_path / "rows.csv", f"x{ESC},y{TURN},label\n{rows}")
    assert run("train", data, "-o", tmp_path / "model").returncode == 0
    return data


def on_terminal(*args):
    """What a call writes to a terminal, standard output and standard error together."""
    ours, theirs = pty.openpty()
    with subprocess.Popen([HALFSPACE, *map(str, args)], stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 1 << 16)
            except OSError:  # Linux: the other side is closed
                break
            if not part:
                break
            text += part
        process.wait(timeout=60)
    os.close(ours)
    return text


@pytest.mark.parametrize("words", [
    ["predict", "{model}", "{data}"], ["predict", "{model}", "{data}", "--json"], ["inspect", "{data}"], ["inspect", "{data}", "--json"],
    ["inspect", "{model}"], ["train", "{data}"], ["train", "{data}", "--trace", "-"], ["explain", "{model}", "{data}"],
    ["separate", "{data}", "--json"], ["evaluate", "{model}", "{data}"], ["train", "{data}", "--label", f"q{ESC}{TURN}"],
    ["plot", "{data}", "--model", "{model}"], ["cv", "{data}", "--predictions", "-"],
], ids=lambda words: " ".join(words).encode("ascii", "replace").decode())
def test_a_terminal_gets_no_control_characters_of_the_data(hostile, words):
    text = on_terminal(*[w.format(model=hostile.parent / "model", data=hostile) for w in words])
    assert text != b""
    for raw in RAW:
        assert raw not in text


def test_a_pipe_gets_the_labels_as_they_are(hostile):
    out = run("predict", hostile.parent / "model", hostile).stdout
    assert f"a{ESC}" in out and f"b{TURN}" in out
    labels = json.loads(run("predict", hostile.parent / "model", hostile, "--json").stdout)["labels"]
    assert set(labels) == {f"a{ESC}", f"b{TURN}"}


def test_json_on_a_terminal_is_still_json(hostile):
    text = on_terminal("predict", hostile.parent / "model", hostile, "--json").decode()
    assert set(json.loads(text[text.index("{"):])["labels"]) == {f"a{ESC}", f"b{TURN}"}


def test_a_file_gets_the_labels_as_they_are(hostile):
    out = hostile.parent / "out"
    assert run("predict", hostile.parent / "model", hostile, "-o", out).returncode == 0
    assert f"a{ESC}" in out.read_bytes().decode()
