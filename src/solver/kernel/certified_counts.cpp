// With F, the rows at C and those at 0 as the answer has them, α* + δ = α of the linear equations on F:
//
//   |δ| <= |r|/σ + |s| sqrt(tr Q'/(m σ)),   |Σ δ y Φ| <= E = |r|/sqrt(σ) + |s| sqrt(tr Q'/m)
//
// r what the equations lack, s what Σ y α lacks, m = |F|, Q' = Q_FF + c y y' with its least eigenvalue at least σ > 0
// (Rump 2006: a factor of Q' - σ I exists in floating point). Where then every α of F lies inside its box, and every
// other row has its margin on the right side by more than what E moves it, this is the optimum (Karush, Kuhn, Tucker)
// and no other α is.
#include "solver/kernel/certified_counts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "linalg/wide_factor.hpp"

namespace halfspace {
namespace {

constexpr long double wide_place = std::numeric_limits<long double>::epsilon();
constexpr long double double_place = std::numeric_limits<double>::epsilon();

class Certifier {
 public:
  Certifier(const BoxProblem& q, const WideKernel& kernel, const ActiveBoxAnswer& a, const StopToken& stop)
      : q_(q), kernel_(kernel), a_(a), stop_(stop) {
    for (std::size_t t = 0; t < q.y.size(); ++t) largest_ = std::max(largest_, kernel.diagonal(t));
    sources_of_error();
  }

  std::optional<SupportCounts> run() {
    if (!a_.settled || (!a_.free.empty() && !bound_the_rest())) return std::nullopt;
    SupportCounts out;
    for (std::size_t t = 0; t < q_.y.size(); ++t) {
      if (std::binary_search(a_.free.begin(), a_.free.end(), t)) {
        const long double room = off_ + double_place * cap(t);
        if (!(a_.alpha[t] > off_) || !(a_.alpha[t] < cap(t) - (std::isinf(cap(t)) ? 0 : room))) return std::nullopt;
        ++out.positive;
        continue;
      }
      if (cap(t) == 0) continue;
      if (!on_its_side(t)) return std::nullopt;
      if (a_.alpha[t] == 0) continue;
      ++out.positive;
      ++out.bounded;
    }
    return out;
  }

 private:
  long double cap(std::size_t t) const { return q_.cap[t]; }
  long double ridge(std::size_t t) const { return q_.ridge.empty() ? 0 : q_.ridge[t]; }

  /// g_t = (Qα + p)_t
  long double gradient(std::size_t t) const { return q_.y[t] * a_.f[t] + q_.p[t] + ridge(t) * a_.alpha[t]; }

  void sources_of_error() {
    long double total = 0;
    for (std::size_t t = 0; t < q_.y.size(); ++t) total += a_.alpha[t];
    long double ridges = 0;
    for (std::size_t t = 0; t < q_.y.size(); ++t) ridges = std::max(ridges, ridge(t) * a_.alpha[t]);
    entry_ = kernel_.decimal_error() + kernel_.rounding() + wide_place * largest_;
    gradient_error_ = a_.error + (kernel_.decimal_error() + 2 * double_place * largest_) * total +
                      2 * double_place * (ridges + 1);  // caps, ridges and p are decimals too
  }

  /// σ, δ and E.
  bool bound_the_rest() {
    const std::size_t m = a_.free.size();
    std::vector<long double> Q = matrix();
    long double trace = 0;
    for (std::size_t k = 0; k < m; ++k) trace += Q[k * m + k];
    const long double rounding =
        static_cast<long double>(m) * entry_ + 4 * static_cast<long double>(m + 2) * wide_place * trace;
    const auto least = least_eigenvalue(Q, rounding);
    if (!(least > 0)) return false;
    long double worst = 0;
    for (const std::uint32_t t : a_.free) worst = std::max(worst, std::fabs(gradient(t) + q_.y[t] * level(t)));
    const long double r = std::sqrt(static_cast<long double>(m)) * (worst + gradient_error_);
    const long double s = imbalance();
    off_ = r / least + s * std::sqrt(trace / (static_cast<long double>(m) * least));
    energy_ = r / std::sqrt(least) + s * std::sqrt(trace / static_cast<long double>(m));
    moves_ = worst + gradient_error_ + std::sqrt(largest_ + weight_) * energy_;  // of a level
    return true;
  }

  long double level(std::size_t t) const {
    const int g = group_of(q_, t);
    return g < 0 ? 0 : a_.level[g];
  }

