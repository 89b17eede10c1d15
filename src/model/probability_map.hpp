// How scores become probabilities where the learner's own formula does not say it.
#pragma once

#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "base/fields.hpp"

namespace halfspace {

/// Two classes: P(+1) = 1 / (1 + e^{-a s}); the bias of the model was moved so that P = 1/2 at s = 0.
struct PlattMap {
  double a = 1;
};

/// Two classes: P(+1) is linear between the points (score_k, value_k), constant beyond them; 1/2 at 0.
struct IsotonicMap {
  std::vector<double> score;
  std::vector<double> value;
};

/// More: P(k) = e^{a s_k} / sum_l e^{a s_l}, a = 1/T.
struct TemperatureMap {
  double a = 1;
};

/// Of each pair of classes P = 1 / (1 + e^{a s + b}), coupled (Wu, Lin, Weng 2004, method 2).
struct LibsvmMap {
  std::vector<double> a;
  std::vector<double> b;
};

/// Fitted on held-out scores (src/select/calibration.hpp), or read from a LIBSVM model. Its index is a ProbabilityKind.
using ProbabilityMap = std::variant<std::monostate, PlattMap, IsotonicMap, TemperatureMap, LibsvmMap>;

enum class ProbabilityKind { none, platt, isotonic, temperature, libsvm };

template <>
struct Names<ProbabilityKind> {
  static constexpr std::array<std::string_view, 5> list = {"none", "platt", "isotonic", "temperature", "libsvm"};
};

inline ProbabilityKind kind_of(const ProbabilityMap& map) { return static_cast<ProbabilityKind>(map.index()); }

/// The numbers of a map as files list them, whatever its kind; lists that it has not are empty.
struct ProbabilityLists {
  std::vector<double> a;
  std::vector<double> b;
  std::vector<double> score;
  std::vector<double> value;
};

ProbabilityLists lists_of(const ProbabilityMap& map);

/// Lists that are not of this kind give a map without numbers, which model_problem() refuses.
ProbabilityMap map_of(ProbabilityKind kind, ProbabilityLists lists);

}  // namespace halfspace
