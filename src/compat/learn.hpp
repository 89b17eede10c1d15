// Classifiers by the project's own solvers, which stop on a proven gap, in the form the tools' model files want.
#pragma once

#include <string>

#include "compat/answer.hpp"
#include "compat/host.hpp"
#include "compat/words.hpp"
#include "data/dataset.hpp"
#include "export/exports.hpp"
#include "model/model.hpp"
#include "solver/status.hpp"

namespace halfspace::compat {

/// A tool's flags as settings of train(), and the tool's name for the solver: solver_type or svm_type of its file.
struct Task {
  Settings settings;
  std::string solver;
};

/// What both training tools take: -c, -e and -wI. Labels that do not occur are noted.
Result<Settings> common_settings(const Host& host, const Words& words, const Dataset& data);

struct LearnedModel {
  Model model;    // its classes in the tool's own order
  Status status;  // of several runs that of the first
};

Result<LearnedModel> learn_model(const Host& host, const Dataset& data, const Task& task);

/// -v N: the rows of right labels in N folds.
Result<Answer> cross_validate(const Host& host, const Words& words, const Dataset& data, const Task& task);

/// The model in the tool's format, or with -v its cross-validation.
Result<Answer> train_classifier(const Host& host, const Words& words, const Dataset& data, const Task& task,
                                Result<Exported> (*write)(const Model&, const ExportOptions&));

}  // namespace halfspace::compat
