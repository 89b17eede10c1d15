#include "certify/verify/exact_columns.hpp"

#include <unordered_set>

#include "base/text.hpp"
#include "certify/verify/exact_cells.hpp"

namespace halfspace {
namespace {

using exact_cells::is_number;
using exact_cells::meaning;
using exact_cells::trimmed;

using PlaceOf = std::unordered_map<std::string, std::size_t>;

/// The cell of each column by its name.
PlaceOf read_names(bool header, ExactRecords& records) {
  PlaceOf place;
  bool numbers = header;
  const std::vector<std::string>& cells = records.cells();
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::string name(header ? trimmed(cells[k]) : std::to_string(k + 1));
    numbers = numbers && is_number(name);
    if (!is_utf8(name)) records.refuse(k, "column name " + in_quotes(name) + " is not UTF-8");
    if (!place.emplace(name, k).second) records.refuse(k, "column name " + in_quotes(name) + " is a duplicate");
  }
  if (numbers) records.refuse(0, "the header is all numbers");
  return place;
}

}  // namespace

ExactClasses::ExactClasses(const Certificate& c, ExactRecords& records) : numeric_(c.numeric_classes) {
  for (const bool positive : {false, true}) {
    for (const std::string& label : positive ? c.positive : c.negative) {
      const std::string name = class_name(label);
      if (numeric_ && name.front() != '=')
        records.refuse("classes", in_quotes(label) + " is not a number, but \"numeric\" is true");
      if (!positive_.emplace(name, positive).second) records.refuse("classes", in_quotes(label) + " is named twice");
    }
  }
  if (positive_.empty()) records.refuse("classes", "no class is named");
}

const bool* ExactClasses::positive(std::string_view label) const {
  const auto found = positive_.find(class_name(label));
  return found == positive_.end() ? nullptr : &found->second;
}

/// Equal for the labels of one class.
std::string ExactClasses::class_name(std::string_view label) const {
  if (!numeric_) return std::string(label);
  label = trimmed(label);
  return meaning(label == "+" ? "1" : label == "-" ? "-1" : label);
}

ExactColumns find_exact_columns(const Certificate& c, ExactRecords& records) {
  const PlaceOf place = read_names(c.data.header, records);
  ExactColumns out;
  out.width = records.cells().size();
  std::unordered_set<std::size_t> taken;
  const auto take = [&](const std::string& name) {
    const auto found = place.find(name);
    const std::size_t cell = found == place.end() ? 0 : found->second;
    if (found == place.end()) records.refuse(0, "no column " + in_quotes(name) + ", which the certificate names");
    if (!taken.insert(cell).second) records.refuse(cell, "the certificate names column " + in_quotes(name) + " twice");
    out.needed.push_back(cell);
    return cell;
  };
  out.label = take(c.data.label);
  if (!c.data.weight.empty()) out.weight = take(c.data.weight);
  std::uint64_t feature = 0;
  out.inputs.reserve(c.columns.size());
  for (const CertificateColumn& column : c.columns) {
    ExactInput& input = out.inputs.emplace_back(ExactInput{take(column.name), feature, {}});
    for (const std::string& level : column.levels) {
      if (!input.level.emplace(meaning(level), feature++).second)
        records.refuse(input.cell, "level " + in_quotes(level) + " is listed twice");
    }
    if (column.levels.empty()) ++feature;
    if (!column.levels.empty() && c.data.missing.starts_with("category")) out.needed.pop_back();
  }
  return out;
}

}  // namespace halfspace
