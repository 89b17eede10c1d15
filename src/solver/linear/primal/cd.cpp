// Coordinate descent for L1 and elastic net, losses with a curvature, working sets and gap-safe screening:
//
//   min over u   g_A.u + 1/2 u.(l2 + Z_A' D Z_A) u + Σ_A l1_j |v_j + u_j|,   then v_A <- v_A + t u by line search
//
// the model by kinked_parabola.hpp. A: the weights that are not 0 and the columns that
// most violate |g_j| <= l1_j. A column with |z_j'θ| + sqrt(2 gap Σ_i C_i K z_ij^2) < l1_j for a dual point θ has weight
// 0 at the optimum and leaves for good (K bounds the curvature). Yuan, Ho, Lin 2012 (newGLMNET); Ndiaye et al. 2017;
// Massias, Gramfort, Salmon 2018 (Celer).
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "simd/ops.hpp"
#include "solver/linear/primal/kinked_parabola.hpp"
#include "solver/linear/solvers.hpp"

namespace halfspace {
namespace {

class CoordinateDescent {
 public:
  CoordinateDescent(const Design& z, SolverRun& run) : z_(z), run_(run) {
    for (auto* v : {&v_, &g_, &q_, &reach_}) v->resize(z.dims());
    for (auto* v : {&m_, &dm_, &alpha_, &theta_, &D_}) v->resize(z.n());
    std::vector<double> c(z.cost().begin(), z.cost().end());
    for (double& x : c) x *= most_bend(z.loss());
    z.gram_diagonal(c, reach_);  // Σ_i C_i K z_ij^2
    gone_.assign(z.dims(), 0);
    if (!run.start.empty()) v_ = run.start;
  }

  void run() {
    const bool whole = run_.completes([&] {
      if (run_.start.empty() || !few_steps_do()) descend();
    });
    if (!whole) run_.proven(v_, theta_);
    if (run_.within(run_.answer.proof)) {
      v_ = run_.answer.v;
      screen(run_.answer.proof.gap);
    }
    run_.answer.screened = std::move(gone_);
  }

 private:
  /// From a start near the optimum a step or two may be all: nothing is proven of the points between.
  bool few_steps_do() {
    constexpr int most = 3;
    constexpr double accuracy = 1e-7;
    constexpr double soon = 0.9;  // of l1: columns that the step may bring in
    for (int k = 0; k < most; ++k) {
      z_.margins(v_, m_);
      find_gradient();
      choose_set(soon);
      solve_model(accuracy);
      find_step();
      if (full_step_proven()) return true;
      const double f = loss_sum(z_, m_) + penalty_sum(z_, v_);
      move(f);
      if (run_.stop(f, std::numeric_limits<double>::infinity())) return true;
    }
    return false;
  }

  void descend() {
    double least = std::numeric_limits<double>::infinity();
    double last = least;
    int idle = 0;
    for (int step = 0; step < most_steps && idle < most_idle_steps; ++step) {
      z_.margins(v_, m_);
      const double f = loss_sum(z_, m_) + penalty_sum(z_, v_);
      find_gradient();
      const double gap = f - dual_value(alpha_);
      if (run_.near(f, gap) && run_.proven(v_, theta_)) return;
      if (run_.stop(f, gap)) break;
      idle = gap < 0.9 * least || f < last * (1 - 1e-9) ? 0 : idle + 1;
      last = f;
      least = std::min(least, gap);
      screen(std::max(0.0, gap) + 1e-13 * f);
      choose_set();
      solve_model(std::clamp(gap / f * 1e-2, 1e-13, 1e-2));
      find_step();
      if (gap <= 0.1 * f && full_step_proven()) return;
      move(f);
    }
    run_.proven(v_, theta_);
  }

  static constexpr int most_steps = 2000;
  static constexpr std::size_t first_set = 100;
  static constexpr double least_damping = 1e-12;
  static constexpr int most_idle_steps = 12;

  void find_gradient() {
    dual_of_margins(z_, m_, alpha_);
    z_.combine(alpha_, q_);
    for (std::size_t j = 0; j < g_.size(); ++j) g_[j] = z_.penalty(j).l2 * v_[j] - q_[j];
    curvatures(z_, m_, D_);
  }

  /// θ = α made feasible, and D(θ).
  double dual_value(const std::vector<double>& alpha) {
    theta_ = alpha;
    make_feasible();
    double sum = 0;
    for (std::size_t j = 0; j < q_.size(); ++j) {
      if (z_.penalty(j).l2 > 0) sum -= z_.penalty(j).conjugate(q_[j]);
    }
    std::visit(
        [&](auto loss) {
          for (std::size_t i = 0; i < z_.n(); ++i) sum -= z_.cost()[i] * loss.conjugate(-theta_[i] / z_.cost()[i]);
        },
        loss_of(z_.loss()));
    return sum;
  }

  /// θ balanced and within the ball of the kinks, and q = Z'θ.
  void make_feasible() {
    if (z_.free_bias()) {
      std::vector<double> price(z_.n());
      for (std::size_t i = 0; i < price.size(); ++i) price[i] = -D_[i];
      balance(z_, price, theta_);
    }
    z_.combine(theta_, q_);
    if (shrink_to_ball(z_, q_, theta_)) z_.combine(theta_, q_);
  }

