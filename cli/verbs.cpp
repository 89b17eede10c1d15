#include "verbs.hpp"

#include <array>

namespace halfspace::cli {

std::span<const Verb> verbs() {
  static const std::array<Verb, 6> list = {train_verb,   predict_verb, evaluate_verb,
                                           inspect_verb, plot_verb,    version_verb};
  return list;
}

}  // namespace halfspace::cli
