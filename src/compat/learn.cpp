#include "compat/learn.hpp"

#include <numeric>
#include <optional>
#include <utility>

#include "base/number.hpp"
#include "base/text.hpp"
#include "compat/rows.hpp"
#include "data/label.hpp"
#include "export/class_order.hpp"
#include "train/request.hpp"
#include "train/train.hpp"

namespace halfspace::compat {
namespace {

/// -wi as --class-weight.
void add_class_weights(const Host& host, const Words& words, const Dataset& data, Settings& settings) {
  std::string list;
  for (const auto& [label, weight] : words.class_weights) {
    const auto known = find_class(data.classes, label);
    if (!known) {
      host.say("-w" + shown(label) + ": no row has this label");
      continue;
    }
    list += (list.empty() ? "" : ",") + data.classes[*known].text + "=" + weight;
  }
  if (!list.empty()) settings.values["class-weight"] = list;
}

/// Class k is +1, all others -1.
Dataset against_rest(const Dataset& data, std::uint32_t k) {
  std::vector<std::uint64_t> all(data.rows);
  std::iota(all.begin(), all.end(), std::uint64_t{0});
  Dataset out = take_rows(data, all);
  for (std::uint32_t& label : out.label) label = label == k ? 1 : 0;
  out.classes = {{"-1", -1, data.rows - data.classes[k].rows}, {"1", 1, data.classes[k].rows}};
  return out;
}

/// LIBLINEAR's weights of classes: in the run of class k its rows weigh w_k, all others 1.
Result<LearnedModel> weighted_against_rest(const Host& host, const Dataset& data,
                                           const std::vector<std::uint32_t>& order, const Task& task) {
  std::optional<LearnedModel> out;
  for (const std::uint32_t k : order) {
    Task own = task;
    own.settings.values.erase("class-weight");
    for (const std::string& part : split(task.settings.get("class-weight"), ',')) {
      if (same_label(part.substr(0, part.rfind('=')), data.classes[k].text))
        own.settings.values["class-weight"] = "1" + part.substr(part.rfind('='));
    }
    own.settings.values.erase("multiclass");
    const Dataset rows = against_rest(data, k);
    auto one = learn_model(host, rows, own);
    if (!one) return one;
    const bool first = !out;
    if (first) out = std::move(one).value();
    Model& all = out->model;
    if (first) {
      all.classes.clear();
      all.multiclass = Multiclass::one_vs_rest;
    } else {
      const Model& m = one.value().model;
      all.w.insert(all.w.end(), m.w.begin(), m.w.end());
      all.b.insert(all.b.end(), m.b.begin(), m.b.end());
    }
    all.classes.push_back(data.classes[k].text);
  }
  return std::move(*out);
}

}  // namespace

Result<Settings> common_settings(const Host& host, const Words& words, const Dataset& data) {
  Settings out;
  for (const char* name : {"threads", "seed", "max-memory", "timeout"}) {
    if (host.settings.has(name)) out.values[name] = host.settings.get(name);
  }
  constexpr double tol = 1e-4;  // of the gap, beside the objective
  const auto C = words.positive('c', 1);
  const auto eps = words.positive('e', tol);
  if (!C) return C.error();
  if (!eps) return eps.error();
  out.values["C"] = words.get('c', "1");
  if (eps.value() < tol) out.values["tol"] = number_text(eps.value());
  add_class_weights(host, words, data, out);
  return out;
}

Result<LearnedModel> learn_model(const Host& host, const Dataset& data, const Task& task) {
  const std::vector<std::uint32_t> order = first_order(data);
  Settings settings = task.settings;
  if (order.size() > 2 && settings.has("class-weight") && settings.get("multiclass") == "one-vs-rest")
    return weighted_against_rest(host, data, order, task);
  if (order.size() == 2) {
    settings.values["positive"] = data.classes[order[0]].text;
    settings.values.erase("multiclass");
  }
  const auto request = train_request(settings, data, "the data");
  if (!request) return request.error();
  const Watch watch = host.begin_run();
  TrainObserver observer;
  observer.linear.stop = watch.stop;
  auto run = train(data, request.value(), observer);
  if (!run) return run.error();
  if (watch.stop.ask() == Halt::interrupt) return Error{Code::interrupted, "", "interrupted; no model was written"};
  if (!run.value().fitted) return Error{Code::bad_data, "", run.value().stop_reason};
  Model m = std::move(run.value().model);
  m.settings = {{"solver_type", task.solver}, {"svm_type", task.solver}};
  if (order.size() > 2) order_classes(m, order);
  m.zero_is_negative = true;
  if (order.size() == 2 && task.solver == "MCSVM_CS") {  // u = w_1 - w_2 = 2 w_1
    for (double& v : m.w) v /= 2;
    m.b[0] /= 2;
  }
  return LearnedModel{std::move(m), run.value().status};
}

Result<Answer> train_classifier(const Host& host, const Words& words, const Dataset& data, const Task& task,
                                Result<Exported> (*write)(const Model&, const ExportOptions&)) {
  if (words.has('v')) return cross_validate(host, words, data, task);
  const auto learned = learn_model(host, data, task);
  if (!learned) return learned.error();
  const Model& model = learned.value().model;
  auto written = write(model, {});
  if (!written) return written.error();
  for (const std::string& text : written.value().notes) host.say(text);
  const std::string status(name_of(learned.value().status));
  TrainedClassifier result{model.classes, status, {}};
  if (model.support) result.support_vectors = model.support->rows.rows;
  Answer answer{std::move(result), model_path(words), std::move(written).value().bytes};
  if (status != "converged") answer.warning = "not converged (" + status + "): the model is the best found";
  return answer;
}

}  // namespace halfspace::compat
