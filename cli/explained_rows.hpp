// The two answers of halfspace explain: of one row, and on average over all.
#pragma once

#include "flags.hpp"
#include "model/model.hpp"
#include "verbs/explanation.hpp"

namespace halfspace::cli {

Outcome explain_row(const Args& args, const Model& model, ExplainRequest request);
Outcome explain_means(const Args& args, const Model& model, const ExplainRequest& request);

}  // namespace halfspace::cli
