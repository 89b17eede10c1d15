"""Streams, standard input and output, packed texts."""
import json
import os
import subprocess

import pytest

from calls import VERBS, good_calls, started
from packing import PACKERS
from program import HALFSPACE, IRIS, OVERLAP, PAIR, answer, refused, run, write


@pytest.mark.parametrize("verb", VERBS)
def test_json_head_of_every_verb(verb, model):
    facts = answer(*good_calls(model)[verb])
    assert facts["schema"] == f"halfspace.{verb}/1"
    assert facts["version"] == answer("version")["version"]
    assert isinstance(facts["seconds"], dict) and all(value >= 0 for value in facts["seconds"].values())
    assert isinstance(facts["peak_bytes"], int) and facts["peak_bytes"] > 0


def test_json_of_train_has_what_scripts_read():
    facts = answer("train", IRIS, *PAIR, "--columns", "sepal_length,petal_length")
    for name in ("algorithm", "preset", "settings", "classes", "positive", "bias_mode", "status", "stop_reason", "visits", "passes", "updates", "weights", "bias", "train"):
        assert name in facts
    assert facts["weights"] == [-3.4, 9.1] and facts["bias"] == -2 and facts["updates"] == 10
    assert set(facts["train"]) >= {"rows", "mistakes", "error", "false_positives", "false_negatives", "on_boundary"}


def test_a_reader_that_goes_away_is_no_failure(tmp_path, model):
    lines = open(IRIS, encoding="utf-8").read().split()
    many = write(tmp_path / "many.csv", "\n".join([lines[0]] + lines[1:] * 1000) + "\n")
    for call in (["predict", model, many], ["predict", model, many, "--json"], ["predict", model, many, "--scores", "-o", "-"], ["train", many, *OVERLAP, "--passes", "1", "--trace", "-"]):
        done = subprocess.run(["sh", "-c", '"$@" | head -n 1', "sh", HALFSPACE, *map(str, call), "--quiet"], capture_output=True, check=False, timeout=60)
        assert done.stderr == b"", call
        assert len(done.stdout.splitlines()) == 1
    process = started("predict", model, many)
    process.stdout.close()
    assert process.wait(timeout=120) == 0
    process.stderr.close()


def test_a_report_beside_a_trace_begins_with_its_first_line():
    done = run("train", IRIS, *PAIR, "--trace", "-")
    assert done.stderr.startswith("data  ") and "halfspace:" not in done.stderr


def test_quiet(model, endless):
    for call in good_calls(model).values():
        assert run(*call, "--quiet").stderr == ""
    assert run("train", endless, "--decide", "off", "--timeout", "1.5", "--quiet").stderr == ""
    assert "pass" in run("train", endless, "--decide", "off", "--timeout", "3").stderr


def test_no_colour_where_none_is_wanted(model):
    for call in good_calls(model).values():
        for more, environment in ((["--color", "never"], {}), ([], {"NO_COLOR": "1"}), ([], {})):
            done = run(*call, *more, env={**os.environ, **environment})
            assert done.returncode == 0
            assert "\x1b" not in done.stdout + done.stderr
        assert run(*call, "--color", "always").returncode == 0
        refused(2, *call, "--color", "blue")


