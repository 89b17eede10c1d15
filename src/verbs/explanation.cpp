#include "verbs/explanation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/number.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data/beside_features.hpp"
#include "model/contributions.hpp"
#include "model/score_checks.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t shown_by_default = 10;

bool all_finite(const std::vector<ScoreParts>& scores) {
  return std::all_of(scores.begin(), scores.end(), [](const ScoreParts& s) {
    return std::all_of(s.parts.begin(), s.parts.end(), [](const Contribution& c) { return std::isfinite(c.amount); });
  });
}

/// --change: columns of the model by name, else by number from 1.
Result<std::vector<std::uint32_t>> changed_columns(const Settings& settings, const Model& m) {
  std::vector<std::uint32_t> out;
  if (!settings.has("change")) return out;
  const auto asked = quoted_list(settings.get("change"), "--change");
  if (!asked) return asked.error();
  if (asked.value().empty()) return Error{Code::usage, "--change", "is empty; name the columns that may change"};
  const std::vector<std::string> names = m.map.input_names();
  for (const std::string& word : asked.value()) {
    const auto at = std::find(names.begin(), names.end(), word);
    const auto number = option_count(word, "--change");
    if (at != names.end()) {
      out.push_back(static_cast<std::uint32_t>(at - names.begin()));
    } else if (number && number.value() >= 1 && number.value() <= m.map.input_cols) {
      out.push_back(static_cast<std::uint32_t>(number.value() - 1));
    } else {
      const std::string near = nearest(word, names);
      return Error{Code::usage, "--change",
                   in_quotes(word) + " is no column of the model" +
                       (near.empty() ? names.empty() ? "; they are numbered from 1 to " + grouped(m.map.input_cols)
                                                     : "; it has " + joined(names, ", ", 10)
                                     : "; did you mean " + in_quotes(near) + "?")};
    }
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

Result<ChangeRequest> change_request(const Settings& settings, const Model& m) {
  ChangeRequest request;
  auto columns = changed_columns(settings, m);
  if (!columns) return columns.error();
  request.columns = std::move(columns).value();
  if (!settings.has("to")) return request;
  const auto at = std::find(m.classes.begin(), m.classes.end(), settings.get("to"));
  if (at == m.classes.end())
    return Error{Code::usage, "--to",
                 in_quotes(settings.get("to")) + " is no label of the model, which has " + joined(m.classes, ", ", 10)};
  request.to = static_cast<std::uint32_t>(at - m.classes.begin());
  return request;
}

Error beyond_last(std::uint64_t record, std::uint64_t rows, const std::string& source) {
  return {Code::usage, "--row",
          std::to_string(record) + " is beyond the " + counted(rows, "row") + " of " + shown(source, 200) +
              ", which count from 0"};
}

Error lacks_value(const LackedCell& cell, const BesideFeatures& beside, const std::string& place, bool dropped) {
  const std::string column = cell.column < beside.header.size() ? in_quotes(beside.header[cell.column]) : "";
  const std::string row = "row " + std::to_string(cell.row);
  if (cell.unseen)
    return {Code::bad_data, place,
            row + " has a level in column " + column +
                " that the model does not know, so it has no prediction to explain; say --unseen other to take it as "
                "none of the levels, or choose another row"};
  const std::string missing = row + " has a missing cell in column " + column;
  return {Code::bad_data, place,
          missing + (dropped ? ", and --missing drop leaves such rows out; choose another row, or leave the flag out"
                             : ", for which the model has no value; fill it in, choose another row, or train with "
                               "--missing mean,category")};
}

Result<bool> by_column(const Settings& settings, const Model& m) {
  if (!settings.has("by")) return columns_by_default(m);
  if (settings.get("by") == "column" && !parts_are_features(m))
    return Error{Code::usage, "--by",
                 "column is for scores that are sums over columns, and this model has a kernel; leave --by out"};
  return settings.get("by") == "column";
}

}  // namespace

Result<void> check_explain_flags(const Settings& settings) {
  const std::string by = settings.get("by");
  if (settings.has("by") && by != "feature" && by != "column")
    return Error{Code::usage, "--by", in_quotes(by) + " is not one of feature, column"};
  for (const std::string name : {"counterfactual", "by"}) {
    if (settings.has(name) && !settings.has("row"))
      return Error{Code::usage, "--" + name, "is about one row; say which with --row K"};
  }
  for (const std::string name : {"change", "to"}) {
    if (settings.has(name) && !settings.has("counterfactual"))
      return Error{Code::usage, "--" + name, "is for --counterfactual; add it, or leave --" + name + " out"};
  }
  return {};
}

Result<void> check_parts(const Model& model, const std::string& where) {
  if (!model.voted()) return {};
  return Error{Code::usage, where,
               "a voted model has no single score to take apart; train with --keep average or last"};
}

Result<ExplainRequest> explain_request(const Settings& settings, const Model& model) {
  ExplainRequest out;
  const auto row = settings.count("row", 0);
  const auto top = settings.count("top", shown_by_default);
  if (!row) return row.error();
  if (!top) return top.error();
  if (settings.has("row")) out.row = row.value();
  out.top = top.value();
  out.all = !settings.has("top");
  if (!out.row) return out;
  const auto columns = by_column(settings, model);
  if (!columns) return columns.error();
  out.by_column = columns.value();
  auto change = change_request(settings, model);
  if (!change) return change.error();
  if (settings.has("counterfactual")) out.change = std::move(change).value();
  return out;
}

Result<Dataset> rows_around(ReadOptions options, ExplainRequest& request, const std::string& source,
                            const std::function<Result<Dataset>(ReadOptions)>& read) {
  const std::uint64_t record = *request.row;
  BesideFeatures beside;
  const bool dropped = options.missing == "drop";
  if (dropped) options.missing.clear();  // a row that lacks a value says so
  options.beside = &beside;
  auto data = read(std::move(options));
  if (!data) return data;
  if (record >= data.value().rows) return beyond_last(record, data.value().rows, source);
  for (const LackedCell& cell : beside.lacked) {
    if (cell.row != record) continue;
    std::string place = source;
    place.append(":").append(std::to_string(data.value().lines.line(record)));
    place.append(":").append(std::to_string(cell.column + 1));
    return lacks_value(cell, beside, place, dropped);
  }
  if (beside.lacked.empty()) return data;
  std::vector<std::uint64_t> whole;
  for (std::uint64_t i = 0; i < data.value().rows; ++i) {
    if (i == record) request.place = whole.size();
    if (!beside.lacking[i]) whole.push_back(i);
  }
  return take_rows(data.value(), whole);
}

Result<ExplanationReport> explanation_of(const Model& m, const Dataset& data, const ExplainRequest& request,
                                         const std::string& source) {
  const std::uint64_t record = *request.row;
  const std::uint64_t at = request.place.value_or(record);
  if (at >= data.rows) return beyond_last(record, data.rows, source);
  if (const auto known = check_levels(m.map, data, source); !known) return known.error();
  auto score = finite_scores(m, take_rows(data, {at}), source, 1, record);
  if (!score) return score.error();
  std::vector<ScoreParts> parts = score_parts(m, data, at);
  if (!all_finite(parts))
    return Error{
        Code::bad_data, source,
        "row " + std::to_string(record) + ", counted from 0, has a contribution beyond the largest double, 1.8e308"};
  ExplanationReport e{m,
                      data,
                      at,
                      record,
                      std::move(score).value(),
                      std::move(parts),
                      request.top,
                      request.all,
                      column_parts(m, data, at),
                      request.by_column,
                      {}};
  if (!request.change) return e;
  auto found = least_change(m, data, at, *request.change);
  if (!found) return found.error();
  e.counterfactual = std::move(found).value();
  return e;
}

Result<MeanExplanation> MeanExplanation::of(const Model& model) {
  if (parts_are_features(model)) return MeanExplanation(model);
  return Error{Code::usage, "--row",
               "is missing: averages over all rows are by column, and the scores of this kernel model are no sums over "
               "columns; give the number of a row, from 0"};
}

Result<void> MeanExplanation::add(const Dataset& rows, const std::string& source) {
  if (auto known = check_levels(model_->map, rows, source); !known) return known;
  return means_.add(rows, source);
}

Result<MeanReport> MeanExplanation::report(const ExplainRequest& request, const std::string& source) const {
  if (means_.rows() == 0) return Error{Code::bad_data, source, "has no rows to average over"};
  return MeanReport{*model_, means_.rows(), means_.columns(), request.top, request.all};
}

}  // namespace halfspace
