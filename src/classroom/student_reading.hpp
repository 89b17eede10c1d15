// The way of writing in which a student's lines are nearest to a run.
#pragma once

#include <string>
#include <vector>

#include "classroom/student_match.hpp"
#include "classroom/traced_run.hpp"

namespace halfspace {

/// One way of writing down one run, and how far the student's lines follow it.
struct Reading {
  Match match;
  Notation notation;
  const TracedRun* run = nullptr;
  std::vector<std::string> variants;
};

/// Is the match nearer to the student's lines than the other?
bool is_nearer(const StudentTable& student, const Match& match, const Match& than);

/// The notation in which most of the student's cells are those of the run; of equals the nearest to that of `trace`. It
/// points to the run.
Reading best_reading(const StudentTable& student, const TracedRun& run, const Dataset& data);

/// May a student call the first of two classes +1? Not where the labels are numbers with signs that say which it is, or 0
/// and 1.
bool may_be_turned(const std::vector<std::string>& classes);

/// What should stand in the cell that reading.match.mismatch names.
std::string expected_text(const StudentTable& student, const Reading& reading, const Dataset& data);

}  // namespace halfspace