@pytest.mark.parametrize("closed", [[0], [1], [2], [0, 1], [1, 2], [0, 1, 2]])
def test_closed_streams_do_not_mix_with_files(tmp_path, closed):
    def close():
        for fd in closed:
            os.close(fd)
    assert run("train", IRIS, *PAIR, "--algorithm", "perceptron", "-o", tmp_path / "open.hs").returncode == 0
    done = subprocess.run([HALFSPACE, "train", IRIS, *PAIR, "--algorithm", "perceptron", "-o", str(tmp_path / "m.hs"), "--trace", str(tmp_path / "t")], preexec_fn=close, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    assert done.returncode == (5 if 1 in closed else 0)
    assert (tmp_path / "m.hs").read_bytes() == (tmp_path / "open.hs").read_bytes()
    assert all(json.loads(line) for line in open(tmp_path / "t", encoding="utf-8"))


def test_progress_does_not_get_into_a_trace(tmp_path, endless):
    subprocess.run([HALFSPACE, "train", str(endless), "--decide", "off", "--timeout", "1.3", "--trace", str(tmp_path / "t")], preexec_fn=lambda: os.close(2), check=False, stdout=subprocess.DEVNULL)
    assert all(line.startswith("{") for line in open(tmp_path / "t", encoding="utf-8"))


def test_standard_input_is_a_file_like_any_other(model):
    text = open(IRIS, "rb").read()
    here = {verb: [("-" if word == IRIS else word) for word in call] for verb, call in good_calls(model).items() if IRIS in call}
    for verb, call in here.items():
        there = answer(*good_calls(model)[verb])
        done = run(*call, "--json", input=text)
        assert done.returncode == 0, done.stderr
        facts = json.loads(done.stdout)
        assert facts.get("suggestion", "") == there.get("suggestion", "").replace(IRIS, "-")
        for name in ("seconds", "peak_bytes", "data", "source", "suggestion", "report_command", "train_command", "bytes"):
            facts.pop(name, None)
            there.pop(name, None)
        for of in (facts, there):
            of.get("train", {}).pop("data", None)  # of trace
        assert facts == there


def test_a_model_from_standard_input(model):
    assert run("predict", "-", IRIS, input=model.read_bytes()).stdout == run("predict", model, IRIS).stdout
    assert run("evaluate", "-", IRIS, *PAIR, input=model.read_bytes()).returncode == 0


def test_inspect_a_model_from_standard_input(model):
    done = run("inspect", "-", "--json", input=model.read_bytes())
    assert done.returncode == 0
    assert json.loads(done.stdout)["kind"] == "model"


def test_inspect_a_pipe(tmp_path):
    text = "".join(f"{k % 2} 1:{k}\n" for k in range(60_000)).encode()
    piped = run("inspect", "/dev/stdin", "--json", input=text)
    assert piped.returncode == 0
    assert json.loads(piped.stdout)["rows"] == 60_000


def test_train_from_a_pipe(model, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(["sh", "-c", 'exec cat "$1" > "$2"', "sh", IRIS, str(tmp_path / "pipe")]) as writer:
        try:
            done = subprocess.run([HALFSPACE, "train", str(tmp_path / "pipe"), "--format", "csv", *PAIR, "-o", "-", "--quiet"], capture_output=True, check=False, timeout=120)
        finally:
            writer.kill()
    assert done.stdout == model.read_bytes()


def test_the_model_on_standard_output(model):
    done = subprocess.run([HALFSPACE, "train", IRIS, *PAIR, "-o", "-", "--quiet"], capture_output=True, check=True)
    assert done.stdout == model.read_bytes()
    assert done.stderr == b""


def test_standard_output_cannot_hold_two_answers(model):
    refused(2, "predict", model, IRIS, "--json", "-o", "-")
    refused(2, "train", IRIS, *PAIR, "--json", "--trace", "-")


def test_standard_input_cannot_be_read_twice(model):
    for call in (["predict", "-", "-"], ["evaluate", "-", "-"], ["train", "-", "--test", "-"]):
        assert run(*call, input=model.read_bytes()).returncode == 2


@pytest.mark.parametrize("end", PACKERS)
def test_packed_texts_give_the_same_model(end, tmp_path, model):
    packed = PACKERS[end](open(IRIS, "rb").read())
    for call, more in ((write(tmp_path / f"iris.csv.{end}", packed), {}), (write(tmp_path / "anything", packed), {}), ("-", {"input": packed})):
        out = tmp_path / "m.hs"
        done = run("train", call, *PAIR, "-o", out, **more)
        assert done.returncode == 0, done.stderr
        assert out.read_bytes() == model.read_bytes()
