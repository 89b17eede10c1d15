#!/usr/bin/env bash
# bench/separability.sh [FILE...]: whole runs of `halfspace separate FILE -o CERTIFICATE` beside LIBLINEAR loading the same file and
# linear programs deciding the same question. Part of ./dev bench; LIBSVM files of two labels, by default those of ../shared/data.
# The certificate goes to standard output when timed: a file would be synced to the disk, which is no part of the comparison.
# LP_SECONDS (60) limits each linear program. Times of LIBLINEAR and halfspace: medians of 5 alternating whole processes, one thread.
set -euo pipefail
cd "$(dirname "$0")/.."
halfspace=${HALFSPACE:-build/bench/halfspace}
limit=${LP_SECONDS:-60}
peers=build/bench/peers  # a Python environment with HiGHS
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

note() { echo "separability: $*" >&2; }

# The data sets of ../shared/data, unpacked; of the ten digits of mnist10k, odd (+1) against even.
find_sets() {
  local name plain
  for name in breast_cancer crx_onehot spambase mushrooms a9a w8a mnist10k imdb_tfidf kdd99; do
    plain=../shared/data/$name
    if [ -f "$plain.zst" ]; then
      zstd -dqf "$plain.zst" -o "$work/$name"
      plain=$work/$name
    fi
    [ -f "$plain" ] || continue
    if [ "$name" = mnist10k ]; then
      awk '{ $1 = $1 % 2 ? "+1" : "-1"; print }' "$plain" >"$work/mnist10k_odd"
      plain=$work/mnist10k_odd
    fi
    files+=("$plain")
  done
}

# liblinear-train that ends when the file is loaded: it then asks check_parameter() whether its options are good.
make_loader() {
  command -v liblinear-train >/dev/null && command -v cc >/dev/null || return 0
  echo 'const char* check_parameter(const void* p, const void* q) { return p == q ? 0 : "loaded"; }' >"$work/loaded.c"
  cc -shared -fPIC -o "$work/loaded.so" "$work/loaded.c"
}

# microseconds FILE COMMAND...: appends the time of a command, whatever its exit code
microseconds() {
  local out=$1 begun end
  shift
  begun=$(date +%s%N)
  "$@" >/dev/null 2>&1 || true
  end=$(date +%s%N)
  echo $(((end - begun) / 1000)) >>"$out"
}

median() { sort -n "$1" | awk '{ t[NR] = $1 } END { printf "%.6f", t[int((NR + 1) / 2)] / 1e6 }'; }

# Seconds and answer of one linear program solver: solving alone, its reading of the file not counted.
solve_highs() { timeout $((limit + 60)) "$peers/bin/python" bench/separability_lp.py solve "$1" "$limit" 2>/dev/null || true; }
solve_clp() {
  timeout $((limit + 60)) clp "$1" -seconds "$limit" -dualsimplex -quit 2>/dev/null | awk -v limit="$limit" '
    /^(Optimal|PrimalInfeasible) objective/ { for (k = 1; k < NF; ++k) if ($k == "time") t = $(k + 1) + 0; answer = $1 == "Optimal" ? "separable" : "not-separable" }
    END { print answer ? t " " answer : limit " none" }' || true
}

# A row of the table: `name seconds answer`, as a ratio to ours; an unfinished program took longer than its limit.
report_lp() {
  local name=$1 seconds=$2 answer=$3
  awk -v name="$name" -v s="$seconds" -v answer="$answer" -v ours="$ours" -v limit="$limit" -v verdict="$verdict" 'BEGIN {
    done = answer == "separable" || answer == "not-separable"
    if (done && verdict != "undecided" && (answer == "separable") != (verdict == "separable")) answer = answer ", which is NOT what halfspace says"
    t = done ? s : limit
    ratio = t / ours < 2 ? sprintf("%.2f of it", ours / t) : sprintf("1/%.0f of it", t / ours)
    printf "      %-18s %9s%8.3f s  ours is %s%s  %s\n", name, done ? "" : ">", t, done ? "" : "less than ", ratio, done ? answer : "no answer" }'
}

bench_set() {
  local file=$1 name verdict answer ours theirs k runs=5
  name=$(basename "$file")
  timeout 600 "$halfspace" separate "$file" -o "$work/certificate.json" --threads 1 --json >"$work/answer.json" 2>"$work/error" || true
  verdict=$(sed -n 's/.*"verdict": *"\([a-z-]*\)".*/\1/p' "$work/answer.json" | head -n 1)
  [ -n "$verdict" ] || { note "$name: no verdict: $(head -n 1 "$work/error")"; return 0; }
  rm -f "$work/ours" "$work/theirs"
  for ((k = 0; k < runs; ++k)); do
    microseconds "$work/ours" env "$halfspace" separate "$file" -o - --threads 1
    [ ! -f "$work/loaded.so" ] || microseconds "$work/theirs" env LD_PRELOAD="$work/loaded.so" liblinear-train "$file" "$work/model"
    [ "$(tail -n 1 "$work/ours")" -lt 10000000 ] || break
  done
  ours=$(median "$work/ours")
  printf '%-14s halfspace        %9.3f s  %s, certificate of %s bytes\n' "$name" "$ours" "$verdict" "$(wc -c <"$work/certificate.json" 2>/dev/null || echo no)"
  if [ -f "$work/theirs" ]; then
    theirs=$(median "$work/theirs")
    awk -v t="$theirs" -v ours="$ours" 'BEGIN { printf "      %-18s %17.3f s  ours is %.2f of it\n", "LIBLINEAR load", t, ours / t }'
  fi
  python3 bench/separability_lp.py write "$file" "$work/problem.mps" || return 0
  if "$peers/bin/python" -c 'import highspy' 2>/dev/null; then
    read -r theirs answer <<<"$(solve_highs "$work/problem.mps") none"
    report_lp "LP by HiGHS" "$theirs" "${answer%% *}"
  fi
  if command -v clp >/dev/null; then
    read -r theirs answer <<<"$(solve_clp "$work/problem.mps")"
    report_lp "LP by CLP" "$theirs" "$answer"
  fi
}

"$halfspace" separate --help 2>/dev/null | grep -q -- ' -o' || { note "halfspace separate -o is not there yet"; exit 0; }
files=("$@")
[ ${#files[@]} -gt 0 ] || find_sets
[ ${#files[@]} -gt 0 ] || { note "no data: name LIBSVM files of two labels"; exit 0; }
make_loader
echo "separability, whole process, one thread, data to certificate; linear programs: solving alone, their reading not counted"
for file in "${files[@]}"; do bench_set "$file"; done
