#include "solver/linear/joint/crammer_singer.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "base/rng.hpp"

namespace halfspace {
namespace {

/// W, a and what a round over the rows needs.
template <class X>
class SequentialDual {
 public:
  SequentialDual(JointRows& z, const X& x, JointRun& run)
      : z_(z),
        x_(x),
        run_(run),
        W_(z.size()),
        last_W_(z.size()),
        a_(z.n() * z.classes()),
        s_(z.n() * z.classes()),
        order_(z.n()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (std::size_t i = 0; i < z.n(); ++i) square_.push_back(z.squared_norm(i));
  }

  /// True when the answer is proven or the run is ended.
  bool run(Rng& rng, std::uint64_t rounds) {
    bool proven = false;
    const bool whole = run_.completes([&] { proven = descend(rng, rounds); });
    if (proven) return true;
    const auto prove = [&] {
      return run_.completes([&] {
        if (!whole || run_.status) z_.combine(a_, W_);
        proven = run_.proven(W_, a_);
      });
    };
    bool answered = !run_.status && prove();
    if (!answered) {
      z_.in_grace();
      answered = prove();
    }
    if (!answered) run_.unproven(last_W_, last_primal_);
    return proven || run_.status.has_value();
  }

 private:
  /// True when the answer is proven.
  bool descend(Rng& rng, std::uint64_t rounds) {
    for (std::uint64_t round = 0; round < rounds; ++round) {
      shuffle(std::span(order_), rng);
      for (const auto i : order_) {
        if (run_.halted(2 * z_.classes() * (x_.row_size(i) + 1))) break;
        visit(i);
      }
      if (run_.status) break;
      z_.combine(a_, W_);  // anew, without the rounding of the steps
      const double primal = this->primal();
      const double gap = primal - dual();
      last_W_ = W_;
      last_primal_ = primal;
      if (run_.near(primal, gap) && run_.proven(W_, a_)) return true;
      if (run_.stop(primal, gap)) break;
    }
    return false;
  }

  double primal() {
    z_.scores(W_, s_);
    double sum = halfspace::squared_norm(W_.data(), W_.size()) / 2;
    for (std::size_t i = 0; i < z_.n(); ++i) {
      const double* s = s_.data() + i * z_.classes();
      double worst = 0;
      for (std::size_t k = 0; k < z_.classes(); ++k) {
        if (k != z_.label(i)) worst = std::max(worst, s[k] - s[z_.label(i)] + 1);
      }
      sum += z_.cost(i) * worst;
    }
    return sum;
  }

  double dual() const {
    return std::accumulate(a_.begin(), a_.end(), -halfspace::squared_norm(W_.data(), W_.size()) / 2);
  }

  /// The best α_i. with the others fixed: α_k = min(C [k = y], (β - B_k) / |x_i|^2), B_k = s_k + [k != y] - |x|^2 α_k,
  /// with β such that Σ α_k = 0.
  void visit(std::size_t i) {
    const double h = square_[i];
    const std::uint32_t y = z_.label(i);
    double* a = a_.data() + i * z_.classes();
    const double C = z_.cost(i);
    if (C <= 0) return;
    if (h <= 0) {  // a row of zeros loses 1 whatever the weights
      a[y == 0 ? 1 : 0] = C;
      return;
    }
    const double own = std::accumulate(a, a + z_.classes(), 0.0);  // α_y
    level_.clear();
    bound_.clear();
    for (std::size_t k = 0; k < z_.classes(); ++k) {
      const double* w = W_.data() + k * z_.side();
      const double s = dot(x_.row(i), w) + (z_.bias() ? w[z_.features()] : 0);
      level_.push_back(k == y ? s - h * own : s + 1 + h * a[k]);  // B_k
      bound_.push_back(level_.back() + (k == y ? h * C : 0));     // β from which α_k is at its bound
    }
    std::sort(bound_.begin(), bound_.end(), std::greater<>());
    double beta = bound_[0] - h * C;
    std::size_t r = 1;
    for (; r < bound_.size() && beta < static_cast<double>(r) * bound_[r]; ++r) beta += bound_[r];
    beta /= static_cast<double>(r);
    double moved = 0;
    for (std::size_t k = 0; k < z_.classes(); ++k) {
      const double to = k == y ? 0 : std::max(0.0, (level_[k] - beta) / h);
      if (to == a[k]) continue;
      add(i, k, a[k] - to);
      moved += to - a[k];
      a[k] = to;
    }
    if (moved != 0) add(i, y, moved);
  }

  void add(std::size_t i, std::size_t k, double c) {
    double* w = W_.data() + k * z_.side();
    axpy(c, x_.row(i), w);
    if (z_.bias()) w[z_.features()] += c;
  }

  JointRows& z_;
  const X& x_;
  JointRun& run_;
  std::vector<double> W_;       // K x side
  std::vector<double> last_W_;  // W at the end of a round: 0 before the first
  double last_primal_ = 0;
  std::vector<double> a_, s_;   // n x K
  std::vector<double> square_;  // |(x_i, 1)|^2
  std::vector<std::size_t> order_;
  std::vector<double> level_, bound_;  // K
};

/// Multiply-adds of one system of the interior point.
double system_work(const JointRows& z) {
  const auto size = static_cast<double>(z.size());
  return size * size * (static_cast<double>(z.n()) + size / 3) / 2;
}

/// Is the interior point worth it where rounds do not end?
bool bearable_system(const JointRows& z) {
  constexpr double most = 1e10;
  for (std::size_t i = 0; i < z.n(); ++i) {
    if (!(z.cost(i) > 0)) return false;
  }
  return system_work(z) <= most;
}

/// So many cost what the systems do.
std::uint64_t rounds_before_systems(const JointRows& z, std::size_t stored) {
  constexpr double systems = 25;
  constexpr double dense_gain = 4;  // multiply-adds of a system for one of a round
  constexpr double least = 200;
  const double round = 2 * static_cast<double>(z.classes()) * static_cast<double>(stored + z.n());
  return static_cast<std::uint64_t>(std::max(least, systems * system_work(z) / dense_gain / round));
}

}  // namespace

ClassResult train_crammer_singer(const ClassProblem& problem, const LinearOptions& options,
                                 const LinearObserver& observer) {
  constexpr std::uint64_t most_rounds = 100'000;
  JointRows z(problem, options, observer.stop);
  JointRun run(z, options, observer);
  Rng rng(options.seed, Stream::order);
  run.begin("sequential-dual");
  std::visit(
      [&](const auto& x) {
        SequentialDual dual(z, x, run);
        const bool bearable = bearable_system(z);
        const std::uint64_t rounds = bearable ? rounds_before_systems(z, x.stored()) : most_rounds;
        if (dual.run(rng, rounds) || !bearable) return;
        run.begin("interior-point");
        solve_joint_interior_point(z, run);
      },
      z.matrix());
  return run.finished("the objective of Crammer and Singer is joint in all classes");
}

}  // namespace halfspace
