// Which column a learner may be meant to predict, and which others alone decide it.
#include <algorithm>
#include <array>
#include <limits>

#include "base/text.hpp"
#include "data/column_cells.hpp"
#include "data/column_profile.hpp"

namespace halfspace {
namespace {

constexpr std::size_t most_labels = few_values;

bool named_label(std::string_view name) {
  constexpr std::array<std::string_view, 22> words = {
      "label",    "class",     "target", "y",       "species",   "outcome",  "response", "result",
      "survived", "diagnosis", "churn",  "churned", "default",   "approved", "fraud",    "spam",
      "status",   "category",  "type",   "answer",  "purchased", "converted"};
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return std::find(words.begin(), words.end(), lower) != words.end();
}

/// Has it as few values as a label has?
bool may_be_label(const ColumnProfile& p) {
  const auto distinct = p.distinct();
  const bool kind = p.kind == ColumnKind::category || (p.kind == ColumnKind::number && p.whole);
  return kind && distinct && *distinct >= 2 && *distinct <= most_labels;
}

LikelyLabel label_of(const Dataset& d, std::size_t j, const ColumnProfile& p) {
  LikelyLabel out{d.columns[j], j, {}, {}, p.missing};
  if (!p.level_rows.empty()) {
    for (std::size_t k = 0; k < p.level_rows.size(); ++k) {
      if (p.level_rows[k] == 0) continue;
      out.values.push_back(d.levels[j][k]);
      out.rows.push_back(p.level_rows[k]);
    }
    return out;
  }
  for (const double v : p.few) out.values.push_back(number_text(v));
  out.rows.resize(p.few.size());
  for_cells(d, j, d.rows, [&](std::size_t, double v) {
    ++out.rows[static_cast<std::size_t>(std::lower_bound(p.few.begin(), p.few.end(), v) - p.few.begin())];
  });
  return out;
}

/// The label of each row as a number from 0; `none` where it is missing.
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

std::vector<std::uint32_t> labels_of(const Dataset& d, const std::vector<ColumnProfile>& columns,
                                     const LikelyLabel& label) {
  if (!label.column) return d.label;
  std::vector<std::uint32_t> out(d.rows, none);
  const ColumnProfile& p = columns[*label.column];
  for_cells(d, *label.column, d.rows, [&](std::size_t i, double v) {
    if (p.level_rows.empty())
      out[i] = static_cast<std::uint32_t>(std::lower_bound(p.few.begin(), p.few.end(), v) - p.few.begin());
    else if (v >= 0 && p.level_rows[static_cast<std::size_t>(v)] > 0)
      out[i] = static_cast<std::uint32_t>(v);
  });
  return out;
}

/// Has each text one label alone, in the first rows?
bool texts_decide(const Dataset& d, std::size_t j, std::size_t levels, const std::vector<std::uint32_t>& label,
                  std::uint64_t rows) {
  std::vector<std::uint32_t> of_level(levels, none);
  bool decide = true;
  for_cells(d, j, rows, [&](std::size_t i, double v) {
    if (v < 0 || label[i] == none) return;
    std::uint32_t& known = of_level[static_cast<std::size_t>(v)];
    decide = decide && (known == none || known == label[i]);
    known = label[i];
  });
  return decide;
}

/// Are the numbers of each label in a range of their own, in the first rows?
bool numbers_decide(const Dataset& d, std::size_t j, const std::vector<std::uint32_t>& label, std::uint64_t rows) {
  struct Range {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();
  };
  std::vector<Range> ranges;
  for_cells(d, j, rows, [&](std::size_t i, double v) {
    if (label[i] == none) return;
    if (label[i] >= ranges.size()) ranges.resize(label[i] + std::size_t{1});
    Range& r = ranges[label[i]];
    r = {std::min(r.least, v), std::max(r.most, v)};
  });
  std::erase_if(ranges, [](const Range& r) { return r.least > r.most; });
  std::sort(ranges.begin(), ranges.end(), [](const Range& a, const Range& b) { return a.least < b.least; });
  for (std::size_t k = 1; k < ranges.size(); ++k) {
    if (ranges[k].least <= ranges[k - 1].most) return false;
  }
  return ranges.size() > 1 || rows < d.rows;
}

}  // namespace

std::optional<LikelyLabel> likely_label(const Dataset& d, const std::vector<ColumnProfile>& columns) {
  if (!d.form.label.empty()) {
    LikelyLabel out{d.form.label, std::nullopt, {}, {}, d.missing_rows};
    for (const ClassLabel& c : d.classes) {
      out.values.push_back(c.text);
      out.rows.push_back(c.rows);
    }
    return out;
  }
  std::optional<std::size_t> named;
  std::optional<std::size_t> two;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!may_be_label(columns[j]) || d.columns[j].empty()) continue;
    if (named_label(d.columns[j])) named = j;
    if (columns[j].distinct() == 2) two = j;
  }
  std::optional<std::size_t> at = named;
  const auto may_be = [&](std::size_t j) { return may_be_label(columns[j]) && !d.columns[j].empty(); };
  if (!at && !columns.empty() && may_be(columns.size() - 1)) at = columns.size() - 1;
  if (!at && !columns.empty() && may_be(0)) at = 0;
  if (!at) at = two;
  if (!at) return std::nullopt;
  return label_of(d, *at, columns[*at]);
}

std::vector<std::size_t> leakage_suspects(const Dataset& d, const std::vector<ColumnProfile>& columns,
                                          const LikelyLabel& label) {
  constexpr std::uint64_t few_rows = 10;
  constexpr std::uint64_t glance = 256;  // rows that show of most columns that they do not
  std::vector<std::size_t> out;
  if (label.values.size() < 2 || d.rows < few_rows) return out;
  const std::vector<std::uint32_t> labels = labels_of(d, columns, label);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const ColumnProfile& p = columns[j];
    if (label.column == j || p.kind == ColumnKind::id || p.kind == ColumnKind::constant) continue;
    const bool texts = !p.level_rows.empty();
    if (texts && 2 * p.distinct().value_or(0) > d.rows) continue;  // hardly any value repeats
    const auto decides = [&](std::uint64_t rows) {
      return texts ? texts_decide(d, j, p.level_rows.size(), labels, rows) : numbers_decide(d, j, labels, rows);
    };
    if (decides(std::min(d.rows, glance)) && decides(d.rows)) out.push_back(j);
  }
  return out;
}

}  // namespace halfspace
