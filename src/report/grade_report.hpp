// What `grade` says: for programs, and for people.
#pragma once

#include <string>

#include "base/json.hpp"
#include "classroom/grade.hpp"

namespace halfspace {

Json grade_json(const Grade& grade);

/// `student` names the file that was graded.
std::string grade_text(const Grade& grade, const std::string& student);

}  // namespace halfspace
