// Any bytes read as a student's trace, then held against a run of two rows.
#include <cstdint>
#include <string_view>

#include "classroom/student_match.hpp"

namespace {

using namespace halfspace;

/// A visit of each row: w = (1, 1), b = 0 and no mistake.
VisitTable two_visits() {
  VisitTable run;
  run.columns = {"width", "height"};
  run.classes = {"no", "yes"};
  for (const int y : {1, -1}) {
    VisitLine line;
    line.visit = line.row + 1;
    line.pass = 1;
    line.row = y > 0 ? 0 : 1;
    line.x = {0.5 * y, 1.0 * y};
    line.y = static_cast<std::int8_t>(y);
    line.score = 1.5 * y;
    line.before = line.after = {1, 1, 0};
    run.lines.push_back(line);
  }
  return run;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const VisitTable run = two_visits();
  static const Dataset rows = [] {
    Dataset two;
    two.rows = 2;
    two.cols = 2;
    return two;
  }();
  const auto text = read_student_text(memory_source({reinterpret_cast<const char*>(data), size}), "student.csv");
  if (!text) return 0;
  const auto table = student_table(text.value(), {run.columns, "label", 1, false, 3, true, 2});
  if (!table) return 0;
  for (const bool updates : {false, true}) {
    for (const RowNumbers numbers : {RowNumbers::from_0, RowNumbers::from_1})
      static_cast<void>(match_lines(table.value(), run, rows, {numbers, VisitNumbers::from_1, false, updates}));
  }
  return 0;
}
