#include "solver/linear/renumbered_rows.hpp"

#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>

namespace halfspace {
namespace {

template <class T>
CsrMatrix<T> renumbered(const Design& z, const CsrMatrix<T>& x, std::vector<std::size_t>& column) {
  constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number(x.cols, unused);
  CsrMatrix<T> out{Buffer<std::uint64_t>::view(x.start.span()), {}, Buffer<T>::view(x.value.span()), x.rows, 0};
  out.column.resize(x.column.size());
  for (std::size_t i = 0; i < z.n(); ++i) {
    for (std::size_t k = x.start[z.row(i)]; k < x.start[z.row(i) + 1]; ++k) {
      std::uint32_t& j = number[x.column[k]];
      if (j == unused) {
        j = static_cast<std::uint32_t>(column.size());
        column.push_back(x.column[k]);
      }
      out.column[k] = j;
    }
  }
  if (column.empty() && x.cols > 0) column.push_back(0);  // a penalty needs a weight
  out.cols = column.size();
  return out;
}

}  // namespace

RenumberedRows::RenumberedRows(const Design& z) {
  std::visit(
      [&]<class M>(const M& m) {
        if constexpr (requires { m.column; }) {
          if (!z.renumbered()) {
            x = std::make_shared<const Matrix>(renumbered(z, m, column));
            return;
          }
        }
        x = {std::shared_ptr<const Matrix>(), &z.matrix()};
        column.resize(m.cols);
        std::iota(column.begin(), column.end(), std::size_t{0});
      },
      z.matrix());
  if (z.bias()) column.push_back(z.features());
}

std::vector<double> RenumberedRows::spread(std::span<const double> v, std::size_t dims) const {
  std::vector<double> out(dims);
  for (std::size_t k = 0; k < v.size(); ++k) out[column[k]] = v[k];
  return out;
}

}  // namespace halfspace
