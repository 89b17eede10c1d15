"""A model file does not depend on which variant of the C library's functions the processor gets, nor on its vectors under --simd portable."""
import os
import subprocess

import pytest

from program import HALFSPACE, IRIS, run

PLAIN = {**os.environ, "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F,-AVX2_Usable,-FMA_Usable,-FMA4_Usable"}
TWO = ["--classes", "versicolor,virginica"]
LOGISTIC = [*TWO, "--algorithm", "logistic"]
SVM = [*TWO, "--algorithm", "svm"]
RUNS = [
    *([*LOGISTIC, "--bias", "augmented", "--solver", s] for s in ("newton", "trust-newton", "dual-cd", "cd", "sgd")),
    [*LOGISTIC, "--penalty", "none"], [*LOGISTIC, "--penalty", "none", "--solver", "gd"], [*LOGISTIC, "--penalty", "firth"],
    [*LOGISTIC, "--penalty", "l1"], [*LOGISTIC, "--penalty", "elastic-net"], [*LOGISTIC, "--penalty", "none", "--statistics"],
    ["--algorithm", "logistic"], ["--algorithm", "svm", "--multiclass", "crammer-singer"],
    *([*SVM, "--solver", s] for s in ("auto", "newton", "interior-point", "augmented-lagrangian", "dual-cd", "sgd")),
    [*SVM, "--loss", "squared-hinge"], [*SVM, "--loss", "modified-huber"], ["--classes", "setosa,virginica", "--algorithm", "svm", "--C", "inf"],
    *([*SVM, "--kernel", k] for k in ("rbf", "laplacian", "sigmoid", "polynomial")),
    *([*TWO, "--preset", "kernel", "--passes", "20", "--kernel", k] for k in ("rbf", "laplacian", "sigmoid", "polynomial")),
    *([*SVM, "--kernel", k, "--approximation", a, "--components", "40"] for k in ("rbf", "laplacian") for a in ("fourier", "nystrom")),
    *([*SVM, "--calibrate", c] for c in ("platt", "isotonic")), ["--algorithm", "svm", "--calibrate", "temperature"],
]


@pytest.mark.parametrize("flags", RUNS, ids=" ".join)
def test_models(tmp_path, flags):
    made = []
    for name, more in (("here.hs", {}), ("plain.hs", {"env": PLAIN})):
        done = run("train", IRIS, *flags, "-o", tmp_path / name, **more)
        assert done.returncode == 0, done.stderr
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]


@pytest.mark.parametrize("flags", [LOGISTIC, [*LOGISTIC, "--penalty", "l1"], SVM], ids=" ".join)
def test_paths(tmp_path, flags):
    made = []
    for name, more in (("here.hs", {}), ("plain.hs", {"env": PLAIN})):
        done = run("path", IRIS, *flags, "--choose", "20", "-o", tmp_path / name, "--json", **more)
        assert done.returncode == 0, done.stderr
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]


@pytest.mark.parametrize("flags", [[], *RUNS[-14:-10]], ids=" ".join)
def test_the_choice_stands_in_the_model(tmp_path, flags):
    for simd in ("auto", "portable"):
        assert run("train", IRIS, *flags, "--simd", simd, "-o", tmp_path / simd).returncode == 0
    assert rb'\"simd\":\"portable\"' in (tmp_path / "portable").read_bytes()
    assert rb'\"simd\"' not in (tmp_path / "auto").read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("flags", RUNS, ids=" ".join)
def test_portable_models_on_a_processor_without_avx(tmp_path, flags):
    words = ["train", str(IRIS), *flags, "--simd", "portable", "-o"]
    assert run(*words, tmp_path / "here.hs").returncode == 0
    subprocess.run(["qemu-x86_64", "-cpu", "Nehalem", HALFSPACE, *words, tmp_path / "there.hs"], check=True, capture_output=True)
    assert (tmp_path / "here.hs").read_bytes() == (tmp_path / "there.hs").read_bytes()
