"""Instructions of fixed work, counted by callgrind, against counts.json: a guard of speed that no clock and no other process disturbs.

The counts are those of one compiler package and one kind of build; of others nothing is recorded, and the test says so. Record them anew after a
change that is meant:  HALFSPACE=build/test/halfspace python3 tests/instructions/test_instructions.py
"""
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import pytest

HALFSPACE = pathlib.Path(os.environ["HALFSPACE"])
KEPT = pathlib.Path(__file__).with_name("counts.json")
MOST_OFF = 0.03
# memcpy and the like of glibc differ by processor: a copy by `rep movsb` counts every byte. Here they are those of the oldest.
OLDEST = "glibc.cpu.hwcaps=-AVX2,-AVX_Fast_Unaligned_Load,-SSSE3,-ERMS,-FSRM:glibc.cpu.x86_non_temporal_threshold=0x100000"
WORK = {
    "read": ["inspect"],
    "perceptron": ["train", "--preset", "averaged", "--passes", "5", "--decide", "off"],
    "hinge": ["train", "--algorithm", "svm"],
    "squared hinge": ["train", "--algorithm", "svm", "--loss", "squared-hinge"],
    "logistic": ["train", "--algorithm", "logistic"],
    "l1": ["train", "--algorithm", "logistic", "--penalty", "l1"],
    "rbf": ["train", "--algorithm", "svm", "--kernel", "rbf", "--gamma", "0.05"],
    "separate": ["separate"],
}


def rows(n, d, seed=1):
    """LIBSVM text of n rows over d columns, a third of them there, a tenth of the labels wrong."""
    rng = random.Random(seed)
    hidden = [rng.gauss(0, 1) for _ in range(d)]
    lines = []
    for _ in range(n):
        x = {j: round(rng.random(), 3) + 0.001 for j in range(d) if rng.random() < 1 / 3}
        label = (sum(hidden[j] * (v - 0.5) for j, v in x.items()) > 0) != (rng.random() < 0.1)
        lines.append(("+1 " if label else "-1 ") + " ".join(f"{j + 1}:{v:.3f}" for j, v in x.items()))
    return "\n".join(lines) + "\n"


def build():
    """'gcc 12.2.0-14+deb12u1' and, for a build by folders, ' unity'; None where the compiler is no package."""
    cache = (HALFSPACE.resolve().parent / "CMakeCache.txt").read_text()
    compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE).group(1)
    owner = subprocess.run(["dpkg-query", "-S", os.path.realpath(compiler)], capture_output=True, text=True, check=False)
    if owner.returncode != 0:
        return None
    package = owner.stdout.split(":")[0]
    version = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package], capture_output=True, text=True, check=True).stdout
    return f"{package} {version}" + (" unity" if re.search(r"^CMAKE_UNITY_BUILD:\w+=(ON|TRUE|1)$", cache, re.MULTILINE) else "")


def counted(words, folder):
    data = pathlib.Path(folder) / "data"
    if not data.exists():
        data.write_text(rows(1500, 60))
    line = [HALFSPACE, words[0], data, *words[1:], "--threads", "1", "--simd", "portable", "--quiet"]
    if words[0] == "train":
        line += ["-o", pathlib.Path(folder) / "model"]
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *map(str, line)], capture_output=True, text=True, check=False,
                          env={**os.environ, "GLIBC_TUNABLES": OLDEST})
    assert done.returncode in (0, 1), done.stderr
    return int(re.search(r"Collected : (\d+)", done.stderr).group(1))


@pytest.mark.skipif("HALFSPACE_SANITIZED" in os.environ, reason="sanitizers have instructions of their own")
@pytest.mark.parametrize("name", WORK)
def test_instructions_are_those_recorded(tmp_path, name):
    kept = json.loads(KEPT.read_text()).get(build())
    if kept is None:
        pytest.skip(f"counts.json has no counts of {build()}")
    now = counted(WORK[name], tmp_path)
    assert abs(now / kept[name] - 1) <= MOST_OFF, f"{name}: {now:,} instructions, recorded {kept[name]:,} ({now / kept[name] - 1:+.1%})"


if __name__ == "__main__":
    everything = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    with tempfile.TemporaryDirectory() as place:
        everything[build()] = {title: counted(words, place) for title, words in WORK.items()}
    KEPT.write_text(json.dumps(everything, indent=2) + "\n")
    json.dump(everything[build()], sys.stdout, indent=2)
