#include "solver/linear/primal/working_set.hpp"

#include <algorithm>
#include <cmath>

namespace halfspace {

void WorkingSet::screen(std::span<const double> v, std::span<const double> q, double gap,
                        std::span<const double> squares) {
  const double K = most_bend(z_.loss());
  for (std::size_t j = 0; j < gone_.size(); ++j) {
    const double l1 = z_.penalty(j).l1;
    if (gone_[j] == 0 && l1 > 0 && v[j] == 0 && std::fabs(q[j]) + std::sqrt(2 * gap * K * squares[j]) < l1)
      gone_[j] = 1;
  }
}

std::vector<std::size_t> WorkingSet::all(std::span<const double> v, std::span<const double> g) const {
  std::vector<std::size_t> out;
  for (std::size_t j = 0; j < v.size(); ++j) {
    const double l1 = z_.penalty(j).l1;
    if (v[j] != 0 || l1 == 0 || (gone_[j] == 0 && std::fabs(g[j]) > l1)) out.push_back(j);
  }
  return out;
}

bool WorkingSet::choose(std::span<const double> v, std::span<const double> g, double from, std::size_t most,
                        HeldColumns& held) const {
  constexpr std::size_t first = 100;
  std::vector<std::size_t> needed;
  std::vector<std::size_t> outsiders;
  for (std::size_t j = 0; j < v.size(); ++j) {
    if (v[j] != 0 || z_.penalty(j).l1 == 0) {
      needed.push_back(j);
    } else if (gone_[j] == 0 && !held.holds(j) && std::fabs(g[j]) > from * z_.penalty(j).l1) {
      outsiders.push_back(j);
    }
  }
  const std::size_t room = from < 1 ? 16 + needed.size() / 4 : std::max(first, needed.size());
  if (outsiders.size() > room) {
    const auto more = [&](std::size_t a, std::size_t b) { return std::fabs(g[a]) > std::fabs(g[b]); };
    std::nth_element(outsiders.begin(), outsiders.begin() + static_cast<std::ptrdiff_t>(room), outsiders.end(), more);
    outsiders.resize(room);
  }
  std::erase_if(needed, [&](std::size_t j) { return held.holds(j); });
  needed.insert(needed.end(), outsiders.begin(), outsiders.end());
  std::sort(needed.begin(), needed.end());
  const auto fits = [&] { return held.columns().size() + needed.size() <= most; };
  constexpr double many = 1.0 / 6;
  drop_idle(v, g, 0.9, many, held);
  if (!fits()) drop_idle(v, g, 1, 0, held);
  if (!fits()) return false;
  held.add(needed);
  return true;
}

/// A column of weight 0 well within its bound costs as much as any other.
void WorkingSet::drop_idle(std::span<const double> v, std::span<const double> g, double below, double share,
                           HeldColumns& held) const {
  const std::vector<std::size_t>& columns = held.columns();
  std::vector<std::size_t> stay;
  for (std::size_t a = 0; a < columns.size(); ++a) {
    const std::size_t j = columns[a];
    if (v[j] != 0 || std::fabs(g[j]) >= below * z_.penalty(j).l1) stay.push_back(a);
  }
  const auto idle = static_cast<double>(columns.size() - stay.size());
  if (idle > share * static_cast<double>(columns.size())) held.keep(stay);
}

}  // namespace halfspace
