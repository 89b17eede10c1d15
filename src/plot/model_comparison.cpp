#include <algorithm>

#include "base/text.hpp"
#include "data/label_index.hpp"
#include "plot/model_plot.hpp"

namespace halfspace::plot {
namespace {

std::vector<std::string> column_names(const Model& m) {
  std::vector<std::string> names;
  names.reserve(m.map.input_cols);
  for (std::size_t j = 0; j < m.map.input_cols; ++j) names.push_back(input_name(m, j));
  return names;
}

bool same_labels(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const LabelIndex in_b(b, true);
  const auto is_in_b = [&](const std::string& label) { return in_b.find(label).has_value(); };
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), is_in_b);
}

}  // namespace

Result<void> check_comparable(const Model& first, const std::string& first_name, const Model& other,
                              const std::string& name) {
  constexpr std::size_t most_named = 8;
  const auto refuse = [&](const std::string& message) { return Error{Code::bad_data, name, message}; };
  const std::vector<std::string> own = column_names(first);
  const std::vector<std::string> others = column_names(other);
  if (own != others)
    return refuse("its columns are " + joined(others, ", ", most_named) + ", those of " + first_name + " are " +
                  joined(own, ", ", most_named) + "; models in one picture have the same columns, in the same order");
  if (!same_labels(first.classes, other.classes))
    return refuse("its classes are " + joined(other.classes, ", ", most_named) + ", those of " + first_name + " are " +
                  joined(first.classes, ", ", most_named) + "; models in one picture have the same classes");
  for (std::size_t j = 0; j < std::min(first.map.inputs.size(), other.map.inputs.size()); ++j) {
    const InputColumn& a = first.map.inputs[j];
    const InputColumn& b = other.map.inputs[j];
    if (a.levels != b.levels)
      return refuse("column " + in_quotes(b.name) + " has other levels than in " + first_name +
                    "; train both on rows that have the same levels");
    if (a.fill.has_value() && !b.fill.has_value())
      return refuse("column " + in_quotes(b.name) + " may have no missing cells, but may in " + first_name +
                    "; train both with the same --missing");
  }
  return {};
}

}  // namespace halfspace::plot
