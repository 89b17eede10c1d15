// From the columns of a text to the features of a learner, kept inside the model so that predictions repeat it:
//
//   columns -> one number each, or features of their levels (coding.hpp), missing cells filled
//           -> x_i, then products x_i x_j (and x_i x_j x_k)            --features
//           -> (feature - shift) * factor                              --scale; folded into the weights of linear
//           models
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.hpp"
#include "base/stop.hpp"
#include "data/dataset.hpp"
#include "halfspace/options.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

template <>
struct Names<Expansion> {
  static constexpr std::array<std::string_view, 4> list = {"none", "poly2", "poly3", "interactions"};
};
template <>
struct Names<Scaling> {
  static constexpr std::array<std::string_view, 4> list = {"none", "standard", "minmax", "max-norm"};
};
template <>
struct Names<Coding> {
  static constexpr std::array<std::string_view, 3> list = {"one-hot", "reference", "effect"};
};
template <>
struct Names<Unseen> {
  static constexpr std::array<std::string_view, 3> list = {"error", "other", "row"};
};

/// --features, --scale and --unseen.
std::span<const Field<FeatureOptions>> feature_fields();

/// --categorical-coding, --min-level, and those given several times: --reference and --ordered.
std::span<const Field<FeatureOptions>> coding_fields();

/// How the levels of a column become features.
struct LevelCoding {
  Coding kind = Coding::one_hot;
  std::string reference;            // its level, of the kinds that have one; rare_level is the pooled one
  std::vector<std::string> pooled;  // levels that are one, sorted
  std::vector<std::string> order;   // an ordered column: its levels from place 0
};

/// The name of the level of pooled ones.
inline constexpr std::string_view rare_level = "(rare)";

/// One column of the text. `levels` (sorted; "" is the missing cell; pooled ones among them) make it categorical;
/// `fill` stands for missing numbers.
struct InputColumn {
  std::string name;
  std::vector<std::string> levels;
  std::optional<double> fill;
  LevelCoding coding = {};            // NOLINT(readability-redundant-member-init): g++ warns of initialisers left out
  DateColumn parts = DateColumn::no;  // else its numbers are days that become their parts (--dates parts)
};

struct FeatureMap {
  FeatureOptions options;
  std::string missing;              // the policy of --missing, "" for none
  std::uint64_t input_cols = 0;     // columns of the text
  std::vector<InputColumn> inputs;  // empty for LIBSVM text: all columns are numbers
  std::vector<double> shift;        // of the features; empty when nothing is shifted
  std::vector<double> factor;       // of the features; empty when nothing is scaled

  bool categorical() const;
  bool fills() const;
  bool parts() const;  ///< of dates

  /// Does the map change no value?
  bool plain() const { return !categorical() && !fills() && !parts() && options.features == Expansion::none; }

  std::uint64_t base_size() const;  ///< features before products

  /// Features; nothing when there are more than 2^31 - 2.
  std::optional<std::uint64_t> size() const;

  /// Names of the features: "x", "colour=red", "x^2", "x*y". Empty for LIBSVM text without products.
  std::vector<std::string> names() const;

  std::vector<std::string> input_names() const;
};

/// The map of these training rows, scaling apart: levels that occur, means of the numbers. Errors: a column whose cells
/// are all missing, a level that an ordered column does not list, more features than can be numbered (bad_data); a
/// column or level that does not exist (usage).
Result<FeatureMap> fit_features(const Dataset& data, const FeatureOptions& options, const std::string& missing,
                                const std::string& source);

/// An Error (bad_data) names the first row with a level the map does not know, unless unseen levels are `other`; an
/// ordered column has no other texts than its own.
Result<void> check_levels(const FeatureMap& map, const Dataset& data, const std::string& source);

/// Unseen levels of rows held out of the training data are `other` where nothing was said.
void allow_held_out_levels(FeatureMap& map);

/// Rows with a level the map does not know.
std::uint64_t unseen_level_rows(const FeatureMap& map, const Dataset& data);

/// A column with missing cells that --missing filled: numbers by the map's, texts by a level of their own.
struct FilledColumn {
  std::uint64_t column = 0;
  std::uint64_t cells = 0;
};

std::vector<FilledColumn> filled_cells(const FeatureMap& map, const Dataset& data);

/// Columns of `data` with missing cells, for which the map has a number.
std::vector<std::uint64_t> filled_columns(const FeatureMap& map, const Dataset& data);

/// Digits after the point of the numbers of `data`, those in the place of missing cells among them; nothing when one of
/// them has no short decimal.
std::optional<int> value_decimals(const FeatureMap& map, const Dataset& data);

/// The same of the features, products among them.
std::optional<int> feature_decimals(const FeatureMap& map, const Dataset& data);

/// The rows as features, before scaling. `max_bytes` bounds the memory (0: no bound). Errors: a level the map does not
/// know, unless unseen levels are `other` (no level at all); too much memory.
Result<Dataset> encoded(const FeatureMap& map, const Dataset& data, std::uint64_t max_bytes, const std::string& source,
                        const StopToken& stop = {});

/// Fills map.shift and map.factor from encoded training rows:
///   standard  (x - mean) / standard deviation (of the population)     minmax  (x - min) / (max - min)
///   max-norm  x / max_i |x_i|: every row has norm at most 1
/// A feature that is constant is shifted only. Rows count by their weights.
Result<void> fit_scaling(FeatureMap& map, const Dataset& data, const std::string& source);

/// The same rows as sparse ones where they are stored with their zeros and at most a third of their numbers (first of a sample of
/// the rows, then of all) is another;
/// else, and where `max_bytes` does not hold them, nothing.
std::optional<Dataset> without_zeros(const Dataset& data, std::uint64_t max_bytes);

/// The encoded rows, shifted and scaled. Sparse rows become dense where something is shifted (`max_bytes` as above).
Result<Dataset> scaled(const FeatureMap& map, const Dataset& data, std::uint64_t max_bytes, const std::string& source);

/// w.((x - shift) factor) + b as weights and bias of x, in place; `unfold` is the inverse. `w` has one entry a feature.
void fold(const FeatureMap& map, double* w, double& b);
void unfold(const FeatureMap& map, double* w, double& b);

}  // namespace halfspace
