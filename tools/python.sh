#!/usr/bin/env bash
# ./dev python: the wheel of the interpreter PYTHON (default python3), repaired, installed into an empty environment and
# tested there (ARGS for pytest). wheel: the wheel alone. docs: the site. bench: beside scikit-learn. --long: also the other
# interpreters that are here, scikit-learn 1.6, scikit-learn's own tests and gallery, and the documents.
# cluster: the tests of the Dask and Spark fronts; cluster bench: beside pyspark.ml and dask-ml; cluster model: what a run costs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

python=${PYTHON-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "python: $python is older than 3.11" >&2; exit 1; }
tag=$("$python" -c 'import sys; print(f"cp{sys.version_info[0]}{sys.version_info[1]}")')
home=$PWD/build/python
mkdir -p "$home"

# environment NAME FILE: an environment with the pinned packages of FILE, made again when FILE changes.
environment() {
  local folder=$home/$1-$tag
  if ! cmp -s "$2" "$folder/installed"; then
    rm -rf "$folder"
    "$python" -m venv "$folder"
    "$folder/bin/pip" install -q --disable-pip-version-check -r "$2"
    cp "$2" "$folder/installed"
  fi
  echo "$folder/bin"
}

# The core and the command line of ./dev test, where that has built them, in place of compiling them once more.
built() {
  [[ -f build/test/build.ninja ]] || return 0
  ninja -C build/test halfspace_core halfspace_command >"$home/core.log" || { cat "$home/core.log" >&2; exit 1; }
  echo "--config-settings=cmake.define.HALFSPACE_BUILT=$PWD/build/test"
}

# small FILE: a wheel that holds the core once.
small() {
  local kilobytes=$(($(stat -c %s "$1") / 1000))
  ((kilobytes < 8000)) || { echo "python: $1 has $kilobytes kB, expected at most 8000; is the core in it twice?" >&2; exit 1; }
}

wheel() {
  local tools core
  tools=$(environment tools python/requirements-build.txt)
  core=$(built)
  rm -rf "$home/dist-$tag" "$home/wheels-$tag"
  # One build folder for all interpreters: the core is compiled once.
  # shellcheck disable=SC2086  # words
  PATH=$tools:$PATH "$tools/pip" wheel -q --disable-pip-version-check --no-build-isolation --no-deps -w "$home/dist-$tag" \
    --config-settings=build-dir="$home/cmake" $core .
  PATH=$tools:$PATH "$tools/auditwheel" repair --strip -z 9 -w "$home/wheels-$tag" "$home/dist-$tag"/*.whl >"$home/auditwheel-$tag.log" 2>&1 ||
    { cat "$home/auditwheel-$tag.log" >&2; exit 1; }
  small "$home/wheels-$tag"/*.whl
  ls "$home/wheels-$tag"/*.whl
}

# installed NAME FILE: an environment with the packages of FILE and the wheel; says where its programs are.
installed() {
  local file bin
  file=$(wheel)
  echo "python: $file, $(($(stat -c %s "$file") / 1000)) kB" >&2
  bin=$(environment "$1" "$2")
  "$bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "$file"
  echo "$bin"
}

tested() {
  local bin
  bin=$(installed test python/requirements-test.txt)
  "$bin/ruff" check python tests/python tests/cluster examples/cluster
  "$bin/mypy" --python-executable "$bin/python"
  # From another folder, so that the installed package is what is tested.
  local root=$PWD
  (cd "$home" && "$bin/python" -m pytest -q -p no:cacheprovider -n "$(nproc)" "$root/tests/python" "$@")
  # ONNX files where onnxruntime is: ./dev test has an evaluator of its own for most operators alone.
  (cd "$home" && HALFSPACE=$bin/halfspace "$bin/python" -m pytest -q -p no:cacheprovider -n "$(nproc)" \
    "$root/tests/cli/test_export_onnx.py" "$root/tests/cli/test_export_unknown.py")
  # halfspace.dask and halfspace.spark need what is not here; ./dev cluster imports them.
  "$bin/python" -m pytest -q -p no:cacheprovider --doctest-modules --doctest-ignore-import-errors --pyargs halfspace
}

long() {
  local other bin
  tested
  bin=$(environment sklearn16 python/requirements-oldest.txt)
  "$bin/pip" install -q --disable-pip-version-check --force-reinstall --no-deps "$home/wheels-$tag"/*.whl
  (cd "$home" && "$bin/python" -m pytest -q -p no:cacheprovider -n "$(nproc)" "$OLDPWD/tests/python/test_checks.py")
  bin=$home/test-$tag/bin
  "$bin/python" tests/python/upstream.py
  "$bin/python" tests/python/examples.py
  tools/python_docs.sh "$home/wheels-$tag"/*.whl
  for other in python3.12 python3.13 "${PYENV_ROOT-$HOME/.pyenv}"/versions/3.1[2-9].*/bin/python; do
    if command -v "$other" >/dev/null && "$other" -c '' 2>/dev/null; then PYTHON=$other tools/python.sh; fi
  done
}

cluster() {
  local bin root=$PWD
  bin=$(installed cluster python/requirements-cluster.txt)
  if [[ ${1-} == bench ]]; then
    shift
    "$bin/pip" install -q --disable-pip-version-check dask-ml==2025.1.0
    PYTHONPATH=$root/tests/cluster "$bin/python" bench/cluster_fits.py "$@"
    return
  fi
  if [[ ${1-} == model ]]; then
    shift
    "$bin/python" bench/cluster_model.py "$@"
    return
  fi
  # Two files at a time: most of a test is waiting for a cluster.
  (cd "$home" && "$bin/python" -m pytest -q -p no:cacheprovider -n 2 --dist loadfile "$root/tests/cluster" "$@")
}

case ${1-} in
  wheel) wheel ;;
  --long) long ;;
  bench) shift; "$(installed test python/requirements-test.txt)/python" bench/python_fits.py "$@" ;;
  cluster) shift; cluster "$@" ;;
  docs) tools/python_docs.sh ;;
  *) tested "$@" ;;
esac
