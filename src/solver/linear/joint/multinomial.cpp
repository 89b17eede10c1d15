#include "solver/linear/joint/multinomial.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "linalg/cholesky.hpp"
#include "linalg/conjugate_gradients.hpp"
#include "solver/linear/joint/softmax.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t least_passes = 256;  // of a bounded run, however large the data

double inner(const std::vector<double>& a, const std::vector<double>& b) { return dot(a.data(), a.size(), b.data()); }

double length(const std::vector<double>& a) { return std::sqrt(inner(a, a)); }

class Multinomial {
 public:
  /// `start`: K vectors of d weights and a bias, or nothing.
  Multinomial(JointRows& z, std::span<const double> start, JointRun& run)
      : z_(z), f_(z), run_(run), pass_(z.pass_work()), W_(z.size()) {
    for (std::size_t k = 0; k < z.classes() && !start.empty(); ++k)
      std::copy_n(start.data() + k * (z.features() + 1), z.side(), W_.data() + k * z.side());
    for (std::size_t i = 0; i < z.n(); ++i) factor_ += z.square_work(i) / dense_speed;
    factor_ += W_.size() * W_.size() / 2 * (W_.size() / 3 + 1) / dense_speed;
  }

  void run() {
    bool proven = false;
    run_.completes([&] { proven = descend(); });
    if (proven) return;
    z_.in_grace();
    const bool answered = run_.completes([&] {
      f_.objective(W_);
      run_.proven(W_, f_.multipliers());
    });
    if (!answered) run_.unproven(W_, primal_);
  }

 private:
  static constexpr int most_rounds = 1000;
  static constexpr std::size_t most_directions = 500;  // conjugate ones, of a Newton step
  static constexpr int most_shortenings = 60;
  static constexpr int most_idle_rounds = 12;
  static constexpr std::size_t cheap = 8;             // products with H cost as much as K side / 8 entries of it a row
  static constexpr std::size_t most_factored = 2000;  // weights: 32 MB
  static constexpr std::uint64_t dense_speed = 2;     // multiplications of a factor in the time of one of a sparse row

  bool descend() {
    primal_ = f_.objective(W_);
    double first = 0;
    double least = INFINITY;
    double last = INFINITY;
    int idle = 0;
    for (int round = 0; round < most_rounds && idle < most_idle_rounds; ++round) {
      g_ = f_.gradient(W_);
      const std::vector<double> a = f_.multipliers();
      const double gap = primal_ - f_.dual(a);
      if (run_.near(primal_, gap) && run_.proven(W_, a)) return true;
      idle = gap < 0.9 * least || primal_ < last * (1 - 1e-9) ? 0 : idle + 1;
      least = std::min(least, gap);
      last = primal_;
      if (round == 0) first = length(g_);
      const double accuracy = std::min(0.1, std::sqrt(length(g_) / first));
      if (run_.stop(primal_, gap) || run_.spend(pass_) || !shorten(direction(accuracy)) || run_.status) break;
    }
    return false;
  }

  std::vector<double> direction(double accuracy) {
    const bool by_factor = directions_ * cheap >= W_.size() && W_.size() <= most_factored;
    if (!by_factor) return conjugate_direction(accuracy);
    run_.spend(factor_);
    const std::vector<double> H = f_.hessian(run_);
    std::vector<double> v = opposite(g_);
    Cholesky(H, v.size(), Dependent::left_out, run_.stop_token()).solve_refined(H, v);
    return v;
  }

  std::vector<double> conjugate_direction(double accuracy) {
    std::vector<double> v;
    const std::vector<double> M = f_.diagonal();
    const ProductsAlone hessian([&](const auto& p, auto& Hp) {
      Hp = f_.curved(p);
      return !run_.spend(pass_) && !run_.halted();
    });
    directions_ =
        conjugate_gradients(opposite(g_), ByDiagonal{M}, {most_directions, accuracy * accuracy}, v, hessian).products;
    return v;
  }

  /// W + t V with t = 1, 1/2, ... until P falls enough (Armijo); false when it does not.
  bool shorten(const std::vector<double>& v) {
    const double slope = inner(g_, v);
    double t = 1;
    for (int k = 0; k < most_shortenings && slope < 0 && !run_.halted(); ++k, t /= 2) {
      std::vector<double> to = W_;
      axpy(t, v.data(), v.size(), to.data());
      centre_bias(to);
      const double value = f_.objective(to);
      run_.spend(pass_ / 2);
      if (!(value <= primal_ + 1e-4 * t * slope + 1e-14 * primal_)) continue;
      W_ = std::move(to);
      primal_ = value;
      return true;
    }
    return false;
  }

  /// P and the probabilities are the same for b + c: of all of them the one with Σ b = 0 is reported.
  void centre_bias(std::vector<double>& W) const {
    if (!z_.free_bias()) return;
    double sum = 0;
    for (std::size_t k = 0; k < z_.classes(); ++k) sum += W[(k + 1) * z_.side() - 1];
    const double mean = sum / static_cast<double>(z_.classes());
    for (std::size_t k = 0; k < z_.classes(); ++k) W[(k + 1) * z_.side() - 1] -= mean;
  }

  JointRows& z_;
  Softmax f_;
  JointRun& run_;
  std::uint64_t pass_;        // work of a product with H
  std::uint64_t factor_ = 0;  // work of a step by a factor
  std::vector<double> W_, g_;
  double primal_ = 0;
  std::size_t directions_ = 0;  // of the last step by conjugate gradients
};

}  // namespace

ClassResult train_multinomial(const ClassProblem& problem, const LinearOptions& options, const LinearObserver& observer,
                              std::span<const double> start) {
  JointRows z(problem, options, observer.stop);
  JointRun run(z, options, observer);
  if (options.max_work > 0) run.most_work = std::max(options.max_work, least_passes * z.pass_work());
  run.begin("newton-cg");
  Multinomial(z, start, run).run();
  return run.finished("the likelihood is joint in all classes");
}

}  // namespace halfspace
