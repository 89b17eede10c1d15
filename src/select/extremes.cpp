#include <algorithm>
#include <cmath>
#include <vector>

#include "base/text.hpp"
#include "select/calibration.hpp"

namespace halfspace {

std::string extremes_text(std::span<const double> score) {
  constexpr double far_out = 20;  // times the median
  std::vector<double> size;
  size.reserve(score.size());
  for (const double s : score) size.push_back(std::fabs(s));
  if (size.empty()) return "";
  const auto middle = size.begin() + static_cast<std::ptrdiff_t>(size.size() / 2);
  std::nth_element(size.begin(), middle, size.end());
  const double median = *middle;
  const double largest = *std::max_element(size.begin(), size.end());
  if (!(largest > far_out * median)) return "";
  return " (scores reach " + short_number(largest, 3) + " in size, half of them stay within " +
         short_number(median, 3) + ": a row so far out can decide this; look for its outlying cell)";
}

}  // namespace halfspace
