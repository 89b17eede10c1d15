#include "exact/box_system.hpp"

#include <array>
#include <utility>

#include "exact/decimal_sum.hpp"
#include "exact/dixon.hpp"
#include "exact/null_space.hpp"

namespace halfspace {
namespace {

class StepSystem {
 public:
  StepSystem(const BoxProgram& program, std::span<const std::size_t> rows)
      : q_(program), rows_(rows), size_(rows.size()) {
    for (const std::size_t t : rows) {
      const int g = q_.group[t];
      if (g < 0 || place_[static_cast<std::size_t>(g)]) continue;
      place_[static_cast<std::size_t>(g)] = size_++;
    }
    if (q_.ridge.empty()) return;
    for (const std::size_t t : rows)
      mpz_lcm(whole_ridge_.get_mpz_t(), whole_ridge_.get_mpz_t(), q_.ridge[t].get_den_mpz_t());
  }

  BoxStep step(std::span<const Rational> gradient) const {
    const auto scaled = right_side(gradient);
    if (!scaled) return {};
    const DixonSolver solver(columns());
    if (!solver.regular()) return null_direction();
    const auto x = solver.solve(scaled->numerator);
    if (!x) return {};
    BoxStep out;
    out.kind = BoxStep::Kind::solved;
    const auto value = [&](std::size_t k, const Integer& below) {
      Rational v(x->numerator[k], x->denominator * below);
      v.canonicalize();
      return v;
    };
    for (std::size_t k = 0; k < rows_.size(); ++k) out.direction.push_back(value(k, scaled->denominator));
    out.level.resize(place_.size());
    for (std::size_t g = 0; g < place_.size(); ++g) {
      if (place_[g]) out.level[g] = value(*place_[g], scaled->denominator * scale());
    }
    return out;
  }

 private:
  /// Of the rows of Q, which makes them whole; b is scaled along.
  Integer scale() const { return q_.denominator * whole_ridge_; }

  std::optional<CommonFractions> right_side(std::span<const Rational> gradient) const {
    std::vector<Rational> b(size_);
    for (std::size_t k = 0; k < rows_.size(); ++k) b[k] = -gradient[rows_[k]] * scale();
    return common_fractions(b);
  }

  std::vector<IntegerVector> columns() const {
    const std::size_t n = q_.y.size();
    std::vector<IntegerVector> out(size_);
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const std::size_t t = rows_[k];
      for (std::size_t l = 0; l < rows_.size(); ++l) {
        const std::size_t s = rows_[l];
        Integer v = whole_ridge_ * q_.kernel[s * n + t];
        if (q_.y[s] != q_.y[t]) v = -v;
        if (l == k && !q_.ridge.empty()) v += Rational(q_.ridge[t] * scale()).get_num();
        if (v != 0) out[k].emplace_back(l, std::move(v));
      }
      if (q_.group[t] < 0) continue;
      const std::size_t at = *place_[static_cast<std::size_t>(q_.group[t])];
      out[k].emplace_back(at, q_.y[t]);
      out[at].emplace_back(k, q_.y[t]);
    }
    return out;
  }

  BoxStep null_direction() const {
    const NullSpace space = null_space(columns(), size_);  // the matrix is symmetric
    if (!space.complete || space.basis.empty()) return {};
    BoxStep out;
    out.kind = BoxStep::Kind::null_direction;
    out.direction.resize(rows_.size());
    for (const auto& [j, value] : space.basis.front()) {
      if (j >= rows_.size()) return {};  // K is not semidefinite
      out.direction[j] = value;
    }
    return out;
  }

  const BoxProgram& q_;
  std::span<const std::size_t> rows_;
  std::size_t size_;
  std::array<std::optional<std::size_t>, 2> place_{};  // of the group's equation
  Integer whole_ridge_ = 1;
};

}  // namespace

BoxStep box_step(const BoxProgram& program, std::span<const Rational> gradient, std::span<const std::size_t> rows) {
  return StepSystem(program, rows).step(gradient);
}

}  // namespace halfspace
