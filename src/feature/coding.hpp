// What features a column of the text becomes. Learners, predictions and exports all ask here.
//
//   number     its value
//   date       year, month, day, weekday, and the second of the day where there is a time (--dates parts)
//   one-hot    a feature a level, 1 for its own
//   reference  a feature a level but the reference level, which has 0 in all of them (treatment coding)
//   effect     a feature a level but the reference level, which has -1 in all of them (sum coding)
//   ordered    one feature: the level's place 0, 1, 2, ...; missing cells have a second of their own
//
// Pooled levels are one level, the last.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "feature/feature_map.hpp"

namespace halfspace {

/// Features of a column.
std::size_t width_of(const InputColumn& column);

/// The features of a categorical column for its level number `level`, zeros left out: (feature of the column, value),
/// features ascending.
struct CodedFeature {
  std::size_t feature;
  double value;
};
std::vector<CodedFeature> codes_of(const InputColumn& column, std::size_t level);

/// The features of a column of numbers or of parts of dates.
std::vector<CodedFeature> codes_of_number(const InputColumn& column, double value);

/// ... for a level training did not see, where it is `other`: those of the pooled level, else none.
std::vector<CodedFeature> unseen_codes(const InputColumn& column);

/// ... for each of these texts, any other text than a level as one training did not see.
std::vector<std::vector<CodedFeature>> codes_of_texts(const InputColumn& column, const std::vector<std::string>& texts);

/// May a level that training did not see be `other`? An ordered column has no place for it.
inline bool takes_unseen(const FeatureMap& map, const InputColumn& column) {
  return map.options.unseen == Unseen::other && column.coding.order.empty();
}

/// Their names: "x", "colour=red", "colour=(missing)", "colour=(rare)".
std::vector<std::string> feature_names_of(const InputColumn& column);

/// A level in messages and names: the missing cell is "(missing)".
std::string level_name(const std::string& level);

/// A level as it stands in a map: texts that are numbers as the shortest decimal.
std::string level_of(std::string_view text);

}  // namespace halfspace
