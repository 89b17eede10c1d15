#include "solver/linear/multinomial.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solver/linear/cholesky.hpp"
#include "solver/linear/softmax.hpp"

namespace halfspace {
namespace {

double inner(const std::vector<double>& a, const std::vector<double>& b) { return dot(a.data(), a.size(), b.data()); }

double length(const std::vector<double>& a) { return std::sqrt(inner(a, a)); }

class Multinomial {
 public:
  Multinomial(const JointRows& z, JointWatch& watch) : f_(z), watch_(watch), W_(z.size()) {}

  void run() {
    primal_ = f_.objective(W_);
    double first = 0;
    double least = INFINITY;
    double last = INFINITY;
    int idle = 0;
    for (int round = 0; round < most_rounds && idle < most_idle_rounds; ++round) {
      g_ = f_.gradient(W_);
      const std::vector<double> a = f_.multipliers();
      const double gap = primal_ - f_.dual(a);
      if (watch_.near(primal_, gap) && watch_.proven(W_, a)) return;
      idle = gap < 0.9 * least || primal_ < last * (1 - 1e-9) ? 0 : idle + 1;
      least = std::min(least, gap);
      last = primal_;
      if (round == 0) first = length(g_);
      const double accuracy = std::min(0.1, std::sqrt(length(g_) / first));
      if (watch_.stop(primal_, gap) || !shorten(direction(accuracy)) || watch_.status) break;
    }
    f_.objective(W_);
    watch_.proven(W_, f_.multipliers());
  }

 private:
  static constexpr int most_rounds = 1000;
  static constexpr std::size_t most_directions = 500;  // conjugate ones, of a Newton step
  static constexpr int most_shortenings = 60;
  static constexpr int most_idle_rounds = 12;
  static constexpr std::size_t cheap = 8;             // products with H cost as much as K side / 8 entries of it a row
  static constexpr std::size_t most_factored = 2000;  // weights: 32 MB

  std::vector<double> direction(double accuracy) {
    const bool by_factor = directions_ * cheap >= W_.size() && W_.size() <= most_factored;
    if (!by_factor) return conjugate_direction(accuracy);
    const std::vector<double> H = f_.hessian(watch_);
    std::vector<double> v(g_);
    for (double& x : v) x = -x;
    Cholesky(H, v.size(), Dependent::left_out).solve_refined(H, v);
    return v;
  }

  /// V with H V = -g, about: preconditioned conjugate gradients until |H V + g| is small against |g|.
  std::vector<double> conjugate_direction(double accuracy) {
    const std::vector<double> h = f_.diagonal();
    std::vector<double> v(g_.size());
    std::vector<double> r(g_.size());
    std::vector<double> z(g_.size());
    for (std::size_t k = 0; k < r.size(); ++k) {
      r[k] = -g_[k];
      z[k] = r[k] / h[k];
    }
    std::vector<double> d = z;
    double rz = inner(r, z);
    const double wanted = accuracy * accuracy * rz;
    for (directions_ = 0; directions_ < most_directions && rz > wanted && !watch_.halted(); ++directions_) {
      const std::vector<double> hd = f_.curved(d);
      const double curvature = inner(d, hd);
      if (!(curvature > 0)) break;
      const double step = rz / curvature;
      axpy(step, d.data(), d.size(), v.data());
      axpy(-step, hd.data(), hd.size(), r.data());
      for (std::size_t j = 0; j < z.size(); ++j) z[j] = r[j] / h[j];
      const double next = inner(r, z);
      for (std::size_t j = 0; j < d.size(); ++j) d[j] = z[j] + next / rz * d[j];
      rz = next;
    }
    return v;
  }

  /// W + t V with t = 1, 1/2, ... until P falls enough (Armijo); false when it does not.
  bool shorten(const std::vector<double>& v) {
    const double slope = inner(g_, v);
    double t = 1;
    for (int k = 0; k < most_shortenings && slope < 0 && !watch_.halted(); ++k, t /= 2) {
      std::vector<double> to = W_;
      axpy(t, v.data(), v.size(), to.data());
      const double value = f_.objective(to);
      if (!(value <= primal_ + 1e-4 * t * slope + 1e-14 * primal_)) continue;
      W_ = std::move(to);
      primal_ = value;
      return true;
    }
    return false;
  }

  Softmax f_;
  JointWatch& watch_;
  std::vector<double> W_, g_;
  double primal_ = 0;
  std::size_t directions_ = 0;  // of the last step by conjugate gradients
};

}  // namespace

ClassResult train_multinomial(const ClassProblem& problem, const LinearOptions& options,
                              const LinearObserver& observer) {
  const JointRows z(problem, options);
  JointWatch watch(z, options, observer);
  Multinomial(z, watch).run();
  return watch.finished("newton-cg", "the likelihood is joint in all classes");
}

}  // namespace halfspace
