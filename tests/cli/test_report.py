"""The HTML page of `report`: well formed, alone, of the numbers of `evaluate`, and made again by the commands it names."""
import json
import random
import re
import shlex

import pytest

from page import Page
from program import HALFSPACE, IRIS, OVERLAP, PAIR, ROOT, answer, refused, run, write

TRIAL = [str(ROOT / "data/trial.csv"), "--label", "outcome", "--weight", "patients"]
CREDIT = [str(ROOT / "data/credit_approval.csv"), "--label", "A16", "--categorical", "auto", "--missing", "mean,category"]
NASTY = ["<script>alert(1)</script>", "a&b \"c\" 'd'", "</td><b>", "\U0001f33c \u4e2d\u6587", "x\u202egnp"]

# name: (training words, reading words of evaluate and report)
MODELS = {
    "logistic": ([IRIS, *OVERLAP, "--algorithm", "logistic"], OVERLAP),
    "trial": ([*TRIAL, "--algorithm", "logistic", "--penalty", "none", "--statistics"], []),
    "multinomial": ([IRIS, "--algorithm", "logistic", "--multiclass", "multinomial"], []),
    "auto": ([IRIS], []),
    "auto-pair": ([IRIS, *PAIR], PAIR),
    "svm": ([IRIS, *OVERLAP, "--algorithm", "svm", "--C", "0.3", "--scale", "standard"], OVERLAP),
    "one-vs-one": ([IRIS, "--algorithm", "svm", "--multiclass", "one-vs-one"], []),
    "hard": ([IRIS, *PAIR, "--algorithm", "svm", "--C", "inf"], PAIR),
    "rbf": ([IRIS, *OVERLAP, "--algorithm", "svm", "--kernel", "rbf", "--gamma", "0.5", "--calibrate", "platt"], OVERLAP),
    "fourier": ([IRIS, *OVERLAP, "--algorithm", "logistic", "--kernel", "rbf", "--approximation", "fourier", "--components", "20"], OVERLAP),
    "l1": ([IRIS, *OVERLAP, "--algorithm", "logistic", "--penalty", "l1", "--lambda", "0.01"], OVERLAP),
    "gd": ([IRIS, *OVERLAP, "--algorithm", "logistic", "--penalty", "none", "--solver", "gd", "--rounds", "30", "--alpha", "0.001"], OVERLAP),
    "perceptron": ([IRIS, *PAIR, "--algorithm", "perceptron", "--positive", "setosa"], PAIR),
    "voted": ([IRIS, *OVERLAP, "--algorithm", "perceptron", "--preset", "voted", "--passes", "4", "--seed", "3"], OVERLAP),
    "argmax": ([IRIS, "--algorithm", "perceptron", "--passes", "5"], []),
    "credit": ([*CREDIT, "--algorithm", "logistic"], []),
    "stream": ([IRIS, *OVERLAP, "--stream", "--algorithm", "logistic", "--solver", "adagrad", "--passes", "3"], OVERLAP),
}


@pytest.fixture(name="made", scope="module", params=MODELS)
def fixture_made(request, tmp_path_factory):
    """A model, its page, the page's summary, what evaluate says."""
    folder = tmp_path_factory.mktemp("page")
    words, reading = MODELS[request.param]
    done = run("train", *words, "-o", folder / "m.hs")
    assert done.returncode == 0, done.stderr
    summary = answer("report", folder / "m.hs", words[0], *reading, "-o", folder / "p.html")
    evaluated = answer("evaluate", folder / "m.hs", words[0], *reading)
    return {"folder": folder, "page": Page((folder / "p.html").read_text()), "text": (folder / "p.html").read_text(),
            "summary": summary, "evaluate": evaluated}


def column(table, name):
    """Cells of a table's column, without the head."""
    at = [cell["text"] for cell in table[0]].index(name)
    return [row[at] for row in table[1:]]


