// What a tool comes to: a file to write and the result to print (report/compat_report.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace halfspace::compat {

/// A classifier was trained.
struct TrainedClassifier {
  std::vector<std::string> classes;
  std::string status;
  std::optional<std::uint64_t> support_vectors;  // of kernel models
};

/// One-class SVM or regression was trained.
struct TrainedValues {
  bool converged = false;
  std::uint64_t support_vectors = 0;
};

/// -v N: rows whose label was predicted while they were held out.
struct CrossValidated {
  std::uint64_t right = 0;
  std::uint64_t folds = 0;
  std::uint64_t rows = 0;
};

/// Labels were predicted, by a classifier or a one-class SVM.
struct PredictedLabels {
  std::uint64_t right = 0;
  std::uint64_t rows = 0;
  bool svm = false;  // svm-predict
};

/// Values were predicted by a regression.
struct PredictedValues {
  double mean_squared_error = 0;
  double squared_correlation = 0;
  std::uint64_t rows = 0;
};

struct Answer {
  std::variant<TrainedClassifier, TrainedValues, CrossValidated, PredictedLabels, PredictedValues> result;
  std::string path = {};     // of the file to write; "": none
  std::string bytes = {};    // its content
  std::string warning = {};  // for people, after the file is written; "": none
  std::string tool = {};
  bool quiet = false;  // -q: the result is not printed for people
};

}  // namespace halfspace::compat
