"""Rows kept in a file give what their text gives; a kept file that is stale or damaged gives nothing."""
import gzip
import json
import os
import re

import pytest

from program import IRIS, PAIR, ROOT, refused, run, write

LIBSVM = "".join(f"{'+1' if i % 3 else '-1'} 1:{i * 0.013:.4f} {2 + i % 5}:1.50 {9 + i}:{i % 7 - 3}e-1\n" + ("\n" if i == 4 else "")
                 for i in range(60))
NEAR = "x,z,label\n0.10,1,a\n0.3000000000000000000001,2,b\n0.3,2.0,a\n1e0,2,b\n"  # decimals that doubles do not hold
CATEGORIES = "x,colour,w,label\n1,red,1,a\n2,blue,2,b\n?,red,0,b\n4,green,0.5,a\n5,blue,1,b\n"


def cached(tmp_path, text, name, *flags):
    source = write(tmp_path / name, text)
    cache = tmp_path / (name + ".cache.hsd")
    done = run("convert", source, "--to", "cache", "-o", cache, *flags)
    assert done.returncode == 0, done.stderr
    return source, cache


def told(path, *args):
    """Everything that a call says, without the name of its file and what changes from run to run."""
    done = run(*[path if a == "DATA" else a for a in args], "--json")
    out = json.loads(done.stdout) if done.stdout else {}
    for varying in ("seconds", "peak_bytes"):
        out.pop(varying, None)
    errors = "".join(line for line in done.stderr.splitlines(True) if not re.search(r", \d+ s$", line))  # progress of a slow machine
    return done.returncode, json.dumps(out).replace(str(path), "DATA"), errors.replace(str(path), "DATA")


@pytest.mark.parametrize("name, text, flags", [
    ("d.libsvm", LIBSVM, []),
    ("d.txt", LIBSVM, []),
    ("d.csv", NEAR, []),
    ("d.csv", CATEGORIES, ["--categorical", "auto", "--missing", "drop", "--weight", "w"]),
    ("d.csv", NEAR, ["--label", "z", "--columns", "x"]),
    ("iris.csv", (ROOT / "data/iris.csv").read_text(encoding="utf-8"), PAIR),
])
def test_every_verb_says_the_same_of_a_cache(tmp_path, name, text, flags):
    source, cache = cached(tmp_path, text, name, *flags)
    models = {}
    for path in (source, cache):
        models[path] = tmp_path / f"{path.name}.hs"
        run("train", path, *flags, "-o", models[path])
    assert models[source].exists() == models[cache].exists()
    if models[source].exists():
        assert models[source].read_bytes() == models[cache].read_bytes()
    for call in (["inspect", "DATA"], ["train", "DATA", "--algorithm", "perceptron", "--passes", "50"], ["train", "DATA", "--algorithm", "logistic"],
                 ["separate", "DATA"], ["cv", "DATA", "--folds", "2"], ["train", "DATA", "--no-such-flag"], ["train", "DATA", "--label", "none"]):
        assert told(source, *call, *flags) == told(cache, *call, *flags), call
        assert told(source, *call) == told(cache, *call), call  # other flags than those it was made with
    for verb in ("predict", "evaluate"):
        if models[source].exists():
            assert told(source, verb, models[source], "DATA") == told(cache, verb, models[source], "DATA")


@pytest.mark.parametrize("text, name", [(NEAR, "d.csv"), (LIBSVM, "d.libsvm"), ((ROOT / "data/iris.csv").read_text(encoding="utf-8"), "i.csv")])
def test_certificates_of_a_cache_are_those_of_its_text(tmp_path, text, name):
    flags = PAIR if name == "i.csv" else []
    source, cache = cached(tmp_path, text, name, *flags)
    for path in (source, cache):
        assert run("separate", path, *flags, "-o", f"{path}.cert").returncode in (0, 1)
    certificate = (tmp_path / f"{source.name}.cert").read_bytes()
    assert certificate == (tmp_path / f"{cache.name}.cert").read_bytes()
    for data in (source, cache):
        assert run("verify", f"{source}.cert", data).returncode == 0
    other = cached(tmp_path, text.replace("2", "3"), "other" + name[1:], *flags)[1]
    assert run("verify", f"{source}.cert", other).returncode == 1


def test_a_cache_is_read_from_a_pipe(tmp_path):
    source, cache = cached(tmp_path, LIBSVM, "d.libsvm")
    for verb in (["train", "-"], ["separate", "-", "-o", "-"]):
        assert run(*verb, input=cache.read_bytes()).stdout == run(*verb, input=source.read_bytes(), env={**os.environ}).stdout


def test_a_model_that_knows_fewer_columns_reads_the_text_inside(tmp_path):
    model = tmp_path / "m.hs"
    assert run("train", write(tmp_path / "s.libsvm", "1 1:1 2:3\n-1 1:-1 2:4\n"), "-o", model).returncode == 0
    source, cache = cached(tmp_path, LIBSVM, "d.libsvm")
    assert told(source, "predict", model, "DATA") == told(cache, "predict", model, "DATA")


def test_what_is_no_sound_cache_is_refused(tmp_path):
    source, cache = cached(tmp_path, LIBSVM, "d.libsvm")
    good = cache.read_bytes()
    whole = told(source, "separate", "DATA")
    for at in range(0, len(good), 37):
        bad = bytearray(good)
        bad[at] ^= 0xFF
        cache.write_bytes(bad)
        result = told(cache, "separate", "DATA")
        assert result[0] == 3 or result == whole, at  # a byte of the text, which was not needed
    cache.write_bytes(good[:-5])
    assert "truncated" in refused(3, "train", cache)
    cache.write_bytes(good[:8] + b"\7" + good[9:])
    assert "version 7" in refused(3, "train", cache)
    cache.write_bytes(gzip.compress(good))
    assert "packed once more" in refused(3, "train", cache)


