// svm-train and liblinear-train: the old flags as settings of our own solvers, which stop on a proven gap.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include "base/rng.hpp"
#include "base/text.hpp"
#include "compat.hpp"
#include "data/label.hpp"
#include "data_flags.hpp"
#include "export/class_order.hpp"
#include "export/exports.hpp"
#include "fitting.hpp"
#include "model/scorer.hpp"
#include "output_file.hpp"
#include "session.hpp"
#include "train/limits.hpp"

namespace halfspace::cli::compat {
namespace {

/// The classes that occur, so that a fold may lack one.
Dataset with_present_classes(Dataset data) {
  std::vector<std::uint32_t> place(data.classes.size());
  std::vector<ClassLabel> present;
  for (std::size_t k = 0; k < place.size(); ++k) {
    place[k] = static_cast<std::uint32_t>(present.size());
    if (data.classes[k].rows > 0) present.push_back(data.classes[k]);
  }
  for (std::uint32_t& k : data.label) k = place[k];
  data.classes = std::move(present);
  return data;
}

/// Rows of fold f: every N-th of the shuffled ones.
std::vector<std::uint64_t> rows_of_fold(const std::vector<std::uint64_t>& shuffled, std::uint64_t folds,
                                        std::uint64_t f, bool inside) {
  std::vector<std::uint64_t> out;
  for (std::uint64_t k = 0; k < shuffled.size(); ++k) {
    if ((k % folds == f) == inside) out.push_back(shuffled[k]);
  }
  std::sort(out.begin(), out.end());
  return out;
}

Result<std::uint64_t> right_labels(const Args& args, const Dataset& train_rows, const Dataset& test_rows,
                                   const Settings& settings) {
  const std::vector<double> truth = targets(test_rows);
  if (train_rows.classes.size() == 1)
    return static_cast<std::uint64_t>(std::count(truth.begin(), truth.end(), train_rows.classes[0].number));
  const auto model = trained(args, train_rows, settings);
  if (!model) return model.error();
  const Model& m = model.value();
  const std::vector<double> score = scores(m, test_rows, 1);
  std::uint64_t right = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::uint32_t k = predicted_class(std::span(score).subspan(i * m.outputs(), m.outputs()), m.zero_is_negative);
    right += *label_number(m.classes[k]) == truth[i] ? 1 : 0;
  }
  return right;
}

Result<Settings> settings_of(const Args& args, const Words& words, const Dataset& data) {
  Settings out;
  for (const char* name : {"threads", "seed", "max-memory", "timeout"}) {
    if (args.has(name)) out.values[name] = args.get(name);
  }
  for (const char letter : {'c', 'e'}) {
    const auto value = words.number(letter, 1);
    if (!value) return value.error();
    if (!(value.value() > 0))
      return Error{Code::usage, std::string("-") + letter, in_quotes(words.get(letter, "")) + " is outside (0, inf)"};
  }
  out.values["C"] = words.get('c', "1");
  constexpr double tol = 1e-4;  // of the gap, beside the objective
  const double eps = words.number('e', tol).value();
  if (eps < tol) out.values["tol"] = number_text(eps);
  add_class_weights(args, words, data, out);
  return out;
}

/// Whole numbers, as the tools' labels are.
Result<void> check_labels(const Dataset& data, const std::string& path) {
  for (const ClassLabel& c : data.classes) {
    if (std::trunc(c.number) == c.number && std::fabs(c.number) <= 2147483647) continue;
    return Error{Code::bad_data, shown(path, 4096),
                 "label " + in_quotes(c.text) +
                     " is no whole number; this tool would cut it to one. Train with "
                     "halfspace train, which keeps labels"};
  }
  if (data.classes.size() > 1) return {};
  return Error{Code::bad_data, shown(path, 4096),
               "all rows have the label " + in_quotes(data.classes[0].text) + "; training needs two classes or more"};
}

struct LinearSolverChoice {
  const char* solver;
  const char* algorithm;
  const char* loss;
  const char* penalty;
};

constexpr std::array<LinearSolverChoice, 8> linear_choices = {{{"L2R_LR", "logistic", "logistic", "l2"},
                                                               {"L2R_L2LOSS_SVC_DUAL", "svm", "squared-hinge", "l2"},
                                                               {"L2R_L2LOSS_SVC", "svm", "squared-hinge", "l2"},
                                                               {"L2R_L1LOSS_SVC_DUAL", "svm", "hinge", "l2"},
                                                               {"MCSVM_CS", "svm", "hinge", "l2"},
                                                               {"L1R_L2LOSS_SVC", "svm", "squared-hinge", "l1"},
                                                               {"L1R_LR", "logistic", "logistic", "l1"},
                                                               {"L2R_LR_DUAL", "logistic", "logistic", "l2"}}};

Result<Settings> linear_settings(const Args& args, const Words& words, const Dataset& data, std::uint64_t solver) {
  auto settings = settings_of(args, words, data);
  if (!settings) return settings;
  auto& values = settings.value().values;
  const LinearSolverChoice& choice = linear_choices[solver];
  values["algorithm"] = choice.algorithm;
  values["loss"] = choice.loss;
  values["penalty"] = choice.penalty;
  const auto bias = words.number('B', -1);
  if (!bias) return bias.error();
  if (bias.value() >= 0 && bias.value() != 1)
    return Error{Code::usage, "-B",
                 in_quotes(words.get('B', "")) +
                     " is not supported: the bias is the weight of a feature that is 1 "
                     "(-B 1), or there is none (-B -1)"};
  values["bias"] = bias.value() < 0 ? "none" : words.has('R') ? "free" : "augmented";
  if (data.classes.size() > 2) {
    values["multiclass"] = choice.solver == std::string("MCSVM_CS") ? "crammer-singer" : "one-vs-rest";
  } else if (choice.solver == std::string("MCSVM_CS")) {
    // w_2 = -w_1: 1/2 (|w_1|^2 + |w_2|^2) + C loss is half of 1/2 |u|^2 + 2 C loss of u = w_1 - w_2
    values["C"] = number_text(2 * words.number('c', 1).value());
  }
  if (words.has('n')) values["threads"] = words.get('n', "1");
  return settings;
}

Result<void> write_model(const Args& args, const Words& words, const Model& model,
                         Result<Exported> (*write)(const Model&, const ExportOptions&)) {
  const auto written = write(model, {});
  if (!written) return written.error();
  for (const std::string& text : written.value().notes) note(args, text);
  return write_output(args, model_path(words), written.value().bytes);
}

Result<void> tell_trained(const Args& args, const Words& words, const Model& model) {
  const std::string status = model.report.value("status", std::string());
  if (status != "converged") note(args, "not converged (" + status + "): the model is the best found");
  const std::string line =
      model.support ? "Total nSV = " + std::to_string(model.support->rows.rows) + "\n" : status + "\n";
  Json members{{"classes", model.classes}, {"status", model.report.value("status", Json())}};
  if (model.support) members["support_vectors"] = model.support->rows.rows;
  return say(args, words, line, members);
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
Result<Model> weighted_against_rest(const Args& args, const Dataset& data, const std::vector<std::uint32_t>& order,
                                    const Settings& settings) {
  std::optional<Model> out;
  for (const std::uint32_t k : order) {
    Settings own = settings;
    own.values.erase("class-weight");
    for (const std::string& part : split(settings.get("class-weight"), ',')) {
      if (same_label(part.substr(0, part.rfind('=')), data.classes[k].text))
        own.values["class-weight"] = "1" + part.substr(part.rfind('='));
    }
    own.values.erase("multiclass");
    const Dataset rows = against_rest(data, k);
    auto one = trained(args, rows, own);
    if (!one) return one;
    Model& m = one.value();
    if (!out) {
      out = std::move(m);
      out->classes.clear();
      out->positive.clear();
      out->multiclass = "one-vs-rest";
    } else {
      out->w.insert(out->w.end(), m.w.begin(), m.w.end());
      out->b.insert(out->b.end(), m.b.begin(), m.b.end());
    }
    out->classes.push_back(data.classes[k].text);
  }
  return std::move(*out);
}

/// The kernel of svm-train -t.
Result<Kernel> kernel_of(const Words& words, std::uint64_t t, std::uint64_t columns) {
  constexpr std::array<KernelKind, 5> kinds = {KernelKind::linear, KernelKind::polynomial, KernelKind::rbf,
                                               KernelKind::sigmoid, KernelKind::precomputed};
  const auto gamma = words.number('g', 1 / static_cast<double>(std::max<std::uint64_t>(columns, 1)));
  const auto degree = words.count('d', 3, 1, 1000);
  const auto coef0 = words.number('r', 0);
  if (!gamma) return gamma.error();
  if (!degree) return degree.error();
  if (!coef0) return coef0.error();
  if (!(gamma.value() > 0)) return Error{Code::usage, "-g", in_quotes(words.get('g', "")) + " is outside (0, inf)"};
  return Kernel{kinds[t], gamma.value(), degree.value(), coef0.value()};
}

}  // namespace

Result<Model> trained(const Args& args, const Dataset& data, Settings settings) {
  const std::vector<std::uint32_t> order = first_order(data);
  if (order.size() > 2 && settings.has("class-weight") && settings.get("multiclass") == "one-vs-rest")
    return weighted_against_rest(args, data, order, settings);
  const std::string mark = settings.get("mark");
  settings.values.erase("mark");
  if (order.size() == 2) settings.values["positive"] = data.classes[order[0]].text;
  if (order.size() == 2) settings.values.erase("multiclass");
  const auto request = train_request(settings, data, "the data");
  if (!request) return request.error();
  ProgressLine line(args, "training");
  TrainObserver observer;
  observer.linear.stop = run_token(line);
  auto run = halfspace::train(data, request.value(), observer);
  line.clear();
  if (!run) return run.error();
  if (interrupted()) return Error{Code::interrupted, "", "interrupted; no model was written"};
  if (!run.value().fitted) return Error{Code::bad_data, "", run.value().stop_reason};
  Model m = std::move(run.value().model);
  m.settings["solver_type"] = mark;
  m.settings["svm_type"] = mark;
  if (order.size() > 2) order_classes(m, order);
  m.zero_is_negative = true;
  if (order.size() == 2 && mark == "MCSVM_CS") {  // u = w_1 - w_2 = 2 w_1
    for (double& v : m.w) v /= 2;
    m.b[0] /= 2;
  }
  return m;
}

void add_class_weights(const Args& args, const Words& words, const Dataset& data, Settings& settings) {
  std::string list;
  for (const auto& [label, weight] : words.class_weights) {
    const auto known = find_class(data.classes, label);
    if (!known) {
      note(args, "-w" + shown(label) + ": no row has this label");
      continue;
    }
    list += (list.empty() ? "" : ",") + data.classes[*known].text + "=" + weight;
  }
  if (!list.empty()) settings.values["class-weight"] = list;
}

Outcome cross_validation(const Args& args, const Words& words, const Dataset& data, const Settings& settings) {
  const auto folds = words.count('v', 2, 2, data.rows);
  if (!folds) return folds.error();
  const auto seed = args.count("seed", 0);
  if (!seed) return seed.error();
  std::vector<std::uint64_t> shuffled(data.rows);
  std::iota(shuffled.begin(), shuffled.end(), std::uint64_t{0});
  Rng rng(seed.value(), Stream::holdout);
  shuffle(std::span(shuffled), rng);
  std::uint64_t right = 0;
  for (std::uint64_t f = 0; f < folds.value(); ++f) {
    const Dataset inside = with_present_classes(take_rows(data, rows_of_fold(shuffled, folds.value(), f, false)));
    const Dataset outside = take_rows(data, rows_of_fold(shuffled, folds.value(), f, true));
    const auto of_fold = right_labels(args, inside, outside, settings);
    if (!of_fold) return of_fold.error();
    right += of_fold.value();
  }
  const double share = static_cast<double>(right) / static_cast<double>(data.rows);
  Words loud = words;  // the tools say this line under -q too
  loud.values.erase('q');
  const auto told = say(args, loud, "Cross Validation Accuracy = " + g(100 * share) + "%\n",
                        {{"cross_validation_accuracy", share}, {"folds", folds.value()}, {"rows", data.rows}});
  if (!told) return told.error();
  return 0;
}

Outcome liblinear_train(const Args& args, const Words& words) {
  if (words.has('C'))
    return Error{Code::usage, "-C", "is not here: halfspace search finds C and tells the whole curve"};
  const auto solver = words.count('s', 1, 0, 21);
  if (!solver) return solver.error();
  if (solver.value() > 7)
    return Error{Code::usage, "-s",
                 in_quotes(words.get('s', "")) +
                     " is support vector regression or one-class; this program learns "
                     "LIBLINEAR's classifiers, -s 0 to 7"};
  if (words.get('M', "0") != "0")
    return Error{Code::usage, "-M",
                 "LIBLINEAR's model files hold a weight vector for each class, not for each pair; train with "
                 "halfspace train --multiclass one-vs-one"};
  const auto limit = memory_limit(args);
  if (!limit) return limit.error();
  ReadOptions options;
  options.max_bytes = limit.value();
  const auto data = read_rows(args, words.files[0], options);
  if (!data) return data.error();
  if (const auto fine = check_labels(data.value(), words.files[0]); !fine) return fine.error();
  auto settings = linear_settings(args, words, data.value(), solver.value());
  if (!settings) return settings.error();
  settings.value().values["mark"] = linear_choices[solver.value()].solver;
  if (words.has('v')) return cross_validation(args, words, data.value(), settings.value());
  const auto model = trained(args, data.value(), settings.value());
  if (!model) return model.error();
  if (const auto told = write_model(args, words, model.value(), export_liblinear); !told) return told.error();
  if (const auto told = tell_trained(args, words, model.value()); !told) return told.error();
  return 0;
}

Outcome svm_train(const Args& args, const Words& words) {
  const auto type = words.count('s', 0, 0, 4);
  const auto kernel = words.count('t', 2, 0, 4);
  if (!type) return type.error();
  if (!kernel) return kernel.error();
  if (type.value() > 3)
    return Error{Code::usage, "-s", "4, nu-SVR, is not learned here; -s 3 is regression with a given epsilon"};
  if (words.get('b', "0") != "0")
    return Error{Code::usage, "-b 1",
                 "is not here: halfspace train --calibrate fits probabilities, and convert --to libsvm writes them"};
  constexpr std::array<const char*, 5> kernels = {"linear", "polynomial", "rbf", "sigmoid", "precomputed"};
  const auto limit = memory_limit(args);
  if (!limit) return limit.error();
  ReadOptions options;
  options.max_bytes = limit.value();
  options.serial_numbers = kernel.value() == 4;
  const auto data = read_rows(args, words.files[0], options);
  if (!data) return data.error();
  if (type.value() > 1) {
    const auto function = kernel_of(words, kernel.value(), data.value().cols);
    if (!function) return function.error();
    return svm_train_values(args, words, data.value(), static_cast<SvmType>(type.value()), function.value());
  }
  if (const auto fine = check_labels(data.value(), words.files[0]); !fine) return fine.error();
  auto settings = settings_of(args, words, data.value());
  if (!settings) return settings.error();
  auto& values = settings.value().values;
  values["algorithm"] = "svm";
  values["kernel"] = kernels[kernel.value()];
  values["multiclass"] = "one-vs-one";
  values["mark"] = type.value() == 1 ? "nu_svc" : "c_svc";
  const bool gamma = kernel.value() >= 1 && kernel.value() <= 3;
  const double columns = static_cast<double>(std::max<std::uint64_t>(data.value().cols, 1));
  if (gamma) values["gamma"] = words.get('g', number_text(1 / columns));
  if (kernel.value() == 1) values["degree"] = words.get('d', "3");
  if (kernel.value() == 1 || kernel.value() == 3) values["coef0"] = words.get('r', "0");
  if (type.value() == 1) {
    values["nu"] = words.get('n', "0.5");
    values.erase("C");
  }
  if (words.has('v')) return cross_validation(args, words, data.value(), settings.value());
  const auto model = trained(args, data.value(), settings.value());
  if (!model) return model.error();
  if (const auto told = write_model(args, words, model.value(), export_libsvm); !told) return told.error();
  if (const auto told = tell_trained(args, words, model.value()); !told) return told.error();
  return 0;
}

}  // namespace halfspace::cli::compat
