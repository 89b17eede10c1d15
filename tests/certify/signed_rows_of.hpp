// Small sets as the solver takes them, in every form it tells apart.
#pragma once

#include <optional>

#include "certify/cases.hpp"
#include "certify/signed_rows.hpp"

namespace halfspace::test {

/// How values reach the solver: doubles that stand for their decimals, dense or sparse, or doubles beside which exact
/// values are fetched.
enum class Form { dense, sparse, fetched };

/// Rational points with labels as a data set; SignedRows points into it, so it stays where it is.
class SolverRows {
 public:
  /// `doubles` are the doubles nearest to x; they must be x unless the form is `fetched`.
  SolverRows(reference::Rows x, const reference::Rows& doubles, const std::vector<int>& y, bool bias, Form form);
  SolverRows(const SolverRows&) = delete;
  SolverRows& operator=(const SolverRows&) = delete;

  const SignedRows& operator*() const { return *rows_; }

 private:
  reference::Rows x_;
  Dataset data_;
  std::optional<SignedRows> rows_;
};

/// The points as train() takes them; nothing where one sign has none.
std::optional<Dataset> two_class_data(const Points& points);

}  // namespace halfspace::test
