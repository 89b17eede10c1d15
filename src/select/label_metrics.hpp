// Measures of predicted labels against true ones, from the confusion matrix by weight: with the names, formulas and
// conventions of scikit-learn's metrics (a ratio without a denominator is 0).
//
//   precision = tp / (tp + fp)   recall = tp / (tp + fn)   specificity = tn / (tn + fp)   F1 = 2 tp / (2 tp + fp + fn)
#pragma once

#include <cstdint>
#include <vector>

#include "model/counts.hpp"

namespace halfspace {

struct ClassMetrics {
  double precision = 0;
  double recall = 0;
  double specificity = 0;
  double f1 = 0;
  double support = 0;   // weight of the rows of this class
  bool occurs = false;  // as a label or a prediction
};

/// Means of a measure over classes.
struct MeanMetrics {
  double precision = 0;
  double recall = 0;
  double f1 = 0;
};

struct LabelMetrics {
  double accuracy = 0;
  double balanced_accuracy = 0;  // mean recall of the classes that have rows
  double mcc = 0;                // Matthews' coefficient; of more classes that of Gorodkin (2004), R_K
  std::vector<ClassMetrics> classes;
  MeanMetrics macro;     // over the classes that occur
  MeanMetrics weighted;  // by support
  MeanMetrics micro;     // of counts summed over classes: all three are the accuracy
};

/// The interval in which a share lies with a confidence of 95 %, of k of n rows (Wilson 1927).
struct ShareInterval {
  double from = 0;
  double to = 1;
};
ShareInterval wilson_interval(std::uint64_t k, std::uint64_t n);

/// Without rows all are 0.
LabelMetrics label_metrics(const Counts& counts);

}  // namespace halfspace
