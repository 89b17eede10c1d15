// The two answers of halfspace explain: of one row, and on average over all.
#pragma once

#include "flags.hpp"
#include "model/model.hpp"

namespace halfspace::cli {

Outcome explain_row(const Args& args, const Model& model);
Outcome explain_means(const Args& args, const Model& model);

}  // namespace halfspace::cli