def kept(path):
    return path.with_name(path.name + ".hsd")


@pytest.mark.parametrize("pack", [lambda b: b, gzip.compress])
def test_rows_are_kept_beside_a_file_and_never_stale(tmp_path, pack):
    path = tmp_path / "d.libsvm"
    path.write_bytes(pack(LIBSVM.encode()))
    plain = told(path, "train", "DATA")
    assert told(path, "train", "DATA", "--data-cache") == plain and kept(path).exists()
    first = kept(path).read_bytes()
    when = kept(path).stat().st_mtime_ns
    assert told(path, "train", "DATA", "--data-cache") == plain and kept(path).stat().st_mtime_ns == when  # used, not written
    status = path.stat()
    path.write_bytes(pack(LIBSVM.replace("1.50", "1.51").encode()))
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))  # neither size nor time tells
    changed = told(path, "train", "DATA")
    assert changed != plain and told(path, "train", "DATA", "--data-cache") == changed
    assert kept(path).read_bytes() != first
    assert told(path, "train", "DATA", "--zero-based", "--data-cache") == told(path, "train", "DATA", "--zero-based")
    assert told(path, "train", "DATA", "--data-cache") == changed


def test_a_kept_file_that_is_damaged_is_written_anew(tmp_path):
    path = write(tmp_path / "d.libsvm", LIBSVM)
    plain = told(path, "separate", "DATA")
    assert told(path, "separate", "DATA", "--data-cache") == plain
    good = kept(path).read_bytes()
    for bad in (good[:200], good[:-1], good[:150] + b"\0\0" + good[152:], good[:8]):
        kept(path).write_bytes(bad)
        assert told(path, "separate", "DATA", "--data-cache") == plain
        assert kept(path).read_bytes() == good


def test_predictions_use_what_is_kept(tmp_path):
    path = write(tmp_path / "d.libsvm", LIBSVM)
    model = tmp_path / "m.hs"
    assert run("train", path, "-o", model).returncode == 0
    plain = told(path, "predict", model, "DATA")
    for _ in range(2):
        assert told(path, "predict", model, "DATA", "--data-cache") == plain
    assert kept(path).exists()
    narrow = tmp_path / "n.hs"
    assert run("train", write(tmp_path / "s.libsvm", "1 1:1 2:3\n-1 1:-1 2:4\n"), "-o", narrow).returncode == 0
    assert told(path, "predict", narrow, "DATA", "--data-cache") == told(path, "predict", narrow, "DATA")


def test_what_serves_no_model_is_left_as_it_is(tmp_path):
    small = write(tmp_path / "small.libsvm", "1 1:1 2:-1\n-1 1:-1 2:1\n")
    large = write(tmp_path / "large.libsvm", "1 1:1 2:-1 7:3\n-1 1:-1 2:1\n")
    model = tmp_path / "m.json"
    assert run("train", small, "-o", model).returncode == 0
    told_of = [run("predict", model, large, "--data-cache").stdout for _ in range(2)]
    beside = tmp_path / "large.libsvm.hsd"
    first = beside.stat()
    assert run("predict", model, large, "--data-cache").stdout == told_of[0] == told_of[1]
    assert (beside.stat().st_ino, beside.stat().st_mtime_ns) == (first.st_ino, first.st_mtime_ns)
    write(large, "1 1:1 2:-1 7:4\n-1 1:-1 2:1\n")  # another text: written anew
    run("predict", model, large, "--data-cache")
    assert beside.stat().st_mtime_ns != first.st_mtime_ns


def test_a_failure_to_keep_rows_is_a_warning(tmp_path):
    path = write(tmp_path / "d.csv", NEAR)
    kept(path).write_text("somebody's own")
    done = run("train", path, "--data-cache")
    assert done.returncode == run("train", path).returncode and "no halfspace cache" in done.stderr
    assert kept(path).read_text() == "somebody's own"
    kept(path).unlink()
    kept(path).mkdir()
    done = run("train", path, "--data-cache")
    assert done.returncode == run("train", path).returncode and "warning" in done.stderr


def test_the_rows_of_standard_input_are_not_kept(tmp_path):
    with open(IRIS, encoding="utf-8") as rows:
        assert run("train", "-", *PAIR, "--data-cache", stdin=rows, cwd=tmp_path).returncode == 0
    assert list(tmp_path.iterdir()) == []


def test_convert_says_what_it_lacks(tmp_path):
    source, cache = cached(tmp_path, LIBSVM, "d.libsvm")
    assert "--to cache" in refused(2, "convert", source, "-o", tmp_path / "m.onnx", "--zero-based")
    assert "-o: is missing" in refused(2, "convert", source, "--to", "cache", "--zero-based")
    assert "is a cache already" in refused(2, "convert", cache, "-o", tmp_path / "e.hsd")
    assert "is for models" in refused(2, "convert", source, "-o", tmp_path / "e.hsd", "--name", "x")
    refused(3, "convert", write(tmp_path / "bad.csv", "x,label\n1,a\nz,b\n"), "-o", tmp_path / "e.hsd")
    assert not (tmp_path / "e.hsd").exists()
