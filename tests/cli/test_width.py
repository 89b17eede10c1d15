"""Reports on a terminal keep to its columns; in a pipe they are what they were."""
import fcntl
import os
import pty
import struct
import subprocess
import termios
import unicodedata

import pytest

from program import HALFSPACE, IRIS, OVERLAP, PAIR, run, write


def on_terminal(columns, *args, env=None):
    """Standard output on a terminal of so many columns."""
    ours, theirs = pty.openpty()
    if columns:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen([HALFSPACE, *map(str, args)], stdin=subprocess.DEVNULL, stdout=theirs, stderr=subprocess.DEVNULL, env=env) as process:
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
    return text.decode().replace("\r\n", "\n")


def width(text):
    """Columns of a terminal."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


@pytest.fixture(name="files", scope="module")
def fixture_files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("width")
    assert run("train", IRIS, *OVERLAP, "--algorithm", "logistic", "-o", folder / "two.hs").returncode == 0
    assert run("train", IRIS, "-o", folder / "three.hs").returncode == 0
    assert run("separate", IRIS, *PAIR, "-o", folder / "proof.json").returncode == 0
    rows = "".join(f"{k % 7},{k % 5},\"{'größe' if k % 2 else '中文 🌼'}\"\n" for k in range(40))
    wide = write(folder / "wide.csv", "höhe über alles,länge,label\n" + rows)
    assert run("train", wide, "--algorithm", "logistic", "-o", folder / "wide.hs").returncode == 0
    return folder


CALLS = {
    "train": ["train", IRIS], "train-pair": ["train", IRIS, *PAIR, "--algorithm", "svm"], "statistics": ["train", IRIS, *OVERLAP, "--algorithm", "logistic", "--penalty", "none", "--statistics"],
    "evaluate": ["evaluate", "{f}/two.hs", IRIS, *OVERLAP], "evaluate-three": ["evaluate", "{f}/three.hs", IRIS], "inspect": ["inspect", IRIS],
    "inspect-model": ["inspect", "{f}/two.hs"], "separate": ["separate", IRIS, *OVERLAP], "explain": ["explain", "{f}/two.hs", IRIS, "--row", "3"],
    "verify": ["verify", "{f}/proof.json", IRIS], "cv": ["cv", IRIS, *OVERLAP, "--folds", "3"], "search": ["search", IRIS, *OVERLAP, "--over", "C=0.1,1", "--algorithm", "svm"],
    "path": ["path", IRIS, *OVERLAP, "--points", "3", "--ratio", "0.1"], "wide": ["evaluate", "{f}/wide.hs", "{f}/wide.csv"], "wide-model": ["inspect", "{f}/wide.hs"],
}


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize("call", CALLS)
def test_no_line_is_wider_and_no_word_is_lost(call, columns, files):
    words = [str(w).format(f=files) for w in CALLS[call]]
    piped = run(*words).stdout
    shown = on_terminal(columns, *words)
    assert shown.split() == piped.split()
    for line in shown.splitlines():
        assert width(line) <= columns or len(line.split()) == 1, (width(line), line)
    if columns == 200:
        assert shown == piped


def test_paragraphs_are_filled_again(files):
    """What Lines broke at 110 columns is broken anew: each line but the last has no room for the word that follows."""
    lines = on_terminal(80, "train", IRIS).splitlines()
    first = next(k for k, line in enumerate(lines) if line.strip().startswith("auto:"))
    last = next(k for k, line in enumerate(lines) if line.startswith("objective")) - 1
    assert last > first
    for line, following in zip(lines[first:last], lines[first + 1:]):
        assert len(line) + 1 + len(following.split()[0]) > 80, (line, following)


def test_the_columns_are_those_of_the_environment_where_the_terminal_does_not_say(files):
    words = ["evaluate", files / "two.hs", IRIS, *OVERLAP]
    narrow = on_terminal(0, *words, env={**os.environ, "COLUMNS": "50"})
    assert narrow == on_terminal(50, *words)
    usual = {k: v for k, v in os.environ.items() if k != "COLUMNS"}
    for env in (usual, {**usual, "COLUMNS": "wide"}, {**usual, "COLUMNS": "0"}):
        assert on_terminal(0, *words, env=env) == on_terminal(80, *words)


def test_json_and_other_answers_are_not_broken(files):
    for words in (["evaluate", files / "two.hs", IRIS, *OVERLAP, "--json"], ["help", "train"], ["predict", files / "two.hs", IRIS]):
        longest = max(map(len, on_terminal(40, *words).splitlines()))
        assert longest == max(map(len, run(*words).stdout.splitlines()))


def test_tables_are_aligned_whatever_the_names(files):
    """The column of precisions stands at the same place for 'größe' and for wide characters."""
    out = run("evaluate", files / "wide.hs", files / "wide.csv").stdout.splitlines()
    at = next(k for k, line in enumerate(out) if line.strip().startswith("class "))
    places = {width(line[:line.index(line[11:].split("  ", 1)[1].strip().split()[0], 11)]) for line in out[at:at + 3]}
    assert len(places) == 1, out[at:at + 3]


@pytest.mark.parametrize("columns", [60, 80, 100, 200])
def test_flags_in_help_keep_to_the_terminal(columns):
    text = on_terminal(columns, "train", "--help")
    flags = text[text.index("Flags: "):]
    assert max(width(line) for line in flags.splitlines() if not line.startswith("  --")) <= min(columns, 100)
