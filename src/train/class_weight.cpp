#include "train/class_weight.hpp"

#include <algorithm>
#include <numeric>

#include "base/number.hpp"
#include "base/quoted_list.hpp"
#include "base/text.hpp"
#include "data/label_index.hpp"

namespace halfspace {
namespace {

Error weight_refused(const std::string& message) { return {Code::usage, "--class-weight", message}; }

std::vector<double> balanced(const Targets& targets, const std::vector<double>& row_weight) {
  std::vector<double> sum(targets.classes.size());
  for (std::size_t i = 0; i < targets.label.size(); ++i)
    sum[targets.label[i]] += row_weight.empty() ? 1 : row_weight[i];
  const double n = std::accumulate(sum.begin(), sum.end(), 0.0);
  std::vector<double> out;
  out.reserve(sum.size());
  for (const double n_k : sum) out.push_back(n_k > 0 ? n / (static_cast<double>(sum.size()) * n_k) : 1);
  return out;
}

}  // namespace

Result<std::vector<double>> class_weights(const std::string& text, const Targets& targets,
                                          const std::vector<double>& row_weight) {
  if (text == "balanced") return balanced(targets, row_weight);
  std::vector<double> out(targets.classes.size(), 1);
  std::vector<bool> named(out.size());
  const LabelIndex index(targets.classes, true);
  const auto parts = quoted_list(text, "--class-weight");
  if (!parts) return parts.error();
  for (const std::string& part : parts.value()) {
    const std::size_t at = part.rfind('=');
    if (at == std::string::npos)
      return weight_refused(in_quotes(text) + " is neither balanced nor LABEL=W,...; name a label and its weight, as " +
                            targets.classes[0] + "=2");
    const std::string label = part.substr(0, at);
    const auto found = index.find(label);
    if (!found)
      return weight_refused(in_quotes(label) + " is not a label of the data; its labels are " +
                            joined(targets.classes));
    const std::size_t k = *found;
    if (named[k]) return weight_refused(in_quotes(label) + " is a duplicate label; name each label once");
    const auto weight = option_number(part.substr(at + 1), "--class-weight");
    if (!weight) return weight.error();
    if (!(weight.value() > 0))
      return weight_refused("weight " + in_quotes(part.substr(at + 1)) + " of label " + in_quotes(label) +
                            " is outside (0, inf); leave rows out with --classes");
    out[k] = weight.value();
    named[k] = true;
  }
  return out;
}

std::vector<double> joint_weights(const std::vector<double>& of_class, const Targets& targets,
                                  const std::vector<double>& row_weight) {
  if (std::all_of(of_class.begin(), of_class.end(), [](double v) { return v == 1; })) return row_weight;
  std::vector<double> out(targets.label.size());
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = of_class[targets.label[i]] * (row_weight.empty() ? 1 : row_weight[i]);
  return out;
}

}  // namespace halfspace
