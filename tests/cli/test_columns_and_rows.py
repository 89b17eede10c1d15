"""Which columns and rows of a table are learned from: identifiers, unknown levels, quantities, order in time, groups."""
import datetime
import json
import random

import pytest

from program import answer, refused, run, write


def shop(rng, rows=60):
    lines = ["id,joined,note,plan,country,age,label"]
    for i in range(rows):
        day = datetime.date(2024, 1, 1) + datetime.timedelta(days=rng.randrange(700))
        age = rng.randrange(18, 80)
        note = " ".join(rng.choice("called asked moved wants never about router bill summer winter".split()) for _ in range(8)) + f" {i}"
        lines.append(f"C{1000 + i},{day},{note},{rng.choice(['basic', 'plus'])},CH,{age},{'yes' if age + rng.gauss(0, 20) > 45 else 'no'}")
    return "\n".join(lines) + "\n"


def test_identifiers_and_free_text_are_refused_or_dropped_with_the_reason(tmp_path):
    path = write(tmp_path / "shop.csv", shop(random.Random(7)))
    message = refused(3, "train", path, "--categorical", "auto", "--dates", "days")
    assert "column 'id' is an identifier (60 values in 60 rows)" in message and "--drop id" in message
    message = refused(3, "train", path, "--categorical", "auto", "--dates", "days", "--drop", "id")
    assert "column 'note' is free text" in message and "--drop note" in message
    message = refused(3, "train", path, "--drop", "auto")
    assert "column 'plan' holds texts (" in message and "--categorical plan" in message
    done = run("train", path, "--drop", "auto", "--categorical", "auto", "--algorithm", "logistic", "-o", tmp_path / "m.hs", "--json")
    facts = json.loads(done.stdout)
    assert [d["name"] for d in facts["data"]["dropped"]] == ["id", "joined", "note", "country"]
    for name in ("id", "joined", "note", "country"):
        assert f"column '{name}' is left out: " in done.stderr
    kept = answer("train", path, "--columns", "plan,age", "--categorical", "plan", "--algorithm", "logistic")
    assert facts["weights"] == kept["weights"]
    text = run("train", path, "--drop", "auto", "--categorical", "auto", "--algorithm", "logistic").stdout
    assert "left out   'id' (an identifier (60 values in 60 rows)), 'joined' (dates;" in text
    # named ones are kept, dates too
    assert "joined" in run("train", path, "--dates", "days", "--drop", "auto", "--categorical", "auto", "--algorithm", "logistic").stdout
    dropped = answer("train", path, "--dates", "drop", "--drop", "id,note,country", "--categorical", "plan", "--algorithm", "logistic")
    assert dropped["weights"] == kept["weights"]
    assert answer("evaluate", tmp_path / "m.hs", path)["rows"] == 60
    assert "is the label" in refused(2, "train", path, "--drop", "label")
    assert "did you mean 'plan'" in refused(2, "train", path, "--drop", "plam")


def test_levels_that_the_model_does_not_know(tmp_path):
    train = write(tmp_path / "t.csv", "c,x,label\nred,1,a\nblue,2,b\nred,3,a\nblue,1,b\n")
    more = write(tmp_path / "m.csv", "c,x,label\nred,1,a\nRed,2,a\ngreen,2,b\nblue,5,b\n")
    model = tmp_path / "m.hs"
    answer("train", train, "--categorical", "c", "--algorithm", "logistic", "-o", model)
    message = refused(3, "predict", model, more)
    assert "m.csv:3:1: level 'Red'" in message and "did you mean 'red'?" in message and "--unseen row" in message
    lines = run("predict", model, more, "--unseen", "row").stdout.splitlines()
    assert len(lines) == 4 and lines[1:3] == ["", ""] and all(lines[k] for k in (0, 3))
    assert answer("evaluate", model, more, "--unseen", "row")["rows"] == 2
    assert len(run("predict", model, more, "--unseen", "other").stdout.split()) == 4
    assert "not one of error, other, row" in refused(2, "predict", model, more, "--unseen", "some")


