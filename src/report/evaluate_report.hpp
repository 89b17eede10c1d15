// How a model does on labelled rows, for people and as JSON.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"
#include "report/evaluate_more.hpp"
#include "report/measures.hpp"
#include "separate/unavoidable.hpp"

namespace halfspace {

struct EvaluationReport {
  const Model& model;
  const Counts& counts;
  const Measures& measures;
  const std::optional<Unavoidable>& unavoidable;
  const Dataset& data;
  std::string source;         // name of the rows
  std::string rule;           // which score or probability is predicted +1
  double threshold = 0.5;     // of the probability
  bool by_threshold = false;  // and that was asked for
  EvaluateMore more = {};
};

/// The members of `evaluate --json` between the head and the seconds.
Json evaluate_json(const EvaluationReport& e);
std::string evaluate_text(const EvaluationReport& e);

/// A list of counts for each true class, one for each predicted class.
Json confusion_rows_json(const Counts& counts);

}  // namespace halfspace
