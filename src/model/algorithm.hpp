// What learned a model, and how two-class learners came to many classes: the enums behind --algorithm and --multiclass.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/fields.hpp"
#include "halfspace/options.hpp"

namespace halfspace {

enum class Algorithm { automatic, perceptron, logistic, svm };

template <>
struct Names<Algorithm> {
  static constexpr std::array<std::string_view, 4> list = {"auto", "perceptron", "logistic", "svm"};
};

/// `none`, whose name is empty, is for two classes; of a request it leaves the choice to the learner.
template <>
struct Names<Multiclass> {
  static constexpr std::array<std::string_view, 6> list = {"",           "argmax",      "one-vs-rest",
                                                           "one-vs-one", "multinomial", "crammer-singer"};
};

/// The way's name after this, "" for none.
inline std::string after(const std::string& before, Multiclass m) {
  return m == Multiclass::none ? "" : before + std::string(name_of(m));
}

/// One objective of all classes together, minimised in one run.
constexpr bool joint(Multiclass m) { return m == Multiclass::multinomial || m == Multiclass::crammer_singer; }

}  // namespace halfspace
