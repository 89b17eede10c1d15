// Newton's method with Cholesky, for losses with a curvature and small d:
//
//   min f(v) = Σ C_i loss(z_i.v) + 1/2 v.P v      P = diag(l2), 0 for a free bias or without penalty
//   g = P v - Z'α,  α_i = -C_i loss'(m_i)         H = P + Z' D Z,  D_i = C_i loss''(m_i)
//   dv = -H^-1 g,   v <- v + t dv, t by line search
//
// The dual point of a full step is α+ = α - D dm, dm = Z dv: then Z'α+ = P (v + dv) exactly, whatever the bias mode, so
// the gap is a sum over rows of loss(m+) + loss*(-α+) + α+ m+ >= 0 and shrinks like the cube of the step. That holds of
// any D: far from the optimum the many rows with next to no curvature are left out of it. Boyd and Vandenberghe 2004,
// section 9.5; Lin, Weng, Keerthi 2008 for the generalised Hessian of the squared hinge.
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>

#include "linalg/cholesky.hpp"
#include "simd/ops.hpp"
#include "solver/linear/full_step.hpp"
#include "solver/linear/line_search.hpp"
#include "solver/linear/moved_gram.hpp"
#include "solver/linear/primal/flat_rows.hpp"
#include "solver/linear/sample.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

/// H dv = -g
struct StepSystem {
  explicit StepSystem(const Design& design) : z(design), H(z.dims() * z.dims()), g(z.dims()), dv(z.dims()), dm(z.n()) {}

  void find_gradient(std::span<const double> v, std::span<const double> alpha) {
    z.combine(alpha, g);
    for (std::size_t j = 0; j < g.size(); ++j) g[j] = z.penalty(j).l2 * v[j] - g[j];  // g = P v - Z'α
  }

  /// Where H is Z' D Z.
  void factorize(const StopToken& stop) {
    for (std::size_t j = 0; j < g.size(); ++j) H[j * g.size() + j] += z.penalty(j).l2;  // H = P + Z' D Z
    factor.emplace(H, g.size(), Dependent::left_out, stop);
  }

  /// dv = -H^-1 g and dm = Z dv, by the factor there is.
  void solve() {
    for (std::size_t j = 0; j < g.size(); ++j) dv[j] = -g[j];
    factor->solve(dv);
    bool flat = false;  // no curvature along a column with a gradient: a gradient step there
    for (std::size_t j = 0; j < g.size(); ++j) flat = flat || (H[j * g.size() + j] == 0 && g[j] != 0);
    for (std::size_t j = 0; j < g.size() && flat; ++j) {
      if (H[j * g.size() + j] == 0) dv[j] = std::copysign(1.0, -g[j]);
    }
    z.margins(dv, dm);
  }

  const Design& z;
  std::vector<double> H, g, dv;  // d
  std::vector<double> dm;        // n
  std::optional<Cholesky> factor;
};

void keep(KeptCurvature& kept, const std::vector<double>& H, const std::vector<double>& D, double C) {
  kept.gram = H;
  kept.bend = D;
  for (double& h : kept.gram) h /= C;
  for (double& d : kept.bend) d /= C;
}

class Newton {
 public:
  Newton(const Design& z, std::vector<double> start, SolverRun& run)
      : z_(z), run_(run), step_(z), v_(std::move(start)) {
    for (std::vector<double>* per_row : {&m_, &alpha_, &D_, &next_}) per_row->resize(z.n());
  }

  void run() {
    if (!run_.completes([&] { descend(); })) prove_where_it_stands();
  }

 private:
  static constexpr std::uint64_t most_steps = 2000;
  static constexpr int most_idle_steps = 4;

