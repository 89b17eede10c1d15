"""What scripts rely on: exit codes, flags, JSON, streams, signals, and the same answer by every road."""
import json
import os
import random
import signal
import subprocess
import time

import pytest

from packing import PACKERS
from program import HALFSPACE, IRIS, OVERLAP, PAIR, answer, refused, run, write

VERBS = [verb["name"] for verb in answer("help")["verbs"]]


@pytest.fixture(name="model", scope="module")
def fixture_model(tmp_path_factory):
    path = tmp_path_factory.mktemp("model") / "iris.hs"
    assert run("train", IRIS, *PAIR, "-o", path).returncode == 0
    return path


def certificate(model):
    path = model.parent / "proof.json"
    run("separate", IRIS, *PAIR, "-o", path)
    return path


@pytest.fixture(name="endless", scope="module")
def fixture_endless(tmp_path_factory):
    """Rows on which a run that waits for a clean pass and is left alone never ends: labels drawn by lot, too fine for exact arithmetic."""
    rng = random.Random(1)
    rows = "".join(f"{rng.random()!r},{rng.random()!r},{rng.choice('pq')}\n" for _ in range(3000))
    return write(tmp_path_factory.mktemp("endless") / "endless.csv", "x,z,label\n" + rows)


def small_libsvm(model):
    """A file of LIBSVM text beside the model."""
    return write(model.parent / "rows.libsvm", "1 1:1\n-1 1:-1 2:1\n")


def good_calls(model):
    return {"train": ["train", IRIS, *PAIR], "predict": ["predict", model, IRIS], "evaluate": ["evaluate", model, IRIS, *PAIR], "inspect": ["inspect", IRIS], "path": ["path", IRIS, *PAIR, "--points", "3", "--ratio", "0.1"], "cv": ["cv", IRIS, *PAIR], "search": ["search", IRIS, *PAIR], "explain": ["explain", model, IRIS, "--row", "1"], "convert": ["convert", model, "-o", os.devnull, "--to", "c"], "compat": ["compat", "liblinear-train", small_libsvm(model), os.devnull], "plot": ["plot", model, "--kind", "weights"], "separate": ["separate", IRIS, *PAIR], "verify": ["verify", certificate(model), IRIS], "help": ["help"], "completion": ["completion", "bash"], "version": ["version"]}


# ---- usage

def test_no_arguments():
    done = run()
    assert done.returncode == 2
    assert done.stdout == ""
    assert all(verb in done.stderr for verb in VERBS)
    assert len(done.stderr.splitlines()) < 15 + len(VERBS)  # a line each, and a few


@pytest.mark.parametrize("word, meant", [("trian", "train"), ("predcit", "predict"), ("inspct", "inspect"), ("versoin", "version")])
def test_unknown_verb(word, meant):
    assert f"did you mean {meant}" in refused(2, word, IRIS)


def test_unknown_verb_like_no_other():
    assert ", ".join(VERBS) in refused(2, "qqqqqqqq")


@pytest.mark.parametrize("call, meant", [(["train", IRIS, "--lable", "x"], "--label"), (["train", IRIS, "--colums=x"], "--columns"), (["inspect", IRIS, "--jsn"], "--json"), (["train", IRIS, "--presett", "x"], "--preset")])
def test_unknown_flag(call, meant):
    assert f"did you mean {meant}" in refused(2, *call)


@pytest.mark.parametrize("call", [
    ["train"], ["predict"], ["predict", "m"], ["inspect"], ["inspect", IRIS, "more"], ["version", "more"], ["train", IRIS, "--label"], ["train", IRIS, "--json=x=y"],
    ["train", IRIS, *PAIR, "--preset", "nothing"], ["train", IRIS, *PAIR, "--passes", "-1"], ["train", IRIS, *PAIR, "--passes", "x"], ["train", IRIS, *PAIR, "--eta", "0"],
    ["train", IRIS, *PAIR, "--eta", "nan"], ["train", IRIS, *PAIR, "--holdout", "1"], ["train", IRIS, *PAIR, "--holdout", "0"], ["train", IRIS, *PAIR, "--holdout", "x"],
    ["train", IRIS, *PAIR, "--test", IRIS, "--holdout", "0.5"], ["train", IRIS, *PAIR, "--timeout", "0"], ["train", IRIS, *PAIR, "--timeout", "x"], ["train", IRIS, *PAIR, "--threads", "0"],
    ["train", IRIS, *PAIR, "--seed", "-1"], ["train", IRIS, *PAIR, "--max-memory", "0"], ["train", IRIS, *PAIR, "--delimiter", "ab"], ["train", IRIS, *PAIR, "--delimiter", '"'],
    ["train", IRIS, *PAIR, "--format", "xml"], ["train", IRIS, *PAIR, "--algorithm", "nothing"], ["train", IRIS, *PAIR, "--positive", "nothing"], ["train", IRIS, *PAIR, "--start", "1"],
    ["train", IRIS, *PAIR, "--start", "nothing"], ["train", IRIS, "--classes", ""], ["train", IRIS, *PAIR, "--missing", "guess"], ["train", IRIS, *PAIR, "--color", "red"],
    ["train", IRIS, *PAIR, "--json", "-o", "-"], ["train", IRIS, *PAIR, "--label", "species", "--label", "species"]], ids=lambda call: " ".join(call[1:]).replace(IRIS, "DATA"))
