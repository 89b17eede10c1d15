#include "shard/exact_sum.hpp"

#include <cmath>
#include <limits>

namespace halfspace {
namespace {

constexpr int lowest = -1074;

/// Digits to base 2^32 of the sum without its sign: one representation for each value.
struct Digits {
  std::array<std::uint32_t, ExactSum::chunks + 4> digit{};
  bool negative = false;
};

Digits digits_of(std::array<ExactSum::Wide, ExactSum::chunks> chunk) {
  Digits out;
  const auto carry_through = [&] {
    ExactSum::Wide carry = 0;
    for (std::size_t k = 0; k < out.digit.size(); ++k) {
      const ExactSum::Wide all = ExactSum::plus(carry, k < chunk.size() ? chunk[k] : 0);
      out.digit[k] = static_cast<std::uint32_t>(all & 0xFFFFFFFF);
      carry = all >> 32;
    }
    return carry < 0;
  };
  out.negative = carry_through();
  if (!out.negative) return out;
  for (ExactSum::Wide& c : chunk) c = static_cast<ExactSum::Wide>(-static_cast<ExactSum::Unsigned>(c));
  carry_through();
  return out;
}

}  // namespace

double ExactSum::value() const {
  if (!finite_) return std::numeric_limits<double>::quiet_NaN();
  const Digits d = digits_of(chunk_);
  std::size_t top = d.digit.size();
  while (top > 0 && d.digit[top - 1] == 0) --top;
  double sum = 0;
  for (std::size_t k = top > 4 ? top - 4 : 0; k < top; ++k)
    sum += std::ldexp(static_cast<double>(d.digit[k]), static_cast<int>(32 * k) + lowest);
  return d.negative ? -sum : sum;
}

}  // namespace halfspace
