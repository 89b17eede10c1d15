"""--hash-bits: columns by the hash of their names (docs/streaming.md), the same for whoever learns and whoever predicts."""
import json
import random

import pytest

from program import IRIS, PAIR, answer, refused, run, write
from test_stream_learning import libsvm, made

CYCLIC = ["--algorithm", "perceptron", "--order", "cyclic", "--stop", "passes", "--passes", "3"]
LEARNERS = [["--algorithm", "logistic"], ["--algorithm", "svm", "--loss", "hinge"], ["--preset", "averaged", "--decide", "off"], ["--stream"], ["--stream", "--algorithm", "perceptron"]]
COLOURS = "colour,size,label\n" + "red,1,a\nblue,3,b\ngreen,2,b\nred,0.5,a\n" * 20


def murmur3(data):
    """MurmurHash3_x86_32 with seed 0, signed."""
    h, mask = 0, 0xffffffff
    rotated = lambda v, r: (v << r | v >> (32 - r)) & mask
    mixed = lambda k: rotated(k * 0xcc9e2d51 & mask, 15) * 0x1b873593 & mask
    whole = len(data) // 4 * 4
    for k in range(0, whole, 4):
        h = (rotated(h ^ mixed(int.from_bytes(data[k:k + 4], "little")), 13) * 5 + 0xe6546b64) & mask
    if data[whole:]:
        h ^= mixed(int.from_bytes(data[whole:], "little"))
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85ebca6b & mask
    h = (h ^ h >> 13) * 0xc2b2ae35 & mask
    h ^= h >> 16
    return h - (1 << 32) if h >> 31 else h


def hashed_rows(rows, bits):
    out = []
    for row in rows:
        of_row = [0.0] * (1 << bits)
        for j, v in enumerate(row):
            h = murmur3(str(j + 1).encode())
            of_row[abs(h) % (1 << bits)] += float(v) if h >= 0 else -float(v)
        out.append(of_row)
    return out


@pytest.mark.parametrize("learner", LEARNERS, ids=" ".join)
def test_the_model_hashes_what_it_predicts(tmp_path, learner):
    rows, labels = made(24, 400, 30, 2)
    data = write(tmp_path / "rows", libsvm(rows, labels))
    model = tmp_path / "model.hs"
    facts = answer("train", data, "--hash-bits", "5", *learner, "-o", model, "--test", data)
    assert facts["data"]["cols"] == 32 and len(facts["weights"]) == 32 and facts["data"]["hash_bits"] == 5
    assert answer("evaluate", model, data)["mistakes"] == facts["test"]["mistakes"]
    assert answer("inspect", model)["hash_bits"] == 5
    scores = [float(line.split(",")[1]) for line in run("predict", model, data, "--scores").stdout.split()[1:]]
    assert len(scores) == 400
    for row, score in zip(hashed_rows(rows, 5), scores):
        assert sum(w * v for w, v in zip(facts["weights"], row)) + facts["bias"] == pytest.approx(score, abs=1e-9)
    assert "hashed" in refused(3, "convert", model, "--to", "onnx", "-o", tmp_path / "onnx")


@pytest.mark.parametrize("digits", [0, 2])
@pytest.mark.parametrize("bits", ["3", "16"])
def test_a_cyclic_stream_has_the_bits_of_a_run_in_memory(tmp_path, digits, bits):
    data = write(tmp_path / "rows", libsvm(*made(7, 900, 60, digits)))
    stream = answer("train", data, "--stream", "--hash-bits", bits, *CYCLIC)
    memory = answer("train", data, "--hash-bits", bits, *CYCLIC, "--decide", "off")
    for name in ("weights", "bias", "updates", "arithmetic"):
        assert stream[name] == memory[name]
    assert stream["data"]["nnz"] == memory["data"]["nnz"]


@pytest.mark.parametrize("learner", LEARNERS, ids=" ".join)
def test_same_bytes_for_threads_and_from_a_cache(tmp_path, learner):
    data = write(tmp_path / "rows.libsvm", libsvm(*made(5, 3000, 40, 2)))
    cache = tmp_path / "rows.hsd"
    run("convert", data, "--to", "cache", "-o", cache)
    models = []
    for path, threads in ((data, 1), (data, 3), (cache, 2)):
        models.append(tmp_path / f"{len(models)}.hs")
        done = run("train", path, "--hash-bits", "6", *learner, "--threads", threads, "-o", models[-1])
        assert done.returncode == 0, done.stderr
    assert models[0].read_bytes() == models[1].read_bytes() == models[2].read_bytes()
    assert run("predict", models[0], data).stdout == run("predict", models[0], cache).stdout


def test_a_cache_beside_the_text_serves_every_number_of_bits(tmp_path):
    data = write(tmp_path / "rows.csv", COLOURS)
    for more in (["--hash-bits", "4"], ["--hash-bits", "7"], [], ["--hash-bits", "4"]):
        call = ["train", data, "--categorical", "colour", "--algorithm", "logistic", *more]
        plain = answer(*call)
        for _ in range(2):
            assert answer(*call, "--data-cache")["weights"] == plain["weights"]


