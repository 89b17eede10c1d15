#include "solver/min_norm/min_norm_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "simd/ops.hpp"
#include "solver/min_norm/corral.hpp"

namespace halfspace {
namespace {

constexpr double at_origin = 1e-12;      // |v| for points of norm 1
constexpr std::size_t offers = 48;       // points of a pass
constexpr std::uint64_t patience = 200;  // steps without a shorter v

class Search {
 public:
  Search(const HullOracle& oracle, HullGoal goal) : Search(oracle, goal, Corral(oracle.dims), false) {}

  /// The cone's target, which has length 1.
  Search(const HullOracle& oracle, std::span<const double> target)
      : Search(oracle, HullGoal::nearest, Corral(downwards(target)), true) {}

  void add_free(std::span<const HullPoint> free) {
    for (const HullPoint& p : free) {
      oracle_.write(p, point_);
      if (corral_.add(point_, true)) ++free_;
    }
    y_.assign(free_, 0.0);
  }

  HullResult run(const HullLimits& limits) {
    accuracy_ = limits.accuracy;
    HullResult out;
    double best = 2;
    std::uint64_t idle = 0;
    while (true) {
      find_direction();
      if (length_ <= at_origin) return finished(std::move(out), HullAnswer::contains);
      if (out.steps >= limits.steps || corral_.size() >= limits.points || idle > patience || stopped())
        return finished(std::move(out), HullAnswer::unsettled);
      ++out.passes;
      const double bar = goal_ == HullGoal::sign ? 0 : enough();
      const std::vector<HullPoint> low = oracle_.lowest(u_, cone_ ? 0 : height_, offers);
      if (low.empty() || product(low[0]) > bar) return finished(std::move(out), HullAnswer::away);
      bool entered = false;
      for (std::vector<HullPoint> open = low; length_ > at_origin && idle <= patience && !stopped();) {
        const auto best_point = lowest(open);
        if (!best_point) break;
        const HullPoint p = open[*best_point];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(*best_point));
        if (std::find(points_.begin(), points_.end(), p) != points_.end() || !enter(p)) continue;
        entered = true;
        ++out.steps;
        find_direction();
        idle = length_ < best * (1 - 1e-6) ? 0 : idle + 1;
        best = std::min(best, length_);
      }
      if (!entered) return finished(std::move(out), HullAnswer::unsettled);
    }
  }

 private:
  bool stopped() const { return oracle_.stop.ended(); }

  Search(const HullOracle& oracle, HullGoal goal, Corral corral, bool cone)
      : oracle_(oracle), goal_(goal), cone_(cone), corral_(std::move(corral)), point_(oracle.dims), u_(oracle.dims) {}

  /// (0, -target)
  static std::vector<double> downwards(std::span<const double> target) {
    std::vector<double> out(target.size() + 1);
    std::transform(target.begin(), target.end(), out.begin() + 1, std::negate<>());
    return out;
  }

  /// A point enters where its column (1, p), in a cone (0, p), has a product above 0 with r.
  double enough() const { return cone_ ? -accuracy_ * length_ : height_ * (1 - accuracy_); }

  /// u = -r_1..r_dims; the height r_0 = |r|^2 is taken from the length, since r_0 itself has cancelled.
  void find_direction() {
    const auto r = corral_.residual();
    for (std::size_t j = 0; j < u_.size(); ++j) u_[j] = -r[j + 1];
    height_ = squared_norm(r.data(), r.size());
    length_ = std::sqrt(height_);
  }

  /// Which of these has the smallest product, if that may enter.
  std::optional<std::size_t> lowest(const std::vector<HullPoint>& open) {
    if (open.empty()) return std::nullopt;
    std::vector<double> products;
    if (oracle_.products) products = oracle_.products(u_, open);
    for (std::size_t k = products.size(); k < open.size(); ++k) products.push_back(product(open[k]));
    const auto best = static_cast<std::size_t>(std::min_element(products.begin(), products.end()) - products.begin());
    return product(open[best]) < enough() ? std::optional(best) : std::nullopt;
  }

  double product(const HullPoint& p) {
    oracle_.write(p, point_);
    return dot(point_.data(), point_.size(), u_.data());
  }

  /// Wolfe's minor cycles: the weights move to the affine minimum; points whose weight would pass 0 leave on the way.
  bool enter(const HullPoint& p) {
    oracle_.write(p, point_);
    if (!corral_.add(point_, cone_)) return false;
    points_.push_back(p);
    y_.push_back(0);
    while (true) {
      const std::vector<double> t = corral_.solve();
      double share = 1;
      for (std::size_t k = free_; k < t.size(); ++k) {
        if (t[k] <= 0) share = std::min(share, y_[k] / (y_[k] - t[k]));
      }
      if (std::all_of(t.begin() + static_cast<std::ptrdiff_t>(free_), t.end(), [](double v) { return v > 0; })) {
        y_ = t;
        return true;
      }
      for (std::size_t k = 0; k < t.size(); ++k) y_[k] += share * (t[k] - y_[k]);
      leave(t);
      if (points_.empty()) return true;
    }
  }

  /// Takes out the points whose weight has come down to 0: those headed below it that have nothing left.
  void leave(const std::vector<double>& t) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = free_; k < t.size(); ++k) {
      if (t[k] <= 0) least = std::min(least, y_[k]);
    }
    for (std::size_t k = t.size(); k-- > free_;) {
      if (t[k] > 0 || y_[k] > std::max(least, 1e-18)) continue;
      corral_.remove(k);
      y_.erase(y_.begin() + static_cast<std::ptrdiff_t>(k));
      points_.erase(points_.begin() + static_cast<std::ptrdiff_t>(k - free_));
    }
  }

  HullResult finished(HullResult out, HullAnswer answer) {
    out.answer = answer;
    out.u = u_;
    out.points = points_;
    out.multipliers.assign(y_.begin() + static_cast<std::ptrdiff_t>(free_), y_.end());
    double sum = 0;
    for (const double v : out.multipliers) sum += v;
    for (double& v : out.multipliers) v /= cone_ ? 1 : sum;
    out.distance = length_ >= 1 ? std::numeric_limits<double>::infinity() : length_ / std::sqrt(1 - height_);
    return out;
  }

  const HullOracle& oracle_;
  HullGoal goal_;
  bool cone_;
  double accuracy_ = 0;  // relative violation that is rounding
  Corral corral_;
  std::size_t free_ = 0;
  std::vector<HullPoint> points_;
  std::vector<double> y_;  // of the free points, then of points_
  std::vector<double> point_;
  std::vector<double> u_;
  double height_ = 1;  // |r|^2
  double length_ = 1;  // |r|, which is |v| / sqrt(1 + |v|^2)
};

}  // namespace

HullResult cone_point(const HullOracle& oracle, std::span<const double> target, const HullLimits& limits) {
  return Search(oracle, target).run(limits);
}

HullResult min_norm_point(const HullOracle& oracle, std::span<const HullPoint> free, HullGoal goal,
                          const HullLimits& limits) {
  Search search(oracle, goal);
  search.add_free(free);
  return search.run(limits);
}

}  // namespace halfspace