  void screen(double gap) {
    for (std::size_t j = 0; j < gone_.size(); ++j) {
      const double l1 = z_.penalty(j).l1;
      if (gone_[j] == 0 && l1 > 0 && v_[j] == 0 && std::fabs(q_[j]) + std::sqrt(2 * gap * reach_[j]) < l1) gone_[j] = 1;
    }
  }

  /// The weights that are not 0, and columns with |g_j| above `from` times l1_j.
  void choose_set(double from = 1) {
    std::vector<std::size_t> outsiders;
    set_.clear();
    for (std::size_t j = 0; j < v_.size(); ++j) {
      if (v_[j] != 0 || z_.penalty(j).l1 == 0) {
        set_.push_back(j);
      } else if (gone_[j] == 0 && std::fabs(g_[j]) > from * z_.penalty(j).l1) {
        outsiders.push_back(j);
      }
    }
    const std::size_t room = from < 1 ? 16 + set_.size() / 4 : std::max(first_set, set_.size());
    if (outsiders.size() > room) {
      const auto more = [&](std::size_t a, std::size_t b) { return std::fabs(g_[a]) > std::fabs(g_[b]); };
      std::nth_element(outsiders.begin(), outsiders.begin() + static_cast<std::ptrdiff_t>(room), outsiders.end(), more);
      outsiders.resize(room);
    }
    set_.insert(set_.end(), outsiders.begin(), outsiders.end());
    std::sort(set_.begin(), set_.end());
  }

  /// The model on A.
  void solve_model(double accuracy) {
    const std::size_t k = set_.size();
    std::vector<double> v(k);
    std::vector<double> g(k);
    std::vector<Penalty> penalty(k);
    for (std::size_t a = 0; a < k; ++a) {
      v[a] = v_[set_[a]];
      g[a] = g_[set_[a]];
      penalty[a] = z_.penalty(set_[a]);
    }
    std::vector<double> H(k * k);
    z_.gram(D_, set_, H);
    u_ = KinkedParabola(std::move(H), std::move(v), std::move(g), std::move(penalty), run_.stop_token())
             .minimum(damping_, accuracy);
  }

  void find_step() {
    dv_.assign(v_.size(), 0.0);
    for (std::size_t a = 0; a < set_.size(); ++a) dv_[set_[a]] = u_[a];
    z_.margins(dv_, dm_);
  }

  /// v + dv with the dual point α - D dm, which meets the optimality conditions of the parabola to its own digits,
  /// where α from margins near a kink has lost them (C large).
  bool full_step_proven() {
    std::vector<double> v(v_);
    std::vector<double> m(m_);
    axpy(1, dv_.data(), v.size(), v.data());
    axpy(1, dm_.data(), m.size(), m.data());
    const double f = loss_sum(z_, m) + penalty_sum(z_, v);
    return run_.near(f, f - dual_value(alpha_after_step())) && run_.proven(v, theta_);
  }

  std::vector<double> alpha_after_step() const {
    std::vector<double> a(alpha_);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = std::clamp(a[i] - D_[i] * dm_[i], 0.0, dual_cap(z_, i));
    return a;
  }

  /// Armijo's rule along u.
  void move(double f) {
    double expected = 0;
    for (std::size_t a = 0; a < set_.size(); ++a) {
      const std::size_t j = set_[a];
      expected += g_[j] * u_[a] + z_.penalty(j).l1 * (std::fabs(v_[j] + u_[a]) - std::fabs(v_[j]));
    }
    std::vector<double> v(v_);
    std::vector<double> m(m_);
    constexpr int most_halvings = 40;
    for (int halving = 0; halving < most_halvings; ++halving) {
      const double t = std::ldexp(1.0, -halving);
      for (std::size_t j = 0; j < v.size(); ++j) v[j] = v_[j] + t * dv_[j];
      for (std::size_t i = 0; i < m.size(); ++i) m[i] = m_[i] + t * dm_[i];
      if (loss_sum(z_, m) + penalty_sum(z_, v) <= f + 0.01 * t * expected + 1e-14 * f) {
        v_ = v;
        damping_ = t == 1 ? std::max(least_damping, damping_ / 8) : t < 0.3 ? std::max(1e-7, damping_ * 8) : damping_;
        return;
      }
    }
  }

  const Design& z_;
  SolverRun& run_;
  std::vector<double> v_, g_, q_, reach_, dv_;      // d
  std::vector<double> m_, dm_, alpha_, theta_, D_;  // n
  std::vector<char> gone_;                          // screened
  std::vector<std::size_t> set_;                    // A
  std::vector<double> u_;                           // of A
  double damping_ = least_damping;                  // of the largest curvature: grows where full steps go too far
};

Result<void> is_smooth_loss_with_pull(const LinearOptions& o) {
  if (has_curvature(o.loss) && o.penalty != PenaltyKind::none) return {};
  return solver_rules::refused("cd needs a loss with a curvature and penalty l1, l2 or elastic-net");
}

void run_cd(const LinearCall& call, SolverRun& run) {
  run.begin("cd");
  CoordinateDescent(call.z, run).run();
}

}  // namespace

const LinearSolverEntry cd_solver = {.accepts = {solver_rules::no_firth, solver_rules::no_hard_margin,
                                                 solver_rules::loss_fits, is_smooth_loss_with_pull},
                                     .run = run_cd,
                                     .run_from_start = run_cd};

}  // namespace halfspace
