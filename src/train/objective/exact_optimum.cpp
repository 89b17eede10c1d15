#include "train/objective/exact_optimum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "exact/box_program.hpp"
#include "train/objective/exact_box.hpp"
#include "train/objective/exact_kernel.hpp"

namespace halfspace {
namespace {

/// To 100 bits or more.
long double to_wide(const Rational& v) {
  const double high = v.get_d();
  return static_cast<long double>(high) + Rational(v - Rational(high)).get_d();
}

/// Words of the least common multiple of the denominators, by which a system is made whole: numbers are so much longer.
double words_of(const std::vector<Rational>& values) {
  constexpr std::size_t most_words = 1000;  // far beyond what any work allows
  Integer multiple = 1;
  for (const Rational& v : values) {
    if (mpz_size(multiple.get_mpz_t()) > most_words) break;
    mpz_lcm(multiple.get_mpz_t(), multiple.get_mpz_t(), v.get_den_mpz_t());
  }
  return static_cast<double>(mpz_size(multiple.get_mpz_t()));
}

class ExactSearch {
 public:
  ExactSearch(const LinearProblem& p, const LinearOptions& o, const KernelChoices& k, const BoxProblem& q,
              const ActiveBoxAnswer& answer, const ExactLimits& limits)
      : q_(q),
        answer_(answer),
        limits_(limits),
        box_(p, o, k, q),
        hard_margin_(std::isinf(o.C) && k.nu == 0),
        n_(q.y.size()),
        in_play_(n_),
        alpha_(n_) {
    for (std::size_t t = 0; t < n_; ++t) {
      const auto a = static_cast<double>(answer.alpha[t]);
      const auto& cap = box_.cap(t);
      alpha_[t] = cap && a >= q.cap[t] ? *cap : Rational(a);
      if (cap && alpha_[t] > *cap) alpha_[t] = *cap;
    }
  }

  std::optional<ExactOptimum> run() {
    constexpr int most_rounds = 6;
    choose_rows();
    for (int round = 0; round < most_rounds; ++round) {
      if (count() > limits_.most_rows) return std::nullopt;
      auto found = solved();
      if (!found || !found->exists()) return found;
      if (!add_doubtful(*found)) return found;
    }
    return std::nullopt;
  }

 private:
  std::size_t count() const { return static_cast<std::size_t>(std::count(in_play_.begin(), in_play_.end(), true)); }

  /// g_t + y_t b by the answer, in long double.
  long double condition(std::size_t t) const {
    const int g = group_of(q_, t);
    const long double b = g < 0 ? 0 : answer_.level[g];
    const long double r = q_.ridge.empty() ? 0 : q_.ridge[t];
    return q_.y[t] * (answer_.f[t] + b) + q_.p[t] + r * answer_.alpha[t];
  }

  /// Few rows: all; else those inside their box or near the margin.
  void choose_rows() {
    constexpr std::size_t few = 60;
    constexpr long double near_settled = 1e-6;
    constexpr long double near_begun = 0.02;
    const bool unfounded = hard_margin_ && !answer_.settled;  // there may be none
    const long double near = answer_.settled ? near_settled : near_begun;
    for (std::size_t t = 0; t < n_; ++t) {
      const bool inside = box_.inside(t, alpha_[t]);
      const long double g = condition(t);
      in_play_[t] = n_ <= few || unfounded || inside || (alpha_[t] == 0 ? g < near : -g < near);
    }
  }

