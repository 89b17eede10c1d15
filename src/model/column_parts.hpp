// A score by the columns of the table: the features of a column together, products under their columns.
//
//   s = sum_C a_C + b,  a_C = sum of w_j x_j over the features j that are made of the columns C
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "feature/row_encoder.hpp"
#include "model/model.hpp"

namespace halfspace {

/// One column, or the two or three of a product, ascending.
struct ColumnSet {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::array<std::uint32_t, 3> at = {none, none, none};

  std::size_t size() const { return at[1] == none ? 1 : at[2] == none ? 2 : 3; }
  auto operator<=>(const ColumnSet&) const = default;
};

/// Which columns of the table the features of a map are made of. The map must outlive this.
class FeatureColumns {
 public:
  explicit FeatureColumns(const FeatureMap& map);

  /// Of each entry of a row as RowEncoder gives it.
  std::vector<ColumnSet> of(std::span<const Entry> row) const;

  /// First feature of a column.
  std::uint64_t first(std::uint32_t column) const { return first_.empty() ? column : first_[column]; }

  /// "x"; "x*y", "x^2" of products.
  std::string name(const ColumnSet& columns) const;

 private:
  const FeatureMap& map_;
  std::uint64_t base_;                 // features before products
  std::vector<std::uint32_t> column_;  // of each of them; empty: column j is feature j
  std::vector<std::uint64_t> first_;
};

/// A cell as it stands in the table. `level` is for a column of texts: nothing for one that the model does not know.
struct Cell {
  bool text = false;
  bool missing = false;  // then `number` is what stands for it
  std::optional<std::string> level = {};
  double number = 0;  // days since 1970-01-01 in a column of dates
  DateColumn date = DateColumn::no;
  bool pooled = false;  // a level that the model does not know, taken as that of the pooled ones
};

struct ColumnPart {
  ColumnSet columns;
  double amount = 0;
};

/// Of one row: the parts of each vector, columns without any left out, the largest first; and its cells, by column.
struct ColumnParts {
  std::vector<std::vector<ColumnPart>> vectors;
  std::vector<std::pair<std::uint32_t, Cell>> cells;

  Cell cell(std::uint32_t column) const;  ///< 0 where the row has none
};

/// Parts of one vector w, columns ascending; those of which every term is 0 are left out.
std::vector<ColumnPart> by_column(std::span<const Entry> row, std::span<const ColumnSet> columns, const double* w);

std::vector<std::pair<std::uint32_t, Cell>> row_cells(const Model& model, const Dataset& data, std::uint64_t row);

/// Nothing of a model whose parts are not features.
ColumnParts column_parts(const Model& model, const Dataset& data, std::uint64_t row);

}  // namespace halfspace