def test_it_is_well_formed_and_alone(made):
    page, text = made["page"], made["text"]
    assert page.problems == []
    assert len(set(page.ids)) == len(page.ids)
    assert "<script" not in text.lower() and "http" not in text and "url(" not in text and "@import" not in text
    assert all(link.startswith("#") and link[1:] in page.ids for link in page.links)
    assert not [a for a in page.attributes if a[1] in ("src", "srcset") or a[1].startswith("on")]
    assert page.headings[0] == 1 and page.headings.count(1) == 1
    assert all(b <= a + 1 for a, b in zip(page.headings, page.headings[1:]))
    assert '<html lang="en">' in text and page.svgs >= 1
    described = [v for tag, name, v in page.attributes if (tag, name) == ("svg", "aria-labelledby")]
    assert len(described) == page.svgs and all(page.text_of[i].strip() for names in described for i in names.split())


def test_numbers_are_those_of_evaluate(made):
    evaluated, page = made["evaluate"], made["page"]
    for name in evaluated:
        if name not in ("schema", "version", "seconds", "peak_bytes"):
            assert made["summary"]["evaluation"][name] == evaluated[name], name
    metrics = {row[0]["text"]: row[1]["value"] for row in page.tables["Metrics"][1:]}
    m = evaluated["metrics"]
    expected = {"accuracy": m["accuracy"], "balanced accuracy": m["balanced_accuracy"], "MCC": m["mcc"], "ROC AUC": m["roc_auc"], "PR AUC": m["pr_auc"],
                "log loss": m["log_loss"], "Brier score": m["brier"], "ECE": m["ece"], "perceptron loss": evaluated["perceptron_loss"]}
    assert metrics == {name: value for name, value in expected.items() if value is not None}
    table = page.tables["Each class, and their means"]
    for name, member in (("precision", "precision"), ("recall", "recall"), ("specificity", "specificity"), ("F1", "f1")):
        assert [c["value"] for c in column(table, name)][:-2] == [c[member] for c in evaluated["per_class"]]
    for row, mean in zip(table[-2:], ("macro", "weighted")):
        assert [row[k]["value"] for k in (1, 2, 4)] == [m[mean][k] for k in ("precision", "recall", "f1")]
    if m["accuracy_interval"]:
        assert set(m["accuracy_interval"]) <= set(page.values)


def test_the_confusion_matrix_is_that_of_evaluate(made):
    evaluated = made["evaluate"]
    cells = [[c["value"] for c in row[1:]] for row in made["page"].tables["true classes down, predicted ones across"][1:]]
    c = evaluated["confusion"]
    if len(evaluated["classes"]) == 2:
        c = [[c["true_negatives"], c["false_positives"]], [c["false_negatives"], c["true_positives"]]]
    assert cells == c


def test_weights_are_those_of_the_model(made):
    model = answer("inspect", made["folder"] / "m.hs")
    table = made["page"].tables.get("Weights in original units, largest first")
    if model["weights"] is None:
        assert table is None
        return
    if "votes" in model:  # their mean is drawn
        return
    rows = [model["weights"]] if isinstance(model["weights"][0], float) else model["weights"]
    names = [row[0]["text"] for row in table[1:]]
    assert len(names) == min(len(model["columns"]), 40) + (model["bias_mode"] != "none")
    for row in table[1:]:
        if row[0]["text"] == "bias":
            continue
        at = model["columns"].index(row[0]["text"])
        assert [cell["value"] for cell in row[1:]] == [w[at] for w in rows]
    assert names[:-1] == sorted(names[:-1], key=lambda n: -max(abs(w[model["columns"].index(n)]) for w in rows))


def test_the_commands_make_model_and_page_again(made):
    page, folder = made["page"], made["folder"]
    model, html = (folder / "m.hs").read_bytes(), (folder / "p.html").read_bytes()
    for name in ("train-command", "report-command"):
        words = shlex.split(page.text_of[name])
        assert words[0] == "halfspace"
        assert made["summary"][name.replace("-", "_")] == page.text_of[name]
        (folder / "p.html").unlink(missing_ok=True)
        done = run(*words[1:])
        assert done.returncode == 0, (words, done.stderr)
    assert (folder / "m.hs").read_bytes() == model, page.text_of["train-command"]
    assert (folder / "p.html").read_bytes() == html