  void descend() {
    if (run_.kept != nullptr && kept_curvature_does()) return;
    constexpr double near = 1e-6;  // from here on margins are made anew each step, and D is that of all rows
    int idle = 0;
    double least = std::numeric_limits<double>::infinity();
    double last = least;
    z_.margins(v_, m_);
    for (std::uint64_t step = 0; step < most_steps && idle < most_idle_steps; ++step) {
      if (step > 0 && last_system_does(least)) return;
      find_direction();
      const double gap = full_step_gap();
      const double f = loss_ + penalty_sum(z_, v_);
      if (run_.near(f, gap) && prove_full_step(gap)) return;
      if (run_.stop(f, gap)) break;
      const bool falls = f < last * (1 - 1e-3 * run_.tol());  // where full steps overshoot a kink, steps halve v's gap
      idle = gap < least * 0.5 || std::isinf(gap) || falls ? 0 : idle + 1;
      leaves_out_ = leaves_out_ && gap > near * f && (gap < least / 4 || std::isinf(least));
      least = std::min(least, gap);
      last = f;
      const double t = line_search(z_, v_, step_.dv, m_, step_.dm);
      if (t == 0) break;
      leaves_out_ = leaves_out_ && t > 0.5;
      axpy(t, step_.dv.data(), step_.dv.size(), v_.data());  // v <- v + t dv
      if (gap > near * f) {
        axpy(t, step_.dm.data(), step_.dm.size(), m_.data());  // m <- m + t dm
      } else {
        z_.margins(v_, m_);
      }
    }
    prove_where_it_stands();
  }

  /// Steps with a D of another point: Z'α+ = P (v + dv) holds for any D that H was made of.
  bool kept_curvature_does() {
    constexpr int most_tries = 2;
    const KeptCurvature& kept = *run_.kept;
    double before = std::numeric_limits<double>::infinity();
    for (int k = 0; k < most_tries && kept.bend.size() == z_.n(); ++k) {
      z_.margins(v_, m_);
      dual_of_margins(z_, m_, alpha_);
      step_.find_gradient(v_, alpha_);
      const double C = run_.C();
      for (std::size_t i = 0; i < D_.size(); ++i) D_[i] = C * kept.bend[i];
      for (std::size_t a = 0; a < step_.H.size(); ++a) step_.H[a] = C * kept.gram[a];
      step_.factorize(run_.stop_token());
      step_.solve();
      const double gap = kept_step_gap();
      if (run_.within(run_.answer.proof)) return true;
      if (!(gap < before / 16)) return false;
      before = gap;
      axpy(1, step_.dv.data(), step_.dv.size(), v_.data());
      if (run_.stop(next_loss_ + penalty_sum(z_, v_), gap)) return true;
    }
    return false;
  }

  /// Steps with D and H of the step before, of which each costs a few passes over the rows: where H costs many, and a step
  /// or two will do.
  bool last_system_does(double before) {
    constexpr int most_tries = 4;
    constexpr std::size_t dear = 32;  // entries a row: H costs half as many passes
    if (!is_likelihood(z_.loss()) || !z_.penalised() || z_.n() < rows_for_a_sample(z_)) return false;
    if (std::isinf(before) || z_.stored() < dear * z_.n()) return false;
    for (int k = 0; k < most_tries; ++k) {
      dual_of_margins(z_, m_, alpha_);
      step_.find_gradient(v_, alpha_);
      step_.solve();
      const double gap = full_step_gap();
      const double f = next_loss_ + penalty_sum(z_, v_);
      if (run_.near(f, gap) && prove_full_step(gap)) return true;
      if (!(gap < before) || gap * (gap / before) > run_.tol() * f || run_.stop(f, gap)) return false;
      before = gap;
      axpy(1, step_.dv.data(), step_.dv.size(), v_.data());
      z_.margins(v_, m_);
    }
    return false;
  }

  /// Of v + dv, proven where a proof costs no more than an estimate, or where the estimate is near.
  double kept_step_gap() {
    if (!run_.doubles_do() || !z_.penalised()) {
      const double gap = full_step_gap();
      if (run_.near(next_loss_ + penalty_sum(z_, v_), gap)) static_cast<void>(prove_full_step(gap));
      return gap;
    }
    for (std::size_t i = 0; i < next_.size(); ++i) next_[i] = alpha_[i] - D_[i] * step_.dm[i];
    static_cast<void>(prove_full_step(0));
    next_loss_ = run_.answer.proof.primal - penalty_sum(z_, run_.answer.v);
    return run_.answer.proof.gap;
  }

