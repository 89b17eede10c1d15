#include "solver/kernel/finish_box.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/quad.hpp"
#include "solver/kernel/active_box.hpp"
#include "solver/kernel/box_judge.hpp"
#include "solver/kernel/certified_counts.hpp"
#include "solver/kernel/quad_scores.hpp"
#include "solver/kernel/settled_rounding.hpp"
#include "solver/kernel/wide_kernel.hpp"

namespace halfspace {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double thin = 1e-10;  // a relative gap that needs no more digits

/// The answer's α in doubles, margins of its free rows higher by `lift`.
std::vector<double> rounded(const BoxProblem& q, const ActiveBoxAnswer& answer, double lift) {
  std::vector<double> alpha;
  for (std::size_t t = 0; t < answer.alpha.size(); ++t) {
    const long double a = answer.alpha[t] + (lift > 0 ? lift * answer.lift[t] : 0);
    alpha.push_back(std::clamp(static_cast<double>(a), 0.0, q.cap[t]));
  }
  return alpha;
}

/// By how much a free row may be below its margin 1 for rounding, which costs C times that: with large C much more than
/// margins a little above 1 do.
double lacking(const BoxProblem& q, const ActiveBoxAnswer& answer, const BoxSolution& s) {
  double most = 0;
  if (answer.lift.empty()) return 0;
  for (const std::uint32_t t : answer.free) {
    const double r = q.ridge.empty() ? 0 : q.ridge[t];
    most = std::max(most, -q.p[t] - q.y[t] * (s.f[t] + s.level[1]) - r * s.alpha[t]);
  }
  return most + 2 * s.error;
}

/// s with the answer's α, or with those a little higher that make up for rounding, whichever is proven better.
BoxSolution judged(const BoxProblem& q, const BoxOptions& options, const ActiveBoxAnswer& answer, const BoxSolution& s,
                   ScoreDigits digits) {
  BoxSolution next = s;
  judge_wide(q, rounded(q, answer, 0), options.threads, next, std::nullopt, options.stop, digits);
  const double lift = lacking(q, answer, next);
  if (lift > 0 && next.gap > thin * std::fabs(next.dual)) {
    BoxSolution lifted = s;
    const auto b = static_cast<double>(answer.level[0] + 2 * lift * answer.level_lift);
    judge_wide(q, rounded(q, answer, 2 * lift), options.threads, lifted, std::array{b, b}, options.stop, digits);
    if (lifted.gap < next.gap) return lifted;
  }
  return next;
}

/// Multiplications of doubles that the scores of these α take in Quad.
double work_in_quad(const WideKernel& kernel, const BoxSolution& s) {
  const auto used = static_cast<double>(std::count_if(s.alpha.begin(), s.alpha.end(), [](double a) { return a != 0; }));
  return static_cast<double>(kernel.rows()) * used * (kernel.work() + 1) * quad_work;
}

/// `next`, which is the answer's α judged in long double, becomes what scores in Quad and other roundings prove better.
void judge_finer(const BoxProblem& q, const BoxOptions& options, const WideKernel& kernel,
                 const ActiveBoxAnswer& answer, double enough, const BoxSolution& s, BoxSolution& next) {
  const auto take = [&](BoxSolution finer) {
    if (finer.gap < next.gap) next = std::move(finer);
  };
  take(judged(q, options, answer, s, ScoreDigits::quad));
  if (next.gap <= enough || answer.free.size() > SettledRounding::most_free) return;
  const SettledRounding rounding(q, kernel, answer, options.threads, options.stop);
  for (const long double level : {0x1p-8L, 0x1p-4L, 0x1p-2L, 0x1p-1L, 1.0L}) {
    std::vector<double> alpha = rounding.alpha(level);
    if (alpha.empty()) continue;
    BoxSolution finer = s;
    judge_wide(q, std::move(alpha), options.threads, finer, std::nullopt, options.stop, ScoreDigits::quad);
    take(std::move(finer));
    if (next.gap <= enough) return;
  }
}

/// An operation that is stopped half-way leaves s as it is.
void finish_whole(const BoxProblem& q, const BoxOptions& options, double work, BoxSolution& s) {
  constexpr double most_looks = 8;  // of judge_finer()
  const WideKernel kernel(q.x, q.kernel, q.constant);
  ActiveBoxLimits limits{work, kept_numbers(options.cache_bytes), options.threads, {}};
  limits.stop = options.stop.part([&] {
    if (options.progress) options.progress({s.steps, s.dual, s.gap});
    return false;
  });
  const ActiveBoxAnswer answer = settle_box(q, kernel, s.alpha, limits);
  s.halt = options.stop.why();
  if (!answer.begun) return;
  BoxSolution next = judged(q, options, answer, s, ScoreDigits::wide);
  const double enough = options.tol / 2 * std::fabs(next.dual);
  const bool worth = answer.settled && s.halt == Halt::go_on && next.gap > enough && has_quad_scores(q.kernel);
  if (worth && most_looks * work_in_quad(kernel, next) <= work) {
    try {
      judge_finer(q, options, kernel, answer, enough, s, next);
    } catch (const Stopped& stopped) {  // what is proven stays
      next.halt = stopped.why;
    }
  }
  if (!std::isfinite(next.gap) || next.gap > std::max(s.gap, answer.settled ? enough : 0)) return;
  s = std::move(next);
  s.settled = answer.settled;
  if (s.halt == Halt::go_on) s.counts = certified_counts(q, kernel, answer, options.stop);
}

/// What rounding can have hidden in the judge's own sums over n rows: of α f, and of y α times a level.
double hidden_in_sums(const BoxProblem& q, std::span<const long double> f, double moved, long double largest,
                      const BoxSolution& s) {
  constexpr long double place = std::numeric_limits<long double>::epsilon();
  long double most = 0;
  for (const long double v : f) most = std::max(most, std::fabs(v));
  for (const double p : q.p) most = std::max<long double>(most, std::fabs(p));
  const double objective = std::max(std::fabs(s.dual), std::fabs(s.dual + s.gap));
  const long double levels = std::sqrt(2 * objective * largest);
  return static_cast<double>(place * static_cast<long double>(f.size() + 4) * moved * (2 * most + levels));
}

}  // namespace

