// Training by settings, of rows in memory or of what was read.
#pragma once

#include <optional>
#include <string>

#include "api/updates.hpp"
#include "api/watching.hpp"
#include "format/read.hpp"
#include "halfspace/train.hpp"
#include "train/settings.hpp"

namespace halfspace::api {

/// `text` is where the digits stand, where they can be looked at again; `seen` is shown the updates of a perceptron.
Result<Training> learn_from(Dataset data, const Settings& settings, const std::string& source,
                            std::optional<TextAgain> text, const Watching& watching, const Seen& seen = {});

/// Errors in the words of options; one of `settings` is passed on.
Result<Training> learn_in_memory(const DenseRows& rows, const RowLabels& labels, const Result<Settings>& settings,
                                 const Watch& watch, const Seen& seen = {});
Result<Training> learn_in_memory(const CsrRows& rows, const RowLabels& labels, const Result<Settings>& settings,
                                 const Watch& watch, const Seen& seen = {});

}  // namespace halfspace::api
