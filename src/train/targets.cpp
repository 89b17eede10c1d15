#include "train/targets.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "data/label.hpp"

namespace halfspace {
namespace {

/// The label of the row in the middle.
double median_label(const Dataset& data) {
  std::uint64_t before = 0;
  for (const ClassLabel& c : data.classes) {
    before += c.rows;
    if (2 * before >= data.rows) return c.number;
  }
  return 0;
}

Error quantity(const Dataset& data, const std::string& source) {
  const std::string column = data.form.label.empty() ? "the label" : "column " + in_quotes(data.form.label);
  return {Code::bad_data, source,
          column + " has " + grouped(data.classes.size()) + " different numbers in " + counted(data.rows, "row") +
              ": a quantity, not classes; make classes of it (above " + short_number(median_label(data)) +
              ", the median, or not), or name another column with --label"};
}

}  // namespace

std::vector<std::int8_t> Targets::signs(std::uint32_t positive) const {
  std::vector<std::int8_t> y;
  y.reserve(label.size());
  for (const std::uint32_t k : label) y.push_back(k == positive ? 1 : -1);
  return y;
}

Result<void> check_class_labels(const Dataset& data, const std::string& source) {
  if (is_quantity(data)) return quantity(data, source);
  return {};
}

Result<Targets> find_targets(const Dataset& data, const std::string& positive, const std::string& source) {
  Targets out;
  for (const ClassLabel& c : data.classes) out.classes.push_back(c.text);
  out.label = data.label;
  if (out.classes.size() < 2) {
    return Error{Code::bad_data, source,
                 "all rows have the label " + in_quotes(out.classes.empty() ? "" : out.classes[0]) +
                     "; training needs two classes or more"};
  }
  if (const auto fine = check_class_labels(data, source); !fine) return fine.error();
  if (positive.empty()) return out;
  if (!out.binary())
    return Error{
        Code::usage, "--positive",
        "is for two classes; " + source + " has " + std::to_string(out.classes.size()) + " (keep two with --classes)"};
  const auto plus = find_class(data.classes, positive);
  if (!plus)
    return Error{Code::usage, "--positive",
                 in_quotes(positive) + " is not a label of " + source + "; its labels are " + joined(out.classes)};
  if (*plus == 1) return out;
  std::swap(out.classes[0], out.classes[1]);
  for (std::uint32_t& k : out.label) k = 1 - k;
  return out;
}

}  // namespace halfspace