void judge_wide(const BoxProblem& q, std::vector<double> alpha, unsigned threads, BoxSolution& s,
                const std::optional<std::array<double, 2>>& level, const StopToken& stop, ScoreDigits digits) {
  constexpr long double place = std::numeric_limits<long double>::epsilon();
  const WideKernel kernel(q.x, q.kernel, q.constant);
  std::vector<std::uint32_t> used;
  std::vector<long double> c;
  double moved = 0;
  long double sway = 0;  // Σ α reach
  for (std::size_t t = 0; t < alpha.size(); ++t) {
    if (alpha[t] == 0) continue;
    sway += alpha[t] * kernel.reach(t);
    used.push_back(static_cast<std::uint32_t>(t));
    c.push_back(q.y[t] * static_cast<long double>(alpha[t]));
    moved += alpha[t];
  }
  std::vector<long double> f(alpha.size());
  const bool quad = digits == ScoreDigits::quad;
  if (quad) {
    quad_scores(q.x, q.kernel, q.constant, used, c, f, threads, stop);
  } else {
    kernel.add_scores(used, c, f, threads, stop);
  }
  const long double largest = kernel.largest_value();
  std::vector<double> of_row;
  double each = 0;
  for (std::size_t t = 0; t < alpha.size(); ++t) {
    const long double units = kernel.units() + static_cast<long double>(used.size() + 2);
    const long double of_sum = (quad ? quad_epsilon : place) * units * sway * kernel.reach(t);
    const double ridge = q.ridge.empty() ? 0 : q.ridge[t];
    const long double of_end = quad ? 2 * place * (std::fabs(f[t]) + std::fabs(q.p[t]) + ridge * alpha[t]) : 0;
    of_row.push_back(std::nextafter(static_cast<double>(of_sum + of_end), infinite));
    each = std::max(each, of_row.back());
  }
  s.alpha = std::move(alpha);
  BoxJudge<long double>(q, s.alpha, f).judge({each, moved, static_cast<double>(largest), of_row}, s, level);
  if (quad) s.gap += hidden_in_sums(q, f, moved, largest, s);
  s.f.assign(f.size(), 0.0);
  double size = 0;
  for (std::size_t t = 0; t < f.size(); ++t) {
    s.f[t] = static_cast<double>(f[t]);
    size = std::max(size, std::fabs(s.f[t]));
  }
  s.error += std::numeric_limits<double>::epsilon() * size;
}

void finish_box(const BoxProblem& q, const BoxOptions& options, double work, BoxSolution& s) {
  if (s.settled || s.concave) return;
  try {
    finish_whole(q, options, work, s);
  } catch (const Stopped& stopped) {
    s.halt = stopped.why;
  }
}

}  // namespace halfspace
