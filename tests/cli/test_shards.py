"""Rows in shards: the same model however many there are, within a limit of memory, and from a checkpoint."""
import random
import shutil
import signal
import subprocess
import time

import pytest

from program import HALFSPACE, IRIS, PAIR, answer, refused, run, write


def made(*args):
    done = run(*args)
    assert done.returncode == 0, done.stderr
    return done


def text(path, rows=400, seed=1, kind="csv"):
    """Two overlapping classes of decimals."""
    chance = random.Random(seed)
    lines = ["a,b,c,label"] if kind == "csv" else []
    for _ in range(rows):
        side = chance.choice([0, 1])
        values = [round(chance.gauss(side, 1.2), 3) for _ in range(3)]
        label = ["no", "yes"][side]
        if kind == "csv":
            lines.append(",".join(map(str, values)) + f",{label}")
        else:
            lines.append(f"{2 * side - 1} " + " ".join(f"{j + 1}:{v}" for j, v in enumerate(values) if v))
    return write(path, "\n".join(lines) + "\n")


def shards(source, folder, count, *more):
    return answer("convert", source, "--shards", str(count), "-o", folder, *more)


LEARNERS = [
    ("--algorithm", "logistic", "--tol", "1e-6"),
    ("--algorithm", "svm", "--C", "0.5"),
    ("--algorithm", "svm", "--loss", "squared-hinge", "--bias", "augmented"),
    ("--algorithm", "logistic", "--lambda", "0.01", "--class-weight", "balanced"),
    ("--algorithm", "logistic", "--penalty", "l1", "--C", "0.05", "--tol", "1e-6"),
    ("--algorithm", "svm", "--loss", "modified-huber", "--penalty", "elastic-net", "--l1-ratio", "0.9", "--lambda", "0.1"),
    ("--algorithm", "perceptron", "--preset", "averaged", "--passes", "3"),
    ("--algorithm", "perceptron", "--preset", "averaged", "--passes", "3", "--mixing-blocks", "4"),
]


@pytest.mark.parametrize("kind", ["csv", "libsvm"])
def test_same_model_from_any_number_of_shards(tmp_path, kind):
    source = text(tmp_path / f"rows.{kind}", kind=kind)
    for count in (1, 2, 3, 7, 100):
        told = shards(source, tmp_path / f"in{count}", count)
        assert (told["rows"], told["shards"]) == (400, count)
    for k, learner in enumerate(LEARNERS):
        models = set()
        for count in (1, 2, 3, 7, 100):
            out = tmp_path / f"{k}.hs"
            made("train", tmp_path / f"in{count}", *learner, "--threads", str(1 + count % 2), "-o", out)
            models.add(out.read_bytes())
        assert len(models) == 1, learner


@pytest.mark.parametrize("learner", [learner for learner in LEARNERS if "perceptron" not in learner])
def test_objective_of_the_text(tmp_path, learner):
    source = text(tmp_path / "rows.csv")
    shards(source, tmp_path / "folder", 3)
    over = answer("train", tmp_path / "folder", *learner)
    whole = answer("train", source, *learner)
    assert over["status"] == "converged"
    assert over["gap"] <= (1e-6 if "1e-6" in learner else 1e-4) * over["primal"] * (1 + 1e-9)
    assert abs(over["primal"] - whole["primal"]) <= over["gap"] + whole["gap"]
    assert over["train"]["rows"] == 400
    assert abs(over["train"]["mistakes"] - whole["train"]["mistakes"]) <= 4


def test_l1_names_what_partitions_do_not_take(tmp_path):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    assert "choose l2, l1 or elastic-net" in refused(2, "train", tmp_path / "folder", "--algorithm", "logistic", "--penalty", "none")
    assert "hinge" in refused(2, "train", tmp_path / "folder", "--algorithm", "svm", "--penalty", "l1")


