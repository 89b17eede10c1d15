#include "train/objective/exact_kernel.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "exact/linear.hpp"

namespace halfspace {
namespace {

Decimal decimal_of(double value) {
  Decimal out;
  read_decimal(number_text(value), out);
  return out;
}

}  // namespace

Rational shortest_decimal(double value) { return decimal_of(value).value(); }

std::optional<ExactKernel> ExactKernel::of(const Matrix& x, const Kernel& kernel, double constant,
                                           std::span<const std::uint32_t> rows) {
  constexpr std::int64_t most_apart = 60;  // powers of ten
  if (!kernel.rational()) return std::nullopt;
  std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, Decimal>>> decimals;
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::visit(
      [&](const auto& m) {
        for (const std::uint32_t i : rows) {
          auto& row = decimals[i];
          for_each_entry(m.row(i), [&](std::size_t j, double v) {
            if (v == 0) return;
            row.emplace_back(static_cast<std::uint32_t>(j), decimal_of(v));
            const Decimal& d = row.back().second;
            least = std::min(least, d.exponent);
            most = std::max(most, d.exponent);
          });
        }
      },
      x);
  if (most - least > most_apart) return std::nullopt;
  ExactKernel out;
  out.kernel_ = kernel;
  out.scale_ = power_of_ten(static_cast<std::uint64_t>(-least));
  for (const auto& [i, row] : decimals) {
    auto& values = out.rows_[i];
    for (const auto& [j, d] : row)
      values.emplace_back(j, Integer(d.digits * power_of_ten(static_cast<std::uint64_t>(d.exponent - least))));
  }
  const Integer squared = kernel.listed() ? out.scale_ : Integer(out.scale_ * out.scale_);
  out.denominator_ = squared;
  if (kernel.uses_degree()) {
    const Rational gamma = shortest_decimal(kernel.gamma);
    const Rational c = shortest_decimal(kernel.coef0);
    out.slope_ = gamma.get_num() * c.get_den();
    out.shift_ = c.get_num() * gamma.get_den() * squared;
    const Integer base = gamma.get_den() * c.get_den() * squared;
    mpz_pow_ui(out.denominator_.get_mpz_t(), base.get_mpz_t(), kernel.degree);
    constexpr std::size_t most_bits = 20000;
    if (mpz_sizeinbase(base.get_mpz_t(), 2) * kernel.degree > most_bits) return std::nullopt;
  }
  out.constant_ = constant == 0 ? Integer(0) : out.denominator_;
  return out;
}

Integer ExactKernel::product(std::uint32_t i, std::uint32_t j) const {
  const auto& a = rows_.at(i);
  const auto& b = rows_.at(j);
  Integer sum = 0;
  for (std::size_t k = 0, l = 0; k < a.size() && l < b.size();) {
    if (a[k].first < b[l].first) {
      ++k;
    } else if (b[l].first < a[k].first) {
      ++l;
    } else {
      add_product(sum, a[k++].second, b[l++].second);
    }
  }
  return sum;
}

Integer ExactKernel::value(std::uint32_t i, std::uint32_t j) const {
  Integer out;
  if (kernel_.listed()) {
    const auto& row = rows_.at(i);
    const auto at =
        std::lower_bound(row.begin(), row.end(), j, [](const auto& e, std::uint32_t k) { return e.first < k; });
    if (at != row.end() && at->first == j) out = at->second;
  } else {
    out = product(i, j);
    if (kernel_.uses_degree()) {
      out = slope_ * out + shift_;
      mpz_pow_ui(out.get_mpz_t(), out.get_mpz_t(), kernel_.degree);
    }
  }
  return out + constant_;
}

}  // namespace halfspace
