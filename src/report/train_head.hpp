// What the reports of all learners begin and end with.
#pragma once

#include <optional>
#include <string>

#include "report/lines.hpp"
#include "train/train.hpp"

namespace halfspace {

/// "; left out 3 rows with missing cells", where rows were left out.
std::string left_out_text(const Dataset& data);

/// The members `data`, `classes`, `positive`, `bias_mode`, `boundary`, `multiclass`.
void add_data(Json& out, const Dataset& data, const TrainRequest& request, const Trained& trained);

/// The model's settings, with the algorithm asked for.
Json settings_json(const TrainRequest& request, const Model& model);

/// Why --algorithm auto chose this learner: the member `algorithm_reason` (null for other choices), and a line.
Json choice_json(const Trained& trained);
void add_choice(Lines& lines, const Trained& trained);

/// The lines data, label and features.
void add_data(Lines& lines, const Dataset& data, const TrainRequest& request, const Trained& trained);

/// The lines test and how the rows came to be.
void add_test(Lines& lines, const std::optional<Counts>& test, const std::string& test_name);

/// The report of algorithm logistic and svm.
Json linear_train_json(const Dataset& data, const TrainRequest& request, const Trained& trained,
                       const std::optional<Counts>& test);
std::string linear_train_text(const Dataset& data, const TrainRequest& request, const Trained& trained,
                              const std::optional<Counts>& test, const std::string& test_name);

}  // namespace halfspace
