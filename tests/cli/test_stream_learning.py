"""train --stream: rows are learned as they are read and let go (docs/solvers.md, docs/algorithms.md)."""
import gzip
import itertools
import math
import random
import subprocess

import pytest

from program import HALFSPACE, IRIS, Measured, OVERLAP, PAIR, answer, refused, run, write

CYCLIC = ["--algorithm", "perceptron", "--order", "cyclic", "--stop", "passes", "--decide", "off"]


def libsvm(rows, labels):
    return "".join(f"{'+1' if y > 0 else '-1'} " + " ".join(f"{j + 1}:{v}" for j, v in enumerate(row) if float(v) != 0) + "\n"
                   for row, y in zip(rows, labels))


def made(seed, n, d, digits):
    """Overlapping rows as texts of so many decimals (none: whole doubles) and labels."""
    rng = random.Random(seed)
    rows = [[repr(rng.gauss(0, 1)) if digits is None else f"{rng.gauss(0, 3):.{digits}f}" if rng.random() < 0.7 else "0" for _ in range(d)]
            for _ in range(n)]
    labels = [1 if sum(float(v) for v in row) + rng.gauss(0, 1) > 0 else -1 for row in rows]
    labels[:2] = [1, -1]
    return rows, labels


# the perceptron: the bits of a run in memory ---------------------------------------------------------------------------

CHOICES = [[], ["--keep", "average"], ["--step", "delta", "--eta", "0.5"], ["--step", "rate", "--eta", "0.3"], ["--margin", "2", "--step", "rate"],
           ["--mistake", "boundary-is-positive"], ["--bias", "none"], ["--step", "pa1"], ["--step", "pa"], ["--step", "pa2", "--aggressiveness", "0.1"]]


@pytest.mark.parametrize("digits", [0, 1, 3, None])
@pytest.mark.parametrize("choices", CHOICES, ids=" ".join)
def test_a_cyclic_stream_has_the_bits_of_a_run_in_memory(tmp_path, digits, choices):
    data = write(tmp_path / "rows", libsvm(*made(7, 400, 12, digits)))
    for passes in (1, 3):
        calls = [*choices, "--passes", passes]
        stream = answer("train", data, "--stream", *CYCLIC[:4], "--stop", "passes", *calls)
        memory = answer("train", data, *CYCLIC, *calls)
        assert (stream["weights"], stream["bias"], stream["updates"]) == (memory["weights"], memory["bias"], memory["updates"])
        assert stream["arithmetic"] == memory["arithmetic"]
        assert stream["status"] == memory["status"] == "passes"


def test_the_bits_do_not_depend_on_where_long_decimals_begin(tmp_path):
    """Whole numbers first, then decimals, then doubles that no scale takes: a run in memory knows from the start."""
    rows, labels = made(3, 3000, 30, 0)
    finer, more = made(4, 3000, 30, 2)
    doubles, most = made(5, 300, 30, None)
    for parts in ([rows, finer], [rows, finer, doubles]):
        signs = [labels, more, most][:len(parts)]
        data = write(tmp_path / "rows", libsvm(sum(parts, []), sum(signs, [])))
        stream = answer("train", data, "--stream", *CYCLIC[:4], "--passes", "1")
        memory = answer("train", data, *CYCLIC, "--passes", "1")
        assert (stream["weights"], stream["bias"]) == (memory["weights"], memory["bias"])
        assert stream["arithmetic"] == memory["arithmetic"]


def test_a_clean_pass_ends_the_run_where_it_ends_in_memory():
    columns = ["--columns", "sepal_length,petal_length"]
    stream = answer("train", IRIS, *PAIR, *columns, "--stream", "--preset", "cyclic", "--passes", "100")
    memory = answer("train", IRIS, *PAIR, *columns, "--preset", "cyclic", "--passes", "100")
    for name in ("status", "updates", "visits", "weights", "bias"):
        assert stream[name] == memory[name], name
    assert stream["weights"] == [-3.4, 9.1] and stream["status"] == "converged"


# the others: the rules, written again ---------------------------------------------------------------------------------

def step_length(loss, m, q, c=1.0):
    """argmin over h of c l*(-h/c) + h m + q h^2/2, by bisection on its slope (it increases)."""
    def slope(h):
        if loss == "logistic":
            return m + q * h - math.log((1 - h) / h)
        if loss == "hinge":
            return m + q * h - 1
        return m + q * h - 1 + h / 2
    low, high = 0.0, {"squared-hinge": 1e3, "modified-huber": 4.0}.get(loss, 1.0)
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if slope(middle) > 0 else (middle, high)
    return low


def slope_of(loss, m):
    if loss == "logistic":
        return -1 / (1 + math.exp(m))
    if loss == "modified-huber" and m < -1:
        return -4.0
    return -(m < 1) * (1.0 if loss == "hinge" else 2 * (1 - m))


def loss_of(loss, m):
    if loss == "logistic":
        return math.log1p(math.exp(-m))
    if loss == "modified-huber" and m < -1:
        return -4 * m
    return max(0.0, 1 - m) ** (1 if loss == "hinge" else 2)


