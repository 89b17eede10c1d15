#include "exact/modular.hpp"

#include <algorithm>
#include <array>

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

/// row <- row - Σ c_k rows_k, so that row is 0 at the pivots of these rows: each sum of products is reduced once.
void ModularSpan::take_off(std::size_t first, std::size_t last, std::vector<std::uint64_t>& row) const {
  std::array<std::uint64_t, together> c{};
  for (std::size_t k = first; k < last; ++k) {
    std::uint64_t at = row[pivots_[k]];
    for (std::size_t l = first; l < k; ++l) at = minus(at, times(c[l - first], rows_[l][pivots_[k]]));
    c[k - first] = at;
  }
  for (std::size_t j = 0; j < dims_; ++j) {
    Unsigned128 sum = 0;
    for (std::size_t k = first; k < last; ++k) sum += static_cast<Unsigned128>(c[k - first]) * rows_[k][j];
    row[j] = minus(row[j], modulo(sum));
  }
}

bool ModularSpan::add(const IntegerVector& v) {
  std::vector<std::uint64_t> row(dims_);
  for (const auto& [j, value] : v) row[j] = modulo(value);
  Pace pace(stop_);
  for (std::size_t first = 0; first < rows_.size(); first += together) {
    pace.check(2 * together * dims_);
    take_off(first, std::min(first + together, rows_.size()), row);
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
