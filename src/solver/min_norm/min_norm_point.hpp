// The point v of smallest norm in the hull of a set of points:
//
//   min |v|   v = Σ λ_k p_k + Σ μ_l f_l,   λ >= 0, Σ λ = 1, μ free        (points p, free points f)
//
// v = 0: the hull (plus the span of the free points) contains the origin. Else p.v >= |v|^2 > 0 for every p and f.v =
// 0. Wolfe, "Finding the nearest point in a polytope", Math. Programming 11 (1976); the affine steps are those of
// corral.hpp. The points are known by an oracle alone, so a pass over rows prices them and only the few that the
// answer stands on are written out. A pass offers several points, each priced again before it enters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/stop.hpp"

namespace halfspace {

/// A point by its row, or the difference of the points of two rows.
struct HullPoint {
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t row = 0;
  std::uint64_t minus = none;
  bool operator==(const HullPoint&) const = default;
};

struct HullOracle {
  std::size_t dims = 0;

  /// Writes the coordinates of a point.
  std::function<void(const HullPoint& p, std::span<double> to)> write;

  /// At most `most` points with the smallest p.u, the smallest first; ties by row. Points with p.u >= `below` may be
  /// left out.
  std::function<std::vector<HullPoint>(std::span<const double> u, double below, std::size_t most)> lowest;

  /// p.u of each of these points, perhaps less precisely than from their coordinates. May be empty.
  std::function<std::vector<double>(std::span<const double> u, std::span<const HullPoint> points)> products;

  /// Asked once a pass; true ends the search. May be empty.
  StopToken stop;
};

enum class HullGoal {
  sign,     // stop as soon as p.v > 0 for every point
  nearest,  // stop when p.v >= |v|^2 for every point, to within rounding
};

enum class HullAnswer { away, contains, unsettled };

struct HullResult {
  HullAnswer answer = HullAnswer::unsettled;  // to within rounding: a hint
  std::vector<double> u;                      // p.u > 0 for every point (away); a multiple of v
  std::vector<HullPoint> points;              // that v is a combination of
  std::vector<double> multipliers;            // λ, adding to 1
  double distance = 0;                        // |v|
  std::uint64_t passes = 0;
  std::uint64_t steps = 0;  // points that entered
};

struct HullLimits {
  std::uint64_t steps = 0;
  std::size_t points = 0;  // at once; dims times points numbers are held
  double accuracy = 1e-9;  // a point p with p.v >= |v|^2 (1 - accuracy) is taken to meet p.v >= |v|^2
};

/// Is -target a sum Σ λ_k p_k with λ >= 0, that is, a point of the cone of the points? contains: the λ are the
/// multipliers (of any sum), to within rounding; away: u has p.u >= 0 for every point and target.u > 0. The nearest
/// point of the cone (Lawson and Hanson, "Solving least squares problems", 1974, chapter 23) by the same steps.
HullResult cone_point(const HullOracle& oracle, std::span<const double> target, const HullLimits& limits);

HullResult min_norm_point(const HullOracle& oracle, std::span<const HullPoint> free, HullGoal goal,
                          const HullLimits& limits);

}  // namespace halfspace
