#include "explained_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/number.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data/beside_features.hpp"
#include "data_flags.hpp"
#include "labelled_scores.hpp"
#include "model/column_parts.hpp"
#include "model/contributions.hpp"
#include "model/counterfactual.hpp"
#include "model/mean_parts.hpp"
#include "model/score_checks.hpp"
#include "report/explain_report.hpp"
#include "report/mean_report.hpp"
#include "session.hpp"

namespace halfspace::cli {
namespace {

constexpr std::uint64_t shown_by_default = 10;
constexpr std::uint64_t averaged_block = std::uint64_t{4} << 20U;  // bytes of rows

bool all_finite(const std::vector<ScoreParts>& scores) {
  return std::all_of(scores.begin(), scores.end(), [](const ScoreParts& s) {
    return std::all_of(s.parts.begin(), s.parts.end(), [](const Contribution& c) { return std::isfinite(c.amount); });
  });
}

/// --change: columns of the model by name, else by number from 1.
Result<std::vector<std::uint32_t>> changed_columns(const Args& args, const Model& m) {
  std::vector<std::uint32_t> out;
  if (!args.has("change")) return out;
  const auto asked = quoted_list(args.get("change"), "--change");
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

Result<ChangeRequest> change_request(const Args& args, const Model& m) {
  ChangeRequest request;
  auto columns = changed_columns(args, m);
  if (!columns) return columns.error();
  request.columns = std::move(columns).value();
  if (!args.has("to")) return request;
  const auto at = std::find(m.classes.begin(), m.classes.end(), args.get("to"));
  if (at == m.classes.end())
    return Error{Code::usage, "--to",
                 in_quotes(args.get("to")) + " is no label of the model, which has " + joined(m.classes, ", ", 10)};
  request.to = static_cast<std::uint32_t>(at - m.classes.begin());
  return request;
}

Result<bool> by_column(const Args& args, const Model& m) {
  if (!args.has("by")) return columns_by_default(m);
  if (args.get("by") == "column" && !parts_are_features(m))
    return Error{Code::usage, "--by",
                 "column is for scores that are sums over columns, and this model has a kernel; leave --by out"};
  return args.get("by") == "column";
}

/// Rows of DATA that can be explained, and where among them the record asked for is.
struct ExplainedRows {
  Dataset data;
  std::uint64_t row = 0;
};

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

/// Every record is a row here, whatever its cells are: --row counts records.
Result<ExplainedRows> explained_rows(const Args& args, const Model& m, std::uint64_t record) {
  auto options = read_options_for(m, args, false);
  if (!options) return options.error();
  BesideFeatures beside;
  if (options.value().missing == "drop") options.value().missing.clear();  // a row that lacks a value says so
  options.value().beside = &beside;
  auto data = load(args, args.operands[1], std::move(options).value());
  if (!data) return data.error();
  const std::string source = shown(source_of(args), 4096);
  if (record >= data.value().rows)
    return Error{Code::usage, "--row",
                 std::to_string(record) + " is beyond the " + counted(data.value().rows, "row") + " of " +
                     shown(source, 200) + ", which count from 0"};
  for (const LackedCell& cell : beside.lacked) {
    if (cell.row == record)
      return lacks_value(
          cell, beside,
          source + ":" + std::to_string(data.value().lines.line(record)) + ":" + std::to_string(cell.column + 1),
          args.get("missing") == "drop");
  }
  if (beside.lacked.empty()) return ExplainedRows{std::move(data).value(), record};
  std::vector<std::uint64_t> whole;
  std::uint64_t row = 0;
  for (std::uint64_t i = 0; i < data.value().rows; ++i) {
    if (i == record) row = whole.size();
    if (!beside.lacking[i]) whole.push_back(i);
  }
  return ExplainedRows{take_rows(data.value(), whole), row};
}

}  // namespace

Outcome explain_row(const Args& args, const Model& m) {
  const double begun = seconds_now();
  const auto row = args.count("row", 0);
  const auto top = args.count("top", shown_by_default);
  if (!row) return row.error();
  if (!top) return top.error();
  const auto columns = by_column(args, m);
  if (!columns) return columns.error();
  const auto request = change_request(args, m);
  if (!request) return request.error();
  const auto loaded = explained_rows(args, m, row.value());
  if (!loaded) return loaded.error();
  const Dataset& data = loaded.value().data;
  const std::uint64_t at = loaded.value().row;
  if (const auto known = check_levels(m.map, data, args.operands[1]); !known) return known.error();
  const NothingToKeep explaining("explanation");
  const double read = seconds_now();
  const std::string source = shown(source_of(args), 4096);
  auto score = finite_scores(m, take_rows(data, {at}), source, 1, row.value());
  if (!score) return score.error();
  std::vector<ScoreParts> parts = score_parts(m, data, at);
  if (!all_finite(parts))
    return Error{Code::bad_data, source,
                 "row " + std::to_string(row.value()) +
                     ", counted from 0, has a contribution beyond the largest double, 1.8e308"};
  ExplanationReport e{m,
                      data,
                      at,
                      row.value(),
                      std::move(score).value(),
                      std::move(parts),
                      top.value(),
                      args.has("json") && !args.has("top"),
                      column_parts(m, data, at),
                      columns.value(),
                      {}};
  if (args.has("counterfactual")) {
    auto found = least_change(m, data, at, request.value());
    if (!found) return found.error();
    e.counterfactual = std::move(found).value();
  }
  const auto printed = args.has("json") ? print_json(json_answer("explain", explain_json(e)),
                                                     {{"load", read - begun}, {"explain", seconds_now() - read}})
                                        : print_report(explain_text(e, source_of(args)));
  if (!printed) return printed.error();
  return 0;
}

Outcome explain_means(const Args& args, const Model& m) {
  const double begun = seconds_now();
  const auto top = args.count("top", shown_by_default);
  if (!top) return top.error();
  if (!parts_are_features(m))
    return Error{
        Code::usage, "--row",
        "is missing: averages over all rows are by column, and the scores of this kernel model are no sums over "
        "columns; give the number of a row, from 0"};
  auto options = read_options_for(m, args, false);
  if (!options) return options.error();
  const std::string source = shown(source_of(args), 4096);
  MeanParts means(m);
  options.value().block_bytes = averaged_block;
  options.value().take = [&](RowBlock& block) -> Result<void> {
    if (const auto known = check_levels(m.map, block.rows, source); !known) return known;
    return means.add(block.rows, source);
  };
  const auto data = load(args, args.operands[1], std::move(options).value());
  if (!data) return data.error();
  note_left_out(args, data.value());
  if (means.rows() == 0) return Error{Code::bad_data, source, "has no rows to average over"};
  const MeanReport e{m, means.rows(), means.columns(), top.value(), args.has("json") && !args.has("top")};
  const auto printed = args.has("json")
                           ? print_json(json_answer("explain", mean_json(e)), {{"explain", seconds_now() - begun}})
                           : print_report(mean_text(e, source_of(args)));
  if (!printed) return printed.error();
  return 0;
}

}  // namespace halfspace::cli
