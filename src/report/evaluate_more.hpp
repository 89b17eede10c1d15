// What evaluate says where it is asked for more: intervals by resampling, a second model, costs.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "report/lines.hpp"
#include "select/bootstrap.hpp"

namespace halfspace {

struct EvaluateMore {
  std::optional<Bootstrap> bootstrap;
};

/// `bootstrap` among the `metrics`; null where it was not asked for.
void add_more(Json& out, const EvaluateMore& more);

void add_more(Lines& lines, const EvaluateMore& more);

}  // namespace halfspace