def test_perceptron_makes_the_updates_of_the_stream(tmp_path):
    source = text(tmp_path / "rows.csv")
    shards(source, tmp_path / "folder", 5)
    flags = ["--algorithm", "perceptron", "--preset", "averaged", "--passes", "4"]
    made("train", tmp_path / "folder", *flags, "-o", tmp_path / "a.hs")
    made("train", source, "--stream", *flags, "-o", tmp_path / "b.hs")
    a, b = (made("convert", tmp_path / name, "--to", "c", "-o", "-").stdout for name in ("a.hs", "b.hs"))
    assert a == b


def test_test_rows_and_predictions(tmp_path):
    source = text(tmp_path / "rows.csv")
    test = text(tmp_path / "more.csv", seed=2)
    shards(source, tmp_path / "folder", 3)
    model = tmp_path / "model.hs"
    told = answer("train", tmp_path / "folder", "--algorithm", "logistic", "--test", test, "-o", model)
    assert told["test"]["mistakes"] == answer("evaluate", model, test)["mistakes"]


def killed_and_resumed(tmp_path, folder, learner, waits):
    """A run that is killed after each of the waits, in seconds, and goes on, ends in the bytes of one that is not; its last checkpoint."""
    whole, cut, state = (tmp_path / n for n in ("whole.hs", "cut.hs", "state"))
    made("train", folder, *learner, "-o", whole)
    for wait in waits:
        state.unlink(missing_ok=True)
        child = subprocess.Popen([HALFSPACE, "train", folder, *learner, "--checkpoint", state], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(wait)
        child.send_signal(signal.SIGKILL)
        child.wait()
        made("train", folder, *learner, "--checkpoint", state, "-o", cut)
        assert cut.read_bytes() == whole.read_bytes()
    return state


def test_checkpoint_goes_on_to_the_same_bits(tmp_path):
    source = text(tmp_path / "rows.csv")
    folder = tmp_path / "folder"
    shards(source, folder, 4)
    for learner in LEARNERS:
        state = killed_and_resumed(tmp_path, folder, learner, [0.001 * k for k in range(1, 40)])
    assert "with other options, other rows or other shards" in refused(2, "train", folder, "--algorithm", "svm", "--C", "7", "--checkpoint", state)
    damaged = bytearray(state.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    state.write_bytes(damaged[:-3])
    assert "is damaged" in refused(3, "train", folder, *LEARNERS[-1], "--checkpoint", state)


@pytest.mark.parametrize("harm, told", [
    (lambda f: (f / "part-00001.shard").unlink(), "part-00001.shard: cannot be opened"),
    (lambda f: shutil.copy(f / "part-00000.shard", f / "part-00001.shard"), "is not the file that manifest.txt names"),
    (lambda f: (f / "part-00001.shard").write_bytes((f / "part-00001.shard").read_bytes()[:-9]), "checksum differs"),
    (lambda f: (f / "part-00001.shard").write_bytes(b""), "are no shard"),
    (lambda f: (f / "manifest.txt").write_text("halfspace shards 1\n"), "make the folder anew by halfspace convert --shards"),
    (lambda f: (f / "manifest.txt").write_text((f / "manifest.txt").read_text().replace('"rows":400', '"rows":401')), "is damaged: its last line"),
    (lambda f: (f / "manifest.txt").write_text((f / "manifest.txt").read_text().replace('"csv"', '"csw"')), "is damaged: its last line"),
    (lambda f: (f / "manifest.txt").write_text((f / "manifest.txt").read_text().rsplit("xxh3_128", 1)[0]), "is damaged: its last line"),
])
def test_a_folder_that_was_harmed(tmp_path, harm, told):
    folder = tmp_path / "folder"
    shards(text(tmp_path / "rows.csv"), folder, 3)
    harm(folder)
    done = run("train", folder)
    assert done.returncode in (3, 5)
    assert told in done.stderr


@pytest.mark.parametrize("flags, told", [
    (["--features", "poly2"], "--features: is not for rows in partitions"),
    (["--algorithm", "svm", "--kernel", "rbf"], "--kernel: is not for rows in partitions"),
    (["--label", "a"], "--label: is not for a folder of shards"),
    (["--stream"], "--stream: is not for a folder of shards"),
    (["--holdout", "0.2"], "--holdout: is not for a folder of shards"),
    (["--max-memory", "0"], "--max-memory"),
])
def test_what_shards_do_not_take(tmp_path, flags, told):
    folder = tmp_path / "folder"
    shards(text(tmp_path / "rows.csv"), folder, 2)
    assert told in refused(2, "train", folder, *flags)


def test_one_file_of_a_folder(tmp_path):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    assert "give the folder" in refused(2, "train", tmp_path / "folder" / "part-00000.shard")


def test_an_interrupted_conversion_leaves_no_folder(tmp_path):
    source = text(tmp_path / "rows.csv", rows=60000)
    for milliseconds in (5, 20, 60, 100):
        child = subprocess.Popen([HALFSPACE, "convert", source, "--shards", "9", "-o", tmp_path / "folder"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(milliseconds / 1000)
        child.send_signal(signal.SIGINT)
        code = child.wait()
        assert code in (0, 130, -signal.SIGINT)
        assert (tmp_path / "folder").exists() == (code == 0)
        shutil.rmtree(tmp_path / "folder", ignore_errors=True)


def test_converting_refuses(tmp_path):
    source = text(tmp_path / "rows.csv")
    folder = tmp_path / "folder"
    assert "is more than the 400 rows" in refused(2, "convert", source, "--shards", "401", "-o", folder)
    assert not folder.exists()
    assert "outside 1..100000" in refused(2, "convert", source, "--shards", "0", "-o", folder)
    assert "standard input can be read once" in refused(2, "convert", "-", "--shards", "2", "-o", folder)
    bad = write(tmp_path / "bad.csv", "a,label\n1,x\nz,y\n")
    assert "bad.csv:3:1" in refused(3, "convert", bad, "--shards", "2", "-o", folder)
    assert not folder.exists()
    texts = write(tmp_path / "texts.csv", "a,label\nred,x\nblue,y\n")
    assert "is of texts" in refused(2, "convert", texts, "--shards", "2", "--categorical", "a", "-o", folder)
    shards(source, folder, 2)
    assert "exists already" in refused(2, "convert", source, "--shards", "2", "-o", folder)


def test_memory_limit_is_that_of_a_shard(tmp_path):
    chance = random.Random(3)
    source = write(tmp_path / "rows.csv", "\n".join(["a,b,c,d,e,f,g,h,label"] + [",".join(f"{chance.random():.12f}" for _ in range(8)) + f",{i % 2}" for i in range(60000)]) + "\n")
    shards(source, tmp_path / "two", 2)
    shards(source, tmp_path / "many", 20)
    assert "convert with more --shards" in refused(3, "train", tmp_path / "two", "--max-memory", "1")
    assert answer("train", tmp_path / "many", "--max-memory", "1", "--algorithm", "logistic")["status"] == "converged"


SOFTMAX = ("--algorithm", "logistic", "--multiclass", "multinomial")


@pytest.mark.parametrize("more", [("--tol", "1e-7"), ("--C", "50", "--bias", "none"), ("--lambda", "0.01", "--class-weight", "balanced", "--bias", "augmented")])
def test_softmax_is_that_of_the_text(tmp_path, more):
    models = set()
    for count in (1, 2, 3, 7):
        folder = tmp_path / f"in{count}"
        shards(IRIS, folder, count)
        over = answer("train", folder, *SOFTMAX, *more, "-o", tmp_path / "over.hs")
        models.add((tmp_path / "over.hs").read_bytes())
    assert len(models) == 1
    whole = answer("train", IRIS, *SOFTMAX, *more, "-o", tmp_path / "whole.hs")
    assert over["status"] == whole["status"] == "converged"
    assert over["gap"] <= 1e-4 * over["primal"] * (1 + 1e-9)
    assert abs(over["primal"] - whole["primal"]) <= over["gap"] + whole["gap"]
    same = ("algorithm", "multiclass", "objective", "classes", "bias_mode", "loss", "penalty", "C", "lambda", "gradient", "support_vectors", "gap_estimate")
    assert [over.get(name) for name in same] == [whole.get(name) for name in same]
    assert over.keys() == whole.keys()
    chances = [answer("predict", tmp_path / f"{name}.hs", IRIS)["probabilities"] for name in ("over", "whole")]
    assert max(abs(p - q) for a, b in zip(*chances) for p, q in zip(a, b)) < 0.02
    assert max(abs(sum(row) - 1) for row in chances[0]) < 1e-12
    assert abs(over["train"]["mistakes"] - whole["train"]["mistakes"]) <= 1


def test_softmax_goes_on_from_a_checkpoint(tmp_path):
    shards(IRIS, tmp_path / "folder", 4)
    state = killed_and_resumed(tmp_path, tmp_path / "folder", SOFTMAX, [0.003 * k for k in range(1, 6)])
    assert "with other options, other rows or other shards" in refused(2, "train", tmp_path / "folder", "--algorithm", "logistic", "--checkpoint", state)


def test_softmax_refuses(tmp_path):
    shards(IRIS, tmp_path / "iris", 2)
    assert "crammer-singer is not for rows in partitions" in refused(2, "train", tmp_path / "iris", "--algorithm", "svm", "--multiclass", "crammer-singer")
    shards(text(tmp_path / "rows.csv"), tmp_path / "two", 2)
    assert "is for three classes or more" in refused(2, "train", tmp_path / "two", *SOFTMAX)


def test_one_class_and_iris(tmp_path):
    one = write(tmp_path / "one.csv", "a,label\n1,x\n2,x\n")
    shards(one, tmp_path / "one", 2)
    assert "training needs two classes" in refused(3, "train", tmp_path / "one")
    shards(IRIS, tmp_path / "iris", 4)
    told = answer("train", tmp_path / "iris", "--algorithm", "logistic")
    assert [r["class"] if "class" in r else r["label"] for r in told["runs"]] == ["setosa", "versicolor", "virginica"]
    shards(IRIS, tmp_path / "pair", 3, *PAIR)
    assert answer("train", tmp_path / "pair", "--algorithm", "svm")["train"]["mistakes"] == 0


def test_a_shard_of_another_folder_is_refused(tmp_path):
    source, other = text(tmp_path / "rows.csv"), text(tmp_path / "other.csv", seed=2)
    for name, rows in (("a", source), ("b", other)):
        shards(rows, tmp_path / name, 2)
    shutil.copy(tmp_path / "b/part-00001.shard", tmp_path / "a/part-00001.shard")
    assert "is not the file that manifest.txt names" in refused(3, "train", tmp_path / "a", "--algorithm", "logistic")


def test_what_a_shard_cannot_hold_is_not_written(tmp_path):
    source = write(tmp_path / "rows.csv", "a,b,label\n1,2,x\n,3,y\n4,,x\n5,6,y\n")
    assert "--missing: mean is not for --shards" in refused(2, "convert", source, "--missing", "mean", "--shards", "2", "-o", tmp_path / "folder")
    told = refused(3, "convert", source, "--shards", "2", "-o", tmp_path / "folder")
    assert "say --missing drop" in told and "mean" not in told
    assert not (tmp_path / "folder").exists()
    done = made("convert", source, "--missing", "drop", "--shards", "2", "-o", tmp_path / "folder")
    assert "rows with a missing cell are left out: 2" in done.stderr
    assert made("train", tmp_path / "folder", "--algorithm", "logistic").returncode == 0


@pytest.mark.parametrize("flags, learner", [(("--preset", "averaged"), "perceptron"), (("--loss", "hinge"), "svm"), (("--C", "0.1"), "logistic")])
def test_a_flag_of_one_learner_chooses_it(tmp_path, flags, learner):
    shards(text(tmp_path / "rows.csv"), tmp_path / "folder", 2)
    told = answer("train", tmp_path / "folder", *flags)
    assert told["algorithm"] == learner and told["data"]["source"] == str(tmp_path / "folder")
