// What `separate` reports of unavoidable mistakes: the fewest, disjoint witnesses, suspects.
#pragma once

#include <cstdint>
#include <string>

#include "report/lines.hpp"
#include "report/separate_report.hpp"

namespace halfspace {

/// The class of a row.
std::string label_of(const SeparateQuestion& question, std::uint64_t row);

/// A search that ended before it had an answer is reported as such, never as an answer of none.
void add_mistakes(Lines& lines, const SeparateQuestion& question, const SeparationAnswer& answer);
void add_mistakes(Json& out, const SeparateQuestion& question, const SeparationAnswer& answer);

}  // namespace halfspace
