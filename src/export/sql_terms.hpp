// The features of a model as expressions of SQL, and linear sums of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/model.hpp"

namespace halfspace {

/// Expressions over the columns of a table. NULL is a level that training did not see, or a missing cell that nothing
/// stands for.
class SqlTerms {
 public:
  explicit SqlTerms(const Model& model);

  /// w.x + b of vector k.
  std::string score(std::size_t k) const;

  /// Of the table: those of the model; x and its number where a column has no name (absent is 0).
  const std::vector<InputColumn>& columns() const { return columns_; }

 private:
  /// The factors of a product of features, by their places among the features before products.
  struct Product {
    std::uint64_t place;
    std::vector<std::uint64_t> factors;
  };

  std::string column_term(std::size_t j, const double* w) const;

  const Model& m_;
  std::vector<InputColumn> columns_;
  std::vector<std::uint64_t> first_;  // feature of each column
  std::vector<std::string> feature_;  // for products: each feature as an expression that is never NULL for levels
  std::vector<Product> products_;
};

}  // namespace halfspace
