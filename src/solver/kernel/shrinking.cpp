#include "solver/kernel/shrinking.hpp"

#include <algorithm>
#include <array>

namespace halfspace {
namespace {

/// Could row l move again, with these levels?
template <class T>
bool may_go(const SmoRows<T>& rows, std::size_t l, const SmoLevels& v) {
  const bool up = rows.may_rise(l);
  const bool down = rows.may_fall(l);
  if (up && down) return true;
  const bool single = rows.problem().equality == Equality::none;
  const double reach = single ? std::max({v.top, -v.low, 0.0}) : 0;
  const double width = single ? reach : std::max(v.top - v.low, 0.0);  // levels still move by about as much
  const double u = rows.u()[l];
  if (up) return u >= (single ? -reach : v.low) - width;
  return down && u <= (single ? reach : v.top) + width;
}

}  // namespace

template <class T>
std::vector<std::uint32_t> rows_that_may_go(const SmoRows<T>& rows, const std::vector<bool>& stays) {
  const std::array<SmoLevels, 2> v = rows.levels_by_sign();
  std::vector<std::uint32_t> out;
  for (std::size_t l = 0; l < rows.size(); ++l) {
    const std::uint32_t i = rows.numbers()[l];
    if ((!stays.empty() && stays[i]) || may_go(rows, l, v[rows.positive(l) ? 1 : 0])) out.push_back(i);
  }
  return out;
}

template <class T>
std::optional<std::vector<std::uint32_t>> SmoShrinking<T>::remaining(const SmoRows<T>& rows) {
  constexpr double settled = 0.1;  // of the first violation: before, rows come and go
  const double now = rows.violation(rows.open());
  first_violation_ = std::max(first_violation_, now);
  if (now > settled * first_violation_) return std::nullopt;
  std::vector<std::uint32_t> keep = rows_that_may_go(rows, {});
  constexpr std::size_t worth = 8;  // a share of the rows that pays for moving all that is kept
  if (rows.size() - keep.size() < rows.size() / worth + 1) return std::nullopt;
  return keep;
}

template std::vector<std::uint32_t> rows_that_may_go(const SmoRows<float>&, const std::vector<bool>&);
template std::vector<std::uint32_t> rows_that_may_go(const SmoRows<double>&, const std::vector<bool>&);
template class SmoShrinking<float>;
template class SmoShrinking<double>;

}  // namespace halfspace