def test_every_setting_is_named(made):
    settings = answer("inspect", made["folder"] / "m.hs")["settings"]
    assert [row[0]["text"] for row in made["page"].tables["Every setting of the run"][1:]] == list(settings)


def test_proofs_are_those_of_the_report(made):
    report, page = answer("inspect", made["folder"] / "m.hs")["report"], made["page"]
    for name in ("primal", "dual", "gap"):
        if report.get(name) is not None:
            assert report[name] in page.values, name
    assert ("certified" in made["text"]) == (report.get("primal") is not None and report.get("gap") is not None)
    if report.get("verdict"):
        assert f"The training data is {report['verdict']} (proved)" in " ".join(made["text"].split())
    assert ("Learning curve" in made["text"]) == bool(report.get("curve"))


@pytest.fixture(name="nasty", scope="module")
def fixture_nasty(tmp_path_factory):
    """Columns, levels and labels that are markup."""
    folder = tmp_path_factory.mktemp("nasty")
    draw = random.Random(2)
    quoted = ['"' + n.replace('"', '""') + '"' for n in NASTY]
    rows = "".join(f"{draw.gauss(k % 3, 1):.3f},{draw.choice(quoted)},{quoted[k % 3]}\n" for k in range(60))
    data = write(folder / "<i>&rows.csv", f"{quoted[0]},{quoted[1]},label\n{rows}")
    assert run("train", data, "--algorithm", "logistic", "--categorical", NASTY[1], "-o", folder / "<b>'m.hs").returncode == 0
    return folder / "<b>'m.hs", data


def test_names_are_text(nasty):
    model, data = nasty
    assert run("report", model, data, "-o", model.parent / "p.html").returncode == 0
    text = (model.parent / "p.html").read_text()
    page = Page(text)
    assert page.problems == []
    assert "<script" not in text and "</td><b>" not in text and "<i>&" not in text and "\u202e" not in text
    assert [row[0]["text"] for row in page.tables["Classes in the data"][1:]] == sorted(NASTY[:3])
    assert str(model) in page.text_of["report-command"] or shlex.split(page.text_of["report-command"])[2] == str(model)
    assert any("\U0001f33c \u4e2d\u6587" in row[0]["text"] for row in page.tables["Weights in original units, largest first"])


@pytest.mark.parametrize("how", ["absent", "unlabelled", "stdin"])
def test_rows_without_labels(how, model, tmp_path):
    lines = [line.rsplit(",", 1)[0] for line in open(IRIS, encoding="utf-8")]
    data = write(tmp_path / "rows.csv", "\n".join(lines) + "\n")
    words = {"absent": [data], "unlabelled": [IRIS, "--unlabelled"], "stdin": ["-", "--unlabelled"]}[how]
    out = answer("report", model, *words, "-o", tmp_path / "p.html", **({"input": data.read_text()} if how == "stdin" else {}))
    assert out["labelled"] is False and out["evaluation"] is None and out["rows"] == 150
    page = Page((tmp_path / "p.html").read_text())
    assert page.problems == [] and "has no labels" in (tmp_path / "p.html").read_text()
    assert not {"Metrics", "true classes down, predicted ones across", "Classes in the data"} & set(page.tables)
    labels = answer("predict", model, data)["labels"]
    assert {row[0]["text"]: row[1]["value"] for row in page.tables["Predicted classes"][1:]} == {k: labels.count(k) for k in ("setosa", "versicolor")}


def test_labels_that_are_missing_are_named_on_a_pipe(model, tmp_path):
    rows = "sepal_length,sepal_width,petal_length,petal_width\n5,3,1,0.2\n"
    assert "--unlabelled" in refused(3, "report", model, "-", "-o", tmp_path / "p.html", input=rows)
    assert not (tmp_path / "p.html").exists()


