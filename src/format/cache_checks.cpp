// What holds of the facts of every text: a cache that says otherwise was not made by the reader, whatever its hashes are.
#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_set>

#include "base/text.hpp"
#include "data/label.hpp"
#include "format/cache_facts.hpp"
#include "format/formats.hpp"

namespace halfspace {
namespace {

constexpr int most_decimals = 100'000;  // parse_number() counts no more

bool is_width(std::uint8_t bytes) { return bytes == 1 || bytes == 2 || bytes == 4; }

bool forms_fit(const ArrayForms& f, const Dataset& d) {
  if (!is_width(f.labels) || (f.groups != 0 && !is_width(f.groups)) || f.values > ValueForm::doubles) return false;
  const bool coded = f.values == ValueForm::codes8 || f.values == ValueForm::codes16;
  const std::uint32_t most = f.values == ValueForm::codes8 ? 1U << 8U : 1U << 16U;
  if (coded ? f.table == 0 || f.table > most : f.table != 0) return false;
  if (!f.wide && (f.values == ValueForm::doubles || f.values == ValueForm::decimals)) return false;
  if (f.dense)
    return f.values != ValueForm::ones && f.far == 0 && d.columns.size() == d.cols &&
           (d.cols == 0 ? f.entries == 0 : f.entries / d.cols == d.rows && f.entries % d.cols == 0);
  return is_width(f.sizes) && is_width(f.gaps) && (f.gaps < 4 || f.far == 0) && f.far <= f.entries &&
         d.cols <= std::numeric_limits<std::int32_t>::max() && (d.columns.empty() || d.columns.size() == d.cols) &&
         d.levels.empty();
}

/// Texts of a header or of cells: UTF-8, each once.
bool names_fit(const std::vector<std::string>& names) {
  std::unordered_set<std::string_view> seen;
  return std::all_of(names.begin(), names.end(), [&](const std::string& s) {
    return is_utf8(s) && s.find('\0') == std::string::npos && seen.insert(s).second;
  });
}

/// Sorted, and told apart: numbers by value, texts by bytes.
bool classes_fit(const Dataset& d) {
  bool numbers = true;
  for (const ClassLabel& c : d.classes) {
    const auto number = label_number(c.text);
    numbers = numbers && number.has_value();
    if (!is_utf8(c.text) || c.number != number.value_or(0)) return false;
  }
  const auto misplaced = [&](const ClassLabel& a, const ClassLabel& b) {
    return numbers ? a.number >= b.number : a.text >= b.text;
  };
  return !d.classes.empty() && numbers == d.numeric_labels &&
         std::adjacent_find(d.classes.begin(), d.classes.end(), misplaced) == d.classes.end();
}

/// Lines are numbered from 1 and rows have a line each, of a byte at least.
bool lines_fit(const Dataset& d) {
  const auto& steps = d.lines.steps();
  if (steps.empty() || steps[0].row != 0 || steps[0].line == 0) return false;
  const auto falls = [](const LineIndex::Step& a, const LineIndex::Step& b) {
    return b.row <= a.row || b.line <= a.line || b.line - a.line <= b.row - a.row;
  };
  return std::adjacent_find(steps.begin(), steps.end(), falls) == steps.end() && steps.back().row < d.rows &&
         steps.back().line <= d.text_bytes && d.rows - 1 - steps.back().row <= d.text_bytes - steps.back().line;
}

bool form_fits(const Dataset& d, bool dense) {
  const TextForm& f = d.form;
  if (!is_utf8(f.label) || !is_utf8(f.weight) || f.fields > d.text_bytes) return false;
  if (f.format == "libsvm") return !dense && d.numeric_labels && f.label.empty() && f.weight.empty();
  return (f.format == "csv" || f.format == "tsv") && dense && can_delimit(f.delimiter) && f.fields > d.cols;
}

bool rows_fit(const Dataset& d) {
  std::uint64_t left = d.text_bytes;  // for rows yet to be counted
  for (const std::uint64_t rows : {d.rows, d.other_class_rows, d.missing_rows, d.absent_rows}) {
    if (rows > left) return false;
    left -= rows;
  }
  return d.rows > 0;
}

}  // namespace

bool fit(const CacheFacts& facts) {
  const Dataset& d = facts.data;
  return forms_fit(facts.forms, d) && rows_fit(d) && lines_fit(d) && form_fits(d, facts.forms.dense) &&
         classes_fit(d) && names_fit(d.columns) && (d.levels.empty() || d.levels.size() == d.cols) &&
         std::all_of(d.levels.begin(), d.levels.end(), names_fit) && d.decimals >= 0 && d.decimals <= most_decimals;
}

}  // namespace halfspace