  std::optional<ExactOptimum> solved() {
    std::vector<std::uint32_t> rows;
    std::vector<std::uint32_t> pulling;  // at their caps, out of play
    for (std::uint32_t t = 0; t < n_; ++t) {
      if (in_play_[t]) rows.push_back(t);
      if (!in_play_[t] && alpha_[t] > 0) pulling.push_back(t);
    }
    constexpr double most_products = 3e6;  // multiplications of whole numbers
    const auto m = static_cast<double>(rows.size());
    const double values = m * (m / 2 + static_cast<double>(pulling.size()));
    if (values * WideKernel(q_.x, q_.kernel, q_.constant).work() > most_products) return std::nullopt;
    std::vector<std::uint32_t> used = rows;
    used.insert(used.end(), pulling.begin(), pulling.end());
    const auto kernel = ExactKernel::of(q_.x, q_.kernel, q_.constant, used);
    if (!kernel) return std::nullopt;
    const auto program = box_.program(*kernel, alpha_, rows, pulling);
    if (!program) return std::nullopt;
    const double words = words_of(program->ridge);
    const BoxProgramSolution s = solve_box_program(*program, [&](std::size_t steps, std::size_t free) {
      constexpr std::size_t most_steps = 500;
      constexpr double most_work = 2e8;
      const auto inside = static_cast<double>(free);
      work_ += (inside * inside * inside + m * (inside + 1) * 10) * words;
      return steps > most_steps || work_ > most_work || limits_.stop.ended();
    });
    if (s.end == BoxProgramEnd::stopped) return std::nullopt;
    ExactOptimum out;
    if (s.end == BoxProgramEnd::unbounded) {
      out.direction.assign(n_, Integer(0));
      for (std::size_t k = 0; k < rows.size(); ++k) out.direction[rows[k]] = s.direction[k];
      return out;
    }
    for (std::size_t k = 0; k < rows.size(); ++k) alpha_[rows[k]] = s.alpha[k];
    out.alpha = alpha_;
    out.level = s.level[0];
    levels_ = s.level;
    for (std::size_t t = 0; t < n_; ++t) {
      out.counts.positive += alpha_[t] > 0 ? 1 : 0;
      out.counts.bounded += alpha_[t] > 0 && box_.at_cap(t, alpha_[t]) ? 1 : 0;
    }
    return out;
  }

  /// Rows out of play whose condition is not clearly met; true when there are some.
  bool add_doubtful(const ExactOptimum& found) {
    if (count() == n_) return false;
    const WideKernel kernel(q_.x, q_.kernel, q_.constant);
    std::vector<std::uint32_t> used;
    std::vector<long double> c;
    long double total = 0;
    for (std::uint32_t t = 0; t < n_; ++t) {
      if (found.alpha[t] == 0) continue;
      used.push_back(t);
      c.push_back(q_.y[t] * to_wide(found.alpha[t]));
      total += std::fabs(c.back());
    }
    std::vector<long double> f(n_);
    kernel.add_scores(used, c, f, 1);
    constexpr long double place = std::numeric_limits<long double>::epsilon();
    const long double each = (kernel.rounding() + kernel.decimal_error() +
                              place * static_cast<long double>(used.size() + 4) * kernel.largest_value()) *
                             total;
    bool some = false;
    for (std::size_t t = 0; t < n_; ++t) {
      if (in_play_[t] || box_.at_cap(t, 0)) continue;
      const int g = group_of(q_, t);
      const auto level = g < 0 ? std::optional<Rational>(0) : levels_[static_cast<std::size_t>(g)];
      const long double b = level ? to_wide(*level) : 0;
      long double value = q_.y[t] * (f[t] + b) + q_.p[t];
      if (!q_.ridge.empty()) value += to_wide(Rational(box_.ridge(t) * found.alpha[t]));
      const long double slack = each + 4 * place * (std::fabs(f[t]) + std::fabs(b) + 1);
      if (level && (found.alpha[t] == 0 ? value > slack : -value > slack)) continue;
      in_play_[t] = true;
      some = true;
    }
    return some;
  }

  const BoxProblem& q_;
  const ActiveBoxAnswer& answer_;
  const ExactLimits& limits_;
  ExactBox box_;
  bool hard_margin_;
  std::size_t n_;
  std::vector<bool> in_play_;
  std::vector<Rational> alpha_;
  std::vector<std::optional<Rational>> levels_;
  double work_ = 0;
};

}  // namespace

std::optional<ExactOptimum> exact_optimum(const LinearProblem& problem, const LinearOptions& options,
                                          const KernelChoices& kernel, const BoxProblem& q,
                                          const ActiveBoxAnswer& answer, const ExactLimits& limits) {
  return ExactSearch(problem, options, kernel, q, answer, limits).run();
}

}  // namespace halfspace
