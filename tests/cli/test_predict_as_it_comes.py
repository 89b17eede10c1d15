"""predict answers a row of a pipe before the next one comes; what is wrong with a pipe is told where it is wrong."""
import contextlib
import json
import os
import random
import signal
import subprocess
import time
import zlib

import pytest

from packing import PACKERS
from piping import Dialogue, fed, pieces
from program import HALFSPACE, answer, refused, run, write


@pytest.fixture(name="model", scope="module")
def fixture_model(tmp_path_factory):
    """x + y >= 0 is q; colours count for nothing much."""
    at = tmp_path_factory.mktemp("model")
    rng = random.Random(2)
    rows = [(round(rng.uniform(-9, 9), 2), round(rng.uniform(-9, 9), 2), rng.choice(["red", "green"])) for _ in range(200)]
    table = write(at / "t.csv", "x,z,colour,label\n" + "".join(f"{x},{y},{c},{'pq'[x + y >= 0]}\n" for x, y, c in rows))
    assert run("train", table, "--categorical", "colour", "--algorithm", "logistic", "-o", at / "m").returncode == 0
    return at / "m"


@pytest.fixture(name="numbers", scope="module")
def fixture_numbers(tmp_path_factory):
    at = tmp_path_factory.mktemp("numbers")
    table = write(at / "t.svm", "".join(f"{'1' if k % 7 > 3 else '-1'} 1:{k % 7 - 3.5}\n" for k in range(70)))
    assert run("train", table, "--algorithm", "logistic", "-o", at / "m").returncode == 0
    short = write(at / "t.csv", "x,y\n" + "".join(f"{k % 7 - 3.5},{'ab'[k % 7 > 3]}\n" for k in range(70)))
    assert run("train", short, "--algorithm", "logistic", "-o", at / "short").returncode == 0
    return at


HEADER = "x,z,colour\n"


def test_a_row_is_answered_before_the_next_one_is_written(model):
    with Dialogue("predict", model, "-") as call:
        call.say(HEADER)
        for x, label in ((5, "q"), (-5, "p"), (7, "q")):
            call.say(f"{x},0,red\n")
            assert call.hear() == [label]
        call.say("".join(f"{x},0,green\r\n" for x in (1, -2, 3)))
        assert call.hear(3) == ["q", "p", "q"]
        call.say("-5,0,")
        call.say("red")  # the last line has no end
        assert call.end() == (0, b"p\n", "")


def test_short_lines_are_not_waited_on(numbers):
    with Dialogue("predict", numbers / "short", "-") as call:
        call.say("x\n2\n")
        assert call.hear() == ["b"]
        call.say("-2\n")
        assert call.hear() == ["a"]
        assert call.end()[0] == 0


@pytest.mark.parametrize("flags, first", [(["--scores"], 1), (["--output-format", "tsv", "--keep", "x"], 1), (["--output-format", "jsonl"], 0), (["--probabilities", "-o", "-"], 1)], ids=str)
def test_every_format_comes_by_rows(model, flags, first):
    with Dialogue("predict", model, "-", *flags) as call:
        call.say(HEADER + "5,0,red\n")
        lines = call.hear(1 + first)
        assert "q" in lines[-1]
        call.say("-5,0,red\n")
        assert "p" in call.hear()[0]
        assert call.end() == (0, b"", "")


def test_libsvm_text_comes_by_rows(numbers):
    with Dialogue("predict", numbers / "m", "-") as call:
        for value, label in (("2", "1"), ("-2", "-1"), ("3", "1")):
            call.say(f"0 1:{value}\n")
            assert call.hear() == [label]
        assert call.end()[0] == 0


def test_a_named_pipe_comes_by_rows(model, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with Dialogue("predict", model, tmp_path / "pipe", stdin=subprocess.DEVNULL) as call, open(tmp_path / "pipe", "w", encoding="utf-8") as pipe:
        for text in (HEADER + "5,0,red\n", "6,0,red\n"):
            pipe.write(text)
            pipe.flush()
            assert call.hear() == ["q"]


def test_a_packed_pipe_comes_by_flushed_rows(model):
    packer = zlib.compressobj(wbits=31)
    with Dialogue("predict", model, "-") as call:
        for text in (HEADER + "5,0,red\n", "6,0,red\n", "7,0,red\n"):
            call.say(packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH))
            assert call.hear() == ["q"]
        call.say(packer.flush())
        assert call.end() == (0, b"", "")


