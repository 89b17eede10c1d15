"""RBF C-SVC beside LIBSVM and scikit-learn's SVC: seconds of processor time from file to model, one thread, median of alternating runs.
usage: kernel.py HALFSPACE FOLDER RUNS (see kernel.sh)"""
import json
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

SETS = [("spambase", "1", "1"), ("mnist10k", "1", "0.02"), ("a9a", "1", "0.00813")]
SKLEARN = """
import sys, numpy
from sklearn.datasets import load_svmlight_file
from sklearn.svm import SVC
x, y = load_svmlight_file(sys.argv[1])
m = SVC(C=float(sys.argv[2]), gamma=float(sys.argv[3])).fit(x, y)
c, v = m.dual_coef_, m.support_vectors_
c = numpy.asarray(c.todense() if hasattr(c, "todense") else c).ravel()
d = v @ v.T
d = numpy.asarray(d.todense() if hasattr(d, "todense") else d)
s = d.diagonal()
print(abs(c).sum() - c @ numpy.exp(-float(sys.argv[3]) * (s[:, None] + s - 2 * d)) @ c / 2) if len(sys.argv) > 4 else None
"""


def data_of(folder, name, work):
    path = folder / name
    if not path.exists() and (folder / f"{name}.zst").exists():
        path = work / name
        subprocess.run(["zstd", "-dqf", folder / f"{name}.zst", "-o", path], check=True)
    if not path.exists():
        return None
    if name != "mnist10k":
        return path
    odd = work / "odd"
    odd.write_text("".join(("+1" if int(line.split()[0]) % 2 else "-1") + line[line.index(" "):] for line in path.open()))
    return odd


def seconds(*words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=True, env={**os.environ, "OMP_NUM_THREADS": "1"})
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime, out.stdout


def main(program, folder, runs):
    work = Path(tempfile.mkdtemp())
    print(f"RBF C-SVC, processor seconds from file to model, one thread, median of {runs}")
    for name, cost, gamma in SETS:
        path = data_of(folder, name, work)
        if path is None:
            print(f"  {name}: not there")
            continue
        times = {"halfspace": [], "LIBSVM": [], "scikit-learn": []}
        for _ in range(runs):
            t, out = seconds(program, "train", path, "--algorithm", "svm", "--kernel", "rbf", "--C", cost, "--gamma", gamma, "--threads", 1,
                             "--json", "-o", work / "ours")
            times["halfspace"].append(t)
            ours = json.loads(out)
            t, out = seconds("svm-train", "-c", cost, "-g", gamma, path, work / "theirs")
            times["LIBSVM"].append(t)
            libsvm = -float(re.search(r"obj = (\S+),", out).group(1))
            t, _ = seconds(sys.executable, "-c", SKLEARN, path, cost, gamma)
            times["scikit-learn"].append(t)
        sk = float(subprocess.run([sys.executable, "-c", SKLEARN, path, cost, gamma, "objective"], capture_output=True, text=True,
                                  check=True).stdout)
        mid = {peer: statistics.median(t) for peer, t in times.items()}
        best = max(libsvm, sk, ours["dual"])
        off = max(best - libsvm, best - sk, best - ours["dual"]) / best
        print(f"  {name:9} halfspace {mid['halfspace']:7.2f}  LIBSVM {mid['LIBSVM']:7.2f} (1/{mid['LIBSVM'] / mid['halfspace']:.1f})  "
              f"scikit-learn {mid['scikit-learn']:7.2f} (1/{mid['scikit-learn'] / mid['halfspace']:.1f})  dual objectives within {off:.0e}, "
              f"our gap {ours['gap'] / ours['primal']:.0e}, peak {ours['peak_bytes'] >> 20} MiB", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
