// What evaluate says where it is asked for more: intervals by resampling, a second model, costs.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "report/lines.hpp"
#include "select/bootstrap.hpp"
#include "select/costs.hpp"
#include "select/mcnemar.hpp"

namespace halfspace {

/// A second model on the same rows.
struct Against {
  std::string name;
  double accuracy = 0;    // by weight, as difference
  double difference = 0;  // of the accuracies, the first less the second
  McNemar test;           // of rows, whatever their weights
};

/// What the predictions cost; of two classes from which score, and from which P(+1), +1 would cost least.
struct CostReport {
  double total = 0;
  double mean = 0;  // by weight
  std::optional<CostCut> score;
  std::optional<CostCut> probability;
};

struct EvaluateMore {
  std::optional<Against> against;
  std::optional<Bootstrap> bootstrap;
  std::optional<CostReport> cost;
};

/// `bootstrap` among the `metrics`, `against`, `cost`; null where they were not asked for.
void add_more(Json& out, const EvaluateMore& more);

void add_more(Lines& lines, const EvaluateMore& more);

}  // namespace halfspace
