#!/usr/bin/env bash
# ./dev test --long: ONNX files written by halfspace against its own predictions, run by onnxruntime (from PyPI).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
peers=$here/../build/bench/onnx
if ! "$peers/bin/python" -c 'import onnxruntime, onnx, pytest' 2>/dev/null; then
  echo "onnx: installing numpy, onnx, onnxruntime and pytest from PyPI into build/bench/onnx" >&2
  python3 -m venv "$peers"
  "$peers/bin/pip" install -q numpy==2.4.6 onnx==1.23.2 onnxruntime==1.31.1 pytest==9.2.0
fi
"$peers/bin/python" "$here/onnx_check.py" "$@"
HALFSPACE=$(realpath "$1") exec "$peers/bin/python" -m pytest -q "$here/../tests/cli/test_export_onnx.py"
