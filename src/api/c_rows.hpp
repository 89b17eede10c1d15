// Rows of a C caller as rows of the library.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "api/c_arrays.hpp"
#include "halfspace/data.hpp"

namespace halfspace::api {

/// Views of the caller's arrays, and texts in a form of ours.
class CRows {
 public:
  /// Errors (usage): NULL where numbers are needed, unknown types, impossible sizes.
  static Result<CRows> of(const hs_rows* rows);

  /// What the rows are for needs a label for each. Error (usage): there are none.
  Result<RowLabels> labels() const;

  /// Calls f(DenseRows or CsrRows).
  template <class F>
  auto visit(F&& f) const {
    return std::visit(
        [&](auto view) {
          complete(view);
          return f(view);
        },
        rows_);
  }

 private:
  struct Texts {
    std::int64_t column = 0;
    std::vector<std::string> texts;
  };
  Result<void> take_dense(const hs_rows& r);
  Result<void> take_sparse(const hs_rows& r);
  Result<void> take_texts(const hs_rows& r);
  void complete(DenseRows& view) const;
  void complete(CsrRows& view) const;

  std::variant<DenseRows, CsrRows> rows_;
  std::span<const double> numbers_;
  std::vector<std::string> label_texts_;
  std::vector<std::string> names_;
  std::vector<Texts> categories_;
  mutable std::vector<CategoryColumn> category_views_;
  bool by_text_ = false;
  bool by_number_ = false;
};

/// Calls find(rows, labels).
template <class Find>
auto with_labels(const hs_rows* rows, Find&& find) -> decltype(find(DenseRows(), RowLabels())) {
  const auto all = CRows::of(rows);
  if (!all) return all.error();
  const auto labels = all.value().labels();
  if (!labels) return labels.error();
  return all.value().visit([&](const auto& view) { return find(view, labels.value()); });
}

}  // namespace halfspace::api
