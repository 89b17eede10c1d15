// Arrays of Python as rows and labels of the library: views, kept alive while the object lives.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "halfspace/halfspace.hpp"

namespace halfspace::python {

namespace nb = nanobind;

/// Any array of the processor's memory, not to be written to. Its type is looked at when rows are made of it.
using Array = nb::ndarray<nb::ro, nb::device::cpu>;
template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

using Categories = std::vector<std::pair<std::int64_t, std::vector<std::string>>>;

/// Dense or sparse rows. The arrays' strides and lengths are taken from themselves, so a view never leaves them.
class Rows {
 public:
  /// A 2-d array of float or double with positive strides. Errors (ValueError): another type or shape.
  static Rows dense(Array values, std::optional<std::vector<std::string>> names, Categories categories);

  /// CSR arrays: start of n + 1, column and values. Errors (ValueError): other types.
  static Rows csr(Array start, Array column, Array values, std::int64_t cols);

  void set_weights(Column<double> weights);
  void set_groups(Column<std::int64_t> groups);

  bool sparse() const { return std::holds_alternative<CsrRows>(rows_); }
  std::int64_t rows() const {
    return std::visit([](const auto& r) { return r.rows; }, rows_);
  }
  std::int64_t cols() const {
    return std::visit([](const auto& r) { return r.cols; }, rows_);
  }

  /// f(DenseRows) or f(CsrRows); categories and names are pointed to by what it gets.
  template <class F>
  auto with(const F& f) const {
    return std::visit(
        [&](auto r) {
          if constexpr (std::is_same_v<decltype(r), DenseRows>) {
            r.columns = names_;
            std::vector<CategoryColumn> columns;
            for (const auto& [column, texts] : categories_) columns.push_back({column, texts});
            r.categories = columns;
            return f(static_cast<const DenseRows&>(r));
          } else {
            return f(static_cast<const CsrRows&>(r));
          }
        },
        rows_);
  }

 private:
  std::variant<DenseRows, CsrRows> rows_;
  std::vector<std::string> names_;
  Categories categories_;
  std::vector<Array> kept_;
  std::optional<Column<double>> weights_;
  std::optional<Column<std::int64_t>> groups_;
};

/// Labels by number.
class Labels {
 public:
  Labels(Column<std::int32_t> codes, std::vector<std::string> texts);
  RowLabels labels() const { return CodedLabels{{codes_.data(), codes_.size()}, texts_}; }

 private:
  Column<std::int32_t> codes_;
  std::vector<std::string> texts_;
};

void bind_rows(nb::module_& m);

}  // namespace halfspace::python
