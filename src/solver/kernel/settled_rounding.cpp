#include "solver/kernel/settled_rounding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solver/kernel/quad_scores.hpp"

namespace halfspace {
namespace {

/// Down where a row below its margin costs less (C - α a unit) than one above it (α), else up.
double cheaper_neighbour(long double a, double cap) {
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

/// α of F moves to where the equations with these right sides hold; false when one leaves the box.
bool advance(const BoxProblem& q, FreeRows& free, std::vector<long double>& a, std::vector<long double> r,
             const OfGroups<long double>& lack) {
  const FreeStep step = free.solve(std::move(r), lack);
  for (std::size_t k = 0; k < free.rows().size(); ++k) {
    const std::uint32_t t = free.rows()[k];
    a[t] += step.d[k];
    if (!(a[t] > 0 && a[t] < q.cap[t])) return false;
  }
  return true;
}

/// Rounds those of the largest size.
std::vector<Move> round_largest(const BoxProblem& q, const FreeRows& free, long double level,
                                std::vector<long double>& a) {
  long double top = 0;
  for (const std::uint32_t t : free.rows()) top = std::max(top, a[t]);
  std::vector<Move> moves;
  for (const std::uint32_t t : free.rows()) {
    if (a[t] < level * top) continue;
    const double to = cheaper_neighbour(a[t], q.cap[t]);
    moves.push_back({t, to - a[t]});
    a[t] = to;
  }
  return moves;
}

/// The rows of F follow; false when one leaves the box.
bool make_up(const BoxProblem& q, FreeRows& free, const std::vector<Move>& moves, std::vector<long double>& a) {
  const std::vector<std::uint32_t>& rows = free.rows();
  if (rows.empty()) return true;
  std::vector<long double> r(rows.size());
  OfGroups<long double> lack;
  for (const Move& m : moves) {
    const std::vector<long double>& k = free.kept_column(m.t);
    for (std::size_t l = 0; l < rows.size(); ++l) r[l] -= q.y[rows[l]] * q.y[m.t] * k[rows[l]] * m.by;
    if (const int g = group_of(q, m.t); g >= 0) lack[g] -= q.y[m.t] * m.by;
  }
  return advance(q, free, a, std::move(r), lack);
}

}  // namespace

SettledRounding::SettledRounding(const BoxProblem& q, const WideKernel& kernel, const ActiveBoxAnswer& answer,
                                 unsigned threads, const StopToken& stop)
    : q_(q), free_(q, kernel), a_(answer.alpha) {
  double counted = 0;
  for (const std::uint32_t t : answer.free) {
    free_.add(t);
    stop.check(static_cast<std::uint64_t>(free_.work() - std::exchange(counted, free_.work())));
  }
  for (const std::uint32_t t : free_.rows()) static_cast<void>(free_.column(t));
  std::vector<std::uint32_t> used;
  std::vector<long double> c;
  for (std::uint32_t t = 0; t < a_.size(); ++t) {
    if (a_[t] == 0) continue;
    used.push_back(t);
    c.push_back(q.y[t] * a_[t]);
  }
  std::vector<long double> f(a_.size());
  quad_scores(q.x, q.kernel, q.constant, used, c, f, threads, stop);
  std::vector<long double> r;
  for (const std::uint32_t t : free_.rows()) {
    const long double ridge = q.ridge.empty() ? 0 : q.ridge[t];
    r.push_back(-(q.y[t] * f[t] + q.p[t] + ridge * a_[t]));
  }
  within_ = advance(q, free_, a_, std::move(r), {});
}

std::vector<double> SettledRounding::alpha(long double level) const {
  if (!within_) return {};
  FreeRows free = free_;
  std::vector<long double> a = a_;
  while (!free.rows().empty()) {
    const std::vector<Move> moves = round_largest(q_, free, level, a);
    free.keep([&](std::uint32_t t) {
      return std::none_of(moves.begin(), moves.end(), [&](const Move& m) { return m.t == t; });
    });
    if (!make_up(q_, free, moves, a)) return {};
  }
  std::vector<double> out;
  out.reserve(a.size());
  for (std::size_t t = 0; t < a.size(); ++t) out.push_back(std::clamp(static_cast<double>(a[t]), 0.0, q_.cap[t]));
  return out;
}

}  // namespace halfspace
