"""The layer check finds what it is there for, and only that."""
import subprocess
import sys
from pathlib import Path

import pytest

CHECK = Path(__file__).with_name("check_layers.py")


def run(root, **files):
    """Writes files (folder__name=text, suffix .cpp) below root and runs the check there: (exit code, output)."""
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".cpp")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    done = subprocess.run([sys.executable, CHECK, root], capture_output=True, text=True)
    return done.returncode, done.stdout


ALLOWED = {
    "solver sees data": {"src__solver__a": '#include "data/rows.hpp"\n'},
    "a folder sees itself": {"src__format__a": '#include "format/csv.hpp"\n#include "near.hpp"\n'},
    "base sees Result": {"src__base__a": '#include "halfspace/result.hpp"\n'},
    "base has threads and the clock": {"src__base__a": "#include <chrono>\n#include <thread>\n"},
    "simd has intrinsics": {"src__simd__a": "#include <immintrin.h>\n"},
    "cli sees everything and prints": {"cli__main": '#include "train/train.hpp"\n#include <cstdio>\nint main() { std::puts(""); exit(0); }\n'},
    "comments and texts": {"src__solver__a": '// abort() is not called\nauto s = "printf(1)"; /* exit(1) */ int n = 1\'000; auto c = \'"\';\n'},
    "snprintf fills a buffer": {"src__report__a": "void f() { snprintf(b, 9, x); }\n"},
    "members of such names": {"src__solver__a": "void f() { loop.exit(); loop->abort(); }\n"},
    "pictures of models see models": {"src__plot__model_a": '#include "model/model.hpp"\n#include "plot/svg.hpp"\n'},
    "the verifier sees its reader": {"src__certify__verify__verify": '#include "certify/verify/exact_reader.hpp"\n#include "exact/rational.hpp"\n'},
    "the interface sees the core and the public headers": {"src__api__a": '#include "train/train.hpp"\n#include "halfspace/train.hpp"\n'},
    "types of one name in namespaces of their own": {"src__base__a": "namespace halfspace {\nnamespace {\nstruct Step {\n};\n}  // namespace\n}  // namespace halfspace\n", "src__base__b": "namespace halfspace {\nstruct Step {\n};\n}  // namespace halfspace\n"},
    "public headers see std": {"include__halfspace__a": '#include <vector>\n#include "halfspace/result.hpp"\n'},
}

REFUSED = {
    "a type and an enum of one name": ({"src__base__a": "namespace halfspace {\nstruct Step {\n};\n}  // namespace halfspace\n", "src__base__b": "namespace halfspace {\n\nenum class Step { unit };\n}  // namespace halfspace\n"}, "src/base/b.cpp:3: halfspace::Step is defined in src/base/a.cpp too"),
    "base sees data": ({"src__base__a": '\n#include "data/rows.hpp"\n'}, "src/base/a.cpp:2: includes data/rows.hpp: base may include nothing, not data"),
    "solver sees format": ({"src__solver__deep__a": '#include "format/csv.hpp"\n'}, "solver may include base simd data linalg kernel loss penalty, not format"),
    "drawers see no models": ({"src__plot__svg": '#include "model/model.hpp"\n'}, "plot may include base, not model"),
    "the verifier sees no fast reader": ({"src__certify__verify__verify": '#include "format/csv.hpp"\n'}, "certify/certificate_, not format"),
    "parts of the verifier see no solver": ({"src__certify__verify__a": '#include "solver/a.hpp"\n'}, "certify/certificate_, not solver"),
    "the verifier sees nothing that finds": ({"src__certify__verify__verify": '#include "certify/find/decide.hpp"\n'}, "certify/certificate_, not certify/find"),
    "its reader sees no vectors": ({"src__certify__verify__exact_reader": '#include "simd/ops.hpp"\n'}, "certify/certificate_, not simd"),
    "angle brackets hide nothing": ({"src__data__a": "#include <train/train.hpp>\n"}, "not train"),
    "the core sees the public interface": ({"src__model__a": '#include "halfspace/halfspace.hpp"\n'}, "only halfspace/result.hpp and options.hpp"),
    "an unknown folder": ({"src__attic__a": "\n"}, "folder attic is not in the table"),
    "a header from nowhere": ({"src__data__a": '#include "attic/a.hpp"\n'}, "there is no src/attic"),
    "public header sees the core": ({"include__halfspace__a": '#include "base/rng.hpp"\n'}, "public headers include only"),
    "public header sees a library": ({"include__halfspace__a": "#include <fmt/format.h>\n"}, "public headers include only"),
    "intrinsics": ({"src__solver__a": "#include <immintrin.h>\n"}, "src/simd"),
    "threads": ({"src__solver__a": "#include <thread>\n"}, "threads live in src/base"),
    "clock": ({"src__train__a": "#include <chrono>\n"}, "clock lives in src/base"),
    "random": ({"cli__a": "#include <random>\n"}, "base/rng.hpp"),
    "thread_local": ({"src__base__a": "static thread_local std::vector<double> u;\n"}, "base/scratch.hpp"),
    "rand": ({"src__data__a": "int x = std::rand();\n"}, "base/rng.hpp"),
    "iostream": ({"src__report__a": "#include <iostream>\n"}, "does not print"),
    "printf": ({"src__report__a": 'void f() {\n  std::printf("x");\n}\n'}, "src/report/a.cpp:2: 'std::printf'"),
    "cerr": ({"src__report__a": 'auto& e = std::cerr;\n'}, "does not print"),
    "exit": ({"src__train__a": "void f() { std::exit(1); }\n"}, "does not end the process"),
    "abort": ({"src__train__a": "void f() { abort(); }\n"}, "does not end the process"),
    "signals": ({"src__base__a": "#include <csignal>\n"}, "signals and timers are the program's"),
    "timers": ({"src__base__a": "void f() { ::setitimer(0, 0, 0); }\n"}, "signals and timers are the program's"),
    "a type and an alias of one name": (
        {"src__base__a": "namespace halfspace {\nclass Watch {\n};\n}  // namespace halfspace\n",
         "src__data__b": "namespace halfspace {\nusing Watch = int;\n}  // namespace halfspace\n"},
        "halfspace::Watch is defined in src/base/a.cpp too"),
    "long files": ({"src__base__a": "\n" * 151}, "the median file has 151 lines"),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_allowed(tmp_path, name):
    code, out = run(tmp_path, **ALLOWED[name])
    assert (code, out.splitlines()[-1]) == (0, "layers: PASS"), out


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path, name):
    files, problem = REFUSED[name]
    code, out = run(tmp_path, **files)
    assert (code, out.splitlines()[-1]) == (1, "layers: FAIL")
    assert problem in out


def test_nothing_to_check_is_no_pass(tmp_path):
    code, out = run(tmp_path)
    assert code == 1 and "no source files" in out


def test_a_source_includes_its_own_header_first(tmp_path):
    (tmp_path / "src/base").mkdir(parents=True)
    (tmp_path / "src/base/a.hpp").write_text("")
    assert run(tmp_path, src__base__a='#include "base/a.hpp"\n#include <vector>\n')[0] == 0
    code, reply = run(tmp_path, src__base__a='#include <vector>\n#include "base/a.hpp"\n')
    assert code == 1 and "src/base/a.cpp:1: its first include is not a.hpp" in reply
