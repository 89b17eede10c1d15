"""The installed library: headers that stand alone, exported symbols, and the examples built against it by CMake and pkg-config."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
from program import HALFSPACE, IRIS, PAIR, ROOT, run  # noqa: E402

BUILD = pathlib.Path(HALFSPACE).parent
CACHE = dict(re.findall(r"^(\w+):\w+=(.*)$", (BUILD / "CMakeCache.txt").read_text(), re.MULTILINE))
FLAGS = CACHE.get("CMAKE_CXX_FLAGS", "")  # a sanitized library needs sanitized users, of the same compiler
LINKING = "-fsanitize-link-c++-runtime -Wl,--no-as-needed -lstdc++ -lm" if FLAGS else ""  # without it C programs lack what C++ needs
os.environ.update(CC=CACHE["CMAKE_C_COMPILER"], CXX=CACHE["CMAKE_CXX_COMPILER"])
LANGUAGES = ["c", "cpp"]


def must(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **more)
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.fixture(name="prefix", scope="module")
def fixture_prefix(tmp_path_factory):
    folder = tmp_path_factory.mktemp("prefix")
    must("cmake", "--install", BUILD, "--prefix", folder)
    return folder


def with_pkg_config(prefix):
    (folder,) = prefix.glob("lib*/**/pkgconfig")
    return {**os.environ, "PKG_CONFIG_PATH": str(folder)}


def configure(source, build, prefix):
    return subprocess.run(["cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_FLAGS={FLAGS}", f"-DCMAKE_C_FLAGS={FLAGS}", f"-DCMAKE_EXE_LINKER_FLAGS={LINKING}"],
                          capture_output=True, text=True, check=False)


def built_by_cmake(source, build, prefix):
    done = configure(source, build, prefix)
    assert done.returncode == 0, done.stdout + done.stderr
    must("cmake", "--build", build)
    return build / "iris"


def built_by_make(source, folder, prefix):
    shutil.copytree(source, folder)
    flags = f"{FLAGS} -Wall -Wextra -Werror"
    must("make", "-C", folder, env={**with_pkg_config(prefix), "CFLAGS": flags, "CXXFLAGS": flags, "LDFLAGS": LINKING})
    return folder / "iris"


def built_statically(source, folder, prefix):
    shutil.copytree(source, folder)
    lists = folder / "CMakeLists.txt"
    text = lists.read_text().replace("0.1 REQUIRED", "0.1 REQUIRED COMPONENTS static").replace("halfspace::halfspace", "halfspace::halfspace_static").replace("LANGUAGES C)", "LANGUAGES C CXX)")
    lists.write_text(text)
    program = built_by_cmake(folder, folder / "build", prefix)
    assert "libhalfspace" not in must("ldd", program)
    return program


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("build", [built_by_cmake, built_by_make, built_statically], ids=["cmake", "make", "static"])
def test_examples(prefix, tmp_path, language, build):
    """They print what is written down, and save the model that the program saves."""
    source = ROOT / "examples" / language
    program = build(source, tmp_path / "work", prefix)
    model = tmp_path / "iris.hs"
    done = subprocess.run([program, "data/iris.csv", model], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (source / "expected.txt").read_text()
    flags = PAIR if language == "c" else ["--classes", "versicolor,virginica", "--preset", "pocket", "--seed", "7"]
    assert run("train", IRIS, *flags, "-o", tmp_path / "cli.hs").returncode == 0
    assert model.read_bytes() == (tmp_path / "cli.hs").read_bytes()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_learner_from_memory_with_progress_and_a_stop(prefix, tmp_path, language):
    """The programs of forty lines: each learner runs, and the one that would not end is ended by its watch."""
    source = ROOT / "examples" / language
    program = built_by_make(source, tmp_path / "work", prefix).with_name("learners")
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    runs = dict(line.split(": ", 1) for line in done.stdout.splitlines())
    assert list(runs) == ["perceptron", "logistic", "svm", "rbf svm", "gradient"]
    assert runs["perceptron"].startswith(("rounds, ", "converged, "))
    assert all(runs[name].startswith("converged, ") for name in ("logistic", "svm", "rbf svm")), runs
    assert runs["gradient"].startswith("interrupted, ")
    assert "objective" in done.stderr and "gap" in done.stderr
    lines = len((source / f"learners.{language}").read_text(encoding="utf-8").splitlines())
    assert lines <= 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_failing_example_says_why(prefix, tmp_path, language):
    program = built_by_make(ROOT / "examples" / language, tmp_path / "work", prefix)
    done = subprocess.run([program, "none.csv", tmp_path / "iris.hs"], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert done.stderr.startswith("iris: none.csv: ")


@pytest.mark.parametrize("version, found", [("0.1", True), ("0.1.0", True), ("0.2", False), ("0.0", False), ("1.0", False)])
def test_version_that_fits(prefix, tmp_path, version, found):
    (tmp_path / "CMakeLists.txt").write_text(f"cmake_minimum_required(VERSION 3.25)\nproject(x C)\nfind_package(halfspace {version} REQUIRED)\n")
    assert (configure(tmp_path, tmp_path / "build", prefix).returncode == 0) == found


def test_one_version(prefix):
    words = run("version").stdout.split()
    assert must("pkg-config", "--modversion", "halfspace", env=with_pkg_config(prefix)).strip() == words[1]
    assert (prefix / CACHE.get("CMAKE_INSTALL_LIBDIR", "lib") / f"libhalfspace.so.{words[1]}").exists()


def headers():
    return sorted(path.name for path in (ROOT / "include/halfspace").iterdir())


def compiles(prefix, tmp_path, compiler, language, header):
    source = tmp_path / "one"
    source.write_text(f"#include <halfspace/{header}>\n#include <halfspace/{header}>\nint main(void) {{ return 0; }}\n")
    must(compiler, "-x", *language, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-I", prefix / "include", source)


@pytest.mark.parametrize("header", headers())
def test_each_header_alone(prefix, tmp_path, header):
    compiles(prefix, tmp_path, "c++", ["c++", "-std=c++20"], header)
    if header.endswith(".h"):
        compiles(prefix, tmp_path, "cc", ["c", "-std=c99"], header)
        compiles(prefix, tmp_path, "c++", ["c++", "-std=c++98", "-Wno-long-long", "-Wno-variadic-macros"], header)


def declared_in_c():
    text = "".join((ROOT / "include/halfspace" / name).read_text() for name in ("halfspace.h", "classroom.h"))
    return set(re.findall(r"^HALFSPACE_API[^;(]*?\b(hs_\w+)\(", text, re.MULTILINE))


def declared_in_cpp():
    text = "".join((ROOT / "include/halfspace" / name).read_text() for name in headers() if name.endswith(".hpp"))
    return set(re.findall(r"^class HALFSPACE_API (\w+)", text, re.MULTILINE)), set(re.findall(r"^HALFSPACE_API [^;(]*?\b(\w+)\(", text, re.MULTILINE))


@pytest.mark.skipif(bool(FLAGS), reason="sanitizers export symbols of their own")
def test_exports_are_the_interface_and_nothing_else(prefix):
    (library,) = prefix.glob("lib*/**/libhalfspace.so")
    lines = must("nm", "-DC", "--defined-only", library).splitlines()
    symbols = [re.sub(r"\[abi:\w+\]", "", line.split(" ", 2)[2]) for line in lines]
    assert {name for name in symbols if name.startswith("hs_")} == declared_in_c()
    classes, functions = declared_in_cpp()
    seen = {re.match(r"halfspace::(\w+)(::|\()", name).group(1) for name in symbols if not name.startswith("hs_")}
    assert seen == classes | functions
