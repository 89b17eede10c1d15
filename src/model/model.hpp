// A trained linear model: weights, classes, the text form it was learned from, and the settings and report that made
// it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "codec/source.hpp"
#include "data/dataset.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

/// Score s = w.x + b, predicted label +1 where s >= 0. A voted model scores the weighted share of its vectors' signs,
/// in [-1, 1].
struct Model {
  std::string algorithm;  // "perceptron"
  std::string preset;
  std::string bias_mode;               // "augmented", "free" or "none"
  std::array<std::string, 2> classes;  // labels of -1 and +1, as first written
  std::string positive;                // classes[1]
  bool exact = false;                  // the weights are short decimals: scores of decimal data are exact
  std::vector<double> w;               // d weights
  double b = 0;
  std::vector<double> vote_weights;  // voted: k vectors of d + 1 numbers (b last)
  std::vector<std::uint64_t> vote_counts;

  TextForm form;                     // of the training text
  std::vector<std::string> columns;  // empty: numbered columns
  std::uint64_t rows = 0;            // trained on
  std::uint64_t nonzeros = 0;
  std::vector<std::string> labels;  // of the training text, as written
  std::string text_hash;            // XXH3-128 of the unpacked training text

  Json settings;
  Json report;

  std::uint64_t cols() const { return w.size(); }
  bool voted() const { return !vote_counts.empty(); }
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
