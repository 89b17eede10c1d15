// The page of `report`: rows with or without labels, and what is said of them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "halfspace/result.hpp"
#include "model/model.hpp"
#include "train/flags.hpp"
#include "train/settings.hpp"
#include "verbs/evaluation.hpp"
#include "verbs/labelled_scores.hpp"

namespace halfspace {

struct PageRows {
  LabelledScores scored;
  bool labelled = true;
};

/// Reads the rows with their labels or without.
using ReadPageRows = std::function<Result<LabelledScores>(bool labelled)>;

/// With labels where DATA has them and not --unlabelled says otherwise; `note` is told where it has none. Standard
/// input ("-") can be read once: there the lack is an Error.
Result<PageRows> page_rows(const Settings& settings, const std::string& data, const ReadPageRows& read,
                           const std::function<void(const std::string&)>& note);

/// What the rows without labels are predicted.
RowsEvaluated predicted_rows(const Model& model, const LabelledScores& rows, std::optional<double> threshold);

/// Names that a page shows, and the flags that its commands need.
struct PageNames {
  std::string model;
  std::string data;     // "-" is standard input
  std::string command;  // that makes the page
  std::string classes;  // the value of --classes
};

struct MadePage {
  std::string bytes;
  std::string train_command;
};

MadePage made_page(const Model& model, const PageRows& rows, const RowsEvaluated& evaluated, const PageNames& names,
                   unsigned threads);

/// A call of the program, in words of a shell: `flags` are those that may be among the settings.
std::string call_in_words(std::string call, const Settings& settings, const std::vector<Flag>& flags);

/// The name of the rows in messages.
std::string name_of_rows(const std::string& path);

}  // namespace halfspace
