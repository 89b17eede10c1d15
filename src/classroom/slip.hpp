// What went wrong at the first line of a trace that differs from the run.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/fields.hpp"
#include "classroom/student_match.hpp"

namespace halfspace {

enum class Slip {
  visit_number,
  pass_number,
  wrong_order,
  wrong_data,
  wrong_label,
  carried_over,
  forgotten_bias,
  wrong_sign,
  margin_for_score,
  arithmetic,
  wrong_tie_rule,
  wrong_decision,
  missing_update,
  needless_update,
  wrong_count,
  wrong_pocket,
  wrong_step,
  wrong_row,
  not_added,
  too_short,
  too_long,
  left_out,
  wrong_weights
};
template <>
struct Names<Slip> {
  static constexpr std::array<std::string_view, 23> list = {
      "visit-number",   "pass-number",     "wrong-order",      "wrong-data",   "wrong-label",    "carried-over",
      "forgotten-bias", "wrong-sign",      "margin-for-score", "arithmetic",   "wrong-tie-rule", "wrong-decision",
      "missing-update", "needless-update", "wrong-count",      "wrong-pocket", "wrong-step",     "wrong-row",
      "not-added",      "too-short",       "too-long",         "left-out",     "wrong-weights"};
};

struct Diagnosis {
  Slip slip = Slip::arithmetic;
  std::string reason;
};

/// What the run goes by, for the words of a reason.
struct RunRules {
  std::string tie_rule;  // boundary-is-mistake
  std::string order;     // cyclic
  double margin = 0;     // beta
};

/// Of the cell that match.mismatch names.
Diagnosis diagnosed(const StudentTable& student, const VisitTable& run, const Match& match, const Dataset& data,
                    const RunRules& rules);

}  // namespace halfspace
