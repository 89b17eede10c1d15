#include "solver/kernel/active_box.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

#include "solver/kernel/wide_errors.hpp"

namespace halfspace {
namespace {

constexpr long double endless = std::numeric_limits<long double>::infinity();

class ActiveBox {
 public:
  ActiveBox(const BoxProblem& q, const WideKernel& kernel, std::span<const double> alpha, const ActiveBoxLimits& limits)
      : q_(q), kernel_(kernel), limits_(limits), n_(q.y.size()), all_(n_), free_(q, kernel), errors_(kernel) {
    std::iota(all_.begin(), all_.end(), 0U);
    out_.alpha.assign(alpha.begin(), alpha.end());
    out_.f.assign(n_, 0);
    for (std::size_t t = 0; t < n_ && !q_.start.empty(); ++t) {
      const int g = group_of(q_, t);
      if (g >= 0) kept_[g] += q_.y[t] * static_cast<long double>(q_.start[t]);
    }
  }

  ActiveBoxAnswer run() {
    if (begin()) {
      while (!exhausted()) {
        if (!settle()) break;
        catch_up();
        const std::vector<std::uint32_t> rows = worst();
        out_.settled = rows.empty();
        if (rows.empty()) break;
        for (const std::uint32_t t : rows) join(t);
      }
      catch_up();
    }
    finish();
    return std::move(out_);
  }

 private:
  long double cap(std::size_t t) const { return q_.cap[t]; }
  long double ridge(std::size_t t) const { return q_.ridge.empty() ? 0 : q_.ridge[t]; }
  bool interior(std::size_t t) const { return out_.alpha[t] > 0 && out_.alpha[t] < cap(t); }
  int groups() const { return q_.equality == Equality::classes ? 2 : q_.equality == Equality::sum ? 1 : 0; }

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
    std::vector<std::uint32_t> used;
    std::vector<long double> c;
    std::vector<std::uint32_t> inside;
    for (const std::uint32_t t : all_) {
      if (out_.alpha[t] == 0) continue;
      used.push_back(t);
      c.push_back(q_.y[t] * out_.alpha[t]);
      count_move(t, out_.alpha[t]);
      if (interior(t)) inside.push_back(t);
    }
    const auto n = static_cast<double>(n_);
    const auto m = static_cast<double>(inside.size());
    work_ += n * static_cast<double>(used.size()) * kernel_.work();
    counted_ = work_;  // add_scores() tells of its own
    if (exhausted() || work_ + n * m * kernel_.work() + m * m * m / 6 > limits_.work || n * m > limits_.numbers)
      return false;
    kernel_.add_scores(used, c, out_.f, limits_.threads, limits_.stop);
    out_.begun = true;
    for (const std::uint32_t t : inside) {
      if (exhausted()) return false;
      if (interior(t)) join(t);
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
    FreeDirection way = free_.direction(t);
    std::vector<std::uint32_t> rows = free_.rows();
    long double slope = gradient(t);
    for (std::size_t k = 0; k < rows.size(); ++k) slope += gradient(rows[k]) * way.d[k];
    rows.push_back(t);
    way.d.push_back(1);
    const bool falls = out_.alpha[t] >= cap(t) || (out_.alpha[t] > 0 && slope > 0);
    if (falls) {
      slope = -slope;
      for (long double& v : way.d) v = -v;
    }
    const long double theta = room(rows, way.d, endless);
    const bool turns = !(theta < endless) || way.curvature * theta > -slope;  // the lowest point is on the way
    if (turns && free_.add(t)) return false;
    if (!(theta < endless)) {  // no optimum
      ended_ = true;
      return false;
    }
    move(rows, way.d, theta);
    return leave() && (interior(t) || theta == 0);
  }

  /// g_t with the changes that f does not know yet.
  long double gradient(std::uint32_t t) const {
    long double f = out_.f[t];
    for (const auto& [s, change] : pending_) f += change * free_.kept_column(s)[t];
    return q_.y[t] * f + q_.p[t] + ridge(t) * out_.alpha[t];
  }

  long double room(const std::vector<std::uint32_t>& rows, const std::vector<long double>& d, long double most) const {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const long double a = out_.alpha[rows[k]];
      if (d[k] < 0) most = std::min(most, a / -d[k]);
      if (d[k] > 0) most = std::min(most, (cap(rows[k]) - a) / d[k]);
    }
    return most;
  }

