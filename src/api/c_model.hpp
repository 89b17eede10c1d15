// Models of the C interface.
#pragma once

#include "api/c_handles.hpp"

namespace halfspace::api {

/// A handle of the classifier, with what its report says.
Result<void> give_model(hs_model** out, const Classifier& classifier);

}  // namespace halfspace::api
