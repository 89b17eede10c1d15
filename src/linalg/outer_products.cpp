#include "linalg/outer_products.hpp"

namespace halfspace {

void OuterProducts::end_row(double c) {
  std::size_t a = before_;
  for (; a + 4 <= entries_; a += 4) add_four(a, c);
  for (; a < entries_; ++a) add_one(a, c);
  entries_ = before_ = 0;
}

/// Four rows of H at a time: each entry of x is fetched once for all of them.
void OuterProducts::add_four(std::size_t a, double c) {
  double* const h0 = row_of(a);
  double* const h1 = row_of(a + 1);
  double* const h2 = row_of(a + 2);
  double* const h3 = row_of(a + 3);
  const double s0 = c * value_[a];
  const double s1 = c * value_[a + 1];
  const double s2 = c * value_[a + 2];
  const double s3 = c * value_[a + 3];
  for (std::size_t b = 0; b <= a; ++b) {
    const double x = value_[b];
    const std::size_t j = column_[b];
    h0[j] += s0 * x;
    h1[j] += s1 * x;
    h2[j] += s2 * x;
    h3[j] += s3 * x;
  }
  h1[column_[a + 1]] += s1 * value_[a + 1];
  h2[column_[a + 1]] += s2 * value_[a + 1];
  h2[column_[a + 2]] += s2 * value_[a + 2];
  h3[column_[a + 1]] += s3 * value_[a + 1];
  h3[column_[a + 2]] += s3 * value_[a + 2];
  h3[column_[a + 3]] += s3 * value_[a + 3];
}

void OuterProducts::add_one(std::size_t a, double c) {
  double* const h = row_of(a);
  const double s = c * value_[a];
  for (std::size_t b = 0; b <= a; ++b) h[column_[b]] += s * value_[b];
}

}  // namespace halfspace
