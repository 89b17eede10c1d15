// Columns of a CSV text whose fields are kept as they are written.
#include "base/number.hpp"
#include "base/places.hpp"
#include "base/text.hpp"
#include "data/beside_features.hpp"
#include "format/csv_columns.hpp"

namespace halfspace {

Result<void> choose_kept(const std::vector<std::string>& names, BesideFeatures& beside, const std::string& where) {
  beside.header = names;
  const bool all = beside.keep.size() == 1 && beside.keep[0] == "all";
  for (std::size_t k = 0; k < names.size() && all; ++k) beside.kept.push_back(k);
  if (all) return {};
  const auto place = places_of(names);
  std::vector<bool> used(names.size());
  for (const std::string& wanted : beside.keep) {
    const auto named = place.find(wanted);
    const auto number = option_count(wanted, "--keep");
    const bool numbered = number && number.value() >= 1 && number.value() <= names.size();
    if (named == place.end() && !numbered) {
      const std::string near = nearest(wanted, names);
      return Error{Code::usage, "--keep",
                   "no column " + in_quotes(wanted) + " in " + where + "; the columns are " + joined(names) +
                       (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?")};
    }
    const std::size_t k = named == place.end() ? static_cast<std::size_t>(number.value() - 1) : named->second;
    if (used[k])
      return Error{Code::usage, "--keep", "column " + in_quotes(names[k]) + " is named twice; name each column once"};
    used[k] = true;
    beside.kept.push_back(k);
  }
  return {};
}

}  // namespace halfspace