  void find_direction() {
    loss_ = look_at_margins(z_, m_, alpha_, D_);
    step_.find_gradient(v_, alpha_);
    if (!leaves_out_ || !gram_without_flat_rows(z_, D_, step_.H)) gram_.move_to(D_, step_.H);
    if (run_.kept != nullptr) keep(*run_.kept, step_.H, D_, run_.C());
    step_.factorize(run_.stop_token());
    step_.solve();
  }

  double full_step_gap() {
    const FullStep step = full_step(z_, m_, step_.dm, alpha_, D_, next_);
    next_loss_ = step.loss;
    return step.gap;
  }

  bool prove_full_step(double gap) {
    std::vector<double> v(v_);
    axpy(1, step_.dv.data(), step_.dv.size(), v.data());
    if (!z_.penalised()) {
      axpy(1, step_.dm.data(), step_.dm.size(), m_.data());
      const double f = loss_sum(z_, m_);
      const double left = coordinate_gain();
      if (!run_.near(f, gap + left)) {
        z_.margins(v_, m_);
        return false;
      }
      v_ = std::move(v);
      run_.completes([&] { polish(f); });  // the proof below holds of any of its points
      run_.settle(v_, loss_sum(z_, m_), gap + left);
      return true;
    }
    if (z_.free_bias()) balance(z_, prices(), next_);
    return run_.proven(v, next_);
  }

  /// Full steps until one is below 1e-9 of a standard error in every coordinate, or rounding makes it no shorter:
  /// |dv_j| <= λ sqrt((H^-1)_jj) with λ^2 = -g.dv (Cauchy and Schwarz).
  void polish(double f) {
    double before = std::numeric_limits<double>::infinity();
    bool done = false;
    while (!done) {
      z_.margins(v_, m_);
      find_direction();
      const double square = -dot(step_.g.data(), step_.g.size(), step_.dv.data());  // λ^2
      if (!(square < before / 4)) break;
      axpy(1, step_.dv.data(), step_.dv.size(), v_.data());
      done = square <= rest_square || run_.stop(f, square / 2);
      before = square;
    }
    z_.margins(v_, m_);
  }

  /// What one column alone may gain at margins m_: columns left out of the factor have no part in dv.
  double coordinate_gain() {
    dual_of_margins(z_, m_, next_);
    std::vector<double> q(step_.g.size());
    z_.combine(next_, q);
    double most = 0;
    for (std::size_t j = 0; j < q.size(); ++j) {
      const double h = step_.H[j * q.size() + j];
      if (q[j] != 0) most = std::max(most, h > 0 ? q[j] * q[j] / (2 * h) : std::numeric_limits<double>::infinity());
    }
    return most;
  }

  /// The plain dual point of v.
  void prove_where_it_stands() {
    if (!z_.penalised()) {
      run_.settle(v_, loss_sum(z_, m_), std::numeric_limits<double>::infinity());
      run_.answer.settled = false;
      return;
    }
    if (z_.free_bias()) balance(z_, prices(), alpha_);
    run_.proven(v_, alpha_);
  }

  /// Moving α_i costs the less the larger its curvature.
  std::vector<double> prices() const {
    std::vector<double> price(z_.n());
    for (std::size_t i = 0; i < price.size(); ++i) price[i] = -D_[i];
    return price;
  }

  const Design& z_;
  SolverRun& run_;
  MovedGram gram_{z_};
  StepSystem step_;
  std::vector<double> v_;                     // d
  std::vector<double> m_, alpha_, D_, next_;  // n
  bool leaves_out_ = z_.penalised();          // of D the rows with the least of it
  double loss_ = 0;                           // Σ C_i loss(m)
  double next_loss_ = 0;                      // Σ C_i loss(m+)
};

}  // namespace

void solve_newton(const Design& z, std::uint64_t seed, SolverRun& run) {
  run.begin("newton");
  const auto start = start_from_sample(
      z, seed, run, [&](const Design& part, SolverRun& of_part) { solve_newton(part, seed, of_part); });
  Newton(z, start.value_or(std::vector<double>(z.dims())), run).run();
}

}  // namespace halfspace
