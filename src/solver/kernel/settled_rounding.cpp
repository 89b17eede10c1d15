#include "solver/kernel/settled_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/kernel/free_rows.hpp"
#include "solver/kernel/quad_scores.hpp"

namespace halfspace {
namespace {

/// Down where a row below its margin costs less (C - α a unit) than one above it (α), else up.
double rounded(long double a, double cap) {
  const auto near = static_cast<double>(a);
  const bool down = a > cap / 2;
  if (down && near > a) return std::nextafter(near, 0.0);
  if (!down && near < a) return std::min(cap, std::nextafter(near, std::numeric_limits<double>::infinity()));
  return near;
}

struct Move {
  std::uint32_t t;
  long double by;
};

class Rounding {
 public:
  Rounding(const BoxProblem& q, const WideKernel& kernel, const ActiveBoxAnswer& answer, long double level)
      : q_(q), fine_(q, kernel), a_(answer.alpha), level_(level) {
    for (const std::uint32_t t : answer.free) fine_.add(t);
  }

  std::vector<double> run(unsigned threads, const StopToken& stop) {
    if (!refine(threads, stop)) return {};
    while (!fine_.rows().empty()) {
      const std::vector<Move> moves = round_largest();
      fine_.keep([&](std::uint32_t t) {
        return std::none_of(moves.begin(), moves.end(), [&](const Move& m) { return m.t == t; });
      });
      if (!make_up(moves)) return {};
    }
    std::vector<double> out;
    for (std::size_t t = 0; t < a_.size(); ++t) out.push_back(std::clamp(static_cast<double>(a_[t]), 0.0, q_.cap[t]));
    return out;
  }

 private:
  /// One more step by exact scores; false as make_up().
  bool refine(unsigned threads, const StopToken& stop) {
    std::vector<std::uint32_t> used;
    std::vector<long double> c;
    for (std::uint32_t t = 0; t < a_.size(); ++t) {
      if (a_[t] == 0) continue;
      used.push_back(t);
      c.push_back(q_.y[t] * a_[t]);
    }
    std::vector<long double> f(a_.size());
    quad_scores(q_.x, q_.kernel, q_.constant, used, c, f, threads, stop);
    std::vector<long double> r;
    for (const std::uint32_t t : fine_.rows()) {
      const long double ridge = q_.ridge.empty() ? 0 : q_.ridge[t];
      r.push_back(-(q_.y[t] * f[t] + q_.p[t] + ridge * a_[t]));
    }
    return advance(std::move(r), {});
  }

  /// Those of the largest size.
  std::vector<Move> round_largest() {
    long double top = 0;
    for (const std::uint32_t t : fine_.rows()) top = std::max(top, a_[t]);
    std::vector<Move> moves;
    for (const std::uint32_t t : fine_.rows()) {
      if (a_[t] < level_ * top) continue;
      const double to = rounded(a_[t], q_.cap[t]);
      moves.push_back({t, to - a_[t]});
      a_[t] = to;
    }
    return moves;
  }

  /// The others follow; false when one leaves the box.
  bool make_up(const std::vector<Move>& moves) {
    const std::vector<std::uint32_t>& rows = fine_.rows();
    std::vector<long double> r(rows.size());
    OfGroups<long double> lack;
    for (const Move& m : moves) {
      const std::vector<long double>& k = fine_.column(m.t);
      for (std::size_t l = 0; l < rows.size(); ++l) r[l] -= q_.y[rows[l]] * q_.y[m.t] * k[rows[l]] * m.by;
      if (const int g = group_of(q_, m.t); g >= 0) lack[g] -= q_.y[m.t] * m.by;
    }
    return rows.empty() || advance(std::move(r), lack);
  }

  bool advance(std::vector<long double> r, const OfGroups<long double>& lack) {
    const std::vector<std::uint32_t>& rows = fine_.rows();
    const FreeStep step = fine_.solve(std::move(r), lack);
    for (std::size_t l = 0; l < rows.size(); ++l) {
      long double& a = a_[rows[l]];
      a += step.d[l];
      if (!(a > 0 && a < q_.cap[rows[l]])) return false;
    }
    return true;
  }

  const BoxProblem& q_;
  FreeRows fine_;  // not rounded yet
  std::vector<long double> a_;
  long double level_;
};

}  // namespace

std::vector<double> settled_rounding(const BoxProblem& q, const WideKernel& kernel, const ActiveBoxAnswer& answer,
                                     long double level, unsigned threads, const StopToken& stop) {
  return Rounding(q, kernel, answer, level).run(threads, stop);
}

}  // namespace halfspace
