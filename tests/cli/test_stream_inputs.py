"""Learning from a stream: pipes, packed texts, caches, tables; what is refused; ends and memory."""
import gzip
import random
import subprocess

import pytest

from program import IRIS, Measured, PAIR, answer, refused, run, write
from test_stream_learning import libsvm, made


def test_a_pipe_a_file_and_a_packed_file_give_the_same_model(tmp_path):
    text = libsvm(*made(15, 2000, 20, 3))
    data, packed = write(tmp_path / "rows", text), write(tmp_path / "rows.gz", gzip.compress(text.encode()))
    models = [tmp_path / f"{k}.hs" for k in range(4)]
    for model, source, more in ((models[0], data, []), (models[1], packed, ["--threads", "1"]), (models[2], data, ["--threads", "4"])):
        assert run("train", source, "--stream", *more, "-o", model).returncode == 0
    assert run("train", "-", "--stream", "-o", models[3], input=text).returncode == 0
    assert len({model.read_bytes() for model in models}) == 1


def test_a_cache_gives_the_rows_of_the_text_in_it(tmp_path):
    csv = "x,z,label\n" + "".join(f"{','.join(row)},{y}\n" for row, y in zip(*made(25, 900, 2, 2)))
    for name, text in (("rows", libsvm(*made(24, 2000, 20, 3))), ("rows.csv", csv)):
        data, cache = write(tmp_path / name, text), tmp_path / f"{name}.hsd"
        models = [tmp_path / f"{k}.hs" for k in range(2)]
        assert run("convert", data, "--to", "cache", "-o", cache).returncode == 0
        for model, source in zip(models, (data, cache)):
            assert run("train", source, "--stream", "--passes", "2", "--test", source, "--final-pass", "-o", model).returncode == 0
        assert models[0].read_bytes() == models[1].read_bytes()
        assert "unpack" in refused(2, "train", cache, "--stream", "--passes", "2", "--order", "shuffled")
        assert "keeps rows" in refused(2, "train", data, "--stream", "--data-cache")
        cache.unlink()
        assert run("train", data, "--data-cache").returncode == 0
        assert "without their text" in refused(3, "train", cache, "--stream")


@pytest.mark.parametrize("more", [[], ["--passes", "3", "--order", "shuffled"], ["--preset", "averaged"]], ids=" ".join)
def test_the_model_does_not_depend_on_threads(tmp_path, more):
    """Records of several lines and lines of blanks end the reading by blocks, for which threads are used."""
    rows, labels = made(26, 60_000, 5, 3)
    note = lambda k: '"two\nlines"' if k % 9001 == 7 else "one"
    csv = "a,b,c,d,e,note,label\n" + "".join(f"{','.join(row)},{note(k)},{y}\n" for k, (row, y) in enumerate(zip(rows, labels)))
    lines = libsvm(rows, labels).splitlines(keepends=True)
    lines[3000:3000] = ["\n", "# a remark\n"]
    for data, columns in ((write(tmp_path / "rows.csv", csv), ["--columns", "a,b,c,d,e"]), (write(tmp_path / "rows", "".join(lines)), [])):
        assert data.stat().st_size > 1_500_000
        models = []
        for threads in (1, 2, 4):
            model = tmp_path / "model.hs"
            assert run("train", data, "--stream", *columns, *more, "--threads", threads, "-o", model).returncode == 0
            models.append(model.read_bytes())
        assert models[0] == models[1] == models[2], data


def test_the_model_predicts_evaluates_and_is_exported(tmp_path):
    data = write(tmp_path / "rows", libsvm(*made(16, 300, 5, 2)))
    model = tmp_path / "model.hs"
    facts = answer("train", data, "--stream", "-o", model, "--test", data, "--final-pass")
    judged = answer("evaluate", model, data)
    assert facts["test"]["mistakes"] == facts["train"]["mistakes"] == judged["mistakes"]
    assert answer("inspect", model)["rows"] == 300
    assert len(run("predict", model, data).stdout.splitlines()) == 300
    assert run("convert", model, "--to", "liblinear", "-o", tmp_path / "liblinear").returncode == 0


def test_csv_with_quotes_weights_and_three_classes(tmp_path):
    rng = random.Random(17)
    body = "".join(f'{rng.gauss(k, 1):.3f},"{rng.gauss(-k, 1):.3f}",{rng.randint(0, 3)},{"abc"[k]}\n' for k in (rng.randrange(3) for _ in range(600)))
    data = write(tmp_path / "rows.csv", "x,z,w,label\n" + body)
    message = refused(3, "train", data, "--stream", "--weight", "w")
    assert "is a third class" in message and "--classes" in message
    for more in ([], ["--order", "shuffled", "--passes", "3"], ["--preset", "averaged"]):
        facts = answer("train", data, "--stream", "--weight", "w", "--classes", "a,b,c", "--final-pass", *more)
        assert facts["multiclass"] == "one-vs-rest" and len(facts["weights"]) == 3
        assert facts["train"]["error"] < 0.5
        assert facts["data"]["rows"] == sum(int(line.split(",")[2]) > 0 for line in body.splitlines())


