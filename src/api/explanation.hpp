// What explanations of the core say, as those of the library; a report needs the model and what was found.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "data/dataset.hpp"
#include "halfspace/explain.hpp"
#include "model/model.hpp"
#include "verbs/explanation.hpp"

namespace halfspace::api {

struct KeptExplanation {
  std::shared_ptr<const Model> model;
  std::shared_ptr<const Dataset> data;
  std::string source;
  std::optional<ExplanationReport> found;
};
using ExplanationKept = Result<std::shared_ptr<const KeptExplanation>>;

/// explanation_of(); the numbers of the rows are let go.
ExplanationKept kept_explanation(const std::shared_ptr<const Model>& model, const std::shared_ptr<Dataset>& data,
                                 const ExplainRequest& request, const std::string& source);
Report explanation_report(const std::shared_ptr<const KeptExplanation>& kept);
Explanation public_explanation(const std::shared_ptr<const KeptExplanation>& kept);

struct KeptMeans {
  std::shared_ptr<const Model> model;
  std::string source;
  std::optional<MeanReport> found;
};
using MeansKept = Result<std::shared_ptr<const KeptMeans>>;

MeansKept kept_means(const std::shared_ptr<const Model>& model, const MeanExplanation& means,
                     const ExplainRequest& request, const std::string& source);
Report means_report(const std::shared_ptr<const KeptMeans>& kept);
MeanContributions public_means(const std::shared_ptr<const KeptMeans>& kept);

}  // namespace halfspace::api
