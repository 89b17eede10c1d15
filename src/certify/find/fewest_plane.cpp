#include "certify/find/fewest_plane.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "certify/find/turning_line.hpp"

namespace halfspace {
namespace {

/// A column as whole numbers without a common factor: values = unit x.
struct WholeColumn {
  std::vector<Integer> values;
  Rational unit = 1;
};

WholeColumn whole_column(const std::vector<Rational>& x) {
  Integer denominator = 1;
  for (const Rational& v : x) denominator = lcm(denominator, v.get_den());
  WholeColumn column;
  Integer factor = 0;
  for (const Rational& v : x) {
    column.values.emplace_back(v.get_num() * (denominator / v.get_den()));
    factor = gcd(factor, column.values.back());
  }
  if (factor == 0) return column;
  for (Integer& v : column.values) mpz_divexact(v.get_mpz_t(), v.get_mpz_t(), factor.get_mpz_t());
  column.unit = Rational(denominator, factor);
  column.unit.canonicalize();
  return column;
}

bool fits(const WholeColumn& column) {
  return std::all_of(column.values.begin(), column.values.end(),
                     [](const Integer& v) { return mpz_sizeinbase(v.get_mpz_t(), 2) <= 60; });
}

void assign(std::int64_t& to, const Integer& from) { to = from.get_si(); }
void assign(Integer& to, const Integer& from) { to = from; }

/// The distinct points, from left to right, then upwards.
template <class Int>
std::vector<Place<Int>> places_of(const std::array<WholeColumn, 2>& x, std::span<const std::int8_t> y) {
  std::vector<Place<Int>> points(y.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    assign(points[i].at.x, x[0].values[i]);
    assign(points[i].at.y, x[1].values[i]);
    (y[i] > 0 ? points[i].positive : points[i].negative) = 1;
  }
  std::sort(points.begin(), points.end(), [](const Place<Int>& a, const Place<Int>& b) {
    return a.at.x != b.at.x ? a.at.x < b.at.x : a.at.y < b.at.y;
  });
  std::vector<Place<Int>> places;
  for (const Place<Int>& p : points) {
    if (places.empty() || places.back().at.x != p.at.x || places.back().at.y != p.at.y) {
      places.push_back(p);
    } else {
      places.back().positive += p.positive;
      places.back().negative += p.negative;
    }
  }
  return places;
}

/// w.x + b on whole numbers
struct Line {
  Integer w0 = 0;
  Integer w1 = 0;
  Integer b = 0;
};

template <class Int>
Line line_about_origin(const std::array<WholeColumn, 2>& x, std::span<const std::int8_t> y) {
  const auto places = places_of<Int>(x, y);
  const Turn<Int> turn = TurningLine<Int>(places).best_about({});
  return {Integer(-turn.along.y), Integer(turn.along.x), 0};
}

/// Of a line that turned about `at` and then moves a little, so that the rows there lie left of it or right.
template <class Int>
Line shifted(const Direction<Int>& along, const Direction<Int>& at, bool left) {
  Line line{Integer(-along.y), Integer(along.x), 0};
  line.b = -(line.w0 * at.x + line.w1 * at.y);
  line.w0 *= 2;  // on every other place |w.x + b| is at least 1, then 2: a shift by 1 passes none
  line.w1 *= 2;
  line.b = line.b * 2 + (left ? 1 : -1);
  return line;
}

template <class Int>
Line line_about_places(const std::array<WholeColumn, 2>& x, std::span<const std::int8_t> y, const StopToken& stop,
                       bool& exact) {
  const auto places = places_of<Int>(x, y);
  TurningLine<Int> turning(places);
  Line best{0, 0, 1};
  std::optional<std::int64_t> fewest;
  for (const Place<Int>& p : places) {
    if (fewest && stop.ended()) {
      exact = false;
      break;
    }
    const Turn<Int> turn = turning.best_about(p.at);
    const std::int64_t mistakes = turn.mistakes + std::min(p.positive, p.negative);
    if (fewest && *fewest <= mistakes) continue;
    fewest = mistakes;
    best = shifted(turn.along, p.at, p.positive >= p.negative);
    if (mistakes == 0) break;
  }
  return best;
}

std::vector<std::uint64_t> mistakes_of(const Line& line, const std::array<WholeColumn, 2>& x,
                                       std::span<const std::int8_t> y) {
  std::vector<std::uint64_t> rows;
  for (std::size_t i = 0; i < y.size(); ++i) {
    const Integer score = line.w0 * x[0].values[i] + line.w1 * x[1].values[i] + line.b;
    if (sgn(score) * y[i] <= 0) rows.push_back(i);
  }
  return rows;
}

}  // namespace

FewestMistakes fewest_in_plane(std::span<const std::vector<Rational>> features, std::span<const std::int8_t> y,
                               bool bias, const StopToken& stop) {
  const bool flat = features.size() == 1;
  // One feature: in the plane of (x, 1) the line through the origin is the threshold.
  const std::vector<Rational> constant(flat ? y.size() : 0, bias ? 1 : 0);
  const std::array<WholeColumn, 2> x = {whole_column(features[0]), whole_column(flat ? constant : features[1])};
  const bool narrow = fits(x[0]) && fits(x[1]);
  FewestMistakes found;
  Line line;
  if (bias && !flat) {
    line = narrow ? line_about_places<std::int64_t>(x, y, stop, found.exact)
                  : line_about_places<Integer>(x, y, stop, found.exact);
  } else {
    line = narrow ? line_about_origin<std::int64_t>(x, y) : line_about_origin<Integer>(x, y);
  }
  found.rows = mistakes_of(line, x, y);
  found.weights.emplace_back(line.w0 * x[0].unit);
  if (!flat || bias) found.weights.emplace_back(line.w1 * x[1].unit);
  if (!flat && bias) found.weights.emplace_back(line.b);
  return found;
}

}  // namespace halfspace
