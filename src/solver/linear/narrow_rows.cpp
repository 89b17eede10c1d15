#include "solver/linear/narrow_rows.hpp"

#include <cstdint>
#include <numeric>
#include <utility>

namespace halfspace {
namespace {

template <class T>
std::vector<std::size_t> columns_of(const Design& z, const CsrMatrix<T>& x) {
  std::vector<bool> used(x.cols);
  for (std::size_t i = 0; i < z.n(); ++i) {
    const auto row = x.row(z.row(i));
    for (std::size_t k = 0; k < row.size; ++k) used[row.column[k]] = true;
  }
  std::vector<std::size_t> out;
  for (std::size_t j = 0; j < x.cols; ++j) {
    if (used[j]) out.push_back(j);
  }
  if (out.empty() && x.cols > 0) out.push_back(0);  // a penalty needs a weight
  return out;
}

template <class T>
CsrMatrix<T> over(const std::vector<std::size_t>& column, const Design& z, const CsrMatrix<T>& x) {
  CsrMatrix<T> out{Buffer<std::uint64_t>::view(x.start.span()), {}, Buffer<T>::view(x.value.span()), x.rows, 0};
  std::vector<std::uint32_t> number(x.cols);
  for (std::size_t k = 0; k < column.size(); ++k) number[column[k]] = static_cast<std::uint32_t>(k);
  out.cols = column.size();
  out.column.resize(x.column.size());
  for (std::size_t i = 0; i < z.n(); ++i) {
    for (std::size_t k = x.start[z.row(i)]; k < x.start[z.row(i) + 1]; ++k) out.column[k] = number[x.column[k]];
  }
  return out;
}

}  // namespace

NarrowRows::NarrowRows(const Design& z) : x(std::shared_ptr<const Matrix>(), &z.matrix()) {
  std::visit(
      [&](const auto& m) {
        if constexpr (requires { m.column; }) {
          column = columns_of(z, m);
          if (column.size() < m.cols) x = std::make_shared<const Matrix>(over(column, z, m));
        } else {
          column.resize(m.cols);
          std::iota(column.begin(), column.end(), std::size_t{0});
        }
      },
      z.matrix());
  if (z.bias()) column.push_back(z.features());
}

std::vector<double> NarrowRows::spread(std::span<const double> v, std::size_t dims) const {
  std::vector<double> out(dims);
  for (std::size_t k = 0; k < v.size(); ++k) out[column[k]] = v[k];
  return out;
}

}  // namespace halfspace
