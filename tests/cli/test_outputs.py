"""Output files, and equal answers of equal runs."""
import json
import os
import random

import pytest

from program import IRIS, OVERLAP, PAIR, answer, refused, run, write


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
