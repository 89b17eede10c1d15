#!/usr/bin/env bash
# bench/kernel.sh [HALFSPACE [RUNS]]: RBF C-SVC on a9a, mnist10k (odd against even) and spambase beside LIBSVM and scikit-learn, one
# thread each, in alternating runs; all three dual objectives within 1e-4. Sets that are not there are left out.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
halfspace=$(realpath "${1:-$here/../build/bench/halfspace}")
command -v svm-train >/dev/null || { echo "kernel: svm-train is not installed" >&2; exit 0; }
peers=$here/../build/bench/optimum
if ! "$peers/bin/python" -c 'import sklearn' 2>/dev/null; then
  python3 -m venv "$peers"
  "$peers/bin/pip" install -q numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 clarabel==0.11.1
fi
exec "$peers/bin/python" "$here/kernel.py" "$halfspace" "$here/../../shared/data" "${2:-3}"
