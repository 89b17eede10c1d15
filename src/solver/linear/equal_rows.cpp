#include "solver/linear/equal_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <variant>

namespace halfspace {
namespace {

constexpr std::uint64_t odd_constant = 0x9E3779B97F4A7C15;  // 2^64 over the golden ratio: Knuth 1998, section 6.4

std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) { return (std::rotl(hash, 23) ^ word) * odd_constant; }

std::uint64_t bits(double v) { return std::bit_cast<std::uint64_t>(v); }
std::uint64_t bits(float v) { return std::bit_cast<std::uint32_t>(v); }

template <class T>
std::uint64_t hash_of(DenseRow<T> row) {
  std::uint64_t h = odd_constant;
  for (std::size_t k = 0; k < row.size; ++k) h = mixed(h, bits(row.value[k]));
  return h;
}

template <class T>
std::uint64_t hash_of(SparseRow<T> row) {
  std::uint64_t h = odd_constant;
  for (std::size_t k = 0; k < row.size; ++k) h = mixed(h, bits(row.value[k]) ^ std::uint64_t{row.column[k]} << 32U);
  return h;
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

template <class M>
std::vector<std::uint32_t> first_equal(const M& x, std::span<const std::int8_t> y) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  const std::size_t slots = std::bit_ceil(2 * x.rows + 1);
  const int shift = 64 - std::countr_zero(slots);
  std::vector<std::uint32_t> table(slots, none);
  std::vector<std::uint64_t> hash(x.rows);
  std::vector<std::uint32_t> first(x.rows);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < x.rows; ++i) {
    hash[i] = mixed(hash_of(x.row(i)), y[i] > 0 ? 1 : 2);
    std::size_t slot = hash[i] >> static_cast<unsigned>(shift);
    while (true) {
      const std::uint32_t at = table[slot];
      const bool found = at != none && hash[at] == hash[i] && y[at] == y[i] && equal(x.row(at), x.row(i));
      if (at == none) table[slot] = static_cast<std::uint32_t>(i);
      if (at == none) ++kept;
      first[i] = found ? at : static_cast<std::uint32_t>(i);
      if (found || at == none) break;
      slot = (slot + 1) % slots;
    }
  }
  if (5 * kept > 4 * x.rows) first.clear();
  return first;
}

}  // namespace

std::vector<std::uint32_t> first_equal_rows(const LinearProblem& problem) {
  if (problem.y.size() >= std::numeric_limits<std::uint32_t>::max()) return {};
  return std::visit([&](const auto& x) { return first_equal(x, problem.y); }, problem.x);
}

}  // namespace halfspace
