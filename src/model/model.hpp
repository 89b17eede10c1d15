// A trained model: weights or support rows, classes, the text form it was learned from, and the settings and report
// that made it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "codec/source.hpp"
#include "data/bias.hpp"
#include "data/dataset.hpp"
#include "feature/feature_map.hpp"
#include "halfspace/result.hpp"
#include "kernel/kernel.hpp"
#include "model/algorithm.hpp"
#include "model/probability_map.hpp"

namespace halfspace {

/// A kernel model: support rows x_j (as features, scaled) with coefficients; the score of output k is
/// sum_j coefficient_kj k(x_j, x) + b_k.
struct Support {
  Kernel kernel;
  CsrMatrix<double> rows;     // m rows of the model's features
  std::vector<double> phase;  // random Fourier features: k(x_j, x) is cos(x_j.x + phase_j); empty for a kernel
};

/// Weight vectors of which each votes as often as it stood without a mistake.
struct VotingVectors {
  std::vector<double> weights;           // d + 1 numbers each (b last), for argmax of outputs x (d + 1)
  std::vector<std::uint64_t> counts;     // visits each stood
  std::vector<std::uint64_t> of_output;  // one-vs-rest: how many vectors each output has
};

/// A kernel model has at most so many features: each prediction holds one row of them.
inline constexpr std::uint64_t most_kernel_features = std::uint64_t{1} << 26U;

/// Outputs: one score for two classes (predicted label +1 where s >= 0), else one a class (the largest wins, ties go to
/// the class that sorts first). Each has a weight vector, but one-vs-one has one for each pair of classes (0 1), (0 2),
/// ..., (1 2), ..., which votes for the first where its score is >= 0; a class scores its votes. A linear output is
/// w.x + b; a voted one the weighted share of its vectors' votes, in
/// [-1, 1] for two classes and for one-vs-rest, in [0, 1] for argmax.
struct Model {
  Algorithm algorithm = Algorithm::perceptron;
  std::string preset;  // of a perceptron
  Bias bias = Bias::augmented;
  Multiclass multiclass = Multiclass::none;
  std::vector<std::string> classes;    // labels as first written: of -1 and +1, or all in order
  bool exact = false;                  // the weights are short decimals: scores of decimal data are exact
  std::vector<double> w;               // vectors x d weights (kernel: vectors x m coefficients)
  std::vector<double> b;               // of each vector
  std::optional<VotingVectors> votes;  // they score; w and b are then the last of them
  std::optional<Support> support;      // of kernels, voted or not
  ProbabilityMap probability;
  bool zero_is_negative = false;  // the class at score 0 is -1 (LIBLINEAR and LIBSVM models); a pair's its second

  FeatureMap map;
  TextForm form;                     // of the training text
  std::vector<std::string> columns;  // names of the features; empty: numbered, or products behind a kernel
  std::uint64_t rows = 0;            // trained on
  std::uint64_t nonzeros = 0;
  std::vector<std::string> labels;  // of the training text, as written
  std::string text_hash;            // XXH3-128 of the unpacked training text

  Json settings;  // of the run that made it; what learns leaves both empty, report/model_run.hpp fills them in
  Json report;

  bool pairwise() const { return multiclass == Multiclass::one_vs_one; }
  std::uint64_t vectors() const { return b.size(); }
  std::uint64_t outputs() const { return pairwise() ? classes.size() : b.size(); }
  /// Numbers of a vector: weights of columns, or multipliers of support rows.
  std::uint64_t vector_size() const { return vectors() == 0 ? 0 : w.size() / vectors(); }
  std::uint64_t cols() const { return support ? support->rows.cols : vector_size(); }
  /// The label of +1: classes[1] of two, else "".
  std::string positive() const { return classes.size() == 2 ? classes[1] : ""; }
  /// What vector k of many is for: "setosa", or "setosa against versicolor".
  std::string vector_name(std::size_t k) const;
  bool voted() const { return votes.has_value(); }
  bool linear() const { return !support; }
  bool cosines() const { return support && !support->phase.empty(); }  // random Fourier features
  /// Names of the features of the map, for `columns`.
  std::vector<std::string> feature_names() const {
    return support && map.options.features != Expansion::none ? std::vector<std::string>{} : map.names();
  }
  std::string column_name(std::uint64_t j) const { return columns.empty() ? std::to_string(j + 1) : columns[j]; }
};

/// The model as the bytes of its file (docs/formats/model.md): equal models give equal bytes.
std::string model_bytes(const Model& model);

/// The model in these bytes; every header, length, type and the checksum are checked. `name` is for messages.
/// `check_sum` false is for tests that look behind the checksum.
Result<Model> parse_model(std::string_view bytes, const std::string& name, bool check_sum = true);

Result<void> save_model(const Model& model, const std::string& path);

/// Reads a model file. Errors: io for the file, bad_data for its content.
Result<Model> load_model(const std::string& path);
Result<Model> load_model(Source& source, const std::string& name);

/// Do these first bytes look like a model file?
bool looks_like_model(std::string_view first_bytes);

}  // namespace halfspace
