// LIBLINEAR's train: -s chooses the loss, the penalty and the form; the solvers are our own.
#include <array>

#include "base/number.hpp"
#include "base/text.hpp"
#include "compat/learn.hpp"
#include "compat/rows.hpp"
#include "compat/tools.hpp"

namespace halfspace::compat {
namespace {

struct LinearChoice {
  const char* solver;
  const char* algorithm;
  const char* loss;
  const char* penalty;
};

constexpr std::array<LinearChoice, 8> linear_choices = {{{"L2R_LR", "logistic", "logistic", "l2"},
                                                         {"L2R_L2LOSS_SVC_DUAL", "svm", "squared-hinge", "l2"},
                                                         {"L2R_L2LOSS_SVC", "svm", "squared-hinge", "l2"},
                                                         {"L2R_L1LOSS_SVC_DUAL", "svm", "hinge", "l2"},
                                                         {"MCSVM_CS", "svm", "hinge", "l2"},
                                                         {"L1R_L2LOSS_SVC", "svm", "squared-hinge", "l1"},
                                                         {"L1R_LR", "logistic", "logistic", "l1"},
                                                         {"L2R_LR_DUAL", "logistic", "logistic", "l2"}}};
constexpr std::uint64_t crammer_singer = 4;

Result<Task> liblinear_task(const Host& host, const Words& words, const Dataset& data, std::uint64_t s) {
  auto settings = common_settings(host, words, data);
  if (!settings) return settings.error();
  auto& values = settings.value().values;
  const LinearChoice& choice = linear_choices[s];
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
    values["multiclass"] = s == crammer_singer ? "crammer-singer" : "one-vs-rest";
  } else if (s == crammer_singer) {
    // w_2 = -w_1: 1/2 (|w_1|^2 + |w_2|^2) + C loss is half of 1/2 |u|^2 + 2 C loss of u = w_1 - w_2
    values["C"] = number_text(2 * words.number('c', 1).value());
  }
  if (words.has('n')) values["threads"] = words.get('n', "1");
  return Task{std::move(settings).value(), choice.solver};
}

}  // namespace

Result<Answer> liblinear_train(const Host& host, const Words& words) {
  if (words.has('C'))
    return Error{Code::usage, "-C", "is not here: halfspace search finds C and tells the whole curve"};
  const auto s = words.count('s', 1, 0, 21);
  if (!s) return s.error();
  if (s.value() >= linear_choices.size())
    return Error{Code::usage, "-s",
                 in_quotes(words.get('s', "")) +
                     " is support vector regression or one-class; this program learns "
                     "LIBLINEAR's classifiers, -s 0 to 7"};
  if (words.get('M', "0") != "0")
    return Error{Code::usage, "-M",
                 "LIBLINEAR's model files hold a weight vector for each class, not for each pair; train with "
                 "halfspace train --multiclass one-vs-one"};
  const auto data = read_training_rows(host, words.files[0], false);
  if (!data) return data.error();
  if (const auto fine = check_labels(data.value(), words.files[0]); !fine) return fine.error();
  const auto task = liblinear_task(host, words, data.value(), s.value());
  if (!task) return task.error();
  return train_classifier(host, words, data.value(), task.value(), export_liblinear);
}

}  // namespace halfspace::compat
