#include "solver/linear/equal_rows.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <variant>

#include "base/rng.hpp"
#include "simd/prefetch.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t odd_constant = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio: Knuth 1998, section 6.4

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) { return (std::rotl(hash, 23) ^ word) * odd_constant; }

std::uint64_t bits(double v) { return std::bit_cast<std::uint64_t>(v); }
std::uint64_t bits(float v) { return std::bit_cast<std::uint32_t>(v); }

/// Two chains of multiplications side by side.
template <class F>
std::uint64_t hash_of_words(std::size_t size, F word) {
  std::uint64_t even = odd_constant;
  std::uint64_t odd = 1;
  std::size_t k = 0;
  for (; k + 2 <= size; k += 2) {
    even = mixed(even, word(k));
    odd = mixed(odd, word(k + 1));
  }
  if (k < size) even = mixed(even, word(k));
  return mixed(even, odd);
}

template <class T>
std::uint64_t hash_of(DenseRow<T> row) {
  return hash_of_words(row.size, [&](std::size_t k) { return bits(row.value[k]); });
}

template <class T>
std::uint64_t hash_of(SparseRow<T> row) {
  return hash_of_words(row.size,
                       [&](std::size_t k) { return bits(row.value[k]) ^ std::uint64_t{row.column[k]} << 32U; });
}

template <class T>
bool equal(DenseRow<T> a, DenseRow<T> b) {
  return a.size == 0 || std::memcmp(a.value, b.value, a.size * sizeof(T)) == 0;
}

template <class T>
bool equal(SparseRow<T> a, SparseRow<T> b) {
  return a.size == b.size && std::equal(a.column, a.column + a.size, b.column) &&
         (a.size == 0 || std::memcmp(a.value, b.value, a.size * sizeof(T)) == 0);
}

template <class T>
void prefetch_row(DenseRow<T> row) {
  prefetch(row.value);
}

template <class T>
void prefetch_row(SparseRow<T> row) {
  prefetch(row.column);
  prefetch(row.value);
}

constexpr std::uint32_t no_row = std::numeric_limits<std::uint32_t>::max();

/// A place of the table: a row and some bits of its hash.
struct Slot {
  std::uint32_t row = no_row;
  std::uint32_t tag = 0;
};

/// Are fewer than a fifth of the rows equal to one before them? Were they more, then of 8 sqrt(n) rows drawn
/// 0.2 n (8 sqrt(n) / n)^2 = 13 pairs would be equal on average, at least.
template <class M>
bool looks_distinct(const M& x, std::span<const std::int8_t> y) {
  constexpr std::size_t few_rows = 16384;
  if (x.rows < few_rows) return false;
  Rng rng(0, Stream::probe);
  std::vector<std::uint32_t> drawn(static_cast<std::size_t>(8 * std::sqrt(static_cast<double>(x.rows))));
  for (std::uint32_t& i : drawn) i = static_cast<std::uint32_t>(rng.bounded(x.rows));
  std::sort(drawn.begin(), drawn.end());
  drawn.erase(std::unique(drawn.begin(), drawn.end()), drawn.end());
  std::vector<std::uint64_t> hash;
  hash.reserve(drawn.size());
  for (const std::uint32_t i : drawn) hash.push_back(mixed(hash_of(x.row(i)), y[i] > 0 ? 1 : 2));
  std::sort(hash.begin(), hash.end());
  return std::adjacent_find(hash.begin(), hash.end()) == hash.end();
}