def test_shuffled_passes_depend_on_the_seed_alone(tmp_path):
    data = write(tmp_path / "rows", libsvm(*made(18, 3000, 8, 2)))
    call = ["--stream", "--passes", "3", "--order", "shuffled"]
    first = answer("train", data, *call, "--seed", "1")
    assert answer("train", data, *call, "--seed", "1")["weights"] == first["weights"] != answer("train", data, *call, "--seed", "2")["weights"]
    assert "unpack" in refused(2, "train", write(tmp_path / "rows.gz", gzip.compress(data.read_bytes())), *call)


def test_what_a_pipe_cannot_do(tmp_path):
    text = libsvm(*made(19, 50, 3, 1))
    for more in (["--passes", "2"], ["--order", "shuffled"], ["--final-pass"]):
        assert "a pipe can be read once" in refused(2, "train", "-", "--stream", *more, input=text)
    assert "is for --stream" in refused(2, "train", write(tmp_path / "rows", text), "--final-pass")


@pytest.mark.parametrize("flags,word", [
    (["--C", "2"], "--lambda"), (["--scale", "standard"], "all rows"), (["--holdout", "0.2"], "--test"), (["--trace", "t"], "--stream"),
    (["--solver", "newton"], "newton"), (["--keep", "pocket"], "pocket"), (["--order", "random"], "random"), (["--preset", "pocket"], "pocket"),
    (["--algorithm", "svm", "--loss", "logistic"], "logistic"), (["--solver", "adagrad", "--lambda", "1"], "ftrl"), (["--solver", "sgd", "--penalty", "l1", "--lambda", "1"], "ftrl"),
    (["--penalty", "l2"], "--lambda"), (["--step", "minibatch"], "minibatch"), (["--passes", "0"], "--passes"), (["--eta", "0"], "--eta"),
    (["--kernel", "rbf"], "--stream"), (["--multiclass", "argmax"], "one-vs-rest"), (["--calibrate", "platt"], "--stream")])
def test_choices_that_need_all_rows_are_refused(flags, word):
    assert word in refused(2, "train", IRIS, *PAIR, "--stream", *flags)


def test_solvers_of_streams_are_for_streams():
    assert "--stream" in refused(2, "train", IRIS, *PAIR, "--algorithm", "logistic", "--solver", "ftrl")


# bad input -------------------------------------------------------------------------------------------------------------

def test_errors_name_file_line_and_column(tmp_path):
    good = libsvm(*made(20, 5000, 10, 2))
    bad = write(tmp_path / "bad", good + "1 1:1 3:nan\n" + good)
    model = tmp_path / "model.hs"
    assert f"{bad}:5001:3" in refused(3, "train", bad, "--stream", "-o", model) and not model.exists()
    assert "empty" in refused(3, "train", write(tmp_path / "empty", ""), "--stream")
    one = write(tmp_path / "one", "1 1:1\n" * 50)
    assert "two classes" in refused(3, "train", one, "--stream")
    third = write(tmp_path / "third", good + "2 1:1\n")
    assert f"{third}:5001:1" in refused(3, "train", third, "--stream")
    assert "rescale" in refused(3, "train", write(tmp_path / "large", "1 1:1e308 2:1e308\n-1 1:1e308 2:1e308\n" * 3), "--stream", "--algorithm", "perceptron")


def test_classes_of_a_sorted_stream_are_named(tmp_path):
    half = "+1 1:1 2:0.5\n"
    text = half * 40 + half.replace("+1", "-1").replace("1:1", "1:-1") * 40
    facts = answer("train", "-", "--stream", "--preset", "cyclic", input=text)
    assert facts["classes"] == ["-1", "+1"] and facts["progressive"]["rows"] == 80
    assert answer("train", "-", "--stream", "--preset", "cyclic", "--classes=-1,1", input=text)["weights"] == facts["weights"]
    flipped = answer("train", "-", "--stream", "--preset", "cyclic", "--positive=-1", input=text)
    assert flipped["weights"] == [-v for v in facts["weights"]]
    many = "1 " + " ".join(f"{j}:1" for j in range(1, 2000)) + "\n"
    assert "--classes A,B" in refused(3, "train", "-", "--stream", input=many * 1500)


