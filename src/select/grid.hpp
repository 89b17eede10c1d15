// The points of a search: every combination of values of the settings that vary.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "halfspace/result.hpp"
#include "train/settings.hpp"

namespace halfspace {

/// One setting that varies, as --over says it: NAME=V,V,... or NAME=LOW:HIGH:COUNT (LOW to HIGH in equal ratios,
/// rounded to 6 digits). `simple` is +1 where larger values are simpler models (lambda), -1 where smaller ones are (C,
/// gamma, degree), 0 where that cannot be said.
struct Varied {
  std::string name;
  std::vector<std::string> values;
  std::vector<double> numbers;  // empty where some value is no number
  int simple = 0;
};

/// A place in each of the varied lists.
using GridPoint = std::vector<std::size_t>;

struct Grid {
  std::vector<Varied> varied;
  bool by_default = false;  // no --over was given

  std::size_t size() const;
  /// The last setting varies fastest.
  GridPoint point(std::size_t k) const;
  Settings settings_at(const Settings& fixed, const GridPoint& point) const;
  std::string text(const GridPoint& point) const;  // "C=1, gamma=0.1"
};

/// Flags of learners that --over may vary.
std::vector<std::string> varying_names();

/// The grid of --over, or that of the learner. Errors (usage): no NAME=..., a name that is no flag of a learner, given
/// as a fixed flag too or twice, an empty or repeated value, a range that is none, more than 10000 points, no --over
/// where the learner has no grid.
Result<Grid> grid_of(const Settings& settings);

}  // namespace halfspace
