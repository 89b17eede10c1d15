// Labels and weights of rows in memory while a Dataset is made of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/dataset.hpp"
#include "format/labels.hpp"
#include "halfspace/data.hpp"
#include "halfspace/result.hpp"

namespace halfspace::api {

/// As many labels as rows (usage).
Result<void> check_labels(const RowLabels& labels, std::int64_t rows);

/// The label of row i as a text. Error (bad_data): a label that is none.
Result<std::string> label_text(const RowLabels& labels, std::size_t i);

/// Labels and weights of the rows to keep: missing rows and those of weight 0 are left out and counted.
class LabelledRows {
 public:
  static constexpr bool learns = true;

  /// `classes`: labels that exist even where no row has them.
  LabelledRows(Dataset& data, const RowLabels& labels, std::span<const double> weights,
               const std::vector<std::string>& classes = {})
      : data_(data), given_(labels), weights_(weights), labels_({}) {
    labels_.expect(classes);
    data_.named_classes = !classes.empty();
  }

  /// Is row i to be kept? It then has its label and weight. Error (bad_data): a label that is none.
  Result<bool> keep(std::size_t i, bool missing);

  /// Proofs need the digits of every value.
  static bool decimals_matter() { return true; }

  /// Numbers the classes. Error (bad_data): no rows.
  Result<void> finish();

 private:
  Result<std::uint32_t> number_at(std::size_t i);

  Dataset& data_;
  const RowLabels& given_;
  std::span<const double> weights_;
  Labels labels_;
  std::uint32_t label_ = 0;  // of row last_
  std::size_t last_ = 0;
  std::vector<std::optional<std::uint32_t>> of_code_;  // number of each text of CodedLabels
};

/// Keeps every row: for scoring, where one value of more digits than a short decimal has leaves nothing to note.
struct AllRows {
  static constexpr bool learns = false;
  Dataset& data;
  bool sums_are_checked = false;
  bool decimals_matter() const { return data.short_decimals; }
  Result<bool> keep(std::size_t, bool) {
    ++data.rows;
    return true;
  }
};

}  // namespace halfspace::api
