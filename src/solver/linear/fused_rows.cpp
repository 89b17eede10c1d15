#include "solver/linear/fused_rows.hpp"

#include <algorithm>
#include <limits>

namespace halfspace {
namespace {

template <class T>
void add(double c, const SparseVector<T>& x, double* w) {
  axpy(c, x.column, x.value, x.size, w);
}
template <class T>
void add(double c, const DenseRow<T>& x, double* w) {
  axpy(c, x, w);
}

template <class T, class F>
void for_entries(const SparseVector<T>& x, F f) {
  for (std::size_t k = 0; k < x.size; ++k) f(x.column[k], static_cast<double>(x.value[k]));
}
template <class T, class F>
void for_entries(const DenseRow<T>& x, F f) {
  for (std::size_t k = 0; k < x.size; ++k) f(k, static_cast<double>(x.value[k]));
}

template <class T>
double dot(const SparseVector<T>& x, const double* v) {
  return halfspace::dot(x.column, x.value, x.size, v);
}

}  // namespace

FusedRows::FusedRows(const Design& z) : z_(z) {
  std::visit([&](const auto& x) { take(x); }, z.matrix());
  if (z.bias()) column_.push_back(z.features());
}

template <class T>
void FusedRows::take(const CsrMatrix<T>& x) {
  constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number(x.cols, unused);
  Sparse<T> rows;
  rows.reserve(z_.n());
  place_.resize(z_.stored());
  std::uint32_t* place = place_.data();
  for (std::size_t i = 0; i < z_.n(); ++i) {
    const auto row = x.row(z_.row(i));
    rows.push_back({place, row.value, row.size});
    for (std::size_t k = 0; k < row.size; ++k) {
      std::uint32_t& j = number[row.column[k]];
      if (j == unused) {
        j = static_cast<std::uint32_t>(column_.size());
        column_.push_back(row.column[k]);
      }
      *place++ = j;
    }
  }
  rows_ = std::move(rows);
}

template <class T>
void FusedRows::take(const DenseMatrix<T>& x) {
  for (std::size_t j = 0; j < x.cols; ++j) column_.push_back(j);
  Dense<T> rows;
  rows.reserve(z_.n());
  for (std::size_t i = 0; i < z_.n(); ++i) rows.push_back(x.row(z_.row(i)));
  rows_ = std::move(rows);
}

std::vector<double> FusedRows::spread(std::span<const double> v) const {
  std::vector<double> out(z_.dims());
  for (std::size_t k = 0; k < v.size(); ++k) out[column_[k]] = v[k];
  return out;
}

void FusedRows::margins(std::span<const double> v, std::span<double> m) const {
  const double b = z_.bias() ? v.back() : 0;
  z_.stop_token().count(z_.stored());
  z_.for_ranges(z_.ranges(), [&](std::size_t, std::size_t first, std::size_t last) {
    std::visit(
        [&](const auto& rows) {
          for (std::size_t i = first; i < last; ++i) m[i] = z_.sign(i) * (dot(rows[i], v.data()) + b);
        },
        rows_);
  });
}

/// What f(first, last, sum) adds for each range of rows, to `size` numbers each.
template <class F>
void FusedRows::sum_ranges(std::size_t size, std::span<double> to, F f) const {
  std::fill(to.begin(), to.end(), 0.0);
  const std::size_t count = z_.ranges_of_sums(size);
  if (count == 1) return f(0, z_.n(), to.data());
  std::vector<double> sum(count * size);
  z_.for_ranges(count,
                [&](std::size_t k, std::size_t first, std::size_t last) { f(first, last, sum.data() + k * size); });
  for (std::size_t k = 0; k < count; ++k) axpy(1, sum.data() + k * size, size, to.data());
}

void FusedRows::gradient(std::span<const double> alpha, std::span<const double> D, std::span<double> q,
                         std::span<double> h) const {
  z_.stop_token().count(2 * z_.stored());
  std::vector<double> both(2 * dims());  // a column's two stand together
  sum_ranges(both.size(), both, [&](std::size_t first, std::size_t last, double* sum) {
    std::visit(
        [&](const auto& rows) {
          for (std::size_t i = first; i < last; ++i) {
            const double a = z_.sign(i) * alpha[i];
            for_entries(rows[i], [&](std::size_t j, double x) {
              sum[2 * j] += a * x;
              sum[2 * j + 1] += D[i] * x * x;
            });
            if (!z_.bias()) continue;
            sum[2 * dims() - 2] += a;
            sum[2 * dims() - 1] += D[i];
          }
        },
        rows_);
  });
  for (std::size_t j = 0; j < dims(); ++j) {
    q[j] = both[2 * j];
    h[j] = both[2 * j + 1];
  }
}

void FusedRows::product(std::span<const double> D, std::span<const double> p, std::span<double> t,
                        std::span<double> Hp) const {
  const double b = z_.bias() ? p.back() : 0;
  z_.stop_token().count(2 * z_.stored());
  sum_ranges(dims(), Hp, [&](std::size_t begin, std::size_t end, double* sum) {
    double to_bias = 0;
    std::visit(
        [&](const auto& rows) {
          for (std::size_t i = begin; i < end; ++i) {
            t[i] = z_.sign(i) * (dot(rows[i], p.data()) + b);
            const double c = z_.sign(i) * D[i] * t[i];
            if (c != 0) add(c, rows[i], sum);
            to_bias += c;
          }
        },
        rows_);
    if (z_.bias()) sum[dims() - 1] = to_bias;
  });
}

}  // namespace halfspace
