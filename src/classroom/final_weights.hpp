// A student's final weights held against those that a learner ends with.
#pragma once

#include <optional>
#include <string>

#include "classroom/grade.hpp"
#include "classroom/student_table.hpp"

namespace halfspace {

/// Of any linear learner. Errors: as learn(); usage for a kernel; bad_data for columns that are no weights.
Result<Grade> graded_weights(const Dataset& data, const Settings& settings, const std::string& source,
                             const std::optional<TextAgain>& text, const StudentText& student,
                             const TrainObserver& observer);

}  // namespace halfspace
