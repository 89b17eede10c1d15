// Classifier: a trained model, from train() or from a model file (docs/formats/model.md).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfspace/data.hpp"
#include "halfspace/export.h"
#include "halfspace/options.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

struct Model;

/// What a classifier says of n rows. Two classes have one score a row, s = w.x + b, and classes[1] is predicted where
/// s >= 0 (models of LIBSVM and LIBLINEAR: s > 0); K > 2 classes have K scores a row and the largest wins, of equals
/// the first. Voted models score the share of votes.
struct Predictions {
  std::int64_t rows = 0;
  std::int64_t outputs = 1;           ///< scores a row: 1, or K; of pairs (PredictOptions) K (K - 1) / 2
  std::vector<std::int64_t> classes;  ///< n indices into Classifier::classes(); -1: no prediction (lacking_rows)
  std::vector<double> scores;         ///< n * outputs, row after row
  std::vector<double> probabilities;  ///< logistic and calibrated models: n * K, of every class of a row; else empty
  std::int64_t missing_rows = 0;      ///< rows of a file left out because a cell was missing
  std::int64_t lacking_rows = 0;      ///< rows without a prediction, for want of a value: scores, probabilities NaN
  std::int64_t unseen_values = 0;     ///< values of a LIBSVM text left out: the model does not know their columns
};

/// Immutable; copies share the model, and any number of threads may use one. Texts are UTF-8. Besides the Errors named,
/// std::bad_alloc may leave any function.
class HALFSPACE_API Classifier {
 public:
  /// Reads a model file of halfspace, LIBSVM or LIBLINEAR ("-" is standard input), told apart by content. Errors: io
  /// for the file, bad_data for its content. Safe for files of unknown origin.
  static Result<Classifier> load(const std::string& path);

  /// The classifier in the bytes of such a file. Errors: bad_data.
  static Result<Classifier> from_bytes(std::string_view bytes);

  /// Writes the model file: under a temporary name, then renamed. Errors: io.
  Result<void> save(const std::string& path) const;

  /// The bytes of the model file: equal models give equal bytes.
  std::string bytes() const;

  /// Labels as written in the training data: of -1 and +1, or of all K classes in order.
  const std::vector<std::string>& classes() const;

  /// Names of the features the weights belong to; empty where they go by number (LIBSVM text, CsrRows).
  const std::vector<std::string>& features() const;

  std::int64_t columns() const;    ///< d, columns of a row to predict
  std::int64_t outputs() const;    ///< 1 for two classes, else K
  bool has_probabilities() const;  ///< logistic regression, and what was calibrated

  /// outputs x features numbers in original units; of a kernel model outputs x support rows multipliers.
  std::span<const double> weights() const;
  std::span<const double> bias() const;  ///< b of each output; 0 without a bias

  std::string settings() const;  ///< every choice of the run, one line of JSON (docs/json.md)
  std::string report() const;    ///< status, stop_reason, visits, passes, updates, train; one line of JSON

  /// Scores n rows of columns() columns; 0 rows give no predictions. NaN is a missing cell where the model fills such
  /// cells, or where PredictOptions::unseen is `row`. Errors: usage for sizes that do not fit and for options, bad_data
  /// for a number that is not finite (row and column named, from 0), a score that overflows, a copy beyond the limit of
  /// memory.
  Result<Predictions> predict(const DenseRows& rows, const PredictOptions& options = {}) const;
  Result<Predictions> predict(const CsrRows& rows, const PredictOptions& options = {}) const;

  /// Scores the rows of a file (CSV, TSV, LIBSVM text, plain or packed; "-" is standard input), every row: one of a
  /// table with a missing cell that the model has no value for, and with `unseen` `row` one with an unknown level, has
  /// no prediction. Options: predict_option_names(); the model says what its columns are. Errors: io, bad_data, usage.
  Result<Predictions> predict_file(const std::string& path, const Options& options = {}) const;

  /// From the library's own model, and the way to it.
  explicit Classifier(std::shared_ptr<const Model> model);
  const std::shared_ptr<const Model>& model() const { return model_; }
  Classifier(const Classifier& other);  // no move: a classifier always has its model
  Classifier& operator=(const Classifier& other);
  ~Classifier();

 private:
  std::shared_ptr<const Model> model_;
};

}  // namespace halfspace
