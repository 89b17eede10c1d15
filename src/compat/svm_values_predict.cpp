#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "base/text.hpp"
#include "compat/rows.hpp"
#include "compat/svm_values.hpp"

namespace halfspace::compat {
namespace {

/// Mean squared error and squared correlation of values and targets.
PredictedValues errors_of(const std::vector<double>& value, const std::vector<double>& truth) {
  const auto n = static_cast<double>(value.size());
  double error = 0;
  double v = 0;
  double t = 0;
  double vv = 0;
  double tt = 0;
  double vt = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    error += (value[i] - truth[i]) * (value[i] - truth[i]);
    v += value[i];
    t += truth[i];
    vv += value[i] * value[i];
    tt += truth[i] * truth[i];
    vt += value[i] * truth[i];
  }
  const double cross = n * vt - v * t;
  return {error / n, cross * cross / ((n * vv - v * v) * (n * tt - t * t)), value.size()};
}

Result<std::vector<double>> finite_values(const LibsvmModel& model, const Dataset& data, const std::string& source) {
  std::vector<double> value = libsvm_values(model, data);
  const auto bad = std::find_if(value.begin(), value.end(), [](double v) { return !std::isfinite(v); });
  if (bad == value.end()) return value;
  return Error{Code::bad_data, source,
               "row " + std::to_string(bad - value.begin()) + ", counted from 0, has no finite value by this model"};
}

}  // namespace

Result<Answer> predict_svm_values(const Host& host, const Words& words, const LibsvmModel& model) {
  if (words.get('b', "0") != "0")
    return Error{Code::usage, "-b 1", "is for classifiers; this model is " + std::string(name_of(model.type))};
  ReadOptions options;
  options.for_model = true;
  options.model_cols = model.rows.cols;
  options.zero_based = model.from_zero;
  options.serial_numbers = model.kernel.kind == KernelKind::precomputed;
  options.unseen_squares = model.kernel.kind == KernelKind::rbf;
  const auto data = read_rows(host, words.files[0], options);
  if (!data) return data.error();
  auto found = finite_values(model, data.value(), shown(words.files[0], 4096));
  if (!found) return found.error();
  std::vector<double>& value = found.value();
  const std::vector<double> truth = targets(data.value());
  const bool one_class = model.type == SvmType::one_class;
  PredictedLabels labels{0, value.size(), true};
  std::string text;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (one_class) value[i] = value[i] > 0 ? 1 : -1;
    labels.right += value[i] == truth[i] ? 1 : 0;
    text += number_text(value[i]) + "\n";
  }
  Answer answer{labels, words.files[2], std::move(text)};
  if (!one_class) answer.result = errors_of(value, truth);
  return answer;
}

}  // namespace halfspace::compat
