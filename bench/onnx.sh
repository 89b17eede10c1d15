#!/usr/bin/env bash
# ./dev test --long: ONNX files written by halfspace against its own predictions, run by onnxruntime (from PyPI).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
peers=$here/../build/bench/onnx
if ! "$peers/bin/python" -c 'import onnxruntime, onnx' 2>/dev/null; then
  echo "onnx: installing numpy, onnx and onnxruntime from PyPI into build/bench/onnx" >&2
  python3 -m venv "$peers"
  "$peers/bin/pip" install -q numpy==2.4.6 onnx==1.23.2 onnxruntime==1.31.1
fi
exec "$peers/bin/python" "$here/onnx_check.py" "$@"
