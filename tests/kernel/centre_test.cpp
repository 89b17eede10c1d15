// Columns that are moved so that distances keep their digits.
#include "kernel/centre.hpp"

#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace halfspace {
namespace {

DenseMatrix<double> drawn_rows(std::size_t rows, std::size_t cols, double far) {
  DenseMatrix<double> out{Buffer<double>(rows * cols), rows, cols};
  for (std::size_t k = 0; k < rows * cols; ++k) out.value.data()[k] = *rc::gen::inRange(-900, 901) / 7.0 + far;
  return out;
}

/// x - c differs from x by the same c in every row, to the last bit.
RC_GTEST_PROP(Centre, NothingIsRounded, ()) {
  const std::size_t rows = *rc::gen::inRange<std::size_t>(1, 20);
  const std::size_t cols = *rc::gen::inRange<std::size_t>(1, 6);
  const Matrix x = drawn_rows(rows, cols, *rc::gen::element(0.0, 300.0, -1e6, 1.6e9));
  const auto moved = exactly_centred(x);
  if (!moved) return;
  const auto& before = std::get<DenseMatrix<double>>(x);
  const auto& after = std::get<DenseMatrix<double>>(*moved);
  for (std::size_t j = 0; j < cols; ++j) {
    const long double by = static_cast<long double>(before.row(0).value[j]) - after.row(0).value[j];
    for (std::size_t i = 0; i < rows; ++i)
      RC_ASSERT(static_cast<long double>(before.row(i).value[j]) - after.row(i).value[j] == by);
  }
}

TEST(Centre, ConstantColumnsMoveToZero) {
  const Matrix x = DenseMatrix<double>{Buffer<double>(3, 1.6e9), 3, 1};
  const auto moved = exactly_centred(x);
  ASSERT_TRUE(moved.has_value());
  for (const double v : std::get<DenseMatrix<double>>(*moved).value) EXPECT_EQ(v, 0);
  EXPECT_FALSE(exactly_centred(*moved).has_value());
}

TEST(Centre, IsFarWhereSquaresAreAThousandTimesThoseOfTheMovedRows) {
  const std::vector<double> none;
  const auto of = [](double low, double high) {
    DenseMatrix<double> x{Buffer<double>(2), 2, 1};
    x.value.data()[0] = low;
    x.value.data()[1] = high;
    return far_centre(x);
  };
  EXPECT_EQ(of(-1, 1), none);
  EXPECT_EQ(of(10, 20), none);                     // 400 to 25
  EXPECT_EQ(of(32, 34), std::vector<double>{33});  // 1156 to 1
  EXPECT_EQ(of(31, 33), std::vector<double>{32});  // 1089 to 1
  EXPECT_EQ(of(30, 32), none);                     // 1024 to 1
  EXPECT_EQ(of(0, 0), none);
}

TEST(Centre, SparseRowsStay) {
  CsrMatrix<double> x;
  x.cols = 5;
  x.start.push_back(0);
  const std::vector<double> row = {0, 0, 1e9, 0, 0};
  for (int i = 0; i < 3; ++i) append_row(x, DenseRow<double>{row.data(), row.size()});
  EXPECT_TRUE(far_centre(x).empty());
}

}  // namespace
}  // namespace halfspace