@pytest.mark.parametrize("pack", PACKERS.values(), ids=PACKERS.keys())
def test_a_packed_pipe_of_small_members_comes_by_members(model, pack):
    with Dialogue("predict", model, "-") as call:
        for text in (HEADER + "5,0,red\n", "6,0,red\n", "7,0,red\n", "8,0,red\n"):
            call.say(pack(text.encode()))
            assert call.hear() == ["q"]
        assert call.end() == (0, b"", "")


def test_a_trickling_pipe_ends_a_second_after_a_bad_line(model):
    with Dialogue("predict", model, "-", patience=20) as call:
        call.say(HEADER + "5,0,red\n1,zero,red\n")
        assert call.hear() == ["q"]
        with contextlib.suppress(BrokenPipeError):
            for _ in range(60):
                time.sleep(0.2)
                call.say("6,0,red\n")
                if call.process.poll() is not None:
                    break
        assert call.process.poll() == 3


def test_rows_do_not_wait_for_a_record_of_several_lines(model):
    with Dialogue("predict", model, "-", "--unseen", "row", "--keep", "colour") as call:
        call.say(HEADER + '5,0,red\n-5,0,"two\n')
        assert call.hear(2) == ["colour,prediction", "red,q"]
        call.say('lines"\n')
        assert call.hear(2) == ['"two', 'lines",']
        assert call.end() == (0, b"", "halfspace: 1 row with missing cells or unknown levels has no prediction\n")


def test_notes_count_the_rows_of_all_blocks(model):
    with Dialogue("predict", model, "-", "--unseen", "row") as call:
        call.say("x,z,colour,shape\n")
        for row in ("5,0,red,a\n", ",0,red,a\n", "5,0,blue,a\n", "5,NA,red,a\n"):
            call.say(row)
            call.hear()
        code, _, said = call.end()
    assert code == 0
    assert said.splitlines() == ["halfspace: 3 rows with missing cells or unknown levels have no prediction", "halfspace: 1 column that the model does not have is ignored: shape"]


GOOD = [f"{k % 9 - 4},0,red\n" for k in range(60)]
BAD = {"text": "1,hello,red\n", "fields": "1,2\n", "level": "1,2,blue\n", "quote": '1,2,"red"dish\n', "infinity": "1,inf,red\n", "comma": '1,"2,5",red\n', "no score": "1e308,1e308,red\n"}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("at", [0, 1, 30, 60])
def test_an_error_names_the_line_and_rows_before_it_are_written(model, tmp_path, kind, at):
    text = HEADER + "\n" + "".join(GOOD[:at]) + BAD[kind] + "".join(GOOD[at:])
    path = write(tmp_path / "bad.csv", text)
    said = refused(3, "predict", model, path)
    assert f"bad.csv:{at + 3}" in said
    before = run("predict", model, write(tmp_path / "good.csv", HEADER + "".join(GOOD[:at]))).stdout
    for seed in range(3):
        code, out, err = fed(["predict", model, "-"], pieces(text.encode(), seed, 8))
        assert (code, err) == (3, said.replace(str(path), "stdin"))
        assert out.decode() == before


def test_all_bad_lines_of_a_pipe_are_counted(model, tmp_path):
    text = HEADER + "".join(GOOD) + "".join(BAD[kind] for kind in ("text", "fields", "level")) * 5 + "".join(GOOD) + BAD["text"]
    path = write(tmp_path / "bad.csv", text)
    said = refused(3, "predict", model, path).replace(str(path), "stdin")
    assert "16 lines are bad; the first 10 are shown" in said
    code, out, err = fed(["predict", model, "-"], pieces(text.encode(), 4, 8))
    assert (code, err, out.count(b"\n")) == (3, said, len(GOOD))


