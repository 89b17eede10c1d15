"""Tables as spreadsheets and surveys write them: with the flags that say how, they are the plain table."""
import csv
import datetime
import importlib.util
import itertools
import json
import random

import pytest
from program import answer, refused, run, write

EPOCH = datetime.date(1970, 1, 1)


def plain_table(rng, rows=40):
    """Header and rows of a table of numbers, a date, a category and a label, as Python values."""
    out = []
    for i in range(rows):
        x = round(rng.gauss(0, 2000), 2)
        share = round(rng.uniform(-50, 150), 1)
        day = EPOCH + datetime.timedelta(days=rng.randrange(-5000, 25000))
        colour = rng.choice(["rot", "grün", "blau"])
        out.append([x, share, day, colour, "ja" if x + rng.gauss(0, 900) > 0 else "nein"])
    out[0][4], out[1][4] = "ja", "nein"
    return ["umsatz", "anteil", "tag", "farbe", "label"], out


def decimal_text(text, point, group):
    sign, digits = ("-", text[1:]) if text[0] == "-" else ("", text)
    whole, _, fraction = digits.partition(".")
    if group:
        whole = group.join([whole[max(0, k - 3):k] for k in range(len(whole), 0, -3)][::-1])
    return sign + whole + (point + fraction if fraction else "")


STYLES = {
    "german": (["--decimal", ",", "--thousands", ".", "--signs", "percent,currency", "--delimiter", ";", "--encoding", "latin1", "--skip-lines", "2"],
               ",", ".", ";", "latin1", "Bericht für Köln\n\n", lambda d: f"{d.day}.{d.month}.{d.year}", lambda s: s + " EUR", lambda s: s + " %"),
    "swiss": (["--thousands", "'", "--signs", "percent,currency", "--encoding", "utf-16"], ".", "'", ",", "utf-16", "",
              lambda d: d.isoformat(), lambda s: ("-" if s[0] == "-" else "") + "CHF " + s.lstrip("-"), lambda s: s + "%"),
    "french": (["--decimal", ",", "--thousands", "space", "--signs", "percent", "--delimiter", ";", "--date-order", "dmy"], ",", "\u202f", ";", "utf-8", "",
               lambda d: f"{d.day:02}/{d.month:02}/{d.year}", lambda s: s, lambda s: s + "\u00a0%"),
    "american": (["--thousands", ",", "--signs", "currency,percent", "--date-order", "mdy", "--delimiter", "tab"], ".", ",", "\t", "utf-8-sig", "",
                 lambda d: f"{d.month}/{d.day}/{d.year}", lambda s: f"(${s[1:]})" if s[0] == "-" else "$" + s, lambda s: s + " %"),
}