def reference(rows, labels, loss, solver, eta, l1=0.0, l2=0.0):
    """Weights (bias first) and progressive loss of one pass, straight from the formulas."""
    x = [[1.0, *map(float, row)] for row in rows]
    d = len(x[0])
    w, G, z, sigmas, squares, told = [0.0] * d, [0.0] * d, [0.0] * d, [0.0] * d, 0.0, 0.0
    bend = {"logistic": 0.25, "hinge": math.sqrt(2), "squared-hinge": 2, "modified-huber": 2}[loss]
    for t, (row, y) in enumerate(zip(x, labels), 1):
        m = y * sum(a * b for a, b in zip(w, row))
        told += loss_of(loss, m)
        squares += sum(v * v for v in row)
        scale = squares / t
        slope = slope_of(loss, m)
        if solver == "sgd":
            rate = 1 / (bend * scale * math.sqrt(t) / eta + l2 * t)
            h = step_length(loss, m, rate * sum(v * v for v in row))
            w = [(1 - rate * l2 * (j > 0)) * w[j] + rate * h * y * row[j] for j in range(d)]
        elif solver == "adagrad" and slope != 0:
            G = [g + (slope * v) ** 2 for g, v in zip(G, row)]
            r = [v / math.sqrt(g) if g > 0 else 0 for g, v in zip(G, row)]
            rate = eta / math.sqrt(scale)
            h = step_length(loss, m, rate * sum(a * b for a, b in zip(r, row)))
            w = [a + rate * h * y * b for a, b in zip(w, r)]
        elif solver == "ftrl":
            for j in range(d):
                g = slope * y * row[j]
                sigma = (math.sqrt(G[j] + g * g) - math.sqrt(G[j])) * math.sqrt(scale) / eta
                z[j] += g - sigma * w[j]
                sigmas[j] += sigma
                G[j] += g * g
            for j in range(d):
                kink, below = (t * l1, sigmas[j] + t * l2) if j > 0 else (0, sigmas[j])
                w[j] = 0.0 if abs(z[j]) <= kink or below == 0 else -(z[j] - math.copysign(kink, z[j])) / below
    return w, told / len(x)


@pytest.mark.parametrize("loss,solver", [*itertools.product(["logistic", "hinge", "squared-hinge", "modified-huber"], ["sgd", "adagrad", "ftrl"])])
def test_one_pass_is_the_formulas(tmp_path, loss, solver):
    rows, labels = made(11, 300, 6, 2)
    data = write(tmp_path / "rows", libsvm(rows, labels))
    facts = answer("train", data, "--stream", "--loss", loss, "--solver", solver, "--eta", "0.4")
    w, told = reference(rows, labels, loss, solver, 0.4)
    assert facts["weights"] == pytest.approx(w[1:], rel=1e-9, abs=1e-12) and facts["bias"] == pytest.approx(w[0], rel=1e-9)
    assert facts["progressive"]["loss"] == pytest.approx(told, rel=1e-9)
    assert facts["status"] == "passes" and facts["gap"] is None and facts["primal"] is None and facts["train"] is None


@pytest.mark.parametrize("solver,penalty,l1,l2", [("sgd", "l2", 0, 0.01), ("ftrl", "l2", 0, 0.01), ("ftrl", "l1", 0.01, 0), ("ftrl", "elastic-net", 0.0025, 0.0075)])
def test_penalties_are_those_of_the_mean_objective(tmp_path, solver, penalty, l1, l2):
    rows, labels = made(12, 400, 6, 2)
    data = write(tmp_path / "rows", libsvm(rows, labels))
    ratio = ["--l1-ratio", "0.25"] if penalty == "elastic-net" else []
    facts = answer("train", data, "--stream", "--solver", solver, "--penalty", penalty, "--lambda", "0.01", *ratio, "--final-pass")
    w, _ = reference(rows, labels, "logistic", solver, 4 if solver == "sgd" else 0.5, l1, l2)
    assert facts["weights"] == pytest.approx(w[1:], rel=1e-8, abs=1e-12)
    scores = [w[0] + sum(a * float(b) for a, b in zip(w[1:], row)) for row in rows]
    primal = sum(loss_of("logistic", y * s) for y, s in zip(labels, scores)) / len(rows) + sum(l1 * abs(v) + l2 * v * v / 2 for v in w[1:])
    assert facts["primal"] == pytest.approx(primal, rel=1e-8)
    assert facts["train"]["mistakes"] == sum((s >= 0) != (y > 0) for s, y in zip(scores, labels))


@pytest.mark.parametrize("solver", ["sgd", "adagrad", "ftrl"])
def test_many_passes_come_near_the_optimum(tmp_path, solver):
    data = write(tmp_path / "rows", libsvm(*made(13, 500, 5, 2)))
    best = answer("train", data, "--algorithm", "logistic", "--lambda", "0.01", "--tol", "1e-10")["primal"]
    near = answer("train", data, "--stream", "--solver", solver, *([] if solver == "adagrad" else ["--lambda", "0.01"]), "--passes", "60", "--order", "shuffled", "--final-pass")
    if solver == "adagrad":
        best = answer("train", data, "--algorithm", "logistic", "--penalty", "none")["primal"] / 500
    assert best * (1 - 1e-9) <= near["primal"] <= best * 1.03


@pytest.mark.parametrize("solver", ["sgd", "adagrad", "ftrl"])
def test_predictions_do_not_depend_on_the_unit_of_the_columns(tmp_path, solver):
    rows, labels = made(14, 300, 4, 2)
    plain = write(tmp_path / "plain", libsvm(rows, labels))
    larger = write(tmp_path / "larger", libsvm([[repr(float(v) * 1024) for v in row] for row in rows], labels))
    call = ["--stream", "--solver", solver, "--bias", "none"]
    first, second = answer("train", plain, *call), answer("train", larger, *call)
    assert second["progressive"] == first["progressive"]
    assert [v * 1024 for v in second["weights"]] == pytest.approx(first["weights"], rel=1e-12)


# where rows come from -------------------------------------------------------------------------------------------------

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
