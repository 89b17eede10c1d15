#include "certify/cases.hpp"

#include <algorithm>

#include <rapidcheck.h>

#include "base/rng.hpp"

namespace halfspace::test {
namespace {

/// Where the choices come from: a seed, or RapidCheck.
struct Draw {
  Rng* rng = nullptr;

  /// Uniform in {low, ..., high}; 0 (or the nearest to it) is the simplest.
  std::int64_t between(std::int64_t low, std::int64_t high) const {
    if (rng == nullptr) return *rc::gen::inRange<std::int64_t>(low, high + 1);
    return low + static_cast<std::int64_t>(rng->bounded(static_cast<std::uint64_t>(high - low + 1)));
  }
  std::size_t index(std::size_t n) const {
    return static_cast<std::size_t>(between(0, static_cast<std::int64_t>(n) - 1));
  }
  bool one_in(std::int64_t n) const { return between(0, n - 1) == n - 1; }
};

using Labels = int;
enum : Labels { kByChance, kByPlane, kByPlaneWithTies };

std::vector<std::int64_t> drawn_row(const Draw& draw, std::size_t d, std::int64_t size) {
  std::vector<std::int64_t> row;
  for (std::size_t j = 0; j < d; ++j) row.push_back(draw.between(-size, size));
  return row;
}

/// Labels by the side of a hidden plane; points on it get a label by chance when `ties`, else +1, so that the plane may
/// only nearly do.
void label_by_plane(const Draw& draw, Points& p, bool ties) {
  const auto w = drawn_row(draw, p.x[0].size(), 3);
  const std::int64_t b = p.bias ? draw.between(-3, 3) : 0;
  for (std::size_t i = 0; i < p.x.size(); ++i) {
    std::int64_t score = b;
    for (std::size_t j = 0; j < w.size(); ++j) score += w[j] * p.x[i][j];
    if (score != 0 || !ties) p.y[i] = score >= 0 ? 1 : -1;
  }
}

/// Another row of the same label as row i; i itself when there is none.
std::size_t partner(const Draw& draw, const Points& p, std::size_t i) {
  const std::size_t k = draw.index(p.x.size());
  return p.y[k] == p.y[i] ? k : i;
}

void add(Points& p, std::vector<std::int64_t> row, int label) {
  p.x.push_back(std::move(row));
  p.y.push_back(label);
}

/// All points doubled, so that the midpoint of two of one class is whole; it gets the other label: the hulls touch or
/// overlap.
void add_midpoint(const Draw& draw, Points& p) {
  for (auto& row : p.x) {
    for (auto& value : row) value *= 2;
  }
  const std::size_t i = draw.index(p.x.size());
  const std::size_t k = partner(draw, p, i);
  std::vector<std::int64_t> middle;
  for (std::size_t j = 0; j < p.x[i].size(); ++j) middle.push_back((p.x[i][j] + p.x[k][j]) / 2);
  add(p, middle, -p.y[i]);
}

void put_on_a_line(const Draw& draw, Points& p) {
  const auto from = drawn_row(draw, p.x[0].size(), 2);
  const auto step = drawn_row(draw, p.x[0].size(), 2);
  for (auto& row : p.x) {
    const std::int64_t t = draw.between(-3, 3);
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = from[j] + t * step[j];
  }
}

void decorate(const Draw& draw, Points& p) {
  if (draw.one_in(8)) put_on_a_line(draw, p);
  if (draw.one_in(4)) add_midpoint(draw, p);
  const std::size_t i = draw.index(p.x.size());
  if (draw.one_in(6)) add(p, p.x[i], p.y[i]);
  if (draw.one_in(12)) add(p, p.x[i], -p.y[i]);
  if (draw.one_in(12)) add(p, std::vector<std::int64_t>(p.x[0].size(), 0), 1);
  if (draw.one_in(12)) std::fill(p.y.begin(), p.y.end(), p.y[0]);
  const std::size_t column = draw.index(p.x[0].size());
  if (draw.one_in(12)) {
    for (auto& row : p.x) row[column] = 0;
  }
  const bool far = draw.one_in(12);
  const bool wide = !far && draw.one_in(12);
  for (auto& row : p.x) {
    if (far) row[column] += std::int64_t{1} << 50;
    if (wide) row[column] *= 999'999'937;
  }
}

Points drawn(const Draw& draw, std::size_t rows, std::size_t cols) {
  Points p;
  const auto d = static_cast<std::size_t>(draw.between(1, static_cast<std::int64_t>(cols)));
  const std::int64_t spare = 4;  // what decorate() may add
  const std::int64_t n =
      draw.between(1, draw.one_in(6) ? static_cast<std::int64_t>(d) : static_cast<std::int64_t>(rows) - spare);
  const std::int64_t size = draw.one_in(3) ? 100 : draw.between(1, 5);
  p.bias = !draw.one_in(3);
  for (std::int64_t i = 0; i < n; ++i) add(p, drawn_row(draw, d, size), draw.one_in(2) ? 1 : -1);
  const auto labels = draw.between(kByChance, kByPlaneWithTies);
  if (labels != kByChance) label_by_plane(draw, p, labels == kByPlaneWithTies);
  decorate(draw, p);
  return p;
}

}  // namespace

reference::Rows plain_rows(const Points& points) {
  reference::Rows rows;
  for (const auto& x : points.x) {
    rows.emplace_back();
    for (const std::int64_t value : x) rows.back().emplace_back(static_cast<long>(value));
  }
  return rows;
}

reference::Rows signed_rows(const reference::Rows& x, const std::vector<int>& y, bool bias) {
  reference::Rows rows = x;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (bias) rows[i].emplace_back(1);
    for (mpq_class& value : rows[i]) value *= y[i];
  }
  return rows;
}

reference::Rows signed_rows(const Points& points) { return signed_rows(plain_rows(points), points.y, points.bias); }

std::string text_of(const Points& points) {
  std::string text = points.bias ? "with a bias\n" : "without a bias\n";
  for (std::size_t i = 0; i < points.x.size(); ++i) {
    text += points.y[i] > 0 ? "+" : "-";
    for (const std::int64_t value : points.x[i]) text += ' ' + std::to_string(value);
    text += '\n';
  }
  return text;
}

Points random_points(std::uint64_t seed, std::size_t rows, std::size_t cols) {
  Rng rng(seed, Stream::start);
  return drawn({&rng}, rows, cols);
}

Points arbitrary_points(std::size_t rows, std::size_t cols) { return drawn({}, rows, cols); }

}  // namespace halfspace::test
