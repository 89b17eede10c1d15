// svm-predict and liblinear-predict: labels (with -b 1 probabilities) in a file, the accuracy on stdout.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/text.hpp"
#include "compat.hpp"
#include "data/label.hpp"
#include "data_flags.hpp"
#include "export/import.hpp"
#include "export/libsvm_model.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "output_file.hpp"
#include "session.hpp"
#include "train/limits.hpp"

namespace halfspace::cli::compat {
namespace {

/// The classes in the order of the model's file: of two, +1 first.
std::vector<std::uint32_t> file_order(const Model& m) {
  if (m.classes.size() == 2) return {1, 0};
  std::vector<std::uint32_t> order(m.classes.size());
  std::iota(order.begin(), order.end(), 0U);
  return order;
}

struct Predicted {
  std::string text;
  std::uint64_t right = 0;
};

/// Labels by score; with probabilities by the likeliest where LIBSVM's map gives them, and those behind.
Result<Predicted> predict(const Model& m, const Dataset& data, bool with_probabilities, unsigned threads,
                          const std::string& source) {
  Predicted out;
  const NothingToKeep scoring("scoring");
  const auto found = finite_scores(m, data, source, threads);
  if (!found) return found.error();
  const std::vector<double>& score = found.value();
  const std::vector<std::uint32_t> order = file_order(m);
  const std::size_t classes = m.classes.size();
  const std::size_t outputs = m.outputs();
  const std::vector<double> truth = targets(data);
  std::vector<double> p;
  if (with_probabilities) {
    p = probabilities(m, from_pairs(m) ? vector_scores(m, data, threads) : score);
    out.text = "labels";
    for (const std::uint32_t k : order) out.text += " " + m.classes[k];
    out.text += "\n";
  }
  for (std::size_t i = 0; i < data.rows; ++i) {
    std::uint32_t k = predicted_class(std::span(score).subspan(i * outputs, outputs), m.zero_is_negative);
    if (with_probabilities && m.probability.kind == ProbabilityKind::libsvm) {
      k = order[0];
      for (const std::uint32_t l : order) k = p[i * classes + l] > p[i * classes + k] ? l : k;
    }
    out.text += m.classes[k];
    for (const std::uint32_t l : order) {
      if (with_probabilities) out.text += " " + g(p[i * classes + l]);
    }
    out.text += "\n";
    const auto number = label_number(m.classes[k]);
    out.right += number && *number == truth[i] ? 1 : 0;
  }
  return out;
}

Outcome classify(const Args& args, const Words& words, const Model& model, const std::string& kind) {
  const auto probable = words.count('b', 0, 0, 1);
  if (!probable) return probable.error();
  const bool with = probable.value() == 1;
  if (with && !has_probabilities(model))
    return Error{Code::usage, "-b 1",
                 "the model has no probabilities: it was trained without -b 1, or by a solver that has none"};
  const auto threads = thread_count(args);
  if (!threads) return threads.error();
  const auto options = read_options_for(model, args, true);
  if (!options) return options.error();
  const auto data = read_rows(args, words.files[0], options.value());
  if (!data) return data.error();
  const auto predicted = predict(model, data.value(), with, threads.value(), shown(words.files[0], 4096));
  if (!predicted) return predicted.error();
  const Predicted& said = predicted.value();
  if (const auto told = write_output(args, words.files[2], said.text); !told) return told.error();
  const double percent = 100 * static_cast<double>(said.right) / static_cast<double>(data.value().rows);
  const std::string line = "Accuracy = " + g(percent) + "% (" + std::to_string(said.right) + "/" +
                           std::to_string(data.value().rows) + ")" + kind + "\n";
  const auto told =
      say(args, words, line, {{"accuracy", percent / 100}, {"right", said.right}, {"rows", data.value().rows}});
  if (!told) return told.error();
  return 0;
}

/// Mean squared error and squared correlation of values and targets.
std::pair<double, double> errors_of(const std::vector<double>& value, const std::vector<double>& truth) {
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
  return {error / n, cross * cross / ((n * vv - v * v) * (n * tt - t * t))};
}

/// One-class SVM: 1 where f > 0, else -1. Regression: f.
Outcome predict_values(const Args& args, const Words& words, const LibsvmModel& model) {
  if (words.get('b', "0") != "0")
    return Error{Code::usage, "-b 1", "is for classifiers; this model is " + std::string(name_of(model.type))};
  ReadOptions options;
  options.for_model = true;
  options.model_cols = model.rows.cols;
  options.zero_based = model.from_zero;
  options.serial_numbers = model.kernel.kind == KernelKind::precomputed;
  options.unseen_squares = model.kernel.kind == KernelKind::rbf;
  const auto data = read_rows(args, words.files[0], options);
  if (!data) return data.error();
  std::vector<double> value = libsvm_values(model, data.value());
  const auto bad = std::find_if(value.begin(), value.end(), [](double v) { return !std::isfinite(v); });
  if (bad != value.end())
    return Error{Code::bad_data, shown(words.files[0], 4096),
                 "row " + std::to_string(bad - value.begin()) + ", counted from 0, has no finite value by this model"};
  const std::vector<double> truth = targets(data.value());
  const bool one_class = model.type == SvmType::one_class;
  std::string text;
  std::uint64_t right = 0;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (one_class) value[i] = value[i] > 0 ? 1 : -1;
    right += value[i] == truth[i] ? 1 : 0;
    text += number_text(value[i]) + "\n";
  }
  if (const auto told = write_output(args, words.files[2], text); !told) return told.error();
  const auto [error, correlation] = errors_of(value, truth);
  const double percent = 100 * static_cast<double>(right) / static_cast<double>(value.size());
  const std::string line = one_class ? "Accuracy = " + g(percent) + "% (" + std::to_string(right) + "/" +
                                           std::to_string(value.size()) + ") (classification)\n"
                                     : "Mean squared error = " + g(error) +
                                           " (regression)\nSquared correlation coefficient = " + g(correlation) +
                                           " (regression)\n";
  const Json members = one_class ? Json{{"accuracy", percent / 100}, {"right", right}, {"rows", value.size()}}
                                 : Json{{"mean_squared_error", number_json(error)},
                                        {"squared_correlation", number_json(correlation)},
                                        {"rows", value.size()}};
  const auto told = say(args, words, line, members);
  if (!told) return told.error();
  return 0;
}

}  // namespace

Outcome liblinear_predict(const Args& args, const Words& words) {
  const auto model = read_model(words.files[1]);
  if (!model) return model.error();
  return classify(args, words, model.value(), "");
}

Outcome svm_predict(const Args& args, const Words& words) {
  auto source = open_source(words.files[1]);
  if (!source) return source.error();
  const auto head = look_ahead(source.value(), model_head_bytes);
  if (!head) return head.error();
  const std::string name = shown(words.files[1], 4096);
  if (kind_of_model(head.value()) == ModelKind::libsvm) {
    const auto text = whole_text(*source.value());
    if (!text) return text.error();
    auto model = parse_libsvm_model(text.value(), name);
    if (!model) return model.error();
    if (!model.value().classifies()) return predict_values(args, words, model.value());
    const auto classifier = model_of(std::move(model).value(), name);
    if (!classifier) return classifier.error();
    return classify(args, words, classifier.value(), " (classification)");
  }
  const auto model = import_model(std::move(source).value(), name);
  if (!model) return model.error();
  return classify(args, words, model.value(), " (classification)");
}

}  // namespace halfspace::cli::compat
