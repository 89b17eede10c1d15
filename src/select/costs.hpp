// What predictions cost where mistakes cost unlike amounts, and from which score on +1 costs least.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "halfspace/result.hpp"
#include "model/counts.hpp"

namespace halfspace {

/// A right label costs 0 and a wrong one 1, where nothing else is said.
struct CostTable {
  std::map<std::pair<std::size_t, std::size_t>, double> named;  // (true class, predicted one)

  double of(std::size_t truth, std::size_t predicted) const {
    const auto found = named.find({truth, predicted});
    if (found != named.end()) return found->second;
    return truth == predicted ? 0 : 1;
  }
};

/// FN=C,FP=C of two classes (the second is +1), or TRUE>PREDICTED=C,... with labels among `classes`; C >= 0. Elements
/// as in quoted_list(). Errors (usage) at --costs.
Result<CostTable> cost_table(const std::string& text, std::span<const std::string> classes);

/// Σ c_i cost(true class, predicted class).
double total_cost(const CostTable& costs, const Counts& counts);

/// +1 from this number on.
struct CostCut {
  double threshold = 0;
  double cost = 0;
};

/// Numbers a threshold may take: below < t < above.
struct CutRange {
  double below;
  double above;
};

/// The threshold t whose labels (+1 where value >= t) cost least on these rows of two classes. A set of labels is
/// written by `today` where that gives it, else by the least value that is +1, else (no row is +1) by the double after
/// the largest. Of equal costs (to 12 digits) the threshold nearest to `today`. Nothing where none lies in `range`.
std::optional<CostCut> cheapest_cut(const CostTable& costs, std::span<const double> value,
                                    std::span<const std::uint32_t> truth, std::span<const double> weight, double today,
                                    const CutRange& range);

}  // namespace halfspace
