#include "exact/decimal_sum.hpp"

#include <algorithm>

namespace halfspace {
namespace {

std::size_t bits(const Integer& v) { return mpz_sizeinbase(v.get_mpz_t(), 2); }

}  // namespace

void DecimalSum::add_product(const Integer& factor, const Decimal& x) {
  if (x.exponent == exponent_) {
    mpz_addmul(digits_.get_mpz_t(), factor.get_mpz_t(), x.digits.get_mpz_t());
    return;
  }
  if (x.exponent < exponent_) {
    digits_ *= power_of_ten(static_cast<std::uint64_t>(exponent_ - x.exponent));
    exponent_ = x.exponent;
    mpz_addmul(digits_.get_mpz_t(), factor.get_mpz_t(), x.digits.get_mpz_t());
    return;
  }
  mpz_ui_pow_ui(scaled_.get_mpz_t(), 10, static_cast<std::uint64_t>(x.exponent - exponent_));
  scaled_ *= x.digits;
  mpz_addmul(digits_.get_mpz_t(), factor.get_mpz_t(), scaled_.get_mpz_t());
}

int compare(const DecimalSum& a, const DecimalSum& b) {
  if (a.exponent_ == b.exponent_) return cmp(a.digits_, b.digits_);
  if (a.exponent_ < b.exponent_) return -compare(b, a);
  return cmp(Integer(a.digits_ * power_of_ten(static_cast<std::uint64_t>(a.exponent_ - b.exponent_))), b.digits_);
}

std::optional<CommonFractions> common_fractions(const std::vector<Rational>& numbers) {
  std::size_t given = 0;
  for (const Rational& r : numbers) given += bits(r.get_num()) + bits(r.get_den());
  const std::size_t most = std::max(common_bits, common_growth * given);
  CommonFractions out;
  for (const Rational& r : numbers) {
    if (r.get_den() == 1) continue;
    mpz_lcm(out.denominator.get_mpz_t(), out.denominator.get_mpz_t(), r.get_den_mpz_t());
    if (bits(out.denominator) > most / numbers.size()) return std::nullopt;
  }
  out.numerator.reserve(numbers.size());
  for (const Rational& r : numbers) out.numerator.emplace_back(r.get_num() * Integer(out.denominator / r.get_den()));
  return out;
}

}  // namespace halfspace
