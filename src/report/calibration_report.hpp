// What calibration says: as lines for people and as JSON for programs.
#pragma once

#include "base/json.hpp"
#include "report/lines.hpp"
#include "select/learn.hpp"

namespace halfspace {

/// The member `calibration` of JSON reports and of models.
Json calibration_json(const CalibrationReport& report);

/// The lines under a report; "" where there was none.
std::string calibration_text(const Learned& learned);

/// The lines about calibration.
void add_calibration(Lines& lines, const CalibrationReport& report, const Model& model);

}  // namespace halfspace