  /// α += θ d, to the bound exactly where it comes there.
  void move(const std::vector<std::uint32_t>& rows, const std::vector<long double>& d, long double theta) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const std::uint32_t t = rows[k];
      const long double before = out_.alpha[t];
      long double& a = out_.alpha[t];
      a += theta * d[k];
      if (d[k] < 0 && (before / -d[k] <= theta || a < 0)) a = 0;
      if (d[k] > 0 && ((cap(t) - before) / d[k] <= theta || a > cap(t))) a = cap(t);
      if (a == before) continue;
      free_.column(t);
      pending_[t] += q_.y[t] * (a - before);
      count_move(t, std::fabs(a - before));
    }
  }

  /// Rows at a bound leave F; true when there were some.
  bool leave() {
    const std::size_t before = free_.rows().size();
    free_.keep([&](std::uint32_t t) { return interior(t); });
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
    for (const std::uint32_t t : free_.rows()) r.push_back(-gradient(t));
    work_ += static_cast<double>(r.size() * pending_.size());
    const FreeStep found = free_.solve(std::move(r), lacks());
    out_.level = found.level;
    out_.has_level = found.has_level;
    const long double theta = room(free_.rows(), found.d, 1);
    move(std::vector<std::uint32_t>(free_.rows()), found.d, theta);
    return theta;
  }

  /// What Σ y α of each group lacks.
  OfGroups<long double> lacks() const {
    OfGroups<long double> lack = kept_;
    for (std::size_t t = 0; t < n_; ++t) {
      const int g = group_of(q_, t);
      if (g >= 0) lack[g] -= q_.y[t] * out_.alpha[t];
    }
    return lack;
  }

  /// f takes up the changes.
  void catch_up() {
    for (const auto& [s, change] : pending_) {
      const std::vector<long double>& values = free_.kept_column(s);
      for (std::size_t t = 0; t < n_; ++t) out_.f[t] += change * values[t];
    }
    work_ += static_cast<double>(n_) * static_cast<double>(pending_.size());
    errors_.count_sums(pending_.size());
    pending_.clear();
  }

  void count_move(std::size_t t, long double by) {
    moved_ += by;
    errors_.count_move(t, by);
  }

  /// The rows that join: the one that violates its condition most, or two of a group that has none in F; none where
  /// that is rounding.
  std::vector<std::uint32_t> worst() {
    long double most = 0;
    std::vector<std::uint32_t> rows;
    if (q_.equality == Equality::none) worst_row(-1, most, rows);
    for (int g = 0; g < groups(); ++g) out_.has_level[g] ? worst_row(g, most, rows) : worst_pair(g, most, rows);
    return rows;
  }

  void worst_row(int g, long double& most, std::vector<std::uint32_t>& rows) const {
    const long double b = g < 0 ? 0 : out_.level[g];
    for (const std::uint32_t t : all_) {
      if (group_of(q_, t) != g || interior(t) || cap(t) == 0) continue;
      const long double g_t = q_.y[t] * (out_.f[t] + b) + q_.p[t] + ridge(t) * out_.alpha[t];
      const long double off = out_.alpha[t] > 0 ? g_t : -g_t;
      if (!(off > most + errors_.slack(t))) continue;
      most = off - errors_.slack(t);
      rows = {t};
    }
  }

  void worst_pair(int g, long double& most, std::vector<std::uint32_t>& rows) {
    long double top = -endless;
    long double low = endless;
    std::uint32_t i = 0;
    std::uint32_t j = 0;
    for (const std::uint32_t t : all_) {
      if (group_of(q_, t) != g || cap(t) == 0) continue;
      const long double u = -out_.f[t] - q_.y[t] * (q_.p[t] + ridge(t) * out_.alpha[t]);
      const bool rises = (q_.y[t] > 0) == (out_.alpha[t] == 0);
      if (rises && u > top) {
        top = u;
        i = t;
      }
      if (!rises && u < low) {
        low = u;
        j = t;
      }
    }
    out_.level[g] = std::isinf(top) ? low : std::isinf(low) ? top : (top + low) / 2;
    if (std::isinf(top) || std::isinf(low)) return;
    const long double off = top - low - errors_.slack(i) - errors_.slack(j);
    if (!(off > most)) return;
    most = off;
    rows = {i, j};
  }

  void finish() {
    for (const std::uint32_t t : all_) out_.error = std::max(out_.error, errors_.of(t));
    out_.free = free_.rows();
    std::sort(out_.free.begin(), out_.free.end());
    for (std::size_t t = 0; t < n_ && out_.settled; ++t) {  // a row that depends on F kept its place
      if (interior(t) && !std::binary_search(out_.free.begin(), out_.free.end(), t)) out_.settled = false;
    }
    constexpr long double of_sum = 1e-15L;
    const OfGroups<long double> lack = lacks();
    for (int g = 0; g < groups(); ++g) {  // none in F that could take up what the sums lack
      if (!out_.has_level[g] && std::fabs(lack[g]) > of_sum * moved_) out_.settled = false;
    }
    if (q_.equality == Equality::classes) return;
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
  std::vector<std::uint32_t> all_;
  ActiveBoxAnswer out_;
  FreeRows free_;
  std::map<std::uint32_t, long double> pending_;  // y α that f lacks
  OfGroups<long double> kept_;                    // Σ y α of each group
  WideErrors errors_;
  long double moved_ = 0;  // Σ |change of α|
  double work_ = 0;
  double counted_ = 0;  // of that, by the token
  std::uint64_t steps_ = 0;
  bool ended_ = false;
};

}  // namespace

ActiveBoxAnswer settle_box(const BoxProblem& q, const WideKernel& kernel, std::span<const double> alpha,
                           const ActiveBoxLimits& limits) {
  return ActiveBox(q, kernel, alpha, limits).run();
}

}  // namespace halfspace