def test_it_needs_a_place(model):
    assert "-o" in refused(2, "report", model, IRIS)
    assert "--label" in refused(2, "report", model, IRIS, "-o", "p.html", "--label", "5", "--unlabelled")
    assert run("report", model, IRIS, *PAIR, "-o", "-").stdout.startswith("<!DOCTYPE html>")


def test_the_threshold_is_that_of_evaluate(tmp_path):
    run("train", IRIS, *OVERLAP, "--algorithm", "logistic", "-o", tmp_path / "m.hs")
    words = [tmp_path / "m.hs", IRIS, *OVERLAP, "--threshold", "0.9"]
    out = answer("report", *words, "-o", tmp_path / "p.html")
    assert out["evaluation"]["mistakes"] == answer("evaluate", *words)["mistakes"] != answer("evaluate", *words[:-2])["mistakes"]
    assert "--threshold 0.9" in out["report_command"] and "P(virginica) &gt;= 0.9" in (tmp_path / "p.html").read_text()


def test_many_columns_and_classes(tmp_path):
    draw = random.Random(4)
    rows = "".join(",".join(f"{draw.gauss(k % 12 == j % 12, 1):.2f}" for j in range(500)) + f",class {k % 12}\n" for k in range(120))
    data = write(tmp_path / "wide.csv", ",".join(f"c{j}" for j in range(500)) + ",label\n" + rows)
    assert run("train", data, "--algorithm", "svm", "-o", tmp_path / "m.hs").returncode == 0
    assert run("report", tmp_path / "m.hs", data, "-o", tmp_path / "p.html").returncode == 0
    text = (tmp_path / "p.html").read_text()
    page = Page(text)
    assert page.problems == []
    assert len(page.tables["Weights in original units, largest first"]) == 1 + 40 + 1
    assert "the 40 largest of 500 weights; 460 more" in text
    assert len(page.tables["true classes down, predicted ones across"]) == 13


def contrast(a, b):
    """WCAG's contrast ratio of two #rrggbb."""
    def luminance(color):
        channels = [int(color[k:k + 2], 16) / 255 for k in (1, 3, 5)]
        return sum(w * (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for w, c in zip((0.2126, 0.7152, 0.0722), channels))
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def blended(ink, paper, share):
    mixed = [round(float(i) * share + int(paper[k:k + 2], 16) * (1 - share)) for i, k in zip(ink, (1, 3, 5))]
    return "#" + "".join(f"{c:02x}" for c in mixed)


def test_texts_stand_out(model, tmp_path):
    run("report", model, IRIS, *PAIR, "-o", tmp_path / "p.html")
    text = (tmp_path / "p.html").read_text()
    assert "prefers-color-scheme:dark" in text and "@media print" in text and "viewport" in text
    for block in re.findall(r":root\{([^}]*)\}", text):
        v = dict(part.split(":", 1) for part in block.split(";") if part)
        for name in ("--ink", "--faint", "--link"):
            for paper in (v["--paper"], v["--band"]):
                assert contrast(v[name], paper) >= 4.5, (name, paper)
        for shade in ("--right", "--wrong"):  # the fullest cell of a confusion matrix
            assert contrast(v["--ink"], blended(v[shade].split(), v["--paper"], 0.4)) >= 4.5, shade


def test_it_is_the_same_for_any_number_of_threads(model, tmp_path):
    pages = []
    for threads in ("1", "2"):
        assert run("report", model, IRIS, *PAIR, "-o", tmp_path / "p.html", "--threads", threads).returncode == 0
        pages.append((tmp_path / "p.html").read_text().replace(f"--threads {threads}", ""))
    assert pages[0] == pages[1]


def test_json_is_one_answer(model, tmp_path):
    done = run("report", model, IRIS, *PAIR, "-o", tmp_path / "p.html", "--json")
    out = json.loads(done.stdout)
    assert out["schema"] == "halfspace.report/1" and out["path"] == str(tmp_path / "p.html")
    assert out["bytes"] == (tmp_path / "p.html").stat().st_size and {"load", "report"} <= set(out["seconds"])
    assert HALFSPACE not in out["report_command"]
