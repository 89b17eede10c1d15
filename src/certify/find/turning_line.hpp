// A line turns by half a circle about a centre, over places that each hold rows of one or both labels; which of its
// positions that meet no place, and which of its sides for the label +1, has the fewest mistakes? Exact for Int =
// std::int64_t with coordinates up to 2^60, and for Int = Integer.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "exact/modular.hpp"

namespace halfspace {

template <class Int>
struct Direction {
  Int x = 0;
  Int y = 0;
};

template <class Int>
struct Place {
  Direction<Int> at;
  std::int64_t positive = 0;  // rows of each label
  std::int64_t negative = 0;
};

/// Sign of a.x b.y - a.y b.x: positive when b lies to the left of a.
inline int turn_sign(const Direction<std::int64_t>& a, const Direction<std::int64_t>& b) {
  const Signed128 left = Signed128{a.x} * b.y;
  const Signed128 right = Signed128{a.y} * b.x;
  return left > right ? 1 : left < right ? -1 : 0;
}

inline int turn_sign(const Direction<Integer>& a, const Direction<Integer>& b) {
  return sgn(Integer(a.x * b.y - a.y * b.x));
}

/// A positive multiple of the direction, each coordinate within 2^-52 of the longer one.
inline Direction<double> in_doubles(const Direction<std::int64_t>& d) {
  return {static_cast<double>(d.x), static_cast<double>(d.y)};
}

inline Direction<double> in_doubles(const Direction<Integer>& d) {
  std::int64_t x_exponent = 0;
  std::int64_t y_exponent = 0;
  const double x = mpz_get_d_2exp(&x_exponent, d.x.get_mpz_t());
  const double y = mpz_get_d_2exp(&y_exponent, d.y.get_mpz_t());
  const std::int64_t top = x == 0 ? y_exponent : y == 0 ? x_exponent : std::max(x_exponent, y_exponent);
  const auto shift = [top](double v, std::int64_t exponent) {
    return std::ldexp(v, static_cast<int>(std::max(exponent - top, std::int64_t{-2000})));
  };
  return {shift(x, x_exponent), shift(y, y_exponent)};
}

/// The best position: the line along `along`, the label +1 on its left.
template <class Int>
struct Turn {
  std::int64_t mistakes = 0;
  Direction<Int> along;  // (0, 0) when no place is off the centre
};

template <class Int>
class TurningLine {
 public:
  explicit TurningLine(const std::vector<Place<Int>>& places) : places_(places), rays_(places.size()) {
    order_.reserve(places.size());
  }

  /// Of the places off the centre.
  Turn<Int> best_about(const Direction<Int>& centre) {
    start(centre);
    std::sort(order_.begin(), order_.end(), [this](const Key& a, const Key& b) { return before(a, b); });
    Best best{off_ + 1, 0, 0, false};
    std::int64_t mistakes = mistakes_;
    for (std::size_t first = 0, next = 0; first < order_.size(); first = next) {
      for (next = first; next < order_.size() && !before(order_[first], order_[next]); ++next) {
        mistakes += rays_[order_[next].place].change;
      }
      if (mistakes < best.mistakes) best = {mistakes, first, next, false};
      if (off_ - mistakes < best.mistakes) best = {off_ - mistakes, first, next, true};
    }
    if (order_.empty()) return {};
    return {best.mistakes, between(best.first, best.next, best.reversed)};
  }

 private:
  /// From the centre to a place or, where that points below the horizontal, away from it: angles in [0, pi).
  struct Ray {
    Direction<Int> along;
    std::int64_t change = 0;  // of the mistakes, left side +1, when the line turns over the place
  };

  struct Key {
    double angle = 0;  // rises with the angle, in [0, 2), off by less than 1e-15
    std::size_t place = 0;
  };

  struct Best {
    std::int64_t mistakes;
    std::size_t first, next;  // between these in order_
    bool reversed;
  };

  /// Rays, and mistakes when the line is about to turn left from the horizontal.
  void start(const Direction<Int>& centre) {
    order_.clear();
    off_ = 0;
    mistakes_ = 0;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const Place<Int>& p = places_[k];
      Ray& ray = rays_[k];
      ray.along.x = p.at.x - centre.x;
      ray.along.y = p.at.y - centre.y;
      if (ray.along.x == 0 && ray.along.y == 0) continue;
      const bool ahead = ray.along.y > 0 || (ray.along.y == 0 && ray.along.x > 0);  // on the left, soon on the right
      if (!ahead) reverse(ray.along);
      mistakes_ += ahead ? p.negative : p.positive;
      ray.change = ahead ? p.positive - p.negative : p.negative - p.positive;
      off_ += p.positive + p.negative;
      order_.push_back({angle_of(in_doubles(ray.along)), k});
    }
  }

  static void reverse(Direction<Int>& d) {
    d.x = -d.x;
    d.y = -d.y;
  }

  static double angle_of(const Direction<double>& d) { return d.x >= 0 ? d.y / (d.x + d.y) : 1 - d.x / (d.y - d.x); }

  bool before(const Key& a, const Key& b) const {
    if (std::fabs(a.angle - b.angle) > 1e-14) return a.angle < b.angle;  // doubles decide
    return turn_sign(rays_[a.place].along, rays_[b.place].along) > 0;
  }

  /// Strictly between the rays of two angles that follow each other; after the last comes the first, reversed.
  Direction<Int> between(std::size_t first, std::size_t next, bool reversed) const {
    Direction<Int> u = rays_[order_[first].place].along;
    if (first == 0 && next == order_.size()) {  // one angle only
      std::swap(u.x, u.y);
      u.x = -u.x;
    } else {
      Direction<Int> end = rays_[order_[next % order_.size()].place].along;
      if (next == order_.size()) reverse(end);
      u.x += end.x;
      u.y += end.y;
    }
    if (reversed) reverse(u);
    return u;
  }

  const std::vector<Place<Int>>& places_;
  std::vector<Ray> rays_;
  std::vector<Key> order_;
  std::int64_t off_ = 0;  // rows off the centre
  std::int64_t mistakes_ = 0;
};

}  // namespace halfspace
