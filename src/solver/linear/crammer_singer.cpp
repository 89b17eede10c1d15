#include "solver/linear/crammer_singer.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "base/rng.hpp"
#include "base/text.hpp"

namespace halfspace {
namespace {

constexpr std::uint64_t most_class_rounds = 100'000;

/// w_k, α and what a round over the rows needs.
template <class X>
class CrammerSinger {
 public:
  CrammerSinger(const X& x, const ClassProblem& p, const LinearOptions& o)
      : x_(x),
        p_(p),
        bias_(o.bias != Bias::none),
        side_(x.cols + 1),
        w_(side_ * p.classes),
        alpha_(x.rows * p.classes) {
    for (std::size_t i = 0; i < x.rows; ++i) {
      cost_.push_back(o.C * (p.weight.empty() ? 1 : p.weight[i]));
      square_.push_back(squared_norm(x.row(i)) + (bias_ ? 1 : 0));
    }
    order_.resize(x.rows);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }

  void round(Rng& rng) {
    shuffle(std::span(order_), rng);
    for (const std::size_t i : order_) visit(i);
  }

  /// Σ_i C_i max_k (s_k - s_y + [k != y]) + 1/2 Σ |w_k|^2
  double primal() const {
    double sum = squared_weights() / 2;
    std::vector<double> s(p_.classes);
    for (std::size_t i = 0; i < x_.rows; ++i) {
      scores(i, s);
      double worst = 0;
      for (std::uint32_t k = 0; k < p_.classes; ++k)
        if (k != p_.label[i]) worst = std::max(worst, s[k] - s[p_.label[i]] + 1);
      sum += cost_[i] * worst;
    }
    return sum;
  }

  /// -1/2 Σ |w_k|^2 - Σ_i Σ_k [k != y_i] α_ik, of which the last sum is -Σ_i α_{i y_i}
  double dual() const {
    double sum = 0;
    for (std::size_t i = 0; i < x_.rows; ++i) sum += alpha_[i * p_.classes + p_.label[i]];
    return sum - squared_weights() / 2;
  }

  std::uint64_t support_vectors() const {
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < x_.rows; ++i) count += alpha_[i * p_.classes + p_.label[i]] > 0 ? 1 : 0;
    return count;
  }

  /// w_k = Σ α_ik x_i anew, without the rounding of the steps.
  void rebuild() {
    std::fill(w_.begin(), w_.end(), 0.0);
    for (std::size_t i = 0; i < x_.rows; ++i)
      for (std::uint32_t k = 0; k < p_.classes; ++k) add(i, k, alpha_[i * p_.classes + k]);
  }

  void hand_out(ClassResult& out) const {
    for (std::uint32_t k = 0; k < p_.classes; ++k) {
      const auto first = w_.begin() + static_cast<std::ptrdiff_t>(k * side_);
      out.result.w.insert(out.result.w.end(), first, first + static_cast<std::ptrdiff_t>(x_.cols));
      out.b.push_back(bias_ ? w_[k * side_ + x_.cols] : 0);
    }
  }

 private:
  /// The best α_i. with the others fixed: α_k = min(C [k = y], (β - B_k) / |x_i|^2), B_k = s_k + [k != y] - |x|^2 α_k,
  /// with β such that Σ α_k = 0.
  void visit(std::size_t i) {
    const double a = square_[i];
    const std::uint32_t y = p_.label[i];
    double* alpha = alpha_.data() + i * p_.classes;
    if (a <= 0) {  // a row of zeros loses 1 whatever the weights
      alpha[y] = cost_[i];
      alpha[y == 0 ? 1 : 0] = -cost_[i];
      return;
    }
    score_.resize(p_.classes);
    scores(i, score_);
    bound_.clear();
    for (std::uint32_t k = 0; k < p_.classes; ++k) {
      score_[k] += (k == y ? 0 : 1) - a * alpha[k];               // B_k
      bound_.push_back(score_[k] + (k == y ? a * cost_[i] : 0));  // β from which α_k is at its bound
    }
    std::sort(bound_.begin(), bound_.end(), std::greater<>());
    double beta = bound_[0] - a * cost_[i];
    std::size_t r = 1;
    for (; r < bound_.size() && beta < static_cast<double>(r) * bound_[r]; ++r) beta += bound_[r];
    beta /= static_cast<double>(r);
    for (std::uint32_t k = 0; k < p_.classes; ++k) {
      const double to = std::min(k == y ? cost_[i] : 0, (beta - score_[k]) / a);
      if (to == alpha[k]) continue;
      add(i, k, to - alpha[k]);
      alpha[k] = to;
    }
  }

  void scores(std::size_t i, std::vector<double>& s) const {
    for (std::uint32_t k = 0; k < p_.classes; ++k) {
      const double* w = w_.data() + k * side_;
      s[k] = dot(x_.row(i), w) + (bias_ ? w[x_.cols] : 0);
    }
  }

  void add(std::size_t i, std::uint32_t k, double c) {
    if (c == 0) return;
    double* w = w_.data() + k * side_;
    axpy(c, x_.row(i), w);
    if (bias_) w[x_.cols] += c;
  }

  double squared_weights() const { return squared_norm(w_.data(), w_.size()); }

  const X& x_;
  const ClassProblem& p_;
  bool bias_;
  std::size_t side_;
  std::vector<double> w_;      // K x (d + 1)
  std::vector<double> alpha_;  // n x K
  std::vector<double> cost_;
  std::vector<double> square_;
  std::vector<std::size_t> order_;
  std::vector<double> score_;
  std::vector<double> bound_;
};

template <class X>
ClassResult run_crammer_singer(const X& x, const ClassProblem& problem, const LinearOptions& o,
                               const LinearObserver& observer) {
  CrammerSinger<X> machine(x, problem, o);
  Rng rng(o.seed, Stream::order);
  ClassResult out;
  LinearResult& r = out.result;
  const std::uint64_t most = o.max_rounds > 0 ? o.max_rounds : most_class_rounds;
  r.status = LinearStatus::not_converged;
  const double rounding = static_cast<double>(x.rows + x.cols + 8) * std::numeric_limits<double>::epsilon();
  for (r.rounds = 0; r.rounds < most;) {
    machine.round(rng);
    ++r.rounds;
    machine.rebuild();
    r.primal = machine.primal();
    r.dual = machine.dual();
    r.gap = std::max(0.0, r.primal - r.dual) + rounding * (r.primal + std::fabs(r.dual));
    if (std::isfinite(r.primal) && r.gap <= o.tol * r.primal) {
      r.status = LinearStatus::converged;
      break;
    }
    const Halt halt = observer.round ? observer.round({r.rounds, r.primal, r.gap}) : Halt::go_on;
    if (halt != Halt::go_on) {
      r.status = halt == Halt::timeout ? LinearStatus::timeout : LinearStatus::interrupted;
      break;
    }
  }
  r.solver = "sequential-dual";
  r.why = "the objective of Crammer and Singer is joint in all classes";
  r.stop_reason = "the duality gap is " + short_number(r.gap, 3) + ", " +
                  short_number(r.primal > 0 ? r.gap / r.primal : 0, 3) + " of the objective (tol " +
                  number_text(o.tol) + ")";
  r.has_dual = true;
  r.support_vectors = machine.support_vectors();
  machine.hand_out(out);
  return out;
}

}  // namespace

ClassResult train_crammer_singer(const ClassProblem& problem, const LinearOptions& options,
                                 const LinearObserver& observer) {
  return std::visit([&](const auto& x) { return run_crammer_singer(x, problem, options, observer); }, problem.x);
}

}  // namespace halfspace