/// By blocks of rows: what the next ones need of the table and of earlier rows is asked for before it is read.
template <class M>
std::vector<std::uint32_t> first_equal(const M& x, std::span<const std::int8_t> y) {
  if (looks_distinct(x, y)) return {};
  constexpr std::size_t block = 64;
  const std::size_t slots = std::bit_ceil(2 * x.rows + 1);
  const auto shift = static_cast<unsigned>(64 - std::countr_zero(slots));
  std::vector<Slot> table(slots);
  std::vector<std::uint32_t> first(x.rows);
  std::array<std::uint64_t, block> hash{};
  std::size_t kept = 0;
  for (std::size_t begin = 0; begin < x.rows; begin += block) {
    const std::size_t end = std::min(begin + block, x.rows);
    for (std::size_t i = begin; i < end; ++i) {
      hash[i - begin] = mixed(hash_of(x.row(i)), y[i] > 0 ? 1 : 2);
      prefetch(&table[hash[i - begin] >> shift]);
    }
    for (std::size_t i = begin; i < end; ++i) {
      const Slot& slot = table[hash[i - begin] >> shift];
      if (slot.row != no_row && slot.tag == static_cast<std::uint32_t>(hash[i - begin])) prefetch_row(x.row(slot.row));
    }
    for (std::size_t i = begin; i < end; ++i) {
      const auto tag = static_cast<std::uint32_t>(hash[i - begin]);
      const auto same = [&](const Slot& s) {
        return s.tag == tag && y[s.row] == y[i] && equal(x.row(s.row), x.row(i));
      };
      std::size_t at = hash[i - begin] >> shift;
      while (table[at].row != no_row && !same(table[at])) at = (at + 1) % slots;
      if (table[at].row == no_row) {
        table[at] = {static_cast<std::uint32_t>(i), tag};
        ++kept;
      }
      first[i] = table[at].row;
    }
  }
  if (5 * kept > 4 * x.rows) first.clear();
  return first;
}

template <class T>
DenseMatrix<T> alone(const DenseMatrix<T>& x, std::span<const std::size_t> rows) {
  DenseMatrix<T> out;
  out.rows = rows.size();
  out.cols = x.cols;
  out.value.resize(rows.size() * x.cols);
  T* to = out.value.data();
  for (const std::size_t i : rows) to = std::copy_n(x.row(i).value, x.cols, to);
  return out;
}

template <class T>
CsrMatrix<T> alone(const CsrMatrix<T>& x, std::span<const std::size_t> rows) {
  CsrMatrix<T> out;
  out.rows = rows.size();
  out.cols = x.cols;
  out.start.resize(rows.size() + 1);
  out.start[0] = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) out.start[k + 1] = out.start[k] + x.row_size(rows[k]);
  out.column.resize(out.start.back());
  out.value.resize(out.start.back());
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const auto row = x.row(rows[k]);
    std::copy_n(row.column, row.size, out.column.data() + out.start[k]);
    std::copy_n(row.value, row.size, out.value.data() + out.start[k]);
  }
  return out;
}

template <class M>
std::vector<std::size_t> by_length(const M& x, const std::vector<std::size_t>& rows) {
  std::vector<std::size_t> end;  // of the rows of each length
  for (const std::size_t r : rows) {
    if (end.size() <= x.row_size(r)) end.resize(x.row_size(r) + 1);
    ++end[x.row_size(r)];
  }
  std::exclusive_scan(end.begin(), end.end(), end.begin(), std::size_t{0});
  std::vector<std::size_t> out(rows.size());
  for (const std::size_t r : rows) out[end[x.row_size(r)]++] = r;
  return out;
}

}  // namespace

std::vector<std::uint32_t> first_equal_rows(const LinearProblem& problem) {
  if (problem.y.size() >= std::numeric_limits<std::uint32_t>::max()) return {};
  return std::visit([&](const auto& x) { return first_equal(x, problem.y); }, problem.x);
}

std::optional<DistinctRows> distinct_rows(const LinearProblem& problem) {
  const std::vector<std::uint32_t> first = first_equal_rows(problem);
  if (first.empty()) return std::nullopt;
  const auto weight = [&](std::size_t r) { return problem.weight.empty() ? 1 : problem.weight[r]; };
  DistinctRows out;
  std::vector<std::uint32_t> place(first.size(), no_row);  // of a first row and its equals
  for (std::size_t r = 0; r < first.size(); ++r) {
    if (weight(r) > 0 && std::exchange(place[first[r]], 0U) == no_row) out.first.push_back(r);
  }
  std::visit(
      [&](const auto& x) {
        out.first = by_length(x, out.first);
        out.x = alone(x, out.first);
      },
      problem.x);
  for (std::size_t i = 0; i < out.first.size(); ++i) place[first[out.first[i]]] = static_cast<std::uint32_t>(i);
  out.weight.resize(out.first.size());
  out.count.resize(out.first.size());
  out.part_of.resize(first.size());
  for (std::size_t r = 0; r < first.size(); ++r) {
    if (weight(r) == 0) continue;
    out.part_of[r] = place[first[r]];
    out.weight[out.part_of[r]] += weight(r);
    ++out.count[out.part_of[r]];
  }
  return out;
}

}  // namespace halfspace
