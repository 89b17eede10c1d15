// Marks on axes: round numbers (1, 2 or 5 times a power of ten) and their texts.
#pragma once

#include <string>
#include <vector>

namespace halfspace::plot {

struct Tick {
  double at = 0;
  std::string text;
};

/// Ticks in [low, high], at most `most` (>= 2), all with the same number of decimals; with a common power of ten where
/// plain numbers would be long. Empty unless low < high, both finite.
std::vector<Tick> nice_ticks(double low, double high, int most);

/// Ticks for a logarithmic axis, 0 < low < high: powers of ten, or 1, 2 and 5 times them where there are few.
std::vector<Tick> log_ticks(double low, double high, int most);

/// The value with so many decimals; -0 is written 0.
std::string fixed_text(double value, int decimals);

/// Ends of an axis around values from `low` to `high`: `share` of their range on either side, and a range to see even
/// where all values are equal. An infinite result means values too far apart to draw.
struct Range {
  double low = 0;
  double high = 1;
};
Range padded_range(double low, double high, double share);

}  // namespace halfspace::plot
