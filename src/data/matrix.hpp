// The forms in which rows are held; the module for browsers has fewer (wasm/shims/data/matrix.hpp).
#pragma once

#include <variant>

namespace halfspace {

template <class T>
struct DenseMatrix;
template <class T>
struct CsrMatrix;

/// The feature matrix of a data set: values are float where every one of them equals its float, else double.
using Matrix = std::variant<DenseMatrix<double>, DenseMatrix<float>, CsrMatrix<double>, CsrMatrix<float>>;

constexpr bool rows_of_floats = true;

}  // namespace halfspace
