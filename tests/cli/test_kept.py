"""Models and certificates of earlier versions: they load, predict the same bits and are accepted, in every later version.

A folder of tests/kept is a version. NAME.hs is a model, NAME.csv what that version predicted of the rows (`predict --scores`, and
`--probabilities` where the model has them), NAME.json a certificate. Nothing in these folders is ever written anew.
"""
import json
import re

import pytest

from program import ROOT, run

HERE = ROOT / "tests/kept"
MODELS = sorted(HERE.glob("*/*.hs"))
CERTIFICATES = sorted(HERE.glob("*/*.json"))


def name_of(path):
    return f"{path.parent.name}-{path.stem}"


@pytest.mark.parametrize("model", MODELS, ids=name_of)
def test_predictions_keep_their_bits(model):
    rows = model.parent / ("credit_rows.csv" if model.stem == "categories" else "iris_rows.csv")
    expected = model.with_suffix(".csv").read_text(encoding="utf-8")
    probabilities = ["--probabilities"] if ",probability:" in expected else []
    done = run("predict", model, rows, "--scores", *probabilities)
    assert done.returncode == 0, done.stderr
    assert done.stdout == expected


@pytest.mark.parametrize("certificate", CERTIFICATES, ids=name_of)
def test_certificates_are_accepted(certificate):
    data = ROOT / ("data/credit_approval.csv" if certificate.stem == "quasi-separable" else "data/iris.csv")
    done = run("verify", certificate, data)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "accepted" in done.stdout


def test_a_newer_certificate_is_refused_by_its_version(tmp_path):
    newer = tmp_path / "newer.json"
    certificate = json.loads((HERE / "0.1.0/separable.json").read_text(encoding="utf-8")) | {"version": 9}
    newer.write_text(json.dumps(certificate), encoding="utf-8")
    done = run("verify", newer, ROOT / "data/iris.csv")
    assert done.returncode == 1, done.stderr
    assert "version: 9 is unknown; this program checks version 1; use a newer halfspace" in re.sub(r"\s+", " ", done.stdout), done.stdout
