#include "format/left_out_columns.hpp"

#include <algorithm>
#include <utility>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data/column_profile.hpp"
#include "data/dropped_words.hpp"

namespace halfspace {
namespace {

bool is_auto(const std::vector<std::string>& names) { return names.size() == 1 && names[0] == "auto"; }

bool holds_dates(const Dataset& d, std::size_t j) {
  return j < d.form.dates.size() && d.form.dates[j] != DateColumn::no;
}

bool holds_texts(const Dataset& d, std::size_t j) { return j < d.levels.size() && !d.levels[j].empty(); }

std::string values_in_rows(const Dataset& d, const ColumnProfile& p) {
  const auto distinct = p.distinct();
  const std::string rows = counted(d.rows - p.missing, "row");
  return distinct ? grouped(*distinct) + " values in " + rows : "a value of its own in nearly each of " + rows;
}

/// Why a column makes no feature; "" where it does.
std::string why_left_out(const Dataset& d, std::size_t j, const ColumnProfile& p) {
  if (holds_dates(d, j)) return p.kind == ColumnKind::constant ? "one value in all rows" : "";
  switch (p.kind) {
    case ColumnKind::id:
      return "an identifier (" + values_in_rows(d, p) + ")";
    case ColumnKind::text:
      return "free text (" + values_in_rows(d, p) + ")";
    case ColumnKind::date:
      return "dates; --dates days or --dates parts makes numbers of them";
    case ColumnKind::constant:
      return "one value in all rows";
    default:
      return "";
  }
}

/// Of --categorical auto alone: the first column that makes no feature is refused.
Result<void> refuse(const Dataset& d, const std::vector<ColumnProfile>& profiles, const std::string& name) {
  for (std::size_t j = 0; j < d.cols; ++j) {
    const ColumnKind kind = profiles[j].kind;
    if (!holds_texts(d, j) || (kind != ColumnKind::id && kind != ColumnKind::text)) continue;
    const std::string column = as_flag_value({d.columns[j]});
    std::string message = "column " + in_quotes(d.columns[j]) + " is " + why_left_out(d, j, profiles[j]);
    message += ", which makes no feature; leave it out with --drop " + column;
    message += " (auto leaves out all such columns), or keep it by its name: --categorical " + column + ",...";
    return Error{Code::bad_data, name, message};
  }
  return {};
}

/// A text column that no --categorical asked for.
Result<void> refuse_texts(const Dataset& d, const std::vector<std::string>& asked, const std::string& name) {
  for (std::size_t j = 0; j < d.cols; ++j) {
    if (!holds_texts(d, j) || std::find(asked.begin(), asked.end(), d.columns[j]) != asked.end()) continue;
    return Error{Code::bad_data, name,
                 "column " + in_quotes(d.columns[j]) + " holds texts (" + joined(d.levels[j], ", ", 5) +
                     "); say --categorical " + as_flag_value({d.columns[j]}) +
                     " (auto takes all columns of texts), or leave it out with --columns"};
  }
  return {};
}

}  // namespace

bool looks_at_columns(const ReadOptions& o) {
  if (o.for_model || (o.listing && !o.every_row) || o.format == "libsvm") return false;
  return is_auto(o.drop) || o.style.dates == Dates::drop || (is_auto(o.categorical) && o.hash_bits == 0);
}

Result<void> leave_out(Dataset& data, const ReadOptions& o, const std::string& name) {
  if (!looks_at_columns(o) || data.form.format == "libsvm") return {};
  const bool drops = is_auto(o.drop);
  std::vector<ColumnProfile> profiles;
  if (drops || !data.levels.empty()) profiles = column_profiles(data);
  std::vector<std::uint64_t> kept;
  for (std::size_t j = 0; j < data.cols; ++j) {
    std::string why;
    if (o.style.dates == Dates::drop && holds_dates(data, j)) why = dropped_as_dates;
    const bool named = std::find(o.categorical.begin(), o.categorical.end(), data.columns[j]) != o.categorical.end();
    if (drops && why.empty() && !named) why = why_left_out(data, j, profiles[j]);
    if (why.empty()) {
      kept.push_back(j);
      continue;
    }
    if (o.warn) o.warn("column " + in_quotes(data.columns[j]) + " is left out: " + why);
    data.form.dropped.push_back({data.columns[j], std::move(why)});
  }
  if (kept.empty()) return Error{Code::bad_data, name, "no column is left to learn from; name some with --columns"};
  if (!drops && !profiles.empty() && kept.size() == data.cols) {
    if (const auto fine = refuse(data, profiles, name); !fine) return fine;
  }
  if (kept.size() < data.cols) data = take_columns(std::move(data), kept);
  const auto& dates = data.form.dates;
  if (std::all_of(dates.begin(), dates.end(), [](DateColumn c) { return c == DateColumn::no; }))
    data.form.dates.clear();
  if (std::none_of(data.levels.begin(), data.levels.end(), [](const auto& texts) { return !texts.empty(); }))
    data.levels.clear();
  return drops && !is_auto(o.categorical) ? refuse_texts(data, o.categorical, name) : Result<void>();
}

}  // namespace halfspace
