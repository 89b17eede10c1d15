#include "select/forward_folds.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"

namespace halfspace {
namespace {

std::vector<std::uint64_t> rows_in_order(const Dataset& data) {
  std::vector<std::uint64_t> rows(data.rows);
  std::iota(rows.begin(), rows.end(), std::uint64_t{0});
  std::stable_sort(rows.begin(), rows.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return data.order[a] < data.order[b]; });
  return rows;
}

}  // namespace

Result<std::vector<std::uint32_t>> forward_parts(const Dataset& data, std::uint64_t folds, const std::string& flag,
                                                 const std::string& source) {
  const std::uint64_t size = data.rows / (folds + 1);
  const std::vector<std::uint64_t> rows = rows_in_order(data);
  std::vector<std::uint64_t> first(folds + 2);  // of each part, and the end
  first[folds + 1] = data.rows;
  for (std::uint64_t p = 1; p <= folds; ++p) {
    first[p] = data.rows - (folds + 1 - p) * size;
    while (first[p] > 0 && data.order[rows[first[p] - 1]] == data.order[rows[std::min(first[p], data.rows - 1)]])
      --first[p];
  }
  std::vector<std::uint32_t> part(data.rows);
  for (std::uint64_t p = 0; p <= folds; ++p) {
    if (first[p] >= first[p + 1])
      return Error{Code::bad_data, source,
                   "the " + counted(data.rows, "row") +
                       " have too few different places in the order of --order-by for " + std::to_string(folds) +
                       " folds; say " + flag + " with fewer"};
    for (std::uint64_t k = first[p]; k < first[p + 1]; ++k) part[rows[k]] = static_cast<std::uint32_t>(p);
  }
  std::vector<bool> seen(data.classes.size());
  for (std::uint64_t k = 0; k < first[1]; ++k) seen[data.label[rows[k]]] = true;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    if (seen[k] || data.classes[k].rows == 0) continue;
    return Error{Code::bad_data, source,
                 "the first " + counted(first[1], "row") +
                     " by --order-by, which the first fold learns from, have none of class " +
                     in_quotes(data.classes[k].text) + "; say " + flag +
                     " with fewer, or leave the class out with --classes"};
  }
  return part;
}

Split forward_split(const Dataset& data, double fraction) {
  const std::vector<std::uint64_t> rows = rows_in_order(data);
  const auto tested = static_cast<std::uint64_t>(std::llround(fraction * static_cast<double>(data.rows)));
  std::uint64_t first = data.rows - std::min(tested, data.rows);
  while (first > 0 && first < data.rows && data.order[rows[first - 1]] == data.order[rows[first]]) ++first;
  Split out;
  out.train.assign(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(first));
  out.test.assign(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end());
  std::sort(out.train.begin(), out.train.end());
  std::sort(out.test.begin(), out.test.end());
  return out;
}

}  // namespace halfspace
