// What evaluate says of predicted labels: measures of each class and their means.
#pragma once

#include <string>

#include "base/json.hpp"
#include "model/counts.hpp"
#include "model/model.hpp"
#include "report/lines.hpp"
#include "report/measures.hpp"

namespace halfspace {

/// `metrics` (with those of `measures`; null where they do not exist) and `per_class`; null where no row was counted.
void add_metrics(Json& out, const Model& model, const Counts& counts, const Measures& measures);

/// "88.6 % (86 to 90.7 % with 95 % confidence, Wilson)"; of rows with weights the first number alone.
std::string accuracy_text(const Counts& counts);

/// A line of balanced accuracy, MCC and mean F1.
void add_balance(Lines& lines, const Counts& counts);

/// Precision, recall, specificity, F1 and rows (or their weight) of each class.
std::string class_table(const Model& model, const Counts& counts);

}  // namespace halfspace
