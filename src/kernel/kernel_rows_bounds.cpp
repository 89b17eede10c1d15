// What no kernel value is above, and what rounding does to one.
#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernel/kernel_rows.hpp"

namespace halfspace {
namespace {

constexpr double places_of_function = 8;  // places of exp, tanh and what is around them

}  // namespace

/// No |t| of two rows is above this, t the base of the kernel: |u.v| <= max |x|^2, |u - v|_1 <= 2 max |x|_1.
template <class T>
double KernelRows<T>::largest_base() const {
  if (!kernel_.listed()) return kernel_.slope_of_base() * largest_;
  double most = 0;
  for (const T v : value_) most = std::max(most, std::fabs(static_cast<double>(v)));
  return most;
}

template <class T>
double KernelRows<T>::largest_value() const {
  const auto constant = static_cast<double>(constant_);
  switch (kernel_.map()) {
    case KernelMap::exponential:
    case KernelMap::hyperbolic_tangent:
      return 1 + constant;
    case KernelMap::power:
      return std::pow(kernel_.gamma * largest_base() + std::fabs(kernel_.coef0), static_cast<double>(kernel_.degree)) +
             constant;
    default:
      return largest_base() + constant;
  }
}

template <class T>
double KernelRows<T>::rounding_of_base() const {
  constexpr double unit = std::numeric_limits<T>::epsilon();
  return kernel_.slope_of_base() * unit * static_cast<double>(longest_ + 4) * largest_;
}

// e^-x (1 + s) has s of the roundings of x: those of the squared distance, and of its product with γ, at most
// 708 places of 1 (farther rows have less than any share of 1e-307).
template <class T>
std::optional<double> KernelRows<T>::relative_rounding() const {
  constexpr double unit = std::numeric_limits<T>::epsilon();
  constexpr double largest_exponent = 708;
  constexpr double small = 0.1;
  const double of_exponent = std::fabs(kernel_.gamma) * rounding_of_base() + largest_exponent * unit;
  if (kernel_.map() != KernelMap::exponential || !(of_exponent <= small)) return std::nullopt;
  return (1 + small) * of_exponent + places_of_function * unit;
}

template <class T>
double KernelRows<T>::rounding() const {
  constexpr double unit = std::numeric_limits<T>::epsilon();
  const double inner = rounding_of_base();
  const double gamma = std::fabs(kernel_.gamma);
  const double of_constant = constant_ != 0 ? unit * largest_value() : 0;  // of the sum with it
  if (kernel_.listed()) return std::is_same_v<T, double> ? of_constant : unit * largest_value() + of_constant;
  switch (kernel_.map()) {
    case KernelMap::exponential:
      return std::min(1.0, places_of_function * unit + gamma * inner) + of_constant;
    case KernelMap::hyperbolic_tangent:
      return std::min(2.0, places_of_function * unit + gamma * inner) + of_constant;
    case KernelMap::power: {
      const auto p = static_cast<double>(kernel_.degree);
      const double base = gamma * largest_base() + std::fabs(kernel_.coef0);
      return p * std::pow(base, p - 1) * (gamma * inner + 4 * unit * base) + of_constant;
    }
    default:
      return inner + of_constant;
  }
}

template double KernelRows<float>::largest_value() const;
template double KernelRows<float>::rounding() const;
template double KernelRows<double>::largest_value() const;
template double KernelRows<double>::rounding() const;
template std::optional<double> KernelRows<double>::relative_rounding() const;

}  // namespace halfspace