def test_usage_errors(call):
    refused(2, *call)


@pytest.mark.parametrize("flag", ["--threads", "--seed", "--timeout", "--max-memory"])
def test_common_flags_are_checked_by_every_verb(model, flag):
    for call in good_calls(model).values():
        refused(2, *call, flag, "x")


@pytest.mark.parametrize("verb", VERBS)
def test_help(verb):
    done = run(verb, "--help")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.index("Examples") < done.stdout.index("Usage")
    assert run("help", verb).stdout == done.stdout
    if verb != "compat":  # whose one-letter flags are the old tools'
        assert run(verb, "-h").stdout == done.stdout
    described = json.loads(run(verb, "--help", "--json").stdout)
    for flag in described["flags"]:
        assert flag["name"] in done.stdout
    assert {"--json", "--quiet", "--timeout", "--seed", "--threads", "--help", "--color"} <= {flag["name"] for flag in described["flags"]}


# ---- exit codes

def test_exit_code_0_done(model):
    for call in good_calls(model).values():
        done = run(*call)
        assert done.returncode == 0 and done.stdout and not done.stderr


def test_exit_code_1_the_answer_is_no(model, tmp_path):
    wrong = write(tmp_path / "w.csv", open(IRIS, encoding="utf-8").read().replace("versicolor", "x").replace("setosa", "versicolor").replace("x", "setosa"))
    assert run("evaluate", model, IRIS, *PAIR, "--fail-under", "1").returncode == 0
    assert run("evaluate", model, wrong, *PAIR, "--fail-under", "0").returncode == 0
    done = run("evaluate", model, wrong, *PAIR, "--fail-under", "0.5", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["accuracy"] == 0
    refused(2, "evaluate", model, IRIS, "--fail-under", "1.5")


def test_exit_code_2_comes_before_reading(tmp_path):
    refused(2, "train", tmp_path / "absent", "--timeout", "x")


def test_exit_code_4_no_firm_answer():
    done = run("train", IRIS, *PAIR, "--mistake", "boundary-is-correct", "--json")
    assert done.returncode == 4
    assert json.loads(done.stdout)["status"] == "vacuous"


@pytest.mark.parametrize("flags, status, strict", [
    ([*PAIR], "converged", 0), ([*OVERLAP, "--columns", "sepal_length,petal_length", "--algorithm", "perceptron"], "not-separable", 4),
    ([*OVERLAP, "--columns", "sepal_length,petal_length"], "converged", 0),
    ([*OVERLAP, "--passes", "3"], "not-converged", 4),
    ([*OVERLAP, "--max-updates", "3"], "not-converged", 4), ([*OVERLAP, "--preset", "pocket", "--rounds", "50"], "rounds", 4),
    ([*OVERLAP, "--stop", "patience", "--order", "random", "--patience", "5"], "patience", 4),
    ([*OVERLAP, "--preset", "averaged", "--passes", "3"], "passes", 0)])
def test_strict(flags, status, strict, tmp_path):
    for more, code in (([], 0), (["--strict"], strict)):
        done = run("train", IRIS, *flags, "--json", "-o", tmp_path / "m.hs", *more)
        assert json.loads(done.stdout)["status"] == status
        assert done.returncode == code
        assert answer("inspect", tmp_path / "m.hs")["report"]["status"] == status


def test_timeout(endless, tmp_path):
    for more, code in (([], 0), (["--strict"], 4)):
        begun = time.monotonic()
        done = run("train", endless, "--decide", "off", "--timeout", "2", "--json", "-o", tmp_path / "m.hs", *more)
        assert time.monotonic() - begun < 60
        assert done.returncode == code
        assert json.loads(done.stdout)["status"] == "timeout"
        assert answer("inspect", tmp_path / "m.hs")["report"]["status"] == "timeout"


# ---- signals

def started(*args, **more):
    return subprocess.Popen([HALFSPACE, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


def wait_for(path):
    """The trace's temporary file appears when learning begins."""
    for _ in range(6000):
        if any(path.parent.glob(path.name + "*")):
            return
        time.sleep(0.01)


def listens(process):
    """Waits until the process catches SIGINT."""
    for _ in range(3000):
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            caught = int(next(line for line in status if line.startswith("SigCgt")).split()[1], 16)
        if caught >> (signal.SIGINT - 1) & 1:
            return
        time.sleep(0.01)
    raise AssertionError("the process catches no signal")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("keep", ["last", "pocket", "average"])
def test_an_interrupt_writes_the_model(endless, tmp_path, number, keep):
    process = started("train", endless, "--decide", "off", "--keep", keep, "--json", "-o", tmp_path / "m.hs", "--trace", tmp_path / "t")
    wait_for(tmp_path / "t")
    time.sleep(0.1)
    process.send_signal(number)
    out, _ = process.communicate(timeout=300)
    assert process.returncode == 130
    assert json.loads(out)["status"] == "interrupted"
    facts = answer("inspect", tmp_path / "m.hs")
    assert facts["report"]["status"] == "interrupted" and facts["settings"]["keep"] == keep
    assert sorted(p.name for p in tmp_path.iterdir()) == ["m.hs", "t"]


def test_an_interrupt_of_a_support_vector_machine(tmp_path):
    """Coordinate descent at this C takes very many rounds; what it has then is written, with a gap that holds the optimum."""
    rng = random.Random(2)
    rows = "".join(f"{rng.random()!r},{rng.random()!r},{rng.choice('pq')}\n" for _ in range(60_000))
    data = write(tmp_path / "data.csv", "x,z,label\n" + rows)
    with open(tmp_path / "out", "w+", encoding="utf-8") as out:  # a pipe would fill while nobody reads it
        words = ["train", data, "--algorithm", "svm", "--solver", "dual-cd", "--C", "1e6", "--tol", "1e-14", "--json", "-o", tmp_path / "m.hs"]
        process = subprocess.Popen([HALFSPACE, *map(str, words)], stdout=out, stderr=subprocess.PIPE)
        for line in process.stderr:
            if b"rounds, objective" in line:
                break
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=300)
        assert process.returncode == 130
        out.seek(0)
        got = json.load(out)
    assert got["status"] == "interrupted" and got["rounds"] > 0 and got["gap"] == pytest.approx(got["primal"] - got["dual"])
    best = answer("train", data, "--algorithm", "svm", "--C", "1e6", "--solver", "interior-point")
    assert got["dual"] <= best["primal"] and best["dual"] <= got["primal"]
    assert answer("inspect", tmp_path / "m.hs")["report"]["status"] == "interrupted"
    assert answer("evaluate", tmp_path / "m.hs", data)["mistakes"] == got["train"]["mistakes"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["data.csv", "m.hs", "out"]


def test_a_second_interrupt_leaves_at_once(tmp_path):
    """Standard input says nothing, so the program waits in a read."""
    write(tmp_path / "m.hs", "old")
    process = started("train", "-", "-o", tmp_path / "m.hs", stdin=subprocess.PIPE)
    listens(process)
    for _ in range(20):
        process.send_signal(signal.SIGINT)
        time.sleep(0.05)
        if process.poll() is not None:
            break
    assert process.wait(timeout=60) == 130
    assert (tmp_path / "m.hs").read_text() == "old"
    process.communicate()


def test_the_first_interrupt_ends_a_wait_for_input():
    process = started("inspect", "-", stdin=subprocess.PIPE)
    listens(process)
    process.send_signal(signal.SIGINT)
    try:
        assert process.wait(timeout=60) == 130
    finally:
        process.kill()
        process.communicate()


def test_an_interrupt_while_reading(tmp_path):
    """The reader sends a row now and then; no model is written."""
    process = started("train", "-", "-o", tmp_path / "m.hs", stdin=subprocess.PIPE)
    listens(process)
    rows = b"x,label\n" + b"1,a\n" * 400_000
    process.stdin.write(rows)
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    try:
        for _ in range(20):
            process.stdin.write(b"2,b\n" * 200_000)
            process.stdin.flush()
    except BrokenPipeError:
        pass
    _, error = process.communicate(timeout=120)
    assert process.returncode == 130
    assert b"interrupted" in error
    assert list(tmp_path.iterdir()) == []


# ---- streams

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
    assert "pass" in run("train", endless, "--decide", "off", "--timeout", "1.5").stderr


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


# ---- standard input, standard output, packed texts

def test_standard_input_is_a_file_like_any_other(model):
    text = open(IRIS, "rb").read()
    here = {verb: [("-" if word == IRIS else word) for word in call] for verb, call in good_calls(model).items() if IRIS in call}
    for verb, call in here.items():
        there = answer(*good_calls(model)[verb])
        done = run(*call, "--json", input=text)
        assert done.returncode == 0, done.stderr
        facts = json.loads(done.stdout)
        for name in ("seconds", "peak_bytes", "data", "source"):
            facts.pop(name, None)
            there.pop(name, None)
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


# ---- outputs

def test_data_is_not_written_over(tmp_path):
    data = write(tmp_path / "d.csv", open(IRIS, "rb").read())
    os.link(data, tmp_path / "hard")
    os.symlink(data, tmp_path / "soft")
    before = data.read_bytes()
    for out in (data, tmp_path / "hard", tmp_path / "soft", f"{tmp_path}/../{tmp_path.name}/d.csv"):
        for flag in ("-o", "--trace"):
            assert "overwrite" in refused(2, "train", data, *PAIR, flag, out)
            assert "overwrite" in refused(2, "train", IRIS, *PAIR, "--test", data, flag, out)
    assert data.read_bytes() == before


def test_predictions_are_not_written_over_what_is_read(tmp_path, model):
    data = write(tmp_path / "d.csv", open(IRIS, "rb").read())
    copy = write(tmp_path / "m.hs", model.read_bytes())
    refused(2, "predict", copy, data, "-o", data)
    refused(2, "predict", copy, data, "-o", copy)


def test_two_outputs_do_not_share_a_file(tmp_path):
    refused(2, "train", IRIS, *PAIR, "-o", tmp_path / "out", "--trace", tmp_path / "out")


def test_an_output_keeps_its_permissions_and_its_link(tmp_path, model):
    real = write(tmp_path / "real.hs", "old")
    real.chmod(0o640)
    os.symlink("real.hs", tmp_path / "link.hs")
    assert run("train", IRIS, *PAIR, "-o", tmp_path / "link.hs").returncode == 0
    assert real.read_bytes() == model.read_bytes()
    assert (tmp_path / "link.hs").is_symlink() and real.stat().st_mode & 0o777 == 0o640


def test_trace_has_a_line_for_each_update(tmp_path):
    facts = answer("train", IRIS, *PAIR, "--trace", tmp_path / "t")
    lines = [json.loads(line) for line in open(tmp_path / "t", encoding="utf-8")]
    assert len(lines) == facts["updates"]
    assert lines[-1]["weights"] == facts["weights"] and lines[-1]["bias"] == facts["bias"]
    texts = open(IRIS, encoding="utf-8").read().split("\n")
    assert all(texts[line["line"] - 1].endswith(("setosa", "versicolor")) for line in lines)


# ---- equal runs, equal answers

@pytest.mark.parametrize("flags", [[], ["--preset", "pocket", "--seed", "3"], ["--preset", "averaged"], ["--preset", "voted", "--passes", "5"]])
def test_threads_and_repetition_do_not_change_the_model(flags, tmp_path):
    models = []
    for threads in (1, 1, 2, 5):
        assert run("train", IRIS, *OVERLAP, "--passes" if not flags else "--quiet", *(["50"] if not flags else []), *flags, "--threads", threads, "-o", tmp_path / "m").returncode == 0
        models.append((tmp_path / "m").read_bytes())
    assert len(set(models)) == 1


def test_file_names_and_folders_do_not_get_into_the_model(tmp_path, model):
    copy = write(tmp_path / "another name.csv", open(IRIS, "rb").read())
    assert run("train", copy, *PAIR, "-o", tmp_path / "m").returncode == 0
    assert (tmp_path / "m").read_bytes() == model.read_bytes()


def test_the_order_of_classes_does_not_matter(model, tmp_path):
    assert run("train", IRIS, "--classes", "versicolor,setosa", "-o", tmp_path / "m").returncode == 0
    assert (tmp_path / "m").read_bytes() == model.read_bytes()


def test_positive_changes_every_sign():
    plus = answer("train", IRIS, *PAIR)
    minus = answer("train", IRIS, *PAIR, "--positive", "setosa")
    assert minus["classes"] == plus["classes"][::-1] and minus["positive"] == "setosa"
    assert minus["weights"] == [-w for w in plus["weights"]] and minus["bias"] == -plus["bias"]


def test_negative_labels_as_values_of_flags(tmp_path):
    path = write(tmp_path / "s.libsvm", "1 1:1\n-1 1:-1\n")
    assert answer("train", path, "--positive", "-1")["positive"] == "-1"
    assert answer("train", path, "--classes", "-1,+1")["train"]["rows"] == 2


def test_columns_come_in_the_order_asked_for():
    one = answer("train", IRIS, *PAIR, "--columns", "sepal_length,petal_length")
    other = answer("train", IRIS, *PAIR, "--columns", "3,1")
    assert one["columns"] == ["sepal_length", "petal_length"] and other["columns"] == ["petal_length", "sepal_length"]
    assert other["weights"] == one["weights"][::-1] and other["bias"] == one["bias"]


def rows_of(count, seed, weight=None):
    rng = random.Random(seed)
    for k in range(count):
        x, z = rng.randrange(100), rng.randrange(100)
        yield f"{x},{z},{'ab'[x > z]}", weight and weight(k)


@pytest.mark.parametrize("flags", [[], ["--preset", "averaged", "--passes", "4"], ["--preset", "pocket", "--rounds", "300"], ["--order", "shuffled", "--seed", "5"]])
def test_weight_0_is_an_absent_row(tmp_path, flags):
    rows = list(rows_of(60, 1, lambda k: k % 3))
    with_zeros = write(tmp_path / "w.csv", "x,z,label,w\n" + "".join(f"{row},{w}\n" for row, w in rows))
    deleted = write(tmp_path / "d.csv", "x,z,label,w\n" + "".join(f"{row},{w}\n" for row, w in rows if w))
    one = answer("train", with_zeros, "--weight", "w", "--max-updates", "500", *flags)
    two = answer("train", deleted, "--weight", "w", "--max-updates", "500", *flags)
    assert one["data"]["absent_rows"] == 20
    for name in ("weights", "bias", "updates", "visits", "status", "train"):
        assert one[name] == two[name]


@pytest.mark.parametrize("flags", [[], ["--order", "shuffled", "--seed", "5"], ["--preset", "averaged", "--passes", "4"]])
def test_rows_of_other_classes_are_absent(tmp_path, flags):
    rows = [row for row, _ in rows_of(60, 2)]
    more = [row if k % 4 else "0.1234567890123456789,7,c\n" + row for k, row in enumerate(rows)]
    one = answer("train", write(tmp_path / "m.csv", "x,z,label\n" + "\n".join(more) + "\n"), "--classes", "a,b", *flags)
    two = answer("train", write(tmp_path / "d.csv", "x,z,label\n" + "\n".join(rows) + "\n"), *flags)
    for name in ("weights", "bias", "updates", "visits", "status", "train", "arithmetic"):
        assert one[name] == two[name]


def test_libsvm_rows_of_other_classes_are_absent(tmp_path):
    one = answer("train", write(tmp_path / "m.libsvm", "1 1:1\n2 7:0.1234567890123456789\n-1 1:-1\n"), "--classes", "1,-1")
    two = answer("train", write(tmp_path / "d.libsvm", "1 1:1\n-1 1:-1\n"))
    for name in ("weights", "bias", "updates", "arithmetic"):
        assert one[name] == two[name]


def test_csv_and_libsvm_of_the_same_numbers_train_alike(tmp_path):
    rows = [row.split(",") for row, _ in rows_of(60, 3)]
    csv = write(tmp_path / "d.csv", "1,2,label\n" + "".join(f"{x},{z},{'-1' if y == 'a' else '1'}\n" for x, z, y in rows))
    libsvm = write(tmp_path / "d.libsvm", "".join(f"{'-1' if y == 'a' else '1'} 1:{x} 2:{z}\n" for x, z, y in rows))
    one, two = answer("train", csv), answer("train", libsvm)
    for name in ("weights", "bias", "updates", "visits", "status", "train"):
        assert one[name] == two[name]


# ---- test rows

def test_holdout_is_stratified_and_seeded(tmp_path):
    rows = ["1,a"] * 80 + ["-1,b"] * 20
    path = write(tmp_path / "h.csv", "x,label\n" + "\n".join(rows) + "\n")
    facts = answer("train", path, "--holdout", "0.25")
    assert facts["test"]["rows"] == 25 and facts["train"]["rows"] == 75
    one, same, other = (answer("train", IRIS, *OVERLAP, "--preset", "pocket", "--rounds", "200", "--holdout", "0.3", "--seed", seed) for seed in (1, 1, 2))
    assert one["test"]["rows"] == 30
    assert one["weights"] == same["weights"] and one["test"] == same["test"]
    assert one["weights"] != other["weights"]


@pytest.mark.parametrize("fraction, negatives, positives", [("0.2", 18, 2), ("0.25", 23, 3), ("0.1", 9, 1)])
def test_holdout_keeps_proportions(tmp_path, fraction, negatives, positives):
    """Weights that call every row positive count the negatives held out: the class's rows times the fraction, rounded."""
    labels = ["a"] * 90 + ["b"] * 10 + ["c"] * 35
    random.Random(4).shuffle(labels)
    path = write(tmp_path / "h.csv", "x,label\n" + "".join(f"0,{label}\n" for label in labels))
    for seed in range(3):
        facts = answer("train", path, "--classes", "a,b", "--holdout", fraction, "--seed", seed, "--start", "0,1000", "--passes", "1", "--mistake", "boundary-is-correct")
        assert facts["test"]["rows"] == negatives + positives
        assert facts["test"]["false_positives"] == negatives and facts["test"]["false_negatives"] == 0


def test_holdout_may_not_take_a_whole_class(tmp_path):
    path = write(tmp_path / "h.csv", "x,label\n1,a\n2,a\n3,a\n4,a\n5,b\n")
    assert run("train", path, "--holdout", "0.6").returncode in (2, 3)


def test_test_file(model):
    facts = answer("train", IRIS, *PAIR, "--test", IRIS)
    assert facts["test"] == {**facts["train"], **{name: facts["test"][name] for name in ("mistakes", "perceptron_loss")}}
    assert facts["test"]["mistakes"] == 0
    by_evaluate = answer("evaluate", model, IRIS, *PAIR)
    for name in ("rows", "mistakes", "error", "false_positives", "false_negatives", "on_boundary"):
        assert facts["test"][name] == by_evaluate[name]


def test_evaluate_with_the_number_of_the_label_column(model):
    assert answer("evaluate", model, IRIS, *PAIR, "--label", "5")["rows"] == 100


def test_evaluate_with_another_label_column(model, tmp_path):
    renamed = write(tmp_path / "r.csv", open(IRIS, encoding="utf-8").read().replace("species", "kind"))
    assert answer("evaluate", model, renamed, *PAIR, "--label", "kind")["mistakes"] == 0


def test_predict_scores_and_json_agree(model):
    facts = answer("predict", model, IRIS)
    lines = run("predict", model, IRIS, "--scores").stdout.split()
    assert lines[0] == "label,score" and len(lines) == 151
    assert [line.split(",")[0] for line in lines[1:]] == facts["labels"] == run("predict", model, IRIS).stdout.split()
    assert [float(line.split(",")[1]) for line in lines[1:]] == facts["scores"]


def test_inspect_a_model_names_what_it_was_learned_from(model):
    facts = answer("inspect", model)
    data = answer("inspect", IRIS, *PAIR)
    for name in ("rows", "cols", "nnz", "labels", "xxh3_128"):
        assert facts[name] == data[name]


def test_the_time_limit_ends_a_slow_reading(tmp_path):
    out = tmp_path / "m.hs"
    slow = subprocess.Popen(["sleep", "30"], stdout=subprocess.PIPE)
    try:
        message = refused(4, "train", "-", "--timeout", "0.2", "-o", out, stdin=slow.stdout)
    finally:
        slow.kill()
        slow.wait()
    assert "time limit" in message and not out.exists()
