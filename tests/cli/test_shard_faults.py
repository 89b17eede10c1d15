"""Rows in shards and in streams: what is refused and why, what is counted, and whose checkpoint a checkpoint is."""
import pytest

from program import answer, refused, run, write
from test_shards import made, shards, text

DATES = "d,b,label\n2026-04-03,1,x\n2026-04-04,2,y\n2025-12-31,3,x\n2024-01-06,1,y\n"


def test_parts_of_dates_are_refused_where_rows_come_one_after_another(tmp_path):
    source = write(tmp_path / "dates.csv", DATES)
    assert [f"d.{part}" for part in ("year", "month", "day", "weekday")] + ["b"] == answer("train", source, "--dates", "parts")["columns"]
    assert "--dates: parts is not for --stream; choose days" in refused(2, "train", source, "--stream", "--dates", "parts", "-o", tmp_path / "m.hs")
    told = refused(2, "convert", source, "--shards", "2", "--dates", "parts", "-o", tmp_path / "folder")
    assert "--dates: parts is not for --shards" in told and "choose days" in told
    assert not (tmp_path / "folder").exists() and not (tmp_path / "m.hs").exists()


@pytest.mark.parametrize("flags, named", [(("--drop", "auto"), "--drop: auto"), (("--dates", "drop"), "--dates: drop")])
def test_what_looks_at_whole_columns_names_the_flag_that_was_given(tmp_path, flags, named):
    source = write(tmp_path / "dates.csv", DATES)
    told = refused(2, "convert", source, "--shards", "2", *flags, "-o", tmp_path / "folder")
    assert f"{named} looks at whole columns, which --shards does not keep" in told and "--stream" not in told
    assert "--stream does not keep" in refused(2, "train", source, "--stream", *flags)


def test_advice_about_flags_of_texts_can_be_followed(tmp_path):
    source = text(tmp_path / "rows.csv")
    shards(source, tmp_path / "folder", 2)
    for flag, value in (("--hash-bits", "4"), ("--holdout", "0.2"), ("--precision", "float")):
        told = refused(2, "train", tmp_path / "folder", flag, value)
        assert "convert --shards does not take it; leave it out, or give the text" in told
        assert run("convert", source, "--shards", "2", flag, value, "-o", tmp_path / "more").returncode == 2
    assert "needs no cache; leave it out" in refused(2, "train", tmp_path / "folder", "--data-cache")
    assert "make the folder anew by convert DATA --shards with it" in refused(2, "train", tmp_path / "folder", "--columns", "a,b")
    shards(source, tmp_path / "more", 2, "--columns", "a,b")


@pytest.mark.parametrize("rows, learner", [
    ("1 1:2\n-1 1:-1\n1\n-1\n1 1:1\n", ("--algorithm", "logistic", "--bias", "none")),
    ("1 1:2\n-1 1:-1\n1\n-1\n1 1:1\n", ("--algorithm", "perceptron", "--bias", "none", "--passes", "2")),
    ("1 1:2\n2 2:1\n3 3:1\n1\n2\n3\n", ("--algorithm", "logistic", "--bias", "none", "--multiclass", "one-vs-rest")),
    ("1 1:2\n2 2:1\n3 3:1\n1\n2\n3\n", ("--algorithm", "logistic", "--bias", "none", "--multiclass", "multinomial")),
])
def test_rows_on_the_boundary_are_counted(tmp_path, rows, learner):
    source = write(tmp_path / "rows.svm", rows)
    zeros = sum(":" not in line for line in rows.splitlines())
    assert answer("train", source, *learner)["train"]["on_boundary"] == zeros
    for count in (1, 2, 4):
        shards(source, tmp_path / f"in{count}", count)
        state = tmp_path / f"state{count}"
        assert answer("train", tmp_path / f"in{count}", *learner, "--checkpoint", state)["train"]["on_boundary"] == zeros
        assert answer("train", tmp_path / f"in{count}", *learner, "--checkpoint", state)["train"]["on_boundary"] == zeros  # resumed at its end


@pytest.mark.parametrize("learner", [("--algorithm", "perceptron", "--passes", "3"), ("--algorithm", "logistic")])
def test_a_checkpoint_is_of_its_shards(tmp_path, learner):
    """Perceptrons stand before one of them: from a checkpoint of 2 shards a run over 5 would pass rows over."""
    source = text(tmp_path / "rows.csv")
    state = tmp_path / "state"
    shards(source, tmp_path / "in2", 2)
    shards(source, tmp_path / "in5", 5)
    made("train", tmp_path / "in2", *learner, "--checkpoint", state)
    assert "other options, other rows or other shards" in refused(2, "train", tmp_path / "in5", *learner, "--checkpoint", state)
    made("train", tmp_path / "in2", *learner, "--checkpoint", state)


@pytest.mark.parametrize("name", ["x\ny", "x\r\ny", "\nx\n\n", "x\ry"])
def test_labels_of_several_lines_have_certificates(tmp_path, name):
    for k, rows in enumerate(([(1, name), (2, "z"), (4, name)], [(1, name), (2, name), (3, "z")])):
        source = tmp_path / f"{k}.csv"
        with open(source, "w", newline="") as to:
            to.write("a,label\n" + "".join(f'{a},"{label}"\n' for a, label in rows))
        shards(source, tmp_path / f"{k}", 2)
        verdict = ["overlapping", "separable"][k]
        assert run("separate", tmp_path / f"{k}", "-o", tmp_path / "c").returncode == 1 - k
        for rows_of in (source, tmp_path / f"{k}"):
            assert f"accepted: the rows are {verdict}" in made("verify", tmp_path / "c", rows_of).stdout
    other = tmp_path / "other.csv"
    with open(other, "w", newline="") as to:
        to.write(f'a,label\n1,"{name}"\n3,"z"\n4,"{name}"\n')
    shards(other, tmp_path / "other", 2)
    assert run("verify", tmp_path / "c", tmp_path / "other").returncode == 1
