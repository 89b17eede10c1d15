#include "solver/linear/checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "base/number.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr double largest_sum = 1e290;  // of C_i x_ij^2 over a column: products of it with small counts stay finite

Error bad(const std::string& where, const std::string& message) { return Error{Code::bad_data, where, message}; }

template <class M>
std::string what_is_wrong(const M& x, std::size_t column, double most_cost) {
  double largest = 0;
  bool nan = false;
  for (std::size_t i = 0; i < x.rows; ++i) {
    for_each_entry(x.row(i), [&](std::size_t j, double v) {
      if (j != column) return;
      largest = std::max(largest, std::fabs(v));
      nan = nan || std::isnan(v);
    });
  }
  return nan ? "contains NaN"
             : "values up to " + number_text(largest) + ", whose squares" +
                   (most_cost > 1 ? " times C and the weights of rows (up to " + number_text(most_cost) + ")" : "") +
                   " overflow; scale the column (--scale)" + (most_cost > 1 ? ", or lower C or the weights" : "");
}

/// Σ_i max(1, C_i)^2 x_ij^2 of each column; an Error where that leaves the doubles.
template <class M>
Result<void> check_columns(const M& x, const LinearProblem& p, double C, std::span<const std::string> names) {
  const auto cost = [&](std::size_t i) {
    return std::max(1.0, (std::isinf(C) ? 1 : C) * (p.weight.empty() ? 1 : p.weight[i]));
  };
  double all = 0;  // columns: none has more
  for (std::size_t i = 0; i < x.rows; ++i) all += cost(i) * cost(i) * squared_norm(x.row(i));
  if (all <= largest_sum / 2) return {};
  std::vector<double> sum(x.cols);
  double most_cost = 1;
  for (std::size_t i = 0; i < x.rows; ++i) {
    const double c = cost(i);
    most_cost = std::max(most_cost, c);
    for_each_entry(x.row(i), [&](std::size_t j, double v) { sum[j] += c * v * (c * v); });
  }
  for (std::size_t j = 0; j < x.cols; ++j) {
    if (sum[j] <= largest_sum) continue;
    return bad(column_place(names, j), what_is_wrong(x, j, most_cost));
  }
  return {};
}

}  // namespace

Result<void> check_linear_problem(const LinearProblem& p, const LinearOptions& o, std::span<const std::string> names) {
  const std::size_t rows = std::visit([](const auto& x) { return x.rows; }, p.x);
  if (p.y.size() != rows || (!p.weight.empty() && p.weight.size() != rows))
    return Error{Code::usage, "",
                 std::to_string(rows) + " rows, " + std::to_string(p.y.size()) + " labels and " +
                     std::to_string(p.weight.size()) + " weights do not fit"};
  bool positive = false;
  bool negative = false;
  for (std::size_t i = 0; i < rows; ++i) {
    const double c = p.weight.empty() ? 1 : p.weight[i];
    if (!(c >= 0) || std::isinf(c))
      return bad("row " + std::to_string(i + 1), "weight " + number_text(c) + "; a weight is a number from 0");
    if (c > 0) (p.y[i] > 0 ? positive : negative) = true;
  }
  if (!positive || !negative) return bad("", "one class has no rows; a linear model needs rows of both");
  return std::visit([&](const auto& x) { return check_columns(x, p, o.C, names); }, p.x);
}

}  // namespace halfspace
