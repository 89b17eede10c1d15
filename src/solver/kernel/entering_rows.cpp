#include "solver/kernel/entering_rows.hpp"

#include <cmath>
#include <limits>

namespace halfspace {
namespace {

struct Entering {
  long double most = 0;  // of violations, beyond rounding
  std::vector<std::uint32_t> rows;
};

/// Of group g at level b.
void worst_row(const WideMultipliers& x, int g, long double b, Entering& found) {
  const BoxProblem& q = x.problem();
  for (std::uint32_t t = 0; t < x.size(); ++t) {
    if (group_of(q, t) != g || x.interior(t) || x.cap(t) == 0) continue;
    const long double g_t = q.y[t] * (x.f(t) + b) + q.p[t] + x.ridge(t) * x.alpha(t);
    const long double off = x.alpha(t) > 0 ? g_t : -g_t;
    const long double slack = x.errors().slack(t);
    if (!(off > found.most + slack)) continue;
    found.most = off - slack;
    found.rows = {t};
  }
}

/// Of group g, and the level b between them.
void worst_pair(const WideMultipliers& x, int g, long double& b, Entering& found) {
  constexpr long double no_bound = std::numeric_limits<long double>::infinity();
  const BoxProblem& q = x.problem();
  long double top = -no_bound;
  long double low = no_bound;
  std::uint32_t i = 0;
  std::uint32_t j = 0;
  for (std::uint32_t t = 0; t < x.size(); ++t) {
    if (group_of(q, t) != g || x.cap(t) == 0) continue;
    const long double u = -x.f(t) - q.y[t] * (q.p[t] + x.ridge(t) * x.alpha(t));
    const bool rises = (q.y[t] > 0) == (x.alpha(t) == 0);
    if (rises && u > top) {
      top = u;
      i = t;
    }
    if (!rises && u < low) {
      low = u;
      j = t;
    }
  }
  b = std::isinf(top) ? low : std::isinf(low) ? top : (top + low) / 2;
  if (std::isinf(top) || std::isinf(low)) return;
  const long double off = top - low - x.errors().slack(i) - x.errors().slack(j);
  if (!(off > found.most)) return;
  found.most = off;
  found.rows = {i, j};
}

}  // namespace

std::vector<std::uint32_t> entering_rows(const WideMultipliers& x, const OfGroups<bool>& has_level,
                                         OfGroups<long double>& level) {
  Entering found;
  if (x.problem().equality == Equality::none) worst_row(x, -1, 0, found);
  for (int g = 0; g < groups_of(x.problem()); ++g) {
    has_level[g] ? worst_row(x, g, level[g], found) : worst_pair(x, g, level[g], found);
  }
  return found.rows;
}

}  // namespace halfspace
