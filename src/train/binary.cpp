#include "train/binary.hpp"

#include "base/text.hpp"
#include "data/label.hpp"

namespace halfspace {

Result<BinaryLabels> binary_labels(const Dataset& data, const std::string& positive, const std::string& source) {
  std::vector<std::string> names;
  names.reserve(data.classes.size());
  for (const ClassLabel& c : data.classes) names.push_back(c.text);
  if (names.size() == 1)
    return Error{Code::bad_data, source,
                 "all rows have the label " + in_quotes(names[0]) + "; training needs two classes"};
  if (names.size() != 2) {
    const std::string example = names.empty() ? "A,B" : names[0] + "," + names[1];
    return Error{Code::bad_data, source,
                 "the labels are " + std::to_string(names.size()) + " classes (" + joined(names, ", ", 10) +
                     "); a binary learner needs two: keep two with --classes " + shown(example, 80)};
  }
  std::uint32_t plus = 1;
  if (!positive.empty()) {
    const auto found = find_class(data.classes, positive);
    if (!found)
      return Error{Code::usage, "--positive",
                   in_quotes(positive) + " is not a label of " + source + "; its labels are " + joined(names)};
    plus = *found;
  }
  BinaryLabels out{names[1 - plus], names[plus], {}};
  out.y.reserve(data.rows);
  for (const std::uint32_t label : data.label) out.y.push_back(label == plus ? 1 : -1);
  return out;
}

}  // namespace halfspace
