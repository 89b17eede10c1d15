// The true classes of rows, and how far scores lie on their side.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/alike.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data/label.hpp"
#include "data/label_index.hpp"
#include "model/scorer.hpp"

namespace halfspace {

Result<std::vector<std::uint32_t>> known_classes(const Model& m, const Dataset& data, const std::string& source) {
  std::vector<std::uint32_t> of_class;
  const bool numbers = std::all_of(m.classes.begin(), m.classes.end(),
                                   [](const std::string& label) { return label_number(label).has_value(); });
  const LabelIndex index(m.classes, numbers);
  for (const ClassLabel& c : data.classes) {
    const auto found = index.find(c.text);
    if (!found && c.rows > 0) {
      std::vector<std::string> present;  // of the model's classes
      for (const std::string& label : m.classes) {
        if (std::any_of(data.classes.begin(), data.classes.end(),
                        [&](const ClassLabel& d) { return d.rows > 0 && same_label(d.text, label); }))
          present.push_back(label);
      }
      const std::string near = numbers ? "" : alike_or_near(c.text, m.classes);
      return Error{Code::bad_data, source,
                   "label " + in_quotes(c.text) + " is not one of the model's classes " + joined(m.classes, ", ", 20) +
                       (near.empty() ? "" : "; did you mean " + in_quotes(near) + "?") +
                       (present.empty() ? "; no row has one of these"
                                        : "; leave its rows out with --classes " +
                                              whole_or(as_flag_value(present), "and the model's classes"))};
    }
    of_class.push_back(static_cast<std::uint32_t>(found.value_or(m.classes.size())));
  }
  if (!std::isfinite(std::accumulate(data.weight.begin(), data.weight.end(), 0.0)))
    return Error{Code::bad_data, source, "the weights of its rows add up to more than a double holds; divide them all"};
  std::vector<std::uint32_t> out(data.rows);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = of_class[data.label[i]];
  return out;
}

std::vector<double> margins(std::span<const double> score, std::size_t outputs, std::span<const std::uint32_t> truth) {
  std::vector<double> out(truth.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double* s = score.data() + i * outputs;
    if (outputs == 1) {
      out[i] = truth[i] == 1 ? *s : -*s;
      continue;
    }
    double best = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < outputs; ++k) {
      if (k != truth[i]) best = std::max(best, s[k]);
    }
    out[i] = s[truth[i]] - best;
  }
  return out;
}

}  // namespace halfspace
