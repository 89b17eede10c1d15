#!/usr/bin/env bash
# ./dev bench [FILE...]: speed of reading and of a perceptron pass, paths beside single fits, then whole runs beside LIBLINEAR where it is installed, then
# separability beside linear programs (bench/separability.sh).
# Without FILE the data sets of ../shared/data are used where present, else made data.
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

files=("$@")
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

echo
bench/kernel.sh build/bench/halfspace

command -v liblinear-train >/dev/null || { bench/separability.sh "$@"; exit 0; }
seconds() { local begun end; begun=$(date +%s%N); "$@" >/dev/null 2>&1; end=$(date +%s%N); echo $(((end - begun) / 1000)); }
echo
echo "whole process, file to model, median of 5 alternating runs (ours: one averaged perceptron pass; LIBLINEAR: -s 1 -e 1000, the fewest iterations it makes)"
for file in "${files[@]}"; do
  : >"$work/ours"
  : >"$work/theirs"
  for _ in 1 2 3 4 5; do
    seconds build/bench/halfspace train "$file" --preset averaged --passes 1 --decide off --threads 1 -o "$work/model.hs" >>"$work/ours"
    seconds liblinear-train -s 1 -e 1000 "$file" "$work/model.ll" >>"$work/theirs"
  done
  ours=$(sort -n "$work/ours" | sed -n 3p)
  theirs=$(sort -n "$work/theirs" | sed -n 3p)
  awk -v n="$(basename "$file")" -v a="$ours" -v b="$theirs" 'BEGIN { printf "whole %-28s halfspace %7.3f s  LIBLINEAR %7.3f s  ratio 1/%.1f\n", n, a / 1e6, b / 1e6, b / a }'
done

echo
bench/separability.sh "$@"
