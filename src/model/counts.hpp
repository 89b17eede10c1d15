// Predicted labels against true ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "base/stop.hpp"
#include "model/model.hpp"

namespace halfspace {

/// Counts count rows; error() and loss weigh row i by c_i where rows have weights. With two classes a false positive is
/// a row of the negative class predicted positive. With more, false positives and negatives have no meaning and JSON
/// shows null. Without rows nothing was counted: a run that was stopped before.
struct Counts {
  std::uint64_t rows = 0;
  std::uint64_t mistakes = 0;  // wrong labels, unless counted by a training rule
  std::uint64_t on_boundary = 0;
  double loss = 0;             // perceptron loss, mean of max(0, -m)
  double weight = 0;           // Σ c_i; 0: rows have no weights
  double mistaken_weight = 0;  // of the mistakes
  bool finite = true;          // every margin
  std::size_t classes = 2;
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t>
      confusion;  // (true class, predicted one): those that occur
  std::map<std::pair<std::size_t, std::size_t>, double> confusion_weight;  // the same by weight; empty without

  double error() const {
    if (weight > 0) return mistaken_weight / weight;
    return rows == 0 ? 0 : static_cast<double>(mistakes) / static_cast<double>(rows);
  }
  double accuracy() const {
    if (weight > 0) return (weight - mistaken_weight) / weight;
    return rows == 0 ? 1 : static_cast<double>(rows - mistakes) / static_cast<double>(rows);
  }
  std::uint64_t at(std::size_t truth, std::size_t predicted) const {
    const auto found = confusion.find({truth, predicted});
    return found == confusion.end() ? 0 : found->second;
  }
  /// As at(), but the weight of these rows.
  double weight_at(std::size_t truth, std::size_t predicted) const {
    if (weight == 0) return static_cast<double>(at(truth, predicted));
    const auto found = confusion_weight.find({truth, predicted});
    return found == confusion_weight.end() ? 0 : found->second;
  }
  bool counted() const { return rows > 0; }
  bool binary() const { return classes == 2; }
  std::uint64_t wrong() const {  ///< rows whose predicted label is not theirs
    std::uint64_t right = 0;
    for (std::size_t k = 0; k < classes; ++k) right += at(k, k);
    return rows - right;
  }
  std::uint64_t false_positives() const { return at(0, 1); }
  std::uint64_t false_negatives() const { return at(1, 0); }
};

/// `score` holds `outputs` scores a row, `weight` is empty or that of each row; on the boundary are rows with margin 0.
Counts count_predictions(std::span<const double> score, std::size_t outputs, std::span<const std::uint32_t> truth,
                         std::span<const double> weight, bool zero_is_negative = false);

/// Counts of more rows beside those of `all`.
void merge(Counts& all, const Counts& more);

/// Counts the rows that are mistakes by another rule.
void recount_mistakes(Counts& counts, std::span<const double> weight,
                      const std::function<bool(std::size_t row)>& is_mistake);

/// Counts and margins of rows as the model's text has them, by the sums that predict() takes; by blocks of rows: with
/// many classes the scores of all rows are never held at once. Asks `stop` and throws Stopped.
struct Judged {
  Counts counts;
  std::vector<double> margin;
};
Judged judged_rows(const Model& model, const Dataset& data, std::span<const std::uint32_t> truth,
                   std::span<const double> weight, unsigned threads, const StopToken& stop = {});

}  // namespace halfspace
