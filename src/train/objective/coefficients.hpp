// What a statistician asks of a logistic fit by maximum likelihood: standard errors by the Fisher information at the
// estimate, Wald tests and intervals, deviances.
//
//   error_j = sqrt((I^-1)_jj),  z_j = w_j / error_j,  p_j = P(|Z| > |z_j|),  w_j -+ 1.959964 error_j
//   deviance = 2 Σ c_i log(1 + e^{-m_i}),  AIC = deviance + 2 (number of coefficients)
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/stop.hpp"
#include "data/dataset.hpp"
#include "halfspace/result.hpp"

namespace halfspace {

struct Coefficient {
  std::string name;
  double estimate = 0;
  double error = 0;
  double z = 0;
  double p = 0;
  double low = 0;
  double high = 0;
};

/// Why a column has no coefficient of its own.
enum class Dependence {
  none,
  one_value,       // in all rows: the bias does as much (without a bias it is 0)
  combination,     // or nearly, of the columns before it and the bias
  where_it_counts  // the same, on the rows whose probabilities are not near 0 or 1
};

struct Statistics {
  std::vector<Coefficient> coefficients;  // in feature order, the bias last
  double deviance = 0;
  double null_deviance = 0;  // of the bias alone; without a bias of w = 0
  double aic = 0;
  std::string dependent;  // a column without a coefficient of its own: then there are no errors and tests
  Dependence dependence = Dependence::none;
  std::uint64_t dependent_feature = 0;  // its place among the features
};

/// Of weights w and bias b in the units of `features`; asks `stop` and throws Stopped. `weight` is c_i (empty: all 1),
/// `names` name the features.
Statistics coefficient_statistics(const Dataset& features, std::span<const std::int8_t> y,
                                  std::span<const double> weight, std::span<const double> w, double b, bool bias,
                                  const std::vector<std::string>& names, const StopToken& stop = {});

}  // namespace halfspace
