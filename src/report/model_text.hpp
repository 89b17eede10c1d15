// What a model is, as lines for people and as JSON members.
#pragma once

#include <optional>
#include <string>

#include "base/json.hpp"
#include "model/model.hpp"
#include "report/lines.hpp"

namespace halfspace {

/// The separator of a model of two features: "x2 = 2.5 x1 - 1", "x1 = ...", or why there is no line; "" for other
/// models.
std::string separator_line(const Model& model);

/// "perceptron, preset cyclic", "svm".
std::string learner_name(const Model& model);

/// "" or, of a run that was ended from outside, that it was: what uses the model says so.
std::string unfinished_text(const Model& model);

/// Which classes there are and what equal scores mean.
std::string classes_text(const Model& model);
/// "rbf, gamma 0.5"
std::string kernel_text(const Kernel& kernel);

std::string boundary_text(const Model& model);
/// "score 0 is predicted b", "P(b) >= 0.8 is predicted b".
std::string rule_text(const Model& model, std::optional<double> threshold);

/// Codings of columns of texts, means, products and scaling in a few words.
std::string features_text(const FeatureMap& map);

/// Weights by name in original units, or the kernel with its support rows; bias and votes.
void add_weights(Lines& lines, const Model& model);

/// Objective, gap, margin and support vectors of a logistic model or a support vector machine, as its report says.
void add_objective(Lines& lines, const Model& model);

/// `columns`, `weights` and `bias` of reports: numbers for two classes, a list a class for more; weights null with a
/// kernel.
void add_weights(Json& out, const Model& model);
/// `kernel` and `support_vectors` of reports.
void add_kernel(Json& out, const Support& support);

}  // namespace halfspace
