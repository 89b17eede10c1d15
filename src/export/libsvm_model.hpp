// LIBSVM's text models (svm-train): classifiers, one-class SVM and regression. docs/exchange.md
//
//   of classes i < j   f_ij(x) = sum over SVs of i of coef_j-1 k + sum over SVs of j of coef_i k - rho_ij;
//                      class i where f_ij > 0, else j; the class with most such votes, the first of equals
//   one-class, SVR     f(x) = sum coef_0 k - rho
//
// Chang and Lin 2011, "LIBSVM: a library for support vector machines".
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace halfspace {

class ModelWords;

enum class SvmType { c_svc, nu_svc, one_class, epsilon_svr, nu_svr };

template <>
struct Names<SvmType> {
  static constexpr std::array<std::string_view, 5> list = {"c_svc", "nu_svc", "one_class", "epsilon_svr", "nu_svr"};
};

struct LibsvmModel {
  SvmType type = SvmType::c_svc;
  Kernel kernel;
  std::uint64_t classes = 2;  // nr_class; 2 for one-class and regression
  std::vector<std::int64_t> labels;
  std::vector<double> rho;  // of the pairs (0 1), (0 2), ..., (1 2), ...
  std::vector<double> prob_a;
  std::vector<double> prob_b;
  std::vector<std::uint64_t> of_class;  // nr_sv
  std::vector<double> coefficients;     // K - 1 of each support vector
  bool from_zero = false;               // indices of columns start at 0
  CsrMatrix<double> rows;               // precomputed: unit vectors of the serial numbers

  bool classifies() const { return type == SvmType::c_svc || type == SvmType::nu_svc; }
};

Result<LibsvmModel> parse_libsvm_model(std::string_view text, const std::string& name);

/// The sections up to SV (libsvm_header.cpp) into `model`; returns total_sv, the number of support vectors that follow.
Result<std::uint64_t> read_libsvm_header(ModelWords& words, LibsvmModel& model);

std::string libsvm_model_text(const LibsvmModel& model);

/// A classifier as a Model: pairs with the tool's own rule at score 0. One-class SVM and regression are errors.
Result<Model> model_of(LibsvmModel from, const std::string& name);

/// f of every row, of models that are no classifiers.
std::vector<double> libsvm_values(const LibsvmModel& model, const Dataset& data);

}  // namespace halfspace
