#include "exact/modular.hpp"

#include <algorithm>

#include "base/rng.hpp"

namespace halfspace {
namespace {

std::uint64_t folded(std::uint64_t v) {
  v = (v & modular_prime) + (v >> 61U);
  return v >= modular_prime ? v - modular_prime : v;
}

}  // namespace

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  const Unsigned128 p = static_cast<Unsigned128>(a) * b;
  return folded((static_cast<std::uint64_t>(p) & modular_prime) + static_cast<std::uint64_t>(p >> 61U));
}

std::uint64_t minus(std::uint64_t a, std::uint64_t b) { return a >= b ? a - b : a + modular_prime - b; }

/// v^(p-2) = 1/v
std::uint64_t inverse(std::uint64_t v) {
  std::uint64_t out = 1;
  for (std::uint64_t e = modular_prime - 2; e > 0; e >>= 1U) {
    if ((e & 1U) != 0) out = times(out, v);
    v = times(v, v);
  }
  return out;
}

Integer whole_number(Unsigned128 v) {
  Integer out = static_cast<std::uint64_t>(v >> 64U);
  out <<= 64U;
  return out + static_cast<std::uint64_t>(v);
}

std::uint64_t modulo(Unsigned128 v) {
  const Unsigned128 once = (v & modular_prime) + (v >> 61U);  // below 2^68
  return folded((static_cast<std::uint64_t>(once) & modular_prime) + static_cast<std::uint64_t>(once >> 61U));
}

std::uint64_t modulo(const Integer& v) { return mpz_fdiv_ui(v.get_mpz_t(), modular_prime); }

bool ModularSpan::add(const IntegerVector& v) {
  std::vector<std::uint64_t> row(dims_);
  for (const auto& [j, value] : v) row[j] = modulo(value);
  Pace pace(stop_);
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const std::uint64_t c = row[pivots_[k]];
    if (c == 0) continue;
    pace.check(2 * dims_);
    for (std::size_t j = 0; j < dims_; ++j) row[j] = minus(row[j], times(c, rows_[k][j]));
  }
  const auto pivot = std::find_if(row.begin(), row.end(), [](std::uint64_t x) { return x != 0; });
  if (pivot == row.end()) return false;
  const std::uint64_t scale = inverse(*pivot);
  pivots_.push_back(static_cast<std::uint64_t>(pivot - row.begin()));
  for (std::uint64_t& x : row) x = times(x, scale);
  rows_.push_back(std::move(row));
  return true;
}

std::vector<std::uint64_t> ModularSpan::probe(std::uint64_t seed) const {
  std::vector<std::uint64_t> g(dims_);
  Pace pace(stop_);
  Rng rng(seed, Stream::probe);
  for (std::uint64_t& x : g) x = rng.bounded(modular_prime);
  for (const std::uint64_t j : pivots_) g[j] = 0;
  for (std::size_t k = rows_.size(); k-- > 0;) {  // row k has zeros at earlier pivots, so later ones are known
    std::uint64_t sum = 0;
    pace.check(2 * dims_);
    for (std::size_t j = 0; j < dims_; ++j) sum = folded(sum + times(rows_[k][j], g[j]));
    g[pivots_[k]] = minus(0, sum);
  }
  return g;
}

std::uint64_t product(const std::vector<std::uint64_t>& probe, const IntegerVector& v) {
  std::uint64_t sum = 0;
  for (const auto& [j, value] : v) sum = folded(sum + times(probe[j], modulo(value)));
  return sum;
}

}  // namespace halfspace
