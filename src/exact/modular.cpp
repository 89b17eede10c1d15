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

void take_multiples(std::span<const std::uint64_t> c, std::span<const std::uint64_t* const> rows, std::size_t size,
                    std::uint64_t* row) {
  constexpr std::size_t side_by_side = 4;
  std::size_t j = 0;
  for (; j + side_by_side <= size; j += side_by_side) {
    Unsigned128 s0 = 0;
    Unsigned128 s1 = 0;
    Unsigned128 s2 = 0;
    Unsigned128 s3 = 0;
    for (std::size_t k = 0; k < c.size(); ++k) {
      const std::uint64_t* from = rows[k] + j;
      const Unsigned128 factor = c[k];
      s0 += factor * from[0];
      s1 += factor * from[1];
      s2 += factor * from[2];
      s3 += factor * from[3];
    }
    row[j] = minus(row[j], modulo(s0));
    row[j + 1] = minus(row[j + 1], modulo(s1));
    row[j + 2] = minus(row[j + 2], modulo(s2));
    row[j + 3] = minus(row[j + 3], modulo(s3));
  }
  for (; j < size; ++j) {
    Unsigned128 sum = 0;
    for (std::size_t k = 0; k < c.size(); ++k) sum += static_cast<Unsigned128>(c[k]) * rows[k][j];
    row[j] = minus(row[j], modulo(sum));
  }
}

/// row <- row - Σ c_k rows_k, so that row is 0 at the pivots of these rows.
void ModularSpan::take_off(std::size_t first, std::size_t last, std::vector<std::uint64_t>& row) const {
  std::array<std::uint64_t, terms_at_once> c{};
  std::array<const std::uint64_t*, terms_at_once> rows{};
  const std::size_t count = last - first;
  for (std::size_t k = 0; k < count; ++k) {
    rows[k] = rows_[first + k].data();
    const std::uint64_t pivot = pivots_[first + k];
    std::uint64_t at = row[pivot];
    for (std::size_t l = 0; l < k; ++l) at = minus(at, times(c[l], rows[l][pivot]));
    c[k] = at;
  }
  take_multiples(std::span(c).first(count), std::span(rows).first(count), dims_, row.data());
}

bool ModularSpan::add(const IntegerVector& v) {
  std::vector<std::uint64_t> row(dims_);
  for (const auto& [j, value] : v) row[j] = modulo(value);
  Pace pace(stop_);
  for (std::size_t first = 0; first < rows_.size(); first += terms_at_once) {
    pace.check(2 * terms_at_once * dims_);
    take_off(first, std::min(first + terms_at_once, rows_.size()), row);
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
