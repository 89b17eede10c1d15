#include "rows.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace halfspace::python {
namespace {

template <class T>
std::span<const T> span_of(const Array& array, std::size_t size) {
  return {static_cast<const T*>(array.data()), size};
}

/// `count` numbers of float or double.
Numbers numbers_of(const Array& array, std::size_t count) {
  if (array.dtype() == nb::dtype<double>()) return span_of<double>(array, count);
  if (array.dtype() == nb::dtype<float>()) return span_of<float>(array, count);
  throw nb::value_error("values are neither float32 nor float64");
}

void check_side_by_side(const Array& array, const char* name) {
  if (array.ndim() == 1 && (array.size() < 2 || array.stride(0) == 1)) return;
  throw nb::value_error((std::string(name) + " is not one-dimensional and contiguous").c_str());
}

Indices indices_of(const Array& array, const char* name) {
  check_side_by_side(array, name);
  if (array.dtype() == nb::dtype<std::int64_t>()) return span_of<std::int64_t>(array, array.size());
  if (array.dtype() == nb::dtype<std::int32_t>()) return span_of<std::int32_t>(array, array.size());
  throw nb::value_error((std::string(name) + " is neither int32 nor int64").c_str());
}

/// Elements from the first to the last that the strides reach, none of them negative.
std::size_t reached(const Array& values) {
  std::size_t last = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    if (values.shape(k) == 0) return 0;
    if (values.shape(k) > 1 && values.stride(k) < 1) throw nb::value_error("strides are not positive");
    last += (values.shape(k) - 1) * static_cast<std::size_t>(std::max<std::int64_t>(values.stride(k), 0));
  }
  return last + 1;
}

}  // namespace

Rows Rows::dense(Array values, std::optional<std::vector<std::string>> names, Categories categories) {
  if (values.ndim() != 2) throw nb::value_error("values are not two-dimensional");
  Rows out;
  DenseRows r;
  r.rows = static_cast<std::int64_t>(values.shape(0));
  r.cols = static_cast<std::int64_t>(values.shape(1));
  r.values = numbers_of(values, reached(values));
  // A stride over one element only is of no meaning, and may be anything.
  if (r.rows > 1) r.row_stride = values.stride(0);
  if (r.cols > 1) r.col_stride = values.stride(1);
  out.rows_ = r;
  if (names) out.names_ = std::move(*names);
  out.categories_ = std::move(categories);
  out.kept_ = {std::move(values)};
  return out;
}

Rows Rows::csr(Array start, Array column, Array values, std::int64_t cols) {
  check_side_by_side(values, "values");
  Rows out;
  CsrRows r;
  r.start = indices_of(start, "start");
  r.column = indices_of(column, "column");
  r.values = numbers_of(values, values.size());
  if (start.size() == 0) throw nb::value_error("start is empty; it has a place more than there are rows");
  r.rows = static_cast<std::int64_t>(start.size()) - 1;
  r.cols = cols;
  out.rows_ = r;
  out.kept_ = {std::move(start), std::move(column), std::move(values)};
  return out;
}

void Rows::set_weights(Column<double> weights) {
  weights_ = std::move(weights);
  std::visit([&](auto& r) { r.weights = {weights_->data(), weights_->size()}; }, rows_);
}

void Rows::set_groups(Column<std::int64_t> groups) {
  groups_ = std::move(groups);
  std::visit([&](auto& r) { r.groups = {groups_->data(), groups_->size()}; }, rows_);
}

Labels::Labels(Column<std::int32_t> codes, std::vector<std::string> texts)
    : codes_(std::move(codes)), texts_(std::move(texts)) {}

void bind_rows(nb::module_& m) {
  nb::class_<Rows>(m, "Rows", "Rows of numbers, dense or compressed sparse; a view of the arrays they were made of.")
      .def_static("dense", &Rows::dense, nb::arg("values"), nb::arg("names") = nb::none(),
                  nb::arg("categories") = Categories())
      .def_static("csr", &Rows::csr, nb::arg("start"), nb::arg("column"), nb::arg("values"), nb::arg("cols"))
      .def("set_weights", &Rows::set_weights, nb::arg("weights"))
      .def("set_groups", &Rows::set_groups, nb::arg("groups"))
      .def_prop_ro("sparse", &Rows::sparse)
      .def_prop_ro("rows", &Rows::rows)
      .def_prop_ro("cols", &Rows::cols);
  nb::class_<Labels>(m, "Labels", "A label for each row: texts[codes[i]].")
      .def(nb::init<Column<std::int32_t>, std::vector<std::string>>(), nb::arg("codes"), nb::arg("texts"));
}

}  // namespace halfspace::python
