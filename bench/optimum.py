"""Do solvers agree? Every linear problem is solved to 1e-10 by two of our solvers and one from outside.

usage: bench/optimum.sh [HALFSPACE [FILE...]]

Problems: LIBSVM files of two labels (by default three sets that come with scikit-learn, breast cancer in its original units among
them, and those of ../shared/data that are there) x C in {0.01, 1, 100} x {logistic,
squared hinge, hinge} x bias {none, augmented, free}, objective form `sum`. Outside: SciPy's trust-krylov for the smooth losses;
for the hinge Clarabel's interior point, and where that gives up LIBLINEAR's dual coordinate descent (bias none or augmented) and LIBSVM's SMO (free), both
of scikit-learn.
Checked: our two objectives and that from outside within 1e-8, nobody below the proven lower bound, the default tolerance within 1e-4, and
no reported gap below the true one. The outside column is its distance above our optimum.
"""
import concurrent.futures
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import warnings

import clarabel
import numpy as np
import scipy.optimize
import scipy.sparse
from sklearn.datasets import dump_svmlight_file, load_breast_cancer, load_digits, load_iris, load_svmlight_file
from sklearn.svm import SVC, LinearSVC

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAMES = ["heart_scale", "breast_cancer", "crx_onehot", "spambase", "mushrooms", "a9a", "w8a"]
SECOND = {"logistic": ["trust-newton"], "squared-hinge": ["trust-newton"], "hinge": ["newton", "dual-cd"]}  # the first that converges
LOSSES = {"logistic": ("logistic", []), "squared-hinge": ("svm", ["--loss", "squared-hinge"]), "hinge": ("svm", [])}
SECONDS = 20


def solved(program, path, loss, C, bias, *flags):
    algorithm, choice = LOSSES[loss]
    done = subprocess.run([program, "train", path, "--algorithm", algorithm, *choice, "--C", str(C), "--bias", bias, "--json", "--threads", "1",
                           "--timeout", str(SECONDS), *flags], capture_output=True, text=True, check=False)
    return json.loads(done.stdout)


def margins_of(x, y, bias):
    """y x̄ with the bias as a column, and which columns are penalised."""
    one = [] if bias == "none" else [scipy.sparse.csr_matrix(np.ones((x.shape[0], 1)))]
    z = scipy.sparse.diags(y) @ scipy.sparse.hstack([x, *one]).tocsr()
    penalised = np.ones(z.shape[1])
    if bias == "free":
        penalised[-1] = 0
    return z.tocsr(), penalised


def smooth(z, penalised, loss, C):
    """Value, gradient and Hessian product of the objective."""
    def value(w):
        m = z @ w
        losses = np.logaddexp(0, -m) if loss == "logistic" else np.maximum(0, 1 - m) ** 2
        return math.fsum(C * losses) + math.fsum(penalised * w * w) / 2

    def gradient(w):
        m = z @ w
        slope = -1 / (1 + np.exp(np.minimum(m, 700))) if loss == "logistic" else -2 * np.maximum(0, 1 - m)
        return C * (z.T @ slope) + penalised * w

    def product(w, v):
        m = z @ w
        p = 1 / (1 + np.exp(-np.clip(m, -700, 700)))
        curvature = p * (1 - p) if loss == "logistic" else 2.0 * (m < 1)
        return C * (z.T @ (curvature * (z @ v))) + penalised * v
    return value, gradient, product


def quadratic_program(z, penalised, C):
    """min 1/2 |w|^2 + C sum s, z w + s >= 1, s >= 0, by Clarabel, on columns of one size; None where it gives up."""
    n, d = z.shape
    size = abs(z).max(axis=0).toarray().ravel()
    size[size == 0] = 1
    rows = z @ scipy.sparse.diags(1 / size)
    hessian = scipy.sparse.diags(np.concatenate([penalised / size ** 2, np.zeros(n)])).tocsc()
    one = scipy.sparse.identity(n)
    cone = scipy.sparse.bmat([[-rows, -one], [None, -one]]).tocsc()
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    settings.time_limit = float(SECONDS)
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-12
    solver = clarabel.DefaultSolver(hessian, np.concatenate([np.zeros(d), np.full(n, float(C))]), cone,
                                    np.concatenate([-np.ones(n), np.zeros(n)]), [clarabel.NonnegativeConeT(2 * n)], settings)
    found = solver.solve()
    if found.status not in (clarabel.SolverStatus.Solved, clarabel.SolverStatus.AlmostSolved):
        return None
    w = np.array(found.x[:d]) / size
    return math.fsum(C * np.maximum(0, 1 - z @ w)) + math.fsum(penalised * w * w) / 2


