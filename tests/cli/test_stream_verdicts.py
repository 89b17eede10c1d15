"""What a run over a stream or shards says of its end, and of the order of its rows, is what holds of them."""
import json
import math

import pytest

from program import IRIS, PAIR, answer, refused, run, write

IDLE = ["--preset", "cyclic", "--passes", "2", "--mistake", "boundary-is-correct"]


def ended(*args):
    done = run("train", *args, "--json")
    facts = json.loads(done.stdout)
    return done.returncode, facts["status"], facts["stop_reason"]


@pytest.mark.parametrize("rows, more", [("1,a\n2,b\n-1,c\n", ["--multiclass", "one-vs-rest"]), ("1,a\n2,b\n-1,a\n", [])])
def test_weights_of_zero_are_vacuous_wherever_rows_come_from(tmp_path, rows, more):
    source = write(tmp_path / "rows.csv", "x,label\n" + rows)
    answer("convert", source, "--shards", "2", "-o", tmp_path / "folder")
    named = ["--classes", "a,b,c"] if more else []
    for call in ([source, *more], [source, *more, *named, "--stream"], [tmp_path / "folder", *more],
                 [tmp_path / "folder", *more, "--stop", "passes", "--mixing-blocks", "2"]):
        code, status, reason = ended(*call, *IDLE)
        assert (code, status) == (4, "vacuous") and "all zero" in reason


def test_weights_that_came_back_to_zero_were_no_idle_run(tmp_path):
    """The second row takes back the step of the first one, pass after pass."""
    source = write(tmp_path / "rows.csv", "x,label\n1,a\n1,b\n")
    answer("convert", source, "--shards", "2", "-o", tmp_path / "folder")
    flags = ["--preset", "cyclic", "--stop", "passes", "--passes", "2", "--bias", "augmented"]
    whole = ended(source, *flags, "--decide", "off")
    assert whole[:2] == (0, "passes")
    assert ended(source, *flags, "--stream")[:2] == ended(tmp_path / "folder", *flags)[:2] == whole[:2]
    assert answer("train", source, *flags, "--stream")["weights"] == [0]


def chance_of_run(n, label, run_length):
    """(n - k + 1) C(n - k, b)/C(n, b): in so many places a run of k can begin, each of the same chance."""
    others = n - label
    return (n - run_length + 1) * math.comb(n - run_length, others) / math.comb(n, others)


@pytest.mark.parametrize("before, mixed", [(100_000, "ab" * 10), (400, "ab" * 10), (25, "ab" * 10), (9, "ba" * 3), (12, "bab"), (18, "bb")])
def test_a_stream_is_sorted_where_chance_explains_no_such_run(tmp_path, before, mixed):
    labels = "a" * before + mixed
    source = write(tmp_path / "rows.csv", "x,label\n" + "".join(f"{i % 7},{c}\n" for i, c in enumerate(labels)))
    told = answer("train", source, "--stream", "--classes", "a,b")["progressive"]
    longest = {c: max(map(len, "".join(c if l == c else " " for l in labels).split())) for c in "ab"}
    least = min(chance_of_run(len(labels), labels.count(c), longest[c]) for c in "ab")
    assert told["sorted"] is (least < 1e-6)


def test_the_presets_of_a_stream_are_listed():
    listed = refused(2, "train", IRIS, *PAIR, "--stream", "--preset", "voted").split("choose ")[1].strip()
    names = listed.replace(" or ", ", ").split(", ")
    assert "pla" in names
    for name in ("cyclic", "pla", "online", "zero-one", "delta", "subgradient", "pocket", "averaged", "voted", "margin", "passive-aggressive", "kernel"):
        assert (run("train", IRIS, *PAIR, "--stream", "--preset", name).returncode == 0) == (name in names), name
