// What a row's scores are made of, for people and as JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "data/dataset.hpp"
#include "model/column_parts.hpp"
#include "model/contributions.hpp"
#include "model/counterfactual.hpp"
#include "model/model.hpp"

namespace halfspace {

/// Do columns say more than features: levels, products, dates, missing cells?
bool columns_by_default(const Model& model);

/// A row's scores and what they are made of.
struct ExplanationReport {
  const Model& model;
  const Dataset& data;
  std::uint64_t row;     // of `data`
  std::uint64_t record;  // of the text, from 0
  std::vector<double> score;
  std::vector<ScoreParts> vectors;  // of each weight vector
  std::uint64_t top;                // at most so many parts of each ...
  bool all;                         // ... but where all are wanted
  ColumnParts columns;
  bool by_column;  // for people: columns in place of features
  std::optional<Counterfactual> counterfactual = {};

  std::string predicted() const;  ///< the label
  std::string part_name(const Contribution& c) const;
  std::size_t kept(std::size_t parts) const;
  double rest(const ScoreParts& v) const;  ///< what the parts left out add up to
  double rest(const std::vector<ColumnPart>& parts) const;
};

/// The members of `explain --json` between the head and the seconds.
Json explain_json(const ExplanationReport& t);
std::string explain_text(const ExplanationReport& t, const std::string& source);

}  // namespace halfspace