def both_tables(tmp_path, rng, style):
    flags, point, group, delimiter, encoding, head, date, money, percent = STYLES[style]
    names, rows = plain_table(rng)
    plain = [",".join(names)]
    styled = [delimiter.join(names)]
    for x, share, day, colour, label in rows:
        if day.year < 1000:
            continue
        hundredth = f"{share / 100:.3f}"
        plain.append(",".join([f"{x:.2f}", hundredth, str((day - EPOCH).days), colour, label]))
        styled.append(delimiter.join([money(decimal_text(f"{x:.2f}", point, group)), percent(decimal_text(f"{share:.1f}", point, group)),
                                      date(day), colour, label]))
    a = write(tmp_path / "plain.csv", "\n".join(plain) + "\n")
    b = tmp_path / "styled.csv"
    b.write_bytes((head + "\n".join(styled) + "\n").encode(encoding))
    return a, str(b), flags + ["--dates", "days"]


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seed", range(3))
def test_a_styled_table_is_the_plain_one(tmp_path, style, seed):
    plain, styled, flags = both_tables(tmp_path, random.Random(f"{style} {seed}"), style)
    learner = ["--algorithm", "logistic", "--scale", "standard", "--categorical", "farbe"]
    a = answer("train", plain, *learner, "-o", tmp_path / "a.hs")
    b = answer("train", styled, *flags, *learner, "-o", tmp_path / "b.hs")
    assert a["weights"] == b["weights"] and a["bias"] == b["bias"] and a["train"] == b["train"]
    # the model knows how its table was written
    scores = run("predict", tmp_path / "a.hs", plain, "--scores").stdout
    assert scores and run("predict", tmp_path / "b.hs", styled, "--scores").stdout == scores
    assert answer("evaluate", tmp_path / "b.hs", styled)["mistakes"] == a["train"]["mistakes"]
    assert answer("train", styled, *flags, *learner, "--threads", "2")["weights"] == a["weights"]
    with_note = answer("train", styled, *flags, *learner)
    assert with_note["data"]["style"]["dates"] == "days"
    # the exported Python reads the cells as they stand in the table
    answer("convert", tmp_path / "b.hs", "--to", "python", "-o", tmp_path / "model.py")
    spec = importlib.util.spec_from_file_location("model", tmp_path / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    encoding, skipped, delimiter = STYLES[style][4], 2 if "--skip-lines" in flags else 0, STYLES[style][3]
    with open(styled, encoding=encoding, newline="") as text:
        rows = list(csv.DictReader(itertools.islice(text, skipped, None), delimiter=delimiter))
    expected = [line.split(",") for line in scores.splitlines()[1:]]
    assert [module.predict(row) for row in rows] == [label for label, _ in expected]
    for row, (_, score) in zip(rows, expected):
        assert abs(module.scores(row)[0] - float(score)) <= 1e-9 * (1 + abs(float(score)))


@pytest.mark.parametrize("style", STYLES)
def test_certificates_of_styled_tables_are_verified(tmp_path, style):
    plain, styled, flags = both_tables(tmp_path, random.Random(style), style)
    verdicts = []
    for path, more in ((plain, []), (styled, flags)):
        cert = tmp_path / "c.cert"
        done = run("separate", path, *more, "--categorical", "farbe", "-o", cert, "--json")
        facts = json.loads(done.stdout)
        verdicts.append({k: facts[k] for k in ("verdict", "margin_squared", "witness")})
        for w in verdicts[-1]["witness"] or []:
            w.pop("line")
        assert run("verify", cert, path).returncode == 0
    assert verdicts[0] == verdicts[1]
    text = (tmp_path / "c.cert").read_text()
    assert '"style"' in text
    # another style reads other numbers: the proof does not hold for them, or the table cannot be read
    write(tmp_path / "other.cert", text.replace('"dates": "days", ', ""))
    assert run("verify", tmp_path / "other.cert", styled).returncode == 1


BAD = [
    ("x,label\n\"1,5\",a\n2,b\n", [], "2:1: '1,5' in column 'x'", "--decimal ,"),
    ("x;label\n1,5;a\n2.5;b\n", ["--delimiter", ";", "--decimal", ","], "3:1: '2.5' in column 'x' is written with a decimal point", "one style"),
    ("x;label\n1.234,5;a\n12.34;b\n", ["--delimiter", ";", "--decimal", ",", "--thousands", "."], "3:1: '12.34' in column 'x'", "three digits"),
    ("d,label\n2026-01-02,a\n03.01.2026,b\n", ["--dates", "days"], "3:1: '03.01.2026' in column 'd' is a date in another format than '2026-01-02'", "one format"),
    ("d,label\n03/01/2026,a\n04/01/2026,b\n", ["--dates", "days"], "2:1: '03/01/2026' in column 'd'", "--date-order dmy"),
    ("d,label\n2026-01-02,a\nsoon,b\n", ["--dates", "days"], "3:1: 'soon' in column 'd' is no date", "--na"),
    ("d,label\n2026-01-02,a\n17,b\n", ["--dates", "days"], "3:1: '17' in column 'd' is a number where the column holds dates", "--na"),
    ("d,label\n17,a\n2026-01-02,b\n", ["--dates", "days"], "3:1: '2026-01-02' in column 'd' is a date where the column holds numbers", "alone"),
    ("d,label\n2026-01-02 10:00,a\n2026-01-03,b\n", ["--dates", "days"], "3:1:", "no time of day where others have one"),
    ("d,label\n2026-02-30,a\n2026-01-03,b\n", ["--dates", "days"], "2:1:", "'2026-02-30'"),
    ("p,label\n5 %,a\n3,b\n", [], "2:1: '5 %' in column 'p' is a percentage", "--signs percent"),
    ("p,label\n$5,a\n3,b\n", [], "2:1: '$5' in column 'p' is an amount of money", "--signs currency"),
    ("d,label\n2026-01-02,a\n2026-01-05,b\n", ["--categorical", "auto"], "2:1:", "--dates days"),
]


@pytest.mark.parametrize("text, flags, place, what", BAD)
def test_what_does_not_fit_the_style(tmp_path, text, flags, place, what):
    path = write(tmp_path / "t.csv", text)
    message = refused(3, "train", path, *flags)
    assert f"t.csv:{place}" in message and what in message, message


def test_dates_and_times(tmp_path):
    rng = random.Random(19)
    forms = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%S", "%d %b %Y %H:%M", "%B %d, %Y %H:%M:%S", "%d.%m.%Y %H:%M:%S", "%Y/%m/%d %H:%M"]
    for form in forms:
        times = [datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=rng.randrange(-10**9, 4 * 10**9)) for _ in range(30)]
        zone = rng.choice(["", "Z", "+02:00", "-0330"]) if "%S" in form else ""
        offset = {"": 0, "Z": 0, "+02:00": 7200, "-0330": -12600}[zone]
        written = [t.strftime(form).replace("  ", " ") + zone for t in times]
        path = write(tmp_path / "t.tsv", "when\tlabel\n" + "".join(f"{w}\t{'ab'[k % 2]}\n" for k, w in enumerate(written)))
        facts = answer("inspect", path, "--dates", "days")
        days = []
        for w, t in zip(written, times):
            t = datetime.datetime.strptime(w[:len(w) - len(zone)], form)
            total = (t - datetime.datetime(1970, 1, 1)).total_seconds() - offset
            days.append(total // 86400 + total % 86400 / 86400)
        column = facts["columns"][0]
        assert (column["type"], column["min"], column["max"]) == ("date", min(days), max(days)), form


def test_missing_words(tmp_path):
    path = write(tmp_path / "t.csv", "x,z,label\n-999,1,a\n2,unknown,b\n3,4,a\n5,1,b\n6,2,a\n7,3,b\n")
    facts = answer("train", path, "--na", "-999,unknown", "--missing", "drop", "--algorithm", "logistic")
    assert facts["data"]["missing_rows"] == 2 and facts["data"]["rows"] == 4
    facts = answer("train", path, "--na", "-999,unknown", "--missing", "mean", "--algorithm", "logistic")
    assert {(f["column"], f["value"]) for f in facts["data"]["filled"]} == {("x", 4.6), ("z", 2.2)}
    assert "t.csv:2:1: missing value '-999'" in refused(3, "train", path, "--na", "-999,unknown")


def test_rows_without_a_label_are_left_out_beside_filled_cells(tmp_path):
    path = write(tmp_path / "t.csv", "x,c,label\n1,r,a\n,g,b\n3,,a\n9,r,\n4,g,NA\n5,r,b\n")
    facts = answer("train", path, "--categorical", "c", "--missing", "mean,category,drop-label", "--algorithm", "logistic", "-o", tmp_path / "m.hs")
    assert facts["data"]["missing_rows"] == 2 and facts["data"]["rows"] == 4
    assert {f["column"] for f in facts["data"]["filled"]} == {"x", "c"}
    assert answer("evaluate", tmp_path / "m.hs", path)["rows"] == 4
    assert "drop-label" in refused(3, "train", path, "--categorical", "c", "--missing", "mean,category")
    assert "a list of the last three" in refused(2, "train", path, "--missing", "drop,mean")
    cert = tmp_path / "c.cert"
    run("separate", path, "--columns", "c", "--categorical", "c", "--missing", "category,drop-label", "-o", cert)
    assert run("verify", cert, path).returncode == 0


@pytest.mark.parametrize("verb", ["train", "separate", "cv", "path", "search", "inspect", "predict", "evaluate", "explain", "plot", "convert"])
def test_reading_flags_exist_on_every_verb(verb):
    text = run(verb, "--help").stdout
    for flag in ("--decimal", "--thousands", "--signs", "--na", "--dates", "--date-order", "--encoding", "--skip-lines"):
        assert flag in text, (verb, flag)


@pytest.mark.parametrize("flags, message", [
    (["--decimal", "x"], "--decimal: 'x' is not one of . ,"),
    (["--decimal", ",", "--thousands", ","], "--thousands: ',' is the decimal mark too"),
    (["--signs", "euro"], "--signs: 'euro' is not one of percent, currency"),
    (["--dates", "months"], "--dates: 'months'"),
    (["--encoding", "ebcdic"], "--encoding: 'ebcdic'"),
    (["--skip-lines", "-1"], "--skip-lines: '-1'"),
    (["--skip-lines", "99"], "--skip-lines: "),
    (["--na", ""], "--na: is empty"),
])
def test_values_that_are_none(tmp_path, flags, message):
    path = write(tmp_path / "t.csv", "x,label\n1,a\n2,b\n")
    assert message in refused(2, "train", path, *flags)


def test_libsvm_text_has_no_style(tmp_path):
    path = write(tmp_path / "t.svm", "title\n1 1:2\n-1 1:3\n")
    assert answer("train", path, "--skip-lines", "1", "--passes", "3")["data"]["rows"] == 2
    assert "is for CSV and TSV" in refused(2, "train", path, "--decimal", ",")


def test_damaged_utf16(tmp_path):
    path = tmp_path / "t.csv"
    whole = "x,label\n1,a\n2,b\n".encode("utf-16")
    path.write_bytes(whole[:-1])
    assert "half a character" in refused(3, "train", path, "--encoding", "utf-16")
    path.write_bytes(whole + b"\x00\xdc\n\x00")
    assert "t.csv:4: a surrogate without its pair" in refused(3, "train", path, "--encoding", "utf-16")
    path.write_bytes(whole)
    assert "say --encoding utf-16" in refused(3, "train", path)


def test_caches_of_styled_tables(tmp_path):
    plain, styled, flags = both_tables(tmp_path, random.Random("cache"), "french")
    learner = ["--algorithm", "logistic", "--scale", "standard", "--categorical", "farbe"]
    expected = answer("train", plain, *learner)["weights"]
    assert run("convert", styled, "--to", "cache", *flags, "--categorical", "farbe", "-o", tmp_path / "t.hsd").returncode == 0
    for _ in range(2):
        assert answer("train", tmp_path / "t.hsd", *flags, *learner)["weights"] == expected
        assert answer("train", styled, *flags, *learner, "--data-cache")["weights"] == expected
    _, styled, flags = both_tables(tmp_path, random.Random("cache"), "german")
    assert "UTF-8" in refused(2, "convert", styled, "--to", "cache", *flags, "-o", tmp_path / "g.hsd")


def test_streams_of_styled_tables(tmp_path):
    plain, styled, flags = both_tables(tmp_path, random.Random("stream"), "french")
    learner = ["--columns", "umsatz,anteil,tag", "--classes", "ja,nein", "--stream", "--passes", "3"]
    expected = answer("train", plain, *learner)["weights"]
    assert answer("train", styled, *flags, *learner)["weights"] == expected
    assert "--drop" in refused(2, "train", styled, *flags, "--drop", "auto", "--stream")


def test_numbers_of_a_style_among_texts_are_refused_by_auto(tmp_path):
    path = write(tmp_path / "t.csv", "x;v;label\n1,5;1;a\n2,5;2;b\nabc;2;a\n")
    message = refused(3, "train", path, "--delimiter", ";", "--decimal", ",", "--categorical", "auto")
    assert "t.csv:4:1: 'abc' in column 'x' is a text among numbers" in message and "--categorical x" in message
    model = tmp_path / "m.hs"
    assert run("train", path, "--delimiter", ";", "--decimal", ",", "--categorical", "x", "--algorithm", "logistic", "-o", model).returncode == 0
    assert len(run("predict", model, path).stdout.split()) == 3


def test_hashed_columns_without_their_dates(tmp_path):
    path = write(tmp_path / "t.csv", "d,v,label\n2026-04-03,1,a\n2026-04-04,2,b\n")
    assert run("train", path, "--dates", "drop", "--hash-bits", "4", "--algorithm", "logistic", "-o", tmp_path / "m.hs").returncode == 0
    assert len(run("predict", tmp_path / "m.hs", path).stdout.split()) == 2


def test_drop_auto_beside_named_categories(tmp_path):
    rng = random.Random(2)
    rows = "".join(f"k{i}x,{rng.choice('pq')},{rng.random()},{rng.choice('yn')}\n" for i in range(60))
    path = write(tmp_path / "t.csv", "id,c,x,label\n" + rows)
    facts = answer("train", path, "--drop", "auto", "--categorical", "c", "--algorithm", "logistic")
    assert [d["name"] for d in facts["data"]["dropped"]] == ["id"]
    assert "column 'c' holds texts" in refused(3, "train", path, "--drop", "auto", "--algorithm", "logistic")


def test_weights_are_plain_in_a_plain_table(tmp_path):
    path = write(tmp_path / "w.csv", "v,w,label\n1,+ 2,a\n2,1,b\n")
    assert "w.csv:2:2: weight '+ 2'" in refused(3, "train", path, "--weight", "w")
    assert "has the weights" in refused(2, "train", path, "--weight", "w", "--drop", "w")