def test_texts_may_be_new_and_columns_in_any_order(tmp_path):
    train = write(tmp_path / "rows.csv", COLOURS)
    other = write(tmp_path / "other.csv", "size,colour\n0.5,red\n3,blue\n3,violet\n")
    for more in (["--stream", "--passes", "3"], ["--algorithm", "logistic"]):
        model = tmp_path / "model.hs"
        assert answer("train", train, "--hash-bits", "12", "--categorical", "colour", "-o", model, *more)["data"]["cols"] == 4096
        assert run("predict", model, other).stdout.split()[:2] == ["a", "b"]
        assert "missing size" in refused(3, "predict", model, write(tmp_path / "short.csv", "colour\nred\n"))
    assert "--hash-bits" in refused(2, "train", train, "--stream", "--categorical", "colour")


def test_proofs_are_of_the_hashed_rows(tmp_path):
    """1 and 8 are one column of 2, with one sign: rows that differ in them alone cannot be told apart once hashed."""
    data = write(tmp_path / "rows", "1 1:0.1 2:0.3\n-1 2:0.3 8:0.1\n" * 5)
    assert answer("train", data, "--algorithm", "perceptron")["status"] == "converged"
    assert answer("train", data, "--algorithm", "perceptron", "--hash-bits", "1")["status"] == "not-separable"
    wide = answer("train", data, "--algorithm", "perceptron", "--hash-bits", "18")
    assert wide["status"] == "converged"


@pytest.mark.parametrize("learner", [["--algorithm", "logistic", "--penalty", "none"], ["--algorithm", "perceptron"], ["--preset", "pocket", "--passes", "20"]], ids=" ".join)
@pytest.mark.parametrize("seed", range(12))
def test_proofs_are_those_of_a_text_of_the_sums(tmp_path, learner, seed):
    draw = random.Random(seed)
    rows = [[str(draw.randint(-30, 30) / 10) for _ in range(5)] for _ in range(7)]
    labels = [draw.choice([1, -1]) for _ in rows[2:]] + [1, -1]
    data = write(tmp_path / "rows", libsvm(rows, labels))
    sums = write(tmp_path / "sums", libsvm([[repr(v) for v in row] for row in hashed_rows(rows, 1)], labels))
    hashed, plain = (run("train", path, *learner, *more, "--json") for path, more in ((data, ["--hash-bits", "1"]), (sums, [])))
    assert hashed.returncode == plain.returncode and hashed.returncode in (0, 4), hashed.stderr
    hashed, plain = (json.loads(done.stdout) for done in (hashed, plain))
    for name in ("verdict", "witness", "certified_margin", "unavoidable", "status", "stop_reason", "updates"):
        assert hashed.get(name) == plain.get(name)


def test_a_start_has_the_same_bits(tmp_path):
    data = write(tmp_path / "rows", libsvm(*made(3, 50, 16, 1)))
    start = {bits: tmp_path / f"{bits}.hs" for bits in (0, 4)}
    for bits, model in start.items():
        answer("train", data, "--preset", "cyclic", "--passes", "5", "--stop", "passes", "-o", model, *(["--hash-bits", bits] if bits else []))
    assert "learned with no hashed columns; these rows have --hash-bits 4" in refused(3, "train", data, "--preset", "cyclic", "--start", start[0], "--hash-bits", "4")
    assert "learned with --hash-bits 4; these rows have no hashed columns" in refused(3, "train", data, "--preset", "cyclic", "--start", start[4])
    answer("train", data, "--preset", "cyclic", "--passes", "5", "--stop", "passes", "--start", start[4], "--hash-bits", "4")
    assert "16 hashed columns" in run("inspect", start[4]).stdout


def test_verbs_that_fit_many_times_hash_too(tmp_path):
    data = write(tmp_path / "rows", libsvm(*made(2, 200, 12, 1)))
    plain, hashed = (answer("cv", data, "--algorithm", "logistic", *more) for more in ([], ["--hash-bits", "3"]))
    assert hashed["hash_bits"] == 3 and "hash_bits" not in plain
    assert plain["folds"] == hashed["folds"] and plain["metrics"] != hashed["metrics"]
    assert len(answer("path", data, "--points", "3", "--hash-bits", "4")["points"]) == 3
    assert run("search", data, "--algorithm", "logistic", "--hash-bits", "4").returncode == 0


@pytest.mark.parametrize("flags, say", [
    (["--hash-bits", "0"], "whole number from 1 to 30"), (["--hash-bits", "33"], "whole number from 1 to 30"), (["--hash-bits", "abc"], "whole number from 1 to 30"),
    (["--hash-bits", ""], "whole number from 1 to 30"), (["--hash-bits", "4", "--missing", "mean"], "choose drop"), (["--hash-bits", "4", "--kernel", "precomputed"], "precomputed"),
    (["--hash-bits", "4", "--columns", "nothing"], "no column 'nothing'")])
def test_hash_bits_that_cannot_be(flags, say):
    assert say in refused(2, "train", IRIS, *PAIR, *flags)


def test_separate_names_the_verbs_that_hash():
    assert "unknown flag '--hash-bits'; it is for train, path, cv, search" in refused(2, "separate", IRIS, *PAIR, "--hash-bits", "4")