  std::vector<long double> matrix() {
    const std::size_t m = a_.free.size();
    weight_ = q_.equality == Equality::none ? 0 : std::max(largest_, 1e-300L);
    std::vector<long double> Q(m * m);
    std::vector<long double> row(m);
    for (std::size_t k = 0; k < m; ++k) {
      const std::uint32_t t = a_.free[k];
      stop_.check(wide_work * m * static_cast<std::uint64_t>(kernel_.work() + 1));
      kernel_.values(t, a_.free, row);
      for (std::size_t l = 0; l < m; ++l) {
        const std::uint32_t s = a_.free[l];
        const bool together = group_of(q_, t) >= 0 && group_of(q_, t) == group_of(q_, s);
        Q[k * m + l] =
            q_.y[s] * q_.y[t] * (row[l] + (together ? weight_ : 0)) + (k == l ? ridge(t) * (1 - 2 * double_place) : 0);
      }
    }
    return Q;
  }

  /// Proven from below; 0: nothing is.
  long double least_eigenvalue(const std::vector<long double>& Q, long double rounding) const {
    const std::size_t m = a_.free.size();
    WideFactor plain;
    if (!factored(Q, 0, plain)) return 0;
    long double shift = plain.least_pivot() / 2;  // not below the least eigenvalue
    constexpr int most_tries = 12;
    for (int k = 0; k < most_tries && shift > 2 * rounding; ++k) {
      WideFactor shifted;
      if (factored(Q, shift, shifted)) return shift - rounding;
      shift /= k < 2 ? 4 : static_cast<long double>(m) + 4;
    }
    return 0;
  }

  bool factored(const std::vector<long double>& Q, long double shift, WideFactor& out) const {
    const std::size_t m = a_.free.size();
    for (std::size_t k = 0; k < m; ++k) {
      stop_.check(wide_work * (k * k / 2 + k));
      if (!out.add(std::span(Q).subspan(k * m, k), Q[k * m + k] - shift)) return false;
    }
    return true;
  }

  /// Σ y α against what it is kept at, both groups.
  long double imbalance() const {
    if (q_.equality == Equality::none) return 0;
    OfGroups<long double> sum;
    long double size = 0;
    for (std::size_t t = 0; t < q_.y.size(); ++t) {
      const long double begun = q_.start.empty() ? 0 : q_.start[t];
      sum[group_of(q_, t)] += q_.y[t] * (a_.alpha[t] - begun);
      size += std::isinf(cap(t)) || a_.alpha[t] < cap(t) ? wide_place * a_.alpha[t] + 2 * double_place * begun
                                                         : double_place * (a_.alpha[t] + 2 * begun);
    }
    return std::fabs(sum[0]) + std::fabs(sum[1]) + 2 * size;
  }

  /// Is the condition of a row at a bound met, whatever the roundings?
  bool on_its_side(std::size_t t) const {
    const int g = group_of(q_, t);
    const long double slack = gradient_error_ + std::sqrt(kernel_.diagonal(t) + weight_) * energy_;
    if (g >= 0 && !a_.has_level[g]) return pair_is_apart(g);
    const long double g_t = gradient(t) + q_.y[t] * level(t);
    const long double need = slack + (g >= 0 ? moves_ : 0);
    return a_.alpha[t] == 0 ? g_t > need : -g_t > need;
  }

  /// A group with no row in F: its best rows stay apart.
  bool pair_is_apart(int g) const {
    long double top = -std::numeric_limits<long double>::infinity();
    long double low = std::numeric_limits<long double>::infinity();
    for (std::size_t t = 0; t < q_.y.size(); ++t) {
      if (group_of(q_, t) != g || cap(t) == 0) continue;
      const bool rises = (q_.y[t] > 0) == (a_.alpha[t] == 0);
      const long double u = -q_.y[t] * gradient(t);
      rises ? top = std::max(top, u) : low = std::min(low, u);
    }
    return low - top > 2 * (gradient_error_ + std::sqrt(largest_ + weight_) * energy_);
  }

  const BoxProblem& q_;
  const WideKernel& kernel_;
  const ActiveBoxAnswer& a_;
  const StopToken& stop_;
  long double largest_ = 0;         // k(x, x)
  long double weight_ = 0;          // c
  long double entry_ = 0;           // error of a kernel value
  long double gradient_error_ = 0;  // of g_t at these α
  long double off_ = 0;             // |δ|
  long double energy_ = 0;          // E
  long double moves_ = 0;
};

}  // namespace

std::optional<SupportCounts> certified_counts(const BoxProblem& q, const WideKernel& kernel,
                                              const ActiveBoxAnswer& answer, const StopToken& stop) {
  return Certifier(q, kernel, answer, stop).run();
}

}  // namespace halfspace
