// What cross-validation and a search say: as lines for people and as JSON for programs.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "report/lines.hpp"
#include "select/cross_validation.hpp"
#include "select/search.hpp"

namespace halfspace {

/// The members of `cv --json` between the head and the seconds.
Json cv_json(const Dataset& data, const LearnPlan& plan, const CrossValidation& cv);
std::string cv_text(const Dataset& data, const LearnPlan& plan, const FoldOptions& options, const CrossValidation& cv);

/// One line a row held out: repeat, fold, row (from 0), line, label, predicted, score(s), probabilities; CSV.
std::string cv_predictions(const Dataset& data, const CrossValidation& cv, const std::vector<std::string>& classes);

struct SearchReport {
  const Dataset& data;
  std::string source;  // name of the rows
  const LearnPlan& plan;
  const SearchPlan& options;
  const Search& search;
  SelectionRule rule;                      // what is refitted
  const std::optional<Learned>& refitted;  // on all rows
};

/// The members of `search --json` between the head and the seconds.
Json search_json(const SearchReport& report);
std::string search_text(const SearchReport& report);

/// The line about the model under a search; `path` is where it was written, "" nowhere.
std::string refit_text(const std::optional<Learned>& refitted, const std::string& path);

/// How the rows were cut into folds, with the first warnings.
void add_folds(Lines& lines, const FoldOptions& options, const Dataset& data, const std::vector<std::string>& warnings,
               const std::string& end = "");

/// "logistic, multinomial; given --C": what is learned on every fold. A search names what is given without
/// what it varies.
std::string plan_text(const LearnPlan& plan, const std::vector<std::string>& varied = {});

}  // namespace halfspace
