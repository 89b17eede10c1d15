#include "explained_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/number.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"
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
  const auto options = read_options_for(m, args, false);
  if (!options) return options.error();
  const auto loaded = load(args, args.operands[1], options.value());
  if (!loaded) return loaded.error();
  const Dataset& data = loaded.value();
  const std::uint64_t at = row.value();
  if (at >= data.rows)
    return Error{Code::usage, "--row",
                 std::to_string(at) + " is beyond the " + counted(data.rows, "row") + " of " +
                     shown(source_of(args), 200) + ", which count from 0"};
  if (const auto known = check_levels(m.map, data, args.operands[1]); !known) return known.error();
  const NothingToKeep explaining("explanation");
  const double read = seconds_now();
  const std::string source = shown(source_of(args), 4096);
  auto score = finite_scores(m, take_rows(data, {at}), source, 1, at);
  if (!score) return score.error();
  std::vector<ScoreParts> parts = score_parts(m, data, at);
  if (!all_finite(parts))
    return Error{
        Code::bad_data, source,
        "row " + std::to_string(at) + ", counted from 0, has a contribution beyond the largest double, 1.8e308"};
  ExplanationReport e{m,
                      data,
                      at,
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
  if (const auto data = load(args, args.operands[1], std::move(options).value()); !data) return data.error();
  if (means.rows() == 0) return Error{Code::bad_data, source, "has no rows to average over"};
  const MeanReport e{m, means.rows(), means.columns(), top.value(), args.has("json") && !args.has("top")};
  const auto printed = args.has("json")
                           ? print_json(json_answer("explain", mean_json(e)), {{"explain", seconds_now() - begun}})
                           : print_report(mean_text(e, source_of(args)));
  if (!printed) return printed.error();
  return 0;
}

}  // namespace halfspace::cli