def test_quantities_are_no_labels(tmp_path):
    rng = random.Random(5)
    rows = "".join(f"{rng.random()},{round(rng.gauss(30, 8), 2)}\n" for _ in range(100))
    message = refused(3, "train", write(tmp_path / "t.csv", "x,price\n" + rows), "--label", "price")
    assert "column 'price' has" in message and "a quantity, not classes" in message and "the median" in message
    digits = "".join(f"{rng.random()},{i % 30}\n" for i in range(120))
    assert run("train", write(tmp_path / "d.csv", "x,label\n" + digits), "--passes", "2").returncode == 0


def test_order_by_learns_from_the_past_alone(tmp_path):
    rng = random.Random(11)
    rows = [(datetime.date(2020, 1, 1) + datetime.timedelta(days=17 * i), rng.gauss(0, 1)) for i in range(60)]
    rng.shuffle(rows)
    path = write(tmp_path / "t.csv", "when,x,label\n" + "".join(f"{d},{x},{'a' if x + rng.gauss(0, .5) > 0 else 'b'}\n" for d, x in rows))
    facts = answer("cv", path, "--order-by", "when", "--folds", "4", "--algorithm", "logistic")
    assert [(f["train_rows"], f["test_rows"]) for f in facts["fits"]] == [(12, 12), (24, 12), (36, 12), (48, 12)] and facts["ordered"]
    by_time = sorted(range(60), key=lambda i: rows[i][0])
    lines = open(path).read().splitlines()
    early = write(tmp_path / "early.csv", "\n".join([lines[0]] + [lines[1 + i] for i in sorted(by_time[:48])]) + "\n")
    late = write(tmp_path / "late.csv", "\n".join([lines[0]] + [lines[1 + i] for i in sorted(by_time[48:])]) + "\n")
    held = answer("train", path, "--order-by", "when", "--holdout", "0.2", "--algorithm", "logistic")
    apart = answer("train", early, "--drop", "when", "--test", late, "--algorithm", "logistic")
    assert held["weights"] == apart["weights"] and held["test"] == apart["test"]
    assert facts["fits"][3]["mistakes"] == held["test"]["mistakes"]
    assert answer("path", path, "--order-by", "when", "--folds", "3", "--points", "5")["points"]
    assert "--repeats" in refused(2, "cv", path, "--order-by", "when", "--repeats", "2")
    assert "t.csv:2:2:" in refused(3, "cv", write(tmp_path / "t.csv", "x,when,label\n1,soon,a\n2,later,b\n"), "--order-by", "when", "--folds", "2")


def test_holdout_keeps_groups_together(tmp_path):
    rng = random.Random(3)
    text = "g,x,label\n" + "".join(f"p{i % 25},{rng.random()},{rng.choice('ab')}\n" for i in range(200))
    path = write(tmp_path / "t.csv", text)
    facts = answer("train", path, "--groups", "g", "--holdout", "0.2", "--algorithm", "logistic")
    assert facts["test"]["rows"] + facts["train"]["rows"] == 200 and facts["test"]["rows"] % 8 == 0
    assert 24 <= facts["test"]["rows"] <= 56


@pytest.mark.parametrize("dates", [["2020-01-01", "2020-01-02 10:00", "2020-01-05"], ["2020-01-01", "5.1.2020", "7 Jan 2020"],
                                   ["03/04/2020", "13/04/2020", "04/13/2020"], ["2020-02-30", "2020-03-01", "2020-03-01T10:00Z"]], ids=lambda d: d[1])
def test_dates_that_are_dropped_need_no_format(tmp_path, dates):
    path = write(tmp_path / "rows.csv", "d,x,y\n" + "".join(f"{d},{k},{'aba'[k]}\n" for k, d in enumerate(dates)))
    got = answer("train", path, "--dates", "drop", "--algorithm", "logistic")
    bare = answer("train", path, "--drop", "d", "--algorithm", "logistic")
    assert (got["columns"], got["weights"], got["bias"]) == (["x"], bare["weights"], bare["bias"])
    assert "is a date where the column holds numbers" in refused(3, "train", write(tmp_path / "mixed.csv", f"d,x,y\n1,1,a\n{dates[0]},2,b\n"), "--dates", "drop")
