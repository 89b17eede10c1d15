// svm-predict and liblinear-predict: labels (with -b 1 probabilities) in a file, the accuracy as the answer.
#include <numeric>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "compat/rows.hpp"
#include "compat/svm_values.hpp"
#include "compat/tools.hpp"
#include "data/label.hpp"
#include "export/import.hpp"
#include "model/probability.hpp"
#include "model/score_checks.hpp"
#include "model/scorer.hpp"
#include "train/limits.hpp"
#include "train/reading.hpp"

namespace halfspace::compat {
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
Result<Predicted> predict_labels(const Model& m, const Dataset& data, bool with_probabilities, unsigned threads,
                                 const std::string& source) {
  Predicted out;
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
    if (with_probabilities && std::holds_alternative<LibsvmMap>(m.probability)) {
      k = order[0];
      for (const std::uint32_t l : order) k = p[i * classes + l] > p[i * classes + k] ? l : k;
    }
    out.text += m.classes[k];
    for (const std::uint32_t l : order) {
      if (with_probabilities) out.text += " " + short_number(p[i * classes + l]);
    }
    out.text += "\n";
    const auto number = label_number(m.classes[k]);
    out.right += number && *number == truth[i] ? 1 : 0;
  }
  return out;
}

Result<Answer> classify(const Host& host, const Words& words, const Model& model, bool svm) {
  const auto probable = words.count('b', 0, 0, 1);
  if (!probable) return probable.error();
  const bool with = probable.value() == 1;
  if (with && !has_probabilities(model))
    return Error{Code::usage, "-b 1",
                 "the model has no probabilities: it was trained without -b 1, or by a solver that has none"};
  const auto threads = thread_count(host.settings);
  if (!threads) return threads.error();
  const auto options = read_options_for(model, host.settings, true);
  if (!options) return options.error();
  const auto data = read_rows(host, words.files[0], options.value());
  if (!data) return data.error();
  auto predicted = [&] {
    const auto scoring = host.begin("scoring");
    return predict_labels(model, data.value(), with, threads.value(), shown(words.files[0], 4096));
  }();
  if (!predicted) return predicted.error();
  return Answer{PredictedLabels{predicted.value().right, data.value().rows, svm}, words.files[2],
                std::move(predicted).value().text};
}

}  // namespace

Result<Answer> liblinear_predict(const Host& host, const Words& words) {
  const auto model = [&] {
    const auto reading = host.begin("reading");
    return import_model(words.files[1]);
  }();
  if (!model) return model.error();
  return classify(host, words, model.value(), false);
}

Result<Answer> svm_predict(const Host& host, const Words& words) {
  const std::string name = shown(words.files[1], 4096);
  auto source = open_source(words.files[1]);
  if (!source) return source.error();
  const auto head = look_ahead(source.value(), model_head_bytes);
  if (!head) return head.error();
  if (kind_of_model(head.value()) != ModelKind::libsvm) {
    const auto model = import_model(std::move(source).value(), name);
    return model ? classify(host, words, model.value(), true) : model.error();
  }
  const auto text = whole_text(*source.value());
  if (!text) return text.error();
  auto model = parse_libsvm_model(text.value(), name);
  if (!model) return model.error();
  if (!model.value().classifies()) return predict_svm_values(host, words, model.value());
  const auto classifier = model_of(std::move(model).value(), name);
  return classifier ? classify(host, words, classifier.value(), true) : classifier.error();
}

}  // namespace halfspace::compat
