// Heckbert, "Nice numbers for graph labels" (Graphics Gems, 1990): the step is the least of 1, 2, 5 times a power of
// ten that needs no more ticks than there is room for.
#include "plot/ticks.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace halfspace::plot {
namespace {

constexpr int longest_plain = 6;  // digits before the point
constexpr int finest_plain = 4;   // digits behind it
constexpr std::array<double, 3> factors = {1, 2, 5};

/// The product m 10^e, rounded once where it can be.
double decimal(double m, int e) { return e < 0 ? m / std::pow(10.0, -e) : m * std::pow(10.0, e); }

struct Step {
  double factor = 1;
  int exponent = 0;

  double value() const { return decimal(factor, exponent); }
  double tick(double k) const { return decimal(k * factor, exponent); }
};

Step step_for(double low, double high, int most) {
  const double range = high - low;
  for (int e = static_cast<int>(std::floor(std::log10(range / most))) - 1;; ++e) {
    for (const double m : factors) {
      const double step = decimal(m, e);
      if (std::floor(high / step) - std::ceil(low / step) + 1 <= most) return {m, e};
    }
  }
}

}  // namespace

std::string fixed_text(double value, int decimals) {
  std::array<char, 400> buffer{};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals).ptr;
  std::string text(buffer.data(), end);
  if (text.starts_with('-') && text.find_first_not_of("-0.") == std::string::npos) text.erase(0, 1);
  return text;
}

std::vector<Tick> nice_ticks(double low, double high, int most) {
  std::vector<Tick> ticks;
  if (!(low < high) || !std::isfinite(high - low) || most < 2) return ticks;
  const Step step = step_for(low, high, most);
  const int top = static_cast<int>(std::floor(std::log10(std::max(std::fabs(low), std::fabs(high)))));
  const bool fixed = top < longest_plain && step.exponent >= -finest_plain;
  const int power = fixed ? 0 : top;
  const int decimals = std::max(0, power - step.exponent);
  const double first = std::ceil(low / step.value());
  const int count = static_cast<int>(std::floor(high / step.value()) - first) + 1;
  for (int n = 0; n < count; ++n) {
    const double k = first + n;
    std::string text = fixed_text(fixed ? step.tick(k) : decimal(k * step.factor, step.exponent - power), decimals);
    if (!fixed) text = k == 0 ? "0" : text.append("e").append(std::to_string(power));
    ticks.push_back({step.tick(k), std::move(text)});
  }
  return ticks;
}

std::vector<Tick> log_ticks(double low, double high, int most) {
  std::vector<Tick> ticks;
  if (!(low > 0) || !(low < high) || !std::isfinite(high) || most < 2) return ticks;
  const int first = static_cast<int>(std::ceil(std::log10(low)));
  const int last = static_cast<int>(std::floor(std::log10(high)));
  const int decades = last - first + 1;
  const int stride = std::max(1, (decades + most - 1) / most);
  const bool few = (decades + 1) * 3 <= most;
  for (int e = first - 1; e <= last; ++e) {  // one decade below: its 2 and 5 may be inside
    for (const double m : factors) {
      const double at = decimal(m, e);
      if (m > 1 && !few) break;
      if (at < low || at > high || (e - first) % stride != 0) continue;
      const bool fixed = e < longest_plain && e >= -finest_plain;
      ticks.push_back({at, fixed ? fixed_text(at, std::max(0, -e)) : fixed_text(m, 0) + "e" + std::to_string(e)});
    }
  }
  return ticks;
}

Range padded_range(double low, double high, double share) {
  constexpr double least = 1e-9;  // of the values: a range below it would be rounding noise
  const double size = std::max(std::fabs(low), std::fabs(high));
  double pad = (high - low) * share;
  if (!(high - low > size * least)) pad = size > 0 ? size * 0.1 : 1;
  return {low - pad, high + pad};
}

}  // namespace halfspace::plot
