# shellcheck shell=bash
# Sourced: venv_with NAME 'import a, b' a==1 b==2 makes the Python environment build/bench/NAME, unless it can import those,
# and says where its interpreter is.
venv_with() {
  local name=$1 check=$2
  shift 2
  local folder=${BASH_SOURCE[0]%/*}/../build/bench/$name
  if ! "$folder/bin/python" -c "$check" 2>/dev/null; then
    echo "$name: installing $* from PyPI into build/bench/$name" >&2
    python3 -m venv "$folder" >&2
    "$folder/bin/pip" install -q "$@" >&2
  fi
  echo "$folder/bin/python"
}
