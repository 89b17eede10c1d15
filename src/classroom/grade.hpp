// Checks a student's trace, or final weights, against the run that the assignment names: `halfspace grade`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "classroom/slip.hpp"
#include "format/read.hpp"
#include "halfspace/result.hpp"
#include "train/settings.hpp"
#include "train/train.hpp"

namespace halfspace {

/// The first thing that is wrong.
struct WrongPlace {
  std::uint64_t line = 0;  // of the student's file, from 1
  std::optional<std::uint64_t> visit;
  std::optional<std::uint64_t> row;  // from 0
  std::string column;                // as the student calls it; "" where lines are missing or left over
  std::string found;
  std::string expected;
  Slip slip = Slip::arithmetic;
  std::string reason;
};

struct Grade {
  bool accepted = false;
  bool final_weights = false;
  std::uint64_t lines = 0;            // of the student
  std::uint64_t right = 0;            // before the first wrong one
  std::uint64_t expected_lines = 0;   // of the run, written as the student writes
  std::vector<std::string> variants;  // ways of writing or ending that differ from `trace` and are accepted
  std::optional<WrongPlace> wrong;
  std::string other_run;  // flags of a run that the student's lines are right for; "" none known
};

/// `student` is a CSV ("-": standard input) with the columns of `trace` or fewer, or with one line of weights alone: these
/// are checked for every learner. Errors: as train; io and bad_data of the student's file.
Result<Grade> graded(const Dataset& data, const Settings& settings, const std::string& source,
                     const std::optional<TextAgain>& text, const std::string& student, const TrainObserver& observer);

}  // namespace halfspace
