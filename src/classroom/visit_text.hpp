// A table of visits as text for people, CSV, LaTeX or Markdown.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "classroom/visit_table.hpp"

namespace halfspace {

enum class TableForm { text, csv, latex, markdown };
template <>
struct Names<TableForm> {
  static constexpr std::array<std::string_view, 4> list = {"text", "csv", "latex", "markdown"};
};

/// Names of the columns: visit, pass, row, x1, ..., y, score, decision, w1_before, ..., b_before, w1_after, ..., b_after;
/// behind them `mistakes` and `pocket` where they were counted.
/// One-vs-rest begins with `class`; argmax has w1_c1_before (c1: the first class), a kernel a1_before (y_i alpha_i).
std::vector<std::string> visit_header(const VisitTable& table);

/// The cells of a line below these names. `decision` is `mistake` or `correct`, by the run's rule.
std::vector<std::string> visit_cells(const VisitTable& table, const VisitLine& line);

/// The whole table, each line ended.
std::string visit_text(const VisitTable& table, TableForm form);

}  // namespace halfspace
