#!/usr/bin/env bash
# ./dev bench [--quick] [ARGS]      whole runs beside LIBLINEAR, LIBSVM, Vowpal Wabbit, dlib, scikit-learn, scikit-learn-intelex and Snap ML (bench/compare);
#                                   the full run writes docs/benchmarks.md. --quick: small sets, under five minutes; --help: the other arguments
# ./dev bench scaling [ARGS]        time and memory against rows, columns, nonzeros and threads on made data up to 2 GB; writes docs/scaling.md
# ./dev bench inside [FILE...]      parts of our own: reading, a perceptron pass, linear solvers beside LIBLINEAR's, paths beside single fits
# ./dev bench separate [FILE...]    separability beside linear programs
# ./dev bench python [ARGS]         fits and predictions of the Python estimators beside scikit-learn's
# Data sets: those of ../shared/data that are there, else made ones.
set -euo pipefail
cd "$(dirname "$0")/.."
peers=build/bench/peers

# A Python environment with the peers of bench/peers.txt, made again when that changes.
make_peers() {
  cmp -s bench/peers.txt "$peers/peers.txt" && return
  rm -rf "$peers"
  python3 -m venv "$peers"
  "$peers/bin/pip" install -q --disable-pip-version-check -r bench/peers.txt || { echo "bench: the peers of bench/peers.txt could not be installed" >&2; return 1; }
  cp bench/peers.txt "$peers/peers.txt"
}

# dlib has no program of its own: bench/dlib_peer.cpp, compiled when it changes. Debian's libdlib-dev does not name the BLAS that it needs.
make_dlib() {
  local made=build/bench/dlib_peer
  [[ $made -nt bench/dlib_peer.cpp ]] && return
  g++ -std=c++17 -O3 -march=native -DNDEBUG -o "$made" bench/dlib_peer.cpp -ldlib -l:libblas.so.3 -l:liblapack.so.3 ||
    { echo "bench: bench/dlib_peer.cpp does not compile; dlib is left out" >&2; rm -f "$made"; }
}

inside() {
  local work files=("$@") name plain
  work=$(mktemp -d)
  # shellcheck disable=SC2064  # the folder of now
  trap "rm -rf '$work'" EXIT
  if [ ${#files[@]} -eq 0 ]; then
    for name in a9a w8a imdb_tfidf kdd99; do
      plain=../shared/data/$name
      if [ -f "$plain" ]; then
        files+=("$plain")
      elif [ -f "$plain.zst" ]; then
        zstd -dqf "$plain.zst" -o "$work/$name"
        files+=("$work/$name")
      fi
    done
  fi
  build/bench/bench/halfspace_bench "${files[@]}"
  echo
  echo "linear models: training alone beside LIBLINEAR at equal objective (bench/linear.cpp)"
  build/bench/bench/halfspace_bench_linear "${files[@]}"
  echo
  echo "regularisation paths: 50 points beside one fit at the smallest lambda, processor time of one thread (bench/path.cpp)"
  build/bench/bench/halfspace_bench_path "${files[@]}"
}

case ${1-} in
  python) shift; exec tools/python.sh bench "$@" ;;
  inside) shift; inside "$@" ;;
  scaling)
    shift
    make_peers
    PYTHONPATH=bench exec "$peers/bin/python" -m compare.scaling build/bench/halfspace --write docs/scaling.md "$@"
    ;;
  separate) shift; make_peers || true; exec bench/separability.sh "$@" ;;
  *)
    make_peers
    make_dlib
    [ $# -gt 0 ] || set -- --write docs/benchmarks.md
    PYTHONPATH=bench exec "$peers/bin/python" -m compare build/bench/halfspace ../shared/data "$@"
    ;;
esac