def outside(x, y, loss, C, bias):
    """The objective that the outside solver reaches."""
    z, penalised = margins_of(x, y, bias)
    if loss != "hinge":
        value, gradient, product = smooth(z, penalised, loss, C)
        found = scipy.optimize.minimize(value, np.zeros(z.shape[1]), jac=gradient, hessp=product, method="trust-krylov",
                                        options={"gtol": 1e-9 * C, "maxiter": 500})
        return found.fun
    if (found := quadratic_program(z, penalised, C)) is not None:
        return found
    x = scipy.sparse.csr_matrix((x.data, x.indices.astype(np.int32), x.indptr.astype(np.int32)), x.shape)
    if bias == "free":
        model = SVC(kernel="linear", C=C, tol=1e-8, max_iter=2_000_000_000 // len(y), cache_size=500).fit(x, y)
        w = np.append(np.asarray(model.coef_.todense() if scipy.sparse.issparse(model.coef_) else model.coef_).ravel(), model.intercept_)
    else:
        model = LinearSVC(loss="hinge", C=C, tol=1e-9, max_iter=20_000_000 // len(y), fit_intercept=bias == "augmented", intercept_scaling=1).fit(x, y)
        w = np.append(model.coef_.ravel(), model.intercept_ if bias == "augmented" else [])
    return math.fsum(C * np.maximum(0, 1 - z @ w)) + math.fsum(penalised * w * w) / 2


def by_another(program, path, loss, C, bias, solver):
    """The answer of a solver that is not `solver`; newton may give way to the interior point, and then says so."""
    for name in SECOND[loss]:
        answer = solved(program, path, loss, C, bias, "--tol", "1e-10", "--solver", name)
        if answer["status"] == "converged" and answer["solver"] != solver:
            break
    return answer


def case(program, path, x, y, loss, C, bias):
    """One line of the table, and what is wrong."""
    first, plain = (solved(program, path, loss, C, bias, *flags) for flags in (["--tol", "1e-10"], []))
    second = by_another(program, path, loss, C, bias, first["solver"])
    other = outside(x, y, loss, C, bias)
    best = first["primal"]
    ours, theirs = abs(second["primal"] - best) / best, (other - best) / best
    wrong = []
    if first["status"] != "converged":
        wrong.append(f"{first['solver']}: {first['stop_reason']}")
    if second["status"] == "converged" and ours > 1e-8:
        wrong.append(f"{first['solver']} and {second['solver']} differ by {ours:.1e}")
    if plain["status"] != "converged" or plain["primal"] - best > 1e-4 * best:
        wrong.append("default tolerance missed")
    if theirs < -first["gap"] / best - 1e-12:
        wrong.append(f"outside is {-theirs:.1e} below the proven optimum")
    if theirs > 1e-8:
        wrong.append("the outside solver is not within 1e-8")
    for answer in (first, second, plain):
        if answer["gap"] < answer["primal"] - min(best, other) - 1e-15 * best:
            wrong.append(f"{answer['solver']}: gap {answer['gap']:.3e} below the true {answer['primal'] - min(best, other):.3e}")
    if second["status"] != "converged" or second["solver"] == first["solver"]:
        wrong.append(f"no second solver came to 1e-10 ({second['solver']}: {second['status']})")
    note = "" if second["status"] == "converged" else f"  ({second['solver']} ended: {second['status']})"
    return f"{path.name:14} {loss:14} C {C:<5} {bias:10} {first['solver']:15} {first['gap'] / best:8.1e} {ours:8.1e} {theirs:9.1e}{note}", wrong


def bundled(folder):
    """Sets that come with scikit-learn, as files."""
    iris, digits, cancer = load_iris(), load_digits(), load_breast_cancer()
    for name, x, y in [("iris", iris.data[50:], iris.target[50:]), ("digits-odd", digits.data, digits.target % 2), ("cancer-raw", cancer.data, cancer.target)]:
        path = pathlib.Path(folder) / name
        dump_svmlight_file(x, np.where(y == max(y), 1, -1), str(path), zero_based=False)
        yield path


def main():
    with tempfile.TemporaryDirectory() as folder:
        return check(folder)


def check(folder):
    warnings.simplefilter("ignore")
    program = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/bench/halfspace"
    shared = [ROOT.parent / "shared/data" / name for name in NAMES]
    files = [pathlib.Path(f) for f in sys.argv[2:]] or [*bundled(folder), *(p for p in shared if p.exists())]
    print(f"{'data':14} {'loss':14} {'C':7} {'bias':10} {'solver':15} {'gap':>8} {'two':>8} {'outside':>9}     (relative to the objective)")
    failures = 0
    for path in files:
        x, labels = load_svmlight_file(str(path))
        y = np.where(labels == max(labels), 1.0, -1.0)
        problems = [(loss, C, bias) for loss in LOSSES for C in (0.01, 1, 100) for bias in ("none", "augmented", "free")]
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            for line, wrong in pool.map(case, *zip(*[(program, path, x, y, *p) for p in problems])):
                print(line + "".join(f"\n    WRONG: {w}" for w in wrong), flush=True)
                failures += len(wrong) > 0
    print(f"{failures} of the problems are wrong")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main())
