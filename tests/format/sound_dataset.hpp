// What holds of every data set that is read, whatever the text or the cache was.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "base/text.hpp"
#include "data/dataset.hpp"

namespace halfspace::test {

/// "", or which part does not fit.
inline std::string unsound(const Dataset& d) {
  if (d.rows == 0) return "no rows";
  if (d.label.size() != d.rows) return "labels";
  if (!d.weight.empty() && d.weight.size() != d.rows) return "weights";
  if (!d.group.empty() && d.group.size() != d.rows) return "groups";
  if (!d.columns.empty() && d.columns.size() != d.cols) return "columns";
  if (!d.levels.empty() && d.levels.size() != d.cols) return "levels";
  if (d.decimals < 0 || d.decimals > 100'000) return "decimals";
  std::vector<std::uint64_t> rows(d.classes.size());
  for (const std::uint32_t label : d.label) {
    if (label >= rows.size()) return "a label";
    ++rows[label];
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const ClassLabel& c = d.classes[k];
    if (rows[k] != c.rows || !is_utf8(c.text)) return "a class";
    if (k > 0 && (d.numeric_labels ? !(d.classes[k - 1].number < c.number) : d.classes[k - 1].text >= c.text))
      return "classes in order";
  }
  for (std::uint64_t i = 0; i < d.rows; ++i) {
    if (d.lines.line(i) <= (i == 0 ? 0 : d.lines.line(i - 1)) || d.lines.line(i) > d.text_bytes) return "lines";
  }
  std::uint64_t nonzeros = 0;
  bool fine = true;
  std::visit(
      [&](const auto& x) {
        fine = x.rows == d.rows && x.cols == d.cols;
        for (std::size_t i = 0; fine && i < x.rows; ++i) {
          std::uint64_t next = 0;
          for_each_entry(x.row(i), [&](std::size_t j, double v) {
            fine = fine && j >= next && j < d.cols && !std::isinf(v);
            next = j + 1;
            nonzeros += v != 0 ? 1U : 0U;
          });
        }
      },
      d.x);
  return fine && nonzeros == d.nonzeros ? "" : "the matrix";
}

}  // namespace halfspace::test
