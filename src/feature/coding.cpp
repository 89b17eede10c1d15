#include "feature/coding.hpp"

#include <algorithm>

namespace halfspace {

std::size_t width_of(const InputColumn& column) { return column.levels.empty() ? 1 : column.levels.size(); }

std::vector<CodedFeature> codes_of(const InputColumn&, std::size_t level) { return {{level, 1}}; }

std::vector<std::string> feature_names_of(const InputColumn& column) {
  if (column.levels.empty()) return {column.name};
  std::vector<std::string> names;
  names.reserve(column.levels.size());
  for (const std::string& level : column.levels)
    names.push_back(column.name + "=" + (level.empty() ? "(missing)" : level));
  return names;
}

}  // namespace halfspace
