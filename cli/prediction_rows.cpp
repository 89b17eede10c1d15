#include "prediction_rows.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data_flags.hpp"
#include "session.hpp"

namespace halfspace::cli {

std::vector<Flag> prediction_flags() {
  return {
      {"scores", "", "CSV with the score beside each label", "output"},
      {"probabilities", "", "CSV with the probability of each class (logistic and calibrated models)", "output"},
      {"keep", "NAME|INDEX,...|all", "CSV with these columns of DATA, as they are written, before each prediction",
       "output"},
      {"top", "K",
       "CSV with the K likeliest classes of each row and their probabilities, else their scores; not with --threshold",
       "output"},
      {"output-format", "csv|tsv|jsonl",
       "write a table with a header, or a JSON object a row (default: labels, or CSV)", "output"},
  };
}

Result<std::vector<std::string>> kept_columns(const Args& args) {
  if (args.has("keep") && args.get("keep").empty())
    return Error{Code::usage, "--keep", "is empty; expected columns to keep, or all"};
  return quoted_list(args.get("keep"), "--keep");
}

Result<PredictionColumns> shown_columns(const Args& args, const Model& m) {
  PredictionColumns out;
  out.scores = args.has("scores");
  out.probabilities = args.has("probabilities");
  out.format = args.get("output-format");
  if (args.has("output-format") && out.format != "csv" && out.format != "tsv" && out.format != "jsonl")
    return Error{Code::usage, "--output-format", in_quotes(out.format) + " is not one of csv, tsv, jsonl"};
  if (!args.has("top")) return out;
  if (args.has("threshold"))
    return Error{
        Code::usage, "--top",
        "lists the likeliest classes, of which the first need not be the label that --threshold predicts; leave "
        "one of them out, or say --probabilities for the probability of every class"};
  const auto top = args.count("top", 0);
  if (!top || top.value() < 1 || top.value() > m.classes.size())
    return Error{Code::usage, "--top",
                 in_quotes(args.get("top")) + " is not a whole number from 1 to " + std::to_string(m.classes.size()) +
                     ", the number of the model's classes"};
  out.top = top.value();
  return out;
}

Result<void> check_kept(const Args& args, const Model& m, const Dataset& data, const BesideFeatures& beside,
                        const PredictionColumns& columns) {
  if (!args.has("keep")) return {};
  if (data.form.format == "libsvm")
    return Error{
        Code::usage, "--keep",
        "is for CSV and TSV; the data is libsvm text, whose lines hold no columns to keep: put the predictions "
        "beside it line by line (paste), or give CSV"};
  const std::vector<std::string> names = prediction_names(m, beside, columns);
  for (std::size_t k = 0; k < beside.kept.size(); ++k) {
    if (std::count(names.begin(), names.end(), names[k]) > 1)
      return Error{Code::usage, "--keep",
                   "column " + in_quotes(names[k]) +
                       " has the name of a column of predictions; rename it in the data, or leave it out"};
  }
  return {};
}

std::uint64_t lacking_rows(const BesideFeatures& beside) {
  return static_cast<std::uint64_t>(std::count(beside.lacking.begin(), beside.lacking.end(), true));
}

void note_rows(const Args& args, const Model& m, const Dataset& data, const BesideFeatures& beside,
               const FoundRows& found) {
  if (data.unseen_entries > 0)
    note(args,
         counted(data.unseen_entries, "value") + " in columns the model does not know: " + unseen_text(found.squares));
  if (data.missing_rows > 0)
    note(args, counted(data.missing_rows, "row") + " with missing cells left out: they have no prediction");
  if (found.lacking > 0)
    note(args, counted(found.lacking, "row") + " with missing cells " +
                   (args.get("unseen") == "row" ? "or unknown levels " : "") + (found.lacking == 1 ? "has" : "have") +
                   " no prediction");
  if (!data.form.header) return;
  std::unordered_set<std::string_view> used = {data.form.label, m.form.label, m.form.weight};
  used.insert(data.columns.begin(), data.columns.end());
  used.insert(data.form.hashed_columns.begin(), data.form.hashed_columns.end());
  for (const std::size_t k : beside.kept) used.insert(beside.header[k]);
  std::vector<std::string> extra;
  for (const std::string& name : beside.header) {
    if (!used.contains(name)) extra.push_back(shown(name));
  }
  if (!extra.empty())
    note(args, counted(extra.size(), "column") + " that the model does not have " + (extra.size() == 1 ? "is" : "are") +
                   " ignored: " + joined(extra));
}

}  // namespace halfspace::cli
