#include "separate/shards/exact_shard.hpp"

#include <bit>
#include <utility>
#include <variant>

#include "base/splitmix.hpp"

namespace halfspace {
namespace {

template <class T>
DenseMatrix<T> view_of(const DenseMatrix<T>& x, std::size_t first, std::size_t last, std::uint64_t) {
  DenseMatrix<T> out;
  const std::size_t width = x.cols + x.gap;
  out.value = Buffer<T>::view(x.value.span().subspan(first * width, (last - first) * width));
  out.rows = last - first;
  out.cols = x.cols;
  out.gap = x.gap;
  return out;
}

template <class T>
CsrMatrix<T> view_of(const CsrMatrix<T>& x, std::size_t first, std::size_t last, std::uint64_t cols) {
  CsrMatrix<T> out;
  out.start = Buffer<std::uint64_t>::view(x.start.span().subspan(first, last - first + 1));
  out.column = Buffer<std::uint32_t>::view(x.column.span());
  out.value = Buffer<T>::view(x.value.span());
  out.rows = last - first;
  out.cols = cols;
  return out;
}

}  // namespace

ExactFetch exact_doubles(const Dataset& data) {
  return [&data](const std::vector<std::uint64_t>& rows)
             -> Result<std::vector<std::vector<std::pair<std::uint64_t, Rational>>>> {
    std::vector<std::vector<std::pair<std::uint64_t, Rational>>> out(rows.size());
    std::visit(
        [&](const auto& x) {
          for (std::size_t k = 0; k < rows.size(); ++k) {
            for_each_entry(x.row(rows[k]), [&](std::size_t j, double v) {
              if (v != 0) out[k].emplace_back(j, SignedRows::exact_value(v));
            });
          }
        },
        data.x);
    return out;
  };
}

Dataset viewed_rows(const Matrix& x, std::size_t first, std::size_t last, std::uint64_t cols) {
  Dataset out;
  out.x = std::visit([&](const auto& m) -> Matrix { return view_of(m, first, last, cols); }, x);
  out.rows = last - first;
  out.cols = std::visit([](const auto& m) { return std::uint64_t{m.cols}; }, out.x);
  out.lines.add(0, 1);
  return out;
}

std::uint64_t hash_of_row(const Matrix& x, std::size_t row) {
  std::uint64_t hash = 0;
  std::visit(
      [&](const auto& m) {
        for_each_entry(m.row(row), [&](std::size_t j, double v) {
          if (v != 0) hash = splitmix(hash ^ splitmix(std::bit_cast<std::uint64_t>(v) ^ splitmix(j)));
        });
      },
      x);
  return splitmix(hash);
}

}  // namespace halfspace
