// Typed options as settings: what differs from the defaults, by the tables of fields that read the flags too. So both
// have the same ranges, checks and messages, which name the flag.
#pragma once

#include "halfspace/options.hpp"
#include "halfspace/result.hpp"
#include "halfspace/select.hpp"
#include "train/settings.hpp"

namespace halfspace::api {

/// What an objective adds to the settings.
void add_objective(Settings& out, const ObjectiveOptions& o);

/// Errors (usage): values that no flag could give.
Result<Settings> settings_of(const TrainOptions& options);
Result<Settings> settings_of(const PathOptions& options);

/// The settings of training with those of calibration.
Result<Settings> settings_of(const TrainOptions& options, const CalibrationOptions& calibrate);

Result<Settings> settings_of(const CvOptions& options);
Result<Settings> settings_of(const SearchOptions& options);

}  // namespace halfspace::api
