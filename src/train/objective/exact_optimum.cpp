#include "train/objective/exact_optimum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "exact/box_program.hpp"
#include "train/objective/exact_kernel.hpp"

namespace halfspace {
namespace {

/// To 100 bits or more.
long double to_wide(const Rational& v) {
  const double high = v.get_d();
  return static_cast<long double>(high) + Rational(v - Rational(high)).get_d();
}

class ExactSearch {
 public:
  ExactSearch(const LinearProblem& p, const LinearOptions& o, const KernelOptions& k, const BoxProblem& q,
              const ActiveBoxAnswer& answer, const ExactLimits& limits)
      : p_(p), o_(o), k_(k), q_(q), answer_(answer), limits_(limits), n_(q.y.size()), in_play_(n_) {
    for (std::size_t t = 0; t < n_; ++t) caps_.push_back(cap_of(t));
    alpha_.resize(n_);
    for (std::size_t t = 0; t < n_; ++t) {
      const auto a = static_cast<double>(answer.alpha[t]);
      alpha_[t] = caps_[t] && a >= q.cap[t] ? *caps_[t] : Rational(a);
      if (caps_[t] && alpha_[t] > *caps_[t]) alpha_[t] = *caps_[t];
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
  Rational weight(std::size_t t) const { return p_.weight.empty() ? Rational(1) : shortest_decimal(p_.weight[t]); }

  std::optional<Rational> cap_of(std::size_t t) const {
    if (k_.nu > 0) return weight(t);
    if (p_.weight.empty() || p_.weight[t] > 0) {
      if (std::isinf(o_.C) || std::isinf(least_slope_of(o_.loss))) return std::nullopt;
    }
    if (std::isinf(o_.C)) return Rational(0);
    const Rational c = shortest_decimal(o_.C) * weight(t);
    return c > 0 ? Rational(-least_slope_of(o_.loss) * c) : c;
  }

  Rational ridge_of(std::size_t t) const {
    if (std::isinf(o_.C)) return 0;
    const Rational c = shortest_decimal(o_.C) * weight(t);
    return c > 0 ? Rational(traits_of(o_.loss).ridge.value_or(0) / c) : Rational(0);
  }

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
    const bool unfounded = !answer_.settled && std::isinf(o_.C) && k_.nu == 0;  // there may be no hard margin
    const long double near = answer_.settled ? near_settled : near_begun;
    for (std::size_t t = 0; t < n_; ++t) {
      const bool inside = alpha_[t] > 0 && (!caps_[t] || alpha_[t] < *caps_[t]);
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
    auto program = program_of(*kernel, rows, pulling);
    if (!program) return std::nullopt;
    const BoxProgramSolution s = solve_box_program(*program, [&](std::size_t steps, std::size_t free) {
      constexpr std::size_t most_steps = 500;
      constexpr double most_work = 2e8;
      const auto inside = static_cast<double>(free);
      work_ += inside * inside * inside + m * (inside + 1) * 10;
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
      out.counts.bounded += alpha_[t] > 0 && caps_[t] && alpha_[t] == *caps_[t] ? 1 : 0;
    }
    return out;
  }

  std::optional<BoxProgram> program_of(const ExactKernel& kernel, const std::vector<std::uint32_t>& rows,
                                       const std::vector<std::uint32_t>& pulling) {
    BoxProgram out;
    out.denominator = kernel.denominator();
    const std::size_t m = rows.size();
    out.kernel.resize(m * m);
    for (std::size_t a = 0; a < m; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        out.kernel[a * m + b] = kernel.value(rows[a], rows[b]);
        out.kernel[b * m + a] = out.kernel[a * m + b];
        if (function_of(k_).listed() && kernel.value(rows[b], rows[a]) != out.kernel[a * m + b]) return std::nullopt;
      }
    }
    for (const std::uint32_t t : rows) {
      const int g = group_of(q_, t);
      Rational pull;
      for (const std::uint32_t s : pulling) pull += q_.y[s] * alpha_[s] * kernel.value(t, s);
      out.p.emplace_back((k_.nu > 0 ? 0 : -1) + q_.y[t] * pull / kernel.denominator());
      out.y.push_back(q_.y[t]);
      out.cap.push_back(caps_[t]);
      out.group.push_back(g);
      out.start.push_back(alpha_[t]);
      if (!q_.ridge.empty()) out.ridge.push_back(ridge_of(t));
    }
    return balanced(out, pulling) ? std::optional(std::move(out)) : std::nullopt;
  }

  /// The sums that each group keeps: 0, or of nu-SVC ν n / 2 a class.
  Rational kept(int g) const {
    if (k_.nu == 0) return 0;
    Rational n;
    for (std::size_t t = 0; t < n_; ++t) n += weight(t);
    return (g == 1 ? 1 : -1) * shortest_decimal(k_.nu) * n / 2;
  }

  /// Moves rows of group g, those inside their boxes or the others, until the sum is no longer `off`.
  static void take_up(BoxProgram& program, int g, bool inside, Rational& off) {
    for (std::size_t k = 0; k < program.y.size() && off != 0; ++k) {
      Rational& a = program.start[k];
      const auto& cap = program.cap[k];
      if (program.group[k] != g || (a > 0 && (!cap || a < *cap)) != inside) continue;
      Rational to = a - program.y[k] * off;
      if (to < 0) to = 0;
      if (cap && to > *cap) to = *cap;
      off += program.y[k] * (to - a);
      a = to;
    }
  }

  /// Moves the start to the sums exactly, first by rows inside their boxes.
  bool balanced(BoxProgram& program, const std::vector<std::uint32_t>& pulling) const {
    for (int g = 0; g < 2 && q_.equality != Equality::none; ++g) {
      if (g == 1 && q_.equality == Equality::sum) break;
      Rational off = -kept(g);
      for (const std::uint32_t t : pulling) {
        if (group_of(q_, t) == g) off += q_.y[t] * alpha_[t];
      }
      for (std::size_t k = 0; k < program.y.size(); ++k) {
        if (program.group[k] == g) off += program.y[k] * program.start[k];
      }
      for (const bool inside : {true, false}) take_up(program, g, inside, off);
      if (off != 0) return false;
    }
    return true;
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
      if (in_play_[t] || (caps_[t] && *caps_[t] == 0)) continue;
      const int g = group_of(q_, t);
      const auto level = g < 0 ? std::optional<Rational>(0) : levels_[static_cast<std::size_t>(g)];
      const long double b = level ? to_wide(*level) : 0;
      long double value = q_.y[t] * (f[t] + b) + q_.p[t];
      if (!q_.ridge.empty()) value += to_wide(Rational(ridge_of(t) * found.alpha[t]));
      const long double slack = each + 4 * place * (std::fabs(f[t]) + std::fabs(b) + 1);
      if (level && (found.alpha[t] == 0 ? value > slack : -value > slack)) continue;
      in_play_[t] = true;
      some = true;
    }
    return some;
  }

  const LinearProblem& p_;
  const LinearOptions& o_;
  const KernelOptions& k_;
  const BoxProblem& q_;
  const ActiveBoxAnswer& answer_;
  const ExactLimits& limits_;
  std::size_t n_;
  std::vector<bool> in_play_;
  std::vector<std::optional<Rational>> caps_;
  std::vector<Rational> alpha_;
  std::vector<std::optional<Rational>> levels_;
  double work_ = 0;
};

}  // namespace

std::optional<ExactOptimum> exact_optimum(const LinearProblem& problem, const LinearOptions& options,
                                          const KernelOptions& kernel, const BoxProblem& q,
                                          const ActiveBoxAnswer& answer, const ExactLimits& limits) {
  return ExactSearch(problem, options, kernel, q, answer, limits).run();
}

}  // namespace halfspace
