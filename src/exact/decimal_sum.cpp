#include "exact/decimal_sum.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_bits = std::size_t{1} << 33U;

}  // namespace

void DecimalSum::add_product(const Integer& factor, const Decimal& x) {
  if (x.exponent == exponent_) {
    mpz_addmul(digits_.get_mpz_t(), factor.get_mpz_t(), x.digits.get_mpz_t());
    return;
  }
  if (x.exponent < exponent_) {
    digits_ *= power_of_ten(static_cast<unsigned long>(exponent_ - x.exponent));
    exponent_ = x.exponent;
    mpz_addmul(digits_.get_mpz_t(), factor.get_mpz_t(), x.digits.get_mpz_t());
    return;
  }
  mpz_ui_pow_ui(scaled_.get_mpz_t(), 10, static_cast<unsigned long>(x.exponent - exponent_));
  scaled_ *= x.digits;
  mpz_addmul(digits_.get_mpz_t(), factor.get_mpz_t(), scaled_.get_mpz_t());
}

std::optional<CommonFractions> common_fractions(const std::vector<Rational>& numbers) {
  CommonFractions out;
  for (const Rational& r : numbers) {
    if (r.get_den() == 1) continue;
    mpz_lcm(out.denominator.get_mpz_t(), out.denominator.get_mpz_t(), r.get_den_mpz_t());
    if (mpz_sizeinbase(out.denominator.get_mpz_t(), 2) > most_bits / numbers.size()) return std::nullopt;
  }
  out.numerator.reserve(numbers.size());
  for (const Rational& r : numbers) out.numerator.emplace_back(r.get_num() * Integer(out.denominator / r.get_den()));
  return out;
}

}  // namespace halfspace
