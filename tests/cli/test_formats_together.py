"""A model learned from one format and rows that come in another."""

from program import answer, refused, run, write

CSV = "1,2,3,label\n5,-1,2,1\n-5,1,-2,-1\n"
LIBSVM = "1 1:5 2:-1 3:2\n-1 1:-5 2:1 3:-2\n"


def trained(tmp_path, name, text):
    out = tmp_path / (name + ".hs")
    assert run("train", write(tmp_path / name, text), "-o", out).returncode == 0
    return out


def test_a_model_of_csv_columns_called_by_numbers_reads_libsvm(tmp_path):
    model = trained(tmp_path, "d.csv", CSV)
    assert answer("predict", model, write(tmp_path / "e.libsvm", LIBSVM))["labels"] == ["1", "-1"]


def test_a_model_of_csv_names_refuses_libsvm(tmp_path):
    model = trained(tmp_path, "d.csv", CSV.replace("1,2,3", "x,y1,z"))
    assert "'x'" in refused(3, "predict", model, write(tmp_path / "e.libsvm", LIBSVM))


def test_a_model_of_libsvm_text_reads_csv_columns_called_by_numbers_or_refuses(tmp_path):
    model = trained(tmp_path, "d.libsvm", LIBSVM)
    done = run("predict", model, write(tmp_path / "e.csv", CSV))
    assert done.returncode == 3 or done.stdout == "1\n-1\n"


def test_a_model_of_libsvm_text_refuses_csv_names(tmp_path):
    model = trained(tmp_path, "d.libsvm", LIBSVM)
    refused(3, "predict", model, write(tmp_path / "e.csv", CSV.replace("1,2,3", "x,y1,z")))


def test_libsvm_entries_beyond_the_model_are_counted(tmp_path):
    model = trained(tmp_path, "d.libsvm", LIBSVM)
    wider = write(tmp_path / "e.libsvm", "1 1:5 2:-1 3:2 9:100 10:1\n-1 1:-5 2:1 3:-2\n")
    facts = answer("predict", model, wider)
    assert facts["labels"] == ["1", "-1"] and facts["unseen_values"] == 2
    assert "2 values" in run("predict", model, wider).stderr
    assert run("predict", model, wider, "--quiet").stderr == ""


def test_a_model_without_a_header_reads_rows_without_labels(tmp_path):
    rows = "5,1,a\n-5,2,b\n"
    out = tmp_path / "n.hs"
    assert run("train", write(tmp_path / "n.csv", rows), "--no-header", "--label", "3", "-o", out).returncode == 0
    for text in (rows, "5,1\n-5,2\n"):
        assert run("predict", out, "-", input=text).stdout == "a\nb\n"
    refused(3, "predict", out, "-", input="5,1,a,4\n")


def test_the_format_is_the_model_s_where_nothing_else_says(tmp_path):
    out = tmp_path / "n.hs"
    assert run("train", write(tmp_path / "n.csv", "5,1,a\n-5,2,b\n"), "--no-header", "--label", "3", "-o", out).returncode == 0
    refused(3, "predict", out, "-", input="5\n")


def test_options_of_another_format_are_refused(tmp_path):
    libsvm = write(tmp_path / "d.libsvm", LIBSVM)
    csv = write(tmp_path / "d.csv", CSV)
    assert "--no-header" in refused(2, "train", libsvm, "--no-header")
    assert "--delimiter" in refused(2, "train", libsvm, "--delimiter", ";")
    assert "--zero-based" in refused(2, "train", csv, "--zero-based")


def test_chosen_labels_are_texts_where_one_is_no_number(tmp_path):
    data = write(tmp_path / "d.csv", "x,label\n1,1\n2,1.0\n-1,a\n")
    assert answer("inspect", data, "--classes", "1,a")["label_rows"] == [1, 1]


def test_a_headerless_model_names_the_fields_it_wants(tmp_path):
    out = tmp_path / "n.hs"
    assert run("train", write(tmp_path / "n.csv", "5,1,a\n-5,2,b\n"), "--no-header", "--label", "3", "-o", out).returncode == 0
    assert "learned from records of 3" in refused(3, "predict", out, "-", input="5\n")


def test_a_label_over_two_lines_is_quoted_in_predictions(tmp_path):
    out = tmp_path / "m.hs"
    data = write(tmp_path / "d.csv", 'x,label\n-1,"a\nb"\n1,c\n')
    assert run("train", data, "-o", out).returncode == 0
    assert run("predict", out, data).stdout == '"a\nb"\nc\n'
