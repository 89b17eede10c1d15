// Small random problems for the tests of linear models.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <rapidcheck.h>

#include "solver/linear/linear.hpp"

namespace halfspace {

struct LinearCase {
  std::size_t rows = 0;
  std::size_t cols = 0;
  std::vector<double> values;  // row after row
  std::vector<std::int8_t> y;
  std::vector<double> weight;

  double at(std::size_t i, std::size_t j) const { return values[i * cols + j]; }

  Matrix dense() const {
    DenseMatrix<double> m;
    m.rows = rows;
    m.cols = cols;
    for (const double v : values) m.value.push_back(v);
    return m;
  }

  Matrix sparse() const {
    CsrMatrix<double> m;
    m.rows = rows;
    m.cols = cols;
    m.start.push_back(0);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < cols; ++j) {
        if (at(i, j) == 0) continue;
        m.column.push_back(static_cast<std::uint32_t>(j));
        m.value.push_back(at(i, j));
      }
      m.start.push_back(m.value.size());
    }
    return m;
  }
};

/// 4 rows or more of 1 column or more, values k/4 and now and then 0, both classes.
inline LinearCase random_case(std::size_t most_rows = 24, std::size_t most_cols = 5) {
  LinearCase c;
  c.rows = *rc::gen::inRange<std::size_t>(4, most_rows + 1);
  c.cols = *rc::gen::inRange<std::size_t>(1, most_cols + 1);
  const auto numbers = *rc::gen::container<std::vector<int>>(c.rows * c.cols, rc::gen::inRange(-12, 13));
  for (const int k : numbers) c.values.push_back(k % 3 == 0 ? 0 : k / 4.0);
  const auto signs = *rc::gen::container<std::vector<int>>(c.rows, rc::gen::inRange(0, 2));
  for (const int s : signs) c.y.push_back(s == 0 ? -1 : 1);
  c.y[0] = 1;
  c.y[1] = -1;
  return c;
}

inline LinearResult train_case(const Matrix& x, const LinearCase& c, const LinearOptions& o) {
  auto r = train_linear({x, c.y, c.weight}, o, {});
  RC_ASSERT(r.ok());
  return std::move(r).value();
}

inline LinearResult train_case(const LinearCase& c, const LinearOptions& o) { return train_case(c.dense(), c, o); }

/// Every loss that falls at 0 (all but the perceptron's): w = 0 is no optimum by itself.
inline std::vector<LossKind> losses_with_an_optimum() {
  std::vector<LossKind> out;
  for (std::size_t k = 0; k < every_loss.size(); ++k) {
    const auto kind = static_cast<LossKind>(k);
    if (std::visit([](auto loss) { return loss.slope(0) < 0; }, loss_of(kind))) out.push_back(kind);
  }
  return out;
}

/// Such a loss with C and a bias mode.
inline LinearOptions random_choice() {
  LinearOptions o;
  o.loss = *rc::gen::elementOf(losses_with_an_optimum());
  o.bias = *rc::gen::element(Bias::augmented, Bias::free, Bias::none);
  o.C = *rc::gen::element(0.01, 0.5, 1.0, 100.0);
  o.tol = 1e-10;
  return o;
}

inline std::string summary(const LinearResult& r, const LinearOptions& o = {}) {
  return std::string(name_of(o.loss)) + ", C " + std::to_string(o.C) + ", " + std::string(name_of(o.penalty)) +
         ", bias " + std::string(name_of(o.bias)) + ": " + r.solver + ": " + std::string(name_of(r.status)) + ", " +
         r.stop_reason;
}

}  // namespace halfspace
