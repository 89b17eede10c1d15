// Symmetric matrices for the tests of factors.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <rapidcheck.h>

namespace halfspace::test {

/// A = B B' with B of size x rank whole numbers: exact in doubles, of that rank at most.
inline std::vector<double> drawn_gram(std::size_t size, std::size_t rank) {
  std::vector<double> B;
  for (std::size_t k = 0; k < size * rank; ++k) B.push_back(*rc::gen::inRange(-9, 10));
  std::vector<double> A(size * size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j)
      for (std::size_t k = 0; k < rank; ++k) A[i * size + j] += B[i * rank + k] * B[j * rank + k];
  return A;
}

/// A + I, which has an inverse.
inline std::vector<double> drawn_definite(std::size_t size) {
  std::vector<double> A = drawn_gram(size, size);
  for (std::size_t i = 0; i < size; ++i) A[i * size + i] += 1;
  return A;
}

inline std::vector<double> product(const std::vector<double>& A, const std::vector<double>& x) {
  std::vector<double> out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) out[i] += A[i * x.size() + j] * x[j];
  return out;
}

inline double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double most = 0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::fabs(a[i] - b[i]));
  return most;
}

inline std::vector<double> drawn_vector(std::size_t size) {
  std::vector<double> x;
  for (std::size_t i = 0; i < size; ++i) x.push_back(*rc::gen::inRange(-99, 100));
  return x;
}

}  // namespace halfspace::test
