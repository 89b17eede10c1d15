// The classes of a model in another order: LIBSVM and LIBLINEAR number classes as they first appear.
#pragma once

#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace halfspace {

/// Class k becomes the old class order[k]; scores stay. Three classes or more, no votes.
void order_classes(Model& model, const std::vector<std::uint32_t>& order);

}  // namespace halfspace
