// In place of src/data/matrix.hpp: every loop over rows stands here once for dense and once for sparse rows, with floats as
// doubles. The numbers are the same, in twice the memory.
#pragma once

#include <variant>

namespace halfspace {

template <class T>
struct DenseMatrix;
template <class T>
struct CsrMatrix;

using Matrix = std::variant<DenseMatrix<double>, CsrMatrix<double>>;

constexpr bool rows_of_floats = false;

}  // namespace halfspace
