#include "solver/kernel/active_box.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "solver/kernel/entering_rows.hpp"
#include "solver/kernel/wide_multipliers.hpp"

namespace halfspace {
namespace {

class ActiveBox {
 public:
  ActiveBox(const BoxProblem& q, const WideKernel& kernel, std::span<const double> alpha, const ActiveBoxLimits& limits)
      : q_(q), kernel_(kernel), limits_(limits), n_(q.y.size()), free_(q, kernel), x_(q, kernel, alpha, free_) {}

  ActiveBoxAnswer run() {
    if (begin()) {
      while (!exhausted()) {
        if (!settle()) break;
        work_ += x_.catch_up();
        const std::vector<std::uint32_t> rows = entering_rows(x_, out_.has_level, out_.level);
        out_.settled = rows.empty();
        if (rows.empty()) break;
        for (const std::uint32_t t : rows) join(t);
      }
      work_ += x_.catch_up();
    }
    finish();
    return std::move(out_);
  }

 private:
  bool exhausted() {
    if (++steps_ % 16 == 0 && limits_.stop.ended()) ended_ = true;
    const double done = work_ + free_.work();
    if (limits_.stop.stopped(static_cast<std::uint64_t>(std::max(0.0, done - counted_)))) ended_ = true;
    counted_ = std::max(counted_, done);
    const bool full = static_cast<double>(n_) * static_cast<double>(free_.columns()) > limits_.numbers;
    return ended_ || full || work_ + free_.work() > limits_.work || steps_ > most_steps + 8 * n_;
  }

  /// f of α, and F.
  bool begin() {
    const std::vector<std::uint32_t> used = x_.support();
    std::vector<std::uint32_t> inside;
    std::copy_if(used.begin(), used.end(), std::back_inserter(inside), [&](auto t) { return x_.interior(t); });
    const auto n = static_cast<double>(n_);
    const auto m = static_cast<double>(inside.size());
    work_ += n * static_cast<double>(used.size()) * kernel_.work();  // work_of_scores()
    counted_ = work_;                                                // add_scores() tells of its own
    if (exhausted() || work_ + n * m * kernel_.work() + m * m * m / 6 > limits_.work || n * m > limits_.numbers)
      return false;
    x_.compute_scores(limits_.threads, limits_.stop);
    out_.begun = true;
    for (const std::uint32_t t : inside) {
      if (exhausted()) return false;
      if (x_.interior(t)) join(t);
    }
    return true;
  }

  /// Row t becomes one of F. Where it nearly depends on F, α rather moves along the direction that Q hardly sees, as
  /// long as it gains all the way until a row leaves: then the factor keeps its digits.
  void join(std::uint32_t t) {
    constexpr int most_tries = 20;
    constexpr long double nearly = 1e-10L;
    for (int k = 0; k < most_tries; ++k) {
      if (free_.add(t, nearly) || !slide(t)) return;
    }
    free_.add(t);
  }

  /// True when row t is to be tried again.
  bool slide(std::uint32_t t) {
    constexpr long double endless = std::numeric_limits<long double>::infinity();
    FreeDirection way = free_.direction(t);
    std::vector<std::uint32_t> rows = free_.rows();
    long double slope = x_.gradient(t);
    for (std::size_t k = 0; k < rows.size(); ++k) slope += x_.gradient(rows[k]) * way.d[k];
    rows.push_back(t);
    way.d.push_back(1);
    const bool falls = x_.alpha(t) >= x_.cap(t) || (x_.alpha(t) > 0 && slope > 0);
    if (falls) {
      slope = -slope;
      for (long double& v : way.d) v = -v;
    }
    const long double theta = x_.room(rows, way.d, endless);
    const bool turns = !(theta < endless) || way.curvature * theta > -slope;  // the lowest point is on the way
    if (turns && free_.add(t)) return false;
    if (!(theta < endless)) {  // no optimum
      ended_ = true;
      return false;
    }
    x_.move(rows, way.d, theta);
    return leave() && (x_.interior(t) || theta == 0);
  }

  /// Rows at a bound leave F; true when there were some.
  bool leave() {
    const std::size_t before = free_.rows().size();
    free_.keep([&](std::uint32_t t) { return x_.interior(t); });
    return free_.rows().size() < before;
  }

  /// The conditions hold on F, or the limits are met (false).
  bool settle() {
    while (!exhausted()) {
      out_.has_level = {};
      if (free_.rows().empty()) return true;
      const long double theta = step();
      const bool left = leave();
      if (theta == 1 && !left) {  // once more for the digits
        step();
        return leave() ? settle() : true;
      }
      if (theta != 1 && !left) return false;  // lost in rounding
    }
    return false;
  }

  /// Towards the solution of the equations on F, as far as the box lets it; the share of the way.
  long double step() {
    std::vector<long double> r;
    r.reserve(free_.rows().size());
    for (const std::uint32_t t : free_.rows()) r.push_back(-x_.gradient(t));
    work_ += static_cast<double>(r.size() * x_.waiting());
    const FreeStep found = free_.solve(std::move(r), x_.lacks());
    out_.level = found.level;
    out_.has_level = found.has_level;
    const long double theta = x_.room(free_.rows(), found.d, 1);
    x_.move(free_.rows(), found.d, theta);
    return theta;
  }

  void finish() {
    for (std::size_t t = 0; t < n_; ++t) out_.error = std::max(out_.error, x_.errors().of(t));
    out_.free = free_.rows();
    std::sort(out_.free.begin(), out_.free.end());
    for (std::size_t t = 0; t < n_ && out_.settled; ++t) {  // a row that depends on F kept its place
      if (x_.interior(t) && !std::binary_search(out_.free.begin(), out_.free.end(), t)) out_.settled = false;
    }
    constexpr long double of_sum = 1e-15L;
    const OfGroups<long double> lack = x_.lacks();
    for (int g = 0; g < groups_of(q_); ++g) {  // none in F that could take up what the sums lack
      if (!out_.has_level[g] && std::fabs(lack[g]) > of_sum * x_.moved()) out_.settled = false;
    }
    out_.alpha = x_.take_alpha();
    out_.f = x_.take_f();
    if (q_.equality != Equality::classes) lift();
  }

  /// By how much α of F and the level change for margins that are 1 higher.
  void lift() {
    const FreeStep lift = free_.solve(std::vector<long double>(free_.rows().size(), 1), {});
    out_.level_lift = lift.level[0];
    out_.lift.assign(n_, 0);
    for (std::size_t k = 0; k < lift.d.size(); ++k) out_.lift[free_.rows()[k]] = lift.d[k];
  }

  static constexpr std::uint64_t most_steps = 1000;
  const BoxProblem& q_;
  const WideKernel& kernel_;
  const ActiveBoxLimits& limits_;
  std::size_t n_;
  FreeRows free_;
  WideMultipliers x_;
  ActiveBoxAnswer out_;
  double work_ = 0;
  double counted_ = 0;  // of that, by the token
  std::uint64_t steps_ = 0;
  bool ended_ = false;
};

}  // namespace

double work_of_scores(const BoxProblem& q, std::span<const double> alpha) {
  const auto used = std::count_if(alpha.begin(), alpha.end(), [](double a) { return a != 0; });
  return static_cast<double>(alpha.size()) * static_cast<double>(used) * work_of_value(q.x, q.kernel);
}

ActiveBoxAnswer settle_box(const BoxProblem& q, const WideKernel& kernel, std::span<const double> alpha,
                           const ActiveBoxLimits& limits) {
  return ActiveBox(q, kernel, alpha, limits).run();
}

}  // namespace halfspace