@pytest.mark.parametrize("kind", BAD)
def test_an_error_does_not_wait_for_the_end_of_the_input(model, kind):
    with Dialogue("predict", model, "-") as call:
        call.say(HEADER + "5,0,red\n")
        assert call.hear() == ["q"]
        call.say("6,0,red\n" + BAD[kind])
        assert call.hear(9) == ["q"]  # the end of the output
        assert call.process.wait(60) == 3
        assert "stdin:4" in call.end()[2]


def test_an_endless_pipe_ends_by_a_bad_line(model):
    script = '{ echo x,z,colour; echo 5,0,red; echo 5,zero,red; yes 5,0,red; } | "$0" predict "$1" -; echo $?'
    done = subprocess.run(["bash", "-c", script, HALFSPACE, str(model)], capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout == "q\n3\n"
    assert "stdin:3:2" in done.stderr


def test_a_reader_that_has_seen_enough_ends_an_endless_pipe(model):
    script = '{ echo x,z,colour; yes 5,0,red; } | { "$0" predict "$1" - --scores; echo $? >&2; } | head -n 2'
    done = subprocess.run(["bash", "-c", script, HALFSPACE, str(model)], capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout.splitlines()[0] == "label,score" and done.stdout.count("\n") == 2
    assert done.stderr == "0\n"


def test_usage_errors_come_before_any_output(model):
    text = (HEADER + "5,0,red\n").encode()
    assert "no column 'w'" in refused(2, "predict", model, "-", "--keep", "w", input=text)
    assert "name of a column of predictions" in refused(2, "predict", model, "-", "--keep", "prediction", input=b"x,z,colour,prediction\n5,0,red,1\n")


def test_a_header_without_rows_is_a_table_of_none(model, tmp_path):
    table = write(tmp_path / "none.csv", HEADER)
    for flags, want in (([], ""), (["--scores"], "label,score\n"), (["--keep", "colour", "--output-format", "tsv"], "colour\tprediction\n"), (["--output-format", "jsonl"], "")):
        done = run("predict", model, table, *flags)
        assert (done.returncode, done.stdout, done.stderr) == (0, want, "")
        assert fed(["predict", model, "-", *flags], [HEADER.encode()]) == (0, want.encode(), "")
        assert run("predict", model, table, *flags, "-o", tmp_path / "out").returncode == 0
        assert (tmp_path / "out").read_text() == want
    facts = answer("predict", model, table)
    assert facts["rows"] == 0 and facts["labels"] == [] and facts["scores"] == []
    for name in ("evaluate", "train"):
        assert "no rows of data" in refused(3, name, *([model] if name == "evaluate" else []), write(tmp_path / "l.csv", "x,z,colour,label\n"))


def test_what_is_no_table_stays_an_error(model, numbers, tmp_path):
    for of, text in ((model, ""), (model, "x,z\n"), (model, "x,z,colour\n,,\n"), (numbers / "m", ""), (numbers / "m", "# nothing\n")):
        flags = ["--missing", "drop"] if ",," in text else []
        path = write(tmp_path / "t", text)
        said = refused(3, "predict", of, path, *flags)
        code, out, err = fed(["predict", of, "-", *flags], [text.encode()])
        assert (code, out, err) == (3, b"", said.replace(str(path), "stdin"))


@pytest.mark.parametrize("way", ["signal", "timeout"])
def test_an_ended_run_keeps_what_was_written(model, way):
    flags = ["--timeout", "2"] if way == "timeout" else []
    with Dialogue("predict", model, "-", *flags) as call:
        call.say(HEADER + "5,0,red\n-5,0,red\n")
        assert call.hear(2) == ["q", "p"]
        if way == "signal":
            call.process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        code = call.process.wait(60)
        assert time.monotonic() - begun < 30
        _, out, said = call.end()
    assert out == b"" and code == (130 if way == "signal" else 4)
    assert "2 predictions written" in said


def test_json_lines_are_whole_objects(model):
    with Dialogue("predict", model, "-", "--output-format", "jsonl", "--scores", "--keep", "all") as call:
        call.say(HEADER)
        for x in (5, -5):
            call.say(f"{x},0,red\n")
            fields = json.loads(call.hear()[0])
            assert fields["x"] == str(x) and fields["prediction"] == ("q" if x > 0 else "p")
