#include "certify/reference_margin.hpp"

#include <algorithm>
#include <bit>

#include "certify/reference_verdict.hpp"

namespace halfspace::reference {
namespace {

using Support = std::vector<std::size_t>;

/// The stationary point on the span of a support: Q lambda = mu_group, sums of lambda 1 (Q_ij = p_i.p_j). A vertex of
/// the set of minimisers has linearly independent (p_i, unit vector of its group), and there this system has one
/// solution; other supports are passed over.
std::optional<Vector> stationary(const Rows& p, const std::vector<std::size_t>& group, const Support& support,
                                 std::size_t groups) {
  const std::size_t k = support.size();
  Rows a(k + groups, Vector(k + groups));
  Vector b(k + groups);
  for (std::size_t r = 0; r < k; ++r) {
    for (std::size_t s = 0; s < k; ++s) a[r][s] = dot(p[support[r]], p[support[s]]);
    a[r][k + group[support[r]]] = -1;
    a[k + group[support[r]]][r] = 1;
  }
  for (std::size_t g = 0; g < groups; ++g) b[k + g] = 1;
  return unique_solution(a, b);
}

class Search {
 public:
  Search(const Rows& p, std::vector<std::size_t> group, std::size_t groups)
      : p_(p), group_(std::move(group)), groups_(groups) {}

  Shortest run() {
    extend(0);
    return best_.value_or(Shortest{});
  }

 private:
  void extend(std::size_t from) {
    consider();
    if (support_.size() == p_[0].size() + groups_) return;  // more rows are linearly dependent
    for (std::size_t i = from; i < p_.size(); ++i) {
      support_.push_back(i);
      extend(i + 1);
      support_.pop_back();
    }
  }

  void consider() {
    for (std::size_t g = 0; g < groups_; ++g) {
      if (std::none_of(support_.begin(), support_.end(), [&](std::size_t i) { return group_[i] == g; })) return;
    }
    const auto solution = stationary(p_, group_, support_, groups_);
    if (!solution) return;
    Vector lambda(p_.size());
    for (std::size_t r = 0; r < support_.size(); ++r) {
      if ((*solution)[r] < 0) return;
      lambda[support_[r]] = (*solution)[r];
    }
    const Vector v = combination(p_, lambda);
    const mpq_class squared = dot(v, v);
    if (!best_ || squared < best_->squared) best_ = Shortest{squared, lambda};
  }

  const Rows& p_;
  std::vector<std::size_t> group_;
  std::size_t groups_;
  Support support_;
  std::optional<Shortest> best_;
};

}  // namespace

Shortest squared_margin(const Rows& z) { return Search(z, std::vector<std::size_t>(z.size(), 0), 1).run(); }

std::optional<Shortest> squared_geometric_margin(const Rows& x, const std::vector<int>& y) {
  if (std::count(y.begin(), y.end(), 1) == 0 || std::count(y.begin(), y.end(), -1) == 0) return std::nullopt;
  Rows p = x;
  std::vector<std::size_t> group;
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (mpq_class& value : p[i]) value *= y[i];
    group.push_back(y[i] > 0 ? 1 : 0);
  }
  Shortest shortest = Search(p, std::move(group), 2).run();
  shortest.squared /= 4;
  return shortest;
}

std::size_t fewest_mistakes(const Rows& z) {
  std::size_t most = 0;
  for (std::uint64_t set = 1; set < std::uint64_t{1} << z.size(); ++set) {
    const auto size = static_cast<std::size_t>(std::popcount(set));
    if (size <= most) continue;
    Rows kept;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (set >> i & 1) kept.push_back(z[i]);
    }
    if (reference_verdict(kept).verdict == Verdict::separable) most = size;
  }
  return z.size() - most;
}

}  // namespace halfspace::reference
