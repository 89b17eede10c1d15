// Kernel values by panels have the bits of the sums and functions that define them, on dense and sparse rows, by every
// instruction set and any number of threads.
#include "kernel/kernel_values.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "kernel/centre.hpp"
#include "simd/panel_ops.hpp"

namespace halfspace {
namespace {

double drawn_number() { return *rc::gen::inRange(-1000, 1000) / 77.0; }

Kernel any_kernel_values() {
  const auto kind = static_cast<KernelKind>(*rc::gen::inRange(1, static_cast<int>(kernel_table.size())));
  return {kind, 0.125, static_cast<std::uint64_t>(*rc::gen::inRange(1, 5)), *rc::gen::inRange(-2, 3) / 4.0};
}

/// Rows for more than one panel, of unlike lengths.
CsrMatrix<double> drawn_support_rows() {
  CsrMatrix<double> out;
  out.start.push_back(0);
  out.cols = static_cast<std::size_t>(*rc::gen::inRange(1, 40));
  const int rows = *rc::gen::inRange(1, 150);
  const int kept = *rc::gen::inRange(1, 4);
  std::vector<double> row(out.cols);
  for (int i = 0; i < rows; ++i) {
    for (double& v : row) v = *rc::gen::inRange(0, 3) < kept ? drawn_number() : 0;
    append_row(out, DenseRow<double>{row.data(), row.size()});
  }
  return out;
}

DenseMatrix<float> as_dense(const CsrMatrix<double>& x) {
  DenseMatrix<float> out{Buffer<float>(x.rows * x.cols), x.rows, x.cols};
  for (std::size_t i = 0; i < x.rows; ++i)
    for_each_entry(x.row(i),
                   [&](std::size_t j, double v) { out.value.data()[i * x.cols + j] = static_cast<float>(v); });
  return out;
}

/// Of rows as they are: far from the origin they are moved.
bool are_near(const auto& rows, const Kernel& k) {
  return k.base() != KernelBase::squared_distance || far_centre(rows).empty();
}

/// k(x, u) as one row after the other has it.
template <class Row>
double scalar_value(const Kernel& k, Row x, const std::vector<double>& u, double square) {
  if (k.base() != KernelBase::l1_distance) return k(dot(x, u.data()), squared_norm(x), square);
  std::vector<double> v(u.size());
  for_each_entry(x, [&](std::size_t j, double value) { v[j] = value; });
  double sum = 0;
  for (std::size_t j = 0; j < u.size(); ++j) sum += std::fabs(u[j] - v[j]);
  return k.of(sum);
}

template <class M>
void expect_scalar_values(const M& rows, const Kernel& k) {
  RC_PRE(are_near(rows, k));
  const KernelValues values(rows, k);
  constexpr std::size_t sources = 3;
  std::vector<std::vector<double>> u(sources, std::vector<double>(rows.cols + 1));
  std::vector<SpreadRow> spread;
  for (auto& row : u) {
    for (std::size_t j = 0; j < rows.cols; ++j) row[j] = *rc::gen::inRange(0, 3) == 0 ? 0 : drawn_number();
    spread.push_back({row.data(), squared_norm(DenseRow<double>{row.data(), rows.cols})});
  }
  std::vector<double> out(sources * rows.rows);
  values(spread, out.data(), 1);
  for (std::size_t s = 0; s < sources; ++s)
    for (std::size_t j = 0; j < rows.rows; ++j)
      RC_ASSERT(out[s * rows.rows + j] == scalar_value(k, rows.row(j), u[s], spread[s].square));
  std::vector<double> other(out.size());
  values(spread, other.data(), 4);
  RC_ASSERT(other == out);
}

RC_GTEST_PROP(KernelValues, SparseRowsHaveTheBitsOfTheScalarSums, ()) {
  expect_scalar_values(drawn_support_rows(), any_kernel_values());
}

RC_GTEST_PROP(KernelValues, DenseRowsToo, ()) {
  expect_scalar_values(as_dense(drawn_support_rows()), any_kernel_values());
}

RC_GTEST_PROP(KernelValues, CosinesToo, ()) {
  const CsrMatrix<double> rows = drawn_support_rows();
  std::vector<double> phase(rows.rows);
  for (double& v : phase) v = drawn_number();
  const KernelValues values(rows, {KernelKind::rbf, 1, 3, 0}, phase);
  std::vector<double> u(rows.cols + 1);
  for (std::size_t j = 0; j < rows.cols; ++j) u[j] = drawn_number();
  const SpreadRow spread{u.data(), 0};
  std::vector<double> out(rows.rows);
  values(std::span(&spread, 1), out.data());
  for (std::size_t j = 0; j < rows.rows; ++j)
    RC_ASSERT(out[j] == elementary::cos(dot(rows.row(j), u.data()) + phase[j]));
}

TEST(KernelValues, DistancesOfRowsWhoseSquaresOverflow) {
  const DenseMatrix<double> rows{Buffer<double>(2, 1e160), 2, 1};
  const KernelValues values(rows, {KernelKind::rbf, 1, 3, 0});
  const std::array<double, 2> u = {1e160, 0};
  const SpreadRow spread{u.data(), std::numeric_limits<double>::infinity()};
  std::array<double, 2> out{};
  values(std::span(&spread, 1), out.data());
  EXPECT_EQ(out[0], 1);
}

/// Whole numbers near 2^31, as time stamps are, have the bits of the same rows near 0.
RC_GTEST_PROP(KernelValues, RowsFarFromTheOriginAreMoved, ()) {
  const std::size_t rows = *rc::gen::inRange<std::size_t>(1, 100);
  const std::size_t cols = *rc::gen::inRange<std::size_t>(1, 10);
  const double far = *rc::gen::element(-1.6e9, 1.6e9, 4e15);
  DenseMatrix<double> near{Buffer<double>(rows * cols), rows, cols};
  for (std::size_t k = 0; k < rows * cols; ++k) near.value.data()[k] = *rc::gen::inRange(-20, 21);
  for (std::size_t j = 0; j < cols; ++j) {  // the middle of each column is 0, as that of the moved one
    near.value.data()[j] = 20;
    near.value.data()[(rows - 1) * cols + j] = rows > 1 ? -20 : 0;
  }
  std::vector<double> u(cols + 1);
  for (std::size_t j = 0; j < cols; ++j) u[j] = *rc::gen::inRange(-20, 21);
  DenseMatrix<double> away{Buffer<double>(rows * cols), rows, cols};
  for (std::size_t k = 0; k < rows * cols; ++k) away.value.data()[k] = near.value.data()[k] + far;
  std::vector<double> v(u);
  for (std::size_t j = 0; j < cols; ++j) v[j] += far;
  const Kernel kernel{KernelKind::rbf, 0.01, 3, 0};
  std::vector<double> of_near(rows);
  std::vector<double> of_far(rows);
  const SpreadRow from_near{u.data(), squared_norm(DenseRow<double>{u.data(), cols})};
  const SpreadRow from_far{v.data(), squared_norm(DenseRow<double>{v.data(), cols})};
  KernelValues(near, kernel)(std::span(&from_near, 1), of_near.data());
  KernelValues(away, kernel)(std::span(&from_far, 1), of_far.data());
  RC_ASSERT(of_near == of_far);
}

TEST(KernelValues, OfNoRows) {
  CsrMatrix<double> rows;
  rows.start.push_back(0);
  const KernelValues values(rows, {KernelKind::rbf, 1, 3, 0});
  EXPECT_EQ(values.size(), 0U);
  values({}, nullptr);
}

TEST(PanelOps, ExponentialsAreElementary) {
  std::vector<double> arguments = {0.0,
                                   -0.0,
                                   1,
                                   -1,
                                   709.78,
                                   709.79,
                                   710,
                                   -708.3,
                                   -708.5,
                                   -745.1,
                                   -745.2,
                                   -746,
                                   1e300,
                                   -1e300,
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity(),
                                   std::numeric_limits<double>::quiet_NaN()};
  for (double x = -760; x < 720; x += 0.37) arguments.push_back(x);
  while (arguments.size() % panel_rows != 0) arguments.push_back(1e-300);
  for (const PanelOps* ops : supported_panel_ops()) {
    std::vector<double> v = arguments;
    for (std::size_t l = 0; l < v.size(); l += panel_rows) ops->exponentials(v.data() + l, 1);
    for (std::size_t l = 0; l < v.size(); ++l) {
      const double exact = elementary::exp(arguments[l]);
      EXPECT_TRUE(v[l] == exact || (std::isnan(v[l]) && std::isnan(exact))) << arguments[l];
    }
  }
}

RC_GTEST_PROP(PanelOps, InstructionSetsAgree, ()) {
  const auto size = static_cast<std::size_t>(*rc::gen::inRange(0, 30));
  std::vector<double> value(size * panel_rows);
  std::vector<double> u(size + 1);
  std::vector<std::uint32_t> column(size * panel_rows);
  for (double& v : value) v = drawn_number();
  for (std::size_t k = 0; k < size; ++k) u[k] = drawn_number();
  for (std::uint32_t& c : column) c = static_cast<std::uint32_t>(*rc::gen::inRange<std::size_t>(0, size));
  const auto results = [&](const PanelOps& ops) {
    std::vector<double> out(4 * panel_rows);
    const double* const source = u.data();
    ops.dots(value.data(), column.data(), size, &source, 1, out.data());
    ops.group_dots(value.data(), value.data() + value.size() / 2, size / 2, out.data() + panel_rows);
    ops.distances(value.data(), size, &source, 1, out.data() + 2 * panel_rows);
    for (std::size_t l = 0; l < panel_rows; ++l) out[3 * panel_rows + l] = out[l];
    ops.exponentials(out.data() + 3 * panel_rows, -0.25);
    return out;
  };
  const std::vector<double> first = results(*supported_panel_ops().front());
  for (const PanelOps* ops : supported_panel_ops()) RC_ASSERT(results(*ops) == first);
}

}  // namespace
}  // namespace halfspace
