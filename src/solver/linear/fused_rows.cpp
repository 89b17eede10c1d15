#include "solver/linear/fused_rows.hpp"

#include <algorithm>
#include <variant>

namespace halfspace {
void FusedRows::margins(std::span<const double> v, std::span<double> m) const {
  const double b = z_.bias() ? v.back() : 0;
  z_.stop_token().count(z_.stored());
  z_.for_ranges(z_.ranges(), [&](std::size_t, std::size_t first, std::size_t last) {
    std::visit(
        [&](const auto& x) {
          for (std::size_t i = first; i < last; ++i) m[i] = z_.sign(i) * (dot(x.row(z_.row(i)), v.data()) + b);
        },
        *used_.x);
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
        [&](const auto& x) {
          for (std::size_t i = first; i < last; ++i) {
            const double a = z_.sign(i) * alpha[i];
            for_each_entry(x.row(z_.row(i)), [&](std::size_t j, double value) {
              sum[2 * j] += a * value;
              sum[2 * j + 1] += D[i] * value * value;
            });
            if (!z_.bias()) continue;
            sum[2 * dims() - 2] += a;
            sum[2 * dims() - 1] += D[i];
          }
        },
        *used_.x);
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
        [&](const auto& x) {
          for (std::size_t i = begin; i < end; ++i) {
            const auto row = x.row(z_.row(i));
            t[i] = z_.sign(i) * (dot(row, p.data()) + b);
            const double c = z_.sign(i) * D[i] * t[i];
            if (c != 0) axpy(c, row, sum);
            to_bias += c;
          }
        },
        *used_.x);
    if (z_.bias()) sum[dims() - 1] = to_bias;
  });
}

}  // namespace halfspace