def test_a_pipe_that_closes_early(tmp_path):
    text = libsvm(*made(21, 2000, 8, 2)).encode()
    cut = gzip.compress(text)[:-200]
    assert "truncated" in refused(3, "train", "-", "--stream", input=cut)
    half = text[:len(text) // 2]
    facts = answer("train", "-", "--stream", input=half[:half.rfind(b" ")])
    assert facts["data"]["rows"] == half.count(b"\n") + 1


def test_long_lines_and_many_columns(tmp_path):
    long = "1 " + " ".join(f"{j}:1" for j in range(1, 910_000)) + "\n"
    assert len(long) > 8_000_000
    data = write(tmp_path / "long", long + "-1 1000000:2\n" + long)
    facts = answer("train", data, "--stream", "--algorithm", "perceptron", "--passes", "2")
    assert facts["data"]["cols"] == 1_000_000 and facts["progressive"]["rows"] == 3


def test_a_run_that_is_stopped_keeps_its_model(tmp_path):
    model = tmp_path / "model.hs"
    line = libsvm(*made(22, 50, 8, 2))
    endless = subprocess.Popen(["sh", "-c", "while :; do cat rows; done"], cwd=write(tmp_path / "rows", line).parent, stdout=subprocess.PIPE)
    facts = answer("train", "-", "--stream", "--timeout", "1", "-o", model, stdin=endless.stdout)
    endless.terminate()
    endless.wait()
    endless.stdout.close()
    assert facts["status"] == "timeout" and facts["visits"] > 1000 and model.exists()
    assert run("predict", model, tmp_path / "rows").returncode == 0


def test_memory_does_not_grow_with_the_text(tmp_path):
    part = libsvm(*made(23, 2000, 30, 3))
    sizes = []
    for copies in (10, 60):
        data = write(tmp_path / f"rows{copies}", part * copies)
        for more in ([], ["--algorithm", "perceptron"], ["--final-pass", "--test", data]):
            done = Measured("train", data, "--stream", *more)
            assert done.code == 0, done.stderr
            sizes.append((copies, done.mib))
    small, large = (max(mib for copies, mib in sizes if copies == c) for c in (10, 60))
    assert large <= small + 8 and large < 100


@pytest.mark.parametrize("preset", ["subgradient", "pocket", "voted", "kernel"])
def test_a_preset_that_needs_all_rows_is_named_itself(preset):
    assert f"--preset: '{preset}' needs all rows at once" in refused(2, "train", IRIS, *PAIR, "--stream", "--preset", preset)


def test_a_class_of_weightless_rows_is_none(tmp_path):
    source = write(tmp_path / "w.csv", "a,wt,y\n1,1,u\n2,0,v\n3,1,w\n-1,1,u\n4,2,w\n")
    assert "all rows have the label 'u'" in refused(3, "train", source, "--weight", "wt", "--stream", "--classes", "u,v")
    named = refused(3, "train", source, "--weight", "wt", "--stream", "--classes", "u,v,w")
    assert "no row of the label 'v' is left: they have weight 0, or missing cells; leave it out of --classes" in named
    missing = write(tmp_path / "m.csv", "a,y\n1,u\n,v\n3,w\n-1,u\n4,w\n")
    named = refused(3, "train", missing, "--missing", "drop", "--stream", "--classes", "u,v,w")
    assert "no row of the label 'v' is left" in named


def test_labels_are_shown_as_rows_write_them(tmp_path):
    source = write(tmp_path / "l", "+1 1:1\n1.0 1:2\n-1 1:-1\n-1.0 1:-2\n")
    told = [answer("train", source, "--classes", "-1.00,1", "--algorithm", "logistic", *more)["classes"] for more in ([], ["--stream"])]
    assert told == [["-1", "+1"]] * 2


def test_messages_offer_what_a_stream_and_hashed_columns_take(tmp_path):
    source = write(tmp_path / "t.csv", "inc,city,day,y\n1,x,2026-01-02,p\n,z,2026-01-03,q\n")
    plain, hashed = ("train", source, "--stream"), ("train", source, "--hash-bits", "5", "--categorical", "city")
    for offered, words in (("--missing drop", (*plain, "--drop", "city,day")), ("--categorical city and --hash-bits N", (*plain, "--drop", "inc,day")),
                           ("say --dates days,", (*plain, "--columns", "day")), ("--hash-bits takes numbers as they are", (*hashed, "--drop", "day")),
                           ("write days as numbers beforehand", (*hashed, "--drop", "inc"))):
        said = refused(3, *words)
        assert offered in said
        assert "mean" not in said and "parts" not in said
