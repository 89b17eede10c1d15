#include "solver/linear/primal/working_set.hpp"

#include <algorithm>
#include <cmath>

namespace halfspace {

WorkingSet::WorkingSet(const Design& z) : z_(z), reach_(z.dims()), gone_(z.dims()) {
  std::vector<double> c(z.cost().begin(), z.cost().end());
  for (double& x : c) x *= most_bend(z.loss());
  z.gram_diagonal(c, reach_);
}

void WorkingSet::screen(std::span<const double> v, std::span<const double> q, double gap) {
  for (std::size_t j = 0; j < gone_.size(); ++j) {
    const double l1 = z_.penalty(j).l1;
    if (gone_[j] == 0 && l1 > 0 && v[j] == 0 && std::fabs(q[j]) + std::sqrt(2 * gap * reach_[j]) < l1) gone_[j] = 1;
  }
}

void WorkingSet::choose(std::span<const double> v, std::span<const double> g, double from) {
  constexpr std::size_t first = 100;
  std::vector<std::size_t> outsiders;
  columns_.clear();
  for (std::size_t j = 0; j < v.size(); ++j) {
    if (v[j] != 0 || z_.penalty(j).l1 == 0) {
      columns_.push_back(j);
    } else if (gone_[j] == 0 && std::fabs(g[j]) > from * z_.penalty(j).l1) {
      outsiders.push_back(j);
    }
  }
  const std::size_t room = from < 1 ? 16 + columns_.size() / 4 : std::max(first, columns_.size());
  if (outsiders.size() > room) {
    const auto more = [&](std::size_t a, std::size_t b) { return std::fabs(g[a]) > std::fabs(g[b]); };
    std::nth_element(outsiders.begin(), outsiders.begin() + static_cast<std::ptrdiff_t>(room), outsiders.end(), more);
    outsiders.resize(room);
  }
  columns_.insert(columns_.end(), outsiders.begin(), outsiders.end());
  std::sort(columns_.begin(), columns_.end());
}

}  // namespace halfspace
