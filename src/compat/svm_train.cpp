// LIBSVM's svm-train: -s chooses the machine, -t the kernel.
#include <algorithm>
#include <array>

#include "base/number.hpp"
#include "base/text.hpp"
#include "compat/learn.hpp"
#include "compat/rows.hpp"
#include "compat/svm_values.hpp"
#include "compat/tools.hpp"

namespace halfspace::compat {
namespace {

constexpr std::array<KernelKind, 5> kernel_choices = {KernelKind::linear, KernelKind::polynomial, KernelKind::rbf,
                                                      KernelKind::sigmoid, KernelKind::precomputed};

/// 1 / columns.
double default_gamma(const Dataset& data) { return 1 / static_cast<double>(std::max<std::uint64_t>(data.cols, 1)); }

Result<Kernel> kernel_of(const Words& words, KernelKind kind, const Dataset& data) {
  const auto gamma = words.positive('g', default_gamma(data));
  const auto degree = words.count('d', 3, 1, 1000);
  const auto coef0 = words.number('r', 0);
  if (!gamma) return gamma.error();
  if (!degree) return degree.error();
  if (!coef0) return coef0.error();
  return Kernel{kind, gamma.value(), degree.value(), coef0.value()};
}

Result<Task> svm_task(const Host& host, const Words& words, const Dataset& data, SvmType type, KernelKind kind) {
  auto settings = common_settings(host, words, data);
  if (!settings) return settings.error();
  auto& values = settings.value().values;
  values["algorithm"] = "svm";
  values["kernel"] = name_of(kind);
  values["multiclass"] = "one-vs-one";
  const bool power = kind == KernelKind::polynomial;
  const bool shifted = power || kind == KernelKind::sigmoid;
  if (shifted || kind == KernelKind::rbf) values["gamma"] = words.get('g', number_text(default_gamma(data)));
  if (power) values["degree"] = words.get('d', "3");
  if (shifted) values["coef0"] = words.get('r', "0");
  if (type == SvmType::nu_svc) {
    values["nu"] = words.get('n', "0.5");
    values.erase("C");
  }
  return Task{std::move(settings).value(), std::string(name_of(type))};
}

}  // namespace

Result<Answer> svm_train(const Host& host, const Words& words) {
  const auto s = words.count('s', 0, 0, 4);
  const auto t = words.count('t', 2, 0, 4);
  if (!s) return s.error();
  if (!t) return t.error();
  const auto type = static_cast<SvmType>(s.value());
  const KernelKind kind = kernel_choices[t.value()];
  if (type == SvmType::nu_svr)
    return Error{Code::usage, "-s", "4, nu-SVR, is not learned here; -s 3 is regression with a given epsilon"};
  if (words.get('b', "0") != "0")
    return Error{Code::usage, "-b 1",
                 "is not here: halfspace train --calibrate fits probabilities, and convert --to libsvm writes them"};
  const auto data = read_training_rows(host, words.files[0], kind == KernelKind::precomputed);
  if (!data) return data.error();
  if (type == SvmType::one_class || type == SvmType::epsilon_svr) {
    const auto kernel = kernel_of(words, kind, data.value());
    if (!kernel) return kernel.error();
    return train_svm_values(host, words, data.value(), type, kernel.value());
  }
  if (const auto fine = check_labels(data.value(), words.files[0]); !fine) return fine.error();
  const auto task = svm_task(host, words, data.value(), type, kind);
  if (!task) return task.error();
  return train_classifier(host, words, data.value(), task.value(), export_libsvm);
}

}  // namespace halfspace::compat
